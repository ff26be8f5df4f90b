//! The progress of a comparison on standard error: a line for each configuration that is ready, with
//! the time of its first run, and the fastest configuration so far after some of the rounds.
//!
//! The table exists only after the last round. If the user ends a long comparison before that, the
//! lines are its result.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use igc_compiler::diagnostics::visible;
use igc_measure::comparison::{Observation, Preparation, Progress as Next};
use igc_measure::statistics::median;
use igc_measure::worker::{Activity, News};
use indicatif::{HumanDuration, ProgressBar};

use super::table::{factor, named};
use crate::message;
use crate::output::{grouped, spinner, time, time_left};
use crate::worker;

/// Minimum time between two lines about rounds, if standard error is not a terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(5);

/// Minimum time between two computations of the fastest configuration, on a terminal. They use a
/// processor while the other process measures.
const BETWEEN_CHANGES: Duration = Duration::from_secs(1);

/// The progress of one comparison.
pub struct Progress {
    /// The program and the graph.
    place: String,
    spinner: ProgressBar,
    /// Number of configurations.
    configurations: usize,
    /// Number of configurations whose preparation has started.
    begun: usize,
    /// Whether the comparison has started before, with a process that was lost.
    is_repeated: bool,
    /// The configurations that are prepared, in order, and how each one was prepared.
    prepared: Vec<(String, String)>,
    /// What already has a line.
    shown: Vec<String>,
    /// The configurations that are identical to an earlier one, by the earlier one.
    same: BTreeMap<String, Vec<String>>,
    /// The times of the timed runs of each configuration.
    times: Vec<(String, Vec<f64>)>,
    /// Start of the rounds.
    start: Instant,
    /// The fastest configuration so far, when it was last computed.
    fastest: Option<String>,
    /// Time of that computation.
    last: Instant,
}

impl Progress {
    /// Prints what is compared, and returns its progress.
    pub fn new(program: &str, graph: &str, configurations: usize) -> Progress {
        let place = visible::name(&format!("{program} on {graph}")).into_owned();
        let noun = if configurations == 1 { "configuration" } else { "configurations" };
        let count = grouped(configurations as u64);
        message::say(format_args!("{place}: {count} {noun}"));
        let now = Instant::now();
        Progress {
            spinner: spinner(&place),
            place,
            configurations,
            begun: 0,
            is_repeated: false,
            prepared: vec![],
            shown: vec![],
            same: BTreeMap::new(),
            times: vec![],
            start: now,
            fastest: None,
            last: now,
        }
    }

    /// Removes the line that changes.
    pub fn end(&self) {
        self.spinner.finish_and_clear();
    }

    /// Prints lines and updates the line that changes.
    pub fn hear(&mut self, news: News<'_>) {
        match news {
            News::Activity(activity) => self.activity(activity),
            News::Observation(observation) => self.observe(observation),
            News::Measured(_) => {}
        }
    }

    fn activity(&mut self, activity: &Activity) {
        match activity {
            Activity::Compiling => self.begin(),
            Activity::Comparing(Next::Building(_)) => self.begun += 1,
            Activity::Comparing(Next::Round(round, of)) => return self.round(*round, *of),
            _ => {}
        }
        let Some(words) = worker::words(activity) else { return };
        let count = match activity {
            Activity::Comparing(Next::Building(_) | Next::WarmingUp(_)) => {
                format!(" ({} of {})", self.begun, self.configurations)
            }
            _ => String::new(),
        };
        self.spinner.set_message(format!("{}: {words}{count}", self.place));
    }

    /// Notes that a worker starts the comparison.
    fn begin(&mut self) {
        if self.is_repeated {
            self.line(
                "the comparison starts again in a new process, because the last one was lost",
            );
        }
        self.is_repeated = true;
        self.begun = 0;
        self.prepared.clear();
        self.same.clear();
        self.times.clear();
    }

    fn observe(&mut self, observation: &Observation) {
        match observation {
            Observation::Ready { options, preparation } => {
                self.prepared.push((options.to_string(), prepared(preparation)));
            }
            Observation::FirstRun { options, seconds, is_judged } => {
                self.first_run(&options.to_string(), *seconds, *is_judged);
            }
            Observation::Same { options, same_as } => {
                self.same.entry(same_as.to_string()).or_default().push(options.to_string());
            }
            Observation::Failed { options, failure } => {
                let reason = failure.reason.lines().next().unwrap_or_default();
                let options = options.to_string();
                self.times.retain(|(known, _)| *known != options);
                self.line_of(&format!("{options} failed"), &format!("{options}: failed: {reason}"));
            }
            Observation::Timed { options, sample, .. }
            | Observation::Recorded { options, sample, .. } => {
                let options = options.to_string();
                match self.times.iter_mut().find(|(known, _)| *known == options) {
                    Some((_, times)) => times.push(sample.compute),
                    None => self.times.push((options, vec![sample.compute])),
                }
            }
            Observation::Restarted => {
                self.times.clear();
                self.line("all rounds start again, because a program needed more memory");
            }
            Observation::Accepted { .. } => {}
        }
    }

    fn first_run(&mut self, options: &str, seconds: f64, is_judged: bool) {
        let checked = if is_judged { "result checked" } else { "result not checked" };
        let prepared = self.prepared.iter().find(|(known, _)| known == options);
        let prepared = prepared.map_or("", |(_, prepared)| prepared);
        let line = format!("{options}: {prepared}first run {}, {checked}", time(seconds));
        self.line_of(options, &line);
    }

    /// Shows that a round starts, and the fastest configuration in the rounds before it.
    fn round(&mut self, round: u32, of: u32) {
        if round == 1 {
            self.say_same();
            (self.start, self.fastest, self.last) = (Instant::now(), None, Instant::now());
        }
        let is_terminal = !self.spinner.is_hidden();
        let interval = if is_terminal { BETWEEN_CHANGES } else { BETWEEN_LINES };
        let is_due = self.last.elapsed() >= interval;
        if is_due {
            (self.fastest, self.last) = (self.standing(), Instant::now());
        }
        let left = time_left(u64::from(round - 1), u64::from(of), self.start.elapsed());
        let left = left.map(|left| format!(", about {} left", HumanDuration(left)));
        let left = left.unwrap_or_default();
        let so_far = self.fastest.as_ref().map(|fastest| format!("; fastest so far: {fastest}"));
        let so_far = so_far.unwrap_or_default();
        self.spinner.set_message(format!("{}: round {round} of {of}{so_far}{left}", self.place));
        if is_due && !is_terminal && round > 1 {
            self.line(&format!("{} of {of} rounds{so_far}{left}", round - 1));
        }
    }

    /// Names the configuration with the shortest median so far, and compares it with the first one
    /// that was prepared. This is a first impression: the runs that choose it also give its time.
    fn standing(&self) -> Option<String> {
        let middle = |times: &[f64]| median(times.iter().copied());
        let medians = self.times.iter().map(|(options, times)| (options, middle(times)));
        let (fastest, least) = medians.min_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let first = self.prepared.iter().find_map(|(first, _)| {
            let of_first = self.times.iter().find(|(options, _)| options == first)?;
            Some((first, middle(&of_first.1)))
        });
        let ratio = match first {
            Some((first, of_first)) if first != fastest => {
                format!(", {} times {first}", factor(least / of_first))
            }
            _ => String::new(),
        };
        Some(format!("{fastest}, {}{ratio}", time(least)))
    }

    /// Prints which configurations are identical to others.
    fn say_same(&mut self) {
        for (other, same) in std::mem::take(&mut self.same) {
            let are = if same.len() == 1 { "is" } else { "are" };
            let line = format!("{} {are} the same code as {other}", named(&same));
            self.line_of(&format!("same as {other}"), &line);
        }
    }

    /// Prints a line about a configuration, unless it has one from before the comparison started
    /// again.
    fn line_of(&mut self, what: &str, line: &str) {
        if !self.shown.iter().any(|shown| shown == what) {
            self.shown.push(what.to_string());
            self.line(line);
        }
    }

    fn line(&self, line: &str) {
        self.spinner.suspend(|| message::say(format_args!("  {line}")));
    }
}

/// Describes how the kernels of a configuration were built, as the start of a sentence. The
/// interpreter builds nothing.
fn prepared(preparation: &Preparation) -> String {
    match preparation.geometry {
        None => String::new(),
        Some(_) if preparation.build_cached => "kernels cached, ".into(),
        Some(_) => format!("kernels built in {}, ", time(preparation.build)),
    }
}
