//! The exit codes of commands.

use igc_measure::comparison::FailureKind;

/// Why a command did not do what it was asked to; what there is to say has been said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Failed {
    /// The program, the graph, the parameters or a file.
    Input = 1,
    /// The device, or there is none.
    Device = 3,
    /// The result.
    Check = 4,
    /// The device, which did not answer in time.
    Silence = 5,
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
