//! The progress of `igc tune` on standard error: a table that is redrawn on a terminal, and otherwise a line for each
//! plan that has started, failed or stopped.

use std::time::{Duration, Instant};

use igc::race::Runner;
use igc_compiler::diagnostics::visible;
use indicatif::{ProgressBar, ProgressStyle};

use super::table::{reason, standing, table};
use crate::message;
use crate::output::{spinner, time};

/// Shortest time between two tables. Drawing takes a processor, while the other process measures.
const BETWEEN: Duration = Duration::from_millis(250);

/// Most lines of the table on a terminal.
const MOST_LINES: usize = 16;

/// The progress.
pub struct Screen {
    name: String,
    budget: Duration,
    bar: ProgressBar,
    start: Instant,
    last: Option<Instant>,
}

impl Screen {
    /// Starts to show the progress of a program on a graph.
    pub fn new(program: &str, graph: &str, budget: Duration) -> Screen {
        let name = visible::name(&format!("{program} on {graph}")).into_owned();
        let bar = spinner(&format!("{name}: opening the device and loading the graph"));
        if bar.is_hidden() {
            message::say(format_args!(
                "{name}: measuring plans for at most {} s",
                budget.as_secs()
            ));
        }
        Screen { name, budget, bar, start: Instant::now(), last: None }
    }

    /// Draws the table on a terminal, unless it was drawn just now.
    pub fn draw(&mut self, runners: &[Runner], current: Option<usize>) {
        let is_new = self.last.is_some_and(|last| last.elapsed() < BETWEEN);
        if self.bar.is_hidden() || runners.is_empty() || is_new {
            return;
        }
        if self.last.is_none() {
            self.start = Instant::now();
            let style = ProgressStyle::with_template("{msg}\n{spinner} {prefix} {elapsed}");
            self.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            self.bar.reset_elapsed();
        }
        self.last = Some(Instant::now());
        let table = table(runners, current, false);
        let lines: Vec<&str> = table.lines().take(MOST_LINES).collect();
        let (name, seconds) = (&self.name, self.budget.as_secs());
        self.bar.set_message(visible::text(&lines.join("\n")).into_owned());
        self.bar.set_prefix(format!("{name}: at most {seconds} s, Ctrl-C keeps the best plan;"));
    }

    /// Prints a line for a plan with a new standing, unless a table is drawn.
    pub fn changed(&self, before: &Runner, runners: &[Runner], at: usize) {
        let runner = &runners[at];
        let is_first = before.median().is_none() && runner.median().is_some();
        let is_news = is_first || before.standing != runner.standing;
        if !self.bar.is_hidden() || !is_news {
            return;
        }
        let median = runner.median().map(|median| format!(" {},", time(median)));
        let median = median.unwrap_or_default();
        let checked = if runner.is_checked { ", checked" } else { "" };
        let word = match standing(runners, at) {
            "tie" => "racing",
            "best" => "best so far",
            word => word,
        };
        let reason = reason(runners, at).map(|reason| format!(": {reason}")).unwrap_or_default();
        let seconds = self.start.elapsed().as_secs();
        message::say(format_args!(
            "{seconds:>4} s  {}:{median} {word}{checked}{reason}",
            runner.plan
        ));
    }

    /// Removes the table from the terminal.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Ends the progress.
    pub fn end(&self) {
        self.clear();
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.clear();
    }
}
