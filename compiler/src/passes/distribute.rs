//! Distribution: `forall`s become loops that each work-item runs its share of.
//!
//! A launch has as many work-items as fit the device, not as there are elements (granularity
//! coarsening: "Policy-based Tuning for Performance Portability and Library Co-optimization"). The
//! parallel `forall` becomes a loop that strides by the size of the launch, so that neighbouring
//! work-items touch neighbouring elements; serial ones count by one. A statement of the kernel
//! outside of any `forall` that changes memory is run by the first work-item alone; what only
//! computes is computed by every work-item for itself.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! forall parallel u: node in worklist w {      for i: u32 = @global_id to @size(w) by @global_size {
//!                                                let u: node = @item(w, i)
//!   forall serial e: edge in out u {             for e: edge = @out_offsets?[u] to
//!     …                                              @out_offsets?[(u32(u) + 1u32)] by 1u32 {
//!   }                                              …
//! }                                              }
//!                                              }
//! ```

use crate::ir::build::add_local;
use crate::ir::visit::walk_stmts;
use crate::ir::*;

/// Deals the iterations of every `forall` out to work-items.
pub fn distribute(module: &mut Module) {
    for kernel in &mut module.kernels {
        let mut distribution = Distribution { locals: &mut kernel.locals };
        let body = std::mem::take(&mut kernel.body);
        kernel.body = body.into_iter().map(|stmt| distribution.kernel_level(stmt)).collect();
    }
    module.stage = Stage::Distributed;
}

struct Distribution<'k> {
    locals: &'k mut Vec<Local>,
}

impl Distribution<'_> {
    fn kernel_level(&mut self, stmt: Stmt) -> Stmt {
        let parallel = matches!(stmt.kind, StmtKind::ForAll { .. });
        let origin = stmt.origin;
        let writes = has_effects(&stmt);
        let stmt = self.stmt(stmt);
        if parallel || !writes {
            return stmt;
        }
        let first = Expr::binary(
            BinaryOp::Eq,
            Expr::u32(ExprKind::GlobalId),
            Expr::constant(Value::U32(0)),
        );
        StmtKind::If(first, vec![stmt], vec![]).from(origin)
    }

    fn block(&mut self, block: Block) -> Block {
        block.into_iter().map(|stmt| self.stmt(stmt)).collect()
    }

    fn stmt(&mut self, stmt: Stmt) -> Stmt {
        let kind = match stmt.kind {
            StmtKind::If(cond, then, otherwise) => {
                StmtKind::If(cond, self.block(then), self.block(otherwise))
            }
            StmtKind::While(cond, body) => StmtKind::While(cond, self.block(body)),
            StmtKind::For { var, start, end, step, body } => {
                StmtKind::For { var, start, end, step, body: self.block(body) }
            }
            StmtKind::ForAll { var, domain, mapping, body } => {
                let body = self.block(body);
                self.forall(var, domain, mapping, body, stmt.origin)
            }
            StmtKind::Exclusive { owners, nodes, body, otherwise } => StmtKind::Exclusive {
                owners,
                nodes,
                body: self.block(body),
                otherwise: self.block(otherwise),
            },
            StmtKind::Reduce(id, op, value) => self.reduction(id, op, value),
            other => other,
        };
        Stmt { kind, origin: stmt.origin }
    }

    /// Whoever runs a serial loop has its locals to itself.
    fn reduction(&self, id: LocalId, op: AtomicOp, value: Expr) -> StmtKind {
        let current = Expr::local(id, self.locals[id.index()].ty);
        StmtKind::Assign(id, build::combine(op, current, value))
    }

    fn forall(
        &mut self,
        var: LocalId,
        domain: Domain,
        mapping: Mapping,
        body: Block,
        origin: Origin,
    ) -> StmtKind {
        let zero = || Expr::constant(Value::U32(0));
        match domain {
            Domain::Nodes => counted(var, zero(), Expr::u32(ExprKind::NodeCount), mapping, body),
            Domain::Edges => counted(var, zero(), Expr::u32(ExprKind::ArcCount), mapping, body),
            Domain::Worklist(id) => {
                let size = Expr::u32(ExprKind::WorklistSize(id));
                self.indexed(var, zero(), size, mapping, body, origin, |i| {
                    ExprKind::WorklistItem(id, Box::new(i))
                })
            }
            Domain::OutEdges(node) => {
                let (start, end) = Expr::row(GraphArray::OutOffsets, node);
                counted(var, start, end, mapping, body)
            }
            Domain::InEdges(node) => {
                let (start, end) = Expr::row(GraphArray::InOffsets, node);
                self.indexed(var, start, end, mapping, body, origin, |i| {
                    ExprKind::Graph(GraphArray::InArcs, Box::new(i), Bounds::Checked)
                })
            }
            Domain::Range(start, end) => match mapping {
                Mapping::Serial => {
                    let one = Value::U32(1).cast(start.ty);
                    let step = Expr::constant(one);
                    StmtKind::For { var, start, end, step, body }
                }
                Mapping::Parallel => self.strided_range(var, start, end, body, origin),
            },
        }
    }

    /// A loop over positions whose body first looks up the element.
    #[allow(clippy::too_many_arguments, reason = "a loop has that many parts")]
    fn indexed(
        &mut self,
        var: LocalId,
        start: Expr,
        end: Expr,
        mapping: Mapping,
        mut body: Block,
        origin: Origin,
        element: impl FnOnce(Expr) -> ExprKind,
    ) -> StmtKind {
        let at = add_local(self.locals, "i", start.ty);
        let ty = self.locals[var.index()].ty;
        let element = Expr { ty, kind: element(Expr::local(at, start.ty)) };
        body.insert(0, StmtKind::Let(var, element).from(origin));
        counted(at, start, end, mapping, body)
    }

    /// A program's own range may come so near to 2³² that a strided 32-bit count would wrap, so it
    /// is counted in 64 bits, from zero.
    fn strided_range(
        &mut self,
        var: LocalId,
        start: Expr,
        end: Expr,
        mut body: Block,
        origin: Origin,
    ) -> StmtKind {
        let ty = start.ty;
        let at = add_local(self.locals, "i", Type::U64);
        let wide = |e: Expr| e.cast(Type::U64);
        if matches!(start.kind, ExprKind::Const(Value::U32(0))) {
            let element = Expr::local(at, Type::U64).cast(ty);
            body.insert(0, StmtKind::Let(var, element).from(origin));
            return strided(at, wide(end), body);
        }
        let length = Expr::binary(BinaryOp::Sub, wide(end.clone()), wide(start.clone()));
        let some = Expr::binary(BinaryOp::Lt, start.clone(), end);
        let none = Expr::constant(Value::U64(0));
        let kind = ExprKind::Select(Box::new(some), Box::new(length), Box::new(none));
        let length = Expr { ty: Type::U64, kind };
        let element = Expr::binary(BinaryOp::Add, wide(start), Expr::local(at, Type::U64)).cast(ty);
        body.insert(0, StmtKind::Let(var, element).from(origin));
        strided(at, length, body)
    }
}

/// A loop from zero, counted in 64 bits and dealt out to the work-items of a launch.
fn strided(at: LocalId, end: Expr, body: Block) -> StmtKind {
    let wide = |kind| Expr::u32(kind).cast(Type::U64);
    let (start, step) = (wide(ExprKind::GlobalId), wide(ExprKind::GlobalSize));
    StmtKind::For { var: at, start, end, step, body }
}

/// A loop from `start` to `end`: by one, or each work-item its share. Only a loop that is spread
/// over a launch starts at zero.
fn counted(var: LocalId, start: Expr, end: Expr, mapping: Mapping, body: Block) -> StmtKind {
    let id = Expr::u32(ExprKind::GlobalId);
    let (start, step) = match (mapping, &start.kind) {
        (Mapping::Serial, _) => (start, Expr::constant(Value::U32(1))),
        (Mapping::Parallel, ExprKind::Const(_)) => (id, Expr::u32(ExprKind::GlobalSize)),
        (Mapping::Parallel, _) => {
            let from = Expr::binary(BinaryOp::Add, start.cast(Type::U32), id);
            (from, Expr::u32(ExprKind::GlobalSize))
        }
    };
    StmtKind::For { var, start, end, step, body }
}

/// Whether a statement changes memory.
fn has_effects(stmt: &Stmt) -> bool {
    let mut found = false;
    let one = vec![stmt.clone()];
    walk_stmts(&one, &mut |s| {
        found |= s.place().is_some()
            || matches!(s.kind, StmtKind::Push(..) | StmtKind::Exclusive { .. });
    });
    found
}
