//! Reads edge lists in Parquet files and in Arrow files (also called Feather files, version 2) and streams.
//!
//! The columns have names, so the keys `source`, `target`, `weight` and `ids` choose them as in a
//! [table](crate::text::table), and without keys, the usual names do. Only these columns are decoded.
//!
//! - Ids are integers or texts. Texts are always names, also without the key `ids=names`.
//! - Weights are integers or floats.
//! - All of them may be encoded by a dictionary. A missing value is an error.
//!
//! Files are read batch by batch. A Parquet file, and an Arrow file that is not a stream, has a footer, so a
//! compressed one is decompressed into memory first.
//! <https://parquet.apache.org/docs/file-format/>,
//! <https://arrow.apache.org/docs/format/Columnar.html#serialization-and-interprocess-communication-ipc>

mod batches;
mod guard;
mod values;
pub(crate) mod write;

use arrow_array::RecordBatch;
use arrow_schema::Schema;

use crate::assemble::{Assembler, Numbering};
use crate::error::{GraphError, MAX_NODES, Problem};
use crate::format::Format;
use crate::input::Source;
use crate::text::ParsedText;
use crate::text::number::Number;
use crate::text::sink::{EdgeRules, EdgeSink};
use crate::text::table::ParsedTable;
use crate::text::table::columns::{Columns, Wanted};
use crate::text::table::keys::{IdsKey, TableKeys};
use crate::text::table::names::NamedEdges;
use batches::{Batches, open};
pub use guard::is_decoding;
use values::{Ids, Weights, is_text};

/// Number of edges in a chunk.
const CHUNK: usize = 1 << 18;
/// The largest id if ids are the numbers of nodes.
const LARGEST: i128 = MAX_NODES as i128 - 1;
/// The key of the metadata in which igc writes the number of nodes.
pub(crate) const NODES: &str = "igc.nodes";

/// The columns of the edges in each batch.
struct Places {
    source: usize,
    target: usize,
    weight: Option<usize>,
}

/// Reads the edges.
pub(crate) fn read(
    format: Format,
    source: &Source<'_>,
    keys: &TableKeys,
    rules: EdgeRules,
    ignores_weights: bool,
) -> Result<ParsedTable, GraphError> {
    let schema = open(format, source, None)?.schema;
    let names: Vec<String> = schema.fields().iter().map(|field| field.name().clone()).collect();
    let wanted = if ignores_weights { Wanted::Nothing } else { Wanted::Optional };
    let columns = Columns::named(keys, &names, wanted)?;
    let mut chosen: Vec<usize> = [Some(columns.source), Some(columns.target), columns.weight]
        .into_iter()
        .flatten()
        .collect();
    chosen.sort_unstable();
    let place = |column: usize| chosen.partition_point(|other| *other < column);
    let places = Places {
        source: place(columns.source),
        target: place(columns.target),
        weight: columns.weight.map(place),
    };
    let rules = EdgeRules { weighted: columns.weight.is_some(), ..rules };
    let has_texts = [columns.source, columns.target]
        .into_iter()
        .any(|column| is_text(schema.field(column).data_type()));
    let ids = match keys.ids {
        None if has_texts => IdsKey::Names,
        _ => keys.ids(),
    };
    let batches = open(format, source, Some(&chosen))?;
    let parsed = match ids {
        IdsKey::Names => named(batches, &places, rules)?,
        IdsKey::Numbers => numbered(batches, &places, rules, stated(&schema))?,
    };
    Ok(ParsedTable { columns: columns.named, ..parsed })
}

/// Returns the number of nodes that igc has written into the metadata.
fn stated(schema: &Schema) -> u32 {
    let nodes = schema.metadata().get(NODES).and_then(|text| text.parse().ok());
    nodes.filter(|nodes| *nodes <= MAX_NODES).unwrap_or(0)
}

/// A batch with its columns.
struct Rows<'b> {
    source: Ids<'b>,
    target: Ids<'b>,
    weights: Option<Weights>,
    /// Number of rows before the batch.
    before: u64,
    count: usize,
}

impl<'b> Rows<'b> {
    fn of(batch: &'b RecordBatch, places: &Places, before: u64) -> Result<Self, Problem> {
        let schema = batch.schema_ref();
        let name = |column: usize| schema.field(column).name().as_str();
        let ids = |column: usize| Ids::of(batch.column(column).as_ref(), name(column), before);
        let weights = places
            .weight
            .map(|column| Weights::of(batch.column(column).as_ref(), name(column), before));
        Ok(Rows {
            source: ids(places.source)?,
            target: ids(places.target)?,
            weights: weights.transpose()?,
            before,
            count: batch.num_rows(),
        })
    }

    fn weight(&self, row: usize) -> Result<Number, Problem> {
        match &self.weights {
            None => Ok(Number::Whole(1)),
            Some(weights) => weights.get(row).map_err(|problem| self.at(row, problem)),
        }
    }

    /// Adds the number of a row, from 1, to a problem.
    fn at(&self, row: usize, problem: Problem) -> Problem {
        Problem::InRow { row: self.before + row as u64 + 1, problem: Box::new(problem) }
    }
}

/// Reads edges between names.
fn named(
    batches: Batches<'_>,
    places: &Places,
    rules: EdgeRules,
) -> Result<ParsedTable, GraphError> {
    let mut edges = NamedEdges::new(rules);
    let mut before = 0;
    let mut digits = String::new();
    for batch in batches {
        let batch = batch?;
        let rows = Rows::of(&batch, places, before)?;
        for row in 0..rows.count {
            let mut ends = [0; 2];
            for (end, ids) in ends.iter_mut().zip([&rows.source, &rows.target]) {
                let id = ids.text(row, &mut digits);
                if id.is_empty() {
                    let problem = Problem::Corrupt("the id of a node is empty".into());
                    return Err(rows.at(row, problem).into());
                }
                *end = edges.interner.intern(id.as_bytes())?;
            }
            edges.add(ends[0], ends[1], rows.weight(row)?);
        }
        before += rows.count as u64;
    }
    edges.finish(rules)
}

/// Reads edges between numbers of nodes.
fn numbered(
    batches: Batches<'_>,
    places: &Places,
    rules: EdgeRules,
    stated: u32,
) -> Result<ParsedTable, GraphError> {
    let assembler = Assembler::new();
    let mut edges = EdgeSink::new(rules);
    let (mut place, mut before) = (0, 0);
    for batch in batches {
        let batch = batch?;
        let rows = Rows::of(&batch, places, before)?;
        for row in 0..rows.count {
            let mut ends = [0; 2];
            for (end, ids) in ends.iter_mut().zip([&rows.source, &rows.target]) {
                *end = node(ids, row).map_err(|problem| rows.at(row, problem))?;
            }
            edges.edge(ends[0], ends[1], rows.weight(row)?);
            if edges.chunk().len() >= CHUNK {
                assembler.push(place, edges.chunk())?;
                edges.clear();
                place += 1;
            }
        }
        before += rows.count as u64;
    }
    assembler.push(place, edges.chunk())?;
    // Edges that were added to a file of igc may have more nodes.
    let nodes = assembler.largest_id().map_or(0, |largest| largest + 1).max(stated);
    let numbering = if stated > 0 { Numbering::Exactly(nodes) } else { Numbering::Largest };
    Ok(ParsedTable::of(ParsedText { assembler, numbering }))
}

/// Returns the number of a node in a row.
fn node(ids: &Ids<'_>, row: usize) -> Result<u32, Problem> {
    match ids.whole(row) {
        Some(id) if (0..=LARGEST).contains(&id) => Ok(id as u32),
        found => {
            let mut digits = String::new();
            let found = match found {
                Some(id) => id.to_string(),
                None => ids.text(row, &mut digits).to_owned(),
            };
            Err(Problem::UnexpectedText {
                expected: format!("the number of a node (a whole number of 0 to {LARGEST})"),
                found: crate::text::cursor::quote(found.as_bytes()),
                help: "add the key `ids=names`, with which ids may be names or any numbers".into(),
            })
        }
    }
}
