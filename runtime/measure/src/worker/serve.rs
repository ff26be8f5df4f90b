//! The worker: it answers requests, line by line, until its input ends.

use std::cell::OnceCell;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use igc_compiler::configuration::Configuration;
use igc_compiler::data::Rounding;
use igc_compiler::driver::{Executed, compile};
use igc_compiler::ir::GraphRequirement;
use igc_runtime::Error;
use igc_runtime::backend::Device;
use igc_runtime::devices::select;
use igc_runtime::input::Input;
use igc_runtime::report::GraphSummary;
use igc_runtime::watch::Watch;
#[cfg(feature = "opencl")]
use {
    super::protocol::Launches,
    crate::calibration::full::Measurement,
    crate::opencl::{FullBench, PrimitiveBench},
    igc_runtime::backend::opencl::OpenClDevice,
};

use super::facts;
use super::protocol::{Activity, Fault, Life, Message, Request, Task};
use crate::comparison::{Candidate, Comparison, Event, Failure, FailureKind, Testbed, compare_on};

/// Serves requests until the input ends. If the client disappears while a kernel runs that never
/// ends, this function cannot return. Another thread then calls `abandoned`, which should exit the
/// process.
///
/// # Errors
///
/// Returns an error if the system cannot start a thread.
pub fn serve(
    requests: impl BufRead + Send + 'static,
    messages: impl Write + Send + 'static,
    abandoned: impl FnOnce() + Send + 'static,
) -> std::io::Result<()> {
    let (sender, receiver) = channel();
    Builder::new().spawn(move || {
        let lines = requests.lines().map_while(Result::ok);
        let parsed = lines.map_while(|line| serde_json::from_str(&line).ok());
        for request in parsed {
            if sender.send(request).is_err() {
                return;
            }
        }
        abandoned();
    })?;
    let output = Output(Arc::new(Mutex::new(messages)));
    let server = Server { requests: receiver, output, watch: Watch::default() };
    // The server stops when the requests end.
    let _: ControlFlow<()> = server.open();
    Ok(())
}

/// The output of the worker. Clones write to the same place.
struct Output<W>(Arc<Mutex<W>>);

impl<W> Clone for Output<W> {
    fn clone(&self) -> Output<W> {
        Output(Arc::clone(&self.0))
    }
}

impl<W: Write> Output<W> {
    /// Sends a message. A client that has closed its connection sends no more requests, so this
    /// ends the loop.
    fn say(&self, message: &Message) {
        let line = serde_json::to_string(message).expect("numbers and strings serialise") + "\n";
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = output.write_all(line.as_bytes()).and_then(|()| output.flush());
    }

    fn fail(&self, fault: impl Into<Fault>) {
        self.say(&Message::Failed(fault.into()));
    }
}

/// A worker in operation. The next request decides how long a graph is kept: the methods are nested
/// like the things that they keep. Each method returns the first request that it cannot handle, or
/// breaks when the requests end.
struct Server<W> {
    requests: Receiver<Request>,
    output: Output<W>,
    watch: Watch,
}

/// The next request that an outer method has to handle.
type Next = ControlFlow<(), Request>;

impl<W: Write + Send + 'static> Server<W> {
    fn next(&self) -> Next {
        match self.requests.recv() {
            Ok(request) => Next::Continue(request),
            Err(_) => Next::Break(()),
        }
    }

    /// Opens the device, and handles all requests on it.
    fn open(&self) -> ControlFlow<()> {
        let mut next = self.next()?;
        loop {
            let Request::Open { device, beat } = next else {
                self.output.fail(Fault::internal("a worker was asked before it had a device"));
                next = self.next()?;
                continue;
            };
            self.output.say(&Message::Activity(Activity::Opening));
            if let Err(error) = self.show_life(beat) {
                let reason = format!("a worker cannot start a thread: {error}");
                self.output.fail(Failure::new(FailureKind::Device, reason));
                next = self.next()?;
                continue;
            }
            next = match select(&device) {
                Ok(device) => {
                    self.output.say(&Message::Opened(device.name()));
                    self.on_device(&*device)?
                }
                Err(error) => {
                    self.output.fail(error);
                    self.next()?
                }
            };
        }
    }

    /// Sends signs of life from another thread at regular intervals, unless a run has stopped
    /// sending heartbeats.
    fn show_life(&self, beat: Duration) -> std::io::Result<()> {
        let (output, watch) = (self.output.clone(), self.watch.clone());
        Builder::new().spawn(move || {
            let mut last = Instant::now();
            loop {
                std::thread::sleep(beat);
                let since = last.elapsed();
                last = Instant::now();
                match watch.silent_for() {
                    None => output.say(&Message::Alive(Life::Works)),
                    Some(silence) if silence < since => output.say(&Message::Alive(Life::Runs)),
                    Some(_) => {}
                }
            }
        })?;
        Ok(())
    }

    fn on_device(&self, device: &dyn Device) -> Next {
        let mut next = self.next()?;
        loop {
            let spec = match &next {
                Request::Open { .. } => return Next::Continue(next),
                Request::DescribeDevice => {
                    let facts = Box::new(facts::of_device(device));
                    self.output.say(&Message::DeviceFacts(facts));
                    next = self.next()?;
                    continue;
                }
                Request::Launch(_) => {
                    next = self.on_launches(device, next)?;
                    continue;
                }
                Request::Primitives(_) => {
                    next = self.on_primitives(device, next)?;
                    continue;
                }
                Request::Load { graph }
                | Request::DescribeGraph { graph }
                | Request::DescribeForPlan { graph } => graph.clone(),
                Request::Compare(task) => task.graph.clone(),
            };
            self.output.say(&Message::Activity(Activity::Loading));
            next = match Input::load(&spec) {
                Ok(input) => self.on_graph(device, &input, next)?,
                Err(error) => {
                    self.output.fail(error);
                    self.next()?
                }
            };
        }
    }

    /// Measures configurations of primitives, and keeps the sequences on the device. Each
    /// configuration is announced before it is built and run.
    #[cfg(feature = "opencl")]
    fn on_primitives(&self, device: &dyn Device, first: Request) -> Next {
        let mut bench = match PrimitiveBench::open(device, self.watch.clone()) {
            Ok(bench) => bench,
            Err(error) => {
                self.output.fail(error);
                return self.next();
            }
        };
        let mut next = first;
        loop {
            let Request::Primitives(job) = &next else { return Next::Continue(next) };
            let mut begins = |configuration| {
                self.output.say(&Message::Activity(Activity::Tuning(job.primitive, configuration)));
            };
            match bench.measure(job, &mut begins) {
                Ok(outcomes) => self.output.say(&Message::Primitives(outcomes)),
                Err(error) => {
                    self.output.fail(error);
                    return self.next();
                }
            }
            next = self.next()?;
        }
    }

    #[cfg(not(feature = "opencl"))]
    fn on_primitives(&self, _: &dyn Device, _: Request) -> Next {
        self.output.fail(Error::NoOpenCl);
        self.next()
    }

    /// Handles launches of streaming operations, and keeps the device open for them.
    #[cfg(feature = "opencl")]
    fn on_launches(&self, device: &dyn Device, first: Request) -> Next {
        self.output.say(&Message::Activity(Activity::Preparing));
        let opened = match OpenClDevice::facts_of(device) {
            Some(info) => FullBench::open(info, &self.watch),
            None => Err(Error::NoOpenCl.into()),
        };
        let mut bench = match opened {
            Ok(bench) => bench,
            Err(error) => {
                self.output.fail(error);
                return self.next();
            }
        };
        let mut next = first;
        loop {
            match next {
                Request::Launch(launches) => self.launch(&mut bench, &launches),
                other => return Next::Continue(other),
            }
            next = self.next()?;
        }
    }

    /// Refuses launches without OpenCL.
    #[cfg(not(feature = "opencl"))]
    fn on_launches(&self, _: &dyn Device, _: Request) -> Next {
        self.output.fail(Error::NoOpenCl);
        self.next()
    }

    /// Measures problems until one fails.
    #[cfg(feature = "opencl")]
    fn launch(&self, bench: &mut FullBench, launches: &Launches) {
        let Launches { configuration, problems, runs } = launches;
        for &problem in problems {
            self.output.say(&Message::Activity(Activity::BuildingLaunch));
            let mut runs_next = || self.output.say(&Message::Activity(Activity::Launching));
            match bench.measure(problem, configuration, *runs, &mut runs_next) {
                Ok(outcome) => {
                    let configuration = *configuration;
                    let measurement = Measurement { problem, configuration, outcome };
                    self.output.say(&Message::Measured(Box::new(measurement)));
                }
                Err(error) => return self.output.fail(error),
            }
        }
        self.output.say(&Message::Launched);
    }

    /// Handles requests on one graph, and keeps each variant of it that programs require.
    fn on_graph(&self, device: &dyn Device, input: &Input, first: Request) -> Next {
        let made: [OnceCell<Input>; Rounding::ALL.len() << GraphRequirement::ALL.len()] =
            Default::default();
        let mut next = first;
        loop {
            next = match next {
                Request::Load { graph } if graph == input.name => {
                    self.output.say(&Message::Loaded(GraphSummary::of(input)));
                    self.next()?
                }
                Request::DescribeGraph { graph } if graph == input.name => {
                    self.output.say(&Message::GraphFacts(facts::of_graph(&input.graph)));
                    self.next()?
                }
                Request::DescribeForPlan { graph } if graph == input.name => {
                    let facts = Box::new(facts::for_plan(device, input));
                    self.output.say(&Message::PlanFacts(facts));
                    self.next()?
                }
                Request::Compare(task) if task.graph == input.name => {
                    let needs = Needs::of(&task);
                    match needs.on(&made[needs.place()], input) {
                        Ok(input) => self.on_testbed(device, input, &needs, *task)?,
                        Err(error) => {
                            self.output.fail(error);
                            self.next()?
                        }
                    }
                }
                other => return Next::Continue(other),
            };
        }
    }

    /// Keeps the graph on the device while programs need the same variant of it.
    fn on_testbed(&self, device: &dyn Device, input: &Input, has: &Needs, first: Task) -> Next {
        self.output.say(&Message::Activity(Activity::Preparing));
        let testbed = match Testbed::open(device, input) {
            Ok(testbed) => testbed,
            Err(error) => {
                self.output.fail(error);
                return self.next();
            }
        };
        let mut task = first;
        loop {
            self.compare(&testbed, &task);
            task = match self.next()? {
                Request::Compare(task) if task.graph == input.name => *task,
                other => return Next::Continue(other),
            };
            if Needs::of(&task) != *has {
                return Next::Continue(Request::Compare(Box::new(task)));
            }
        }
    }

    fn compare(&self, testbed: &Testbed<'_>, task: &Task) {
        self.output.say(&Message::Activity(Activity::Compiling));
        let candidates: Vec<Candidate> = task
            .options
            .iter()
            .map(|options| candidate(task, options, testbed.executed()))
            .collect();
        let mut settings = task.settings.clone();
        settings.run_options.watch = self.watch.clone();
        let mut tell = |event| {
            self.output.say(&match event {
                Event::Progress(progress) => Message::Activity(Activity::Comparing(progress)),
                Event::Observation(observation) => Message::Observation(observation),
            });
        };
        match compare_on(&candidates, testbed, &settings, &mut tell) {
            Ok(comparison) => {
                // If nothing compiles, the comparison does not know the name.
                let comparison = Comparison { program: task.program.clone(), ..comparison };
                self.output.say(&Message::Compared(Box::new(comparison)));
            }
            Err(error) => self.output.fail(error),
        }
    }
}

/// The variant of a graph that a program needs, which does not depend on the optimisations.
#[derive(PartialEq, Eq, Default)]
struct Needs {
    requirements: Vec<String>,
    /// The types to which the weights of a text are rounded.
    rounding: Rounding,
}

impl Needs {
    fn of(task: &Task) -> Needs {
        let compilation = compile(&task.program, &task.text, &Configuration::default());
        compilation.map_or(Needs::default(), |made| {
            let module = made.artefact.module;
            let rounding = Rounding::for_program(&module);
            Needs { requirements: module.requirement_names(), rounding }
        })
    }

    /// Returns the position of the variant: one position for each set of needs.
    fn place(&self) -> usize {
        let all = GraphRequirement::ALL.iter().enumerate();
        let asked =
            all.filter(|(_, (name, _))| self.requirements.iter().any(|asked| asked == name));
        let requirements: usize = asked.map(|(bit, _)| 1 << bit).sum();
        Rounding::ALL.len() * requirements + self.rounding as usize
    }

    /// Returns the variant of the graph.
    fn on<'a>(&self, made: &'a OnceCell<Input>, input: &'a Input) -> Result<&'a Input, Error> {
        let is_given = self.rounding == Rounding::Double || input.has_exact_weights();
        if self.requirements.is_empty() && is_given {
            return Ok(input);
        }
        if let Some(there) = made.get() {
            return Ok(there);
        }
        let loaded = match is_given {
            true => input.clone(),
            false => Input::load_rounded(&input.name, self.rounding)?,
        };
        let new = loaded.require(&self.requirements)?;
        Ok(made.get_or_init(|| new))
    }
}

fn candidate(task: &Task, options: &Configuration, executed: Executed) -> Candidate {
    let given_up = task.given_up.iter().find(|(lost, _)| lost == options);
    let completed = task.completed.iter().find(|(known, _)| known == options);
    Candidate {
        given_up: given_up.map(|(_, failure)| failure.clone()),
        completed: completed.map_or(vec![], |(_, rounds)| rounds.clone()),
        ..Candidate::compile(&task.program, &task.text, options, executed)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use igc_runtime::backend::DeviceKind;
    use igc_runtime::devices::DeviceRequest;
    use igc_runtime::graph::GraphFacts;

    use super::*;
    use crate::worker::PlanFacts;

    /// Memory that keeps the messages of a worker.
    #[derive(Clone, Default)]
    struct Sent(Arc<Mutex<Vec<u8>>>);

    impl Write for Sent {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("nobody panicked").write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// Returns the messages of a worker that gets these requests, without its signs of life.
    fn answers(requests: &[Request]) -> Vec<Message> {
        let line = |request| serde_json::to_string(request).expect("it serialises") + "\n";
        let requests: String = requests.iter().map(line).collect();
        let sent = Sent::default();
        serve(Cursor::new(requests), sent.clone(), || {}).expect("threads start");
        let bytes = sent.0.lock().expect("nobody panicked").clone();
        let text = String::from_utf8(bytes).expect("it is text");
        let messages = text.lines().map(|line| serde_json::from_str(line).expect("it is one"));
        messages.filter(|message| !matches!(message, Message::Alive(_))).collect()
    }

    /// What the choice of a plan depends on costs no second loading of the graph.
    #[test]
    fn a_graph_is_described_without_loading_it_again() {
        let (device, beat) = (DeviceRequest::of("interpreter"), Duration::from_secs(60));
        let spec = "grid:4x5";
        let graph = || spec.to_owned();
        let messages = answers(&[
            Request::Open { device, beat },
            Request::Load { graph: graph() },
            Request::DescribeForPlan { graph: graph() },
            Request::DescribeForPlan { graph: "chain:3".into() },
        ]);
        let loaded =
            messages.iter().filter(|one| matches!(one, Message::Activity(Activity::Loading)));
        assert_eq!(loaded.count(), 2, "{messages:?}");
        let found: Vec<&PlanFacts> = messages
            .iter()
            .filter_map(|message| match message {
                Message::PlanFacts(facts) => Some(&**facts),
                _ => None,
            })
            .collect();
        let [of_grid, of_chain] = found[..] else { panic!("{messages:?}") };
        assert_eq!((of_grid.kind, of_grid.threads), (DeviceKind::Interpreter, None));
        let input = Input::load(spec).expect("it is a graph");
        assert_eq!(of_grid.graph, GraphFacts::of(&input.graph));
        assert_eq!(of_chain.graph.nodes, 3);
    }
}
