//! The share of a workgroup, and the rows and edges of its tiles.
//!
//! Row `v` has the edges from `offsets[v]` to `offsets[v + 1]`. On the merge path, edge `e` of row
//! `v` is at position `e + v`, and the end of row `v` at position `offsets[v + 1] + v`. Before a
//! position `p`, there are `r(p)` row ends, the number of rows with `offsets[v + 1] + v < p`, and
//! `p - r(p)` edges. Positions need 64 bits, because there may be nearly 2³² nodes and edges each.
//! Ids of edges have the type `edge`, so that they may [get 64 bits](super::super::widen). Positions
//! among the edges of a tile have 32 bits.

use std::collections::BTreeMap;

use super::{
    Rows, both, constant, edge_value, element, is_less, least, minus, own, plus, times, value,
};
use crate::ir::build::add_local;
use crate::ir::*;
use crate::passes::copy::copy;

/// The share of a workgroup: locals with the same value in all of its work-items.
pub(super) struct Share {
    /// The first row.
    pub first: LocalId,
    /// The row after the last row whose end is in the share.
    pub last: LocalId,
    /// The row after the last row with an edge or an end in the share.
    pub rows_end: LocalId,
    /// The first edge.
    pub low: LocalId,
    /// The edge after the last one.
    pub high: LocalId,
}

/// A tile: consecutive rows, one for each work-item of the workgroup.
pub(super) struct Tile {
    /// The first row, the variable of the loop over tiles.
    pub base: LocalId,
    /// The row of the work-item.
    pub row: LocalId,
    /// Whether the row exists and belongs to the share.
    pub on: LocalId,
    /// Where the edges of the row start, which may be before the share.
    pub from: LocalId,
    /// The number of edges of the row in the share that are visited.
    pub count: LocalId,
    /// The number of edges of the tile that are visited. The same in the whole workgroup.
    pub total: LocalId,
    /// The shared memory with the number of edges in earlier rows of the tile.
    pub start_of: SharedId,
    /// How a position among the edges of the tile becomes an edge.
    pub edges: Edges,
}

/// How a position among the edges of a tile becomes an edge.
pub(super) enum Edges {
    /// The edges are consecutive, and start at this local.
    From(LocalId),
    /// Some nodes have no visits. The shared memory has, for each row, the number that makes a
    /// position an edge.
    ByRow(SharedId),
}

/// A search for the number of row ends before a position: locals with the same value in the whole
/// workgroup.
struct Search {
    position: Expr,
    /// The number of row ends that are known to be before the position.
    found: LocalId,
    /// The number of rows after these among which the search continues.
    rest: LocalId,
    /// The distance of the rows that a round tests.
    step: LocalId,
}

impl Rows<'_> {
    /// Computes the share of the workgroup.
    pub(super) fn share(&mut self, out: &mut Block) -> Share {
        let at = out.len();
        let [start, end] = self.positions(out);
        let [first, last] = self.search([start, end].map(wide_value), out);
        let edges = |position, row| minus(wide_value(position), wide(value(row)));
        let low = self.declare("low", edges(start, first).cast(Type::Edge), out);
        let high = self.declare("high", edges(end, last).cast(Type::Edge), out);
        let rows_end = least(plus(value(last), constant(1)), Expr::u32(ExprKind::NodeCount));
        let rows_end = self.declare("rows_end", rows_end, out);
        out[at].origin = self.map.origin.noted("merge: the share of the workgroup");
        Share { first, last, rows_end, low, high }
    }

    /// Computes the positions on the merge path at which the share of the workgroup starts and
    /// ends.
    fn positions(&mut self, out: &mut Block) -> [LocalId; 2] {
        let size = Expr::at(Coordinate::LocalSize);
        let per = |coordinate| Expr::binary(BinaryOp::Div, Expr::at(coordinate), size.clone());
        let (groups, group) = (per(Coordinate::GlobalSize), per(Coordinate::GroupStart));
        let groups = self.declare("groups", groups, out);
        let nodes = Expr::u32(ExprKind::NodeCount);
        let items = plus(wide(nodes), wide(Expr::edge_count()));
        let items = self.declare("items", items, out);
        let one = Expr::constant(Value::U64(1));
        let rounded = minus(plus(wide_value(items), wide(value(groups))), one);
        let each = Expr::binary(BinaryOp::Div, rounded, wide(value(groups)));
        let each = self.declare("each", each, out);
        let before = Expr::binary(BinaryOp::Mul, wide(group), wide_value(each));
        let start = self.declare("start", least(wide_value(items), before), out);
        let end = least(wide_value(items), plus(wide_value(start), wide_value(each)));
        [start, self.declare("end", end, out)]
    }

    /// Finds the number of row ends before two positions. All work-items of the workgroup search
    /// together: in each round, each of them tests one row, and the tested rows have equal
    /// distances. The number of tested rows that end before a position tells where its search
    /// continues. A million rows take three rounds with 128 work-items, where a binary search is a
    /// chain of 20 loads.
    ///
    /// One collective counts for both positions, in the lower and the upper half of a word.
    fn search(&mut self, positions: [Expr; 2], out: &mut Block) -> [LocalId; 2] {
        let [start, end] = positions;
        let searches = [("first", start), ("last", end)].map(|(name, position)| {
            let found = self.declare(name, constant(0), out);
            let rest = self.declare("rest", Expr::u32(ExprKind::NodeCount), out);
            Search { position, found, rest, step: self.number("step") }
        });
        let mut round = vec![];
        let [low, high] = searches.each_ref().map(|search| self.test(search, &mut round));
        let select = |passes, one| {
            let [one, none] = [one, 0].map(|number| Box::new(constant(number)));
            Expr::u32(ExprKind::Select(Box::new(passes), one, none))
        };
        let passed = plus(select(low, 1), select(high, 1 << COUNT_BITS));
        let (scope, op, result) = (Scope::Workgroup, AtomicOp::Add, self.number("passed"));
        self.push(StmtKind::Collective { scope, op, value: passed, result }, &mut round);
        let mask = constant((1 << COUNT_BITS) - 1);
        let low = Expr::binary(BinaryOp::BitAnd, value(result), mask);
        let high = Expr::binary(BinaryOp::Shr, value(result), constant(COUNT_BITS));
        for (search, passed) in searches.iter().zip([low, high]) {
            self.narrow(search, passed, &mut round);
        }
        let [left, right] = searches.each_ref().map(|search| value(search.rest));
        let rest = Expr::binary(BinaryOp::BitOr, left, right);
        let is_open = Expr::binary(BinaryOp::Ne, rest, constant(0));
        self.push(StmtKind::While(is_open, round), out);
        searches.map(|search| search.found)
    }

    /// Tests the row of the work-item in a round of a search: whether it is one of the tested rows,
    /// and the row before it ends before the position.
    fn test(&mut self, search: &Search, out: &mut Block) -> Expr {
        let parts = plus(Expr::at(Coordinate::LocalSize), constant(1));
        let step = plus(Expr::binary(BinaryOp::Div, value(search.rest), parts), constant(1));
        self.push(StmtKind::Let(search.step, step), out);
        let tests = Expr::binary(BinaryOp::Div, value(search.rest), value(search.step));
        let tests = self.declare("tests", tests, out);
        let distance = times(least(plus(own(), constant(1)), value(tests)), value(search.step));
        let row = self.declare("tested", plus(value(search.found), distance), out);
        let end = plus(wide(self.offset(value(row))), wide(value(row)));
        let is_before = Expr::binary(BinaryOp::Le, end, search.position.clone());
        both(is_less(own(), value(tests)), is_before)
    }

    /// Continues a search after the tested rows that passed.
    fn narrow(&mut self, search: &Search, passed: Expr, out: &mut Block) {
        let skipped = self.declare("skipped", times(passed, value(search.step)), out);
        let found = plus(value(search.found), value(skipped));
        self.push(StmtKind::Assign(search.found, found), out);
        let before_next = minus(value(search.step), constant(1));
        let rest = least(before_next, minus(value(search.rest), value(skipped)));
        self.push(StmtKind::Assign(search.rest, rest), out);
    }

    /// The start of a row. The row is at most the number of nodes.
    fn offset(&self, row: Expr) -> Expr {
        let kind = ExprKind::Graph(self.offsets(), Box::new(row), Bounds::Proven);
        Expr { ty: Type::Edge, kind }
    }

    /// Computes the row of the work-item, and stores the starts of the rows of the tile in shared
    /// memory.
    pub(super) fn inspect(&mut self, share: &Share, out: &mut Block) -> Tile {
        let base = self.number("base");
        let nodes = || Expr::u32(ExprKind::NodeCount);
        let clamped = |edge| {
            let high = least(edge, edge_value(share.high));
            Expr::binary(BinaryOp::Max, high, edge_value(share.low))
        };
        let row = self.declare("row", plus(value(base), own()), out);
        let on = self.declare("on", is_less(value(row), value(share.rows_end)), out);
        let from = self.offset(least(value(row), nodes()));
        let from = self.declare("from", from, out);
        let from_here = self.declare("from_here", clamped(edge_value(from)), out);
        let to = self.offset(least(plus(value(row), constant(1)), nodes()));
        let count = minus(clamped(to), edge_value(from_here)).cast(Type::U32);
        let count = self.declare("count", count, out);
        let start_of = self.memory("start_of", Type::U32, SharedExtent::Item);
        let (total, edges) = if self.map.visits_every_node() {
            let edge = self.declare("edge_of", clamped(self.offset(value(base))), out);
            let after = plus(value(base), Expr::at(Coordinate::LocalSize));
            let after = clamped(self.offset(least(after, nodes())));
            let total = minus(after, edge_value(edge)).cast(Type::U32);
            let total = self.declare("total", total, out);
            let start = minus(edge_value(from_here), edge_value(edge)).cast(Type::U32);
            self.push(StmtKind::StoreShared(start_of, own(), start), out);
            (total, Edges::From(edge))
        } else {
            self.leave_out_rows(row, on, count, out);
            let [before, total] = ["before", "total"].map(|name| self.number(name));
            self.push(StmtKind::Scan { value: value(count), before, total }, out);
            self.push(StmtKind::StoreShared(start_of, own(), value(before)), out);
            let edge_of = self.memory("edge_of", Type::Edge, SharedExtent::Item);
            let edge = minus(edge_value(from_here), value(before).cast(Type::Edge));
            self.push(StmtKind::StoreShared(edge_of, own(), edge), out);
            (total, Edges::ByRow(edge_of))
        };
        for sum in self.sums.clone() {
            self.push(StmtKind::StoreShared(sum.of_row, own(), sum.identity()), out);
        }
        self.barrier(out);
        Tile { base, row, on, from, count, total, start_of, edges }
    }

    /// Sets the number of edges to zero if the path of the row does not reach the visits.
    fn leave_out_rows(&mut self, row: LocalId, on: LocalId, count: LocalId, out: &mut Block) {
        let visits = add_local(self.locals, "visits", Type::Bool);
        let bool_value = |id| Expr::local(id, Type::Bool);
        self.push(StmtKind::Let(visits, Expr::constant(Value::Bool(false))), out);
        let reached = StmtKind::Assign(visits, Expr::constant(Value::Bool(true)));
        let path = self.path_of(value(row), vec![self.stmt(reached)]);
        self.push(StmtKind::If(bool_value(on), path, vec![]), out);
        let none = Expr::unary(UnaryOp::Not, bool_value(visits));
        let zero = vec![self.stmt(StmtKind::Assign(count, constant(0)))];
        self.push(StmtKind::If(none, zero, vec![]), out);
    }

    /// The path of a row, with statements at its end: a copy with its own locals.
    pub(super) fn path_of(&mut self, row: Expr, end: Block) -> Block {
        let node = self.stmt(StmtKind::Let(self.map.node, row.cast(Type::Node)));
        let path = [vec![node], self.map.path_to(end)].concat();
        copy(self.locals, &path, BTreeMap::new())
    }

    /// Where the edges of the row after a row of the tile start.
    pub(super) fn next_start(&self, tile: &Tile, owner: Expr) -> Expr {
        let (next, size) = (plus(owner, constant(1)), Expr::at(Coordinate::LocalSize));
        let last = minus(size.clone(), constant(1));
        let start = element(tile.start_of, Type::U32, least(next.clone(), last));
        let exists = Box::new(is_less(next, size));
        Expr::u32(ExprKind::Select(exists, Box::new(start), Box::new(value(tile.total))))
    }

    /// Whether the row of the work-item starts and ends in the share.
    pub(super) fn is_whole(&self, share: &Share, tile: &Tile) -> Expr {
        let starts = Expr::binary(BinaryOp::Ge, edge_value(tile.from), edge_value(share.low));
        both(is_less(value(tile.row), value(share.last)), starts)
    }
}

/// The number of bits of a count of work-items, of which there are fewer than 2¹⁶ in a workgroup.
const COUNT_BITS: u32 = 16;

/// A value as `u64`.
fn wide(expr: Expr) -> Expr {
    expr.cast(Type::U64)
}

/// The value of a local of type `u64`.
fn wide_value(id: LocalId) -> Expr {
    Expr::local(id, Type::U64)
}
