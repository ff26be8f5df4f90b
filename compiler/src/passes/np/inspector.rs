//! The inspector, in which every work-item computes the elements that it has, and which of them
//! other work-items execute.

use super::closure::Work;
use super::guards::endless_loop;
use super::{KernelRewriter, List, Purpose};
use crate::ir::build::{add_local, combine, identity};
use crate::ir::*;

/// The largest number of elements of one owner in one scan. With 4,096 work-items, more than any
/// device has in a workgroup, the sum and every position in the row stay below 2³¹.
const CHUNK: u32 = 1 << 19;

impl KernelRewriter<'_> {
    /// Writes a distributed `forall` for the work-items whose `guard` holds.
    pub(super) fn distribute(&mut self, work: Work, guard: LocalId, out: &mut Block) {
        let origin = work.origin;
        let (first, count, left) = (Type::Edge, Type::U32, Type::U32);
        let [first, count, left] = [("first", first), ("count", count), ("left", left)]
            .map(|(name, ty)| add_local(self.locals, name, ty));
        let note = "np: the elements of each work-item";
        out.push(self.declare(first).from(origin.noted(note)));
        out.push(self.declare(count).from(origin));
        let (from, length) = extent(&work.domain);
        let set = vec![StmtKind::Assign(first, from), StmtKind::Assign(count, length)];
        out.push(self.under_guard(guard, set, origin));
        self.share(&work, [first, count], out);
        out.push(StmtKind::Let(left, self.value(count)).from(origin));
        let lists = self.lists();
        let mut register = vec![];
        let compared = |op, with| Expr::binary(op, self.value(count), Expr::at(with));
        let some = compared(BinaryOp::Ge, Coordinate::SubgroupSize);
        let few = compared(BinaryOp::Lt, Coordinate::LocalSize);
        let many = compared(BinaryOp::Ge, Coordinate::LocalSize);
        if let Some(list) = lists.sg {
            let fits = match self.has_long_rows() {
                true => Expr::binary(BinaryOp::And, some, few),
                false => some,
            };
            register = vec![self.register(list, fits, left, vec![])];
        }
        if let Some(list) = lists.wg {
            register = vec![self.register(list, many, left, register)];
        }
        out.extend(register.into_iter().map(|kind| kind.from(origin)));
        match self.schemes.0.fine_grained {
            Some(share) => self.in_chunks(&work, share.edges(), [first, left], out),
            None => {
                out.push(StmtKind::Barrier(Scope::Workgroup).from(origin));
                self.execute_lists(&work, out);
                self.execute_by_owner(&work, [first, left], out);
                out.push(StmtKind::Barrier(Scope::Workgroup).from(origin));
            }
        }
        self.combine_results(&work, guard, out);
    }

    /// Stores the values that other work-items need in shared memory.
    fn share(&mut self, work: &Work, [first, count]: [LocalId; 2], out: &mut Block) {
        let mine = || Expr::at(Coordinate::LocalId);
        let mut store = |memory, value| {
            out.push(StmtKind::StoreShared(memory, mine(), value).from(work.origin));
        };
        // If rows may be long, each chunk stores its own first element.
        if !self.has_long_rows() {
            store(work.first_of, self.value(first));
        }
        if self.schemes.0.wg || self.schemes.0.sg {
            store(work.count_of, self.value(count));
        }
        for (id, memory) in &work.captured {
            store(*memory, self.value(*id));
        }
        for reduction in &work.reductions {
            let nothing = identity(reduction.op, self.ty(reduction.target));
            store(reduction.partial_of, Expr::constant(nothing));
        }
    }

    /// Whether a row may contain an owner with many elements. This is the case if `wg` is off,
    /// because a single subgroup must not take such owners: the others would wait for it.
    fn has_long_rows(&self) -> bool {
        self.schemes.0.fine_grained.is_some() && !self.schemes.0.wg
    }

    /// Adds an owner to a list if `belongs` holds.
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

    /// Executes the owners on lists, and then the remaining elements, which a scan puts in a row.
    /// One scan is enough if owners with many elements are on lists. Otherwise, the elements of an
    /// owner are added to the row in chunks.
    fn in_chunks(&mut self, work: &Work, share: u32, [first, left]: [LocalId; 2], out: &mut Block) {
        let origin = work.origin;
        if !self.has_long_rows() {
            let total = self.linearise(work, self.value(left), None, out);
            self.execute_lists(work, out);
            self.execute_fine_grained(work, share, total, out);
            out.push(StmtKind::Barrier(Scope::Workgroup).from(origin));
            return;
        }
        let chunk = || Expr::constant(Value::U32(CHUNK));
        let take = add_local(self.locals, "take", Type::U32);
        let least = Expr::binary(BinaryOp::Min, self.value(left), chunk());
        let mut round = vec![StmtKind::Let(take, least).from(origin)];
        let total = self.linearise(work, self.value(take), Some(first), &mut round);
        // Only the first round has owners on the lists.
        self.execute_lists(work, &mut round);
        self.execute_fine_grained(work, share, total, &mut round);
        round.push(StmtKind::Barrier(Scope::Workgroup).from(origin));
        // An owner that added less than a chunk has no elements left. If all owners together added
        // less than a chunk, no owner has elements left.
        let done = Expr::binary(BinaryOp::Lt, self.value(total), chunk());
        round.push(StmtKind::If(done, vec![StmtKind::Break.from(origin)], vec![]).from(origin));
        let rest = Expr::binary(BinaryOp::Sub, self.value(left), self.value(take));
        let take = self.value(take).cast(Type::Edge);
        let next = Expr::binary(BinaryOp::Add, self.value(first), take);
        round.push(StmtKind::Assign(left, rest).from(origin));
        round.push(StmtKind::Assign(first, next).from(origin));
        out.push(endless_loop(round, origin));
    }

    /// Scans the numbers of elements that owners add to the row. Returns the local that holds the
    /// length of the row.
    fn linearise(
        &mut self,
        work: &Work,
        value: Expr,
        first: Option<LocalId>,
        out: &mut Block,
    ) -> LocalId {
        let before = add_local(self.locals, "before", Type::U32);
        let total = add_local(self.locals, "total", Type::U32);
        let memory = self.memory(Purpose::Of("before_of"), Type::U32, SharedExtent::Item);
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

    /// Combines the results of other work-items with those of the owner.
    fn combine_results(&mut self, work: &Work, guard: LocalId, out: &mut Block) {
        let mine = || Box::new(Expr::at(Coordinate::LocalId));
        let sets = work.reductions.iter().map(|reduction| {
            let ty = self.ty(reduction.target);
            let found = Expr { ty, kind: ExprKind::Shared(reduction.partial_of, mine()) };
            let both = combine(reduction.op, self.value(reduction.target), found);
            StmtKind::Assign(reduction.target, both)
        });
        let sets: Vec<StmtKind> = sets.collect();
        if !sets.is_empty() {
            let noted = work.origin.noted("np: the values that other work-items computed");
            out.push(self.under_guard(guard, sets, noted));
        }
    }
}

/// Returns the position of the first element of a domain, with the type of edges, and the number of
/// its elements as `u32`.
fn extent(domain: &Domain) -> (Expr, Expr) {
    if let Some((offsets, node, bounds)) = domain.row() {
        return row(offsets, node.clone(), bounds);
    }
    let (start, end) = domain.positions();
    match domain {
        Domain::Range(..) => {
            let length = Expr::range_length(start.clone(), end);
            (start.cast(Type::Edge), length.cast(Type::U32))
        }
        _ => (start.cast(Type::Edge), end.cast(Type::U32)),
    }
}

/// Returns the start and the end of a node's row in the graph. The row is empty if the node does
/// not exist.
fn row(offsets: GraphArray, node: Expr, bounds: Bounds) -> (Expr, Expr) {
    let (start, end) = Expr::row(offsets, node, bounds);
    let length = Expr::binary(BinaryOp::Sub, end.clone(), start.clone()).cast(Type::U32);
    if bounds == Bounds::Proven {
        return (start, length);
    }
    let some = Expr::binary(BinaryOp::Lt, start.clone(), end);
    let none = Expr::constant(Value::U32(0));
    let kind = ExprKind::Select(Box::new(some), Box::new(length), Box::new(none));
    (start, Expr::u32(kind))
}
