//! What a worker is asked and what it says: one JSON object a line, in either direction.
//!
//! Both ends are the same version of the same program, so nothing here need stay as it is.

use std::collections::BTreeMap;
use std::time::Duration;

use igc_compiler::options::Options;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::bench::{Comparison, Failure, FailureKind, Found, Progress, Settings};
use crate::device::{DeviceName, DeviceRequest};
use crate::report::GraphSummary;

/// What a worker is asked. Each is answered by any number of [`Message::Step`], [`Message::Found`] and
/// [`Message::Alive`], then by one of the others.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// The first: to open a device. Answered by [`Message::Opened`].
    Open {
        /// Which.
        device: DeviceRequest,
        /// How often to show life while a run goes on.
        beat: Duration,
    },
    /// To load a graph, which stays until another one is loaded. Answered by [`Message::Loaded`].
    Load {
        /// Its specification.
        graph: String,
    },
    /// To say what is known of the device and of the machine that it is in. Answered by
    /// [`Message::DeviceFacts`].
    DescribeDevice,
    /// To describe a graph, which is loaded for it. Answered by [`Message::GraphFacts`].
    DescribeGraph {
        /// Its specification.
        graph: String,
    },
    /// To compare configurations. Answered by [`Message::Compared`].
    Compare(Box<Task>),
}

/// A program whose configurations are to be compared on a graph.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Task {
    /// What the program is called.
    pub program: String,
    /// Its text, which is known to compile without optimisations.
    pub text: String,
    /// The configurations.
    pub options: Vec<Options>,
    /// Those that are not to be run any more, and why.
    pub given_up: Vec<(Options, Failure)>,
    /// Rounds, counted from 0, whose times are there already.
    pub had: Vec<(Options, Vec<u32>)>,
    /// The graph's specification.
    pub graph: String,
    /// How they are compared.
    pub settings: Settings,
}

/// What a worker says.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// All is well, as far as one can tell from within.
    Alive(Life),
    /// What is done next.
    Step(Step),
    /// The device is open.
    Opened(DeviceName),
    /// The graph is there.
    Loaded(GraphSummary),
    /// What a comparison has found so far.
    Found(Found),
    /// The device, and the machine.
    DeviceFacts(Box<DeviceFacts>),
    /// Facts about the graph by name, numbers all of them; a fact that holds or not is 1 or 0.
    GraphFacts(BTreeMap<String, f64>),
    /// All configurations have been dealt with.
    Compared(Box<Comparison>),
    /// What was asked cannot be done at all.
    Failed(Fault),
}

/// A device, and the machine that it is in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeviceFacts {
    /// What `igc devices --json` says of the device; `null` of the interpreter.
    pub device: serde_json::Value,
    /// The machine's name.
    pub host: String,
    /// Its operating system, and what processors it is for.
    pub system: String,
    /// How many threads it runs at a time, as far as they are the worker's to use.
    pub threads: usize,
}

/// What is heard of a worker while it does what it was asked.
#[derive(Debug, Clone, Copy)]
pub enum News<'a> {
    /// What it does next.
    Step(&'a Step),
    /// What it has found.
    Found(&'a Found),
}

/// How a worker shows that it is alive. One that waits for a device in vain shows nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// The run that goes on was heard of lately.
    Runs,
    /// Nothing runs on the device: the driver builds kernels, or igc itself is at work.
    Works,
}

/// What a worker does next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Looks for the device.
    Opening,
    /// Loads the graph, or makes true what the program requires of it.
    Loading,
    /// Compiles the configurations to OpenCL C.
    Compiling,
    /// Brings the graph to the device, and shows it to the oracles.
    Preparing,
    /// Compares.
    Comparing(Progress),
}

impl Step {
    /// While what it is, in words.
    pub(super) fn meanwhile(&self) -> &'static str {
        match self {
            Step::Opening => "while the device was opened",
            Step::Loading => "while the graph was loaded",
            Step::Compiling => "while igc compiled it",
            Step::Preparing => "while the graph was brought to the device",
            Step::Comparing(Progress::Building(_)) => "while the driver built it",
            Step::Comparing(_) => "while it ran",
        }
    }

    /// The configuration that is being dealt with, if it is one alone.
    pub fn options(&self) -> Option<&Options> {
        match self {
            Step::Comparing(progress) => progress.options(),
            _ => None,
        }
    }
}

/// Why something cannot be done at all, as far as it can be told to another process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What is to blame, and words.
    #[serde(flatten)]
    pub failure: Failure,
    /// Whether there is no OpenCL device to be had at all.
    pub is_absence: bool,
}

impl From<&Error> for Fault {
    fn from(error: &Error) -> Fault {
        Fault { failure: error.into(), is_absence: error.is_absence() }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::from(&error)
    }
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Fault {
        Fault { failure, is_absence: false }
    }
}

impl Fault {
    /// What only a bug of ours brings about.
    pub(super) fn internal(what: &str) -> Fault {
        let reason = Error::Internal(what.to_string()).to_string();
        Failure { kind: FailureKind::Input, reason }.into()
    }
}
