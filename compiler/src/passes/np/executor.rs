//! The executors: loops over the elements that the inspector has distributed.

use std::collections::BTreeMap;

use super::closure::Work;
use super::{KernelRewriter, List, Purpose};
use crate::ir::build::{add_local, changes, combine, identity};
use crate::ir::*;
use crate::passes::copy::copy;

/// The positions of the elements of one owner that a work-item executes.
enum Positions {
    /// A single element, at this position.
    One(Expr),
    /// The elements from the first position to the second one, with the third value as the stride.
    Strided(Expr, Expr, Expr),
}

impl KernelRewriter<'_> {
    /// Executes the owners on lists: the whole workgroup executes the owners with the most
    /// elements, and each subgroup executes some of the owners with many elements.
    pub(super) fn execute_lists(&mut self, work: &Work, out: &mut Block) {
        let lists = self.lists();
        if let Some(list) = lists.wg {
            let all = [Expr::constant(Value::U32(0)), Expr::constant(Value::U32(1))];
            let member = [Coordinate::LocalId, Coordinate::LocalSize];
            self.execute_list(work, list, Scope::Workgroup, all, member, out);
        }
        if let Some(list) = lists.sg {
            let some = [Coordinate::SubgroupId, Coordinate::SubgroupCount].map(Expr::at);
            let member = [Coordinate::Lane, Coordinate::SubgroupSize];
            self.execute_list(work, list, Scope::Subgroup, some, member, out);
        }
    }

    /// Executes the owners on a list. Each group of the list's scope takes every `step`-th owner,
    /// starting at `first`. Within a group, a work-item starts at its number in the group and
    /// strides by the size of the group.
    fn execute_list(
        &mut self,
        work: &Work,
        list: List,
        scope: Scope,
        [first, step]: [Expr; 2],
        [number, size]: [Coordinate; 2],
        out: &mut Block,
    ) {
        let origin = work.origin;
        let [length, k, owner] =
            ["length", "k", "owner"].map(|name| add_local(self.locals, name, Type::U32));
        let whole = ExprKind::Shared(list.length, Box::new(Expr::constant(Value::U32(0))));
        let note = match scope {
            Scope::Workgroup => {
                "wg: the work-items with the most elements, one after the other, by the whole workgroup"
            }
            _ => "sg: the work-items with many elements, each by a subgroup",
        };
        out.push(StmtKind::Let(length, Expr::u32(whole)).from(origin.noted(note)));
        let taken = ExprKind::Shared(list.owners, Box::new(self.value(k)));
        let mut body = vec![StmtKind::Let(owner, Expr::u32(taken)).from(origin)];
        let owner = self.value(owner);
        let count = Expr::u32(ExprKind::Shared(work.count_of, Box::new(owner.clone())));
        // A range may be so long that the position after its end does not fit 32 bits.
        let ty = if matches!(work.domain, Domain::Range(..)) { Type::U64 } else { Type::U32 };
        let [start, step_within] = [number, size].map(|at| Expr::at(at).cast(ty));
        let positions = Positions::Strided(start, count.cast(ty), step_within);
        let partials = self.partials(work, &mut body);
        self.elements(work, &owner, positions, &partials, &mut body);
        for (reduction, partial) in work.reductions.iter().zip(partials) {
            let ty = self.ty(reduction.target);
            let all = add_local(self.locals, "all", ty);
            let value = self.value(partial);
            body.push(
                StmtKind::Collective { scope, op: reduction.op, value, result: all }.from(origin),
            );
            let found = ExprKind::Shared(reduction.partial_of, Box::new(owner.clone()));
            let both = combine(reduction.op, Expr { ty, kind: found }, self.value(all));
            let keep =
                StmtKind::StoreShared(reduction.partial_of, owner.clone(), both).from(origin);
            let first = Expr::binary(BinaryOp::Eq, Expr::at(number), Expr::constant(Value::U32(0)));
            body.push(StmtKind::If(first, vec![keep], vec![]).from(origin));
        }
        let end = Expr::binary(BinaryOp::Sub, self.value(length), self.value(list.seen));
        out.push(StmtKind::For { var: k, start: first, end, step, body }.from(origin));
        out.push(StmtKind::Assign(list.seen, self.value(length)).from(origin));
    }

    /// Executes the elements that no scheme takes: each owner executes its own.
    pub(super) fn execute_by_owner(
        &mut self,
        work: &Work,
        [first, left]: [LocalId; 2],
        out: &mut Block,
    ) {
        let p = add_local(self.locals, "p", Type::U32);
        let body = self.body(work, BTreeMap::new(), self.value(first), self.value(p), &[]);
        let (start, step) = (Expr::constant(Value::U32(0)), Expr::constant(Value::U32(1)));
        let end = self.value(left);
        let noted = work.origin.noted("np: the remaining elements, by their own work-items");
        out.push(StmtKind::For { var: p, start, end, step, body }.from(noted));
    }

    /// Executes the row of `total` elements that [`linearise`](KernelRewriter::linearise) created.
    /// All work-items take part.
    pub(super) fn execute_fine_grained(
        &mut self,
        work: &Work,
        share: u32,
        total: LocalId,
        out: &mut Block,
    ) {
        let origin = work.origin;
        let before_of = self.memory(Purpose::Of("before_of"), Type::U32, SharedExtent::Item);
        let p = add_local(self.locals, "p", Type::U32);
        let times = |e, n| Expr::binary(BinaryOp::Mul, e, Expr::constant(Value::U32(n)));
        let (start, step) = (Expr::at(Coordinate::LocalId), Expr::at(Coordinate::LocalSize));
        let end = self.value(total);
        let mut body = vec![];
        if share == 1 {
            let owner = add_local(self.locals, "owner", Type::U32);
            let search = ExprKind::Search(before_of, Box::new(self.value(p)));
            body.push(StmtKind::Let(owner, Expr::u32(search)).from(origin));
            self.execute_one(work, owner, before_of, p, &mut body);
            let noted =
                origin.noted("fg1: the remaining elements in a row, one for each work-item");
            out.push(StmtKind::For { var: p, start, end, step, body }.from(noted));
            return;
        }
        let round = times(step.clone(), share);
        // With reductions, a work-item takes consecutive elements, which often have the same owner,
        // and needs one atomic for several of them. Otherwise, consecutive work-items take
        // consecutive elements, so that their accesses coalesce.
        let (start, stride) = match work.reductions.is_empty() {
            true => (start, step),
            false => (times(start, share), Expr::constant(Value::U32(1))),
        };
        self.execute_several(work, share, [p, total], stride, before_of, &mut body);
        let noted = origin.noted("fg8: the remaining elements in a row, eight for each work-item");
        out.push(StmtKind::For { var: p, start, end, step: round, body }.from(noted));
    }

    /// Executes up to `share` elements of the row, from `p` with a stride. The values that the body
    /// takes from an owner are read only when the owner changes, so control flow diverges only
    /// there.
    fn execute_several(
        &mut self,
        work: &Work,
        share: u32,
        [p, total]: [LocalId; 2],
        stride: Expr,
        before_of: SharedId,
        body: &mut Block,
    ) {
        let origin = work.origin;
        let number = Type::U32;
        let names = [("owner", number), ("until", number), ("first", Type::Edge)];
        let [owner, until, at] = names.map(|(name, ty)| add_local(self.locals, name, ty));
        let [end, q] = ["end", "q"].map(|name| add_local(self.locals, name, number));
        body.extend([owner, until, at].map(|id| self.declare(id).from(origin)));
        let (closure, renamed) = self.read_closure(work, &self.value(owner));
        body.extend(renamed.values().map(|id| self.declare(*id).from(origin)));
        let partials = self.partials(work, body);
        let most = Expr::binary(BinaryOp::Mul, stride.clone(), Expr::constant(Value::U32(share)));
        let most = Expr::binary(BinaryOp::Add, self.value(p), most);
        let most = Expr::binary(BinaryOp::Min, most, self.value(total));
        body.push(StmtKind::Let(end, most).from(origin));

        let mut at_next_owner = vec![];
        if !partials.is_empty() {
            // Before the first owner, there is no value to combine.
            let zero = Expr::constant(Value::U32(0));
            let has_owner = Expr::binary(BinaryOp::Ne, self.value(until), zero);
            let mut give = self.give(work, &self.value(owner), &partials);
            for (reduction, partial) in work.reductions.iter().zip(&partials) {
                let nothing = identity(reduction.op, self.ty(*partial));
                give.push(StmtKind::Assign(*partial, Expr::constant(nothing)).from(origin));
            }
            at_next_owner.push(StmtKind::If(has_owner, give, vec![]).from(origin));
        }
        let search = ExprKind::Search(before_of, Box::new(self.value(q)));
        let shared = |id, index| Expr::u32(ExprKind::Shared(id, Box::new(index)));
        // The element at position q of the owner has the position first + q in the domain. The sum
        // may wrap in between.
        let first = first_of(work, self.value(owner));
        let before = shared(before_of, self.value(owner)).cast(Type::Edge);
        let sets = [
            (owner, Expr::u32(search)),
            (until, self.next_owner_start(owner, total, before_of)),
            (at, Expr::binary(BinaryOp::Sub, first, before)),
        ];
        at_next_owner.extend(sets.map(|(id, value)| StmtKind::Assign(id, value).from(origin)));
        at_next_owner
            .extend(closure.into_iter().map(|(id, e)| StmtKind::Assign(id, e).from(origin)));
        let another = Expr::binary(BinaryOp::Ge, self.value(q), self.value(until));
        let mut each = vec![StmtKind::If(another, at_next_owner, vec![]).from(origin)];
        each.extend(self.body(work, renamed, self.value(at), self.value(q), &partials));
        let (start, end) = (self.value(p), self.value(end));
        body.push(StmtKind::For { var: q, start, end, step: stride, body: each }.from(origin));
        body.extend(self.give(work, &self.value(owner), &partials));
    }

    /// Returns the first position of the next owner in the row. After the last owner, returns the
    /// end of the row.
    fn next_owner_start(&self, owner: LocalId, total: LocalId, before_of: SharedId) -> Expr {
        let one = || Expr::constant(Value::U32(1));
        let next = Expr::binary(BinaryOp::Add, self.value(owner), one());
        let last = Expr::binary(BinaryOp::Sub, Expr::at(Coordinate::LocalSize), one());
        let index = Expr::binary(BinaryOp::Min, next.clone(), last);
        let exists = Expr::binary(BinaryOp::Lt, next, Expr::at(Coordinate::LocalSize));
        let next_start = Expr::u32(ExprKind::Shared(before_of, Box::new(index)));
        let end = Box::new(self.value(total));
        Expr::u32(ExprKind::Select(Box::new(exists), Box::new(next_start), end))
    }

    /// Executes the element at position `p` of the row of elements.
    fn execute_one(
        &mut self,
        work: &Work,
        owner: LocalId,
        before_of: SharedId,
        p: LocalId,
        body: &mut Block,
    ) {
        let owner = self.value(owner);
        let before = Expr::u32(ExprKind::Shared(before_of, Box::new(owner.clone())));
        let within = Expr::binary(BinaryOp::Sub, self.value(p), before);
        let partials = self.partials(work, body);
        self.elements(work, &owner, Positions::One(within), &partials, body);
        body.extend(self.give(work, &owner, &partials));
    }

    /// Combines the partial results of a work-item with the results of their owner. It uses atomics
    /// in shared memory, because several work-items may have elements of one owner.
    fn give(&self, work: &Work, owner: &Expr, partials: &[LocalId]) -> Block {
        let mut given = vec![];
        for (reduction, partial) in work.reductions.iter().zip(partials) {
            let give = StmtKind::AtomicShared {
                op: reduction.op,
                shared: reduction.partial_of,
                index: owner.clone(),
                operand: self.value(*partial),
                old: None,
            };
            let give = give.from(work.origin);
            given.push(match changes(reduction.op, self.value(*partial)) {
                Some(some) => StmtKind::If(some, vec![give], vec![]).from(work.origin),
                None => give,
            });
        }
        given
    }

    /// Declares locals for the partial results of a work-item.
    fn partials(&mut self, work: &Work, out: &mut Block) -> Vec<LocalId> {
        let mut partials = vec![];
        for reduction in &work.reductions {
            let Local { name, ty, .. } = self.locals[reduction.target.index()].clone();
            let partial = add_local(self.locals, &name, ty);
            let nothing = Expr::constant(identity(reduction.op, ty));
            out.push(StmtKind::Let(partial, nothing).from(work.origin));
            partials.push(partial);
        }
        partials
    }

    /// Executes the body for some elements of one owner.
    fn elements(
        &mut self,
        work: &Work,
        owner: &Expr,
        positions: Positions,
        partials: &[LocalId],
        out: &mut Block,
    ) {
        let (closure, renamed) = self.read_closure(work, owner);
        out.extend(closure.into_iter().map(|(id, e)| StmtKind::Let(id, e).from(work.origin)));
        let at = add_local(self.locals, "first", Type::Edge);
        let first = first_of(work, owner.clone());
        out.push(StmtKind::Let(at, first).from(work.origin));
        match positions {
            Positions::One(p) => out.extend(self.body(work, renamed, self.value(at), p, partials)),
            Positions::Strided(start, end, step) => {
                let p = add_local(self.locals, "p", start.ty);
                let body = self.body(work, renamed, self.value(at), self.value(p), partials);
                out.push(StmtKind::For { var: p, start, end, step, body }.from(work.origin));
            }
        }
    }

    /// Returns a copy of the body for the element at a position. It reduces into the partial
    /// results, or into the locals of the owner if there are no partial results.
    fn body(
        &mut self,
        work: &Work,
        mut renamed: BTreeMap<LocalId, LocalId>,
        first: Expr,
        position: Expr,
        partials: &[LocalId],
    ) -> Block {
        let Local { name, ty, .. } = self.locals[work.var.index()].clone();
        let var = add_local(self.locals, &name, ty);
        renamed.insert(work.var, var);
        let targets = work.reductions.iter().map(|reduction| reduction.target);
        renamed.extend(targets.zip(partials.iter().copied()));
        let at = Expr::binary(BinaryOp::Add, first, position.cast(Type::Edge));
        let element = match work.domain.looked_up() {
            Some(kind) => Expr { ty, kind: kind(at) },
            None => at.cast(ty),
        };
        let mut body = vec![StmtKind::Let(var, element).from(work.origin)];
        let mut copied = copy(self.locals, &work.body, renamed);
        self.reductions_to_assignments(&mut copied);
        body.extend(copied);
        body
    }

    /// Converts the reductions of the body to assignments, because one work-item now runs its loop.
    /// Reductions in nested `forall`s stay.
    fn reductions_to_assignments(&self, block: &mut Block) {
        for stmt in block {
            match &mut stmt.kind {
                StmtKind::ForAll { .. } => {}
                StmtKind::Reduce(id, op, value) => {
                    let both = combine(*op, self.value(*id), value.clone());
                    stmt.kind = StmtKind::Assign(*id, both);
                }
                _ => {
                    for inner in stmt.blocks_mut() {
                        self.reductions_to_assignments(inner);
                    }
                }
            }
        }
    }
}

/// Returns the position of the first element of an owner.
fn first_of(work: &Work, owner: Expr) -> Expr {
    Expr { ty: Type::Edge, kind: ExprKind::Shared(work.first_of, Box::new(owner)) }
}
