//! Presents the possible gain of switching between configurations or applications from round to
//! round. This is the aggregate table of Verstraaten, section 4.3.1, compared with the *optimum of
//! steps*. The optimum takes the least time of any run for each round.
//!
//! Times of rounds are interchangeable only if the rounds do the same work on the same state. Runs
//! are therefore compared only if they solve the same problem (by the names of the applications) on
//! the same input and chip, and have *the same rounds*: the same number, of the same loops in the
//! same order, each with a known frontier, and with frontiers that differ by at most [`RACES`].
//! This holds for breadth-first searches by levels. It does not hold for shortest paths with races,
//! nor between programs that push a node several times and programs that push it once. Rounds of
//! programs without worklists cannot be identified. Such runs are left out.
//!
//! Limits: no program switches in this way. Switching may cost time, and different layouts of the
//! state may prevent it. Each round ran once, and the least of many noisy times is too small, so
//! the optimum is a lower bound.

use std::collections::{BTreeMap, BTreeSet};

use super::Rounds;
use crate::report::model::Exhibit;
use crate::report::sections::distance::{COLUMNS, LEGEND_ABOVE};
use crate::report::sections::{Study, aggregates, options_name, problem};

/// The maximum relative difference between frontiers of the same round. If several work-items push
/// a node in a race, the node is counted several times, so the size of the frontier varies from run
/// to run.
const RACES: f64 = 0.01;

/// The name of the row for the run with the shortest total time of each test.
const BEST: &str = "fastest of each test";

/// Returns the table; `None` if no two runs have the same rounds.
pub(super) fn exhibit(study: &Study, runs: &[Rounds]) -> Option<Exhibit> {
    let groups = groups(study, runs);
    let mut rows: BTreeMap<String, Vec<(f64, f64)>> = BTreeMap::new();
    for group in &groups {
        let totals = group.iter().map(|rounds| (name(study, rounds), rounds.times().sum::<f64>()));
        let optimum = optimum(group);
        let least = totals.clone().map(|(_, total)| total).fold(f64::INFINITY, f64::min);
        for (name, total) in totals.chain([(BEST.to_string(), least)]) {
            rows.entry(name).or_default().push((total, optimum));
        }
    }
    let best = rows.remove(BEST)?;
    let mut rows: Vec<(String, Vec<(f64, f64)>)> = rows.into_iter().collect();
    let tests = |times: &[(f64, f64)]| times.len();
    let total = |times: &[(f64, f64)]| {
        times.iter().map(|(time, _)| time).sum::<f64>()
            / times.iter().map(|(_, best)| best).sum::<f64>()
    };
    // Rows with more tests come first, then those closer to the optimum.
    rows.sort_by(|(_, a), (_, b)| tests(b).cmp(&tests(a)).then(total(a).total_cmp(&total(b))));
    rows.insert(0, (BEST.to_string(), best));
    let counts: Vec<usize> = rows.iter().map(|(_, times)| times.len()).collect();
    let mut table = aggregates::table(["always"].into_iter().chain(COLUMNS), rows)
        .with_headings([("always", "without switching")]);
    table.columns.push("tests".to_string());
    table.rows.iter_mut().zip(counts).for_each(|(row, count)| row.cells.push(count.into()));
    table.fold(15, 5);
    let caption = format!(
        "This table answers how much a program could gain at most if it switched between \
         configurations or applications from round to round. Each row is a choice that never \
         switches, compared with the optimum of steps: for each round, the least time of any run, \
         summed over all rounds. The distance of the first row from 1 is an upper bound of the \
         gain, since switching itself takes time. Runs are compared if they solve the same problem \
         on the same input and chip and have the same rounds: equal in number, with frontiers that \
         differ by at most {:.0} %. Each round was timed once, so part of the difference is noise. \
         A test in this table is an input on a chip. {LEGEND_ABOVE}",
        RACES * 100.0
    );
    let title = "Possible gain of switching between rounds";
    Some(Exhibit::table("switching", title, caption, table))
}

fn name(study: &Study, rounds: &Rounds) -> String {
    let application = study.application(rounds.test().application);
    format!("{application}: {}", options_name(rounds.options))
}

/// Groups the runs that have the same rounds. Groups with a single run are left out.
fn groups<'r, 'a>(study: &Study, runs: &'r [Rounds<'a>]) -> Vec<Vec<&'r Rounds<'a>>> {
    let mut tests: BTreeMap<(String, usize, usize), Vec<Vec<&Rounds>>> = BTreeMap::new();
    for rounds in runs.iter().filter(|rounds| is_known(rounds)) {
        let test = rounds.test();
        let problem = problem(&study.application(test.application)).to_string();
        let groups = tests.entry((problem, test.input, test.chip)).or_default();
        match groups.iter_mut().find(|group| group.iter().all(|other| is_same(other, rounds))) {
            Some(group) => group.push(rounds),
            None => groups.push(vec![rounds]),
        }
    }
    tests.into_values().flatten().filter(|group| group.len() > 1).collect()
}

/// Whether the frontier and the time of every round are known, and the run has more than one round.
fn is_known(rounds: &Rounds) -> bool {
    let known = rounds.steps.iter().all(|step| step.frontier.is_some() && step.time > 0.0);
    known && rounds.steps.len() > 1 && rounds.times().count() == rounds.steps.len()
}

fn is_same(one: &Rounds, other: &Rounds) -> bool {
    let count = |rounds: &Rounds| {
        let loops: BTreeSet<(u32, u32)> =
            rounds.steps.iter().map(|step| (step.loop_number, step.entry)).collect();
        (rounds.steps.len(), loops.len())
    };
    let is_close = |one: Option<u32>, other: Option<u32>| {
        one.zip(other).is_some_and(|(one, other)| {
            f64::from(one.abs_diff(other)) <= RACES * f64::from(one.max(other))
        })
    };
    let mut pairs = one.steps.iter().zip(&other.steps);
    count(one) == count(other)
        && pairs
            .all(|(one, other)| one.step == other.step && is_close(one.frontier, other.frontier))
}

/// Returns the sum, over all rounds, of the least time of each round among the runs of a group.
fn optimum(group: &[&Rounds]) -> f64 {
    let rounds = group.first().map_or(0, |rounds| rounds.steps.len());
    let time = |at: usize| {
        let times = group.iter().filter_map(|rounds| rounds.steps.get(at)).map(|step| step.time);
        times.fold(f64::INFINITY, f64::min)
    };
    (0..rounds).map(time).sum()
}

#[cfg(test)]
mod tests {
    use igc_compiler::configuration::Configuration;
    use igc_runtime::supersteps::{LoopKind, StepRecord};

    use super::*;
    use crate::dataset::{Cell, Recorded, Test};

    fn run(rounds: &[(Option<u32>, f64)]) -> Recorded {
        let step = |(at, (frontier, time)): (usize, &(Option<u32>, f64))| StepRecord {
            repetition: 0,
            loop_number: 0,
            kind: LoopKind::Pipe,
            entry: 0,
            step: at as u64,
            rounds: 1,
            start: at as f64,
            time: *time,
            launches: 1,
            worklist: None,
            frontier: *frontier,
            frontier_edges: None,
            discovered: None,
            variants: None,
        };
        let test = Test { application: 0, input: 0, chip: 0 };
        let steps = rounds.iter().enumerate().map(step).collect();
        Recorded { cell: Cell { test, configuration: 0 }, repetition: 0, seconds: 1.0, steps }
    }

    fn rounds<'a>(run: &'a Recorded, options: &'a Configuration) -> Rounds<'a> {
        Rounds { run, options, steps: run.steps.iter().collect() }
    }

    #[test]
    fn rounds_are_the_same_where_their_frontiers_are_but_for_races() {
        let options = Configuration::default();
        let search = run(&[(Some(1), 3.0), (Some(1000), 5.0)]);
        let same = |other: &[(Option<u32>, f64)]| {
            is_same(&rounds(&search, &options), &rounds(&run(other), &options))
        };
        assert!(same(&[(Some(1), 9.0), (Some(1009), 1.0)]));
        assert!(!same(&[(Some(1), 3.0), (Some(1020), 5.0)]));
        assert!(!same(&[(Some(2), 3.0), (Some(1000), 5.0)]));
        assert!(!same(&[(Some(1), 3.0)]));
        assert!(!same(&[(Some(1), 3.0), (None, 5.0)]));
        assert!(!is_known(&rounds(&run(&[(Some(1), 3.0), (None, 5.0)]), &options)));
        assert!(!is_known(&rounds(&run(&[(Some(1), 3.0), (Some(2), f64::NAN)]), &options)));
    }

    #[test]
    fn the_optimum_takes_the_least_time_of_each_round() {
        let options = Configuration::default();
        let runs = [[3.0, 5.0], [9.0, 1.0]].map(|[a, b]| run(&[(Some(1), a), (Some(9), b)]));
        let [one, other] = [rounds(&runs[0], &options), rounds(&runs[1], &options)];
        assert_eq!(optimum(&[&one, &other]), 4.0);
    }
}
