//! A worklist on the device: two sides that turn, and sizes that take turns.
//!
//! The device library (`stdlib/opencl/worklist.cl`) is the other half of this file.

use std::cell::Cell;

use igc_opencl::Buffer;

use super::resident::ResidentGraph;
use crate::Error;

/// What the memory of a worklist is for.
const SIDES: [&str; 2] = ["side of worklist", "other side of worklist"];
const SIZES: &str = "sizes of worklist";

/// The words of the sizes buffer: three sizes, and the room that was missing.
const WORDS: usize = 4;
const MISSING: usize = 3;
const WORD: usize = size_of::<u32>();

/// A worklist and whose turn it is.
pub struct Worklist {
    /// Its name.
    pub name: String,
    /// How many items a side has room for.
    pub capacity: u32,
    /// The two sides; the front one first.
    sides: [Buffer; 2],
    sizes: Buffer,
    turn: u32,
    /// How many items the back side has, where the host knows.
    pushed: Cell<Option<u32>>,
    /// How many items the front side has, where the host knows.
    front_size: Option<u32>,
}

impl Worklist {
    /// Allocates an empty worklist.
    pub fn new(resident: &ResidentGraph<'_>, name: &str, capacity: u32) -> Result<Worklist, Error> {
        let side = |purpose| resident.memory(purpose, name, capacity as usize * WORD);
        let sizes = resident.memory(SIZES, name, WORDS * WORD)?;
        Ok(Worklist {
            name: name.into(),
            capacity,
            sides: [side(SIDES[0])?, side(SIDES[1])?],
            sizes,
            turn: 0,
            pushed: Cell::new(Some(0)),
            front_size: Some(0),
        })
    }

    /// Has the memory of worklists of this name forgotten, so that the next gets its own.
    pub fn release(resident: &ResidentGraph<'_>, name: &str) {
        SIDES.iter().chain([&SIZES]).for_each(|purpose| resident.release(purpose, name));
    }

    /// The side that kernels read.
    pub fn front(&self) -> &Buffer {
        &self.sides[0]
    }

    /// The side that kernels push to.
    pub fn back(&self) -> &Buffer {
        &self.sides[1]
    }

    /// The sizes and the room that was missing.
    pub fn sizes(&self) -> &Buffer {
        &self.sizes
    }

    /// Which of the sizes is the front's.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// How many items the front side has, where the host knows without asking the device.
    pub fn front_size(&self) -> Option<u32> {
        self.front_size
    }

    /// Makes the back side the front side, for a launch that reads it.
    pub fn turn_over(&mut self) {
        self.sides.swap(0, 1);
        self.turn = (self.turn + 1) % 3;
        self.front_size = self.pushed.replace(Some(0));
    }

    /// Notes that a launch may push to the back side.
    pub fn may_be_pushed(&self) {
        self.pushed.set(None);
    }

    /// Exchanges the contents of two worklists, which keep their names.
    pub fn exchange(&mut self, other: &mut Worklist) {
        std::mem::swap(self, other);
        std::mem::swap(&mut self.name, &mut other.name);
    }

    /// Notes what an outlined loop did: which of the sizes is the front's now, and whether the two sides
    /// have changed places.
    pub fn turned_to(&mut self, turn: u32, turned: bool) {
        self.turn = turn;
        if turned {
            self.sides.swap(0, 1);
        }
        self.pushed.set(None);
        self.front_size = None;
    }

    /// Empties both sides and forgets that room was missing.
    pub fn reset(&mut self) -> Result<(), Error> {
        self.turn = 0;
        self.pushed.set(Some(0));
        Ok(self.sizes.fill(0u32)?)
    }

    /// Empties the worklist and pushes these items. There is room for them.
    pub fn seed(&mut self, items: &[u32]) -> Result<(), Error> {
        self.turn = 0;
        self.pushed.set(Some(items.len() as u32));
        self.back().write(0, items)?;
        // Not the last word: that room was missing stays known until the end of the run.
        Ok(self.sizes.write(0, &[0, items.len() as u32, 0])?)
    }

    /// How many items were pushed to the back side; more than the capacity if some found no room.
    pub fn pushed(&self) -> Result<u32, Error> {
        if let Some(known) = self.pushed.get() {
            return Ok(known);
        }
        let back = (self.turn as usize + 1) % 3;
        let pushed = self.sizes.read_u32(back * WORD)?;
        self.pushed.set(Some(pushed));
        Ok(pushed)
    }

    /// The first items that wait on the back side, of which there are so many.
    pub fn waiting(&self, count: u32) -> Result<Vec<u32>, Error> {
        let mut items = vec![0; count as usize];
        if count > 0 {
            self.back().read(0, &mut items)?;
        }
        Ok(items)
    }

    /// The capacity that would have had room for all pushes so far, if some found none.
    pub fn missing(&self) -> Result<Option<u32>, Error> {
        let needed = self.sizes.read_u32(MISSING * WORD)?;
        Ok((needed > self.capacity).then_some(needed))
    }
}
