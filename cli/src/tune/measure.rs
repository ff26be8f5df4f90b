//! Measures the plans of one program. If a plan ends the process in which plans run, the others go on in a new one.

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use igc::race::{Event, Runner, Standing, best};

use super::interrupt;
use super::others::{Meter, Others};
use super::process::Child;
use super::protocol::{Message, RaceRequest, Ready};
use super::screen::Screen;
use crate::args::tune::TuneArguments;
use crate::failed::Failed;
use crate::message;
use crate::output::fail;

/// Longest time after which a signal is noticed.
const LOOK: Duration = Duration::from_millis(50);

/// How a measurement ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The race is over.
    Finished,
    /// A signal has ended it.
    Interrupted,
    /// The program does not fit the graph or the arguments. Other programs may.
    Failed(Failed),
}

/// The plans of one program, and their times.
pub struct Measured {
    /// The device, and facts about the graph. `None` if a signal has arrived before they were known.
    pub ready: Option<Ready>,
    /// The plans.
    pub runners: Vec<Runner>,
    /// How the measurement ended.
    pub end: End,
    /// How long it took, without the time to load the graph.
    pub time: Duration,
    /// What other processes used meanwhile, if the system tells.
    pub others: Option<Others>,
}

/// A measurement.
struct Measurement<'a> {
    arguments: &'a TuneArguments,
    program: usize,
    screen: Screen,
    ready: Option<Ready>,
    runners: Vec<Runner>,
    /// The plan that runs.
    current: Option<usize>,
    start: Option<Instant>,
    meter: Option<Meter>,
}

/// Measures the plans of the program at this position of the arguments. `child` is a process that has run other plans.
///
/// # Errors
///
/// Returns an error if the graph or the device does not exist, or if a process ends before a plan runs.
pub fn measure(
    arguments: &TuneArguments,
    program: usize,
    child: &mut Option<Child>,
) -> Result<Measured, Failed> {
    let name = arguments.files[program].to_string_lossy();
    let screen = Screen::new(&name, arguments.spec(), arguments.budget);
    let (ready, runners, current, start) = (None, vec![], None, None);
    let mut this =
        Measurement { arguments, program, screen, ready, runners, current, start, meter: None };
    let end = loop {
        let mut process = child.take().map_or_else(Child::start, Ok)?;
        process.send(&this.order());
        match this.follow(&process)? {
            Followed::Finished => {
                let words = process.words();
                if !words.is_empty() {
                    message::relay(&words);
                }
                *child = Some(process);
                break End::Finished;
            }
            Followed::Interrupted => {
                process.end();
                break End::Interrupted;
            }
            Followed::Failed(failed) => {
                message::relay(&process.end().1);
                match best(&this.runners) {
                    Some(_) => break End::Finished,
                    None if this.ready.is_some() => break End::Failed(failed),
                    None => return Err(failed),
                }
            }
            Followed::Lost => {
                let goes_on = this.lose(process)?;
                if !goes_on || !this.runners.iter().any(is_left) {
                    break End::Finished;
                }
            }
        }
    };
    this.screen.end();
    let Measurement { ready, runners, start, meter, .. } = this;
    let time = start.map_or(Duration::ZERO, |start| start.elapsed());
    let others = meter.and_then(|meter| meter.end(child.as_ref().map(Child::id)));
    Ok(Measured { ready, runners, end, time, others })
}

/// Returns whether a plan takes part in the rest of the race.
fn is_left(runner: &Runner) -> bool {
    matches!(runner.standing, Standing::Waiting | Standing::Racing)
}

/// How the messages of a child ended.
enum Followed {
    Finished,
    Interrupted,
    Failed(Failed),
    Lost,
}

impl Measurement<'_> {
    /// Returns the order for the next child.
    fn order(&self) -> RaceRequest {
        let spent = self.start.map_or(Duration::ZERO, |start| start.elapsed());
        let seconds = self.arguments.budget.saturating_sub(spent).as_secs_f64();
        RaceRequest { program: self.program, runners: self.runners.clone(), seconds }
    }

    /// Receives the messages of a child.
    fn follow(&mut self, child: &Child) -> Result<Followed, Failed> {
        loop {
            if interrupt::has_come() {
                self.screen.clear();
                return Ok(Followed::Interrupted);
            }
            match child.listen(LOOK) {
                Ok(Message::Ready(ready)) => self.begin(ready, child.id()),
                Ok(Message::Event { event, runner }) => self.hear(event, runner),
                Ok(Message::Done { runners }) => {
                    self.runners = runners;
                    self.current = None;
                    return Ok(Followed::Finished);
                }
                Ok(Message::Failed(failed)) => {
                    self.screen.clear();
                    return Ok(Followed::Failed(failed));
                }
                Err(RecvTimeoutError::Timeout) => self.screen.draw(&self.runners, self.current),
                Err(RecvTimeoutError::Disconnected) => return Ok(Followed::Lost),
            }
        }
    }

    fn begin(&mut self, ready: Ready, child: u32) {
        if self.runners.is_empty() {
            self.runners.clone_from(&ready.runners);
        }
        if self.start.is_none() {
            self.start = Some(Instant::now());
            self.meter = Meter::start(child);
        }
        self.ready = Some(ready);
        self.screen.draw(&self.runners, None);
    }

    fn hear(&mut self, event: Event, runner: Runner) {
        let (Event::Starting(at) | Event::Running(at, _) | Event::Changed(at)) = event;
        let Some(known) = self.runners.get_mut(at) else { return };
        let before = std::mem::replace(known, runner);
        self.current = match event {
            Event::Changed(_) => None,
            _ => Some(at),
        };
        if matches!(event, Event::Changed(_)) {
            self.screen.changed(&before, &self.runners, at);
        }
        self.screen.draw(&self.runners, self.current);
    }

    /// Notes the end of a child as the failure of the plan that ran. Returns whether the other plans go on.
    fn lose(&mut self, child: Child) -> Result<bool, Failed> {
        let (reason, words) = child.end();
        let Some(at) = self.current.take() else {
            self.screen.clear();
            message::relay(&words);
            let reason = format!("the process for the plans has ended between two plans: {reason}");
            if best(&self.runners).is_none() {
                return fail(Failed::Device, reason);
            }
            message::say(format_args!("note: {reason}"));
            return Ok(false);
        };
        let before = self.runners[at].clone();
        self.runners[at].standing = Standing::Failed(reason);
        self.screen.changed(&before, &self.runners, at);
        Ok(true)
    }
}
