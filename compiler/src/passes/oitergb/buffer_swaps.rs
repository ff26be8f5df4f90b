//! Places buffer swaps: the buffers of a worklist are swapped before each call that reads it.
//!
//! When the host launches a kernel, it first swaps the buffers of the worklists that the kernel
//! reads, so that the kernel reads the items that were pushed before. In an outlined loop, the swap
//! is a separate statement before the call. A call that reads the same items again has no swap.
//!
//! ```text
//! call visit(depth)              swap buffers worklist
//!                                call visit(depth)
//! ```
//!
//! The arguments of a call must be evaluated before the swap. If an argument reads the number of
//! waiting items of a worklist that is swapped, the swap would change its value. The pass therefore
//! stores such an argument in a local before the swap.
//!
//! ```text
//! call visit(@waiting(w))        let waiting: u32 = @waiting(w)
//!                                swap buffers w
//!                                call visit(waiting)
//! ```

use crate::ir::build::add_local;
use crate::ir::uses::uses;
use crate::ir::*;

/// Places the buffer swaps of an outlined loop.
pub(super) fn place(module: &Module, outlined: &mut OutlinedLoop) {
    let body = std::mem::take(&mut outlined.body);
    outlined.body = block(module, body, &mut outlined.locals);
}

fn block(module: &Module, stmts: Vec<OutlinedStmt>, locals: &mut Locals) -> Vec<OutlinedStmt> {
    let mut out = vec![];
    for mut stmt in stmts {
        for inner in stmt.blocks_mut() {
            *inner = block(module, std::mem::take(inner), locals);
        }
        if let OutlinedStmt::Call { kernel, args, again: false, .. } = &mut stmt {
            let read = read_worklists(module, *kernel);
            for arg in args {
                if asks(arg, &read) {
                    let id = add_local(locals, "waiting", arg.ty);
                    let value = std::mem::replace(arg, Expr::local(id, arg.ty));
                    out.push(OutlinedStmt::Act(Action::Let(id, value)));
                }
            }
            out.extend(read.into_iter().map(OutlinedStmt::SwapBuffers));
        }
        out.push(stmt);
    }
    out
}

/// Returns the worklists that a kernel reads.
fn read_worklists(module: &Module, kernel: KernelId) -> Vec<WorklistId> {
    let used = uses(module, &module.kernels[kernel.index()]).worklists;
    used.into_iter().filter(|(_, used)| used.reads).map(|(id, _)| id).collect()
}

/// Whether an expression reads the number of waiting items of one of these worklists.
fn asks(expr: &Expr, worklists: &[WorklistId]) -> bool {
    let mut found = false;
    expr.walk(&mut |e| {
        found |= matches!(&e.kind, ExprKind::Waiting(id) if worklists.contains(id));
    });
    found
}
