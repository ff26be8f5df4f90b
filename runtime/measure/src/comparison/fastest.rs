//! The fastest configuration of a comparison. One half of the rounds chooses it, and the other half
//! judges it.
//!
//! Of many configurations with noisy times, the one with the shortest median was often lucky. If the
//! runs that choose it also state its time, this time is too short. Rounds at even positions
//! therefore choose, and rounds at odd positions judge, so that a drift of the machine affects both
//! halves alike.

use serde::Serialize;

use super::report::{Comparison, Outcome, Timed};
use crate::statistics::{Interval, halves, median, ratio_interval};

/// The fastest configuration of a comparison, with its time in the rounds that did not choose it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fastest {
    /// The configuration with the shortest median in the rounds that choose.
    pub options: String,
    /// The configurations that are the same code.
    pub same: Vec<String>,
    /// The configurations that are not clearly slower: in the rounds that judge, the interval of the
    /// ratio of their time to that of the chosen configuration does not lie above 1, or there are too
    /// few rounds for an interval.
    pub ties: Vec<String>,
    /// Number of rounds that judge.
    pub rounds: usize,
    /// The median time of the configuration in these rounds, in seconds.
    pub median: f64,
    /// The ratio of this median to that of the first configuration; `None` if the first has no times,
    /// or is the fastest.
    pub ratio: Option<f64>,
    /// The 95 % confidence interval of the ratio; `None` for fewer than six rounds that judge.
    pub interval: Option<Interval>,
}

/// The times of a configuration in the rounds that choose, and in those that judge.
struct Halves<'a> {
    options: &'a str,
    chooses: Vec<f64>,
    judges: Vec<f64>,
}

impl Halves<'_> {
    fn slower(&self, chosen: &Halves<'_>) -> bool {
        ratio_interval(&self.judges, &chosen.judges).is_some_and(|interval| interval.low > 1.0)
    }
}

impl Comparison {
    /// Returns the fastest configuration. Returns `None` if fewer than two configurations have two
    /// runs, or if results were not checked.
    pub fn fastest(&self) -> Option<Fastest> {
        if !self.checked {
            return None;
        }
        let timed = || {
            self.configurations.iter().filter_map(|entry| match &entry.outcome {
                Outcome::Timed(timed) => Some((&*entry.options, &**timed)),
                _ => None,
            })
        };
        // If time ran out in the last round, only some of the configurations have it.
        let rounds = timed().map(|(_, timed)| timed.runs.len()).min()?;
        let all: Vec<Halves<'_>> =
            timed().map(|(name, timed)| split(name, timed, rounds)).collect();
        if rounds < 2 || all.len() < 2 {
            return None;
        }
        let shortest =
            |a: &&Halves<'_>, b: &&Halves<'_>| middle(&a.chooses).total_cmp(&middle(&b.chooses));
        let chosen = all.iter().min_by(shortest)?;
        let first = &self.configurations.first()?.options;
        let first = all.iter().find(|one| one.options == first && one.options != chosen.options);
        let same = self.configurations.iter().filter(|entry| {
            matches!(&entry.outcome, Outcome::Same { same_as } if same_as == chosen.options)
        });
        let ties = all.iter().filter(|one| one.options != chosen.options && !one.slower(chosen));
        Some(Fastest {
            options: chosen.options.into(),
            same: same.map(|entry| entry.options.clone()).collect(),
            ties: ties.map(|one| one.options.into()).collect(),
            rounds: chosen.judges.len(),
            median: middle(&chosen.judges),
            ratio: first.map(|first| middle(&chosen.judges) / middle(&first.judges)),
            interval: first.and_then(|first| ratio_interval(&chosen.judges, &first.judges)),
        })
    }
}

fn split<'a>(options: &'a str, timed: &Timed, rounds: usize) -> Halves<'a> {
    let times: Vec<f64> = timed.runs.iter().take(rounds).map(|run| run.compute).collect();
    let [chooses, judges] = halves(&times);
    Halves { options, chooses, judges }
}

fn middle(times: &[f64]) -> f64 {
    median(times.iter().copied())
}

#[cfg(test)]
mod tests {
    use igc_runtime::report::GraphSummary;

    use super::super::report::{Entry, Sample};
    use super::*;

    fn entry(options: &str, outcome: Outcome) -> Entry {
        Entry { options: options.into(), without_effect: vec![], compile: 0.0, outcome }
    }

    fn timed(options: &str, times: &[f64]) -> Entry {
        let runs = (0..).zip(times).map(|(round, &compute)| Sample {
            round,
            position: 0,
            initialise: 0.0,
            compute,
            waited: None,
        });
        entry(options, Outcome::Timed(Box::new(Timed::new(runs.collect(), None))))
    }

    fn comparison(configurations: Vec<Entry>) -> Comparison {
        Comparison {
            program: "p".into(),
            graph: GraphSummary { name: "g".into(), nodes: 1, edges: 1 },
            reorder: None,
            params: vec![],
            warmup: 1,
            repeat: 2,
            checked: true,
            unchecked: None,
            compared: false,
            configurations,
        }
    }

    /// Repeats a time of the rounds that choose and one of the rounds that judge, seven times.
    fn alternating(chooses: f64, judges: f64) -> Vec<f64> {
        [chooses, judges].repeat(7)
    }

    #[test]
    fn a_lucky_configuration_does_not_state_its_own_time() {
        let same = Outcome::Same { same_as: "lucky".into() };
        let compared = comparison(vec![
            timed("none", &alternating(4.0, 4.0)),
            timed("lucky", &alternating(1.0, 2.0)),
            entry("copy", same),
            timed("steady", &alternating(1.5, 1.5)),
            timed("slow", &alternating(3.0, 3.0)),
        ]);
        let fastest = compared.fastest().expect("there are enough");
        assert_eq!((&*fastest.options, fastest.rounds, fastest.median), ("lucky", 7, 2.0));
        assert_eq!(fastest.ratio, Some(0.5));
        assert_eq!(fastest.interval, Some(Interval { low: 0.5, high: 0.5 }));
        assert_eq!((fastest.same, fastest.ties), (vec!["copy".into()], vec!["steady".into()]));
    }

    #[test]
    fn a_difference_within_the_spread_is_a_tie() {
        let noise = |shift: f64| -> Vec<f64> {
            (0..24).map(|round| 1.0 + shift + f64::from(round * 7 % 5) / 10.0).collect()
        };
        let names = |shift: f64| {
            let mut slower = noise(shift);
            // The noise of the two is independent.
            slower.rotate_left(6);
            let compared = comparison(vec![timed("none", &noise(0.0)), timed("wg", &slower)]);
            compared.fastest().expect("there are enough").ties
        };
        assert_eq!(names(0.01), ["wg"]);
        assert_eq!(names(0.5), [""; 0]);
        // Two rounds that judge are too few to tell.
        let few = comparison(vec![timed("none", &[1.0; 4]), timed("wg", &[9.0; 4])]);
        assert_eq!(few.fastest().expect("there are two").ties, ["wg"]);
    }

    #[test]
    fn the_first_configuration_may_be_the_fastest() {
        let compared = comparison(vec![timed("none", &[1.0; 14]), timed("wg", &[2.0; 14])]);
        let fastest = compared.fastest().expect("there are enough");
        assert_eq!((&*fastest.options, fastest.ratio), ("none", None));
    }

    #[test]
    fn without_a_check_or_a_second_configuration_none_is_the_fastest() {
        let both = || vec![timed("none", &[1.0, 1.0]), timed("wg", &[2.0, 2.0])];
        assert!(comparison(both()).fastest().is_some());
        assert_eq!(Comparison { checked: false, ..comparison(both()) }.fastest(), None);
        assert_eq!(comparison(both()[..1].to_vec()).fastest(), None);
        let once = vec![timed("none", &[1.0]), timed("wg", &[2.0])];
        assert_eq!(comparison(once).fastest(), None);
    }
}
