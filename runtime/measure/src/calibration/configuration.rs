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
pub enum ElementOrder {
    /// Each work-item strides over the elements by the size of the launch.
    Strided,
    /// Each workgroup has a contiguous range.
    Contiguous,
    /// Each workgroup takes the next remaining tile.
    Stolen,
}

impl ElementOrder {
    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        match self {
            ElementOrder::Strided => "strided",
            ElementOrder::Contiguous => "contiguous",
            ElementOrder::Stolen => "stolen",
        }
    }
}

/// The number of workgroups of a launch, which determines how it scales with the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Workgroups {
    /// A number for each compute unit.
    #[serde(rename = "groups_per_unit")]
    PerUnit(u32),
    /// The total number, which is the same on all devices.
    #[serde(rename = "groups")]
    Total(u32),
}

impl Workgroups {
    /// Returns the number, per compute unit or in total.
    pub fn number(self) -> u32 {
        match self {
            Workgroups::PerUnit(number) | Workgroups::Total(number) => number,
        }
    }

    /// Returns the number of workgroups on a device with this number of compute units.
    pub fn on(self, compute_units: u64) -> usize {
        let units = match self {
            Workgroups::PerUnit(_) => usize::try_from(compute_units).unwrap_or(usize::MAX).max(1),
            Workgroups::Total(_) => 1,
        };
        units.saturating_mul(self.number() as usize)
    }
}

/// One way to execute an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OperationConfiguration {
    /// Number of work-items of a workgroup.
    pub workgroup_size: u32,
    /// Number of workgroups.
    #[serde(flatten)]
    pub groups: Workgroups,
    /// Number of elements of a vector that a work-item loads at once.
    pub width: u32,
    /// Number of vectors of a tile that a work-item loads; 1 without tiles.
    pub loads: u32,
    /// How elements or tiles are distributed.
    pub order: ElementOrder,
}

impl fmt::Display for OperationConfiguration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OperationConfiguration { workgroup_size, groups, width, loads, order } = self;
        write!(f, "{} × {workgroup_size}, {}", groups.number(), order.name())?;
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
            let groups = Workgroups::PerUnit(8);
            OperationConfiguration { workgroup_size: 128, groups, width, loads, order }.to_string()
        };
        assert_eq!(with(1, 1, ElementOrder::Strided), "8 × 128, strided");
        assert_eq!(with(4, 1, ElementOrder::Contiguous), "8 × 128, contiguous, vectors of 4");
        assert_eq!(with(1, 2, ElementOrder::Stolen), "8 × 128, stolen, 2 loads");
        assert_eq!(with(4, 2, ElementOrder::Stolen), "8 × 128, stolen, 2 loads of 4");
    }

    /// Files of earlier versions have only numbers per compute unit.
    #[test]
    fn files_tell_both_numbers_of_workgroups_apart() {
        let text = |name| {
            format!(r#"{{"workgroup_size":128,"{name}":48,"width":1,"loads":1,"order":"strided"}}"#)
        };
        let cases =
            [("groups_per_unit", Workgroups::PerUnit(48)), ("groups", Workgroups::Total(48))];
        for (name, groups) in cases {
            let read: OperationConfiguration =
                serde_json::from_str(&text(name)).expect("it is one");
            assert_eq!(read.groups, groups);
            assert_eq!(serde_json::to_string(&read).expect("it serialises"), text(name));
        }
        assert_eq!(Workgroups::PerUnit(48).on(132), 48 * 132);
        assert_eq!(Workgroups::Total(48).on(132), 48);
    }
}
