//! The records of a search, which a file keeps as lines of JSON.

use igc_measure::primitives::{Primitive, PrimitiveConfiguration, PrimitiveOutcome};
use igc_runtime::backend::DeviceName;
use serde::{Deserialize, Serialize};

/// A line of the file of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    /// The first line, which identifies the search.
    About(About),
    /// A trial.
    Trial(Trial),
    /// The final of a primitive.
    Final(Final),
}

/// What a search is about. Only searches with equal values can be continued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The version of igc.
    pub igc: String,
    /// What the search tunes, which tells its file from those of other searches.
    pub over: String,
    /// The device.
    pub device: DeviceName,
    /// Whether the device is a GPU.
    pub is_gpu: bool,
    /// Whether the device has subgroups.
    pub has_subgroups: bool,
    /// Number of elements of the sequences, if the user chose one.
    pub elements: Option<u32>,
}

/// The value of [`About::over`].
pub const OVER: &str = "primitives";

impl About {
    /// Returns the configuration with which all others are compared.
    pub fn reference(&self, primitive: Primitive) -> PrimitiveConfiguration {
        PrimitiveConfiguration::usual(primitive, self.is_gpu, self.has_subgroups)
    }
}

/// A configuration that was tried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// The primitive.
    pub primitive: Primitive,
    /// The configuration.
    pub configuration: PrimitiveConfiguration,
    /// The way in which the search found it.
    pub way: Way,
    /// What happened.
    pub outcome: PrimitiveOutcome,
    /// The ratio of the median time to that of the reference, measured side by side.
    pub ratio: Option<f64>,
}

impl Trial {
    /// Returns whether the device supports the configuration.
    pub fn is_supported(&self) -> bool {
        !matches!(self.outcome, PrimitiveOutcome::Unsupported(_))
    }
}

/// The way in which a search finds a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// The search starts with it.
    Start,
    /// It is random.
    Random,
    /// It is random within what pruning leaves.
    Pruned,
}

/// The configurations of a primitive that were measured at the end of a search. The first one is the
/// reference.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Final {
    /// The primitive.
    pub primitive: Primitive,
    /// The configurations.
    pub measured: Vec<Measured>,
}

/// A configuration of a final.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The configuration.
    pub configuration: PrimitiveConfiguration,
    /// What happened.
    pub outcome: PrimitiveOutcome,
    /// The ratio of the median time to that of the reference, in the runs that choose the best
    /// configuration.
    pub choosing: Option<f64>,
    /// The same ratio in the other runs, which judge the choice.
    pub ratio: Option<f64>,
}

impl Final {
    /// Returns the fastest configuration in the runs that choose, or the reference if the other runs
    /// do not confirm that the configuration is faster.
    pub fn best(&self) -> Option<&Measured> {
        let timed = self.measured.iter().filter(|measured| measured.ratio.is_some());
        let least = |measured: &Measured| measured.choosing.unwrap_or(f64::MAX);
        let chosen = timed.min_by(|a, b| least(a).total_cmp(&least(b)))?;
        let is_faster = chosen.ratio.is_some_and(|ratio| ratio < 1.0);
        if is_faster { Some(chosen) } else { self.measured.first() }
    }

    /// Returns the ratio of a configuration in the runs that choose.
    pub fn choosing_of(&self, configuration: &PrimitiveConfiguration) -> Option<f64> {
        let found = self.measured.iter().find(|measured| measured.configuration == *configuration);
        found?.choosing
    }

    /// Returns the ratio of a configuration in the runs that judge.
    pub fn ratio_of(&self, configuration: &PrimitiveConfiguration) -> Option<f64> {
        let found = self.measured.iter().find(|measured| measured.configuration == *configuration);
        found?.ratio
    }
}
