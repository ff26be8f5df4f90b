//! Counts what a run of a program really does: the edges that it visits, the bytes that it reads
//! and writes in order, its accesses to unrelated elements, and its atomics.
//!
//! The [models](super) of this module know only the degrees of the graph. How often a condition
//! holds, and how many rounds a loop needs, shows only in a run. [`instrument`] therefore adds
//! counters to the kernels of a module. The run executes them like all other statements, and
//! [`Instrumented::total`] computes the accesses from their final values.
//!
//! ```text
//! forall u in worklist {              forall u in worklist {
//!   forall e in u.out {                 atomic add executed_0 1     // a read of the worklist and
//!     let v = targets[e]                forall e in u.out {         // of offsets
//!     if level~[v] == MAX {    ─►         atomic add executed_1 1   // an edge: `targets` in order,
//!       level~[v] = depth                 let v = targets[e]        // a gather from `level`
//!       push v                            if level~[v] == MAX {
//! } } }                                     atomic add executed_2 1 // a scattered write, a push
//!                                           …
//! ```
//!
//! A *segment* is a sequence of statements that are executed equally often. Each segment with
//! accesses has a counter. The accesses of a segment are counted once, from the IR:
//!
//! | accesses | count |
//! | --- | --- |
//! | elements whose index is the variable of the parallel loop, an edge of a loop over the edges of a node, or a local that only moves by constants | streamed bytes |
//! | the same element for all iterations | nothing; atomics whose old value is used: atomics of one word |
//! | all others | gathers (reads and writes), or atomics, by array |
//!
//! As in the models, a plain read of the same element counts once in an iteration, and a read that
//! does not change in a loop counts before the loop. The counts are a lower bound of the work: work-items
//! can combine their updates of a global in registers, but a device also moves whole sectors, reads the second offset of a row, and counts pushed items.
//!
//! **Limits.** Operands of `&&` and `||` all count. The start of a row is streamed, although it is
//! anywhere. Fills of `main` and quotient graphs do not count.

use std::collections::{BTreeMap, BTreeSet};

use super::pattern::{Pattern, Patterns};
use crate::atomics::AtomicOp;
use crate::ir::visit::walk_stmts;
use crate::ir::*;

/// Size of a node, an edge or another word of the graph's arrays, in bytes.
const WORD: u64 = 4;

/// An array that kernels access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Memory {
    /// An array of the program or of the compiler.
    Array(ArrayId),
    /// An array of the graph.
    Graph(GraphArray),
    /// A buffer of a worklist.
    Worklist(WorklistId),
}

/// Counts of accesses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Accesses {
    /// Number of visits of edges.
    pub edges: u64,
    /// Number of bytes of each array that are read or written in order.
    pub streamed: BTreeMap<Memory, u64>,
    /// Number of reads and writes of unrelated elements of each array.
    pub gathers: BTreeMap<Memory, u64>,
    /// Number of atomics on unrelated elements of each array.
    pub atomics: BTreeMap<Memory, u64>,
    /// Number of atomics on one element, such as a global, whose old value is used.
    pub word_atomics: u64,
}

impl Accesses {
    /// Adds other accesses a number of times.
    fn add(&mut self, other: &Accesses, times: u64) {
        let product = |count: u64| count.saturating_mul(times);
        self.edges = self.edges.saturating_add(product(other.edges));
        self.word_atomics = self.word_atomics.saturating_add(product(other.word_atomics));
        let pairs = [
            (&mut self.streamed, &other.streamed),
            (&mut self.gathers, &other.gathers),
            (&mut self.atomics, &other.atomics),
        ];
        for (to, from) in pairs {
            for (memory, count) in from {
                let sum = to.entry(*memory).or_default();
                *sum = sum.saturating_add(product(*count));
            }
        }
    }
}

/// A module with counters.
#[derive(Debug, Clone)]
pub struct Instrumented {
    /// The module. Its first arrays are those of the module without counters.
    pub module: Module,
    /// The accesses of each segment. The arrays with the counters follow those of the module.
    segments: Vec<Accesses>,
}

impl Instrumented {
    /// Returns the accesses of a run. `counter` returns the final value of the global with this
    /// position among the arrays of the module.
    pub fn total(&self, counter: impl Fn(usize) -> u64) -> Accesses {
        let first = self.module.arrays.len() - self.segments.len();
        let mut total = Accesses::default();
        for (segment, global) in self.segments.iter().zip(first..) {
            total.add(segment, counter(global));
        }
        total
    }
}

/// Adds counters to all kernels of a module whose work is not yet distributed over work-items.
pub fn instrument(module: &Module) -> Instrumented {
    let mut result = Instrumented { module: module.clone(), segments: vec![] };
    let names = result.module.free_name("executed");
    let mut first = ArrayId(module.arrays.len() as u32);
    for (kernel, original) in result.module.kernels.iter_mut().zip(&module.kernels) {
        let mut counter = Counter::new(module, original, first);
        kernel.body = counter.block(&original.body, &[]);
        first = ArrayId(first.0 + counter.used.len() as u32);
        result.segments.extend(counter.used);
    }
    for number in 0..result.segments.len() {
        let (name, ty, extent) = (format!("{names}_{number}"), Type::U64, Extent::One);
        let (width, init) = (ElementWidth::Full, Init::Fill(Value::U64(0)));
        result.module.arrays.push(Array { name, ty, width, extent, length: None, init });
    }
    result
}

/// A loop around a statement.
struct Loop {
    /// The innermost open segment of the loop.
    segment: usize,
    /// The reads that each iteration does once, because the device compiler keeps their values.
    reads: Vec<Expr>,
}

struct Counter<'m> {
    module: &'m Module,
    /// The first counter of the kernel.
    first: ArrayId,
    /// The accesses of the segments that have a counter.
    used: Vec<Accesses>,
    /// The accesses of the segments whose statements are being visited.
    open: Vec<Accesses>,
    /// The locals that are assigned after their declaration, each with whether all assignments
    /// move it by a constant.
    assigned: BTreeMap<LocalId, bool>,
    patterns: Patterns,
    /// The loops around the statement, from the outermost. The first stands for the kernel.
    loops: Vec<Loop>,
}

impl<'m> Counter<'m> {
    fn new(module: &'m Module, kernel: &Kernel, first: ArrayId) -> Counter<'m> {
        let mut assigned = BTreeMap::new();
        walk_stmts(&kernel.body, &mut |stmt| {
            if let Some(local) = stmt.assigned() {
                *assigned.entry(local).or_insert(true) &= is_step(stmt, local);
            }
        });
        Counter {
            module,
            first,
            used: vec![],
            open: vec![],
            assigned,
            patterns: Patterns::default(),
            loops: vec![Loop { segment: 0, reads: vec![] }],
        }
    }

    fn depth(&self) -> usize {
        self.loops.len() - 1
    }

    /// Returns the accesses of the segment that the current iteration of a loop executes.
    fn segment(&mut self, depth: usize) -> &mut Accesses {
        let segment = self.loops[depth].segment;
        &mut self.open[segment]
    }

    /// Returns a block with counters. Its first segment also evaluates `before`.
    fn block(&mut self, block: &Block, before: &[&Expr]) -> Block {
        self.segments(block, |counter| before.iter().for_each(|expr| counter.reads(expr)))
    }

    /// Returns a block with counters, whose first segment has more accesses. A statement that may
    /// end the block early ends the segment.
    fn segments(&mut self, block: &Block, more: impl FnOnce(&mut Self)) -> Block {
        let depth = self.depth();
        let outer = self.loops[depth].segment;
        let mut result = vec![];
        let (mut more, mut rest) = (Some(more), &block[..]);
        while more.is_some() || !rest.is_empty() {
            self.open.push(Accesses::default());
            self.loops[depth].segment = self.open.len() - 1;
            if let Some(more) = more.take() {
                more(self);
            }
            let end = rest.iter().position(may_leave).map_or(rest.len(), |at| at + 1);
            let part: Block = rest[..end].iter().map(|stmt| self.stmt(stmt)).collect();
            rest = &rest[end..];
            let accesses = self.open.pop().unwrap_or_default();
            if accesses != Accesses::default() {
                result.push(self.count(accesses));
            }
            result.extend(part);
        }
        self.loops[depth].segment = outer;
        result
    }

    /// Returns the statement that counts a segment.
    fn count(&mut self, accesses: Accesses) -> Stmt {
        let array = ArrayId(self.first.0 + self.used.len() as u32);
        self.used.push(accesses);
        let place = Place::unproven(array, Expr::constant(Value::U32(0)), None);
        let operands = vec![Expr::constant(Value::U64(1))];
        StmtKind::Atomic { op: AtomicOp::Add, place, operands, old: None }.from(Origin::default())
    }

    /// Returns a statement whose blocks have counters.
    fn stmt(&mut self, stmt: &Stmt) -> Stmt {
        let mut result = stmt.clone();
        match (&stmt.kind, &mut result.kind) {
            (StmtKind::While(condition, body), StmtKind::While(_, new)) => {
                *new = self.inside(|counter| counter.block(body, &[condition]));
                return result;
            }
            (StmtKind::ForAll { var, domain, body, .. }, StmtKind::ForAll { body: new, .. }) => {
                *new = self.elements(*var, domain, body);
                return result;
            }
            (StmtKind::For { var, start, end, step, body }, StmtKind::For { body: new, .. }) => {
                *new = self.numbers(*var, [start, end, step], body);
                return result;
            }
            _ => {}
        }
        stmt.exprs().into_iter().for_each(|expr| self.reads(expr));
        match (&stmt.kind, &mut result.kind) {
            (StmtKind::Let(id, value), _) => self.declare(*id, value),
            (StmtKind::LetVector(locals, read), _) => {
                locals.iter().for_each(|_| self.reads(read));
                self.scatter(locals);
            }
            (StmtKind::Store(place, _), _) => {
                let memory = Memory::Array(place.array);
                let pattern = self.patterns.of_place(place);
                self.access(memory, pattern, self.size(place.array), self.depth());
            }
            (StmtKind::Atomic { place, old, .. }, _) => {
                self.atomic(place, old.is_some());
                self.scatter(old.as_ref());
            }
            (StmtKind::Push(worklist, _), _) => {
                let size = self.module.worklists[worklist.index()].ty.size() as u64;
                self.stream(Memory::Worklist(*worklist), size, self.depth());
            }
            (
                StmtKind::Exclusive { owners, nodes, body, otherwise },
                StmtKind::Exclusive { body: new, otherwise: other, .. },
            ) => {
                // A work-item takes each node, and gives it back.
                let count = 2 * nodes.len() as u64;
                let accesses = self.segment(self.depth());
                *accesses.atomics.entry(Memory::Array(*owners)).or_default() += count;
                (*new, *other) = (self.block(body, &[]), self.block(otherwise, &[]));
            }
            (StmtKind::If(_, then, otherwise), StmtKind::If(_, new, other)) => {
                (*new, *other) = (self.block(then, &[]), self.block(otherwise, &[]));
            }
            _ => self.scatter(&stmt.declares()),
        }
        result
    }

    /// Returns the body of a loop over a domain.
    fn elements(&mut self, var: LocalId, domain: &Domain, body: &Block) -> Block {
        let row =
            domain.row().map(|(offsets, node, bounds)| Expr::row(offsets, node.clone(), bounds));
        if let Some((start, _)) = &row {
            self.reads(start);
        }
        let is_edge = row.is_some() || *domain == Domain::Edges;
        self.inside(|counter| {
            let depth = counter.depth();
            let (pattern, listed) = match domain {
                // The ids of incoming edges and the items of a worklist are in lists.
                Domain::InEdges(..) => {
                    (Pattern::Scattered, Some((Memory::Graph(GraphArray::InEdges), WORD)))
                }
                Domain::Worklist(id) => {
                    let size = counter.module.worklists[id.index()].ty.size() as u64;
                    (Pattern::Scattered, Some((Memory::Worklist(*id), size)))
                }
                _ => (Pattern::Neighbouring, None),
            };
            counter.patterns.set(var, pattern, depth);
            counter.segments(body, |counter| {
                if let Some((list, size)) = listed {
                    counter.stream(list, size, depth);
                }
                counter.segment(depth).edges += u64::from(is_edge);
            })
        })
    }

    /// Returns the body of a counted loop, which may be over the edges of a node.
    fn numbers(&mut self, var: LocalId, [start, end, step]: [&Expr; 3], body: &Block) -> Block {
        let is_edge = matches!(
            start.kind,
            ExprKind::Graph(GraphArray::OutOffsets | GraphArray::InOffsets, ..)
        );
        self.reads(start);
        if !is_edge {
            [end, step].into_iter().for_each(|expr| self.reads(expr));
        }
        let pattern = match self.patterns.of(start) {
            Pattern::Uniform => Pattern::Uniform,
            _ => Pattern::Neighbouring,
        };
        self.inside(|counter| {
            let depth = counter.depth();
            counter.patterns.set(var, pattern, depth);
            counter.segments(body, |counter| counter.segment(depth).edges += u64::from(is_edge))
        })
    }

    /// Declares locals whose values have no known relation.
    fn scatter<'l>(&mut self, locals: impl IntoIterator<Item = &'l LocalId>) {
        for local in locals {
            self.patterns.set(*local, Pattern::Scattered, self.depth());
        }
    }

    fn declare(&mut self, id: LocalId, value: &Expr) {
        match self.assigned.get(&id) {
            Some(true) => self.patterns.set(id, Pattern::Neighbouring, usize::MAX),
            Some(false) => self.patterns.set(id, Pattern::Scattered, usize::MAX),
            None => {
                let depth = self.patterns.depth(value, self.depth());
                self.patterns.set(id, self.patterns.of(value), depth);
            }
        }
    }

    fn inside<T>(&mut self, count: impl FnOnce(&mut Self) -> T) -> T {
        self.loops.push(Loop { segment: 0, reads: vec![] });
        let result = count(self);
        self.loops.pop();
        result
    }

    fn size(&self, array: ArrayId) -> u64 {
        self.module.arrays[array.index()].element_size() as u64
    }

    /// Counts all reads of an expression.
    fn reads(&mut self, expr: &Expr) {
        expr.walk(&mut |expr| {
            let (memory, pattern, is_kept) = match &expr.kind {
                ExprKind::Load(place) => {
                    let is_plain = place.access == Access::Plain;
                    (Memory::Array(place.array), self.patterns.of_place(place), is_plain)
                }
                ExprKind::Graph(array, at, _) => {
                    (Memory::Graph(*array), self.patterns.of(at), true)
                }
                ExprKind::WorklistItem(id, ..) => {
                    let size = expr.ty.size() as u64;
                    return self.stream(Memory::Worklist(*id), size, self.depth());
                }
                _ => return,
            };
            let size = expr.ty.size() as u64;
            if !is_kept {
                return self.access(memory, pattern, size, self.depth());
            }
            // The device compiler moves the read out of the loops in which it does not change.
            let depth = self.patterns.depth(expr, self.depth());
            let is_new = !self.loops[depth].reads.contains(expr);
            if is_new || self.changes(expr) {
                self.loops[depth].reads.push(expr.clone());
                self.access(memory, pattern, size, depth);
            }
        });
    }

    /// Returns whether an expression may change within an iteration, because of assignments.
    fn changes(&self, expr: &Expr) -> bool {
        let mut found = BTreeSet::new();
        expr.walk(&mut |expr| found.extend(expr.local_read()));
        found.iter().any(|local| self.assigned.contains_key(local))
    }

    /// Counts a read or a write in each iteration of a loop.
    fn access(&mut self, memory: Memory, pattern: Pattern, size: u64, depth: usize) {
        match pattern {
            Pattern::Uniform => {}
            _ if pattern.is_coalesced() => self.stream(memory, size, depth),
            _ => *self.segment(depth).gathers.entry(memory).or_default() += 1,
        }
    }

    /// Counts a read or a write in order in each iteration of a loop.
    fn stream(&mut self, memory: Memory, size: u64, depth: usize) {
        *self.segment(depth).streamed.entry(memory).or_default() += size;
    }

    fn atomic(&mut self, place: &Place, needs_old: bool) {
        let pattern = self.patterns.of_place(place);
        let accesses = self.segment(self.depth());
        match pattern {
            Pattern::Uniform => accesses.word_atomics += u64::from(needs_old),
            _ => *accesses.atomics.entry(Memory::Array(place.array)).or_default() += 1,
        }
    }
}

/// Returns whether an assignment moves a local by a constant.
fn is_step(stmt: &Stmt, local: LocalId) -> bool {
    let StmtKind::Assign(_, value) = &stmt.kind else { return false };
    let ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) = &value.kind else {
        return false;
    };
    left.local_read() == Some(local) && matches!(right.kind, ExprKind::Const(_))
}

/// Returns whether the statements after this one may be skipped: whether it contains a `break` or a
/// `continue`.
fn may_leave(stmt: &Stmt) -> bool {
    let mut found = false;
    walk_stmts(std::slice::from_ref(stmt), &mut |stmt| {
        found |= matches!(stmt.kind, StmtKind::Break | StmtKind::Continue);
    });
    found
}
