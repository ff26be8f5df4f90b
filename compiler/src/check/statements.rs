//! Statements: where they may stand, and what their parts must be.

use super::checker::{Checker, Context, Frame};
use super::scopes::LocalKind;
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;

impl<'p> Checker<'p> {
    /// Checks the statements of a block in a scope of their own.
    pub(super) fn block(&mut self, block: &'p Block) {
        self.scopes.enter();
        self.statements(block);
        self.scopes.leave();
    }

    /// Checks the statements of a block in the current scope.
    pub(super) fn statements(&mut self, block: &'p Block) {
        for stmt in &block.stmts {
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &'p Stmt) {
        match &stmt.kind {
            StmtKind::Let { binding, name, ty, value } => {
                self.let_statement(*binding, name, ty.as_ref(), value);
            }
            StmtKind::Assign { place, op, value } => self.assign(stmt.span, place, *op, value),
            StmtKind::Push { worklist, item } => self.push(stmt.span, worklist.as_ref(), item),
            StmtKind::Retry => self.retry(stmt.span),
            StmtKind::Break => self.jump(stmt.span, "break"),
            StmtKind::Continue => self.jump(stmt.span, "continue"),
            StmtKind::Return(value) => self.return_statement(stmt.span, value.as_ref()),
            StmtKind::If { cond, then, otherwise } => {
                self.condition(cond);
                self.block(then);
                if let Some(otherwise) = otherwise {
                    self.block(otherwise);
                }
            }
            StmtKind::While { cond, body } => {
                self.condition(cond);
                self.within(Frame::Sequential, body);
            }
            StmtKind::For(the_loop) => self.for_loop(stmt.span, the_loop),
            StmtKind::ForAll(the_loop) => self.forall(stmt.span, the_loop),
            StmtKind::Exclusive { nodes, body, otherwise } => {
                self.exclusive(stmt.span, nodes, body, otherwise.as_ref());
            }
            StmtKind::Pipe { worklist, seed, body, .. } => {
                self.pipe(stmt.span, worklist.as_ref(), seed.as_ref(), body);
            }
            StmtKind::Iterate { body, cond } => {
                self.only_in_main(keyword(stmt.span, "iterate"), "iterate");
                self.within(Frame::Host, body);
                self.condition(cond);
            }
            StmtKind::Swap(a, b) => self.swap(stmt.span, a, b),
            StmtKind::Expr(expr) => match &expr.kind {
                ExprKind::Call(callee, args) => self.call_statement(expr, callee, args),
                _ => {
                    let var = self.value(expr);
                    if !self.infer.types(var).is_error() {
                        self.no_effect(stmt.span);
                    }
                }
            },
            StmtKind::Block(block) => self.block(block),
        }
    }

    /// Checks a block within a loop.
    pub(super) fn within(&mut self, frame: Frame, body: &'p Block) {
        self.frames.push(frame);
        self.block(body);
        self.frames.pop();
    }

    fn let_statement(
        &mut self,
        binding: BindingId,
        name: &'p Name,
        ty: Option<&'p TypeName>,
        value: &'p Expr,
    ) {
        self.whole_value = Some(value.id);
        let found = self.value(value);
        let var = match ty {
            None => found,
            Some(ty) => {
                let wanted = self.type_name(ty);
                self.expect(value, found, wanted, Some((ty.name.span, "declared as")));
                wanted
            }
        };
        // The type may still be unknown. The uses of the local then decide it.
        self.declare(name, binding, LocalKind::Let, var);
    }

    // ---- Kernels ------------------------------------------------------------------------------

    fn only_in_kernels(&mut self, span: Span, what: &str) -> bool {
        let inside = self.context == Context::Kernel;
        if !inside {
            let message = format!("`{what}` can only be used in a kernel");
            self.report(Diagnostic::error("E0306", span, message));
        }
        inside
    }

    fn push(&mut self, span: Span, worklist: Option<&'p Name>, item: &'p Expr) {
        let of_function = self.context == Context::Function;
        if !of_function && self.only_in_kernels(span, "push") && self.forall_depth() == 0 {
            let message = "`push` can stand only in the `forall` of a kernel";
            self.report(Diagnostic::error("E0306", span, message));
        }
        self.pushes(span);
        match worklist {
            Some(name) => self.named_worklist(name),
            None => self.default_worklist(span),
        };
        self.node(item);
    }

    fn retry(&mut self, span: Span) {
        if self.only_in_kernels(span, "retry") && !self.has_item() {
            let message =
                "`retry` puts an item back, and this loop does not take items from a worklist";
            let diagnostic = Diagnostic::error("E0311", span, message)
                .help("`push` the node instead, or loop over a worklist");
            self.report(diagnostic);
        }
    }

    /// Whether the iteration has an item of a worklist, which `retry` can put back.
    fn has_item(&self) -> bool {
        let outermost = self.frames.iter().find_map(|frame| match frame {
            Frame::ForAll { domain, .. } => Some(*domain),
            _ => None,
        });
        matches!(outermost, Some(Some(super::Meaning::Worklist(_))))
    }

    fn exclusive(
        &mut self,
        span: Span,
        nodes: &'p [Expr],
        body: &'p Block,
        otherwise: Option<&'p Block>,
    ) {
        let word = keyword(span, "exclusive");
        if nodes.is_empty() || nodes.len() > MAX_EXCLUSIVE {
            let message = format!("`exclusive` owns one to {MAX_EXCLUSIVE} nodes");
            let help = "name the nodes: `exclusive(u, v) { … }`";
            self.report(Diagnostic::error("E0320", word, message).help(help));
        }
        if self.frames.contains(&Frame::Exclusive) {
            let message = "`exclusive` cannot stand within `exclusive`";
            self.report(
                Diagnostic::error("E0320", word, message)
                    .help("name all the nodes in the outer one"),
            );
        } else if self.only_in_kernels(word, "exclusive") {
            if self.forall_depth() == 0 {
                let message = "`exclusive` can stand only in the `forall` of a kernel";
                self.report(Diagnostic::error("E0306", word, message));
            } else if otherwise.is_none() && !self.has_item() {
                let message = "what is done where another iteration owns a node?";
                let diagnostic = Diagnostic::error("E0320", word, message)
                    .note("nobody waits: without an `else` the item is put back, and this loop does not take items from a worklist")
                    .help("add `else { … }`, or loop over a worklist");
                self.report(diagnostic);
            }
        }
        for node in nodes {
            self.node(node);
            if let Some(super::Meaning::Local(binding)) = self.meanings[node.id.0 as usize] {
                self.exclusive.push(binding);
            }
        }
        self.within(Frame::Exclusive, body);
        self.exclusive.clear();
        if let Some(otherwise) = otherwise {
            self.block(otherwise);
        }
    }

    // ---- Jumps --------------------------------------------------------------------------------

    fn jump(&mut self, span: Span, what: &str) {
        let (reason, help) = match self.frames.last() {
            Some(Frame::Exclusive) => (
                "it would leave the `exclusive` without giving the nodes back",
                "remember it in a local, and test that behind the `exclusive`",
            ),
            Some(Frame::Sequential) => return,
            Some(Frame::ForAll { .. }) => (
                "the iterations of a `forall` have no order, so none is \"the rest\" or \"the next\"",
                "put what follows into an `if`, or the condition into `where`",
            ),
            Some(Frame::Host) => (
                "a `pipe` ends when its worklist is empty, an `iterate` when its condition fails",
                "use a `while` loop",
            ),
            None => ("there is no loop around it", "it belongs into a `while` or `for`"),
        };
        let message = format!("`{what}` has no `while` or `for` to act on");
        self.report(Diagnostic::error("E0304", span, message).note(reason).help(help));
    }

    fn return_statement(&mut self, span: Span, value: Option<&'p Expr>) {
        let found = value.map(|value| (value, self.value(value)));
        if self.context != Context::Function {
            let diagnostic =
                Diagnostic::error("E0305", span, "`return` can only be used in a `fn`")
                    .help("put what follows into an `if`");
            self.report(diagnostic);
            return;
        }
        match (found, self.result) {
            (Some((value, found)), Some(wanted)) => self.expect(value, found, wanted, None),
            (None, None) => (),
            (Some((value, _)), None) => {
                let message = "this function has no result to return";
                let diagnostic = Diagnostic::error("E0212", value.span, message)
                    .help("declare one behind the parameters: `-> u32`");
                self.report(diagnostic);
            }
            (None, Some(_)) => {
                let message = "`return` needs a value in this function";
                self.report(Diagnostic::error("E0212", span, message));
            }
        }
    }
}

/// The largest number of nodes that one `exclusive` owns.
const MAX_EXCLUSIVE: usize = 8;

/// Whether every path through the block ends with a `return`.
pub(super) fn always_returns(block: &Block) -> bool {
    block.stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Return(_) => true,
        StmtKind::If { then, otherwise: Some(otherwise), .. } => {
            always_returns(then) && always_returns(otherwise)
        }
        StmtKind::Block(block) => always_returns(block),
        _ => false,
    })
}

/// The span of the keyword at the start of a statement.
pub(super) fn keyword(stmt: Span, word: &str) -> Span {
    Span { start: stmt.start, end: stmt.start + word.len() as u32 }
}
