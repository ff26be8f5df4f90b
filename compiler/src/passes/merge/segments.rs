//! Segmented sums: visits that reduce into locals of their nodes, in tiles with edges of several
//! nodes.
//!
//! Each work-item takes consecutive edges, and keeps the value of a *segment*, its edges of one
//! row, in a register. At most its first segment can have started before its first edge. The values
//! of the other segments become those of their rows, and the first segments are added afterwards:
//!
//! ```text
//! rows of the edges:   0 0 0 1   1 1 1 1   1 2 2 3
//! work-items:          ───0───   ───1───   ───2───
//! first segments:      0 0 0     1 1 1 1   1           in `sum_first`, and their rows in `row_of`
//! other segments:            1               2 2 3     in `sum_of`
//! ```
//!
//! Work-item 1 is the first with a first segment of row 1. It adds the first segments of the
//! work-items 1 and 2 to the segment with which work-item 0 started the row.
//!
//! Visits that need nothing of their rows run before, in an order in which their accesses coalesce.
//! Their values go through local memory, in chunks that fit.

use super::share::Tile;
use super::visits::{Current, needed};
use super::{Rows, Sum, both, constant, element, is_less, least, minus, own, plus, value};
use crate::ir::build::combine;
use crate::ir::visit::walk_stmts;
use crate::ir::*;
use crate::passes::orders::EdgeMap;

/// The largest number of bytes of the values of an edge that go through local memory. With 256
/// work-items, the values of a chunk then have 16 KiB.
const MAX_STAGED: usize = 8;

/// Positions among the edges of a tile.
struct Positions {
    /// The first position.
    from: Expr,
    /// The position after the last one.
    to: Expr,
    /// The shared memory with the values of these edges, for each reduction, or nothing if the
    /// edges are yet to be visited.
    values: Vec<SharedId>,
}

impl Rows<'_> {
    /// Visits the edges of several rows.
    pub(super) fn visit_rows(&mut self, tile: &Tile, out: &mut Block) {
        if !can_stage(self.locals, self.map) {
            let all = Positions { from: constant(0), to: value(tile.total), values: vec![] };
            return self.sum_segments(tile, &all, out);
        }
        let staged = self.sums.clone().into_iter().map(|sum| {
            let name = format!("{}_at", self.locals[sum.target.index()].name);
            let ty = narrow_type(self.map, sum.target).unwrap_or(sum.ty);
            self.memory(&name, ty, SharedExtent::Tile)
        });
        let values: Vec<SharedId> = staged.collect();
        let capacity = Expr::binary(BinaryOp::Mul, size(), constant(SharedExtent::TILE));
        let chunk = self.number("chunk");
        let mut body = vec![];
        let end = least(plus(value(chunk), capacity.clone()), value(tile.total));
        let end = self.declare("chunk_end", end, &mut body);
        self.stage(tile, chunk, end, &values, &mut body);
        let of_chunk = Positions { from: value(chunk), to: value(end), values };
        self.sum_segments(tile, &of_chunk, &mut body);
        self.barrier(&mut body);
        let (start, end) = (constant(0), value(tile.total));
        let the_loop = StmtKind::For { var: chunk, start, end, step: capacity, body };
        let note = "merge: the values of edges go through local memory";
        out.push(the_loop.from(self.map.origin.noted(note)));
    }

    /// Visits the edges of a chunk, and stores the value of each. Neighbouring work-items visit
    /// neighbouring edges, so that their accesses coalesce.
    fn stage(
        &mut self,
        tile: &Tile,
        chunk: LocalId,
        end: LocalId,
        values: &[SharedId],
        out: &mut Block,
    ) {
        let p = self.number("p");
        let mut body = vec![];
        let current = self.current(tile, &mut body);
        let mut visit = self.visit_of(&current, value(p));
        for ((sum, partial), memory) in self.sums.iter().zip(current.partials).zip(values) {
            let at = minus(value(p), value(chunk));
            if self.shared[memory.index()].ty != sum.ty {
                for stmt in &mut visit {
                    keep_narrow(stmt, partial, *memory, &at);
                }
            } else {
                let found = Expr::local(partial, sum.ty);
                self.push(StmtKind::StoreShared(*memory, at, found), &mut visit);
            }
        }
        body.extend(visit);
        let (start, end) = (plus(value(chunk), own()), value(end));
        self.push(StmtKind::For { var: p, start, end, step: size(), body }, out);
        self.barrier(out);
    }

    /// Combines the values of edges in the sums of their rows. Each work-item takes consecutive
    /// edges, and combines the values of each segment of a row.
    fn sum_segments(&mut self, tile: &Tile, positions: &Positions, out: &mut Block) {
        let at = out.len();
        let [start, end] = self.consecutive(positions, out);
        let current = self.current(tile, out);
        // A work-item without edges has a row that does not exist.
        let first_row = self.declare("first_row", size(), out);
        let sums = self.sums.clone();
        let firsts: Vec<LocalId> =
            sums.iter().map(|sum| self.declare("first", sum.identity(), out)).collect();

        let mut some = self.enter_with_end(tile, &current, value(start));
        self.push(StmtKind::Assign(first_row, value(current.owner)), &mut some);
        let p = self.number("p");
        let mut next = self.leave(&current, first_row, &firsts);
        next.extend(self.advance(tile, &current, p));
        let is_next = Expr::binary(BinaryOp::Ge, value(p), value(current.until));
        let mut body = vec![self.stmt(StmtKind::If(is_next, next, vec![]))];
        if positions.values.is_empty() {
            body.extend(self.visit_of(&current, value(p)));
        }
        for ((sum, partial), memory) in sums.iter().zip(&current.partials).zip(&positions.values) {
            let at = minus(value(p), positions.from.clone());
            let found = element(*memory, self.shared[memory.index()].ty, at).cast(sum.ty);
            let both = combine(sum.op, Expr::local(*partial, sum.ty), found);
            self.push(StmtKind::Assign(*partial, both), &mut body);
        }
        let (from, to, step) = (value(start), value(end), constant(1));
        self.push(StmtKind::For { var: p, start: from, end: to, step, body }, &mut some);
        some.extend(self.leave(&current, first_row, &firsts));
        self.push(StmtKind::If(is_less(value(start), value(end)), some, vec![]), out);
        self.add_first_segments(first_row, &firsts, out);
        out[at].origin = self.map.origin.noted("merge: consecutive edges for each work-item");
    }

    /// Computes the first position of the work-item, and the position after its last one.
    fn consecutive(&mut self, positions: &Positions, out: &mut Block) -> [LocalId; 2] {
        let length = minus(positions.to.clone(), positions.from.clone());
        let length = self.declare("length", length, out);
        let rounded = minus(plus(value(length), size()), constant(1));
        let mut each = Expr::binary(BinaryOp::Div, rounded, size());
        if !positions.values.is_empty() {
            // With an odd distance, neighbouring work-items access different banks of local memory.
            each = Expr::binary(BinaryOp::BitOr, each, constant(1));
        }
        let each = self.declare("each", each, out);
        let start = Expr::binary(BinaryOp::Mul, own(), value(each));
        let start = plus(positions.from.clone(), least(start, value(length)));
        let start = self.declare("from_edge", start, out);
        let end = least(plus(value(start), value(each)), positions.to.clone());
        [start, self.declare("to_edge", end, out)]
    }

    /// Combines the first segments of work-items with the sums of their rows. The first work-item
    /// of each row does it for all of them.
    fn add_first_segments(&mut self, first_row: LocalId, firsts: &[LocalId], out: &mut Block) {
        let row_of = self.memory("row_of", Type::U32, SharedExtent::Item);
        self.push(StmtKind::StoreShared(row_of, own(), value(first_row)), out);
        let sums = self.sums.clone();
        for (sum, first) in sums.iter().zip(firsts) {
            self.push(StmtKind::StoreShared(sum.of_first, own(), Expr::local(*first, sum.ty)), out);
        }
        self.barrier(out);
        let has_row =
            |item| Expr::binary(BinaryOp::Eq, element(row_of, Type::U32, item), value(first_row));
        let before = Expr::binary(BinaryOp::Max, own(), constant(1));
        let continues = has_row(minus(before, constant(1)));
        let is_not_first = both(Expr::binary(BinaryOp::Ne, own(), constant(0)), continues);
        let is_first = Expr::unary(UnaryOp::Not, is_not_first);
        let leads = both(is_less(value(first_row), size()), is_first);
        let item = self.number("item");
        let within = is_less(value(item), size());
        let more = both(within, has_row(least(value(item), minus(size(), constant(1)))));
        let add = self.add_while(first_row, (item, more));
        self.push(StmtKind::If(leads, add, vec![]), out);
    }

    /// Adds the first segments of the work-items from this one on to the sum of a row, while a
    /// condition on the next work-item holds.
    fn add_while(&mut self, row: LocalId, (item, more): (LocalId, Expr)) -> Block {
        let sums = self.sums.clone();
        let (mut add, mut round) = (vec![], vec![]);
        let of_row = |sum: &Sum| element(sum.of_row, sum.ty, value(row));
        let totals = sums.iter().map(|sum| self.declare("sum_of_row", of_row(sum), &mut add));
        let totals: Vec<LocalId> = totals.collect();
        self.push(StmtKind::Let(item, own()), &mut add);
        for (sum, total) in sums.iter().zip(&totals) {
            let next = element(sum.of_first, sum.ty, value(item));
            let both = combine(sum.op, Expr::local(*total, sum.ty), next);
            self.push(StmtKind::Assign(*total, both), &mut round);
        }
        self.push(StmtKind::Assign(item, plus(value(item), constant(1))), &mut round);
        self.push(StmtKind::While(more, round), &mut add);
        for (sum, total) in sums.iter().zip(&totals) {
            let total = Expr::local(*total, sum.ty);
            self.push(StmtKind::StoreShared(sum.of_row, value(row), total), &mut add);
        }
        add
    }

    /// Continues with the row that has the edge at a position, after the rows without edges.
    fn advance(&self, tile: &Tile, current: &Current, p: LocalId) -> Block {
        let next = plus(value(current.owner), constant(1));
        let until = self.next_start(tile, value(current.owner));
        let round = [StmtKind::Assign(current.owner, next), StmtKind::Assign(current.until, until)];
        let round = round.map(|kind| self.stmt(kind)).to_vec();
        let is_before = Expr::binary(BinaryOp::Ge, value(p), value(current.until));
        let mut out = vec![self.stmt(StmtKind::While(is_before, round))];
        for (sum, partial) in self.sums.iter().zip(&current.partials) {
            self.push(StmtKind::Assign(*partial, sum.identity()), &mut out);
        }
        self.take_path(tile, current, &mut out);
        out
    }

    /// Ends a segment of the current row: stores its value. The first segment of a work-item may
    /// have started before, so others may have segments of its row.
    fn leave(&self, current: &Current, first_row: LocalId, firsts: &[LocalId]) -> Block {
        let (mut first, mut other) = (vec![], vec![]);
        for ((sum, partial), kept) in self.sums.iter().zip(&current.partials).zip(firsts) {
            let partial = Expr::local(*partial, sum.ty);
            self.push(StmtKind::Assign(*kept, partial.clone()), &mut first);
            let owner = value(current.owner);
            self.push(StmtKind::StoreShared(sum.of_row, owner, partial), &mut other);
        }
        let is_first = Expr::binary(BinaryOp::Eq, value(current.owner), value(first_row));
        vec![self.stmt(StmtKind::If(is_first, first, other))]
    }
}

/// The number of work-items of a workgroup.
fn size() -> Expr {
    Expr::at(Coordinate::LocalSize)
}

/// The type of the values of edges in local memory if it is smaller than that of the sum: the visit
/// has one reduction into the sum, on all ways through it, of a value that is converted from the
/// smaller type. This is the case for an `f64` sum of `f32` values.
fn narrow_type(map: &EdgeMap, target: LocalId) -> Option<Type> {
    let mut count = 0;
    walk_stmts(&map.visit, &mut |stmt| {
        count += usize::from(matches!(stmt.kind, StmtKind::Reduce(id, ..) if id == target));
    });
    let converted = map.visit.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Reduce(id, _, Expr { ty, kind: ExprKind::Cast(from) }) if *id == target => {
            (from.ty.size() < ty.size()).then_some(from.ty)
        }
        _ => None,
    });
    converted.filter(|_| count == 1)
}

/// Replaces the reduction of a converted value by a store of the value, before its conversion, in
/// shared memory. The first value that is combined with the identity stays the same.
fn keep_narrow(stmt: &mut Stmt, partial: LocalId, memory: SharedId, at: &Expr) {
    if let StmtKind::Reduce(id, _, Expr { kind: ExprKind::Cast(from), .. }) = &stmt.kind
        && *id == partial
    {
        stmt.kind = StmtKind::StoreShared(memory, at.clone(), (**from).clone());
    }
}

/// Whether neighbouring work-items visit neighbouring edges in shares of the merge path, in a
/// kernel with these locals.
pub fn coalesces(locals: &[Local], map: &EdgeMap) -> bool {
    map.reductions.is_empty() || can_stage(locals, map)
}

/// Whether visits can run before the rows of their edges are known, and their values fit local
/// memory.
fn can_stage(locals: &[Local], map: &EdgeMap) -> bool {
    // Edges may get 64 bits later.
    let size = |(id, _): &(LocalId, AtomicOp)| EdgeWidth::Wide.of(locals[id.index()].ty).size();
    let bytes: usize = map.reductions.iter().map(size).sum();
    map.visits_every_node() && needed(map).is_empty() && bytes <= MAX_STAGED
}
