//! The report of a comparison, as `igc bench --json` prints it. Times are in seconds.

use igc_compiler::effects::WithoutEffect;
use igc_runtime::Error;
use igc_runtime::report::{GraphSummary, Verdict};
use serde::{Deserialize, Serialize};

use crate::statistics::{Interval, median, median_interval, ratio_interval, relative_error};
use crate::waiting::DISTURBED;

/// If the interval of a median is wider than this share of the median, the measurement is noisy.
const NOISY: f64 = 0.25;

/// Configurations of a program on a graph, side by side. Fields may be added, but never renamed or
/// removed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// Name of the program.
    pub program: String,
    /// The graph.
    pub graph: GraphSummary,
    /// Time to reorder the nodes of the graph; absent if the graph has no key `order`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reorder: Option<f64>,
    /// The parameters by name, with their values.
    pub params: Vec<(String, String)>,
    /// Number of runs of each configuration before its runs were timed.
    pub warmup: u32,
    /// Number of timed runs of each configuration.
    pub repeat: u32,
    /// Whether every output of the first results was checked: by an oracle, or by a comparison with
    /// the reference interpreter. A result that was not checked may be wrong, so its configuration
    /// must not be called the fastest.
    pub checked: bool,
    /// The reason why the first results were not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<String>,
    /// Whether the first results were compared with the reference interpreter.
    #[serde(default)]
    pub compared: bool,
    /// The configurations in the requested order. Ratios refer to the first.
    pub configurations: Vec<Entry>,
}

/// A configuration with its outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The optimisations, as `--opts` takes them.
    pub options: String,
    /// The optimisations that have no effect on the program; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_effect: Vec<WithoutEffect>,
    /// Time that igc took to compile the program.
    pub compile: f64,
    /// The outcome.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// The outcome of a configuration. The field `status` names the variant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Outcome {
    /// The configuration was timed.
    Timed(Box<Timed>),
    /// The configuration is identical to an earlier one, which was timed.
    Same {
        /// The earlier configuration.
        same_as: String,
    },
    /// The configuration has no times.
    Failed(Failure),
}

/// The reason why a configuration has no times.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The cause.
    pub kind: FailureKind,
    /// The [code](Error::code) of the runtime's error, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The reason in words.
    pub reason: String,
}

/// The cause of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The program, the graph, the parameters, or igc.
    Input,
    /// The device lacks what the program needs, and the runtime refused the program.
    Refused,
    /// The device or its driver.
    Device,
    /// An oracle rejected the result, or it differs from the reference interpreter.
    Check,
    /// The process crashed, usually inside the driver.
    Crashed,
    /// The process was killed, usually because memory ran out.
    Killed,
    /// The process sent no sign of life in time.
    Hung,
}

impl Failure {
    /// Creates a failure that is no error of the runtime.
    pub fn new(kind: FailureKind, reason: String) -> Failure {
        Failure { kind, code: None, reason }
    }

    /// Creates the failure of a wrong result.
    pub fn wrong(reason: String) -> Failure {
        Failure::new(FailureKind::Check, reason)
    }
}

impl From<&Error> for Failure {
    fn from(error: &Error) -> Failure {
        let kind = match error {
            error if error.is_refusal() => FailureKind::Refused,
            error if error.is_device() => FailureKind::Device,
            _ => FailureKind::Input,
        };
        Failure { kind, code: Some(error.code().to_owned()), reason: error.to_string() }
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
    /// Time that the driver took to build the kernels.
    pub build: f64,
    /// Whether the kernels came from a cache on disk.
    pub build_cached: bool,
    /// Number of work-items of a launch, and of a workgroup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geometry: Option<(usize, usize)>,
    /// Time of the computation in the median run.
    pub median: f64,
    /// The 95 % confidence interval of the median; `null` for fewer than six runs.
    pub median_interval: Option<Interval>,
    /// The standard error of the median, relative to the median; `null` for a single run.
    #[serde(default)]
    pub relative_error: Option<f64>,
    /// Time of the computation in the fastest run.
    pub minimum: f64,
    /// Whether the interval is so wide that differences mean little, or is missing.
    pub noisy: bool,
    /// The comparison with the first configuration; `null` for the first itself, and if the first
    /// has no times.
    pub ratio: Option<Ratio>,
    /// Number of kernels that a run launched.
    pub launches: u64,
    /// Number of rounds of the loops of `main` in a run.
    pub rounds: u64,
    /// Number of times that a run was restarted because a worklist was too small.
    pub restarts: u32,
    /// The oracles' verdicts on the first result; absent if results were not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checks: Option<Vec<Verdict>>,
    /// The timed runs, in the order of rounds.
    pub runs: Vec<Sample>,
}

/// The ratio of the median to the median of the first configuration.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// The ratio. A ratio below 1 means that this configuration is faster.
    pub value: f64,
    /// The 95 % confidence interval of the ratio; `null` for fewer than six runs.
    pub interval: Option<Interval>,
    /// Whether the difference is clear: the intervals of the two medians do not overlap.
    pub clear: bool,
}

impl Ratio {
    /// Returns the ratio of the median of times to the median of other times, from the same rounds.
    pub fn of(times: &[f64], base: &[f64]) -> Ratio {
        let middle = |times: &[f64]| median(times.iter().copied());
        Ratio {
            value: middle(times) / middle(base).max(f64::MIN_POSITIVE),
            interval: ratio_interval(times, base),
            clear: match (median_interval(times), median_interval(base)) {
                (Some(this), Some(that)) => !this.overlaps(&that),
                _ => false,
            },
        }
    }
}

/// A timed run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Number of the round, from 0.
    pub round: u32,
    /// Position of the run in its round, from 0.
    pub position: usize,
    /// Time to give the state its initial values, which is a part of `compute`.
    pub initialise: f64,
    /// Time of the whole run: from the initialisation of state until the device has finished
    /// `main`. This time is compared.
    pub compute: f64,
    /// Time that threads of the process waited for a processor during the run, in sum. Absent if it
    /// is not known. See [`waiting`](crate::waiting).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waited: Option<f64>,
}

impl Sample {
    /// Returns whether other programs disturbed the run.
    pub fn is_disturbed(&self) -> bool {
        self.waited.is_some_and(|waited| waited > DISTURBED * self.compute)
    }
}

impl Timed {
    /// Computes the medians. The caller fills in the other fields.
    pub(super) fn new(runs: Vec<Sample>, base: Option<&Timed>) -> Timed {
        let times = times(&runs);
        let middle = median(times.iter().copied());
        let interval = median_interval(&times);
        let ratio = base.map(|base| Ratio::of(&times, &base.times()));
        Timed {
            build: 0.0,
            build_cached: false,
            geometry: None,
            median: middle,
            median_interval: interval,
            relative_error: relative_error(&times),
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
    /// Returns the number of runs that other programs [disturbed](Sample::is_disturbed), and the
    /// number of all timed runs.
    pub fn disturbed(&self) -> (usize, usize) {
        let timed = self.configurations.iter().filter_map(|entry| match &entry.outcome {
            Outcome::Timed(timed) => Some(&timed.runs),
            _ => None,
        });
        let runs: Vec<&Sample> = timed.flatten().collect();
        (runs.iter().filter(|run| run.is_disturbed()).count(), runs.len())
    }

    /// Returns the configurations that have no times, with the reasons.
    pub fn failures(&self) -> impl Iterator<Item = (&Entry, &Failure)> {
        self.configurations.iter().filter_map(|entry| match &entry.outcome {
            Outcome::Failed(failure) => Some((entry, failure)),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_whose_threads_waited_for_long_is_disturbed() {
        let sample =
            |waited| Sample { round: 0, position: 0, initialise: 1.0, compute: 4.0, waited };
        let is_disturbed = |waited| sample(waited).is_disturbed();
        assert!(!is_disturbed(None) && !is_disturbed(Some(0.0)) && !is_disturbed(Some(0.9)));
        assert!(is_disturbed(Some(1.1)));
    }
}
