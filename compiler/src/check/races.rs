//! Warns about statements of kernels and functions that can lose updates, or read a mixture of old
//! and new values, although every single access is correct.
//!
//! | code | pattern |
//! | --- | --- |
//! | `W0201` | `v.x = v.x + 1;`, `best = max(best, d);` |
//! | `W0202` | `if d > best { best = d; }` |
//! | `W0203` | a kernel that writes `u.x` and reads `e.dst.x` |
//!
//! [`order`](super::order) warns about writes to other nodes (`W0204`). A `racy` kernel or function
//! allows all of them. Functions that only `main` calls cannot race. In
//! functions of the standard library, the warnings are errors of a test.

use super::arrays::without_index;
use super::checker::{Checker, Context, Frame};
use super::effects::{Body, Launch};
use super::meaning::Meaning;
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;
use crate::syntax::print;
use indexmap::IndexMap;
use std::collections::HashSet;

/// What a kernel reads of neighbours and writes of its own element, to find `W0203`.
#[derive(Debug, Default)]
pub struct Neighbourhood {
    /// The property, the position, and the local through which it is read, if it is one.
    pub reads: Vec<(Body, Meaning, Option<BindingId>, Span)>,
    /// The property, the loop variable through which it is written, and the position.
    pub writes: Vec<(Body, Meaning, BindingId, Span)>,
}

impl<'p> Checker<'p> {
    /// Whether the statement is in a kernel or function that allows races.
    fn allows_races(&self) -> bool {
        match self.body {
            Some(Body::Kernel(index)) => self.items.kernels[index].racy,
            Some(Body::Function(index)) => self.items.functions[index].racy,
            _ => true,
        }
    }

    /// Whether several iterations may execute the statement at the same time. A `forall` over
    /// `0..1` has only one iteration.
    fn is_shared(&self) -> bool {
        match self.context {
            Context::Function => true,
            Context::Kernel => self.forall_depth() > 0 && !self.one_iteration,
            _ => false,
        }
    }

    /// The property or global that an expression reads, if other iterations may update it.
    fn shared_place(&self, expr: &Expr) -> Option<Meaning> {
        let meaning = self.meanings[expr.id.0 as usize]?;
        match (&without_index(expr).kind, meaning) {
            (ExprKind::Path(_), Meaning::Global(_) | Meaning::PropertyParameter(_)) => {
                Some(meaning)
            }
            (
                ExprKind::Field(base, _),
                Meaning::NodeProperty(_) | Meaning::EdgeProperty(_) | Meaning::PropertyParameter(_),
            ) if self.ownership(base).is_none() => Some(meaning),
            _ => None,
        }
    }

    /// Warns about `place = value;` if the value depends on the old value of the place.
    pub(super) fn assignment_of_read(&mut self, span: Span, place: &Expr, value: &Expr) {
        if !self.is_shared() || self.allows_races() || self.shared_place(place).is_none() {
            return;
        }
        let shown = print::expr(place);
        if !mentions(value, &shown) {
            return;
        }
        let message = format!("updates of `{shown}` can be lost");
        let diagnostic = Diagnostic::warning("W0201", span, message)
            .label("other iterations may write between this read and this write")
            .note("an assignment of a value that was read is not one indivisible step")
            .help(match update(place, &shown, value) {
                Some(form) => format!("write `{form}`"),
                None => {
                    "use `atomic_cas` in a `while` loop, or compute the new values in a kernel of \
                     their own"
                        .to_owned()
                }
            })
            .help(ALLOW);
        self.race(diagnostic);
    }

    /// Reports a race. In a function, this waits until it is known who calls the function: if only
    /// `main` does, nothing runs at the same time.
    fn race(&mut self, diagnostic: Diagnostic) {
        match self.body {
            Some(Body::Function(index)) => self.races_of_functions.push((index, diagnostic)),
            _ => self.report(diagnostic),
        }
    }

    /// Warns about `if value > place { place = value; }`.
    pub(super) fn conditional_extremum(&mut self, cond: &Expr, then: &Block) {
        if !self.is_shared() || self.allows_races() {
            return;
        }
        let mut comparisons = vec![];
        comparisons_of(cond, &mut comparisons);
        for stmt in &then.stmts {
            let StmtKind::Assign { place, op: None, value } = &stmt.kind else { continue };
            if self.shared_place(place).is_none() {
                continue;
            }
            let (shown, new) = (print::expr(place), print::expr(value));
            for Comparison { op, left, right } in &comparisons {
                let (a, b) = (print::expr(left), print::expr(right));
                let greater = matches!(op, BinaryOp::Gt | BinaryOp::Ge);
                let is_maximum = match (a == new && b == shown, a == shown && b == new) {
                    (true, _) => greater,
                    (_, true) => !greater,
                    _ => continue,
                };
                self.lost_extremum(stmt.span, place, (&shown, &new), is_maximum, cond.span);
                break;
            }
        }
    }

    fn lost_extremum(
        &mut self,
        span: Span,
        place: &Expr,
        (shown, new): (&str, &str),
        is_maximum: bool,
        cond: Span,
    ) {
        let extremum = if is_maximum { "max" } else { "min" };
        let form = match without_index(place).kind {
            ExprKind::Path(_) => format!("{shown} {extremum}= {new};"),
            _ => format!("atomic_{extremum}({shown}, {new});"),
        };
        let kind = if is_maximum { "larger" } else { "smaller" };
        let message = format!("`{shown}` may lose a {kind} value");
        let diagnostic = Diagnostic::warning("W0202", span, message)
            .label("the value may have changed since it was compared")
            .also(cond, "compared here")
            .note(format!(
                "if another iteration writes a {kind} value in between, this assignment replaces it"
            ))
            .help(format!("write `{form}`, which does nothing if the value is not {kind}"))
            .help(ALLOW);
        self.race(diagnostic);
    }

    /// Records the read of a property, for `W0203`.
    pub(super) fn reads_element(&mut self, property: Meaning, base: &Expr, span: Span) {
        let Some(body @ Body::Kernel(_)) = self.body else { return };
        let local = match self.meanings[base.id.0 as usize] {
            Some(Meaning::Local(local)) => Some(local),
            _ => None,
        };
        self.neighbourhood.reads.push((body, property, local, span));
    }

    /// Forgets the read of a place after the first `earlier` reads, but not those of its indices.
    pub(super) fn forget_read_of(&mut self, place: &Expr, earlier: usize) {
        let mut at = 0;
        self.neighbourhood.reads.retain(|(.., span)| {
            at += 1;
            at <= earlier || *span != place.span
        });
    }

    /// Records the write of a property, for `W0203`, if the element is the variable of the
    /// outermost `forall`.
    pub(super) fn writes_element(&mut self, property: Meaning, base: &Expr, span: Span) {
        let Some(body @ Body::Kernel(_)) = self.body else { return };
        let outermost = self.frames.iter().find_map(|frame| match frame {
            Frame::ForAll { binding, .. } => Some(*binding),
            _ => None,
        });
        let own = outermost.map(Meaning::Local);
        if let (Some(binding), true) = (outermost, own == self.meanings[base.id.0 as usize])
            && !self.frames.contains(&Frame::Exclusive)
            && !self.allows_races()
        {
            self.neighbourhood.writes.push((body, property, binding, span));
        }
    }

    /// Warns about kernels that write a property of their own element and read it of others. A call
    /// may pass one property for two parameters.
    pub(super) fn mixed_neighbours(&mut self) {
        let accesses = std::mem::take(&mut self.neighbourhood);
        let mut reported = HashSet::new();
        self.mixed_in_kernels(&accesses, None, &mut reported);
        let mut of_kernels: IndexMap<Body, Neighbourhood> = IndexMap::new();
        for read in accesses.reads {
            of_kernels.entry(read.0).or_default().reads.push(read);
        }
        for write in accesses.writes {
            of_kernels.entry(write.0).or_default().writes.push(write);
        }
        for launch in self.launches.values().flatten().copied().collect::<Vec<_>>() {
            if let Some(accesses) = of_kernels.get(&Body::Kernel(launch.kernel)) {
                self.mixed_in_kernels(accesses, Some(launch), &mut reported);
            }
        }
    }

    /// Warns about these accesses, which belong to all kernels, or to one call of a kernel.
    /// `reported` has the properties that need no further warning.
    fn mixed_in_kernels(
        &mut self,
        accesses: &Neighbourhood,
        launch: Option<Launch<'p>>,
        reported: &mut HashSet<(Body, Meaning)>,
    ) {
        let here = |checker: &Self, state| match launch {
            Some(Launch { kernel, args, .. }) => {
                checker.passed(checker.items.kernels[kernel], args, state)
            }
            None => state,
        };
        let mut written: IndexMap<(Body, Meaning), (BindingId, Span)> = IndexMap::new();
        for (body, property, own, span) in &accesses.writes {
            written.entry((*body, here(self, *property))).or_insert((*own, *span));
        }
        for (body, property, local, read) in &accesses.reads {
            let state = here(self, *property);
            let Some((own, written)) = written.get(&(*body, state)).copied() else { continue };
            if *local == Some(own) || !reported.insert((*body, *property)) {
                continue;
            }
            let name = self.state_name(state);
            let message = format!("this may read an old or a new value of `{name}`");
            let mut diagnostic = Diagnostic::warning("W0203", *read, message)
                .label("another iteration may have written this value already, or not")
                .also(written, "each iteration writes its own value here");
            if let Some(launch) = launch {
                diagnostic = diagnostic.also(launch.span, "with the properties of this call");
            }
            let diagnostic = diagnostic
                .note("the iterations of a kernel run in any order, at the same time")
                .help(format!(
                    "write to a second property, and exchange both in `main`: \
                     `swap {name}, next_{name};`, or split the kernel in two"
                ))
                .help(ALLOW);
            self.report(diagnostic);
        }
    }
}

/// How to allow a pattern.
pub(super) const ALLOW: &str =
    "if the result is right in any case, write `racy` before the `kernel` or `fn`";

/// Whether an expression contains another one, which is given as text.
fn mentions(expr: &Expr, shown: &str) -> bool {
    if matches!(expr.kind, ExprKind::Path(_) | ExprKind::Field(..) | ExprKind::Index(..))
        && print::expr(expr) == shown
    {
        return true;
    }
    match &expr.kind {
        ExprKind::Field(a, _) | ExprKind::Unary(_, a) | ExprKind::Cast(a, _) => mentions(a, shown),
        ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) | ExprKind::Pair(a, b) => {
            mentions(a, shown) || mentions(b, shown)
        }
        ExprKind::Call(_, args) => args.iter().any(|arg| mentions(arg, shown)),
        _ => false,
    }
}

/// A comparison of two expressions.
struct Comparison<'e> {
    op: BinaryOp,
    left: &'e Expr,
    right: &'e Expr,
}

/// The comparisons that must hold for a condition to hold.
fn comparisons_of<'e>(cond: &'e Expr, found: &mut Vec<Comparison<'e>>) {
    match &cond.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => {
            comparisons_of(a, found);
            comparisons_of(b, found);
        }
        ExprKind::Binary(
            op @ (BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge),
            a,
            b,
        ) => found.push(Comparison { op: *op, left: a, right: b }),
        _ => (),
    }
}

/// Returns the statement that updates a place in one step, as `place = value;` is meant to.
fn update(place: &Expr, shown: &str, value: &Expr) -> Option<String> {
    let is_global = matches!(without_index(place).kind, ExprKind::Path(_));
    let (op, operand) = match &value.kind {
        ExprKind::Binary(op, a, b) => {
            let first = print::expr(a) == shown;
            let operand = match (first, print::expr(b) == shown) {
                (true, false) => b,
                (false, true) if *op != BinaryOp::Sub => a,
                _ => return None,
            };
            let op = match op {
                BinaryOp::Add => ("+=", "atomic_add"),
                BinaryOp::Sub => ("-=", "atomic_sub"),
                BinaryOp::BitAnd | BinaryOp::And => ("&=", "atomic_and"),
                BinaryOp::BitOr | BinaryOp::Or => ("|=", "atomic_or"),
                BinaryOp::BitXor => ("^=", "atomic_xor"),
                _ => return None,
            };
            (op, operand.as_ref())
        }
        ExprKind::Call(callee, args) => {
            let op = match print::expr(callee).as_str() {
                "min" => ("min=", "atomic_min"),
                "max" => ("max=", "atomic_max"),
                _ => return None,
            };
            match &args[..] {
                [a, b] if print::expr(a) == shown => (op, b),
                [a, b] if print::expr(b) == shown => (op, a),
                _ => return None,
            }
        }
        _ => return None,
    };
    if mentions(operand, shown) {
        return None;
    }
    let operand = print::expr(operand);
    Some(match is_global {
        true => format!("{shown} {} {operand};", op.0),
        false => format!("{}({shown}, {operand});", op.1),
    })
}
