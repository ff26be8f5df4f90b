//! The operations that all work-items of a group perform together, after all of them have arrived:
//! barriers, collectives, scans and flushes.

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

use std::ops::Range;

use super::grid::Grid;
use super::group_memory::Queue;
use super::machine::{Machine, Stop};
use crate::ir::*;

impl<'a> Machine<'a> {
    /// Evaluates the value that the current work-item contributes to a collective or a scan.
    pub(super) fn offer(&mut self, scope: Scope, stmt: &'a Stmt) -> Result<(), Stop> {
        debug_assert!(scope != Scope::Grid || matches!(stmt.kind, StmtKind::Barrier(_)));
        self.item.offer = match &stmt.kind {
            StmtKind::Collective { value, .. } | StmtKind::Scan { value, .. } => {
                Some(self.eval(value)?)
            }
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
            | StmtKind::Enqueue(..)
            | StmtKind::Flush(_)
            | StmtKind::Print(_)
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::PathStart
            | StmtKind::ForAll { .. }
            | StmtKind::For { .. } => None,
        };
        Ok(())
    }

    /// Performs the operation of a statement for all `members` of a group. Without a statement, the
    /// operation is a barrier.
    ///
    /// Every operation is also a barrier, except that a collective of a subgroup is not a barrier
    /// of the subgroup, as [`group`](crate::ir::group) defines.
    pub(super) fn synchronise(
        &mut self,
        grid: &mut Grid<'a>,
        members: Range<usize>,
        scope: Scope,
        stmt: Option<&'a Stmt>,
    ) -> Result<(), Stop> {
        let mut is_barrier = true;
        match stmt.map(|stmt| &stmt.kind) {
            Some(StmtKind::Collective { op, result, .. }) => {
                self.collective(grid, members.clone(), *op, *result)?;
                is_barrier = scope != Scope::Subgroup;
            }
            Some(StmtKind::Scan { before, total, .. }) => {
                scan(grid, members.clone(), *before, *total);
            }
            Some(StmtKind::Flush(worklist)) => self.flush(grid, members.start, *worklist)?,
            _ => {}
        }
        if !is_barrier {
            return Ok(());
        }
        for item in &mut grid.items[members] {
            item.barriers += (scope == Scope::Grid) as u64;
            item.who.subgroup_epoch += 1;
            item.who.workgroup_epoch += (scope != Scope::Subgroup) as u32;
        }
        if let (Scope::Grid, Some(shadow)) = (scope, &mut self.shadow) {
            shadow.start_launch();
        }
        Ok(())
    }

    /// Combines the values of all members, in an order that the seed chooses.
    fn collective(
        &mut self,
        grid: &mut Grid<'a>,
        members: Range<usize>,
        op: AtomicOp,
        result: LocalId,
    ) -> Result<(), Stop> {
        let mut together = None;
        for at in self.random.walk(members.len() as u32) {
            let offer = grid.items[members.start + at as usize].offer;
            together = match (together, offer) {
                (Some(together), Some(offer)) => Some(self.combine(op, together, offer)?),
                (None, offer) => offer,
                (together, None) => together,
            };
        }
        if let Some(together) = together {
            for item in &mut grid.items[members] {
                item.frame.locals[result.index()] = together;
            }
        }
        Ok(())
    }

    /// Moves the items of a workgroup's queue to the back buffer of the worklist.
    fn flush(&mut self, grid: &Grid<'a>, first: usize, id: WorklistId) -> Result<(), Stop> {
        let first = &grid.items[first];
        let worklist = first.view.worklist(id);
        let items = self.queue(&first.runs(), id).map(Queue::take).unwrap_or_default();
        for item in items {
            self.push(id, worklist, item)?;
        }
        Ok(())
    }
}

/// Computes the prefix sums and the total of the values of all members, in their order.
fn scan(grid: &mut Grid<'_>, members: Range<usize>, before: LocalId, total: LocalId) {
    let mut sum = 0_u32;
    for item in &mut grid.items[members.clone()] {
        item.frame.locals[before.index()] = Value::U32(sum);
        sum = sum.wrapping_add(item.offer.map_or(0, Value::index));
    }
    for item in &mut grid.items[members] {
        item.frame.locals[total.index()] = Value::U32(sum);
    }
}
