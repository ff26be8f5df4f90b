//! Options for reading a graph file: the keys after the path in a graph specification.
//!
//! | key | value | effect |
//! | --- | --- | --- |
//! | `format` | name of a [`Format`] | reads this format, regardless of content and ending |
//! | `weights` | `ignore` | drops weights (and accepts further columns in an edge list) |
//! | | `big`, `float` | how a Galois binary stores weights: [`crate::binary::galois`] |
//! | `loops` | `drop` | drops self-loops |
//! | `parallel` | `first`, `least` | keeps the first or the lightest of several parallel edges |
//! | `compact` | | renumbers the nodes that have edges, in increasing order |
//! | `sparse` | | allows many more nodes than edges |
//! | `symmetric` | | adds the reverse of each edge that is not a self-loop |
//! | `source`, `target`, `weight` | a column | the columns of a table: see [`TableKeys`] |
//! | `header` | | the first line of a table has the names of its columns |
//! | `separator` | `comma`, `semicolon`, `tab`, `blanks` | separates the columns of a table |
//! | `ids` | `names`, `numbers` | each different id is a node, or ids are the numbers of nodes |
//!
//! A key without a value may also be written `=yes` or `=no`. `symmetric` has no effect on files
//! that are undirected by their format. Without keys, the graph is exactly what the file
//! contains, including self-loops, parallel edges and isolated nodes.

use crate::error::Problem;
use crate::format::Format;
use crate::text::table::keys::TableKeys;

/// The treatment of the weights of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WeightsKey {
    /// Keep the weights.
    #[default]
    Keep,
    /// Drop the weights.
    Ignore,
    /// Keep the weights. In a Galois binary, their bytes are in big-endian order.
    BigEndian,
    /// Keep the weights. In a Galois binary, they are real numbers.
    Float,
}

/// The treatment of parallel edges, which have the same source and target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ParallelKey {
    /// Keep all parallel edges.
    #[default]
    Keep,
    /// Keep the first of several parallel edges in the file.
    First,
    /// Keep the lightest of several parallel edges, at the position of the first. If several are
    /// the lightest, keep the first of these.
    Least,
}

/// Options for reading a graph file. The default keeps the graph exactly as in the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LoadOptions {
    /// The format of the file. If it is `None`, the format is detected.
    pub format: Option<Format>,
    /// The treatment of weights.
    pub weights: WeightsKey,
    /// Whether to drop self-loops.
    pub drop_loops: bool,
    /// The treatment of parallel edges.
    pub parallel: ParallelKey,
    /// Whether to renumber the nodes that have edges.
    pub compact: bool,
    /// Whether to allow many more nodes than edges.
    pub sparse: bool,
    /// Whether to add the reverse of each edge that is not a self-loop.
    pub symmetric: bool,
    /// The columns and the ids of a table.
    pub table: TableKeys,
    /// Whether to round the weights of texts to `f32` at once. This is not a key: the type of the
    /// weights in the program decides. The loader would otherwise round them to `f64`, and the
    /// program would round the result again.
    pub single: bool,
}

const KEYS: &str = "`format`, `weights`, `loops`, `parallel`, `compact`, `sparse`, `symmetric`, \
     `order`, and for tables `source`, `target`, `weight`, `header`, `separator` and `ids`";

impl LoadOptions {
    /// Sets one key. `value` is empty if the user gave no value.
    ///
    /// # Errors
    ///
    /// Returns an error if the key is unknown or does not accept the value.
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
            _ if TableKeys::NAMES.contains(&key) => self.table.set(key, value)?,
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
        _ => Err(bad(key, value, "empty, `yes` or `no`")),
    }
}

fn bad(key: &str, value: &str, allowed: &str) -> Problem {
    Problem::BadKey { key: key.into(), value: value.into(), allowed: allowed.into() }
}
