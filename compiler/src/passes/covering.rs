//! Chooses few configurations that cover much of the space.
//!
//! A bug in optimisations often needs two of them to occur together. If there is no time to test
//! all configurations, a small set suffices in which every value of a flag occurs with every value
//! of every other flag ("pairwise" coverage, strength two; Cohen et al., "The AETG System", 1997).
//! Different applications use different sets.

use super::Options;

/// The independent flags. Bit *r* states whether the flag is on in row *r* of the plan. No two
/// flags have equal or opposite bits, so any two flags are equal in some row and differ in another
/// one. With the opposite of each row, all four combinations occur.
const SWITCHES: [(&str, u32); 5] =
    [("wg", 0b0010), ("sg", 0b0100), ("coop-cv", 0b1000), ("oitergb", 0b0110), ("sz256", 0b1010)];

/// Index of the `FINE_GRAINED` choice for each row of the plan. A row and its opposite combine each
/// choice with both values of every other flag.
const SHARES: [usize; 4] = [0, 1, 2, 0];

/// The choices of the fine-grained scheme, which exclude each other.
const FINE_GRAINED: [&str; 3] = ["none", "fg1", "fg8"];

/// Number of different sets. The eight rows contain 8 of the 2⁵ combinations of `SWITCHES`;
/// inverting the last two switches gives the others.
const TURNS: usize = FINE_GRAINED.len() << 2;

impl Options {
    /// Returns eight configurations in which any two values of any two flags occur together. They
    /// are four pairs; the two configurations of a pair have opposite values of all flags except
    /// `fg1` and `fg8`.
    ///
    /// `turn` selects one of several sets: inverting all values of a flag keeps the coverage.
    /// Twelve consecutive values of `turn` produce all 96 configurations.
    pub fn covering(turn: usize) -> Vec<Options> {
        let turn = turn % TURNS;
        let turned = (turn % 4) << 3;
        let rows = (0..SHARES.len()).flat_map(|row| [(row, false), (row, true)]);
        rows.map(|(row, opposite)| {
            let mut names = vec![FINE_GRAINED[(SHARES[row] + turn) % FINE_GRAINED.len()]];
            for (position, (name, rows)) in SWITCHES.iter().enumerate() {
                let turned = turned >> position & 1 == 1;
                if (rows >> row & 1 == 1) != (opposite != turned) {
                    names.push(name);
                }
            }
            Options::parse(&names.join(",")).expect("the choices that exclude each other are one")
        })
        .collect()
    }

    /// Returns one configuration. The configurations of any eight consecutive values of `turn` form
    /// a [`covering`](Options::covering) set.
    pub fn sample(turn: usize) -> Options {
        let mut covering = Options::covering(0);
        covering.swap_remove(turn % covering.len())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::passes::Flag;

    /// Returns whether a configuration has flag `a` and flag `b` with the given values.
    fn has(options: &Options, (a, a_is_on): (Flag, bool), (b, b_is_on): (Flag, bool)) -> bool {
        options.is_on(a) == a_is_on && options.is_on(b) == b_is_on
    }

    #[test]
    fn every_pair_of_values_occurs() {
        let turns = (0..2 * TURNS).chain([usize::MAX]);
        let samples = (0..16).map(|turn| (turn..turn + 8).map(Options::sample).collect());
        for covering in turns.map(Options::covering).chain(samples) {
            let flags = Flag::ALL.map(|(_, flag)| flag);
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
            (7..7 + TURNS).flat_map(|turn| names(Options::covering(turn))).collect();
        assert_eq!(met, names(Options::all_configurations()).collect());
    }
}
