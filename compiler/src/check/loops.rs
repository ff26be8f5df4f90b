//! Checks loops: their domains, and whether iterations own their elements.

use super::checker::{Checker, Context, Frame};
use super::infer::{TypeSet, Var};
use super::meaning::Meaning;
use super::scopes::LocalKind;
use super::statements::keyword;
use crate::diagnostics::{Advice, Diagnostic};
use crate::span::Span;
use crate::syntax::ast::*;
use crate::types::Type;

impl<'p> Checker<'p> {
    pub(super) fn for_loop(&mut self, span: Span, the_loop: &'p Loop) {
        let (domain, var) = self.domain(&the_loop.domain);
        if let (Context::Main, Some(domain)) = (self.context, domain) {
            self.for_in_main(span, domain);
        } else if let Some(Meaning::Worklist(_)) = domain {
            let message = "a `for` cannot loop over a worklist";
            let diagnostic = Diagnostic::error("E0302", keyword(span, "for"), message)
                .note("a worklist is a bag, so its items have no order")
                .help("write `forall`");
            self.report(diagnostic);
        }
        self.loop_body(the_loop, Frame::Sequential, domain, var);
    }

    /// Reports loops of `main` over the graph. In `main`, loops can only count.
    fn for_in_main(&mut self, span: Span, domain: Meaning) {
        let help = match domain {
            Meaning::Worklist(_) => "in a `pipe`, call a kernel that loops over the worklist",
            Meaning::AllNodes => "write a kernel with `forall u in nodes`, and call it here",
            Meaning::AllEdges => "write a kernel with `forall e in edges`, and call it here",
            _ => "write a kernel that loops over the edges, and call it here",
        };
        let message = "a `for` in `main` can only range over whole numbers";
        let diagnostic = Diagnostic::error("E0321", keyword(span, "for"), message)
            .note("the graph and the worklists are on the device, where kernels loop over them")
            .help(help);
        self.report(diagnostic);
    }

    pub(super) fn forall(&mut self, span: Span, the_loop: &'p Loop) {
        if self.context != Context::Kernel {
            let (message, help) = match self.context {
                Context::Main => (
                    "`forall` cannot be used in `main`",
                    "move it into a `kernel`, and call the kernel here",
                ),
                _ => ("`forall` cannot be used in a `fn`", "write `for`, which is sequential"),
            };
            let diagnostic = Diagnostic::error("E0303", keyword(span, "forall"), message)
                .note("only kernels run in parallel")
                .help(help);
            self.report(diagnostic);
        }
        let (domain, var) = self.domain(&the_loop.domain);
        let frame = Frame::ForAll {
            binding: the_loop.binding,
            domain,
            owned: self.owns_elements(domain, &the_loop.domain),
        };
        let outer = self.one_iteration;
        self.one_iteration = match self.forall_depth() {
            0 => is_single(&the_loop.domain),
            _ => outer && is_single(&the_loop.domain),
        };
        self.loop_body(the_loop, frame, domain, var);
        self.one_iteration = outer;
    }

    /// Whether each element of the domain belongs to only one iteration. This holds for an
    /// outermost loop over all nodes or all edges, and for a loop directly within it over the edges
    /// of its node. It does not hold for a worklist, which may contain a node twice.
    fn owns_elements(&self, meaning: Option<Meaning>, domain: &Domain) -> bool {
        match (meaning, domain, self.frames.last()) {
            (Some(Meaning::AllNodes | Meaning::AllEdges), _, None) => true,
            (
                Some(Meaning::OutEdges | Meaning::InEdges),
                Domain::Of(Expr { kind: ExprKind::Field(base, _), .. }),
                Some(Frame::ForAll { binding, owned, .. }),
            ) => *owned && self.meanings[base.id.0 as usize] == Some(Meaning::Local(*binding)),
            _ => false,
        }
    }

    fn loop_body(&mut self, the_loop: &'p Loop, frame: Frame, domain: Option<Meaning>, var: Var) {
        let worklist = match domain {
            Some(Meaning::Worklist(index)) => Some(index),
            _ => None,
        };
        let pair = self.loop_variables(worklist, the_loop);
        self.frames.push(frame);
        self.scopes.enter();
        self.declare(&the_loop.name, the_loop.binding, LocalKind::LoopVariable, var);
        if let Some((binding, name)) = &the_loop.second {
            let var = match pair {
                Some((_, second)) => self.infer.known(second),
                None => self.infer.error(),
            };
            self.declare(name, *binding, LocalKind::LoopVariable, var);
        }
        if let Some((binding, name)) = &the_loop.position {
            if worklist.is_none() {
                self.no_position(name);
            }
            let var = self.infer.known(Type::U32);
            self.declare(name, *binding, LocalKind::ItemPosition, var);
        }
        if let Some(filter) = &the_loop.filter {
            self.condition(filter);
        }
        self.block(&the_loop.body);
        self.scopes.leave();
        self.frames.pop();
    }

    /// Checks a domain. Returns its meaning and the type of the loop variable.
    fn domain(&mut self, domain: &'p Domain) -> (Option<Meaning>, Var) {
        match domain {
            Domain::Range(from, to, step) => (None, self.range(from, to, step.as_ref())),
            Domain::Of(expr) => match self.domain_meaning(expr) {
                Some(meaning) => {
                    self.means(expr, meaning);
                    let element = match meaning {
                        Meaning::AllNodes => Type::Node,
                        Meaning::Worklist(worklist) => self.item_types(worklist)[0],
                        _ => Type::Edge,
                    };
                    (Some(meaning), self.infer.known(element))
                }
                None => (None, self.infer.error()),
            },
        }
    }

    /// Checks a range. Returns the type of its elements.
    fn range(&mut self, from: &'p Expr, to: &'p Expr, step: Option<&'p Expr>) -> Var {
        let (a, b) = (self.value(from), self.value(to));
        let of_edges = [a, b].iter().any(|bound| self.infer.types(*bound) == TypeSet::EDGE);
        if !of_edges {
            // A launch counts in 32 bits.
            self.expect_one_of(from, a, TypeSet::NARROW_INTEGERS);
        }
        self.expect(to, b, a, Some((from.span, "the range starts with")));
        if let Some(step) = step {
            let found = self.value(step);
            match of_edges {
                true => self.expect_one_of(step, found, TypeSet::of(&[Type::U32])),
                false => self.expect(step, found, a, Some((from.span, "the range starts with"))),
            }
            self.steps.push(step);
        }
        a
    }

    /// The meaning of the expression of a domain, or `None` after an error.
    fn domain_meaning(&mut self, expr: &'p Expr) -> Option<Meaning> {
        match &expr.kind {
            ExprKind::Path(path) => {
                if let [name] = &path[..]
                    && self.scopes.find(&name.text).is_none()
                {
                    match name.text.as_str() {
                        "nodes" => return Some(Meaning::AllNodes),
                        "edges" => return Some(Meaning::AllEdges),
                        "worklist" => {
                            return self.default_worklist(name.span).map(Meaning::Worklist);
                        }
                        text => match self.item(text) {
                            Some(Meaning::Worklist(index)) => {
                                return Some(Meaning::Worklist(index));
                            }
                            None => return self.unknown_domain(name),
                            Some(_) => (),
                        },
                    }
                }
            }
            ExprKind::Field(..) => {
                if let Some(edges) = self.edge_list(expr) {
                    return Some(edges);
                }
            }
            _ => (),
        }
        let found = self.value(expr);
        let types = self.infer.types(found);
        if types.is_error() {
            return None;
        }
        let help = match types.single() {
            Some(Type::Node) => "write `u.out` for the edges that leave a node",
            _ => "write `0..n` for the whole numbers below n",
        };
        let diagnostic = Diagnostic::error("E0302", expr.span, "this cannot be looped over")
            .label(format!("this is {}", types.words()))
            .note("loops range over `nodes`, `edges`, a worklist, `u.out`, `u.in` and `a..b`")
            .help(help);
        self.report(diagnostic);
        None
    }

    fn unknown_domain(&mut self, name: &Name) -> Option<Meaning> {
        let worklists = self.names_of(|meaning| matches!(meaning, Meaning::Worklist(_)));
        let known = worklists.into_iter().chain(["nodes", "edges", "worklist"]);
        let help = crate::diagnostics::suggest::did_you_mean(&name.text, known)
            .unwrap_or_else(|| format!("declare a worklist: `worklist {};`", name.text).into());
        self.unknown_worklist(name, help);
        None
    }

    // ---- Worklists ----------------------------------------------------------------------------

    fn unknown_worklist(&mut self, name: &Name, help: Advice) {
        let message = format!("unknown worklist `{}`", name.text);
        let diagnostic = Diagnostic::error("E0106", name.span, message)
            .label("no worklist has this name")
            .help(help);
        self.report(diagnostic);
    }

    /// The worklist of a statement that does not name one, or `None` after an error.
    pub(super) fn default_worklist(&mut self, span: Span) -> Option<usize> {
        if self.module.is_some() {
            let diagnostic = Diagnostic::error("E0106", span, "a module has no worklist")
                .note("a module contains functions and constants, but no state")
                .help("return the node, and push it in the program");
            self.report(diagnostic);
            return None;
        }
        if self.items.worklists.len() > 1 {
            let names: Vec<String> = self
                .items
                .worklists
                .iter()
                .take(10)
                .map(|(name, _)| format!("`{}`", name.text))
                .collect();
            let message = "the worklist must be named";
            let diagnostic = Diagnostic::error("E0107", span, message)
                .note("the program has several worklists")
                .help(format!("name one of {}", names.join(", ")));
            self.report(diagnostic);
            return None;
        }
        self.used.insert(Meaning::Worklist(0));
        Some(0)
    }

    /// The worklist with that name.
    pub(super) fn named_worklist(&mut self, name: &Name) -> Option<usize> {
        match self.item(&name.text) {
            Some(Meaning::Worklist(index)) => {
                self.used.insert(Meaning::Worklist(index));
                Some(index)
            }
            _ => {
                let worklists = self.names_of(|meaning| matches!(meaning, Meaning::Worklist(_)));
                let help = crate::diagnostics::suggest::did_you_mean(&name.text, worklists)
                    .unwrap_or_else(|| format!("declare it: `worklist {};`", name.text).into());
                self.unknown_worklist(name, help);
                None
            }
        }
    }
}

/// Whether a domain is `0..1`.
fn is_single(domain: &Domain) -> bool {
    let is = |expr: &Expr, number| matches!(expr.kind, ExprKind::Int(value, _) if value == number);
    matches!(domain, Domain::Range(from, to, None) if is(from, 0) && is(to, 1))
}
