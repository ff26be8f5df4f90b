//! Primitives: operations of `main` on whole properties and worklists.
//!
//! Their arguments are names of properties and worklists, not values: `sort(order, key)`. The
//! checker records the meaning of each argument for lowering.

use super::builtins;
use super::checker::{Checker, Context};
use super::infer::{TypeSet, Var};
use super::meaning::{Meaning, Primitive, Reduction};
use super::scopes::kind_words;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::suggest::did_you_mean;
use crate::span::Span;
use crate::syntax::ast::*;
use crate::types::Type;

/// The kinds of arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
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
                format!("`{}` has no result, so the call is not a value", name(primitive));
            let help = "call it as a statement";
            return self.reject(Diagnostic::error("E0205", expr.span, message).help(help));
        };
        if primitive == Primitive::ScanAdd && !whole && !self.infer.types(var).is_error() {
            let message = "a scan changes a property, and cannot stand inside an expression";
            let diagnostic = Diagnostic::error("E0322", expr.span, message)
                .note("expressions have no effects, so that their order does not matter")
                .help(
                    "name its sum in a statement of its own: `let total = scan_add(from, into);`",
                );
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
        let counted =
            self.count(expr.span, name(primitive), parameters(primitive).len(), args.len());
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
            Primitive::Compact => {
                self.worklist_argument(primitive, &args[0]);
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
                    .note("it works on all elements at once, as a kernel does, and runs kernels itself")
                    .help("call it in `main`, before or after the kernel")
            }
            _ => Diagnostic::error("E0211", span, "an initial value cannot call this")
                .help("assign it in `main`"),
        };
        self.report(diagnostic);
        false
    }

    /// Marks the names in arguments as used, after an error.
    fn names_are_used(&mut self, args: &[Expr]) {
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
                format!("`scan_add` needs two properties of one type, not `{ty}` and `{sum}`");
            let diagnostic = Diagnostic::error("E0323", into.span, message)
                .also(from.span, format!("this is of type `{ty}`"))
                .label(format!("this is of type `{sum}`"))
                .note("a kernel can copy one into a property of the other's type: `u.wide = u.narrow as u64;`");
            return self.reject(diagnostic);
        }
        self.infer.known(ty)
    }

    fn sort(&mut self, order: &'p Expr, key: &'p Expr) {
        let (wanted, whole) = (Wanted::NodeProperty, TypeSet::INTEGERS.or(TypeSet::BOOL));
        let keys = whole.or(TypeSet::NODE).or(TypeSet::EDGE);
        let order_found = self.property(Primitive::Sort, order, wanted, TypeSet::NODE);
        let key_found = self.property(Primitive::Sort, key, wanted, keys);
        if let (Some(first), Some(second)) = (order_found, key_found)
            && first == second
        {
            let message = "the nodes cannot be written over the keys that they are sorted by";
            let diagnostic = Diagnostic::error("E0323", key.span, message)
                .also(order.span, "the order goes here")
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
    fn property(
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
        if !types.contains(ty) {
            let message = format!("`{}` does not apply to `{ty}`", name(primitive));
            let diagnostic = Diagnostic::error("E0202", arg.span, message)
                .label(format!("this is of type `{ty}`"))
                .help_if(other_types(primitive));
            self.report(diagnostic);
            return None;
        }
        Some((meaning, ty))
    }

    /// The item that an expression names.
    fn named_item(&self, arg: &Expr) -> Option<Meaning> {
        match &arg.kind {
            ExprKind::Path(path) => match &path[..] {
                [name] if self.scopes.find(&name.text).is_none() => self.items.meaning(&name.text),
                _ => None,
            },
            _ => None,
        }
    }

    /// Reports an argument that is not of the kind that the primitive takes.
    fn misfit(&mut self, primitive: Primitive, arg: &'p Expr, wanted: &str) {
        self.names_are_used(std::slice::from_ref(arg));
        let called = name(primitive);
        let message = format!("`{called}` takes {wanted} here, by its name");
        let mut diagnostic = Diagnostic::error("E0323", arg.span, message)
            .note(format!("it is called as `{called}({})`", parameters(primitive).join(", ")));
        let known = |meaning| {
            matches!(meaning, Meaning::NodeProperty(_) | Meaning::EdgeProperty(_))
                || matches!(meaning, Meaning::Global(_) | Meaning::Worklist(_))
        };
        match (self.named_item(arg), &arg.kind) {
            (Some(meaning @ Meaning::Worklist(_)), _) if primitive == Primitive::Fill => {
                diagnostic = diagnostic
                    .label(format!("this is {}", kind_words(meaning)))
                    .help("`clear(near)` empties a worklist, `pipe near nodes` fills it");
            }
            (Some(meaning), _) => {
                diagnostic = diagnostic.label(format!("this is {}", kind_words(meaning)));
            }
            (None, ExprKind::Field(_, field)) => {
                let help = format!("write the name alone: `{}`", field.text);
                diagnostic = diagnostic.label("this is one element").help(help);
            }
            (None, ExprKind::Path(path)) => {
                let text = path.last().map_or("", |name| name.text.as_str());
                diagnostic = match self.scopes.find(text) {
                    Some(_) => diagnostic.label("this is a local"),
                    None => {
                        let help = did_you_mean(text, self.items.names_of(known));
                        diagnostic.label("there is none of that name").help_if(help)
                    }
                };
            }
            _ => diagnostic = diagnostic.label("this is a value"),
        }
        self.report(diagnostic);
    }
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

/// What to do if the primitive does not take the type of a property.
fn other_types(primitive: Primitive) -> Option<String> {
    let help = match primitive {
        Primitive::ScanAdd => "sums in order are of whole numbers: `u32`, `i32`, `u64`, `i64`",
        Primitive::Sort => "the order is a property of type `node`; keys are anything but floats",
        Primitive::Compact => "the flag is a property of type `bool`",
        Primitive::Reduce(Reduction::Add) => {
            "sums are of numbers; count a `bool` in a kernel: `count += 1;`"
        }
        Primitive::Reduce(Reduction::And | Reduction::Or) => {
            "these are of whole numbers and `bool`"
        }
        Primitive::Reduce(_) => "`reduce_and` and `reduce_or` are what there is for `bool`",
        Primitive::Fill | Primitive::Clear => return None,
    };
    Some(help.to_owned())
}
