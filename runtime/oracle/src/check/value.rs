//! The values that a check receives: columns of nodes, edges and globals, and single values.

use std::fmt;

/// The type of one value. Node and edge ids are `U32`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// A truth value.
    Bool,
    /// A signed 32-bit integer.
    I32,
    /// An unsigned 32-bit integer.
    U32,
    /// A signed 64-bit integer.
    I64,
    /// An unsigned 64-bit integer.
    U64,
    /// A 32-bit floating-point number.
    F32,
    /// A 64-bit floating-point number.
    F64,
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Bool => "bool",
            Type::I32 => "i32",
            Type::U32 => "u32",
            Type::I64 => "i64",
            Type::U64 => "u64",
            Type::F32 => "f32",
            Type::F64 => "f64",
        })
    }
}

/// A column of values: one value per node, starting with node 0, or per edge, in the order of
/// [`Adjacency::all_edges`](crate::Adjacency::all_edges). A global of the program is a column of
/// one value.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs)] // The names of the variants are the types.
pub enum Column<'a> {
    Bool(&'a [bool]),
    I32(&'a [i32]),
    U32(&'a [u32]),
    I64(&'a [i64]),
    U64(&'a [u64]),
    F32(&'a [f32]),
    F64(&'a [f64]),
}

impl Column<'_> {
    /// The type of the values.
    pub fn value_type(&self) -> Type {
        match self {
            Column::Bool(_) => Type::Bool,
            Column::I32(_) => Type::I32,
            Column::U32(_) => Type::U32,
            Column::I64(_) => Type::I64,
            Column::U64(_) => Type::U64,
            Column::F32(_) => Type::F32,
            Column::F64(_) => Type::F64,
        }
    }

    /// The value at `position`.
    ///
    /// # Panics
    ///
    /// Panics if the column has no value at this position.
    pub fn get(&self, position: usize) -> Scalar {
        match self {
            Column::Bool(values) => Scalar::Bool(values[position]),
            Column::I32(values) => Scalar::I32(values[position]),
            Column::U32(values) => Scalar::U32(values[position]),
            Column::I64(values) => Scalar::I64(values[position]),
            Column::U64(values) => Scalar::U64(values[position]),
            Column::F32(values) => Scalar::F32(values[position]),
            Column::F64(values) => Scalar::F64(values[position]),
        }
    }

    /// Returns every value, in order.
    pub fn values(&self) -> impl Iterator<Item = Scalar> + '_ {
        (0..self.len()).map(|position| self.get(position))
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        match self {
            Column::Bool(values) => values.len(),
            Column::I32(values) => values.len(),
            Column::U32(values) => values.len(),
            Column::I64(values) => values.len(),
            Column::U64(values) => values.len(),
            Column::F32(values) => values.len(),
            Column::F64(values) => values.len(),
        }
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A single value.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs)] // The names of the variants are the types.
pub enum Scalar {
    Bool(bool),
    I32(i32),
    U32(u32),
    I64(i64),
    U64(u64),
    F32(f32),
    F64(f64),
}

impl Scalar {
    /// The type of the value.
    pub fn value_type(&self) -> Type {
        match self {
            Scalar::Bool(_) => Type::Bool,
            Scalar::I32(_) => Type::I32,
            Scalar::U32(_) => Type::U32,
            Scalar::I64(_) => Type::I64,
            Scalar::U64(_) => Type::U64,
            Scalar::F32(_) => Type::F32,
            Scalar::F64(_) => Type::F64,
        }
    }
}

impl Scalar {
    /// The value as an integer, or `None` if it is a floating-point number. `true` is 1.
    pub(super) fn as_integer(&self) -> Option<i128> {
        match *self {
            Scalar::Bool(value) => Some(value.into()),
            Scalar::I32(value) => Some(value.into()),
            Scalar::U32(value) => Some(value.into()),
            Scalar::I64(value) => Some(value.into()),
            Scalar::U64(value) => Some(value.into()),
            Scalar::F32(_) | Scalar::F64(_) => None,
        }
    }

    /// The value as a real number. 64-bit integers are rounded.
    pub(super) fn as_real(&self) -> f64 {
        match *self {
            Scalar::Bool(value) => f64::from(u8::from(value)),
            Scalar::I32(value) => value.into(),
            Scalar::U32(value) => value.into(),
            Scalar::I64(value) => value as f64,
            Scalar::U64(value) => value as f64,
            Scalar::F32(value) => value.into(),
            Scalar::F64(value) => value,
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Bool(value) => value.fmt(f),
            Scalar::I32(value) => value.fmt(f),
            Scalar::U32(value) => value.fmt(f),
            Scalar::I64(value) => value.fmt(f),
            Scalar::U64(value) => value.fmt(f),
            Scalar::F32(value) => value.fmt(f),
            Scalar::F64(value) => value.fmt(f),
        }
    }
}

/// One argument of a check.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// A node property, an edge property or a global of the program. The kind of the check's
    /// parameter says which of them it is.
    Column(Column<'a>),
    /// A parameter of the program.
    Scalar(Scalar),
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Column(column) => write!(f, "a property of type {}", column.value_type()),
            Value::Scalar(scalar) => write!(f, "a single {}", scalar.value_type()),
        }
    }
}
