//! How far from the best each way to choose is, each configuration for everything, and each application of a
//! problem: the aggregate tables of Verstraaten, section 4.3.1.

use std::collections::{BTreeMap, BTreeSet};

use igc_compiler::options::Options;

use super::distance::{COLUMNS, Distance, LEGEND, LEGEND_ABOVE};
use super::{Study, options_name, problem};
use crate::analysis::ConfigurationEffect;
use crate::report::model::Exhibit;
use crate::report::table::Table;

/// A row's name, and its times with the fastest ones.
type Times = (String, Vec<(f64, f64)>);

/// The tables.
pub(super) fn exhibits(study: &Study) -> Vec<Exhibit> {
    let implementations = implementations(study);
    [Some(distance(study)), implementations].into_iter().flatten().collect()
}

/// Strategies, and single configurations for everything.
fn distance(study: &Study) -> Exhibit {
    let title = "How far from the best each strategy is";
    let mut rows: Vec<Times> = study
        .analysis
        .specialisations
        .iter()
        .map(|found| {
            let times = found.choices(&study.measurements).filter_map(|(test, choice)| {
                let (_, best) = study.measurements.best(test)?;
                Some((choice.timing?.mean, best.mean))
            });
            (found.strategy.name().to_string(), times.collect())
        })
        .collect();
    if rows.iter().all(|(_, times)| times.is_empty()) {
        return Exhibit::missing("distance", title, "This needs times.");
    }
    rows.extend(
        of_interest(study).into_iter().map(|options| {
            (format!("always {}", options_name(options)), everywhere(study, options))
        }),
    );
    let columns = ["strategy"].into_iter().chain(COLUMNS);
    let caption = format!(
        "Times against the fastest of each test. Behind the strategies stand the configurations that some way \
         to choose takes for everything, and the one with the least total; where a configuration has no \
         times, the baseline ran. {LEGEND}"
    );
    Exhibit::table("distance", title, caption, table(columns, rows))
}

/// The configurations that somebody might take for everything, each once; the baseline is a strategy.
fn of_interest<'a>(study: &'a Study) -> Vec<&'a Options> {
    let picks = &study.analysis.ranking.picks;
    let ways: [&ConfigurationEffect; 3] =
        [&picks.do_no_harm, &picks.fewest_slowdowns, &picks.best_geomean];
    let total = |options: &Options| Distance::of(&everywhere(study, options)).total;
    let totals = study.dataset.configurations.iter().filter_map(|own| Some((own, total(own)?)));
    let least = totals.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(options, _)| options);
    let mut found: Vec<&Options> = vec![];
    for options in ways.into_iter().map(|way| &way.options).chain(least) {
        let is_listed = *options == Options::default() || *options == picks.rank_based.options;
        if !is_listed && !found.contains(&options) {
            found.push(options);
        }
    }
    found
}

/// The times of a configuration on everything, or else of the baseline, with the fastest ones.
fn everywhere(study: &Study, options: &Options) -> Vec<(f64, f64)> {
    let measurements = &study.measurements;
    let times = measurements.tests().iter().filter_map(|test| {
        let own = measurements.timing(*test, options).or_else(|| measurements.baseline(*test))?;
        Some((own.mean, measurements.best(*test)?.1.mean))
    });
    times.collect()
}

/// The applications that solve a problem, each in its fastest configuration, against the fastest of them.
/// `None` where every problem has one.
fn implementations(study: &Study) -> Option<Exhibit> {
    let best = |test| study.measurements.best(test).map(|(_, best)| best.mean);
    // By problem, input and chip: the fastest time of each application.
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
        "Applications whose names agree up to the first underscore are taken to solve the same problem. Each \
         runs in the configuration that is fastest on the test, and is held against the fastest of its \
         problem there: this is what the algorithm costs, whatever the optimisations. {LEGEND_ABOVE}"
    );
    let columns = ["application"].into_iter().chain(COLUMNS);
    let title = "How far from the best each implementation of a problem is";
    Some(Exhibit::table("implementations", title, caption, table(columns, rows)))
}

/// A row for each, in their order.
pub(super) fn table<'a>(columns: impl Iterator<Item = &'a str>, rows: Vec<Times>) -> Table {
    let mut table = Table::new(columns);
    for (name, times) in rows {
        let mut cells = vec![name.into()];
        cells.extend(Distance::of(&times).cells());
        table.push(cells);
    }
    table
}
