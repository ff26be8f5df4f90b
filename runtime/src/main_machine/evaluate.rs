//! Evaluates the expressions of `main`.

#![deny(clippy::wildcard_enum_match_arm)]

use igc_compiler::ir::{Expr, ExprKind, Module, Place, Value, value};

use super::Memory;
use crate::Error;

/// The values that expressions may refer to.
pub struct Evaluator<'e, M> {
    pub module: &'e Module,
    pub params: &'e [Value],
    pub locals: &'e [Value],
    pub memory: &'e M,
}

impl<M: Memory> Evaluator<'_, M> {
    /// Evaluates an expression.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails.
    pub fn value(&self, expr: &Expr) -> Result<Value, M::Stop> {
        let misfit = || Error::Internal("an operator of `main` does not fit its operands".into());
        Ok(match &expr.kind {
            ExprKind::Const(value) => *value,
            ExprKind::Local(id) => self.locals[id.index()],
            ExprKind::Param(id) => self.params[id.index()],
            ExprKind::Unary(op, a) => value::unary(*op, self.value(a)?).ok_or_else(misfit)?,
            ExprKind::Binary(op, a, b) => {
                value::binary(*op, self.value(a)?, self.value(b)?).ok_or_else(misfit)?
            }
            ExprKind::Cast(a) => self.value(a)?.cast(expr.ty),
            ExprKind::Select(condition, a, b) => {
                self.value(if self.value(condition)?.truth() { a } else { b })?
            }
            ExprKind::Load(place) => {
                let (row, element) = self.indices(place)?;
                self.memory.load(place.array, row, element)?
            }
            ExprKind::Length(id) => Value::U32(self.memory.row_length(*id)),
            ExprKind::Graph(array, index, _) => {
                let found = self.memory.graph(*array, self.value(index)?.row())?;
                let missing = self.module.edges.value(array.missing());
                found.map_or(missing, |bits| Value::from_bits(missing.ty(), bits))
            }
            ExprKind::NodeCount => Value::U32(self.memory.nodes()),
            ExprKind::EdgeCount => self.module.edges.number(self.memory.edges()),
            ExprKind::Waiting(worklist) => Value::U32(self.memory.waiting(*worklist)?),
            ExprKind::Element(_)
            | ExprKind::WorklistSize(_)
            | ExprKind::WorklistItem(..)
            | ExprKind::At(_)
            | ExprKind::Shared(..)
            | ExprKind::Search(..) => {
                return Err(Error::Internal("`main` has an expression of a kernel".into()).into());
            }
        })
    }

    /// Evaluates the indices of the row and the element of a place.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails.
    pub fn indices(&self, place: &Place) -> Result<(u64, u32), M::Stop> {
        let row = self.value(&place.index)?.row();
        let element = place.element.as_ref().map(|element| self.value(&element.index));
        Ok((row, element.transpose()?.map_or(0, Value::index)))
    }
}
