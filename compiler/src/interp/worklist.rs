//! Worklists as they lie in device memory: two sides that turn, and three sizes that take turns.
//!
//! This is the model of `stdlib/opencl/worklist.cl`. Whose turn it is, each work-item of an outlined
//! loop knows for itself, so that one which is late looks at what the others already use anew.

use crate::ir::{ArrayId, WorklistId};

/// Which of the worklists in memory a name means, and how often it was turned, modulo 6.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WorklistView {
    memory: usize,
    swaps: usize,
}

impl WorklistView {
    /// Of the worklist of that number, never turned.
    pub(super) fn new(memory: usize) -> WorklistView {
        WorklistView { memory, swaps: 0 }
    }

    /// Makes the back side the front side.
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

/// All worklists of a module in memory.
pub(super) struct Worklists {
    all: Vec<Memory>,
    /// The most items that a side may have.
    most: u32,
}

impl Worklists {
    /// So many, empty, with room for so many items.
    pub(super) fn new(count: usize, most: u32) -> Worklists {
        Worklists { all: vec![Memory::default(); count], most }
    }

    /// The most items that a side may have.
    pub(super) fn most(&self) -> u32 {
        self.most
    }

    /// How many items are in front.
    pub(super) fn size(&self, of: WorklistView) -> u32 {
        self.all[of.memory].sizes[of.front().1]
    }

    /// How many items are in the back.
    pub(super) fn waiting(&self, of: WorklistView) -> u32 {
        self.all[of.memory].sizes[of.back().1]
    }

    /// An item in front; `None` where there is none of that number.
    pub(super) fn item(&self, of: WorklistView, index: usize) -> Option<u32> {
        let items = &self.all[of.memory].buffers[of.front().0];
        (index < self.size(of) as usize).then(|| items.get(index).copied()).flatten()
    }

    /// Adds an item to the back; `false` where there is no room.
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

    /// Clears the size that is nobody's, at the start of a kernel that reads.
    pub(super) fn clear_next_size(&mut self, of: WorklistView) {
        self.all[of.memory].sizes[of.next_size()] = 0;
    }

    /// Makes the front empty and the back as large as said.
    pub(super) fn set_sizes(&mut self, of: WorklistView, back: u32) {
        let sizes = &mut self.all[of.memory].sizes;
        *sizes = [0; 3];
        sizes[of.back().1] = back;
    }

    /// Writes an item of the back.
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

/// What the names of a module's arrays and worklists mean, to a work-item or to the host.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct View {
    arrays: Vec<usize>,
    worklists: Vec<WorklistView>,
}

impl View {
    /// Where everything is what its name says.
    pub(super) fn new(arrays: usize, worklists: usize) -> View {
        View {
            arrays: (0..arrays).collect(),
            worklists: (0..worklists).map(WorklistView::new).collect(),
        }
    }

    /// The array in memory.
    pub(super) fn array(&self, id: ArrayId) -> usize {
        self.arrays[id.index()]
    }

    /// The worklist in memory.
    pub(super) fn worklist(&self, id: WorklistId) -> WorklistView {
        self.worklists[id.index()]
    }

    /// Makes the back side of a worklist its front side.
    pub(super) fn swap_buffers(&mut self, id: WorklistId) {
        self.worklists[id.index()].swap_buffers();
    }

    /// Exchanges two arrays.
    pub(super) fn swap(&mut self, a: ArrayId, b: ArrayId) {
        self.arrays.swap(a.index(), b.index());
    }

    /// Exchanges two worklists.
    pub(super) fn swap_worklists(&mut self, a: WorklistId, b: WorklistId) {
        self.worklists.swap(a.index(), b.index());
    }

    /// Copies another, in the memory that this one has.
    pub(super) fn copy_from(&mut self, other: &View) {
        self.arrays.clone_from(&other.arrays);
        self.worklists.clone_from(&other.worklists);
    }

    /// Where each array is in memory.
    pub(super) fn arrays(&self) -> &[usize] {
        &self.arrays
    }
}
