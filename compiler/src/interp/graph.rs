//! The graph that a program runs on, and the arrays derived from it.

use super::RunError;
use crate::ir::visit::{walk_exprs, walk_host, walk_stmts};
use crate::ir::{Domain, Expr, ExprKind, GraphArray, MAX_EXTENT, Module, StmtKind};

/// A graph in compressed sparse rows, as its owner holds it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GraphView<'a> {
    /// `nodes + 1` edge ids, the first 0 and the last the number of edges; never decreasing.
    pub offsets: &'a [u32],
    /// The node that each edge points to.
    pub targets: &'a [u32],
    /// One weight for each edge, where there are weights.
    pub weights: Option<WeightsView<'a>>,
}

/// Edge weights in one of three forms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WeightsView<'a> {
    /// Whole numbers from 0 to 2³² − 1.
    U32(&'a [u32]),
    /// Other whole numbers.
    I64(&'a [i64]),
    /// Reals.
    F64(&'a [f64]),
}

impl WeightsView<'_> {
    fn len(self) -> usize {
        match self {
            WeightsView::U32(w) => w.len(),
            WeightsView::I64(w) => w.len(),
            WeightsView::F64(w) => w.len(),
        }
    }
}

/// The graph with those of the derived arrays that the module reads; the others are empty.
pub(super) struct Graph<'a> {
    pub(super) weights: Option<WeightsView<'a>>,
    offsets: &'a [u32],
    targets: &'a [u32],
    sources: Vec<u32>,
    in_offsets: Vec<u32>,
    in_edges: Vec<u32>,
}

impl<'a> Graph<'a> {
    pub(super) fn new(module: &Module, view: &GraphView<'a>) -> Result<Self, RunError> {
        check(view)?;
        let mut graph = Graph {
            weights: view.weights,
            offsets: view.offsets,
            targets: view.targets,
            sources: vec![],
            in_offsets: vec![],
            in_edges: vec![],
        };
        let used = used(module);
        if used.contains(&GraphArray::Sources) {
            graph.sources = graph.derive_sources();
        }
        if used.contains(&GraphArray::InOffsets) || used.contains(&GraphArray::InEdges) {
            graph.derive_incoming();
        }
        Ok(graph)
    }

    pub(super) fn nodes(&self) -> u32 {
        self.offsets.len().saturating_sub(1) as u32
    }

    pub(super) fn edges(&self) -> u32 {
        self.targets.len() as u32
    }

    pub(super) fn array(&self, array: GraphArray) -> &[u32] {
        match array {
            GraphArray::OutOffsets => self.offsets,
            GraphArray::Targets => self.targets,
            GraphArray::Sources => &self.sources,
            GraphArray::InOffsets => &self.in_offsets,
            GraphArray::InEdges => &self.in_edges,
        }
    }

    /// The part of the edge list that offsets give a node; empty for what is no node.
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

    /// Sorts the edges by their target; those of one target stay in the order of their ids.
    fn derive_incoming(&mut self) {
        let mut next = vec![0; self.offsets.len()];
        for &target in self.targets {
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

fn check(view: &GraphView<'_>) -> Result<(), RunError> {
    let malformed = |message: &str| Err(RunError::Graph(message.to_string()));
    let (Some(&first), Some(&last)) = (view.offsets.first(), view.offsets.last()) else {
        return malformed("there are no offsets");
    };
    let counts = [("nodes", view.offsets.len() - 1), ("edges", view.targets.len())];
    for (what, count) in counts {
        if count > MAX_EXTENT as usize {
            return Err(RunError::TooLarge { what: what.into(), count: count as u64 });
        }
    }
    if first != 0 || last as usize != view.targets.len() {
        return malformed("the offsets do not span the edges");
    }
    if !view.offsets.is_sorted() {
        return malformed("an offset is smaller than the previous one");
    }
    let nodes = view.offsets.len() - 1;
    if view.targets.iter().any(|t| *t as usize >= nodes) {
        return malformed("the destination of an edge is not a valid node");
    }
    if view.weights.is_some_and(|w| w.len() != view.targets.len()) {
        return malformed("the number of weights differs from the number of edges");
    }
    Ok(())
}

/// The graph's arrays that a module reads, possibly several times.
fn used(module: &Module) -> Vec<GraphArray> {
    let mut used = vec![];
    let mut expr = |e: &Expr| {
        if let ExprKind::Graph(array, _, _) = e.kind {
            used.push(array);
        }
    };
    for kernel in &module.kernels {
        walk_exprs(&kernel.body, &mut expr);
    }
    walk_host(&module.main.body, &mut |stmt| {
        for e in stmt.exprs() {
            e.walk(&mut expr);
        }
    });
    for kernel in &module.kernels {
        walk_stmts(&kernel.body, &mut |stmt| {
            if let StmtKind::ForAll { domain: Domain::InEdges(..), .. } = stmt.kind {
                used.push(GraphArray::InEdges);
            }
        });
    }
    used
}
