//! Conversion of reductions of globals to private reductions, whose results a group of work-items
//! combines at the end of the kernel.

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeMap;

use super::filters;
use crate::configuration::{self, Choice, Configuration};
use crate::ir::build::{add_local, changes, combine, identity};
use crate::ir::uniform_loop::{is_distributed, is_over_share};
use crate::ir::visit::{walk_exprs, walk_stmts, walk_stmts_mut};
use crate::ir::*;
use crate::remarks::Remarks;

/// The way in which the work-items of a launch count.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counting {
    /// The choice that selects this way.
    choice: Choice,
    /// The group that combines its values before one atomic, or `None` for each work-item alone.
    group: Option<Scope>,
}

impl Counting {
    /// Returns the way that the options select. Without one, each reduction is an atomic.
    pub(super) fn of(options: &Configuration) -> Option<Counting> {
        let (choice, group) = match options.counting {
            Some(configuration::Counting::WorkItem) => (Choice::Counting, None),
            Some(configuration::Counting::Subgroup) => (Choice::Counting, Some(Scope::Subgroup)),
            Some(configuration::Counting::Workgroup) => (Choice::Counting, Some(Scope::Workgroup)),
            None if options.coop_cv => (Choice::CoopCv, Some(Scope::Workgroup)),
            None => return None,
        };
        Some(Counting { choice, group })
    }

    /// The remark on a reduction that was converted.
    fn effect(self) -> &'static str {
        match self.group {
            None => {
                "each work-item reduces into a local, and executes one atomic at the kernel's end"
            }
            Some(Scope::Subgroup) => {
                "each work-item reduces into a local, and each subgroup executes one atomic at the \
                 kernel's end"
            }
            Some(_) => {
                "each work-item reduces into a local, and each workgroup executes one atomic at the \
                 kernel's end"
            }
        }
    }

    /// The comment on the statements that combine the values.
    fn note(self) -> &'static str {
        match (self.choice, self.group) {
            (_, None) => "count-wi: one atomic operation for the values of the work-item",
            (_, Some(Scope::Subgroup)) => {
                "count-sg: one atomic operation for the values of the subgroup"
            }
            (Choice::CoopCv, _) => "coop-cv: one atomic operation for the values of the workgroup",
            _ => "count-wg: one atomic operation for the values of the workgroup",
        }
    }

    /// The coordinate that is zero for the work-item that executes the atomic of a group.
    fn member(group: Scope) -> Coordinate {
        match group {
            Scope::Subgroup => Coordinate::Lane,
            Scope::Workgroup => Coordinate::LocalId,
            Scope::Grid => Coordinate::GlobalId,
        }
    }
}

/// Converts the reductions in the outer loops of a kernel.
pub(super) fn reduce(
    kernel: &mut Kernel,
    arrays: &[Array],
    counting: Counting,
    remarks: &mut Remarks,
) {
    let Kernel { name, locals, body, .. } = kernel;
    let touches = Touches::find(body);
    let mut parts: BTreeMap<ArrayId, Part> = BTreeMap::new();
    for stmt in body.iter_mut() {
        let distributed = is_shared(stmt);
        if distributed {
            filters::remove(stmt, &|array| touches.reduces(array, arrays));
        }
        walk_stmts_mut(std::slice::from_mut(stmt), &mut |stmt| {
            let StmtKind::Atomic { op, place, operands, .. } = &stmt.kind else { return };
            let alone = (!distributed).then(|| "only the first work-item executes it".to_string());
            if let Some(reason) = alone.or_else(|| obstacle(&stmt.kind, arrays, &touches)) {
                return remarks.missed(counting.choice, name, stmt.origin, reason);
            }
            let array = &arrays[place.array.index()];
            let part = parts.entry(place.array).or_insert_with(|| {
                let mut local =
                    |what: &str| add_local(locals, &format!("{}_{what}", array.name), array.ty);
                let private = local("part");
                let group = counting.group.map(|scope| match scope {
                    Scope::Subgroup => (scope, local("subgroup")),
                    Scope::Workgroup | Scope::Grid => (scope, local("group")),
                });
                let (op, place, ty) = (*op, place.clone(), array.ty);
                Part { op, place, private, group, ty, note: counting.note(), origin: stmt.origin }
            });
            remarks.applied(counting.choice, name, stmt.origin, counting.effect());
            let value = combine(*op, Expr::local(part.private, part.ty), operands[0].clone());
            stmt.kind = StmtKind::Assign(part.private, value);
        });
    }
    body.splice(0..0, parts.values().map(Part::start));
    body.extend(parts.into_values().flat_map(Part::end));
}

/// Whether a statement is a loop whose iterations the work-items of the launch share.
fn is_shared(stmt: &Stmt) -> bool {
    is_distributed(stmt) || is_over_share(stmt)
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
        for stmt in body.iter_mut().filter(|stmt| is_shared(stmt)) {
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
            StmtKind::Let(..)
            | StmtKind::Assign(..)
            | StmtKind::LetArray(..)
            | StmtKind::StoreElement(..)
            | StmtKind::LetVector(..)
            | StmtKind::Reduce(..)
            | StmtKind::Push(..)
            | StmtKind::StoreShared(..)
            | StmtKind::AtomicShared { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Collective { .. }
            | StmtKind::Scan { .. }
            | StmtKind::Enqueue(..)
            | StmtKind::Flush(_)
            | StmtKind::Print(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::PathStart
            | StmtKind::Exclusive { .. }
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::ForAll { .. }
            | StmtKind::For { .. } => {}
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
    /// The group that combines its values, and the local for the result.
    group: Option<(Scope, LocalId)>,
    ty: Type,
    /// The comment on the statements at the end.
    note: &'static str,
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
        let own = Expr::local(self.private, self.ty);
        let value = self.group.map_or(own.clone(), |(_, result)| Expr::local(result, self.ty));
        let is_first = self.group.map(|(scope, _)| {
            let zero = Expr::constant(Value::U32(0));
            Expr::binary(BinaryOp::Eq, Expr::at(Counting::member(scope)), zero)
        });
        let condition = [is_first, changes(self.op, value.clone())].into_iter().flatten();
        let condition = condition.reduce(|a, b| Expr::binary(BinaryOp::And, a, b));
        let Part { op, place, group, origin, note, .. } = self;
        let atomic = StmtKind::Atomic { op, place, operands: vec![value], old: None }.from(origin);
        let sent = match condition {
            Some(condition) => StmtKind::If(condition, vec![atomic], vec![]).from(origin),
            None => atomic,
        };
        let combined = group.map(|(scope, result)| {
            StmtKind::Collective { scope, op, value: own, result }.from(origin)
        });
        let mut end: Block = combined.into_iter().chain([sent]).collect();
        end[0].origin = origin.noted(note);
        end
    }
}
