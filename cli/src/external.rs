//! The permission for commands that programs name in `check external`.
//!
//! The permission is an option of the commands that check results. It passes to the processes that igc
//! starts in an environment variable, which users can set, too.

use std::process::Command;
use std::time::Duration;

use clap::Args;
use igc::external;

use crate::failed::Failed;
use crate::output::fail;

/// The environment variable that permits commands. Its value is the longest time of a command, in seconds.
const VARIABLE: &str = "IGC_ALLOW_EXTERNAL_CHECK";

/// The option that permits commands.
#[derive(Debug, Clone, Args)]
pub struct ExternalArguments {
    /// Permit the commands that programs name in `check external`. Use it only for programs that you
    /// trust, because a command can do everything that you can do. A command that takes longer than
    /// SECONDS is ended; by default, after 600 seconds
    #[arg(
        long,
        value_name = "SECONDS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "600",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub allow_external_check: Option<u64>,
}

impl ExternalArguments {
    /// Permits commands if the option is given.
    pub fn permit(&self) {
        if let Some(seconds) = self.allow_external_check {
            external::permit(Duration::from_secs(seconds));
        }
    }
}

/// Permits commands if the environment variable is set.
///
/// # Errors
///
/// Returns an error if its value is not a number of seconds.
pub fn permit_by_environment() -> Result<(), Failed> {
    let Some(value) = std::env::var_os(VARIABLE) else { return Ok(()) };
    match value.to_str().and_then(|text| text.parse().ok()).filter(|seconds| *seconds > 0) {
        Some(seconds) => {
            external::permit(Duration::from_secs(seconds));
            Ok(())
        }
        None => fail(
            Failed::Usage,
            format_args!(
                "the environment variable {VARIABLE} must be a number of seconds of at least 1"
            ),
        ),
    }
}

/// Passes the permission to a process of igc.
pub fn pass_to(command: &mut Command) {
    if let Some(timeout) = external::permitted() {
        command.env(VARIABLE, timeout.as_secs().to_string());
    }
}
