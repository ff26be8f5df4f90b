//! Parquet files.

use std::sync::Arc;

use ::parquet::basic::{LogicalType, Repetition, Type as PhysicalType};
use ::parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::types::{Type, TypePtr};

use super::{Column, Tabular};

/// Writes a Parquet file.
///
/// # Errors
///
/// Returns an error if the Parquet writer fails. It writes to memory, which does not fail.
pub fn parquet<R: Tabular>(rows: &[R]) -> Result<Vec<u8>, ParquetError> {
    let columns = R::columns();
    let fields = columns.iter().map(|(name, column)| field(name, column));
    let fields = fields.collect::<Result<Vec<TypePtr>, _>>()?;
    let schema = Arc::new(Type::group_type_builder(R::NAME).with_fields(fields).build()?);
    let properties = Arc::new(WriterProperties::builder().build());
    let mut writer = SerializedFileWriter::new(vec![], schema, properties)?;
    let mut group = writer.next_row_group()?;
    for (_, column) in &columns {
        write_column(&mut group, column, rows)?;
    }
    group.close()?;
    writer.into_inner()
}

fn field<R>(name: &str, column: &Column<R>) -> Result<TypePtr, ParquetError> {
    let (physical, logical, repetition) = match column {
        Column::Text(_) => {
            (PhysicalType::BYTE_ARRAY, Some(LogicalType::String), Repetition::REQUIRED)
        }
        Column::Number(_) => (PhysicalType::INT64, None, Repetition::REQUIRED),
        Column::Known(_) => (PhysicalType::INT64, None, Repetition::OPTIONAL),
        Column::Seconds(_) => (PhysicalType::DOUBLE, None, Repetition::REQUIRED),
        Column::KnownSeconds(_) => (PhysicalType::DOUBLE, None, Repetition::OPTIONAL),
    };
    let builder = Type::primitive_type_builder(name, physical)
        .with_repetition(repetition)
        .with_logical_type(logical);
    Ok(Arc::new(builder.build()?))
}

fn write_column<R>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    column: &Column<R>,
    rows: &[R],
) -> Result<(), ParquetError> {
    let Some(mut writer) = group.next_column()? else { return Ok(()) };
    match column {
        Column::Text(of) => {
            let values: Vec<ByteArray> = rows.iter().map(|row| of(row).into()).collect();
            writer.typed::<ByteArrayType>().write_batch(&values, None, None)?;
        }
        Column::Number(of) => {
            let values: Vec<i64> = rows.iter().map(of).collect();
            writer.typed::<Int64Type>().write_batch(&values, None, None)?;
        }
        Column::Known(of) => {
            // Definition levels: 1 for a row with a value, 0 for a row without.
            let levels: Vec<i16> = rows.iter().map(|row| of(row).is_some().into()).collect();
            let values: Vec<i64> = rows.iter().filter_map(of).collect();
            writer.typed::<Int64Type>().write_batch(&values, Some(&levels), None)?;
        }
        Column::Seconds(of) => {
            let values: Vec<f64> = rows.iter().map(of).collect();
            writer.typed::<DoubleType>().write_batch(&values, None, None)?;
        }
        Column::KnownSeconds(of) => {
            let levels: Vec<i16> = rows.iter().map(|row| of(row).is_some().into()).collect();
            let values: Vec<f64> = rows.iter().filter_map(of).collect();
            writer.typed::<DoubleType>().write_batch(&values, Some(&levels), None)?;
        }
    }
    writer.close()
}
