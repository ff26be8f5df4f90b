//! Proves that indices are in range.
//!
//! An index past the end of an array is defined (reads yield zero, and writes do nothing), so
//! lowering makes every access checked. Most indices need no check: loop variables over nodes and
//! edges, elements of the graph's own arrays, and items of worklists to which kernels push only
//! valid nodes. This pass finds these indices and marks their accesses as proven.
//!
//! A local is *valid* if all values that are assigned to it are valid:
//!
//! * the variable of a `forall` over nodes, edges or a valid worklist,
//! * the variable of a loop that ends at the number of nodes or edges, or at the end of a row of
//!   the graph,
//! * an element of a graph array,
//! * a program parameter of type `node` that is not optional, which is checked before the run,
//!   unless `main` contracts the graph,
//! * another valid local.
//!
//! A worklist is valid if every push in every kernel to it, and to the worklists with which `main`
//! swaps it, pushes a valid node. The host checks seeds. The analysis first assumes that all
//! worklists and locals are valid, and withdraws assumptions that do not hold until nothing
//! changes. Therefore a worklist may feed itself.
//!
//! Lowering tests whether a node is valid before it subtracts offsets. The pass removes this test
//! if the node is always valid.
//!
//! The index of an element of a row is in range if it is a small constant, the variable of a loop
//! that counts up to the length of the array and never is negative, or a remainder or bitwise and
//! with a small constant.
//! In a bitmap of the nodes, the word of a valid node is in range.
//!
//! The analysis is conservative: node values that are read from properties, cast from integers or
//! passed to kernels stay checked. The pass runs before other passes replace `forall`s with loops,
//! whose domains are harder to recognise.

use std::collections::HashMap;

use crate::ir::build::{word_of, words_of_nodes};
use crate::ir::visit::{walk_exprs_mut, walk_host, walk_stmts, walk_stmts_mut};
use crate::ir::*;

/// Marks accesses as proven if their index is always in range.
pub fn prove_bounds(module: &mut Module) {
    let valid = Validity::find(module);
    let arrays = &module.arrays;
    for (number, kernel) in module.kernels.iter_mut().enumerate() {
        let proof = Proof { valid: &valid, kernel: number };
        let ends = loop_ends(kernel);
        let lengths: Vec<Option<u32>> = kernel.locals.iter().map(|local| local.length).collect();
        let prove = |place: &mut Place| {
            if proof.in_range(&place.index, arrays[place.array.index()].extent) {
                place.bounds = Bounds::Proven;
            }
            if let Some(element) = &mut place.element
                && (in_row(&element.index, (place.array, arrays), &ends)
                    || proof.in_bitmap(&element.index, &arrays[place.array.index()]))
            {
                element.bounds = Bounds::Proven;
            }
        };
        let prove_local = |element: &mut LocalElement| {
            let length = lengths[element.array.index()].unwrap_or_default();
            if is_below(&element.index, length, &ends) {
                element.bounds = Bounds::Proven;
            }
        };
        walk_exprs_mut(&mut kernel.body, &mut |expr| match &mut expr.kind {
            ExprKind::Load(place) => prove(place),
            ExprKind::Element(element) => prove_local(element),
            ExprKind::Graph(array, index, bounds) if proof.in_graph(*array, index) => {
                *bounds = Bounds::Proven;
            }
            // Removes the test whether a node or an edge is valid if it always is.
            ExprKind::Select(condition, then, _) if proof.always_exists(condition) => {
                *expr = (**then).clone();
            }
            _ => {}
        });
        walk_stmts_mut(&mut kernel.body, &mut |stmt| {
            if let Some(place) = stmt.place_mut() {
                prove(place);
            }
            if let StmtKind::StoreElement(element, _) = &mut stmt.kind {
                prove_local(element);
            }
            if let StmtKind::ForAll { domain, .. } = &mut stmt.kind
                && let Domain::OutEdges(node, bounds) | Domain::InEdges(node, bounds) = domain
                && proof.in_range(node, Extent::Nodes)
            {
                *bounds = Bounds::Proven;
            }
        });
    }
}

/// The exclusive ends of the loops that count from a number that is not negative, by their
/// variables.
type Ends = HashMap<LocalId, Expr>;

fn loop_ends(kernel: &Kernel) -> Ends {
    let mut ends = Ends::new();
    walk_stmts(&kernel.body, &mut |stmt| {
        let (var, start, end) = match &stmt.kind {
            StmtKind::For { var, start, end, .. } => (*var, start, end),
            StmtKind::ForAll { var, domain: Domain::Range(start, end), .. } => (*var, start, end),
            _ => return,
        };
        let is_unsigned = kernel.locals[var.index()].ty == Type::U32;
        if is_unsigned || matches!(start.kind, ExprKind::Const(Value::I32(0..))) {
            ends.insert(var, end.clone());
        }
    });
    ends
}

/// Whether an index is always that of an element of a row of an array.
fn in_row(index: &Expr, (array, arrays): (ArrayId, &[Array]), ends: &Ends) -> bool {
    match (&arrays[array.index()].length, &index.kind) {
        (Some(Length::Fixed(length)), _) => is_below(index, *length, ends),
        (Some(Length::Computed(_)), ExprKind::Local(id)) => {
            ends.get(id).is_some_and(|end| end.kind == ExprKind::Length(array))
        }
        _ => false,
    }
}

/// Whether the value of an index is never negative and always below a limit.
fn is_below(index: &Expr, limit: u32, ends: &Ends) -> bool {
    let constant = |expr: &Expr| match expr.kind {
        ExprKind::Const(Value::I32(value)) => u32::try_from(value).ok(),
        ExprKind::Const(value) => Some(value.index()),
        _ => None,
    };
    match &index.kind {
        ExprKind::Const(_) => constant(index).is_some_and(|value| value < limit),
        ExprKind::Local(id) => ends.get(id).and_then(constant).is_some_and(|end| end <= limit),
        // A remainder by zero is zero.
        ExprKind::Binary(BinaryOp::Rem, _, by) if index.ty == Type::U32 => {
            constant(by).is_some_and(|by| (1..=limit).contains(&by))
        }
        ExprKind::Binary(BinaryOp::BitAnd, a, b) => {
            [a, b].iter().any(|mask| constant(mask).is_some_and(|mask| mask < limit))
        }
        _ => false,
    }
}

/// The locals and worklists that contain only valid ids.
struct Validity {
    /// The validity of each local, by kernel and local.
    locals: Vec<Vec<bool>>,
    worklists: Vec<bool>,
    /// Whether each parameter that is a node is always valid: the run checks it.
    params: Vec<bool>,
}

impl Validity {
    /// Computes the greatest fixpoint: the largest sets of valid locals and worklists.
    fn find(module: &Module) -> Validity {
        let id_type = |local: &Local| matches!(local.ty, Type::Node | Type::Edge);
        let mut locals: Vec<Vec<bool>> = vec![];
        for kernel in &module.kernels {
            let mut of_kernel: Vec<bool> = kernel.locals.iter().map(id_type).collect();
            of_kernel[..kernel.params].fill(false);
            locals.push(of_kernel);
        }
        let holds_ids =
            |worklist: &Worklist| matches!(worklist.ty.value(), Type::Node | Type::Edge);
        let worklists = module.worklists.iter().map(holds_ids).collect();
        // A node of the input graph may not be a node of its quotient.
        let contracts = module.contracts();
        let params = module.params.iter().map(|param| !param.is_optional_node() && !contracts);
        let params = params.collect();
        let mut valid = Validity { locals, worklists, params };
        loop {
            let mut changed = false;
            for (number, kernel) in module.kernels.iter().enumerate() {
                walk_stmts(&kernel.body, &mut |stmt| changed |= valid.refute(number, kernel, stmt));
            }
            walk_host(&module.main.body, &mut |stmt| {
                match stmt {
                    HostStmt::Act(Action::SwapWorklists(a, b)) => {
                        changed |= valid.refute_swapped(*a, *b);
                    }
                    // A run checks only nodes in seeds.
                    HostStmt::Act(Action::Seed(worklist, Seed::Items(_)))
                    | HostStmt::Pipe { worklist, seed: Some(Seed::Items(_)), .. }
                        if !module.worklists[worklist.index()].ty.is_node() =>
                    {
                        changed |= std::mem::take(&mut valid.worklists[worklist.index()]);
                    }
                    _ => {}
                }
            });
            if !changed {
                return valid;
            }
        }
    }

    /// Makes both swapped worklists invalid if one of them is invalid. Returns whether this changes
    /// a worklist.
    fn refute_swapped(&mut self, a: WorklistId, b: WorklistId) -> bool {
        let (first, second) = (self.worklists[a.index()], self.worklists[b.index()]);
        self.worklists[a.index()] &= second;
        self.worklists[b.index()] &= first;
        first != second
    }

    /// Withdraws the assumption that a statement contradicts. Returns whether it contradicts one.
    fn refute(&mut self, number: usize, kernel: &Kernel, stmt: &Stmt) -> bool {
        let proof = Proof { valid: self, kernel: number };
        let (local, holds) = match &stmt.kind {
            StmtKind::Push(id, item) | StmtKind::Enqueue(id, item) => {
                let is_valid = item.iter().all(|value| proof.is_valid(value));
                let refuted = self.worklists[id.index()] && !is_valid;
                self.worklists[id.index()] &= !refuted;
                return refuted;
            }
            StmtKind::Let(id, value)
            | StmtKind::Assign(id, value)
            | StmtKind::Reduce(id, _, value) => (*id, proof.is_valid(value)),
            StmtKind::Atomic { old: Some(id), .. }
            | StmtKind::AtomicShared { old: Some(id), .. }
            | StmtKind::Collective { result: id, .. } => (*id, false),
            StmtKind::For { var, end, .. } => {
                (*var, Proof::bounds_loop(kernel.locals[var.index()].ty, end))
            }
            StmtKind::ForAll { var, domain, .. } => (*var, proof.domain_is_valid(domain)),
            _ => return false,
        };
        let refuted = self.locals[number][local.index()] && !holds;
        self.locals[number][local.index()] &= !refuted;
        refuted
    }
}

struct Proof<'v> {
    valid: &'v Validity,
    kernel: usize,
}

impl Proof<'_> {
    /// Returns whether an expression is always the id of a node or edge of the graph.
    fn is_valid(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Local(id) => self.valid.locals[self.kernel][id.index()],
            ExprKind::Param(id) => expr.ty == Type::Node && self.valid.params[id.index()],
            // Offsets are bounds, not edges: at the end of a row, an offset is one past the last
            // edge. Not every edge has a reverse. The other arrays contain valid ids. A checked
            // read past the end yields the largest id, which is not valid, so the index must be in
            // range.
            ExprKind::Graph(array, index, _) => {
                let holds_ids = !matches!(
                    array,
                    GraphArray::OutOffsets | GraphArray::InOffsets | GraphArray::Reverse
                );
                holds_ids && self.in_graph(*array, index)
            }
            ExprKind::WorklistItem(id, ..) => self.valid.worklists[id.index()],
            ExprKind::Select(_, a, b) => self.is_valid(a) && self.is_valid(b),
            ExprKind::Binary(BinaryOp::Min | BinaryOp::Max, a, b) => {
                self.is_valid(a) && self.is_valid(b)
            }
            _ => false,
        }
    }

    /// Returns whether the elements of a domain are always valid nodes or edges.
    fn domain_is_valid(&self, domain: &Domain) -> bool {
        match domain {
            Domain::Worklist(id) => self.valid.worklists[id.index()],
            Domain::Range(..) | Domain::Positions(_) => false,
            _ => true,
        }
    }

    /// Returns whether a condition tests the validity of a node or edge that is always valid.
    fn always_exists(&self, condition: &Expr) -> bool {
        let ExprKind::Binary(BinaryOp::Lt, left, right) = &condition.kind else { return false };
        let extent = match right.kind {
            ExprKind::NodeCount => Extent::Nodes,
            ExprKind::EdgeCount => Extent::Edges,
            _ => return false,
        };
        // Nodes are compared as numbers.
        match &left.kind {
            ExprKind::Cast(id) => self.in_range(id, extent),
            _ => self.in_range(left, extent),
        }
    }

    /// Returns whether the variable of a loop with this end is always a valid id of its type. The
    /// end of a row is at most the number of edges, and a checked offset past the end is zero.
    fn bounds_loop(ty: Type, end: &Expr) -> bool {
        match &end.kind {
            ExprKind::NodeCount => ty == Type::Node,
            ExprKind::EdgeCount => ty == Type::Edge,
            ExprKind::Graph(GraphArray::OutOffsets | GraphArray::InOffsets, _, _) => {
                ty == Type::Edge
            }
            ExprKind::Cast(inner) => Proof::bounds_loop(ty, inner),
            _ => false,
        }
    }

    fn in_range(&self, index: &Expr, extent: Extent) -> bool {
        match extent {
            Extent::One => matches!(index.kind, ExprKind::Const(value) if value.index() == 0),
            Extent::Nodes => index.ty == Type::Node && self.is_valid(index),
            Extent::Edges => index.ty == Type::Edge && self.is_valid(index),
            Extent::Original => false,
        }
    }

    /// Returns whether an index is that of the word of a valid node, in an array with a bit for
    /// each node.
    fn in_bitmap(&self, index: &Expr, array: &Array) -> bool {
        let ExprKind::Binary(BinaryOp::Shr, number, _) = &index.kind else { return false };
        let ExprKind::Cast(node) = &number.kind else { return false };
        matches!(&array.length, Some(Length::Computed(length)) if *length == words_of_nodes())
            && *index == word_of((**node).clone())
            && self.in_range(node, Extent::Nodes)
    }

    fn in_graph(&self, array: GraphArray, index: &Expr) -> bool {
        match array {
            GraphArray::Targets
            | GraphArray::Sources
            | GraphArray::InEdges
            | GraphArray::InSources
            | GraphArray::InTargets
            | GraphArray::Reverse => self.in_range(index, Extent::Edges),
            GraphArray::OutOffsets | GraphArray::InOffsets => match &index.kind {
                // The offset after the last node exists.
                ExprKind::Binary(BinaryOp::Add, node, one) => {
                    matches!(&node.kind, ExprKind::Cast(n) if self.in_range(n, Extent::Nodes))
                        && matches!(one.kind, ExprKind::Const(Value::U32(1)))
                }
                _ => self.in_range(index, Extent::Nodes),
            },
        }
    }
}
