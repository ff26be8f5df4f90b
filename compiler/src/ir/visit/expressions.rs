//! The parts of an expression: its operands, and the local that it reads.

use crate::ir::{BinaryOp, Expr, ExprKind, LocalId};

impl Expr {
    /// The local that the expression itself reads: a scalar, or the array of an element.
    pub fn local_read(&self) -> Option<LocalId> {
        match &self.kind {
            ExprKind::Local(id) => Some(*id),
            ExprKind::Element(element) => Some(element.array),
            ExprKind::Const(_)
            | ExprKind::Param(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Select(..)
            | ExprKind::Load(_)
            | ExprKind::Graph(..)
            | ExprKind::NodeCount
            | ExprKind::EdgeCount
            | ExprKind::Length(_)
            | ExprKind::WorklistSize(_)
            | ExprKind::Waiting(_)
            | ExprKind::WorklistItem(..)
            | ExprKind::At(_)
            | ExprKind::Shared(..)
            | ExprKind::Search(..) => None,
        }
    }

    /// Whether the expression, or one inside of it, reads a local with a property.
    pub fn mentions(&self, is_wanted: impl Fn(LocalId) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |e| found |= e.local_read().is_some_and(&is_wanted));
        found
    }

    /// Whether a kernel can change the value of the expression, apart from its locals: it reads an element of an array,
    /// or the number of items that wait.
    pub fn reads_memory(&self) -> bool {
        let mut reads = false;
        self.walk(&mut |expr| {
            reads |= matches!(expr.kind, ExprKind::Load(_) | ExprKind::Waiting(_));
        });
        reads
    }

    /// Returns the conditions that hold if this condition holds.
    pub fn conjuncts(&self) -> Vec<&Expr> {
        if let ExprKind::Binary(BinaryOp::And, a, b) = &self.kind {
            return [a.conjuncts(), b.conjuncts()].concat();
        }
        vec![self]
    }

    /// Whether the expression compares two values, in this order or mirrored.
    pub fn compares(&self, op: BinaryOp, left: &Expr, right: &Expr) -> bool {
        let ExprKind::Binary(own, one, other) = &self.kind else { return false };
        let operands = (&**one, &**other);
        *own == op && operands == (left, right)
            || *own == op.mirrored() && operands == (right, left)
    }

    /// The local that the expression itself reads, as a mutable reference.
    pub fn local_read_mut(&mut self) -> Option<&mut LocalId> {
        match &mut self.kind {
            ExprKind::Local(id) => Some(id),
            ExprKind::Element(element) => Some(&mut element.array),
            ExprKind::Const(_)
            | ExprKind::Param(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Select(..)
            | ExprKind::Load(_)
            | ExprKind::Graph(..)
            | ExprKind::NodeCount
            | ExprKind::EdgeCount
            | ExprKind::Length(_)
            | ExprKind::WorklistSize(_)
            | ExprKind::Waiting(_)
            | ExprKind::WorklistItem(..)
            | ExprKind::At(_)
            | ExprKind::Shared(..)
            | ExprKind::Search(..) => None,
        }
    }

    /// The expressions directly inside.
    pub fn operands(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Unary(_, a)
            | ExprKind::Cast(a)
            | ExprKind::Graph(_, a, _)
            | ExprKind::WorklistItem(_, _, a)
            | ExprKind::Shared(_, a)
            | ExprKind::Search(_, a) => vec![a],
            ExprKind::Binary(_, a, b) => vec![a, b],
            ExprKind::Select(a, b, c) => vec![a, b, c],
            ExprKind::Load(place) => place.indices().collect(),
            ExprKind::Element(element) => vec![&element.index],
            ExprKind::Const(_)
            | ExprKind::Local(_)
            | ExprKind::Param(_)
            | ExprKind::NodeCount
            | ExprKind::EdgeCount
            | ExprKind::Length(_)
            | ExprKind::WorklistSize(_)
            | ExprKind::Waiting(_)
            | ExprKind::At(_) => vec![],
        }
    }

    /// The expressions directly inside, as mutable references.
    pub fn operands_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            ExprKind::Unary(_, a)
            | ExprKind::Cast(a)
            | ExprKind::Graph(_, a, _)
            | ExprKind::WorklistItem(_, _, a)
            | ExprKind::Shared(_, a)
            | ExprKind::Search(_, a) => vec![a],
            ExprKind::Binary(_, a, b) => vec![a, b],
            ExprKind::Select(a, b, c) => vec![a, b, c],
            ExprKind::Load(place) => place.indices_mut().collect(),
            ExprKind::Element(element) => vec![&mut element.index],
            ExprKind::Const(_)
            | ExprKind::Local(_)
            | ExprKind::Param(_)
            | ExprKind::NodeCount
            | ExprKind::EdgeCount
            | ExprKind::Length(_)
            | ExprKind::WorklistSize(_)
            | ExprKind::Waiting(_)
            | ExprKind::At(_) => vec![],
        }
    }

    /// Calls `f` for this expression and all inside it.
    pub fn walk<'a>(&'a self, f: &mut impl FnMut(&'a Expr)) {
        f(self);
        for operand in self.operands() {
            operand.walk(f);
        }
    }

    /// Calls `f` for all expressions inside this one and then for itself.
    pub fn walk_mut(&mut self, f: &mut impl FnMut(&mut Expr)) {
        for operand in self.operands_mut() {
            operand.walk_mut(f);
        }
        f(self);
    }
}
