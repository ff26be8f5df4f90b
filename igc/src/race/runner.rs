//! A plan in a race: its times, and how it does.

use igc_runtime::report::median;
use serde::{Deserialize, Serialize};

use crate::auto::Plan;

/// Medians whose difference is at most this share of the smaller one are equal, however exact the times are.
const EQUAL: f64 = 0.01;

/// Medians whose difference is more than this share of the smaller one are never equal, however noisy the times are.
const NEVER_EQUAL: f64 = 0.1;

/// Number of times from which the noise of a plan is known.
const ENOUGH: usize = 5;

/// A plan in a race.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Runner {
    /// The plan, without the parameters that the user gave.
    pub plan: Plan,
    /// How it does.
    pub standing: Standing,
    /// Times in seconds of the runs by which slow plans were dropped.
    pub choosing: Vec<f64>,
    /// Times in seconds of the runs by which the last plans were judged.
    pub judging: Vec<f64>,
    /// Time of the first run in seconds, which includes what a driver does once.
    pub first: Option<f64>,
    /// Whether an oracle has accepted its result.
    pub is_checked: bool,
}

/// How a plan does in a race.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    /// It has not run yet.
    Waiting,
    /// It is one of the fastest so far. At the end, it is as fast as the best plan within the noise.
    Racing,
    /// It is slower than others.
    Dropped,
    /// A run was cancelled, because it took much longer than the best plan.
    Cancelled,
    /// It runs the same code as the plan at this position.
    Same(usize),
    /// Its program does not have a parameter that the user gave.
    Unfit(String),
    /// It cannot run, for this reason.
    Failed(String),
    /// An oracle rejects its result, for this reason.
    Wrong(String),
}

impl Standing {
    /// Returns the standing in one word.
    pub fn word(&self) -> &'static str {
        match self {
            Standing::Waiting => "waiting",
            Standing::Racing => "racing",
            Standing::Dropped => "slower",
            Standing::Cancelled => "cancelled",
            Standing::Same(_) => "same",
            Standing::Unfit(_) => "unfit",
            Standing::Failed(_) => "failed",
            Standing::Wrong(_) => "wrong",
        }
    }

    /// Returns the reason for the standing, if the user must be told.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Standing::Unfit(reason) | Standing::Failed(reason) | Standing::Wrong(reason) => {
                Some(reason)
            }
            _ => None,
        }
    }
}

impl Runner {
    /// Returns a plan that has not run yet.
    pub fn new(plan: Plan) -> Runner {
        let (choosing, judging) = (vec![], vec![]);
        let standing = Standing::Waiting;
        Runner { plan, standing, choosing, judging, first: None, is_checked: false }
    }

    /// Returns the times that count: those of the runs that judge, or else of the runs that choose.
    pub fn times(&self) -> &[f64] {
        if self.judging.is_empty() { &self.choosing } else { &self.judging }
    }

    /// Returns the number of runs that were timed.
    pub fn runs(&self) -> usize {
        self.choosing.len() + self.judging.len()
    }

    /// Returns the median of the times in seconds, if it was measured.
    pub fn median(&self) -> Option<f64> {
        let times = self.times();
        (!times.is_empty()).then(|| median(times.iter().copied()))
    }

    /// Returns how far the times usually are from their median, as a share of it: the median of the absolute deviations.
    pub fn spread(&self) -> Option<f64> {
        let middle = self.median().filter(|_| self.times().len() > 1)?;
        Some(self.deviation(middle) / middle.max(f64::MIN_POSITIVE))
    }

    /// Returns whether the noise of the times explains that this plan has a larger median than the best one.
    pub fn is_as_fast_as(&self, best: &Runner) -> bool {
        let (Some(own), Some(least)) = (self.median(), best.median()) else { return false };
        let noise = self.error(own).hypot(best.error(least));
        let limit = (2.0 * noise).clamp(EQUAL * least, NEVER_EQUAL * least);
        own - least <= limit
    }

    /// Returns the standard error of the median. With few times, it is unknown, and counts as zero.
    fn error(&self, middle: f64) -> f64 {
        /// The standard error of a median is this many times that of a mean, and a standard deviation is this many times
        /// the median of the absolute deviations; both for a normal distribution.
        const OF_MEDIAN: f64 = 1.2533;
        const OF_DEVIATION: f64 = 1.4826;
        let count = self.times().len();
        if count < ENOUGH {
            return 0.0;
        }
        OF_MEDIAN * OF_DEVIATION * self.deviation(middle) / (count as f64).sqrt()
    }

    fn deviation(&self, middle: f64) -> f64 {
        median(self.times().iter().map(|time| (time - middle).abs()))
    }
}

/// Returns the position of the best plan: the first one in the list that is as fast as the fastest within the noise.
pub fn best(runners: &[Runner]) -> Option<usize> {
    let racing = |runner: &&Runner| runner.standing == Standing::Racing;
    let timed = runners.iter().filter(racing).filter_map(|runner| Some((runner, runner.median()?)));
    let (fastest, _) = timed.min_by(|a, b| a.1.total_cmp(&b.1))?;
    runners.iter().position(|runner| racing(&runner) && runner.is_as_fast_as(fastest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runner(times: &[f64]) -> Runner {
        let standing = Standing::Racing;
        Runner { standing, judging: times.to_vec(), ..Runner::new(Plan::default()) }
    }

    #[test]
    fn in_a_tie_the_first_plan_wins() {
        let exact = |time: f64| runner(&[time; 7]);
        let noisy = |time: f64| runner(&[0.9, 0.95, 0.97, 1.0, 1.03, 1.05, 1.1].map(|x| x * time));
        for (times, wanted) in [
            (vec![exact(1.0), exact(0.995)], 0),
            (vec![exact(1.0), exact(0.98)], 1),
            (vec![exact(1.0), exact(1.02)], 0),
            (vec![noisy(1.0), noisy(0.97)], 0),
            (vec![noisy(1.0), noisy(0.8)], 1),
            (vec![runner(&[0.5, 1.0, 1.5, 2.0, 9.0]), exact(1.0)], 1),
            (vec![exact(2.0), exact(1.005), exact(1.0)], 1),
            (vec![runner(&[]), exact(1.0)], 1),
        ] {
            assert_eq!(best(&times), Some(wanted), "{times:?}");
        }
        let dropped = Runner { standing: Standing::Dropped, ..exact(0.1) };
        assert_eq!(best(&[dropped, exact(1.0)]), Some(1));
        assert_eq!(best(&[runner(&[])]), None);
    }

    #[test]
    fn only_the_runs_that_judge_count_if_there_are_some() {
        let runner = Runner { choosing: vec![1.0, 2.0], ..Runner::new(Plan::default()) };
        assert_eq!(
            (runner.median(), runner.runs(), runner.spread()),
            (Some(1.5), 2, Some(0.5 / 1.5))
        );
        let runner = Runner { judging: vec![3.0], ..runner };
        assert_eq!((runner.median(), runner.runs(), runner.spread()), (Some(3.0), 3, None));
    }
}
