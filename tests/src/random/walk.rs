//! The parts of statements and expressions.

use igc_compiler::syntax::ast::*;

/// Returns the blocks of a statement.
pub(super) fn bodies(kind: &mut StmtKind) -> Vec<&mut Block> {
    match kind {
        StmtKind::If { then: first, otherwise, .. }
        | StmtKind::Exclusive { body: first, otherwise, .. } => {
            std::iter::once(first).chain(otherwise.as_mut()).collect()
        }
        StmtKind::While { body, .. }
        | StmtKind::Iterate { body, .. }
        | StmtKind::Pipe { body, .. }
        | StmtKind::Once { body, .. }
        | StmtKind::Block(body) => vec![body],
        StmtKind::For(the_loop) | StmtKind::ForAll(the_loop) => vec![&mut the_loop.body],
        _ => vec![],
    }
}

/// Returns the expressions of a statement that are not in its blocks.
pub(super) fn values(kind: &mut StmtKind) -> Vec<&mut Expr> {
    match kind {
        StmtKind::Let { value, .. }
        | StmtKind::LetSeveral { value, .. }
        | StmtKind::Expr(value) => vec![value],
        StmtKind::LetArray { value, .. } => value.iter_mut().collect(),
        StmtKind::Assign { place, value, .. } => vec![place, value],
        StmtKind::Push { item, .. } => vec![item],
        StmtKind::Return(value) | StmtKind::Print(value) => value.iter_mut().collect(),
        StmtKind::If { cond, .. }
        | StmtKind::While { cond, .. }
        | StmtKind::Iterate { cond, .. }
        | StmtKind::Require { cond, .. } => {
            vec![cond]
        }
        StmtKind::For(the_loop) | StmtKind::ForAll(the_loop) => {
            let domain = match &mut the_loop.domain {
                Domain::Range(from, to, step) => {
                    [from, to].into_iter().chain(step.as_mut()).collect()
                }
                Domain::Of(of) => vec![of],
            };
            domain.into_iter().chain(the_loop.filter.as_mut()).collect()
        }
        StmtKind::Exclusive { nodes, .. } => nodes.iter_mut().collect(),
        StmtKind::Pipe { seed: Some(Seed::Items(items)), .. } => items.iter_mut().collect(),
        StmtKind::Pipe { .. }
        | StmtKind::Swap(..)
        | StmtKind::Block(_)
        | StmtKind::Retry
        | StmtKind::Once { .. }
        | StmtKind::Break
        | StmtKind::Continue => vec![],
    }
}

/// Returns the parts of an expression, except names of functions.
pub(super) fn parts(expr: &mut Expr) -> Vec<&mut Expr> {
    match &mut expr.kind {
        ExprKind::Field(a, _) | ExprKind::Unary(_, a) | ExprKind::Cast(a, _) => vec![a],
        ExprKind::Binary(_, a, b) | ExprKind::Pair(a, b) => vec![a, b],
        ExprKind::Index(list, index) => match &mut list.kind {
            ExprKind::Field(node, _) => vec![node, index],
            _ => vec![index],
        },
        ExprKind::Call(_, args) => args.iter_mut().collect(),
        _ => vec![],
    }
}
