//! [`RunOptions`]: the options of a run, apart from the program, the graph, the parameters and the
//! device.
//!
//! They have three kinds: limits, such as the maximum number of rounds and of items of a worklist;
//! choices, such as the size of workgroups and the widths of launches, which change the speed of a run
//! and never its result; and receivers, for the lines that the program prints and for the
//! [heartbeats](crate::watch) of the run. Every backend gets them when it
//! [prepares](crate::backend::Resident::prepare) a program, and ignores the ones that do not apply to it. They
//! can be sent to another process, except for the receivers.

use igc_compiler::interp::findings::Watched;
use serde::{Deserialize, Serialize};

use crate::grid_options::GridOptions;
use crate::primitives::GeneratedPolicy;
use crate::prints::Prints;
use crate::watch::Watch;

/// The options of a run: how often the program runs, how it is launched, and when it must end.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RunOptions {
    /// Number of times that the program runs; the last result counts.
    pub repeat: u32,
    /// Maximum number of rounds of all loops of `main` together.
    pub max_rounds: u64,
    /// Initial capacity of each worklist, in items. By default, the capacity is a little larger
    /// than the number of nodes.
    pub worklist_capacity: Option<u32>,
    /// Maximum capacity of a worklist, in items. By default, a worklist may use all memory of the
    /// device; in the interpreter, the limit is
    /// [`MAX_ITEMS`](crate::backend::interpreter::MAX_ITEMS).
    pub max_worklist: Option<u32>,
    /// Number of work-items of a workgroup. By default, the number of the program's configuration, or
    /// fewer if the device does not support so many.
    pub workgroup_size: Option<u32>,
    /// Maximum number of workgroups of a launch. By default, the calibration decides.
    #[serde(default)]
    pub launch_groups: Option<u32>,
    /// The widths of launches from a calibration of the device. Without a calibration, the
    /// backend's policy for the kind of device applies.
    #[serde(default)]
    pub calibration: Option<Widths>,
    /// The policy for primitives in generated code. By default, the policy that igc ships for the
    /// kind of device.
    #[serde(default)]
    pub primitives: Option<GeneratedPolicy>,
    /// The positions of the elements of arrays with several elements for each node or edge; by
    /// default, by row. Only OpenCL and CUDA devices have a choice.
    #[serde(default)]
    pub array_layout: Option<ArrayLayout>,
    /// The distribution of the iterations of loops over nodes and edges. By default, the one that suits
    /// the kind of device. Only OpenCL and CUDA devices have a choice.
    #[serde(default)]
    pub distribution: Option<Distribution>,
    /// Choices for outlined loops.
    pub grid: GridOptions,
    /// Whether to time each round of the loops of `main`. The host then waits for every round. The
    /// interpreter refuses this.
    #[serde(default)]
    pub record_steps: bool,
    /// What a checked run must know about the program. Only the interpreter checks runs; see
    /// [`interp::findings`](igc_compiler::interp::findings).
    #[serde(skip)]
    pub watched: Option<Watched>,
    /// Receives the lines that the program prints.
    #[serde(skip)]
    pub prints: Prints,
    /// Receives the signs of life of the run, so that another thread can give it up.
    #[serde(skip)]
    pub watch: Watch,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        RunOptions {
            repeat: 1,
            max_rounds: 10_000_000,
            worklist_capacity: None,
            max_worklist: None,
            workgroup_size: None,
            launch_groups: None,
            calibration: None,
            primitives: None,
            array_layout: None,
            distribution: None,
            grid: GridOptions::default(),
            record_steps: false,
            watched: None,
            prints: Prints::default(),
            watch: Watch::default(),
        }
    }
}

impl RunOptions {
    /// Returns whether the calibration decides how wide launches are.
    pub fn is_calibrated(&self) -> bool {
        self.calibration.is_some() && self.launch_groups.is_none()
    }
}

/// The positions of the elements of an array with several elements for each node or edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArrayLayout {
    /// The elements of a node or edge follow each other.
    ByRow,
    /// Element 0 of all nodes or edges, then element 1 of all of them, and so on.
    ByElement,
}

impl std::str::FromStr for ArrayLayout {
    type Err = String;

    fn from_str(text: &str) -> Result<ArrayLayout, String> {
        match text {
            "by-row" => Ok(ArrayLayout::ByRow),
            "by-element" => Ok(ArrayLayout::ByElement),
            _ => Err("the layouts are by-row and by-element".into()),
        }
    }
}

/// The distribution of the iterations of a loop over nodes or edges among the work-items of a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Distribution {
    /// Each workgroup has consecutive iterations.
    Block,
    /// Work-items have iterations in turns: the distance between two iterations of a work-item is the
    /// number of work-items.
    Cyclic,
}

impl std::str::FromStr for Distribution {
    type Err = String;

    fn from_str(text: &str) -> Result<Distribution, String> {
        match text {
            "block" => Ok(Distribution::Block),
            "cyclic" => Ok(Distribution::Cyclic),
            _ => Err("the distributions are block and cyclic".into()),
        }
    }
}

/// How wide launches are on a device, as a calibration found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Widths {
    /// Number of work-items per compute unit of a launch with enough work: the smallest number that
    /// is as fast as any. More work-items would only cost time ("Policy-based Tuning for
    /// Performance Portability and Library Co-optimization", section 1.3: granularity coarsening).
    pub work_items_per_unit: u32,
    /// The same for outlined loops on a GPU: the smallest number that is nearly as fast as any,
    /// because a grid barrier takes longer with more workgroups.
    pub outlined_work_items_per_unit: u32,
}
