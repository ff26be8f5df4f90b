//! Inlining: lowers the body of a function at each of its calls.
//!
//! Parameters become locals that hold the arguments. A property that is passed is the property of
//! the caller. A `return` assigns the result. The statements after a `return` move to a position
//! that is reached only without a `return`: after an `if` that returns, they move to its other
//! branch. A `return` within a loop leaves the loop by a `break` and sets a flag.

use super::{Lowering, Result, Scope, Unsupported, type_of};
use crate::check::Meaning;
use crate::ir::build::add_local;
use crate::ir::*;
use crate::syntax::ast::{self, ParameterKind};

/// A call of a function that is inlined.
pub(super) struct Inline<'a> {
    /// The index of the function.
    pub index: usize,
    /// The arguments of the call.
    pub args: &'a [ast::Expr],
    /// The position of the call in the source.
    pub origin: Origin,
}

/// The state while the body of a function is lowered.
struct Frame {
    /// The locals that hold the results.
    results: Vec<(LocalId, Type)>,
    /// The flag that says whether the function has returned, if one is needed.
    returned: Option<LocalId>,
    /// The number of enclosing statements that read the flag later.
    asked: u32,
    origin: Origin,
}

impl Lowering<'_> {
    /// Lowers a call. Returns the results of the function.
    pub(super) fn inline(
        &self,
        call: Inline,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<Vec<Expr>> {
        let span = call.origin.span.unwrap_or_default();
        let function = self.functions.get(call.index).copied();
        let function = function.ok_or(Unsupported { what: "an unknown function", span })?;
        self.arguments(function, &call, scope, out)?;
        // The expressions of the function have different meanings at each call.
        let of_caller = std::mem::take(&mut scope.prepared);
        let results = self.inlined(function, call.origin, scope, out);
        scope.prepared = of_caller;
        results
    }

    /// Lowers the body of a function after its arguments were assigned to its parameters. Returns
    /// the results.
    fn inlined(
        &self,
        function: &ast::Function,
        origin: Origin,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<Vec<Expr>> {
        let stmts: Vec<&ast::Stmt> = function.body.stmts.iter().collect();
        // If the only `return` is at the end, its values are the values of the call.
        if let Some((last, before)) = stmts.split_last()
            && let ast::StmtKind::Return(values) = &last.kind
            && !before.iter().any(|stmt| returns(stmt))
        {
            for stmt in before {
                self.stmt(stmt, scope, Mapping::Serial, out)?;
            }
            return self.values(values, scope, out);
        }
        let mut frame = Frame { results: vec![], returned: None, asked: 0, origin };
        for ty in &function.results {
            let ty = type_of(ty)?;
            let name = function.name.text.rsplit("::").next().unwrap_or("result");
            let result = add_local(&mut scope.locals, name, ty);
            let zero = Expr::constant(Value::zero(ty));
            out.push(StmtKind::Let(result, zero).from(origin));
            frame.results.push((result, ty));
        }
        let start = out.len();
        self.body(&stmts, &mut frame, false, scope, out)?;
        if let Some(returned) = frame.returned {
            let no = Expr::constant(Value::Bool(false));
            out.insert(start, StmtKind::Let(returned, no).from(origin));
        }
        Ok(frame.results.into_iter().map(|(result, ty)| Expr::local(result, ty)).collect())
    }

    /// Lowers `let (a, b) = f();`.
    pub(super) fn let_several(
        &self,
        locals: &[ast::ResultLocal],
        call: &ast::Expr,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<()> {
        let origin = Origin::at(call.span);
        let (Some(Meaning::Function(index)), ast::ExprKind::Call(_, args)) =
            (self.meaning(call), &call.kind)
        else {
            return Err(Unsupported { what: "several values of this", span: call.span });
        };
        let results = self.inline(Inline { index, args, origin }, scope, out)?;
        for (local, result) in locals.iter().zip(results) {
            if !local.is_ignored() {
                let id = scope.bind(local.binding, &local.name.text, result.ty);
                out.push(StmtKind::Let(id, result).from(origin));
            }
        }
        Ok(())
    }

    /// Lowers the values of a `return`.
    fn values(
        &self,
        values: &[ast::Expr],
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<Vec<Expr>> {
        self.prepare_all(values, scope, out)?;
        values.iter().map(|value| self.expr(value, scope)).collect()
    }

    /// Assigns the arguments to the parameters.
    fn arguments(
        &self,
        function: &ast::Function,
        call: &Inline,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<()> {
        let pairs = || function.params.iter().zip(call.args);
        let values = pairs().filter(|(param, _)| param.kind == ParameterKind::Value);
        self.prepare_all(values.map(|(_, arg)| arg), scope, out)?;
        // All arguments are evaluated in the caller, before any parameter has a meaning.
        let mut properties = vec![];
        for (param, arg) in pairs() {
            if param.kind != ParameterKind::Value {
                let array = self.array_meant(arg, scope)?;
                properties.push((param.binding, array));
                continue;
            }
            let value = self.expr(arg, scope)?;
            match value.kind {
                // The function does not change locals of the caller.
                ExprKind::Local(id) => scope.name(param.binding, id),
                _ => {
                    let local = scope.bind(param.binding, &param.name.text, value.ty);
                    out.push(StmtKind::Let(local, value).from(call.origin));
                }
            }
        }
        scope.properties.extend(properties);
        Ok(())
    }

    /// Lowers statements, some of which return. `in_loop` says that a `return` must leave a loop of
    /// the function.
    fn body(
        &self,
        stmts: &[&ast::Stmt],
        frame: &mut Frame,
        in_loop: bool,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<()> {
        for (at, stmt) in stmts.iter().enumerate() {
            if !returns(stmt) {
                self.stmt(stmt, scope, Mapping::Serial, out)?;
                continue;
            }
            let rest = &stmts[at + 1..];
            let origin = Origin::at(stmt.span);
            match &stmt.kind {
                ast::StmtKind::Return(values) => {
                    return self.returning(values, frame, in_loop, origin, scope, out);
                }
                ast::StmtKind::Block(block) => {
                    let joined: Vec<&ast::Stmt> =
                        block.stmts.iter().chain(rest.iter().copied()).collect();
                    return self.body(&joined, frame, in_loop, scope, out);
                }
                ast::StmtKind::If { cond, then, otherwise } => {
                    let cond = self.value(cond, scope, out)?;
                    let otherwise: &[ast::Stmt] = otherwise.as_ref().map_or(&[], |b| &b.stmts);
                    let branches = [&then.stmts[..], otherwise];
                    let ends = branches.map(always_leaves);
                    let asks = !in_loop && !ends[0] && !ends[1];
                    frame.asked += u32::from(asks);
                    let mut lowered = [vec![], vec![]];
                    for (branch, side) in lowered.iter_mut().zip(0..) {
                        // If one branch always returns, the statements that follow move to the
                        // other branch.
                        let follows: &[&ast::Stmt] =
                            if ends[1 - side] && !ends[side] { rest } else { &[] };
                        let joined: Vec<&ast::Stmt> =
                            branches[side].iter().chain(follows.iter().copied()).collect();
                        self.body(&joined, frame, in_loop, scope, branch)?;
                    }
                    frame.asked -= u32::from(asks);
                    let [then, otherwise] = lowered;
                    let branch = if then.is_empty() {
                        StmtKind::If(Expr::unary(UnaryOp::Not, cond), otherwise, vec![])
                    } else {
                        StmtKind::If(cond, then, otherwise)
                    };
                    out.push(branch.from(origin));
                    if ends[0] || ends[1] {
                        return Ok(());
                    }
                    if in_loop {
                        // Each `return` in the loop has left the loop.
                        continue;
                    }
                }
                ast::StmtKind::While { cond, body } => {
                    let body = |scope: &mut Scope, block: &mut Block| {
                        let stmts: Vec<&ast::Stmt> = body.stmts.iter().collect();
                        self.body(&stmts, frame, true, scope, block)
                    };
                    let lowered = self.while_loop(cond, scope, body)?;
                    out.push(lowered.from(origin));
                }
                ast::StmtKind::For(the_loop) => {
                    let body = |scope: &mut Scope, block: &mut Block| {
                        let stmts: Vec<&ast::Stmt> = the_loop.body.stmts.iter().collect();
                        self.body(&stmts, frame, true, scope, block)
                    };
                    let lowered = self.sequential(the_loop, scope, out, stmt.span, body)?;
                    out.push(lowered.from(origin));
                }
                _ => {
                    let what = "a `return` in this statement";
                    return Err(Unsupported { what, span: stmt.span });
                }
            }
            return self.unless_returned(rest, frame, in_loop, scope, out);
        }
        Ok(())
    }

    /// Lowers the statements after a statement that may have returned.
    fn unless_returned(
        &self,
        rest: &[&ast::Stmt],
        frame: &mut Frame,
        in_loop: bool,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<()> {
        let returned = Expr::local(returned(frame, scope), Type::Bool);
        if in_loop {
            let leave = vec![StmtKind::Break.from(frame.origin)];
            out.push(StmtKind::If(returned, leave, vec![]).from(frame.origin));
            return self.body(rest, frame, in_loop, scope, out);
        }
        let mut lowered = vec![];
        self.body(rest, frame, in_loop, scope, &mut lowered)?;
        if !lowered.is_empty() {
            let not_yet = Expr::unary(UnaryOp::Not, returned);
            out.push(StmtKind::If(not_yet, lowered, vec![]).from(frame.origin));
        }
        Ok(())
    }

    fn returning(
        &self,
        values: &[ast::Expr],
        frame: &mut Frame,
        in_loop: bool,
        origin: Origin,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<()> {
        let values = self.values(values, scope, out)?;
        for ((result, _), value) in frame.results.iter().zip(values) {
            out.push(StmtKind::Assign(*result, value).from(origin));
        }
        if in_loop || frame.asked > 0 {
            let yes = Expr::constant(Value::Bool(true));
            out.push(StmtKind::Assign(returned(frame, scope), yes).from(origin));
        }
        if in_loop {
            out.push(StmtKind::Break.from(origin));
        }
        Ok(())
    }
}

/// Returns the flag that is true after the function has returned.
fn returned(frame: &mut Frame, scope: &mut Scope) -> LocalId {
    *frame.returned.get_or_insert_with(|| add_local(&mut scope.locals, "returned", Type::Bool))
}

/// Whether a statement contains a `return`.
fn returns(stmt: &ast::Stmt) -> bool {
    let any = |block: &ast::Block| block.stmts.iter().any(returns);
    match &stmt.kind {
        ast::StmtKind::Return(_) => true,
        ast::StmtKind::Block(block) => any(block),
        ast::StmtKind::If { then, otherwise, .. } => {
            any(then) || otherwise.as_ref().is_some_and(any)
        }
        ast::StmtKind::While { body, .. } => any(body),
        ast::StmtKind::For(the_loop) => any(&the_loop.body),
        _ => false,
    }
}

/// Whether control flow never reaches the end of the statements.
fn always_leaves(stmts: &[ast::Stmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        ast::StmtKind::Return(_) | ast::StmtKind::Break | ast::StmtKind::Continue => true,
        ast::StmtKind::Block(block) => always_leaves(&block.stmts),
        ast::StmtKind::If { then, otherwise: Some(otherwise), .. } => {
            always_leaves(&then.stmts) && always_leaves(&otherwise.stmts)
        }
        _ => false,
    })
}
