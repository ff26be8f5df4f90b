//! The whole run of a program: [execution](crate::execution), [verdict](crate::verdict) and [report](crate::report).

use std::path::PathBuf;
use std::time::{Duration, Instant};

use igc_compiler::data::ArrayData;
use igc_compiler::driver::Artefact;
use igc_compiler::interp::findings::Finding;
use igc_compiler::ir::{Init, Module, Value};

use crate::Error;
use crate::backend::{Device, DeviceArray, DeviceName, Timings};
use crate::data_file;
use crate::execution::{Execution, execute_reading};
use crate::input::Input;
pub use crate::params::plain;
use crate::params::{self, RunInputs};
use crate::report::{GraphSummary, Phases, Report, median};
use crate::results::{Results, returned, returned_positions};
use crate::run_options::RunOptions;
use crate::verdict;

/// What a run needs in addition to the program, the graph and the device. The default is one run
/// without parameters and without a check.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The parameters that the user gave, by name.
    pub params: Vec<(String, String)>,
    /// The files of the program's inputs, by name.
    pub inputs: Vec<(String, PathBuf)>,
    /// Whether the oracles check the result.
    pub check: bool,
    /// How often the program runs, how it is launched, and when it is given up.
    pub run_options: RunOptions,
    /// Time that igc took to compile the program, for the report.
    pub compile_time: Duration,
    /// Time that it took to find the device, and to open it early, for the report.
    pub open_time: Duration,
}

/// The result of a run.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Times, counts and verdicts.
    pub report: Report,
    /// What a checked run found: see [`RunOptions::watched`].
    pub findings: Vec<Finding>,
    /// The program's outputs with their names, in the order of the program.
    pub outputs: Vec<(String, ArrayData)>,
    /// The outputs that stay in the memory of the device, with their names, if the caller wanted this. They are not among
    /// the other outputs unless the run was checked.
    pub on_device: Vec<(String, DeviceArray)>,
}

impl Outcome {
    /// Returns the content of an output, or `None` if the program has no output of that name.
    pub fn output(&self, name: &str) -> Option<&ArrayData> {
        self.outputs.iter().find(|(known, _)| known == name).map(|(_, data)| data)
    }

    /// Returns whether an oracle rejected the result.
    pub fn is_refused(&self) -> bool {
        self.report.checks.iter().flatten().any(|verdict| !verdict.passed)
    }
}

/// Runs a program on a graph.
///
/// # Errors
///
/// Returns an error if the parameters or the graph do not fit the program, if the device fails, or
/// if the program reaches a limit. A result that an oracle rejects is not an error: see
/// [`Outcome::is_refused`].
pub fn run(
    artefact: &Artefact,
    input: &Input,
    device: &dyn Device,
    request: &Request,
) -> Result<Outcome, Error> {
    let module = &artefact.module;
    let params = params::bind(&module.params, &request.params, input.graph.ids.as_deref())?;
    let inputs = data_file::load(module, &input.graph, &request.inputs)?;
    let given = RunInputs { params: &params, inputs: &inputs };
    let read = returned_positions(module, request.check)?;
    let execution = execute_reading(artefact, input, given, device, &request.run_options, read)?;
    judged(artefact, input, device.name(), &params, request, execution)
}

/// Judges the arrays of an execution if the request says so, and reports it. `params` has the value of
/// each parameter. The execution has read the arrays that are [returned](returned_positions).
///
/// # Errors
///
/// Returns an error if the result cannot be checked.
pub fn judged(
    artefact: &Artefact,
    input: &Input,
    device: DeviceName,
    params: &[Value],
    request: &Request,
    execution: Execution,
) -> Result<Outcome, Error> {
    let module = &artefact.module;
    let start = Instant::now();
    let checks = match request.check {
        true => {
            let names = returned(module, true);
            let results = Results::of(names.into_iter().zip(&execution.arrays));
            Some(verdict::judge(module, input, params, &results)?)
        }
        false => None,
    };
    let check_time = request.check.then(|| start.elapsed().as_secs_f64());
    let given = module.params.iter().zip(params);
    let compute = median(seconds(&execution, Timings::compute));
    let columns = input.columns().cloned().unwrap_or_default();
    let report = Report {
        without_effect: vec![],
        program: module.name.clone(),
        options: artefact.configuration.to_string(),
        device,
        graph: GraphSummary::of(input),
        params: given.map(|(p, value)| (p.name.clone(), given_value(*value, input))).collect(),
        weights: input.graph.weights.as_ref().map(|_| weighted(module)),
        weight_column: columns.weight,
        unread_columns: columns.unread,
        edges_per_second: input.graph.edges() as f64 / compute.max(1e-9),
        seconds: Phases {
            compile: request.compile_time.as_secs_f64(),
            open: (request.open_time + execution.open).as_secs_f64(),
            load: input.load_time.as_secs_f64(),
            reorder: input.reordering()?.map(|reordering| reordering.time.as_secs_f64()),
            build: execution.build.time.as_secs_f64(),
            build_cached: execution.build.was_cached,
            transfer_in: execution.transfer_in.as_secs_f64(),
            initialise: median(seconds(&execution, |t| t.initialise)),
            main: median(seconds(&execution, |t| t.main)),
            compute,
            compute_each: seconds(&execution, Timings::compute).collect(),
            transfer_out: execution.transfer_out.as_secs_f64(),
            check: check_time,
        },
        launches: execution.launches,
        rounds: execution.rounds,
        restarts: execution.restarts,
        geometry: execution.geometry,
        memory: execution.memory,
        traffic: execution.traffic,
        calibrated: request.run_options.is_calibrated() && execution.geometry.is_some(),
        steps: request.run_options.record_steps.then_some(execution.steps),
        checks,
    };
    let outputs = module.output_names().map(str::to_owned).zip(execution.arrays).collect();
    Ok(Outcome { report, findings: execution.findings, outputs, on_device: vec![] })
}

/// Returns the names of the arrays that take their values from the weights of the graph.
fn weighted(module: &Module) -> Vec<String> {
    let arrays = module.arrays.iter().filter(|array| array.init == Init::Weights);
    arrays.map(|array| array.name.clone()).collect()
}

/// Returns the value of a parameter, or `None` for an optional node that is missing.
fn given_value(value: Value, input: &Input) -> Option<String> {
    let ids = input.graph.ids.as_deref();
    (value != Value::Node(u32::MAX)).then(|| params::shown(value, ids))
}

fn seconds(
    execution: &Execution,
    part: impl Fn(&Timings) -> Duration,
) -> impl Iterator<Item = f64> {
    execution.timings.iter().map(move |t| part(t).as_secs_f64())
}
