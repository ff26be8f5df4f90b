//! Vector loads: reads neighbouring elements of an array with one instruction.
//!
//! An unrolled loop over the edges of a node reads the destinations of consecutive edges one by
//! one. The pass reads two or four of them together. Devices have instructions for this, and GPUs
//! then transfer the elements in fewer requests.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! let v: node = @targets[e]           vector lane: node, lane_2: node = @targets[e]
//! …                                   let v: node = lane
//! let e_2: edge = (e + 1edge)         …
//! let v_2: node = @targets[e_2]       let e_2: edge = (e + 1edge)
//! …                                   let v_2: node = lane_2
//! ```
//!
//! # Why it is legal
//!
//! * **The memory is constant**: the pass reads only arrays of the graph and arrays that the kernel
//!   never writes. The pass [`access`](super::super::access) has made all reads of such an array
//!   plain, and the values are the same at any time of the launch ([`invariant`]). The reads may
//!   therefore move to the first of them, past any access, plain or relaxed, past barriers, and
//!   past loops that wait.
//! * **The elements exist**: all indices are proven, and each of the reads certainly runs whenever
//!   the first one does. A proof may rest on a condition around the read (fact 1 of the
//!   [list](super)), so reads inside a conditional or loop, after a statement that may end the
//!   block early or may not end, or in an operand that may be skipped, do not count.
//! * **They are neighbours**: the indices are the same local plus different constants. An index
//!   that is in range is less than [`MAX_EXTENT`], so that the sums do not
//!   wrap.
//!
//! A relaxed read of an array that the kernel writes stays: a wider plain read could see a mixture
//! of old and new elements, and would race with the writes.
//!
//! # Limits
//!
//! A vector has at most 128 bits, or 256 bits if it has edges that [get 64
//! bits](super::super::widen). Elements of rows stay, because a device may store them in another
//! order, and so does `bool`, whose form in memory differs from that in registers. Bounds of the
//! loops that a launch shares stay, because the runtime recognises them. OpenCL's `vload` requires
//! no alignment; a GPU whose loads need it reads the elements separately.
//!
//! [`invariant`]: super::super::invariant

use std::collections::{BTreeMap, BTreeSet};

use super::{Facts, rewrite_kernels};
use crate::configuration::ScalarPass;
use crate::ir::build::add_local;
use crate::ir::uniform_loop::is_distributed;
use crate::ir::visit::{walk_stmts, walk_stmts_mut};
use crate::ir::*;
use crate::remarks::Remarks;

/// Largest size of a vector in bytes.
const LARGEST: usize = 16;

/// Reads neighbouring elements together.
pub(super) fn load_vectors(module: &mut Module, remarks: &mut Remarks) {
    rewrite_kernels(module, &mut |kernel, facts| {
        let Kernel { name, locals, body, .. } = kernel;
        let mut found = false;
        vectors_of(body, locals, facts, &mut |origin, width| {
            found = true;
            let message = format!("{width} neighbouring elements are read together");
            remarks.applied(ScalarPass::Vector, name, origin, message);
        });
        if !found {
            let reason = "no block certainly reads neighbouring elements that never change";
            remarks.missed(ScalarPass::Vector, name, Origin::default(), reason);
        }
    });
}

fn vectors_of(
    block: &mut Block,
    locals: &mut Locals,
    facts: &Facts<'_>,
    tell: &mut dyn FnMut(Origin, usize),
) {
    for stmt in &mut *block {
        for inner in stmt.blocks_mut() {
            vectors_of(inner, locals, facts, tell);
        }
    }
    let vectors = vectors(block, facts);
    // From the last statement on, so that the positions of the others stay valid.
    for vector in vectors.into_iter().rev() {
        let origin = block[vector.at].origin;
        let ty = vector.reads[0].ty;
        let lanes: Vec<LocalId> =
            vector.reads.iter().map(|_| add_local(locals, "lane", ty)).collect();
        walk_stmts_mut(&mut block[vector.at..], &mut |stmt| {
            if is_distributed(stmt) {
                return;
            }
            for expr in stmt.exprs_mut() {
                expr.walk_mut(&mut |e| {
                    if let Some(lane) = vector.reads.iter().position(|read| read == e) {
                        *e = Expr::local(lanes[lane], ty);
                    }
                });
            }
        });
        let read = vector.base.read(vector.offset, ty, locals);
        tell(origin, lanes.len());
        block.insert(vector.at, StmtKind::LetVector(lanes, read).from(origin));
    }
}

/// Reads of neighbouring elements.
struct Vector {
    /// The statement of the block that contains the first of them.
    at: usize,
    base: Base,
    /// The difference between the index of the first element and the base.
    offset: u64,
    /// The reads, by index.
    reads: Vec<Expr>,
}

/// The memory that a read accesses, and the local from which its index counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Base {
    memory: Memory,
    local: LocalId,
}

impl Base {
    /// Returns the read of an element.
    fn read(self, offset: u64, ty: Type, locals: &Locals) -> Expr {
        let local = Expr::local(self.local, locals[self.local.index()].ty);
        let counter = local.ty.counter();
        let index = match offset {
            0 => local,
            _ => {
                let offset = Expr::constant(Value::from_bits(counter, offset));
                Expr::binary(BinaryOp::Add, local.cast(counter), offset)
            }
        };
        let kind = match self.memory {
            Memory::Graph(array) => ExprKind::Graph(array, Box::new(index), Bounds::Proven),
            Memory::Array(array) => {
                let (access, bounds) = (Access::Plain, Bounds::Proven);
                ExprKind::Load(Box::new(Place { array, index, element: None, access, bounds }))
            }
        };
        Expr { ty, kind }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Memory {
    Array(ArrayId),
    Graph(GraphArray),
}

/// Finds reads of neighbouring elements that a block certainly evaluates. They are ordered by the
/// statements where the vectors are loaded.
fn vectors(block: &Block, facts: &Facts<'_>) -> Vec<Vector> {
    let mut assigned = BTreeSet::new();
    walk_stmts(block, &mut |stmt| assigned.extend(stmt.assigned()));
    let mut sums: BTreeMap<LocalId, (LocalId, u64)> = BTreeMap::new();
    // Of each element, the statement that reads it first and the read.
    let mut found: BTreeMap<Base, BTreeMap<u64, (usize, Expr)>> = BTreeMap::new();
    for (at, stmt) in block.iter().enumerate() {
        let exprs = if is_distributed(stmt) { vec![] } else { stmt.exprs() };
        for expr in exprs {
            certain_reads(expr, &mut |read| {
                let Some((memory, index)) = constant_memory(read, facts) else { return };
                let Some((local, offset)) = sum(index, &sums) else { return };
                if !assigned.contains(&local) {
                    let elements = found.entry(Base { memory, local }).or_default();
                    elements.entry(offset).or_insert_with(|| (at, read.clone()));
                }
            });
        }
        if may_not_continue(stmt) {
            break;
        }
        if let StmtKind::Let(id, value) = &stmt.kind
            && !assigned.contains(id)
            && let Some(known) = sum(value, &sums)
        {
            sums.insert(*id, known);
        }
    }
    let mut vectors = vec![];
    for (base, elements) in found {
        group(base, elements, &mut vectors);
    }
    vectors.sort_by_key(|vector| vector.at);
    vectors
}

/// Combines reads that count from one base, by their offsets, into vectors.
fn group(base: Base, elements: BTreeMap<u64, (usize, Expr)>, vectors: &mut Vec<Vector>) {
    let elements: Vec<(u64, (usize, Expr))> = elements.into_iter().collect();
    let mut rest = &elements[..];
    while let Some((offset, (_, read))) = rest.first() {
        let most = LARGEST / read.ty.size();
        let follows = |width: usize| {
            let last = rest.get(width - 1).map(|(last, _)| *last);
            width <= most && last == offset.checked_add(width as u64 - 1)
        };
        let width = [4, 2].into_iter().find(|width| follows(*width)).unwrap_or(1);
        let (run, others) = rest.split_at(width);
        rest = others;
        let at = run.iter().map(|(_, (at, _))| *at).min();
        if let (true, Some(at)) = (width > 1, at) {
            let reads = run.iter().map(|(_, (_, read))| read.clone()).collect();
            vectors.push(Vector { at, base, offset: *offset, reads });
        }
    }
}

/// Calls `f` for the reads that the evaluation of an expression certainly makes.
fn certain_reads(expr: &Expr, f: &mut dyn FnMut(&Expr)) {
    f(expr);
    let is_lazy = matches!(
        expr.kind,
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..) | ExprKind::Select(..)
    );
    for operand in expr.operands().into_iter().take(if is_lazy { 1 } else { usize::MAX }) {
        certain_reads(operand, f);
    }
}

/// Returns the memory and the index of a read whose element exists and never changes.
fn constant_memory<'e>(read: &'e Expr, facts: &Facts<'_>) -> Option<(Memory, &'e Expr)> {
    match &read.kind {
        ExprKind::Graph(array, index, Bounds::Proven) => Some((Memory::Graph(*array), index)),
        ExprKind::Load(place) => {
            let is_constant =
                place.access == Access::Plain && !facts.written.contains(&place.array);
            let array = &facts.arrays[place.array.index()];
            let is_row = matches!(array.extent, Extent::Nodes | Extent::Edges)
                && place.element.is_none()
                && array.width.is_full();
            (is_constant && is_row && place.bounds == Bounds::Proven && read.ty != Type::Bool)
                .then_some((Memory::Array(place.array), &place.index))
        }
        _ => None,
    }
}

/// Returns a node, an edge or a `u32` as a local plus a constant of less than 32 bits, which has the
/// same meaning if edges get 64 bits. `sums` has the locals that are such sums.
fn sum(expr: &Expr, sums: &BTreeMap<LocalId, (LocalId, u64)>) -> Option<(LocalId, u64)> {
    if !matches!(expr.ty, Type::U32 | Type::Node | Type::Edge) {
        return None;
    }
    match &expr.kind {
        ExprKind::Local(id) => Some(sums.get(id).copied().unwrap_or((*id, 0))),
        // Edges may get more bits than other numbers have.
        ExprKind::Cast(inner) if expr.ty.counter() == inner.ty.counter() => sum(inner, sums),
        ExprKind::Binary(BinaryOp::Add, first, second) => {
            let (local, offset) = sum(first, sums)?;
            let ExprKind::Const(value) = second.kind else { return None };
            let offset = offset.checked_add(value.to_bits())?;
            (offset < u32::MAX.into()).then_some((local, offset))
        }
        _ => None,
    }
}

/// Whether the statements after this one may not run: it may end the block early, or wait.
fn may_not_continue(stmt: &Stmt) -> bool {
    let mut found = false;
    walk_stmts(std::slice::from_ref(stmt), &mut |inner| {
        found |= matches!(inner.kind, StmtKind::Break | StmtKind::Continue | StmtKind::While(..));
    });
    found
}
