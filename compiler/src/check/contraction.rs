//! `contract`, and the levels that state belongs to.
//!
//! Node and edge properties belong to the current graph, which `contract` replaces. A property that
//! is declared by `original node` belongs to the input graph: it keeps the node of the current
//! graph for each node of the input graph. Only `contract` changes it, and a run may return it.

use super::checker::Checker;
use super::infer::TypeSet;
use super::meaning::{Meaning, Primitive};
use super::primitives::Wanted;
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;
use crate::types::Type;

impl<'p> Checker<'p> {
    /// Checks the declaration of a property of the input graph.
    pub(super) fn original_item(&mut self, field: &'p Field) {
        let name = &field.name.text;
        let problem = match (&field.length, &field.init) {
            (Some(length), _) => Some((length.span, "cannot be an array")),
            (None, Some(init)) => Some((init.span, "cannot have an initial value")),
            _ if field.ty.name.text != "node" => {
                Some((field.ty.name.span, "must have the type `node`"))
            }
            _ => None,
        };
        if let Some((span, problem)) = problem {
            let message = format!("the property `{name}` of the input graph {problem}");
            let diagnostic = Diagnostic::error("E0702", span, message)
                .note("it keeps the node of the current graph for each node of the input graph, initially that node itself")
                .help(format!("write `original node {name}: node;`"));
            self.report(diagnostic);
        }
    }

    /// Checks the arguments of `contract(label, member, …)`.
    pub(super) fn contract(&mut self, span: Span, args: &'p [Expr]) {
        self.contracts.get_or_insert(span);
        let [label, member, carried @ ..] = args else { return };
        let types = TypeSet::of(&[Type::Node, Type::U32, Type::U64]);
        self.property(Primitive::Contract, label, Wanted::NodeProperty, types);
        match self.named_item(member) {
            Some(meaning @ Meaning::Original(_)) => self.means(member, meaning),
            _ => self.misfit(Primitive::Contract, member, "a property of the input graph"),
        }
        let mut kept = vec![];
        for arg in carried {
            kept.extend(self.carried(arg));
        }
        let nodes = (0..self.items.node_properties.len()).map(Meaning::NodeProperty);
        let edges = (0..self.items.edge_properties.len()).map(Meaning::EdgeProperty);
        for meaning in nodes.chain(edges) {
            let Some(field) = self.items.field(meaning) else { continue };
            if field.is_input && !kept.contains(&meaning) {
                let name = &field.name.text;
                let message = format!("`contract` must carry the input `{name}`");
                let diagnostic = Diagnostic::error("E0703", span, message)
                    .also(field.name.span, "this is an input")
                    .note("a file has values only for the input graph, so the quotient graph would have none")
                    .help(format!("add `{name}` to the arguments of `contract`"));
                self.report(diagnostic);
            }
        }
    }

    /// Checks the name of a property that a contraction carries.
    fn carried(&mut self, arg: &'p Expr) -> Option<Meaning> {
        let meaning = self.named_item(arg);
        let (meaning, types, help) = match meaning {
            Some(meaning @ Meaning::NodeProperty(_)) => {
                let types = TypeSet::NUMBERS.or(TypeSet::NODE).or(TypeSet::BOOL);
                (meaning, types, "the edges of the quotient graph are other edges")
            }
            Some(meaning @ Meaning::EdgeProperty(_)) => {
                (meaning, TypeSet::NUMBERS, "the values of edges are added up")
            }
            _ => {
                self.misfit(Primitive::Contract, arg, "a node or edge property");
                return None;
            }
        };
        self.means(arg, meaning);
        let ty = self.items.field_type(meaning)?;
        if !types.contains(ty) {
            let message = format!("`contract` cannot carry a property of type `{ty}`");
            let diagnostic = Diagnostic::error("E0202", arg.span, message)
                .label(format!("this has the type `{ty}`"))
                .note(help)
                .help("remove the argument, and compute the property again after the contraction");
            self.report(diagnostic);
        }
        Some(meaning)
    }

    /// Returns the diagnostic for a use of a property of the input graph.
    pub(super) fn of_input_graph(&self, span: Span, name: &str) -> Diagnostic {
        let message = format!("`{name}` belongs to the input graph");
        Diagnostic::error("E0701", span, message)
            .note("kernels and `main` work on the current graph, which may have other nodes")
            .help(format!("let `contract` change it, and return it with `output {name};`"))
    }

    /// Checks the level of a property that a run returns or an oracle checks.
    pub(super) fn returned(&mut self, name: &Name) {
        let Some(contraction) = self.contracts else { return };
        if let Some(Meaning::NodeProperty(_) | Meaning::EdgeProperty(_)) =
            self.items.meaning(&name.text)
        {
            let message = format!("`{}` does not belong to the input graph", name.text);
            let diagnostic = Diagnostic::error("E0701", name.span, message)
                .also(contraction, "the graph is contracted here")
                .note("results are values of the input graph, or globals")
                .help("return a property that is declared by `original node`, or a global");
            self.report(diagnostic);
        }
    }
}
