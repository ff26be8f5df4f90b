//! Small sets of configurations that cover much of the space of all 96.
//!
//! Most bugs of optimisations are in one optimisation, or in the interaction of two. igc's test
//! suite has no time to test all configurations everywhere. It therefore often uses a few
//! configurations in which every value of a flag occurs together with every value of every other
//! flag. The literature calls such sets "pairwise" or of strength two (Cohen et al., "The AETG
//! System", 1997). Different applications use different sets.

use super::{Configuration, Flag};

/// The rows of the plan in which each choice with one flag has this flag, as bits. No two patterns
/// are equal or opposite, so any two flags are equal in some row and differ in another one. Together
/// with the opposite of each row, all four combinations of their values occur.
const PATTERNS: [u32; 5] = [0b0010, 0b0100, 0b1000, 0b0110, 0b1010];

/// The index of the value of the choice with two flags (the default is the first) for each row of
/// the plan. A row and its opposite have the same value. Each value therefore occurs together with
/// both values of every other choice.
const VALUES: [usize; 4] = [0, 1, 2, 0];

/// The number of different sets. A set has eight of the 2⁵ combinations of the choices with one flag,
/// so flipping two of them gives four sets, and each set can start with each of the three values.
const ROTATIONS: usize = 3 << 2;

/// Returns the choices of the 96 configurations with one flag, and the values of the choice with
/// two flags.
fn choices() -> (Vec<Flag>, [Option<Flag>; 3]) {
    let (mut switches, mut values) = (vec![], [None; 3]);
    for flag in Flag::OF_96 {
        let is_other = |other: &&Flag| **other != flag && other.choice() == flag.choice();
        match Flag::OF_96.iter().find(is_other) {
            None => switches.push(flag),
            Some(other) if flag < *other => values[1] = Some(flag),
            Some(_) => values[2] = Some(flag),
        }
    }
    (switches, values)
}

impl Configuration {
    /// Eight configurations in which any two values of any two flags occur together. The
    /// configurations form four pairs; the two configurations of a pair differ in every flag except
    /// `fg1` and `fg8`.
    ///
    /// `rotation` chooses one of the twelve sets. Each set replaces all values of some flags with
    /// others, which keeps the property. The twelve sets together contain all 96 configurations.
    pub fn covering(rotation: usize) -> Vec<Configuration> {
        let rotation = rotation % ROTATIONS;
        let flipped = (rotation % 4) << 3;
        let (switches, values) = choices();
        let rows = (0..VALUES.len()).flat_map(|row| [(row, false), (row, true)]);
        rows.map(|(row, opposite)| {
            let value = values[(VALUES[row] + rotation) % values.len()];
            let switches =
                switches.iter().zip(PATTERNS).enumerate().filter(|(position, (_, rows))| {
                    let flipped = flipped >> position & 1 == 1;
                    (rows >> row & 1 == 1) != (opposite != flipped)
                });
            let flags = value.into_iter().chain(switches.map(|(_, (flag, _))| *flag));
            flags.fold(Configuration::default(), |options, flag| options.choosing(flag))
        })
        .collect()
    }

    /// Returns one configuration. The configurations of any eight consecutive rotations are a
    /// [`covering`](Configuration::covering) set.
    pub fn sample(rotation: usize) -> Configuration {
        let mut covering = Configuration::covering(0);
        covering.swap_remove(rotation % covering.len())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Whether the flag `a` is on exactly if `a_is_on`, and the flag `b` is on exactly if
    /// `b_is_on`.
    fn has(
        options: &Configuration,
        (a, a_is_on): (Flag, bool),
        (b, b_is_on): (Flag, bool),
    ) -> bool {
        options.is_on(a) == a_is_on && options.is_on(b) == b_is_on
    }

    #[test]
    fn every_pair_of_values_occurs() {
        let rotations = (0..2 * ROTATIONS).chain([usize::MAX]);
        let samples =
            (0..16).map(|rotation| (rotation..rotation + 8).map(Configuration::sample).collect());
        for covering in rotations.map(Configuration::covering).chain(samples) {
            let flags = Flag::OF_96;
            for (a, b) in flags.iter().flat_map(|a| flags.map(|b| (*a, b))).filter(|(a, b)| a != b)
            {
                for (a_is_on, b_is_on) in
                    [(false, false), (false, true), (true, false), (true, true)]
                {
                    let exclusive = [a, b].iter().all(|f| [Flag::Fg1, Flag::Fg8].contains(f));
                    let possible = !(exclusive && a_is_on && b_is_on);
                    let met = covering.iter().any(|o| has(o, (a, a_is_on), (b, b_is_on)));
                    let pair = format!("{a:?} {a_is_on}, {b:?} {b_is_on}");
                    assert_eq!(met, possible, "{covering:?}: {pair}");
                }
            }
        }
    }

    #[test]
    fn the_turns_together_have_every_configuration() {
        let names =
            |options: Vec<Configuration>| options.into_iter().map(|options| options.to_string());
        let met: BTreeSet<_> = (7..7 + ROTATIONS)
            .flat_map(|rotation| names(Configuration::covering(rotation)))
            .collect();
        assert_eq!(met, names(Configuration::all_configurations()).collect());
    }
}
