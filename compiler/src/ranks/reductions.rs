//! Replaces the kernels of reductions (`reduce_add(x)` in `main`), which loop over lanes, by kernels that loop over
//! nodes or edges. A lane reads elements of nodes that any rank may own; an iteration over nodes reads
//! elements that its rank owns.
//!
//! Before and after:
//!
//! ```text
//! kernel reduce_add_x(width: u32) {                        kernel reduce_add_x(width: u32) {
//!   forall parallel lane: u32 in range 0u32, width {         forall parallel i: node in nodes {
//!     let result: u32 = 0u32                                   atomic add reduced~[0u32], x[i]
//!     for i: node = lane to @node_count by width {           }
//!       set result = (result + x[i])                       }
//!     }
//!     reduced[lane] = result
//!   }
//! }
//! ```
//!
//! `reduced` becomes a global, and `main` sets it to the result for no elements before the launch. The kernels that fold
//! the results of lanes become empty. The order of additions is not the same, so sums of floats may have
//! other last bits.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::uses::uses;
use crate::ir::visit::walk_host_exprs;
use crate::ir::*;

/// A kernel whose lanes reduce the elements of an array.
struct Reduction {
    /// The array whose elements are combined.
    of: ArrayId,
    /// The array with the results of the lanes.
    results: ArrayId,
    op: AtomicOp,
    /// The result for no elements.
    start: Value,
}

/// Replaces all reductions of a module.
pub fn replace(module: &mut Module) {
    let (mut first, mut folds) = (BTreeMap::new(), BTreeMap::new());
    for (id, kernel) in (0..).map(KernelId).zip(&module.kernels) {
        if let Some(reduction) = reduction(kernel) {
            first.insert(id, reduction);
        } else if let Some(results) = fold(kernel) {
            folds.insert(id, results);
        }
    }
    let results: BTreeSet<ArrayId> = first.values().map(|reduction| reduction.results).collect();
    let others = (0..).map(KernelId).zip(&module.kernels);
    let others = others.filter(|(id, _)| !first.contains_key(id) && !folds.contains_key(id));
    let mut kept: BTreeSet<ArrayId> = BTreeSet::new();
    for (_, kernel) in others {
        kept.extend(uses(module, kernel).arrays.into_keys());
    }
    walk_host_exprs(&module.main.body, &mut |expr| {
        if let ExprKind::Load(place) = &expr.kind
            && place.index.kind != ExprKind::Const(Value::U32(0))
        {
            kept.insert(place.array);
        }
    });
    let replaced: BTreeSet<ArrayId> = results.difference(&kept).copied().collect();
    first.retain(|_, reduction| replaced.contains(&reduction.results));
    for (id, reduction) in &first {
        let of = &module.arrays[reduction.of.index()];
        let (domain, ty) = match of.extent {
            Extent::Edges => (Domain::Edges, module.edges.of(Type::Edge)),
            _ => (Domain::Nodes, Type::Node),
        };
        let ty_of = of.ty;
        let kernel = &mut module.kernels[id.index()];
        let origin = kernel.body.first().map(|stmt| stmt.origin).unwrap_or_default();
        let var = kernel.locals.add("i", ty);
        let place =
            |array, index, access, bounds| Place { array, index, element: None, access, bounds };
        let read = place(reduction.of, Expr::local(var, ty), Access::Plain, Bounds::Proven);
        let zero = Expr::constant(Value::U32(0));
        let place = place(reduction.results, zero, Access::Relaxed, Bounds::Proven);
        let value = Expr { ty: ty_of, kind: ExprKind::Load(Box::new(read)) };
        let combine =
            StmtKind::Atomic { op: reduction.op, place, operands: vec![value], old: None };
        let (mapping, body) = (Mapping::Parallel, vec![combine.from(origin)]);
        kernel.body = vec![StmtKind::ForAll { var, domain, mapping, body }.from(origin)];
        kernel.renumber_locals();
    }
    for (id, results) in folds {
        if replaced.contains(&results) {
            let kernel = &mut module.kernels[id.index()];
            kernel.body.clear();
            kernel.renumber_locals();
        }
    }
    for array in &replaced {
        module.arrays[array.index()].extent = Extent::One;
    }
    let mut body = std::mem::take(&mut module.main.body);
    start(&mut body, &first);
    module.main.body = body;
}

/// Sets the result of each reduction to that for no elements before the reduction is launched.
fn start(body: &mut Vec<HostStmt>, reductions: &BTreeMap<KernelId, Reduction>) {
    let mut at = 0;
    while at < body.len() {
        body[at].blocks_mut().into_iter().for_each(|it| start(it, reductions));
        if let HostStmt::Launch { kernel, .. } = &body[at]
            && let Some(reduction) = reductions.get(kernel)
        {
            let place = Place::unproven(reduction.results, Expr::constant(Value::U32(0)), None);
            let start = Expr::constant(reduction.start);
            body.insert(at, HostStmt::Act(Action::Store(place, start)));
            at += 1;
        }
        at += 1;
    }
}

/// Recognises a kernel in which each lane combines every `width`-th element of an array.
fn reduction(kernel: &Kernel) -> Option<Reduction> {
    let (lane, [start, each, end]) = lanes(kernel)?;
    let StmtKind::Let(result, Expr { kind: ExprKind::Const(first), .. }) = &start.kind else {
        return None;
    };
    let StmtKind::For { var, start, end: last, step, body } = &each.kind else { return None };
    let is_all = matches!(uncast(last).kind, ExprKind::NodeCount | ExprKind::EdgeCount);
    let is_strided = uncast(start).kind == ExprKind::Local(lane)
        && uncast(step).kind == ExprKind::Local(LocalId(0));
    let (op, read) = combination(body, *result)?;
    let ExprKind::Load(place) = &read.kind else { return None };
    let is_own = place.index.kind == ExprKind::Local(*var) && place.element.is_none();
    let results = stored(end, lane, *result)?;
    (kernel.params == 1 && is_all && is_strided && is_own && place.array != results)
        .then_some(Reduction { of: place.array, results, op, start: *first })
}

/// Recognises a kernel in which each remaining lane combines every `lanes`-th result. Returns the array
/// with the results.
fn fold(kernel: &Kernel) -> Option<ArrayId> {
    let (lane, [start, each, end]) = lanes(kernel)?;
    let StmtKind::Let(result, Expr { kind: ExprKind::Load(first), .. }) = &start.kind else {
        return None;
    };
    let StmtKind::For { var, body, .. } = &each.kind else { return None };
    let (_, read) = combination(body, *result)?;
    let ExprKind::Load(next) = &read.kind else { return None };
    let results = stored(end, lane, *result)?;
    let is_fold = uncast(&first.index).kind == ExprKind::Local(lane)
        && uncast(&next.index).kind == ExprKind::Local(*var)
        && first.array == results
        && next.array == results;
    (kernel.params == 2 && is_fold).then_some(results)
}

/// Returns the variable and the three statements of the only loop of a kernel, if the loop is over lanes.
fn lanes(kernel: &Kernel) -> Option<(LocalId, &[Stmt; 3])> {
    let [Stmt { kind: StmtKind::ForAll { var, domain, body, .. }, .. }] = &kernel.body[..] else {
        return None;
    };
    matches!(domain, Domain::Range(..)).then_some(())?;
    Some((*var, body.as_slice().try_into().ok()?))
}

/// Recognises the assignment of a combination with another value to a local.
fn combination(body: &[Stmt], result: LocalId) -> Option<(AtomicOp, &Expr)> {
    let [Stmt { kind: StmtKind::Assign(id, value), .. }] = body else { return None };
    let ExprKind::Binary(op, left, right) = &value.kind else { return None };
    let op = match op {
        BinaryOp::Add => AtomicOp::Add,
        BinaryOp::Min => AtomicOp::Min,
        BinaryOp::Max => AtomicOp::Max,
        BinaryOp::BitAnd => AtomicOp::And,
        BinaryOp::BitOr => AtomicOp::Or,
        _ => return None,
    };
    (*id == result && left.kind == ExprKind::Local(result)).then_some((op, &**right))
}

/// Returns the array in which a lane stores its result.
fn stored(stmt: &Stmt, lane: LocalId, result: LocalId) -> Option<ArrayId> {
    let StmtKind::Store(place, value) = &stmt.kind else { return None };
    let is_own = uncast(&place.index).kind == ExprKind::Local(lane) && place.element.is_none();
    (is_own && value.kind == ExprKind::Local(result)).then_some(place.array)
}

/// Removes conversions around an expression.
fn uncast(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast(inner) => uncast(inner),
        _ => expr,
    }
}
