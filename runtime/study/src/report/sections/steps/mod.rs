//! Where does the time go, round by round? The supersteps of runs that were made to time them.
//!
//! A *round* here is one of a loop of `main` that contains no other: the rounds of an outer loop contain
//! those of the inner ones and would count their time twice. A loop that ran on the device as one kernel
//! (`oitergb`) has no rounds that the host could see.

mod drawn;
mod switching;

use std::collections::BTreeSet;

use igc_compiler::options::Options;
use igc_runtime::supersteps::{LoopKind, StepRecord};

use super::{Study, options_name};
use crate::dataset::{Recorded, Test};
use crate::report::model::{Exhibit, Section};
use crate::report::table::{Cell, Table, Value};
use crate::statistics;

/// How many tests are drawn where nobody says which.
const DRAWN: usize = 3;

/// A run, and the rounds of it that can be seen.
struct Rounds<'a> {
    run: &'a Recorded,
    options: &'a Options,
    steps: Vec<&'a StepRecord>,
}

impl<'a> Rounds<'a> {
    /// Of a run; `None` where it is not the first of its cell, or of a configuration that is not listed.
    fn of(study: &Study<'a>, run: &'a Recorded) -> Option<Rounds<'a>> {
        let options = study.dataset.configurations.get(run.cell.configuration)?;
        (run.repetition == 0).then(|| Rounds { run, options, steps: innermost(&run.steps) })
    }

    fn test(&self) -> Test {
        self.run.cell.test
    }

    /// The times, those that no clock shows left out.
    fn times(&self) -> impl Iterator<Item = f64> {
        self.steps.iter().map(|step| step.time).filter(|time| time.is_finite() && *time >= 0.0)
    }
}

/// The rounds that contain no other. They are in the order in which they ended, so that the last one of
/// those that a round contains comes directly before it, and began no earlier.
fn innermost(steps: &[StepRecord]) -> Vec<&StepRecord> {
    let before = std::iter::once(None).chain(steps.iter().map(Some));
    steps
        .iter()
        .zip(before)
        .filter(|(step, before)| {
            step.kind != LoopKind::Outlined && before.is_none_or(|before| before.start < step.start)
        })
        .map(|(step, _)| step)
        .collect()
}

/// The section; `None` where the study has timed no steps. `asked` are applications and inputs that are to
/// be drawn.
pub(super) fn section(study: &Study, asked: &[(String, String)]) -> Option<Section> {
    let runs: Vec<Rounds> =
        study.dataset.steps.iter().filter_map(|run| Rounds::of(study, run)).collect();
    if runs.is_empty() {
        return None;
    }
    let mut exhibits = vec![overview(study, &runs)];
    exhibits.extend(switching::exhibit(study, &runs));
    for (at, test) in choice(study, &runs, asked).into_iter().enumerate() {
        let of_test: Vec<&Rounds> = runs
            .iter()
            .filter(|rounds| rounds.test() == test && !rounds.steps.is_empty())
            .collect();
        exhibits.extend(drawn::exhibits(study, test, at + 1, &of_test));
    }
    Some(Section {
        id: "steps",
        title: "Where does the time go, round by round?",
        text: vec![
            "The total time of a run hides that a frontier of ten nodes and one of a million are different \
             problems. These runs were made beside those whose times are compared: the host waited for the \
             device at both ends of every round, so compare rounds with each other, not with other times."
                .into(),
            "Where the time follows the frontier and its edges, it is spent on work. Where it stays the same \
             over frontiers that are small, it is spent on launches, which oitergb saves. A configuration \
             that is best in some rounds and not in others is a reason to change it on the way."
                .into(),
        ],
        exhibits,
    })
}

/// A row for each test, and the numbers of all configurations.
fn overview(study: &Study, runs: &[Rounds]) -> Exhibit {
    let columns = [
        "application",
        "input",
        "chip",
        "configuration",
        "rounds",
        "all together",
        "median round",
        "longest round",
        "largest frontier",
        "edges of all frontiers",
        "by the edges of the input",
    ];
    let (mut table, mut numbers) = (Table::new(columns), Table::new(columns));
    let mut seen = BTreeSet::new();
    for rounds in runs {
        let cells = cells(study, rounds);
        if !rounds.steps.is_empty() && seen.insert(rounds.test()) {
            table.push(cells.clone());
        }
        numbers.push(cells);
    }
    table.fold(15, 5);
    let caption = "For each test the first configuration whose rounds can be seen; the numbers have all. Edges \
                   of a frontier are those that leave its items: where they come to more than the input has, \
                   work is done again.";
    Exhibit::table("steps-overview", "Rounds and frontiers of all tests", caption, table)
        .with_numbers(numbers)
}

fn cells(study: &Study, rounds: &Rounds) -> Vec<Cell> {
    let test = rounds.test();
    let some = |value: f64| match rounds.steps.is_empty() {
        true => Cell::from(Value::Missing),
        false => Value::Seconds(value).into(),
    };
    let frontiers = rounds.steps.iter().filter_map(|step| step.frontier);
    let edges = rounds.steps.iter().filter_map(|step| step.frontier_edges);
    let edges = edges.reduce(u64::saturating_add);
    let of_input = study.dataset.inputs.get(test.input).map(|input| input.edges as f64);
    let again = edges.zip(of_input).map(|(edges, all)| edges as f64 / all);
    vec![
        study.application(test.application).into(),
        study.input(test.input).into(),
        study.chip(test.chip).into(),
        options_name(rounds.options).into(),
        rounds.steps.len().into(),
        some(rounds.times().sum()),
        some(statistics::median(rounds.times())),
        some(rounds.times().fold(0.0, f64::max)),
        Cell::known(frontiers.max(), |most| Value::Count(most.into())),
        Cell::known(edges, Value::Count),
        Cell::known(again, Value::Ratio),
    ]
}

/// The tests that are drawn: those asked for; else those where the fastest configuration is most ahead of
/// the baseline, of different applications and inputs as far as there are such.
fn choice(study: &Study, runs: &[Rounds], asked: &[(String, String)]) -> Vec<Test> {
    // One round is no line, which is all right where somebody asks for it.
    let least = if asked.is_empty() { 2 } else { 1 };
    let mut tests: Vec<Test> =
        runs.iter().filter(|rounds| rounds.steps.len() >= least).map(Rounds::test).collect();
    tests.dedup();
    if !asked.is_empty() {
        tests.retain(|test| {
            let names = (study.application(test.application), study.input(test.input));
            asked.contains(&names)
        });
        return tests;
    }
    let gain = |test: &Test| {
        let (baseline, best) = (study.measurements.baseline(*test), study.measurements.best(*test));
        baseline.zip(best).map_or(0.0, |(baseline, (_, best))| baseline.mean / best.mean)
    };
    tests.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
    let mut drawn: Vec<Test> = vec![];
    for has_news_of_both in [true, false] {
        for test in &tests {
            let is_new_application =
                drawn.iter().all(|other| other.application != test.application);
            let is_new_input = drawn.iter().all(|other| other.input != test.input);
            let is_wanted = match has_news_of_both {
                true => is_new_application && is_new_input,
                false => is_new_application || is_new_input,
            };
            if is_wanted && drawn.len() < DRAWN {
                drawn.push(*test);
            }
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(loop_number: u32, start: f64, time: f64) -> StepRecord {
        StepRecord {
            repetition: 0,
            loop_number,
            kind: LoopKind::While,
            entry: 0,
            step: 0,
            rounds: 1,
            start,
            time,
            launches: 1,
            worklist: None,
            frontier: None,
            frontier_edges: None,
            discovered: None,
        }
    }

    /// Two rounds of an outer loop, the first with two inner ones, the second with none.
    #[test]
    fn no_time_counts_twice() {
        let steps = [step(1, 0.1, 1.0), step(1, 1.2, 1.0), step(0, 0.0, 3.0), step(0, 3.1, 0.5)];
        let starts: Vec<f64> = innermost(&steps).iter().map(|step| step.start).collect();
        assert_eq!(starts, [0.1, 1.2, 3.1]);
        let outlined = StepRecord { kind: LoopKind::Outlined, ..step(1, 0.1, 1.0) };
        assert!(innermost(&[outlined, step(0, 0.0, 3.0)]).is_empty());
    }
}
