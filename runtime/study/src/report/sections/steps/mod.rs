//! The section "Where is the time spent, round by round?": the supersteps of the runs that timed
//! them.
//!
//! A *round* in this section is a round of an innermost loop of `main`. The time of a round of an
//! outer loop contains that of the inner loops, so it would count twice. A loop that ran on the
//! device as one kernel (`oitergb`) has no rounds that the host can observe.

mod drawn;
mod switching;

use std::collections::BTreeSet;

use igc_compiler::configuration::Configuration;
use igc_runtime::supersteps::StepRecord;

use super::{Study, options_name};
use crate::dataset::{Recorded, Test};
use crate::report::model::{Exhibit, Section};
use crate::report::table::{Cell, Table, Value};
use crate::statistics;
use crate::steps::innermost;

/// Number of tests that are drawn if the user does not select tests.
const DRAWN: usize = 3;

/// A run with its observable rounds.
struct Rounds<'a> {
    run: &'a Recorded,
    options: &'a Configuration,
    steps: Vec<&'a StepRecord>,
}

impl<'a> Rounds<'a> {
    /// Returns the rounds of a run. Returns `None` if it is not the first run of its cell, or if
    /// its configuration is not listed.
    fn of(study: &Study<'a>, run: &'a Recorded) -> Option<Rounds<'a>> {
        let options = study.dataset.configurations.get(run.cell.configuration)?;
        (run.repetition == 0).then(|| Rounds { run, options, steps: innermost(&run.steps) })
    }

    fn test(&self) -> Test {
        self.run.cell.test
    }

    /// The times of the rounds, without implausible values.
    fn times(&self) -> impl Iterator<Item = f64> {
        self.steps.iter().map(|step| step.time).filter(|time| time.is_finite() && *time >= 0.0)
    }
}

/// Writes the section. Returns `None` if the study has not timed steps. `asked` lists the
/// applications and inputs to draw.
pub(super) fn section(study: &Study, asked: &[(String, String)]) -> Option<Section> {
    let runs: Vec<Rounds> =
        study.dataset.steps.iter().filter_map(|run| Rounds::of(study, run)).collect();
    if runs.is_empty() {
        return None;
    }
    let mut exhibits = vec![overview(study, &runs)];
    exhibits.extend(switching::exhibit(study, &runs));
    for (at, test) in tests_to_draw(study, &runs, asked).into_iter().enumerate() {
        let of_test: Vec<&Rounds> = runs
            .iter()
            .filter(|rounds| rounds.test() == test && !rounds.steps.is_empty())
            .collect();
        exhibits.extend(drawn::exhibits(study, test, at + 1, &of_test));
    }
    Some(Section {
        id: "steps",
        title: "Where is the time spent, round by round?",
        text: vec![
            "This section answers which rounds of the loops in main take the time. The total time \
             of a run hides this: a frontier of ten nodes and a frontier of a million nodes are \
             different problems."
                .into(),
            "The rounds were timed in separate runs. In these runs, the host waited for the device \
             before and after every round, so compare rounds with each other, but not with other \
             times. Of nested loops, only the innermost rounds count. A loop that runs on the \
             device as one kernel (oitergb) has no rounds that the host can observe."
                .into(),
            "If the time of a round follows the size of its frontier and its edges, the time is \
             spent on work. If it is constant over small frontiers, it is spent on launches, which \
             oitergb saves. If a configuration is the fastest in some rounds only, switching \
             between configurations during a run may pay."
                .into(),
        ],
        exhibits,
    })
}

/// Returns a table with a row for each test. The CSV contains all configurations.
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
        "arcs of all frontiers",
        "by the arcs of the input",
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
    let table = table.with_headings([
        ("all together", "time of all rounds"),
        ("arcs of all frontiers", "edges of all frontiers"),
        ("by the arcs of the input", "divided by edges of the input"),
    ]);
    let caption = "One row for each test: the first configuration whose rounds the host can \
                   observe. The CSV has a row for each configuration. “edges of all frontiers” is \
                   the number of edges that leave the items of the frontiers, summed over all \
                   rounds. The last column divides it by the number of edges of the input; a value \
                   above 1 means that the program repeats work.";
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

/// Selects the tests to draw: those in `asked`. If `asked` is empty, selects the tests with the
/// largest speedup of the fastest configuration, from different applications and inputs if
/// possible.
fn tests_to_draw(study: &Study, runs: &[Rounds], asked: &[(String, String)]) -> Vec<Test> {
    // A line needs at least two rounds, so a test with a single round is drawn only on request.
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
    for both_are_new in [true, false] {
        for test in &tests {
            let is_new_application =
                drawn.iter().all(|other| other.application != test.application);
            let is_new_input = drawn.iter().all(|other| other.input != test.input);
            let is_selected = match both_are_new {
                true => is_new_application && is_new_input,
                false => is_new_application || is_new_input,
            };
            if is_selected && drawn.len() < DRAWN {
                drawn.push(*test);
            }
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use igc_runtime::supersteps::LoopKind;

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
            variants: None,
        }
    }

    /// Selects innermost rounds from two rounds of an outer loop: the first contains two inner
    /// rounds, the second contains none.
    #[test]
    fn no_time_counts_twice() {
        let steps = [step(1, 0.1, 1.0), step(1, 1.2, 1.0), step(0, 0.0, 3.0), step(0, 3.1, 0.5)];
        let starts: Vec<f64> = innermost(&steps).iter().map(|step| step.start).collect();
        assert_eq!(starts, [0.1, 1.2, 3.1]);
        let outlined = StepRecord { kind: LoopKind::Outlined, ..step(1, 0.1, 1.0) };
        assert!(innermost(&[outlined, step(0, 0.0, 3.0)]).is_empty());
    }
}
