//! Conversion of reductions of globals to private reductions, which end in one collective.

use std::collections::BTreeMap;

use super::filters;
use crate::ir::build::{add_local, changes, combine, identity};
use crate::ir::uniform_loop::is_distributed;
use crate::ir::visit::{walk_exprs, walk_stmts, walk_stmts_mut};
use crate::ir::*;
use crate::options::Flag;
use crate::remarks::Remarks;

/// The remark on a reduction that was converted.
const REDUCED: &str = "each work-item reduces into a local, and each workgroup executes one atomic at the kernel's end";

/// Converts the reductions in the outer loops of a kernel.
pub(super) fn reduce(kernel: &mut Kernel, arrays: &[Array], remarks: &mut Remarks) {
    let Kernel { name, locals, body, .. } = kernel;
    let touches = Touches::find(body);
    let mut parts: BTreeMap<ArrayId, Part> = BTreeMap::new();
    for stmt in body.iter_mut() {
        let distributed = is_distributed(stmt);
        if distributed {
            filters::remove(stmt, &|array| touches.reduces(array, arrays));
        }
        walk_stmts_mut(std::slice::from_mut(stmt), &mut |stmt| {
            let StmtKind::Atomic { op, place, operands, .. } = &stmt.kind else { return };
            let alone = (!distributed).then(|| "only the first work-item executes it".to_string());
            if let Some(reason) = alone.or_else(|| obstacle(&stmt.kind, arrays, &touches)) {
                return remarks.missed(Flag::CoopCv, name, stmt.origin, reason);
            }
            let array = &arrays[place.array.index()];
            let part = parts.entry(place.array).or_insert_with(|| Part {
                op: *op,
                place: place.clone(),
                private: add_local(locals, &format!("{}_part", array.name), array.ty),
                group: add_local(locals, &format!("{}_group", array.name), array.ty),
                ty: array.ty,
                origin: stmt.origin,
            });
            remarks.applied(Flag::CoopCv, name, stmt.origin, REDUCED);
            let value = combine(*op, Expr::local(part.private, part.ty), operands[0].clone());
            stmt.kind = StmtKind::Assign(part.private, value);
        });
    }
    body.splice(0..0, parts.values().map(Part::start));
    body.extend(parts.into_values().flat_map(Part::end));
}

/// Returns the reason why an atomic of an outer loop cannot become a private reduction, in the
/// words of a remark. Returns `None` if it can.
fn obstacle(atomic: &StmtKind, arrays: &[Array], touches: &Touches) -> Option<String> {
    let StmtKind::Atomic { op, place, old, .. } = atomic else { return None };
    let array = &arrays[place.array.index()];
    let fixed = matches!(place.index.kind, ExprKind::Const(value) if value.index() == 0);
    if !array.is_scalar_global() || !fixed {
        return Some("different iterations may update different elements".into());
    }
    if old.is_some() {
        return Some("the program uses the old value that it returns".into());
    }
    if !is_reduction(*op) {
        return Some(format!("a {} is not a reduction", op.name()));
    }
    match touches.0.get(&place.array)? {
        Touch::Reduced(_) => None,
        Touch::Changed => Some(format!("the kernel also changes `{}` in another way", array.name)),
        Touch::Read => Some(format!("the kernel reads `{}`", array.name)),
    }
}

/// Returns whether operands of the atomic may first be combined with each other, in any order.
fn is_reduction(op: AtomicOp) -> bool {
    !matches!(op, AtomicOp::Swap | AtomicOp::Cas)
}

/// The way in which a kernel accesses an array. If it accesses the array in several ways, the most
/// restrictive one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Touch {
    /// The array is accessed only by atomics with one operator, whose old values are not used.
    Reduced(AtomicOp),
    /// The array is changed by several operators, or by stores.
    Changed,
    /// The array is read, directly or by an atomic whose old value is used.
    Read,
}

/// The way in which a kernel accesses each of its arrays.
struct Touches(BTreeMap<ArrayId, Touch>);

impl Touches {
    /// Analyses the body of a kernel, without the conditions that only save atomics.
    fn find(body: &Block) -> Touches {
        let mut body = body.clone();
        for stmt in body.iter_mut().filter(|stmt| is_distributed(stmt)) {
            filters::remove(stmt, &|_| true);
        }
        let mut touches = Touches(BTreeMap::new());
        walk_exprs(&body, &mut |expr| {
            if let ExprKind::Load(place) = &expr.kind {
                touches.note(place.array, Touch::Read);
            }
        });
        walk_stmts(&body, &mut |stmt| match &stmt.kind {
            StmtKind::Atomic { old: Some(_), place, .. } => touches.note(place.array, Touch::Read),
            StmtKind::Atomic { op, place, .. } => touches.note(place.array, Touch::Reduced(*op)),
            StmtKind::Store(place, _) => touches.note(place.array, Touch::Changed),
            _ => {}
        });
        touches
    }

    /// Whether the kernel only reduces into an array, and the array is a global.
    fn reduces(&self, array: ArrayId, arrays: &[Array]) -> bool {
        arrays[array.index()].is_scalar_global()
            && matches!(self.0.get(&array), Some(Touch::Reduced(_)))
    }

    fn note(&mut self, array: ArrayId, touch: Touch) {
        let known = self.0.entry(array).or_insert(touch);
        *known = match (*known, touch) {
            (Touch::Read, _) | (_, Touch::Read) => Touch::Read,
            (a, b) if a == b => a,
            _ => Touch::Changed,
        };
    }
}

/// A global that a kernel reduces into.
struct Part {
    op: AtomicOp,
    place: Place,
    /// The local for the combined value of a work-item.
    private: LocalId,
    /// The local for the combined value of the workgroup.
    group: LocalId,
    ty: Type,
    /// The position of the first of the atomics in the source.
    origin: Origin,
}

impl Part {
    fn identity(&self) -> Expr {
        Expr::constant(identity(self.op, self.ty))
    }

    /// Returns the declaration of the private local, at the start of the kernel.
    fn start(&self) -> Stmt {
        StmtKind::Let(self.private, self.identity()).from(self.origin)
    }

    /// Returns the statements at the end of the kernel, which combine the values and send the
    /// result.
    fn end(self) -> Block {
        let group_value = Expr::local(self.group, self.ty);
        let zero = Expr::constant(Value::U32(0));
        let mut sends = Expr::binary(BinaryOp::Eq, Expr::at(Coordinate::LocalId), zero);
        if let Some(something) = changes(self.op, group_value.clone()) {
            sends = Expr::binary(BinaryOp::And, sends, something);
        }
        let value = Expr::local(self.private, self.ty);
        let Part { op, place, group, origin, .. } = self;
        let collective = StmtKind::Collective { scope: Scope::Workgroup, op, value, result: group };
        let atomic = StmtKind::Atomic { op, place, operands: vec![group_value], old: None };
        let sent = StmtKind::If(sends, vec![atomic.from(origin)], vec![]);
        let note = "coop-cv: one atomic operation for the values of the workgroup";
        vec![collective.from(origin.noted(note)), sent.from(origin)]
    }
}
