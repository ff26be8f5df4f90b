//! Changes that keys ask for, made to a finished graph.

use std::cmp::Ordering;

use crate::assemble::{ArcChunk, Assembler, Numbering};
use crate::csr::{Graph, Weights};
use crate::error::GraphError;
use crate::options::{LoadOptions, ParallelKey};

/// Arcs in a chunk when a graph is built again.
const CHUNK: usize = 1 << 18;

/// `graph` with self-loops and parallel arcs dropped as `options` say, in place.
pub(crate) fn drop_arcs(graph: &mut Graph, options: &LoadOptions) {
    if !options.drop_loops && options.parallel == ParallelKey::Keep {
        return;
    }
    let nodes = graph.nodes() as usize;
    // Where the arc to each node was last put; right only if it is in the present row.
    let mut seen = match options.parallel {
        ParallelKey::Keep => Vec::new(),
        _ => vec![0u32; nodes],
    };
    let mut kept = 0;
    for node in 0..nodes {
        let arcs =
            std::mem::replace(&mut graph.offsets[node], kept as u32)..graph.offsets[node + 1];
        let row = kept;
        for arc in arcs {
            let arc = arc as usize;
            let target = graph.targets[arc] as usize;
            if options.drop_loops && target == node {
                continue;
            }
            if options.parallel != ParallelKey::Keep {
                let before = seen[target] as usize;
                if (row..kept).contains(&before) && graph.targets[before] as usize == target {
                    if options.parallel == ParallelKey::Least && is_lighter(graph, arc, before) {
                        move_weight(graph, arc, before);
                    }
                    continue;
                }
                seen[target] = kept as u32;
            }
            graph.targets[kept] = target as u32;
            move_weight(graph, arc, kept);
            kept += 1;
        }
    }
    graph.offsets[nodes] = kept as u32;
    graph.targets.truncate(kept);
    graph.targets.shrink_to_fit();
    match &mut graph.weights {
        None => {}
        Some(Weights::U32(values)) => shorten(values, kept),
        Some(Weights::I64(values)) => shorten(values, kept),
        Some(Weights::F64(values)) => shorten(values, kept),
    }
}

fn shorten<T>(values: &mut Vec<T>, length: usize) {
    values.truncate(length);
    values.shrink_to_fit();
}

fn is_lighter(graph: &Graph, arc: usize, than: usize) -> bool {
    let order = match &graph.weights {
        None => Ordering::Equal,
        Some(Weights::U32(values)) => values[arc].cmp(&values[than]),
        Some(Weights::I64(values)) => values[arc].cmp(&values[than]),
        Some(Weights::F64(values)) => values[arc].total_cmp(&values[than]),
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

/// `graph` with the reverse of those arcs added for whose ends `reverse` holds, and its used nodes
/// renumbered (`compact`).
pub(crate) fn rebuilt(
    graph: Graph,
    reverse: impl Fn(u32, u32) -> bool,
    compact: bool,
) -> Result<Graph, GraphError> {
    let assembler = Assembler::new();
    let mut chunk = ArcChunk::default();
    let mut place = 0;
    let mut arcs = Vec::with_capacity(CHUNK + 2);
    let mut push = |arcs: &mut Vec<(u32, u32, usize)>| {
        chunk.sources = arcs.iter().map(|arc| arc.0).collect();
        chunk.targets = arcs.iter().map(|arc| arc.1).collect();
        let from = arcs.iter().map(|arc| arc.2);
        chunk.weights = graph.weights.as_ref().map(|weights| match weights {
            Weights::U32(values) => Weights::U32(from.map(|arc| values[arc]).collect()),
            Weights::I64(values) => Weights::I64(from.map(|arc| values[arc]).collect()),
            Weights::F64(values) => Weights::F64(from.map(|arc| values[arc]).collect()),
        });
        arcs.clear();
        place += 1;
        assembler.push(place, &chunk)
    };
    for source in 0..graph.nodes() {
        let row = graph.offsets[source as usize] as usize..;
        for (&target, arc) in graph.neighbours(source).iter().zip(row) {
            arcs.push((source, target, arc));
            if reverse(source, target) {
                arcs.push((target, source, arc));
            }
            if arcs.len() >= CHUNK {
                push(&mut arcs)?;
            }
        }
    }
    push(&mut arcs)?;
    let nodes = graph.nodes();
    drop(graph);
    assembler.finish_numbered(if compact { Numbering::Compact } else { Numbering::Exactly(nodes) })
}
