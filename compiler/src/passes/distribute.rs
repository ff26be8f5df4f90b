//! Distribution: replaces each parallel `forall` with a loop whose iterations are shared among all
//! work-items.
//!
//! The number of work-items of a launch fits the device and may be smaller than the number of
//! elements (granularity coarsening: "Policy-based Tuning for Performance Portability and Library
//! Co-optimization"). The parallel `forall` becomes a loop whose stride is the size of the launch,
//! so that neighbouring work-items access neighbouring elements. A statement outside of every
//! `forall` that changes memory or prints is run only by the first work-item; every work-item runs
//! the other statements. Serial `forall`s remain for nested parallelism ([`np`](super::np)) or
//! [`serialise`](super::serialise). In a kernel [for groups](Kernel::per), each subgroup or workgroup
//! has iterations, and its first work-item runs them. The pass also makes the [plan](Plan) of each
//! kernel: the domain of each loop, and whether few iterations are expected to do work.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! forall parallel u: node in worklist w {      for i: u32 = @global_id to @size(w) by @global_size {
//!   …                                            let u: node = @item(w, i)
//! }                                              …
//!                                              }
//! ```

use crate::ir::build::add_local;
use crate::ir::visit::walk_stmts;
use crate::ir::*;

/// Distributes the iterations of every parallel `forall` over the work-items of a launch, whose
/// workgroups are intended to have this size.
pub fn distribute(module: &mut Module, workgroup_size: u32) {
    module.workgroup_size = workgroup_size;
    for kernel in &mut module.kernels {
        kernel.plan = plan(kernel);
        let per = kernel.per.take();
        let mut distribution = Distribution { locals: &mut kernel.locals, per };
        let body = std::mem::take(&mut kernel.body);
        let body = body.into_iter().map(|stmt| distribution.stmt(stmt)).collect();
        kernel.body = match std::mem::replace(&mut kernel.lanes, 1) {
            1 => body,
            lanes => share_with_lanes(&mut kernel.locals, body, lanes),
        };
    }
    module.stage = Stage::Distributed;
}

/// Returns the plan of a kernel that is not distributed yet.
fn plan(kernel: &Kernel) -> Plan {
    let work = kernel.body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::ForAll { domain, mapping: Mapping::Parallel, .. } => Some(domain),
        _ => None,
    });
    // A launch needs a work-item for each lane of a virtual warp, and for each member of a group.
    let has_items = kernel.lanes == 1 && kernel.per.is_none();
    let work = work.map(|domain| if has_items { domain_of(kernel, domain) } else { Work::Other });
    Plan { work: work.collect(), selective: kernel.expects_few_iterations(), resident: false }
}

/// Returns the domain of the loop that replaces a `forall`.
fn domain_of(kernel: &Kernel, domain: &Domain) -> Work {
    let is_count =
        |id: LocalId| id.index() < kernel.params && kernel.locals[id.index()].ty == Type::U32;
    match domain {
        Domain::Nodes => Work::Nodes,
        Domain::Edges => Work::Edges,
        Domain::Worklist(id) | Domain::Positions(id) => Work::Worklist(*id),
        Domain::Range(start, end) if starts_at_zero(start) => match end.kind {
            ExprKind::NodeCount => Work::Nodes,
            ExprKind::EdgeCount => Work::Edges,
            ExprKind::WorklistSize(id) => Work::Worklist(id),
            ExprKind::Local(id) if is_count(id) => Work::Passed(id),
            _ => Work::Other,
        },
        _ => Work::Other,
    }
}

/// Whether the start of a range is the literal zero.
fn starts_at_zero(start: &Expr) -> bool {
    matches!(start.kind, ExprKind::Const(Value::U32(0) | Value::Edge(0)))
}

struct Distribution<'k> {
    locals: &'k mut Locals,
    /// The group that has each iteration.
    per: Option<Scope>,
}

impl Distribution<'_> {
    fn stmt(&mut self, stmt: Stmt) -> Stmt {
        let origin = stmt.origin;
        let writes = has_effects(&stmt);
        match stmt.kind {
            StmtKind::ForAll { var, domain, mapping: Mapping::Parallel, body } => {
                self.forall(var, domain, body, origin).from(origin)
            }
            _ if !writes => stmt,
            _ => {
                let first = Expr::binary(
                    BinaryOp::Eq,
                    Expr::at(Coordinate::GlobalId),
                    Expr::constant(Value::U32(0)),
                );
                StmtKind::If(first, vec![stmt], vec![]).from(origin)
            }
        }
    }

    fn forall(
        &mut self,
        var: LocalId,
        domain: Domain,
        mut body: Block,
        origin: Origin,
    ) -> StmtKind {
        if let Some(scope) = self.per {
            return self.by_groups(scope, (var, domain), body, origin);
        }
        let (start, end) = domain.positions();
        if let Domain::Range(..) = domain {
            return self.range(var, start, end, body, origin);
        }
        let counter = domain.counter(self.locals, (var, start.ty), &mut body, origin);
        strided(counter, start, end, body)
    }

    /// Distributes the iterations over the subgroups or workgroups of the launch. The first
    /// work-item of a group runs its iteration. The loop is [uniform](crate::ir::uniform_loop), and
    /// its body ends with the conditional of such loops. It counts work-items, in 64 bits because
    /// there may be more of them than iterations:
    ///
    /// ```text
    /// for base: u64 = u64(@group_start) to (u64(@size(w)) * u64(@local_size)) by u64(@global_size) {
    ///   let row: u32 = u32((base / u64(@local_size)))
    ///   if ((@local_id == 0u32) && (row < @size(w))) {
    ///     let u: node = @item(w, row)    …
    /// ```
    fn by_groups(
        &mut self,
        scope: Scope,
        (var, domain): (LocalId, Domain),
        mut body: Block,
        origin: Origin,
    ) -> StmtKind {
        let (first, end) = domain.positions();
        let row = domain.counter(self.locals, (var, first.ty), &mut body, origin);
        let base = add_local(self.locals, "base", Type::U64);
        let wide = |coordinate| Expr::at(coordinate).cast(Type::U64);
        let number = |value| Expr::constant(Value::U32(value));
        let group = Expr::local(base, Type::U64);
        let group = Expr::binary(BinaryOp::Div, group, wide(Coordinate::LocalSize));
        let group = group.cast(Type::U32);
        // The number of the iteration, the number of rounds of all workgroups together, and the
        // position of the work-item in its group.
        let (at, rounds, member) = match scope {
            Scope::Subgroup => {
                let count = || Expr::at(Coordinate::SubgroupCount);
                let before = Expr::binary(BinaryOp::Mul, group, count());
                let at = Expr::binary(BinaryOp::Add, before, Expr::at(Coordinate::SubgroupId));
                let whole = Expr::binary(BinaryOp::Div, end.clone(), count());
                (at, Expr::binary(BinaryOp::Add, whole, number(1)), Coordinate::Lane)
            }
            Scope::Workgroup | Scope::Grid => (group, end.clone(), Coordinate::LocalId),
        };
        let ty = self.locals[row.index()].ty;
        let at = at.cast(ty);
        let position = Expr::local(row, ty).cast(Type::U32);
        let is_first = Expr::binary(BinaryOp::Eq, Expr::at(member), number(0));
        let exists = Expr::binary(BinaryOp::Lt, position, end);
        let takes = Expr::binary(BinaryOp::And, is_first, exists);
        let body = vec![
            StmtKind::Let(row, at).from(origin),
            StmtKind::If(takes, body, vec![]).from(origin),
        ];
        let end = Expr::binary(BinaryOp::Mul, rounds.cast(Type::U64), wide(Coordinate::LocalSize));
        let (start, step) = (wide(Coordinate::GroupStart), wide(Coordinate::GlobalSize));
        StmtKind::For { var: base, start, end, step, body }
    }

    /// Distributes a `forall` over a range. The range may end so close to 2³² that a strided 32-bit
    /// count would wrap, so the loop counts in 64 bits, from zero.
    fn range(
        &mut self,
        var: LocalId,
        start: Expr,
        end: Expr,
        mut body: Block,
        origin: Origin,
    ) -> StmtKind {
        let ty = start.ty;
        let at = add_local(self.locals, "i", Type::U64);
        let count = Expr::local(at, Type::U64);
        let (length, element) = if starts_at_zero(&start) {
            (end.cast(Type::U64), count.cast(ty))
        } else {
            let element = Expr::binary(BinaryOp::Add, start.clone().cast(Type::U64), count);
            (Expr::range_length(start, end), element.cast(ty))
        };
        body.insert(0, StmtKind::Let(var, element).from(origin));
        let wide = |coordinate| Expr::at(coordinate).cast(Type::U64);
        let (start, step) = (wide(Coordinate::GlobalId), wide(Coordinate::GlobalSize));
        StmtKind::For { var: at, start, end: length, step, body }
    }
}

/// Creates a loop from `start` to `end` whose iterations are distributed over the work-items of a
/// launch.
fn strided(var: LocalId, start: Expr, end: Expr, body: Block) -> StmtKind {
    let id = Expr::at(Coordinate::GlobalId);
    let start = match start.kind {
        ExprKind::Const(_) => id,
        _ => {
            let id = id.cast(start.ty);
            Expr::binary(BinaryOp::Add, start, id)
        }
    };
    StmtKind::For { var, start, end, step: Expr::at(Coordinate::GlobalSize), body }
}

/// Lets virtual warps of `lanes` work-items run the iterations of a distributed loop, which is the
/// last statement. A launch may have fewer work-items, or a number that `lanes` does not divide; the
/// last work-items then have no virtual warp.
fn share_with_lanes(locals: &mut Locals, mut body: Block, lanes: u32) -> Block {
    let Some(mut the_loop) = body.pop() else { return body };
    let origin = the_loop.origin;
    let mut declare = |name: &str, value: Expr| {
        let id = add_local(locals, name, Type::U32);
        body.push(StmtKind::Let(id, value).from(origin));
        Expr::local(id, Type::U32)
    };
    let (id, size) = (Expr::at(Coordinate::GlobalId), Expr::at(Coordinate::GlobalSize));
    let most = Expr::constant(Value::U32(lanes));
    let lanes = declare("lanes", Expr::binary(BinaryOp::Min, most, size.clone()));
    let warps = declare("warps", Expr::binary(BinaryOp::Div, size, lanes.clone()));
    let warp = declare("warp", Expr::binary(BinaryOp::Div, id.clone(), lanes.clone()));
    let lane = declare("lane", Expr::binary(BinaryOp::Rem, id, lanes.clone()));
    if let StmtKind::For { start, step, body, .. } = &mut the_loop.kind {
        (*start, *step) = (warp.clone(), warps.clone());
        share_edges(locals, body, &lane, &lanes);
    }
    let belongs = Expr::binary(BinaryOp::Lt, warp, warps);
    body.push(StmtKind::If(belongs, vec![the_loop], vec![]).from(origin));
    body
}

/// Distributes the `forall` over edges, which the last statement is or contains, over the lanes of a
/// virtual warp.
fn share_edges(locals: &mut Locals, block: &mut Block, lane: &Expr, lanes: &Expr) {
    let Some(last) = block.last_mut() else { return };
    if let StmtKind::If(_, then, otherwise) = &mut last.kind {
        // One of the branches is empty.
        let branch = if then.is_empty() { otherwise } else { then };
        return share_edges(locals, branch, lane, lanes);
    }
    let origin = last.origin;
    if let StmtKind::ForAll { var, domain, body, .. } = &mut last.kind {
        let (first, end) = domain.positions();
        let mut body = std::mem::take(body);
        let var = domain.counter(locals, (*var, first.ty), &mut body, origin);
        let lane = lane.clone().cast(first.ty);
        let start = Expr::binary(BinaryOp::Add, first, lane);
        last.kind = StmtKind::For { var, start, end, step: lanes.clone(), body };
    }
}

/// Returns whether a statement changes memory or prints.
fn has_effects(stmt: &Stmt) -> bool {
    let mut found = false;
    walk_stmts(std::slice::from_ref(stmt), &mut |s| {
        found |= s.place().is_some()
            || matches!(
                s.kind,
                StmtKind::Push(..) | StmtKind::Exclusive { .. } | StmtKind::Print(_)
            );
    });
    found
}
