//! Small sets of configurations that cover much of the space of all 96.
//!
//! Most bugs of optimisations are in one optimisation, or in the interaction of two. igc's test
//! suite has no time to test all configurations everywhere. It therefore often uses a few
//! configurations in which every value of a flag occurs together with every value of every other
//! flag. The literature calls such sets "pairwise" or of strength two (Cohen et al., "The AETG
//! System", 1997). Different applications use different sets.

use super::Options;

/// The flags that are on or off. Each has the rows of the plan in which it is on, as bits. No two
/// patterns are equal or opposite, so any two flags are equal in some row and differ in another
/// one. Together with the opposite of each row, all four combinations of their values occur.
const SWITCHES: [(&str, u32); 5] =
    [("wg", 0b0010), ("sg", 0b0100), ("coop-cv", 0b1000), ("oitergb", 0b0110), ("sz256", 0b1010)];

/// The index in [`FINE_GRAINED`] for each row of the plan. A row and its opposite have the same
/// choice. Each choice therefore occurs together with both values of every switch.
const SHARES: [usize; 4] = [0, 1, 2, 0];

/// The choices for the fine-grained scheme, which exclude each other.
const FINE_GRAINED: [&str; 3] = ["", "fg1", "fg8"];

/// The number of different sets. A set has eight of the 2⁵ combinations of switches, so flipping
/// two of the switches gives four sets, and each set can start with each of the three choices.
const ROTATIONS: usize = FINE_GRAINED.len() << 2;

impl Options {
    /// Eight configurations in which any two values of any two flags occur together. The
    /// configurations form four pairs; the two configurations of a pair differ in every flag except
    /// `fg1` and `fg8`.
    ///
    /// `rotation` chooses one of the twelve sets. Each set replaces all values of some flags with
    /// others, which keeps the property. The twelve sets together contain all 96 configurations.
    pub fn covering(rotation: usize) -> Vec<Options> {
        let rotation = rotation % ROTATIONS;
        let flipped = (rotation % 4) << 3;
        let rows = (0..SHARES.len()).flat_map(|row| [(row, false), (row, true)]);
        rows.map(|(row, opposite)| {
            let mut names = vec![FINE_GRAINED[(SHARES[row] + rotation) % FINE_GRAINED.len()]];
            for (position, (name, rows)) in SWITCHES.iter().enumerate() {
                let flipped = flipped >> position & 1 == 1;
                if (rows >> row & 1 == 1) != (opposite != flipped) {
                    names.push(name);
                }
            }
            Options::parse(&names.join(",")).expect("the choices that exclude each other are one")
        })
        .collect()
    }

    /// Returns one configuration. The configurations of any eight consecutive rotations are a
    /// [`covering`](Options::covering) set.
    pub fn sample(rotation: usize) -> Options {
        let mut covering = Options::covering(0);
        covering.swap_remove(rotation % covering.len())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::options::Flag;

    /// Whether the flag `a` is on exactly if `a_is_on`, and the flag `b` is on exactly if
    /// `b_is_on`.
    fn has(options: &Options, (a, a_is_on): (Flag, bool), (b, b_is_on): (Flag, bool)) -> bool {
        options.is_on(a) == a_is_on && options.is_on(b) == b_is_on
    }

    #[test]
    fn every_pair_of_values_occurs() {
        let rotations = (0..2 * ROTATIONS).chain([usize::MAX]);
        let samples =
            (0..16).map(|rotation| (rotation..rotation + 8).map(Options::sample).collect());
        for covering in rotations.map(Options::covering).chain(samples) {
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
        let names = |options: Vec<Options>| options.into_iter().map(|options| options.to_string());
        let met: BTreeSet<_> =
            (7..7 + ROTATIONS).flat_map(|rotation| names(Options::covering(rotation))).collect();
        assert_eq!(met, names(Options::all_configurations()).collect());
    }
}
