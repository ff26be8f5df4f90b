//! Fused rounds: a thread runs the items that it pushes in the same launch.
//!
//! On a graph with a large diameter, most rounds of a worklist have few items, and threads would wait for each other in
//! each round. After the last chunk of a loop, a thread therefore runs the items of its own push buffer at once, with those
//! that they push, and so on. This is the bucket fusion of Zhang, Brahmakshatriya, Chen, Dhulipala, Kamil, Amarasinghe and
//! Shun, "Optimizing ordered graph algorithms with GraphIt", CGO 2020, which the GAP benchmark suite has, too.
//!
//! The word `async` before a kernel promises that this is right. The number of items is bounded, so that threads share their
//! items from time to time, and so that `main` can end a run. The other items are for the next round.

use igc_compiler::ir::WorklistId;
use igc_team::Team;

use crate::codegen::LoopCode;
use crate::task::{PUSH_BUFFER, Task};
use crate::worklist::Front;

/// Number of items that a thread runs in a launch after the chunks, about. With fewer, a launch costs more than its items.
const ITEMS: u64 = 4096;
/// Number of items from which a thread that runs alone leaves them to all threads.
const SHARED_ITEMS: u64 = 64;

/// How the rounds of a loop are fused.
#[derive(Debug, Clone, Copy)]
pub struct Fusion {
    worklist: WorklistId,
    /// Number of items in the buffer from which they are left to the next round.
    most: u64,
    /// Number of items that a thread runs in a launch after the chunks.
    items: u64,
}

impl Fusion {
    /// Decides how the rounds of a loop are fused, which the thread that calls this runs alone or together with the others.
    pub fn new(team: &Team, worklist: WorklistId, is_alone: bool) -> Fusion {
        let most = if is_alone && team.threads() > 1 { SHARED_ITEMS } else { PUSH_BUFFER as u64 };
        let draw = |bits| team.perturbation().draw(0, bits).map(|bits| 1 << bits);
        Fusion { worklist, most: draw(11).unwrap_or(most), items: draw(13).unwrap_or(ITEMS) }
    }

    /// Runs the items that a thread has pushed and not yet added to the worklist.
    ///
    /// # Safety
    ///
    /// The task belongs to this thread, and the code is that of the loop over the worklist, of which `fronts` has the front
    /// buffer.
    pub unsafe fn run(&self, task: *mut Task, code: LoopCode, fronts: &[Front]) {
        let at = self.worklist.index();
        let mut fronts = fronts.to_vec();
        let mut left = self.items;
        // SAFETY: the caller guarantees that the task is this thread's, and has a buffer and a front for each worklist.
        unsafe {
            let buffer = (*task).pushes.add(at);
            let mut inner = *task;
            while (1..=self.most.min(left)).contains(&(*buffer).length) {
                let size = (*buffer).length;
                fronts[at] = Front { items: (*buffer).items, size };
                inner.fronts = fronts.as_ptr();
                std::mem::swap(&mut (*buffer).items, &mut inner.spare);
                (*buffer).length = 0;
                code(&mut inner, 0, size);
                left -= size;
            }
            // The two buffers may have changed their roles.
            (*task).spare = inner.spare;
        }
    }
}
