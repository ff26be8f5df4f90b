//! Evaluates the expressions of a schedule on the host.

use igc_compiler::ir::{BinaryOp, UnaryOp, Value, value};
use igc_compiler::schedule::Expr;
use rustc_hash::FxHashMap;

use crate::Error;

/// Access to the values that an expression may refer to.
pub trait Surroundings {
    /// The error of an access.
    type Error: From<Error>;
    /// Returns the number of nodes of the graph.
    fn node_count(&self) -> u32;
    /// Returns the number of edges of the graph, with the type of edges.
    fn edge_count(&self) -> Value;
    /// Returns the value of a parameter.
    fn param(&self, name: &str) -> Option<Value>;
    /// Returns an element of a row of an array; an index past the end yields zero.
    ///
    /// # Errors
    ///
    /// Returns an error if the array does not exist, or if the device fails.
    fn load(&self, buffer: &str, row: u64, element: u32) -> Result<Value, Self::Error>;
    /// Returns the number of elements of each row of an array.
    ///
    /// # Errors
    ///
    /// Returns an error if the array does not exist.
    fn row_length(&self, buffer: &str) -> Result<u32, Self::Error>;
    /// Returns an element of an array of the graph; an index past the end yields zero.
    ///
    /// # Errors
    ///
    /// Returns an error if the array does not exist, or if the device fails.
    fn graph(&self, array: &str, index: u64) -> Result<Value, Self::Error>;
    /// Returns the number of items that were pushed to a worklist.
    ///
    /// # Errors
    ///
    /// Returns an error if the worklist does not exist or had no room for the items, or if the
    /// device fails.
    fn waiting(&self, worklist: &str) -> Result<u32, Self::Error>;
}

/// The values of the host's local variables. `main` accesses some of them in each round, between two
/// launches, so names are hashed quickly.
#[derive(Debug, Default)]
pub struct Locals(FxHashMap<String, Value>);

impl Locals {
    /// Returns the value of a local that has one.
    pub fn get(&self, name: &str) -> Option<Value> {
        self.0.get(name).copied()
    }

    /// Gives a local a value. Only the first value needs memory.
    pub fn set(&mut self, name: &str, value: Value) {
        match self.0.get_mut(name) {
            Some(known) => *known = value,
            None => _ = self.0.insert(name.to_string(), value),
        }
    }

    /// Forgets all values.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// Evaluates an expression.
///
/// # Errors
///
/// Returns an error if the schedule is malformed, or if the device fails.
pub fn evaluate<S: Surroundings>(
    expr: &Expr,
    locals: &Locals,
    around: &S,
) -> Result<Value, S::Error> {
    let value = |e: &Expr| evaluate(e, locals, around);
    let misfit = |op: &str| Error::Internal(format!("`{op}` does not fit its operands"));
    match expr {
        Expr::Const(value) => Ok(*value),
        Expr::Local(name) => locals.get(name).ok_or_else(|| Error::missing("local", name).into()),
        Expr::Param(name) => {
            around.param(name).ok_or_else(|| Error::missing("parameter", name).into())
        }
        Expr::NodeCount => Ok(Value::U32(around.node_count())),
        Expr::EdgeCount => Ok(around.edge_count()),
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
        Expr::Load(buffer, index) => around.load(buffer, value(index)?.row(), 0),
        Expr::Element(buffer, row, element) => {
            around.load(buffer, value(row)?.row(), value(element)?.index())
        }
        Expr::Length(buffer) => Ok(Value::U32(around.row_length(buffer)?)),
        Expr::Graph(array, index) => around.graph(array, value(index)?.row()),
        Expr::Waiting(worklist) => Ok(Value::U32(around.waiting(worklist)?)),
    }
}
