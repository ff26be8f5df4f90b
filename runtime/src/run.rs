//! One run: a program, a graph and a device, and what came of it.

use std::time::{Duration, Instant};

use igc_compiler::data::ArrayData;
use igc_compiler::driver::Artefact;
use serde::{Deserialize, Serialize};

use crate::calibration::Widths;
use crate::device::Device;
use crate::grid::GridWishes;
use crate::input::Input;
use crate::report::{Execution, GraphSummary, Phases, Report, Timings};
use crate::statistics::median;
use crate::watch::Watch;
use crate::{Error, host, params, verdict};

/// What is to be run, beside the program.
#[derive(Debug, Clone)]
pub struct Request {
    /// Parameters by name, as the user gave them.
    pub params: Vec<(String, String)>,
    /// Whether the oracles are asked.
    pub check: bool,
    /// How often, and how long.
    pub limits: Limits,
    /// How long compiling the program took, for the report.
    pub compile_time: Duration,
}

/// How often a program is run, and when it is given up.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Limits {
    /// How often the program is run; the last result counts.
    pub repeat: u32,
    /// How many rounds the loops of `main` may take together before the run is given up.
    pub max_rounds: u64,
    /// How many items a worklist has room for at first; without a number, some more than the graph
    /// has nodes.
    pub worklist_capacity: Option<u32>,
    /// How many items a worklist may have; without a number, as many as there is memory for, and in
    /// the interpreter [`host::MOST_ITEMS`].
    pub max_worklist: Option<u32>,
    /// How many work-items a workgroup has; without a number, as the schedule says and the device
    /// can.
    pub workgroup_size: Option<u32>,
    /// How many workgroups a launch has at most; without a number, as the calibration says.
    #[serde(default)]
    pub launch_groups: Option<u32>,
    /// What a calibration of the device says of launches; without one, the policy for its kind counts.
    #[serde(default)]
    pub calibration: Option<Widths>,
    /// What is asked of outlined loops.
    pub grid: GridWishes,
    /// Whether each round of the loops of `main` is timed, which makes the host wait for it. Only an
    /// OpenCL device does.
    #[serde(default)]
    pub record_steps: bool,
    /// What another thread may look at, to give the run up itself.
    #[serde(skip)]
    pub watch: Watch,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            repeat: 1,
            max_rounds: 10_000_000,
            worklist_capacity: None,
            max_worklist: None,
            workgroup_size: None,
            launch_groups: None,
            calibration: None,
            grid: GridWishes::default(),
            record_steps: false,
            watch: Watch::default(),
        }
    }
}

impl Limits {
    /// Whether the calibration decides how wide launches are.
    pub fn is_calibrated(&self) -> bool {
        self.calibration.is_some() && self.launch_groups.is_none()
    }
}

/// What came of a run.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// What happened.
    pub report: Report,
    /// The outputs with their names, in the order of the program.
    pub outputs: Vec<(String, ArrayData)>,
}

impl Outcome {
    /// Whether an oracle refused the result.
    pub fn is_refused(&self) -> bool {
        self.report.checks.iter().flatten().any(|verdict| !verdict.passed)
    }
}

/// Runs a program on a graph.
///
/// # Errors
///
/// The parameters or the graph do not fit the program, the device fails, or the program does not come
/// to its end. A result that an oracle refuses is no error: see [`Outcome::is_refused`].
pub fn run(
    artefact: &Artefact,
    input: &Input,
    device: &Device,
    request: &Request,
) -> Result<Outcome, Error> {
    let schedule = &artefact.schedule;
    let params = params::bind(&schedule.params, &request.params)?;
    let execution = match device {
        Device::Host if request.limits.record_steps => return Err(Error::NoSteps),
        Device::Host => host::execute(artefact, input, &params, &request.limits)?,
        #[cfg(feature = "opencl")]
        Device::OpenCl(info) => {
            crate::opencl::execute(artefact, input, &params, info, &request.limits)?
        }
    };
    let start = Instant::now();
    let checks = match request.check {
        true => Some(verdict::judge(schedule, input, &params, &execution.arrays)?),
        false => None,
    };
    let check_time = request.check.then(|| start.elapsed().as_secs_f64());
    let given = schedule.params.iter().zip(&params);
    let compute = median(seconds(&execution, |t| t.compute));
    let report = Report {
        program: schedule.program.clone(),
        options: schedule.options.to_string(),
        device: device.name(),
        graph: GraphSummary {
            name: input.name.clone(),
            nodes: input.graph.nodes(),
            edges: input.graph.edges(),
        },
        params: given.map(|(p, value)| (p.name.clone(), plain(*value))).collect(),
        edges_per_second: f64::from(input.graph.edges()) / compute.max(1e-9),
        seconds: Phases {
            compile: request.compile_time.as_secs_f64(),
            load: input.load_time.as_secs_f64(),
            build: execution.build.as_secs_f64(),
            build_cached: execution.build_cached,
            transfer_in: execution.transfer_in.as_secs_f64(),
            initialise: median(seconds(&execution, |t| t.initialise)),
            compute,
            compute_each: seconds(&execution, |t| t.compute).collect(),
            transfer_out: execution.transfer_out.as_secs_f64(),
            check: check_time,
        },
        launches: execution.launches,
        rounds: execution.rounds,
        restarts: execution.restarts,
        geometry: execution.geometry,
        calibrated: request.limits.is_calibrated() && execution.geometry.is_some(),
        steps: request.limits.record_steps.then_some(execution.steps),
        checks,
    };
    let buffers = schedule.buffers.iter().zip(execution.arrays);
    let named: Vec<(String, ArrayData)> =
        buffers.map(|(buffer, data)| (buffer.name.clone(), data)).collect();
    let outputs = schedule
        .outputs
        .iter()
        .filter_map(|output| named.iter().find(|(name, _)| name == output).cloned());
    let outputs = outputs.collect();
    Ok(Outcome { report, outputs })
}

fn seconds(
    execution: &Execution,
    phase: impl Fn(&Timings) -> Duration,
) -> impl Iterator<Item = f64> {
    execution.timings.iter().map(move |t| phase(t).as_secs_f64())
}

/// A value as a user writes it: without its type.
pub fn plain(value: igc_compiler::ir::Value) -> String {
    use igc_compiler::ir::Value::*;
    match value {
        Bool(x) => x.to_string(),
        I32(x) => x.to_string(),
        U32(x) | Node(x) | Edge(x) => x.to_string(),
        I64(x) => x.to_string(),
        U64(x) => x.to_string(),
        F32(x) => x.to_string(),
        F64(x) => x.to_string(),
    }
}
