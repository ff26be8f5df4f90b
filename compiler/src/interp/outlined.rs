//! Runs an [outlined loop](OutlinedLoop).
//!
//! All workgroups are resident at the same time, and every work-item executes all statements with
//! its own locals. Work-items of different workgroups wait for each other only at grid barriers.
//! Therefore a missing grid barrier shows under some seed: as a divergence, as an access that
//! breaks a promise, or as another result. A missing workgroup barrier shows as a race in local
//! memory.
//!
//! In a kernel that the host launches, a push that finds no room ends the run immediately. In an
//! outlined loop, the item is lost, and the loops end at the next capacity check, by the protocol
//! of `igc_has_room` in `stdlib/device/outline.cl`. Then the run ends with the error. If a check is
//! missing, the loop may not end.

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeMap;

use super::code::Op;
use super::grid::{Grid, Task};
use super::group_memory::GroupMemory;
use super::item::{Item, Runs};
use super::machine::{Machine, Stop};
use crate::ir::*;

/// The outlined loop that is running.
pub(super) struct Outlined {
    pub(super) id: OutlinedId,
    /// The first worklist that lost an item, if one did.
    pub(super) lost: Option<WorklistId>,
    /// The number of the grid barrier after which all loops end.
    ending: Option<u64>,
    /// The local memory of calls without a memory argument: for each workgroup, by the number of
    /// the call, and with the number of work-items that have not yet ended the call.
    own: Vec<BTreeMap<u64, (GroupMemory, u32)>>,
}

impl<'a> Machine<'a> {
    /// Runs an outlined loop, to which the host passes these locals.
    pub(super) fn outline(&mut self, id: OutlinedId, args: &[LocalId]) -> Result<(), Stop> {
        let outlined = &self.module.outlined[id.index()];
        let groups = self.geometry.groups;
        let shapes = || outlined.memory.iter().map(|array| array.shape);
        self.memories = (0..groups).map(|_| self.group_memory(shapes())).collect();
        let own = (0..groups).map(|_| BTreeMap::new()).collect();
        self.outlined = Some(Outlined { id, lost: None, ending: None, own });
        let locals = &self.item.frame.locals;
        let values: Vec<Value> = args.iter().map(|id| locals[id.index()]).collect();
        let first = self.run_grid(&Task::Outlined(id, &values), groups)?;
        if let Some(worklist) = self.outlined.take().and_then(|outlined| outlined.lost) {
            return Err(self.no_room(worklist));
        }
        for (at, (arg, passing)) in args.iter().zip(&outlined.params).enumerate() {
            if *passing == Passing::InOut {
                self.item.frame.locals[arg.index()] = first.frame.locals[at];
            }
        }
        self.item.view.copy_from(&first.view);
        (self.item.launches, self.item.rounds) = (first.launches, first.rounds);
        Ok(())
    }

    /// Starts a kernel for a work-item of an outlined loop.
    pub(super) fn call(&mut self, id: KernelId, args: &'a [Expr]) -> Result<(), Stop> {
        let values = self.prepare(id, args)?;
        self.clear_spare_sizes(id);
        let item = &mut self.item;
        std::mem::swap(&mut item.frame, &mut item.caller);
        let start = self.code.kernels[id.index()].start;
        item.frame.start(start, &self.module.kernels[id.index()].locals);
        item.frame.locals[..values.len()].copy_from_slice(&values);
        item.kernel = Some(id);
        item.calls += 1;
        Ok(())
    }

    /// Ends a kernel for a work-item of an outlined loop.
    pub(super) fn come_back(&mut self) {
        let Runs { slot, calls, .. } = self.item.runs();
        if let Some(own) = self.outlined.as_mut().map(|outlined| &mut outlined.own[slot])
            && let Some((_, left)) = own.get_mut(&calls)
        {
            *left -= 1;
            if *left == 0 {
                own.remove(&calls);
            }
        }
        let item = &mut self.item;
        std::mem::swap(&mut item.frame, &mut item.caller);
        item.kernel = None;
        item.caller.pc = 0;
    }

    /// Returns the local memory for the kernel that a work-item runs, and the index of the array
    /// for a need of the kernel.
    pub(super) fn local_memory(&mut self, runs: &Runs, need: usize) -> (&mut GroupMemory, usize) {
        let given = runs.called_at.map(|pc| &self.code.ops[pc]);
        let Some(Op::Call(kernel, _, memory)) = given.copied() else {
            return (&mut self.memories[runs.slot], need);
        };
        if let Some(id) = memory.get(need) {
            return (&mut self.memories[runs.slot], id.index());
        }
        let own = |machine: &Machine<'_>| {
            let outlined = machine.outlined.as_ref();
            outlined.is_some_and(|outlined| outlined.own[runs.slot].contains_key(&runs.calls))
        };
        let new = if own(self) { None } else { Some(self.memory_for(kernel)) };
        let size = self.geometry.workgroup_size;
        let outlined = self.outlined.as_mut().expect("a call is one of an outlined loop");
        let calls = &mut outlined.own[runs.slot];
        if let Some(new) = new {
            calls.insert(runs.calls, (new, size));
        }
        let memory = calls.get_mut(&runs.calls).expect("it was added above");
        (&mut memory.0, need)
    }

    /// Returns the state of the first work-item at the end of an outlined loop.
    ///
    /// # Errors
    ///
    /// Returns an error if another work-item has a different state.
    pub(super) fn agreed(&self, grid: &mut Grid<'a>) -> Result<Box<Item>, Stop> {
        let first = grid.items.iter().position(|item| item.position.is_first());
        let first = grid.items.swap_remove(first.unwrap_or_default());
        for item in &grid.items {
            if let Some(what) = self.disagree(&first, item) {
                let id = item.position.global_id(self.geometry);
                return self.broken(format!(
                    "after an outlined loop, work-items 0 and {id} do not agree on {what}"
                ));
            }
        }
        Ok(first)
    }

    /// Returns a description of the first difference between two work-items.
    fn disagree(&self, a: &Item, b: &Item) -> Option<String> {
        let outlined = self.outlined.as_ref()?;
        let names = &self.module.outlined[outlined.id.index()].locals;
        let locals = a.frame.locals.iter().zip(&b.frame.locals).zip(names);
        let mut locals = locals.filter(|((a, b), _)| a.to_bits() != b.to_bits());
        if let Some(((a, b), local)) = locals.next() {
            return Some(format!("`{}`, which is {a} and {b}", local.name));
        }
        if a.view != b.view {
            return Some("which arrays and worklists are swapped".into());
        }
        ((a.launches, a.rounds) != (b.launches, b.rounds)).then(|| "how many rounds it took".into())
    }

    /// Returns the number of items in the back buffer of a worklist. In an outlined loop, the loops
    /// end if some of the items found no room.
    pub(super) fn waiting(&mut self, id: WorklistId) -> u32 {
        let waiting = self.worklists.waiting(self.item.view.worklist(id));
        self.item.overflowed |= self.outlined.is_some() && waiting > self.worklists.most();
        waiting
    }

    /// Checks whether a worklist had room for all pushes. If it had not, the first work-item stores
    /// the number of the next grid barrier, and every work-item ends its loops after that barrier.
    pub(super) fn check_room(&mut self, id: WorklistId) {
        let worklist = self.item.view.worklist(id);
        let lost = self.item.position.is_first() && self.worklists.lost(worklist);
        let Some(outlined) = &mut self.outlined else { return };
        if lost {
            outlined.ending.get_or_insert(self.item.barriers + 1);
        }
        self.item.overflowed |= outlined.ending.is_some_and(|at| self.item.barriers >= at);
    }
}
