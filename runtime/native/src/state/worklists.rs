//! What the host does with worklists between launches.

use igc_compiler::ir::{KernelId, Module, WorklistId};

use super::State;
use crate::codegen::Program;
use crate::error::Error;
use crate::task::PUSH_BUFFER;
use crate::worklist::Worklist;

impl State {
    /// Returns the size of the memory of worklists into which items were written, in bytes.
    pub fn worklist_bytes(&self) -> u64 {
        self.worklists.iter().map(Worklist::bytes).sum()
    }

    /// Exchanges the contents of two worklists.
    pub fn swap_worklists(&mut self, a: WorklistId, b: WorklistId) {
        self.worklists.swap(a.index(), b.index());
    }

    /// Empties a worklist.
    pub fn clear(&mut self, worklist: WorklistId) {
        self.worklists[worklist.index()].clear();
    }

    /// Makes the items that wait the front buffer of a worklist.
    pub fn take(&mut self, worklist: WorklistId) {
        self.worklists[worklist.index()].swap_buffers();
    }

    /// Returns the number of items that wait for the next kernel that reads a worklist.
    pub fn waiting(&self, worklist: WorklistId) -> u32 {
        self.worklists[worklist.index()].waiting()
    }

    /// Returns the words of the items that wait for the next kernel that reads a worklist.
    pub fn waiting_items(&mut self, worklist: WorklistId) -> &[u32] {
        self.worklists[worklist.index()].waiting_items()
    }

    /// Empties a worklist, and adds every node.
    ///
    /// # Errors
    ///
    /// Returns an error if the worklist has no room for the nodes.
    pub fn seed_nodes(&mut self, module: &Module, worklist: WorklistId) -> Result<(), Error> {
        self.clear(worklist);
        let mut chunk = [0; PUSH_BUFFER];
        let mut next = 0;
        while next < self.nodes {
            let count = (self.nodes - next).min(PUSH_BUFFER as u32);
            for (item, node) in chunk.iter_mut().zip(next..next + count) {
                *item = node;
            }
            self.worklists[worklist.index()].append(&chunk[..count as usize]);
            next += count;
        }
        self.check_room(module)
    }

    /// Empties a worklist, and adds items, given as words.
    ///
    /// # Errors
    ///
    /// Returns an error if an item is to be a node, but is not one of the graph, or if the worklist
    /// has no room.
    pub fn seed(
        &mut self,
        module: &Module,
        worklist: WorklistId,
        items: &[u32],
    ) -> Result<(), Error> {
        self.clear(worklist);
        let (target, declared) =
            (&self.worklists[worklist.index()], &module.worklists[worklist.index()]);
        if items.len() / target.words() > target.room() as usize {
            target.append(items);
            return self.check_room(module);
        }
        if declared.ty.is_node()
            && let Some(&node) = items.iter().find(|item| **item >= self.nodes)
        {
            let worklist = declared.name.clone();
            return Err(Error::SeedNode { worklist, node, nodes: self.nodes });
        }
        self.worklists[worklist.index()].append(items);
        Ok(())
    }

    /// Returns an error if a push found no room.
    pub(crate) fn check_room(&self, module: &Module) -> Result<(), Error> {
        let mut worklists = self.worklists.iter().zip(&module.worklists);
        match worklists.find(|(worklist, _)| worklist.is_overfull()) {
            None => Ok(()),
            Some((worklist, declared)) => {
                let (name, items) = (declared.name.clone(), worklist.room());
                Err(match worklist.is_short() {
                    true => Error::AddressSpace { worklist: name, items },
                    false => Error::WorklistFull { worklist: name, most: items },
                })
            }
        }
    }

    /// Makes the back buffers of the worklists that a kernel reads its front buffers. This precedes
    /// a launch, unless the kernel reads the items of the previous kernel again.
    pub fn swap_read_buffers(&mut self, program: &Program, kernel: KernelId) {
        for worklist in program.reads(kernel) {
            self.worklists[worklist.index()].swap_buffers();
        }
    }
}
