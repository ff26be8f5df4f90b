//! Lists the constructs of arrays, and the primitives of `main`.

use igc_compiler::check::{Builtin, Meaning, Primitive};
use igc_compiler::syntax::ast::*;

use super::Census;

/// The kinds of objects whose arrays have elements.
pub const OWNERS: [&str; 5] = ["a local", "a global", "a node", "an edge", "a parameter"];

/// The constructs of this module that do not depend on a type.
pub const CONSTRUCTS: [&str; 27] = [
    "length of 32 bits",
    "length of 64 bits",
    "computed length",
    "parameter as length",
    "constant as length",
    "let array without value",
    "let long array",
    "length",
    "range to length",
    "literal index",
    "index u32",
    "index i32",
    "index that reads an element",
    "index with an atomic",
    "global reduction into an element",
    "reduction into an element of a local",
    "fill",
    "fill array",
    "swap arrays",
    "swap global arrays",
    "original node",
    "contract",
    "contract in a loop",
    "scan_add",
    "sort",
    "compact",
    "clear",
];

/// The properties that a contraction carries.
pub const CARRIED: [&str; 4] = ["node", "edge", "node array", "edge array"];

impl Census<'_> {
    /// Records the length of an array.
    pub(super) fn length(&mut self, length: &Expr) {
        self.note(match self.type_of(length) {
            "u64" => "length of 64 bits",
            _ => "length of 32 bits",
        });
        match self.meaning(length) {
            Some(Meaning::Const(_)) => self.note("constant as length"),
            Some(Meaning::Param(_)) => self.note("parameter as length"),
            _ => (),
        }
        if self.is_computed(length) {
            self.note("computed length");
        }
        self.expr(length);
    }

    /// Returns whether the graph or a parameter determines a value.
    fn is_computed(&self, value: &Expr) -> bool {
        let computed = Some(Meaning::Builtin(Builtin::NodeCount));
        let other = Some(Meaning::Builtin(Builtin::EdgeCount));
        match &value.kind {
            ExprKind::Binary(_, a, b) => self.is_computed(a) || self.is_computed(b),
            ExprKind::Cast(a, _) => self.is_computed(a),
            ExprKind::Call(_, args) => args.iter().any(|arg| self.is_computed(arg)),
            _ => {
                let meaning = self.meaning(value);
                matches!(meaning, Some(Meaning::Param(_)))
                    || meaning == computed
                    || meaning == other
            }
        }
    }

    /// Records an element that the program reads, writes or changes.
    pub(super) fn element(&mut self, element: &Expr, how: &str) {
        let ExprKind::Index(_, index) = &element.kind else { return };
        let owner = match self.meaning(element) {
            Some(Meaning::Local(_)) => OWNERS[0],
            Some(Meaning::Global(_)) => OWNERS[1],
            Some(Meaning::NodeProperty(_)) => OWNERS[2],
            Some(Meaning::EdgeProperty(_)) => OWNERS[3],
            _ => OWNERS[4],
        };
        self.note(format!("{how} an element of {owner}"));
        match &index.kind {
            ExprKind::Int(..) => self.note("literal index"),
            _ => self.note(format!("index {}", self.type_of(index))),
        }
        let inside = self.inside(index);
        if inside.iter().any(|construct| construct.starts_with("read of an element")) {
            self.note("index that reads an element");
        }
        if inside.iter().any(|construct| construct.ends_with("for its value")) {
            self.note("index with an atomic");
        }
    }

    /// Records a call of a primitive of `main`, whose arguments are names.
    pub(super) fn primitive(&mut self, primitive: Primitive, args: &[Expr]) {
        match (primitive, args) {
            (Primitive::Fill, [of, value]) => {
                self.note(if self.is_array(of) { "fill array" } else { "fill" });
                self.expr(value);
            }
            (Primitive::Contract, [_, _, carried @ ..]) => {
                self.note("contract");
                if self.loops > 0 {
                    self.note("contract in a loop");
                }
                for of in carried {
                    let kind = match self.meaning(of) {
                        Some(Meaning::NodeProperty(_)) => "node",
                        _ => "edge",
                    };
                    let array = if self.is_array(of) { " array" } else { "" };
                    self.note(format!("contract carries {kind}{array}"));
                }
            }
            (Primitive::ScanAdd, _) => self.note("scan_add"),
            (Primitive::Sort, _) => self.note("sort"),
            (Primitive::Compact, _) => self.note("compact"),
            (Primitive::Clear, _) => self.note("clear"),
            _ => (),
        }
    }

    /// Records an exchange of two properties, globals or worklists.
    pub(super) fn swap(&mut self, name: &Name) {
        self.note("swap");
        let mut items = self.checked.program.items.iter();
        let found = items.find_map(|item| {
            match &item.kind {
                ItemKind::Global(field) => Some((field, "swap global arrays")),
                ItemKind::NodeProperty(field) | ItemKind::EdgeProperty(field) => {
                    Some((field, "swap arrays"))
                }
                _ => None,
            }
            .filter(|(field, _)| field.name.text == name.text && field.length.is_some())
        });
        if let Some((_, construct)) = found {
            self.note(construct);
        }
    }

    /// Returns whether an expression is the name of an array of the program.
    fn is_array(&self, of: &Expr) -> bool {
        let ExprKind::Path(path) = &of.kind else { return false };
        self.checked.program.items.iter().any(|item| match &item.kind {
            ItemKind::Global(field)
            | ItemKind::NodeProperty(field)
            | ItemKind::EdgeProperty(field) => {
                field.name.text == path[0].text && field.length.is_some()
            }
            _ => false,
        })
    }
}
