//! Lowers the ranges of parameters, and checks their values.
//!
//! Lowering computes the ends and the defaults with the arithmetic of the IR, so the checks of their
//! values follow lowering. These checks are the only errors of a program that the checker does not
//! find.

use std::ops::Bound;

use super::{Lowering, Result, Scope, Unsupported, fold};
use crate::check::Checked;
use crate::diagnostics::Diagnostic;
use crate::ir::{Module, Param, ParamRange, Type, Value};
use crate::syntax::ast::{self, Field, ItemKind};

impl Lowering<'_> {
    /// Lowers the range of a parameter.
    pub(super) fn param_range(&self, range: &ast::ParamRange, ty: Type) -> Result<ParamRange> {
        let bound = |end: &Option<ast::Expr>, is_excluded: bool| {
            let Some(end) = end else { return Ok(Bound::Unbounded) };
            let lowered = self.expr(end, &Scope::default())?;
            let varies = Unsupported { what: "the end of a range that varies", span: end.span };
            let value = fold(&lowered).ok_or(varies)?.cast(ty);
            Ok(if is_excluded { Bound::Excluded(value) } else { Bound::Included(value) })
        };
        let start = bound(&range.start, range.excludes_start)?;
        Ok(ParamRange { start, end: bound(&range.end, !range.includes_end)? })
    }
}

/// Returns the errors in the ranges of the parameters: ranges without values, and defaults outside
/// of their ranges. `module` is the lowered program.
pub fn range_errors(checked: &Checked, module: &Module) -> Vec<Diagnostic> {
    let fields = checked.program.all_items().filter_map(|(_, item)| match &item.kind {
        ItemKind::Param(field) => Some(field),
        _ => None,
    });
    fields.zip(&module.params).filter_map(|(field, param)| range_error(field, param)).collect()
}

fn range_error(field: &Field, param: &Param) -> Option<Diagnostic> {
    let (written, range) = field.range.as_ref().zip(param.range)?;
    let Some((least, most)) = range.closed(param.ty) else {
        let message = format!("the range of the parameter `{}` is empty", param.name);
        let note = match is_nan(range.start) || is_nan(range.end) {
            true => "an end of the range is NaN, and no number is less or greater than NaN".into(),
            false => format!(
                "no `{}` is in `{}`: `a..b` and `a..=b` contain `a`, `a<..b` does not, and only \
                 `a..=b` contains `b`",
                param.ty,
                range.shown()
            ),
        };
        let diagnostic = Diagnostic::error("E0411", written.span, message)
            .note(note)
            .help("write the smaller number first, or remove the range");
        return Some(diagnostic);
    };
    let (default, init) = param.default.zip(field.init.as_ref())?;
    if range.contains(default) {
        return None;
    }
    let message = format!("the default of the parameter `{}` is outside of its range", param.name);
    let (least, most) = (least.shown(), most.shown());
    let diagnostic = Diagnostic::error("E0411", init.span, message)
        .label(format!("this is {}", default.shown()))
        .also(written.span, "the range")
        .note(format!("the smallest value in the range is {least}, and the largest is {most}"))
        .help("write a default in the range, or extend the range");
    Some(diagnostic)
}

fn is_nan(end: Bound<Value>) -> bool {
    match end {
        Bound::Included(Value::F32(x)) | Bound::Excluded(Value::F32(x)) => x.is_nan(),
        Bound::Included(Value::F64(x)) | Bound::Excluded(Value::F64(x)) => x.is_nan(),
        _ => false,
    }
}
