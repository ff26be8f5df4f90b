//! Counts the memory accesses of a kernel.

use std::collections::BTreeSet;

use super::degrees::{Rounds, Rows};
use super::pattern::{Pattern, Patterns};
use super::{Counts, Estimate};
use crate::ir::visit::walk_stmts;
use crate::ir::*;
use crate::passes::orders::Direction;

/// Size of a node, an edge or another word of the graph's arrays, in bytes.
const WORD: u64 = 4;

/// Adds the accesses of one execution of a kernel. `added` is the index of the first array that an
/// order has added to the module. If the workgroups get shares of the merge path, `of_share` is the
/// pattern of the edges.
pub fn count(
    module: &Module,
    (kernel, of_share): (&Kernel, Option<Pattern>),
    added: usize,
    rows: &mut Rows<'_>,
    counts: &mut Counts,
) {
    let mut assigned = BTreeSet::new();
    walk_stmts(&kernel.body, &mut |stmt| assigned.extend(stmt.assigned()));
    let mut counter = Counter {
        arrays: &module.arrays,
        worklists: &module.worklists,
        added,
        lanes: kernel.lanes,
        of_share,
        rows,
        counts,
        assigned,
        patterns: Patterns::default(),
        node: None,
        node_counts: BTreeSet::new(),
        loops: vec![Loop::of(Rounds::none())],
    };
    counter.block(&kernel.body);
}

/// A loop around a statement.
struct Loop {
    rounds: Rounds,
    /// The reads that each iteration does once, because the device compiler keeps their values.
    reads: Vec<Expr>,
    /// Whether the loop is over the edges of the node of the iteration.
    is_row: bool,
}

impl Loop {
    fn of(rounds: Rounds) -> Loop {
        Loop { rounds, reads: vec![], is_row: false }
    }
}

struct Counter<'c, 'g> {
    arrays: &'c [Array],
    worklists: &'c [Worklist],
    added: usize,
    lanes: u32,
    of_share: Option<Pattern>,
    rows: &'c mut Rows<'g>,
    counts: &'c mut Counts,
    /// The locals that are assigned after their declaration.
    assigned: BTreeSet<LocalId>,
    patterns: Patterns,
    /// The node of an iteration of the parallel loop.
    node: Option<LocalId>,
    /// The locals whose first value is the number of nodes.
    node_counts: BTreeSet<LocalId>,
    /// The loops around the statement, from the outermost. The first stands for the kernel.
    loops: Vec<Loop>,
}

impl Counter<'_, '_> {
    fn depth(&self) -> usize {
        self.loops.len() - 1
    }

    fn rounds(&self) -> Rounds {
        self.loops[self.depth()].rounds.clone()
    }

    fn block(&mut self, block: &Block) {
        for stmt in block {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::While(condition, body) = &stmt.kind {
            return self.repeat(condition, body);
        }
        stmt.exprs().into_iter().for_each(|expr| self.reads(expr));
        match &stmt.kind {
            StmtKind::Let(id, value) => self.declare(*id, value),
            StmtKind::LetVector(locals, read) => {
                locals.iter().for_each(|_| self.reads(read));
                self.scatter(locals);
            }
            StmtKind::Store(place, _) => {
                let pattern = self.patterns.of_place(place);
                self.write(pattern, self.size(place.array));
            }
            StmtKind::Atomic { old, .. } => {
                self.atomics(1);
                self.scatter(old.as_ref());
            }
            // The worklist has an atomic counter, and its new items are neighbours.
            StmtKind::Push(worklist, _) => {
                self.atomics(1);
                self.write(
                    Pattern::Neighbouring,
                    self.worklists[worklist.index()].ty.size() as u64,
                );
            }
            // A work-item takes each node, and gives it back.
            StmtKind::Exclusive { nodes, body, otherwise, .. } => {
                self.atomics(2 * nodes.len() as u64);
                self.block(body);
                self.block(otherwise);
            }
            StmtKind::If(_, then, otherwise) => {
                self.block(then);
                self.block(otherwise);
            }
            StmtKind::ForAll { var, domain, mapping: Mapping::Parallel, body } => {
                self.parallel(*var, domain, body);
            }
            StmtKind::ForAll { var, domain, body, .. } => self.serial(*var, domain, body),
            StmtKind::For { var, start, end, step, body } => {
                self.counted(*var, [start, end, step], body);
            }
            _ => self.scatter(&stmt.declares()),
        }
    }

    /// Declares locals whose values have no known relation.
    fn scatter<'l>(&mut self, locals: impl IntoIterator<Item = &'l LocalId>) {
        for local in locals {
            self.patterns.set(*local, Pattern::Scattered, self.depth());
        }
    }

    fn declare(&mut self, id: LocalId, value: &Expr) {
        if value.kind == ExprKind::NodeCount {
            self.node_counts.insert(id);
        }
        if self.assigned.contains(&id) {
            return self.patterns.set(id, Pattern::Scattered, usize::MAX);
        }
        let depth = self.patterns.depth(value, self.depth());
        self.patterns.set(id, self.patterns.of(value), depth);
    }

    /// Counts a parallel loop, whose iterations are distributed over work-items.
    fn parallel(&mut self, var: LocalId, domain: &Domain, body: &Block) {
        let nodes = self.rows.degrees.nodes();
        let (iterations, pattern) = match domain {
            Domain::Nodes => (nodes, Pattern::Neighbouring),
            Domain::Edges => (self.rows.degrees.edges(), Pattern::Neighbouring),
            Domain::Positions(_) => (nodes, Pattern::Neighbouring),
            _ => (nodes, Pattern::Scattered),
        };
        self.node = Some(var);
        let rounds = Rounds::of_work_items(iterations.saturating_mul(self.lanes.into()));
        self.inside(Loop::of(rounds), |counter| {
            if matches!(domain, Domain::Worklist(_)) {
                counter.read(Pattern::Neighbouring, WORD, counter.depth());
            }
            counter.patterns.set(var, pattern, counter.depth());
            counter.block(body);
        });
    }

    /// Counts a loop of one work-item, or of a virtual warp, over a domain.
    fn serial(&mut self, var: LocalId, domain: &Domain, body: &Block) {
        let Some((offsets, node, bounds)) = domain.row() else {
            let times = match domain {
                Domain::Nodes => Some(self.rows.degrees.nodes()),
                Domain::Edges => Some(self.rows.degrees.edges()),
                _ => None,
            };
            let inner = self.times(times);
            return self.iterate(inner, (var, Pattern::Scattered), body);
        };
        let (start, end) = Expr::row(offsets, node.clone(), bounds);
        self.reads(&start);
        self.reads(&end);
        let (inner, pattern) = self.row(offsets, node);
        if !matches!(domain, Domain::InEdges(..)) {
            return self.iterate(inner, (var, pattern), body);
        }
        // The ids of incoming edges are in a list.
        self.inside(inner, |counter| {
            counter.read(pattern, WORD, counter.depth());
            counter.patterns.set(var, Pattern::Scattered, counter.depth());
            counter.block(body);
        });
    }

    /// Counts a counted loop: over the edges of a node, or with a known number of iterations.
    fn counted(&mut self, var: LocalId, [start, end, step]: [&Expr; 3], body: &Block) {
        if let ExprKind::Graph(offsets, node, _) = &start.kind
            && matches!(offsets, GraphArray::OutOffsets | GraphArray::InOffsets)
        {
            let (inner, pattern) = self.row(*offsets, node);
            return self.iterate(inner, (var, pattern), body);
        }
        let times = match (&start.kind, &end.kind, &step.kind) {
            (
                ExprKind::Const(Value::U32(start)),
                ExprKind::Const(Value::U32(end)),
                ExprKind::Const(Value::U32(step)),
            ) => Some(u64::from(end.saturating_sub(*start).div_ceil((*step).max(1)))),
            // A selecting kernel counts how often its worklist has the node.
            (_, ExprKind::Load(place), _) if place.array.index() >= self.added => Some(1),
            _ => None,
        };
        let inner = self.times(times);
        let pattern = self.patterns.of(start);
        self.iterate(inner, (var, pattern), body);
    }

    /// Counts a `while` loop: the search for an end of an edge, or one iteration.
    fn repeat(&mut self, condition: &Expr, body: &Block) {
        let Some((first, position)) = self.searched(condition, body) else {
            let inner = self.times(None);
            return self.inside(inner, |counter| {
                counter.reads(condition);
                counter.block(body);
            });
        };
        let halvings = self.rows.degrees.nodes().max(1).next_power_of_two().ilog2();
        let pattern = self.patterns.of(position);
        let inner = self.times(Some(halvings.into()));
        self.inside(inner, |counter| counter.read(pattern, WORD, counter.depth()));
        self.patterns.set(first, pattern, usize::MAX);
    }

    /// Recognises a binary search over all nodes for the node whose edges contain a position.
    /// Returns the local that becomes the node, and the position.
    fn searched<'b>(&self, condition: &Expr, body: &'b Block) -> Option<(LocalId, &'b Expr)> {
        let [Stmt { kind: StmtKind::Let(middle, _), .. }, test] = &body[..] else { return None };
        let StmtKind::If(Expr { kind: ExprKind::Binary(_, offset, position), .. }, later, earlier) =
            &test.kind
        else {
            return None;
        };
        let is_offset = matches!(
            &offset.kind,
            ExprKind::Graph(GraphArray::OutOffsets | GraphArray::InOffsets, ..)
        );
        let assigned = |block: &Block| match &block[..] {
            [Stmt { kind: StmtKind::Assign(to, value), .. }]
                if value.local_read() == Some(*middle) =>
            {
                Some(*to)
            }
            _ => None,
        };
        let (first, last) = (assigned(later)?, assigned(earlier)?);
        let distance = match &condition.kind {
            ExprKind::Binary(BinaryOp::Gt, distance, _) => &distance.kind,
            _ => return None,
        };
        let is_distance = matches!(distance, ExprKind::Binary(BinaryOp::Sub, to, from)
            if (to.local_read(), from.local_read()) == (Some(last), Some(first)));
        let is_search = is_offset && is_distance && self.node_counts.contains(&last);
        is_search.then_some((first, position))
    }

    /// The loop over the edges of a node, and the pattern of the edges or positions.
    fn row(&mut self, offsets: GraphArray, node: &Expr) -> (Loop, Pattern) {
        let is_own = self.node.is_some() && node.local_read() == self.node;
        if !is_own || self.loops.iter().any(|outer| outer.is_row) {
            self.counts.estimates.insert(Estimate::MeanDegree);
            return (Loop::of(self.rounds().times(self.rows.mean_degree())), Pattern::Scattered);
        }
        let direction = match offsets {
            GraphArray::InOffsets => Direction::In,
            _ => Direction::Out,
        };
        let rounds = match self.of_share {
            Some(_) => Rounds::of_work_items(self.rows.degrees.edges()),
            None => self.rows.rounds(direction, self.lanes).clone(),
        };
        self.counts.iterations += rounds.iterations();
        self.counts.slots += rounds.slots;
        let own = match (self.lanes, self.patterns.of(node)) {
            (1, Pattern::Neighbouring) if self.rows.are_short() => Pattern::Neighbouring,
            (1, _) => Pattern::Scattered,
            (lanes, _) => Pattern::Grouped(lanes),
        };
        (Loop { rounds, reads: vec![], is_row: true }, self.of_share.unwrap_or(own))
    }

    /// A loop inside the current one, with a number of iterations. An unknown number counts as 1.
    fn times(&mut self, times: Option<u64>) -> Loop {
        if times.is_none() {
            self.counts.estimates.insert(Estimate::OneIteration);
        }
        Loop::of(self.rounds().times(times.unwrap_or(1)))
    }

    fn iterate(&mut self, inner: Loop, (var, pattern): (LocalId, Pattern), body: &Block) {
        self.inside(inner, |counter| {
            counter.patterns.set(var, pattern, counter.depth());
            counter.block(body);
        });
    }

    fn inside(&mut self, inner: Loop, count: impl FnOnce(&mut Self)) {
        self.loops.push(inner);
        count(self);
        self.loops.pop();
    }

    fn size(&self, array: ArrayId) -> u64 {
        self.arrays[array.index()].element_size() as u64
    }

    /// Counts all reads of an expression.
    fn reads(&mut self, expr: &Expr) {
        expr.walk(&mut |expr| {
            let (pattern, is_kept) = match &expr.kind {
                ExprKind::Load(place) => {
                    (self.patterns.of_place(place), place.access == Access::Plain)
                }
                ExprKind::Graph(_, at, _) | ExprKind::WorklistItem(_, _, at) => {
                    (self.patterns.of(at), true)
                }
                _ => return,
            };
            if !is_kept {
                return self.read(pattern, expr.ty.size() as u64, self.depth());
            }
            // The device compiler moves the read out of the loops in which it does not change.
            let depth = self.patterns.depth(expr, self.depth());
            if !self.loops[depth].reads.contains(expr) {
                self.loops[depth].reads.push(expr.clone());
                self.read(pattern, expr.ty.size() as u64, depth);
            }
        });
    }

    /// Counts a read in each iteration of a loop.
    fn read(&mut self, pattern: Pattern, size: u64, depth: usize) {
        self.counts.access(&self.loops[depth].rounds, pattern, size);
    }

    fn write(&mut self, pattern: Pattern, size: u64) {
        let rounds = &self.loops[self.loops.len() - 1].rounds;
        self.counts.write(rounds, pattern, size);
    }

    fn atomics(&mut self, count: u64) {
        let rounds = self.rounds().times(count);
        self.counts.atomic(&rounds);
    }
}
