//! The arguments of `igc devices`. The doc comments of fields are the texts of `--help`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args};

use super::conformance::ConformanceArguments;
use super::full::FullArguments;
use crate::device::DeviceArguments;
use crate::watchdog::BUILD_TIMEOUT;

const CALIBRATION: &str = "Options of the calibration";

/// `igc devices`
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("measured").args(["calibrate", "conformance"]))]
pub struct DevicesArguments {
    /// Test the device library on each device, in each dialect that the device supports
    #[arg(long)]
    pub self_test: bool,
    /// Measure which launch width moves memory fastest on each device, and store it for later runs
    #[arg(long, conflicts_with_all = ["self_test", "conformance"])]
    pub calibrate: bool,
    /// Write the calibration to this file instead of the cache folder. Set IGC_CALIBRATION to its
    /// path to use it. With --full, the file keeps every measurement, and an existing file is
    /// continued. By default, a file in the current folder
    #[arg(short = 'o', long = "output", value_name = "FILE", requires = "calibrate", help_heading = CALIBRATION)]
    pub calibration_file: Option<PathBuf>,
    /// Number of timed runs of each configuration; 95 % confidence intervals need at least 6. With
    /// --full, slow configurations have fewer runs
    #[arg(long = "runs", value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=1_000), help_heading = CALIBRATION)]
    pub calibration_runs: u32,
    /// The only device to use, and its dialect.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// Maximum time without progress of a test or a case, in seconds. Builds of kernels do not
    /// count
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: u64,
    /// Maximum time for the driver to build the kernels of a test or a case, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = BUILD_TIMEOUT.as_secs(), value_parser = clap::value_parser!(u64).range(1..))]
    pub build_timeout: u64,
    /// Print the results as JSON
    #[arg(long)]
    pub json: bool,
    /// The options of a full calibration.
    #[command(flatten)]
    pub full: FullArguments,
    /// The options of a conformance run.
    #[command(flatten)]
    pub conformance: ConformanceArguments,
}

impl DevicesArguments {
    /// Returns the maximum time without progress.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }

    /// Returns the maximum time for the driver to build the kernels of a test or a case.
    pub fn build_timeout(&self) -> Duration {
        Duration::from_secs(self.build_timeout)
    }
}
