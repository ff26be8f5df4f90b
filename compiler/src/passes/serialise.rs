//! Serialisation: replaces each remaining `forall` with a loop that one work-item runs, and
//! reductions into locals with assignments.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! forall serial e: edge in out u {      for e: edge = @out_offsets[u] to
//!   reduce add sum, a[e]                    @out_offsets[(u32(u) + 1u32)] by 1u32 {
//! }                                       set sum = (sum + a[e])
//!                                       }
//! ```

use crate::ir::build::combine;
use crate::ir::visit::walk_stmts_mut;
use crate::ir::*;

/// Replaces each remaining `forall` with a counted loop.
pub fn serialise(module: &mut Module) {
    for kernel in &mut module.kernels {
        serialise_kernel(kernel);
    }
}

/// Replaces each remaining `forall` of a kernel with a counted loop.
pub(super) fn serialise_kernel(kernel: &mut Kernel) {
    let Kernel { locals, body, .. } = kernel;
    walk_stmts_mut(body, &mut |stmt| {
        let origin = stmt.origin;
        match std::mem::replace(&mut stmt.kind, StmtKind::Break) {
            StmtKind::ForAll { var, domain, body, .. } => {
                stmt.kind = counted(locals, var, domain, body, origin);
            }
            StmtKind::Reduce(id, op, value) => {
                let current = Expr::local(id, locals[id.index()].ty);
                stmt.kind = StmtKind::Assign(id, combine(op, current, value));
            }
            other => stmt.kind = other,
        }
    });
}

/// Creates a loop over a domain that one work-item runs.
pub(super) fn counted(
    locals: &mut Locals,
    var: LocalId,
    domain: Domain,
    mut body: Block,
    origin: Origin,
) -> StmtKind {
    let (start, end) = domain.positions();
    let step = match domain {
        Domain::Range(..) => Expr::constant(Value::U32(1).cast(start.ty)),
        _ => Expr::constant(Value::U32(1)),
    };
    let var = domain.counter(locals, (var, start.ty), &mut body, origin);
    StmtKind::For { var, start, end, step, body }
}
