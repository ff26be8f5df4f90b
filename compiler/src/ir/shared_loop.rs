//! The loop of a kernel whose iterations all work-items of a launch share.

use super::{Block, Coordinate, ExprKind, Kernel, LocalId, StmtKind, WorklistId};

/// The loop of a distributed kernel over all nodes, all edges or all items of a worklist. It is the
/// last statement.
pub struct SharedLoop<'k> {
    /// Its position in the kernel.
    pub at: usize,
    /// The node or edge, or the position of the item.
    pub var: LocalId,
    /// The statements of an iteration.
    pub body: &'k Block,
    /// The worklist, if the kernel loops over items.
    pub worklist: Option<WorklistId>,
}

impl Kernel {
    /// Returns the loop, if the kernel has this form.
    pub fn shared_loop(&self) -> Option<SharedLoop<'_>> {
        let at = self.body.len().checked_sub(1)?;
        let StmtKind::For { var, start, end, step, body } = &self.body[at].kind else {
            return None;
        };
        let worklist = match end.kind {
            ExprKind::NodeCount | ExprKind::EdgeCount => None,
            ExprKind::WorklistSize(id) => Some(id),
            _ => return None,
        };
        let is_distributed = start.kind == ExprKind::At(Coordinate::GlobalId)
            && step.kind == ExprKind::At(Coordinate::GlobalSize);
        is_distributed.then_some(SharedLoop { at, var: *var, body, worklist })
    }
}
