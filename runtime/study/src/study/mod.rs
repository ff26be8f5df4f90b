//! The study file: the TOML file in which a user describes the measurements.
//!
//! Reading the file reports errors in the file itself and wrong specifications of graphs, with line
//! and column. The [plan](crate::plan) finds programs that do not compile or that a study cannot
//! measure. Only errors in the content of a graph's file are found later, when the sweep loads the
//! graph.

mod read;

use std::path::{Path, PathBuf};
use std::time::Duration;

use igc_compiler::configuration::Configuration;
use igc_measure::comparison::RoundOrder;
use igc_runtime::devices::DeviceRequest;
use igc_runtime::graph::{GraphSpec, spec_text};

pub use crate::error::StudyError;

/// The minimum number of repetitions. With fewer runs, differences cannot be distinguished from
/// chance (section VI-D).
pub const LEAST_REPETITIONS: u32 = 3;

/// The maximum number of repetitions, and of warm-up runs.
pub const MOST_REPETITIONS: u32 = 1_000_000;

/// The minimum of the default for `build_timeout`. No build that was measured came near it.
const BUILD_TIMEOUT: Duration = Duration::from_secs(600);

/// A study: the measurements that the user wants.
#[derive(Debug, Clone)]
pub struct Study {
    /// The name of the study.
    pub name: String,
    /// The applications.
    pub applications: Vec<Application>,
    /// The graphs.
    pub graphs: Vec<Graph>,
    /// The devices.
    pub devices: Vec<Device>,
    /// The configurations.
    pub configurations: Configurations,
    /// Number of timed runs of each configuration.
    pub repetitions: u32,
    /// Number of warm-up runs of each configuration.
    pub warmup: u32,
    /// The maximum time to wait for the device.
    pub timeout: Duration,
    /// The maximum time for the driver to build the kernels of a configuration.
    pub build_timeout: Duration,
    /// The maximum time for a test in one call of `igc study run`.
    pub budget: Option<Duration>,
    /// The order of configurations within a round.
    pub order: RoundOrder,
    /// The configurations that also run with timed steps.
    pub steps: Steps,
    /// Number of runs with timed steps.
    pub step_runs: u32,
}

/// A program with parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    /// The name of the application in the study.
    pub name: String,
    /// The file of the program.
    pub path: PathBuf,
    /// The text of the program.
    pub text: String,
    /// The parameters of the entry in the study file. Those that the program does not have are
    /// ignored.
    pub params: Vec<(String, String)>,
    /// Whether the inputs of the program get random values.
    pub random_inputs: bool,
}

/// A graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    /// The name of the graph in the study.
    pub name: String,
    /// The graph specification, as written in the file.
    pub spec: String,
    /// The class of the graph.
    pub class: String,
    /// The folder to which file names are relative.
    pub folder: PathBuf,
}

/// A device.
#[derive(Debug, Clone)]
pub struct Device {
    /// The name of the device in the study.
    pub name: String,
    /// The selector of the device, and its dialect.
    pub request: DeviceRequest,
    /// The dialect, as written in the file; `None` for the device's own.
    pub dialect: Option<String>,
}

/// The configurations to measure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Configurations {
    /// All configurations.
    All,
    /// Eight configurations for each application that contain all pairs of flags.
    Covering,
    /// The listed configurations.
    List(Vec<Configuration>),
}

/// The configurations whose supersteps are timed, each in a separate run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Steps {
    /// No steps are timed.
    #[default]
    None,
    /// The steps of every configuration are timed.
    All,
    /// The steps of the listed configurations are timed.
    List(Vec<Configuration>),
}

/// The machines that a study runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The machine that reads the study file.
    Here,
    /// Possibly other machines.
    Elsewhere,
}

impl Steps {
    /// Whether the steps of a configuration are timed.
    pub fn has(&self, options: &Configuration) -> bool {
        match self {
            Steps::None => false,
            Steps::All => true,
            Steps::List(list) => list.contains(options),
        }
    }
}

impl Study {
    /// Reads a study file and the programs that it names, and checks the graphs. If the study runs
    /// on other machines, the files of graphs may exist only there, so the graphs are not checked.
    ///
    /// # Errors
    ///
    /// Returns the first error in the file, with its line and column.
    pub fn read(path: &Path, place: Place) -> Result<Study, StudyError> {
        read::read(path, place)
    }

    /// Returns a study file with an explanation of every key, as a starting point for users.
    /// `device` is the name and the selector of the device to measure on.
    pub fn template(name: &str, file: &str, store: &str, device: (&str, &str)) -> String {
        include_str!("../template.toml")
            .replace("{name}", name)
            .replace("{file}", file)
            .replace("{store}", store)
            .replace("{device}", device.0)
            .replace("{selector}", device.1)
    }
}

impl Graph {
    /// Returns the specification of the graph for the runtime. If it names a file in the study's
    /// folder, the path becomes absolute, because a process on another machine may have another
    /// working directory. The same holds for the key `from` of a generator. Any other specification
    /// is returned unchanged.
    pub fn resolved(&self) -> String {
        let resolved = self.in_folder(&self.spec);
        match self.spec.split_once(",from=") {
            Some((generator, from)) if resolved == self.spec => {
                format!("{generator},from={}", self.in_folder(from))
            }
            _ => resolved,
        }
    }

    fn in_folder(&self, spec: &str) -> String {
        let in_folder = self.folder.join(spec);
        let in_folder = std::path::absolute(&in_folder).unwrap_or(in_folder);
        let in_folder = spec_text(in_folder.as_os_str());
        match GraphSpec::parse(&in_folder) {
            Ok(GraphSpec::File { .. }) => in_folder,
            _ => spec.to_owned(),
        }
    }
}

impl Configurations {
    /// Returns the configurations of the application with this index.
    pub fn of(&self, application: usize) -> Vec<Configuration> {
        match self {
            Configurations::All => Configuration::all_configurations(),
            Configurations::Covering => Configuration::covering(application),
            Configurations::List(list) => list.clone(),
        }
    }
}
