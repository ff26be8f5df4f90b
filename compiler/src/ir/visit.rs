//! Traversals of statements and expressions. They let a pass name only the cases that it handles.

use super::*;

impl Stmt {
    /// The blocks directly inside.
    pub fn blocks(&self) -> Vec<&Block> {
        match &self.kind {
            StmtKind::If(_, then, otherwise)
            | StmtKind::Exclusive { body: then, otherwise, .. } => vec![then, otherwise],
            StmtKind::While(_, body)
            | StmtKind::ForAll { body, .. }
            | StmtKind::For { body, .. } => vec![body],
            _ => vec![],
        }
    }

    /// The blocks directly inside, as mutable references.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match &mut self.kind {
            StmtKind::If(_, then, otherwise)
            | StmtKind::Exclusive { body: then, otherwise, .. } => vec![then, otherwise],
            StmtKind::While(_, body)
            | StmtKind::ForAll { body, .. }
            | StmtKind::For { body, .. } => vec![body],
            _ => vec![],
        }
    }

    /// The expressions directly inside, in the order of evaluation. Of a place, and of the elements
    /// that a [vector load](StmtKind::LetVector) reads, these are the indices.
    pub fn exprs(&self) -> Vec<&Expr> {
        match &self.kind {
            StmtKind::Let(_, e)
            | StmtKind::LetArray(_, e)
            | StmtKind::Assign(_, e)
            | StmtKind::Reduce(_, _, e)
            | StmtKind::Collective { value: e, .. }
            | StmtKind::Scan { value: e, .. } => vec![e],
            StmtKind::StoreShared(_, index, e)
            | StmtKind::AtomicShared { index, operand: e, .. } => vec![index, e],
            StmtKind::Push(_, item) | StmtKind::Enqueue(_, item) => item.iter().collect(),
            StmtKind::Exclusive { nodes, .. } => nodes.iter().collect(),
            StmtKind::LetVector(_, read) => read.operands(),
            StmtKind::Store(place, e) => place.indices().chain([e]).collect(),
            StmtKind::StoreElement(element, e) => vec![&element.index, e],
            StmtKind::Atomic { place, operands, .. } => place.indices().chain(operands).collect(),
            StmtKind::Print(parts) => parts.iter().filter_map(PrintPart::value).collect(),
            StmtKind::If(e, _, _) | StmtKind::While(e, _) => vec![e],
            StmtKind::ForAll { domain, .. } => domain.exprs(),
            StmtKind::For { start, end, step, .. } => vec![start, end, step],
            StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Barrier(_)
            | StmtKind::Flush(_)
            | StmtKind::PathStart => vec![],
        }
    }

    /// The expressions directly inside, as mutable references.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            StmtKind::Let(_, e)
            | StmtKind::LetArray(_, e)
            | StmtKind::Assign(_, e)
            | StmtKind::Reduce(_, _, e)
            | StmtKind::Collective { value: e, .. }
            | StmtKind::Scan { value: e, .. } => vec![e],
            StmtKind::StoreShared(_, index, e)
            | StmtKind::AtomicShared { index, operand: e, .. } => vec![index, e],
            StmtKind::Push(_, item) | StmtKind::Enqueue(_, item) => item.iter_mut().collect(),
            StmtKind::Exclusive { nodes, .. } => nodes.iter_mut().collect(),
            StmtKind::LetVector(_, read) => read.operands_mut(),
            StmtKind::Store(place, e) => place.indices_mut().chain([e]).collect(),
            StmtKind::StoreElement(element, e) => vec![&mut element.index, e],
            StmtKind::Atomic { place, operands, .. } => {
                place.indices_mut().chain(operands).collect()
            }
            StmtKind::Print(parts) => parts.iter_mut().filter_map(PrintPart::value_mut).collect(),
            StmtKind::If(e, _, _) | StmtKind::While(e, _) => vec![e],
            StmtKind::ForAll { domain, .. } => domain.exprs_mut(),
            StmtKind::For { start, end, step, .. } => vec![start, end, step],
            StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Barrier(_)
            | StmtKind::Flush(_)
            | StmtKind::PathStart => vec![],
        }
    }

    /// The locals that the statement itself declares.
    pub fn declares(&self) -> Vec<LocalId> {
        match &self.kind {
            StmtKind::Let(id, _)
            | StmtKind::LetArray(id, _)
            | StmtKind::ForAll { var: id, .. }
            | StmtKind::For { var: id, .. }
            | StmtKind::Collective { result: id, .. } => vec![*id],
            StmtKind::Scan { before, total, .. } => vec![*before, *total],
            StmtKind::LetVector(locals, ..) => locals.clone(),
            StmtKind::Atomic { old, .. } | StmtKind::AtomicShared { old, .. } => {
                old.iter().copied().collect()
            }
            _ => vec![],
        }
    }

    /// The locals that the statement itself declares or assigns, as mutable references.
    pub fn locals_mut(&mut self) -> Vec<&mut LocalId> {
        match &mut self.kind {
            StmtKind::Let(id, _)
            | StmtKind::LetArray(id, _)
            | StmtKind::StoreElement(LocalElement { array: id, .. }, _)
            | StmtKind::Assign(id, _)
            | StmtKind::Reduce(id, ..)
            | StmtKind::ForAll { var: id, .. }
            | StmtKind::For { var: id, .. }
            | StmtKind::Collective { result: id, .. } => vec![id],
            StmtKind::Scan { before, total, .. } => vec![before, total],
            StmtKind::LetVector(locals, ..) => locals.iter_mut().collect(),
            StmtKind::Atomic { old, .. } | StmtKind::AtomicShared { old, .. } => {
                old.iter_mut().collect()
            }
            _ => vec![],
        }
    }

    /// The scalar local that the statement itself assigns or reduces into.
    pub fn assigned(&self) -> Option<LocalId> {
        match &self.kind {
            StmtKind::Assign(id, _) | StmtKind::Reduce(id, ..) => Some(*id),
            _ => None,
        }
    }

    /// The read of the first element, if the statement is a vector load.
    pub fn vector_read(&self) -> Option<&Expr> {
        match &self.kind {
            StmtKind::LetVector(_, read) => Some(read),
            _ => None,
        }
    }

    /// The place that the statement itself writes.
    pub fn place(&self) -> Option<&Place> {
        match &self.kind {
            StmtKind::Store(place, _) | StmtKind::Atomic { place, .. } => Some(place),
            _ => None,
        }
    }

    /// The place that the statement itself writes, as a mutable reference.
    pub fn place_mut(&mut self) -> Option<&mut Place> {
        match &mut self.kind {
            StmtKind::Store(place, _) | StmtKind::Atomic { place, .. } => Some(place),
            _ => None,
        }
    }
}

impl Domain {
    /// The expressions directly inside.
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            Domain::Nodes | Domain::Edges | Domain::Worklist(_) | Domain::Positions(_) => vec![],
            Domain::Range(a, b) => vec![a, b],
            Domain::OutEdges(n, _) | Domain::InEdges(n, _) | Domain::InPositions(n, _) => vec![n],
        }
    }

    /// The expressions directly inside, as mutable references.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Domain::Nodes | Domain::Edges | Domain::Worklist(_) | Domain::Positions(_) => vec![],
            Domain::Range(a, b) => vec![a, b],
            Domain::OutEdges(n, _) | Domain::InEdges(n, _) | Domain::InPositions(n, _) => vec![n],
        }
    }
}

impl Expr {
    /// The local that the expression itself reads: a scalar, or the array of an element.
    pub fn local_read(&self) -> Option<LocalId> {
        match &self.kind {
            ExprKind::Local(id) => Some(*id),
            ExprKind::Element(element) => Some(element.array),
            _ => None,
        }
    }

    /// Whether the expression, or one inside of it, reads a local with a property.
    pub fn mentions(&self, is_wanted: impl Fn(LocalId) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |e| found |= e.local_read().is_some_and(&is_wanted));
        found
    }

    /// Returns the conditions that hold if this condition holds.
    pub fn conjuncts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Binary(BinaryOp::And, a, b) => [a.conjuncts(), b.conjuncts()].concat(),
            _ => vec![self],
        }
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
            _ => None,
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
            _ => vec![],
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
            _ => vec![],
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

/// Calls `f` for every statement of a block, outer before inner, in order.
pub fn walk_stmts<'a>(block: &'a [Stmt], f: &mut impl FnMut(&'a Stmt)) {
    for stmt in block {
        f(stmt);
        for inner in stmt.blocks() {
            walk_stmts(inner, f);
        }
    }
}

/// Calls `f` for every statement of a block, inner before outer, in order.
pub fn walk_stmts_mut(block: &mut [Stmt], f: &mut impl FnMut(&mut Stmt)) {
    for stmt in block {
        for inner in stmt.blocks_mut() {
            walk_stmts_mut(inner, f);
        }
        f(stmt);
    }
}

/// Removes the declarations of those scalar locals that `is_unused` names, at any depth. Returns
/// whether there were any.
pub fn remove_lets(block: &mut Block, is_unused: &impl Fn(LocalId) -> bool) -> bool {
    let before = block.len();
    block.retain(|stmt| !matches!(&stmt.kind, StmtKind::Let(id, _) if is_unused(*id)));
    let mut removed = block.len() < before;
    for inner in block.iter_mut().flat_map(Stmt::blocks_mut) {
        removed |= remove_lets(inner, is_unused);
    }
    removed
}

/// Calls `f` for every expression of a block.
pub fn walk_exprs<'a>(block: &'a [Stmt], f: &mut impl FnMut(&'a Expr)) {
    walk_stmts(block, &mut |stmt| {
        for expr in stmt.exprs() {
            expr.walk(f);
        }
    });
}

/// Whether a block reads or assigns a local.
pub fn mentions(block: &[Stmt], local: LocalId) -> bool {
    let mut found = false;
    walk_exprs(block, &mut |expr| found |= expr.local_read() == Some(local));
    walk_stmts(block, &mut |stmt| found |= stmt.assigned() == Some(local));
    found
}

/// Calls `f` for every expression of a block, inner before outer.
pub fn walk_exprs_mut(block: &mut Block, f: &mut impl FnMut(&mut Expr)) {
    walk_stmts_mut(block, &mut |stmt| {
        for expr in stmt.exprs_mut() {
            expr.walk_mut(f);
        }
    });
}

/// Replaces the locals that the statements of a block declare, assign and read.
pub fn rename_locals(block: &mut Block, new: &impl Fn(LocalId) -> LocalId) {
    walk_stmts_mut(block, &mut |stmt| {
        for id in stmt.locals_mut() {
            *id = new(*id);
        }
    });
    walk_exprs_mut(block, &mut |expr| {
        if let Some(id) = expr.local_read_mut() {
            *id = new(*id);
        }
    });
}

/// Whether the body of a loop, or a part of the body, contains a `break` or `continue` of this
/// loop.
pub fn has_break_or_continue(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Break | StmtKind::Continue => true,
        StmtKind::If(_, then, otherwise) => {
            has_break_or_continue(then) || has_break_or_continue(otherwise)
        }
        StmtKind::Exclusive { otherwise, .. } => has_break_or_continue(otherwise),
        _ => false,
    })
}

impl HostStmt {
    /// Whether the statement is a loop. Every pipe is a loop, even a pipe that runs its body only
    /// once.
    pub fn is_loop(&self) -> bool {
        matches!(
            self,
            HostStmt::While(..)
                | HostStmt::For { .. }
                | HostStmt::Iterate(..)
                | HostStmt::Pipe { .. }
        )
    }

    /// The blocks directly inside.
    pub fn blocks(&self) -> Vec<&Vec<HostStmt>> {
        match self {
            HostStmt::If(_, then, otherwise) => vec![then, otherwise],
            HostStmt::While(_, body)
            | HostStmt::For { body, .. }
            | HostStmt::Iterate(body, _)
            | HostStmt::Pipe { body, .. } => vec![body],
            _ => vec![],
        }
    }

    /// The blocks directly inside, as mutable references.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<HostStmt>> {
        match self {
            HostStmt::If(_, then, otherwise) => vec![then, otherwise],
            HostStmt::While(_, body)
            | HostStmt::For { body, .. }
            | HostStmt::Iterate(body, _)
            | HostStmt::Pipe { body, .. } => vec![body],
            _ => vec![],
        }
    }

    /// The expressions directly inside, as mutable references.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            HostStmt::Act(action) => action.exprs_mut(),
            HostStmt::Launch { args, .. } => args.iter_mut().collect(),
            HostStmt::Print(parts) => parts.iter_mut().filter_map(PrintPart::value_mut).collect(),
            HostStmt::If(e, _, _)
            | HostStmt::While(e, _)
            | HostStmt::Iterate(_, e)
            | HostStmt::Require(e, _) => vec![e],
            HostStmt::Pipe { seed: Some(Seed::Items(items)), .. } => {
                items.iter_mut().flatten().collect()
            }
            HostStmt::For { start, end, .. } => vec![start, end],
            _ => vec![],
        }
    }

    /// The expressions directly inside. Of a place, this is the index.
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            HostStmt::Act(action) => action.exprs(),
            HostStmt::Launch { args, .. } => args.iter().collect(),
            HostStmt::Print(parts) => parts.iter().filter_map(PrintPart::value).collect(),
            HostStmt::If(e, _, _)
            | HostStmt::While(e, _)
            | HostStmt::Iterate(_, e)
            | HostStmt::Require(e, _) => vec![e],
            HostStmt::Pipe { seed: Some(Seed::Items(items)), .. } => {
                items.iter().flatten().collect()
            }
            HostStmt::For { start, end, .. } => vec![start, end],
            HostStmt::Pipe { .. }
            | HostStmt::Contract(_)
            | HostStmt::Outline(..)
            | HostStmt::Break
            | HostStmt::Continue => vec![],
        }
    }
}

impl Kernel {
    /// Returns the origin of the first statement with a property that has a position in the source.
    pub fn first_origin(&self, is_wanted: impl Fn(&Stmt) -> bool) -> Origin {
        let mut found = None;
        walk_stmts(&self.body, &mut |stmt| {
            if found.is_none() && stmt.origin.span.is_some() && is_wanted(stmt) {
                found = Some(stmt.origin);
            }
        });
        found.unwrap_or_default()
    }
}

impl Module {
    /// Whether `main` may replace the graph by its quotient.
    pub fn contracts(&self) -> bool {
        let mut found = false;
        walk_host(&self.main.body, &mut |stmt| found |= matches!(stmt, HostStmt::Contract(_)));
        found
    }

    /// Whether the host pushes every node to a worklist. Outlined loops do this on the device.
    pub fn seeds_nodes(&self) -> bool {
        let mut found = false;
        walk_host(&self.main.body, &mut |stmt| {
            found |= matches!(
                stmt,
                HostStmt::Pipe { seed: Some(Seed::Nodes), .. }
                    | HostStmt::Act(Action::Seed(_, Seed::Nodes))
            );
        });
        found
    }
}

/// Calls `f` for every statement of `main`, outer before inner.
pub fn walk_host<'a>(stmts: &'a [HostStmt], f: &mut impl FnMut(&'a HostStmt)) {
    for stmt in stmts {
        f(stmt);
        for inner in stmt.blocks() {
            walk_host(inner, f);
        }
    }
}

/// Calls `f` for every expression of `main`.
pub fn walk_host_exprs<'a>(stmts: &'a [HostStmt], f: &mut impl FnMut(&'a Expr)) {
    walk_host(stmts, &mut |stmt| {
        for expr in stmt.exprs() {
            expr.walk(f);
        }
    });
}
