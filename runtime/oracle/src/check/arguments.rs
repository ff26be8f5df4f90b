//! The arguments of a check, and the errors if they do not match its parameters.

use std::fmt;

use super::{Check, Column, Scalar, Type, Value};

/// The values that a parameter accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A node property of one of these types.
    Column(&'static [Type]),
    /// An edge property of one of these types.
    EdgeColumn(&'static [Type]),
    /// A node property of one of these types that is an array: the elements of each node follow
    /// each other. All nodes have the same number of elements.
    NodeRows(&'static [Type]),
    /// An edge property of one of these types that is an array, as for nodes.
    EdgeRows(&'static [Type]),
    /// A global array of one of these types, of any length.
    Array(&'static [Type]),
    /// A single value of one of these types: a parameter of the program, or a global (a column of
    /// one value).
    Scalar(&'static [Type]),
    /// The id of a node of the graph.
    Node,
}

impl Kind {
    fn accepts(&self, value: &Value<'_>) -> bool {
        match (self, value) {
            (
                Kind::Column(types)
                | Kind::EdgeColumn(types)
                | Kind::NodeRows(types)
                | Kind::EdgeRows(types)
                | Kind::Array(types)
                | Kind::Scalar(types),
                Value::Column(column),
            ) => types.contains(&column.value_type()),
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
            Kind::EdgeColumn(types) => write!(f, "an edge property of type {}", list(types)),
            Kind::NodeRows(types) => write!(f, "an array of {} for each node", list(types)),
            Kind::EdgeRows(types) => write!(f, "an array of {} for each edge", list(types)),
            Kind::Array(types) => write!(f, "a global array of {}", list(types)),
            Kind::Scalar(types) => write!(f, "a single {}", list(types)),
            Kind::Node => write!(f, "a node"),
        }
    }
}

/// One parameter of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// The name of the parameter in messages.
    pub name: &'static str,
    /// The values that the parameter accepts.
    pub kind: Kind,
}

/// The required number of values of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// One value per node of the graph.
    Nodes(u32),
    /// One value per edge of the graph.
    Edges(usize),
    /// The same number of values per node of the graph.
    NodeRows(u32),
    /// The same number of values per edge of the graph.
    EdgeRows(usize),
    /// Any number of values.
    Any,
    /// Exactly one value.
    One,
}

impl Length {
    /// Returns whether a column with this number of values has the length.
    fn allows(self, found: usize) -> bool {
        match self {
            Length::Nodes(nodes) => found == nodes as usize,
            Length::Edges(edges) => found == edges,
            Length::NodeRows(0) | Length::EdgeRows(0) => found == 0,
            Length::NodeRows(nodes) => found > 0 && found.is_multiple_of(nodes as usize),
            Length::EdgeRows(edges) => found > 0 && found.is_multiple_of(edges),
            Length::Any => true,
            Length::One => found == 1,
        }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Length::Nodes(nodes) => write!(f, "the graph has {nodes} nodes"),
            Length::Edges(edges) => write!(f, "the graph has {edges} edges"),
            Length::NodeRows(nodes) => {
                write!(f, "each of the {nodes} nodes must have the same number of values")
            }
            Length::EdgeRows(edges) => {
                write!(f, "each of the {edges} edges must have the same number of values")
            }
            Length::Any => write!(f, "it may have any number of values"),
            Length::One => write!(f, "it must have one value"),
        }
    }
}

/// The reason why a check could not be performed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentError {
    /// The named check does not exist.
    #[error("unknown check '{name}'; the known checks are {known}")]
    UnknownCheck {
        /// The unknown name, as written.
        name: String,
        /// The names of all checks, as text.
        known: String,
    },
    /// The number of arguments is wrong.
    #[error("check {check} takes {expected} arguments ({parameters}), not {found}")]
    WrongNumber {
        /// The name of the check.
        check: &'static str,
        /// The number of parameters.
        expected: usize,
        /// The names of the parameters, as text.
        parameters: String,
        /// The number of arguments that were given.
        found: usize,
    },
    /// An argument has the wrong kind or type.
    #[error("check {check}: '{parameter}' is {found}; it must be {expected}")]
    WrongType {
        /// The name of the check.
        check: &'static str,
        /// The name of the parameter.
        parameter: &'static str,
        /// The values that the parameter accepts.
        expected: Kind,
        /// The kind and type of the given argument.
        found: String,
    },
    /// A column has the wrong number of values, for example not one value per node.
    #[error("check {check}: '{parameter}' has {found} values, but {expected}")]
    WrongLength {
        /// The name of the check.
        check: &'static str,
        /// The name of the parameter.
        parameter: &'static str,
        /// The number of values that the column must have.
        expected: Length,
        /// The number of values in the given column.
        found: usize,
    },
    /// The given node id is not a node of the graph.
    #[error("check {check}: '{parameter}' is node {found}, but the graph has {nodes} nodes")]
    NoSuchNode {
        /// The name of the check.
        check: &'static str,
        /// The name of the parameter.
        parameter: &'static str,
        /// The number of nodes of the graph.
        nodes: u32,
        /// The given node id.
        found: u32,
    },
    /// The parameter does not accept the value, for example a negative tolerance.
    #[error("check {check}: '{parameter}' is {found}; it must be {expected}")]
    UnsuitableValue {
        /// The name of the check.
        check: &'static str,
        /// The name of the parameter.
        parameter: &'static str,
        /// The given value, as text.
        found: String,
        /// The accepted values.
        expected: &'static str,
    },
    /// The check cannot compute its result on this graph, for example because the graph has no
    /// weights.
    #[error("check {check}: {reason}")]
    UnsuitableGraph {
        /// The name of the check.
        check: &'static str,
        /// The reason why the graph is unsuitable.
        reason: String,
    },
}

/// Arguments that match the parameters of a check.
pub(super) struct Arguments<'a> {
    check: &'static str,
    parameters: &'static [Parameter],
    values: &'a [Value<'a>],
}

impl<'a> Arguments<'a> {
    /// Checks `values` against the parameters of `check` and against the numbers of nodes and edges.
    pub fn new(
        check: &Check,
        sizes: (u32, usize),
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
            fits(check.name, parameter, sizes, value)?;
        }
        Ok(Arguments { check: check.name, parameters, values })
    }

    /// Returns the node or edge property at `position`.
    ///
    /// # Panics
    ///
    /// Panics if the parameter is not a property, which is a bug in the check.
    pub fn column(&self, position: usize) -> Column<'a> {
        match self.values[position] {
            Value::Column(column) => column,
            Value::Scalar(_) => unreachable!("kinds were compared when the arguments were made"),
        }
    }

    /// Returns the single value at `position`.
    ///
    /// # Panics
    ///
    /// Panics if the parameter is not a single value, which is a bug in the check.
    pub fn scalar(&self, position: usize) -> Scalar {
        match self.values[position] {
            Value::Scalar(scalar) => scalar,
            Value::Column(column) => column.get(0),
        }
    }

    /// Returns the number at `position`. Returns an error with the description `expected` if the
    /// number is not in `range`.
    ///
    /// # Panics
    ///
    /// Panics if the parameter is not a single number, which is a bug in the check.
    pub fn real_within(
        &self,
        position: usize,
        range: std::ops::Range<f64>,
        expected: &'static str,
    ) -> Result<f64, ArgumentError> {
        let number = self.scalar(position).as_real();
        if range.contains(&number) {
            return Ok(number);
        }
        let (check, parameter) = (self.check, self.parameters[position].name);
        Err(ArgumentError::UnsuitableValue {
            check,
            parameter,
            found: number.to_string(),
            expected,
        })
    }

    /// Returns the count at `position`. Returns an error if it is larger than `most`.
    ///
    /// # Panics
    ///
    /// Panics if the parameter is not a single `u32`, which is a bug in the check.
    pub fn count_up_to(
        &self,
        position: usize,
        most: u32,
        expected: &'static str,
    ) -> Result<u32, ArgumentError> {
        let Scalar::U32(count) = self.scalar(position) else {
            unreachable!("kinds were compared when the arguments were made");
        };
        if count <= most {
            return Ok(count);
        }
        let (check, parameter) = (self.check, self.parameters[position].name);
        let found = count.to_string();
        Err(ArgumentError::UnsuitableValue { check, parameter, found, expected })
    }

    /// Returns the floating-point numbers at `position`, and the spacing of the numbers of their
    /// type around 1.
    ///
    /// # Panics
    ///
    /// Panics if the parameter is not a column of floating-point numbers, which is a bug in the
    /// check.
    pub fn reals(&self, position: usize) -> (Vec<f64>, f64) {
        match self.column(position) {
            Column::F32(values) => {
                (values.iter().copied().map(f64::from).collect(), f64::from(f32::EPSILON))
            }
            Column::F64(values) => (values.to_vec(), f64::EPSILON),
            _ => unreachable!("the parameter takes floating-point numbers only"),
        }
    }

    /// Returns the tolerance at `position`, a finite number of at least 0.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is another one.
    pub fn tolerance(&self, position: usize) -> Result<f64, ArgumentError> {
        self.real_within(position, 0.0..f64::INFINITY, "a finite number of at least 0")
    }

    /// Returns the truth values at `position`.
    ///
    /// # Panics
    ///
    /// Panics if the parameter is not a column of truth values, which is a bug in the check.
    pub fn truths(&self, position: usize) -> &'a [bool] {
        match self.column(position) {
            Column::Bool(values) => values,
            _ => unreachable!("the parameter takes bool only"),
        }
    }

    /// Returns the node at `position`.
    ///
    /// # Panics
    ///
    /// Panics if the parameter is not a node, which is a bug in the check.
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
    (nodes, edges): (u32, usize),
    value: &Value<'_>,
) -> Result<(), ArgumentError> {
    if !kind.accepts(value) {
        let found = value.to_string();
        return Err(ArgumentError::WrongType { check, parameter, expected: kind, found });
    }
    match *value {
        Value::Column(column) => {
            let expected = match kind {
                Kind::Column(_) => Length::Nodes(nodes),
                Kind::EdgeColumn(_) => Length::Edges(edges),
                Kind::NodeRows(_) => Length::NodeRows(nodes),
                Kind::EdgeRows(_) => Length::EdgeRows(edges),
                Kind::Array(_) => Length::Any,
                Kind::Scalar(_) | Kind::Node => Length::One,
            };
            let found = column.len();
            if !expected.allows(found) {
                return Err(ArgumentError::WrongLength { check, parameter, expected, found });
            }
        }
        Value::Scalar(Scalar::U32(found)) if kind == Kind::Node && found >= nodes => {
            return Err(ArgumentError::NoSuchNode { check, parameter, nodes, found });
        }
        Value::Scalar(_) => {}
    }
    Ok(())
}
