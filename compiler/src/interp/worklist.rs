//! Worklists in device memory: two buffers that are swapped, and three sizes that rotate.
//!
//! This is a model of `stdlib/device/worklist.cl`. Each work-item of an outlined loop has its own
//! count of swaps, so a slow work-item may read memory that the others already use for another
//! purpose.

use crate::ir::{ArrayId, WorklistId};

/// The bits of the values of an item. If the item is a single value, the second word is zero.
pub(super) type Words = [u64; 2];

/// The worklist in memory that a name refers to, and the number of swaps of its buffers, modulo 6.
/// The number modulo 3 is the phase of the worklist. It is odd if the buffers are swapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Buffers {
    memory: usize,
    swaps: usize,
}

impl Buffers {
    /// Refers to the worklist in memory with this index. Its buffers are not swapped.
    pub(super) fn new(memory: usize) -> Buffers {
        Buffers { memory, swaps: 0 }
    }

    /// Makes the back buffer the front buffer.
    pub(super) fn swap(&mut self) {
        self.swaps = (self.swaps + 1) % 6;
    }

    /// The indices of the front buffer and of its size.
    fn front(self) -> (usize, usize) {
        (self.swaps % 2, self.swaps % 3)
    }

    /// The indices of the back buffer and of its size.
    fn back(self) -> (usize, usize) {
        ((self.swaps + 1) % 2, (self.swaps + 1) % 3)
    }

    fn spare_size(self) -> usize {
        (self.swaps + 2) % 3
    }
}

/// A worklist in memory.
#[derive(Clone, Default)]
struct Memory {
    /// Whether a push found no room.
    lost: bool,
    /// The items.
    buffers: [Vec<Words>; 2],
    /// The number of pushed items, including those that found no room.
    sizes: [u32; 3],
}

/// All worklists of a module.
pub(super) struct Worklists {
    all: Vec<Memory>,
    /// The capacity of each buffer, in items.
    most: u32,
}

impl Worklists {
    /// Creates `count` empty worklists, whose buffers have the capacity `most`.
    pub(super) fn new(count: usize, most: u32) -> Worklists {
        Worklists { all: vec![Memory::default(); count], most }
    }

    /// The capacity of each buffer, in items.
    pub(super) fn most(&self) -> u32 {
        self.most
    }

    /// Returns the number of items in the front buffer.
    pub(super) fn size(&self, of: Buffers) -> u32 {
        let size = self.all[of.memory].sizes[of.front().1];
        let items = self.all[of.memory].buffers[of.front().0].len() as u32;
        // The size also counts items that found no room.
        size.min(items.max(self.most))
    }

    /// Returns the number of items that were pushed to the back buffer, including those that found
    /// no room.
    pub(super) fn waiting(&self, of: Buffers) -> u32 {
        self.all[of.memory].sizes[of.back().1]
    }

    /// Returns whether a push found no room.
    pub(super) fn lost(&self, of: Buffers) -> bool {
        self.all[of.memory].lost
    }

    /// Returns an item of the front buffer, or `None` if the index is past the end.
    pub(super) fn item(&self, of: Buffers, index: usize) -> Option<Words> {
        let items = &self.all[of.memory].buffers[of.front().0];
        (index < self.size(of) as usize).then(|| items.get(index).copied()).flatten()
    }

    /// Adds an item to the back buffer. Returns `false` if it is full.
    #[must_use]
    pub(super) fn push(&mut self, of: Buffers, item: Words) -> bool {
        let (buffer, size) = of.back();
        let memory = &mut self.all[of.memory];
        let slot = memory.sizes[size];
        memory.sizes[size] = slot.saturating_add(1);
        if slot >= self.most {
            memory.lost = true;
            return false;
        }
        memory.write(buffer, slot, item);
        true
    }

    /// Clears the spare size, at the start of a kernel that reads the worklist.
    pub(super) fn clear_spare(&mut self, of: Buffers) {
        self.all[of.memory].sizes[of.spare_size()] = 0;
    }

    /// Empties the front buffer, and sets the size of the back buffer.
    pub(super) fn set_sizes(&mut self, of: Buffers, back: u32) {
        let sizes = &mut self.all[of.memory].sizes;
        *sizes = [0; 3];
        sizes[of.back().1] = back;
    }

    /// Writes an item of the back buffer.
    pub(super) fn write_back(&mut self, of: Buffers, slot: u32, item: Words) {
        self.all[of.memory].write(of.back().0, slot, item);
    }
}

impl Memory {
    fn write(&mut self, buffer: usize, slot: u32, item: Words) {
        let (items, slot) = (&mut self.buffers[buffer], slot as usize);
        if slot >= items.len() {
            items.resize(slot + 1, Words::default());
        }
        items[slot] = item;
    }
}

/// What the names of a module's arrays and worklists refer to, for a work-item or for the host.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct View {
    arrays: Vec<usize>,
    worklists: Vec<Buffers>,
}

impl View {
    /// The view before any swap.
    pub(super) fn new(arrays: usize, worklists: usize) -> View {
        View {
            arrays: (0..arrays).collect(),
            worklists: (0..worklists).map(Buffers::new).collect(),
        }
    }

    /// Returns the index of an array in memory.
    pub(super) fn array(&self, id: ArrayId) -> usize {
        self.arrays[id.index()]
    }

    /// Returns the buffers that a worklist refers to.
    pub(super) fn worklist(&self, id: WorklistId) -> Buffers {
        self.worklists[id.index()]
    }

    /// Makes the back buffer of a worklist its front buffer.
    pub(super) fn swap_buffers(&mut self, id: WorklistId) {
        self.worklists[id.index()].swap();
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

    /// Returns the index in memory of each array.
    pub(super) fn arrays(&self) -> &[usize] {
        &self.arrays
    }
}
