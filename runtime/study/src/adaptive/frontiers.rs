//! What it costs to convert frontiers: how much longer rounds take with a frontier than without.
//!
//! A variant with `frontier=mask`, `frontier=bitmap` or `frontier=list` converts the frontier of the program in each round: it
//! clears the memory of the previous round, and a first kernel selects the nodes. The times of its
//! rounds contain this, so a learnt tree takes it into account. This module shows the costs.

use igc_compiler::configuration::{Choice, Configuration, Flag};
use igc_compiler::model::Feature;
use serde::Serialize;

use super::{Round, Rounds};
use crate::statistics::median;

/// The limits of the shares of nodes in the frontier.
const SHARES: [f32; 3] = [0.01, 0.1, f32::INFINITY];

/// How much longer the rounds of one application take with a frontier.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Conversion {
    /// The variant with the frontier.
    pub variant: String,
    /// The variant without it.
    pub without: String,
    /// The rounds with a frontier of at most 1 % of the nodes, of at most 10 %, and of more.
    pub shares: [Difference; SHARES.len()],
}

/// The differences of some rounds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Difference {
    /// Number of rounds.
    pub rounds: usize,
    /// The median of the time with the frontier minus the time without it, in seconds; `None`
    /// without rounds.
    pub seconds: Option<f64>,
    /// The median of the time with the frontier divided by the time without it.
    pub ratio: Option<f64>,
}

/// Returns the costs of the frontiers of all variants of which the study has timed the variant
/// without the frontier, for the rounds of one application on graphs with at least `nodes` nodes.
pub fn conversions(rounds: &Rounds, application: usize, nodes: f32) -> Vec<Conversion> {
    let value = |round: &Round, feature: Feature| {
        let at = rounds.features.iter().position(|known| *known == feature);
        at.map_or(0.0, |at| round.features[at])
    };
    let is_counted = |round: &&Round| {
        round.test.application == application && value(round, Feature::Nodes) >= nodes
    };
    let own: Vec<&Round> = rounds.rounds.iter().filter(is_counted).collect();
    let pairs = rounds.variants.iter().enumerate().filter_map(|(at, variant)| {
        let base = without_frontier(variant)?;
        Some((at, rounds.variants.iter().position(|other| *other == base)?))
    });
    let conversion = |(with, without): (usize, usize)| {
        let mut least = f32::NEG_INFINITY;
        let shares = SHARES.map(|most| {
            let is_within = |round: &&&Round| {
                let share = value(round, Feature::FrontierNodeShare);
                least < share && share <= most
            };
            let some: Vec<&Round> = own.iter().filter(is_within).copied().collect();
            least = most;
            difference(&some, with, without)
        });
        let name = |at: usize| rounds.variants[at].to_string();
        Conversion { variant: name(with), without: name(without), shares }
    };
    pairs.map(conversion).collect()
}

/// A variant without its frontier; `None` if it has none.
fn without_frontier(variant: &Configuration) -> Option<Configuration> {
    let is_frontier = |flag: &Flag| flag.choice() == Choice::Frontier;
    variant.flags().find(is_frontier).map(|frontier| variant.without(frontier))
}

fn difference(rounds: &[&Round], with: usize, without: usize) -> Difference {
    let of = |compare: fn(f64, f64) -> f64| {
        let all = rounds.iter().map(|round| compare(round.times[with], round.times[without]));
        (!rounds.is_empty()).then(|| median(all.collect::<Vec<f64>>()))
    };
    Difference {
        rounds: rounds.len(),
        seconds: of(|one, other| one - other),
        ratio: of(|one, other| one / other),
    }
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{study, timed};
    use super::*;

    /// A graph with 10 nodes has rounds with 1 node, with 5 nodes and with 9 nodes.
    #[test]
    fn rounds_with_a_frontier_are_compared_with_those_without() {
        let frontiers = [(1, 1), (5, 5), (9, 9)].map(|frontier| (Some(frontier), 9.0)).to_vec();
        let runs = [
            (0, timed(&[1.0, 2.0, 4.0])),
            (1, timed(&[1.5, 2.5, 3.0])),
            (2, timed(&[1.0, 1.0, 1.0])),
            (3, frontiers),
        ];
        let rounds = Rounds::of(
            &study(
                &["none", "frontier=bitmap", "order=pull,frontier=bitmap", "adaptive"],
                &[&runs],
            ),
            &[],
        );
        let found = conversions(&rounds, 0, 0.0);
        // `order=pull` was not timed.
        let [bitmap] = &found[..] else { panic!("{found:?}") };
        assert_eq!((&*bitmap.variant, &*bitmap.without), ("frontier=bitmap", "none"));
        let none = Difference { rounds: 0, seconds: None, ratio: None };
        let one = Difference { rounds: 1, seconds: Some(0.5), ratio: Some(1.5) };
        let two = Difference { rounds: 2, seconds: Some(-0.25), ratio: Some(1.0) };
        assert_eq!(bitmap.shares, [none, one, two]);
        assert_eq!(conversions(&rounds, 0, 11.0)[0].shares, [none; 3]);
    }
}
