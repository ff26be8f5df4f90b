//! The records of a search, which a file keeps as lines of JSON.

use std::collections::BTreeMap;

use igc_compiler::configuration::{Configuration, OrderOf, PassKind};
use igc_measure::comparison::Failure;
use igc_runtime::backend::DeviceName;
use serde::{Deserialize, Serialize};

/// A line of the file of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "P: PassKind")]
pub enum Record<P> {
    /// The first line, which identifies the search.
    About(Box<About>),
    /// A trial.
    Trial(Trial<P>),
    /// The best order, after the final of a search.
    #[serde(with = "as_text")]
    Best(OrderOf<P>),
}

/// What a search is about. Only searches with equal values, apart from the path of the file, can be
/// continued.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The version of igc.
    pub igc: String,
    /// What the orders are for.
    #[serde(flatten)]
    pub subject: Subject,
    /// The path of the program's file. Another path does not make another search.
    #[serde(default)]
    pub file: String,
    /// The kind of the passes: the option of a configuration that lists them.
    #[serde(default = "scalar")]
    pub over: String,
    /// The device.
    pub device: DeviceName,
    /// Whether every timed result was compared with the reference interpreter. Earlier versions
    /// compared no results.
    #[serde(default)]
    pub compared: bool,
    /// The static [features](super::features) of the program's kernels.
    pub features: BTreeMap<String, f64>,
}

/// Returns the kind of passes of searches that do not state it.
pub(super) fn scalar() -> String {
    igc_compiler::configuration::ScalarPass::OPTION.into()
}

/// A program with everything that its runs depend on, apart from the device and the passes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Subject {
    /// Name of the program.
    pub program: String,
    /// A hash of the program's text.
    pub text: String,
    /// The specification of the graph.
    pub graph: String,
    /// The parameters by name.
    pub params: Vec<(String, String)>,
    /// The flags.
    pub options: Configuration,
}

/// An order that was tried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "P: PassKind")]
pub struct Trial<P> {
    /// The order.
    #[serde(with = "as_text")]
    pub order: OrderOf<P>,
    /// The way in which the search found it.
    pub way: Way,
    /// The identity of the code.
    pub code: String,
    /// What happened.
    pub outcome: TrialOutcome<P>,
}

/// The way in which a search finds an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// The search starts with the order.
    Start,
    /// The user lists the order.
    Listed,
    /// The best order of a similar program.
    Neighbour,
    /// A random order.
    Random,
    /// One of the best orders with a further pass.
    Insert,
    /// One of the best orders without one of its passes.
    Remove,
    /// One of the best orders with two passes exchanged.
    Exchange,
}

/// What happened to an order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "P: PassKind")]
pub enum TrialOutcome<P> {
    /// It was timed.
    Timed {
        /// The median time in seconds.
        seconds: f64,
        /// The ratio of the median to that without passes, measured side by side.
        ratio: f64,
    },
    /// It gives the same code as an earlier order.
    #[serde(with = "as_text")]
    Same(OrderOf<P>),
    /// It failed.
    Failed(Failure),
}

/// The scalar passes that earlier versions of igc had.
const RETIRED: [&str; 5] = ["align", "prefetch", "select", "strength", "version"];

/// Returns whether a line of the file of a search names an order with a scalar pass that igc no
/// longer has.
pub fn has_retired_pass(line: &str) -> bool {
    let line: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
    let trial = &line["trial"];
    let orders = [&trial["order"], &trial["outcome"]["same"], &line["best"]];
    let mut passes =
        orders.into_iter().filter_map(|order| order.as_str()).flat_map(|o| o.split(','));
    passes.any(|pass| RETIRED.contains(&pass))
}

impl<P> Trial<P> {
    /// Returns whether the order was measured, successfully or not.
    pub fn is_measured(&self) -> bool {
        !matches!(self.outcome, TrialOutcome::Same(_))
    }

    /// Returns the ratio of the order's time to that without passes, if it was timed.
    pub fn ratio(&self) -> Option<f64> {
        match self.outcome {
            TrialOutcome::Timed { ratio, .. } => Some(ratio),
            _ => None,
        }
    }
}

/// Writes an order as `--passes` takes it.
pub(super) mod as_text {
    use igc_compiler::configuration::{OrderOf, PassKind};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<P: PassKind, S: Serializer>(
        order: &OrderOf<P>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(&order.to_string())
    }

    pub fn deserialize<'de, P: PassKind, D: Deserializer<'de>>(
        from: D,
    ) -> Result<OrderOf<P>, D::Error> {
        OrderOf::parse(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}
