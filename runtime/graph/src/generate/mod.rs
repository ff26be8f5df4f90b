//! Generators of synthetic graphs. A specification `NAME:SIZE,KEY=VALUE,…` determines the edges.
//!
//! | spec | graph | module |
//! | --- | --- | --- |
//! | `rmat:SCALE` | skewed degrees, like a social network | [`rmat`] |
//! | `uniform:SCALE` | even degrees, no locality | [`uniform`] |
//! | `kout:SCALE` | the same out-degree for all nodes, no locality | [`kout`] |
//! | `road:NODES` | planar, few edges, long paths | [`road`] |
//! | `degrees:NODES` | given distributions of degrees | [`degrees`] |
//! | `empty`, `chain`, `cycle`, `star`, `tree`, `grid`, `clique` | not random | [`regular`] |
//!
//! Every generator accepts `weights=none` or `weights=LOW..HIGH` (default 1..100; roads have
//! distances by default). Random generators accept `seed` (default 1). A graph depends only on its
//! specification: it is the same, bit for bit, on every machine and for every number of threads.
//! Each module defines its graph exactly, including its [random numbers](random). Hashes in the
//! tests detect any change of these definitions, because published measurements name graphs by
//! their specification.

pub mod degrees;
pub mod kout;
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

use igc_visible::suggest::nearest;

use crate::error::MAX_NODES;
use parameters::Parameters;

/// The largest number of nodes. Ids have 32 bits, and the largest value means "none".
const LIMIT: u32 = MAX_NODES;

/// A generator.
pub struct Generator {
    /// The name.
    pub name: &'static str,
    /// The size, as documents write it.
    pub size: &'static str,
    /// The graph in words.
    pub summary: &'static str,
    /// The keys other than `weights` and `order`.
    pub keys: &'static [&'static str],
    draw: fn(Parameters<'_>) -> Result<Drawn, GenerateError>,
}

/// All generators, in the order in which messages list them.
pub const GENERATORS: &[Generator] = &[
    Generator {
        name: "rmat",
        size: "SCALE",
        summary: "2^SCALE nodes with skewed degrees, like a social network",
        keys: rmat::KEYS,
        draw: rmat::draw,
    },
    Generator {
        name: "uniform",
        size: "SCALE",
        summary: "2^SCALE nodes with even degrees, without locality",
        keys: uniform::KEYS,
        draw: uniform::draw,
    },
    Generator {
        name: "kout",
        size: "SCALE",
        summary: "2^SCALE nodes with the same out-degree, without locality",
        keys: kout::KEYS,
        draw: kout::draw,
    },
    Generator {
        name: "road",
        size: "NODES",
        summary: "planar, with few edges and long paths, like a road map",
        keys: road::KEYS,
        draw: road::draw,
    },
    Generator {
        name: "degrees",
        size: "NODES",
        summary: "given distributions of degrees; the size `same` is that of the graph of `from`",
        keys: degrees::KEYS,
        draw: degrees::draw,
    },
    Generator {
        name: "empty",
        size: "N",
        summary: "nodes without edges",
        keys: &[],
        draw: regular::empty,
    },
    Generator {
        name: "chain",
        size: "N",
        summary: "an edge between node i and i + 1, in both directions",
        keys: regular::KEYS,
        draw: regular::chain,
    },
    Generator {
        name: "cycle",
        size: "N",
        summary: "a chain whose last node is connected with the first",
        keys: regular::KEYS,
        draw: regular::cycle,
    },
    Generator {
        name: "star",
        size: "N",
        summary: "an edge between node 0 and each other node",
        keys: regular::KEYS,
        draw: regular::star,
    },
    Generator {
        name: "tree",
        size: "N",
        summary: "a binary tree in heap order",
        keys: regular::KEYS,
        draw: regular::tree,
    },
    Generator {
        name: "grid",
        size: "ROWSxCOLS",
        summary: "each node is connected with its right and lower neighbours; `grid:N` has N rows and columns",
        keys: regular::KEYS,
        draw: regular::grid,
    },
    Generator {
        name: "clique",
        size: "N",
        summary: "an edge between every pair of nodes",
        keys: &[],
        draw: regular::clique,
    },
];

/// The names of all generators.
pub fn names() -> impl Iterator<Item = &'static str> {
    GENERATORS.iter().map(|generator| generator.name)
}

/// The keys of the generator `name`, `weights` first. Returns `None` if the generator is unknown.
pub fn keys(name: &str) -> Option<impl Iterator<Item = &'static str>> {
    let generator = GENERATORS.iter().find(|generator| generator.name == name)?;
    Some(std::iter::once(parameters::WEIGHTS).chain(generator.keys.iter().copied()))
}

/// Creates the draws of the graph `name:size` with the given keys, in the order in which the user
/// wrote them.
///
/// A key without a value (`keep`) has an empty value. Sizes are checked against the limit on ids
/// before any memory is allocated. The generator `degrees` reads the graph that its key `from`
/// names.
///
/// # Errors
///
/// Returns an error if the generator or a key is unknown, if the size or the value of a key is
/// invalid, if a key is repeated, if the graph would be too large, or if no graph has the wanted
/// degrees.
pub fn draw(name: &str, size: &str, keys: &[(String, String)]) -> Result<Drawn, GenerateError> {
    let Some(generator) = GENERATORS.iter().find(|generator| generator.name == name) else {
        let known = names().collect::<Vec<_>>().join(", ");
        let near = nearest(name, names());
        return Err(GenerateError::UnknownGenerator { name: name.to_owned(), known, near });
    };
    (generator.draw)(Parameters::new(generator.name, size, keys, generator.keys)?)
}
