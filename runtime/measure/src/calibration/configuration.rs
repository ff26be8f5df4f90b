//! The operations that a calibration measures, and the configurations that it measures them in.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operation {
    /// x ← y.
    Copy,
    /// x ← a y + b z.
    ScaledAddition,
    /// The inner product of y and z.
    InnerProduct,
    /// x ← A y, a row for a workgroup.
    MatrixVector,
    /// x ← y, by tiles.
    TiledCopy,
    /// The sum of y.
    Reduction,
    /// The sums of what stands before each element of y.
    Scan,
    /// The sum of the values of each key.
    ReductionByKey,
}

impl Operation {
    /// Those on vectors, whose configurations differ in everything but tiles.
    pub const STREAMING: [Operation; 4] = [
        Operation::Copy,
        Operation::ScaledAddition,
        Operation::InnerProduct,
        Operation::MatrixVector,
    ];
    /// Those on sequences, by tiles.
    pub const TILED: [Operation; 4] =
        [Operation::TiledCopy, Operation::Reduction, Operation::Scan, Operation::ReductionByKey];

    /// What reports call it.
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

/// Who does which elements or tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Work-items go in steps of the whole launch.
    Strided,
    /// Each workgroup has a stretch of its own.
    Contiguous,
    /// Each workgroup takes the next tile that is left.
    Stolen,
}

impl Order {
    /// What reports call it.
    pub fn name(self) -> &'static str {
        match self {
            Order::Strided => "strided",
            Order::Contiguous => "contiguous",
            Order::Stolen => "stolen",
        }
    }
}

/// One way to do an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Configuration {
    /// Work-items of a workgroup.
    pub workgroup_size: u32,
    /// Workgroups for each compute unit.
    pub groups_per_unit: u32,
    /// Elements of a vector that a work-item loads at once.
    pub width: u32,
    /// Vectors of a tile that a work-item loads, 1 where there are no tiles.
    pub loads: u32,
    /// Who does which.
    pub order: Order,
}

impl Configuration {
    /// Work-items for each compute unit.
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
