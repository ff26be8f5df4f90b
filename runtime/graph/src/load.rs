//! Loads a graph from a file: opens it, detects the format, parses it, builds the graph, and edits
//! it as the keys request.

use std::path::Path;
use std::sync::Arc;

use crate::assemble::Numbering;
use crate::binary::stream::Stream;
use crate::binary::{ecl, galois, gapbs, igc};
use crate::columns::EdgeColumns;
use crate::csr::Graph;
use crate::detect::{detect, is_graphml};
use crate::edit::{drop_edges, kept_ids, rebuilt};
use crate::error::{GraphError, Problem};
use crate::format::Format;
use crate::input::{Input, Source};
use crate::options::{LoadOptions, WeightsKey};
use crate::text::edge_list::Columns;
use crate::text::graphml::WantedWeights;
use crate::text::lines::Lines;
use crate::text::sink::EdgeRules;
use crate::text::{
    ParsedText, adjacency_list, dimacs, edge_list, graphml, konect, ligra, matrix_market,
    metis::{self, FirstDigit, Misfit, Reading},
    table::{self, ParsedTable, keys::TableKeys},
};
use crate::threads;

/// Number of nodes that a graph may have regardless of its number of edges.
const FREE_NODES: u64 = 1 << 22;
/// Number of additional nodes per edge that a graph may have without the key `sparse`.
const NODES_PER_EDGE: u64 = 64;

/// Loads the graph from the file at `path`, which may be compressed with gzip or zstd.
///
/// # Errors
///
/// Returns an error, with the path and, for texts, the line, if the file cannot be read or is not a
/// valid graph.
pub fn load_file(path: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    load_file_with_columns(path, options).map(|(graph, _)| graph)
}

/// Loads the graph as [`load_file`] does. Also returns which columns of the edges were read, if the file
/// has the edges as a table.
///
/// # Errors
///
/// Returns an error as [`load_file`] does.
pub fn load_file_with_columns(
    path: &Path,
    options: &LoadOptions,
) -> Result<(Graph, Option<EdgeColumns>), GraphError> {
    let loaded = load_source(&Source::File(path.into()), options);
    let Loaded { graph, columns } =
        loaded.map_err(|error| error.in_file(&path.to_string_lossy()))?;
    Ok((graph, columns))
}

/// A graph, and the columns of its edges if the file has them as a table.
struct Loaded {
    graph: Graph,
    columns: Option<EdgeColumns>,
}

impl From<Graph> for Loaded {
    fn from(graph: Graph) -> Loaded {
        Loaded { graph, columns: None }
    }
}

/// Reads a graph in `format` from `bytes`, which may be compressed.
///
/// # Errors
///
/// Returns an error if `bytes` is not a valid graph in this format.
pub fn parse_bytes(format: Format, bytes: &[u8]) -> Result<Graph, GraphError> {
    let options = LoadOptions { format: Some(format), ..LoadOptions::default() };
    load_source(&Source::Bytes(bytes), &options).map(|loaded| loaded.graph)
}

/// Reads a graph from `bytes`, which may be compressed. Detects the format unless `options` names
/// it.
///
/// # Errors
///
/// Returns an error if the format is unclear or `bytes` is not a valid graph.
pub fn parse_bytes_with(bytes: &[u8], options: &LoadOptions) -> Result<Graph, GraphError> {
    load_source(&Source::Bytes(bytes), options).map(|loaded| loaded.graph)
}

/// Returns the format in which [`load_file`] reads the file at `path`.
///
/// # Errors
///
/// Returns an error if the file cannot be read or its format is unclear.
pub fn recognise(path: &Path, options: &LoadOptions) -> Result<Format, GraphError> {
    let input = Source::File(path.into()).open();
    let format = input.and_then(|input| format_of(&input, options));
    format.map_err(|problem| GraphError::from(problem).in_file(&path.to_string_lossy()))
}

/// Returns the format of an input: the one that the options name or that is detected. The keys of a
/// table make each text an edge list, unless it is GraphML.
fn format_of(input: &Input<'_>, options: &LoadOptions) -> Result<Format, Problem> {
    let is_table = options.table.is_given();
    let format = match options.format {
        Some(format) => format,
        None if is_table && !input.sample.contains(&0) && !is_graphml(input) => Format::EdgeList,
        None => detect(input)?,
    };
    let (known, help): (&[&str], _) = match format {
        Format::EdgeList | Format::WeightedEdgeList => (&TableKeys::NAMES, ""),
        Format::GraphMl => (&["weight"], "GraphML has the key `weight`"),
        Format::Parquet | Format::Arrow => (
            &["source", "target", "weight", "ids"],
            "its columns have names and types, so it has the keys `source`, `target`, `weight` and `ids`",
        ),
        _ => (
            &[],
            "edge lists have the keys `source`, `target`, `weight`, `header`, `separator` and `ids`",
        ),
    };
    let wrong = options.table.given().find(|key| !known.contains(key));
    match wrong {
        None => Ok(format),
        Some(key) => Err(Problem::Unsupported {
            what: format!("the key `{key}` does not apply to the format `{format}`"),
            help: help.into(),
        }),
    }
}

fn load_source(source: &Source<'_>, options: &LoadOptions) -> Result<Loaded, GraphError> {
    threads::start();
    let input = source.open()?;
    let format = format_of(&input, options)?;
    format.check_available()?;
    let mut loaded = match format {
        #[cfg(feature = "parquet")]
        Format::Parquet | Format::Arrow => load_columnar(format, source, options)?,
        _ if format.is_text() => load_text(format, source, input, options)?,
        _ => load_binary(format, input, options)?.into(),
    };
    if options.weights == WeightsKey::Ignore {
        loaded.graph.weights = None;
    }
    drop_edges(&mut loaded.graph, options);
    Ok(loaded)
}

fn load_text<'bytes>(
    format: Format,
    source: &Source<'bytes>,
    input: Input<'bytes>,
    options: &LoadOptions,
) -> Result<Loaded, GraphError> {
    let (mirrored, single) = (options.symmetric, options.single);
    let rules = EdgeRules { mirrored, single, ..EdgeRules::default() };
    if format == Format::GraphMl {
        let wanted = match (options.weights, &options.table.weight) {
            (WeightsKey::Ignore, _) => WantedWeights::Ignored,
            (_, Some(key)) => WantedWeights::Named(key),
            (_, None) => WantedWeights::Usual,
        };
        return named(graphml::read(input.reader, rules, wanted)?, options);
    }
    if options.table.is_given() {
        return load_table(format, input, rules, options);
    }
    let lines = Lines::new(input.reader);
    let columns = match (options.weights, format) {
        (WeightsKey::Ignore, _) => Columns::Ignored,
        (_, Format::WeightedEdgeList) => Columns::Weighted,
        _ => Columns::FirstEdgeDecides,
    };
    let parsed = match format {
        Format::Dimacs => dimacs::read(lines, rules)?,
        Format::MatrixMarket => matrix_market::read(lines, rules)?,
        Format::Konect => konect::read(lines, rules)?,
        Format::Ligra => ligra::read(lines, rules)?,
        Format::AdjacencyList => return named(adjacency_list::read(lines, rules)?, options),
        Format::Metis => {
            let (parsed, one_ended) = load_metis(lines, rules, source)?;
            let graph = build(parsed, options)?;
            let symmetric = options.symmetric && one_ended;
            let graph = if symmetric { rebuilt(graph, |u, v| u != v, false)? } else { graph };
            return Ok(graph.into());
        }
        _ => return named(edge_list::read(lines, rules, columns)?, options),
    };
    build(parsed, options).map(Loaded::from)
}

/// Reads a table of edges whose columns the keys name.
fn load_table(
    format: Format,
    input: Input<'_>,
    rules: EdgeRules,
    options: &LoadOptions,
) -> Result<Loaded, GraphError> {
    let weights = match (options.weights, format) {
        (WeightsKey::Ignore, _) => Some(false),
        (_, Format::WeightedEdgeList) => Some(true),
        _ => None,
    };
    named(table::read(input.reader, &options.table, rules, weights)?, options)
}

/// Reads a table of edges whose columns have types.
#[cfg(feature = "parquet")]
fn load_columnar(
    format: Format,
    source: &Source<'_>,
    options: &LoadOptions,
) -> Result<Loaded, GraphError> {
    let rules = EdgeRules { mirrored: options.symmetric, ..EdgeRules::default() };
    let ignores_weights = options.weights == WeightsKey::Ignore;
    let parsed = crate::columnar::read(format, source, &options.table, rules, ignores_weights)?;
    named(parsed, options)
}

/// Builds the graph of a text whose nodes may have ids.
fn named(parsed: ParsedTable, options: &LoadOptions) -> Result<Loaded, GraphError> {
    let graph = build(parsed.text, options)?;
    let ids = kept_ids(parsed.ids.map(Arc::new), &graph);
    Ok(Loaded { graph: Graph { ids, ..graph }, columns: Some(parsed.columns) })
}

/// Reads METIS's text. Tries both meanings of the first digit of the header's FORMAT: METIS's
/// meaning, unless only the other one lists each edge at both ends. Also returns whether each edge is
/// listed at one end only.
fn load_metis<'bytes>(
    lines: Lines<'bytes>,
    rules: EdgeRules,
    source: &Source<'bytes>,
) -> Result<(ParsedText, bool), GraphError> {
    // Each line lists the neighbours in both directions, so no edge is mirrored here.
    let rules = EdgeRules { mirrored: false, ..rules };
    let other = || -> Result<_, GraphError> {
        let lines = Lines::new(source.open()?.reader);
        metis::read(lines, rules, FirstDigit::Multigraph).map_err(|Misfit { error, .. }| *error)
    };
    match metis::read(lines, rules, FirstDigit::Sizes) {
        Ok(Reading { parsed, one_ended: true, has_sizes: true }) => match other() {
            Ok(Reading { parsed, one_ended: false, .. }) => Ok((parsed, false)),
            _ => Ok((parsed, true)),
        },
        Ok(Reading { parsed, one_ended, .. }) => Ok((parsed, one_ended)),
        Err(Misfit { error, again: false }) => Err(*error),
        Err(Misfit { error, again: true }) => match other() {
            Ok(Reading { parsed, one_ended, .. }) => Ok((parsed, one_ended)),
            Err(_) => Err(*error),
        },
    }
}

/// Builds the graph from the edges of a text.
fn build(parsed: ParsedText, options: &LoadOptions) -> Result<Graph, GraphError> {
    // Renumbering does not make a file valid that states too few nodes.
    if let (Numbering::Exactly(nodes), Some(largest)) =
        (&parsed.numbering, parsed.assembler.largest_id())
        && largest >= *nodes
    {
        let (node, nodes) = (largest.into(), (*nodes).into());
        return Err(Problem::NodeOutOfRange { node, nodes, first: 0 }.into());
    }
    let numbering = if options.compact { Numbering::Compact } else { parsed.numbering };
    if !options.sparse && !options.compact {
        let edges = parsed.assembler.edges();
        let nodes = match numbering {
            Numbering::Exactly(nodes) => u64::from(nodes),
            _ => parsed.assembler.largest_id().map_or(0, |largest| u64::from(largest) + 1),
        };
        if nodes > FREE_NODES + NODES_PER_EDGE * edges {
            return Err(Problem::SparseIds { nodes, edges, bytes: 4 * (nodes + 1) }.into());
        }
    }
    parsed.assembler.finish_numbered(numbering)
}

fn load_binary(
    format: Format,
    input: Input<'_>,
    options: &LoadOptions,
) -> Result<Graph, GraphError> {
    let stream = Stream::new(input.reader);
    // Whether the file may lack the reverse of an edge.
    let mut one_ended = true;
    let graph = match format {
        Format::Galois => galois::read(stream, options.weights)?,
        Format::Sg | Format::Wsg => {
            let (graph, directed) = gapbs::read(stream, format == Format::Wsg)?;
            one_ended = directed;
            graph
        }
        Format::Egr => ecl::read(stream)?,
        _ => igc::read(stream)?,
    };
    let symmetric = options.symmetric && one_ended;
    match symmetric || options.compact {
        true => rebuilt(graph, |u, v| symmetric && u != v, options.compact),
        false => Ok(graph),
    }
}
