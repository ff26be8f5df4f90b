//! Finds the range of the values of each array and local of a module.
//!
//! The analysis goes through all statements of all kernels and of `main` until no range grows. The
//! range of an array or local contains every value that any statement gives it, in whatever order
//! the statements run. Conditions do not make ranges smaller. A range that grows again and again
//! jumps to the next of a few limits ([`Range::widened`]), so the analysis ends soon.

use super::range::{self, Range};
use crate::ir::visit::{walk_host, walk_stmts};
use crate::ir::*;

/// The number of times that a range grows by single values.
const STEPS: u32 = 3;

/// The values of a module's arrays.
pub struct Values {
    arrays: Vec<Known>,
    /// The locals of each kernel and, last, of `main`.
    locals: Vec<Vec<Known>>,
    changed: bool,
}

/// What is known about an array or a local.
#[derive(Clone, Copy)]
struct Known {
    ty: Type,
    /// `None` as long as nothing gives it a value.
    range: Option<Range>,
    growths: u32,
}

impl Values {
    /// Analyses a module without outlined loops and without contractions.
    pub fn of(module: &Module) -> Values {
        let unknown = |local: &Local| Known { ty: local.ty, range: None, growths: 0 };
        let array = |array: &Array| {
            let range = match array.init {
                Init::Fill(value) => Range::constant(value),
                _ => Range::of(array.ty),
            };
            Known { ty: array.ty, range: Some(range), growths: 0 }
        };
        let kernels = module.kernels.iter().map(|kernel| &kernel.locals);
        let locals = kernels.chain([&module.main.locals]);
        let mut values = Values {
            arrays: module.arrays.iter().map(array).collect(),
            locals: locals.map(|locals| locals.iter().map(unknown).collect()).collect(),
            changed: true,
        };
        while std::mem::take(&mut values.changed) {
            for (at, kernel) in module.kernels.iter().enumerate() {
                walk_stmts(&kernel.body, &mut |stmt| values.stmt(at, stmt));
            }
            let main = module.kernels.len();
            walk_host(&module.main.body, &mut |stmt| values.host(main, stmt));
        }
        values
    }

    /// Returns the range of the values of an array.
    pub fn array(&self, id: ArrayId) -> Range {
        let known = self.arrays[id.index()];
        known.range.unwrap_or(Range::of(known.ty))
    }

    fn stmt(&mut self, function: usize, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let(id, e) | StmtKind::LetArray(id, e) | StmtKind::Assign(id, e) => {
                let range = self.expr(function, e);
                self.grow_local(function, *id, range);
            }
            StmtKind::StoreElement(element, e) => {
                let range = self.expr(function, e);
                self.grow_local(function, element.array, range);
            }
            StmtKind::Reduce(id, op, e) => {
                let range = self.expr(function, e);
                let is_choice = matches!(op, AtomicOp::Min | AtomicOp::Max);
                let range = if is_choice { range } else { Some(Range::of(e.ty)) };
                self.grow_local(function, *id, range);
            }
            StmtKind::Store(place, e) => {
                let range = self.expr(function, e);
                self.grow_array(place.array, range);
            }
            StmtKind::Atomic { place, .. } => self.forget_array(place.array),
            StmtKind::Exclusive { owners, .. } => self.forget_array(*owners),
            StmtKind::For { var, start, end, .. } => self.count(function, *var, start, end),
            StmtKind::ForAll { var, domain: Domain::Range(start, end), .. } => {
                self.count(function, *var, start, end);
            }
            _ => {}
        }
        let is_known = matches!(
            stmt.kind,
            StmtKind::Let(..)
                | StmtKind::LetArray(..)
                | StmtKind::For { .. }
                | StmtKind::ForAll { domain: Domain::Range(..), .. }
        );
        for id in stmt.declares().into_iter().filter(|_| !is_known) {
            let all = Range::of(self.locals[function][id.index()].ty);
            self.grow_local(function, id, Some(all));
        }
    }

    fn host(&mut self, main: usize, stmt: &HostStmt) {
        match stmt {
            HostStmt::Act(Action::Let(id, e) | Action::Assign(id, e)) => {
                let range = self.expr(main, e);
                self.grow_local(main, *id, range);
            }
            HostStmt::Act(Action::Store(Place { array, .. }, e) | Action::Fill(array, e)) => {
                let range = self.expr(main, e);
                self.grow_array(*array, range);
            }
            HostStmt::Act(Action::Swap(a, b)) => {
                let (first, second) = (self.arrays[a.index()].range, self.arrays[b.index()].range);
                self.grow_array(*a, second);
                self.grow_array(*b, first);
            }
            HostStmt::Launch { kernel, args, .. } => {
                for (id, arg) in (0u32..).map(LocalId).zip(args) {
                    let range = self.expr(main, arg);
                    self.grow_local(kernel.index(), id, range);
                }
            }
            HostStmt::For { var, start, end, .. } => self.count(main, *var, start, end),
            _ => {}
        }
    }

    /// Notes the values of the variable of a counted loop, which are below its end.
    fn count(&mut self, function: usize, var: LocalId, start: &Expr, end: &Expr) {
        let range = self.expr(function, start).zip(self.expr(function, end));
        let range = range.map(|(start, end)| Range::new(start.low, start.low.max(end.high - 1)));
        self.grow_local(function, var, range);
    }

    fn grow_local(&mut self, function: usize, id: LocalId, by: Option<Range>) {
        self.changed |= self.locals[function][id.index()].grow(by);
    }

    fn grow_array(&mut self, id: ArrayId, by: Option<Range>) {
        self.changed |= self.arrays[id.index()].grow(by);
    }

    fn forget_array(&mut self, id: ArrayId) {
        self.grow_array(id, Some(Range::of(self.arrays[id.index()].ty)));
    }

    /// Returns the range of an expression, or `None` if it uses a local that has no value yet.
    fn expr(&self, function: usize, expr: &Expr) -> Option<Range> {
        let inner = |e: &Expr| self.expr(function, e);
        let or_zero = |range: Range, bounds: Bounds| match bounds {
            Bounds::Checked => range.join(Range::constant(Value::zero(expr.ty))),
            Bounds::Proven => range,
        };
        Some(match &expr.kind {
            ExprKind::Const(value) => Range::constant(*value),
            ExprKind::Local(id) => self.locals[function][id.index()].range?,
            ExprKind::Element(element) => {
                or_zero(self.locals[function][element.array.index()].range?, element.bounds)
            }
            ExprKind::Load(place) => {
                let range = or_zero(self.arrays[place.array.index()].range?, place.bounds);
                place.element.as_ref().map_or(range, |element| or_zero(range, element.bounds))
            }
            ExprKind::Unary(op, a) => range::unary(*op, inner(a)?, expr.ty),
            ExprKind::Binary(op, a, b) => range::binary(*op, inner(a)?, inner(b)?, expr.ty),
            ExprKind::Cast(a) => range::cast(inner(a)?, a.ty, expr.ty),
            ExprKind::Select(_, a, b) => match (inner(a), inner(b)) {
                (Some(a), Some(b)) => a.join(b),
                (one, other) => one.or(other)?,
            },
            ExprKind::Param(_)
            | ExprKind::Graph(..)
            | ExprKind::NodeCount
            | ExprKind::EdgeCount
            | ExprKind::Length(_)
            | ExprKind::WorklistSize(_)
            | ExprKind::Waiting(_)
            | ExprKind::WorklistItem(..)
            | ExprKind::At(_)
            | ExprKind::Shared(..)
            | ExprKind::Search(..) => Range::of(expr.ty),
        })
    }
}

impl Known {
    /// Adds values. Returns whether the range grew.
    fn grow(&mut self, by: Option<Range>) -> bool {
        let Some(by) = by else { return false };
        let joined = self.range.map_or(by, |range| range.join(by));
        if self.range == Some(joined) {
            return false;
        }
        self.growths += 1;
        let grown = if self.growths > STEPS { joined.widened(self.ty) } else { joined };
        self.range = Some(grown);
        true
    }
}
