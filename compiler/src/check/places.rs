//! Checks assignments: which places a statement may write, and which updates could be lost.
//!
//! - An iteration may write its own locals. A nested `forall` may not write locals that are
//!   declared outside of it, because its iterations would write them at the same time.
//! - `property = value` is always allowed. If several iterations write, one of their values
//!   remains.
//! - `property op= value` reads, computes and writes. If another iteration may do the same in
//!   between, an update would be lost. It is allowed if the iteration owns the node or edge.
//! - `global op= value` in a kernel is a reduction. It is allowed for operators whose order does
//!   not matter. `global = value` in a kernel is allowed, and the value of one iteration remains.
//! - In `main`, nothing runs at the same time, and all of these are allowed.

use super::arrays::without_index;
use super::checker::{Checker, Context, Frame};
use super::effects::{Owner, Update};
use super::expressions::Operand;
use super::infer::{TypeSet, Var};
use super::meaning::{Builtin, Meaning};
use super::scopes::{LocalKind, kind_words};
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;
use crate::syntax::print;

impl<'p> Checker<'p> {
    pub(super) fn assign(
        &mut self,
        span: Span,
        place: &'p Expr,
        op: Option<AssignOp>,
        value: &'p Expr,
    ) {
        let shared = self.shared_locals.len();
        let read = self.neighbourhood.reads.len();
        let target = self.value(place);
        // An assignment does not read the element or the local, but it reads the index.
        let named = without_index(place);
        self.forget_read_of(named, read);
        if let ExprKind::Path(_) = named.kind {
            let mut at = 0;
            self.shared_locals.retain(|local| {
                at += 1;
                at <= shared || local.span != named.span
            });
        }
        self.whole_value = Some(value.id);
        let found = self.value(value);
        match op {
            None => self.expect(value, found, target, Some((place.span, "assigned to"))),
            Some(AssignOp::Binary(op)) => {
                let result = self.operate(
                    op,
                    Operand { expr: place, ty: target },
                    Operand { expr: value, ty: found },
                    span,
                );
                self.expect(value, result, target, Some((place.span, "assigned to")));
            }
            Some(AssignOp::Min | AssignOp::Max) => {
                self.expect_one_of(place, target, TypeSet::ORDERED);
                self.expect(value, found, target, Some((place.span, "assigned to")));
            }
        }
        self.may_be_written(span, place, target, op, value);
        if op.is_none() {
            self.assignment_of_read(span, place, value);
        }
    }

    fn may_be_written(
        &mut self,
        span: Span,
        place: &'p Expr,
        target: Var,
        op: Option<AssignOp>,
        value: &Expr,
    ) {
        match (&without_index(place).kind, self.meanings[place.id.0 as usize]) {
            (ExprKind::Path(_), Some(Meaning::Local(binding))) => {
                self.write_local(span, place, binding, (op, value));
                if self.is_shared_local(binding) {
                    self.no_sum_of_edges(span, target, op);
                }
            }
            (
                ExprKind::Path(path),
                Some(state @ (Meaning::Global(_) | Meaning::PropertyParameter(_))),
            ) => {
                self.writes(state, span);
                self.write_global(span, &path[0], op);
                if self.context != Context::Main {
                    self.no_sum_of_edges(span, target, op);
                }
            }
            (
                ExprKind::Field(base, _),
                Some(
                    state @ (Meaning::NodeProperty(_)
                    | Meaning::EdgeProperty(_)
                    | Meaning::PropertyParameter(_)),
                ),
            ) => {
                self.writes(state, span);
                self.writes_element(state, base, span);
                self.write_property(span, (place, state), base, op, value);
            }
            (_, Some(meaning @ (Meaning::Const(_) | Meaning::Param(_)))) => {
                let message = format!("{} cannot be assigned to", kind_words(meaning));
                let diagnostic = Diagnostic::error("E0301", place.span, message)
                    .note("its value does not change during a run")
                    .help("declare a `global`, or copy the value into a local with `let`");
                self.report(diagnostic);
            }
            (ExprKind::Field(..), Some(Meaning::Builtin(Builtin::Waiting))) => {
                let message = "the size of a worklist cannot be assigned to";
                let diagnostic = Diagnostic::error("E0301", place.span, message)
                    .note("only pushes and kernels change it")
                    .help("write `clear(near);` to empty a worklist");
                self.report(diagnostic);
            }
            (ExprKind::Field(..), Some(Meaning::Builtin(_))) => {
                let message = "the graph cannot be changed";
                let diagnostic = Diagnostic::error("E0301", place.span, message)
                    .note("the graph does not change during a run")
                    .help("store values in properties");
                self.report(diagnostic);
            }
            _ if self.infer.types(target).is_error() => (),
            _ => {
                let diagnostic =
                    Diagnostic::error("E0301", place.span, "this cannot be assigned to")
                        .note("only locals, globals and properties can be assigned to")
                        .help("assign to a local, a global, or a property such as `u.level`");
                self.report(diagnostic);
            }
        }
    }

    fn write_local(
        &mut self,
        span: Span,
        place: &Expr,
        binding: BindingId,
        (op, value): (Option<AssignOp>, &Expr),
    ) {
        let Some(local) = self.locals.iter().find(|local| local.binding == binding).cloned() else {
            return;
        };
        let name = &local.name.text;
        let not_assignable = match local.kind {
            LocalKind::Let | LocalKind::Array => None,
            LocalKind::LoopVariable => Some("a loop variable"),
            LocalKind::ItemPosition => Some("the position of an item"),
            LocalKind::Parameter | LocalKind::Property(_) => Some("a parameter"),
        };
        if self.exclusive.contains(&binding) {
            let message = format!("`{name}` cannot be assigned to inside the `exclusive`");
            let diagnostic = Diagnostic::error("E0320", place.span, message)
                .label("the local would then name another node")
                .note(format!("the `exclusive` owns the node that `{name}` names"))
                .help("use another local");
            self.report(diagnostic);
        } else if let Some(what) = not_assignable {
            let message = format!("`{name}` is {what} and cannot be assigned to");
            let diagnostic = Diagnostic::error("E0301", place.span, message)
                .also(local.name.span, "declared here")
                .help(format!("copy it into a local: `let {name}_now = {name};`"));
            self.report(diagnostic);
        } else if local.depth < self.forall_depth() {
            if local.depth > 0 && op.is_some_and(is_reduction) {
                // `-=` adds the negated value, so it can be combined with `+=`.
                let is_sum = op == Some(AssignOp::Binary(BinaryOp::Sub));
                let op = if is_sum { Some(AssignOp::Binary(BinaryOp::Add)) } else { op };
                return self.share(binding, local.depth, op, span);
            }
            let (sharers, note) = match local.depth {
                0 => (
                    "all iterations of the kernel share it",
                    "a kernel can only read the locals before its `forall`",
                ),
                _ => (
                    "the iterations of this `forall` share it",
                    "a nested `forall` can read the locals around it, or reduce into them with \
                     `+=`, `-=`, `&=`, `|=`, `^=`, `min=` and `max=`",
                ),
            };
            let message = format!("`{name}` cannot be assigned to, because {sharers}");
            let diagnostic = Diagnostic::error("E0308", place.span, message)
                .label("many iterations would write it at the same time")
                .also(local.name.span, "declared outside of the `forall`")
                .note(note)
                .help(match (reduction(name, op, value), local.depth) {
                    (Some(reduction), 0) => format!(
                        "declare `{name}` as a `global` instead, and write `{reduction};`, which \
                         combines the values of all iterations"
                    ),
                    (Some(reduction), _) => {
                        format!("write `{reduction};`, which combines the values of all iterations")
                    }
                    (None, _) => {
                        "reduce into a `global` (`total += x;`), or write to a property".to_string()
                    }
                });
            self.report(diagnostic);
        }
    }

    /// Whether the iterations of the innermost `forall` share a local.
    fn is_shared_local(&self, binding: BindingId) -> bool {
        let local = self.locals.iter().find(|local| local.binding == binding);
        local.is_some_and(|local| local.depth < self.forall_depth())
    }

    fn write_global(&mut self, span: Span, place: &Name, op: Option<AssignOp>) {
        let Some(op) = op else { return };
        if self.context == Context::Main || is_reduction(op) {
            return;
        }
        let message = format!("a kernel cannot update `{}` with `{}=`", place.text, op_text(op));
        let diagnostic = Diagnostic::error("E0310", span, message)
            .note(
                "the iterations update it in any order, which only `+=`, `-=`, `&=`, `|=`, `^=`, \
                 `min=` and `max=` allow",
            )
            .help("use one of these operators, and compute the rest in `main`");
        self.report(diagnostic);
    }

    fn write_property(
        &mut self,
        span: Span,
        (place, state): (&Expr, Meaning),
        base: &Expr,
        op: Option<AssignOp>,
        value: &Expr,
    ) {
        let Some(op) = op else { return };
        if self.context == Context::Main {
            return;
        }
        if let Some(ownership) = self.ownership(base) {
            return self.updates(state, ownership, span);
        }
        let (place_text, value_text) = (self.text(place), self.text(value));
        let message =
            format!("updates of `{place_text}` could be lost: other iterations may update it, too");
        let help = match atomic(op) {
            Some(name) => format!("write `{name}({place_text}, {value_text});`"),
            None => "use `atomic_cas` in a `while` loop, or a kernel over `nodes` in which each \
                         iteration updates its own node"
                .to_owned(),
        };
        let diagnostic = Diagnostic::error("E0309", span, message)
            .label(self.not_owned(base))
            .note(
                "an iteration owns only the variable of an outermost `forall` over `nodes` or \
                     `edges`, and the nodes of an `exclusive`",
            )
            .help(help);
        self.report(diagnostic);
    }

    /// Returns how the iteration owns the node or edge, or `None` if it does not own it. An
    /// iteration owns the variable of the innermost `forall` if no other iteration has the same
    /// element, and the nodes of an `exclusive`.
    pub(super) fn ownership(&self, base: &Expr) -> Option<Update> {
        let Some(Meaning::Local(local)) = self.meanings[base.id.0 as usize] else { return None };
        let shared = |frame: &Frame| matches!(frame, Frame::ForAll { .. });
        let innermost = self.frames.iter().rfind(|frame| shared(frame));
        if let Some(owner) = innermost.and_then(|frame| owner(frame, local)) {
            return Some(Update::Owned(owner));
        }
        let exclusive = self.frames.iter().rposition(|frame| *frame == Frame::Exclusive)?;
        let within = !self.frames[exclusive..].iter().any(shared);
        (within && self.exclusive.contains(&local)).then_some(Update::Exclusive)
    }

    /// Returns the reason why the iteration does not own the node or edge.
    fn not_owned(&self, base: &Expr) -> String {
        let shown = self.text(base);
        if self.context == Context::Function {
            return format!("the callers of this function may have the same `{shown}`");
        }
        let Some(Meaning::Local(local)) = self.meanings[base.id.0 as usize] else {
            return format!("several iterations may have the same `{shown}`");
        };
        let mut foralls = self.frames.iter().filter_map(|frame| match frame {
            Frame::ForAll { binding, domain, .. } => Some((*binding, *domain)),
            _ => None,
        });
        match foralls.find(|(binding, _)| *binding == local) {
            Some((_, Some(Meaning::Worklist(_)))) => {
                "a worklist may contain a node twice, so no iteration owns its items".to_owned()
            }
            Some(_) if foralls.next().is_some() => {
                format!("the iterations of the nested `forall` share `{shown}`")
            }
            _ => format!("several iterations may have the same `{shown}`"),
        }
    }

    /// Returns how an atomic updates a place. The place may belong to one iteration: to the current
    /// one, or to that of an enclosing `forall`, which continues after the current one.
    pub(super) fn atomic_update(&self, place: &Expr) -> Update {
        let ExprKind::Field(base, _) = &without_index(place).kind else { return Update::Atomic };
        let Some(Meaning::Local(local)) = self.meanings[base.id.0 as usize] else {
            return Update::Atomic;
        };
        let owner = self.frames.iter().find_map(|frame| owner(frame, local));
        owner.map_or(Update::Atomic, Update::OwnedAtomic)
    }

    /// The source text of an expression.
    fn text(&self, expr: &Expr) -> String {
        crate::syntax::print::expr(expr)
    }
}

/// Returns the owner of the element of a `forall`'s variable. Returns `None` if several iterations
/// may have the same element.
fn owner(frame: &Frame, variable: BindingId) -> Option<Owner> {
    match frame {
        Frame::ForAll { binding, domain, owned: true } if *binding == variable => {
            Some(match domain {
                Some(Meaning::OutEdges) => Owner::Source,
                Some(Meaning::InEdges) => Owner::Target,
                _ => Owner::Itself,
            })
        }
        _ => None,
    }
}

/// Whether the order of the updates does not matter.
fn is_reduction(op: AssignOp) -> bool {
    use BinaryOp::{Add, BitAnd, BitOr, BitXor, Sub};
    let symbol = |op| matches!(op, Add | Sub | BitAnd | BitOr | BitXor);
    match op {
        AssignOp::Min | AssignOp::Max => true,
        AssignOp::Binary(op) => symbol(op),
    }
}

fn atomic(op: AssignOp) -> Option<&'static str> {
    Some(match op {
        AssignOp::Min => "atomic_min",
        AssignOp::Max => "atomic_max",
        AssignOp::Binary(BinaryOp::Add) => "atomic_add",
        AssignOp::Binary(BinaryOp::Sub) => "atomic_sub",
        AssignOp::Binary(BinaryOp::BitAnd) => "atomic_and",
        AssignOp::Binary(BinaryOp::BitOr) => "atomic_or",
        AssignOp::Binary(BinaryOp::BitXor) => "atomic_xor",
        AssignOp::Binary(_) => return None,
    })
}

fn op_text(op: AssignOp) -> &'static str {
    match op {
        AssignOp::Min => "min",
        AssignOp::Max => "max",
        AssignOp::Binary(op) => op.symbol(),
    }
}

/// Returns the reduction that an assignment to a local means, such as `n += 1` for `n = n + 1` or `n = 1 + n`.
fn reduction(name: &str, op: Option<AssignOp>, value: &Expr) -> Option<String> {
    let is_local = |expr: &Expr| matches!(&expr.kind, ExprKind::Path(path) if matches!(&path[..], [only] if only.text == name));
    let (op, operand) = match (op, &value.kind) {
        (Some(op), _) => (op, value),
        (None, ExprKind::Binary(op, a, b)) if is_local(a) => (AssignOp::Binary(*op), &**b),
        (None, ExprKind::Binary(op, a, b)) if is_local(b) && *op != BinaryOp::Sub => {
            (AssignOp::Binary(*op), &**a)
        }
        (None, ExprKind::Call(callee, args)) => {
            let ExprKind::Path(path) = &callee.kind else { return None };
            let [called] = &path[..] else { return None };
            let op = match called.text.as_str() {
                "min" => AssignOp::Min,
                "max" => AssignOp::Max,
                _ => return None,
            };
            let [a, b] = &args[..] else { return None };
            (op, if is_local(a) { b } else { Some(a).filter(|_| is_local(b))? })
        }
        _ => return None,
    };
    let sign = match op {
        AssignOp::Min => "min",
        AssignOp::Max => "max",
        AssignOp::Binary(BinaryOp::Add) => "+",
        AssignOp::Binary(BinaryOp::Sub) => "-",
        AssignOp::Binary(BinaryOp::BitAnd) => "&",
        AssignOp::Binary(BinaryOp::BitOr) => "|",
        AssignOp::Binary(BinaryOp::BitXor) => "^",
        AssignOp::Binary(_) => return None,
    };
    Some(format!("{name} {sign}= {}", print::expr(operand)))
}
