//! The rounds of a comparison. Each round runs every configuration once, usually in a random order.
//!
//! A comparison that was interrupted can be resumed: a configuration skips the rounds whose times
//! it already has. In the end, each configuration has as many times as without the interruption.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::event::Observation;

/// The seed of the orders, so that a repeated comparison uses the same orders.
const SEED: u64 = 0x96;

/// The order of configurations in a round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundOrder {
    /// A new random order for each round.
    #[default]
    Shuffled,
    /// The given order, in every round.
    Listed,
}

/// The number of rounds, and their end.
#[derive(Debug, Clone, Copy)]
pub struct Rounds {
    /// Number of rounds.
    pub count: u32,
    /// The order within each round.
    pub order: RoundOrder,
    /// No run starts after this time, except for the first.
    pub deadline: Option<Instant>,
}

/// The effect of a run on the other participants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// The run has no effect on the others.
    Normal,
    /// The run needed more memory than the runs before it.
    Grown,
}

/// A participant of the rounds.
pub trait Turns {
    /// Returns whether the participant still takes part.
    fn is_active(&self) -> bool;
    /// Returns whether the participant already has the time of a round, counted from 0.
    fn has_run(&self, round: u32) -> bool;
    /// Runs the participant once, and records the time with the round and the position in the
    /// round. Calls `tell` with every observation.
    fn take_turn(&mut self, round: u32, position: usize, tell: &mut dyn FnMut(Observation))
    -> Turn;
    /// Discards the times of this comparison. Times of an earlier comparison remain.
    fn forget(&mut self);
}

/// An event of the rounds.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A round starts, counted from 1.
    Round(u32),
    /// The participant at this position runs.
    Turn(usize),
    /// A result of a run.
    Observation(Observation),
}

/// Runs the rounds, and calls `happens` for every event. If a run needs more memory than the runs
/// before it, all rounds restart, because only rounds with the same memory can be compared.
pub fn run(participants: &mut [impl Turns], rounds: &Rounds, happens: &mut dyn FnMut(Event)) {
    let mut round = 0;
    let mut is_first = true;
    while round < rounds.count {
        let order = order(participants, round, rounds.order);
        if !order.is_empty() {
            happens(Event::Round(round + 1));
        }
        let mut grown = false;
        for (position, &at) in order.iter().enumerate() {
            if !is_first && rounds.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return;
            }
            is_first = false;
            happens(Event::Turn(at));
            let mut tell = |observation| happens(Event::Observation(observation));
            grown |= participants[at].take_turn(round, position, &mut tell) == Turn::Grown;
        }
        round += 1;
        if grown {
            participants.iter_mut().for_each(Turns::forget);
            happens(Event::Observation(Observation::Restarted));
            round = 0;
        }
    }
}

/// Returns the participants of a round, in order.
fn order(participants: &[impl Turns], round: u32, order: RoundOrder) -> Vec<usize> {
    let mut places: Vec<usize> = (0..participants.len()).collect();
    if order == RoundOrder::Shuffled {
        fastrand::Rng::with_seed(SEED + u64::from(round)).shuffle(&mut places);
    }
    places.retain(|&at| participants[at].is_active() && !participants[at].has_run(round));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A participant that notes its runs and positions, and fails or grows in a given run.
    #[derive(Default)]
    struct Fake {
        runs: u32,
        had: Vec<u32>,
        positions: Vec<usize>,
        fails_in: Option<u32>,
        grows_in: Option<u32>,
        failed: bool,
    }

    impl Turns for Fake {
        fn is_active(&self) -> bool {
            !self.failed
        }

        fn has_run(&self, round: u32) -> bool {
            self.had.contains(&round)
        }

        fn take_turn(&mut self, _: u32, position: usize, _: &mut dyn FnMut(Observation)) -> Turn {
            self.runs += 1;
            self.positions.push(position);
            self.failed = self.fails_in == Some(self.runs);
            if self.grows_in == Some(self.runs) { Turn::Grown } else { Turn::Normal }
        }

        fn forget(&mut self) {
            self.positions.clear();
        }
    }

    fn rounds(fakes: &mut [Fake], count: u32) -> Vec<u32> {
        let mut begun = vec![];
        let rounds = Rounds { count, order: RoundOrder::Shuffled, deadline: None };
        run(fakes, &rounds, &mut |event| {
            if let Event::Round(round) = event {
                begun.push(round);
            }
        });
        begun
    }

    #[test]
    fn each_runs_once_a_round_and_is_not_always_at_the_same_place() {
        let mut fakes: Vec<Fake> = (0..4).map(|_| Fake::default()).collect();
        assert_eq!(rounds(&mut fakes, 40), (1..=40).collect::<Vec<u32>>());
        for round in 0..40 {
            let mut places: Vec<usize> = fakes.iter().map(|fake| fake.positions[round]).collect();
            places.sort();
            assert_eq!(places, [0, 1, 2, 3]);
        }
        for fake in &fakes {
            assert!((0..4).all(|place| fake.positions.contains(&place)), "{:?}", fake.positions);
        }
    }

    #[test]
    fn who_fails_is_left_out() {
        let failing = Fake { fails_in: Some(2), ..Fake::default() };
        let mut fakes = [Fake::default(), failing, Fake::default()];
        rounds(&mut fakes, 5);
        assert_eq!(fakes.each_ref().map(|fake| fake.runs), [5, 2, 5]);
        let mut alone = [Fake { fails_in: Some(1), ..Fake::default() }];
        assert_eq!(rounds(&mut alone, 5), [1]);
    }

    #[test]
    fn who_grows_makes_all_begin_anew() {
        let mut fakes = [Fake::default(), Fake { grows_in: Some(3), ..Fake::default() }];
        assert_eq!(rounds(&mut fakes, 4), [1, 2, 3, 1, 2, 3, 4]);
        assert_eq!(fakes.each_ref().map(|fake| fake.positions.len()), [4, 4]);
    }

    #[test]
    fn who_has_the_time_of_a_round_does_not_run_in_it() {
        let resumed = Fake { had: vec![0, 2], ..Fake::default() };
        let done = Fake { had: vec![0, 1, 2, 3], ..Fake::default() };
        let mut fakes = [resumed, done];
        assert_eq!(rounds(&mut fakes, 4), [2, 4]);
        assert_eq!(fakes.each_ref().map(|fake| fake.runs), [2, 0]);
    }

    #[test]
    fn the_first_turn_is_taken_whatever_the_time() {
        let mut fakes = [Fake::default(), Fake::default()];
        let deadline = Some(Instant::now());
        run(&mut fakes, &Rounds { count: 3, order: RoundOrder::Listed, deadline }, &mut |_| {});
        assert_eq!(fakes.each_ref().map(|fake| fake.runs), [1, 0]);
    }
}
