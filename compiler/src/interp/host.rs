//! The actions of `main`, on the host or, in an [outlined loop](OutlinedLoop), on the device.
//!
//! On the device, every work-item executes all statements. Only the first work-item changes single
//! elements and sizes. Each work-item writes a share of the elements of a whole array. Each
//! work-item has its own [view](super::worklist::View), so it knows which memory each name refers
//! to and which buffer of a worklist is the front buffer.

#![deny(clippy::wildcard_enum_match_arm)]

use super::access::Touch;
use super::error::RunError;
use super::machine::{Machine, Stop};
use crate::ir::*;

impl<'a> Machine<'a> {
    /// Performs an action of `main` on locals or memory.
    pub(super) fn act(&mut self, action: &'a Action) -> Result<(), Stop> {
        match action {
            Action::Let(id, e) | Action::Assign(id, e) => {
                self.item.frame.locals[id.index()] = self.eval(e)?;
            }
            Action::Store(place, e) if self.item.position.is_first() => self.store(place, e)?,
            Action::Fill(id, e) => self.fill(*id, e)?,
            Action::Swap(a, b) => self.item.view.swap(*a, *b),
            Action::SwapWorklists(a, b) => self.item.view.swap_worklists(*a, *b),
            Action::Clear(id) if self.item.position.is_first() => {
                let worklist = self.item.view.worklist(*id);
                self.worklists.set_sizes(worklist, 0);
            }
            Action::Take(id) => {
                self.item.view.swap_buffers(*id);
                if self.item.position.is_first() {
                    self.worklists.clear_spare(self.item.view.worklist(*id));
                }
            }
            // The first work-item acts for all work-items.
            Action::Store(..) | Action::Clear(_) => {}
            Action::Seed(id, seed) => self.seed(*id, seed)?,
        }
        Ok(())
    }

    /// Returns the elements that this work-item writes. The host writes all of them.
    fn share(&self, len: usize) -> std::iter::StepBy<std::ops::Range<usize>> {
        if self.outlined.is_none() {
            return (0..len).step_by(1);
        }
        let first = self.item.position.global_id(self.geometry) as usize;
        (first..len.max(first)).step_by(self.geometry.global_size() as usize)
    }

    fn fill(&mut self, id: ArrayId, value: &'a Expr) -> Result<(), Stop> {
        let value = self.module.arrays[id.index()].width.kept(self.eval(value)?);
        let array = self.item.view.array(id);
        self.note_fill(array);
        for index in self.share(self.arrays[array].len()) {
            self.touch(id, index, Touch::Write, Access::Plain)?;
            self.arrays[array].set(index, value);
        }
        Ok(())
    }

    pub(super) fn seed(&mut self, id: WorklistId, seed: &'a Seed) -> Result<(), Stop> {
        let nodes = self.graph.nodes();
        let (worklist, first) = (self.item.view.worklist(id), self.item.position.is_first());
        let inputs = self.inputs;
        let items = match seed {
            Seed::Input => {
                let name = &self.module.worklists[id.index()].name;
                inputs.items(name, nodes).map_err(|error| Box::new(error.into()))?
            }
            Seed::Nodes | Seed::Items(_) => &[],
        };
        let count = match seed {
            Seed::Nodes => nodes,
            Seed::Input => items.len() as u32,
            Seed::Items(items) => items.len() as u32,
        };
        self.check_seed(id, count)?;
        match seed {
            Seed::Nodes => {
                for node in self.share(nodes as usize) {
                    self.worklists.write_back(worklist, node as u32, [node as u64, 0]);
                }
                if first {
                    self.worklists.set_sizes(worklist, nodes);
                }
            }
            Seed::Input => {
                for (slot, node) in items.iter().enumerate() {
                    self.worklists.write_back(worklist, slot as u32, [u64::from(*node), 0]);
                }
                self.worklists.set_sizes(worklist, count);
            }
            Seed::Items(items) => {
                let declared = &self.module.worklists[id.index()];
                for (slot, item) in items.iter().enumerate() {
                    let words = self.item_words(item)?;
                    let node = words[0] as u32;
                    if declared.ty.is_node() && node >= nodes {
                        let worklist = declared.name.clone();
                        return Err(Box::new(RunError::SeedNode { worklist, node, nodes }));
                    }
                    if first {
                        self.worklists.write_back(worklist, slot as u32, words);
                    }
                }
                if first {
                    self.worklists.set_sizes(worklist, count);
                }
            }
        }
        Ok(())
    }

    /// Checks that a worklist has room for the items of a seed. Missing room has the same effect as
    /// for a [push](Machine::push).
    fn check_seed(&mut self, id: WorklistId, count: u32) -> Result<(), Stop> {
        if count <= self.worklists.most() {
            return Ok(());
        }
        match &mut self.outlined {
            Some(outlined) => outlined.lost = outlined.lost.or(Some(id)),
            None => return Err(self.no_room(id)),
        }
        Ok(())
    }

    /// Swaps the buffers of the worklists that a kernel reads, before a launch by the host.
    pub(super) fn swap_read_buffers(&mut self, id: KernelId) {
        for worklist in &self.code.kernels[id.index()].reads {
            self.item.view.swap_buffers(*worklist);
        }
    }

    /// Prepares a launch or a call of a kernel: counts it, and evaluates its arguments.
    pub(super) fn prepare(
        &mut self,
        kernel: KernelId,
        args: &'a [Expr],
    ) -> Result<Vec<Value>, Stop> {
        self.count_launch(kernel)?;
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.eval(arg)?);
        }
        Ok(values)
    }

    /// Clears the spare sizes of the worklists that a kernel reads. Only the first work-item does
    /// it.
    pub(super) fn clear_spare_sizes(&mut self, id: KernelId) {
        if !self.item.position.is_first() {
            return;
        }
        for worklist in &self.code.kernels[id.index()].reads {
            self.worklists.clear_spare(self.item.view.worklist(*worklist));
        }
    }
}
