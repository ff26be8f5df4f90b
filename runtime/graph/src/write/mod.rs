//! Writes a graph in any of the formats that can be read.
//!
//! If a format cannot represent the graph, writing fails; nothing is dropped silently. This applies
//! to real weights in DIMACS, METIS and Galois files, weights in `.el` and `.sg`, and weights
//! beyond 32 signed bits in `.wsg` and `.egr`. Reading a written file gives the same graph with the
//! same order of edges, with two exceptions. DIMACS does not have unweighted graphs, so each of
//! their edges gets the weight 1. An edge list or an `.egr` file without edges does not say whether
//! the graph has weights.
//!
//! The ids that a user gave to nodes are written in igc's format, GraphML, adjacency lists and edge
//! lists. An edge list with ids has no nodes without edges. The other formats have numbers of nodes
//! instead: [`lost_ids`] says what is lost.

mod binary;
mod graphml;
mod text;

use std::io::{BufWriter, Write};
use std::path::Path;

use igc_output::OutputFile;

use crate::csr::{Graph, Weights};
use crate::error::{GraphError, Problem};
use crate::format::Format;
use crate::ids::Id;

/// Number of bytes per write.
const PIECE: usize = 1 << 18;

/// Writes `graph` to the file at `path`, compressed if its name ends in `.gz`, `.zst` or `.zstd`.
/// The file is an [`OutputFile`], so an incomplete file never appears at `path`.
///
/// # Errors
///
/// Returns an error if `format` cannot represent the graph or if writing fails.
pub fn save(graph: &Graph, path: &Path, format: Format) -> Result<(), GraphError> {
    let saved = save_file(graph, path, format);
    saved.map_err(|problem| GraphError::from(problem).in_file(&path.to_string_lossy()))
}

fn save_file(graph: &Graph, path: &Path, format: Format) -> Result<(), Problem> {
    check(graph, format)?;
    let mut file = OutputFile::create(path)?;
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => {
            let level = flate2::Compression::default();
            let mut encoder = flate2::write::GzEncoder::new(&mut file, level);
            write(graph, &mut encoder, format)?;
            encoder.finish()?;
        }
        Some("zst" | "zstd") => {
            let mut encoder = zstd::stream::write::Encoder::new(&mut file, 0)?;
            write(graph, &mut encoder, format)?;
            encoder.finish()?;
        }
        _ => write(graph, &mut file, format)?,
    }
    file.publish()?;
    Ok(())
}

/// Writes `graph` to `out`.
///
/// # Errors
///
/// Returns an error if `format` cannot represent the graph or if writing fails.
pub fn write(graph: &Graph, out: &mut dyn Write, format: Format) -> Result<(), Problem> {
    check(graph, format)?;
    let mut out = BufWriter::with_capacity(PIECE, out);
    match format {
        Format::Dimacs => text::dimacs(graph, &mut out)?,
        Format::MatrixMarket => text::matrix_market(graph, &mut out)?,
        Format::EdgeList | Format::WeightedEdgeList => text::edge_list(graph, &mut out)?,
        Format::Konect => text::konect(graph, &mut out)?,
        Format::Metis => text::metis(graph, &mut out)?,
        Format::AdjacencyList => text::adjacency_list(graph, &mut out)?,
        Format::Ligra => text::ligra(graph, &mut out)?,
        Format::GraphMl => graphml::graphml(graph, &mut out)?,
        Format::Galois => binary::galois(graph, &mut out)?,
        Format::Sg | Format::Wsg => binary::gapbs(graph, &mut out)?,
        Format::Egr => binary::ecl(graph, &mut out)?,
        #[cfg(feature = "parquet")]
        Format::Parquet | Format::Arrow => {
            crate::columnar::write::write(graph, &mut out, format)?;
        }
        #[cfg(not(feature = "parquet"))]
        Format::Parquet | Format::Arrow => format.check_available()?,
        Format::Igc => binary::igc(graph, &mut out)?,
    }
    out.flush()?;
    Ok(())
}

/// What a format does not keep of the ids of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LostIds {
    /// All ids: the file has numbers of nodes.
    All,
    /// The ids of nodes without edges.
    Isolated(u64),
}

/// Returns what a file in `format` would not keep of the ids of `graph`.
pub fn lost_ids(graph: &Graph, format: Format) -> Option<LostIds> {
    graph.ids.as_ref()?;
    match format {
        Format::Igc | Format::AdjacencyList | Format::GraphMl => None,
        Format::EdgeList | Format::WeightedEdgeList | Format::Parquet | Format::Arrow => {
            let mut has_edge = vec![false; graph.nodes() as usize];
            for node in 0..graph.nodes() {
                has_edge[node as usize] |= !graph.row(node).is_empty();
            }
            graph.targets.iter().for_each(|&target| has_edge[target as usize] = true);
            let isolated = has_edge.iter().filter(|has_edge| !**has_edge).count() as u64;
            (isolated > 0).then_some(LostIds::Isolated(isolated))
        }
        _ => Some(LostIds::All),
    }
}

/// Checks that `format` can represent `graph`.
fn check(graph: &Graph, format: Format) -> Result<(), Problem> {
    format.check_available()?;
    let cannot = |what, help| Err(Problem::CannotHold { format: format.name(), what, help });
    let signed = i32::MAX as u32;
    match (format, &graph.weights) {
        (Format::Dimacs | Format::Metis | Format::Galois, Some(Weights::F64(_))) => {
            cannot("real weights", "mtx, wel, konect, graphml, parquet, arrow and igc can")
        }
        (Format::EdgeList | Format::AdjacencyList, Some(_)) => cannot("weights", "wel can"),
        (Format::AdjacencyList, _) if !has_words(graph) => {
            cannot("ids with blanks or `#`", "igc and el can")
        }
        (Format::GraphMl, _)
            if graph.ids.as_ref().is_some_and(|ids| !graphml::can_represent(ids)) =>
        {
            cannot("ids that are empty or have control characters", "igc can")
        }
        (Format::WeightedEdgeList, None) => cannot("a graph without weights", "el can"),
        (Format::Sg, Some(_)) => cannot("weights", "wsg can"),
        (Format::Wsg, None) => cannot("a graph without weights", "sg can"),
        (Format::Sg | Format::Wsg | Format::Egr, _) if graph.nodes() > signed => {
            cannot("more than 2^31 - 1 nodes", "galois and igc can")
        }
        (Format::Egr, _) if graph.nodes() == 0 => cannot("a graph without nodes", "igc can"),
        (Format::Egr, _) if graph.edges() > u64::from(signed) => {
            cannot("more than 2^31 - 1 edges", "sg, wsg and igc can")
        }
        (Format::Wsg | Format::Egr, Some(weights)) if !fits_i32(weights) => {
            cannot("weights other than whole numbers of 32 bits with sign", "igc can")
        }
        _ => Ok(()),
    }
}

/// Returns whether each id is a word of an adjacency list.
fn has_words(graph: &Graph) -> bool {
    let is_word = |id: Id<'_>| match id {
        Id::Number(_) => true,
        Id::Text(text) => !text.contains([' ', '\t', '\r', '\n', '#']),
    };
    graph.ids.as_ref().is_none_or(|ids| ids.iter().all(is_word))
}

fn fits_i32(weights: &Weights) -> bool {
    match weights {
        Weights::U32(values) => values.iter().all(|&value| i32::try_from(value).is_ok()),
        Weights::I64(values) => values.iter().all(|&value| i32::try_from(value).is_ok()),
        Weights::F64(_) => false,
    }
}
