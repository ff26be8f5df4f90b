//! The exit codes of commands.

use igc_measure::comparison::FailureKind;
use serde::{Deserialize, Serialize};

/// Why a command failed, as an exit code. The error message has already been printed. A panic ends
/// the process with the code of [`Failed::Bug`], too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Failed {
    /// The program, the graph, a parameter or a file is invalid, or an output cannot be written.
    Input = 1,
    /// The command line is invalid.
    Usage = 2,
    /// The device does not exist, lacks what the program needs, or failed.
    Device = 3,
    /// The result did not pass its check.
    Check = 4,
    /// The device did not finish in time.
    Silence = 5,
    /// igc has a bug.
    Bug = 101,
}

impl From<FailureKind> for Failed {
    fn from(kind: FailureKind) -> Failed {
        match kind {
            FailureKind::Input => Failed::Input,
            FailureKind::Refused
            | FailureKind::Device
            | FailureKind::Crashed
            | FailureKind::Killed => Failed::Device,
            FailureKind::Check => Failed::Check,
            FailureKind::Hung => Failed::Silence,
        }
    }
}
