//! The oracles that `check` can name, and what each is shown.
//!
//! The oracles themselves live with the runtime; the compiler knows their names and arguments, so
//! that a wrong `check` is an error of the program and not of a run.

use super::Type;

/// What an argument of an oracle must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgumentKind {
    /// The name of a node property.
    NodeProperty,
    /// The name of a parameter.
    Param,
}

/// One argument of an oracle.
#[derive(Debug, Clone, Copy)]
pub struct Argument {
    /// What it is for.
    pub role: &'static str,
    /// What must be named.
    pub kind: ArgumentKind,
    /// The types that it may have.
    pub types: &'static [Type],
}

/// An oracle.
#[derive(Debug, Clone, Copy)]
pub struct Oracle {
    /// The name in `check name(…);`.
    pub name: &'static str,
    /// Its arguments in order.
    pub arguments: &'static [Argument],
}

/// Every oracle.
pub const ORACLES: &[Oracle] = &[Oracle {
    name: "bfs",
    arguments: &[
        Argument { role: "the levels", kind: ArgumentKind::NodeProperty, types: &[Type::U32] },
        Argument { role: "the source", kind: ArgumentKind::Param, types: &[Type::Node] },
    ],
}];

/// The oracle of that name.
pub fn find(name: &str) -> Option<&'static Oracle> {
    ORACLES.iter().find(|oracle| oracle.name == name)
}
