//! What a kernel touches: from this its arguments follow, and what a launch does to worklists.

use std::collections::{BTreeMap, BTreeSet};

use super::visit::walk_exprs;
use super::visit::walk_stmts;
use super::*;

/// What a kernel touches, each in the order of declaration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Uses {
    /// The graph's own arrays that it reads.
    pub graph: BTreeSet<GraphArray>,
    /// The arrays that it touches, and whether it writes them.
    pub arrays: BTreeMap<ArrayId, bool>,
    /// The worklists that it touches.
    pub worklists: BTreeMap<WorklistId, WorklistUse>,
    /// The program's parameters that it reads.
    pub params: BTreeSet<ParamId>,
    /// Whether it needs the number of nodes.
    pub node_count: bool,
    /// Whether it needs the number of arcs.
    pub arc_count: bool,
}

/// What a kernel does with a worklist.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WorklistUse {
    /// It reads the front side, which turns the sides at its launch.
    pub reads: bool,
    /// It pushes to the back side.
    pub pushes: bool,
}

/// Finds what a kernel of the module touches.
pub fn uses(module: &Module, kernel: &Kernel) -> Uses {
    let mut uses = Uses::default();
    walk_stmts(&kernel.body, &mut |stmt| {
        if let Some(place) = stmt.place() {
            uses.place(module, place);
            uses.arrays.insert(place.array, true);
        }
        match &stmt.kind {
            StmtKind::Push(id, _) | StmtKind::Enqueue(id, _) | StmtKind::Flush(id) => {
                uses.worklists.entry(*id).or_default().pushes = true;
            }
            StmtKind::ForAll { domain, .. } => uses.domain(domain),
            StmtKind::Exclusive { owners, .. } => {
                uses.arrays.insert(*owners, true);
                uses.node_count = true;
            }
            _ => {}
        }
    });
    walk_exprs(&kernel.body, &mut |expr| uses.expr(module, expr));
    uses
}

impl Uses {
    fn place(&mut self, module: &Module, place: &Place) {
        self.arrays.entry(place.array).or_insert(false);
        if place.bounds == Bounds::Checked {
            match module.arrays[place.array.index()].extent {
                Extent::One => {}
                Extent::Nodes => self.node_count = true,
                Extent::Arcs => self.arc_count = true,
            }
        }
    }

    fn domain(&mut self, domain: &Domain) {
        match domain {
            Domain::Nodes => self.node_count = true,
            Domain::Edges => self.arc_count = true,
            Domain::Worklist(id) => self.worklists.entry(*id).or_default().reads = true,
            Domain::OutEdges(_, bounds) => {
                self.node_count |= *bounds == Bounds::Checked;
                self.graph.insert(GraphArray::OutOffsets);
            }
            Domain::InEdges(_, bounds) => {
                self.node_count |= *bounds == Bounds::Checked;
                self.graph.extend([GraphArray::InOffsets, GraphArray::InArcs]);
            }
            Domain::Range(..) => {}
        }
    }

    fn expr(&mut self, module: &Module, expr: &Expr) {
        match &expr.kind {
            ExprKind::Param(id) => {
                self.params.insert(*id);
            }
            ExprKind::Load(place) => self.place(module, place),
            ExprKind::Graph(array, _, bounds) => {
                self.graph.insert(*array);
                if *bounds == Bounds::Checked {
                    match array {
                        GraphArray::OutOffsets | GraphArray::InOffsets => self.node_count = true,
                        _ => self.arc_count = true,
                    }
                }
            }
            ExprKind::NodeCount => self.node_count = true,
            ExprKind::ArcCount => self.arc_count = true,
            ExprKind::WorklistSize(id) | ExprKind::WorklistItem(id, _) => {
                self.worklists.entry(*id).or_default().reads = true;
            }
            _ => {}
        }
    }
}
