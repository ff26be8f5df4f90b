//! Widening: gives the ids and the number of edges 64 bits, for graphs with more than 2³² edges.
//!
//! Edge ids have 32 bits, because every loop over edges reads offsets, and some programs store
//! edges. A graph with more edges needs 64 bits. All earlier passes compute with edges as unsigned
//! integers and do not depend on their width. This pass replaces the type `edge` by `u64`
//! everywhere: in locals, memory, parameters, constants and expressions. Offsets of nodes, the ids
//! of incoming edges, reverse edges and `@edge_count` are then `u64`s, too. Nodes, and therefore
//! the targets and sources of edges, keep 32 bits.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! for e: edge = @out_offsets[u] to             for e: u64 = @out_offsets[u] to
//!     @out_offsets[(u32(u) + 1u32)] by 1u32 {      @out_offsets[(u32(u) + 1u32)] by 1u64 {
//!   let v: node = @targets[e]                    let v: node = @targets[e]
//! }                                            }
//! ```
//!
//! The pass runs after all passes that use the type of an edge, for example to prove that an index
//! is in range. The largest id, which means that there is no edge, becomes the largest `u64`.
//!
//! # Costs and limits
//!
//! Offsets take twice the memory, and so does state that holds edges. A node still has fewer than
//! 2³² edges. A program that uses edges as integers may have room for 32 bits only: the module
//! records it in [`Module::numbers_edges`], and a run then refuses a graph with more edges.

use crate::configuration::Choice;
use crate::ir::outlined::OutlinedStmt;
use crate::ir::visit::{walk_exprs_mut, walk_stmts, walk_stmts_mut};
use crate::ir::*;
use crate::remarks::Remarks;

/// Gives edges 64 bits, and makes a remark about each statement that declares an edge.
pub fn widen_edges(module: &mut Module, remarks: &mut Remarks) {
    module.edges = EdgeWidth::Wide;
    for param in &mut module.params {
        widen_type(&mut param.ty);
        param.default = param.default.map(|value| EdgeWidth::Wide.value(value));
    }
    for array in &mut module.arrays {
        widen_type(&mut array.ty);
        if let Init::Fill(value) = &mut array.init {
            *value = EdgeWidth::Wide.value(*value);
        }
        if let Some(Length::Computed(length)) = &mut array.length {
            length.walk_mut(&mut widen);
        }
    }
    for worklist in &mut module.worklists {
        if let ItemType::One(ty) = &mut worklist.ty {
            widen_type(ty);
        }
    }
    for kernel in &mut module.kernels {
        remark(kernel, remarks);
        widen_kernel(kernel);
    }
    for outlined in &mut module.outlined {
        outlined.locals.retype(|ty| EdgeWidth::Wide.of(ty));
        outlined.body.iter_mut().for_each(widen_outlined);
    }
    module.main.locals.retype(|ty| EdgeWidth::Wide.of(ty));
    module.main.body.iter_mut().for_each(widen_host);
}

fn remark(kernel: &Kernel, remarks: &mut Remarks) {
    walk_stmts(&kernel.body, &mut |stmt| {
        let is_edge = |id: &LocalId| kernel.locals[id.index()].ty == Type::Edge;
        if stmt.origin.span.is_some() && stmt.declares().iter().any(is_edge) {
            let message = "the edge and its offsets have 64 bits";
            remarks.applied(Choice::WideEdges, &kernel.name, stmt.origin, message);
        }
    });
}

fn widen_kernel(kernel: &mut Kernel) {
    kernel.locals.retype(|ty| EdgeWidth::Wide.of(ty));
    for shared in &mut kernel.shared {
        widen_type(&mut shared.ty);
    }
    walk_exprs_mut(&mut kernel.body, &mut widen);
    let locals = &kernel.locals;
    walk_stmts_mut(&mut kernel.body, &mut |stmt| {
        match &mut stmt.kind {
            StmtKind::For { var, start, end, step, .. } => {
                let counter = locals[var.index()].ty.counter();
                for bound in [start, end, step] {
                    // The numbers of a loop over nodes and those of a loop over `u32`s are alike.
                    if bound.ty.counter() != counter {
                        convert(bound, counter);
                    }
                }
            }
            // The traversal of expressions contains the operands of the read only.
            StmtKind::LetVector(_, read) => widen_type(&mut read.ty),
            _ => {}
        }
    });
}

fn widen_host(stmt: &mut HostStmt) {
    stmt.exprs_mut().into_iter().for_each(|expr| expr.walk_mut(&mut widen));
    for block in stmt.blocks_mut() {
        block.iter_mut().for_each(widen_host);
    }
}

fn widen_outlined(stmt: &mut OutlinedStmt) {
    stmt.exprs_mut().into_iter().for_each(|expr| expr.walk_mut(&mut widen));
    for block in stmt.blocks_mut() {
        block.iter_mut().for_each(widen_outlined);
    }
}

/// Replaces the type of an expression, whose operands were replaced before.
fn widen(expr: &mut Expr) {
    widen_type(&mut expr.ty);
    match &mut expr.kind {
        ExprKind::Const(value) => *value = EdgeWidth::Wide.value(*value),
        // The conversion between an edge and a `u64` has no effect any more.
        ExprKind::Cast(inner) if inner.ty == expr.ty => {
            let same = std::mem::replace(&mut **inner, Expr::constant(Value::U32(0)));
            *expr = same;
        }
        _ => {}
    }
}

fn widen_type(ty: &mut Type) {
    *ty = EdgeWidth::Wide.of(*ty);
}

fn convert(expr: &mut Expr, ty: Type) {
    let inner = std::mem::replace(expr, Expr::constant(Value::U32(0)));
    *expr = match inner.kind {
        ExprKind::Const(value) => Expr::constant(value.cast(ty)),
        _ => inner.cast(ty),
    };
}
