//! Opens a file and returns its batches.

use std::io::{BufReader, ErrorKind, Read, Seek};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use bytes::Bytes;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::reader::ChunkReader;

use super::guard::decoding;
use crate::error::Problem;
use crate::format::Format;
use crate::input::{Input, Source};

/// The first bytes of an Arrow file with a footer.
const ARROW_FILE: &[u8] = b"ARROW1";
/// Number of rows in a batch of a Parquet file.
const BATCH: usize = 1 << 14;

/// The batches of a file.
pub(super) struct Batches<'b> {
    pub(super) schema: SchemaRef,
    batches: Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + 'b>,
}

impl Iterator for Batches<'_> {
    type Item = Result<RecordBatch, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        decoding(|| self.batches.next().transpose().map_err(wrong)).transpose()
    }
}

/// Opens a file, as [`open_unguarded`] does.
pub(super) fn open<'b>(
    format: Format,
    source: &Source<'b>,
    columns: Option<&[usize]>,
) -> Result<Batches<'b>, Problem> {
    decoding(|| open_unguarded(format, source, columns))
}

/// Opens a file. `columns` are the columns that are read, in increasing order.
fn open_unguarded<'b>(
    format: Format,
    source: &Source<'b>,
    columns: Option<&[usize]>,
) -> Result<Batches<'b>, Problem> {
    let input = source.open()?;
    let projection = columns.map(<[usize]>::to_vec);
    if format == Format::Arrow && !input.sample.starts_with(ARROW_FILE) {
        let stream = BufReader::new(input.reader);
        let reader = StreamReader::try_new(stream, projection).map_err(wrong)?;
        return Ok(Batches { schema: reader.schema(), batches: Box::new(reader) });
    }
    let file = match (source, input.length) {
        // Only what is needed is read of a file that is not compressed.
        (Source::File(path), Some(_)) => Some(std::fs::File::open(path)?),
        _ => None,
    };
    match (format, file) {
        (Format::Parquet, Some(file)) => of_parquet(file, columns),
        (Format::Parquet, None) => of_parquet(all(input)?, columns),
        (_, Some(file)) => of_arrow(BufReader::new(file), projection),
        (_, None) => of_arrow(std::io::Cursor::new(all(input)?), projection),
    }
}

fn all(mut input: Input<'_>) -> Result<Bytes, Problem> {
    let mut bytes = vec![];
    input.reader.read_to_end(&mut bytes)?;
    Ok(bytes.into())
}

fn of_parquet(
    file: impl ChunkReader + 'static,
    columns: Option<&[usize]>,
) -> Result<Batches<'static>, Problem> {
    let wrong = |error: parquet::errors::ParquetError| wrong(error.into());
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(wrong)?;
    let schema: Arc<Schema> = builder.schema().clone();
    let mask = match columns {
        None => ProjectionMask::all(),
        Some(columns) => ProjectionMask::roots(builder.parquet_schema(), columns.iter().copied()),
    };
    let reader = builder.with_projection(mask).with_batch_size(BATCH).build().map_err(wrong)?;
    Ok(Batches { schema, batches: Box::new(reader) })
}

fn of_arrow(
    file: impl Read + Seek + 'static,
    projection: Option<Vec<usize>>,
) -> Result<Batches<'static>, Problem> {
    let reader = FileReader::try_new(file, projection).map_err(wrong)?;
    Ok(Batches { schema: reader.schema(), batches: Box::new(reader) })
}

/// Returns the problem of an error of the decoder.
fn wrong(error: ArrowError) -> Problem {
    match error {
        // A damaged footer or header has places that do not exist.
        ArrowError::IoError(_, error)
            if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::UnexpectedEof) =>
        {
            Problem::Corrupt("the file is not valid; it may be truncated".into())
        }
        ArrowError::IoError(_, error) => Problem::Io(error),
        ArrowError::ParquetError(what) => {
            let what = what.trim_start_matches("Parquet error: ");
            Problem::Corrupt(format!("the Parquet file is not valid: {what}"))
        }
        other => Problem::Corrupt(format!("the file is not valid: {other}")),
    }
}
