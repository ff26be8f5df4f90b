//! Presents the rounds of one test: their times in some configurations, and their frontiers.

use igc_compiler::configuration::Configuration;

use super::Rounds;
use crate::dataset::Test;
use crate::report::figures::lines::{self, Axis, Line, MOST};
use crate::report::model::Exhibit;
use crate::report::numbers;
use crate::report::sections::{Study, options_name};
use crate::report::table::{Cell, Table, Value};
use crate::statistics;

/// The maximum number of rows in the CSV. If a run has more rounds, a row sums adjacent rounds.
const ROWS: usize = 2000;

const ACROSS: Axis = Axis { measures: "round", is_logarithmic: false, number: numbers::plain };

/// Returns the figures of a test. `place` is the index of the test among those that are drawn.
pub(super) fn exhibits(study: &Study, test: Test, place: usize, runs: &[&Rounds]) -> Vec<Exhibit> {
    let name = format!(
        "{} on {} on {}",
        study.application(test.application),
        study.input(test.input),
        study.chip(test.chip)
    );
    let shown = shown(study, test, runs);
    let frontier = shown.first().and_then(|first| frontier(first, &name, place));
    [Some(times(study, test, &shown, &name, place)), frontier].into_iter().flatten().collect()
}

/// Selects the runs to draw: the baseline's first, and then those of the fastest configurations.
fn shown<'r, 'a>(study: &Study, test: Test, runs: &[&'r Rounds<'a>]) -> Vec<&'r Rounds<'a>> {
    let mean = |rounds: &Rounds| {
        study.measurements.timing(test, rounds.options).map_or(f64::INFINITY, |timing| timing.mean)
    };
    let mut shown = runs.to_vec();
    shown.sort_by(|a, b| {
        let is_other = |rounds: &Rounds| *rounds.options != Configuration::default();
        is_other(a).cmp(&is_other(b)).then(mean(a).total_cmp(&mean(b)))
    });
    shown.truncate(MOST);
    shown
}

/// Draws the time of each round in each of the given runs.
fn times(study: &Study, test: Test, runs: &[&Rounds], name: &str, place: usize) -> Exhibit {
    let title = format!("The time of each round: {name}");
    let columns = ["configuration", "rounds", "all together", "median round", "longest round"];
    let mut table = Table::new(columns.into_iter().chain(["usual run"])).with_headings([
        ("all together", "time of all rounds"),
        ("usual run", "mean run without step times"),
    ]);
    for rounds in runs {
        let usual = study.measurements.timing(test, rounds.options);
        table.push(vec![
            options_name(rounds.options).into(),
            rounds.steps.len().into(),
            Value::Seconds(rounds.times().sum()).into(),
            Value::Seconds(statistics::median(rounds.times())).into(),
            Value::Seconds(rounds.times().fold(0.0, f64::max)).into(),
            Cell::known(usual, |timing| Value::Seconds(timing.mean)),
        ]);
    }
    let series: Vec<Line> = runs
        .iter()
        .map(|rounds| Line {
            name: options_name(rounds.options),
            points: points(rounds.steps.iter().map(|step| Some(step.time))),
        })
        .collect();
    let mut caption = "The baseline and the fastest configurations whose rounds the host can \
                       observe. The last column of the table is the mean time of the runs in which \
                       rounds were not timed."
        .to_string();
    caption.push_str(&absent(study, test, runs));
    let up = Axis { measures: "time", is_logarithmic: true, number: numbers::seconds };
    let picture = lines::draw(&series, ACROSS, up, &title, &caption);
    Exhibit::table(format!("steps-{place}"), title, caption, table)
        .with_numbers(time_numbers(runs))
        .with(picture)
}

/// Returns a text that says why the fastest configuration is not drawn. The text is empty if it is
/// drawn.
fn absent(study: &Study, test: Test, runs: &[&Rounds]) -> String {
    let Some((best, _)) = study.measurements.best(test) else { return String::new() };
    if runs.iter().any(|rounds| rounds.options == best) {
        return String::new();
    }
    let place = study.dataset.configuration(best);
    let is_recorded = study
        .dataset
        .steps
        .iter()
        .any(|run| run.cell.test == test && Some(run.cell.configuration) == place);
    let why = match is_recorded {
        true => "its loops run on the device, where the host cannot observe rounds",
        false => "its rounds were not timed, or it compiles to the same as another configuration",
    };
    format!(" The fastest configuration, {}, is not shown: {why}.", options_name(best))
}

/// Draws the frontier of each round. Returns `None` if the loops have no worklists.
fn frontier(rounds: &Rounds, name: &str, place: usize) -> Option<Exhibit> {
    let columns = Columns::of(rounds);
    if columns.items.iter().all(Option::is_none) {
        return None;
    }
    let lines = [
        ("items of the frontier", &columns.items),
        ("edges that leave them", &columns.edges),
        ("items discovered", &columns.discovered),
    ];
    let mut table = Table::new(["", "in all rounds", "most", "in round"]).with_headings([
        ("", "quantity"),
        ("in all rounds", "sum over all rounds"),
        ("most", "maximum"),
        ("in round", "round of the maximum"),
    ]);
    for (name, values) in lines {
        // If several values are equal, the first is used.
        let known = values.iter().enumerate().filter_map(|(at, value)| Some((at, (*value)?)));
        let most = known.min_by_key(|(_, value)| std::cmp::Reverse(*value));
        table.push(vec![
            name.into(),
            values.iter().flatten().copied().fold(0, u64::saturating_add).into(),
            Cell::known(most, |(_, value)| Value::Count(value)),
            Cell::known(most, |(at, _)| Value::Count(at as u64 + 1)),
        ]);
    }
    let title = format!("The frontier of each round: {name}");
    let caption = format!(
        "The frontier in the configuration {}. A node that the program pushes twice counts twice. \
         The axis is logarithmic, so zeros are not drawn.",
        options_name(rounds.options)
    );
    let [items, edges, _] = lines.map(|(name, values)| Line {
        name: name.into(),
        points: points(values.iter().map(|value| value.map(|count| count as f64))),
    });
    let up = Axis { measures: "number", is_logarithmic: true, number: numbers::plain };
    let picture = lines::draw(&[items, edges], ACROSS, up, &title, &caption);
    let exhibit = Exhibit::table(format!("frontier-{place}"), title, caption, table);
    Some(exhibit.with_numbers(columns.table()).with(picture))
}

/// The frontiers of all rounds, as columns of a table.
struct Columns {
    items: Vec<Option<u64>>,
    edges: Vec<Option<u64>>,
    discovered: Vec<Option<u64>>,
}

impl Columns {
    fn of(rounds: &Rounds) -> Columns {
        let steps = &rounds.steps;
        Columns {
            items: steps.iter().map(|step| step.frontier.map(u64::from)).collect(),
            edges: steps.iter().map(|step| step.frontier_edges).collect(),
            discovered: steps.iter().map(|step| step.discovered.map(u64::from)).collect(),
        }
    }

    /// Returns a table with a row for each round, or for the sums of adjacent rounds.
    fn table(&self) -> Table {
        let mut table = Table::new(["round", "rounds", "frontier", "arcs", "discovered"]);
        for (first, count) in rows(self.items.len()) {
            let mut cells: Vec<Cell> = vec![(first + 1).into(), count.into()];
            for values in [&self.items, &self.edges, &self.discovered] {
                let known = values[first..first + count].iter().flatten().copied();
                cells.push(Cell::known(known.reduce(u64::saturating_add), Value::Count));
            }
            table.push(cells);
        }
        table
    }
}

/// Returns a table of times by configuration, with a row for each round, or for the sums of
/// adjacent rounds.
fn time_numbers(runs: &[&Rounds]) -> Table {
    let names = runs.iter().map(|rounds| format!("seconds, {}", rounds.options));
    let mut table = Table::new(["round", "rounds"].map(String::from).into_iter().chain(names));
    let longest = runs.iter().map(|rounds| rounds.steps.len()).max().unwrap_or(0);
    for (first, count) in rows(longest) {
        let mut cells: Vec<Cell> = vec![(first + 1).into(), count.into()];
        for rounds in runs {
            let times = rounds.steps.iter().skip(first).take(count).map(|step| step.time);
            cells.push(Cell::known(times.reduce(|a, b| a + b), Value::Seconds));
        }
        table.push(cells);
    }
    table
}

/// Distributes rounds over rows. Returns the index of the first round of each row, from 0, and the
/// number of rounds in the row.
fn rows(rounds: usize) -> impl Iterator<Item = (usize, usize)> {
    let size = rounds.div_ceil(ROWS).max(1);
    (0..rounds).step_by(size).map(move |first| (first, size.min(rounds - first)))
}

/// Returns the points of the rounds that have a value. Rounds are counted from 1.
fn points(values: impl Iterator<Item = Option<f64>>) -> Vec<(f64, f64)> {
    values.zip(1..).filter_map(|(value, round)| Some((f64::from(round), value?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_every_round_once() {
        for rounds in [0, 1, ROWS, ROWS + 1, 2 * ROWS + 7, 250_000] {
            let all: Vec<(usize, usize)> = rows(rounds).collect();
            assert!(all.len() <= ROWS, "{rounds}");
            let ends = all.iter().scan(0, |end, (first, count)| {
                let fits = *first == *end && *count > 0;
                *end += count;
                Some((fits, *end))
            });
            let ends: Vec<(bool, usize)> = ends.collect();
            assert!(ends.iter().all(|(fits, _)| *fits), "{rounds}");
            assert_eq!(ends.last().map_or(0, |(_, end)| *end), rounds);
        }
    }
}
