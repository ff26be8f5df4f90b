//! Runs for other programs: comma-separated values, and Parquet for data frames. Both have a row for each
//! run and the columns of [`RunRow`].

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use crate::store::RunRow;

/// Where the values of a column come from.
enum Column {
    Text(fn(&RunRow) -> &str),
    Number(fn(&RunRow) -> i64),
    Seconds(fn(&RunRow) -> f64),
}

/// The columns, as the fields of [`RunRow`] are called.
const COLUMNS: [(&str, Column); 20] = [
    ("study", Column::Text(|row| &row.study)),
    ("application", Column::Text(|row| &row.application)),
    ("graph", Column::Text(|row| &row.graph)),
    ("class", Column::Text(|row| &row.class)),
    ("chip", Column::Text(|row| &row.chip)),
    ("device", Column::Text(|row| &row.device)),
    ("driver", Column::Text(|row| &row.driver)),
    ("dialect", Column::Text(|row| &row.dialect)),
    ("options", Column::Text(|row| &row.options)),
    ("artefact", Column::Text(|row| &row.artefact)),
    ("round", Column::Number(|row| row.round)),
    ("position", Column::Number(|row| row.position)),
    ("seconds", Column::Seconds(|row| row.seconds)),
    ("initialise", Column::Seconds(|row| row.initialise)),
    ("launches", Column::Number(|row| row.launches)),
    ("rounds", Column::Number(|row| row.rounds)),
    ("restarts", Column::Number(|row| row.restarts)),
    ("igc", Column::Text(|row| &row.igc)),
    ("host", Column::Text(|row| &row.host)),
    ("time", Column::Text(|row| &row.time)),
];

/// Comma-separated values, with a line of names.
///
/// # Errors
///
/// Never, as it is written to memory; the writer says so in its own words otherwise.
pub fn csv(rows: &[RunRow]) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(vec![]);
    writer.write_record(COLUMNS.iter().map(|(name, _)| name))?;
    for row in rows {
        writer.serialize(row)?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

/// A Parquet file.
///
/// # Errors
///
/// As [`csv`].
pub fn parquet(rows: &[RunRow]) -> Result<Vec<u8>, ParquetError> {
    let fields = COLUMNS.iter().map(|(name, column)| field(name, column));
    let fields = fields.collect::<Result<Vec<TypePtr>, _>>()?;
    let schema = Arc::new(Type::group_type_builder("run").with_fields(fields).build()?);
    let properties = Arc::new(WriterProperties::builder().build());
    let mut writer = SerializedFileWriter::new(vec![], schema, properties)?;
    let mut group = writer.next_row_group()?;
    for (_, column) in &COLUMNS {
        write_column(&mut group, column, rows)?;
    }
    group.close()?;
    writer.into_inner()
}

fn field(name: &str, column: &Column) -> Result<TypePtr, ParquetError> {
    let (physical, logical) = match column {
        Column::Text(_) => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
        Column::Number(_) => (PhysicalType::INT64, None),
        Column::Seconds(_) => (PhysicalType::DOUBLE, None),
    };
    let builder = Type::primitive_type_builder(name, physical)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(logical);
    Ok(Arc::new(builder.build()?))
}

fn write_column(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    column: &Column,
    rows: &[RunRow],
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
        Column::Seconds(of) => {
            let values: Vec<f64> = rows.iter().map(of).collect();
            writer.typed::<DoubleType>().write_batch(&values, None, None)?;
        }
    }
    writer.close()
}
