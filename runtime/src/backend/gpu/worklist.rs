//! A worklist on the device: a front and a back buffer that are swapped, and three sizes.
//!
//! The device's part of worklists is in the device library (`stdlib/device/worklist.cl`).

use std::cell::Cell;

use igc_compiler::ir::ItemType;

use super::api::{Bound, Gpu};
use super::memory::Memory;
use super::resident::ResidentGraph;
use crate::Error;

/// The purposes of a worklist's memory.
const BUFFERS: [&str; 2] = ["buffer of worklist", "other buffer of worklist"];
const SIZES: &str = "sizes of worklist";

/// Number of words of the sizes: three sizes, and the missing capacity.
const WORDS: usize = 4;
const MISSING: usize = 3;
const WORD: usize = size_of::<u32>();

/// A double-buffered worklist.
pub struct Worklist<G: Gpu> {
    /// Name of the worklist.
    pub name: String,
    /// Type of the items.
    pub ty: ItemType,
    /// Capacity of each buffer, in items.
    pub capacity: u32,
    /// The front buffer, and then the back buffer.
    buffers: [Memory<G>; 2],
    /// Memory with the numbers of all nodes, which kernels read instead of the front buffer.
    front_nodes: Option<Memory<G>>,
    /// The same, instead of the back buffer, to which nobody has pushed since.
    back_nodes: Option<Memory<G>>,
    sizes: Memory<G>,
    /// Position of the front buffer's size among the three sizes.
    phase: u32,
    /// Number of items in the back buffer, if the host knows it.
    pushed: Cell<Option<u32>>,
    /// Number of items in the front buffer, if the host knows it.
    front_size: Option<u32>,
    /// Whether the host knows that all pushes so far had room.
    had_room: Cell<bool>,
}

impl<G: Gpu> Worklist<G> {
    /// Allocates an empty worklist.
    pub fn new(
        resident: &ResidentGraph<G>,
        name: &str,
        ty: ItemType,
        capacity: u32,
    ) -> Result<Worklist<G>, Error> {
        let buffer = |purpose| resident.memory(purpose, name, capacity as usize * ty.size());
        let sizes = resident.memory(SIZES, name, WORDS * WORD)?;
        let mut worklist = Worklist {
            name: name.into(),
            ty,
            capacity,
            buffers: [buffer(BUFFERS[0])?, buffer(BUFFERS[1])?],
            front_nodes: None,
            back_nodes: None,
            sizes,
            phase: 0,
            pushed: Cell::new(Some(0)),
            front_size: Some(0),
            had_room: Cell::new(false),
        };
        worklist.reset()?;
        Ok(worklist)
    }

    /// Forgets the memory of worklists of this name, so that the next one gets new memory.
    pub fn release(resident: &ResidentGraph<G>, name: &str) {
        BUFFERS.iter().chain([&SIZES]).for_each(|purpose| resident.release(purpose, name));
    }

    /// Returns the buffer that kernels read.
    pub fn front(&self) -> &Memory<G> {
        self.front_nodes.as_ref().unwrap_or(&self.buffers[0])
    }

    /// Returns the buffer that kernels push to. It has the items that wait, unless these are in
    /// [other memory](Worklist::seed_listed).
    pub fn back(&self) -> &Memory<G> {
        &self.buffers[1]
    }

    /// Returns whether the items that wait are all nodes and not in the back buffer, so that nobody may push.
    pub fn waits_elsewhere(&self) -> bool {
        self.back_nodes.is_some()
    }

    /// Returns the buffers of items and of sizes.
    pub fn buffers(&self) -> impl Iterator<Item = &Memory<G>> {
        self.buffers.iter().chain([&self.sizes])
    }

    /// Returns the size of all buffers in bytes.
    pub fn bytes(&self) -> u64 {
        self.buffers().map(|buffer| buffer.size() as u64).sum()
    }

    /// Returns the sizes and the missing capacity.
    pub fn sizes(&self) -> &Memory<G> {
        &self.sizes
    }

    /// Returns the position of the front buffer's size among the three sizes.
    pub fn phase(&self) -> u32 {
        self.phase
    }

    /// Returns the number of items in the front buffer, if the host knows it without a read.
    pub fn front_size(&self) -> Option<u32> {
        self.front_size
    }

    /// Swaps the front and the back buffer, for a launch that reads the worklist.
    pub fn swap(&mut self) {
        self.buffers.swap(0, 1);
        self.front_nodes = self.back_nodes.take();
        self.phase = (self.phase + 1) % 3;
        self.front_size = self.pushed.replace(Some(0));
    }

    /// Swaps the buffers for launches that do not swap them, and clears the spare size, which
    /// otherwise only a launch does.
    pub fn take(&mut self) -> Result<(), Error> {
        self.swap();
        let spare = (self.phase as usize + 2) % 3;
        self.sizes.set(spare * WORD, 0_u32)
    }

    /// Notes that a launch may push to the back buffer.
    pub fn note_pushes(&self) {
        self.pushed.set(None);
        self.had_room.set(false);
    }

    /// Exchanges the contents of two worklists, which keep their names.
    pub fn exchange(&mut self, other: &mut Worklist<G>) {
        std::mem::swap(self, other);
        std::mem::swap(&mut self.name, &mut other.name);
    }

    /// Applies the swaps of an outlined loop. `phase` is the new position of the front buffer's
    /// size, and `swapped` states whether the buffers were swapped an odd number of times.
    pub fn note_swaps(&mut self, phase: u32, swapped: bool) {
        self.phase = phase;
        if swapped {
            self.buffers.swap(0, 1);
        }
        self.note_pushes();
        self.front_size = None;
    }

    /// Empties both buffers, and resets the missing capacity.
    pub fn reset(&mut self) -> Result<(), Error> {
        self.phase = 0;
        self.back_nodes = None;
        self.pushed.set(Some(0));
        self.front_size = Some(0);
        self.had_room.set(true);
        self.sizes.fill(0u32)
    }

    /// Does the same, but makes no call if all sizes are zero already: the host knows that both
    /// buffers are empty and that all pushes had room, and each launch that swaps the buffers clears
    /// the spare size.
    pub fn empty(&mut self) -> Result<(), Error> {
        if self.is_empty() && self.had_room.get() {
            self.phase = 0;
            return Ok(());
        }
        self.reset()
    }

    /// Empties both buffers during a run, which makes no call if the host knows that they are empty.
    pub fn clear(&mut self) -> Result<(), Error> {
        if self.is_empty() { Ok(()) } else { self.seed(&[]) }
    }

    /// Whether the host knows that both buffers are empty.
    fn is_empty(&self) -> bool {
        self.front_size == Some(0) && self.pushed.get() == Some(0)
    }

    /// Returns the number of items that these words hold.
    pub fn items_in(&self, words: &[u32]) -> u32 {
        (words.len() * WORD / self.ty.size()) as u32
    }

    /// Empties the worklist and pushes the items that these words hold. The capacity must suffice.
    /// The host does not wait for the device if there is at most one word, as at the start of a
    /// search.
    pub fn seed(&mut self, words: &[u32]) -> Result<(), Error> {
        match words {
            [word] => self.back().set(0, *word)?,
            _ => self.back().write(0, words)?,
        }
        self.note_seed(self.items_in(words))
    }

    /// Notes that the back buffer has this number of items, and nothing else waits. The capacity must suffice.
    pub fn note_seed(&mut self, count: u32) -> Result<(), Error> {
        self.phase = 0;
        self.back_nodes = None;
        self.pushed.set(Some(count));
        // The last word is not written: the missing capacity must be known until the end of the
        // run.
        match count {
            0 => self.sizes.fill_range(0, MISSING * WORD, 0_u32),
            _ => {
                let sizes = [0, count, 0].map(u32::to_le_bytes).concat();
                self.sizes.write_later(0, sizes)
            }
        }
    }

    /// Empties the worklist and pushes all nodes, whose numbers are in this memory, which must not change. Kernels read
    /// them there. The capacity must suffice.
    pub fn seed_listed(&mut self, numbers: &Memory<G>, nodes: u32) -> Result<(), Error> {
        self.note_seed(nodes)?;
        self.back_nodes = Some(numbers.clone());
        Ok(())
    }

    /// Notes that the kernel [`SEED_NODES`](igc_compiler::interface::SEED_NODES) is launched, which
    /// empties the worklist and pushes every node. The capacity must suffice.
    pub fn note_seed_of_nodes(&mut self, nodes: u32) {
        self.phase = 0;
        self.back_nodes = None;
        self.pushed.set(Some(nodes));
    }

    /// Returns the values of the parameters of the kernel that pushes every node.
    pub fn seed_arguments(&self, capacity: u32, nodes: u32) -> [Bound<'_, G::Buffer>; 4] {
        let scalars = [capacity, nodes].map(|value| Bound::Scalar(value.into()));
        [self.back().bound(), self.sizes.bound(), scalars[0], scalars[1]]
    }

    /// Returns the number of items that were pushed to the back buffer. It is larger than the
    /// capacity if some pushes found no room.
    pub fn pushed(&self) -> Result<u32, Error> {
        if let Some(known) = self.pushed.get() {
            return Ok(known);
        }
        let back = (self.phase as usize + 1) % 3;
        let pushed = self.sizes.read_u32(back * WORD)?;
        self.pushed.set(Some(pushed));
        Ok(pushed)
    }

    /// Returns the first `count` items of the back buffer, which are nodes.
    pub fn pushed_nodes(&self, count: u32) -> Result<Vec<u32>, Error> {
        let mut items = vec![0; count as usize];
        if count > 0 {
            self.back_nodes.as_ref().unwrap_or(self.back()).read(0, &mut items)?;
        }
        Ok(items)
    }

    /// Empties the worklist, and returns the memory with the items that were waiting, which must be in the back buffer.
    /// `other` returns memory of a size that replaces it.
    pub fn take_back(
        &mut self,
        other: impl FnOnce(usize) -> Result<Memory<G>, Error>,
    ) -> Result<Memory<G>, Error> {
        let other = other(self.back().size())?;
        self.note_seed(0)?;
        Ok(std::mem::replace(&mut self.buffers[1], other))
    }

    /// Returns the capacity that all pushes so far would have needed, if some found no room.
    pub fn missing(&self) -> Result<Option<u32>, Error> {
        if self.had_room.get() {
            return Ok(None);
        }
        let needed = self.sizes.read_u32(MISSING * WORD)?;
        self.had_room.set(needed <= self.capacity);
        Ok((needed > self.capacity).then_some(needed))
    }
}
