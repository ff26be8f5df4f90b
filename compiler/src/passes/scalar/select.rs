//! Branch to select: turns branches that only assign into conditional values.
//!
//! A branch inside of a loop is expensive where it is hard to predict (CPUs), or where the work-items
//! of a subgroup take different sides (GPUs). If both sides only assign cheap values to locals, the
//! pass computes both values and chooses one.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! if (d < best) {               set best = select((d < best), d, best)
//!   set best = d
//! }
//! ```
//!
//! # Why it is legal
//!
//! Both values are evaluated although the program evaluates only one of them. They contain no reads of
//! memory, so they have no effect and cannot fail (fact 1 of the [list](super)). The condition is
//! evaluated once, at the same place as before: with several assignments, it gets a local. A side
//! assigns each local once, and its values do not use the other locals that the side assigns, so the
//! order of its assignments does not matter. A value of one side may use a local that the other side
//! assigns: wherever this value is chosen, that local is unchanged.
//!
//! # Limits
//!
//! A side has at most [`MAX_ASSIGNMENTS`] assignments, and each value at most [`MAX_OPERATIONS`]
//! operations. Divisions, remainders and functions are too expensive to evaluate in vain.

use std::collections::BTreeSet;

use super::rewrite_kernels;
use crate::ir::build::add_local;
use crate::ir::*;
use crate::options::ScalarPass;
use crate::remarks::Remarks;

/// Maximum number of assignments of each side of a branch.
const MAX_ASSIGNMENTS: usize = 2;

/// Maximum number of operations of an assigned value.
const MAX_OPERATIONS: usize = 3;

/// Turns branches that only assign into conditional values.
pub(super) fn convert_branches(module: &mut Module, remarks: &mut Remarks) {
    rewrite_kernels(module, &mut |kernel, _| {
        let Kernel { name, locals, body, .. } = kernel;
        convert(body, locals, &mut |origin| {
            let message = "the branch becomes a choice between two values";
            remarks.applied(ScalarPass::Select, name, origin, message);
        });
    });
}

fn convert(block: &mut Block, locals: &mut Locals, tell: &mut impl FnMut(Origin)) {
    for mut stmt in std::mem::take(block) {
        for inner in stmt.blocks_mut() {
            convert(inner, locals, tell);
        }
        let sides = match &stmt.kind {
            StmtKind::If(_, then, otherwise) if !(then.is_empty() && otherwise.is_empty()) => {
                assignments(then).zip(assignments(otherwise))
            }
            _ => None,
        };
        match (sides, stmt.kind) {
            (Some((then, otherwise)), StmtKind::If(condition, ..)) => {
                tell(stmt.origin);
                let values = choices(locals, &then, &otherwise);
                let condition = match values.len() {
                    1 => condition,
                    _ => {
                        let id = add_local(locals, "holds", Type::Bool);
                        block.push(StmtKind::Let(id, condition).from(stmt.origin));
                        Expr::local(id, Type::Bool)
                    }
                };
                block.extend(values.into_iter().map(|(id, a, b)| {
                    let ty = a.ty;
                    let kind =
                        ExprKind::Select(Box::new(condition.clone()), Box::new(a), Box::new(b));
                    StmtKind::Assign(id, Expr { ty, kind }).from(stmt.origin)
                }));
            }
            (_, kind) => block.push(kind.from(stmt.origin)),
        }
    }
}

/// Returns the assigned locals, each with its value on both sides. A side that does not assign a
/// local leaves it unchanged.
fn choices(
    locals: &Locals,
    then: &[(LocalId, Expr)],
    otherwise: &[(LocalId, Expr)],
) -> Vec<(LocalId, Expr, Expr)> {
    let value = |side: &[(LocalId, Expr)], id: LocalId| {
        let assigned = side.iter().find(|(other, _)| *other == id);
        let unchanged = Expr::local(id, locals[id.index()].ty);
        assigned.map_or(unchanged, |(_, value)| value.clone())
    };
    let all: BTreeSet<LocalId> = then.iter().chain(otherwise).map(|(id, _)| *id).collect();
    all.into_iter().map(|id| (id, value(then, id), value(otherwise, id))).collect()
}

/// Returns the assignments of a side, or `None` if it has other statements, or if the values are not
/// cheap and independent of each other.
fn assignments(side: &Block) -> Option<Vec<(LocalId, Expr)>> {
    let assignment = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Assign(id, value) if is_cheap(value) => Some((*id, value.clone())),
        _ => None,
    };
    let found: Vec<(LocalId, Expr)> = side.iter().map(assignment).collect::<Option<_>>()?;
    let depends = |at: usize, other: usize| {
        let (id, (target, value)) = (found[other].0, &found[at]);
        let mut uses = *target == id;
        value.walk(&mut |e| uses |= e.local_read() == Some(id));
        at != other && uses
    };
    let all = 0..found.len();
    let independent = all.clone().all(|at| all.clone().all(|other| !depends(at, other)));
    (found.len() <= MAX_ASSIGNMENTS && independent).then_some(found)
}

/// Whether an expression reads no memory and has few operations.
fn is_cheap(value: &Expr) -> bool {
    let (mut operations, mut cheap) = (0, true);
    value.walk(&mut |e| match &e.kind {
        ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Param(_) | ExprKind::At(_) => {}
        ExprKind::NodeCount | ExprKind::EdgeCount => {}
        ExprKind::Cast(_) | ExprKind::Select(..) => operations += 1,
        ExprKind::Unary(op, _) if !matches!(op, UnaryOp::Call(_)) => operations += 1,
        ExprKind::Binary(op, ..)
            if !matches!(op, BinaryOp::Div | BinaryOp::Rem | BinaryOp::Pow) =>
        {
            operations += 1;
        }
        _ => cheap = false,
    });
    cheap && operations <= MAX_OPERATIONS
}
