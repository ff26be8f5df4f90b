//! The graph that a module runs on, and the arrays that are derived from it.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use crate::data::{DataError, GraphView, WeightsView};
use crate::ir::uses::graph_reads;
use crate::ir::{GraphArray, Module, Property};

/// A graph, with the derived arrays that the module reads. The other derived arrays are empty.
pub(super) struct Graph<'a> {
    pub(super) weights: Option<WeightsView<'a>>,
    pub(super) single: Option<&'a [f32]>,
    offsets: Cow<'a, [u32]>,
    targets: Cow<'a, [u32]>,
    sources: Vec<u32>,
    in_offsets: Vec<u32>,
    in_edges: Vec<u32>,
    in_sources: Vec<u32>,
    in_targets: Vec<u32>,
    reverse: Vec<u32>,
    /// The arrays that the module reads.
    used: BTreeSet<GraphArray>,
}

impl<'a> Graph<'a> {
    pub(super) fn new(module: &Module, view: &GraphView<'a>) -> Result<Self, DataError> {
        view.check()?;
        let mut graph = Graph {
            weights: view.weights,
            single: view.single,
            offsets: Cow::Borrowed(view.offsets),
            targets: Cow::Borrowed(view.targets),
            sources: vec![],
            in_offsets: vec![],
            in_edges: vec![],
            in_sources: vec![],
            in_targets: vec![],
            reverse: vec![],
            used: graph_reads(module),
        };
        graph.derive();
        Ok(graph)
    }

    /// Returns a statistic of the degrees.
    pub(super) fn statistic(&self, property: Property) -> f32 {
        let (offsets, targets) = (&self.offsets[..], &self.targets[..]);
        GraphView { offsets, targets, weights: None, single: None }.statistic(property)
    }

    /// Replaces the graph.
    pub(super) fn replace(&mut self, offsets: Vec<u32>, targets: Vec<u32>) {
        (self.offsets, self.targets) = (Cow::Owned(offsets), Cow::Owned(targets));
        self.derive();
    }

    /// Returns whether the graph is a quotient.
    pub(super) fn is_quotient(&self) -> bool {
        matches!(self.offsets, Cow::Owned(_))
    }

    fn derive(&mut self) {
        let used = |array| self.used.contains(&array);
        let (in_sources, in_targets) = (used(GraphArray::InSources), used(GraphArray::InTargets));
        let listed = used(GraphArray::InEdges) || in_sources || in_targets;
        let incoming = used(GraphArray::InOffsets) || listed;
        let (sources, reverse) = (used(GraphArray::Sources), used(GraphArray::Reverse));
        if sources || in_sources {
            self.sources = self.derive_sources();
        }
        if incoming {
            self.derive_incoming();
        }
        if in_sources {
            let source = |edge: &u32| self.sources[*edge as usize];
            self.in_sources = self.in_edges.iter().map(source).collect();
        }
        if in_targets {
            let target = |edge: &u32| self.targets[*edge as usize];
            self.in_targets = self.in_edges.iter().map(target).collect();
        }
        if reverse {
            self.reverse = self.derive_reverse();
        }
    }

    pub(super) fn nodes(&self) -> u32 {
        self.offsets.len().saturating_sub(1) as u32
    }

    pub(super) fn edges(&self) -> u32 {
        self.targets.len() as u32
    }

    pub(super) fn array(&self, array: GraphArray) -> &[u32] {
        match array {
            GraphArray::OutOffsets => &self.offsets,
            GraphArray::Targets => &self.targets,
            GraphArray::Sources => &self.sources,
            GraphArray::InOffsets => &self.in_offsets,
            GraphArray::InEdges => &self.in_edges,
            GraphArray::InSources => &self.in_sources,
            GraphArray::InTargets => &self.in_targets,
            GraphArray::Reverse => &self.reverse,
        }
    }

    /// Returns the range of a node's edges, which its offsets define. The range is empty if the
    /// node does not exist.
    pub(super) fn row(&self, offsets: GraphArray, node: u32) -> std::ops::Range<u32> {
        let offsets = self.array(offsets);
        match offsets.get(node as usize..) {
            Some(&[start, end, ..]) => start..end,
            _ => 0..0,
        }
    }

    fn derive_sources(&self) -> Vec<u32> {
        let mut sources = Vec::with_capacity(self.targets.len());
        for (node, row) in self.offsets.windows(2).enumerate() {
            sources.resize(row[1] as usize, node as u32);
        }
        sources
    }

    /// Pairs the edges between two nodes in the order of their ids. Edges without a partner have
    /// the largest id.
    fn derive_reverse(&self) -> Vec<u32> {
        let mut between: HashMap<(u32, u32), Vec<u32>> = HashMap::new();
        let ends = || self.derive_sources().into_iter().zip(self.targets.iter().copied());
        for (edge, ends) in ends().enumerate() {
            between.entry(ends).or_default().push(edge as u32);
        }
        let mut reverse = vec![u32::MAX; self.targets.len()];
        for ((source, target), edges) in &between {
            let back = between.get(&(*target, *source)).into_iter().flatten();
            for (edge, back) in edges.iter().zip(back) {
                reverse[*edge as usize] = *back;
            }
        }
        reverse
    }

    /// Sorts the edges by destination. Edges with the same destination stay in the order of their
    /// ids.
    fn derive_incoming(&mut self) {
        let mut next = vec![0; self.offsets.len()];
        for &target in &*self.targets {
            next[target as usize + 1] += 1;
        }
        for node in 1..next.len() {
            next[node] += next[node - 1];
        }
        self.in_offsets = next.clone();
        self.in_edges = vec![0; self.targets.len()];
        for (edge, &target) in self.targets.iter().enumerate() {
            let place = &mut next[target as usize];
            self.in_edges[*place as usize] = edge as u32;
            *place += 1;
        }
    }
}
