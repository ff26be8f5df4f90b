//! The rounds of a comparison: each runs every configuration once, in an order of its own.

use super::contestant::Run;

/// What the drawing of orders begins with: a comparison that is repeated draws the same ones.
const SEED: u64 = 0x96;

/// Something that takes part in rounds.
pub trait Takes {
    /// Whether it still takes part.
    fn is_in(&self) -> bool;
    /// Runs and notes the time, as so-manieth of its round.
    fn take(&mut self, position: usize) -> Run;
    /// Forgets the times noted so far.
    fn forget(&mut self);
}

/// What rounds tell of themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A round begins, counted from 1.
    Round(u32),
    /// It is the turn of the contestant at that place.
    Turn(usize),
}

/// Runs so many rounds, and tells `happens` of each and of each turn. When a run finds that it needs
/// more memory than the ones before it had, everything begins anew, since only rounds that are all
/// alike are compared.
pub fn run(contestants: &mut [impl Takes], rounds: u32, happens: &mut dyn FnMut(Event)) {
    let mut random = fastrand::Rng::with_seed(SEED);
    let mut order: Vec<usize> = (0..contestants.len()).collect();
    let mut done = 0;
    while done < rounds {
        order.retain(|&at| contestants[at].is_in());
        if order.is_empty() {
            return;
        }
        happens(Event::Round(done + 1));
        random.shuffle(&mut order);
        let mut grown = false;
        for (position, &at) in order.iter().enumerate() {
            happens(Event::Turn(at));
            grown |= contestants[at].take(position) == Run::Grown;
        }
        done += 1;
        if grown {
            contestants.iter_mut().for_each(Takes::forget);
            done = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One that notes when it ran, fails or grows in the run of that number, and tells its position.
    #[derive(Default)]
    struct Fake {
        runs: u32,
        positions: Vec<usize>,
        fails_in: Option<u32>,
        grows_in: Option<u32>,
        failed: bool,
    }

    impl Takes for Fake {
        fn is_in(&self) -> bool {
            !self.failed
        }

        fn take(&mut self, position: usize) -> Run {
            self.runs += 1;
            self.positions.push(position);
            self.failed = self.fails_in == Some(self.runs);
            if self.grows_in == Some(self.runs) { Run::Grown } else { Run::Plain }
        }

        fn forget(&mut self) {
            self.positions.clear();
        }
    }

    fn rounds(fakes: &mut [Fake], rounds: u32) -> Vec<u32> {
        let mut begun = vec![];
        run(fakes, rounds, &mut |event| {
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
}
