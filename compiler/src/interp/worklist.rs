//! Worklists in device memory: a front and a back buffer, which are swapped, and three sizes, which
//! rotate.
//!
//! This is the model of `stdlib/opencl/worklist.cl`. Each work-item of an outlined loop has its own
//! record of the swaps, so a slow work-item may read a size or buffer that others already use for
//! the next round.

use crate::ir::{ArrayId, WorklistId};

/// A reference to a worklist: its index in memory, and the number of swaps of its buffers modulo 6.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    memory: usize,
    turn: usize,
}

impl Turn {
    /// Returns a reference to a worklist whose buffers have not been swapped.
    pub(super) fn new(memory: usize) -> Turn {
        Turn { memory, turn: 0 }
    }

    /// Swaps the buffers.
    pub(super) fn turn_over(&mut self) {
        self.turn = (self.turn + 1) % 6;
    }

    fn front(self) -> (usize, usize) {
        (self.turn % 2, self.turn % 3)
    }

    fn back(self) -> (usize, usize) {
        ((self.turn + 1) % 2, (self.turn + 1) % 3)
    }

    fn spare_size(self) -> usize {
        (self.turn + 2) % 3
    }
}

/// A worklist in memory.
#[derive(Clone, Default)]
struct Memory {
    sides: [Vec<u32>; 2],
    sizes: [u32; 3],
}

/// All worklists of a module.
pub(super) struct Worklists {
    all: Vec<Memory>,
    /// Maximum number of items of a buffer.
    most: u32,
}

impl Worklists {
    /// Creates `count` empty worklists with buffers of at most `most` items.
    pub(super) fn new(count: usize, most: u32) -> Worklists {
        Worklists { all: vec![Memory::default(); count], most }
    }

    /// Returns the maximum number of items of a buffer.
    pub(super) fn most(&self) -> u32 {
        self.most
    }

    /// Returns the number of items in the front buffer.
    pub(super) fn size(&self, of: Turn) -> u32 {
        self.all[of.memory].sizes[of.front().1]
    }

    /// Returns the number of items in the back buffer.
    pub(super) fn waiting(&self, of: Turn) -> u32 {
        self.all[of.memory].sizes[of.back().1]
    }

    /// Returns an item of the front buffer, or `None` past its end.
    pub(super) fn item(&self, of: Turn, index: usize) -> Option<u32> {
        let items = &self.all[of.memory].sides[of.front().0];
        (index < self.size(of) as usize).then(|| items.get(index).copied()).flatten()
    }

    /// Pushes an item to the back buffer. Returns `false` if there is no room.
    #[must_use]
    pub(super) fn push(&mut self, of: Turn, item: u32) -> bool {
        let (side, size) = of.back();
        let memory = &mut self.all[of.memory];
        let slot = memory.sizes[size];
        if slot >= self.most {
            return false;
        }
        memory.sizes[size] += 1;
        memory.write(side, slot, item);
        true
    }

    /// Clears the spare size, at the start of a kernel that reads the worklist.
    pub(super) fn clear_spare(&mut self, of: Turn) {
        self.all[of.memory].sizes[of.spare_size()] = 0;
    }

    /// Empties the front buffer, and sets the size of the back buffer.
    pub(super) fn set_sizes(&mut self, of: Turn, back: u32) {
        let sizes = &mut self.all[of.memory].sizes;
        *sizes = [0; 3];
        sizes[of.back().1] = back;
    }

    /// Writes an item of the back buffer.
    pub(super) fn write_back(&mut self, of: Turn, slot: u32, item: u32) {
        self.all[of.memory].write(of.back().0, slot, item);
    }
}

impl Memory {
    fn write(&mut self, side: usize, slot: u32, item: u32) {
        let (items, slot) = (&mut self.sides[side], slot as usize);
        if slot >= items.len() {
            items.resize(slot + 1, 0);
        }
        items[slot] = item;
    }
}

/// Maps the names of arrays and worklists to memory, for one work-item or the host.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct View {
    arrays: Vec<usize>,
    worklists: Vec<Turn>,
}

impl View {
    /// Creates the initial mapping, in which nothing is swapped.
    pub(super) fn new(arrays: usize, worklists: usize) -> View {
        View { arrays: (0..arrays).collect(), worklists: (0..worklists).map(Turn::new).collect() }
    }

    /// Returns the index of an array in memory.
    pub(super) fn array(&self, id: ArrayId) -> usize {
        self.arrays[id.index()]
    }

    /// Returns the worklist in memory.
    pub(super) fn worklist(&self, id: WorklistId) -> Turn {
        self.worklists[id.index()]
    }

    /// Swaps the buffers of a worklist.
    pub(super) fn turn_over(&mut self, id: WorklistId) {
        self.worklists[id.index()].turn_over();
    }

    /// Swaps two arrays.
    pub(super) fn swap(&mut self, a: ArrayId, b: ArrayId) {
        self.arrays.swap(a.index(), b.index());
    }

    /// Swaps two worklists.
    pub(super) fn swap_worklists(&mut self, a: WorklistId, b: WorklistId) {
        self.worklists.swap(a.index(), b.index());
    }

    /// Copies another mapping without allocating memory.
    pub(super) fn copy_from(&mut self, other: &View) {
        self.arrays.clone_from(&other.arrays);
        self.worklists.clone_from(&other.worklists);
    }

    /// Returns the index of each array in memory.
    pub(super) fn arrays(&self) -> &[usize] {
        &self.arrays
    }
}
