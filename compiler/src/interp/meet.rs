//! What work-items do together, once all of them have come.

use std::ops::Range;

use super::grid::Grid;
use super::group_memory::Queue;
use super::machine::{Machine, Stop};
use crate::ir::*;

impl<'a> Machine<'a> {
    /// A work-item evaluates what it gives to the others.
    pub(super) fn offer(&mut self, scope: Scope, stmt: &'a Stmt) -> Result<(), Stop> {
        debug_assert!(scope != Scope::Grid || matches!(stmt.kind, StmtKind::Barrier(_)));
        self.item.offer = match &stmt.kind {
            StmtKind::Collective { value, .. } | StmtKind::Scan { value, .. } => {
                Some(self.eval(value)?)
            }
            _ => None,
        };
        Ok(())
    }

    /// Does what the statement says, a barrier where there is none.
    ///
    /// A collective of a subgroup is no barrier of it, which is the letter of
    /// [`group`](crate::ir::group); all else is one.
    pub(super) fn meet(
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

    /// Combines what all give, in an order that the seed picks.
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

    /// Moves what is in a workgroup's queue to the back side of the worklist.
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

/// Adds up what all give, in their order.
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
