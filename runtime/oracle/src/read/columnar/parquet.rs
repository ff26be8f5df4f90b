//! Parquet files, row by row.

use std::sync::Arc;

use bytes::Bytes;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use parquet::schema::types::Type;

use super::{Cell, Columns, Table};

struct File(SerializedFileReader<Bytes>);

pub(super) fn open(bytes: Vec<u8>) -> Result<Box<dyn Columns>, String> {
    let reader =
        SerializedFileReader::new(Bytes::from(bytes)).map_err(|error| error.to_string())?;
    Ok(Box::new(File(reader)))
}

impl Columns for File {
    fn names(&self) -> Vec<String> {
        let schema = self.0.metadata().file_metadata().schema();
        schema.get_fields().iter().map(|field| field.name().to_owned()).collect()
    }

    fn read(self: Box<Self>, columns: &[usize]) -> Result<Table, String> {
        let file = self.0.metadata().file_metadata();
        let stated = file.key_value_metadata().and_then(|metadata| {
            let nodes = metadata.iter().find(|entry| entry.key == "igc.nodes");
            nodes.and_then(|entry| entry.value.clone())
        });
        let fields =
            columns.iter().map(|at| Arc::clone(&file.schema().get_fields()[*at])).collect();
        let rows = || -> Result<Vec<Vec<Cell>>, ParquetError> {
            let chosen =
                Type::group_type_builder(file.schema().name()).with_fields(fields).build()?;
            let rows = self.0.get_row_iter(Some(chosen))?;
            rows.map(|row| Ok(row?.get_column_iter().map(|(_, field)| cell(field)).collect()))
                .collect()
        };
        Ok(Table { rows: rows().map_err(|error| error.to_string())?, stated })
    }
}

fn cell(field: &Field) -> Cell {
    match field {
        Field::Byte(value) => Cell::Whole((*value).into()),
        Field::Short(value) => Cell::Whole((*value).into()),
        Field::Int(value) => Cell::Whole((*value).into()),
        Field::Long(value) => Cell::Whole((*value).into()),
        Field::UByte(value) => Cell::Whole((*value).into()),
        Field::UShort(value) => Cell::Whole((*value).into()),
        Field::UInt(value) => Cell::Whole((*value).into()),
        Field::ULong(value) => Cell::Whole((*value).into()),
        Field::Float16(value) => Cell::Real(value.to_f64()),
        Field::Float(value) => Cell::Real((*value).into()),
        Field::Double(value) => Cell::Real(*value),
        Field::Str(text) => Cell::Text(text.clone()),
        _ => Cell::Other,
    }
}
