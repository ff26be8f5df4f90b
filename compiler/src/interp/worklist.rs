//! Worklists in device memory: each has a front buffer and a back buffer, and three sizes.
//!
//! This is the model of `stdlib/opencl/worklist.cl`. A kernel that reads a worklist first swaps its
//! buffers. The three sizes are those of the front buffer, of the back buffer, and of the back
//! buffer after the next swap; that third size is cleared early. In an outlined loop, each
//! work-item counts the swaps for itself. A work-item that is late may therefore still look at a
//! buffer that others already use again.

use crate::ir::{ArrayId, WorklistId};

/// The worklist in memory that a name refers to, and the number of swaps of its buffers, modulo 6.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WorklistView {
    memory: usize,
    swaps: usize,
}

impl WorklistView {
    /// The worklist of that number, before its first swap.
    pub(super) fn new(memory: usize) -> WorklistView {
        WorklistView { memory, swaps: 0 }
    }

    /// Swaps the front buffer and the back buffer.
    pub(super) fn swap_buffers(&mut self) {
        self.swaps = (self.swaps + 1) % 6;
    }

    fn front(self) -> (usize, usize) {
        (self.swaps % 2, self.swaps % 3)
    }

    fn back(self) -> (usize, usize) {
        ((self.swaps + 1) % 2, (self.swaps + 1) % 3)
    }

    fn next_size(self) -> usize {
        (self.swaps + 2) % 3
    }
}

/// A worklist in memory.
#[derive(Clone, Default)]
struct Memory {
    buffers: [Vec<u32>; 2],
    sizes: [u32; 3],
}

/// All worklists of a module.
pub(super) struct Worklists {
    all: Vec<Memory>,
    /// The largest number of items of a buffer.
    most: u32,
}

impl Worklists {
    /// Creates `count` empty worklists, whose buffers have at most `most` items.
    pub(super) fn new(count: usize, most: u32) -> Worklists {
        Worklists { all: vec![Memory::default(); count], most }
    }

    /// The largest number of items of a buffer.
    pub(super) fn most(&self) -> u32 {
        self.most
    }

    /// The number of items in the front buffer.
    pub(super) fn size(&self, of: WorklistView) -> u32 {
        self.all[of.memory].sizes[of.front().1]
    }

    /// The number of items in the back buffer.
    pub(super) fn waiting(&self, of: WorklistView) -> u32 {
        self.all[of.memory].sizes[of.back().1]
    }

    /// Returns an item of the front buffer, or `None` if the index is not below its size.
    pub(super) fn item(&self, of: WorklistView, index: usize) -> Option<u32> {
        let items = &self.all[of.memory].buffers[of.front().0];
        (index < self.size(of) as usize).then(|| items.get(index).copied()).flatten()
    }

    /// Adds an item to the back buffer. Returns `false` if it is full.
    #[must_use]
    pub(super) fn push(&mut self, of: WorklistView, item: u32) -> bool {
        let (buffer, size) = of.back();
        let memory = &mut self.all[of.memory];
        let slot = memory.sizes[size];
        if slot >= self.most {
            return false;
        }
        memory.sizes[size] += 1;
        memory.write(buffer, slot, item);
        true
    }

    /// Clears the size that the back buffer has after the next swap. A kernel that reads does this
    /// first.
    pub(super) fn clear_next_size(&mut self, of: WorklistView) {
        self.all[of.memory].sizes[of.next_size()] = 0;
    }

    /// Makes the front buffer empty, and sets the size of the back buffer.
    pub(super) fn set_sizes(&mut self, of: WorklistView, back: u32) {
        let sizes = &mut self.all[of.memory].sizes;
        *sizes = [0; 3];
        sizes[of.back().1] = back;
    }

    /// Writes an item of the back buffer.
    pub(super) fn write_back(&mut self, of: WorklistView, slot: u32, item: u32) {
        self.all[of.memory].write(of.back().0, slot, item);
    }
}

impl Memory {
    fn write(&mut self, buffer: usize, slot: u32, item: u32) {
        let (items, slot) = (&mut self.buffers[buffer], slot as usize);
        if slot >= items.len() {
            items.resize(slot + 1, 0);
        }
        items[slot] = item;
    }
}

/// What the names of a module's arrays and worklists refer to, for a work-item or for the host.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct View {
    arrays: Vec<usize>,
    worklists: Vec<WorklistView>,
}

impl View {
    /// The view before any swap.
    pub(super) fn new(arrays: usize, worklists: usize) -> View {
        View {
            arrays: (0..arrays).collect(),
            worklists: (0..worklists).map(WorklistView::new).collect(),
        }
    }

    /// Returns the index of an array in memory.
    pub(super) fn array(&self, id: ArrayId) -> usize {
        self.arrays[id.index()]
    }

    /// The worklist in memory.
    pub(super) fn worklist(&self, id: WorklistId) -> WorklistView {
        self.worklists[id.index()]
    }

    /// Swaps the front buffer and the back buffer of a worklist.
    pub(super) fn swap_buffers(&mut self, id: WorklistId) {
        self.worklists[id.index()].swap_buffers();
    }

    /// Swaps two arrays.
    pub(super) fn swap(&mut self, a: ArrayId, b: ArrayId) {
        self.arrays.swap(a.index(), b.index());
    }

    /// Swaps two worklists.
    pub(super) fn swap_worklists(&mut self, a: WorklistId, b: WorklistId) {
        self.worklists.swap(a.index(), b.index());
    }

    /// Copies another view without a new allocation.
    pub(super) fn copy_from(&mut self, other: &View) {
        self.arrays.clone_from(&other.arrays);
        self.worklists.clone_from(&other.worklists);
    }

    /// The position of each array in memory.
    pub(super) fn arrays(&self) -> &[usize] {
        &self.arrays
    }
}
