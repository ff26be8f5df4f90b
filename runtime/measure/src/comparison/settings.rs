//! The settings of a comparison.

use std::path::PathBuf;
use std::time::Duration;

use igc_runtime::run_options::RunOptions;
use serde::{Deserialize, Serialize};

use super::rounds::RoundOrder;
use igc_runtime::reference::ReferenceSettings;

/// The settings of a comparison.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Settings {
    /// The parameters that the user gave, by name.
    pub params: Vec<(String, String)>,
    /// The files of the inputs, by name.
    pub inputs: Vec<(String, PathBuf)>,
    /// Whether an input without a file has random values. Otherwise, it is an error.
    pub random_inputs: bool,
    /// Number of runs of each configuration before its runs are timed.
    pub warmup: u32,
    /// Number of timed runs of each configuration.
    pub repeat: u32,
    /// Whether the first results are judged.
    pub check: bool,
    /// The program for the reference interpreter, if first results are compared with it. Otherwise,
    /// only oracles judge them.
    pub reference: Option<ReferenceSettings>,
    /// Whether to time configurations that are identical to an earlier one.
    pub repeat_identical: bool,
    /// How programs are launched, and when a run is given up. [`RunOptions::repeat`] is ignored.
    pub run_options: RunOptions,
    /// The order of configurations in a round.
    pub order: RoundOrder,
    /// Maximum duration of the comparison, which the last run may exceed. Half of it may pass until
    /// all configurations are ready; configurations that are not ready by then do not take part.
    pub budget: Option<Duration>,
}

/// The defaults are those of `igc bench`.
impl Default for Settings {
    fn default() -> Settings {
        Settings {
            params: vec![],
            inputs: vec![],
            random_inputs: false,
            warmup: 1,
            repeat: 15,
            check: true,
            reference: None,
            repeat_identical: false,
            run_options: RunOptions::default(),
            order: RoundOrder::default(),
            budget: None,
        }
    }
}
