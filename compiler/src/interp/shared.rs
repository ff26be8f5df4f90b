//! Memory of workgroups: what the work-items of each share, and its queues for worklists.
//!
//! Shared memory is not initialised: an element that a kernel reads and did not write, in this run of
//! it, is an error. So is a race: between two barriers, an element that one work-item writes and
//! another touches, unless both do it by atomics.

use super::access::{Agents, Who};
use super::machine::{Machine, Stop};
use crate::ir::*;

/// What one workgroup has for one kernel.
#[derive(Default)]
pub(super) struct GroupMemory {
    shared: Vec<Vec<Cell>>,
    /// One for each worklist that the kernel enqueues to.
    queues: Vec<Queue>,
}

/// Items on their way to a worklist.
struct Queue {
    worklist: WorklistId,
    items: Vec<u32>,
    capacity: usize,
}

/// An element of shared memory.
#[derive(Clone, Copy)]
struct Cell {
    value: Value,
    /// The call of the kernel that wrote it last; 0 before any.
    written: u64,
    reads: Agents,
    writes: Agents,
    atomics: Agents,
}

/// How an element is touched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    Read,
    Write,
    Atomic,
}

impl Cell {
    /// Notes who touches it; `false` for a race.
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
    /// For a kernel and a workgroup of that size, whose queues have room for so many items.
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

    /// Takes what is in the queue for a worklist.
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

    /// The number of the last element that is at most a value. Whatever premise the search may rely
    /// on is checked, and which elements it looks at is not known: all.
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

    /// Adds to the workgroup's queue; `false` where it is full.
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

    /// Whether the work-items of a workgroup share memory or a queue in a kernel.
    pub(super) fn shares_memory(&self, id: KernelId) -> bool {
        let (kernel, code) = (&self.module.kernels[id.index()], &self.code.kernels[id.index()]);
        !kernel.shared.is_empty() || !code.queues.is_empty()
    }

    /// What was enqueued must have been flushed when a work-item ends a kernel.
    pub(super) fn check_queues(&mut self) -> Result<(), Stop> {
        let left = self.memory().queues.iter().find(|q| !q.items.is_empty());
        let Some((worklist, count)) = left.map(|q| (q.worklist, q.items.len())) else {
            return Ok(());
        };
        let name = &self.module.worklists[worklist.index()].name;
        self.broken(format!("it ends with {count} items in a queue for `{name}`"))
    }

    /// What the workgroup has for the kernel that runs.
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
        Ok(&mut self.memory().shared[id.index()][index])
    }
}
