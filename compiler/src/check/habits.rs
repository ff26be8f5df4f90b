//! Calls that other languages write differently: `u32(3)`, `max(level)` and `sum(level)`.

use super::checker::Checker;
use super::meaning::{Builtin, Meaning};
use crate::diagnostics::Diagnostic;
use crate::syntax::ast::*;
use crate::types::Type;

impl<'p> Checker<'p> {
    /// Reports `max(level)` in `main`, which other languages write for the largest value of all
    /// nodes. Returns whether the call was such a reduction.
    pub(super) fn is_reduction(&mut self, expr: &Expr, builtin: Builtin, args: &'p [Expr]) -> bool {
        let (name, [arg]) = (
            match builtin {
                Builtin::MinOf => "min",
                Builtin::MaxOf => "max",
                _ => return false,
            },
            args,
        ) else {
            return false;
        };
        let Some(Meaning::NodeProperty(_) | Meaning::EdgeProperty(_)) = self.named_item(arg) else {
            return false;
        };
        self.names_are_used(args);
        let shown = crate::syntax::print::expr(arg);
        let message = format!("`{name}` takes two values, not a property");
        let diagnostic = Diagnostic::error("E0204", expr.span, message)
            .note(format!(
                "`reduce_{name}` in `main` computes the {name}imum of all nodes or edges"
            ))
            .help(format!("write `reduce_{name}({shown})` in `main`"));
        self.report(diagnostic);
        true
    }

    /// Reports `u32(3)`, which converts a value in other languages. Returns whether the name is that of
    /// a type.
    pub(super) fn is_type(&mut self, name: &Name) -> bool {
        let text = name.text.as_str();
        let Some(ty) = Type::from_name(text) else { return false };
        let help = match ty {
            Type::Bool => "compare the value, for example with `!= 0`".to_owned(),
            Type::Node | Type::Edge => format!("write `x as {text}`"),
            _ => format!("write `x as {text}`, or `3{text}` for a number of this type"),
        };
        let message = format!("`{text}` is a type and cannot be called");
        let diagnostic = Diagnostic::error("E0206", name.span, message)
            .note("`as` converts a value to another type")
            .help(help);
        self.report(diagnostic);
        true
    }
}

/// Returns advice for a name that other languages give to a reduction of a whole array.
pub fn reduction(text: &str) -> Option<String> {
    let primitive = match text {
        "sum" | "add" | "total" => "reduce_add",
        "any" | "some" => "reduce_or",
        "all" | "every" => "reduce_and",
        _ => return None,
    };
    Some(format!("write `{primitive}(x)` in `main` to combine the values of a property"))
}
