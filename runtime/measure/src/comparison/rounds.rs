//! The rounds of a comparison: each runs every configuration once, in an order of its own.
//!
//! A comparison that was broken off goes on where it was: who has the time of a round does not run in it
//! again, so that each has as many times in the end as one that went through.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::event::Observation;

/// What the drawing of orders begins with: a comparison that is repeated draws the same ones.
const SEED: u64 = 0x96;

/// In what order configurations run in a round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Drawn anew for each round.
    #[default]
    Shuffled,
    /// As they were given, in every round.
    Listed,
}

/// How many rounds there are, and when they end.
#[derive(Debug, Clone, Copy)]
pub struct Rounds {
    /// How many.
    pub count: u32,
    /// The order within each.
    pub order: Order,
    /// No turn but the first begins later.
    pub deadline: Option<Instant>,
}

/// What a run came to, as far as the others are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Nothing that concerns them.
    Normal,
    /// It needed more memory than the runs before it.
    Grown,
}

/// Something that takes part in rounds.
pub trait Turns {
    /// Whether it still takes part.
    fn is_active(&self) -> bool;
    /// Whether it has the time of that round, counted from 0.
    fn has_run(&self, round: u32) -> bool;
    /// Runs and notes the time, in that round and as so-manieth of it. Tells what is found.
    fn take_turn(&mut self, round: u32, position: usize, tell: &mut dyn FnMut(Observation))
    -> Turn;
    /// Forgets the times noted so far; those of an earlier comparison stay.
    fn forget(&mut self);
}

/// What rounds tell of themselves.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A round begins, counted from 1.
    Round(u32),
    /// It is the turn of the entrant at that place.
    Turn(usize),
    /// What came of a turn.
    Observation(Observation),
}

/// Runs the rounds, and tells `happens` of each and of each turn. When a run finds that it needs
/// more memory than the ones before it had, everything begins anew, since only rounds that are all
/// alike are compared.
pub fn run(entrants: &mut [impl Turns], rounds: &Rounds, happens: &mut dyn FnMut(Event)) {
    let mut round = 0;
    let mut is_first = true;
    while round < rounds.count {
        let order = order(entrants, round, rounds.order);
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
            grown |= entrants[at].take_turn(round, position, &mut tell) == Turn::Grown;
        }
        round += 1;
        if grown {
            entrants.iter_mut().for_each(Turns::forget);
            happens(Event::Observation(Observation::Restarted));
            round = 0;
        }
    }
}

/// Who runs in a round, in order.
fn order(entrants: &[impl Turns], round: u32, order: Order) -> Vec<usize> {
    let mut places: Vec<usize> = (0..entrants.len()).collect();
    if order == Order::Shuffled {
        fastrand::Rng::with_seed(SEED + u64::from(round)).shuffle(&mut places);
    }
    places.retain(|&at| entrants[at].is_active() && !entrants[at].has_run(round));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One that notes when it ran, fails or grows in the run of that number, and tells its position.
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
        let rounds = Rounds { count, order: Order::Shuffled, deadline: None };
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
        run(&mut fakes, &Rounds { count: 3, order: Order::Listed, deadline }, &mut |_| {});
        assert_eq!(fakes.each_ref().map(|fake| fake.runs), [1, 0]);
    }
}
