//! Arrow files and streams.

use std::io::Cursor;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, RecordBatch};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, DataType, SchemaRef};

use super::{Cell, Columns, Table};

struct File {
    schema: SchemaRef,
    batches: Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>>>,
}

pub(super) fn open(bytes: Vec<u8>) -> Result<Box<dyn Columns>, String> {
    let is_stream = !bytes.starts_with(b"ARROW1");
    let bytes = Cursor::new(bytes);
    let file = match is_stream {
        true => StreamReader::try_new(bytes, None)
            .map(|stream| File { schema: stream.schema(), batches: Box::new(stream) }),
        false => FileReader::try_new(bytes, None)
            .map(|file| File { schema: file.schema(), batches: Box::new(file) }),
    };
    Ok(Box::new(file.map_err(|error| error.to_string())?))
}

impl Columns for File {
    fn names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn read(self: Box<Self>, columns: &[usize]) -> Result<Table, String> {
        let mut rows = vec![];
        for batch in self.batches {
            let batch = batch.map_err(|error| error.to_string())?;
            for row in 0..batch.num_rows() {
                rows.push(columns.iter().map(|at| cell(batch.column(*at), row)).collect());
            }
        }
        Ok(Table { rows, stated: self.schema.metadata().get("igc.nodes").cloned() })
    }
}

fn cell(array: &dyn Array, row: usize) -> Cell {
    fn whole<T: ArrowPrimitiveType>(array: &dyn Array, row: usize) -> Cell
    where
        i128: From<T::Native>,
    {
        Cell::Whole(array.as_primitive::<T>().value(row).into())
    }
    if array.is_null(row) {
        return Cell::Other;
    }
    match array.data_type() {
        DataType::Int8 => whole::<Int8Type>(array, row),
        DataType::Int16 => whole::<Int16Type>(array, row),
        DataType::Int32 => whole::<Int32Type>(array, row),
        DataType::Int64 => whole::<Int64Type>(array, row),
        DataType::UInt8 => whole::<UInt8Type>(array, row),
        DataType::UInt16 => whole::<UInt16Type>(array, row),
        DataType::UInt32 => whole::<UInt32Type>(array, row),
        DataType::UInt64 => whole::<UInt64Type>(array, row),
        DataType::Float16 => Cell::Real(array.as_primitive::<Float16Type>().value(row).to_f64()),
        DataType::Float32 => Cell::Real(array.as_primitive::<Float32Type>().value(row).into()),
        DataType::Float64 => Cell::Real(array.as_primitive::<Float64Type>().value(row)),
        DataType::Utf8 => Cell::Text(array.as_string::<i32>().value(row).to_owned()),
        DataType::LargeUtf8 => Cell::Text(array.as_string::<i64>().value(row).to_owned()),
        DataType::Utf8View => Cell::Text(array.as_string_view().value(row).to_owned()),
        DataType::Dictionary(..) => {
            let array = array.as_any_dictionary();
            match cell(array.keys(), row) {
                Cell::Whole(key) => cell(array.values().as_ref(), key as usize),
                _ => Cell::Other,
            }
        }
        _ => Cell::Other,
    }
}
