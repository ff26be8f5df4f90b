//! How a graph file is read: the keys behind a path in a graph specification.
//!
//! | key | value | what it does |
//! | --- | --- | --- |
//! | `format` | a [`Format`]'s name | reads that format, whatever content and ending say |
//! | `weights` | `ignore` | leaves weights out (and accepts further columns in an edge list) |
//! | | `big`, `float` | how a Galois binary holds weights: [`crate::binary::galois`] |
//! | `loops` | `drop` | leaves self-loops out |
//! | `parallel` | `first`, `least` | of edges with equal ends keeps the first, or the lightest |
//! | `compact` | | renumbers the nodes that have edges, in increasing order |
//! | `sparse` | | allows many more nodes than edges |
//! | `symmetric` | | adds to each edge (but self-loops) its reverse, where the format has not |
//!
//! A key without a value may also be given `=yes` or `=no`. Without keys the graph is what the
//! file says: self-loops, parallel edges and isolated nodes included.

use crate::error::Problem;
use crate::format::Format;

/// What to do with a file's weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WeightsKey {
    /// Keep them.
    #[default]
    Keep,
    /// Leave them out.
    Ignore,
    /// Keep them; in a Galois binary their bytes are in big-endian order.
    BigEndian,
    /// Keep them; in a Galois binary they are reals.
    Float,
}

/// What to do with edges whose ends are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ParallelKey {
    /// Keep them all.
    #[default]
    Keep,
    /// Keep the first in the file.
    First,
    /// Keep the lightest, the first of several; where it stands is where the first one stood.
    Least,
}

/// How to read a graph file. The default keeps what the file says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LoadOptions {
    /// The file's format; recognised where not given.
    pub format: Option<Format>,
    /// What to do with weights.
    pub weights: WeightsKey,
    /// Whether to leave self-loops out.
    pub drop_loops: bool,
    /// What to do with parallel edges.
    pub parallel: ParallelKey,
    /// Whether to renumber the nodes that have edges.
    pub compact: bool,
    /// Whether to allow many more nodes than edges.
    pub sparse: bool,
    /// Whether to add each edge's reverse.
    pub symmetric: bool,
}

const KEYS: &str = "`format`, `weights`, `loops`, `parallel`, `compact`, `sparse` and `symmetric`";

impl LoadOptions {
    /// Sets one key; `value` is empty where none is given.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        match key {
            "format" => self.format = Some(value.parse()?),
            "weights" => {
                self.weights = match value {
                    "ignore" => WeightsKey::Ignore,
                    "big" => WeightsKey::BigEndian,
                    "float" => WeightsKey::Float,
                    "keep" => WeightsKey::Keep,
                    _ => return Err(bad(key, value, "`keep`, `ignore`, `big` or `float`")),
                }
            }
            "loops" => {
                self.drop_loops = match value {
                    "drop" => true,
                    "keep" => false,
                    _ => return Err(bad(key, value, "`keep` or `drop`")),
                }
            }
            "parallel" => {
                self.parallel = match value {
                    "first" => ParallelKey::First,
                    "least" => ParallelKey::Least,
                    "keep" => ParallelKey::Keep,
                    _ => return Err(bad(key, value, "`keep`, `first` or `least`")),
                }
            }
            "compact" => self.compact = flag(key, value)?,
            "sparse" => self.sparse = flag(key, value)?,
            "symmetric" => self.symmetric = flag(key, value)?,
            _ => {
                return Err(Problem::UnknownKey { key: key.into(), allowed: KEYS });
            }
        }
        Ok(())
    }
}

fn flag(key: &str, value: &str) -> Result<bool, Problem> {
    match value {
        "" | "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(bad(key, value, "nothing, `yes` or `no`")),
    }
}

fn bad(key: &str, value: &str, allowed: &str) -> Problem {
    Problem::BadKey { key: key.into(), value: value.into(), allowed: allowed.into() }
}
