//! Lowering of kernels.

use super::expr::{assign_op, infix};
use super::{ArcEnds, Lowering, Result, Scope, Unsupported, type_of};
use crate::check::{Builtin, Meaning};
use crate::ir::build::add_local;
use crate::ir::*;
use crate::syntax::ast;

/// What encloses a statement.
#[derive(Clone, Copy)]
struct Context {
    /// Whether the next `forall` is the parallel one.
    outermost: bool,
}

impl Lowering<'_> {
    pub(super) fn kernel(&self, function: &ast::Function) -> Result<Kernel> {
        let mut scope = Scope::default();
        for param in &function.params {
            scope.bind(param.binding, &param.name.text, type_of(&param.ty)?);
        }
        let body = self.block(&function.body, &mut scope, Context { outermost: true })?;
        Ok(Kernel {
            name: function.name.text.clone(),
            locals: scope.locals,
            params: function.params.len(),
            body,
        })
    }

    fn block(&self, block: &ast::Block, scope: &mut Scope, context: Context) -> Result<Block> {
        let mut out = vec![];
        for stmt in &block.stmts {
            self.stmt(stmt, scope, context, &mut out)?;
        }
        Ok(out)
    }

    fn stmt(
        &self,
        stmt: &ast::Stmt,
        scope: &mut Scope,
        context: Context,
        out: &mut Block,
    ) -> Result<()> {
        let inner = Context { outermost: false };
        let unsupported = |what| Err(Unsupported { what, span: stmt.span });
        self.atomics_first(stmt, scope, out)?;
        let kind = match &stmt.kind {
            ast::StmtKind::Let { binding, name, value, .. } => {
                self.declaration(*binding, name, value, scope)?
            }
            ast::StmtKind::Assign { place, op, value } => {
                self.assignment(place, *op, value, scope)?
            }
            ast::StmtKind::Push { worklist, item } => {
                let worklist = self.worklist(worklist.as_ref(), stmt.span)?;
                StmtKind::Push(worklist, self.expr(item, scope)?)
            }
            ast::StmtKind::Break => StmtKind::Break,
            ast::StmtKind::Continue => StmtKind::Continue,
            ast::StmtKind::If { cond, then, otherwise } => {
                let cond = self.expr(cond, scope)?;
                let then = self.block(then, scope, inner)?;
                let otherwise = match otherwise {
                    Some(block) => self.block(block, scope, inner)?,
                    None => vec![],
                };
                StmtKind::If(cond, then, otherwise)
            }
            ast::StmtKind::While { cond, body } => {
                StmtKind::While(self.expr(cond, scope)?, self.block(body, scope, inner)?)
            }
            ast::StmtKind::ForAll(forall) => self.forall(forall, scope, context, stmt.span)?,
            ast::StmtKind::Expr(expr) => self.atomic(expr, scope)?,
            ast::StmtKind::Block(block) => {
                for stmt in &block.stmts {
                    self.stmt(stmt, scope, context, out)?;
                }
                return Ok(());
            }
            ast::StmtKind::For(the_loop) => self.sequential(the_loop, scope, stmt.span)?,
            ast::StmtKind::Retry => match scope.item {
                Some((worklist, item)) => StmtKind::Push(worklist, Expr::local(item, Type::Node)),
                None => return unsupported("`retry` without an item"),
            },
            ast::StmtKind::Return(_) => return unsupported("`return`"),
            ast::StmtKind::Exclusive { .. } => return unsupported("`exclusive`"),
            ast::StmtKind::Pipe { .. }
            | ast::StmtKind::Iterate { .. }
            | ast::StmtKind::Swap(..) => return unsupported("a statement of `main` in a kernel"),
        };
        out.push(kind.from(Origin(Some(stmt.span))));
        Ok(())
    }

    fn declaration(
        &self,
        binding: ast::BindingId,
        name: &ast::Name,
        value: &ast::Expr,
        scope: &mut Scope,
    ) -> Result<StmtKind> {
        let ty = self.checked.bindings[binding.0 as usize];
        if self.is_atomic(value) {
            let mut atomic = self.atomic(value, scope)?;
            if let StmtKind::Atomic { old, .. } = &mut atomic {
                *old = Some(scope.bind(binding, &name.text, ty));
            }
            return Ok(atomic);
        }
        let value = self.expr(value, scope)?;
        Ok(StmtKind::Let(scope.bind(binding, &name.text, ty), value))
    }

    /// `place = value` and `place op= value`. On a global, a compound assignment is a reduction;
    /// on a property it is a read and a write, which checking allows where nobody interferes.
    fn assignment(
        &self,
        place: &ast::Expr,
        op: Option<ast::AssignOp>,
        value: &ast::Expr,
        scope: &Scope,
    ) -> Result<StmtKind> {
        let value = self.expr(value, scope)?;
        if let Some(Meaning::Local(_)) = self.meaning(place) {
            let current = self.expr(place, scope)?;
            let ExprKind::Local(id) = current.kind else {
                return Err(Unsupported { what: "an assignment", span: place.span });
            };
            let value = match op {
                Some(op) => infix(assign_op(op), current, value),
                None => value,
            };
            return Ok(StmtKind::Assign(id, value));
        }
        let target = self.place(place, scope)?;
        match (op, self.meaning(place)) {
            (Some(op), Some(Meaning::Global(_))) => {
                let (op, operand) = reduction(op, value, place.span)?;
                Ok(StmtKind::Atomic { op, place: target, operands: vec![operand], old: None })
            }
            (Some(op), _) => {
                let current = self.expr(place, scope)?;
                Ok(StmtKind::Store(target, infix(assign_op(op), current, value)))
            }
            (None, _) => Ok(StmtKind::Store(target, value)),
        }
    }

    fn is_atomic(&self, expr: &ast::Expr) -> bool {
        matches!(self.meaning(expr), Some(Meaning::Builtin(Builtin::Atomic(_))))
    }

    /// An atomic operation whose old value nobody wants yet.
    fn atomic(&self, expr: &ast::Expr, scope: &Scope) -> Result<StmtKind> {
        let (Some(Meaning::Builtin(Builtin::Atomic(op))), ast::ExprKind::Call(_, args)) =
            (self.meaning(expr), &expr.kind)
        else {
            return Err(Unsupported { what: "this statement", span: expr.span });
        };
        let Some((place, rest)) = args.split_first() else {
            return Err(Unsupported { what: "an atomic without a place", span: expr.span });
        };
        let place = self.place(place, scope)?;
        let mut operands = vec![];
        for arg in rest {
            operands.push(self.expr(arg, scope)?);
        }
        Ok(StmtKind::Atomic { op, place, operands, old: None })
    }

    /// Expressions of the IR have no effects: the atomics inside a statement's own expressions become
    /// statements before it, from left to right. Checking saw to it that each is evaluated once.
    fn atomics_first(&self, stmt: &ast::Stmt, scope: &mut Scope, out: &mut Block) -> Result<()> {
        match &stmt.kind {
            ast::StmtKind::Let { value, .. } | ast::StmtKind::Expr(value)
                if self.is_atomic(value) =>
            {
                self.atomics_within(value, scope, out)
            }
            ast::StmtKind::Let { value, .. } => self.atomics_of(value, scope, out),
            ast::StmtKind::Assign { place, value, .. } => {
                self.atomics_of(place, scope, out)?;
                self.atomics_of(value, scope, out)
            }
            ast::StmtKind::Push { item, .. } => self.atomics_of(item, scope, out),
            ast::StmtKind::If { cond, .. } => self.atomics_of(cond, scope, out),
            ast::StmtKind::For(the_loop) => match &the_loop.domain {
                ast::Domain::Range(start, end) => {
                    self.atomics_of(start, scope, out)?;
                    self.atomics_of(end, scope, out)
                }
                ast::Domain::Of(of) => self.atomics_within(of, scope, out),
            },
            _ => Ok(()),
        }
    }

    fn atomics_of(&self, expr: &ast::Expr, scope: &mut Scope, out: &mut Block) -> Result<()> {
        self.atomics_within(expr, scope, out)?;
        if self.is_atomic(expr) {
            let mut atomic = self.atomic(expr, scope)?;
            if let StmtKind::Atomic { place, old, .. } = &mut atomic {
                let ty = self.module.arrays[place.array.index()].ty;
                let local = add_local(&mut scope.locals, "old", ty);
                *old = Some(local);
                scope.atomics.insert(expr.id, local);
            }
            out.push(atomic.from(Origin(Some(expr.span))));
        }
        Ok(())
    }

    fn atomics_within(&self, expr: &ast::Expr, scope: &mut Scope, out: &mut Block) -> Result<()> {
        match &expr.kind {
            ast::ExprKind::Field(a, _) | ast::ExprKind::Unary(_, a) | ast::ExprKind::Cast(a, _) => {
                self.atomics_of(a, scope, out)
            }
            ast::ExprKind::Binary(_, a, b) => {
                self.atomics_of(a, scope, out)?;
                self.atomics_of(b, scope, out)
            }
            ast::ExprKind::Call(_, args) => {
                args.iter().try_for_each(|arg| self.atomics_of(arg, scope, out))
            }
            _ => Ok(()),
        }
    }

    fn forall(
        &self,
        forall: &ast::Loop,
        scope: &mut Scope,
        context: Context,
        span: ast::Span,
    ) -> Result<StmtKind> {
        let mapping = if context.outermost { Mapping::Parallel } else { Mapping::Serial };
        let domain = self.domain(&forall.domain, scope, span)?;
        let ty = self.checked.bindings[forall.binding.0 as usize];
        let var = scope.bind(forall.binding, &forall.name.text, ty);
        // Nothing in the body can change a local that stands outside of it, so the node's own name
        // can be repeated there.
        let ends = match &domain {
            Domain::OutEdges(node) => Some((node, ArcEnds::Source(node.clone()))),
            Domain::InEdges(node) => Some((node, ArcEnds::Target(node.clone()))),
            _ => None,
        };
        if let Some((Expr { kind: ExprKind::Local(_), .. }, ends)) = ends {
            scope.ends.insert(var, ends);
        }
        if let (Domain::Worklist(worklist), Mapping::Parallel) = (&domain, mapping) {
            scope.item = Some((*worklist, var));
        }
        let body = self.filtered(forall, scope)?;
        Ok(StmtKind::ForAll { var, domain, mapping, body })
    }

    /// The body of a loop, under its filter where it has one.
    fn filtered(&self, the_loop: &ast::Loop, scope: &mut Scope) -> Result<Block> {
        let inner = Context { outermost: false };
        let Some(filter) = &the_loop.filter else {
            return self.block(&the_loop.body, scope, inner);
        };
        let mut body = vec![];
        self.atomics_of(filter, scope, &mut body)?;
        let cond = self.expr(filter, scope)?;
        let then = self.block(&the_loop.body, scope, inner)?;
        body.push(StmtKind::If(cond, then, vec![]).from(Origin(Some(filter.span))));
        Ok(body)
    }

    /// A `for`: a counted loop in order.
    fn sequential(
        &self,
        the_loop: &ast::Loop,
        scope: &mut Scope,
        span: ast::Span,
    ) -> Result<StmtKind> {
        let name = &the_loop.name.text;
        let ty = self.checked.bindings[the_loop.binding.0 as usize];
        let zero = || Expr::constant(Value::U32(0));
        let (start, end) = match self.domain(&the_loop.domain, scope, span)? {
            Domain::Nodes => (zero(), Expr::u32(ExprKind::NodeCount)),
            Domain::Edges => (zero(), Expr::u32(ExprKind::ArcCount)),
            Domain::Range(start, end) => (start, end),
            Domain::OutEdges(node) => Expr::row(GraphArray::OutOffsets, node),
            Domain::InEdges(node) => {
                // Counts the places in the list of incoming arcs, and looks up each.
                let (start, end) = Expr::row(GraphArray::InOffsets, node);
                let at = build::add_local(&mut scope.locals, "i", Type::Edge);
                let var = scope.bind(the_loop.binding, name, ty);
                let element = Expr::graph(GraphArray::InArcs, Expr::local(at, Type::Edge));
                let mut body = vec![StmtKind::Let(var, element).from(Origin(Some(span)))];
                body.extend(self.filtered(the_loop, scope)?);
                return Ok(counted(at, start, end, body));
            }
            Domain::Worklist(_) => {
                return Err(Unsupported { what: "`for` over a worklist", span });
            }
        };
        let var = scope.bind(the_loop.binding, name, ty);
        let body = self.filtered(the_loop, scope)?;
        Ok(counted(var, start, end, body))
    }

    fn domain(&self, domain: &ast::Domain, scope: &Scope, span: ast::Span) -> Result<Domain> {
        let of = match domain {
            ast::Domain::Range(start, end) => {
                return Ok(Domain::Range(self.expr(start, scope)?, self.expr(end, scope)?));
            }
            ast::Domain::Of(of) => of,
        };
        match (self.meaning(of), &of.kind) {
            (Some(Meaning::AllNodes), _) => Ok(Domain::Nodes),
            (Some(Meaning::AllEdges), _) => Ok(Domain::Edges),
            (Some(Meaning::Worklist(i)), _) => Ok(Domain::Worklist(WorklistId(i as u32))),
            (Some(Meaning::OutEdges), ast::ExprKind::Field(node, _)) => {
                Ok(Domain::OutEdges(self.expr(node, scope)?))
            }
            (Some(Meaning::InEdges), ast::ExprKind::Field(node, _)) => {
                Ok(Domain::InEdges(self.expr(node, scope)?))
            }
            _ => Err(Unsupported { what: "this domain", span }),
        }
    }
}

/// A loop that counts by one.
fn counted(var: LocalId, start: Expr, end: Expr, body: Block) -> StmtKind {
    let one = if start.ty == Type::I32 { Value::I32(1) } else { Value::U32(1) };
    StmtKind::For { var, start, end, step: Expr::constant(one), body }
}

/// The atomic operation for a compound assignment to a global.
fn reduction(op: ast::AssignOp, value: Expr, span: ast::Span) -> Result<(AtomicOp, Expr)> {
    use ast::{AssignOp, BinaryOp as Op};
    Ok(match op {
        AssignOp::Min => (AtomicOp::Min, value),
        AssignOp::Max => (AtomicOp::Max, value),
        AssignOp::Binary(Op::Add) => (AtomicOp::Add, value),
        AssignOp::Binary(Op::Sub) => (AtomicOp::Add, Expr::unary(UnaryOp::Neg, value)),
        AssignOp::Binary(Op::BitAnd) => (AtomicOp::And, value),
        AssignOp::Binary(Op::BitOr) => (AtomicOp::Or, value),
        AssignOp::Binary(Op::BitXor) => (AtomicOp::Xor, value),
        AssignOp::Binary(_) => {
            return Err(Unsupported { what: "a reduction by this operator", span });
        }
    })
}
