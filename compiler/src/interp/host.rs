//! Performs the statements of `main`, on the host or, in an [outlined](HostStmt::Outline) loop, on
//! the device.
//!
//! On the device, every work-item executes the statements. Only the first work-item accesses single
//! elements and sizes. If a statement affects all elements of an array, each work-item handles a
//! share. Each work-item has its own record of which arrays are swapped, and which buffer of a
//! worklist is the front buffer.

use super::access::Touch;
use super::error::RunError;
use super::machine::{Machine, Stop};
use crate::ir::*;

impl<'a> Machine<'a> {
    /// Performs a statement of `main` that has no blocks and does not wait.
    pub(super) fn host_stmt(&mut self, stmt: &'a HostStmt) -> Result<(), Stop> {
        match stmt {
            HostStmt::Let(id, e) | HostStmt::Assign(id, e) => {
                self.item.frame.locals[id.index()] = self.eval(e)?;
            }
            HostStmt::Store(place, e) if self.item.position.is_first() => self.store(place, e)?,
            HostStmt::Fill(id, e) => self.fill(*id, e)?,
            HostStmt::Swap(a, b) => self.item.view.swap(*a, *b),
            HostStmt::SwapWorklists(a, b) => self.item.view.swap_worklists(*a, *b),
            HostStmt::Clear(id) if self.item.position.is_first() => {
                let worklist = self.item.view.worklist(*id);
                self.worklists.set_sizes(worklist, 0);
            }
            // Other statements are separate operations, or only the first work-item performs them.
            _ => {}
        }
        Ok(())
    }

    /// Returns the elements that this work-item writes. The host writes all of them.
    fn share(&self, len: usize) -> std::iter::StepBy<std::ops::Range<usize>> {
        if !self.outlined {
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

    /// Prepares the start of a kernel: counts the launch, evaluates the arguments, and swaps the
    /// buffers of the worklists that the kernel reads.
    pub(super) fn prepare(&mut self, id: KernelId, args: &'a [Expr]) -> Result<Vec<Value>, Stop> {
        self.count_launch()?;
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.eval(arg)?);
        }
        for worklist in &self.code.kernels[id.index()].reads {
            self.item.view.swap_buffers(*worklist);
            if self.item.position.is_first() {
                self.worklists.clear_next_size(self.item.view.worklist(*worklist));
            }
        }
        Ok(values)
    }
}
