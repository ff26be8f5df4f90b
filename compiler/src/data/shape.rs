//! The numbers of rows and elements of an array, which may depend on the graph and on parameters.

use super::DataError;
use crate::ir::{Array, EdgeWidth, Expr, ExprKind, Extent, Length, MAX_ARRAY_LENGTH, Value, value};

/// What the lengths of arrays depend on.
#[derive(Debug, Clone, Copy)]
pub struct Sizes<'a> {
    /// The number of nodes.
    pub nodes: u32,
    /// The number of edges.
    pub edges: u64,
    /// The width of edges in the program.
    pub width: EdgeWidth,
    /// The value of each parameter of the program.
    pub params: &'a [Value],
}

/// The number of rows of an array, and of elements of each row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// The number of rows.
    pub rows: u64,
    /// The number of elements of each row. It is 1 if a row is a single value.
    pub length: u32,
}

impl Shape {
    /// Computes the shapes of arrays.
    ///
    /// # Errors
    ///
    /// Returns an error as [`of`](Shape::of) does.
    pub fn of_all(arrays: &[Array], sizes: Sizes<'_>) -> Result<Vec<Shape>, DataError> {
        arrays.iter().map(|array| Shape::of(array, sizes)).collect()
    }

    /// Computes the shape of an array.
    ///
    /// # Errors
    ///
    /// Returns [`DataError::ArrayLength`] if a computed length is too large.
    pub fn of(array: &Array, sizes: Sizes<'_>) -> Result<Shape, DataError> {
        let rows = match array.extent {
            Extent::One => 1,
            Extent::Nodes | Extent::Original => sizes.nodes.into(),
            Extent::Edges => sizes.edges,
        };
        let length = match &array.length {
            None => 1,
            Some(Length::Fixed(length)) => *length,
            Some(Length::Computed(length)) => {
                // The verifier accepts only expressions that have a value.
                let length = evaluate(length, sizes).map_or(0, Value::to_bits);
                let small = u32::try_from(length).ok().filter(|length| *length <= MAX_ARRAY_LENGTH);
                let array = || array.name.clone();
                small.ok_or_else(|| DataError::ArrayLength { array: array(), length })?
            }
        };
        Ok(Shape { rows, length })
    }

    /// The number of all elements.
    pub fn elements(self) -> u64 {
        self.rows.saturating_mul(self.length.into())
    }

    /// The position of an element if rows follow each other, or `None` if it does not exist.
    pub fn position(self, row: u64, element: u32) -> Option<usize> {
        let exists = row < self.rows && element < self.length;
        exists.then(|| row as usize * self.length as usize + element as usize)
    }
}

/// Evaluates an expression of literals, parameters, and the numbers of nodes and edges.
fn evaluate(expr: &Expr, sizes: Sizes<'_>) -> Option<Value> {
    let of = |expr: &Expr| evaluate(expr, sizes);
    match &expr.kind {
        ExprKind::Const(value) => Some(*value),
        ExprKind::Param(id) => sizes.params.get(id.index()).copied(),
        ExprKind::NodeCount => Some(Value::U32(sizes.nodes)),
        ExprKind::EdgeCount => Some(sizes.width.number(sizes.edges)),
        ExprKind::Unary(op, a) => value::unary(*op, of(a)?),
        ExprKind::Binary(op, a, b) => value::binary(*op, of(a)?, of(b)?),
        ExprKind::Cast(a) => Some(of(a)?.cast(expr.ty)),
        ExprKind::Select(c, a, b) => of(if of(c)?.truth() { a } else { b }),
        _ => None,
    }
}
