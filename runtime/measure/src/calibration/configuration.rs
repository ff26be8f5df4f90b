//! The operations that a calibration measures, and the configurations of each operation.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An operation that a calibration measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operation {
    /// x ← y.
    Copy,
    /// x ← a y + b z.
    ScaledAddition,
    /// The inner product of y and z.
    InnerProduct,
    /// x ← A y, one row per workgroup.
    MatrixVector,
    /// x ← y, by tiles.
    TiledCopy,
    /// The sum of y.
    Reduction,
    /// The sum of all elements before each element of y.
    Scan,
    /// The sum of the values of each key.
    ReductionByKey,
}

impl Operation {
    /// The operations on vectors, whose configurations differ in everything but tiles.
    pub const STREAMING: [Operation; 4] = [
        Operation::Copy,
        Operation::ScaledAddition,
        Operation::InnerProduct,
        Operation::MatrixVector,
    ];
    /// The operations on sequences, by tiles.
    pub const TILED: [Operation; 4] =
        [Operation::TiledCopy, Operation::Reduction, Operation::Scan, Operation::ReductionByKey];

    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Operation::Copy => "copy",
            Operation::ScaledAddition => "scaled addition",
            Operation::InnerProduct => "inner product",
            Operation::MatrixVector => "matrix-vector",
            Operation::TiledCopy => "tiled copy",
            Operation::Reduction => "reduction",
            Operation::Scan => "scan",
            Operation::ReductionByKey => "reduction by key",
        }
    }
}

/// How elements or tiles are distributed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Each work-item strides over the elements by the size of the launch.
    Strided,
    /// Each workgroup has a contiguous range.
    Contiguous,
    /// Each workgroup takes the next remaining tile.
    Stolen,
}

impl Order {
    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Order::Strided => "strided",
            Order::Contiguous => "contiguous",
            Order::Stolen => "stolen",
        }
    }
}

/// One way to execute an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Configuration {
    /// Number of work-items of a workgroup.
    pub workgroup_size: u32,
    /// Number of workgroups per compute unit.
    pub groups_per_unit: u32,
    /// Number of elements of a vector that a work-item loads at once.
    pub width: u32,
    /// Number of vectors of a tile that a work-item loads; 1 without tiles.
    pub loads: u32,
    /// How elements or tiles are distributed.
    pub order: Order,
}

impl Configuration {
    /// Returns the number of work-items per compute unit.
    pub fn work_items_per_unit(&self) -> u32 {
        self.workgroup_size.saturating_mul(self.groups_per_unit)
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Configuration { workgroup_size, groups_per_unit, width, loads, order } = self;
        write!(f, "{groups_per_unit} × {workgroup_size}, {}", order.name())?;
        match (loads, width) {
            (1, 1) => Ok(()),
            (1, width) => write!(f, ", vectors of {width}"),
            (loads, 1) => write!(f, ", {loads} loads"),
            (loads, width) => write!(f, ", {loads} loads of {width}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configurations_are_told_apart_by_their_words() {
        let with = |width, loads, order| {
            let configuration =
                Configuration { workgroup_size: 128, groups_per_unit: 8, width, loads, order };
            configuration.to_string()
        };
        assert_eq!(with(1, 1, Order::Strided), "8 × 128, strided");
        assert_eq!(with(4, 1, Order::Contiguous), "8 × 128, contiguous, vectors of 4");
        assert_eq!(with(1, 2, Order::Stolen), "8 × 128, stolen, 2 loads");
        assert_eq!(with(4, 2, Order::Stolen), "8 × 128, stolen, 2 loads of 4");
    }
}
