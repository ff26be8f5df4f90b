//! Tables of distances from the fastest times, as in Verstraaten, section 4.3.1. There is one table
//! for strategies and single configurations, and one for applications that solve the same problem.

use std::collections::{BTreeMap, BTreeSet};

use igc_compiler::configuration::Configuration;

use super::distance::{COLUMNS, LEGEND, LEGEND_ABOVE};
use super::{Study, options_name, problem};
use crate::analysis::{ConfigurationEffect, Strategy, held_out_times};
use crate::report::model::Exhibit;
use crate::report::table::Table;
use crate::statistics::Distance;

/// A row: its name, and its times, each with the fastest time of the same test.
type Times = (String, Vec<(f64, f64)>);

/// Returns the tables of distances from the fastest times.
pub(super) fn exhibits(study: &Study) -> Vec<Exhibit> {
    let implementations = implementations(study);
    [Some(distance(study)), implementations].into_iter().flatten().collect()
}

/// Returns the table of distances of strategies, and of single configurations for all tests.
fn distance(study: &Study) -> Exhibit {
    let title = "Distance of each strategy from the fastest";
    let mut rows: Vec<Times> = study
        .analysis
        .specialisations
        .iter()
        .map(|specialisation| {
            let times = specialisation.choices(&study.measurements).filter_map(|(test, choice)| {
                let (own, best) = held_out_times(&study.measurements, test, &choice.timing?)?;
                // The oracle's own choice is the fastest configuration.
                let is_oracle = specialisation.strategy == Strategy::Oracle;
                Some((if is_oracle { best } else { own }, best))
            });
            (specialisation.strategy.name().to_string(), times.collect())
        })
        .collect();
    if rows.iter().all(|(_, times)| times.is_empty()) {
        return Exhibit::missing("distance", title, "This needs times of at least one test.");
    }
    rows.extend(notable_configurations(study).into_iter().map(|options| {
        (format!("always {}", options_name(options)), times_on_all_tests(study, options))
    }));
    let columns = ["strategy"].into_iter().chain(COLUMNS);
    let caption = format!(
        "The time with each strategy is compared with the fastest time of the test. The rows after \
         the strategies use one configuration for all tests: the choices of the methods above, and \
         the configuration with the smallest total. Where a configuration has no times, the time \
         of the baseline counts. {LEGEND}"
    );
    Exhibit::table("distance", title, caption, table(columns, rows))
}

/// Returns the configurations that a reader might use for all tests, without duplicates. The
/// baseline and the rank-based choice are left out, because the table already lists them as
/// strategies.
fn notable_configurations<'a>(study: &'a Study) -> Vec<&'a Configuration> {
    let picks = &study.analysis.ranking.picks;
    let ways: [&ConfigurationEffect; 3] =
        [&picks.do_no_harm, &picks.fewest_slowdowns, &picks.best_geomean];
    let total = |options: &Configuration| Distance::of(&times_on_all_tests(study, options)).total;
    let totals = study.dataset.configurations.iter().filter_map(|own| Some((own, total(own)?)));
    let least = totals.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(options, _)| options);
    let mut configurations: Vec<&Configuration> = vec![];
    for options in ways.into_iter().map(|way| &way.options).chain(least) {
        let is_listed =
            *options == Configuration::default() || *options == picks.rank_based.options;
        if !is_listed && !configurations.contains(&options) {
            configurations.push(options);
        }
    }
    configurations
}

/// Returns the times of a configuration on all tests, each with the fastest time. If the
/// configuration has no time on a test, the baseline's time is used.
fn times_on_all_tests(study: &Study, options: &Configuration) -> Vec<(f64, f64)> {
    let measurements = &study.measurements;
    let times = measurements.tests().iter().filter_map(|test| {
        let own = measurements.timing(*test, options).or_else(|| measurements.baseline(*test))?;
        held_out_times(measurements, *test, &own)
    });
    times.collect()
}

/// Compares the applications that solve the same problem, each in its fastest configuration.
/// Returns `None` if no problem has several applications.
fn implementations(study: &Study) -> Option<Exhibit> {
    let best = |test| {
        let (_, timing) = study.measurements.best(test)?;
        Some(held_out_times(&study.measurements, test, &timing)?.1)
    };
    // The fastest time of each application, by problem, input and chip.
    let mut fastest: BTreeMap<(String, usize, usize), BTreeMap<usize, f64>> = BTreeMap::new();
    for test in study.measurements.tests() {
        let Some(time) = best(*test) else { continue };
        let problem = problem(&study.application(test.application)).to_string();
        let of_problem = fastest.entry((problem, test.input, test.chip)).or_default();
        of_problem.insert(test.application, time);
    }
    fastest.retain(|_, times| times.len() > 1);
    let applications: BTreeSet<usize> =
        fastest.values().flat_map(BTreeMap::keys).copied().collect();
    let of = |application: &usize| {
        let times = fastest.values().filter_map(|times| {
            let least = times.values().copied().fold(f64::INFINITY, f64::min);
            Some((*times.get(application)?, least))
        });
        (study.application(*application), times.collect())
    };
    let rows: Vec<Times> = applications.iter().map(of).collect();
    if rows.is_empty() {
        return None;
    }
    let caption = format!(
        "This table compares algorithms instead of optimisations. Applications whose names are \
         equal up to the first underscore are assumed to solve the same problem. On each input and \
         chip, each application runs in its fastest configuration, and its time is compared with \
         that of the fastest application of the same problem. {LEGEND_ABOVE}"
    );
    let columns = ["application"].into_iter().chain(COLUMNS);
    let title = "Distance of each implementation from the fastest of its problem";
    Some(Exhibit::table("implementations", title, caption, table(columns, rows)))
}

/// Returns a table with the aggregated distances of each row.
pub(super) fn table<'a>(columns: impl Iterator<Item = &'a str>, rows: Vec<Times>) -> Table {
    let mut table = Table::new(columns);
    for (name, times) in rows {
        let mut cells = vec![name.into()];
        cells.extend(Distance::of(&times).cells());
        table.push(cells);
    }
    table
}
