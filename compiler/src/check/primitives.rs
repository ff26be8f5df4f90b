//! Primitives: operations of `main` on whole properties and worklists.
//!
//! Their arguments are names of properties and worklists, not values: `sort(order, key)`. The
//! checker records the meaning of each argument for lowering.

use super::builtins;
use super::checker::{Checker, Context};
use super::infer::{TypeSet, Var};
use super::meaning::{Meaning, Primitive, Reduction};
use super::scopes::kind_words;
use crate::diagnostics::suggest::did_you_mean;
use crate::diagnostics::{Advice, Diagnostic};
use crate::span::Span;
use crate::syntax::ast::*;
use crate::types::Type;

/// The kinds of arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    NodeProperty,
    Property,
    PropertyOrGlobal,
}

impl Wanted {
    fn words(self) -> &'static str {
        match self {
            Wanted::NodeProperty => "a node property",
            Wanted::Property => "a node or edge property",
            Wanted::PropertyOrGlobal => "a property or global",
        }
    }

    fn takes(self, meaning: Meaning) -> bool {
        match meaning {
            Meaning::NodeProperty(_) => true,
            Meaning::EdgeProperty(_) => self != Wanted::NodeProperty,
            Meaning::Global(_) => self == Wanted::PropertyOrGlobal,
            _ => false,
        }
    }
}

impl<'p> Checker<'p> {
    /// Checks a primitive that must have a value.
    pub(super) fn primitive_value(
        &mut self,
        expr: &'p Expr,
        primitive: Primitive,
        args: &'p [Expr],
    ) -> Var {
        let whole = self.whole_value == Some(expr.id);
        let Some(var) = self.primitive(expr, primitive, args) else {
            let message =
                format!("this call has no value, because `{}` has no result", name(primitive));
            let help = "call it as a statement";
            return self.reject(Diagnostic::error("E0205", expr.span, message).help(help));
        };
        if primitive == Primitive::ScanAdd && !whole && !self.infer.types(var).is_error() {
            let message = "a scan cannot be part of a larger expression";
            let diagnostic = Diagnostic::error("E0322", expr.span, message)
                .note("a scan changes a property, but expressions must not have side effects")
                .help("bind its sum first: `let total = scan_add(from, into);`");
            return self.reject(diagnostic);
        }
        var
    }

    /// Checks a call of a primitive. Returns the type of its value, if it has one.
    pub(super) fn primitive(
        &mut self,
        expr: &'p Expr,
        primitive: Primitive,
        args: &'p [Expr],
    ) -> Option<Var> {
        let placed = self.primitive_stands_in_main(expr.span, primitive);
        let wanted = parameters(primitive).len();
        // More arguments of `contract` are the properties that it carries.
        let carries = primitive == Primitive::Contract && args.len() > wanted;
        let counted = carries || self.count(expr.span, &signature(primitive), wanted, args.len());
        if !placed || !counted {
            self.names_are_used(args);
            return Some(self.infer.error());
        }
        match primitive {
            Primitive::Fill => self.fill(&args[0], &args[1]),
            Primitive::Clear => self.worklist_argument(primitive, &args[0]),
            Primitive::Reduce(reduction) => return Some(self.reduce(reduction, &args[0])),
            Primitive::ScanAdd => return Some(self.scan(&args[0], &args[1])),
            Primitive::Sort => self.sort(&args[0], &args[1]),
            Primitive::Contract => self.contract(expr.span, args),
            Primitive::Compact => {
                self.worklist_argument(primitive, &args[0]);
                if let Some(Meaning::Worklist(worklist)) = self.meanings[args[0].id.0 as usize] {
                    self.holds_nodes(worklist, args[0].span, "`compact`");
                }
                self.property(primitive, &args[1], Wanted::NodeProperty, TypeSet::BOOL);
            }
        }
        None
    }

    fn primitive_stands_in_main(&mut self, span: Span, primitive: Primitive) -> bool {
        let name = name(primitive);
        let diagnostic = match self.context {
            Context::Main => return true,
            Context::Kernel | Context::Function => {
                let message = format!("`{name}` can only be used in `main`");
                Diagnostic::error("E0307", span, message)
                    .note("a primitive runs kernels on all elements of a property or worklist")
                    .help("call it in `main`, before or after the kernel")
            }
            _ => Diagnostic::error("E0211", span, "an initial value cannot call a primitive")
                .note("a primitive runs kernels, but initial values are computed before the run")
                .help("compute the value in `main`"),
        };
        self.report(diagnostic);
        false
    }

    /// Marks the names in arguments as used, after an error.
    pub(super) fn names_are_used(&mut self, args: &[Expr]) {
        for arg in args {
            if let ExprKind::Path(path) = &arg.kind
                && let Some(meaning) = path.last().and_then(|name| self.items.meaning(&name.text))
            {
                self.used.insert(meaning);
            }
        }
    }

    // ---- The primitives ------------------------------------------------------------------------

    fn fill(&mut self, place: &'p Expr, value: &'p Expr) {
        let wanted = Wanted::PropertyOrGlobal;
        let target = self.property(Primitive::Fill, place, wanted, TypeSet::ALL);
        let found = self.value(value);
        if let Some((_, ty)) = target {
            let target = self.infer.known(ty);
            self.expect(value, found, target, Some((place.span, "the property is")));
        }
    }

    fn reduce(&mut self, reduction: Reduction, of: &'p Expr) -> Var {
        let types = match reduction {
            Reduction::Add => TypeSet::NUMBERS,
            Reduction::Min | Reduction::Max => TypeSet::ORDERED,
            Reduction::And | Reduction::Or => TypeSet::INTEGERS.or(TypeSet::BOOL),
        };
        match self.property(Primitive::Reduce(reduction), of, Wanted::Property, types) {
            Some((_, ty)) => self.infer.known(ty),
            None => self.infer.error(),
        }
    }

    fn scan(&mut self, from: &'p Expr, into: &'p Expr) -> Var {
        let wanted = Wanted::NodeProperty;
        let first = self.property(Primitive::ScanAdd, from, wanted, TypeSet::INTEGERS);
        let second = self.property(Primitive::ScanAdd, into, wanted, TypeSet::INTEGERS);
        let (Some((_, ty)), Some((_, sum))) = (first, second) else {
            return self.infer.error();
        };
        if ty != sum {
            let message =
                format!("the properties of `scan_add` have different types: `{ty}` and `{sum}`");
            let diagnostic = Diagnostic::error("E0323", into.span, message)
                .also(from.span, format!("this has the type `{ty}`"))
                .label(format!("this has the type `{sum}`"))
                .note("both properties must have the same type")
                .help("convert one of them in a kernel: `u.wide = u.narrow as u64;`");
            return self.reject(diagnostic);
        }
        self.infer.known(ty)
    }

    fn sort(&mut self, order: &'p Expr, key: &'p Expr) {
        let wanted = Wanted::NodeProperty;
        let order_found = self.property(Primitive::Sort, order, wanted, TypeSet::NODE);
        let key_found = self.property(Primitive::Sort, key, wanted, TypeSet::ALL);
        if let (Some(first), Some(second)) = (order_found, key_found)
            && first == second
        {
            let message = "the order and the key of a `sort` must be different properties";
            let diagnostic = Diagnostic::error("E0323", key.span, message)
                .also(order.span, "`sort` writes the order here")
                .note("the order would overwrite the keys")
                .help("declare another property: `node order: node;`");
            self.report(diagnostic);
        }
    }

    // ---- Arguments ----------------------------------------------------------------------------

    fn worklist_argument(&mut self, primitive: Primitive, arg: &'p Expr) {
        if self.worklist_named(arg).is_none() {
            self.misfit(primitive, arg, "a worklist");
        }
    }

    /// The property that an argument names, and its type.
    pub(super) fn property(
        &mut self,
        primitive: Primitive,
        arg: &'p Expr,
        wanted: Wanted,
        types: TypeSet,
    ) -> Option<(Meaning, Type)> {
        let meaning = self.named_item(arg).filter(|meaning| wanted.takes(*meaning));
        let found = meaning.and_then(|meaning| Some((meaning, self.items.field_type(meaning)?)));
        let Some((meaning, ty)) = found else {
            self.misfit(primitive, arg, wanted.words());
            return None;
        };
        self.means(arg, meaning);
        if primitive != Primitive::Fill && self.array_length(meaning).is_some() {
            let message = format!("`{}` does not apply to arrays", name(primitive));
            let diagnostic = Diagnostic::error("E0504", arg.span, message)
                .note("of the primitives, only `fill` applies to arrays")
                .help("write a kernel over the elements");
            self.report(diagnostic);
            return None;
        }
        if !types.contains(ty) {
            let message = format!("`{}` does not apply to `{ty}`", name(primitive));
            let diagnostic = Diagnostic::error("E0202", arg.span, message)
                .label(format!("this has the type `{ty}`"))
                .help_if(other_types(primitive));
            self.report(diagnostic);
            return None;
        }
        Some((meaning, ty))
    }

    /// The item that an expression names.
    pub(super) fn named_item(&self, arg: &Expr) -> Option<Meaning> {
        match &arg.kind {
            ExprKind::Path(path) => match &path[..] {
                [name] if self.scopes.find(&name.text).is_none() => self.items.meaning(&name.text),
                _ => None,
            },
            _ => None,
        }
    }

    /// Reports an argument that is not of the kind that the primitive takes.
    pub(super) fn misfit(&mut self, primitive: Primitive, arg: &'p Expr, wanted: &str) {
        self.names_are_used(std::slice::from_ref(arg));
        if let (Some(Meaning::Original(_)), ExprKind::Path(path)) =
            (self.named_item(arg), &arg.kind)
        {
            let name = path.last().map_or("", |name| name.text.as_str());
            return self.report(self.of_input_graph(arg.span, name));
        }
        let called = name(primitive);
        let message = format!("this argument of `{called}` must be the name of {wanted}");
        let mut diagnostic = Diagnostic::error("E0323", arg.span, message)
            .note(format!("the arguments are `{}`", signature(primitive)));
        let pass_a_name = format!("pass the name of {wanted} alone");
        let known = |meaning| {
            matches!(
                meaning,
                Meaning::NodeProperty(_) | Meaning::EdgeProperty(_) | Meaning::Original(_)
            ) || matches!(meaning, Meaning::Global(_) | Meaning::Worklist(_))
        };
        match (self.named_item(arg), &arg.kind) {
            (Some(meaning @ Meaning::Worklist(_)), _) if primitive == Primitive::Fill => {
                diagnostic = diagnostic
                    .label(format!("this is {}", kind_words(meaning)))
                    .help("write `clear(near)` to empty a worklist, `pipe near nodes` to fill it");
            }
            (Some(meaning), _) => {
                let label = format!("this is {}", kind_words(meaning));
                diagnostic = diagnostic.label(label).help(pass_a_name);
            }
            (None, ExprKind::Field(_, field)) => {
                let help = format!("write the name alone: `{}`", field.text);
                let advice = Advice::replacing(help, field.text.as_str());
                diagnostic = diagnostic.label("this is a single element").help(advice);
            }
            (None, ExprKind::Path(path)) => {
                let text = path.last().map_or("", |name| name.text.as_str());
                diagnostic = match self.scopes.find(text) {
                    Some(_) => diagnostic.label("this is a local").help(pass_a_name),
                    None => {
                        let help = did_you_mean(text, self.items.names_of(known));
                        diagnostic
                            .label("no item has this name")
                            .help(help.unwrap_or(pass_a_name.into()))
                    }
                };
            }
            _ => diagnostic = diagnostic.label("this is a value").help(pass_a_name),
        }
        self.report(diagnostic);
    }
}

/// Returns a primitive with its parameters, such as `fill(property, value)`.
fn signature(primitive: Primitive) -> String {
    format!("{}({})", name(primitive), parameters(primitive).join(", "))
}

fn entry(
    primitive: Primitive,
) -> Option<&'static (&'static str, Primitive, &'static [&'static str])> {
    builtins::PRIMITIVES.iter().find(|p| p.1 == primitive)
}

fn name(primitive: Primitive) -> &'static str {
    entry(primitive).map_or("", |p| p.0)
}

fn parameters(primitive: Primitive) -> &'static [&'static str] {
    entry(primitive).map_or(&[], |p| p.2)
}

/// Returns advice for a property whose type the primitive does not accept.
fn other_types(primitive: Primitive) -> Option<String> {
    let help = match primitive {
        Primitive::ScanAdd => "use properties of type `u32`, `i32`, `u64` or `i64`",
        Primitive::Sort => "the order must have the type `node`",
        Primitive::Compact => "use a property of type `bool`",
        Primitive::Contract => "use labels of type `node`, `u32` or `u64`",
        Primitive::Reduce(Reduction::Add) => {
            "use a property of a number type; count `bool` values in a kernel: `count += 1;`"
        }
        Primitive::Reduce(Reduction::And | Reduction::Or) => {
            "use a property of an integer type or of type `bool`"
        }
        Primitive::Reduce(_) => "use `reduce_and` or `reduce_or` for `bool` values",
        Primitive::Fill | Primitive::Clear => return None,
    };
    Some(help.to_owned())
}
