//! The errors of measurements.

use igc_runtime::Error as RunError;

/// The reason why a measurement has no result.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program, its graph or the device failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The loops of the program have no rounds on this graph, so the cost of a round cannot be
    /// measured.
    #[error(
        "the time of a round cannot be measured: the loops of the program have no rounds on this graph\n\
         help: choose a graph on which the loops run, such as chain:1001"
    )]
    NoRounds,
    /// Occupancy discovery went wrong: the workgroups of a launch did not find each other
    /// correctly.
    #[error("{device}: the occupancy discovery of {groups} workgroups failed: {reason}")]
    Environment {
        /// Name of the device.
        device: String,
        /// Number of workgroups that were launched.
        groups: usize,
        /// The reason.
        reason: String,
    },
    /// A quantity cannot be measured on this device.
    #[error("{device}: {reason}")]
    Measurement {
        /// Name of the device.
        device: String,
        /// The reason.
        reason: String,
    },
}

impl Error {
    /// Returns whether a device is missing or failed, rather than the program or its input.
    pub fn is_device(&self) -> bool {
        match self {
            Error::Run(error) => error.is_device(),
            Error::NoRounds => false,
            Error::Environment { .. } | Error::Measurement { .. } => true,
        }
    }

    /// Creates the error for a bug of igc.
    #[cfg(feature = "opencl")]
    pub(crate) fn internal(what: &str) -> Error {
        RunError::Internal(what.into()).into()
    }
}
