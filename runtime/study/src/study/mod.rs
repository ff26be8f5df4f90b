//! The study file: what is to be measured, as a user writes it (TOML).
//!
//! Reading it finds what is wrong with the file itself, and says where. Whether programs compile is the
//! [plan](crate::plan)'s matter, whether graphs can be had the sweep's.

mod read;

use std::path::{Path, PathBuf};
use std::time::Duration;

use igc_compiler::options::Options;
use igc_runtime::bench::Order;
use igc_runtime::device::DeviceRequest;
use igc_runtime::graph::GraphSpec;

pub use crate::error::StudyError;

/// With fewer runs there is no telling a difference from chance (section VI-D).
pub const LEAST_REPETITIONS: u32 = 3;

/// The greatest number of repetitions and of runs before them.
pub const MOST_REPETITIONS: u32 = 1_000_000;

/// What is to be measured.
#[derive(Debug, Clone)]
pub struct Study {
    /// What it is called.
    pub name: String,
    /// The applications.
    pub applications: Vec<Application>,
    /// The graphs.
    pub graphs: Vec<Graph>,
    /// The devices.
    pub devices: Vec<Device>,
    /// The configurations.
    pub configurations: Configurations,
    /// How often each is timed.
    pub repetitions: u32,
    /// How often each runs before.
    pub warmup: u32,
    /// How long a device may be silent.
    pub timeout: Duration,
    /// How long a test may take at a time.
    pub budget: Option<Duration>,
    /// The order within a round.
    pub order: Order,
    /// Which configurations also run once to have their steps timed.
    pub steps: Steps,
}

/// A program with its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    /// What the study calls it.
    pub name: String,
    /// The program's file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// What is given for parameters of programs of this entry; those that this program has are meant.
    pub params: Vec<(String, String)>,
}

/// A graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    /// What the study calls it.
    pub name: String,
    /// Its specification, as written.
    pub spec: String,
    /// What sort of graph it is.
    pub class: String,
    /// The folder that files are relative to.
    pub folder: PathBuf,
}

/// A device.
#[derive(Debug, Clone)]
pub struct Device {
    /// What the study calls it.
    pub name: String,
    /// Which it is, and its dialect.
    pub request: DeviceRequest,
    /// The dialect as written.
    pub dialect: Option<String>,
}

/// Which configurations are measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Configurations {
    /// Every one.
    All,
    /// For each application few, in which all pairs of flags occur.
    Covering,
    /// These.
    List(Vec<Options>),
}

/// Of which configurations the supersteps are timed, each in a run of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Steps {
    /// Of none.
    #[default]
    None,
    /// Of every configuration.
    All,
    /// Of these.
    List(Vec<Options>),
}

impl Steps {
    /// Whether those of a configuration are timed.
    pub fn has(&self, options: &Options) -> bool {
        match self {
            Steps::None => false,
            Steps::All => true,
            Steps::List(list) => list.contains(options),
        }
    }
}

impl Study {
    /// Reads a study file, and the programs that it names.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, and where.
    pub fn read(path: &Path) -> Result<Study, StudyError> {
        read::read(path)
    }

    /// A study file with every key explained, to begin with.
    pub fn template(name: &str, file: &str, store: &str) -> String {
        include_str!("../template.toml")
            .replace("{name}", name)
            .replace("{file}", file)
            .replace("{store}", store)
    }
}

impl Graph {
    /// The specification as the runtime takes it: a file is looked for in the study's folder first, and
    /// named from the root, since a process on another machine may have another working directory.
    pub fn resolved(&self) -> String {
        let beside = self.folder.join(&self.spec);
        let beside = std::path::absolute(&beside).unwrap_or(beside).to_string_lossy().into_owned();
        match GraphSpec::parse(&beside) {
            Ok(GraphSpec::File { .. }) => beside,
            _ => self.spec.clone(),
        }
    }
}

impl Configurations {
    /// Those of the application at that place.
    pub fn of(&self, application: usize) -> Vec<Options> {
        match self {
            Configurations::All => Options::all_configurations(),
            Configurations::Covering => Options::covering(application),
            Configurations::List(list) => list.clone(),
        }
    }
}
