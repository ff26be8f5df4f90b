//! Items of worklists: their types, and whether what is pushed fits.

use super::checker::{Checker, Context};
use super::infer::Var;
use super::meaning::Meaning;
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;
use crate::types::Type;

/// The types that an item, and each value of a pair, may have.
const ALLOWED: [Type; 4] = [Type::Node, Type::Edge, Type::U32, Type::U64];

impl<'p> Checker<'p> {
    /// Returns the type of the items of a worklist, or the two types of pairs.
    pub(super) fn item_types(&self, worklist: usize) -> Vec<Type> {
        let declared = self.items.worklists.get(worklist).map_or(&[][..], |(_, items)| items);
        let types: Vec<Type> =
            declared.iter().filter_map(|ty| Type::from_name(&ty.name.text)).collect();
        match types.is_empty() {
            true => vec![Type::Node],
            false => types,
        }
    }

    /// Checks the declaration of worklists.
    pub(super) fn worklist_item(&mut self, worklists: &'p Worklists) {
        let Worklists { names, items, is_input } = worklists;
        if let [_, _, third, ..] = &items[..] {
            let message = format!("an item of a worklist cannot have {} values", items.len());
            let diagnostic = Diagnostic::error("E0601", third.name.span, message)
                .label("one value too many")
                .note("an item is a `node`, an `edge`, a `u32`, a `u64`, or a pair of these")
                .help(
                    "keep further values in a property of the node, or pack two `u32` into a `u64`: \
                     `a as u64 << 32 | b as u64`",
                );
            return self.report(diagnostic);
        }
        for ty in items {
            self.type_name(ty);
            let Some(found) = Type::from_name(&ty.name.text) else { continue };
            if !ALLOWED.contains(&found) {
                let message = format!("a worklist cannot hold `{found}`");
                let message = if items.len() > 1 { message + " in pairs" } else { message };
                let diagnostic = Diagnostic::error("E0601", ty.name.span, message)
                    .note("an item is a `node`, an `edge`, a `u32`, a `u64`, or a pair of these")
                    .help(
                        "convert the value when it is pushed: `x as u32`, or `bits(x)` for a float",
                    );
                self.report(diagnostic);
            }
        }
        if let (true, Some(ty), Some(name)) = (is_input, items.first(), names.first())
            && (items.len() > 1 || ty.name.text != "node")
        {
            let diagnostic =
                Diagnostic::error("E0601", ty.name.span, "an input worklist holds nodes")
                    .note("whoever runs the program supplies a list of nodes")
                    .help(format!(
                        "declare `input worklist {};`, and push other items in a kernel",
                        name.text
                    ));
            self.report(diagnostic);
        }
    }

    /// Requires that a worklist holds nodes, because `what` adds them.
    pub(super) fn holds_nodes(&mut self, worklist: usize, span: Span, what: &str) {
        let types = self.item_types(worklist);
        if types != [Type::Node] {
            let message = format!("{what} needs a worklist of nodes");
            let diagnostic = Diagnostic::error("E0602", span, message)
                .note(format!("the items of this worklist are {}", words(&types)))
                .help("push the items in a kernel");
            self.report(diagnostic);
        }
    }

    pub(super) fn push(&mut self, span: Span, worklist: Option<&'p Name>, item: &'p Expr) {
        let of_function = self.context == Context::Function;
        if !of_function && self.only_in_kernels(span, "push") && self.forall_depth() == 0 {
            self.before_the_forall(span, "push");
        }
        self.pushes(span);
        if let (None, ExprKind::Call(callee, args)) = (worklist, &item.kind)
            && let Some(named) = self.worklist_named(callee)
        {
            if let Some(worklist) = named {
                self.used.insert(Meaning::Worklist(worklist));
                self.means(item, Meaning::Worklist(worklist));
                self.fits(worklist, item.span, &args.iter().collect::<Vec<_>>());
            }
            return;
        }
        let worklist = match worklist {
            Some(name) => self.named_worklist(name),
            None => self.default_worklist(span),
        };
        if let Some(worklist) = worklist {
            self.pushed_item(worklist, item);
        }
    }

    /// Checks an item that is added to a worklist.
    pub(super) fn pushed_item(&mut self, worklist: usize, item: &'p Expr) {
        match &item.kind {
            ExprKind::Pair(first, second) => self.fits(worklist, item.span, &[first, second]),
            _ => self.fits(worklist, item.span, &[item]),
        }
    }

    /// Checks that the values of an item fit a worklist.
    fn fits(&mut self, worklist: usize, span: Span, values: &[&'p Expr]) {
        let types = self.item_types(worklist);
        let found: Vec<Var> = values.iter().map(|value| self.value(value)).collect();
        if values.len() != types.len() {
            let name = self.worklist_name(worklist);
            let (message, help) = match types.len() {
                1 => ("this item has more than one value", format!("write `push {name} v;`")),
                _ => (
                    "this item is not a pair",
                    format!("write `push {name}(first, second);`, or `(first, second)` in a list"),
                ),
            };
            let diagnostic = Diagnostic::error("E0602", span, message)
                .note(format!("the items of `{name}` are {}", words(&types)))
                .help(help);
            self.report(diagnostic);
            return;
        }
        for ((value, found), ty) in values.iter().zip(found).zip(&types) {
            if (self.infer.types(found).single(), &types[..]) == (Some(Type::Edge), &[Type::Node]) {
                self.edge_instead_of_node(worklist, value);
                continue;
            }
            let wanted = self.infer.known(*ty);
            self.expect(value, found, wanted, None);
        }
    }

    fn edge_instead_of_node(&mut self, worklist: usize, item: &Expr) {
        let (shown, name) = (crate::syntax::print::expr(item), self.worklist_name(worklist));
        let diagnostic = Diagnostic::error(
            "E0201",
            item.span,
            "an edge is pushed to a worklist of nodes",
        )
        .label("this is `edge`")
        .help(format!(
            "push one end of the edge, `push {shown}.dst;`, or declare `worklist {name}: edge;`"
        ));
        self.report(diagnostic);
    }

    /// Checks the variables of a loop over a worklist, or over another domain if `worklist` is
    /// `None`. Returns the types of the variables.
    pub(super) fn loop_variables(
        &mut self,
        worklist: Option<usize>,
        the_loop: &'p Loop,
    ) -> Option<(Type, Type)> {
        let types = worklist.map(|worklist| self.item_types(worklist));
        match (types.as_deref(), &the_loop.second) {
            (Some([first, second]), Some(_)) => Some((*first, *second)),
            (Some([_, _]), None) => {
                let name = &the_loop.name;
                let diagnostic =
                    Diagnostic::error("E0602", name.span, "this loop needs two variables")
                        .note("the items of this worklist are pairs")
                        .help(format!("write `forall ({}, second) in …`", name.text));
                self.report(diagnostic);
                None
            }
            (_, Some((_, second))) => {
                let message = "this loop has one variable";
                let diagnostic = Diagnostic::error("E0602", second.span, message)
                    .note("only the items of a worklist can be pairs")
                    .help(format!("write `forall {} in …`", the_loop.name.text));
                self.report(diagnostic);
                None
            }
            _ => None,
        }
    }

    /// Reports a loop over something else than a worklist that asks for positions.
    pub(super) fn no_position(&mut self, name: &Name) {
        let message = "only the items of a worklist have positions";
        let diagnostic = Diagnostic::error("E0604", name.span, message)
            .note("nodes, edges and the values of a range are numbers already")
            .help(format!("remove `at {}`, and convert the loop variable: `u as u32`", name.text));
        self.report(diagnostic);
    }
}

/// The error for an `async` kernel that asks for positions.
pub(super) fn no_position_yet(name: &Name) -> Diagnostic {
    Diagnostic::error("E0604", name.span, "the items of an `async` kernel have no positions")
        .note("an item that the kernel pushes may run before it is on the worklist")
        .help(format!("remove `at {}` or `async`", name.text))
}

/// Returns the types of items in the words of messages.
pub(super) fn words(types: &[Type]) -> String {
    match types {
        [one] => format!("`{one}`"),
        all => {
            let names: Vec<String> = all.iter().map(|ty| format!("`{ty}`")).collect();
            format!("pairs of {}", names.join(" and "))
        }
    }
}
