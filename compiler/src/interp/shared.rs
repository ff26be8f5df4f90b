//! The memory of workgroups: shared memory and the queues for worklists.
//!
//! Shared memory is not initialised. It is an error to read an element that the same call of the
//! kernel has not written. Races are errors too: between two barriers, one work-item writes an
//! element and another one accesses it, unless both use atomics.

use super::access::{Agents, Who};
use super::machine::{Machine, Stop};
use crate::ir::*;

/// The memory of one workgroup for one kernel.
#[derive(Default)]
pub(super) struct GroupMemory {
    shared: Vec<Vec<Cell>>,
    /// The queues, one for each worklist to which the kernel enqueues items.
    queues: Vec<Queue>,
}

/// A queue of items for a worklist.
struct Queue {
    worklist: WorklistId,
    items: Vec<u32>,
    capacity: usize,
}

/// An element of shared memory.
#[derive(Clone, Copy)]
struct Cell {
    value: Value,
    /// Number of the kernel call that wrote it last, or 0.
    written: u64,
    reads: Agents,
    writes: Agents,
    atomics: Agents,
}

/// The kinds of accesses to an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    Read,
    Write,
    Atomic,
}

impl Cell {
    /// Records an access. Returns `false` if it is a race.
    fn touch(&mut self, who: &Who, touch: Touch) -> bool {
        match touch {
            Touch::Read => self.reads.add(who),
            Touch::Write => self.writes.add(who),
            Touch::Atomic => self.atomics.add(who),
        }
        let race = self.writes.others(who)
            || touch != Touch::Read && self.reads.others(who)
            || touch != Touch::Atomic && self.atomics.others(who);
        !race
    }
}

impl GroupMemory {
    /// Creates the memory for a kernel and a workgroup of `size` work-items. A queue has room for
    /// `room` items.
    pub(super) fn new(kernel: &Kernel, queues: &[WorklistId], size: u32, room: u32) -> GroupMemory {
        let elements = |shared: &Shared| {
            let cell = Cell {
                value: Value::zero(shared.ty),
                written: 0,
                reads: Agents::default(),
                writes: Agents::default(),
                atomics: Agents::default(),
            };
            match shared.extent {
                SharedExtent::One => vec![cell],
                SharedExtent::Item => vec![cell; size as usize],
            }
        };
        let queue =
            |id: &WorklistId| Queue { worklist: *id, items: vec![], capacity: room as usize };
        GroupMemory {
            shared: kernel.shared.iter().map(elements).collect(),
            queues: queues.iter().map(queue).collect(),
        }
    }

    /// Removes all items from the queue for a worklist, and returns them.
    pub(super) fn take_queue(&mut self, worklist: WorklistId) -> Vec<u32> {
        let queue = self.queues.iter_mut().find(|q| q.worklist == worklist);
        queue.map(|q| std::mem::take(&mut q.items)).unwrap_or_default()
    }
}

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

    /// Returns the index of the last element that is not larger than a value. The function checks
    /// that the elements are in ascending order, and records a read of all elements, because a
    /// device may read any of them.
    pub(super) fn search(&mut self, id: SharedId, wanted: u32) -> Result<Value, Stop> {
        let mut found = 0;
        let mut before = 0;
        for index in 0..self.shared_len(id) {
            let value = self.touch_shared(id, index, Touch::Read)?.value.index();
            if value < before || (index == 0 && value != 0) {
                let name = self.shared_name(id);
                return self.broken(format!(
                    "a search in `%{name}`, whose element {index} is {value} after {before}"
                ));
            }
            if value <= wanted {
                found = index as u32;
            }
            before = value;
        }
        Ok(Value::U32(found))
    }

    /// Adds an item to the workgroup's queue. Returns `false` if the queue is full.
    pub(super) fn enqueue(&mut self, worklist: WorklistId, item: u32) -> bool {
        let queue = self.memory().queues.iter_mut().find(|q| q.worklist == worklist);
        match queue {
            Some(queue) if queue.items.len() < queue.capacity => {
                queue.items.push(item);
                true
            }
            _ => false,
        }
    }

    /// Returns whether the work-items of a workgroup share memory or a queue in a kernel.
    pub(super) fn shares_memory(&self, id: KernelId) -> bool {
        let (kernel, code) = (&self.module.kernels[id.index()], &self.code.kernels[id.index()]);
        !kernel.shared.is_empty() || !code.queues.is_empty()
    }

    /// Checks that the queues are empty when a work-item ends a kernel.
    pub(super) fn check_queues(&mut self) -> Result<(), Stop> {
        let left = self.memory().queues.iter().find(|q| !q.items.is_empty());
        let Some((worklist, count)) = left.map(|q| (q.worklist, q.items.len())) else {
            return Ok(());
        };
        let name = &self.module.worklists[worklist.index()].name;
        self.broken(format!("it ends with {count} items in a queue for `{name}`"))
    }

    /// Returns the workgroup's memory for the current kernel.
    fn memory(&mut self) -> &mut GroupMemory {
        let at = self.memory_of(&self.item);
        &mut self.memories[at]
    }

    fn shared_len(&mut self, id: SharedId) -> usize {
        self.memory().shared[id.index()].len()
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
        let cells = &mut self.memory().shared[id.index()];
        let len = cells.len();
        let cell = cells.get_mut(index);
        let problem = match cell.map(|cell| (cell.touch(&who, touch), cell.written == call)) {
            None => Some(format!("which has {len} elements")),
            Some((false, _)) => Some("which another touches with no barrier between".into()),
            Some((_, false)) if touch != Touch::Write => Some("which nobody wrote".into()),
            Some(_) => None,
        };
        if let Some(problem) = problem {
            let name = self.shared_name(id);
            return self.broken(format!("it touches `%{name}[{index}]`, {problem}"));
        }
        Ok(&mut self.memory().shared[id.index()][index])
    }
}
