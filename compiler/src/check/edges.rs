//! Edges by position, and arithmetic on edges.
//!
//! The edges that leave a node have consecutive numbers, so programs count with edges as they do
//! with pointers: an edge plus or minus a `u32` is an edge, and the difference of two edges is a
//! `u32`. `u.out[k]` is the edge number `k` of a node.

use super::checker::Checker;
use super::expressions::Operand;
use super::infer::{TypeSet, Var};
use super::meaning::Meaning;
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;
use crate::types::Type;

/// The type of offsets and of positions in a list of edges.
const POSITION: TypeSet = TypeSet::of(&[Type::U32]);

impl<'p> Checker<'p> {
    /// Checks `u.out` or `u.in` as a domain, or before an index. Returns `None` for any other
    /// expression.
    pub(super) fn edge_list(&mut self, expr: &'p Expr) -> Option<Meaning> {
        let ExprKind::Field(base, name) = &expr.kind else { return None };
        let meaning = match name.text.as_str() {
            "out" => Meaning::OutEdges,
            "in" => Meaning::InEdges,
            _ => return None,
        };
        let owner = self.value(base);
        self.expect_one_of(base, owner, TypeSet::NODE);
        Some(meaning)
    }

    /// Checks `u.out[k]`, or an element of an array.
    pub(super) fn index(&mut self, expr: &'p Expr, base: &'p Expr, index: &'p Expr) -> Var {
        let Some(meaning) = self.edge_list(base) else {
            return self.element(expr, base, index);
        };
        if self.context.is_before_run() {
            let message = "an initial value cannot read the graph";
            let diagnostic = Diagnostic::error("E0211", expr.span, message)
                .note("initial values consist of literals, constants and parameters")
                .help("assign the value in `main` or in a kernel");
            return self.reject(diagnostic);
        }
        self.means(base, meaning);
        self.means(expr, meaning);
        let position = self.value(index);
        self.expect_one_of(index, position, POSITION);
        self.infer.known(Type::Edge)
    }

    /// The type of an edge plus or minus a number, or of the difference of two edges. `None` if the
    /// operator or the operands are others.
    pub(super) fn edge_arithmetic(
        &mut self,
        op: BinaryOp,
        Operand { expr: left, ty: a }: Operand<'_>,
        Operand { expr: right, ty: b }: Operand<'_>,
    ) -> Option<Var> {
        let (first, second) = (self.infer.types(a), self.infer.types(b));
        match (op, first == TypeSet::EDGE, second == TypeSet::EDGE) {
            (BinaryOp::Sub, true, true) => Some(self.infer.known(Type::U32)),
            (BinaryOp::Add | BinaryOp::Sub, true, false) => {
                self.expect_one_of(right, b, POSITION);
                Some(a)
            }
            (BinaryOp::Add, false, true) => {
                self.expect_one_of(left, a, POSITION);
                Some(b)
            }
            _ => None,
        }
    }

    /// Reports a sum of edges: an update with `+=` that adds the values of many iterations.
    pub(super) fn no_sum_of_edges(&mut self, span: Span, target: Var, op: Option<AssignOp>) {
        if op != Some(AssignOp::Binary(BinaryOp::Add)) || self.infer.types(target) != TypeSet::EDGE
        {
            return;
        }
        let diagnostic = Diagnostic::error("E0310", span, "the iterations cannot add to an edge")
            .note("`+=` on a place that many iterations share adds up numbers")
            .help("add up a `u32`, and add the sum to the edge afterwards");
        self.report(diagnostic);
    }
}
