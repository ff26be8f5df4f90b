//! What `main` does, on the host or, in an [outlined loop](OutlinedLoop), on the device.
//!
//! On the device every work-item goes through the statements. The first one alone changes single elements
//! and sizes; each writes a share of a whole array. Each work-item knows for itself what names mean, and
//! which buffer of a worklist is in front.

use super::access::Touch;
use super::error::RunError;
use super::machine::{Machine, Stop};
use crate::ir::*;

impl<'a> Machine<'a> {
    /// What `main` does to locals and memory.
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
            // The first work-item does it for all.
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
        let value = self.eval(value)?;
        let array = self.item.view.array(id);
        for index in self.share(self.arrays[array].len()) {
            self.touch(id, index, Touch::Write, Access::Plain)?;
            self.arrays[array].set(index, value);
        }
        Ok(())
    }

    pub(super) fn seed(&mut self, id: WorklistId, seed: &'a Seed) -> Result<(), Stop> {
        let nodes = self.graph.nodes();
        let (worklist, first) = (self.item.view.worklist(id), self.item.position.is_first());
        let count = match seed {
            Seed::Nodes => nodes,
            Seed::Items(exprs) => exprs.len() as u32,
        };
        self.check_seed(id, count)?;
        match seed {
            Seed::Nodes => {
                for node in self.share(nodes as usize) {
                    self.worklists.write_back(worklist, node as u32, node as u32);
                }
                if first {
                    self.worklists.set_sizes(worklist, nodes);
                }
            }
            Seed::Items(exprs) => {
                for (slot, e) in exprs.iter().enumerate() {
                    let node = self.eval(e)?.index();
                    if node >= nodes {
                        let worklist = self.module.worklists[id.index()].name.clone();
                        return Err(Box::new(RunError::SeedNode { worklist, node, nodes }));
                    }
                    if first {
                        self.worklists.write_back(worklist, slot as u32, node);
                    }
                }
                if first {
                    self.worklists.set_sizes(worklist, exprs.len() as u32);
                }
            }
        }
        Ok(())
    }

    /// A seed that finds no room ends the run, as a [push](Machine::push) does.
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

    /// Before a launch by the host, the buffers of the worklists that the kernel reads are swapped.
    pub(super) fn swap_read_buffers(&mut self, id: KernelId) {
        for worklist in &self.code.kernels[id.index()].reads {
            self.item.view.swap_buffers(*worklist);
        }
    }

    /// What comes before a kernel's code: it is counted, and its arguments are evaluated.
    pub(super) fn prepare(&mut self, args: &'a [Expr]) -> Result<Vec<Value>, Stop> {
        self.count_launch()?;
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.eval(arg)?);
        }
        Ok(values)
    }

    /// The first work-item of a kernel clears the spare sizes of the worklists that it reads.
    pub(super) fn clear_spare_sizes(&mut self, id: KernelId) {
        if !self.item.position.is_first() {
            return;
        }
        for worklist in &self.code.kernels[id.index()].reads {
            self.worklists.clear_spare(self.item.view.worklist(*worklist));
        }
    }
}
