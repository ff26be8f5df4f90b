//! Arrays: their lengths, their elements, and the positions in which they may occur.
//!
//! An array is a place, not a value. A program reads and writes its elements (`u.mask[i]`), asks
//! for its length (`mask.length`), and passes it to functions and to `fill` and `swap` by its name.
//!
//! An element has the same meaning as its array, so the rules for updates, atomics and reductions
//! of scalars apply to elements without changes.

use super::checker::{Checker, Context};
use super::effects::EffectKind;
use super::infer::{Mismatch, TypeSet, Var};
use super::local_arrays::LocalArray;
use super::meaning::{Builtin, Meaning};
use super::scopes::{LocalKind, kind_words};
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;
use crate::types::Type;

/// The largest length of a local array. Each work-item has its own copy.
pub const MAX_LOCAL_LENGTH: u32 = 1024;

/// The largest length of an array for each node or edge.
pub const MAX_PROPERTY_LENGTH: u32 = 1 << 20;

/// The largest length of a global array.
pub const MAX_GLOBAL_LENGTH: u32 = crate::types::MAX_ARRAY_LENGTH;

/// What an array belongs to, which decides on the lengths that it may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArrayKind {
    /// A local.
    Local,
    /// A property of nodes or edges.
    Property,
    /// A global. Its length may depend on the graph and on parameters.
    Global,
}

impl ArrayKind {
    fn most(self) -> u32 {
        match self {
            ArrayKind::Local => MAX_LOCAL_LENGTH,
            ArrayKind::Property => MAX_PROPERTY_LENGTH,
            ArrayKind::Global => MAX_GLOBAL_LENGTH,
        }
    }

    fn words(self) -> &'static str {
        match self {
            ArrayKind::Local => "a local array",
            ArrayKind::Property => "an array for each node or edge",
            ArrayKind::Global => "a global array",
        }
    }
}

/// The length of an array.
#[derive(Debug, Clone, Copy)]
pub enum ArrayLength<'p> {
    /// The length in its declaration.
    Declared(&'p Expr),
    /// That of the array that is passed for a parameter of a function.
    Passed,
}

/// The array that an expression names if it is an element, or otherwise the expression itself.
pub(super) fn without_index(place: &Expr) -> &Expr {
    match &place.kind {
        ExprKind::Index(array, _) => array,
        _ => place,
    }
}

impl<'p> Checker<'p> {
    /// The length of the array that a name or a field means, or `None` if it means no array.
    pub(super) fn array_length(&self, meaning: Meaning) -> Option<ArrayLength<'p>> {
        match meaning {
            Meaning::Local(binding) => {
                self.local_lengths.get(&binding).map(|length| ArrayLength::Declared(length))
            }
            Meaning::PropertyParameter(binding) => {
                self.parameter(binding).filter(|param| param.array).map(|_| ArrayLength::Passed)
            }
            _ => self.items.field(meaning)?.length.as_ref().map(ArrayLength::Declared),
        }
    }

    // ---- Declarations ---------------------------------------------------------------------------

    /// Checks the length in the declaration of an array.
    pub(super) fn declared_length(&mut self, length: &'p Expr, kind: ArrayKind) {
        let outer = std::mem::replace(&mut self.context, Context::Length(kind));
        let found = self.value(length);
        self.context = outer;
        self.expect_one_of(length, found, TypeSet::of(&[Type::U32, Type::U64]));
        self.lengths.push((length, kind));
    }

    /// Checks `let best: u32[4] = MAX;`.
    pub(super) fn local_array(
        &mut self,
        span: Span,
        (binding, name): (BindingId, &'p Name),
        ty: &'p TypeName,
        length: &'p Expr,
        value: Option<&'p Expr>,
    ) {
        self.declared_length(length, ArrayKind::Local);
        let wanted = self.type_name(ty);
        if let Some(value) = value {
            let found = self.value(value);
            self.expect(value, found, wanted, Some((ty.name.span, "declared as")));
        }
        if self.context == Context::Main {
            let diagnostic = Diagnostic::error("E0504", span, "`main` cannot have local arrays")
                .note("a local array belongs to one iteration of a kernel")
                .help(format!("declare a global array: `global {}: …;`", name.text));
            self.report(diagnostic);
        }
        self.effect(EffectKind::DeclaresArray, span);
        if let (Some(body), Some(ty)) = (self.body, Type::from_name(&ty.name.text)) {
            self.local_arrays.push(LocalArray { body, ty, length, span });
        }
        self.local_lengths.insert(binding, length);
        self.declare(name, binding, LocalKind::Array, wanted);
    }

    /// Reports the length of a constant or a parameter, which cannot be arrays.
    pub(super) fn must_be_scalar(&mut self, field: &Field, what: &str) {
        if let Some(length) = &field.length {
            let diagnostic =
                Diagnostic::error("E0504", length.span, format!("{what} cannot be an array"))
                    .note("arrays are properties, globals or locals of kernels")
                    .help(format!("declare a global: `global {}: …;`", field.name.text));
            self.report(diagnostic);
        }
    }

    // ---- Elements -------------------------------------------------------------------------------

    /// Checks `array[index]`. Returns the type of the elements.
    pub(super) fn element(&mut self, expr: &'p Expr, array: &'p Expr, index: &'p Expr) -> Var {
        self.indexed = Some(array.id);
        let elements = self.value(array);
        let found = self.value(index);
        let meaning = self.meanings[array.id.0 as usize];
        let length = meaning.and_then(|meaning| self.array_length(meaning));
        if let (Some(meaning), Some(length)) = (meaning, length) {
            self.means(expr, meaning);
            if let ArrayLength::Declared(length) = length {
                self.indices.push((index, length));
            }
        } else if !self.infer.types(elements).is_error() {
            let what = meaning.map_or("a value", kind_words);
            let diagnostic = Diagnostic::error("E0501", expr.span, "only arrays can be indexed")
                .also(array.span, format!("this is {what}, not an array"))
                .help(match self.infer.types(elements).single() {
                    Some(Type::Node) => "write `u.out[k]` for an edge that leaves the node `u`",
                    _ => "remove the index, or declare an array, such as `node x: u32[4];`",
                });
            return self.reject(diagnostic);
        }
        let wanted = TypeSet::NARROW_INTEGERS;
        if let Err(Mismatch { first, .. }) = self.infer.restrict(found, wanted) {
            let message = format!("an index must be `u32` or `i32`, but this is {}", first.words());
            let diagnostic =
                Diagnostic::error("E0201", index.span, message).help("convert it with `as u32`");
            return self.reject(diagnostic);
        }
        elements
    }

    /// Rejects an array that is used as a value, without an index. Returns `var` for anything else.
    pub(super) fn element_or_scalar(&mut self, expr: &Expr, meaning: Meaning, var: Var) -> Var {
        let indexed = self.indexed.take() == Some(expr.id);
        if indexed || self.array_length(meaning).is_none() {
            return var;
        }
        let shown = crate::syntax::print::expr(expr);
        let diagnostic =
            Diagnostic::error("E0501", expr.span, format!("`{shown}` is an array, not a value"))
                .note("only elements of an array have values")
                .help(format!("write `{shown}[i]` for an element"));
        self.reject(diagnostic)
    }

    // ---- Lengths
    // ----------------------------------------------------------------------------------

    /// Checks `mask.length`, if the name is that of an array.
    pub(super) fn array_field(&mut self, expr: &Expr, base: &Expr, name: &Name) -> Option<Var> {
        let ExprKind::Path(path) = &base.kind else { return None };
        let [array] = &path[..] else { return None };
        let meaning = match self.scopes.find(&array.text) {
            Some(local) => match local.kind {
                LocalKind::Property(_) => Meaning::PropertyParameter(local.binding),
                _ => Meaning::Local(local.binding),
            },
            None => self.item(&array.text)?,
        };
        self.array_length(meaning)?;
        self.means(base, meaning);
        if name.text != "length" {
            let message = format!("an array has no field `{}`", name.text);
            let diagnostic = Diagnostic::error("E0105", name.span, message)
                .note("the only field of an array is `length`")
                .help(format!("write `{}.length` for the number of its elements", array.text));
            return Some(self.reject(diagnostic));
        }
        if matches!(self.context, Context::Const(_) | Context::ParamDefault | Context::Length(_)) {
            let message = "the length of an array cannot be used here";
            let diagnostic = Diagnostic::error("E0211", expr.span, message)
                .note("lengths, constants and defaults consist of literals and constants")
                .help("declare a constant, and use it for both");
            return Some(self.reject(diagnostic));
        }
        self.means(expr, Meaning::Builtin(Builtin::Length));
        Some(self.infer.known(Type::U32))
    }

    // ---- Values
    // -----------------------------------------------------------------------------------

    /// Checks the lengths of all arrays, and the constant indexes into arrays of constant lengths.
    pub(super) fn constant_lengths(&mut self, consts: &[Option<i128>]) {
        for (length, kind) in std::mem::take(&mut self.lengths) {
            let value = self.evaluate(length, consts);
            if value.is_some_and(|value| !(1..=i128::from(kind.most())).contains(&value)) {
                let shown = value.unwrap_or_default();
                let message = format!("{} cannot have {shown} elements", kind.words());
                let diagnostic = Diagnostic::error("E0503", length.span, message)
                    .note(format!("the length must be at least 1 and at most {}", kind.most()))
                    .help("write another length");
                self.report(diagnostic);
            } else if value.is_none() && kind != ArrayKind::Global {
                let message = format!("the length of {} must be a constant", kind.words());
                let diagnostic = Diagnostic::error("E0503", length.span, message)
                    .note("lengths consist of whole numbers, constants and operators")
                    .help("only the length of a global array can be computed before the run");
                self.report(diagnostic);
            }
        }
        for (index, length) in std::mem::take(&mut self.indices) {
            let (Some(at), Some(count)) =
                (self.evaluate(index, consts), self.evaluate(length, consts))
            else {
                continue;
            };
            if !(0..count).contains(&at) {
                let diagnostic =
                    Diagnostic::error("E0502", index.span, "the index is out of range")
                        .label(format!("this is {at}"))
                        .note(format!("the array has {count} elements, from 0 to {}", count - 1))
                        .help("write a smaller index, or declare a longer array");
                self.report(diagnostic);
            }
        }
    }
}
