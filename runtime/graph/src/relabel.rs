//! Renumbering the used node ids in increasing order, without a table as long as the ids.
//!
//! A bit for each id says whether it is used; an id's new number is the count of used ids below
//! it, which a running count for each 64 bits makes one addition and one population count.

use crate::assemble::GroupedChunk;

/// The used ids among `0..ids`.
pub(crate) struct Ranks {
    /// One bit for each id, set where it is used, and one more word.
    used: Vec<u64>,
    /// Number of used ids below each word.
    below: Vec<u32>,
}

impl Ranks {
    /// The ids that the edges in `chunks`, all below `ids`, start or end at.
    pub(crate) fn of_used(ids: u32, chunks: &[GroupedChunk]) -> Self {
        let mut used = vec![0u64; ids as usize / 64 + 1];
        for chunk in chunks {
            chunk.for_each_id(|id| used[id as usize / 64] |= 1 << (id % 64));
        }
        let mut count = 0;
        let mut below = Vec::with_capacity(used.len());
        for word in &used {
            below.push(count);
            count += word.count_ones();
        }
        Self { used, below }
    }

    /// Number of used ids below `id`: its new number if it is used.
    pub(crate) fn rank(&self, id: u32) -> u32 {
        let word = id as usize / 64;
        let lower = self.used[word] & ((1 << (id % 64)) - 1);
        self.below[word] + lower.count_ones()
    }

    /// Whether an edge starts or ends at `id`.
    pub(crate) fn is_used(&self, id: u32) -> bool {
        self.used.get(id as usize / 64).is_some_and(|word| word >> (id % 64) & 1 == 1)
    }

    /// Number of used ids.
    pub(crate) fn used(&self) -> u32 {
        let last = self.used.len() - 1;
        self.below[last] + self.used[last].count_ones()
    }
}
