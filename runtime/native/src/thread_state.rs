//! The memory of one thread of a team.

use crate::error::Error;
use crate::memory::Memory;
use crate::task::{PUSH_BUFFER, PushBuffer};
use crate::worklist::Worklist;

/// The memory of one thread.
pub struct ThreadState {
    /// What this thread's iterations reduced so far.
    pub reductions: Vec<u64>,
    /// The items of each push buffer.
    items: Vec<Memory>,
    pushes: Vec<PushBuffer>,
    /// Room for the items of any of the push buffers.
    spare: Memory,
    /// The memory for local arrays. They are not on the stack, because the passes of the compiler
    /// copy them, and the stack of the thread that executes `main` may be small.
    arrays: Option<Memory>,
}

impl ThreadState {
    /// Allocates a push buffer for each of the worklists, memory for reductions, and memory for
    /// local arrays of `array_bytes` bytes.
    pub fn new(
        worklists: &[Worklist],
        reductions: usize,
        array_bytes: usize,
    ) -> Result<ThreadState, Error> {
        let buffer_of =
            |words: usize| Memory::reserve("pushes", PUSH_BUFFER * words * size_of::<u32>());
        let buffer = |worklist: &Worklist| buffer_of(worklist.words());
        let most_words = worklists.iter().map(Worklist::words).max().unwrap_or(0);
        Ok(ThreadState {
            reductions: vec![0; reductions],
            items: worklists.iter().map(buffer).collect::<Result<_, _>>()?,
            pushes: vec![],
            spare: buffer_of(most_words)?,
            arrays: (array_bytes > 0)
                .then(|| Memory::reserve("local arrays", array_bytes))
                .transpose()?,
        })
    }

    /// Returns the size of the memory in bytes.
    pub fn bytes(&self) -> u64 {
        let items = self.items.iter().chain([&self.spare]).chain(&self.arrays);
        let items = items.map(|memory| memory.length() as u64).sum::<u64>();
        items + size_of_val(&self.reductions[..]) as u64
    }

    /// Returns the memory for local arrays; null if no kernel has any.
    pub fn local_arrays(&self) -> *mut u8 {
        self.arrays.as_ref().map_or(std::ptr::null_mut(), Memory::pointer)
    }

    /// Returns room for the items of any of the push buffers.
    pub fn spare(&self) -> *mut u32 {
        self.spare.pointer().cast()
    }

    /// Returns the push buffers, all of them empty.
    pub fn push_buffers(&mut self, worklists: &[Worklist]) -> *mut PushBuffer {
        self.pushes.clear();
        for (worklist, items) in worklists.iter().zip(&self.items) {
            let items = items.pointer().cast();
            self.pushes.push(PushBuffer { items, length: 0, worklist });
        }
        self.pushes.as_mut_ptr()
    }
}
