//! The inspector: each work-item states how many elements it has, and decides which scheme
//! processes them.

use super::closure::Work;
use super::guards::forever;
use super::{Dealer, List};
use crate::ir::build::{add_local, combine, identity};
use crate::ir::*;

/// Maximum number of elements of one owner that one scan adds to the row. With 4,096 work-items,
/// which is more than any device offers, the sum stays below 2³¹, as do all positions that the
/// executor computes.
const LOT: u32 = 1 << 19;

impl Dealer<'_> {
    /// Creates the code that replaces a distributed `forall`, for the work-items whose `guard`
    /// holds.
    pub(super) fn deal(&mut self, work: Work, guard: LocalId, out: &mut Block) {
        let origin = work.origin;
        let [first, count, left] =
            ["first", "count", "left"].map(|name| add_local(self.locals, name, Type::U32));
        let note = "np: what each work-item would have to go through";
        out.push(self.declare(first).from(origin.noted(note)));
        out.push(self.declare(count).from(origin));
        let (from, length) = extent(&work.domain);
        let set = vec![StmtKind::Assign(first, from), StmtKind::Assign(count, length)];
        out.push(self.only(guard, set, origin));
        self.share(&work, [first, count], out);
        out.push(StmtKind::Let(left, self.value(count)).from(origin));
        let lists = self.lists();
        let mut register = vec![];
        let compared = |op, with| Expr::binary(op, self.value(count), Expr::at(with));
        let some = compared(BinaryOp::Ge, Coordinate::SubgroupSize);
        let few = compared(BinaryOp::Lt, Coordinate::LocalSize);
        let many = compared(BinaryOp::Ge, Coordinate::LocalSize);
        if let Some(list) = lists.sg {
            let fits = match self.rows_are_long() {
                true => Expr::binary(BinaryOp::And, some, few),
                false => some,
            };
            register = vec![self.register(list, fits, left, vec![])];
        }
        if let Some(list) = lists.wg {
            register = vec![self.register(list, many, left, register)];
        }
        out.extend(register.into_iter().map(|kind| kind.from(origin)));
        match self.schemes.fg {
            Some(share) => self.in_lots(&work, share, [first, left], out),
            None => {
                out.push(StmtKind::Barrier(Scope::Workgroup).from(origin));
                self.listed(&work, out);
                self.by_owner(&work, [first, left], out);
                out.push(StmtKind::Barrier(Scope::Workgroup).from(origin));
            }
        }
        self.give_back(&work, guard, out);
    }

    /// Stores the values that helpers need in shared memory.
    fn share(&mut self, work: &Work, [first, count]: [LocalId; 2], out: &mut Block) {
        let mine = || Expr::at(Coordinate::LocalId);
        let mut store = |memory, value| {
            out.push(StmtKind::StoreShared(memory, mine(), value).from(work.origin));
        };
        // If rows are long, `lay_out` stores the first element for each lot.
        if !self.rows_are_long() {
            store(work.first_of, self.value(first));
        }
        if self.schemes.wg || self.schemes.sg {
            store(work.count_of, self.value(count));
        }
        for (id, memory) in &work.captured {
            store(*memory, self.value(*id));
        }
        for reduction in &work.reductions {
            let nothing = identity(reduction.op, self.ty(reduction.target));
            store(reduction.found, Expr::constant(nothing));
        }
    }

    /// Returns whether the row may contain owners with many elements. This is the case if the
    /// workgroup does not process such owners, because a subgroup alone would keep the others
    /// waiting.
    fn rows_are_long(&self) -> bool {
        self.schemes.fg.is_some() && !self.schemes.wg
    }

    /// Adds an owner to a list if it belongs there.
    fn register(
        &mut self,
        list: List,
        belongs: Expr,
        left: LocalId,
        otherwise: Vec<StmtKind>,
    ) -> StmtKind {
        let zero = || Expr::constant(Value::U32(0));
        let slot = add_local(self.locals, "slot", Type::U32);
        let at = Expr::binary(BinaryOp::Sub, self.value(slot), self.value(list.seen));
        let then = vec![
            StmtKind::AtomicShared {
                op: AtomicOp::Add,
                shared: list.length,
                index: zero(),
                operand: Expr::constant(Value::U32(1)),
                old: Some(slot),
            },
            StmtKind::StoreShared(list.owners, at, Expr::at(Coordinate::LocalId)),
            StmtKind::Assign(left, zero()),
        ];
        let block = |kinds: Vec<StmtKind>| {
            kinds.into_iter().map(|kind| kind.from(Origin::default())).collect()
        };
        StmtKind::If(belongs, block(then), block(otherwise))
    }

    /// Processes the owners on the lists, and then the row of the remaining elements, which a scan
    /// lays out. One scan suffices if owners with many elements are on lists. Otherwise, the row
    /// contains a lot of each owner's elements at a time.
    fn in_lots(&mut self, work: &Work, share: u32, [first, left]: [LocalId; 2], out: &mut Block) {
        let origin = work.origin;
        if !self.rows_are_long() {
            let total = self.lay_out(work, self.value(left), None, out);
            self.listed(work, out);
            self.fine_grained(work, share, total, out);
            out.push(StmtKind::Barrier(Scope::Workgroup).from(origin));
            return;
        }
        let lot = || Expr::constant(Value::U32(LOT));
        let take = add_local(self.locals, "take", Type::U32);
        let least = Expr::binary(BinaryOp::Min, self.value(left), lot());
        let mut round = vec![StmtKind::Let(take, least).from(origin)];
        let total = self.lay_out(work, self.value(take), Some(first), &mut round);
        // The lists are empty after the first round.
        self.listed(work, &mut round);
        self.fine_grained(work, share, total, &mut round);
        round.push(StmtKind::Barrier(Scope::Workgroup).from(origin));
        // A work-item that took less than a lot has no elements left. If all together took less
        // than a lot, this is true for each of them.
        let done = Expr::binary(BinaryOp::Lt, self.value(total), lot());
        round.push(StmtKind::If(done, vec![StmtKind::Break.from(origin)], vec![]).from(origin));
        let rest = Expr::binary(BinaryOp::Sub, self.value(left), self.value(take));
        let next = Expr::binary(BinaryOp::Add, self.value(first), self.value(take));
        round.push(StmtKind::Assign(left, rest).from(origin));
        round.push(StmtKind::Assign(first, next).from(origin));
        out.push(forever(round, origin));
    }

    /// Scans the number of elements that each owner adds to the row. Returns the local for the
    /// total.
    fn lay_out(
        &mut self,
        work: &Work,
        value: Expr,
        first: Option<LocalId>,
        out: &mut Block,
    ) -> LocalId {
        let before = add_local(self.locals, "before", Type::U32);
        let total = add_local(self.locals, "total", Type::U32);
        let memory = self.memory("before_of", Type::U32, SharedExtent::Item);
        let mine = || Expr::at(Coordinate::LocalId);
        out.push(StmtKind::Scan { value, before, total }.from(work.origin));
        out.push(StmtKind::StoreShared(memory, mine(), self.value(before)).from(work.origin));
        if let Some(first) = first {
            let store = StmtKind::StoreShared(work.first_of, mine(), self.value(first));
            out.push(store.from(work.origin));
        }
        out.push(StmtKind::Barrier(Scope::Workgroup).from(work.origin));
        total
    }

    /// Combines the results of helpers with the owner's own result.
    fn give_back(&mut self, work: &Work, guard: LocalId, out: &mut Block) {
        let mine = || Box::new(Expr::at(Coordinate::LocalId));
        let sets = work.reductions.iter().map(|reduction| {
            let ty = self.ty(reduction.target);
            let found = Expr { ty, kind: ExprKind::Shared(reduction.found, mine()) };
            let both = combine(reduction.op, self.value(reduction.target), found);
            StmtKind::Assign(reduction.target, both)
        });
        let sets: Vec<StmtKind> = sets.collect();
        if !sets.is_empty() {
            let noted = work.origin.noted("np: what others have found");
            out.push(self.only(guard, sets, noted));
        }
    }
}

/// Returns the position of the first element of a domain and the number of elements, both as `u32`.
fn extent(domain: &Domain) -> (Expr, Expr) {
    let zero = || Expr::constant(Value::U32(0));
    match domain.clone() {
        Domain::Nodes => (zero(), Expr::u32(ExprKind::NodeCount)),
        Domain::Edges => (zero(), Expr::u32(ExprKind::EdgeCount)),
        Domain::Worklist(id) => (zero(), Expr::u32(ExprKind::WorklistSize(id))),
        Domain::OutEdges(node, bounds) => row(GraphArray::OutOffsets, node, bounds),
        Domain::InEdges(node, bounds) => row(GraphArray::InOffsets, node, bounds),
        Domain::Range(start, end) => {
            let length = Expr::range_length(start.clone(), end);
            (start.cast(Type::U32), length.cast(Type::U32))
        }
    }
}

/// Returns the start and the length of a row of the graph. Invalid nodes have an empty row.
fn row(offsets: GraphArray, node: Expr, bounds: Bounds) -> (Expr, Expr) {
    let (start, end) = Expr::row(offsets, node, bounds);
    let (start, end) = (start.cast(Type::U32), end.cast(Type::U32));
    let length = Expr::binary(BinaryOp::Sub, end.clone(), start.clone());
    if bounds == Bounds::Proven {
        return (start, length);
    }
    let some = Expr::binary(BinaryOp::Lt, start.clone(), end);
    let none = Expr::constant(Value::U32(0));
    let kind = ExprKind::Select(Box::new(some), Box::new(length), Box::new(none));
    (start, Expr::u32(kind))
}
