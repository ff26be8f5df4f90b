//! Lowering of kernels: their statements and loops.

use std::collections::HashMap;

use super::expr::{assign_op, infix};
use super::inline::Inline;
use super::items::LoopVariables;
use super::strided_ranges::Stepped;
use super::{EdgeEnds, Lowering, Result, Scope, Unsupported, type_of};
use crate::check::Meaning;
use crate::ir::build::add_local;
use crate::ir::*;
use crate::span::Span;
use crate::syntax::ast::{self, BindingId, ParameterKind};

impl Lowering<'_> {
    /// Lowers a kernel that takes these properties and globals.
    pub(super) fn kernel(
        &self,
        function: &ast::Function,
        name: String,
        properties: HashMap<BindingId, ArrayId>,
    ) -> Result<Kernel> {
        let mut scope = Scope { properties, ..Scope::default() };
        for param in function.params.iter().filter(|param| param.kind == ParameterKind::Value) {
            scope.bind(param.binding, &param.name.text, type_of(&param.ty)?);
        }
        let params = scope.locals.len();
        let body = self.block(&function.body, &mut scope, Mapping::Parallel)?;
        let taken = scope.item.map(|(worklist, _)| worklist);
        Ok(Kernel {
            name,
            locals: scope.locals,
            params,
            shared: vec![],
            lanes: 1,
            asynchronous: taken.filter(|_| function.asynchronous),
            per: None,
            options: None,
            plan: Plan::default(),
            body,
        })
    }

    /// Lowers a block. `mapping` is the mapping of the `forall`s directly in the block: `Parallel`
    /// in the outermost block of a kernel, `Serial` in all others.
    fn block(&self, block: &ast::Block, scope: &mut Scope, mapping: Mapping) -> Result<Block> {
        let mut out = vec![];
        for stmt in &block.stmts {
            self.stmt(stmt, scope, mapping, &mut out)?;
        }
        Ok(out)
    }

    /// Lowers a statement. `mapping` has the same meaning as for [`block`](Lowering::block).
    pub(super) fn stmt(
        &self,
        stmt: &ast::Stmt,
        scope: &mut Scope,
        mapping: Mapping,
        out: &mut Block,
    ) -> Result<()> {
        let unsupported = |what| Err(Unsupported { what, span: stmt.span });
        let kind = match &stmt.kind {
            ast::StmtKind::Let { binding, name, value, .. } => {
                let ty = self.checked.bindings[binding.0 as usize];
                if self.is_atomic(value) {
                    let old = |locals: &mut Locals| Some(add_local(locals, &name.text, ty));
                    if let Some(old) = self.atomic(value, scope, out, old)? {
                        scope.name(*binding, old);
                    }
                    return Ok(());
                }
                let value = self.value(value, scope, out)?;
                StmtKind::Let(scope.bind(*binding, &name.text, ty), value)
            }
            ast::StmtKind::LetSeveral { locals, value } => {
                return self.let_several(locals, value, scope, out);
            }
            ast::StmtKind::LetArray { binding, name, ty, length, value } => {
                let ty = type_of(ty)?;
                if let Some(value) = value {
                    self.prepare(value, scope, out)?;
                    self.name_read(value, &name.text, scope, out)?;
                }
                let value = value.as_ref().map(|value| self.expr(value, scope)).transpose()?;
                let Length::Fixed(length) = self.length(length)? else {
                    return unsupported("a local array whose length varies");
                };
                let id = scope.locals.add_array(&name.text, ty, length);
                scope.name(*binding, id);
                StmtKind::LetArray(id, value.unwrap_or(Expr::constant(Value::zero(ty))))
            }
            ast::StmtKind::Assign { place, op, value } => {
                self.assignment(place, *op, value, scope, out)?
            }
            ast::StmtKind::Push { worklist, item } => {
                self.push(worklist.as_ref(), item, stmt.span, scope, out)?
            }
            ast::StmtKind::Print(parts) => {
                self.prepare_all(parts, scope, out)?;
                let parts = parts.iter().map(|part| match &part.kind {
                    ast::ExprKind::Text(text) => Ok(PrintPart::Text(text.clone())),
                    _ => self.expr(part, scope).map(PrintPart::Value),
                });
                StmtKind::Print(parts.collect::<Result<_>>()?)
            }
            ast::StmtKind::Break => StmtKind::Break,
            ast::StmtKind::Continue => StmtKind::Continue,
            ast::StmtKind::If { cond, then, otherwise } => {
                let cond = self.value(cond, scope, out)?;
                let then = self.block(then, scope, Mapping::Serial)?;
                let otherwise = match otherwise {
                    Some(block) => self.block(block, scope, Mapping::Serial)?,
                    None => vec![],
                };
                StmtKind::If(cond, then, otherwise)
            }
            ast::StmtKind::While { cond, body } => self.while_loop(cond, scope, |scope, out| {
                out.extend(self.block(body, scope, Mapping::Serial)?);
                Ok(())
            })?,
            ast::StmtKind::ForAll(forall) => self.forall(forall, scope, mapping, stmt.span, out)?,
            ast::StmtKind::Expr(expr) => return self.call_statement(expr, scope, out),
            ast::StmtKind::Block(block) => {
                for stmt in &block.stmts {
                    self.stmt(stmt, scope, mapping, out)?;
                }
                return Ok(());
            }
            ast::StmtKind::For(the_loop) => {
                self.sequential(the_loop, scope, out, stmt.span, |scope, out| {
                    out.extend(self.block(&the_loop.body, scope, Mapping::Serial)?);
                    Ok(())
                })?
            }
            ast::StmtKind::Retry => retry(scope, stmt.span)?,
            ast::StmtKind::Exclusive { nodes, body, otherwise } => {
                self.prepare_all(nodes, scope, out)?;
                let nodes = nodes.iter().map(|n| self.expr(n, scope)).collect::<Result<_>>()?;
                let body = self.block(body, scope, Mapping::Serial)?;
                let otherwise = match otherwise {
                    Some(block) => self.block(block, scope, Mapping::Serial)?,
                    None => vec![retry(scope, stmt.span)?.from(Origin::at(stmt.span))],
                };
                StmtKind::Exclusive { owners: self.owners(), nodes, body, otherwise }
            }
            ast::StmtKind::Return(_) => return unsupported("`return` outside of a function"),
            ast::StmtKind::Pipe { .. }
            | ast::StmtKind::Iterate { .. }
            | ast::StmtKind::Once { .. }
            | ast::StmtKind::Require { .. }
            | ast::StmtKind::Swap(..) => return unsupported("a statement of `main` in a kernel"),
        };
        out.push(kind.from(Origin::at(stmt.span)));
        Ok(())
    }

    /// Lowers a call that is a statement.
    fn call_statement(&self, expr: &ast::Expr, scope: &mut Scope, out: &mut Block) -> Result<()> {
        match (self.meaning(expr), &expr.kind) {
            (Some(Meaning::Function(index)), ast::ExprKind::Call(_, args)) => {
                let call = Inline { index, args, origin: Origin::at(expr.span) };
                self.inline(call, scope, out).map(drop)
            }
            _ => self.atomic(expr, scope, out, |_| None).map(drop),
        }
    }

    /// Lowers `place = value` and `place op= value`. A compound assignment is a reduction if the
    /// place is a global, or a local that is declared outside of the `forall`. On a property, it is
    /// a read and a write; the checker allows this only if no other iteration can interfere.
    fn assignment(
        &self,
        place: &ast::Expr,
        op: Option<ast::AssignOp>,
        value: &ast::Expr,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<StmtKind> {
        if let (Some(Meaning::Local(_)), ast::ExprKind::Index(..)) =
            (self.meaning(place), &place.kind)
        {
            return self.element_assignment(place, op, value, scope, out);
        }
        if let Some(Meaning::Local(binding)) = self.meaning(place) {
            let value = self.value(value, scope, out)?;
            let current = self.expr(place, scope)?;
            let ExprKind::Local(id) = current.kind else {
                return Err(Unsupported { what: "an assignment", span: place.span });
            };
            return Ok(match op {
                Some(op) if scope.is_shared(binding) => {
                    let (op, operand) = reduction(op, value, place.span)?;
                    StmtKind::Reduce(id, op, operand)
                }
                Some(op) => StmtKind::Assign(id, infix(assign_op(op), current, value)),
                None => StmtKind::Assign(id, value),
            });
        }
        let target = self.target(place, scope, out)?;
        let value = self.value(value, scope, out)?;
        let ty = self.module.arrays[target.array.index()].ty;
        let extent = self.module.arrays[target.array.index()].extent;
        match op {
            Some(op) if extent == Extent::One => {
                let (op, operand) = reduction(op, value, place.span)?;
                Ok(StmtKind::Atomic { op, place: target, operands: vec![operand], old: None })
            }
            Some(op) => {
                let current = Expr { ty, kind: ExprKind::Load(Box::new(target.clone())) };
                Ok(StmtKind::Store(target, infix(assign_op(op), current, value)))
            }
            None => Ok(StmtKind::Store(target, value)),
        }
    }

    /// Lowers an assignment to an element of a local array. The iterations of a `forall` around
    /// which the array is declared run one after the other, so a reduction is a read and a write.
    fn element_assignment(
        &self,
        place: &ast::Expr,
        op: Option<ast::AssignOp>,
        value: &ast::Expr,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<StmtKind> {
        self.prepare_indices(place, scope, out)?;
        let mut stored = self.value(value, scope, out)?;
        let Some(element) = self.local_element(place, scope)? else {
            return Err(Unsupported { what: "an assignment", span: place.span });
        };
        if let Some(op) = op {
            let kind = ExprKind::Element(Box::new(element.clone()));
            let current = Expr { ty: self.ty(place)?, kind };
            stored = infix(assign_op(op), current, stored);
        }
        Ok(StmtKind::StoreElement(element, stored))
    }

    fn is_atomic(&self, expr: &ast::Expr) -> bool {
        matches!(self.meaning(expr), Some(Meaning::Builtin(builtin)) if builtin.atomic().is_some())
    }

    /// Lowers a `while`. If its condition needs statements, they run before each round.
    pub(super) fn while_loop(
        &self,
        cond: &ast::Expr,
        scope: &mut Scope,
        body: impl FnOnce(&mut Scope, &mut Block) -> Result<()>,
    ) -> Result<StmtKind> {
        let mut block = vec![];
        let holds = self.value(cond, scope, &mut block)?;
        if block.is_empty() {
            body(scope, &mut block)?;
            return Ok(StmtKind::While(holds, block));
        }
        let origin = Origin::at(cond.span);
        let leave = vec![StmtKind::Break.from(origin)];
        block.push(StmtKind::If(Expr::unary(UnaryOp::Not, holds), leave, vec![]).from(origin));
        body(scope, &mut block)?;
        Ok(StmtKind::While(Expr::constant(Value::Bool(true)), block))
    }

    fn forall(
        &self,
        forall: &ast::Loop,
        scope: &mut Scope,
        mapping: Mapping,
        span: Span,
        out: &mut Block,
    ) -> Result<StmtKind> {
        let ty = self.checked.bindings[forall.binding.0 as usize];
        if let Some(range) = Stepped::of(&forall.domain, ty) {
            return self.stepped_forall(forall, &range, scope, mapping, span, out);
        }
        let domain = self.domain(&forall.domain, scope, span, out)?;
        let LoopVariables { domain, var, lets, item } =
            self.loop_variables(forall, domain, scope, span);
        // The body cannot change a local that is declared outside of the loop, so it can use the
        // local of the node.
        let ends = match &domain {
            Domain::OutEdges(node, _) => Some((node, EdgeEnds::Source(node.clone()))),
            Domain::InEdges(node, _) => Some((node, EdgeEnds::Target(node.clone()))),
            _ => None,
        };
        if let Some((Expr { kind: ExprKind::Local(_), .. }, ends)) = ends {
            scope.ends.insert(var, ends);
        }
        if let (Domain::Worklist(worklist) | Domain::Positions(worklist), Mapping::Parallel) =
            (&domain, mapping)
        {
            scope.item = Some((*worklist, item));
        }
        let outer = scope.enter_forall();
        let mut body = lets;
        body.extend(self.filtered(forall, scope, |scope, out| {
            out.extend(self.block(&forall.body, scope, Mapping::Serial)?);
            Ok(())
        })?);
        scope.leave_forall(outer);
        Ok(StmtKind::ForAll { var, domain, mapping, body })
    }

    /// Lowers a `forall` over a range with a step or a range of edges.
    fn stepped_forall(
        &self,
        forall: &ast::Loop,
        range: &Stepped<'_>,
        scope: &mut Scope,
        mapping: Mapping,
        span: Span,
        out: &mut Block,
    ) -> Result<StmtKind> {
        let rounds = self.rounds(range, scope, span, out)?;
        let round = add_local(&mut scope.locals, "round", rounds.count.ty);
        let var = scope.bind(forall.binding, &forall.name.text, rounds.element(round).ty);
        let outer = scope.enter_forall();
        let mut body = vec![StmtKind::Let(var, rounds.element(round)).from(Origin::at(span))];
        body.extend(self.filtered(forall, scope, |scope, out| {
            out.extend(self.block(&forall.body, scope, Mapping::Serial)?);
            Ok(())
        })?);
        scope.leave_forall(outer);
        let domain = Domain::Range(Expr::constant(Value::zero(rounds.count.ty)), rounds.count);
        Ok(StmtKind::ForAll { var: round, domain, mapping, body })
    }

    /// Lowers the body of a loop, within a conditional if the loop has a filter.
    fn filtered(
        &self,
        the_loop: &ast::Loop,
        scope: &mut Scope,
        body: impl FnOnce(&mut Scope, &mut Block) -> Result<()>,
    ) -> Result<Block> {
        let mut block = vec![];
        let Some(filter) = &the_loop.filter else {
            body(scope, &mut block)?;
            return Ok(block);
        };
        let cond = self.value(filter, scope, &mut block)?;
        let mut then = vec![];
        body(scope, &mut then)?;
        block.push(StmtKind::If(cond, then, vec![]).from(Origin::at(filter.span)));
        Ok(block)
    }

    /// Lowers a `for` to a counted loop, which runs in order.
    pub(super) fn sequential(
        &self,
        the_loop: &ast::Loop,
        scope: &mut Scope,
        out: &mut Block,
        span: Span,
        body: impl FnOnce(&mut Scope, &mut Block) -> Result<()>,
    ) -> Result<StmtKind> {
        let name = &the_loop.name.text;
        let ty = self.checked.bindings[the_loop.binding.0 as usize];
        let zero = || Expr::constant(Value::U32(0));
        if let Some(range) = Stepped::of(&the_loop.domain, ty) {
            let rounds = self.rounds(&range, scope, span, out)?;
            let round = add_local(&mut scope.locals, "round", rounds.count.ty);
            let var = scope.bind(the_loop.binding, name, ty);
            let element = rounds.element(round);
            let mut block = vec![StmtKind::Let(var, element).from(Origin::at(span))];
            block.extend(self.filtered(the_loop, scope, body)?);
            return Ok(counted(round, zero(), rounds.count, block));
        }
        let (start, end) = match self.domain(&the_loop.domain, scope, span, out)? {
            Domain::Nodes => (zero(), Expr::u32(ExprKind::NodeCount)),
            Domain::Edges => (zero(), Expr::edge_count()),
            Domain::Range(start, end) => (start, end),
            Domain::OutEdges(node, _) => Expr::row(GraphArray::OutOffsets, node, Bounds::Checked),
            Domain::InEdges(node, _) => {
                // Counts the positions in the list of incoming edges, and looks up each edge.
                let (start, end) = Expr::row(GraphArray::InOffsets, node, Bounds::Checked);
                let at = build::add_local(&mut scope.locals, "i", Type::Edge);
                let var = scope.bind(the_loop.binding, name, ty);
                let element = Expr::graph(GraphArray::InEdges, Expr::local(at, Type::Edge));
                let mut block = vec![StmtKind::Let(var, element).from(Origin::at(span))];
                block.extend(self.filtered(the_loop, scope, body)?);
                return Ok(counted(at, start, end, block));
            }
            Domain::InPositions(..) => {
                return Err(Unsupported { what: "`for` over positions", span });
            }
            Domain::Worklist(_) | Domain::Positions(_) => {
                return Err(Unsupported { what: "`for` over a worklist", span });
            }
        };
        let var = scope.bind(the_loop.binding, name, ty);
        let block = self.filtered(the_loop, scope, body)?;
        Ok(counted(var, start, end, block))
    }

    fn domain(
        &self,
        domain: &ast::Domain,
        scope: &mut Scope,
        span: Span,
        out: &mut Block,
    ) -> Result<Domain> {
        let of = match domain {
            ast::Domain::Range(start, end, _) => {
                self.prepare_all([start, end], scope, out)?;
                // The bounds are evaluated once, before the iterations.
                self.name_read(start, "from", scope, out)?;
                self.name_read(end, "to", scope, out)?;
                return Ok(Domain::Range(self.expr(start, scope)?, self.expr(end, scope)?));
            }
            ast::Domain::Of(of) => of,
        };
        self.prepare(of, scope, out)?;
        match (self.meaning(of), &of.kind) {
            (Some(Meaning::AllNodes), _) => Ok(Domain::Nodes),
            (Some(Meaning::AllEdges), _) => Ok(Domain::Edges),
            (Some(Meaning::Worklist(i)), _) => Ok(Domain::Worklist(WorklistId(i as u32))),
            (Some(Meaning::OutEdges), ast::ExprKind::Field(node, _)) => {
                Ok(Domain::OutEdges(self.expr(node, scope)?, Bounds::Checked))
            }
            (Some(Meaning::InEdges), ast::ExprKind::Field(node, _)) => {
                Ok(Domain::InEdges(self.expr(node, scope)?, Bounds::Checked))
            }
            _ => Err(Unsupported { what: "this domain", span }),
        }
    }
}

/// Creates a loop that counts by one.
fn counted(var: LocalId, start: Expr, end: Expr, body: Block) -> StmtKind {
    let one = if start.ty == Type::I32 { Value::I32(1) } else { Value::U32(1) };
    StmtKind::For { var, start, end, step: Expr::constant(one), body }
}

/// Puts the item of this iteration back on its worklist.
fn retry(scope: &Scope, span: Span) -> Result<StmtKind> {
    match &scope.item {
        Some((worklist, item)) => Ok(StmtKind::Push(*worklist, item.clone())),
        None => Err(Unsupported { what: "`retry` without an item", span }),
    }
}

/// Returns the atomic operation for a compound assignment to a global, and its operand.
fn reduction(op: ast::AssignOp, value: Expr, span: Span) -> Result<(AtomicOp, Expr)> {
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
