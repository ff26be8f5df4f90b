//! Splits a kernel into parts: the statements before a parallel loop, and the loop.
//!
//! A parallel loop is never nested in another loop or in a conditional, so the body of a kernel is
//! a sequence of such parts. The parts share the locals that are declared outside of the loops, in
//! the *frame*. The frame has a word for each local of the kernel, followed by two words for each
//! loop: its first element and its number of iterations, where these are values of the program.

use std::collections::BTreeMap;

use igc_compiler::atomics::AtomicOp;
use igc_compiler::ir::visit::{walk_exprs, walk_stmts};
use igc_compiler::ir::{
    ArrayId, Domain, Expr, ExprKind, GraphArray, Kernel, LocalId, Mapping, Module, Stmt, StmtKind,
    Type, WorklistId,
};

/// The parts of a kernel, in the order in which they run.
pub struct KernelParts<'m> {
    pub parts: Vec<Part<'m>>,
    locals: usize,
}

/// Statements, and the parallel loop after them. The last part has no loop.
pub struct Part<'m> {
    pub serial: &'m [Stmt],
    pub parallel: Option<ParallelLoop<'m>>,
}

/// A parallel loop.
pub struct ParallelLoop<'m> {
    pub var: LocalId,
    /// The elements, as the IR has them.
    pub elements: &'m Domain,
    pub domain: LoopDomain,
    pub body: &'m [Stmt],
    pub visits: Visits,
    pub accumulators: Vec<Accumulator>,
    pub globals: Vec<GlobalSum>,
}

/// The elements that a parallel loop iterates over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoopDomain {
    Nodes,
    Edges,
    Worklist(WorklistId),
    /// Elements whose number is known when the loop starts. It is in the frame.
    Counted,
}

/// The edges that an iteration visits, from which its work follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visits {
    /// The number of edges does not depend on the element.
    Constant,
    /// The outgoing edges of the element.
    OutEdges,
    /// The incoming edges of the element.
    InEdges,
}

/// A local of the kernel into which the iterations of a loop reduce.
#[derive(Debug, Clone, Copy)]
pub struct Accumulator {
    pub local: LocalId,
    pub op: AtomicOp,
    pub ty: Type,
}

/// A global that a loop only combines values into, such as a counter. The function of the loop
/// keeps the combined value of its iterations in a register, and changes the global once.
#[derive(Debug, Clone, Copy)]
pub struct GlobalSum {
    pub array: ArrayId,
    pub op: AtomicOp,
    pub ty: Type,
}

impl<'m> KernelParts<'m> {
    pub fn of(module: &Module, kernel: &'m Kernel) -> KernelParts<'m> {
        let (mut parts, mut start) = (vec![], 0);
        for (at, stmt) in kernel.body.iter().enumerate() {
            if let StmtKind::ForAll { var, domain, mapping: Mapping::Parallel, body } = &stmt.kind {
                let parallel = ParallelLoop::new((module, kernel), *var, domain, body);
                parts.push(Part { serial: &kernel.body[start..at], parallel: Some(parallel) });
                start = at + 1;
            }
        }
        parts.push(Part { serial: &kernel.body[start..], parallel: None });
        KernelParts { parts, locals: kernel.locals.len() }
    }

    /// Returns the position of the bounds of a part's loop in the frame.
    pub fn bounds(&self, part: usize) -> usize {
        self.locals + 2 * part
    }

    /// Returns the number of words of the frame.
    pub fn frame(&self) -> usize {
        self.bounds(self.parts.len())
    }
}

impl<'m> ParallelLoop<'m> {
    fn new(
        (module, kernel): (&Module, &'m Kernel),
        var: LocalId,
        elements: &'m Domain,
        body: &'m [Stmt],
    ) -> ParallelLoop<'m> {
        let domain = match elements {
            Domain::Nodes => LoopDomain::Nodes,
            Domain::Edges => LoopDomain::Edges,
            Domain::Worklist(id) | Domain::Positions(id) => LoopDomain::Worklist(*id),
            Domain::Range(..)
            | Domain::OutEdges(..)
            | Domain::InEdges(..)
            | Domain::InPositions(..) => LoopDomain::Counted,
        };
        let accumulators = accumulators(kernel, var, body);
        let (visits, globals) = (visits(var, body), global_sums(module, body));
        ParallelLoop { var, elements, domain, body, visits, accumulators, globals }
    }

    /// Returns whether the iterations take less time if no other thread runs: whether they update
    /// elements atomically or own nodes. Changing a global once for all iterations costs nothing.
    pub fn synchronises(&self) -> bool {
        let mut found = false;
        walk_stmts(self.body, &mut |stmt| {
            found |= match &stmt.kind {
                StmtKind::Atomic { place, .. } => {
                    self.globals.iter().all(|global| global.array != place.array)
                }
                StmtKind::Exclusive { .. } => true,
                _ => false,
            };
        });
        found
    }
}

/// Finds the locals outside of a loop into which the loop reduces.
fn accumulators(kernel: &Kernel, var: LocalId, body: &[Stmt]) -> Vec<Accumulator> {
    let (mut inside, mut reduced) = (vec![var], BTreeMap::new());
    walk_stmts(body, &mut |stmt| {
        inside.extend(stmt.declares());
        if let StmtKind::Reduce(local, op, _) = &stmt.kind {
            reduced.insert(*local, *op);
        }
    });
    let outside = reduced.into_iter().filter(|(local, _)| !inside.contains(local));
    let accumulator =
        |(local, op): (LocalId, _)| Accumulator { local, op, ty: kernel.locals[local.index()].ty };
    outside.map(accumulator).collect()
}

/// Finds the globals that a loop accesses only by one atomic operation whose result is not used.
fn global_sums(module: &Module, body: &[Stmt]) -> Vec<GlobalSum> {
    let mut found: BTreeMap<ArrayId, Option<AtomicOp>> = BTreeMap::new();
    walk_stmts(body, &mut |stmt| {
        let Some(place) = stmt.place() else { return };
        let combined = match &stmt.kind {
            StmtKind::Atomic { op, old: None, .. } => Some(*op),
            _ => None,
        };
        let combined = combined.filter(|op| {
            let is_commutative = !matches!(op, AtomicOp::Swap | AtomicOp::Cas);
            let is_first = matches!(&place.index.kind, ExprKind::Const(v) if v.index() == 0);
            is_commutative && is_first && place.element.is_none()
        });
        let known = found.entry(place.array).or_insert(combined);
        if *known != combined {
            *known = None;
        }
    });
    walk_exprs(body, &mut |expr| {
        if let ExprKind::Load(place) = &expr.kind {
            found.insert(place.array, None);
        }
    });
    let sum = |(array, op): (ArrayId, Option<AtomicOp>)| {
        let declared = &module.arrays[array.index()];
        let op = op.filter(|_| declared.is_scalar_global())?;
        Some(GlobalSum { array, op, ty: declared.ty })
    };
    found.into_iter().filter_map(sum).collect()
}

/// Finds out whether the body of a loop visits the edges of the loop's variable.
fn visits(var: LocalId, body: &[Stmt]) -> Visits {
    let mut found = Visits::Constant;
    // The values of a pair are taken from the variable.
    let is_item = |expr: &Expr| expr.kind == ExprKind::Local(var);
    let values: Vec<LocalId> = body
        .iter()
        .filter_map(|stmt| match &stmt.kind {
            StmtKind::Let(id, value) => {
                let mut found = false;
                value.walk(&mut |part| found |= is_item(part));
                found.then_some(*id)
            }
            _ => None,
        })
        .collect();
    // Scalar passes store the first position of a row in a local.
    let mut starts = BTreeMap::new();
    walk_stmts(body, &mut |stmt| {
        match &stmt.kind {
            StmtKind::Let(id, value) => _ = starts.insert(*id, value),
            StmtKind::LetVector(locals, read) => {
                starts.extend(locals.first().map(|id| (*id, read)))
            }
            _ => {}
        }
        let row = match &stmt.kind {
            StmtKind::ForAll { domain, .. } => {
                domain.row().map(|(offsets, node, _)| (offsets, node))
            }
            StmtKind::For { start, .. } => first_of_row(start, &starts),
            _ => None,
        };
        match row {
            Some((offsets, Expr { kind: ExprKind::Local(node), .. }))
                if *node == var || values.contains(node) =>
            {
                if offsets == GraphArray::OutOffsets {
                    found = Visits::OutEdges;
                } else if found == Visits::Constant {
                    found = Visits::InEdges;
                }
            }
            _ => {}
        }
    });
    found
}

/// Returns the offsets and the node, if an expression is the first position of the edges of a node.
/// `starts` has the values of the locals that are declared before it.
fn first_of_row<'m>(
    start: &'m Expr,
    starts: &BTreeMap<LocalId, &'m Expr>,
) -> Option<(GraphArray, &'m Expr)> {
    match &start.kind {
        ExprKind::Graph(offsets, node, _) => Some((*offsets, node)),
        ExprKind::Cast(inner) => first_of_row(inner, starts),
        ExprKind::Local(id) => first_of_row(starts.get(id)?, starts),
        _ => None,
    }
}
