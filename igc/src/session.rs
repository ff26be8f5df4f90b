//! A graph on a device, where programs run.

use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use igc_compiler::data::{ArrayData, Inputs};
use igc_compiler::driver::Executed;
use igc_compiler::ir::{Module, Value};
use igc_runtime::backend::{self, DeviceArray, Prepared, Resident};
use igc_runtime::execution::{Execution, execute_prepared};
use igc_runtime::input::Input;
use igc_runtime::report::Verdict;
use igc_runtime::results::{Results, position, returned, returned_positions};
use igc_runtime::run::{Outcome, Request, judged};
use igc_runtime::run_options::RunOptions;
use igc_runtime::{data_file, params, verdict};

use crate::arguments::Arguments;
use crate::auto::Chosen;
use crate::device::Device;
use crate::error::{Error, guarded};
use crate::graph::{Form, Graph};
use crate::program::Program;

/// A graph on a device. The device is opened, and the graph copied to it, when a program first needs
/// them. Both then stay until the session is dropped, so later runs are faster. The four programs that
/// ran last stay prepared, as long as those before the last one need little memory.
///
/// A session can move to another thread, and another thread can [cancel](Arguments::cancel) a run.
pub struct Session {
    device: Device,
    graph: Graph,
    options: RunOptions,
    /// The programs that ran last; the last run is at the end.
    ready: Vec<Ready>,
    /// The graph on the device, in each form that a program has needed.
    residents: Vec<(Form, Box<dyn Resident>)>,
    /// Time that it took to open the device, which the next report states.
    open_time: Duration,
    /// The plans that were chosen here.
    pub(crate) chosen: Chosen,
}

/// Most programs that stay prepared.
const MOST_READY: usize = 4;

/// Most bytes of memory, besides the graph, of the programs that stay prepared while another one runs.
const MOST_BYTES: u64 = 256 << 20;

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
        Session::with_options(device, graph, RunOptions::default())
    }

    /// Puts a graph on a device, where programs run with these options: how often a run is repeated, how
    /// large launches are, and when a run is given up.
    pub fn with_options(device: &Device, graph: &Graph, options: RunOptions) -> Session {
        let (device, graph) = (device.clone(), graph.clone());
        let open_time = device.selection_time();
        let chosen = Chosen::default();
        Session { device, graph, options, ready: vec![], residents: vec![], open_time, chosen }
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
            self.ready.clear();
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

    /// Has the oracles of a program judge outputs that an earlier run with the same arguments returned. If an oracle also
    /// needs arrays that are not outputs, the program runs again for these arrays.
    ///
    /// # Errors
    ///
    /// Returns an error if the arguments or the outputs do not fit the program, or as [`run`](Session::run) does.
    pub fn judge(
        &mut self,
        program: &Program,
        arguments: &Arguments,
        outputs: &[(String, ArrayData)],
    ) -> Result<Vec<Verdict>, Error> {
        guarded(|| self.judge_unguarded(program, arguments, outputs))
    }

    fn judge_unguarded(
        &mut self,
        program: &Program,
        arguments: &Arguments,
        outputs: &[(String, ArrayData)],
    ) -> Result<Vec<Verdict>, Error> {
        let input = self.graph.form(&Form::of(&program.artefact().module))?;
        let module = &program.artefact_for(input.edge_width())?.module;
        let names = returned(module, true);
        let is_given = |name: &str| outputs.iter().any(|(known, _)| known == name);
        let (params, others) = if names.iter().all(|name| is_given(name)) {
            (params::bind(&module.params, &arguments.params, input.graph.ids.as_deref())?, vec![])
        } else {
            let checked = arguments.clone().check(true);
            let (_, execution) = self.execute(program, &checked, 1)?;
            (self.last_params().to_vec(), execution.arrays)
        };
        let given = outputs.iter().map(|(name, data)| (name.as_str(), data));
        let others = names.iter().copied().zip(&others).filter(|(name, _)| !is_given(name));
        let results = Results::of(given.chain(others));
        Ok(verdict::judge(module, &input, &params, &results)?)
    }

    fn run_unguarded(
        &mut self,
        program: &Program,
        arguments: &Arguments,
    ) -> Result<Outcome, Error> {
        if arguments.is_on_device && self.device.backend().executed() != Executed::Cuda {
            return Err(igc_runtime::Error::NoDeviceArrays.into());
        }
        let (input, execution) = self.execute(program, arguments, self.options.repeat)?;
        let artefact = program.artefact_for(input.edge_width())?;
        let Some(ready) = self.ready.last() else { unreachable!("the program was prepared") };
        let request = Request {
            check: arguments.check && self.device.backend().has_results(),
            run_options: self.options.clone(),
            compile_time: program.compile_time(),
            ..Request::default()
        };
        let device = self.device.name().clone();
        let mut outcome = judged(artefact, &input, device, &ready.params, &request, execution)?;
        outcome.report.without_effect = program.without_effect(&self.device);
        if arguments.is_on_device {
            outcome.on_device = on_device(&*ready.prepared, &artefact.module)?;
        }
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
        self.options.watch.obey(&arguments.cancel, arguments.timeout);
        let input = self.ready(program, arguments)?;
        let artefact = program.artefact_for(input.edge_width())?;
        let stays = arguments.is_on_device && !arguments.check;
        let read =
            if stays { vec![] } else { returned_positions(&artefact.module, arguments.check)? };
        let Some(ready) = self.ready.last_mut() else { unreachable!("the program was prepared") };
        let options = RunOptions { repeat, ..self.options.clone() };
        let execution = execute_prepared(&mut *ready.prepared, &options, read)?;
        let open = std::mem::take(&mut self.open_time);
        Ok((input, Execution { open, ..execution }))
    }

    /// Returns the values of the parameters of the program that ran last.
    pub(crate) fn last_params(&self) -> &[Value] {
        self.ready.last().map_or(&[], |ready| &ready.params)
    }

    /// Returns the data of the inputs of the program that ran last.
    pub(crate) fn last_inputs(&self) -> Inputs {
        self.ready.last().map(|ready| ready.inputs.clone()).unwrap_or_default()
    }

    /// Forgets the prepared programs, because the one that ran last may have left anything behind.
    pub(crate) fn reset(&mut self) {
        self.ready.clear();
    }

    /// Loads the graph in the form that a program requires, and opens the device meanwhile.
    pub(crate) fn open_and_load(&mut self, program: &Program) -> Result<(), Error> {
        let loading = Loading::start(&self.graph, &Form::of(&program.artefact().module));
        if self.residents.is_empty() && !matches!(loading, Loading::Done(_)) {
            self.open_time += self.device.backend().start_early(None, &self.options);
        }
        loading.finish().map(|_| ())
    }

    /// Prepares a program, unless it is ready. Returns the graph in the form that the program requires.
    fn ready(&mut self, program: &Program, arguments: &Arguments) -> Result<Input, Error> {
        let usual = program.artefact();
        let form = Form::of(&usual.module);
        let loading = Loading::start(&self.graph, &form);
        let is_resident = self.residents.iter().any(|(known, _)| *known == form);
        if !is_resident {
            // Fails without an error; `open` and `prepare` do the work again, and return the error.
            self.open_time += self.device.backend().start_early(Some(usual), &self.options);
        }
        let input = loading.finish()?;
        let artefact = program.artefact_for(input.edge_width())?;
        let module = &artefact.module;
        let params = params::bind(&module.params, &arguments.params, input.graph.ids.as_deref())?;
        let given = arguments.inputs.clone();
        let inputs = data_file::load_more(module, &input.graph, &arguments.files, given)?;
        let is_known = |ready: &Ready| ready.program.is(program) && ready.inputs == inputs;
        if let Some(at) = self.ready.iter().position(is_known) {
            let mut ready = self.ready.remove(at);
            if ready.params == params || ready.prepared.rebind(&params)? {
                ready.params = params;
                self.ready.push(ready);
                return Ok(input);
            }
        }
        self.make_room();
        let options = RunOptions { watched: program.watch().cloned(), ..self.options.clone() };
        let prepare = |session: &mut Session| -> Result<Box<dyn Prepared>, Error> {
            let resident = session.resident(form.clone(), &input)?;
            Ok(resident.prepare(artefact, &params, &inputs, &options)?)
        };
        let prepared = match prepare(self) {
            // Without other programs, the device may have enough memory.
            Err(_) if !self.ready.is_empty() => {
                self.ready.clear();
                prepare(self)
            }
            result => result,
        }?;
        self.ready.push(Ready { program: program.clone(), params, inputs, prepared });
        Ok(input)
    }

    /// Forgets the programs that ran first, so that another one has room.
    fn make_room(&mut self) {
        let bytes = |ready: &Ready| {
            let memory = ready.prepared.memory();
            memory.map_or(0, |memory| memory.total.saturating_sub(memory.graph))
        };
        let too_many = self.ready.len().saturating_sub(MOST_READY - 1);
        self.ready.drain(..too_many);
        while self.ready.iter().map(bytes).sum::<u64>() > MOST_BYTES {
            self.ready.remove(0);
        }
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

/// Returns the outputs of a program, in memory of the device that the caller keeps.
fn on_device(
    prepared: &dyn Prepared,
    module: &Module,
) -> Result<Vec<(String, DeviceArray)>, Error> {
    let one = |name: &str| match prepared.device_array(position(module, name)?)? {
        Some(array) => Ok((name.to_owned(), array)),
        None => Err(igc_runtime::Error::NoDeviceArrays.into()),
    };
    module.output_names().map(one).collect()
}

/// A graph that is being loaded in another thread. Opening a device and building kernels takes some tenths
/// of a second with many drivers, and so does loading a graph. Together they take as long as the longer of
/// the two.
enum Loading {
    Done(Box<Input>),
    Started(JoinHandle<Result<Input, Error>>),
    /// The system has no thread left.
    Later(Graph, Form),
}

impl Loading {
    fn start(graph: &Graph, form: &Form) -> Loading {
        if let Some(input) = graph.ready(form) {
            return Loading::Done(Box::new(input));
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
            Loading::Done(input) => Ok(*input),
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

#[cfg(test)]
mod tests {
    use igc_compiler::configuration::Configuration;

    use super::*;
    use crate::auto::Task;

    /// Returns a program whose output is this number.
    fn program(value: u32, state: &str) -> Program {
        let text = format!(
            "node x: u32 = 0; {state} kernel k() {{ forall u in nodes {{ u.x = {value}; }} }}
             main {{ k(); }} output x;"
        );
        Program::compile("own", &text, &Configuration::default()).expect("it is right")
    }

    fn session(device: &str) -> Session {
        let device = Device::open(device).expect("it is always there");
        Session::new(&device, &Graph::generate("grid:4x4").expect("it is a generator"))
    }

    fn addresses(session: &Session) -> Vec<*const ()> {
        session.ready.iter().map(|ready| (&raw const *ready.prepared).cast()).collect()
    }

    /// Programs that take turns are prepared once each.
    #[test]
    fn several_programs_stay_prepared() {
        let opencl = Device::open("0").is_ok().then_some("0");
        for device in ["interpreter", "cpu:1"].into_iter().chain(opencl) {
            let mut session = session(device);
            let programs: Vec<Program> = (0..6).map(|value| program(value, "")).collect();
            let run = |session: &mut Session, value: usize| {
                let outcome = session.run(&programs[value], &Arguments::new()).expect("it runs");
                let igc_compiler::data::ArrayData::U32(values) = &outcome.outputs[0].1 else {
                    panic!("the output has another type")
                };
                assert!(values.iter().all(|&found| found == value as u32), "{values:?}");
            };
            (0..4).for_each(|value| run(&mut session, value));
            let before = addresses(&session);
            (0..4).for_each(|value| run(&mut session, value));
            assert_eq!(addresses(&session), before, "{device}");
            assert_eq!(before.len(), MOST_READY);
            // Another program takes the place of the one that ran first.
            run(&mut session, 5);
            assert_eq!(addresses(&session)[..3], before[1..], "{device}");
            assert_eq!(session.ready.len(), MOST_READY);
        }
    }

    /// Runs from several sources share a prepared program, which takes other parameters.
    #[test]
    fn sources_share_a_prepared_program() {
        let opencl = Device::open("0").is_ok().then_some("0");
        for device in ["cpu:1"].into_iter().chain(opencl) {
            let mut session = session(device);
            let task = Task::named("sssp").expect("it is a problem");
            let mut first = None;
            for source in ["3", "5", "9"] {
                let arguments = Arguments::new().param("source", source).check(true);
                let (outcome, _) = session.solve(&task, &arguments).expect("it runs");
                assert!(!outcome.is_refused(), "{device}, {source}");
                let found = addresses(&session);
                assert_eq!(found.len(), 1, "{device}");
                assert_eq!(*first.get_or_insert_with(|| found.clone()), found, "{device}");
            }
            let ready = &mut session.ready[0];
            let source = ready.params.iter_mut().find(|value| **value == Value::Node(9));
            *source.expect("it is the last source") = Value::Node(1);
            assert!(ready.prepared.rebind(&ready.params).expect("it works"), "{device}");
        }
    }

    #[test]
    fn programs_with_much_memory_do_not_stay() {
        let mut session = session("cpu:1");
        // 64 MiB for each of the arrays.
        let arrays: String = (0..5).map(|at| format!("node y{at}: u32[1048576] = 0;")).collect();
        let large = program(1, &arrays);
        session.run(&large, &Arguments::new()).expect("it runs");
        session.run(&program(2, ""), &Arguments::new()).expect("it runs");
        assert_eq!(session.ready.len(), 1);
    }
}
