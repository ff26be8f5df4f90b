//! Edits a finished graph as the keys of a graph specification request.

use std::cmp::Ordering;
use std::sync::Arc;

use bytemuck::Pod;

use crate::assemble::{Assembler, EdgeChunk, Numbering};
use crate::csr::{Graph, Weights};
use crate::error::GraphError;
use crate::ids::Ids;
use crate::options::{LoadOptions, ParallelKey};
use crate::values::Values;

/// Number of edges in a chunk when a graph is rebuilt.
const CHUNK: usize = 1 << 18;

/// Drops self-loops and parallel edges from `graph`, in place, as `options` say.
pub(crate) fn drop_edges(graph: &mut Graph, options: &LoadOptions) {
    if !options.drop_loops && options.parallel == ParallelKey::Keep {
        return;
    }
    let nodes = graph.nodes() as usize;
    // For each node, the index of the last kept edge to it. Valid only if it is in the current row.
    let mut seen = match options.parallel {
        ParallelKey::Keep => Vec::new(),
        _ => vec![0usize; nodes],
    };
    let mut kept = 0;
    for node in 0..nodes {
        let edges = graph.row(node as u32);
        graph.offsets.set(node, kept);
        let row = kept;
        for edge in edges {
            let target = graph.targets[edge] as usize;
            if options.drop_loops && target == node {
                continue;
            }
            if options.parallel != ParallelKey::Keep {
                let before = seen[target];
                if (row..kept).contains(&before) && graph.targets[before] as usize == target {
                    if options.parallel == ParallelKey::Least && is_lighter(graph, edge, before) {
                        move_weight(graph, edge, before);
                    }
                    continue;
                }
                seen[target] = kept;
            }
            graph.targets[kept] = target as u32;
            move_weight(graph, edge, kept);
            kept += 1;
        }
    }
    graph.offsets.set(nodes, kept);
    shorten(&mut graph.targets, kept);
    match &mut graph.weights {
        None => {}
        Some(Weights::U32(values)) => shorten(values, kept),
        Some(Weights::I64(values)) => shorten(values, kept),
        Some(Weights::F64(values)) => shorten(values, kept),
    }
}

fn shorten<T: Pod>(values: &mut Values<T>, length: usize) {
    let values = values.to_mut();
    values.truncate(length);
    values.shrink_to_fit();
}

fn is_lighter(graph: &Graph, edge: usize, than: usize) -> bool {
    let order = match &graph.weights {
        None => Ordering::Equal,
        Some(Weights::U32(values)) => values[edge].cmp(&values[than]),
        Some(Weights::I64(values)) => values[edge].cmp(&values[than]),
        Some(Weights::F64(values)) => values[edge].total_cmp(&values[than]),
    };
    order == Ordering::Less
}

fn move_weight(graph: &mut Graph, from: usize, to: usize) {
    match &mut graph.weights {
        None => {}
        Some(Weights::U32(values)) => values[to] = values[from],
        Some(Weights::I64(values)) => values[to] = values[from],
        Some(Weights::F64(values)) => values[to] = values[from],
    }
}

/// Rebuilds `graph`. Adds the reverse of each edge for which `reverse(source, target)` holds.
/// Renumbers the used nodes if `compact`.
pub(crate) fn rebuilt(
    graph: Graph,
    reverse: impl Fn(u32, u32) -> bool,
    compact: bool,
) -> Result<Graph, GraphError> {
    let assembler = Assembler::new();
    let mut chunk = EdgeChunk::default();
    let mut place = 0;
    let mut edges = Vec::with_capacity(CHUNK + 2);
    let mut push = |edges: &mut Vec<(u32, u32, usize)>| {
        chunk.sources = edges.iter().map(|edge| edge.0).collect();
        chunk.targets = edges.iter().map(|edge| edge.1).collect();
        let from = edges.iter().map(|edge| edge.2);
        chunk.weights = graph.weights.as_ref().map(|weights| match weights {
            Weights::U32(values) => Weights::U32(from.map(|edge| values[edge]).collect()),
            Weights::I64(values) => Weights::I64(from.map(|edge| values[edge]).collect()),
            Weights::F64(values) => Weights::F64(from.map(|edge| values[edge]).collect()),
        });
        edges.clear();
        place += 1;
        assembler.push(place, &chunk)
    };
    for source in 0..graph.nodes() {
        for (&target, edge) in graph.neighbours(source).iter().zip(graph.row(source)) {
            edges.push((source, target, edge));
            if reverse(source, target) {
                edges.push((target, source, edge));
            }
            if edges.len() >= CHUNK {
                push(&mut edges)?;
            }
        }
    }
    push(&mut edges)?;
    let nodes = graph.nodes();
    let ids = graph.ids.clone();
    drop(graph);
    let numbering = if compact { Numbering::Compact } else { Numbering::Exactly(nodes) };
    let made = assembler.finish_numbered(numbering)?;
    Ok(Graph { ids: kept_ids(ids, &made), ..made })
}

/// Returns the ids of the nodes of a graph that was made of a graph with ids. The ids of the new graph are
/// the numbers that its nodes had before, unless these are the first nodes. Nodes whose ids are their new numbers
/// need no ids.
pub(crate) fn kept_ids(ids: Option<Arc<Ids>>, made: &Graph) -> Option<Arc<Ids>> {
    let Some(ids) = ids else { return made.ids.clone() };
    let before: Vec<u32> = match made.ids.as_ref().and_then(|ids| ids.as_numbers()) {
        Some(numbers) => numbers.iter().map(|&number| number as u32).collect(),
        None if made.nodes() as usize == ids.len() => return Some(ids),
        // Without nodes, there are no ids to keep.
        None if made.nodes() == 0 => return None,
        None => (0..made.nodes()).collect(),
    };
    let kept = ids.of_nodes(&before);
    (!kept.are_numbers_of_nodes()).then(|| Arc::new(kept))
}
