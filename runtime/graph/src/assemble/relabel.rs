//! Renumbers the used node ids in increasing order, with little more than a bit per id.
//!
//! A bit per id says whether it is used. The new number of an id is the number of used ids below
//! it: a running total per 64 ids plus a population count.

use super::GroupedChunk;
use crate::error::Problem;
use crate::memory::zeros;

/// The used ids among `0..ids`.
pub(super) struct Ranks {
    /// One bit per id, which is set if the id is used. At least one bit more than ids exists.
    used: Vec<u64>,
    /// Number of used ids below each word.
    below: Vec<u32>,
}

impl Ranks {
    /// Marks the sources and targets of all edges in `chunks`, which must be below `ids`.
    pub(super) fn of_used(ids: u32, chunks: &[GroupedChunk]) -> Result<Self, Problem> {
        let mut used = zeros::<u64>(ids as usize / 64 + 1)?;
        for chunk in chunks {
            chunk.for_each_id(|id| used[id as usize / 64] |= 1 << (id % 64));
        }
        let mut count = 0;
        let mut below = Vec::with_capacity(used.len());
        for word in &used {
            below.push(count);
            count += word.count_ones();
        }
        Ok(Self { used, below })
    }

    /// Number of used ids below `id`. If `id` is used, this is its new number.
    pub(super) fn rank(&self, id: u32) -> u32 {
        let word = id as usize / 64;
        let lower = self.used[word] & ((1 << (id % 64)) - 1);
        self.below[word] + lower.count_ones()
    }

    /// Returns whether `id` is the source or target of an edge.
    pub(super) fn is_used(&self, id: u32) -> bool {
        self.used.get(id as usize / 64).is_some_and(|word| word >> (id % 64) & 1 == 1)
    }

    /// Returns the used ids in increasing order.
    pub(super) fn used_ids(&self) -> Vec<i64> {
        let mut ids = Vec::with_capacity(self.used() as usize);
        for (word, bits) in (0..).zip(&self.used) {
            let mut rest = *bits;
            while rest != 0 {
                ids.push(64 * word + i64::from(rest.trailing_zeros()));
                rest &= rest - 1;
            }
        }
        ids
    }

    /// Number of used ids.
    pub(super) fn used(&self) -> u32 {
        let last = self.used.len() - 1;
        self.below[last] + self.used[last].count_ones()
    }
}
