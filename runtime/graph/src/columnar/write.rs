//! Writes edge lists as Parquet files and Arrow files, with the columns `source`, `target` and, if edges have
//! weights, `weight`.
//!
//! Ids are texts or 64-bit integers. Without ids, the columns have the numbers of nodes, and the metadata the number
//! of nodes, which preserves nodes without edges.

use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::{Arc, Mutex};

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, UInt32Array};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use super::NODES;
use crate::csr::{Graph, Weights};
use crate::error::Problem;
use crate::format::Format;
use crate::ids::{Id, Ids};

/// Number of rows of a batch.
const BATCH: usize = 1 << 16;
/// Bytes of the texts of a column after which a batch ends. A column of a batch has at most 2³¹ bytes.
const TEXTS: usize = 1 << 28;

/// Writes the edges in the order of their sources.
pub(crate) fn write(graph: &Graph, out: &mut impl Write, format: Format) -> Result<(), Problem> {
    let schema = schema(graph);
    let batches = Batches { graph, schema: schema.clone(), next: 0 };
    match format {
        Format::Parquet => parquet(batches, schema, out),
        _ => {
            let mut writer = FileWriter::try_new(out, &schema).map_err(problem)?;
            for batch in batches {
                writer.write(&batch.map_err(problem)?).map_err(problem)?;
            }
            writer.finish().map_err(problem)
        }
    }
}

fn parquet(batches: Batches<'_>, schema: SchemaRef, out: &mut impl Write) -> Result<(), Problem> {
    let problem = |error: parquet::errors::ParquetError| problem(error.into());
    // Readers that do not know Arrow find the metadata, too.
    let metadata = schema.metadata().iter();
    let metadata = metadata.map(|(key, value)| KeyValue::new(key.clone(), value.clone())).collect();
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(metadata))
        .build();
    let written = Written::default();
    let mut writer =
        ArrowWriter::try_new(written.clone(), schema, Some(properties)).map_err(problem)?;
    for batch in batches {
        writer.write(&batch.map_err(|error| problem(error.into()))?).map_err(problem)?;
        out.write_all(&written.take())?;
    }
    writer.close().map_err(problem)?;
    out.write_all(&written.take())?;
    Ok(())
}

/// Bytes that the writer has written. It demands an output that another thread may use.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn schema(graph: &Graph) -> SchemaRef {
    let ids = match &graph.ids {
        None => DataType::UInt32,
        Some(ids) if ids.as_numbers().is_some() => DataType::Int64,
        Some(_) => DataType::Utf8,
    };
    let mut fields =
        vec![Field::new("source", ids.clone(), false), Field::new("target", ids, false)];
    let weights = graph.weights.as_ref().map(|weights| match weights {
        Weights::U32(_) => DataType::UInt32,
        Weights::I64(_) => DataType::Int64,
        Weights::F64(_) => DataType::Float64,
    });
    fields.extend(weights.map(|weights| Field::new("weight", weights, false)));
    let nodes = graph.ids.is_none().then(|| (NODES.to_owned(), graph.nodes().to_string()));
    Arc::new(Schema::new_with_metadata(fields, HashMap::from_iter(nodes)))
}

/// The edges in batches.
struct Batches<'g> {
    graph: &'g Graph,
    schema: SchemaRef,
    next: usize,
}

impl Iterator for Batches<'_> {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let edges = self.graph.targets.len();
        if self.next >= edges {
            return None;
        }
        let mut range = self.next..edges.min(self.next + BATCH);
        let mut sources = self.graph.sources(range.clone());
        if let Some(ids) = &self.graph.ids {
            let length = |node: u32| match ids.get(node) {
                Some(Id::Text(text)) => text.len(),
                _ => 0,
            };
            let mut bytes = 0;
            let targets = &self.graph.targets[range.clone()];
            let full = sources.iter().zip(targets).position(|(&source, &target)| {
                bytes += length(source) + length(target);
                bytes > TEXTS
            });
            if let Some(full) = full {
                range.end = range.start + full.max(1);
                sources.truncate(range.len());
            }
        }
        self.next = range.end;
        Some(self.batch(sources, range))
    }
}

impl Batches<'_> {
    fn batch(&self, sources: Vec<u32>, range: Range<usize>) -> Result<RecordBatch, ArrowError> {
        let targets = self.graph.targets[range.clone()].to_vec();
        let mut columns = vec![self.nodes(sources), self.nodes(targets)];
        columns.extend(self.graph.weights.as_ref().map(|weights| -> ArrayRef {
            match weights {
                Weights::U32(values) => Arc::new(UInt32Array::from(values[range].to_vec())),
                Weights::I64(values) => Arc::new(Int64Array::from(values[range].to_vec())),
                Weights::F64(values) => Arc::new(Float64Array::from(values[range].to_vec())),
            }
        }));
        RecordBatch::try_new(self.schema.clone(), columns)
    }

    /// Returns the column of the ids of nodes.
    fn nodes(&self, nodes: Vec<u32>) -> ArrayRef {
        let Some(ids) = self.graph.ids.as_deref() else {
            return Arc::new(UInt32Array::from(nodes));
        };
        match ids.as_numbers() {
            Some(numbers) => {
                let numbers = nodes.iter().map(|&node| numbers[node as usize]);
                Arc::new(Int64Array::from_iter_values(numbers))
            }
            None => Arc::new(texts(ids, &nodes)),
        }
    }
}

fn texts(ids: &Ids, nodes: &[u32]) -> arrow_array::StringArray {
    let mut texts = StringBuilder::new();
    for &node in nodes {
        if let Some(Id::Text(text)) = ids.get(node) {
            texts.append_value(text);
        }
    }
    texts.finish()
}

fn problem(error: ArrowError) -> Problem {
    match error {
        ArrowError::IoError(_, error) => Problem::Io(error),
        other => Problem::Io(io::Error::other(other)),
    }
}
