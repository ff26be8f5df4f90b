//! Reads the size and the keys of a generator's specification. Error messages name the valid
//! values.

use igc_visible::suggest::nearest;

use super::LIMIT;
use super::error::GenerateError;
use super::weight::WeightRule;
use crate::error::{MAX_EDGES, MAX_NARROW_EDGES};

/// The key that every generator accepts.
pub(super) const WEIGHTS: &str = "weights";
/// The key that every specification accepts. The parser of specifications reads it.
const ORDER: &str = "order";

/// The parts of a specification `NAME:SIZE,KEY=VALUE,…`, with typed access.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parameters<'a> {
    pub generator: &'static str,
    pub size: &'a str,
    keys: &'a [(String, String)],
}

impl<'a> Parameters<'a> {
    /// Checks the keys and stores them. Returns an error if a key is neither `weights` nor in
    /// `known`, or if a key is given twice.
    pub fn new(
        generator: &'static str,
        size: &'a str,
        keys: &'a [(String, String)],
        known: &[&'static str],
    ) -> Result<Self, GenerateError> {
        for (position, (key, _)) in keys.iter().enumerate() {
            if key != WEIGHTS && !known.contains(&key.as_str()) {
                let mut names = known.to_vec();
                names.extend([WEIGHTS, ORDER]);
                let known = names.join(", ");
                let near = nearest(key, names);
                return Err(GenerateError::UnknownKey { generator, key: key.clone(), known, near });
            }
            if keys[..position].iter().any(|(earlier, _)| earlier == key) {
                return Err(GenerateError::RepeatedKey { generator, key: key.clone() });
            }
        }
        Ok(Parameters { generator, size, keys })
    }

    /// Returns the value of a key as written, or `None` if the key is not given.
    pub fn text(&self, key: &str) -> Option<&'a str> {
        self.keys.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    pub fn bad_size(&self, expected: &'static str) -> GenerateError {
        GenerateError::BadSize { generator: self.generator, size: self.size.to_owned(), expected }
    }

    pub fn bad_value(&self, key: &'static str, expected: &'static str) -> GenerateError {
        let value = self.text(key).unwrap_or_default().to_owned();
        GenerateError::BadValue { generator: self.generator, key, value, expected }
    }

    fn too_large(&self, what: &'static str, count: u128, most: u64) -> GenerateError {
        let size = self.size.to_owned();
        GenerateError::TooLarge { generator: self.generator, size, what, count, most }
    }

    /// Converts `count` to a number of nodes. Returns an error if 32-bit ids do not suffice for it.
    pub fn nodes(&self, count: u128) -> Result<u32, GenerateError> {
        match u32::try_from(count) {
            Ok(nodes) if nodes <= LIMIT => Ok(nodes),
            _ => Err(self.too_large("nodes", count, LIMIT.into())),
        }
    }

    /// Converts `count` to a number of edges. Returns an error if a graph may not have so many.
    pub fn edges(&self, count: u128) -> Result<u64, GenerateError> {
        if count > u128::from(MAX_EDGES) {
            return Err(self.too_large("edges", count, MAX_EDGES));
        }
        Ok(count as u64)
    }

    /// Converts `count` to a number of edges. Returns an error if edge ids of 32 bits do not suffice
    /// for it.
    pub fn narrow_edges(&self, count: u128) -> Result<u64, GenerateError> {
        if count > u128::from(MAX_NARROW_EDGES) {
            return Err(self.too_large("edges", count, MAX_NARROW_EDGES));
        }
        Ok(count as u64)
    }

    /// Returns the size as a number of nodes, which must be at least `least`.
    pub fn node_count(&self, least: u64, expected: &'static str) -> Result<u32, GenerateError> {
        let count: u64 = self.size.parse().map_err(|_| self.bad_size(expected))?;
        if count < least {
            return Err(self.bad_size(expected));
        }
        self.nodes(u128::from(count))
    }

    /// Returns the size, which is the binary logarithm of the number of nodes.
    pub fn scale(&self) -> Result<u32, GenerateError> {
        let scale: u32 = self
            .size
            .parse()
            .map_err(|_| self.bad_size("the binary logarithm of the number of nodes"))?;
        // Any scale above 127 is too large anyway, and 2^127 still fits 128 bits.
        self.nodes(1u128 << scale.min(127))?;
        Ok(scale)
    }

    /// Returns the seed, which is 1 by default.
    pub fn seed(&self) -> Result<u64, GenerateError> {
        let Some(text) = self.text("seed") else {
            return Ok(1);
        };
        text.parse().map_err(|_| self.bad_value("seed", "a whole number from 0 to 2^64 - 1"))
    }

    /// Returns the number of draws per node: the key `degree`, a whole number.
    pub fn draws_per_node(&self, default: u32) -> Result<u32, GenerateError> {
        let Some(text) = self.text("degree") else {
            return Ok(default);
        };
        text.parse().map_err(|_| self.bad_value("degree", "a whole number of draws per node"))
    }

    /// Returns the value of a key that is a real number from `low` to `high`. It is `default` if
    /// the key is not given.
    pub fn real(
        &self,
        key: &'static str,
        default: f64,
        (low, high): (f64, f64),
        expected: &'static str,
    ) -> Result<f64, GenerateError> {
        let Some(text) = self.text(key) else {
            return Ok(default);
        };
        match text.parse::<f64>() {
            // NaN is not in any range.
            Ok(value) if (low..=high).contains(&value) => Ok(value),
            _ => Err(self.bad_value(key, expected)),
        }
    }

    /// Returns whether a switch is on: `key` or `key=true` turns it on. A switch is off by default.
    pub fn switch(&self, key: &'static str) -> Result<bool, GenerateError> {
        match self.text(key) {
            None | Some("false") => Ok(false),
            Some("" | "true") => Ok(true),
            Some(_) => Err(self.bad_value(key, "true or false")),
        }
    }

    /// Returns the weight rule: `weights=none`, `weights=LOW..HIGH` (both bounds included), or
    /// `default`.
    pub fn weights(&self, default: WeightRule) -> Result<WeightRule, GenerateError> {
        let Some(text) = self.text(WEIGHTS) else {
            return Ok(default);
        };
        if text == "none" {
            return Ok(WeightRule::None);
        }
        let range = text.split_once("..").and_then(|(low, high)| {
            let (low, high) = (low.parse().ok()?, high.parse().ok()?);
            (low <= high).then_some(WeightRule::Range { low, high })
        });
        range.ok_or_else(|| {
            self.bad_value(WEIGHTS, "none, or a range such as 1..100 (bounds included, 32 bits)")
        })
    }
}
