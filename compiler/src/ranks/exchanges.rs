//! Derives what the launches of each kernel exchange, and finds the statements for which no exchange
//! makes the result right.

// A new statement must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeSet;

use super::classes::{Class, Classes, degree_of, row_of};
use super::{Combine, Exchange, Obstacle, StoredEdges};
use crate::ir::repeats::{Sets, claim};
use crate::ir::uses::{uses, written_arrays};
use crate::ir::visit::{mentions, walk_exprs, walk_host, walk_stmts};
use crate::ir::*;
use crate::span::Span;

/// Whether a body uses the position of an item for something else than to read the item.
fn is_more_than_a_place(position: LocalId, body: &[Stmt]) -> bool {
    let mut others = 0;
    walk_exprs(body, &mut |expr| {
        if expr.local_read() == Some(position) {
            others += 1;
        }
        if let ExprKind::WorklistItem(_, _, at) = &expr.kind
            && at.local_read() == Some(position)
        {
            others -= 1;
        }
    });
    others != 0
}

/// Determines which edges the ranks must store.
pub fn stored_edges(module: &Module) -> StoredEdges {
    // A program that returns values of edges needs an owner for each edge.
    let outgoing = module.outputs.iter().any(|output| is_of_edges(module, *output));
    let mut stored = StoredEdges { outgoing, incoming: false };
    for kernel in &module.kernels {
        walk_stmts(&kernel.body, &mut |stmt| {
            if let StmtKind::ForAll { domain, .. } = &stmt.kind {
                stored.outgoing |= matches!(domain, Domain::Edges | Domain::OutEdges(..));
                stored.incoming |= matches!(domain, Domain::InEdges(..) | Domain::InPositions(..));
            }
            for expr in stmt.exprs() {
                offsets_outside_of_degrees(expr, &mut stored);
            }
        });
    }
    stored
}

/// Notes the offsets that an expression reads, except for those that only give the degree of a node.
fn offsets_outside_of_degrees(expr: &Expr, stored: &mut StoredEdges) {
    if let Some((_, node)) = degree_of(expr) {
        return offsets_outside_of_degrees(node, stored);
    }
    if let ExprKind::Graph(array, ..) = &expr.kind {
        stored.outgoing |= *array == GraphArray::OutOffsets;
        stored.incoming |= *array == GraphArray::InOffsets;
    }
    for operand in expr.operands() {
        offsets_outside_of_degrees(operand, stored);
    }
}

/// Derives the exchange of each kernel. Adds an obstacle for each statement that has none. The items of the worklists
/// `keyed` have [keys](super::keys).
pub fn of_module(
    module: &Module,
    keyed: &BTreeSet<WorklistId>,
    obstacles: &mut Vec<Obstacle>,
) -> Vec<Exchange> {
    check_main(module, obstacles);
    let sets = Sets::of(module);
    let mut exchanges = vec![];
    for kernel in &module.kernels {
        let classes = Classes::of(module, kernel, keyed);
        let exchange = Exchange::default();
        let mut finder = Finder {
            module,
            kernel,
            keyed,
            classes,
            sets: &sets,
            exchange,
            read_globals: vec![],
            span: None,
            obstacles: &mut *obstacles,
        };
        finder.kernel();
        finder.exchange.rewritten = rewritten(module, &finder.classes, kernel);
        exchanges.push(finder.exchange);
    }
    check_taken(module, &exchanges, obstacles);
    exchanges
}

/// Finds launches that read items which were [taken](Action::Take) or read before, from a worklist whose items travel. The
/// kernel that takes out what other ranks own reads the worklist, too, and would swap its buffers.
fn check_taken(module: &Module, exchanges: &[Exchange], obstacles: &mut Vec<Obstacle>) {
    let routed: BTreeSet<WorklistId> =
        exchanges.iter().flat_map(|exchange| exchange.routed.iter().copied()).collect();
    walk_host(&module.main.body, &mut |stmt| {
        let HostStmt::Launch { kernel, again: true, .. } = stmt else { return };
        let kernel = &module.kernels[kernel.index()];
        let used = uses(module, kernel).worklists;
        let reads = |worklist: &&WorklistId| used.get(worklist).is_some_and(|used| used.reads);
        for worklist in routed.iter().filter(reads) {
            let obstacle = Obstacle {
                function: "main".into(),
                span: None,
                reason: format!(
                    "`{}` reads items of `{}` again, after launches that push items of other ranks to it",
                    kernel.name,
                    module.worklists[worklist.index()].name
                ),
            };
            if !obstacles.contains(&obstacle) {
                obstacles.push(obstacle);
            }
        }
    });
}

/// Returns the arrays of nodes that a kernel gives a value at each node: it loops over all nodes, and stores the value
/// whatever the node is.
fn rewritten(module: &Module, classes: &Classes<'_>, kernel: &Kernel) -> BTreeSet<ArrayId> {
    let mut arrays = BTreeSet::new();
    for stmt in &kernel.body {
        let StmtKind::ForAll { domain: Domain::Nodes, body, .. } = &stmt.kind else { continue };
        stored_always(body, &mut |place| {
            if module.arrays[place.array.index()].extent == Extent::Nodes
                && classes.of_expr(&place.index) == Class::Owned
            {
                arrays.insert(place.array);
            }
        });
    }
    arrays
}

/// Visits the places to which each iteration of a loop with this body stores. Statements after one that may end the
/// iteration are not considered.
fn stored_always(body: &[Stmt], visit: &mut impl FnMut(&Place)) {
    for stmt in body {
        if let StmtKind::Store(place, _) = &stmt.kind {
            visit(place);
        } else if let StmtKind::For { body, .. } = &stmt.kind {
            stored_always(body, visit);
        } else if let StmtKind::If(..) = &stmt.kind {
            let mut may_end = false;
            walk_stmts(std::slice::from_ref(stmt), &mut |inner| {
                may_end |= matches!(inner.kind, StmtKind::Continue | StmtKind::Break);
            });
            if may_end {
                return;
            }
        }
    }
}

/// Finds what `main` does that has no distributed form.
fn check_main(module: &Module, obstacles: &mut Vec<Obstacle>) {
    let mut add = |reason: String| {
        obstacles.push(Obstacle { function: "main".into(), span: None, reason });
    };
    walk_host(&module.main.body, &mut |stmt| {
        match stmt {
            HostStmt::Contract(_) => add("`contract` replaces the graph".into()),
            HostStmt::Outline(..) => add("an outlined loop runs `main` on one device".into()),
            HostStmt::Act(Action::Store(place, _)) if is_of_edges(module, place.array) => {
                let name = &module.arrays[place.array.index()].name;
                add(format!("`main` writes an element of `{name}`, which belongs to an edge"));
            }
            HostStmt::Act(_)
            | HostStmt::Launch { .. }
            | HostStmt::Require(..)
            | HostStmt::Print(_)
            | HostStmt::If(..)
            | HostStmt::While(..)
            | HostStmt::For { .. }
            | HostStmt::Break
            | HostStmt::Continue
            | HostStmt::Iterate(..)
            | HostStmt::Pipe { .. } => {}
        }
        for expr in stmt.exprs() {
            check_main_expr(module, expr, &mut add);
        }
    });
}

fn check_main_expr(module: &Module, expr: &Expr, add: &mut impl FnMut(String)) {
    if let Some((_, node)) = degree_of(expr) {
        return check_main_expr(module, node, add);
    }
    if let ExprKind::Graph(array, ..) = &expr.kind {
        add(format!("`main` reads `{}` of the graph", array.name()));
    }
    if let ExprKind::Load(place) = &expr.kind
        && is_of_edges(module, place.array)
    {
        let name = &module.arrays[place.array.index()].name;
        add(format!("`main` reads an element of `{name}`, which belongs to an edge"));
    }
    for operand in expr.operands() {
        check_main_expr(module, operand, add);
    }
}

fn is_of_edges(module: &Module, array: ArrayId) -> bool {
    module.arrays[array.index()].extent == Extent::Edges
}

/// Walks through a kernel.
struct Finder<'m, 'o> {
    module: &'m Module,
    kernel: &'m Kernel,
    keyed: &'m BTreeSet<WorklistId>,
    classes: Classes<'m>,
    sets: &'m Sets,
    exchange: Exchange,
    /// The globals that the kernel reads.
    read_globals: Vec<ArrayId>,
    /// The place of the current statement in the source text.
    span: Option<Span>,
    obstacles: &'o mut Vec<Obstacle>,
}

impl<'m> Finder<'m, '_> {
    fn obstacle(&mut self, reason: impl Into<String>) {
        let (function, reason) = (self.kernel.name.clone(), reason.into());
        let found = Obstacle { function, span: self.span, reason };
        if !self.obstacles.contains(&found) {
            self.obstacles.push(found);
        }
    }

    fn name(&self, array: ArrayId) -> &'m str {
        &self.module.arrays[array.index()].name
    }

    fn kernel(&mut self) {
        let kernel = self.kernel;
        let is_plain = kernel.lanes == 1 && kernel.asynchronous.is_none() && kernel.per.is_none();
        if !is_plain || self.module.stage != Stage::Parallel {
            self.obstacle("a choice of --opts changes how work is distributed over work-items");
        }
        self.block(&kernel.body, true);
        let accumulated = |combine: &Combine| matches!(combine, Combine::Accumulate(_));
        let nodes =
            self.exchange.combined.iter().filter(|(id, combine)| {
                accumulated(combine) && self.exchange.refreshed.contains(id)
            });
        let globals = self
            .exchange
            .globals
            .iter()
            .filter(|(id, combine)| accumulated(combine) && self.read_globals.contains(id));
        let names: Vec<String> =
            nodes.chain(globals).map(|(id, _)| self.name(*id).to_owned()).collect();
        for name in names {
            self.span = None;
            self.obstacle(format!(
                "the kernel reads `{name}` and also adds to it, and the sums of other ranks are not known before the launch ends"
            ));
        }
        let fresh = self.exchange.combined.iter();
        let fresh = fresh.filter(|(_, combine)| !accumulated(combine)).map(|(id, _)| *id);
        let fresh: Vec<ArrayId> = fresh.collect();
        self.exchange.refreshed.extend(fresh);
    }

    /// Considers the statements of a block. `outermost` says whether a parallel loop may follow.
    fn block(&mut self, block: &'m [Stmt], outermost: bool) {
        for (at, stmt) in block.iter().enumerate() {
            self.span = stmt.origin.span.or(self.span);
            for expr in stmt.exprs() {
                self.expr(expr);
            }
            match &stmt.kind {
                StmtKind::Store(place, _) => {
                    self.check_value(place);
                    self.write(place, Combine::Assign);
                }
                StmtKind::Atomic { op, place, old, .. } => {
                    self.check_value(place);
                    self.atomic(&block[at..], *op, place, *old)
                }
                StmtKind::Push(id, item) | StmtKind::Enqueue(id, item) => self.push(*id, item),
                StmtKind::Exclusive { .. } => {
                    self.obstacle("`exclusive` needs memory that all iterations share");
                }
                StmtKind::ForAll { var, domain, mapping, body } => {
                    self.domain(domain, *mapping);
                    if matches!(domain, Domain::Positions(_)) && is_more_than_a_place(*var, body) {
                        self.obstacle(
                            "the kernel uses positions of items on a worklist, and each rank has a worklist of its own",
                        );
                    }
                }
                StmtKind::Barrier(_)
                | StmtKind::Collective { .. }
                | StmtKind::Scan { .. }
                | StmtKind::StoreShared(..)
                | StmtKind::AtomicShared { .. }
                | StmtKind::Flush(_)
                | StmtKind::PathStart => self.obstacle("the kernel uses groups of work-items"),
                StmtKind::Let(..)
                | StmtKind::Assign(..)
                | StmtKind::LetArray(..)
                | StmtKind::StoreElement(..)
                | StmtKind::LetVector(..)
                | StmtKind::Reduce(..)
                | StmtKind::Print(_)
                | StmtKind::If(..)
                | StmtKind::While(..)
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::For { .. } => {}
            }
            if outermost && !matches!(stmt.kind, StmtKind::Let(..) | StmtKind::ForAll { .. }) {
                // Every rank would execute the statement.
                self.obstacle("the statement is outside of the loop of the kernel");
            }
            for inner in stmt.blocks() {
                self.block(inner, false);
            }
        }
    }

    fn domain(&mut self, domain: &Domain, mapping: Mapping) {
        match domain {
            Domain::Nodes | Domain::Edges => {
                if mapping == Mapping::Serial {
                    self.obstacle("an iteration visits all nodes or edges of the graph");
                }
            }
            Domain::Worklist(id) => {
                let ty = self.module.worklists[id.index()].ty;
                if mapping == Mapping::Serial {
                    self.obstacle("an iteration visits all items of a worklist");
                } else if ty == ItemType::One(Type::Edge) {
                    self.obstacle("the items of the worklist are edges");
                }
            }
            Domain::Positions(_) => {
                if mapping == Mapping::Serial {
                    self.obstacle("an iteration visits all items of a worklist");
                }
            }
            // The ranks take turns.
            Domain::Range(start, _) => {
                if mapping == Mapping::Parallel && start.reads_memory() {
                    self.obstacle(
                        "the kernel loops over a range that starts with a value from memory",
                    );
                }
            }
            Domain::OutEdges(node, _) | Domain::InEdges(node, _) | Domain::InPositions(node, _) => {
                if self.classes.of_expr(node) != Class::Owned {
                    self.obstacle(
                        "the loop visits the edges of a node that another rank may own; a rank stores only the edges of its own nodes",
                    );
                }
            }
        }
    }

    /// Considers the reads of an expression.
    fn expr(&mut self, expr: &'m Expr) {
        if let Some((_, node)) = degree_of(expr) {
            if !self.classes.of_expr(node).is_stored() {
                self.obstacle("the degree of a node that the rank may not store");
            }
            return self.expr(node);
        }
        match &expr.kind {
            ExprKind::Load(place) => self.read(place),
            ExprKind::Graph(array, index, _) => self.graph(*array, index),
            ExprKind::WorklistSize(_) => {
                self.obstacle("the kernel uses the number of items, of which each rank has a part");
            }
            ExprKind::At(_) | ExprKind::Shared(..) | ExprKind::Search(..) => {
                self.obstacle("the kernel uses groups of work-items");
            }
            ExprKind::Const(_)
            | ExprKind::Local(_)
            | ExprKind::Element(_)
            | ExprKind::Param(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Select(..)
            | ExprKind::NodeCount
            | ExprKind::EdgeCount
            | ExprKind::Length(_)
            | ExprKind::Waiting(_)
            | ExprKind::WorklistItem(..) => {}
        }
        if !matches!(expr.kind, ExprKind::Graph(..)) {
            self.check_number(expr);
        }
        for operand in expr.operands() {
            self.expr(operand);
        }
    }

    /// State that holds an edge would hold its local number. Results would show this number, and other ranks would read
    /// it as that of another edge.
    fn check_value(&mut self, place: &Place) {
        if self.module.arrays[place.array.index()].ty == Type::Edge {
            let name = self.name(place.array);
            self.obstacle(format!(
                "the kernel stores an edge in `{name}`, and the number of an edge differs from rank to rank"
            ));
        }
    }

    /// A conversion of an edge to a number would give the local number of the edge.
    fn check_number(&mut self, expr: &Expr) {
        if let ExprKind::Cast(edge) = &expr.kind
            && edge.ty == self.module.edges.of(Type::Edge)
            && self.module.edges.of(Type::Edge) == Type::Edge
            && expr.ty != Type::Node
            && !matches!(edge.kind, ExprKind::EdgeCount)
            && degree_of(edge).is_none()
            && !is_difference(edge)
        {
            self.obstacle("the number of an edge, which differs from rank to rank");
        }
    }

    fn graph(&mut self, array: GraphArray, index: &Expr) {
        match array {
            GraphArray::OutOffsets | GraphArray::InOffsets => match row_of(index) {
                Some((node, _)) if self.classes.of_expr(node) == Class::Owned => {}
                _ => self.obstacle(
                    "the edges of a node that another rank may own; a rank stores only the edges of its own nodes",
                ),
            },
            GraphArray::Targets | GraphArray::Sources => {
                if !matches!(self.classes.of_expr(index), Class::Outgoing | Class::Incoming) {
                    self.obstacle("an edge that the rank may not store");
                }
            }
            GraphArray::InEdges | GraphArray::InSources | GraphArray::InTargets => {
                if self.classes.of_expr(index) != Class::Position {
                    self.obstacle("an edge that the rank may not store");
                }
            }
            GraphArray::Reverse => {
                self.obstacle("the reverse of an edge, which another rank may store");
            }
        }
    }

    fn read(&mut self, place: &Place) {
        let (array, name) = (place.array, self.name(place.array));
        match self.module.arrays[array.index()].extent {
            Extent::One => self.read_globals.push(array),
            Extent::Nodes => match self.classes.of_expr(&place.index) {
                Class::Owned => {}
                Class::Stored => _ = self.exchange.refreshed.insert(array),
                Class::Number
                | Class::Outgoing
                | Class::Incoming
                | Class::Position
                | Class::AnyEdge => self.obstacle(elsewhere("reads", name)),
            },
            Extent::Edges => match self.classes.of_expr(&place.index) {
                Class::Outgoing => {}
                Class::Incoming if !written_arrays(self.module).contains(&array) => {}
                // The owner of the source changes it where the edge is outgoing.
                Class::Incoming => _ = self.exchange.refreshed.insert(array),
                Class::Owned | Class::Stored | Class::Number | Class::Position | Class::AnyEdge => {
                    self.obstacle(format!(
                        "the kernel reads `{name}` of an edge that the rank may not store"
                    ))
                }
            },
            Extent::Original => {}
        }
    }

    /// Considers an update of a place.
    fn write(&mut self, place: &Place, combine: Combine) {
        let (array, name) = (place.array, self.name(place.array));
        match self.module.arrays[array.index()].extent {
            Extent::One => {
                let known = *self.exchange.globals.entry(array).or_insert(combine);
                if known != combine {
                    self.obstacle(format!("the kernel updates the global `{name}` in two ways"));
                }
            }
            Extent::Nodes => {
                self.exchange.changed.insert(array);
                match self.classes.of_expr(&place.index) {
                    Class::Owned => {}
                    Class::Stored => {
                        let known = *self.exchange.combined.entry(array).or_insert(combine);
                        if known != combine {
                            self.obstacle(format!(
                                "the kernel updates `{name}` of neighbours in two ways"
                            ));
                        }
                    }
                    Class::Number
                    | Class::Outgoing
                    | Class::Incoming
                    | Class::Position
                    | Class::AnyEdge => self.obstacle(elsewhere("writes", name)),
                }
            }
            Extent::Edges => {
                self.exchange.changed.insert(array);
                if self.classes.of_expr(&place.index) != Class::Outgoing {
                    self.obstacle(format!(
                        "the kernel writes `{name}` of an edge that is not an outgoing edge of a node that the rank owns"
                    ));
                }
            }
            Extent::Original => {}
        }
    }

    /// Considers an atomic operation, which is the first of these statements.
    fn atomic(&mut self, stmts: &'m [Stmt], op: AtomicOp, place: &Place, old: Option<LocalId>) {
        let combine = match op {
            AtomicOp::Add | AtomicOp::Xor => Combine::Accumulate(op),
            AtomicOp::Min | AtomicOp::Max | AtomicOp::And | AtomicOp::Or => Combine::Monotone(op),
            AtomicOp::Swap | AtomicOp::Cas => Combine::Assign,
        };
        self.write(place, combine);
        let Some(old) = old.filter(|old| self.is_used(*old)) else { return };
        if let Err(reason) = old_is_known(self.module, &self.classes, self.sets, stmts, place) {
            let (local, name) = (&self.kernel.locals[old.index()].name, self.name(place.array));
            self.obstacle(format!(
                "the old value `{local}` of `{name}` is not known before the updates of other ranks arrive ({reason})"
            ));
        }
    }

    fn is_used(&self, local: LocalId) -> bool {
        mentions(&self.kernel.body, local)
    }

    fn push(&mut self, worklist: WorklistId, item: &[Expr]) {
        self.exchange.pushed.insert(worklist);
        let declared = &self.module.worklists[worklist.index()];
        if !declared.ty.is_node() {
            let is_edge = item.iter().any(|value| value.ty == Type::Edge);
            if is_edge {
                self.obstacle("the items of the worklist are edges");
            }
            if self.keyed.contains(&worklist) {
                self.exchange.routed.insert(worklist);
            }
            return;
        }
        let Some(node) = item.first() else { return };
        match self.classes.of_expr(node) {
            Class::Owned => {}
            Class::Stored => _ = self.exchange.routed.insert(worklist),
            Class::Number
            | Class::Outgoing
            | Class::Incoming
            | Class::Position
            | Class::AnyEdge => self.obstacle(format!(
                "the kernel pushes a node to `{}` that the rank may not store",
                declared.name
            )),
        }
    }
}

/// Whether the old value of an atomic is what the program may expect, although other ranks update the same element.
/// The atomic is the first of the statements, and the kernel uses its old value.
///
/// # Errors
///
/// Returns the reason why it is not.
pub fn old_is_known(
    module: &Module,
    classes: &Classes<'_>,
    sets: &Sets,
    stmts: &[Stmt],
    place: &Place,
) -> Result<(), &'static str> {
    let is_local = match module.arrays[place.array.index()].extent {
        Extent::Nodes => classes.of_expr(&place.index) == Class::Owned,
        Extent::Edges => true,
        Extent::One | Extent::Original => false,
    };
    // The element of a node that the rank owns may change at its copies, too, but their updates are
    // applied after the launch, as if they came last.
    if is_local {
        return Ok(());
    }
    let repeated = match claim(stmts) {
        Some((body, _)) => sets.change(body),
        None => Some("it is used for more than to claim the element"),
    };
    repeated.map_or(Ok(()), Err)
}

/// The reason for an access to a node that is known only by its number.
fn elsewhere(verb: &str, name: &str) -> String {
    format!(
        "the kernel {verb} `{name}` of a node that it knows only by its number, and that any rank may own"
    )
}

/// Whether an expression is a difference of edges, which is a number of edges.
fn is_difference(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Binary(BinaryOp::Sub, ..))
}
