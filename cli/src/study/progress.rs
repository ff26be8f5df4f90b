//! The progress of a study: a bar on a terminal, otherwise a line for each test.

use std::time::Instant;

use igc_compiler::configuration::Configuration;
use igc_measure::comparison::Failure;
use igc_study::sweep::Event;
use indicatif::{HumanDuration, ProgressBar};

use crate::message;
use crate::output::{bar, builds_bar, grouped, time, time_left};
use crate::worker::words;

/// Shows the progress of a study on one device.
pub struct Progress {
    device: String,
    bar: ProgressBar,
    start: Instant,
    runs: usize,
    done: usize,
    test: Test,
}

/// The test that is being measured.
struct Test {
    name: String,
    start: Instant,
    runs: usize,
    failures: usize,
    /// Number of configurations whose steps were timed.
    recorded: usize,
    /// The reasons why the steps of other configurations could not be timed, each once.
    no_steps: Vec<String>,
}

impl Test {
    fn new(name: String) -> Test {
        let start = Instant::now();
        Test { name, start, runs: 0, failures: 0, recorded: 0, no_steps: vec![] }
    }
}

impl Progress {
    /// Returns the progress before the first event.
    pub fn new(device: &str) -> Progress {
        let start = Instant::now();
        let test = Test::new(String::new());
        Progress {
            device: device.into(),
            bar: ProgressBar::hidden(),
            start,
            runs: 0,
            done: 0,
            test,
        }
    }

    /// Removes the bar.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// Updates the bar or prints a line for an event.
    pub fn hear(&mut self, event: &Event<'_>) {
        match event {
            Event::Builds { programs } => self.bar = builds_bar(*programs),
            Event::Built { programs } => self.bar.inc(*programs as u64),
            Event::Begins { runs } => {
                self.bar.finish_and_clear();
                (self.runs, self.start) = (*runs, Instant::now());
                self.bar = bar(*runs);
            }
            Event::Describes { graph } => self.bar.set_message(format!("describing {graph}")),
            Event::NoGraph { graph, fault } => {
                self.say(&format!("error: graph {graph}: {}", fault.failure.reason));
            }
            Event::Test { application, graph, left } => {
                let name = format!("{application} on {graph} on {}", self.device);
                self.bar.set_message(format!("{name}: {} configurations", left.len()));
                self.test = Test::new(name);
            }
            Event::Activity(activity) => {
                if let Some(words) = words(activity) {
                    self.bar.set_message(format!("{}: {words}", self.test.name));
                }
            }
            Event::Run => self.advance(1),
            Event::Records { configurations } => {
                let name = &self.test.name;
                self.bar
                    .set_message(format!("{name}: the steps of {configurations} configurations"));
            }
            Event::Recorded => self.test.recorded += 1,
            Event::NoSteps { options, failure } => self.no_steps(options, failure),
            Event::Anew { runs } => {
                self.done = self.done.saturating_sub(*runs);
                self.test.runs = self.test.runs.saturating_sub(*runs);
                self.bar.set_position(self.done as u64);
            }
            Event::Failed { options, failure, runs } => {
                let reason = failure.reason.lines().next().unwrap_or_default();
                self.say(&format!("{} --opts {options} failed: {reason}", self.test.name));
                self.test.failures += 1;
                self.done += runs;
                self.bar.set_position(self.done as u64);
            }
            Event::Killed { failure } => {
                let reason = failure.reason.lines().next().unwrap_or_default();
                self.say(&format!("{}: {reason}; igc tries it once more", self.test.name));
            }
            Event::NoTest { fault } => {
                self.say(&format!("error: {}: {}", self.test.name, fault.failure.reason));
            }
            Event::TestDone { left } => self.test_done(*left),
        }
    }

    /// Prints why the steps of a configuration could not be timed. Usually, all configurations of a
    /// test have the same reason, so each reason is printed once.
    fn no_steps(&mut self, options: &Configuration, failure: &Failure) {
        let reason = failure.reason.lines().next().unwrap_or_default().to_string();
        if !self.test.no_steps.contains(&reason) {
            self.say(&format!("{} --opts {options}: steps not timed: {reason}", self.test.name));
            self.test.no_steps.push(reason);
        }
    }

    fn advance(&mut self, runs: usize) {
        self.done += runs;
        self.test.runs += runs;
        self.bar.set_position(self.done as u64);
    }

    /// Prints a line for a finished test if there is no bar.
    fn test_done(&self, left: usize) {
        if !self.bar.is_hidden() {
            return;
        }
        let Test { name, start, runs, failures, recorded, .. } = &self.test;
        let mut line = format!("{name}: {} runs", grouped(*runs as u64));
        if *failures > 0 {
            line.push_str(&format!(", {} failures", grouped(*failures as u64)));
        }
        if *recorded > 0 {
            line.push_str(&format!(", steps of {} configurations", grouped(*recorded as u64)));
        }
        if left > 0 {
            line.push_str(&format!(", {} runs left for a later call", grouped(left as u64)));
        }
        line.push_str(&format!(" in {}", time(start.elapsed().as_secs_f64())));
        let (done, all) = (grouped(self.done as u64), grouped(self.runs as u64));
        line.push_str(&format!("; {done} of {all}"));
        let elapsed = self.start.elapsed();
        if let Some(left) = time_left(self.done as u64, self.runs as u64, elapsed) {
            line.push_str(&format!(", about {} left", HumanDuration(left)));
        }
        message::say(line);
    }

    fn say(&self, line: &str) {
        self.bar.suspend(|| message::say(line));
    }
}
