//! What a check is given, and the errors when that is not what it takes.

use std::fmt;

use super::Check;
use crate::adjacency::Adjacency;

/// The type of one value. Node and edge ids are `U32`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// Truth values.
    Bool,
    /// Signed, 32 bits.
    I32,
    /// Unsigned, 32 bits.
    U32,
    /// Signed, 64 bits.
    I64,
    /// Unsigned, 64 bits.
    U64,
    /// Floating point, 32 bits.
    F32,
    /// Floating point, 64 bits.
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

/// One value for each node, node 0 first.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs)] // The variants are the types.
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
    /// The type of its values.
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

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// One value.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs)] // The variants are the types.
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
    /// Its type.
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

/// One argument of a check.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// A node property.
    Column(Column<'a>),
    /// A parameter or global of the program.
    Scalar(Scalar),
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Column(column) => write!(f, "a node property of type {}", column.value_type()),
            Value::Scalar(scalar) => write!(f, "a single {}", scalar.value_type()),
        }
    }
}

/// What a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A node property of one of these types.
    Column(&'static [Type]),
    /// A single value of one of these types.
    Scalar(&'static [Type]),
    /// The id of a node of the graph.
    Node,
}

impl Kind {
    fn takes(&self, value: &Value<'_>) -> bool {
        match (self, value) {
            (Kind::Column(types), Value::Column(column)) => types.contains(&column.value_type()),
            (Kind::Scalar(types), Value::Scalar(scalar)) => types.contains(&scalar.value_type()),
            (Kind::Node, Value::Scalar(scalar)) => scalar.value_type() == Type::U32,
            _ => false,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |types: &[Type]| types.iter().map(Type::to_string).collect::<Vec<_>>().join(" or ");
        match self {
            Kind::Column(types) => write!(f, "a node property of type {}", list(types)),
            Kind::Scalar(types) => write!(f, "a single {}", list(types)),
            Kind::Node => write!(f, "a node"),
        }
    }
}

/// One parameter of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in messages.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
}

/// Why a check could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentError {
    /// There is no such check.
    #[error("there is no check '{name}'; there are {known}")]
    UnknownCheck {
        /// The name asked for.
        name: String,
        /// Every check's name.
        known: String,
    },
    /// Too few or too many arguments.
    #[error("check {check} takes {expected} arguments ({parameters}), not {found}")]
    WrongNumber {
        /// The check.
        check: &'static str,
        /// How many it takes.
        expected: usize,
        /// Their names.
        parameters: String,
        /// How many were given.
        found: usize,
    },
    /// An argument of a kind or type that the check does not take.
    #[error("check {check}: '{parameter}' is {found}; it must be {expected}")]
    WrongType {
        /// The check.
        check: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// What it takes.
        expected: Kind,
        /// What it was given.
        found: String,
    },
    /// A node property that has not one value for each node.
    #[error("check {check}: '{parameter}' has {found} values, the graph has {nodes} nodes")]
    WrongLength {
        /// The check.
        check: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// Number of nodes.
        nodes: u32,
        /// Number of values.
        found: usize,
    },
    /// A node id beyond the graph.
    #[error("check {check}: '{parameter}' is node {found}, the graph has {nodes} nodes")]
    NoSuchNode {
        /// The check.
        check: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// Number of nodes.
        nodes: u32,
        /// The id given.
        found: u32,
    },
    /// The graph is not one for which the question has an answer.
    #[error("check {check}: {reason}")]
    UnsuitableGraph {
        /// The check.
        check: &'static str,
        /// What the graph lacks.
        reason: String,
    },
}

/// Arguments that fit a check's parameters.
pub(super) struct Arguments<'a> {
    values: &'a [Value<'a>],
}

impl<'a> Arguments<'a> {
    /// `values`, if they fit `check` and `graph`.
    pub fn new(
        check: &Check,
        graph: &Adjacency,
        values: &'a [Value<'a>],
    ) -> Result<Self, ArgumentError> {
        let parameters = check.parameters;
        if parameters.len() != values.len() {
            let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
            return Err(ArgumentError::WrongNumber {
                check: check.name,
                expected: parameters.len(),
                parameters: names.join(", "),
                found: values.len(),
            });
        }
        for (parameter, value) in parameters.iter().zip(values) {
            fits(check.name, parameter, graph.nodes(), value)?;
        }
        Ok(Arguments { values })
    }

    /// The node property at `position`.
    ///
    /// # Panics
    /// If the parameter there is none: a mistake in the check itself.
    pub fn column(&self, position: usize) -> Column<'a> {
        match self.values[position] {
            Value::Column(column) => column,
            Value::Scalar(_) => unreachable!("kinds were compared when the arguments were made"),
        }
    }

    /// The node at `position`.
    ///
    /// # Panics
    /// If the parameter there is none: a mistake in the check itself.
    pub fn node(&self, position: usize) -> u32 {
        match self.values[position] {
            Value::Scalar(Scalar::U32(node)) => node,
            _ => unreachable!("kinds were compared when the arguments were made"),
        }
    }
}

fn fits(
    check: &'static str,
    &Parameter { name: parameter, kind }: &Parameter,
    nodes: u32,
    value: &Value<'_>,
) -> Result<(), ArgumentError> {
    if !kind.takes(value) {
        let found = value.to_string();
        return Err(ArgumentError::WrongType { check, parameter, expected: kind, found });
    }
    match (kind, *value) {
        (_, Value::Column(column)) if column.len() != nodes as usize => {
            let found = column.len();
            Err(ArgumentError::WrongLength { check, parameter, nodes, found })
        }
        (Kind::Node, Value::Scalar(Scalar::U32(found))) if found >= nodes => {
            Err(ArgumentError::NoSuchNode { check, parameter, nodes, found })
        }
        _ => Ok(()),
    }
}
