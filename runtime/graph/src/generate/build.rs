//! Builds the graph in memory from the draws of a generator.
//!
//! Rows are sorted by target, so their order does not depend on the order of the draws. Weights are
//! computed last, from the source and the target of each edge, so the assembly does not carry them.

use std::mem;

use rayon::prelude::*;

use super::drawn::Drawn;
use super::weight::WeightRule;
use crate::assemble::{Assembler, EdgeChunk};
use crate::csr::{Graph, Weights};
use crate::error::{GraphError, Problem};
use crate::memory::{self, zeros};
use crate::rows::split_rows;
use crate::threads;

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
        // Fail before any edge is drawn if not even the offsets fit.
        memory::check((u64::from(self.nodes()) + 1) * size_of::<u32>() as u64)?;
        let assembler = Assembler::new();
        self.par_chunks().enumerate().try_for_each(|(place, mut edges)| {
            if self.is_simple() {
                edges.retain(|(source, target)| source != target);
            }
            let (sources, targets) = edges.into_iter().unzip();
            assembler.push(place as u64, &EdgeChunk { sources, targets, weights: None })
        })?;
        let mut graph = assembler.finish(self.nodes())?;
        let unique = sort_rows(&mut graph, self.is_simple());
        if self.is_simple() {
            keep_unique(&mut graph, &unique);
        }
        graph.weights = self.weights_of(&graph)?;
        Ok(graph)
    }

    fn weights_of(&self, graph: &Graph) -> Result<Option<Weights>, Problem> {
        if self.weight_rule() == WeightRule::None {
            return Ok(None);
        }
        let mut weights = zeros::<u32>(graph.targets.len())?;
        let parts = split_rows(&graph.offsets, &mut weights);
        parts.into_par_iter().for_each(|(first, offsets, weights)| {
            for (source, row) in (first..).zip(offsets.windows(2)) {
                for edge in row[0]..row[1] {
                    let weight = self.weight(source, graph.targets[edge as usize]);
                    weights[(edge - offsets[0]) as usize] = weight.expect("the rule is not None");
                }
            }
        });
        Ok(Some(Weights::U32(weights)))
    }
}

/// Sorts each row. If `unique` is set, moves the distinct targets of each row to its front and
/// returns their number for each row.
fn sort_rows(graph: &mut Graph, unique: bool) -> Vec<u32> {
    let parts = split_rows(&graph.offsets, &mut graph.targets);
    let counts = parts.into_par_iter().flat_map_iter(|(_, offsets, targets)| {
        let mut counts = Vec::new();
        for row in offsets.windows(2) {
            let row = (row[0] - offsets[0]) as usize..(row[1] - offsets[0]) as usize;
            let row = &mut targets[row];
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
    let mut start = mem::take(&mut graph.offsets[0]) as usize;
    for (node, &count) in unique.iter().enumerate() {
        graph.targets.copy_within(start..start + count as usize, end);
        end += count as usize;
        start = mem::replace(&mut graph.offsets[node + 1], end as u32) as usize;
    }
    graph.targets.truncate(end);
    graph.targets.shrink_to_fit();
}
