//! Checks statements: their positions and their parts.

use super::checker::{Checker, Context, Frame};
use super::effects::EffectKind;
use super::habits;
use super::infer::Var;
use super::scopes::LocalKind;
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;

impl<'p> Checker<'p> {
    /// Checks the statements of a block in a new scope.
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
            StmtKind::LetSeveral { locals, value } => self.let_several(locals, value),
            StmtKind::LetArray { binding, name, ty, length, value } => {
                let local = (*binding, name);
                self.local_array(stmt.span, local, ty, length, value.as_ref());
            }
            StmtKind::Assign { place, op, value } => self.assign(stmt.span, place, *op, value),
            StmtKind::Push { worklist, item } => self.push(stmt.span, worklist.as_ref(), item),
            StmtKind::Print(parts) => self.print(stmt.span, parts),
            StmtKind::Require { cond, .. } => {
                self.only_in_main(keyword(stmt.span, "require"), "require");
                self.condition(cond);
            }
            StmtKind::Retry => self.retry(stmt.span),
            StmtKind::Break => self.jump(stmt.span, "break"),
            StmtKind::Continue => self.jump(stmt.span, "continue"),
            StmtKind::Return(values) => self.return_statement(stmt.span, values),
            StmtKind::If { cond, then, otherwise } => {
                self.condition(cond);
                self.block(then);
                self.conditional_extremum(cond, then);
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
                // `--x`, which has no type if `x` is unsigned.
                ExprKind::Unary(UnaryOp::Neg, inner)
                    if matches!(inner.kind, ExprKind::Unary(UnaryOp::Neg, _)) =>
                {
                    self.no_effect(stmt.span, expr);
                }
                _ => {
                    let var = self.value(expr);
                    if !self.infer.types(var).is_error() {
                        self.no_effect(stmt.span, expr);
                    }
                }
            },
            StmtKind::Once { worklist, body } => self.once(stmt.span, worklist.as_ref(), body),
            StmtKind::Block(block) => self.block(block),
        }
    }

    /// Checks a block within a loop.
    pub(super) fn within(&mut self, frame: Frame, body: &'p Block) {
        self.frames.push(frame);
        self.block(body);
        self.frames.pop();
    }

    /// Checks a `print`, whose parts are texts and values of any type.
    fn print(&mut self, span: Span, parts: &'p [Expr]) {
        for part in parts {
            match &part.kind {
                ExprKind::Text(text) => {
                    if let Some(warning) = habits::text_with_placeholder(part.span, text) {
                        self.report(warning);
                    }
                }
                _ => drop(self.value(part)),
            }
        }
        self.effect(EffectKind::Prints, span);
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

    pub(super) fn only_in_kernels(&mut self, span: Span, what: &str) -> bool {
        let inside = self.context == Context::Kernel;
        if !inside {
            let (users, help) = match what {
                "push" => ("kernels and functions", "in `main`, write `pipe [source] { … }`"),
                _ => ("a kernel", "move it into the `forall` of a kernel"),
            };
            let message = format!("`{what}` can only be used in {users}");
            let diagnostic = Diagnostic::error("E0306", span, message)
                .note(format!("`{what}` needs an iteration of a kernel"))
                .help(help);
            self.report(diagnostic);
        }
        inside
    }

    /// Reports a statement before the `forall` of a kernel that needs an iteration.
    pub(super) fn before_the_forall(&mut self, span: Span, what: &str) {
        let message = format!("`{what}` cannot be used before the `forall` of a kernel");
        let diagnostic = Diagnostic::error("E0306", span, message)
            .note("statements before the `forall` do not belong to an iteration")
            .help("move it into the `forall`");
        self.report(diagnostic);
    }

    fn retry(&mut self, span: Span) {
        if self.only_in_kernels(span, "retry") && !self.has_item() {
            let message = "`retry` can only be used in a kernel that loops over a worklist";
            let diagnostic = Diagnostic::error("E0311", span, message)
                .note("`retry` puts the item of the iteration back on its worklist")
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
            let message = format!("this `exclusive` names {} nodes", nodes.len());
            let diagnostic = Diagnostic::error("E0320", word, message)
                .note(format!("an `exclusive` owns 1 to {MAX_EXCLUSIVE} nodes"))
                .help("name the nodes: `exclusive(u, v) { … }`");
            self.report(diagnostic);
        }
        if self.frames.contains(&Frame::Exclusive) {
            let message = "an `exclusive` cannot contain another `exclusive`";
            let diagnostic = Diagnostic::error("E0320", word, message)
                .note("iterations that hold nodes while they acquire more could block each other")
                .help("name all nodes in the outer `exclusive`");
            self.report(diagnostic);
        } else if self.only_in_kernels(word, "exclusive") {
            if self.forall_depth() == 0 {
                self.before_the_forall(word, "exclusive");
            } else if otherwise.is_none() && !self.has_item() {
                let message = "this `exclusive` needs an `else`";
                let diagnostic = Diagnostic::error("E0320", word, message)
                    .note(
                        "without an `else`, an iteration that cannot own the nodes puts its item \
                         back on its worklist, but this kernel does not loop over a worklist",
                    )
                    .help("add `else { … }`, or loop over a worklist");
                self.report(diagnostic);
            }
        }
        for node in nodes {
            self.node(node);
            // An element of a local array has the meaning of its array, whose other elements may be
            // other nodes.
            let is_name = matches!(node.kind, ExprKind::Path(_));
            if let (Some(super::Meaning::Local(binding)), true) =
                (self.meanings[node.id.0 as usize], is_name)
            {
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
                "it would leave the `exclusive` without releasing the nodes",
                "set a local instead, and test it after the `exclusive`",
            ),
            Some(Frame::Sequential) => return,
            Some(Frame::ForAll { .. }) => (
                "the iterations of a `forall` run at the same time, so none of them can be skipped",
                "put the following statements into an `if`, or add a `where` to the `forall`",
            ),
            Some(Frame::Host) => (
                "a `pipe` ends when its worklist is empty, an `iterate` when its condition fails",
                "use a `while` loop",
            ),
            None => ("it is not inside a loop", "move it into a `while` or `for`, or remove it"),
        };
        let message = format!("`{what}` has no `while` or `for` to act on");
        self.report(Diagnostic::error("E0304", span, message).note(reason).help(help));
    }

    fn return_statement(&mut self, span: Span, values: &'p [Expr]) {
        let found: Vec<Var> = values.iter().map(|value| self.value(value)).collect();
        if self.context != Context::Function {
            let diagnostic =
                Diagnostic::error("E0305", span, "`return` can only be used in a `fn`")
                    .note("kernels and `main` have no result and always run to their end")
                    .help("put the following statements into an `if`");
            self.report(diagnostic);
            return;
        }
        let wanted = self.results.clone();
        match (values, wanted.len()) {
            ([], 0) => (),
            ([value, ..], 0) => {
                let message = "this function cannot return a value";
                let diagnostic = Diagnostic::error("E0212", value.span, message)
                    .note("the function declares no result")
                    .help("declare a result after the parameters: `-> u32`");
                self.report(diagnostic);
            }
            ([], _) => {
                let message = "`return` needs a value in this function";
                let diagnostic = Diagnostic::error("E0212", span, message)
                    .note("the function declares a result")
                    .help("write `return …;` with a value");
                self.report(diagnostic);
            }
            (_, count) if count == values.len() => {
                for ((value, found), wanted) in values.iter().zip(found).zip(wanted) {
                    self.expect(value, found, wanted, None);
                }
            }
            // A value that is wrong itself may stand for several.
            _ if found.iter().any(|found| self.infer.types(*found).is_error()) => (),
            (_, count) => self.wrong_number_returned(span, values.len(), count),
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
