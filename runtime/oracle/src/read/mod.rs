//! Readers for graph files, as simple as the formats allow.
//!
//! The caller names the [`Format`]; only the loader detects formats. Files may be compressed with
//! gzip or zstd.
//!
//! All readers follow these rules, so that node `n` in the oracle is node `n` in the loader:
//!
//! - Nodes are counted from 0. Formats that count from 1 (DIMACS, MatrixMarket, KONECT, METIS) have
//!   1 subtracted.
//! - Duplicates and self-loops are kept.
//! - An entry of a symmetric matrix, of an undirected KONECT network or an undirected edge of GraphML becomes
//!   two edges, one per direction; a self-loop becomes one edge. METIS lists both directions itself.
//! - If a format states the number of nodes, this number is used. The number of nodes of an edge
//!   list is its largest id plus one, unless it starts with the comment `# igc nodes NODES`. Ids that
//!   do not occur are isolated nodes.
//! - The [`Keys`] of the graph specification then change the graph.
//! - A text may start with a UTF-8 byte-order mark. If its first 64 KiB have carriage returns and no
//!   line feeds, a carriage return ends a line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;
use std::str::FromStr;

use crate::adjacency::{Adjacency, AdjacencyError};
pub use keys::{ColumnKey, Keys, Parallel, TableKeys, Weights};

mod adjacency_list;
mod bytes;
#[cfg(feature = "parquet")]
mod columnar;
mod dimacs;
mod ecl;
mod edge_list;
mod galois;
mod gapbs;
mod graphml;
mod keys;
mod konect;
mod ligra;
mod lines;
mod matrix_market;
mod metis;
mod table;
#[cfg(test)]
mod tests;

/// A graph file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Shortest-path text of the 9th DIMACS challenge.
    Dimacs,
    /// MatrixMarket coordinate text: an entry in row `i` and column `j` is the edge `i -> j`.
    MatrixMarket,
    /// Lines of source, target and optionally a weight, as SNAP and the GAP benchmark write them.
    EdgeList,
    /// Lines of source, target and weight.
    WeightedEdgeList,
    /// KONECT's `out.*` text.
    Konect,
    /// METIS's adjacency text.
    Metis,
    /// NetworkX's adjacency lists.
    AdjacencyList,
    /// The adjacency text of PBBS and Ligra.
    Ligra,
    /// GraphML.
    GraphMl,
    /// Galois's binary, version 1 or 2.
    Galois,
    /// The GAP benchmark's binary without weights.
    Sg,
    /// The GAP benchmark's binary with weights.
    Wsg,
    /// The ECL programs' binary.
    Egr,
    /// Edge lists in Parquet files.
    Parquet,
    /// Edge lists in Arrow files and streams.
    Arrow,
    /// igc's own binary format, for which there is no independent reader.
    Igc,
}

impl Format {
    /// All formats with their names on the command line.
    const NAMES: [(&'static str, Format); 16] = [
        ("dimacs", Format::Dimacs),
        ("mtx", Format::MatrixMarket),
        ("el", Format::EdgeList),
        ("wel", Format::WeightedEdgeList),
        ("konect", Format::Konect),
        ("metis", Format::Metis),
        ("adjlist", Format::AdjacencyList),
        ("ligra", Format::Ligra),
        ("graphml", Format::GraphMl),
        ("galois", Format::Galois),
        ("sg", Format::Sg),
        ("wsg", Format::Wsg),
        ("egr", Format::Egr),
        ("parquet", Format::Parquet),
        ("arrow", Format::Arrow),
        ("igc", Format::Igc),
    ];
}

/// No format has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the oracle does not have a reader for the format '{0}'")]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, format)| *format).ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// The reason why a file could not be read as a graph.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Reading failed, or the compressed data is damaged.
    #[error("{path}: {source}")]
    Io {
        /// The path of the file.
        path: String,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A line violates the format.
    #[error("{path}:{line}: {reason}")]
    Line {
        /// The path of the file.
        path: String,
        /// The number of the line, from 1.
        line: u64,
        /// The reason why the line is invalid.
        reason: String,
    },
    /// The file as a whole violates the format.
    #[error("{path}: {reason}")]
    Content {
        /// The path of the file.
        path: String,
        /// The reason why the file is invalid.
        reason: String,
    },
    /// The file may be valid, but the oracle cannot read it.
    #[error("{path}: {reason}")]
    Unsupported {
        /// The path of the file.
        path: String,
        /// The feature that the oracle does not support.
        reason: String,
    },
    /// The edges do not form a graph.
    #[error("{path}: {error}")]
    Graph {
        /// The path of the file.
        path: String,
        /// The reason why the edges do not form a graph.
        error: AdjacencyError,
    },
}

/// A graph as it was read.
#[derive(Debug)]
pub struct Read {
    /// The graph.
    pub graph: Adjacency,
    /// The id of each node, unless ids are the numbers of nodes.
    pub ids: Option<Vec<String>>,
}

/// Reads the graph from the file at `path`, which may be compressed, and applies the keys. Messages
/// call the file `name`.
///
/// # Errors
///
/// Returns an error if the file cannot be read, is invalid, or is not supported.
pub fn read(path: &Path, name: &str, format: Format, keys: &Keys) -> Result<Read, ReadError> {
    let io = |source| ReadError::Io { path: name.to_owned(), source };
    let reader = decompressed(BufReader::new(File::open(path).map_err(io)?)).map_err(io)?;
    read_from(reader, name, format, keys)
}

/// Reads the graph from `reader`, which is not compressed, and applies the keys. `path` is used in
/// messages.
///
/// # Errors
///
/// Returns an error if the content cannot be read, is invalid, or is not supported.
pub fn read_from(
    reader: Box<dyn BufRead>,
    path: &str,
    format: Format,
    keys: &Keys,
) -> Result<Read, ReadError> {
    let io = |source| ReadError::Io { path: path.to_owned(), source };
    let is_text = !matches!(
        format,
        Format::Galois
            | Format::Sg
            | Format::Wsg
            | Format::Egr
            | Format::Parquet
            | Format::Arrow
            | Format::Igc
    );
    let reader = if is_text { plain_text(reader).map_err(io)? } else { reader };
    let lines = |reader| lines::Lines::new(reader, path, keys.single);
    let bytes = |reader| bytes::Bytes::new(reader, path);
    let ignore = keys.weights == Weights::Ignore;
    let is_weighted = format == Format::WeightedEdgeList;
    let mut ids = None;
    let listed = match format {
        Format::Dimacs => dimacs::read(lines(reader)),
        Format::MatrixMarket => matrix_market::read(lines(reader)),
        Format::EdgeList | Format::WeightedEdgeList if keys.table.is_some() => {
            let table = keys.table.clone().unwrap_or_default();
            let read = table::read(lines(reader), &table, is_weighted, ignore);
            read.map(|(listed, found)| {
                ids = found;
                listed
            })
        }
        Format::EdgeList => edge_list::read(lines(reader), false, ignore),
        Format::WeightedEdgeList => edge_list::read(lines(reader), true, ignore),
        Format::Konect => konect::read(lines(reader)),
        Format::Metis => metis::read(lines(reader)),
        Format::Ligra => ligra::read(lines(reader)),
        Format::AdjacencyList => adjacency_list::read(lines(reader)).map(|(listed, found)| {
            ids = found;
            listed
        }),
        Format::GraphMl => {
            let weight = keys.table.as_ref().and_then(|table| table.weight.as_ref());
            graphml::read(lines(reader), weight, ignore, keys.symmetric).map(|(listed, found)| {
                ids = found;
                listed
            })
        }
        Format::Galois => galois::read(bytes(reader), keys.weights),
        Format::Sg => gapbs::read(bytes(reader), false),
        Format::Wsg => gapbs::read(bytes(reader), true),
        Format::Egr => ecl::read(bytes(reader)),
        #[cfg(feature = "parquet")]
        Format::Parquet | Format::Arrow => {
            let table = keys.table.clone().unwrap_or_default();
            let is_parquet = format == Format::Parquet;
            columnar::read(reader, path, &table, is_parquet, ignore).map(|(listed, found)| {
                ids = found;
                listed
            })
        }
        #[cfg(not(feature = "parquet"))]
        Format::Parquet | Format::Arrow => {
            return Err(ReadError::Unsupported {
                path: path.to_owned(),
                reason: "the oracle was built without Parquet and Arrow".to_owned(),
            });
        }
        Format::Igc => {
            return Err(ReadError::Unsupported {
                path: path.to_owned(),
                reason: "the oracle does not have a reader for igc's binary format, so it cannot \
                     read the graph independently of the loader"
                    .to_owned(),
            });
        }
    };
    let (nodes, edges, kept) = keys.apply(listed?);
    let ids = match (ids, kept) {
        (Some(ids), Some(kept)) => {
            Some(kept.iter().map(|&node| ids[node as usize].clone()).collect())
        }
        (None, Some(kept)) => Some(kept.iter().map(u32::to_string).collect()),
        (ids, None) => ids,
    };
    let is_numbering =
        |ids: &Vec<String>| ids.iter().zip(0..).all(|(id, n)| *id == i64::to_string(&n));
    let ids = ids.filter(|ids| !is_numbering(ids));
    match Adjacency::from_edges(nodes, edges) {
        Ok(graph) => Ok(Read { graph, ids }),
        Err(error) => Err(ReadError::Graph { path: path.to_owned(), error }),
    }
}

/// Returns whether this thread runs a decoder of Parquet or Arrow. Its panics, which damaged files cause, become
/// errors, so a panic hook need not report them.
pub fn is_decoding() -> bool {
    #[cfg(feature = "parquet")]
    return columnar::is_decoding();
    #[cfg(not(feature = "parquet"))]
    return false;
}

/// Removes a byte-order mark, and replaces carriage returns by line feeds if no line feed ends a
/// line.
fn plain_text(mut reader: Box<dyn BufRead>) -> std::io::Result<Box<dyn BufRead>> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let mut start = Vec::new();
    reader.by_ref().take(1 << 16).read_to_end(&mut start)?;
    let old_mac = start.contains(&b'\r') && !start.contains(&b'\n') && !start.contains(&0);
    if start.starts_with(MARK) {
        start.drain(..MARK.len());
    }
    let whole = std::io::Cursor::new(start).chain(reader);
    if !old_mac {
        return Ok(Box::new(whole));
    }
    Ok(Box::new(BufReader::new(LineFeeds(whole))))
}

/// A reader that replaces carriage returns by line feeds.
struct LineFeeds<R>(R);

impl<R: io::Read> io::Read for LineFeeds<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.read(buffer)?;
        for byte in buffer[..count].iter_mut().filter(|byte| **byte == b'\r') {
            *byte = b'\n';
        }
        Ok(count)
    }
}

/// Detects gzip and zstd by the first bytes and decompresses them.
fn decompressed(mut reader: BufReader<File>) -> std::io::Result<Box<dyn BufRead>> {
    let start = reader.fill_buf()?;
    if start.starts_with(&[0x1f, 0x8b]) {
        Ok(Box::new(BufReader::new(flate2::bufread::MultiGzDecoder::new(reader))))
    } else if start.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        Ok(Box::new(BufReader::new(zstd::Decoder::with_buffer(reader)?)))
    } else {
        Ok(Box::new(reader))
    }
}
