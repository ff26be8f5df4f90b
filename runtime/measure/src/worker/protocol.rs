//! The messages between a client and a worker: one JSON object per line, in either direction.
//!
//! Both ends are the same version of the same program, so the messages may change with every
//! version.

use std::collections::BTreeMap;
use std::time::Duration;

use igc_compiler::configuration::Configuration;
use igc_compiler::driver::Executed;
use igc_runtime::Error as RunError;
use igc_runtime::backend::{DeviceKind, DeviceName};
use igc_runtime::devices::DeviceRequest;
use igc_runtime::graph::{GraphFacts, WeightFacts};
use igc_runtime::report::GraphSummary;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::calibration::OperationConfiguration;
use crate::calibration::full::{Measurement, Problem};
use crate::comparison::{Comparison, Failure, FailureKind, Observation, Progress, Settings};
use crate::primitives::{self, Primitive, PrimitiveJob, PrimitiveOutcome};

/// A request to a worker. The worker answers with any number of [`Message::Activity`],
/// [`Message::Observation`] and [`Message::Alive`], and then with one of the other messages.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Opens a device. This must be the first request. Answered by [`Message::Opened`].
    Open {
        /// The device.
        device: DeviceRequest,
        /// Interval between signs of life.
        beat: Duration,
    },
    /// Loads a graph, which stays until another graph is loaded. Answered by [`Message::Loaded`].
    Load {
        /// The specification of the graph.
        graph: String,
    },
    /// Describes the device and its machine. Answered by [`Message::DeviceFacts`].
    DescribeDevice,
    /// Loads a graph and describes it. Answered by [`Message::GraphFacts`].
    DescribeGraph {
        /// The specification of the graph.
        graph: String,
    },
    /// Loads a graph, and describes it and the device as far as the choice of a plan depends on them. Answered by
    /// [`Message::PlanFacts`].
    DescribeForPlan {
        /// The specification of the graph.
        graph: String,
    },
    /// Compares configurations. Answered by [`Message::Compared`].
    Compare(Box<Task>),
    /// Measures launches of streaming operations. Answered by a [`Message::Measured`] for each
    /// problem, and then by [`Message::Launched`].
    Launch(Launches),
    /// Measures configurations of a primitive. Answered by [`Message::Primitives`].
    Primitives(PrimitiveJob),
}

/// Launches of several problems in one configuration.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Launches {
    /// The configuration.
    pub configuration: OperationConfiguration,
    /// The problems.
    pub problems: Vec<Problem>,
    /// Maximum number of runs of each problem.
    pub runs: u32,
}

/// A program whose configurations are to be compared on a graph.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Task {
    /// Name of the program.
    pub program: String,
    /// The source text, which must compile without optimisations.
    pub text: String,
    /// The configurations.
    pub options: Vec<Configuration>,
    /// The configurations that must not run again, with the reasons.
    pub given_up: Vec<(Configuration, Failure)>,
    /// The rounds of each configuration, from 0, whose times are already known.
    pub completed: Vec<(Configuration, Vec<u32>)>,
    /// The specification of the graph.
    pub graph: String,
    /// The settings of the comparison.
    pub settings: Settings,
}

/// A message from a worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// The worker is alive.
    Alive(Life),
    /// The worker starts an activity.
    Activity(Activity),
    /// The device is open.
    Opened(DeviceName),
    /// The graph is loaded.
    Loaded(GraphSummary),
    /// A result of the comparison so far.
    Observation(Observation),
    /// The device and its machine.
    DeviceFacts(Box<DeviceFacts>),
    /// Facts about the graph by name, all of them numbers. A fact that is true or false is 1 or 0.
    GraphFacts(BTreeMap<String, f64>),
    /// What the choice of a plan depends on.
    PlanFacts(Box<PlanFacts>),
    /// The comparison is complete.
    Compared(Box<Comparison>),
    /// The measurement of a problem.
    Measured(Box<Measurement>),
    /// All problems are measured.
    Launched,
    /// The outcomes of the configurations of a primitive, in order.
    Primitives(Vec<PrimitiveOutcome>),
    /// The request cannot be fulfilled.
    Failed(Fault),
}

/// A device and its machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeviceFacts {
    /// The facts that `igc devices --json` prints about the device; `null` for the interpreter.
    pub device: serde_json::Value,
    /// Name of the machine.
    pub host: String,
    /// The operating system, its version and the processor architecture.
    pub system: String,
    /// Number of threads that the worker can run at a time.
    pub threads: usize,
    /// What the device executes.
    pub executed: Executed,
}

/// What the choice of a plan depends on, besides the program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlanFacts {
    /// The kind of the device.
    pub kind: DeviceKind,
    /// What the device executes.
    pub executed: Executed,
    /// Number of threads of the device, if it is a processor.
    pub threads: Option<usize>,
    /// The graph.
    pub graph: GraphFacts,
    /// The weights of the graph, if it has weights.
    pub weights: Option<WeightFacts>,
}

/// A message about the progress of a request.
#[derive(Debug, Clone, Copy)]
pub enum News<'a> {
    /// The worker starts an activity.
    Activity(&'a Activity),
    /// A result of the comparison.
    Observation(&'a Observation),
    /// A measurement of a problem.
    Measured(&'a Measurement),
}

/// The kinds of signs of life. A worker whose device hangs sends none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// A run is in progress and has sent a heartbeat recently.
    Runs,
    /// Nothing runs on the device: the driver builds kernels, or igc itself is busy.
    Works,
}

/// What a worker does at the moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Activity {
    /// Selects and opens the device.
    Opening,
    /// Loads the graph, or changes it to fulfil the program's requirements.
    Loading,
    /// Compiles the configurations to OpenCL C.
    Compiling,
    /// Opens the device for the graph.
    Preparing,
    /// Compares configurations.
    Comparing(Progress),
    /// Builds the kernel of a streaming operation.
    BuildingLaunch,
    /// Runs a streaming operation.
    Launching,
    /// Builds and measures a configuration of a primitive.
    Tuning(Primitive, primitives::PrimitiveConfiguration),
}

impl Activity {
    /// Describes the activity, as the end of a sentence.
    pub(super) fn meanwhile(&self) -> &'static str {
        match self {
            Activity::Opening => "while it opened the device",
            Activity::Loading => "while it loaded the graph",
            Activity::Compiling => "while igc compiled it",
            Activity::Preparing => "while it transferred the graph to the device",
            Activity::Comparing(Progress::Building(_)) | Activity::BuildingLaunch => {
                "while the driver built it"
            }
            Activity::Comparing(_) | Activity::Launching => "while it ran",
            Activity::Tuning(..) => "while it built or ran the primitive",
        }
    }

    /// Returns whether the driver builds kernels in this activity.
    pub(super) fn is_build(&self) -> bool {
        matches!(self, Activity::Comparing(Progress::Building(_)) | Activity::BuildingLaunch)
    }

    /// Returns whether the activity belongs to a launch of a streaming operation.
    pub(super) fn is_launch(&self) -> bool {
        matches!(self, Activity::BuildingLaunch | Activity::Launching)
    }

    /// Returns the configuration of this activity, if the activity has only one.
    pub fn options(&self) -> Option<&Configuration> {
        match self {
            Activity::Comparing(progress) => progress.options(),
            _ => None,
        }
    }
}

/// The reason why a request cannot be fulfilled, in a form that another process can receive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The cause and the reason.
    #[serde(flatten)]
    pub failure: Failure,
    /// Whether no OpenCL device is available at all.
    pub is_absence: bool,
}

impl From<&RunError> for Fault {
    fn from(error: &RunError) -> Fault {
        Fault { failure: error.into(), is_absence: error.is_absence() }
    }
}

impl From<RunError> for Fault {
    fn from(error: RunError) -> Fault {
        Fault::from(&error)
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        if let Error::Run(error) = error {
            return error.into();
        }
        let kind = if error.is_device() { FailureKind::Device } else { FailureKind::Input };
        Failure::new(kind, error.to_string()).into()
    }
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Fault {
        Fault { failure, is_absence: false }
    }
}

impl Fault {
    /// Creates the fault for a bug of igc.
    pub(super) fn internal(what: &str) -> Fault {
        let reason = RunError::Internal(what.to_string()).to_string();
        Failure::new(FailureKind::Input, reason).into()
    }
}
