//! Lowers edges by position (`u.out[k]`) and the reverses of edges (`e.reverse`).

use super::expr::infix;
use super::{Lowering, Result, Scope, Unsupported};
use crate::check::{Builtin, Meaning};
use crate::ir::*;
use crate::syntax::ast;

impl Lowering<'_> {
    /// Returns the edge at a position in the list of a node, or the largest id if the list is
    /// shorter.
    pub(super) fn edge_at(
        &self,
        expr: &ast::Expr,
        base: &ast::Expr,
        index: &ast::Expr,
        scope: &Scope,
    ) -> Result<Expr> {
        let ast::ExprKind::Field(node, _) = &base.kind else {
            return Err(Unsupported { what: "an index of this", span: expr.span });
        };
        let (node, index) = (self.expr(node, scope)?, self.expr(index, scope)?);
        let offsets = match self.meaning(base) {
            Some(Meaning::InEdges) => GraphArray::InOffsets,
            _ => GraphArray::OutOffsets,
        };
        let begin = Expr::row(offsets, node.clone(), Bounds::Checked).0;
        let is_there =
            Expr::binary(BinaryOp::Lt, index.clone(), super::expr::degree(offsets, node));
        let at = infix(BinaryOp::Add, begin, index);
        let edge = match offsets {
            GraphArray::InOffsets => Expr::graph(GraphArray::InEdges, at),
            _ => at,
        };
        Ok(edge_if(is_there, edge))
    }

    /// Returns whether an expression is a literal, a constant or a local. The code that finds an
    /// edge repeats its operands, so other operands are first assigned to locals.
    pub(super) fn is_simple(&self, expr: &ast::Expr) -> bool {
        match &expr.kind {
            ast::ExprKind::Int(..) => true,
            ast::ExprKind::Path(_) => {
                matches!(self.meaning(expr), Some(Meaning::Local(_) | Meaning::Const(_)))
            }
            _ => false,
        }
    }

    /// Returns whether an expression is the degree of a node, whose code repeats the node.
    fn is_degree(&self, expr: &ast::Expr) -> bool {
        let Some(Meaning::Builtin(builtin)) = self.meaning(expr) else { return false };
        matches!(builtin, Builtin::OutDegree | Builtin::InDegree)
    }

    /// Returns whether an expression is the degree of a node that is computed from another degree.
    /// Without a local for such a node, the code of a chain of degrees would grow exponentially.
    pub(super) fn is_nested_degree(&self, expr: &ast::Expr) -> bool {
        match &expr.kind {
            ast::ExprKind::Field(base, _) => self.is_degree(expr) && self.has_degree(base),
            _ => false,
        }
    }

    fn has_degree(&self, expr: &ast::Expr) -> bool {
        self.is_degree(expr)
            || match &expr.kind {
                ast::ExprKind::Field(a, _)
                | ast::ExprKind::Unary(_, a)
                | ast::ExprKind::Cast(a, _) => self.has_degree(a),
                ast::ExprKind::Binary(_, a, b) | ast::ExprKind::Index(a, b) => {
                    self.has_degree(a) || self.has_degree(b)
                }
                ast::ExprKind::Call(_, args) => args.iter().any(|arg| self.has_degree(arg)),
                _ => false,
            }
    }

    /// Returns whether an expression is an edge that is found in several steps. Such an edge is
    /// computed once before its properties are accessed.
    pub(super) fn is_found(&self, expr: &ast::Expr) -> bool {
        let is_reverse = self.meaning(expr) == Some(Meaning::Builtin(Builtin::Reverse));
        let is_listed = matches!(self.meaning(expr), Some(Meaning::OutEdges | Meaning::InEdges));
        is_reverse || (is_listed && matches!(expr.kind, ast::ExprKind::Index(..)))
    }
}

/// Returns an edge if a condition holds, and otherwise the largest id.
fn edge_if(condition: Expr, edge: Expr) -> Expr {
    let none = Box::new(Expr::constant(Value::max(Type::Edge)));
    let kind = ExprKind::Select(Box::new(condition), Box::new(edge), none);
    Expr { ty: Type::Edge, kind }
}
