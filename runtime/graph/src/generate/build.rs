//! Builds the graph in memory from the draws of a generator.
//!
//! Rows are sorted by target, so their order does not depend on the order of the draws. Weights are
//! computed last, from the source and the target of each edge, so the assembly does not carry them.

use rayon::prelude::*;

use super::drawn::Drawn;
use super::weight::WeightRule;
use crate::assemble::{Assembler, EdgeChunk};
use crate::csr::{Graph, Weights};
use crate::edit::drop_edges;
use crate::error::{GraphError, MAX_NARROW_EDGES, Problem};
use crate::memory::{self, zeros};
use crate::offsets::Offsets;
use crate::options::LoadOptions;
use crate::rows::split_rows;
use crate::threads;

/// Bytes that an edge takes before the graph is built from edges in any order.
const GROUPED_EDGE: u64 = 6;

impl Drawn {
    /// Builds the graph. Its rows are sorted by target. If it [is simple](Drawn::is_simple),
    /// duplicates are merged and self-loops are dropped.
    ///
    /// Runs on rayon's threads.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot provide enough memory.
    pub fn build(&self) -> Result<Graph, GraphError> {
        threads::start();
        self.check_memory()?;
        let mut graph = match self.row_length() {
            Some(length) => self.build_rows(length)?,
            None => self.assemble()?,
        };
        let unique = sort_rows(&mut graph, self.is_simple());
        if self.is_simple() {
            keep_unique(&mut graph, &unique);
        }
        graph.weights = self.weights_of(&graph)?;
        Ok(graph)
    }

    /// Fails before any edge is drawn if the graph, or what it is built from, does not fit.
    fn check_memory(&self) -> Result<(), Problem> {
        let offset = if self.draws() > MAX_NARROW_EDGES { 8 } else { 4 };
        let weight = if self.weight_rule() == WeightRule::None { 0 } else { 4 };
        let edge =
            if self.row_length().is_some() { 4 + weight } else { GROUPED_EDGE.max(4 + weight) };
        memory::check((u64::from(self.nodes()) + 1) * offset + self.draws() * edge)
    }

    /// Builds the graph from draws in any order.
    fn assemble(&self) -> Result<Graph, GraphError> {
        let assembler = Assembler::new();
        self.par_chunks().enumerate().try_for_each(|(place, mut edges)| {
            if self.is_simple() {
                edges.retain(|(source, target)| source != target);
            }
            let (sources, targets) = edges.into_iter().unzip();
            assembler.push(place as u64, &EdgeChunk { sources, targets, weights: None })
        })?;
        assembler.finish(self.nodes())
    }

    /// Builds the graph from draws in the order of their sources, each of which has `length` of
    /// them. The targets are written to their places, without a list of edges.
    fn build_rows(&self, length: u32) -> Result<Graph, GraphError> {
        let nodes = self.nodes() as usize;
        let mut offsets = Offsets::zeros(nodes + 1, self.draws())?;
        (0..=nodes).for_each(|node| offsets.set(node, node * length as usize));
        let mut targets = zeros::<u32>(self.draws() as usize)?;
        let is_simple = self.is_simple();
        let parts = split_rows(&offsets, &mut targets);
        parts.into_par_iter().for_each(|part| {
            let first = u64::from(part.nodes.start) * u64::from(length);
            let drawn = self.chunk(first..first + part.edges.len() as u64);
            part.edges.iter_mut().zip(drawn).for_each(|(target, edge)| *target = edge.1);
        });
        let graph = Graph { offsets, targets: targets.into(), weights: None, ids: None };
        Ok(if is_simple { without_loops(graph) } else { graph })
    }

    fn weights_of(&self, graph: &Graph) -> Result<Option<Weights>, Problem> {
        if self.weight_rule() == WeightRule::None {
            return Ok(None);
        }
        let mut weights = zeros::<u32>(graph.targets.len())?;
        let parts = split_rows(&graph.offsets, &mut weights);
        parts.into_par_iter().for_each(|part| {
            for source in part.nodes.clone() {
                let row = part.row(source);
                for (weight, target) in part.edges[row].iter_mut().zip(graph.neighbours(source)) {
                    *weight = self.weight(source, *target).expect("the rule is not None");
                }
            }
        });
        Ok(Some(Weights::U32(weights.into())))
    }
}

/// Drops the self-loops.
fn without_loops(mut graph: Graph) -> Graph {
    drop_edges(&mut graph, &LoadOptions { drop_loops: true, ..LoadOptions::default() });
    graph
}

/// Sorts each row. If `unique` is set, moves the distinct targets of each row to its front and
/// returns their number for each row.
fn sort_rows(graph: &mut Graph, unique: bool) -> Vec<u32> {
    let parts = split_rows(&graph.offsets, &mut graph.targets);
    let counts = parts.into_par_iter().flat_map_iter(|part| {
        let mut counts = Vec::new();
        for node in part.nodes.clone() {
            let row = part.row(node);
            let row = &mut part.edges[row];
            row.sort_unstable();
            if unique {
                counts.push(unique_first(row));
            }
        }
        counts
    });
    counts.collect()
}

/// Moves the first of each run of equal targets to the front of `row` and returns the number of
/// runs.
fn unique_first(row: &mut [u32]) -> u32 {
    let mut kept = 0;
    for at in 0..row.len() {
        if kept == 0 || row[at] != row[kept - 1] {
            row[kept] = row[at];
            kept += 1;
        }
    }
    kept as u32
}

/// Closes the gaps between rows: row `u` keeps its first `unique[u]` targets.
fn keep_unique(graph: &mut Graph, unique: &[u32]) {
    let mut end = 0usize;
    let mut start = 0;
    for (node, &count) in unique.iter().enumerate() {
        graph.targets.copy_within(start..start + count as usize, end);
        end += count as usize;
        start = graph.offsets.at(node + 1);
        graph.offsets.set(node + 1, end);
    }
    let targets = graph.targets.to_mut();
    targets.truncate(end);
    targets.shrink_to_fit();
}
