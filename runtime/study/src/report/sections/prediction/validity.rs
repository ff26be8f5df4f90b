//! Presents the quality of the models' choices: for unseen tests, and from one chip or graph to
//! another.

use std::collections::BTreeSet;

use crate::dataset::Test;
use crate::prediction::validation::{Chooser, Chosen, LeftOut, ported, remembered, validate};
use crate::prediction::{Kind, Trainer};
use crate::report::figures::bars::{self, Bar};
use crate::report::figures::heatmap::Heatmap;
use crate::report::model::Exhibit;
use crate::report::numbers::{self, counted};
use crate::report::sections::Study;
use crate::report::sections::distance::{COLUMNS, LEGEND_ABOVE};
use crate::report::table::{Cell, Table, Value};
use crate::statistics;
use crate::statistics::Distance;

/// Presents the slowdown of every way to choose a configuration on tests that were left out.
pub(super) fn left_out(trainer: &Trainer, left_out: LeftOut) -> Exhibit {
    let (id, title, what) = match left_out {
        LeftOut::Input => ("unseen-inputs", "Choices for unseen graphs", "graphs"),
        LeftOut::Application => {
            ("unseen-applications", "Choices for unseen applications", "applications")
        }
        LeftOut::Chip => ("unseen-chips", "Choices for unseen chips", "chips"),
        LeftOut::Tests => ("unseen-tests", "Choices for unseen tests", "tests"),
    };
    let Some(validation) = validate(trainer, left_out) else {
        return Exhibit::missing(id, title, format!("This needs times of at least two {what}."));
    };
    let kinds = [Kind::Configuration, Kind::Flags];
    let training = kinds.map(|kind| remembered(trainer, kind));
    let columns = ["chosen by", "geomean slowdown"].into_iter().chain(COLUMNS);
    let mut table = Table::new(columns).with_headings([("chosen by", "method")]);
    table.columns.push("fell back".to_string());
    let mut bars = vec![];
    let named = validation.chosen.iter().map(|chosen| (name(chosen.by).to_string(), chosen));
    let on_training = |chosen: &Chosen| format!("{}, training tests", name(chosen.by));
    let training = training.iter().map(|chosen| (on_training(chosen), chosen));
    for (name, chosen) in named.chain(training) {
        let times: Vec<(f64, f64)> =
            chosen.times.iter().map(|(_, time, best)| (*time, *best)).collect();
        let mut cells = vec![Cell::from(name.as_str()), Cell::known(geomean(chosen), Value::Ratio)];
        cells.extend(Distance::of(&times).cells());
        cells.push(chosen.fell_back.into());
        table.push(cells);
        bars.push(Bar { name, value: geomean(chosen), note: String::new() });
    }
    let caption = format!(
        "{} Method: cross-validation. The {what} are divided into {}. Strategies and trees learn \
         from all folds but one and choose for the tests of that one. Strategies that would have \
         to know what was left out do not take part. If a strategy has seen no test that is like a \
         new one in the properties that it uses, it takes its recommendation for all known tests. \
         “best single configuration” has the smallest geometric mean of slowdowns on the known \
         tests; trees that are not better are of no use. “training tests” marks choices for the \
         tests from which the trees were grown. Times are compared with the fastest time of each \
         test; 1 means no loss. {LEGEND_ABOVE}",
        verdict(&validation.chosen),
        counted(validation.folds, "fold", "folds"),
    );
    let picture = bars::draw(&bars, "geomean slowdown compared with the fastest", title, &caption);
    Exhibit::table(id, title, caption, table).with(picture)
}

/// Compares the trees with the best way to choose without trees, in two sentences.
fn verdict(chosen: &[Chosen]) -> String {
    let is_model = |way: &&Chosen| matches!(way.by, Chooser::Model(_));
    let others = chosen.iter().filter(|way| !is_model(way));
    let others = others.filter_map(|way| Some((name(way.by), geomean(way)?)));
    let Some((other, least)) = others.min_by(|(_, a), (_, b)| a.total_cmp(b)) else {
        return String::new();
    };
    let relation = |own: f64| match own / least {
        r if r < 0.99 => "smaller",
        r if r > 1.01 => "larger",
        _ => "about the same",
    };
    let models = chosen.iter().filter(is_model).filter_map(|way| Some((way, geomean(way)?)));
    let words: Vec<String> = models
        .map(|(way, own)| format!("{} ({}, {})", numbers::ratio(own), name(way.by), relation(own)))
        .collect();
    let least = numbers::ratio(least);
    format!(
        "Result: without trees, “{other}” has the smallest geomean slowdown, {least}. Trees have \
         {}.",
        words.join(" and ")
    )
}

fn name(by: Chooser) -> &'static str {
    match by {
        Chooser::Strategy(strategy) => strategy.name(),
        Chooser::Single => "best single configuration",
        Chooser::Model(Kind::Configuration) => "configuration tree",
        Chooser::Model(Kind::Flags) => "flag trees",
    }
}

fn geomean(chosen: &Chosen) -> Option<f64> {
    let ratios: Vec<f64> = chosen.times.iter().map(|(_, time, best)| time / best).collect();
    statistics::geometric_mean(&ratios).filter(|ratio| ratio.is_finite())
}

/// Presents the slowdown on each chip with the trees of another chip.
pub(super) fn between_chips(study: &Study, trainer: &Trainer) -> Option<Exhibit> {
    let matrix = Matrix::of(trainer, |test| test.chip, |place| study.chip(place))?;
    Some(matrix.exhibit("ported-chips", "Trees of one chip on the other chips", "chip"))
}

/// Presents the slowdown on each graph with the trees of another graph.
pub(super) fn between_inputs(study: &Study, trainer: &Trainer) -> Option<Exhibit> {
    let matrix = Matrix::of(trainer, |test| test.input, |place| study.input(place))?;
    Some(matrix.exhibit("ported-inputs", "Trees of one graph on the other graphs", "graph"))
}

/// The slowdowns on each chip or graph (rows) with trees that were grown on one chip or graph
/// (columns).
struct Matrix {
    names: Vec<String>,
    cells: Vec<Vec<Option<f64>>>,
}

impl Matrix {
    /// Evaluates the trees of each chip or graph on each chip or graph. Returns `None` if there are
    /// fewer than two of them.
    fn of(
        trainer: &Trainer,
        of: fn(&Test) -> usize,
        name: impl Fn(usize) -> String,
    ) -> Option<Matrix> {
        let places: BTreeSet<usize> = trainer.tests().map(|test| of(&test)).collect();
        let cost = |on: usize, from: usize| {
            let is = |place: usize| move |test: Test| of(&test) == place;
            geomean(&ported(trainer, Kind::Flags, is(from), is(on)))
        };
        let row = |on: &usize| places.iter().map(|from| cost(*on, *from)).collect();
        (places.len() > 1).then(|| Matrix {
            names: places.iter().map(|place| name(*place)).collect(),
            cells: places.iter().map(row).collect(),
        })
    }

    fn exhibit(&self, id: &'static str, title: &'static str, what: &str) -> Exhibit {
        let mut table = Table::new(["run on", "model of", "geomean slowdown"]);
        for (on, row) in self.names.iter().zip(&self.cells) {
            for (from, cell) in self.names.iter().zip(row) {
                table.push(vec![
                    on.as_str().into(),
                    from.as_str().into(),
                    Cell::known(*cell, Value::Ratio),
                ]);
            }
        }
        // The means leave out the diagonal, where trees choose for their training tests.
        let others = |cells: Vec<(usize, Option<f64>)>, own: usize| {
            let cells = cells.into_iter().filter(|(at, _)| *at != own);
            statistics::geometric_mean(&cells.filter_map(|(_, cell)| cell).collect::<Vec<f64>>())
        };
        let count = self.names.len();
        let row = |at: usize| self.cells[at].iter().copied().enumerate().collect();
        let column = |at: usize| self.cells.iter().map(|row| row[at]).enumerate().collect();
        let map = Heatmap {
            row_title: "run on".into(),
            column_title: "with trees grown from the tests of".into(),
            rows: self.names.clone(),
            columns: self.names.clone(),
            cells: self.cells.clone(),
            row_margin: (0..count).map(|at| others(row(at), at)).collect(),
            column_margin: (0..count).map(|at| others(column(at), at)).collect(),
            margin_title: "others".into(),
        };
        let caption = format!(
            "Flag trees that were grown from the tests of the column's {what} choose for the tests \
             of the row's {what}. Each cell is the geometric mean of the times with their choices \
             divided by the fastest time of each test. On the diagonal, the trees choose for their \
             training tests. The last column and the last row are geometric means without the \
             diagonal. If a {what} loses more with the trees of others than with its own, the best \
             choice depends on properties that the models do not have."
        );
        let picture = map.draw(title, &caption);
        Exhibit::table(id, title, caption, table).with(picture)
    }
}
