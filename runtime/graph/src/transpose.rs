//! Reverses a graph, and checks whether a graph is symmetric.

use rayon::prelude::*;

use crate::csr::{Graph, Weights};
use crate::offsets::{EdgeId, Offsets};

impl Graph {
    /// Returns the graph with all edges reversed. Each row is sorted by target.
    pub fn transposed(&self) -> Graph {
        match &self.offsets {
            Offsets::Narrow(_) => self.transposed_with::<u32>(),
            Offsets::Wide(_) => self.transposed_with::<u64>(),
        }
    }

    fn transposed_with<O: EdgeId>(&self) -> Graph
    where
        Offsets: From<Vec<O>>,
    {
        let offsets: Vec<O> = starts(self.nodes() as usize, &self.targets);
        let mut next = offsets.clone();
        let mut targets = vec![0u32; self.targets.len()];
        let mut slots = Vec::with_capacity(if self.weights.is_some() { targets.len() } else { 0 });
        for source in 0..self.nodes() {
            for &target in self.neighbours(source) {
                let slot = &mut next[target as usize];
                targets[slot.index()] = source;
                if self.weights.is_some() {
                    slots.push(*slot);
                }
                *slot = O::new(slot.index() + 1);
            }
        }
        let weights = self.weights.as_ref().map(|weights| match weights {
            Weights::U32(values) => Weights::U32(moved(values, &slots).into()),
            Weights::I64(values) => Weights::I64(moved(values, &slots).into()),
            Weights::F64(values) => Weights::F64(moved(values, &slots).into()),
        });
        Graph { offsets: offsets.into(), targets: targets.into(), weights, ids: self.ids.clone() }
    }

    /// Returns whether each edge u → v has a separate edge v → u of the same weight. Such a graph
    /// is undirected.
    pub fn is_symmetric(&self) -> bool {
        let reversed = self.transposed();
        if self.offsets != reversed.offsets {
            return false;
        }
        (0..self.nodes()).into_par_iter().all(|node| self.same_row(&reversed, node))
    }

    /// Returns whether `node` has the same edges in both graphs, in any order. Its degrees in the
    /// two graphs must be equal.
    fn same_row(&self, other: &Graph, node: u32) -> bool {
        let row = self.row(node);
        let sorted = |graph: &Graph| {
            let bits = |edge: usize| match &graph.weights {
                None => 0,
                Some(Weights::U32(values)) => u64::from(values[edge]),
                Some(Weights::I64(values)) => values[edge] as u64,
                Some(Weights::F64(values)) => values[edge].to_bits(),
            };
            let mut edges: Vec<(u32, u64)> =
                row.clone().map(|edge| (graph.targets[edge], bits(edge))).collect();
            edges.sort_unstable();
            edges
        };
        sorted(self) == sorted(other)
    }
}

/// Returns the index of the first of the values with each key, if the values are sorted by key, and
/// the number of values. All keys are below `keys`.
pub(crate) fn starts<O: EdgeId>(keys: usize, key: &[u32]) -> Vec<O> {
    let mut starts = vec![O::new(0); keys + 1];
    for &key in key {
        let count = &mut starts[key as usize + 1];
        *count = O::new(count.index() + 1);
    }
    for at in 1..starts.len() {
        starts[at] = O::new(starts[at].index() + starts[at - 1].index());
    }
    starts
}

/// Returns a copy of `values` in which value `i` is at index `slots[i]`.
fn moved<T: Copy + Default, O: EdgeId>(values: &[T], slots: &[O]) -> Vec<T> {
    let mut moved = vec![T::default(); values.len()];
    for (&value, &slot) in values.iter().zip(slots) {
        moved[slot.index()] = value;
    }
    moved
}
