//! Configurations to test with: few that cover much.
//!
//! A bug of optimisations is mostly one of two that meet. So a handful of configurations is taken in
//! which every value of a flag meets every value of every other flag ("pairwise" or strength two, Cohen
//! et al., "The AETG System", 1997), and another handful for each application.

use igc_compiler::passes::Options;

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

/// Eight configurations in which any two values of any two flags occur together: four pairs, in each of
/// which one has the flags (`fg1` and `fg8` aside) that the other is without. Which ones, `turn`
/// says: turning all values of a flag into others keeps what pairs occur. Twelve turns one after
/// the other have all 96 configurations.
pub fn covering(turn: usize) -> Vec<Options> {
    // The last two switches are what the plan leaves to turn: eight rows of the 2⁵ sets of switches.
    let turned = turn % 4 << 3;
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
