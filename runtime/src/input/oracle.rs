//! The graph of a run as an oracle reads it: from the same file and by the same keys, but without the
//! loader.

use std::path::Path;
use std::sync::Arc;

use igc_compiler::diagnostics::visible;
use igc_graph::generate::Drawn;
use igc_graph::options::{LoadOptions, ParallelKey, WeightsKey};
use igc_graph::{ColumnKey, Id, Ids, IdsKey, Separator, TableKeys, Weights};
use igc_oracle::{Adjacency, read};

use super::{Input, Origin};
use crate::Error;

/// An oracle's own view of a graph.
pub struct OracleGraph {
    /// The graph, as the oracle read and built it.
    pub graph: Adjacency,
    /// Whether the oracle read the graph without the loader's help. The project's own binary format
    /// has no second reader.
    pub independent: bool,
    /// The ids of the nodes, if they have ids.
    pub ids: Option<Arc<Ids>>,
    /// Whether programs run on a graph with other numbers of nodes.
    pub is_reordered: bool,
}

impl Input {
    /// Returns the oracle's own view of the graph. The oracle's readers read a file again; the
    /// oracle builds a generated graph from the raw draws.
    ///
    /// # Errors
    ///
    /// Returns an error if the oracle's reader rejects the file.
    pub fn for_oracle(&self) -> Result<OracleGraph, Error> {
        let (mut graph, independent) = self.before_requirements()?;
        let is_reordered = self.order.is_some();
        let ids = self.graph.ids.clone();
        if !independent {
            return Ok(OracleGraph { graph, independent, ids, is_reordered });
        }
        if self.requirements.iter().any(|r| r == "undirected") {
            graph = graph.undirected();
        }
        if self.requirements.iter().any(|r| r == "simple") {
            graph = graph.simple();
        }
        Ok(OracleGraph { graph, independent, ids, is_reordered })
    }

    /// Returns the oracle's graph, and whether it is independent of the loader.
    fn before_requirements(&self) -> Result<(Adjacency, bool), Error> {
        match &self.origin {
            Origin::Generator(drawn) => {
                // The oracle must number edges as the runtime does, because it sees properties of
                // edges.
                let mut edges: Vec<(u32, u32)> = drawn.edges().collect();
                edges.sort_unstable();
                let edges = edges.into_iter().map(|(u, v)| (u, v, weight_of(drawn, u, v)));
                let graph = Adjacency::from_edges(drawn.nodes(), edges).map_err(oracle)?;
                let graph = if drawn.is_simple() { graph.simple() } else { graph };
                Ok((graph, true))
            }
            Origin::File(file) => self.reread(&file.path, &file.options),
            Origin::Memory => Ok((self.edges_as_loaded()?, false)),
        }
    }

    fn reread(&self, path: &Path, options: &LoadOptions) -> Result<(Adjacency, bool), Error> {
        let format = match options.format {
            Some(format) => format,
            None => igc_graph::recognise(path, options)?,
        };
        if format == igc_graph::Format::Igc {
            return Ok((self.edges_as_loaded()?, false));
        }
        let format: read::Format = format.name().parse().map_err(oracle)?;
        let read = read::read(path, &visible::path(path), format, &keys_for_oracle(options));
        let read = read.map_err(oracle)?;
        self.compare_ids(read.ids.as_deref())?;
        Ok((read.graph, true))
    }

    /// Checks that the oracle has read the same ids of nodes. Otherwise, a right result would be written
    /// with wrong ids.
    fn compare_ids(&self, of_oracle: Option<&[String]>) -> Result<(), Error> {
        let is_same = match (&self.graph.ids, of_oracle) {
            (None, None) => true,
            (Some(ids), Some(of_oracle)) => {
                ids.len() == of_oracle.len()
                    && ids.iter().zip(of_oracle).all(|(id, other)| match id {
                        Id::Number(number) => number.to_string() == *other,
                        Id::Text(text) => text == other,
                    })
            }
            _ => false,
        };
        match is_same {
            true => Ok(()),
            false => Err(Error::Oracle(
                "the oracle has read other ids of nodes than the loader: the file was changed, or this is a \
                 bug of igc"
                    .into(),
            )),
        }
    }

    fn edges_as_loaded(&self) -> Result<Adjacency, Error> {
        let weight = |edge: usize| {
            self.graph.weights.as_ref().map(|weights| match weights {
                Weights::U32(w) => igc_oracle::Weight::Integer(w[edge].into()),
                Weights::I64(w) => igc_oracle::Weight::Integer(w[edge]),
                Weights::F64(w) => igc_oracle::Weight::Real(w[edge]),
            })
        };
        let sources = self.sources();
        let edges = self.graph.targets.iter().enumerate();
        let edges = edges.map(|(edge, &target)| (sources[edge], target, weight(edge)));
        Adjacency::from_edges(self.graph.nodes(), edges).map_err(oracle)
    }
}

/// Returns whether this thread runs a decoder of the loader or of the oracle. Its panics, which damaged files cause,
/// become errors, so a panic hook need not report them.
pub fn is_decoding() -> bool {
    igc_graph::is_decoding() || read::is_decoding()
}

/// Returns the keys as the oracle's readers take them. A new key of graph files must appear here.
fn keys_for_oracle(options: &LoadOptions) -> read::Keys {
    let LoadOptions {
        format: _,
        weights,
        drop_loops,
        parallel,
        compact,
        sparse: _,
        symmetric,
        table,
        single,
    } = options;
    read::Keys {
        table: table.is_given().then(|| table_for_oracle(table)),
        weights: match weights {
            WeightsKey::Keep => read::Weights::Keep,
            WeightsKey::Ignore => read::Weights::Ignore,
            WeightsKey::BigEndian => read::Weights::BigEndian,
            WeightsKey::Float => read::Weights::Float,
        },
        parallel: match parallel {
            ParallelKey::Keep => read::Parallel::Keep,
            ParallelKey::First => read::Parallel::First,
            ParallelKey::Least => read::Parallel::Least,
        },
        drop_loops: *drop_loops,
        compact: *compact,
        symmetric: *symmetric,
        single: *single,
    }
}

fn weight_of(drawn: &Drawn, source: u32, target: u32) -> Option<igc_oracle::Weight> {
    drawn.weight(source, target).map(|w| igc_oracle::Weight::Integer(w.into()))
}

fn oracle(error: impl std::fmt::Display) -> Error {
    Error::Oracle(error.to_string())
}

/// Returns the keys of a table as the oracle's reader takes them.
fn table_for_oracle(keys: &TableKeys) -> read::TableKeys {
    let TableKeys { source, target, weight, header, separator, ids } = keys;
    let column = |key: &Option<ColumnKey>| {
        key.as_ref().map(|key| match key {
            ColumnKey::Name(name) => read::ColumnKey::Name(name.clone()),
            ColumnKey::Number(number) => read::ColumnKey::Number(*number),
        })
    };
    let separator = separator.map(|separator| match separator {
        Separator::Comma => ',',
        Separator::Semicolon => ';',
        Separator::Tab => '\t',
        Separator::Blanks => ' ',
    });
    let names = ids.map(|ids| ids == IdsKey::Names);
    let (source, target, weight) = (column(source), column(target), column(weight));
    read::TableKeys { source, target, weight, header: *header, separator, names }
}
