//! Statements and expressions that use the [local memory of a workgroup](super::group_memory):
//! shared memory, and queues for worklists.

use super::group_memory::{Cell, LocalData, Queue, Touch};
use super::item::Runs;
use super::machine::{Machine, Stop};
use super::worklist::Words;
use crate::ir::*;

impl<'a> Machine<'a> {
    pub(super) fn store_shared(
        &mut self,
        id: SharedId,
        index: &'a Expr,
        value: &'a Expr,
    ) -> Result<(), Stop> {
        let index = self.eval(index)?.index() as usize;
        let value = self.eval(value)?;
        let call = self.item.calls;
        let cell = self.touch_shared(id, index, Touch::Write)?;
        cell.value = value;
        cell.written = call;
        Ok(())
    }

    pub(super) fn atomic_shared(
        &mut self,
        op: AtomicOp,
        id: SharedId,
        index: &'a Expr,
        operand: &'a Expr,
    ) -> Result<Value, Stop> {
        let index = self.eval(index)?.index() as usize;
        let operand = self.eval(operand)?;
        let arithmetic = self.arithmetic;
        let cell = self.touch_shared(id, index, Touch::Atomic)?;
        let old = cell.value;
        match arithmetic.atomic(op, old, &[operand]) {
            Some(new) => cell.value = new,
            None => return self.broken(format!("{op:?} does not apply to {old}")),
        }
        Ok(old)
    }

    pub(super) fn load_shared(&mut self, id: SharedId, index: u32) -> Result<Value, Stop> {
        Ok(self.touch_shared(id, index as usize, Touch::Read)?.value)
    }

    /// Returns the index of the last element that is at most a value. The search of a device may
    /// read any element, and relies on their order. This function therefore reads all elements and
    /// checks their order.
    pub(super) fn search(&mut self, id: SharedId, wanted: u32) -> Result<Value, Stop> {
        let mut found = 0;
        let mut before = 0;
        for index in 0..self.shared_len(id) {
            let value = self.touch_shared(id, index, Touch::Read)?.value.index();
            if value < before || (index == 0 && value != 0) {
                let name = self.shared_name(id);
                return self.broken(format!(
                    "a search in `%{name}`, which is not sorted: element {index} is {value}, after {before}"
                ));
            }
            if value <= wanted {
                found = index as u32;
            }
            before = value;
        }
        Ok(Value::U32(found))
    }

    /// Adds an item to the queue of the workgroup. Returns `false` if the queue is full.
    pub(super) fn enqueue(&mut self, worklist: WorklistId, item: Words) -> bool {
        let values = self.module.worklists[worklist.index()].ty.values();
        match self.queue(&self.item.runs(), worklist) {
            Some(queue) if (queue.items.len() + 1) * values <= queue.capacity => {
                queue.items.push(item);
                true
            }
            _ => false,
        }
    }

    /// Returns the queue for a worklist of the kernel that a work-item runs.
    pub(super) fn queue(&mut self, runs: &Runs, worklist: WorklistId) -> Option<&mut Queue> {
        let kernel = runs.kernel?;
        let queues = &self.code.kernels[kernel.index()].queues;
        let at = queues.iter().position(|id| *id == worklist)?;
        // Each queue has two arrays, which follow those of shared memory.
        let need = self.module.kernels[kernel.index()].shared.len() + 2 * at;
        let (memory, array) = self.local_memory(runs, need);
        match &mut memory.0[array] {
            LocalData::Queue(queue) => Some(queue),
            _ => None,
        }
    }

    /// Checks, at the end of a kernel, that all queues were flushed.
    pub(super) fn check_queues(&mut self) -> Result<(), Stop> {
        let Some(kernel) = self.item.kernel else { return Ok(()) };
        for id in &self.code.kernels[kernel.index()].queues {
            let queue = self.queue(&self.item.runs(), *id);
            let count = queue.map_or(0, |queue| queue.items.len());
            if count > 0 {
                let name = &self.module.worklists[id.index()].name;
                return self.broken(format!("it ends with {count} items in a queue for `{name}`"));
            }
        }
        Ok(())
    }

    fn cells(&mut self, id: SharedId) -> &mut [Cell] {
        let (memory, array) = self.local_memory(&self.item.runs(), id.index());
        match &mut memory.0[array] {
            LocalData::Cells(cells) => cells,
            _ => &mut [],
        }
    }

    fn shared_len(&mut self, id: SharedId) -> usize {
        self.cells(id).len()
    }

    fn shared_name(&self, id: SharedId) -> &'a str {
        let kernel = self.item.kernel.map(|k| &self.module.kernels[k.index()]);
        kernel.map_or("", |k| &k.shared[id.index()].name)
    }

    fn touch_shared(
        &mut self,
        id: SharedId,
        index: usize,
        touch: Touch,
    ) -> Result<&mut Cell, Stop> {
        let (who, call) = (self.item.who, self.item.calls);
        let cells = self.cells(id);
        let len = cells.len();
        let cell = cells.get_mut(index);
        let problem = match cell.map(|cell| (cell.touch(&who, touch), cell.written == call)) {
            None => Some(format!("which has {len} elements")),
            Some((false, _)) => {
                Some("which another work-item accesses without a barrier in between".into())
            }
            Some((_, false)) if touch != Touch::Write => {
                Some("which no work-item has written".into())
            }
            Some(_) => None,
        };
        if let Some(problem) = problem {
            let name = self.shared_name(id);
            return self.broken(format!("an access to `%{name}[{index}]`, {problem}"));
        }
        Ok(&mut self.cells(id)[index])
    }
}
