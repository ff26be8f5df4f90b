//! The settings of a comparison.

use std::time::Duration;

use igc_runtime::limits::Limits;
use serde::{Deserialize, Serialize};

use super::rounds::Order;

/// What is compared on, and how.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Settings {
    /// Parameters by name, as the user gave them.
    pub params: Vec<(String, String)>,
    /// How often each configuration runs before its runs are timed.
    pub warmup: u32,
    /// How many runs of each configuration are timed.
    pub repeat: u32,
    /// Whether the oracles judge first results.
    pub check: bool,
    /// Whether configurations that are the same as an earlier one are timed all the same.
    pub repeat_identical: bool,
    /// When a run is given up; what it says of repetitions is not used here.
    pub limits: Limits,
    /// In what order configurations run in a round.
    pub order: Order,
    /// How long the comparison may take, one run more or less. Half of that may go by until all are
    /// ready to run; those that are not take no part.
    pub budget: Option<Duration>,
}

/// The defaults of `igc bench`.
impl Default for Settings {
    fn default() -> Settings {
        Settings {
            params: vec![],
            warmup: 1,
            repeat: 15,
            check: true,
            repeat_identical: false,
            limits: Limits::default(),
            order: Order::default(),
            budget: None,
        }
    }
}
