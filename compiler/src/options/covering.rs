//! Few configurations that cover much of the space.
//!
//! A bug of optimisations is mostly one of two that meet. So where there is no time for all, a handful of
//! configurations is tried in which every value of a flag meets every value of every other flag
//! ("pairwise" or strength two, Cohen et al., "The AETG System", 1997), and another handful for each
//! application.

use super::Options;

/// The flags that are on or off, each with the rows of the plan in which it is on, as bits. No two
/// are the same or opposite, so any two of them are equal in some row and differ in another; with the
/// opposite of each row, all four combinations occur.
const SWITCHES: [(&str, u32); 5] =
    [("wg", 0b0010), ("sg", 0b0100), ("coop-cv", 0b1000), ("oitergb", 0b0110), ("sz256", 0b1010)];

/// What edges that are left are dealt out by, for each row of the plan: whatever the choice, a row and
/// its opposite bring it together with both values of every switch.
const SHARES: [usize; 4] = [0, 1, 2, 0];

/// The choices that exclude each other.
const FINE_GRAINED: [&str; 3] = ["none", "fg1", "fg8"];

/// How many turns there are: the last two switches are what the plan leaves to turn, as it has eight
/// rows of the 2⁵ sets of switches.
const ROTATIONS: usize = FINE_GRAINED.len() << 2;

impl Options {
    /// Eight configurations in which any two values of any two flags occur together: four pairs, in
    /// each of which one has the flags (`fg1` and `fg8` aside) that the other is without. Which ones,
    /// `rotation` says: turning all values of a flag into others keeps what pairs occur. Twelve turns one
    /// after the other have all 96 configurations.
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

    /// One configuration, so that those of any eight turns one after the other are a
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

    /// Whether a configuration has the one flag as `a` says and the other as `b` says.
    fn has(options: &Options, (a, a_is_on): (Flag, bool), (b, b_is_on): (Flag, bool)) -> bool {
        options.is_on(a) == a_is_on && options.is_on(b) == b_is_on
    }

    #[test]
    fn every_pair_of_values_occurs() {
        let rotations = (0..2 * ROTATIONS).chain([usize::MAX]);
        let samples =
            (0..16).map(|rotation| (rotation..rotation + 8).map(Options::sample).collect());
        for covering in rotations.map(Options::covering).chain(samples) {
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
            (7..7 + ROTATIONS).flat_map(|rotation| names(Options::covering(rotation))).collect();
        assert_eq!(met, names(Options::all_configurations()).collect());
    }
}
