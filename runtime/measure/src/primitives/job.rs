//! The requests for measurements of a primitive, and their results.

use serde::{Deserialize, Serialize};

use super::{Primitive, PrimitiveConfiguration};
use crate::statistics::{Summary, halves, median};

/// A request to measure configurations of a primitive side by side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PrimitiveJob {
    /// The primitive.
    pub primitive: Primitive,
    /// Number of elements of the sequence, or `None` for a number that suits the device.
    pub elements: Option<u32>,
    /// The configurations.
    pub configurations: Vec<PrimitiveConfiguration>,
    /// Number of timed runs of each configuration.
    pub runs: u32,
}

/// The result of one configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrimitiveOutcome {
    /// The result is correct.
    Timed(PrimitiveTime),
    /// The result has this many wrong elements: a bug of the driver or of igc.
    Wrong(u64),
    /// The device does not support the configuration, for this reason.
    Unsupported(String),
    /// The driver failed, or the process ended, for this reason.
    Failed(String),
}

/// The time of a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PrimitiveTime {
    /// The time in seconds.
    pub time: Summary,
    /// The median times in seconds of the runs at even and of those at odd positions. In the final of
    /// a search, the first ones choose the best configuration, and the others judge it.
    pub halves: [f64; 2],
    /// Number of bytes that every configuration has to move: each input is read once, and each
    /// output is written once.
    pub bytes: u64,
}

impl PrimitiveTime {
    /// Summarises the times of runs in seconds. Returns `None` if there are none. A single run is both
    /// halves.
    pub fn of(times: &[f64], bytes: u64) -> Option<PrimitiveTime> {
        let time = Summary::of(times)?;
        let halves = match times {
            [only] => [*only; 2],
            _ => halves(times).map(median),
        };
        Some(PrimitiveTime { time, halves, bytes })
    }
}

impl PrimitiveOutcome {
    /// Returns the median time in seconds of a correct result.
    pub fn seconds(&self) -> Option<f64> {
        match self {
            PrimitiveOutcome::Timed(timed) => Some(timed.time.median),
            _ => None,
        }
    }
}
