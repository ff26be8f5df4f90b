//! Expressions.

use cranelift_codegen::ir::{self, InstBuilder, types};
use igc_compiler::ir::{BinaryOp, Expr, ExprKind, Type, Value};

use super::function::{Emitter, register_type};
use crate::error::Error;

impl<'m> Emitter<'m, '_> {
    /// Writes an expression and returns its value.
    pub(super) fn expr(&mut self, expr: &'m Expr) -> Result<ir::Value, Error> {
        Ok(match &expr.kind {
            ExprKind::Const(value) => self.constant(*value),
            ExprKind::Local(id) => self.local(*id),
            ExprKind::Param(id) => self.param(*id),
            ExprKind::Unary(op, a) => {
                let value = self.expr(a)?;
                self.unary(*op, a.ty, value)?
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) if !reads(b).is_empty() => {
                // Evaluates the right operand only if it matters, because reads take time.
                let a = self.expr(a)?;
                let constant =
                    |value| move |emitter: &mut Self| Ok(emitter.constant(Value::Bool(value)));
                match op {
                    BinaryOp::And => self.either(a, Type::Bool, |e| e.expr(b), constant(false))?,
                    _ => self.either(a, Type::Bool, constant(true), |e| e.expr(b))?,
                }
            }
            ExprKind::Binary(op, a, b) => {
                let first = self.expr(a)?;
                match truth(b) {
                    // A selection takes less time than the conversion of a Boolean to a number.
                    Some(condition) if *op == BinaryOp::Add && !a.ty.is_float() => {
                        let condition = self.expr(condition)?;
                        let next = self.builder.ins().iadd_imm_u(first, 1);
                        self.builder.ins().select(condition, next, first)
                    }
                    _ => {
                        let second = self.expr(b)?;
                        self.binary(*op, a.ty, first, second)?
                    }
                }
            }
            ExprKind::Cast(a) => {
                let value = self.expr(a)?;
                self.cast(a.ty, expr.ty, value)
            }
            ExprKind::Select(condition, a, b) => {
                // What the condition reads costs nothing in the operands.
                let is_cheap = |operand: &Expr| {
                    reads(operand).iter().all(|read| reads(condition).contains(read))
                };
                let both = is_cheap(a) && is_cheap(b);
                let condition = self.expr(condition)?;
                if !both {
                    return self.either(condition, expr.ty, |e| e.expr(a), |e| e.expr(b));
                }
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                self.builder.ins().select(condition, a, b)
            }
            ExprKind::Element(element) => self.load_element(element)?,
            ExprKind::Length(id) => self.row_length(*id),
            ExprKind::Load(place) => self.load(place)?,
            ExprKind::Graph(array, index, bounds) => self.load_graph(*array, index, *bounds)?,
            ExprKind::NodeCount => self.node_count(),
            ExprKind::EdgeCount => self.edge_count(),
            ExprKind::WorklistSize(id) => self.front_size(*id),
            ExprKind::WorklistItem(id, part, index) => {
                let at = self.pointer_index(index)?;
                self.item(*id, *part, at)
            }
            ExprKind::Waiting(_)
            | ExprKind::At(_)
            | ExprKind::Shared(..)
            | ExprKind::Search(..) => return Err(self.distributed()),
        })
    }

    /// Writes a literal.
    pub(super) fn constant(&mut self, value: Value) -> ir::Value {
        match value {
            Value::F32(x) => self.builder.ins().f32const(x),
            Value::F64(x) => self.builder.ins().f64const(x),
            other => {
                let ty = register_type(other.ty());
                let bits = other.to_bits();
                // Cranelift wants the bits of a narrow constant sign- or zero-extended; low bits
                // do.
                let bits = if ty == types::I64 { bits } else { bits & 0xffff_ffff };
                self.builder.ins().iconst(ty, bits as i64)
            }
        }
    }
}

/// Returns the Boolean that an expression converts to a number.
fn truth(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Cast(operand) if operand.ty == Type::Bool => Some(operand),
        _ => None,
    }
}

/// Returns the parts of an expression that read an element of an array.
fn reads(expr: &Expr) -> Vec<&Expr> {
    let mut found = vec![];
    expr.walk(&mut |e| {
        if matches!(
            e.kind,
            ExprKind::Load(_)
                | ExprKind::Element(_)
                | ExprKind::Graph(..)
                | ExprKind::WorklistItem(..)
        ) {
            found.push(e);
        }
    });
    found
}
