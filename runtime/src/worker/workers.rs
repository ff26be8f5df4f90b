//! Workers one after the other: a lost one is replaced, and what it was lost for is noted.

use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;

use super::process::{Lost, Worker};
use super::protocol::{DeviceFacts, Fault, Message, News, Request, Task};
use crate::bench::{Comparison, Failure, FailureKind};
use crate::device::{DeviceName, DeviceRequest};
use crate::report::GraphSummary;

/// A device, and a worker there whenever one is needed.
pub struct Workers {
    launch: Box<dyn Fn() -> Command + Send>,
    device: DeviceRequest,
    timeout: Duration,
    /// How long a worker may take until it is heard of, if there is a limit.
    arrival: Option<Duration>,
    current: Option<(Worker, DeviceName)>,
}

impl Workers {
    /// Workers that `launch` starts, on the device that is asked for. One of which nothing is
    /// heard for `timeout` is lost.
    pub fn new(
        launch: impl Fn() -> Command + Send + 'static,
        device: DeviceRequest,
        timeout: Duration,
    ) -> Workers {
        let launch = Box::new(launch);
        Workers { launch, device, timeout, arrival: Some(timeout), current: None }
    }

    /// The same, started by a command that may have to wait for a machine: it is waited for as long as it
    /// takes.
    pub fn that_may_queue(self) -> Workers {
        Workers { arrival: None, ..self }
    }

    /// The device.
    ///
    /// # Errors
    ///
    /// It cannot be opened, or no worker be started.
    pub fn device(&mut self) -> Result<DeviceName, Fault> {
        Ok(self.ready()?.1.clone())
    }

    /// Loads a graph, which stays until another one is needed.
    ///
    /// # Errors
    ///
    /// It cannot be had, or the worker is lost over it.
    pub fn load(
        &mut self,
        graph: &str,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<GraphSummary, Fault> {
        match self.ask(&Request::Load { graph: graph.to_string() }, on_news)?? {
            Message::Loaded(summary) => Ok(summary),
            other => Err(unexpected(&other)),
        }
    }

    /// Compares configurations. One that a worker is lost over fails with that as its reason, and the
    /// comparison begins anew with another worker, where the others are compared.
    ///
    /// # Errors
    ///
    /// What would keep every configuration from running, and the loss of a worker before it got to a
    /// configuration.
    pub fn compare(
        &mut self,
        mut task: Task,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<Comparison, Fault> {
        loop {
            let lost = match self.compare_once(&task, on_news)? {
                Ok(comparison) => return Ok(comparison),
                Err(Unanswered::Failed(fault)) => return Err(fault),
                Err(Unanswered::Lost(lost)) => lost,
            };
            let Some(options) = lost.options().cloned() else { return Err(lost.into()) };
            if task.given_up.iter().any(|(known, _)| *known == options) {
                return Err(lost.into());
            }
            task.given_up.push((options, lost.failure));
        }
    }

    /// Compares configurations, or loses a worker over one of them: what to do then is the caller's, who
    /// has heard what was found before.
    ///
    /// # Errors
    ///
    /// Outside: there is no worker to be had. Inside: why this one does not answer.
    pub fn compare_once(
        &mut self,
        task: &Task,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<Result<Comparison, Unanswered>, Fault> {
        match self.ask(&Request::Compare(Box::new(task.clone())), on_news)? {
            Ok(Message::Compared(comparison)) => Ok(Ok(*comparison)),
            Ok(other) => Err(unexpected(&other)),
            Err(unanswered) => Ok(Err(unanswered)),
        }
    }

    /// What is known of the device, and of the machine that it is in.
    ///
    /// # Errors
    ///
    /// There is no worker to be had, or it is lost.
    pub fn describe_device(&mut self) -> Result<DeviceFacts, Fault> {
        match self.ask(&Request::DescribeDevice, &mut |_| {})?? {
            Message::DeviceFacts(facts) => Ok(*facts),
            other => Err(unexpected(&other)),
        }
    }

    /// Facts about a graph by name, which is loaded and stays until another one is needed.
    ///
    /// # Errors
    ///
    /// As [`Workers::load`].
    pub fn describe_graph(&mut self, graph: &str) -> Result<BTreeMap<String, f64>, Fault> {
        match self.ask(&Request::DescribeGraph { graph: graph.to_string() }, &mut |_| {})?? {
            Message::GraphFacts(facts) => Ok(facts),
            other => Err(unexpected(&other)),
        }
    }

    /// Lets the worker go that there is: the next request is for a fresh one.
    pub fn dismiss(&mut self) {
        self.current = None;
    }

    /// Asks the worker that there is; without one, or where it ended before it was asked, a new one.
    fn ask(
        &mut self,
        request: &Request,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<Result<Message, Unanswered>, Fault> {
        let is_old = self.current.is_some();
        let mut answer = self.ready()?.0.ask(request, on_news);
        if is_old && answer.as_ref().is_err_and(|lost| lost.step.is_none()) {
            self.current = None;
            answer = self.ready()?.0.ask(request, on_news);
        }
        Ok(match answer {
            Ok(Message::Failed(fault)) => Err(Unanswered::Failed(fault)),
            Ok(message) => Ok(message),
            Err(lost) => {
                self.current = None;
                Err(Unanswered::Lost(lost))
            }
        })
    }

    /// A worker that has opened the device.
    fn ready(&mut self) -> Result<&mut (Worker, DeviceName), Fault> {
        let current = match self.current.take() {
            Some(current) => current,
            None => self.start()?,
        };
        Ok(self.current.insert(current))
    }

    fn start(&self) -> Result<(Worker, DeviceName), Fault> {
        let mut command = (self.launch)();
        let worker = Worker::start(&mut command, self.timeout, self.arrival);
        let mut worker = worker.map_err(|error| {
            let program = command.get_program().to_string_lossy();
            let reason = format!("a worker process cannot be started by `{program}`: {error}");
            Fault::from(Failure { kind: FailureKind::Input, reason })
        })?;
        let beat = (self.timeout / 8).clamp(Duration::from_millis(10), Duration::from_secs(1));
        let request = Request::Open { device: self.device.clone(), beat };
        match worker.ask(&request, &mut |_| {}) {
            Ok(Message::Opened(device)) => Ok((worker, device)),
            Ok(Message::Failed(fault)) => Err(fault),
            Ok(other) => Err(unexpected(&other)),
            Err(lost) => Err(lost.into()),
        }
    }
}

/// Why something that was asked was not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unanswered {
    /// The worker says so.
    Failed(Fault),
    /// The worker is gone.
    Lost(Lost),
}

impl From<Unanswered> for Fault {
    fn from(unanswered: Unanswered) -> Fault {
        match unanswered {
            Unanswered::Failed(fault) => fault,
            Unanswered::Lost(lost) => lost.into(),
        }
    }
}

fn unexpected(message: &Message) -> Fault {
    Fault::internal(&format!("a worker answered with {message:?}"))
}

#[cfg(all(test, unix))]
mod tests {
    use std::cell::Cell;

    use igc_compiler::options::Options;

    use super::*;
    use crate::bench::{Order, Progress, Settings};
    use crate::run::Limits;
    use crate::worker::protocol::{Life, Step};

    /// A line of JSON as a shell prints it.
    fn line(message: &Message) -> String {
        let json = serde_json::to_string(message).expect("it serialises");
        format!("printf '%s\\n' '{json}'\n")
    }

    /// Workers whose first is one script and whose others are another, each after it has opened.
    fn scripted(first: String, others: String, timeout: Duration) -> Workers {
        let device = DeviceName { name: "d".into(), driver: "e".into(), dialect: "f".into() };
        let open = format!("read request\n{}read request\n", line(&Message::Opened(device)));
        let started = Cell::new(0);
        let launch = move || {
            let script = if started.replace(started.get() + 1) == 0 { &first } else { &others };
            let mut command = Command::new("sh");
            command.args(["-c", &format!("{open}{script}")]);
            command
        };
        Workers::new(launch, DeviceRequest::default(), timeout)
    }

    fn options(list: &str) -> Options {
        Options::parse(list).expect("it is a configuration")
    }

    fn task() -> Task {
        Task {
            program: "program".into(),
            text: String::new(),
            options: vec![options("none"), options("wg")],
            given_up: vec![],
            had: vec![],
            graph: "chain:2".into(),
            settings: Settings {
                params: vec![],
                warmup: 0,
                repeat: 1,
                check: false,
                repeat_identical: false,
                limits: Limits::default(),
                order: Order::default(),
                budget: None,
            },
        }
    }

    fn running(list: &str) -> String {
        line(&Message::Step(Step::Comparing(Progress::Running(options(list)))))
    }

    /// An answer that shows whether `wg` was given up when the worker was asked.
    fn answer() -> String {
        let graph = GraphSummary { name: "chain:2".into(), nodes: 2, edges: 2 };
        let comparison = |program: &str| {
            line(&Message::Compared(Box::new(Comparison {
                program: program.into(),
                graph: graph.clone(),
                params: vec![],
                warmup: 0,
                repeat: 1,
                checked: false,
                configurations: vec![],
            })))
        };
        let (with, without) = (comparison("with wg"), comparison("without wg"));
        format!("case $request in *'\"given_up\":[]'*) {with};; *) {without};; esac\nread request")
    }

    #[test]
    fn the_configuration_that_ended_a_worker_is_given_up() {
        for last in
            ["kill -SEGV $$", "kill -KILL $$", "exit 137", "echo alas >&2; exit 3", "echo nonsense"]
        {
            let first = format!("{}{}{last}", running("none"), running("wg"));
            let mut workers = scripted(first, answer(), Duration::from_secs(20));
            let comparison = workers.compare(task(), &mut |_| {}).expect("it is done again");
            assert_eq!(comparison.program, "without wg", "{last}");
        }
        let hangs = format!("{}read request", running("wg"));
        let mut workers = scripted(hangs, answer(), Duration::from_millis(300));
        let comparison = workers.compare(task(), &mut |_| {}).expect("it is done again");
        assert_eq!(comparison.program, "without wg");
    }

    /// Where it is not known whose fault it was, or giving it up does not help.
    #[test]
    fn what_ends_every_worker_is_an_error() {
        let timeout = Duration::from_secs(20);
        let ends = "echo alas >&2; exit 3".to_string();
        let mut workers = scripted(ends.clone(), answer(), timeout);
        let fault = workers.compare(task(), &mut |_| {}).expect_err("nobody is to blame");
        assert_eq!(fault.failure.kind, FailureKind::Crashed);
        assert_eq!(fault.failure.reason, "its process ended with exit status: 3\nalas");
        let comparison = workers.compare(task(), &mut |_| {}).expect("there is another worker");
        assert_eq!(comparison.program, "with wg");
        let always = format!("{}{ends}", running("wg"));
        let mut workers = scripted(always.clone(), always, timeout);
        workers.compare(task(), &mut |_| {}).expect_err("it is tried once more only");
    }

    /// As when a thread of the driver crashes while nothing is asked.
    #[test]
    fn a_worker_that_ended_between_tasks_is_replaced() {
        let mut workers = scripted("exit 3".into(), answer(), Duration::from_secs(20));
        workers.device().expect("it opens");
        let comparison = workers.compare(task(), &mut |_| {}).expect("there is another worker");
        assert_eq!(comparison.program, "with wg");
    }

    #[test]
    fn a_worker_that_shows_life_is_waited_for() {
        let alive = line(&Message::Alive(Life::Works));
        let slow = format!("{alive}sleep 0.4\n{alive}sleep 0.4\n{alive}sleep 0.4\n{}", answer());
        let mut workers = scripted(slow, String::new(), Duration::from_millis(900));
        let comparison = workers.compare(task(), &mut |_| {}).expect("it is waited for");
        assert_eq!(comparison.program, "with wg");
    }

    /// As when a batch system has no machine at once: what it says then is on standard error.
    #[test]
    fn a_worker_that_queues_is_waited_for() {
        let timeout = Duration::from_millis(300);
        let queue = || {
            let script = scripted(String::new(), String::new(), timeout).launch;
            let launch = move || {
                let mut command = Command::new("sh");
                command.args(["-c", "sleep 1; exec \"$0\" \"$@\""]);
                let behind = script();
                command.arg(behind.get_program()).args(behind.get_args());
                command
            };
            Workers::new(launch, DeviceRequest::default(), timeout)
        };
        let fault = queue().device().expect_err("it is waited for in vain");
        assert_eq!(fault.failure.kind, FailureKind::Hung, "{fault:?}");
        queue().that_may_queue().device().expect("it is waited for");
    }

    /// What a runner says of the process that it has started.
    #[test]
    fn exit_statuses_tell_of_signals() {
        for (last, kind) in [
            ("exit 137", FailureKind::Killed),
            ("exit 143", FailureKind::Killed),
            ("kill -TERM $$", FailureKind::Killed),
            ("exit 139", FailureKind::Crashed),
            ("exit 9", FailureKind::Crashed),
        ] {
            let mut workers = scripted(last.into(), answer(), Duration::from_secs(20));
            let fault = workers.load("chain:2", &mut |_| {}).expect_err("it is gone");
            assert_eq!(fault.failure.kind, kind, "{last}: {fault:?}");
        }
    }

    #[test]
    fn what_cannot_be_started_is_an_error() {
        let launch = || Command::new("/nonexistent/igc");
        let fault = Workers::new(launch, DeviceRequest::default(), Duration::from_secs(1)).device();
        let fault = fault.expect_err("there is no such file");
        assert!(fault.failure.reason.contains("cannot be started"), "{fault:?}");
    }
}
