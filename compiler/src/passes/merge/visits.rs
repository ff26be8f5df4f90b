//! The visits of the edges of a tile, which the work-items of the workgroup share.

use std::collections::{BTreeMap, BTreeSet};

use super::share::{Edges, Tile};
use super::{Rows, constant, edge_value, element, is_less, own, plus, value};
use crate::ir::build::add_local;
use crate::ir::visit::walk_exprs;
use crate::ir::*;
use crate::passes::copy::copy;
use crate::passes::orders::{EdgeMap, PathPart};

/// The row whose edges a work-item visits, and the values that its visits need.
pub(super) struct Current {
    /// The index of the row in the tile.
    pub owner: LocalId,
    /// The position of the first edge of the next row, if a work-item visits edges of several rows.
    pub until: LocalId,
    /// The number that makes a position in the row an edge.
    pub shift: LocalId,
    /// The local for the value of a reduction in the segment, for each reduction.
    pub partials: Vec<LocalId>,
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
        let front = self.declare("front", search(tile, constant(0)), out);
        let rest_starts = self.next_start(tile, value(front));
        let is_one = Expr::binary(BinaryOp::Ge, rest_starts, value(tile.total));
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

    /// Declares the locals for the row whose edges a work-item visits.
    pub(super) fn current(&mut self, tile: &Tile, out: &mut Block) -> Current {
        let [owner, until] = ["owner", "until"].map(|name| self.declare(name, constant(0), out));
        let shift = match tile.edges {
            Edges::From(first) => first,
            Edges::ByRow(_) => self.declare("shift", Expr::constant(Value::Edge(0)), out),
        };
        let (mut renamed, mut path) = (BTreeMap::new(), vec![]);
        for (id, set) in needed(self.map) {
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

    /// Starts with the edges of a row of the tile.
    fn enter(&self, tile: &Tile, current: &Current, owner: Expr) -> Block {
        let mut out = vec![];
        self.push(StmtKind::Assign(current.owner, owner), &mut out);
        self.take_path(tile, current, &mut out);
        out
    }

    /// Starts with the row that has the edge at a position, and finds the end of the row.
    pub(super) fn enter_with_end(&self, tile: &Tile, current: &Current, position: Expr) -> Block {
        let mut out = self.enter(tile, current, search(tile, position));
        let until = self.next_start(tile, value(current.owner));
        self.push(StmtKind::Assign(current.until, until), &mut out);
        out
    }

    /// Sets the values that visits of the current row need.
    pub(super) fn take_path(&self, tile: &Tile, current: &Current, out: &mut Block) {
        if let Edges::ByRow(memory) = tile.edges {
            let shift = element(memory, Type::Edge, value(current.owner));
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

    /// The visit of the edge at a position, in the current row.
    pub(super) fn visit_of(&mut self, current: &Current, position: Expr) -> Block {
        let edge = plus(edge_value(current.shift), position.cast(Type::Edge));
        let var = self.locals.add_copy(self.map.edge);
        let edge = match self.map.edges.looked_up() {
            Some(kind) => Expr { ty: Type::Edge, kind: kind(edge) },
            None => edge,
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

/// The locals of the iteration that visits use, each with its value, in the order of the path.
/// The value of the node does not matter here.
pub(super) fn needed(map: &EdgeMap) -> Vec<(LocalId, Expr)> {
    let mut used = BTreeSet::new();
    walk_exprs(&map.visit, &mut |expr| used.extend(expr.local_read()));
    let mut needed = vec![];
    for part in map.path.iter().rev() {
        let PathPart::Stmt(Stmt { kind: StmtKind::Let(id, set), .. }) = part else { continue };
        if used.contains(id) {
            set.walk(&mut |expr| used.extend(expr.local_read()));
            needed.push((*id, set.clone()));
        }
    }
    if used.contains(&map.node) {
        needed.push((map.node, Expr::local(map.node, Type::Node)));
    }
    needed.reverse();
    needed
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
