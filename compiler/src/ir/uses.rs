//! Determines what a kernel, an outlined loop or a module accesses. This determines their arguments,
//! the worklists whose buffers a launch swaps, and the memory that a run needs.

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::{BTreeMap, BTreeSet};

use super::outlined::{walk_outlined, walk_outlined_exprs};
use super::visit::{walk_exprs, walk_host, walk_host_exprs, walk_stmts};
use super::*;

/// The data that a kernel accesses, each kind in the order of declaration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Uses {
    /// The arrays of the graph that the kernel reads.
    pub graph: BTreeSet<GraphArray>,
    /// The arrays that the kernel accesses, each with whether the kernel writes it.
    pub arrays: BTreeMap<ArrayId, bool>,
    /// The worklists that the kernel accesses.
    pub worklists: BTreeMap<WorklistId, WorklistUse>,
    /// The parameters of the program that the kernel reads.
    pub params: BTreeSet<ParamId>,
    /// The arrays whose computed lengths the kernel needs.
    pub lengths: BTreeSet<ArrayId>,
    /// Whether the kernel needs the number of nodes.
    pub node_count: bool,
    /// Whether the kernel needs the number of edges.
    pub edge_count: bool,
    /// Whether the kernel accesses 64-bit elements atomically, which requires locks on some
    /// devices.
    pub locks: bool,
}

impl Uses {
    /// Returns the arrays that the kernel writes.
    pub fn written(&self) -> BTreeSet<ArrayId> {
        self.arrays.iter().filter_map(|(id, is_written)| is_written.then_some(*id)).collect()
    }
}

/// The ways in which a kernel uses a worklist.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WorklistUse {
    /// Whether the kernel reads the front buffer. If so, the buffers are swapped before it runs.
    pub reads: bool,
    /// Whether the kernel pushes to the back buffer.
    pub pushes: bool,
}

/// Returns the data that a kernel of the module accesses.
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
            StmtKind::LetVector(_, read) => uses.expr(module, read),
            StmtKind::AtomicShared { operand, .. } => uses.locks |= operand.ty.size() == 8,
            StmtKind::ForAll { domain, .. } => uses.domain(domain),
            StmtKind::Exclusive { owners, .. } => {
                uses.arrays.insert(*owners, true);
                uses.node_count = true;
            }
            StmtKind::Let(..)
            | StmtKind::Assign(..)
            | StmtKind::LetArray(..)
            | StmtKind::StoreElement(..)
            | StmtKind::Store(..)
            | StmtKind::Atomic { .. }
            | StmtKind::Reduce(..)
            | StmtKind::StoreShared(..)
            | StmtKind::Barrier(_)
            | StmtKind::Collective { .. }
            | StmtKind::Scan { .. }
            | StmtKind::Print(_)
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::PathStart
            | StmtKind::For { .. } => {}
        }
    });
    walk_exprs(&kernel.body, &mut |expr| uses.expr(module, expr));
    uses
}

/// The data and kernels that an outlined loop uses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OutlinedUses {
    /// The data that the called kernels and the statements of the loop access.
    pub memory: Uses,
    /// The arrays that the loop swaps.
    pub swapped: BTreeSet<ArrayId>,
    /// The worklists that the loop swaps.
    pub swapped_worklists: BTreeSet<WorklistId>,
    /// The kernels that the loop calls.
    pub kernels: BTreeSet<KernelId>,
}

/// Returns the data and kernels that the statements of an outlined loop use.
pub fn outlined_uses(module: &Module, stmts: &[OutlinedStmt]) -> OutlinedUses {
    let mut found = OutlinedUses::default();
    walk_outlined(stmts, &mut |stmt| match stmt {
        OutlinedStmt::Act(action) => found.action(module, action),
        OutlinedStmt::SwapBuffers(w) => found.memory.worklist(*w),
        OutlinedStmt::Call { kernel, .. } => {
            found.memory.join(uses(module, &module.kernels[kernel.index()]));
            found.kernels.insert(*kernel);
        }
        OutlinedStmt::While { checked, .. } | OutlinedStmt::Iterate { checked, .. } => {
            checked.iter().for_each(|w| found.memory.worklist(*w));
        }
        OutlinedStmt::Barrier(_)
        | OutlinedStmt::If(..)
        | OutlinedStmt::For { .. }
        | OutlinedStmt::Once(_)
        | OutlinedStmt::Single { .. }
        | OutlinedStmt::Scope(_)
        | OutlinedStmt::Break
        | OutlinedStmt::Continue
        | OutlinedStmt::PathStart
        | OutlinedStmt::PathEnd => {}
    });
    walk_outlined_exprs(stmts, &mut |expr| {
        found.memory.expr(module, expr);
        if let ExprKind::Waiting(id) = &expr.kind {
            found.memory.worklist(*id);
        }
    });
    found
}

/// Returns the arrays of the graph that a module reads.
pub fn graph_reads(module: &Module) -> BTreeSet<GraphArray> {
    let mut reads = BTreeSet::new();
    for kernel in &module.kernels {
        reads.extend(uses(module, kernel).graph);
    }
    for outlined in &module.outlined {
        reads.extend(outlined_uses(module, &outlined.body).memory.graph);
    }
    walk_host_exprs(&module.main.body, &mut |expr| {
        if let ExprKind::Graph(array, ..) = expr.kind {
            reads.insert(array);
        }
    });
    reads
}

/// Returns the arrays that a run of the module may change.
pub fn written_arrays(module: &Module) -> BTreeSet<ArrayId> {
    let mut memory = Uses::default();
    for kernel in &module.kernels {
        memory.join(uses(module, kernel));
    }
    for outlined in &module.outlined {
        memory.join(outlined_uses(module, &outlined.body).memory);
    }
    let mut of_main = OutlinedUses::default();
    let mut is_contracted = false;
    walk_host(&module.main.body, &mut |stmt| match stmt {
        HostStmt::Act(action) => of_main.action(module, action),
        HostStmt::Contract(_) => is_contracted = true,
        HostStmt::Launch { .. }
        | HostStmt::Require(..)
        | HostStmt::Print(_)
        | HostStmt::If(..)
        | HostStmt::While(..)
        | HostStmt::For { .. }
        | HostStmt::Break
        | HostStmt::Continue
        | HostStmt::Iterate(..)
        | HostStmt::Pipe { .. }
        | HostStmt::Outline(..) => {}
    });
    memory.join(of_main.memory);
    let every = (0u32..).map(ArrayId).take(if is_contracted { module.arrays.len() } else { 0 });
    memory.written().into_iter().chain(every).collect()
}

impl OutlinedUses {
    fn action(&mut self, module: &Module, action: &Action) {
        let memory = &mut self.memory;
        match action {
            Action::Let(..) | Action::Assign(..) => {}
            Action::Store(place, _) => {
                memory.place(module, place);
                memory.arrays.insert(place.array, true);
            }
            Action::Fill(array, _) => {
                memory.arrays.insert(*array, true);
                memory.rows(module, *array);
                memory.length(module, *array);
            }
            Action::Swap(a, b) => {
                memory.arrays.extend([(*a, true), (*b, true)]);
                self.swapped.extend([*a, *b]);
            }
            Action::SwapWorklists(a, b) => {
                memory.worklist(*a);
                memory.worklist(*b);
                self.swapped_worklists.extend([*a, *b]);
            }
            Action::Clear(w) | Action::Take(w) => memory.worklist(*w),
            Action::Seed(w, _) => {
                memory.worklist(*w);
                memory.node_count = true;
            }
        }
    }
}

impl Uses {
    fn worklist(&mut self, id: WorklistId) {
        self.worklists.entry(id).or_default();
    }

    /// Notes that the number of rows of an array is needed.
    fn rows(&mut self, module: &Module, array: ArrayId) {
        match module.arrays[array.index()].extent {
            Extent::One => {}
            Extent::Nodes => self.node_count = true,
            Extent::Edges => self.edge_count = true,
            // The verifier rejects accesses to these arrays.
            Extent::Original => {}
        }
    }

    /// Notes that the number of elements of each row of an array is needed.
    fn length(&mut self, module: &Module, array: ArrayId) {
        if let Some(Length::Computed(_)) = module.arrays[array.index()].length {
            self.lengths.insert(array);
        }
    }

    /// Adds the accesses of another kernel.
    fn join(&mut self, other: Uses) {
        self.graph.extend(other.graph);
        for (array, written) in other.arrays {
            *self.arrays.entry(array).or_default() |= written;
        }
        for (id, used) in other.worklists {
            let at = self.worklists.entry(id).or_default();
            at.reads |= used.reads;
            at.pushes |= used.pushes;
        }
        self.params.extend(other.params);
        self.lengths.extend(other.lengths);
        self.node_count |= other.node_count;
        self.edge_count |= other.edge_count;
        self.locks |= other.locks;
    }

    fn place(&mut self, module: &Module, place: &Place) {
        self.arrays.entry(place.array).or_insert(false);
        let wide = module.arrays[place.array.index()].ty.size() == 8;
        self.locks |= wide && place.access == Access::Relaxed;
        // The address of an element may depend on the number of rows.
        if place.bounds == Bounds::Checked || place.element.is_some() {
            self.rows(module, place.array);
        }
        if place.element.as_ref().is_some_and(|element| element.bounds == Bounds::Checked) {
            self.length(module, place.array);
        }
    }

    fn domain(&mut self, domain: &Domain) {
        if let Some((offsets, _, bounds)) = domain.row() {
            self.node_count |= bounds == Bounds::Checked;
            self.graph.insert(offsets);
        }
        match domain {
            Domain::Nodes => self.node_count = true,
            Domain::Edges => self.edge_count = true,
            Domain::Worklist(id) | Domain::Positions(id) => {
                self.worklists.entry(*id).or_default().reads = true;
            }
            Domain::Range(..) => {}
            Domain::InEdges(..) => _ = self.graph.insert(GraphArray::InEdges),
            Domain::OutEdges(..) | Domain::InPositions(..) => {}
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
                        GraphArray::Targets
                        | GraphArray::Sources
                        | GraphArray::InEdges
                        | GraphArray::InSources
                        | GraphArray::InTargets
                        | GraphArray::Reverse => self.edge_count = true,
                    }
                }
            }
            ExprKind::NodeCount => self.node_count = true,
            ExprKind::EdgeCount => self.edge_count = true,
            ExprKind::Length(array) => _ = self.lengths.insert(*array),
            ExprKind::WorklistSize(id) | ExprKind::WorklistItem(id, ..) => {
                self.worklists.entry(*id).or_default().reads = true;
            }
            ExprKind::Const(_)
            | ExprKind::Local(_)
            | ExprKind::Element(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Select(..)
            | ExprKind::Waiting(_)
            | ExprKind::At(_)
            | ExprKind::Shared(..)
            | ExprKind::Search(..) => {}
        }
    }
}
