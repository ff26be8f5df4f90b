//! The section "Searches: what are the orders of passes worth?", from attached files of `igc search`
//! and `igc search cross`.

use crate::report::attachments::Attachments;
use crate::report::attachments::search::{Comparison, Search, Subject, Trial, TrialOutcome};
use crate::report::figures::histogram::{self, Histogram};
use crate::report::model::{Exhibit, Section};
use crate::report::numbers;
use crate::report::table::{Cell, Table, Value};
use crate::statistics::geometric_mean;
use crate::tuning::BINS;

/// The share of the best speedup that a search must reach.
const REACHED: f64 = 0.95;

/// Writes the section. Returns `None` if no such files are attached.
pub(super) fn section(attachments: &Attachments) -> Option<Section> {
    let Attachments { searches, comparisons, .. } = attachments;
    let mut exhibits = vec![];
    if !searches.is_empty() {
        exhibits.push(trials(searches));
    }
    if !comparisons.is_empty() {
        exhibits.extend([programs(searches, comparisons), devices(searches, comparisons)]);
    }
    (!exhibits.is_empty()).then(|| Section {
        id: "searches",
        title: "Searches: what are the orders of passes worth?",
        text: vec![
            "This section shows how much the order of the compiler's passes matters for a program, \
             and whether the best order of one program or device is good for others. The files are \
             those of igc search and igc search cross, attached to the report."
                .into(),
        ],
        exhibits,
    })
}

/// Returns the name of a program on a graph.
fn name(Subject { program, graph }: &Subject) -> String {
    format!("{program} on {graph}")
}

/// Draws a histogram of the speeds of each search's orders.
fn trials(searches: &[Search]) -> Exhibit {
    let mut table = Table::new([
        "program",
        "device",
        "timed",
        "same code",
        "failed",
        "best speedup",
        "median speedup",
        "trials to 95 %",
        "results",
    ])
    .with_headings([
        ("timed", "timed orders"),
        ("best speedup", "best speedup over no passes"),
        ("median speedup", "median speedup over no passes"),
        ("trials to 95 %", "timed orders until 95 % of the best"),
    ]);
    let mut bins = Table::new(["program", "device", "from", "to", "orders"]);
    let mut drawn = vec![];
    for Search { about, trials, .. } in searches {
        let (subject, device) = (name(&about.subject), about.device.as_str());
        let count = |is: fn(&TrialOutcome) -> bool| -> Cell {
            trials.iter().filter(|trial| is(&trial.outcome)).count().into()
        };
        let in_order: Vec<f64> = trials.iter().filter_map(speedup).collect();
        let mut sorted = in_order.clone();
        sorted.sort_by(f64::total_cmp);
        let best = sorted.last().copied();
        let reached = in_order.iter().position(|s| best.is_some_and(|best| *s >= REACHED * best));
        table.push(vec![
            subject.as_str().into(),
            device.into(),
            in_order.len().into(),
            count(|outcome| matches!(outcome, TrialOutcome::Same(_))),
            count(|outcome| matches!(outcome, TrialOutcome::Failed(_))),
            Cell::known(best, Value::Ratio),
            Cell::known(sorted.get(sorted.len() / 2).copied(), Value::Ratio),
            Cell::known(reached, |at| Value::Count(at as u64 + 1)),
            if about.compared { "compared" } else { "not compared" }.into(),
        ]);
        let mut counts = vec![0; BINS];
        for share in sorted.iter().filter_map(|speedup| Some(speedup / best?)) {
            counts[((share * BINS as f64) as usize).min(BINS - 1)] += 1;
        }
        for (bin, &count) in counts.iter().enumerate() {
            let edge = |bin: usize| Cell::from(Value::Number(bin as f64 / BINS as f64));
            let row = [subject.as_str().into(), device.into(), edge(bin), edge(bin + 1)];
            bins.push(row.into_iter().chain([count.into()]).collect());
        }
        let note = numbers::counted(in_order.len(), "order", "orders");
        drawn.push(Histogram { name: format!("{subject}, {device}"), note, counts });
    }
    let title = "Speed of all orders of a search";
    let caption = "Each histogram counts the orders that a search has timed by their speed as a \
                   share of the speed of the fastest order. If most are far right, the order hardly \
                   matters. Orders that give the same code as another order are not timed. \
                   If results were not compared with the reference interpreter, a fast order may be \
                   wrong.";
    let measures = "share of the speed of the fastest order";
    Exhibit::table("searches-trials", title, caption, table)
        .with(histogram::draw(&drawn, measures, title, caption))
        .with_numbers(bins)
}

fn speedup(trial: &Trial) -> Option<f64> {
    trial.ratio().map(|ratio| 1.0 / ratio)
}

/// Returns the cross table of programs: the speedups of each program's best order on the programs of
/// the same device.
fn programs(searches: &[Search], comparisons: &[Comparison]) -> Exhibit {
    let columns = each(comparisons.iter().map(|comparison| name(&comparison.about.subject)));
    let head = ["device", "best order of"].map(String::from).into_iter();
    let mut table = Table::new(head.chain(columns.iter().cloned()).chain(["mean".into()]));
    for Search { about, best, .. } in searches {
        let Some(best) = best else { continue };
        let on = |column: &String| {
            let is_here = |c: &&Comparison| {
                c.about.device == about.device && name(&c.about.subject) == *column
            };
            comparisons.iter().find(is_here).and_then(|comparison| comparison.of(best))
        };
        let speedups: Vec<Option<f64>> = columns.iter().map(on).collect();
        if speedups.iter().all(Option::is_none) {
            continue;
        }
        let known: Vec<f64> = speedups.iter().copied().flatten().collect();
        let cells = speedups.into_iter().chain([geometric_mean(&known)]);
        let cells = cells.map(|speedup| speedup.map_or(Value::Missing.into(), Cell::speedup));
        let row = [Cell::from(about.device.as_str()), name(&about.subject).into()];
        table.push(row.into_iter().chain(cells).collect());
    }
    let (id, title) = ("searches-programs", "One program's best order on the other programs");
    if table.rows.is_empty() {
        return Exhibit::missing(id, title, MISSING);
    }
    let caption = "Each row has the best order of a search. A cell is the speedup of that order \
                   over no passes for the column's program on the same device. The last column is \
                   the geometric mean.";
    Exhibit::table(id, title, caption, table)
}

/// Returns the cross table of devices: the speedups of orders that were found on one device on
/// another device, over the programs that were searched there.
fn devices(searches: &[Search], comparisons: &[Comparison]) -> Exhibit {
    let columns = each(comparisons.iter().map(|comparison| comparison.about.device.clone()));
    let rows = each(searches.iter().map(|search| search.about.device.clone()));
    let head = ["found on".to_string()].into_iter();
    let mut table = Table::new(head.chain(columns.iter().cloned()));
    for row in rows {
        let on = |column: &String| {
            let found = searches.iter().filter(|search| search.about.device == row);
            let speedups = found.filter_map(|search| {
                let is_there = |c: &&Comparison| {
                    c.about.device == *column && c.about.subject == search.about.subject
                };
                comparisons.iter().find(is_there)?.of(search.best.as_ref()?)
            });
            geometric_mean(&speedups.collect::<Vec<f64>>())
        };
        let cells: Vec<Option<f64>> = columns.iter().map(on).collect();
        if cells.iter().any(Option::is_some) {
            let cells = cells.into_iter();
            let cells = cells.map(|speedup| speedup.map_or(Value::Missing.into(), Cell::speedup));
            table.push([Cell::from(row.as_str())].into_iter().chain(cells).collect());
        }
    }
    let (id, title) = ("searches-devices", "One device's best orders on the other devices");
    if table.rows.is_empty() {
        return Exhibit::missing(id, title, MISSING);
    }
    let caption = "Each row has the best orders of the searches on one device. A cell is the \
                   geometric mean, over the programs of these searches, of the speedups over no \
                   passes of these orders on the column's device.";
    Exhibit::table(id, title, caption, table)
}

const MISSING: &str = "This needs the files of the searches whose orders were compared.";

impl Comparison {
    /// Returns the speedup of an order.
    fn of(&self, order: &str) -> Option<f64> {
        self.speedups.iter().find(|(known, _)| known == order).map(|(_, speedup)| *speedup)
    }
}

/// Returns names in the order of their first occurrence, each once.
fn each(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut each = vec![];
    for name in names {
        if !each.contains(&name) {
            each.push(name);
        }
    }
    each
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::attachments::search::About;

    fn about(program: &str, device: &str) -> About {
        let subject = Subject { program: program.into(), graph: "g".into() };
        About { subject, device: device.into(), compared: program == "p" }
    }

    fn search(program: &str, device: &str, best: &str, ratios: &[f64]) -> Search {
        let trial =
            |&ratio: &f64| Trial { order: "o".into(), outcome: TrialOutcome::Timed { ratio } };
        let trials = ratios.iter().map(trial).collect();
        Search { about: about(program, device), trials, best: Some(best.into()) }
    }

    fn comparison(program: &str, device: &str, speedups: &[(&str, f64)]) -> Comparison {
        let speedups = speedups.iter().map(|(order, speedup)| (order.to_string(), *speedup));
        Comparison { about: about(program, device), speedups: speedups.collect() }
    }

    fn shown(exhibit: &Exhibit) -> Vec<Vec<String>> {
        let cells =
            |row: &crate::report::table::Row| row.cells.iter().map(|c| c.value.shown()).collect();
        exhibit.table.rows.iter().map(cells).collect()
    }

    #[test]
    fn tables_cross_programs_and_devices() {
        let attachments = Attachments {
            searches: vec![
                search("p", "cpu", "gvn", &[1.0, 0.5, 0.52]),
                search("q", "cpu", "licm", &[]),
                search("p", "gpu", "dce", &[2.0]),
            ],
            comparisons: vec![
                comparison("p", "cpu", &[("gvn", 2.0), ("licm", 1.0), ("dce", 0.5)]),
                comparison("q", "cpu", &[("gvn", 8.0), ("licm", 4.0)]),
                comparison("p", "gpu", &[("gvn", 3.0)]),
            ],
            ..Attachments::default()
        };
        let section = section(&attachments).expect("files are attached");
        let [trials, programs, devices] = &section.exhibits[..] else { panic!("{section:?}") };
        assert_eq!(
            shown(trials)[0],
            ["p on g", "cpu", "3", "0", "0", "2.00×", "1.92×", "2", "compared"]
        );
        assert_eq!(shown(trials)[1][5..], ["–", "–", "–", "not compared"]);
        assert_eq!(
            shown(programs),
            [
                ["cpu", "p on g", "2.00×", "8.00×", "4.00×"],
                ["cpu", "q on g", "1.00×", "4.00×", "2.00×"],
            ]
        );
        // The order of q was not measured on the GPU, and the order of the GPU only on the CPU.
        assert_eq!(shown(devices), [["cpu", "2.83×", "3.00×"], ["gpu", "0.50×", "–"]]);
    }

    #[test]
    fn a_comparison_needs_its_searches() {
        let comparisons = vec![comparison("p", "cpu", &[("gvn", 2.0)])];
        let attachments = Attachments { comparisons, ..Attachments::default() };
        let section = section(&attachments).expect("a file is attached");
        assert!(section.exhibits.iter().all(|exhibit| exhibit.missing.is_some()));
        assert_eq!(super::section(&Attachments::default()), None);
    }
}
