//! A worklist on the device: two sides that turn, and sizes that take turns.
//!
//! The device library (`stdlib/opencl/worklist.cl`) is the other half of this file.

use igc_opencl::{Buffer, Session};

use crate::Error;

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
}

impl Worklist {
    /// Allocates an empty worklist.
    pub fn new(session: &Session, name: &str, capacity: u32) -> Result<Worklist, Error> {
        let side = || session.buffer(capacity as usize * WORD);
        let sizes = session.buffer(WORDS * WORD)?;
        Ok(Worklist { name: name.into(), capacity, sides: [side()?, side()?], sizes, turn: 0 })
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

    /// Makes the back side the front side, for a launch that reads it.
    pub fn turn_over(&mut self) {
        self.sides.swap(0, 1);
        self.turn = (self.turn + 1) % 3;
    }

    /// Empties both sides and forgets that room was missing.
    pub fn reset(&mut self) -> Result<(), Error> {
        self.turn = 0;
        Ok(self.sizes.fill(0u32)?)
    }

    /// Empties the worklist and pushes these items. There is room for them.
    pub fn seed(&mut self, items: &[u32]) -> Result<(), Error> {
        self.turn = 0;
        self.back().write(0, items)?;
        // Not the last word: that room was missing stays known until the end of the run.
        Ok(self.sizes.write(0, &[0, items.len() as u32, 0])?)
    }

    /// How many items were pushed to the back side; more than the capacity if some found no room.
    pub fn pushed(&self) -> Result<u32, Error> {
        let back = (self.turn as usize + 1) % 3;
        Ok(self.sizes.read_u32(back * WORD)?)
    }

    /// The capacity that would have had room for all pushes so far, if some found none.
    pub fn missing(&self) -> Result<Option<u32>, Error> {
        let needed = self.sizes.read_u32(MISSING * WORD)?;
        Ok((needed > self.capacity).then_some(needed))
    }
}
