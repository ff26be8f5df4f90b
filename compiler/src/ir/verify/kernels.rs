//! Checks the statements of kernels: types, scopes, and which statements the stage of the module allows.

use super::*;
use crate::ir::uses::uses;
use crate::ir::value::{atomic, atomic_operands};
use crate::ir::visit::walk_stmts;

/// Returns whether a loop variable of one type may be compared with a bound of the other. Node and
/// edge ids count as `u32`.
fn counts_alike(var: Type, bound: Type) -> bool {
    let unsigned = |ty| matches!(ty, Type::U32 | Type::Node | Type::Edge);
    (unsigned(var) && unsigned(bound)) || (var == bound && matches!(var, Type::I32 | Type::U64))
}

/// The context of a statement.
#[derive(Clone, Copy, Default)]
struct Context {
    /// Whether a `break` or `continue` can refer to an enclosing loop of the same iteration.
    in_loop: bool,
    /// Whether the statement is in a loop or conditional.
    nested: bool,
    /// Number of locals that were declared before the innermost `forall`, which it must not assign.
    /// 0 outside of a `forall`.
    frozen: usize,
    /// Whether the statement is in the body of an `exclusive`.
    exclusive: bool,
}

impl Verifier<'_> {
    /// Checks a kernel, except its queues and the uniformity of its control flow.
    pub(super) fn kernel(&mut self, kernel: &Kernel) {
        self.check(kernel.params <= kernel.locals.len(), || "more parameters than locals".into());
        for param in 0..kernel.params.min(kernel.locals.len()) {
            self.declare(LocalId(param as u32));
        }
        let distributed = self.module.stage == Stage::Distributed;
        self.check(kernel.lanes == 1 || !distributed && kernel.lanes.is_power_of_two(), || {
            format!("virtual warps of {} work-items", kernel.lanes)
        });
        self.check(kernel.lanes == 1 || can_share(&kernel.body), || {
            "virtual warps for statements that each work-item must not repeat".into()
        });
        self.check(kernel.per.is_none() || !distributed && kernel.lanes == 1, || {
            "groups that have iterations after distribution, or as virtual warps".into()
        });
        self.plan(kernel, distributed);
        self.block(&kernel.body, Context::default());
    }

    fn plan(&mut self, kernel: &Kernel, distributed: bool) {
        self.check(distributed || kernel.plan == Plan::default(), || {
            "a plan of launches before distribution".into()
        });
        for work in &kernel.plan.work {
            let exists = match work {
                Work::Worklist(id) => id.index() < self.module.worklists.len(),
                Work::Passed(id) => {
                    id.index() < kernel.params && kernel.locals[id.index()].ty == Type::U32
                }
                Work::Nodes | Work::Edges | Work::Other => true,
            };
            self.check(exists, || "a plan with an unknown worklist or parameter".into());
        }
    }

    fn block(&mut self, block: &Block, context: Context) {
        let depth = self.scope.len();
        for stmt in block {
            self.stmt(stmt, context);
        }
        self.scope.truncate(depth);
    }

    fn stmt(&mut self, stmt: &Stmt, context: Context) {
        for expr in stmt.exprs() {
            self.expr(expr);
        }
        let nested = Context { nested: true, ..context };
        match &stmt.kind {
            StmtKind::Let(id, e) => {
                self.same("a let's value", e.ty, self.local_type(*id));
                self.declare(*id);
            }
            StmtKind::Assign(id, e) => self.assign(*id, e, context.frozen),
            StmtKind::LetArray(id, e) => {
                self.same("an array's value", e.ty, self.local_type(*id));
                self.stable("the value of a local array", e);
                self.check(self.is_array(*id), || "a local array without a length".into());
                self.declare(*id);
            }
            StmtKind::StoreElement(element, e) => {
                let ty = self.local_element(element);
                self.same("a stored value", e.ty, ty);
            }
            StmtKind::LetVector(locals, read) => self.vector(locals, read),
            StmtKind::Store(place, e) => self.store(place, e),
            StmtKind::Atomic { op, place, operands, old } => {
                let ty = self.element(place);
                let wanted = atomic_operands(*op);
                self.check(operands.len() == wanted, || {
                    format!("atomic {} takes {wanted} operands", op.name())
                });
                for operand in operands {
                    self.same("an atomic's operand", operand.ty, ty);
                }
                let zero = Value::zero(ty);
                let applies = atomic(*op, zero, &[zero; 2][..wanted]).is_some();
                self.check(applies, || format!("atomic {} does not fit {ty}", op.name()));
                self.full_width("an atomic", place.array);
                let relaxed = place.access == Access::Relaxed;
                self.check(relaxed, || "an atomic on a plain place".into());
                if let Some(old) = old {
                    self.same("an atomic's old value", self.local_type(*old), ty);
                    self.declare(*old);
                }
            }
            StmtKind::Reduce(id, op, e) => self.reduce(*id, *op, e, context.frozen),
            StmtKind::Exclusive { owners, nodes, body, otherwise } => {
                self.exclusive(*owners, nodes, context);
                self.block(body, Context { in_loop: false, exclusive: true, ..nested });
                self.block(otherwise, nested);
            }
            StmtKind::Print(_) => {}
            StmtKind::Push(worklist, item) => {
                self.item(*worklist, item);
            }
            StmtKind::StoreShared(id, index, e) => {
                self.index(index);
                if let Some(ty) = self.shared_type(*id) {
                    self.same("a stored value", e.ty, ty);
                }
            }
            StmtKind::AtomicShared { op, shared, index, operand, old } => {
                self.index(index);
                let ty = self.shared_type(*shared).unwrap_or(operand.ty);
                self.same("an atomic's operand", operand.ty, ty);
                let zero = Value::zero(ty);
                let applies = *op != AtomicOp::Cas && atomic(*op, zero, &[zero]).is_some();
                self.check(applies, || format!("atomic {} does not fit {ty}", op.name()));
                if let Some(old) = old {
                    self.same("an atomic's old value", self.local_type(*old), ty);
                    self.declare(*old);
                }
            }
            StmtKind::Barrier(_) | StmtKind::Flush(_) | StmtKind::PathStart => {
                self.distributed("a barrier");
            }
            StmtKind::Collective { scope, op, value, result } => {
                self.distributed("a collective");
                self.check(*scope != Scope::Grid, || "a collective of a whole launch".into());
                self.reduces(*op, value.ty);
                self.same("a collective's result", self.local_type(*result), value.ty);
                self.declare(*result);
            }
            StmtKind::Scan { value, before, total } => {
                self.distributed("a scan");
                self.same("a scanned value", value.ty, Type::U32);
                for result in [before, total] {
                    self.same("a scan's result", self.local_type(*result), Type::U32);
                    self.declare(*result);
                }
            }
            StmtKind::Enqueue(worklist, item) => {
                self.distributed("a queue");
                self.item(*worklist, item);
            }
            StmtKind::If(cond, then, otherwise) => {
                self.same("a condition", cond.ty, Type::Bool);
                self.block(then, nested);
                self.block(otherwise, nested);
            }
            StmtKind::While(cond, body) => {
                self.same("a condition", cond.ty, Type::Bool);
                self.block(body, Context { in_loop: true, ..nested });
            }
            StmtKind::Break | StmtKind::Continue => {
                self.check(context.in_loop, || "a break or continue outside of a loop".into());
            }
            StmtKind::ForAll { var, domain, mapping, body } => {
                self.forall(*var, domain, *mapping, body, context);
            }
            StmtKind::For { var, start, end, step, body } => {
                let ty = self.local_type(*var);
                for e in [start, end, step] {
                    self.check(counts_alike(ty, e.ty), || {
                        format!("a counted loop over {ty} has a bound of {}", e.ty)
                    });
                }
                let depth = self.scope.len();
                self.declare(*var);
                self.block(body, Context { in_loop: true, ..nested });
                self.scope.truncate(depth);
            }
        }
    }

    /// Checks a vector load. Its index has been checked as an expression.
    fn vector(&mut self, locals: &[LocalId], read: &Expr) {
        let ty = match &read.kind {
            ExprKind::Load(place) => {
                let is_known = place.access == Access::Plain
                    && place.bounds == Bounds::Proven
                    && place.element.is_none();
                self.check(is_known, || "a vector load of a relaxed or checked place".into());
                self.full_width("a vector load", place.array);
                self.element(place)
            }
            ExprKind::Graph(array, index, bounds) => {
                self.index(index);
                let is_known = *bounds == Bounds::Proven;
                self.check(is_known, || "a vector load of a checked index".into());
                self.module.edges.of(array.ty())
            }
            ExprKind::Const(_)
            | ExprKind::Local(_)
            | ExprKind::Element(_)
            | ExprKind::Param(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Select(..)
            | ExprKind::NodeCount
            | ExprKind::EdgeCount
            | ExprKind::Length(_)
            | ExprKind::WorklistSize(_)
            | ExprKind::Waiting(_)
            | ExprKind::WorklistItem(..)
            | ExprKind::At(_)
            | ExprKind::Shared(..)
            | ExprKind::Search(..) => {
                self.check(false, || "a vector load that reads no element".into());
                read.ty
            }
        };
        self.same("a vector load", read.ty, ty);
        self.check(ty != Type::Bool, || "a vector load of `bool`".into());
        self.check(matches!(locals.len(), 2 | 4), || {
            format!("a vector load of {} elements", locals.len())
        });
        for id in locals {
            self.same("a part of a vector", self.local_type(*id), ty);
            self.declare(*id);
        }
    }

    fn forall(
        &mut self,
        var: LocalId,
        domain: &Domain,
        mapping: Mapping,
        body: &Block,
        context: Context,
    ) {
        let parallel = mapping == Mapping::Parallel;
        let distributed = self.module.stage == Stage::Distributed;
        self.check(!parallel || !distributed, || "a parallel forall after distribution".into());
        self.check(!parallel || !context.nested, || {
            "a parallel forall in a loop or conditional".into()
        });
        let element = match domain {
            Domain::Nodes => Type::Node,
            Domain::Edges => self.module.edges.of(Type::Edge),
            Domain::Worklist(id) => {
                self.worklist(*id);
                let ty = self.item_type(*id);
                self.check(ty.values() == 1, || format!("a loop variable that is {ty}"));
                ty.value()
            }
            Domain::Positions(id) => {
                self.worklist(*id);
                Type::U32
            }
            Domain::Range(start, end) => {
                self.same("a range's end", end.ty, start.ty);
                self.stable("the start of a range", start);
                self.stable("the end of a range", end);
                let edge = self.module.edges.of(Type::Edge);
                self.check(matches!(start.ty, Type::U32 | Type::I32) || start.ty == edge, || {
                    format!("a range over {}", start.ty)
                });
                start.ty
            }
            Domain::OutEdges(node, _) | Domain::InEdges(node, _) | Domain::InPositions(node, _) => {
                self.same("an edge list's node", node.ty, Type::Node);
                self.stable("the node of an edge list", node);
                self.module.edges.of(Type::Edge)
            }
        };
        self.same("a loop variable", self.local_type(var), element);
        let depth = self.scope.len();
        self.declare(var);
        self.block(body, Context { in_loop: false, nested: true, frozen: depth, ..context });
        self.scope.truncate(depth);
    }

    fn reduce(&mut self, id: LocalId, op: AtomicOp, value: &Expr, frozen: usize) {
        let ty = self.local_type(id);
        self.same("a reduced value", value.ty, ty);
        self.reduces(op, ty);
        let at = self.scope.position(id);
        let name = self.local_name(id);
        self.check(at.is_some_and(|at| at < frozen), || {
            format!("a reduction into `{name}`, which no forall shares")
        });
    }

    /// Checks that a reduction can apply an operation to values of a type.
    fn reduces(&mut self, op: AtomicOp, ty: Type) {
        let zero = Value::zero(ty);
        let applies =
            !matches!(op, AtomicOp::Swap | AtomicOp::Cas) && atomic(op, zero, &[zero]).is_some();
        self.check(applies, || format!("a reduction by {} does not fit {ty}", op.name()));
    }

    fn exclusive(&mut self, owners: ArrayId, nodes: &[Expr], context: Context) {
        self.check(!context.exclusive, || "an exclusive within an exclusive".into());
        self.check(!nodes.is_empty(), || "an exclusive without nodes".into());
        for node in nodes {
            self.same("an exclusive's node", node.ty, Type::Node);
        }
        self.full_width("an exclusive", owners);
        let array = self.module.arrays.get(owners.index());
        let fits =
            array.is_some_and(|a| (a.ty, a.extent, &a.length) == (Type::U32, Extent::Nodes, &None));
        self.check(fits, || "the owners are not one u32 for each node".into());
    }

    pub(super) fn assign(&mut self, id: LocalId, value: &Expr, frozen: usize) {
        self.check(!self.is_array(id), || "an assignment to a whole local array".into());
        self.same("an assigned value", value.ty, self.local_type(id));
        let at = self.scope.position(id);
        let name = self.local_name(id);
        self.check(at.is_some(), || format!("`{name}` is assigned out of its scope"));
        self.check(at.is_none_or(|at| at >= frozen), || {
            format!("a forall assigns `{name}`, which is declared outside of it")
        });
    }

    pub(super) fn store(&mut self, place: &Place, value: &Expr) {
        let ty = self.element(place);
        self.same("a stored value", value.ty, ty);
    }
}

/// Returns the violations of vector loads whose arrays the kernel writes.
pub(super) fn verify_vectors(module: &Module, kernel: &Kernel) -> Vec<Violation> {
    let mut read = vec![];
    walk_stmts(&kernel.body, &mut |stmt| {
        if let Some(Expr { kind: ExprKind::Load(place), .. }) = stmt.vector_read() {
            read.push(place.array);
        }
    });
    if read.is_empty() {
        return vec![];
    }
    let arrays = uses(module, kernel).arrays;
    let is_written = |id: &ArrayId| arrays.get(id).copied().unwrap_or(false);
    let violation = |id: ArrayId| {
        let name = &module.arrays[id.index()].name;
        let message = format!("a vector load of `{name}`, which the kernel writes");
        Violation { place: kernel.name.clone(), message }
    };
    read.into_iter().filter(is_written).map(violation).collect()
}

/// Whether the work-items of a virtual warp can run these statements together: they declare locals
/// and test conditions, and the last one is a `forall` over edges.
fn can_share(block: &Block) -> bool {
    let Some((last, lets)) = block.split_last() else { return false };
    let only_lets = lets.iter().all(|stmt| matches!(stmt.kind, StmtKind::Let(..)));
    only_lets
        && match &last.kind {
            StmtKind::ForAll { mapping: Mapping::Parallel, body, .. } => can_share(body),
            StmtKind::If(_, then, otherwise) if then.is_empty() => can_share(otherwise),
            StmtKind::If(_, then, otherwise) => otherwise.is_empty() && can_share(then),
            StmtKind::ForAll { domain, .. } => domain.row().is_some(),
            StmtKind::Let(..)
            | StmtKind::Assign(..)
            | StmtKind::LetArray(..)
            | StmtKind::StoreElement(..)
            | StmtKind::LetVector(..)
            | StmtKind::Store(..)
            | StmtKind::Atomic { .. }
            | StmtKind::Reduce(..)
            | StmtKind::Push(..)
            | StmtKind::Exclusive { .. }
            | StmtKind::StoreShared(..)
            | StmtKind::AtomicShared { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Collective { .. }
            | StmtKind::Scan { .. }
            | StmtKind::Enqueue(..)
            | StmtKind::Flush(_)
            | StmtKind::Print(_)
            | StmtKind::While(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::PathStart
            | StmtKind::For { .. } => false,
        }
}
