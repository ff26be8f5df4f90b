//! Expressions that the host evaluates while it runs a schedule.

use std::collections::HashMap;

use igc_compiler::ir::{BinaryOp, UnaryOp, Value, value};
use igc_compiler::schedule::Expr;

use crate::Error;

/// What an expression may ask of its surroundings.
pub trait Surroundings {
    /// Why an answer may fail.
    type Error: From<Error>;
    /// The number of nodes of the graph.
    fn node_count(&self) -> u32;
    /// The number of edges of the graph.
    fn edge_count(&self) -> u32;
    /// The value of a parameter.
    fn param(&self, name: &str) -> Option<Value>;
    /// An element of a buffer; zero past its end.
    ///
    /// # Errors
    ///
    /// The buffer does not exist, or the device fails.
    fn load(&self, buffer: &str, index: u32) -> Result<Value, Self::Error>;
    /// An element of a graph array; zero past its end.
    ///
    /// # Errors
    ///
    /// The array does not exist, or the device fails.
    fn graph(&self, array: &str, index: u32) -> Result<Value, Self::Error>;
    /// How many items wait on a worklist.
    ///
    /// # Errors
    ///
    /// The worklist does not exist or had no room for them, or the device fails.
    fn waiting(&self, worklist: &str) -> Result<u32, Self::Error>;
}

/// The host's locals.
pub type Locals = HashMap<String, Value>;

/// The value of an expression.
///
/// # Errors
///
/// The schedule is malformed, or the device fails.
pub fn evaluate<S: Surroundings>(
    expr: &Expr,
    locals: &Locals,
    around: &S,
) -> Result<Value, S::Error> {
    let value = |e: &Expr| evaluate(e, locals, around);
    let misfit = |op: &str| Error::Internal(format!("`{op}` does not fit its operands"));
    match expr {
        Expr::Const(value) => Ok(*value),
        Expr::Local(name) => {
            locals.get(name).copied().ok_or_else(|| Error::missing("local", name).into())
        }
        Expr::Param(name) => {
            around.param(name).ok_or_else(|| Error::missing("parameter", name).into())
        }
        Expr::NodeCount => Ok(Value::U32(around.node_count())),
        Expr::EdgeCount => Ok(Value::U32(around.edge_count())),
        Expr::Unary(name, a) => {
            let a = value(a)?;
            let op = UnaryOp::SPELLINGS.iter().find(|(_, spelling)| spelling == name);
            op.and_then(|(op, _)| value::unary(*op, a)).ok_or_else(|| misfit(name).into())
        }
        Expr::Binary(name, a, b) => {
            let (a, b) = (value(a)?, value(b)?);
            let op = BinaryOp::SPELLINGS.iter().find(|(_, spelling)| spelling == name);
            op.and_then(|(op, _)| value::binary(*op, a, b)).ok_or_else(|| misfit(name).into())
        }
        Expr::Cast(ty, a) => Ok(value(a)?.cast(*ty)),
        Expr::Select(condition, a, b) => {
            if value(condition)?.truth() {
                value(a)
            } else {
                value(b)
            }
        }
        Expr::Load(buffer, index) => around.load(buffer, value(index)?.index()),
        Expr::Graph(array, index) => around.graph(array, value(index)?.index()),
        Expr::Waiting(worklist) => Ok(Value::U32(around.waiting(worklist)?)),
    }
}
