//! A GPU as a target of the [main machine](crate::main_machine).

use igc_compiler::ir::{
    ArrayId, Contraction, GraphArray, KernelId, LocalId, OutlinedId, Value, WorklistId,
};

use super::{Machine, Stop};
use crate::Error;
use crate::backend::gpu::api::Gpu;
use crate::backend::gpu::state::State;
use crate::backend::gpu::worklist::Worklist;
use crate::main_machine::{Change, Items, Memory, Progress, Target, edges_of};

impl<G: Gpu> Memory for Machine<G> {
    type Stop = Stop;

    fn nodes(&self) -> u32 {
        self.graph_in_use().nodes()
    }

    fn edges(&self) -> u64 {
        self.graph_in_use().edges()
    }

    fn graph(&self, array: GraphArray, index: u64) -> Result<Option<u64>, Stop> {
        let (width, index) = (self.artefact.module.edges, index as usize);
        if let Some(quotient) = &self.quotient {
            return Ok(quotient.array(array, width)?.get(index));
        }
        let kept = &self.host_graph[array as usize];
        if kept.get().is_none() {
            let _ = kept.set(self.resident.input().array(array, width)?);
        }
        Ok(kept.get().and_then(|elements| elements.get(index)))
    }

    fn row_length(&self, array: ArrayId) -> u32 {
        self.state[array.index()].row_length()
    }

    fn load(&self, array: ArrayId, row: u64, element: u32) -> Result<Value, Stop> {
        let value = self.state[array.index()].load(row, element)?;
        self.watch.finished();
        Ok(value)
    }

    /// Missing capacity ends the repetition.
    fn waiting(&self, worklist: WorklistId) -> Result<u32, Stop> {
        let worklist = worklist.index();
        let pushed = self.worklists[worklist].pushed()?;
        // The read waited for all kernels.
        self.watch.finished();
        if pushed > self.worklists[worklist].capacity {
            return Err(Stop::Overflow { worklist, needed: pushed });
        }
        Ok(pushed)
    }
}

impl<G: Gpu> Target for Machine<G> {
    fn launch(&mut self, kernel: KernelId, values: &[Value], again: bool) -> Result<(), Stop> {
        self.launch_kernel(kernel, values, again)
    }

    fn outlined(
        &mut self,
        id: OutlinedId,
        passed: &[LocalId],
        progress: &mut Progress,
    ) -> Result<(), Stop> {
        self.run_outlined(id, passed, progress)
    }

    fn apply(&mut self, change: Change) -> Result<(), Stop> {
        match change {
            Change::Store { array, row, element, value } => {
                self.state[array.index()].store(row, element, value)?;
            }
            Change::Fill(array, value) => self.state[array.index()].fill(value)?,
            // Nothing happens if memory is swapped with itself.
            Change::Swap(a, b) => {
                if let Ok([one, other]) = self.state.get_disjoint_mut([a.index(), b.index()]) {
                    State::exchange(one, other);
                }
            }
            Change::SwapWorklists(a, b) => {
                if let Ok([one, other]) = self.worklists.get_disjoint_mut([a.index(), b.index()]) {
                    Worklist::exchange(one, other);
                }
            }
            Change::Clear(worklist) => self.worklists[worklist.index()].clear()?,
            Change::Take(worklist) => self.worklists[worklist.index()].take()?,
        }
        Ok(())
    }

    fn seed(&mut self, worklist: WorklistId, items: Items<'_>) -> Result<(), Stop> {
        let (nodes, worklist) = (self.nodes(), worklist.index());
        let target = &mut self.worklists[worklist];
        let needed = match items {
            Items::Nodes => nodes,
            Items::Words(words) => target.items_in(words),
        };
        if let Items::Words(words) = items
            && target.ty.is_node()
            && let Some(&node) = words.iter().find(|&&node| node >= nodes)
        {
            let worklist = target.name.clone();
            return Err(Error::SeedNode { worklist, node, nodes }.into());
        }
        if needed > target.capacity {
            return Err(Stop::Overflow { worklist, needed });
        }
        match items {
            Items::Words(words) => target.seed(words)?,
            Items::Nodes => self.seed_all_nodes(worklist, nodes)?,
        }
        Ok(())
    }

    fn contract(&mut self, contraction: &Contraction) -> Result<(), Stop> {
        self.replace_by_quotient(contraction)
    }

    fn is_contracted(&self) -> bool {
        self.quotient.is_some()
    }

    fn edges_of_waiting(&mut self, worklist: WorklistId, items: u32) -> Result<u64, Stop> {
        let pushed = self.worklists[worklist.index()].pushed_nodes(items)?;
        let offsets = &self.graph_in_use().offsets;
        let offset = |node| (node < offsets.len()).then(|| offsets.at(node) as u64);
        Ok(edges_of(&pushed, offset))
    }

    fn settle(&mut self) -> Result<(), Stop> {
        Ok(self.wait()?)
    }

    fn check_room(&self) -> Result<(), Stop> {
        for (worklist, pushed) in self.worklists.iter().enumerate() {
            if let Some(needed) = pushed.missing()? {
                return Err(Stop::Overflow { worklist, needed });
            }
        }
        Ok(())
    }
}
