//! Checks of the ranges of parameters, as in `param damping: f32 = 0.85 in 0..1;`: the parameter is
//! a number, and the ends have its type. The values of the ends are checked after
//! [lowering](crate::lower::ranges), which can compute them.

use super::checker::Checker;
use crate::diagnostics::Diagnostic;
use crate::syntax::ast::*;
use crate::types::Type;

impl<'p> Checker<'p> {
    /// Checks the range of a parameter, if the parameter has one.
    pub(super) fn param_range(&mut self, field: &'p Field) {
        let Some(range) = &field.range else { return };
        let (name, ty) = (&field.name.text, &field.ty.name.text);
        let help = match Type::from_name(ty) {
            Some(Type::Node) => "remove the range; igc checks that the node exists in the graph",
            Some(Type::Bool | Type::Edge) => "remove the range",
            _ => {
                let wanted = self.type_name(&field.ty);
                for end in range.ends() {
                    let found = self.value(end);
                    self.expect(end, found, wanted, Some((field.ty.name.span, "declared as")));
                }
                return;
            }
        };
        let message = format!("the parameter `{name}` of type `{ty}` cannot have a range");
        let diagnostic = Diagnostic::error("E0411", range.span, message)
            .also(field.ty.name.span, "declared as")
            .note("only numbers have ranges: `i32`, `u32`, `i64`, `u64`, `f32` and `f64`")
            .help(help);
        self.report(diagnostic);
    }
}
