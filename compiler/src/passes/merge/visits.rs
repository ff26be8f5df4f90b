//! The visits of the edges of a tile, which the work-items of the workgroup share.

use std::collections::{BTreeMap, BTreeSet};

use super::share::{Edges, Tile};
use super::{Rows, both, constant, element, is_less, least, minus, own, plus, value};
use crate::ir::build::{add_local, combine};
use crate::ir::visit::walk_exprs;
use crate::ir::*;
use crate::passes::copy::copy;
use crate::passes::strategy::Step;

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

/// The row whose edges a work-item visits, and the values that its visits need.
struct Current {
    /// The index of the row in the tile.
    owner: LocalId,
    /// The position of the first edge of the next row, if a work-item visits edges of several rows.
    until: LocalId,
    /// The number that makes a position in the row an edge.
    shift: LocalId,
    /// The local for the value of a reduction in the segment, for each reduction.
    partials: Vec<LocalId>,
    /// The local of the work-item for each local of the iteration that visits use.
    renamed: BTreeMap<LocalId, LocalId>,
    /// The statements of the path that set these locals.
    path: Vec<(LocalId, Expr)>,
}

impl Rows<'_> {
    /// Visits the edges of a tile.
    pub(super) fn visit(&mut self, tile: &Tile, out: &mut Block) {
        if self.sums.is_empty() {
            return self.visit_strided(tile, out);
        }
        let row_at = |position| search(tile, position);
        let front = self.declare("front", row_at(constant(0)), out);
        let last = minus(value(tile.total), constant(1));
        let back = self.declare("back", row_at(last), out);
        let is_one = Expr::binary(BinaryOp::Eq, value(front), value(back));
        let (mut alone, mut mixed) = (vec![], vec![]);
        self.visit_one_row(tile, front, &mut alone);
        self.visit_rows(tile, &mut mixed);
        self.push(StmtKind::If(is_one, alone, mixed), out);
    }

    /// Visits edges without reductions. Neighbouring work-items visit neighbouring edges, so that
    /// their accesses coalesce.
    fn visit_strided(&mut self, tile: &Tile, out: &mut Block) {
        let current = self.current(tile, out);
        let p = self.number("p");
        let mut body = vec![];
        let next = self.enter_with_end(tile, &current, value(p));
        let is_next = Expr::binary(BinaryOp::Ge, value(p), value(current.until));
        self.push(StmtKind::If(is_next, next, vec![]), &mut body);
        body.extend(self.visit_of(&current, value(p)));
        let (start, end) = (own(), value(tile.total));
        let step = Expr::at(Coordinate::LocalSize);
        let note = "merge: the edges of the tile, by all work-items";
        let the_loop = StmtKind::For { var: p, start, end, step, body };
        out.push(the_loop.from(self.map.origin.noted(note)));
    }

    /// Visits the edges of a tile that belong to one row. The workgroup combines the values.
    fn visit_one_row(&mut self, tile: &Tile, row: LocalId, out: &mut Block) {
        let current = self.current(tile, out);
        let mut some = self.enter(tile, &current, value(row));
        let p = self.number("p");
        let body = self.visit_of(&current, value(p));
        let (start, end) = (own(), value(tile.total));
        let step = Expr::at(Coordinate::LocalSize);
        self.push(StmtKind::For { var: p, start, end: end.clone(), step, body }, &mut some);
        self.push(StmtKind::If(is_less(own(), end), some, vec![]), out);
        let is_first = || Expr::binary(BinaryOp::Eq, own(), constant(0));
        for (sum, partial) in self.sums.clone().into_iter().zip(current.partials) {
            let result = add_local(self.locals, "all", sum.ty);
            let (scope, op, own_value) = (Scope::Workgroup, sum.op, Expr::local(partial, sum.ty));
            self.push(StmtKind::Collective { scope, op, value: own_value, result }, out);
            let all = Expr::local(result, sum.ty);
            let keep = self.stmt(StmtKind::StoreShared(sum.of_row, value(row), all));
            self.push(StmtKind::If(is_first(), vec![keep], vec![]), out);
        }
        let note = "merge: the edges of one row, which the workgroup combines";
        out[0].origin = self.map.origin.noted(note);
    }

    /// Visits the edges of several rows.
    fn visit_rows(&mut self, tile: &Tile, out: &mut Block) {
        if !self.can_stage(tile) {
            let all = Positions { from: constant(0), to: value(tile.total), values: vec![] };
            return self.sum_segments(tile, &all, out);
        }
        let staged = self.sums.clone().into_iter().map(|sum| {
            let name = format!("{}_at", self.locals[sum.target.index()].name);
            self.memory(&name, sum.ty, SharedExtent::Tile)
        });
        let values: Vec<SharedId> = staged.collect();
        let size = Expr::binary(
            BinaryOp::Mul,
            Expr::at(Coordinate::LocalSize),
            constant(SharedExtent::TILE),
        );
        let chunk = self.number("chunk");
        let mut body = vec![];
        let end = least(plus(value(chunk), size.clone()), value(tile.total));
        let end = self.declare("chunk_end", end, &mut body);
        self.stage(tile, chunk, end, &values, &mut body);
        let of_chunk = Positions { from: value(chunk), to: value(end), values };
        self.sum_segments(tile, &of_chunk, &mut body);
        self.barrier(&mut body);
        let (start, end) = (constant(0), value(tile.total));
        let the_loop = StmtKind::For { var: chunk, start, end, step: size, body };
        let note = "merge: the values of edges go through local memory";
        out.push(the_loop.from(self.map.origin.noted(note)));
    }

    /// Whether visits can run before the rows of their edges are known, and their values fit local
    /// memory.
    fn can_stage(&self, tile: &Tile) -> bool {
        let bytes: usize = self.sums.iter().map(|sum| sum.ty.size()).sum();
        matches!(tile.edges, Edges::From(_)) && self.needed().is_empty() && bytes <= MAX_STAGED
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
        body.extend(self.visit_of(&current, value(p)));
        for ((sum, partial), memory) in self.sums.iter().zip(current.partials).zip(values) {
            let at = minus(value(p), value(chunk));
            let found = Expr::local(partial, sum.ty);
            self.push(StmtKind::StoreShared(*memory, at, found), &mut body);
        }
        let (start, end) = (plus(value(chunk), own()), value(end));
        let step = Expr::at(Coordinate::LocalSize);
        self.push(StmtKind::For { var: p, start, end, step, body }, out);
        self.barrier(out);
    }

    /// Combines the values of edges in the sums of their rows. Each work-item takes consecutive
    /// edges, and combines the values of each segment of a row.
    fn sum_segments(&mut self, tile: &Tile, positions: &Positions, out: &mut Block) {
        let at = out.len();
        let size = || Expr::at(Coordinate::LocalSize);
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
        let end = self.declare("to_edge", end, out);
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
            let found = element(*memory, sum.ty, at);
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
        let size = || Expr::at(Coordinate::LocalSize);
        let row_at = |item| element(row_of, Type::U32, item);
        let has_row = |item| Expr::binary(BinaryOp::Eq, row_at(item), value(first_row));
        let before = Expr::binary(BinaryOp::Max, own(), constant(1));
        let continues = has_row(minus(before, constant(1)));
        let is_not_first = both(Expr::binary(BinaryOp::Ne, own(), constant(0)), continues);
        let leads =
            both(is_less(value(first_row), size()), Expr::unary(UnaryOp::Not, is_not_first));
        let mut add = vec![];
        let totals: Vec<LocalId> = sums
            .iter()
            .map(|sum| {
                let so_far = element(sum.of_row, sum.ty, value(first_row));
                self.declare("sum_of_row", so_far, &mut add)
            })
            .collect();
        let item = self.declare("item", own(), &mut add);
        let mut round = vec![];
        for (sum, total) in sums.iter().zip(&totals) {
            let next = element(sum.of_first, sum.ty, value(item));
            let both = combine(sum.op, Expr::local(*total, sum.ty), next);
            self.push(StmtKind::Assign(*total, both), &mut round);
        }
        self.push(StmtKind::Assign(item, plus(value(item), constant(1))), &mut round);
        let within = is_less(value(item), size());
        let more = both(within, has_row(least(value(item), minus(size(), constant(1)))));
        self.push(StmtKind::While(more, round), &mut add);
        for (sum, total) in sums.iter().zip(&totals) {
            let total = Expr::local(*total, sum.ty);
            self.push(StmtKind::StoreShared(sum.of_row, value(first_row), total), &mut add);
        }
        self.push(StmtKind::If(leads, add, vec![]), out);
    }

    /// Declares the locals for the row whose edges a work-item visits.
    fn current(&mut self, tile: &Tile, out: &mut Block) -> Current {
        let [owner, until] = ["owner", "until"].map(|name| self.declare(name, constant(0), out));
        let shift = match tile.edges {
            Edges::From(first) => first,
            Edges::ByRow(_) => self.declare("shift", constant(0), out),
        };
        let (mut renamed, mut path) = (BTreeMap::new(), vec![]);
        for (id, set) in self.needed() {
            let own = self.locals.add_copy(id);
            let zero = Expr::constant(Value::zero(self.locals[id.index()].ty));
            self.push(StmtKind::Let(own, zero), out);
            renamed.insert(id, own);
            path.push((id, set));
        }
        let sums = self.sums.clone();
        let partials = sums.iter().map(|sum| {
            let partial = self.locals.add_copy(sum.target);
            self.push(StmtKind::Let(partial, sum.identity()), out);
            partial
        });
        let partials = partials.collect();
        Current { owner, until, shift, partials, renamed, path }
    }

    /// The locals of the iteration that visits use, each with its value, in the order of the path.
    /// The value of the node does not matter here.
    fn needed(&self) -> Vec<(LocalId, Expr)> {
        let mut used = BTreeSet::new();
        walk_exprs(&self.map.visit, &mut |expr| used.extend(expr.local_read()));
        let mut needed = vec![];
        for step in self.map.path.iter().rev() {
            let Step::Stmt(Stmt { kind: StmtKind::Let(id, set), .. }) = step else { continue };
            if used.contains(id) {
                set.walk(&mut |expr| used.extend(expr.local_read()));
                needed.push((*id, set.clone()));
            }
        }
        if used.contains(&self.map.node) {
            needed.push((self.map.node, Expr::local(self.map.node, Type::Node)));
        }
        needed.reverse();
        needed
    }

    /// Starts with the edges of a row of the tile.
    fn enter(&self, tile: &Tile, current: &Current, owner: Expr) -> Block {
        let mut out = vec![];
        self.push(StmtKind::Assign(current.owner, owner), &mut out);
        self.take_path(tile, current, &mut out);
        out
    }

    /// Starts with the row that has the edge at a position, and finds the end of the row.
    fn enter_with_end(&self, tile: &Tile, current: &Current, position: Expr) -> Block {
        let mut out = self.enter(tile, current, search(tile, position));
        let until = self.next_start(tile, value(current.owner));
        self.push(StmtKind::Assign(current.until, until), &mut out);
        out
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

    /// Sets the values that visits of the current row need.
    fn take_path(&self, tile: &Tile, current: &Current, out: &mut Block) {
        if let Edges::ByRow(memory) = tile.edges {
            let shift = element(memory, Type::U32, value(current.owner));
            self.push(StmtKind::Assign(current.shift, shift), out);
        }
        for (id, set) in &current.path {
            let own = current.renamed[id];
            let set = if *id == self.map.node {
                plus(value(tile.base), value(current.owner)).cast(Type::Node)
            } else {
                let mut set = set.clone();
                set.walk_mut(&mut |expr| rename(expr, &current.renamed));
                set
            };
            self.push(StmtKind::Assign(own, set), out);
        }
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

    /// The visit of the edge at a position, in the current row.
    fn visit_of(&mut self, current: &Current, position: Expr) -> Block {
        let edge = plus(value(current.shift), position);
        let var = self.locals.add_copy(self.map.edge);
        let ty = self.locals[var.index()].ty;
        let edge = match self.map.edges.looked_up() {
            Some(kind) => Expr { ty, kind: kind(edge) },
            None => edge.cast(ty),
        };
        let mut renamed = current.renamed.clone();
        renamed.insert(self.map.edge, var);
        let partials = self.sums.iter().zip(&current.partials);
        renamed.extend(partials.map(|(sum, partial)| (sum.target, *partial)));
        let mut out = vec![self.stmt(StmtKind::Let(var, edge))];
        out.extend(copy(self.locals, &self.map.visit, renamed));
        out
    }
}

/// The row of a tile with the edge at a position, by a search in the starts of the rows.
fn search(tile: &Tile, position: Expr) -> Expr {
    Expr::u32(ExprKind::Search(tile.start_of, Box::new(position)))
}

fn rename(expr: &mut Expr, renamed: &BTreeMap<LocalId, LocalId>) {
    if let Some(id) = expr.local_read_mut()
        && let Some(own) = renamed.get(id)
    {
        *id = *own;
    }
}
