//! Few configurations that cover much of the space.
//!
//! A bug of optimisations is mostly one of two that meet, so it shows in a handful of configurations in
//! which every value of a flag meets every value of every other flag (strength two, "pairwise": Cohen et
//! al., "The AETG System", IEEE Transactions on Software Engineering 23(7), 1997, whose greedy choice
//! this is). `fg1` and `fg8`, which exclude each other, are two values of one.

use std::collections::HashSet;

use super::{Flag, Options};

/// The flags that one choice is made of, each alternative but the first, which is none.
const CHOICES: [&[Flag]; 6] = [
    &[Flag::Fg1, Flag::Fg8],
    &[Flag::Wg],
    &[Flag::Sg],
    &[Flag::CoopCv],
    &[Flag::Oitergb],
    &[Flag::Sz256],
];

/// How far apart in the space two turns begin; it shares no factor with the size of the space, 96.
const STRIDE: usize = 25;

/// A choice with its alternative, by their numbers.
type Value = (usize, usize);

impl Options {
    /// Configurations, about nine of 96, in which any two values of any two choices occur together.
    /// There are many such sets: another `turn` is mostly another set.
    pub fn covering(turn: usize) -> Vec<Options> {
        let mut space = Options::all_configurations();
        let first = turn % space.len() * STRIDE % space.len();
        space.rotate_left(first);
        let mut missing: HashSet<(Value, Value)> = space.iter().flat_map(pairs).collect();
        let mut chosen = vec![];
        while !missing.is_empty() {
            let new = |options: &&Options| pairs(options).filter(|p| missing.contains(p)).count();
            // Of several that are as good, the first.
            let best = space.iter().rev().max_by_key(new).expect("the space has the baseline");
            pairs(best).for_each(|pair| {
                missing.remove(&pair);
            });
            chosen.push(best.clone());
        }
        chosen
    }
}

/// What meets in a configuration.
fn pairs(options: &Options) -> impl Iterator<Item = (Value, Value)> {
    let values: Vec<Value> =
        CHOICES.iter().map(|flags| value(options, flags)).enumerate().collect();
    let later =
        move |at: usize| values[at + 1..].iter().map(|other| (values[at], *other)).collect();
    (0..CHOICES.len()).flat_map(move |at| -> Vec<(Value, Value)> { later(at) })
}

/// Which alternative a configuration has chosen.
fn value(options: &Options, flags: &[Flag]) -> usize {
    flags.iter().position(|flag| options.is_on(*flag)).map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flag_is_chosen_once() {
        for (name, flag) in Flag::ALL {
            let choices = CHOICES.iter().filter(|flags| flags.contains(&flag));
            assert_eq!(choices.count(), 1, "{name}");
        }
    }

    #[test]
    fn any_two_values_meet_in_few_configurations() {
        let everything: HashSet<_> = Options::all_configurations().iter().flat_map(pairs).collect();
        let mut sets = HashSet::new();
        for turn in 0..40 {
            let covering = Options::covering(turn);
            assert!(covering.len() <= 10, "{} configurations", covering.len());
            let covered: HashSet<_> = covering.iter().flat_map(pairs).collect();
            assert_eq!(covered, everything);
            sets.insert(covering);
        }
        assert!(sets.len() > 20, "{} sets", sets.len());
        assert_eq!(Options::covering(0)[0], Options::default());
        Options::covering(usize::MAX);
    }
}
