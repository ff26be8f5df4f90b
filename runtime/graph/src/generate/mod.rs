//! Synthetic graphs: `NAME:SIZE,KEY=VALUE,…` to edges.
//!
//! | spec | graph | module |
//! | --- | --- | --- |
//! | `rmat:SCALE` | skewed degrees, like a social network | [`rmat`] |
//! | `uniform:SCALE` | even degrees, no locality | [`uniform`] |
//! | `road:NODES` | planar, few edges, long paths | [`road`] |
//! | `empty`, `chain`, `cycle`, `star`, `tree`, `grid`, `clique` | no randomness | [`regular`] |
//!
//! Every generator takes `weights=none` or `weights=LOW..HIGH` (1..100 unless given; roads have
//! distances); those with randomness take `seed` (1 unless given). A graph is a pure function of
//! its spec: the same bits on every machine, for every number of threads. Each module defines its
//! graph exactly, down to the [random numbers](random), and golden hashes in the tests hold the
//! definitions still, because published measurements name graphs by their spec.

pub mod random;
pub mod regular;
pub mod rmat;
pub mod road;
pub mod uniform;

mod build;
mod drawn;
mod error;
mod parameters;
#[cfg(test)]
mod tests;
mod weight;

pub use drawn::Drawn;
pub use error::GenerateError;
pub use weight::WeightRule;

use parameters::Parameters;

/// The most nodes or edges that a graph may have: ids have 32 bits, and the largest means "none".
const LIMIT: u32 = u32::MAX - 1;

/// One generator: what it is called, which keys it takes besides `weights`, and how it draws.
struct Generator {
    name: &'static str,
    keys: &'static [&'static str],
    draw: fn(Parameters<'_>) -> Result<Drawn, GenerateError>,
}

/// Every generator there is, in the order in which messages list them.
const GENERATORS: &[Generator] = &[
    Generator { name: "rmat", keys: rmat::KEYS, draw: rmat::draw },
    Generator { name: "uniform", keys: uniform::KEYS, draw: uniform::draw },
    Generator { name: "road", keys: road::KEYS, draw: road::draw },
    Generator { name: "empty", keys: &[], draw: regular::empty },
    Generator { name: "chain", keys: regular::KEYS, draw: regular::chain },
    Generator { name: "cycle", keys: regular::KEYS, draw: regular::cycle },
    Generator { name: "star", keys: regular::KEYS, draw: regular::star },
    Generator { name: "tree", keys: regular::KEYS, draw: regular::tree },
    Generator { name: "grid", keys: regular::KEYS, draw: regular::grid },
    Generator { name: "clique", keys: &[], draw: regular::clique },
];

/// The names of all generators.
pub fn names() -> impl Iterator<Item = &'static str> {
    GENERATORS.iter().map(|generator| generator.name)
}

/// The keys that the generator `name` takes, `weights` first; `None` if there is no such generator.
pub fn keys(name: &str) -> Option<impl Iterator<Item = &'static str>> {
    let generator = GENERATORS.iter().find(|generator| generator.name == name)?;
    Some(std::iter::once(parameters::WEIGHTS).chain(generator.keys.iter().copied()))
}

/// The draws of the graph `name:size` with the given keys, in the order in which they were written.
///
/// A key without a value (`keep`) has an empty one. Sizes are checked against the limit on ids
/// before anything is allocated.
pub fn draw(name: &str, size: &str, keys: &[(String, String)]) -> Result<Drawn, GenerateError> {
    let Some(generator) = GENERATORS.iter().find(|generator| generator.name == name) else {
        let known = names().collect::<Vec<_>>().join(", ");
        return Err(GenerateError::UnknownGenerator { name: name.to_owned(), known });
    };
    (generator.draw)(Parameters::new(generator.name, size, keys, generator.keys)?)
}
