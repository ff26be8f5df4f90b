//! Runs of programs, and checks of their results.

use igc::auto::Task;
use igc::supersteps::{LoopKind, own_parts};
use igc::{Arguments, ArrayData, Cancel, Error, RunOptions, Session};
use pyo3::prelude::*;

use crate::arrays::{Borrowed, Memory, count_copied};
use crate::cuda::CudaMemory;
use crate::devices::device;
use crate::errors::{make, raise};
use crate::graph::Graph;
use crate::interrupt::interruptible;
use crate::process;
use crate::program::Program;

/// The result of a run.
#[pyclass(module = "igc._igc", frozen)]
pub struct Outcome {
    #[pyo3(get)]
    outputs: Vec<(String, Py<Memory>)>,
    /// The outputs that stay in the memory of a CUDA device, if the caller wants this.
    #[pyo3(get)]
    on_device: Vec<(String, Py<CudaMemory>)>,
    /// The report in JSON.
    #[pyo3(get)]
    report: String,
    /// The program that ran.
    #[pyo3(get)]
    program: Py<Program>,
    /// The plan and the reason for it, if igc has chosen.
    #[pyo3(get)]
    choice: Option<(String, String)>,
}

/// The parameters and inputs, as Python gives them.
type Given<'py> = (Vec<(String, String)>, Vec<(String, Bound<'py, PyAny>)>);

/// Returns the arguments of a run.
fn arguments(program: &igc::Program, (params, inputs): Given<'_>) -> PyResult<Arguments> {
    let mut arguments = Arguments::new();
    for (name, value) in params {
        arguments = arguments.param(&name, value);
    }
    let fields = program.input_fields();
    for (name, array) in inputs {
        let array = Borrowed::of(&array)?;
        let field = fields.iter().find(|field| field.name == name);
        arguments = match field.map(|field| (field.extent, field.ty)) {
            Some((None, _)) => arguments.items(&name, array.copied_words()?),
            Some((Some(_), ty)) => arguments.input(&name, array.data(ty)?),
            // The run says that the input is unknown.
            None => arguments.input(&name, Vec::<u32>::new()),
        };
    }
    Ok(arguments)
}

/// Returns the task of a name or of the text of a program.
fn task(problem: Option<&str>, program: &igc::Program) -> Result<Task, Error> {
    match problem {
        Some(name) => Task::named(name),
        None => Ok(Task::Program(program.source().clone())),
    }
}

/// What a run returns to the thread that waits for it.
type Ran = Result<(igc::Outcome, igc::Program, Option<(String, String)>), Error>;

/// Runs a program. With `is_auto`, igc chooses the plan for the problem, or for the program if there is no problem.
#[pyfunction]
#[pyo3(signature = (graph, program, problem, is_auto, device_name, params, inputs, check, on_device))]
#[expect(clippy::too_many_arguments, reason = "only the Python package calls it")]
pub fn run(
    py: Python<'_>,
    graph: &Graph,
    program: &Program,
    problem: Option<String>,
    is_auto: bool,
    device_name: String,
    params: Vec<(String, String)>,
    inputs: Vec<(String, Bound<'_, PyAny>)>,
    check: bool,
    on_device: bool,
) -> PyResult<Outcome> {
    process::enter(py)?;
    let cancel = Cancel::default();
    let program = program.inner().clone();
    let arguments = arguments(&program, (params, inputs))?.check(check).on_device(on_device);
    let arguments = arguments.cancel(&cancel);
    let (graph, pool) = graph.shared();
    let work = move || -> Ran {
        let opened = device(&device_name)?;
        let mut session = pool.take(&device_name, &opened, &graph);
        let result = run_in(&mut session, &program, problem.as_deref(), is_auto, &arguments);
        if !matches!(result, Err(Error::Panic(_))) {
            pool.keep(device_name, session);
        }
        result
    };
    let (outcome, program, choice) =
        interruptible(py, &cancel, work)?.map_err(|error| raise(py, &error))?;
    made(py, outcome, program, choice)
}

/// Returns the result of a run as Python's object.
fn made(
    py: Python<'_>,
    outcome: igc::Outcome,
    program: igc::Program,
    choice: Option<(String, String)>,
) -> PyResult<Outcome> {
    let report = serde_json::to_string(&outcome.report);
    let report = report.map_err(|error| make(py, "bug", &error.to_string()))?;
    let stays = |(name, array)| Ok((name, Py::new(py, CudaMemory::output(array))?));
    let on_device: Vec<_> = outcome.on_device.into_iter().map(stays).collect::<PyResult<_>>()?;
    let output = |(name, data)| {
        let memory = Memory::output(data);
        if !on_device.is_empty() {
            // The check has copied the output.
            count_copied(memory.bytes());
        }
        Ok((name, Py::new(py, memory)?))
    };
    let outputs = outcome.outputs.into_iter().map(output).collect::<PyResult<_>>()?;
    let program = Py::new(py, Program::from(program))?;
    Ok(Outcome { outputs, on_device, report, program, choice })
}

fn run_in(
    session: &mut Session,
    program: &igc::Program,
    problem: Option<&str>,
    is_auto: bool,
    arguments: &Arguments,
) -> Ran {
    if !is_auto {
        return Ok((session.run(program, arguments)?, program.clone(), None));
    }
    let task = task(problem, program)?;
    let (outcome, choice) = session.solve(&task, arguments)?;
    let chosen = session.program(&task, &choice.plan)?;
    Ok((outcome, chosen, Some((choice.plan.to_string(), choice.reason.to_string()))))
}

/// Runs a program once more and records its rounds. Returns those of the loops that the host executes, without the rounds
/// inside of them, as JSON.
#[pyfunction]
pub fn rounds(
    py: Python<'_>,
    graph: &Graph,
    program: &Program,
    device_name: String,
    params: Vec<(String, String)>,
    inputs: Vec<(String, Bound<'_, PyAny>)>,
) -> PyResult<String> {
    process::enter(py)?;
    let cancel = Cancel::default();
    let program = program.inner().clone();
    let arguments = arguments(&program, (params, inputs))?.cancel(&cancel);
    let (graph, _) = graph.shared();
    let work = move || {
        let opened = device(&device_name)?;
        // The host waits for the device after each round, so other runs do not use this session.
        let options = RunOptions { record_steps: true, ..RunOptions::default() };
        Session::with_options(&opened, &graph, options).run(&program, &arguments)
    };
    let outcome = interruptible(py, &cancel, work)?.map_err(|error| raise(py, &error))?;
    let mut steps = own_parts(&outcome.report.steps.unwrap_or_default());
    steps.retain(|step| step.kind != LoopKind::Outlined);
    serde_json::to_string(&steps).map_err(|error| make(py, "bug", &error.to_string()))
}

/// Has the oracles judge outputs. Returns the name of each oracle, whether it accepts the outputs, and the reason if
/// it does not.
#[pyfunction]
pub fn judge(
    py: Python<'_>,
    graph: &Graph,
    program: &Program,
    device_name: String,
    params: Vec<(String, String)>,
    inputs: Vec<(String, Bound<'_, PyAny>)>,
    outputs: Vec<(String, Bound<'_, PyAny>)>,
) -> PyResult<Vec<(String, bool, Option<String>)>> {
    process::enter(py)?;
    let cancel = Cancel::default();
    let program = program.inner().clone();
    let arguments = arguments(&program, (params, inputs))?.cancel(&cancel);
    let fields = program.output_fields();
    let mut given: Vec<(String, ArrayData)> = vec![];
    for (name, array) in outputs {
        if let Some(field) = fields.iter().find(|field| field.name == name) {
            given.push((name, Borrowed::of(&array)?.data(field.ty)?));
        }
    }
    let (graph, pool) = graph.shared();
    let work = move || {
        let opened = device(&device_name)?;
        let mut session = pool.take(&device_name, &opened, &graph);
        let verdicts = session.judge(&program, &arguments, &given);
        pool.keep(device_name, session);
        verdicts
    };
    let verdicts = interruptible(py, &cancel, work)?.map_err(|error| raise(py, &error))?;
    Ok(verdicts
        .into_iter()
        .map(|verdict| (verdict.oracle, verdict.passed, verdict.reason))
        .collect())
}
