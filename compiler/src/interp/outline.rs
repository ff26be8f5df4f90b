//! Runs a part of `main` on the device: see [`HostStmt::Outline`].
//!
//! All workgroups are resident together, and every work-item goes through the statements with the
//! locals of `main` for itself. Nothing but a barrier of the grid makes one wait for those of another
//! workgroup, so one that is missing shows under some seed: as a divergence, as an access that breaks a
//! promise, or as another result.

use super::code::Pc;
use super::grid::{Grid, Task};
use super::item::Item;
use super::machine::{Machine, Stop};
use crate::ir::*;

impl<'a> Machine<'a> {
    /// Runs what follows on the device; the host goes on at `end`.
    pub(super) fn outline(&mut self, end: Pc) -> Result<(), Stop> {
        let kernels = 0..self.module.kernels.len() as u32;
        let groups = self.geometry.groups;
        let memories = (0..groups).flat_map(|_| kernels.clone());
        self.memories = memories.map(|id| self.group_memory(KernelId(id))).collect();
        self.outlined = true;
        self.run_grid(&Task::Outline, groups)?;
        self.outlined = false;
        self.item.frame.pc = end;
        Ok(())
    }

    /// A work-item of an outlined loop starts a kernel.
    pub(super) fn call(&mut self, id: KernelId, args: &'a [Expr]) -> Result<(), Stop> {
        let values = self.prepare(id, args)?;
        let item = &mut self.item;
        std::mem::swap(&mut item.frame, &mut item.caller);
        let start = self.code.kernels[id.index()].start;
        item.frame.start(start, &self.module.kernels[id.index()].locals);
        item.frame.locals[..values.len()].copy_from_slice(&values);
        item.kernel = Some(id);
        item.calls += 1;
        Ok(())
    }

    /// A work-item of an outlined loop ends a kernel.
    pub(super) fn come_back(&mut self) {
        let item = &mut self.item;
        std::mem::swap(&mut item.frame, &mut item.caller);
        item.kernel = None;
        item.caller.pc = 0;
    }

    /// After an outlined loop, what its work-items agree on is the host's.
    pub(super) fn finish(&mut self, task: &Task<'_>, grid: &Grid<'a>) -> Result<(), Stop> {
        let (Task::Outline, Some((_, rest))) = (task, grid.items.split_first()) else {
            return Ok(());
        };
        let first = grid.items.iter().find(|item| item.position.is_first());
        let Some(first) = first else { return Ok(()) };
        for item in rest {
            if let Some(what) = self.disagree(first, item) {
                let id = item.position.global_id(self.geometry);
                return self.broken(format!(
                    "after an outlined loop, work-items 0 and {id} do not agree on {what}"
                ));
            }
        }
        let host = &mut self.item;
        host.frame.locals.clone_from(&first.frame.locals);
        host.view.copy_from(&first.view);
        (host.launches, host.rounds) = (first.launches, first.rounds);
        Ok(())
    }

    /// On what two work-items do not agree.
    fn disagree(&self, a: &Item, b: &Item) -> Option<String> {
        let locals = a.frame.locals.iter().zip(&b.frame.locals).zip(&self.module.main.locals);
        let mut locals = locals.filter(|((a, b), _)| a.to_bits() != b.to_bits());
        if let Some(((a, b), local)) = locals.next() {
            return Some(format!("`{}`, which is {a} and {b}", local.name));
        }
        if a.view != b.view {
            return Some("which arrays and worklists are swapped".into());
        }
        ((a.launches, a.rounds) != (b.launches, b.rounds)).then(|| "how many rounds it took".into())
    }
}
