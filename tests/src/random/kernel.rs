//! Generates kernels: the role of each property and global in a kernel, and the statements of its
//! body.

use igc_compiler::atomics::AtomicOp;
use igc_compiler::syntax::ast::{
    BindingId, Block, Domain, Expr, ExprKind, Function, ItemKind, Loop, Stmt, StmtKind,
};
use igc_compiler::types::Type;

use super::Mode;
use super::arrays::LONG_ELEMENTS;
use super::build::{a_loop, block, call, declare, expr, name, path, stmt};
use super::expr::{ATOMICS, applies};
use super::functions::value_parameter;
use super::generator::{Context, Frame, Generator, Owned, Per, Signature};
use super::loops::Outermost;

/// The role of a property or global in a kernel: the kinds of accesses to it. With all roles except
/// the last three, the result does not depend on the order of iterations.
#[derive(Debug, Clone)]
pub(super) enum Role {
    /// The kernel only reads the property or global.
    Read,
    /// Each iteration reads and writes its own element.
    Owned(Owned),
    /// The kernel changes the property or global only by one commutative operation, whose old value
    /// is not used.
    Accumulate(AtomicOp),
    /// The kernel writes only this value to the property or global.
    Uniform(Expr),
    /// The kernel only compares and swaps the property or global, with these two values.
    Exchange(Expr, Expr),
    /// All accesses are allowed; updates use atomics.
    Atomically,
    /// All accesses are allowed; an iteration updates only elements that it owns in this way. If it
    /// owned edges as their source and as their destination, two iterations could own one edge.
    Anyhow(Option<Owned>),
    /// All accesses are allowed; updates are in an `exclusive` that owns the node.
    Exclusively,
}

impl Generator<'_> {
    /// Generates a kernel. The roles depend on its outermost loop.
    pub(super) fn kernel(&mut self) -> ItemKind {
        let mut signature = Signature {
            name: format!("k{}", self.kernels.len()),
            params: (0..self.choices.below(3)).map(|_| self.any_type()).collect(),
            reads: vec![],
        };
        self.context = Context::Kernel;
        self.long_elements = LONG_ELEMENTS;
        self.scopes = vec![vec![]];
        let mut params = vec![];
        for (i, ty) in signature.params.iter().enumerate() {
            self.bind(&format!("p{i}"), *ty, false);
            params.push(value_parameter(&format!("p{i}"), *ty));
        }
        let visits_edges = self.choices.once_in(3);
        let outermost = if visits_edges { self.outermost_of_visits() } else { self.outermost() };
        self.roles = (0..self.arrays.len()).map(|array| self.role(array, outermost)).collect();
        let mut stmts = vec![];
        if !visits_edges {
            for _ in 0..self.choices.below(3) {
                stmts.push(self.let_statement());
            }
        }
        stmts.push(self.outermost_loop(outermost, visits_edges));
        let name = name(signature.name.clone());
        signature.reads = std::mem::take(&mut self.reads);
        self.kernels.push(signature);
        self.scopes.clear();
        let racy = self.choices.once_in(4);
        // How often an iteration repeats is not determined.
        let may_repeat = outermost == Outermost::Worklist && !self.mode.is_deterministic();
        let is_numbered = stmts.iter().any(|stmt| match &stmt.kind {
            StmtKind::ForAll(forall) => forall.position.is_some(),
            _ => false,
        });
        let asynchronous = may_repeat && !is_numbered && self.choices.once_in(2);
        let (results, body) = (vec![], block(stmts));
        ItemKind::Kernel(Function { racy, asynchronous, name, params, results, body })
    }

    /// Generates `kernel drain_near() { forall _u in near { } }`, which takes all items of a
    /// worklist.
    pub(super) fn drain(&self, worklist: &str) -> ItemKind {
        let second = (self.items.len() > 1).then(|| (BindingId(0), name("_v")));
        let forall = a_loop("_u", Domain::Of(path(worklist)), None, block(vec![]));
        let forall = Loop { second, ..forall };
        let body = block(vec![stmt(StmtKind::ForAll(forall))]);
        let name = name(format!("drain_{worklist}"));
        let (racy, asynchronous) = (false, false);
        let (params, results) = (vec![], vec![]);
        ItemKind::Kernel(Function { racy, asynchronous, name, params, results, body })
    }

    fn role(&mut self, array: usize, outermost: Outermost) -> Role {
        let array = self.arrays[array].clone();
        if !self.mode.is_deterministic() {
            let count = if array.per == Per::Program { 2 } else { 4 };
            return match self.choices.below(count) {
                0 => Role::Atomically,
                1 => Role::Read,
                2 => Role::Anyhow(self.owned(array.per, outermost)),
                _ => Role::Exclusively,
            };
        }
        let owned = self.owned(array.per, outermost);
        match (self.choices.below(6), owned) {
            (0 | 1, Some(owned)) => Role::Owned(owned),
            (0..=2, _) => Role::Read,
            (3, _) => {
                let value = self.uniform(array.ty);
                Role::Uniform(value)
            }
            (4, _) if !array.ty.is_float() => {
                let (expected, new) = (self.uniform(array.ty), self.uniform(array.ty));
                Role::Exchange(expected, new)
            }
            _ => {
                // Sums of floats depend on the order.
                let depends_on_order = |op: &AtomicOp| match op {
                    AtomicOp::Swap | AtomicOp::Cas => true,
                    AtomicOp::Add => array.ty.is_float(),
                    _ => false,
                };
                let ops: Vec<AtomicOp> = ATOMICS
                    .into_iter()
                    .map(|(op, _)| op)
                    .filter(|op| applies(*op, array.ty) && !depends_on_order(op))
                    .collect();
                Role::Accumulate(*self.choices.pick(&ops))
            }
        }
    }

    /// Returns how the iterations of a kernel own elements of a kind, if they do.
    fn owned(&mut self, per: Per, outermost: Outermost) -> Option<Owned> {
        match (outermost, per) {
            (Outermost::Nodes, Per::Node) => Some(Owned::Nodes),
            (Outermost::Edges, Per::Edge) => Some(Owned::Edges),
            (Outermost::Nodes, Per::Edge) => Some(*self.choices.pick(&[Owned::Out, Owned::In])),
            _ => None,
        }
    }

    /// Generates a value that is the same in all iterations.
    fn uniform(&mut self, ty: Type) -> Expr {
        let mut values: Vec<Expr> =
            self.visible().iter().filter(|local| local.ty == ty).map(|l| path(&l.name)).collect();
        values.extend(self.params.iter().filter(|p| p.1 == ty).map(|p| path(&p.0)));
        values.push(self.literal(ty, false));
        self.choices.pick(&values).clone()
    }

    // ---- Statements ---------------------------------------------------------------------------

    /// Generates `let x = value;`.
    pub(super) fn let_statement(&mut self) -> Stmt {
        let ty = self.any_type();
        let written = self.choices.once_in(3);
        let value = self.expr(ty, 3, !written);
        let name = self.name_for_let();
        self.bind(&name, ty, true);
        declare(&name, written.then_some(ty), value)
    }

    /// Generates several statements of a kernel with a maximum nesting.
    pub(super) fn statements(&mut self, nesting: usize) -> Block {
        let stmts = self.scoped(|g| {
            let most = if g.mode == Mode::OfMain { 2 } else { 4 };
            let count = 1 + g.choices.below(most);
            let mut stmts = vec![];
            for _ in 0..count {
                stmts.extend(g.statement(nesting));
            }
            stmts
        });
        block(stmts)
    }

    /// Generates a statement without nested statements.
    pub(super) fn simple_statement(&mut self) -> Vec<Stmt> {
        self.statement(0)
    }

    fn statement(&mut self, nesting: usize) -> Vec<Stmt> {
        let simple = nesting == 0;
        let choice = self.choices.below(if simple { 12 } else { 20 });
        let one = match choice {
            0..=4 => self.write(),
            5 if self.choices.once_in(16) => Some(self.print()),
            5 if self.choices.once_in(3) => Some(self.let_array()),
            5 => Some(self.let_statement()),
            6 | 7 => self.assign_local(),
            8 => self.push(),
            9 => self.jump(),
            10 => self.reduce(),
            11 => match (self.context, self.choices.once_in(2)) {
                (Context::Function, true) => Some(self.return_statement()),
                _ => self.call_statement(),
            },
            12 => Some(self.if_statement(nesting - 1)),
            13 | 14 => return self.nested_forall(nesting - 1),
            15 => Some(self.for_statement(nesting - 1)),
            16 => return self.while_statement(nesting - 1),
            17 => Some(stmt(StmtKind::Block(self.statements(nesting - 1)))),
            18 => self.exclusive(nesting - 1),
            _ => self.retry(),
        };
        one.into_iter().collect()
    }

    /// Generates `print "at", …;`
    pub(super) fn print(&mut self) -> Stmt {
        let ty = *self.choices.pick(&[Type::U32, Type::Bool, Type::Node]);
        let text = expr(ExprKind::Text("at".to_owned()));
        stmt(StmtKind::Print(vec![text, self.expr(ty, 2, true)]))
    }

    fn if_statement(&mut self, nesting: usize) -> Stmt {
        let cond = self.expr(Type::Bool, 3, false);
        let then = self.statements(nesting);
        let otherwise = match self.choices.below(4) {
            0 | 1 => None,
            2 => Some(self.statements(nesting)),
            // The statement is an `else if`.
            _ if nesting > 0 => Some(block(vec![self.if_statement(nesting - 1)])),
            _ => None,
        };
        stmt(StmtKind::If { cond, then, otherwise })
    }

    /// Generates `exclusive(u, v) { … } else { … }`. The order decides which iteration gets a node.
    fn exclusive(&mut self, nesting: usize) -> Option<Stmt> {
        let inside = self.frames.iter().any(|frame| matches!(frame, Frame::Exclusive));
        if self.mode.is_deterministic() || self.context == Context::Function || inside {
            return None;
        }
        let nodes: Vec<Expr> =
            (0..1 + self.choices.below(3)).map(|_| self.base(Type::Node)).collect();
        let owned: Vec<String> = nodes.iter().filter_map(name_of).collect();
        let before = self.scopes.clone();
        for local in self.scopes.iter_mut().flatten() {
            // A local that names an owned node must not change.
            local.assignable &= !owned.contains(&local.name);
        }
        self.exclusive = owned;
        let body = self.within(Frame::Exclusive, |g| g.statements(nesting));
        self.exclusive.clear();
        self.scopes = before;
        let otherwise =
            (!self.takes_items || self.choices.once_in(2)).then(|| self.statements(nesting));
        Some(stmt(StmtKind::Exclusive { nodes, body, otherwise }))
    }

    /// Returns a node that the enclosing `exclusive` of the current iteration owns. Returns `None`
    /// if there is no such node.
    pub(super) fn exclusive_node(&mut self) -> Option<String> {
        let mut frames = self.frames.iter().rev();
        let direct = frames.find(|f| matches!(f, Frame::ForAll { .. } | Frame::Exclusive));
        let inside = matches!(direct, Some(Frame::Exclusive));
        let visible = self.visible();
        let mut nodes = self.exclusive.clone();
        // The iteration updates its own element as the owner instead.
        let own = self.own_element(Some(Owned::Nodes));
        nodes.retain(|node| Some(node) != own.as_ref());
        nodes.retain(|node| {
            visible.iter().any(|l| l.name == *node && !l.assignable && l.ty == Type::Node)
        });
        (inside && !nodes.is_empty()).then(|| self.choices.pick(&nodes).clone())
    }

    // ---- Worklists ----------------------------------------------------------------------------

    fn push(&mut self) -> Option<Stmt> {
        if !self.atomics {
            return None;
        }
        self.only_in_kernels = true;
        let worklist = self.worklist_name();
        if let [first, second] = self.items[..] {
            let values = [first, second].map(|ty| self.expr(ty, 2, false));
            let [a, b] = values.clone().map(Box::new);
            let item = match &worklist {
                Some(name) => call(name, values.into()),
                None => expr(ExprKind::Pair(a, b)),
            };
            return Some(stmt(StmtKind::Push { worklist: None, item }));
        }
        let ty = self.items[0];
        // After the name of a worklist, the item must be a name, a field, an element or a call.
        let item = match (self.choices.below(4), &worklist) {
            (0, None) => self.expr(ty, 2, false),
            (1, _) => {
                let f = *self.choices.pick(&["min", "max"]);
                call(f, vec![self.expr(ty, 1, false), self.expr(ty, 1, false)])
            }
            _ => self.variable(ty)?,
        };
        let nameable = worklist.is_none() || starts_with_a_name(&item);
        nameable.then(|| stmt(StmtKind::Push { worklist: worklist.map(name), item }))
    }

    fn retry(&self) -> Option<Stmt> {
        self.takes_items.then(|| stmt(StmtKind::Retry))
    }

    pub(super) fn jump(&mut self) -> Option<Stmt> {
        let jumps = matches!(self.frames.last(), Some(Frame::Sequential));
        let kind = if self.choices.once_in(2) { StmtKind::Break } else { StmtKind::Continue };
        jumps.then(|| stmt(kind))
    }

    /// Returns the name of a worklist, or `None` if the statement refers to the only worklist.
    pub(super) fn worklist_name(&mut self) -> Option<String> {
        match self.worklists.len() {
            0 => None,
            1 if self.choices.once_in(2) => None,
            _ => Some(self.choices.pick(&self.worklists).clone()),
        }
    }
}

/// Returns the name if the expression is a single name, otherwise `None`.
fn name_of(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Path(path) if path.len() == 1 => Some(path[0].text.clone()),
        _ => None,
    }
}

/// Returns whether the item of a `push` can follow the name of a worklist. It must not start with a
/// parenthesis.
fn starts_with_a_name(item: &Expr) -> bool {
    match &item.kind {
        ExprKind::Path(_) | ExprKind::Call(..) => true,
        ExprKind::Field(base, _) | ExprKind::Index(base, _) => starts_with_a_name(base),
        _ => false,
    }
}
