//! What a comparison finds, told as soon as it is found: whoever writes it down loses nothing when the
//! comparison is broken off.

use igc_compiler::options::Options;
use serde::{Deserialize, Serialize};

use super::Progress;
use super::report::{Failure, Sample};
use crate::report::Verdict;
use crate::supersteps::StepRecord;

/// What a comparison tells while it goes on.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// What is done next.
    Progress(Progress),
    /// What has come of it.
    Found(Found),
}

/// Something that was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// A configuration is ready to run.
    Ready {
        /// The configuration.
        options: Options,
        /// How it was made.
        made: Made,
    },
    /// The oracles have accepted its first result.
    Accepted {
        /// The configuration.
        options: Options,
        /// What they said.
        verdicts: Vec<Verdict>,
    },
    /// It was timed.
    Timed {
        /// The configuration.
        options: Options,
        /// The times.
        sample: Sample,
        /// What the device did meanwhile.
        work: Work,
    },
    /// Its rounds were recorded, which takes time itself: told instead of [`Found::Timed`], where
    /// [`Limits::record_steps`](crate::run::Limits) says so.
    Recorded {
        /// The configuration.
        options: Options,
        /// The times of the run as a whole.
        sample: Sample,
        /// What the device did meanwhile.
        work: Work,
        /// The rounds of its loops, in the order in which they ended.
        steps: Vec<StepRecord>,
    },
    /// It does not take part any more.
    Failed {
        /// The configuration.
        options: Options,
        /// Why.
        failure: Failure,
    },
    /// No time counts that this comparison has told of: a program has got more memory, and only runs
    /// that are all alike are compared.
    Anew,
}

/// How a configuration was made. Times are in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Made {
    /// The program's compilation by igc.
    pub compile: f64,
    /// The kernels' compilation by the driver.
    pub build: f64,
    /// Whether that was a look into the cache only.
    pub build_cached: bool,
    /// Work-items of a launch, and of a workgroup.
    pub geometry: Option<(usize, usize)>,
}

/// What the device did in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// Kernels launched.
    pub launches: u64,
    /// Rounds of the loops of `main`.
    pub rounds: u64,
    /// How often the run was started anew because a worklist was too small.
    pub restarts: u32,
}
