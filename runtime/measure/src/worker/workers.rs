//! A series of workers. If a worker is lost, a new one replaces it, and the configuration that was
//! running does not run again.

use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;

use igc_runtime::backend::DeviceName;
use igc_runtime::devices::DeviceRequest;
use igc_runtime::report::GraphSummary;

use super::process::{Lost, STEP, Worker};
use super::protocol::{DeviceFacts, Fault, Message, News, PlanFacts, Request, Task};
use crate::comparison::{Comparison, Failure, FailureKind};

/// A device, with a worker on it whenever one is needed.
pub struct Workers {
    launch: Box<dyn Fn() -> Command + Send>,
    device: DeviceRequest,
    timeout: Duration,
    build_timeout: Duration,
    /// Maximum time until a new worker sends its first message, if there is a limit.
    arrival: Option<Duration>,
    current: Option<(Worker, DeviceName)>,
}

impl Workers {
    /// Creates the workers of a device, which `launch` starts. A worker that sends no message for
    /// `timeout` is lost.
    pub fn new(
        launch: impl Fn() -> Command + Send + 'static,
        device: DeviceRequest,
        timeout: Duration,
    ) -> Workers {
        let launch = Box::new(launch);
        let build_timeout = timeout.max(STEP);
        Workers { launch, device, timeout, build_timeout, arrival: Some(timeout), current: None }
    }

    /// Sets the maximum time for the driver to build the kernels of a configuration. By default, it
    /// is the timeout, and at least ten minutes.
    pub fn with_build_timeout(self, build_timeout: Duration) -> Workers {
        Workers { build_timeout, ..self }
    }

    /// Declares that the command which starts workers may have to queue for a machine. The first
    /// message of a worker may then take any time.
    pub fn that_may_queue(self) -> Workers {
        Workers { arrival: None, ..self }
    }

    /// Returns the name of the device.
    ///
    /// # Errors
    ///
    /// Returns an error if the device cannot be opened, or if no worker can be started.
    pub fn device(&mut self) -> Result<DeviceName, Fault> {
        Ok(self.ready()?.1.clone())
    }

    /// Loads a graph, which stays until another graph is needed.
    ///
    /// # Errors
    ///
    /// Returns an error if the graph cannot be loaded, or if the worker is lost.
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

    /// Compares configurations. If a worker is lost, its configuration fails with that reason, and
    /// a new worker repeats the comparison with the other configurations.
    ///
    /// # Errors
    ///
    /// Returns an error if no configuration can run, or if a worker is lost before it started a
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

    /// Compares configurations, and leaves it to the caller what to do if a worker is lost. The
    /// caller has received all earlier observations.
    ///
    /// # Errors
    ///
    /// The outer error means that no worker can be started. The inner error is the reason why this
    /// worker did not answer.
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

    /// Describes the device and its machine.
    ///
    /// # Errors
    ///
    /// Returns an error if no worker can be started, or if it is lost.
    pub fn describe_device(&mut self) -> Result<DeviceFacts, Fault> {
        match self.ask(&Request::DescribeDevice, &mut |_| {})?? {
            Message::DeviceFacts(facts) => Ok(*facts),
            other => Err(unexpected(&other)),
        }
    }

    /// Returns facts about a graph by name. The graph is loaded, and stays until another graph is
    /// needed.
    ///
    /// # Errors
    ///
    /// Returns an error as [`Workers::load`] does.
    pub fn describe_graph(&mut self, graph: &str) -> Result<BTreeMap<String, f64>, Fault> {
        match self.ask(&Request::DescribeGraph { graph: graph.to_string() }, &mut |_| {})?? {
            Message::GraphFacts(facts) => Ok(facts),
            other => Err(unexpected(&other)),
        }
    }

    /// Returns what the choice of a plan depends on, for the device and a graph. The graph is loaded, and stays until
    /// another graph is needed.
    ///
    /// # Errors
    ///
    /// Returns an error as [`Workers::load`] does.
    pub fn describe_for_plan(&mut self, graph: &str) -> Result<PlanFacts, Fault> {
        match self.ask(&Request::DescribeForPlan { graph: graph.to_string() }, &mut |_| {})?? {
            Message::PlanFacts(facts) => Ok(*facts),
            other => Err(unexpected(&other)),
        }
    }

    /// Ends the current worker, so that the next request starts a new one.
    pub fn dismiss(&mut self) {
        self.current = None;
    }

    /// Sends a request to the current worker, or to a new one if there is none or if it ended
    /// before the request.
    pub(super) fn ask(
        &mut self,
        request: &Request,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<Result<Message, Unanswered>, Fault> {
        let is_old = self.current.is_some();
        let mut answer = self.ready()?.0.ask(request, on_news);
        if is_old && answer.as_ref().is_err_and(|lost| lost.activity.is_none()) {
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

    /// Returns a worker that has opened the device.
    fn ready(&mut self) -> Result<&mut (Worker, DeviceName), Fault> {
        let current = match self.current.take() {
            Some(current) => current,
            None => self.start()?,
        };
        Ok(self.current.insert(current))
    }

    fn start(&self) -> Result<(Worker, DeviceName), Fault> {
        let mut command = (self.launch)();
        let worker = Worker::start(&mut command, self.timeout, self.build_timeout, self.arrival);
        let mut worker = worker.map_err(|error| {
            let program = command.get_program().to_string_lossy();
            let reason = format!("a worker process cannot be started by `{program}`: {error}");
            Fault::from(Failure::new(FailureKind::Input, reason))
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

/// The reason why a request was not fulfilled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unanswered {
    /// The worker reported a fault.
    Failed(Fault),
    /// The worker ended or was killed.
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

pub(super) fn unexpected(message: &Message) -> Fault {
    Fault::internal(&format!("a worker answered with {message:?}"))
}

#[cfg(all(test, unix))]
pub(super) mod tests {
    use std::cell::Cell;

    use igc_compiler::configuration::Configuration;

    use super::*;
    use crate::comparison::{Progress, Settings};
    use crate::primitives::{Primitive, PrimitiveConfiguration, PrimitiveJob, PrimitiveOutcome};
    use crate::worker::protocol::{Activity, Life};

    /// Prints a message as a line of JSON, in a shell.
    pub fn line(message: &Message) -> String {
        let json = serde_json::to_string(message).expect("it serialises");
        format!("printf '%s\\n' '{json}'\n")
    }

    /// Creates workers that are shell scripts: one script for the first worker, and another one for
    /// all later workers. Each script runs after the device is open.
    pub fn scripted(first: String, others: String, timeout: Duration) -> Workers {
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

    fn options(list: &str) -> Configuration {
        Configuration::parse(list).expect("it is a configuration")
    }

    fn task() -> Task {
        Task {
            program: "program".into(),
            text: String::new(),
            options: vec![options("none"), options("wg")],
            given_up: vec![],
            completed: vec![],
            graph: "chain:2".into(),
            settings: Settings { warmup: 0, repeat: 1, check: false, ..Settings::default() },
        }
    }

    fn running(list: &str) -> String {
        line(&Message::Activity(Activity::Comparing(Progress::Running(options(list)))))
    }

    /// An answer that shows whether `wg` was given up in the request.
    fn answer() -> String {
        let graph = GraphSummary { name: "chain:2".into(), nodes: 2, edges: 2 };
        let comparison = |program: &str| {
            line(&Message::Compared(Box::new(Comparison {
                program: program.into(),
                graph: graph.clone(),
                reorder: None,
                params: vec![],
                warmup: 0,
                repeat: 1,
                checked: false,
                unchecked: None,
                compared: false,
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

    /// The worker fails before it names a configuration, or fails again without it.
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

    #[test]
    fn the_configuration_of_a_primitive_that_ended_a_worker_fails() {
        let primitive = Primitive::Copy;
        let [one, other] =
            [false, true].map(|gpu| PrimitiveConfiguration::usual(primitive, gpu, false));
        let tuning = |one| line(&Message::Activity(Activity::Tuning(primitive, one)));
        let first = format!("{}{}kill -SEGV $$", tuning(one), tuning(other));
        let answer = line(&Message::Primitives(vec![PrimitiveOutcome::Wrong(7)]));
        let mut workers = scripted(first, answer, Duration::from_secs(20));
        let configurations = vec![one, other];
        let job = PrimitiveJob { primitive, elements: None, configurations, runs: 1 };
        let outcomes = workers.measure_primitives(&job).expect("the other one is measured");
        assert_eq!(outcomes[0], PrimitiveOutcome::Wrong(7));
        let PrimitiveOutcome::Failed(reason) = &outcomes[1] else { panic!("{outcomes:?}") };
        assert!(reason.contains("while it built or ran the primitive"), "{reason}");
    }

    /// A thread of the driver may crash while there is no request.
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

    /// A build shows signs of life, but it does not run.
    #[test]
    fn a_build_has_its_own_time_limit() {
        let alive = line(&Message::Alive(Life::Works));
        let building =
            line(&Message::Activity(Activity::Comparing(Progress::Building(options("wg")))));
        let slow = format!("{building}{}", format!("{alive}sleep 0.2\n").repeat(50));
        let timeout = Duration::from_secs(20);
        let workers = scripted(slow, answer(), timeout);
        let mut workers = workers.with_build_timeout(Duration::from_millis(300));
        let lost = workers.compare_once(&task(), &mut |_| {}).expect("a worker starts");
        let Err(Unanswered::Lost(lost)) = lost else { panic!("it is given up") };
        assert_eq!(lost.failure.kind, FailureKind::Hung);
        assert!(lost.failure.reason.contains("has not built the kernels"), "{lost:?}");
    }

    /// A batch system may have no free machine at first. It then prints messages on standard error.
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

    /// The exit status of a command such as srun shows how the process that it started has ended.
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
        let folder = tempfile::tempdir().expect("there is room");
        let missing = folder.path().join("missing");
        let launch = move || Command::new(&missing);
        let fault = Workers::new(launch, DeviceRequest::default(), Duration::from_secs(1)).device();
        let fault = fault.expect_err("there is no such file");
        assert!(fault.failure.reason.contains("cannot be started"), "{fault:?}");
    }
}
