//! The worker's side: it does what it is asked, line by line, until nobody asks any more.

use std::cell::OnceCell;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use igc_compiler::driver::{self, compile};
use igc_compiler::ir::GraphRequirement;
use igc_compiler::options::Options;

use super::facts;
use super::protocol::{Fault, Life, Message, Request, Step, Task};
use crate::bench::{Candidate, Comparison, Event, Ground, compare_on};
use crate::device::Device;
use crate::input::Input;
use crate::report::GraphSummary;
use crate::watch::Watch;

/// Serves requests until the input ends. As whoever asked may be gone while a kernel runs that does
/// not end, `abandoned` is then called by another thread at once: a process leaves there.
pub fn serve(
    requests: impl BufRead + Send + 'static,
    messages: impl Write + Send + 'static,
    abandoned: impl FnOnce() + Send + 'static,
) {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let lines = requests.lines().map_while(Result::ok);
        let parsed = lines.map_while(|line| serde_json::from_str(&line).ok());
        for request in parsed {
            if sender.send(request).is_err() {
                return;
            }
        }
        abandoned();
    });
    let output = Output(Arc::new(Mutex::new(messages)));
    let server = Server { requests: receiver, output, watch: Watch::default() };
    // It breaks off where requests end.
    let _: ControlFlow<()> = server.open();
}

/// Where messages go. Clones are the same place.
struct Output<W>(Arc<Mutex<W>>);

impl<W> Clone for Output<W> {
    fn clone(&self) -> Output<W> {
        Output(Arc::clone(&self.0))
    }
}

impl<W: Write> Output<W> {
    /// Says something. Who does not listen any more does not ask any more either, which is the end.
    fn say(&self, message: &Message) {
        let line = serde_json::to_string(message).expect("numbers and strings serialise") + "\n";
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = output.write_all(line.as_bytes()).and_then(|()| output.flush());
    }

    fn fail(&self, fault: impl Into<Fault>) {
        self.say(&Message::Failed(fault.into()));
    }
}

/// A worker at work. What is asked next decides how long a graph stays: the methods nest as what
/// they keep does, and each returns the request that is not its own, or breaks where there is none.
struct Server<W> {
    requests: Receiver<Request>,
    output: Output<W>,
    watch: Watch,
}

/// The next request that has to be dealt with further out.
type Next = ControlFlow<(), Request>;

impl<W: Write + Send + 'static> Server<W> {
    fn next(&self) -> Next {
        match self.requests.recv() {
            Ok(request) => Next::Continue(request),
            Err(_) => Next::Break(()),
        }
    }

    /// Opens the device, and deals with all requests there.
    fn open(&self) -> ControlFlow<()> {
        let mut next = self.next()?;
        loop {
            let Request::Open { device, beat } = next else {
                self.output.fail(Fault::internal("a worker was asked before it had a device"));
                next = self.next()?;
                continue;
            };
            self.output.say(&Message::Step(Step::Opening));
            self.show_life(beat);
            next = match device.select() {
                Ok(device) => {
                    self.output.say(&Message::Opened(device.name()));
                    self.on_device(&device)?
                }
                Err(error) => {
                    self.output.fail(error);
                    self.next()?
                }
            };
        }
    }

    /// Shows life from another thread, every so often, unless a run is waited for in vain.
    fn show_life(&self, beat: Duration) {
        let (output, watch) = (self.output.clone(), self.watch.clone());
        std::thread::spawn(move || {
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
        });
    }

    fn on_device(&self, device: &Device) -> Next {
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
                Request::Load { graph } | Request::DescribeGraph { graph } => graph.clone(),
                Request::Compare(task) => task.graph.clone(),
            };
            self.output.say(&Message::Step(Step::Loading));
            next = match Input::load(&spec) {
                Ok(input) => self.on_graph(device, &input, next)?,
                Err(error) => {
                    self.output.fail(error);
                    self.next()?
                }
            };
        }
    }

    /// Keeps what programs require of the graph, each made once.
    fn on_graph(&self, device: &Device, input: &Input, first: Request) -> Next {
        let made: [OnceCell<Input>; 1 << GraphRequirement::ALL.len()] = Default::default();
        let mut next = first;
        loop {
            next = match next {
                Request::Load { graph } if graph == input.name => {
                    self.output.say(&Message::Loaded(summary(input)));
                    self.next()?
                }
                Request::DescribeGraph { graph } if graph == input.name => {
                    self.output.say(&Message::GraphFacts(facts::of_graph(&input.graph)));
                    self.next()?
                }
                Request::Compare(task) if task.graph == input.name => {
                    let requirements = requirements(&task);
                    match with(&made[place(&requirements)], input, &requirements) {
                        Ok(input) => self.on_ground(device, input, &requirements, *task)?,
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

    /// Keeps the graph on the device while programs require the same of it.
    fn on_ground(&self, device: &Device, input: &Input, has: &[String], first: Task) -> Next {
        self.output.say(&Message::Step(Step::Preparing));
        let ground = match Ground::open(device, input) {
            Ok(ground) => ground,
            Err(error) => {
                self.output.fail(error);
                return self.next();
            }
        };
        let mut task = first;
        loop {
            self.compare(&ground, &task);
            task = match self.next()? {
                Request::Compare(task) if task.graph == input.name => *task,
                other => return Next::Continue(other),
            };
            if requirements(&task) != has {
                return Next::Continue(Request::Compare(Box::new(task)));
            }
        }
    }

    fn compare(&self, ground: &Ground<'_>, task: &Task) {
        self.output.say(&Message::Step(Step::Compiling));
        let candidates: Vec<Candidate> =
            task.options.iter().map(|options| candidate(task, options)).collect();
        let mut settings = task.settings.clone();
        settings.limits.watch = self.watch.clone();
        let mut tell = |event| {
            self.output.say(&match event {
                Event::Progress(progress) => Message::Step(Step::Comparing(progress)),
                Event::Found(found) => Message::Found(found),
            });
        };
        match compare_on(&candidates, ground, &settings, &mut tell) {
            Ok(comparison) => {
                // Where nothing compiles, the comparison does not know the name.
                let comparison = Comparison { program: task.program.clone(), ..comparison };
                self.output.say(&Message::Compared(Box::new(comparison)));
            }
            Err(error) => self.output.fail(error),
        }
    }
}

/// What the program requires of its graph, whatever the optimisations.
fn requirements(task: &Task) -> Vec<String> {
    let compilation = compile(&task.program, &task.text, &Options::default());
    compilation.map_or(vec![], |made| made.artefact.schedule.graph.requirements)
}

fn candidate(task: &Task, options: &Options) -> Candidate {
    let start = Instant::now();
    let artefact = match compile(&task.program, &task.text, options) {
        Ok(compilation) => Ok(compilation.artefact),
        Err(driver::Failure::Bug(message)) => Err(format!(
            "internal error in the compiler: {message}\n\
             help: this is a bug of igc; please report it with the program"
        )),
        Err(driver::Failure::Program(_)) => {
            Err("the program is wrong with these options only".into())
        }
    };
    let given_up = task.given_up.iter().find(|(lost, _)| lost == options);
    let had = task.had.iter().find(|(known, _)| known == options);
    Candidate {
        options: options.clone(),
        artefact,
        compile_time: start.elapsed(),
        given_up: given_up.map(|(_, failure)| failure.clone()),
        had: had.map_or(vec![], |(_, rounds)| rounds.clone()),
    }
}

/// Where the graph is kept that has what a program requires: one place for each set of requirements.
fn place(requirements: &[String]) -> usize {
    let all = GraphRequirement::ALL.iter().enumerate();
    let asked = all.filter(|(_, (name, _))| requirements.iter().any(|asked| asked == name));
    asked.map(|(bit, _)| 1 << bit).sum()
}

/// The graph with what a program requires of it.
fn with<'a>(
    made: &'a OnceCell<Input>,
    input: &'a Input,
    requirements: &[String],
) -> Result<&'a Input, crate::Error> {
    if requirements.is_empty() {
        return Ok(input);
    }
    if let Some(there) = made.get() {
        return Ok(there);
    }
    let new = input.clone().require(requirements)?;
    Ok(made.get_or_init(|| new))
}

fn summary(input: &Input) -> GraphSummary {
    let (nodes, edges) = (input.graph.nodes(), input.graph.edges());
    GraphSummary { name: input.name.clone(), nodes, edges }
}
