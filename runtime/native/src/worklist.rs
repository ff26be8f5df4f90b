//! Worklists in memory: two buffers that are swapped.

use std::sync::atomic::{AtomicU64, Ordering};

use igc_compiler::ir;

use crate::error::Error;
use crate::memory::Memory;

/// The front buffer of a worklist, as generated code accesses it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Front {
    /// The items, which have 32, 64 or 128 bits.
    pub items: *const u32,
    /// Number of items.
    pub size: u64,
}

// SAFETY: nothing writes to a front buffer while threads read it.
unsafe impl Sync for Front {}

/// A double-buffered bag of items, which have one, two or four words of 32 bits.
///
/// Address space for the maximum number of items is reserved at once; the operating system provides
/// memory for a page when an item is first written there. A worklist therefore never moves. If the
/// process has too little address space, there is room for fewer items.
pub struct Worklist {
    front: Memory,
    back: Memory,
    front_size: u64,
    /// Number of items pushed to the back buffer, whether or not there was room.
    pushed: AtomicU64,
    /// Number of items that each buffer has room for.
    room: u32,
    /// Whether the room is less than the maximum, because there is too little address space.
    is_short: bool,
    /// Number of words of an item.
    words: usize,
    /// The largest number of items so far of each buffer, the front buffer first.
    used: [u64; 2],
}

/// Number of items for which a worklist has room even if there is little address space.
const LEAST: u32 = 1 << 10;

impl Worklist {
    /// Reserves address space for two buffers of `most` items, or for fewer items if a buffer would
    /// have more than `bytes` bytes, or if the operating system refuses.
    pub fn new(declared: &ir::Worklist, most: u32, bytes: u64) -> Result<Worklist, Error> {
        let size = declared.ty.size();
        let buffer = |room: u32| Memory::reserve(&declared.name, room as usize * size);
        let affordable = u32::try_from(bytes / size as u64).unwrap_or(u32::MAX);
        let mut room = most.min(affordable.max(LEAST));
        let (front, back) = loop {
            match buffer(room).and_then(|front| Ok((front, buffer(room)?))) {
                Err(_) if room > LEAST => room = (room / 2).max(LEAST),
                buffers => break buffers?,
            }
        };
        let (pushed, used) = (AtomicU64::new(0), [0; 2]);
        let (words, is_short) = (size / size_of::<u32>(), room < most);
        Ok(Worklist { front, back, front_size: 0, pushed, room, is_short, words, used })
    }

    /// Returns the size of the memory into which items were written, in bytes.
    pub fn bytes(&self) -> u64 {
        let items = self.used[0] + self.used[1].max(self.waiting().into());
        items * (self.words * size_of::<u32>()) as u64
    }

    /// Returns the number of words of an item.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Returns the number of items that each buffer has room for.
    pub fn room(&self) -> u32 {
        self.room
    }

    /// Returns whether the room is less than the maximum, because there is too little address space.
    pub fn is_short(&self) -> bool {
        self.is_short
    }

    /// Empties both buffers.
    pub fn clear(&mut self) {
        self.used[1] = self.used[1].max(self.waiting().into());
        self.front_size = 0;
        *self.pushed.get_mut() = 0;
    }

    /// Makes the back buffer the front buffer, and empties the new back buffer.
    pub fn swap_buffers(&mut self) {
        std::mem::swap(&mut self.front, &mut self.back);
        self.front_size = self.waiting().into();
        self.used = [self.used[1].max(self.front_size), self.used[0]];
        *self.pushed.get_mut() = 0;
    }

    /// Returns the front buffer.
    pub fn front(&self) -> Front {
        Front { items: self.front.pointer().cast(), size: self.front_size }
    }

    /// Returns the words of the items of the front buffer.
    pub fn items(&self) -> &[u32] {
        let size = self.front_size as usize * self.words;
        // SAFETY: items below the size were written, and nothing writes to the front buffer.
        unsafe { std::slice::from_raw_parts(self.front.pointer().cast(), size) }
    }

    /// Returns the words of the items of the back buffer.
    pub fn waiting_items(&mut self) -> &[u32] {
        let size = self.waiting() as usize * self.words;
        // SAFETY: items below the size were written, and `self` is borrowed exclusively.
        unsafe { std::slice::from_raw_parts(self.back.pointer().cast(), size) }
    }

    /// Returns the number of items in the back buffer.
    pub fn waiting(&self) -> u32 {
        self.pushed.load(Ordering::Relaxed).min(self.room.into()) as u32
    }

    /// Returns whether a push found no room.
    pub fn is_overfull(&self) -> bool {
        self.pushed.load(Ordering::Relaxed) > self.room.into()
    }

    /// Adds items, given as words, to the back buffer. Several threads may do so at the same time.
    pub fn append(&self, items: &[u32]) {
        let count = (items.len() / self.words) as u64;
        let first = self.pushed.fetch_add(count, Ordering::Relaxed);
        let room = u64::from(self.room).saturating_sub(first).min(count) as usize;
        if room > 0 {
            // SAFETY: the range is inside the buffer, and no other thread gets the same range.
            unsafe {
                let to = self.back.pointer().cast::<u32>().add(first as usize * self.words);
                std::ptr::copy_nonoverlapping(items.as_ptr(), to, room * self.words);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use igc_compiler::ir::{ItemType, Type};

    use super::*;

    fn worklist(most: u32, bytes: u64) -> Worklist {
        let declared = ir::Worklist { name: "list".into(), ty: ItemType::One(Type::Node) };
        Worklist::new(&declared, most, bytes).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_worklist_has_less_room_if_there_is_little_address_space() {
        for (most, bytes, room, is_short) in [
            (1 << 20, u64::MAX, 1 << 20, false),
            (1 << 20, 4 << 20, 1 << 20, false),
            (1 << 20, 1 << 20, 1 << 18, true),
            (1 << 20, 0, LEAST, true),
            (5, 0, 5, false),
        ] {
            let list = worklist(most, bytes);
            assert_eq!((list.room(), list.is_short()), (room, is_short), "{most}, {bytes}");
        }
    }

    #[test]
    fn pushes_beyond_the_room_are_counted_and_not_written() {
        let mut list = worklist(1 << 20, 0);
        let items: Vec<u32> = (0..LEAST + 1).collect();
        list.append(&items[1..]);
        assert!(!list.is_overfull());
        list.append(&items[..1]);
        assert!(list.is_overfull() && list.waiting() == LEAST);
        assert_eq!(list.waiting_items(), &items[1..]);
    }
}
