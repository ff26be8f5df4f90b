//! Generates the primitives of `main`, except for `contract`.
//!
//! Deterministic programs neither add up floats, because the sum depends on the order, nor sort by
//! floats, because IEEE 754 does not define the bits of a NaN.

use igc_compiler::syntax::ast::{Expr, Stmt, StmtKind};
use igc_compiler::types::Type;

use super::build::{call, declare, path, stmt};
use super::census::reductions;
use super::generator::{Array, Generator, Per};

impl Generator<'_> {
    /// Generates a call of a primitive as a statement. Returns `None` if no property fits.
    pub(super) fn primitive(&mut self) -> Option<Stmt> {
        match self.choices.below(6) {
            0 | 1 => self.fill(),
            2 => self.scan(),
            3 => self.sort(),
            4 => self.compact(),
            _ => {
                let worklist = self.worklist_or_default();
                Some(stmt(StmtKind::Expr(call("clear", vec![path(worklist)]))))
            }
        }
    }

    /// Generates `fill(x, value);`.
    fn fill(&mut self) -> Option<Stmt> {
        let number = self.choices.below(self.arrays.len());
        let array = self.arrays.get(number)?.clone();
        let value = self.expr(array.ty, 2, false);
        Some(stmt(StmtKind::Expr(call("fill", vec![path(&array.name), value]))))
    }

    /// Generates `let x = scan_add(a, b);`, or without the `let`.
    fn scan(&mut self) -> Option<Stmt> {
        let from = self.scalar_property(|a| a.per == Per::Node && a.ty.is_integer())?;
        let into = self.scalar_property(|a| a.per == Per::Node && a.ty == from.ty)?;
        let scan = call("scan_add", vec![path(&from.name), path(&into.name)]);
        if self.choices.once_in(2) {
            return Some(stmt(StmtKind::Expr(scan)));
        }
        let name = self.name_for_let();
        self.bind(&name, from.ty, true);
        Some(declare(&name, None, scan))
    }

    /// Generates `sort(order, key);`.
    fn sort(&mut self) -> Option<Stmt> {
        let exact = self.mode.is_deterministic();
        let order = self.scalar_property(|a| a.per == Per::Node && a.ty == Type::Node)?;
        let key = self.scalar_property(|a| {
            a.per == Per::Node && a.name != order.name && !(exact && a.ty.is_float())
        })?;
        Some(stmt(StmtKind::Expr(call("sort", vec![path(&order.name), path(&key.name)]))))
    }

    /// Generates `compact(worklist, flag);`.
    fn compact(&mut self) -> Option<Stmt> {
        if self.items != [Type::Node] {
            return None;
        }
        let flag = self.scalar_property(|a| a.per == Per::Node && a.ty == Type::Bool)?;
        let worklist = self.worklist_or_default();
        Some(stmt(StmtKind::Expr(call("compact", vec![path(worklist), path(&flag.name)]))))
    }

    /// Generates a reduction of a property of a type, such as `reduce_max(a)`.
    pub(super) fn reduction(&mut self, ty: Type) -> Option<Expr> {
        let of = self.scalar_property(|a| a.per != Per::Program && a.ty == ty)?;
        let reductions = match ty.is_float() && self.mode.is_deterministic() {
            true => &["reduce_min", "reduce_max"],
            false => reductions(ty),
        };
        Some(call(self.choices.pick::<&str>(reductions), vec![path(&of.name)]))
    }

    /// Returns a property or global that is not an array and fits.
    fn scalar_property(&mut self, fits: impl Fn(&Array) -> bool) -> Option<Array> {
        let all = self.arrays.iter().filter(|array| array.length.is_none() && fits(array));
        let all: Vec<Array> = all.cloned().collect();
        (!all.is_empty()).then(|| self.choices.pick(&all).clone())
    }

    /// Returns the name of a worklist, which is `worklist` if the program declares none.
    pub(super) fn worklist_or_default(&mut self) -> String {
        self.worklist_name().unwrap_or_else(|| "worklist".to_owned())
    }
}
