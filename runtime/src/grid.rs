//! What may be asked of outlined loops: how wide they are, and by which barrier their workgroups wait.
//!
//! Results are the same whatever is asked for; only times differ. What is not asked for is the device's
//! policy (`opencl::environment`).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The most workgroups that an outlined loop may be asked to have: more than any device keeps resident.
pub const MOST_GRID_GROUPS: u32 = 1 << 16;

/// How the workgroups of a grid barrier tell each other that they have come
/// (`stdlib/opencl/grid.cl`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GridBarrier {
    /// By one counter that all add to, and one word that all look at.
    Counter,
    /// By two words for each of them, which one of them looks at and answers (Xiao and Feng,
    /// "Inter-Block GPU Communication via Fast Barrier Synchronization", IPDPS 2010).
    Flags,
}

impl GridBarrier {
    /// All there are.
    pub const ALL: [GridBarrier; 2] = [GridBarrier::Counter, GridBarrier::Flags];

    /// The name that options take and reports give.
    pub fn name(self) -> &'static str {
        match self {
            GridBarrier::Counter => "counter",
            GridBarrier::Flags => "flags",
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
        found.ok_or_else(|| "choose counter or flags".into())
    }
}

/// What is asked of outlined loops.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GridWishes {
    /// Workgroups of a launch, of which those take part that run at the same time.
    pub groups: Option<u32>,
    /// The barrier.
    pub barrier: Option<GridBarrier>,
    /// How often a workgroup looks whether others have started before it goes on without them. A look
    /// takes less than a nanosecond on a CPU, about a microsecond on a GPU.
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
        assert_eq!("tree".parse::<GridBarrier>(), Err("choose counter or flags".into()));
    }
}
