//! A graph on a device, where programs run.

use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use igc_compiler::data::Inputs;
use igc_compiler::ir::Value;
use igc_runtime::backend::{self, Prepared, Resident};
use igc_runtime::execution::{Execution, execute_prepared};
use igc_runtime::input::Input;
use igc_runtime::limits::Limits;
use igc_runtime::results::returned_positions;
use igc_runtime::run::{Outcome, Request, judged};
use igc_runtime::{data_file, params};

use crate::arguments::Arguments;
use crate::auto::Chosen;
use crate::device::Device;
use crate::error::{Error, guarded};
use crate::graph::{Form, Graph};
use crate::program::Program;

/// A graph on a device. The device is opened, and the graph copied to it, when a program first needs
/// them. Both then stay until the session is dropped, so later runs are faster. A program that runs
/// again stays prepared.
///
/// A session can move to another thread, and another thread can [cancel](Arguments::cancel) a run.
pub struct Session {
    device: Device,
    graph: Graph,
    limits: Limits,
    /// The program of the last run.
    ready: Option<Ready>,
    /// The graph on the device, in each form that a program has needed.
    residents: Vec<(Form, Box<dyn Resident>)>,
    /// Time that it took to open the device, which the next report states.
    open_time: Duration,
    /// The plans that were chosen here.
    pub(crate) chosen: Chosen,
}

/// A prepared program.
struct Ready {
    program: Program,
    params: Vec<Value>,
    inputs: Inputs,
    prepared: Box<dyn Prepared>,
}

impl Session {
    /// Puts a graph on a device.
    pub fn new(device: &Device, graph: &Graph) -> Session {
        Session::with_limits(device, graph, Limits::default())
    }

    /// Puts a graph on a device, where programs run within limits: how often a run is repeated, how large
    /// launches are, and when a run is given up.
    pub fn with_limits(device: &Device, graph: &Graph, limits: Limits) -> Session {
        let (device, graph) = (device.clone(), graph.clone());
        let open_time = device.selection_time();
        let chosen = Chosen::default();
        Session { device, graph, limits, ready: None, residents: vec![], open_time, chosen }
    }

    /// Returns the device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Returns the graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Runs a program, and returns its outputs. Only the outputs are copied from the device, and if the
    /// result is checked, what the oracles judge.
    ///
    /// # Errors
    ///
    /// Returns an error if the graph cannot be loaded, if the arguments or the graph do not fit the
    /// program, if the device fails, or if the run is cancelled or reaches a limit.
    pub fn run(&mut self, program: &Program, arguments: &Arguments) -> Result<Outcome, Error> {
        let outcome = guarded(|| self.run_unguarded(program, arguments));
        if let Err(error) = &outcome {
            // A failed run may leave anything behind. After a panic, not even the graph can be trusted.
            self.ready = None;
            if matches!(error, Error::Panic(_)) {
                self.residents.clear();
            }
        }
        outcome
    }

    /// Opens the device, loads the graph, and builds the kernels of a program, all at once where this is
    /// possible. A run does this otherwise.
    ///
    /// # Errors
    ///
    /// Returns an error as [`run`](Session::run) does.
    pub fn prepare(&mut self, program: &Program, arguments: &Arguments) -> Result<(), Error> {
        guarded(|| self.ready(program, arguments).map(|_| ()))
    }

    fn run_unguarded(
        &mut self,
        program: &Program,
        arguments: &Arguments,
    ) -> Result<Outcome, Error> {
        let (input, execution) = self.execute(program, arguments, self.limits.repeat)?;
        let artefact = program.artefact_for(input.edge_width())?;
        let Some(ready) = &self.ready else { unreachable!("the program was prepared") };
        let request = Request {
            check: arguments.check,
            limits: self.limits.clone(),
            compile_time: program.compile_time(),
            ..Request::default()
        };
        let device = self.device.name().clone();
        let mut outcome = judged(artefact, &input, device, &ready.params, &request, execution)?;
        outcome.report.without_effect = program.without_effect(&self.device);
        Ok(outcome)
    }

    /// Prepares a program unless it is ready, and runs it `repeat` times. Returns the graph in the form that the program
    /// requires, and what the runs did.
    pub(crate) fn execute(
        &mut self,
        program: &Program,
        arguments: &Arguments,
        repeat: u32,
    ) -> Result<(Input, Execution), Error> {
        self.limits.watch.obey(&arguments.cancel);
        let input = self.ready(program, arguments)?;
        let artefact = program.artefact_for(input.edge_width())?;
        let read = returned_positions(&artefact.schedule, arguments.check)?;
        let Some(ready) = &mut self.ready else { unreachable!("the program was prepared") };
        let limits = Limits { repeat, ..self.limits.clone() };
        let execution = execute_prepared(&mut *ready.prepared, &limits, read)?;
        let open = std::mem::take(&mut self.open_time);
        Ok((input, Execution { open, ..execution }))
    }

    /// Returns the values of the parameters of the program that ran last.
    pub(crate) fn last_params(&self) -> &[Value] {
        self.ready.as_ref().map_or(&[], |ready| &ready.params)
    }

    /// Forgets the program that ran last, because it may have left anything behind.
    pub(crate) fn reset(&mut self) {
        self.ready = None;
    }

    /// Loads the graph in the form that a program requires, and opens the device meanwhile.
    pub(crate) fn open_and_load(&mut self, program: &Program) -> Result<(), Error> {
        let loading = Loading::start(&self.graph, &Form::of(&program.artefact().schedule));
        if self.residents.is_empty() && !matches!(loading, Loading::Done(_)) {
            self.open_time += self.device.backend().start_early(None, &self.limits);
        }
        loading.finish().map(|_| ())
    }

    /// Prepares a program, unless it is ready. Returns the graph in the form that the program requires.
    fn ready(&mut self, program: &Program, arguments: &Arguments) -> Result<Input, Error> {
        let usual = program.artefact();
        let form = Form::of(&usual.schedule);
        let loading = Loading::start(&self.graph, &form);
        let is_resident = self.residents.iter().any(|(known, _)| *known == form);
        if !is_resident {
            // Fails without an error; `open` and `prepare` do the work again, and return the error.
            self.open_time += self.device.backend().start_early(Some(usual), &self.limits);
        }
        let input = loading.finish()?;
        let artefact = program.artefact_for(input.edge_width())?;
        let schedule = &artefact.schedule;
        let params = params::bind(&schedule.params, &arguments.params)?;
        let given = arguments.inputs.clone();
        let inputs = data_file::load_more(schedule, &input.graph, &arguments.files, given)?;
        if let Some(ready) = &mut self.ready
            && ready.program.is(program)
            && ready.inputs == inputs
            && (ready.params == params || ready.prepared.rebind(&params)?)
        {
            ready.params = params;
            return Ok(input);
        }
        // The memory of the program before is free for this one.
        self.ready = None;
        let limits = Limits { watched: program.watch().cloned(), ..self.limits.clone() };
        let resident = self.resident(form, &input)?;
        let prepared = resident.prepare(artefact, &params, &inputs, &limits)?;
        self.ready = Some(Ready { program: program.clone(), params, inputs, prepared });
        Ok(input)
    }

    /// Returns the graph on the device.
    fn resident(&mut self, form: Form, input: &Input) -> Result<&dyn Resident, Error> {
        let at = match self.residents.iter().position(|(known, _)| *known == form) {
            Some(at) => at,
            None => {
                let start = Instant::now();
                let resident = backend::open(self.device.backend(), input)?;
                self.open_time += start.elapsed();
                self.residents.push((form, resident));
                self.residents.len() - 1
            }
        };
        Ok(&*self.residents[at].1)
    }
}

/// A graph that is being loaded in another thread. Opening a device and building kernels takes some tenths
/// of a second with many drivers, and so does loading a graph. Together they take as long as the longer of
/// the two.
enum Loading {
    Done(Input),
    Started(JoinHandle<Result<Input, Error>>),
    /// The system has no thread left.
    Later(Graph, Form),
}

impl Loading {
    fn start(graph: &Graph, form: &Form) -> Loading {
        if let Some(input) = graph.ready(form) {
            return Loading::Done(input);
        }
        let (graph, form) = (graph.clone(), form.clone());
        let in_thread = (graph.clone(), form.clone());
        match Builder::new().spawn(move || load(&in_thread.0, &in_thread.1)) {
            Ok(thread) => Loading::Started(thread),
            Err(_) => Loading::Later(graph, form),
        }
    }

    fn finish(self) -> Result<Input, Error> {
        match self {
            Loading::Done(input) => Ok(input),
            Loading::Later(graph, form) => load(&graph, &form),
            Loading::Started(thread) => match thread.join() {
                Ok(loaded) => loaded,
                Err(panic) => std::panic::resume_unwind(panic),
            },
        }
    }
}

/// Loads a graph in the form that a program requires, with its nodes in the order for devices. That is part of
/// loading, so that it is not part of a run.
fn load(graph: &Graph, form: &Form) -> Result<Input, Error> {
    let input = graph.form(form)?;
    guarded(|| {
        input.reordering()?;
        Ok(())
    })?;
    Ok(input)
}
