//! Warns about kernels that write a property of other nodes or edges and read the same property
//! (`W0204`). It depends on the order of the iterations whether a read yields the old or the new
//! value:
//!
//! ```text
//! forall u in nodes where u.infected {    // reads the property of its own node
//!     forall e in u.out {
//!         e.dst.infected = true;          // and writes the one of another node
//!     }
//! }
//! ```
//!
//! Three idioms have the same result in every order, and cause no warning:
//!
//! - The read and the write name the same place, as in `if v.level == MAX { v.level = depth; }`.
//! - A search by levels: the write replaces one value by another one (`if v.level == MAX { v.level
//!   = depth + 1; }`), and reads only ask for a third one (`where u.level == depth`).
//! - A search with a worklist: an item was marked before it was pushed, so its mark does not change
//!   any more (`if v.level == MAX { v.level = u.level + 1; push v; }`).
//!
//! Values are compared as text, so `depth` and `depth + 1` are different values. `racy` kernels, loops
//! over numbers, which compute the nodes that they write, and writes in an `exclusive` cause no
//! warning. [`races`](super::races) warns about writes to the
//! iteration's own element.

use super::arrays::without_index;
use super::checker::Checker;
use super::effects::Launch;
use super::meaning::Meaning;
use super::races::ALLOW;
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;
use crate::syntax::print;
use std::collections::{HashMap, HashSet};

/// Marks a local in the text of an expression.
const LOCAL: char = '#';

/// A read of a property.
struct Read {
    property: Meaning,
    /// The node or edge, as text.
    base: String,
    /// The value with which the read is compared (`==` or `!=`), or which an enclosing condition
    /// says that it has.
    compared: Option<String>,
    /// Whether the element is the item of the iteration over a worklist.
    is_item: bool,
    span: Span,
}

/// A plain write of a property of an element that the iteration does not own.
struct Write {
    property: Meaning,
    /// The node or edge, as text.
    base: String,
    /// The new value, as text.
    value: String,
    /// The old value, if a condition around the write tests it.
    replaced: Option<String>,
    /// Whether the block of the write also pushes the element.
    pushes: bool,
    span: Span,
}

impl Write {
    /// Whether the iterations give the same result in every order, as far as this read is concerned.
    fn is_independent_of(&self, read: &Read) -> bool {
        if self.base == read.base {
            return true;
        }
        let Some(replaced) = &self.replaced else { return false };
        match &read.compared {
            Some(value) if value == replaced || *value == self.value => false,
            Some(_) => true,
            None => read.is_item && self.pushes,
        }
    }
}

impl<'p> Checker<'p> {
    /// Warns about kernels whose results depend on the order of their iterations. Must run after
    /// [`Checker::mixed_neighbours`], whose warnings replace those about the same read.
    pub(super) fn orders_of_iterations(&mut self) {
        for (index, kernel) in self.items.kernels.clone().into_iter().enumerate() {
            if kernel.racy {
                continue;
            }
            let mut walk = Walk::new(&self.meanings);
            walk.kernel(kernel);
            let (reads, writes) = (walk.reads, walk.writes);
            let mut reported = HashSet::new();
            self.order_in_kernel((&reads, &writes), None, &mut reported);
            for launch in self.launches.get(&index).cloned().unwrap_or_default() {
                self.order_in_kernel((&reads, &writes), Some(launch), &mut reported);
            }
        }
    }

    /// Warns about these accesses of a kernel, in all of its calls or in one call.
    fn order_in_kernel(
        &mut self,
        (reads, writes): (&[Read], &[Write]),
        launch: Option<Launch<'p>>,
        reported: &mut HashSet<Meaning>,
    ) {
        let has_warning = |checker: &Self, span: Span| {
            let mut warnings = checker.diagnostics.iter().filter(|found| found.span() == span);
            warnings.any(|found| found.code.starts_with("W02"))
        };
        for write in writes {
            let here = |checker: &Self, state| match launch {
                Some(Launch { kernel, args, .. }) => {
                    checker.passed(checker.items.kernels[kernel], args, state)
                }
                None => state,
            };
            let state = here(self, write.property);
            let mut same = reads.iter().filter(|read| here(self, read.property) == state);
            let Some(read) = same.find(|read| !write.is_independent_of(read)) else { continue };
            let is_known = has_warning(self, write.span) || has_warning(self, read.span);
            if is_known || !reported.insert(write.property) {
                continue;
            }
            let name = self.state_name(state);
            let message = "the result depends on the order of the iterations";
            let mut diagnostic = Diagnostic::warning("W0204", write.span, message)
                .label(format!("another iteration may read `{name}` before or after this write"))
                .also(read.span, "read here");
            if let Some(launch) = launch {
                diagnostic = diagnostic.also(launch.span, "with the properties of this call");
            }
            let diagnostic = diagnostic
                .note("the iterations of a kernel run in any order, at the same time")
                .help(format!(
                    "write to a second property, `next_{name}`, and copy it to `{name}` in a kernel \
                     of its own; or store the number of the round and compare with it: \
                     `where u.{name} == round`"
                ))
                .help(ALLOW);
            self.report(diagnostic);
        }
    }
}

/// Collects the accesses of a kernel.
struct Walk<'c, 'p> {
    meanings: &'c [Option<Meaning>],
    /// The values of locals that are never assigned to.
    lets: HashMap<BindingId, &'p Expr>,
    assigned: HashSet<BindingId>,
    /// The conditions that hold, and those that do not.
    conditions: Vec<(&'p Expr, bool)>,
    /// The variables of the `forall`s around the statement, each with whether its elements belong to one
    /// iteration.
    loops: Vec<(BindingId, bool)>,
    /// Whether the outermost `forall` takes items of a worklist.
    has_items: bool,
    in_exclusive: bool,
    /// The items that the blocks around the statement push.
    pushed: Vec<Vec<&'p Expr>>,
    reads: Vec<Read>,
    writes: Vec<Write>,
}

impl<'c, 'p> Walk<'c, 'p> {
    fn new(meanings: &'c [Option<Meaning>]) -> Self {
        Walk {
            meanings,
            lets: HashMap::new(),
            assigned: HashSet::new(),
            conditions: vec![],
            loops: vec![],
            has_items: false,
            in_exclusive: false,
            pushed: vec![],
            reads: vec![],
            writes: vec![],
        }
    }

    fn meaning(&self, expr: &Expr) -> Option<Meaning> {
        self.meanings[expr.id.0 as usize]
    }

    /// Collects the accesses in the `forall` of a kernel. Statements before the `forall` run before all
    /// iterations.
    fn kernel(&mut self, kernel: &'p Function) {
        self.locals_of(&kernel.body);
        self.lets.retain(|binding, _| !self.assigned.contains(binding));
        for stmt in &kernel.body.stmts {
            if let StmtKind::ForAll(the_loop) = &stmt.kind
                && matches!(the_loop.domain, Domain::Of(_))
            {
                self.a_loop(the_loop, true);
            }
        }
    }

    /// Finds the locals, and those that are assigned to.
    fn locals_of(&mut self, block: &'p Block) {
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::Let { binding, value, .. } => drop(self.lets.insert(*binding, value)),
                StmtKind::Assign { place, .. } => {
                    if let Some(Meaning::Local(binding)) = self.meaning(without_index(place)) {
                        self.assigned.insert(binding);
                    }
                }
                _ => (),
            }
            for inner in stmt.blocks() {
                self.locals_of(inner);
            }
        }
    }

    /// The text of an expression, with the values of locals in place of their names.
    fn text(&self, expr: &Expr) -> String {
        match (&expr.kind, self.meaning(expr)) {
            (ExprKind::Path(_), Some(Meaning::Local(binding))) => match self.lets.get(&binding) {
                Some(value) => self.text(value),
                None => format!("{}{LOCAL}{}", print::expr(expr), binding.0),
            },
            (ExprKind::Field(base, name), _) => format!("{}.{}", self.text(base), name.text),
            (ExprKind::Binary(op, a, b), _) => {
                format!("({} {} {})", self.text(a), op.symbol(), self.text(b))
            }
            (ExprKind::Cast(value, ty), _) => format!("({} as {})", self.text(value), ty.name.text),
            _ => print::expr(expr),
        }
    }

    /// The property and the element that an expression reads.
    fn place(&self, expr: &'p Expr) -> Option<(Meaning, &'p Expr)> {
        let place = without_index(expr);
        let ExprKind::Field(base, _) = &place.kind else { return None };
        let meaning = self.meaning(expr).filter(|meaning| {
            matches!(
                meaning,
                Meaning::NodeProperty(_) | Meaning::EdgeProperty(_) | Meaning::PropertyParameter(_)
            )
        })?;
        Some((meaning, base))
    }

    /// The place and the value of a comparison `place == value` or `place != value`, and whether it asks
    /// for equality. A place of type `bool` alone is compared with `true`.
    fn comparison(&self, expr: &'p Expr) -> Option<(&'p Expr, String, bool)> {
        match &expr.kind {
            ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b) => {
                let (place, value) = match self.place(a) {
                    Some(_) => (a, b),
                    None => (b, a),
                };
                self.place(place)?;
                Some((place, self.text(value), *op == BinaryOp::Eq))
            }
            ExprKind::Unary(UnaryOp::Not, inner) => {
                let (place, value, equal) = self.comparison(inner)?;
                Some((place, value, !equal))
            }
            _ => self.place(expr).map(|_| (expr, "true".to_owned(), true)),
        }
    }

    /// The value that the conditions around a statement say that an element has.
    fn known_value(&self, property: Meaning, base: &str) -> Option<String> {
        self.conditions.iter().find_map(|(condition, holds)| {
            let (place, value, equal) = self.comparison(condition)?;
            let (tested, element) = self.place(place)?;
            if tested != property || self.text(element) != base {
                return None;
            }
            match (equal == *holds, value.as_str()) {
                (true, _) => Some(value),
                (false, "true") => Some("false".to_owned()),
                (false, "false") => Some("true".to_owned()),
                (false, _) => None,
            }
        })
    }

    /// Adds what follows from a condition. Returns the number of conditions before.
    fn assume(&mut self, condition: &'p Expr, holds: bool) -> usize {
        let before = self.conditions.len();
        let mut rest = vec![condition];
        while let Some(condition) = rest.pop() {
            match &condition.kind {
                ExprKind::Binary(BinaryOp::And, a, b) if holds => rest.extend([&**a, &**b]),
                ExprKind::Binary(BinaryOp::Or, a, b) if !holds => rest.extend([&**a, &**b]),
                _ => self.conditions.push((condition, holds)),
            }
        }
        before
    }

    fn a_loop(&mut self, the_loop: &'p Loop, is_parallel: bool) {
        let domain = match &the_loop.domain {
            Domain::Of(expr) => {
                self.read(expr);
                self.meaning(expr)
            }
            Domain::Range(from, to, step) => {
                [Some(from), Some(to), step.as_ref()]
                    .into_iter()
                    .flatten()
                    .for_each(|e| self.read(e));
                None
            }
        };
        if is_parallel {
            let owned = match (domain, self.loops.last()) {
                (Some(Meaning::AllNodes | Meaning::AllEdges), None) => true,
                (Some(Meaning::OutEdges | Meaning::InEdges), Some((_, owned))) => *owned,
                _ => false,
            };
            self.has_items |= self.loops.is_empty() && matches!(domain, Some(Meaning::Worklist(_)));
            self.loops.push((the_loop.binding, owned));
        }
        let before = match &the_loop.filter {
            Some(filter) => {
                self.read(filter);
                self.assume(filter, true)
            }
            None => self.conditions.len(),
        };
        self.block(&the_loop.body);
        self.conditions.truncate(before);
        if is_parallel {
            self.loops.pop();
        }
    }

    fn block(&mut self, block: &'p Block) {
        let pushes = |stmt: &'p Stmt| match &stmt.kind {
            StmtKind::Push { item, .. } => Some(item),
            _ => None,
        };
        self.pushed.push(block.stmts.iter().filter_map(pushes).collect());
        for stmt in &block.stmts {
            self.statement(stmt);
        }
        self.pushed.pop();
    }

    fn statement(&mut self, stmt: &'p Stmt) {
        match &stmt.kind {
            StmtKind::Let { value, .. } | StmtKind::LetSeveral { value, .. } => self.read(value),
            StmtKind::LetArray { value, .. } => value.iter().for_each(|value| self.read(value)),
            StmtKind::Assign { place, op, value } => {
                self.read_parts(place);
                self.read(value);
                if op.is_none() {
                    self.write(stmt.span, place, value);
                }
            }
            StmtKind::Push { item: value, .. } | StmtKind::Expr(value) => self.read(value),
            StmtKind::Print(values) | StmtKind::Return(values) => {
                values.iter().for_each(|value| self.read(value));
            }
            StmtKind::If { cond, then, otherwise } => {
                self.read(cond);
                let before = self.assume(cond, true);
                self.block(then);
                self.conditions.truncate(before);
                if let Some(otherwise) = otherwise {
                    self.assume(cond, false);
                    self.block(otherwise);
                    self.conditions.truncate(before);
                }
            }
            StmtKind::While { cond, body } => {
                self.read(cond);
                let before = self.assume(cond, true);
                self.block(body);
                self.conditions.truncate(before);
            }
            StmtKind::For(the_loop) => self.a_loop(the_loop, false),
            StmtKind::ForAll(the_loop) => self.a_loop(the_loop, true),
            StmtKind::Exclusive { nodes, body, otherwise } => {
                nodes.iter().for_each(|node| self.read(node));
                self.in_exclusive = true;
                self.block(body);
                self.in_exclusive = false;
                otherwise.iter().for_each(|block| self.block(block));
            }
            _ => stmt.blocks().into_iter().for_each(|block| self.block(block)),
        }
    }

    /// Records the write of an element that the iteration does not own.
    fn write(&mut self, span: Span, place: &'p Expr, value: &'p Expr) {
        let Some((property, base)) = self.place(place) else { return };
        if self.in_exclusive {
            return;
        }
        // `races` warns about the variable of the outermost loop.
        if let Some(Meaning::Local(local)) = self.meaning(base)
            && (self.loops.first().is_some_and(|(outermost, _)| *outermost == local)
                || self.loops.last().is_some_and(|innermost| *innermost == (local, true)))
        {
            return;
        }
        // An element that depends on no local is the same one for all iterations, or does not exist.
        let base = self.text(base);
        if !base.contains(LOCAL) {
            return;
        }
        let pushes = self.pushed.last().is_some_and(|items| {
            items.iter().any(|item| match &item.kind {
                ExprKind::Call(_, args) => args.iter().any(|part| self.text(part) == base),
                ExprKind::Pair(first, _) => self.text(first) == base,
                _ => self.text(item) == base,
            })
        });
        let replaced = self.known_value(property, &base);
        self.writes.push(Write { property, base, value: self.text(value), replaced, pushes, span });
    }

    /// Records the reads of an expression.
    fn read(&mut self, expr: &'p Expr) {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) => {
                let compared = self.comparison(expr);
                for side in [a, b] {
                    match &compared {
                        Some((place, value, _)) if place.id == side.id => {
                            self.read_place(side, Some(value.clone()));
                        }
                        _ => self.read(side),
                    }
                }
            }
            // A condition that is only reached if the first one holds.
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                self.read(a);
                let before = self.assume(a, *op == BinaryOp::And);
                self.read(b);
                self.conditions.truncate(before);
            }
            ExprKind::Call(callee, args) => {
                let is_atomic = matches!(
                    self.meaning(callee),
                    Some(Meaning::Builtin(builtin)) if builtin.atomic().is_some()
                );
                for (at, arg) in args.iter().enumerate() {
                    match is_atomic && at == 0 {
                        true => self.read_parts(arg),
                        false => self.read(arg),
                    }
                }
            }
            _ if self.place(expr).is_some() => self.read_place(expr, None),
            _ => self.read_parts(expr),
        }
    }

    /// Records the read of an element of a property.
    fn read_place(&mut self, expr: &'p Expr, compared: Option<String>) {
        let Some((property, base)) = self.place(expr) else { return };
        self.read_parts(expr);
        let is_item = self.has_items
            && self.loops.first().map(|(item, _)| Meaning::Local(*item)) == self.meaning(base);
        let base = self.text(base);
        let compared = compared.or_else(|| self.known_value(property, &base));
        self.reads.push(Read { property, base, compared, is_item, span: expr.span });
    }

    /// Records the reads of the parts of an expression.
    fn read_parts(&mut self, expr: &'p Expr) {
        match &expr.kind {
            ExprKind::Field(a, _) | ExprKind::Unary(_, a) | ExprKind::Cast(a, _) => self.read(a),
            // The array itself is not read, only an element of it.
            ExprKind::Index(a, b) => {
                self.read_parts(a);
                self.read(b);
            }
            ExprKind::Binary(_, a, b) | ExprKind::Pair(a, b) => {
                self.read(a);
                self.read(b);
            }
            ExprKind::Call(_, args) => args.iter().for_each(|arg| self.read(arg)),
            _ => (),
        }
    }
}
