//! Options of outlined loops: how wide they are, and how their workgroups synchronise.
//!
//! The options change the time of a run, and never its result. A backend has a default for each of
//! them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Maximum number of workgroups of an outlined loop. No device keeps so many workgroups resident.
pub const MAX_GRID_GROUPS: u32 = 1 << 16;

/// An implementation of the grid barrier (`stdlib/device/grid.cl`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GridBarrier {
    /// All workgroups add to one counter and poll one word.
    Counter,
    /// Each workgroup has two words, which one of the workgroups polls and answers (Xiao and Feng,
    /// "Inter-Block GPU Communication via Fast Barrier Synchronization", IPDPS 2010).
    Flags,
    /// All workgroups add to one word and poll it: its highest bit changes when the last one adds (Hensgen,
    /// Finkel and Manber, "Two Algorithms for Barrier Synchronization", 1988).
    Sense,
}

impl GridBarrier {
    /// Every implementation.
    pub const ALL: [GridBarrier; 3] =
        [GridBarrier::Counter, GridBarrier::Flags, GridBarrier::Sense];

    /// Returns the name in options and reports.
    pub fn name(self) -> &'static str {
        match self {
            GridBarrier::Counter => "counter",
            GridBarrier::Flags => "flags",
            GridBarrier::Sense => "sense",
        }
    }
}

impl fmt::Display for GridBarrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for GridBarrier {
    type Err = String;

    fn from_str(text: &str) -> Result<GridBarrier, String> {
        let found = GridBarrier::ALL.into_iter().find(|barrier| barrier.name() == text);
        found.ok_or_else(|| "expected counter, flags or sense".into())
    }
}

/// Options of outlined loops. An option without a value is the backend's choice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GridOptions {
    /// Number of workgroups to launch. The resident ones take part in the loop.
    pub groups: Option<u32>,
    /// The grid barrier.
    pub barrier: Option<GridBarrier>,
    /// Number of times that a workgroup polls for other workgroups before occupancy discovery ends.
    /// A poll takes less than a nanosecond on a CPU, and about a microsecond on a GPU.
    pub patience: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn barriers_have_names() {
        for barrier in GridBarrier::ALL {
            assert_eq!(barrier.to_string().parse(), Ok(barrier));
        }
        assert_eq!("tree".parse::<GridBarrier>(), Err("expected counter, flags or sense".into()));
    }
}
