//! Loops of kernels: what they range over, and what their iterations own.

use igc_compiler::check::Type;
use igc_compiler::syntax::ast::{BinaryOp, Block, Domain, Expr, ExprKind, Stmt, StmtKind, UnaryOp};

use super::build::{
    a_loop, binary, block, call, count_up, declare, expr, field, int, path, stmt, unary,
};
use super::generator::{Frame, Generator, Owned};

/// What a kernel's outermost loop ranges over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outermost {
    Nodes,
    Edges,
    Worklist,
    Range,
    Row,
}

/// How deep statements nest in a kernel.
const NESTING: usize = 3;

/// What a loop ranges over, with the type of its variable.
struct Elements {
    domain: Domain,
    ty: Type,
    owns: Option<Owned>,
}

impl Elements {
    fn of(domain: Expr, ty: Type) -> Elements {
        Elements { domain: Domain::Of(domain), ty, owns: None }
    }
}

impl Generator<'_> {
    pub(super) fn outermost(&mut self) -> Outermost {
        use Outermost::{Edges, Nodes, Range, Row, Worklist};
        *self.choices.pick(&[Nodes, Worklist, Edges, Nodes, Range, Worklist, Row])
    }

    /// The `forall` that a kernel is.
    pub(super) fn outermost_loop(&mut self, outermost: Outermost) -> Stmt {
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
            Outermost::Worklist => self.items_of_worklist(),
            Outermost::Range => self.range(),
            Outermost::Row => self.row(),
        };
        let stmt = self.forall(elements, NESTING);
        self.takes_items = false;
        stmt
    }

    pub(super) fn nested_forall(&mut self, nesting: usize) -> Option<Stmt> {
        if self.depth() > 2 {
            return None;
        }
        let elements = self.without_atomics(|g| match g.choices.below(6) {
            0 | 1 => g.own_row(),
            2 => g.row(),
            3 => g.range(),
            4 => g.everything(),
            _ => g.items_of_worklist(),
        });
        Some(self.forall(elements, nesting))
    }

    fn forall(&mut self, elements: Elements, nesting: usize) -> Stmt {
        let var = self.loop_variable(elements.ty);
        let frame = Frame::ForAll { var: var.clone(), owns: elements.owns };
        let (filter, body) = self.within(frame, |g| {
            let before = std::mem::replace(&mut g.atomics, true);
            let parts = g.loop_parts(&var, elements.ty, nesting);
            g.atomics = before;
            parts
        });
        stmt(StmtKind::ForAll(a_loop(&var, elements.domain, filter, body)))
    }

    /// `for`: one after the other.
    pub(super) fn for_statement(&mut self, nesting: usize) -> Stmt {
        let elements = match self.choices.below(4) {
            0 => self.own_row(),
            1 => self.row(),
            2 => self.range(),
            _ => self.everything(),
        };
        let var = self.loop_variable(elements.ty);
        let (filter, body) =
            self.within(Frame::Sequential, |g| g.loop_parts(&var, elements.ty, nesting));
        stmt(StmtKind::For(a_loop(&var, elements.domain, filter, body)))
    }

    /// `let turn = 0; while turn < 3 && … { turn += 1; … }`
    pub(super) fn while_statement(&mut self, nesting: usize) -> Vec<Stmt> {
        let turn = self.fresh("turn");
        self.bind(&turn, Type::U32, false);
        let cond = self.without_atomics(|g| g.bounded(&turn));
        let mut body = self.within(Frame::Sequential, |g| g.statements(nesting));
        body.stmts.insert(0, count_up(&turn));
        vec![declare(&turn, None, int(0)), stmt(StmtKind::While { cond, body })]
    }

    /// `turn < 3 && …`
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
            Type::Node => "u",
            Type::Edge => "e",
            _ => "i",
        })
    }

    fn loop_parts(&mut self, var: &str, ty: Type, nesting: usize) -> (Option<Expr>, Block) {
        self.scoped(|g| {
            g.bind(var, ty, false);
            let filter = g.choices.once_in(4).then(|| g.expr(Type::Bool, 2, false));
            (filter, g.statements(nesting))
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
        let name = self.worklist_name().unwrap_or_else(|| "worklist".to_owned());
        Elements::of(path(&name), Type::Node)
    }

    /// The edges of the node that the loop around is at, where it is at one.
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

    /// The edges of some node.
    fn row(&mut self) -> Elements {
        let side = *self.choices.pick(&["out", "in"]);
        // Not of the variable of the loop around: then they might be owned.
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

    /// Few whole numbers, perhaps none, at the edges of their type or anywhere.
    fn range(&mut self) -> Elements {
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
        Elements { domain: Domain::Range(from, to), ty, owns: None }
    }

    fn type_of(&self, name: &str) -> Option<Type> {
        self.visible().into_iter().find(|local| local.name == name).map(|local| local.ty)
    }

    /// A block with only this in it.
    pub(super) fn alone(&self, one: Stmt) -> Block {
        block(vec![one])
    }
}
