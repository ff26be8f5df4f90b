//! Reduces programs, so that a failure is small enough to read.
//!
//! An *edit* makes a case smaller. It removes an item with its uses, some statements, a loop around
//! statements, a filter or an unnecessary argument, turns an array into a single value, or replaces
//! an expression with one of its parts or a literal. Edits are identified by numbers; the edits
//! that remove the most come first. The checker decides whether the result is still a valid
//! program, and the test decides whether it still fails.
//!
//! Edits preserve the promises of the generator. Programs still end, because edits do not change
//! counters of rounds. In deterministic programs, the written elements, the domains of loops, and
//! simple values that are written to memory do not change.

use igc_compiler::syntax::ast::*;

use super::Case;
use super::build::{expr, int};
use super::walk::{bodies, parts, values};

/// Returns the case after an edit, or `None` if there is no edit with this number.
pub fn edit(case: &Case, number: usize) -> Option<Case> {
    let mut case = case.clone();
    let mut editor = Editor { left: Some(number) };
    editor.case(&mut case);
    editor.left.is_none().then_some(case)
}

/// Traverses a case until the selected edit, and performs this edit.
struct Editor {
    /// Number of edits before the selected one. `None` after the selected edit has been performed.
    left: Option<usize>,
}

impl Editor {
    /// Counts an edit. Returns whether it is the selected one.
    fn here(&mut self) -> bool {
        match self.left {
            Some(0) => {
                self.left = None;
                true
            }
            Some(left) => {
                self.left = Some(left - 1);
                false
            }
            None => false,
        }
    }

    fn done(&self) -> bool {
        self.left.is_none()
    }

    fn case(&mut self, case: &mut Case) {
        self.items(&mut case.program.items);
        self.graph(case);
    }

    fn graph(&mut self, case: &mut Case) {
        let graph = &mut case.graph;
        self.remove_some(&mut graph.edges, |_| true);
        let used = graph.edges.iter().map(|(u, v, _)| u.max(v) + 1).max().unwrap_or(0);
        if graph.nodes > used && self.here() {
            graph.nodes = used.max(1);
        }
        if graph.nodes > used && self.here() {
            graph.nodes -= 1;
        }
    }

    /// Offers edits that remove all elements of a list, halves, quarters and so on, down to single
    /// elements.
    fn remove_some<T>(&mut self, list: &mut Vec<T>, removable: impl Fn(&T) -> bool) {
        let mut size = list.len();
        while size > 0 && !self.done() {
            for start in (0..list.len()).step_by(size) {
                let end = list.len().min(start + size);
                if list[start..end].iter().all(&removable) && self.here() {
                    list.drain(start..end);
                    return;
                }
            }
            size /= 2;
        }
    }

    // ---- Items --------------------------------------------------------------------------------

    fn items(&mut self, items: &mut Vec<Item>) {
        for number in 0..items.len() {
            if self.here() {
                let removed = items.remove(number);
                forget(items, &removed.kind);
                return;
            }
        }
        for number in 0..items.len() {
            if length_of(&mut items[number].kind).is_some() && self.here() {
                make_single(items, number);
                return;
            }
        }
        for item in items {
            if let Some(length) = length_of(&mut item.kind) {
                self.expr(length);
            }
            match &mut item.kind {
                ItemKind::Const(field)
                | ItemKind::Param(field)
                | ItemKind::NodeProperty(field)
                | ItemKind::EdgeProperty(field)
                | ItemKind::Global(field) => {
                    if let Some(init) = &mut field.init {
                        self.expr(init);
                    }
                }
                ItemKind::Worklists(Worklists { names, .. })
                | ItemKind::Graph(names)
                | ItemKind::Output(names) => {
                    self.remove_some(names, |_| true);
                }
                ItemKind::Function(function) | ItemKind::Kernel(function) => {
                    self.block(&mut function.body);
                }
                ItemKind::Main(body) => self.block(body),
                ItemKind::Use(_) | ItemKind::Original(_) | ItemKind::Check(_) => (),
            }
        }
    }

    // ---- Statements ---------------------------------------------------------------------------

    fn block(&mut self, block: &mut Block) {
        self.remove_some(&mut block.stmts, |stmt| !is_guard(stmt));
        for number in 0..block.stmts.len() {
            if is_guard(&block.stmts[number]) {
                continue;
            }
            for body in bodies(&mut block.stmts[number].kind) {
                if self.here() {
                    let stmts = std::mem::take(&mut body.stmts);
                    block.stmts.splice(number..=number, stmts);
                    return;
                }
            }
        }
        for stmt in &mut block.stmts {
            if !is_guard(stmt) {
                self.stmt(&mut stmt.kind);
            }
        }
    }

    fn stmt(&mut self, kind: &mut StmtKind) {
        match kind {
            StmtKind::Let { value, .. } | StmtKind::LetSeveral { value, .. } => self.expr(value),
            StmtKind::LetArray { length, value, .. } => {
                self.drop_it(value);
                self.expr(length);
                value.iter_mut().for_each(|value| self.expr(value));
            }
            StmtKind::Assign { place, op, value } => {
                if op.is_none() || matches!(place.kind, ExprKind::Path(_)) || !is_simple(value) {
                    self.value(value);
                }
            }
            StmtKind::Push { item, .. } => self.expr(item),
            StmtKind::Return(value) => value.iter_mut().for_each(|value| self.expr(value)),
            StmtKind::If { cond, otherwise, .. } => {
                self.drop_it(otherwise);
                self.expr(cond);
            }
            StmtKind::While { cond, .. } | StmtKind::Iterate { cond, .. } => self.expr(cond),
            StmtKind::For(the_loop) | StmtKind::ForAll(the_loop) => {
                self.drop_it(&mut the_loop.filter);
                if let Domain::Range(from, to, step) = &mut the_loop.domain {
                    self.drop_it(step);
                    self.expr(from);
                    self.expr(to);
                }
                if let Some(filter) = &mut the_loop.filter {
                    self.expr(filter);
                }
            }
            StmtKind::Pipe { once, seed, .. } => {
                if !*once && self.here() {
                    *once = true;
                }
                self.drop_it(seed);
                if let Some(Seed::Items(items)) = seed {
                    self.remove_some(items, |_| true);
                }
            }
            StmtKind::Expr(Expr { kind: ExprKind::Call(callee, args), .. }) => {
                if mentions(callee, "contract") {
                    // A contraction needs a label and a property of the input graph.
                    let mut carried = args.split_off(args.len().min(2));
                    self.remove_some(&mut carried, |_| true);
                    args.extend(carried);
                    return;
                }
                // The place of an atomic does not change.
                let place = args.first().is_some_and(|arg| {
                    matches!(arg.kind, ExprKind::Field(..) | ExprKind::Index(..))
                });
                args.iter_mut().skip(usize::from(place)).for_each(|arg| self.value(arg));
            }
            StmtKind::Exclusive { otherwise, .. } => self.drop_it(otherwise),
            StmtKind::Print(parts) => self.remove_some(parts, |_| true),
            StmtKind::Expr(_)
            | StmtKind::Require { .. }
            | StmtKind::Block(_)
            | StmtKind::Swap(..)
            | StmtKind::Retry
            | StmtKind::Once { .. }
            | StmtKind::Break
            | StmtKind::Continue => (),
        }
        bodies(kind).into_iter().for_each(|body| self.block(body));
    }

    fn drop_it<T>(&mut self, optional: &mut Option<T>) {
        if optional.is_some() && self.here() {
            *optional = None;
        }
    }

    // ---- Expressions --------------------------------------------------------------------------

    /// Edits a value that is written to memory. Simple values do not change, because the same value
    /// may be necessary elsewhere.
    fn value(&mut self, value: &mut Expr) {
        if !is_simple(value) {
            self.expr(value);
        }
    }

    fn expr(&mut self, whole: &mut Expr) {
        if mentions(whole, "turn") {
            // The bound in `turn < 3 && …` must stay.
            if let ExprKind::Binary(BinaryOp::And, bound, rest) = &mut whole.kind {
                if self.here() {
                    *whole = (**bound).clone();
                    return;
                }
                self.expr(rest);
            }
            return;
        }
        for part in parts(whole) {
            if self.here() {
                let part = part.clone();
                *whole = part;
                return;
            }
        }
        if !is_literal(whole) {
            for literal in [int(0), int(1)].into_iter().chain([false, true].map(boolean)) {
                if self.here() {
                    *whole = literal;
                    return;
                }
            }
        }
        if matches!(&whole.kind, ExprKind::Int(value, _) if *value > 1) && self.here() {
            *whole = int(1);
        }
        parts(whole).into_iter().for_each(|part| self.expr(part));
    }
}

fn boolean(value: bool) -> Expr {
    expr(ExprKind::Bool(value))
}

/// Returns the length of the array that an item declares.
fn length_of(item: &mut ItemKind) -> Option<&mut Expr> {
    match item {
        ItemKind::NodeProperty(field) | ItemKind::EdgeProperty(field) | ItemKind::Global(field) => {
            field.length.as_mut()
        }
        _ => None,
    }
}

/// Replaces an array by a single value, and its elements by this value.
fn make_single(items: &mut [Item], number: usize) {
    let (ItemKind::NodeProperty(field) | ItemKind::EdgeProperty(field) | ItemKind::Global(field)) =
        &mut items[number].kind
    else {
        return;
    };
    field.length = None;
    let name = field.name.text.clone();
    for item in items {
        if let ItemKind::Kernel(Function { body, .. }) | ItemKind::Main(body) = &mut item.kind {
            single_in_block(body, &name);
        }
    }
}

fn single_in_block(block: &mut Block, name: &str) {
    for stmt in &mut block.stmts {
        values(&mut stmt.kind).into_iter().for_each(|value| single_in_expr(value, name));
        bodies(&mut stmt.kind).into_iter().for_each(|body| single_in_block(body, name));
    }
}

fn single_in_expr(expr: &mut Expr, name: &str) {
    parts(expr).into_iter().for_each(|part| single_in_expr(part, name));
    let ExprKind::Index(array, _) = &expr.kind else { return };
    let is_named = match &array.kind {
        ExprKind::Path(path) => path.iter().any(|part| part.text == name),
        ExprKind::Field(_, field) => field.text == name,
        _ => false,
    };
    if is_named {
        *expr = (**array).clone();
    }
}

/// Removes the name of a removed item from lists of names, and the calls of the item.
fn forget(items: &mut Vec<Item>, removed: &ItemKind) {
    let gone: Vec<String> = match removed {
        ItemKind::NodeProperty(field)
        | ItemKind::EdgeProperty(field)
        | ItemKind::Global(field)
        | ItemKind::Original(field) => vec![field.name.text.clone()],
        ItemKind::Kernel(called) | ItemKind::Function(called) => vec![called.name.text.clone()],
        _ => return,
    };
    for item in items.iter_mut() {
        match &mut item.kind {
            ItemKind::Output(names) => names.retain(|name| !gone.contains(&name.text)),
            ItemKind::Main(body) => forget_calls(body, &gone),
            ItemKind::Kernel(called) | ItemKind::Function(called) => {
                forget_calls(&mut called.body, &gone);
            }
            _ => (),
        }
    }
    items.retain(|item| !matches!(&item.kind, ItemKind::Output(names) if names.is_empty()));
}

fn forget_calls(block: &mut Block, gone: &[String]) {
    block.stmts.retain(|stmt| match &stmt.kind {
        StmtKind::Expr(Expr { kind: ExprKind::Call(callee, _), .. }) => {
            !gone.iter().any(|name| mentions(callee, name))
        }
        _ => true,
    });
    for stmt in &mut block.stmts {
        bodies(&mut stmt.kind).into_iter().for_each(|body| forget_calls(body, gone));
    }
}

fn is_literal(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Int(..) | ExprKind::Float(..) | ExprKind::Bool(_))
}

/// Returns whether an expression is a name or a literal.
fn is_simple(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Path(_) => true,
        ExprKind::Unary(_, operand) => is_simple(operand),
        _ => is_literal(expr),
    }
}

/// Returns whether an expression contains a name that starts with `start`.
fn mentions(expr: &Expr, start: &str) -> bool {
    match &expr.kind {
        ExprKind::Path(path) => path.iter().any(|name| name.text.starts_with(start)),
        _ => parts(&mut expr.clone()).into_iter().any(|part| mentions(part, start)),
    }
}

/// Returns whether a loop needs the statement to end: it increments a counter of rounds, or drains
/// a worklist.
fn is_guard(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Assign { place, .. } => {
            matches!(place.kind, ExprKind::Path(_)) && mentions(place, "turn")
        }
        StmtKind::If { then, .. } => {
            matches!(&then.stmts[..], [Stmt { kind: StmtKind::Expr(call), .. }] if
                matches!(&call.kind, ExprKind::Call(callee, _) if mentions(callee, "drain")))
        }
        _ => false,
    }
}
