//! What a comparison found, as `igc bench --json` prints it. Times are in seconds.

use igc_runtime::Error;
use igc_runtime::report::{GraphSummary, Verdict};
use serde::{Deserialize, Serialize};

use crate::statistics::{Interval, median, median_interval, ratio_interval};

/// An interval of the median that is wider than this share of the median: what is found there says
/// little.
const NOISY: f64 = 0.25;

/// Configurations of a program on a graph, side by side. Fields may be added; none is renamed or
/// removed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The program's name.
    pub program: String,
    /// The graph.
    pub graph: GraphSummary,
    /// Parameters, by name.
    pub params: Vec<(String, String)>,
    /// How often each configuration ran before its runs were timed.
    pub warmup: u32,
    /// How many runs of each configuration are timed.
    pub repeat: u32,
    /// Whether first results were checked; not so where the program names no oracle.
    pub checked: bool,
    /// The configurations in the order asked for. Ratios are to the first.
    pub configurations: Vec<Entry>,
}

/// A configuration and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The optimisations, as `--opts` takes them.
    pub options: String,
    /// The program's compilation by igc.
    pub compile: f64,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// What came of a configuration, by `status`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Outcome {
    /// It was timed.
    Timed(Box<Timed>),
    /// It is the same as an earlier one, which was timed.
    Same {
        /// The earlier one.
        same_as: String,
    },
    /// It has no times to be compared.
    Failed(Failure),
}

/// Why a configuration has no times.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What is to blame.
    pub kind: FailureKind,
    /// In words.
    pub reason: String,
}

/// What is to blame for a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The program, the graph, the parameters, or igc.
    Input,
    /// The device lacks what the program needs, and says so.
    Refused,
    /// The device or its driver.
    Device,
    /// An oracle refused the result.
    Check,
    /// The process that ran it crashed, mostly inside the driver.
    Crashed,
    /// The process that ran it was killed, mostly because memory ran out.
    Killed,
    /// Nothing was heard of it in time.
    Hung,
}

impl From<&Error> for Failure {
    fn from(error: &Error) -> Failure {
        let kind = match error {
            error if error.is_refusal() => FailureKind::Refused,
            error if error.is_device() => FailureKind::Device,
            _ => FailureKind::Input,
        };
        Failure { kind, reason: error.to_string() }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::from(&error)
    }
}

/// The times of a configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Timed {
    /// The kernels' compilation by the driver.
    pub build: f64,
    /// Whether that was a look into the cache only.
    pub build_cached: bool,
    /// Work-items of a launch, and of a workgroup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geometry: Option<(usize, usize)>,
    /// The computation, in the median run.
    pub median: f64,
    /// Between what the median lies, with 95 % confidence; `null` for fewer than six runs.
    pub median_interval: Option<Interval>,
    /// The computation, in the fastest run.
    pub minimum: f64,
    /// Whether the interval is so wide for its median that differences say little; also where there is
    /// no interval.
    pub noisy: bool,
    /// The comparison with the first configuration; `null` of the first itself, and where that has no
    /// times.
    pub ratio: Option<Ratio>,
    /// Kernels launched by a run.
    pub launches: u64,
    /// Rounds of the loops of `main` in a run.
    pub rounds: u64,
    /// How often a run was started anew because a worklist was too small.
    pub restarts: u32,
    /// The oracles' verdicts on the first result; absent where none was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checks: Option<Vec<Verdict>>,
    /// The timed runs, in the order of rounds.
    pub runs: Vec<Sample>,
}

/// How the median of a configuration compares with that of the first.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// The median, divided by that of the first: below 1 is faster.
    pub value: f64,
    /// Between what it lies, with 95 % confidence; `null` for fewer than six runs.
    pub interval: Option<Interval>,
    /// Whether the difference is clear: the intervals of the two medians do not overlap.
    pub clear: bool,
}

/// A timed run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Which round it was in, from 0.
    pub round: u32,
    /// Which of its round it was, from 0.
    pub position: usize,
    /// Giving the state its initial values.
    pub initialise: f64,
    /// `main`, until the last kernel is done: what is compared.
    pub compute: f64,
}

impl Timed {
    /// Works out the medians; what else there is to say is the caller's.
    pub(super) fn new(runs: Vec<Sample>, base: Option<&Timed>) -> Timed {
        let times = times(&runs);
        let middle = median(times.iter().copied());
        let interval = median_interval(&times);
        let ratio = base.map(|base| Ratio {
            value: middle / base.median.max(f64::MIN_POSITIVE),
            interval: ratio_interval(&times, &base.times()),
            clear: match (&interval, &base.median_interval) {
                (Some(this), Some(that)) => !this.overlaps(that),
                _ => false,
            },
        });
        Timed {
            build: 0.0,
            build_cached: false,
            geometry: None,
            median: middle,
            median_interval: interval,
            minimum: times.iter().copied().fold(f64::INFINITY, f64::min),
            noisy: interval.is_none_or(|interval| interval.width() > NOISY * middle),
            ratio,
            launches: 0,
            rounds: 0,
            restarts: 0,
            checks: None,
            runs,
        }
    }

    fn times(&self) -> Vec<f64> {
        times(&self.runs)
    }
}

fn times(runs: &[Sample]) -> Vec<f64> {
    runs.iter().map(|run| run.compute).collect()
}

impl Comparison {
    /// Why configurations have no times.
    pub fn failures(&self) -> impl Iterator<Item = (&Entry, &Failure)> {
        self.configurations.iter().filter_map(|entry| match &entry.outcome {
            Outcome::Failed(failure) => Some((entry, failure)),
            _ => None,
        })
    }
}
