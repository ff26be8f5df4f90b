//! Statements and expressions that use the [memory of a workgroup](GroupMemory): shared memory, and
//! queues for worklists.

use super::group_memory::{Cell, GroupMemory, Touch};
use super::machine::{Machine, Stop};
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
        let cell = self.touch_shared(id, index, Touch::Atomic)?;
        let old = cell.value;
        match value::atomic(op, old, &[operand]) {
            Some(new) => cell.value = new,
            None => return self.broken(format!("{op:?} does not apply to {old}")),
        }
        Ok(old)
    }

    pub(super) fn load_shared(&mut self, id: SharedId, index: u32) -> Result<Value, Stop> {
        Ok(self.touch_shared(id, index as usize, Touch::Read)?.value)
    }

    /// The number of the last element that is at most a value. The search of a device may look at
    /// any element and relies on their order, so this reads all elements and checks their order.
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
    pub(super) fn enqueue(&mut self, worklist: WorklistId, item: u32) -> bool {
        self.memory().enqueue(worklist, item)
    }

    /// Whether a kernel has shared memory or queues.
    pub(super) fn shares_memory(&self, id: KernelId) -> bool {
        let (kernel, code) = (&self.module.kernels[id.index()], &self.code.kernels[id.index()]);
        !kernel.shared.is_empty() || !code.queues.is_empty()
    }

    /// Checks, at the end of a kernel, that all queues were flushed.
    pub(super) fn check_queues(&mut self) -> Result<(), Stop> {
        let Some((worklist, count)) = self.memory().unflushed() else { return Ok(()) };
        let name = &self.module.worklists[worklist.index()].name;
        self.broken(format!("it ends with {count} items in a queue for `{name}`"))
    }

    /// The memory of the workgroup for the kernel that runs.
    fn memory(&mut self) -> &mut GroupMemory {
        let at = self.memory_of(&self.item);
        &mut self.memories[at]
    }

    fn shared_len(&mut self, id: SharedId) -> usize {
        self.memory().shared_len(id)
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
        if let Err(problem) = self.memory().touch((id, index), touch, &who, call) {
            let name = self.shared_name(id);
            return self.broken(format!("an access to `%{name}[{index}]`, {problem}"));
        }
        Ok(self.memory().cell(id, index))
    }
}
