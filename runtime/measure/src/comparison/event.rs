//! Events of a comparison: its progress, and each observation as soon as it is made. A caller that
//! stores every observation loses nothing if the comparison is interrupted.

use igc_compiler::configuration::Configuration;
use igc_runtime::report::Verdict;
use igc_runtime::supersteps::StepRecord;
use serde::{Deserialize, Serialize};

use super::report::{Failure, Sample};

/// The next step of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// The reference interpreter runs the program.
    Reference,
    /// The comparison prepares a configuration, which builds its kernels.
    Building(Configuration),
    /// The comparison runs a configuration without counting the times.
    WarmingUp(Configuration),
    /// A round starts: its number, from 1, and the number of rounds.
    Round(u32, u32),
    /// A configuration runs in a round.
    Running(Configuration),
}

impl Progress {
    /// Returns the configuration of this step, if the step has only one.
    pub fn options(&self) -> Option<&Configuration> {
        match self {
            Progress::Building(options)
            | Progress::WarmingUp(options)
            | Progress::Running(options) => Some(options),
            Progress::Reference | Progress::Round(..) => None,
        }
    }
}

/// An event of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A step starts.
    Progress(Progress),
    /// The result of a step.
    Observation(Observation),
}

/// A result of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Observation {
    /// A configuration is ready to run.
    Ready {
        /// The configuration.
        options: Configuration,
        /// How it was prepared.
        preparation: Preparation,
    },
    /// A configuration is identical to an earlier one, so it does not run.
    Same {
        /// The configuration.
        options: Configuration,
        /// The earlier configuration.
        same_as: Configuration,
    },
    /// The configuration has run for the first time, and its result was not rejected.
    FirstRun {
        /// The configuration.
        options: Configuration,
        /// Time of the run, in seconds. It is part of the report only if there is no warm-up.
        seconds: f64,
        /// Whether the result was judged: by oracles, or by a comparison with the reference
        /// interpreter.
        is_judged: bool,
    },
    /// The oracles have accepted the configuration's first result.
    Accepted {
        /// The configuration.
        options: Configuration,
        /// The oracles' verdicts.
        verdicts: Vec<Verdict>,
    },
    /// A run of the configuration was timed.
    Timed {
        /// The configuration.
        options: Configuration,
        /// The times of the run.
        sample: Sample,
        /// Counts of launches, rounds and restarts in the run.
        counts: RunCounts,
    },
    /// A run of the configuration was timed, and its rounds were recorded. This takes the place of
    /// [`Observation::Timed`] if
    /// [`RunOptions::record_steps`](igc_runtime::run_options::RunOptions) is set, because recording
    /// slows the run down.
    Recorded {
        /// The configuration.
        options: Configuration,
        /// The times of the run.
        sample: Sample,
        /// Counts of launches, rounds and restarts in the run.
        counts: RunCounts,
        /// The rounds of its loops, in the order in which they ended.
        steps: Vec<StepRecord>,
    },
    /// The configuration has failed and no longer takes part.
    Failed {
        /// The configuration.
        options: Configuration,
        /// The reason.
        failure: Failure,
    },
    /// All times that this comparison has reported are void, and the rounds restart. A program
    /// needed more memory, and only runs with the same memory can be compared.
    Restarted,
}

/// How a configuration was prepared. Times are in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Preparation {
    /// Time that igc took to compile the program.
    pub compile: f64,
    /// Time that the driver took to build the kernels.
    pub build: f64,
    /// Whether the kernels came from a cache on disk.
    pub build_cached: bool,
    /// Number of work-items of a launch, and of a workgroup.
    pub geometry: Option<(usize, usize)>,
}

/// Counts of launches, rounds and restarts in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunCounts {
    /// Number of kernels launched.
    pub launches: u64,
    /// Number of rounds of the loops of `main`.
    pub rounds: u64,
    /// Number of times that the run was restarted because a worklist was too small.
    pub restarts: u32,
}
