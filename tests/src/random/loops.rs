//! Generates loops of kernels, with their domains and the elements that their iterations own.

use igc_compiler::syntax::ast::{
    AssignOp, BinaryOp, BindingId, Block, Domain, Expr, ExprKind, Loop, Stmt, StmtKind, UnaryOp,
};
use igc_compiler::types::Type;

use super::Mode;
use super::arrays::declare_array;
use super::build::{
    a_loop, binary, block, call, count_up, declare, expr, field, int, name, path, stmt, unary,
};
use super::census::{compounds, is_reduction};
use super::generator::{Context, Frame, Generator, Owned, Sum};

/// The domain of a kernel's outermost loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outermost {
    Nodes,
    Edges,
    Worklist,
    Range,
    Row,
}

/// Maximum nesting of statements in a kernel.
const NESTING: usize = 3;

/// The elements of a loop: its domain, with the type of its variable.
pub(super) struct Elements {
    domain: Domain,
    ty: Type,
    /// The type of the second variable of a loop over pairs.
    second: Option<Type>,
    /// Whether the loop has a variable for the position of an item.
    numbered: bool,
    owns: Option<Owned>,
}

impl Elements {
    /// The elements of a domain, which no iteration owns.
    fn over(domain: Domain, ty: Type) -> Elements {
        Elements { domain, ty, second: None, numbered: false, owns: None }
    }

    fn of(domain: Expr, ty: Type) -> Elements {
        Elements::over(Domain::Of(domain), ty)
    }

    fn range(from: Expr, to: Expr, ty: Type) -> Elements {
        Elements::over(Domain::Range(from, to, None), ty)
    }
}

impl Generator<'_> {
    pub(super) fn outermost(&mut self) -> Outermost {
        use Outermost::{Edges, Nodes, Range, Row, Worklist};
        *self.choices.pick(&[Nodes, Worklist, Edges, Nodes, Range, Worklist, Row])
    }

    /// Chooses the domain of a kernel that visits the edges of each node in one place.
    pub(super) fn outermost_of_visits(&mut self) -> Outermost {
        *self.choices.pick(&[Outermost::Nodes, Outermost::Worklist])
    }

    /// Generates the outermost `forall` of a kernel. If `visits_edges` is set, its iterations visit
    /// the edges of their node in one place, so that the edges can be visited in other orders.
    pub(super) fn outermost_loop(&mut self, outermost: Outermost, visits_edges: bool) -> Stmt {
        self.takes_items = outermost == Outermost::Worklist;
        let elements = match outermost {
            Outermost::Nodes => {
                let owns = Some(Owned::Nodes);
                Elements { owns, ..Elements::of(path("nodes"), Type::Node) }
            }
            Outermost::Edges => {
                let owns = Some(Owned::Edges);
                Elements { owns, ..Elements::of(path("edges"), Type::Edge) }
            }
            Outermost::Worklist => {
                let numbered = self.choices.once_in(4);
                Elements { numbered, ..self.items_of_worklist() }
            }
            Outermost::Range => self.range(),
            Outermost::Row => self.row(),
        };
        let nesting = if self.mode == Mode::OfMain { 0 } else { NESTING };
        let stmt = match visits_edges {
            true => self.forall(elements, |g| g.visits(nesting)),
            false => self.forall(elements, |g| g.statements(nesting)),
        };
        self.takes_items = false;
        stmt
    }

    /// Generates statements around a `forall` over the edges of the node of this iteration.
    fn visits(&mut self, nesting: usize) -> Block {
        let stmts = self.scoped(|g| {
            let mut stmts = vec![];
            for _ in 0..g.choices.below(3) {
                stmts.extend(g.simple_statement());
            }
            if nesting > 0 && g.choices.once_in(2) {
                let (cond, nesting) = (g.expr(Type::Bool, 3, false), nesting - 1);
                let then = g.visits(nesting);
                let otherwise = g.choices.once_in(4).then(|| g.statements(0));
                stmts.push(stmt(StmtKind::If { cond, then, otherwise }));
                return stmts;
            }
            let edges = g.own_row();
            stmts.extend(g.nested(edges, 0));
            for _ in 0..g.choices.below(2) {
                stmts.extend(g.simple_statement());
            }
            stmts
        });
        block(stmts)
    }

    pub(super) fn nested_forall(&mut self, nesting: usize) -> Vec<Stmt> {
        if self.depth() > 2 || self.context == Context::Function {
            return vec![];
        }
        let elements = match self.choices.below(6) {
            0 | 1 => self.own_row(),
            2 => self.row(),
            3 => self.range(),
            4 => self.everything(),
            _ => self.items_of_worklist(),
        };
        self.nested(elements, nesting)
    }

    /// Generates a nested `forall`, often with a local that it reduces into.
    fn nested(&mut self, elements: Elements, nesting: usize) -> Vec<Stmt> {
        let sum = if self.choices.once_in(2) { self.sum() } else { None };
        let sums = self.sums.len();
        let forall = self.forall(elements, |g| g.statements(nesting));
        let mut stmts: Vec<Stmt> = sum.into_iter().collect();
        if !stmts.is_empty() {
            self.sums.truncate(sums - 1);
            self.share(false);
        }
        stmts.push(forall);
        stmts
    }

    /// Generates `let sum = value;`, or an array, for a local that the next `forall` reduces into.
    fn sum(&mut self) -> Option<Stmt> {
        let ty = self.any_type();
        // Sums of floats depend on the order.
        let any_order = ty.is_float() && self.mode.is_deterministic();
        let fits = |op: &AssignOp| match any_order {
            true => matches!(op, AssignOp::Min | AssignOp::Max),
            false => is_reduction(*op),
        };
        let ops: Vec<AssignOp> = compounds(ty).into_iter().filter(fits).collect();
        if ops.is_empty() {
            return None;
        }
        let op = *self.choices.pick(&ops);
        let value = self.expr(ty, 1, true);
        let name = self.fresh("sum");
        let length = self.choices.once_in(4).then(|| self.constant_length());
        let declaration = match &length {
            Some(length) => {
                self.bind_array(&name, ty, length.clone());
                declare_array(&name, ty, length, Some(value))
            }
            None => {
                self.bind(&name, ty, true);
                declare(&name, None, value)
            }
        };
        self.share(true);
        self.sums.push(Sum { name, ty, op, length });
        Some(declaration)
    }

    /// Marks the local that was declared last as shared or not shared. A shared local cannot be
    /// read.
    fn share(&mut self, shared: bool) {
        if let Some(local) = self.scopes.last_mut().and_then(|scope| scope.last_mut()) {
            local.shared = shared;
        }
    }

    /// Generates a reduction into a local of an enclosing loop.
    pub(super) fn reduce(&mut self) -> Option<Stmt> {
        let depth = self.depth();
        let visible = self.not_shadowed();
        let mut sums = self.sums.clone();
        sums.retain(|sum| {
            visible.iter().any(|local| local.name == sum.name && local.depth < depth)
        });
        if sums.is_empty() {
            return None;
        }
        let sum = self.choices.pick(&sums).clone();
        let place = self.element(path(sum.name), sum.length.as_ref(), 2);
        Some(self.assignment(place, sum.ty, Some(sum.op)))
    }

    fn forall(&mut self, elements: Elements, body: impl FnOnce(&mut Self) -> Block) -> Stmt {
        let var = self.loop_variable(elements.ty);
        let second = elements.second.map(|ty| (self.loop_variable(ty), ty));
        let position = elements.numbered.then(|| self.loop_variable(Type::U32));
        // Items have no order, so the result of a deterministic program cannot depend on a position.
        let visible = position.clone().filter(|_| !self.mode.is_deterministic());
        let frame = Frame::ForAll { var: var.clone(), owns: elements.owns };
        let (filter, body) = self.within(frame, |g| {
            let before = std::mem::replace(&mut g.atomics, true);
            let parts = g.scoped(|g| {
                if let Some((name, ty)) = &second {
                    g.bind(name, *ty, false);
                }
                if let Some(name) = &visible {
                    g.bind(name, Type::U32, false);
                }
                g.loop_parts(&var, elements.ty, body)
            });
            g.atomics = before;
            parts
        });
        let second = second.map(|(text, _)| (BindingId(0), name(text)));
        let forall = a_loop(&var, elements.domain, filter, body);
        let position = position.map(|text| (BindingId(0), name(text)));
        stmt(StmtKind::ForAll(Loop { second, position, ..forall }))
    }

    /// Generates a `for`, which is sequential.
    pub(super) fn for_statement(&mut self, nesting: usize) -> Stmt {
        let elements = match self.choices.below(4) {
            0 => self.own_row(),
            1 => self.row(),
            2 => self.range(),
            _ => self.everything(),
        };
        self.for_loop(elements, |g| g.statements(nesting))
    }

    pub(super) fn for_loop(
        &mut self,
        elements: Elements,
        body: impl FnOnce(&mut Self) -> Block,
    ) -> Stmt {
        let var = self.loop_variable(elements.ty);
        let parts = |g: &mut Self| g.loop_parts(&var, elements.ty, body);
        let (filter, body) = self.within(Frame::Sequential, parts);
        stmt(StmtKind::For(a_loop(&var, elements.domain, filter, body)))
    }

    /// Generates a loop that ends: `let turn = 0; while turn < 3 && … { turn += 1; … }`.
    pub(super) fn while_statement(&mut self, nesting: usize) -> Vec<Stmt> {
        let turn = self.fresh("turn");
        self.bind(&turn, Type::U32, false);
        let cond = self.bounded(&turn);
        let mut body = self.within(Frame::Sequential, |g| g.statements(nesting));
        body.stmts.insert(0, count_up(&turn));
        vec![declare(&turn, None, int(0)), stmt(StmtKind::While { cond, body })]
    }

    /// Generates a condition that bounds the rounds of a loop: `turn < 3 && …`.
    pub(super) fn bounded(&mut self, turn: &str) -> Expr {
        let most = int(1 + self.choices.below(4) as u64);
        let bound = binary(BinaryOp::Lt, path(turn), most);
        match self.choices.once_in(2) {
            true => binary(BinaryOp::And, bound, self.expr(Type::Bool, 2, false)),
            false => bound,
        }
    }

    fn loop_variable(&mut self, ty: Type) -> String {
        self.fresh(match ty {
            Type::Node => "v",
            Type::Edge => "e",
            _ => "n",
        })
    }

    /// Generates the filter and the body of a loop.
    fn loop_parts(
        &mut self,
        var: &str,
        ty: Type,
        body: impl FnOnce(&mut Self) -> Block,
    ) -> (Option<Expr>, Block) {
        self.scoped(|g| {
            g.bind(var, ty, false);
            let filter = g.choices.once_in(4).then(|| g.expr(Type::Bool, 2, false));
            (filter, body(g))
        })
    }

    // ---- Domains ------------------------------------------------------------------------------

    fn everything(&mut self) -> Elements {
        match self.choices.once_in(2) {
            false => Elements::of(path("nodes"), Type::Node),
            true => Elements::of(path("edges"), Type::Edge),
        }
    }

    fn items_of_worklist(&mut self) -> Elements {
        let name = self.worklist_or_default();
        self.reads.push(match (name.as_str(), &self.worklists[..]) {
            ("worklist", [only]) => only.clone(),
            _ => name.clone(),
        });
        let (ty, second) = (self.items[0], self.items.get(1).copied());
        Elements { second, ..Elements::of(path(&name), ty) }
    }

    /// Generates a domain of the edges of the enclosing loop's node. If the loop has no node,
    /// the node is any node.
    fn own_row(&mut self) -> Elements {
        let (side, owned) = *self.choices.pick(&[("out", Owned::Out), ("in", Owned::In)]);
        match self.innermost() {
            Some((var, owns)) if self.type_of(&var) == Some(Type::Node) => {
                let directly = matches!(self.frames.last(), Some(Frame::ForAll { .. }));
                let owns = (directly && owns == Some(Owned::Nodes)).then_some(owned);
                Elements { owns, ..Elements::of(field(path(&var), side), Type::Edge) }
            }
            _ => self.row(),
        }
    }

    /// Generates a domain of the edges of any node.
    fn row(&mut self) -> Elements {
        let side = *self.choices.pick(&["out", "in"]);
        // The node is not the variable of the enclosing loop, because the edges might then be
        // owned.
        let node = match self.choices.once_in(3) {
            true => {
                call("min", vec![self.expr(Type::Node, 1, true), self.expr(Type::Node, 1, false)])
            }
            false => match self.variable(Type::Node) {
                Some(node) => call("max", vec![node, int(0)]),
                None => self.literal(Type::Node, true),
            },
        };
        Elements::of(field(node, side), Type::Edge)
    }

    /// Generates a short range, possibly empty, at the limits of its type or elsewhere.
    pub(super) fn range(&mut self) -> Elements {
        if self.choices.once_in(6) {
            return self.edge_range();
        }
        if self.choices.once_in(6)
            && let Some(length) = self.length_of_array()
        {
            return Elements::range(int(0), length, Type::U32);
        }
        let signed = self.choices.once_in(2);
        let ty = if signed { Type::I32 } else { Type::U32 };
        let number = |value: u64| expr(ExprKind::Int(value, Some(ty.name().to_owned())));
        let negative = |value| unary(UnaryOp::Neg, number(value));
        let (from, to) = match (self.choices.below(4), signed) {
            (0, _) => (number(0), number(1 + self.choices.below(5) as u64)),
            (1, true) => (negative(3), number(self.choices.below(4) as u64)),
            (1, false) => (number(u64::from(u32::MAX) - 3), path("MAX")),
            (2, true) => (path("i32::MIN"), negative(0x7fff_fffd)),
            (_, true) => {
                let from = call("max", vec![self.expr(ty, 2, true), negative(2)]);
                (from, call("min", vec![self.expr(ty, 2, true), number(3)]))
            }
            (_, false) => {
                let from = self.expr(ty, 2, true);
                (from, call("min", vec![self.expr(ty, 2, false), number(4)]))
            }
        };
        let step = self.choices.once_in(3).then(|| match self.choices.below(4) {
            // The step may be zero or, if it is signed, negative.
            0 => call("min", vec![self.expr(ty, 1, true), number(3)]),
            1 => path(format!("{ty}::MAX")),
            step => number(step as u64),
        });
        Elements::over(Domain::Range(from, to, step), ty)
    }

    /// Generates a short range of edges.
    fn edge_range(&mut self) -> Elements {
        let from = self.variable_or_literal(Type::Edge);
        let to = binary(BinaryOp::Add, from.clone(), int(self.choices.below(4) as u64));
        let step = self.choices.once_in(2).then(|| int(1 + self.choices.below(3) as u64));
        Elements::over(Domain::Range(from, to, step), Type::Edge)
    }

    /// Generates an expression without parts.
    fn variable_or_literal(&mut self, ty: Type) -> Expr {
        match self.variable(ty) {
            Some(variable) => variable,
            None => self.literal(ty, true),
        }
    }

    fn type_of(&self, name: &str) -> Option<Type> {
        self.visible().into_iter().find(|local| local.name == name).map(|local| local.ty)
    }
}
