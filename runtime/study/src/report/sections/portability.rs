//! Are chips alike? One chip's best settings on another, and the largest effects on each.

use super::{Study, options_name};
use crate::analysis::{Envelope, Extreme};
use crate::report::figures::heatmap::Heatmap;
use crate::report::figures::range::{self, Range};
use crate::report::model::{Exhibit, Section};
use crate::report::table::{Cell, Table, Tone, Value};

/// The section.
pub(super) fn section(study: &Study) -> Section {
    Section {
        id: "portability",
        title: "Do chips want the same?",
        text: vec![
            "What is best for an application and an input on one chip may be slow on another. Where that \
             is so, the chip is a dimension of its own, and a choice that ignores it pays."
                .into(),
        ],
        exhibits: vec![heatmap(study), envelopes(study)],
    }
}

fn heatmap(study: &Study) -> Exhibit {
    let title = "One chip's best configurations on the others";
    let portability = &study.analysis.portability;
    let ratio = |at: &[Option<f64>], place: usize| at.get(place).copied().flatten();
    let compared = portability.cells.iter().enumerate().any(|(on, row)| {
        row.iter().enumerate().any(|(from, cell)| on != from && cell.geomean_slowdown.is_some())
    });
    if !compared {
        let why = "This needs times of the same applications and inputs on two chips at least.";
        return Exhibit::missing("porting", title, why).after("Fig. 1");
    }
    let mut table = Table::new(["run on", "best of", "geomean slowdown", "tests", "fell back"]);
    for (on, row) in portability.chips.iter().zip(&portability.cells) {
        for (from, cell) in portability.chips.iter().zip(row) {
            table.push(vec![
                on.as_str().into(),
                from.as_str().into(),
                Cell::known(cell.geomean_slowdown, Value::Ratio),
                cell.tests.into(),
                cell.fell_back.into(),
            ]);
        }
    }
    for (place, chip) in portability.chips.iter().enumerate() {
        for (on, from, margin) in [
            (chip.as_str(), "all", ratio(&portability.suffered, place)),
            ("all", chip.as_str(), ratio(&portability.caused, place)),
        ] {
            let geomean = Cell::known(margin, Value::Ratio);
            table.push(vec![
                on.into(),
                from.into(),
                geomean,
                Value::Missing.into(),
                Value::Missing.into(),
            ]);
        }
    }
    let map = Heatmap {
        row_title: "run on".into(),
        column_title: "with the best configurations of".into(),
        rows: portability.chips.clone(),
        columns: portability.chips.clone(),
        cells: portability
            .cells
            .iter()
            .map(|row| row.iter().map(|cell| cell.geomean_slowdown).collect())
            .collect(),
        row_margin: portability.suffered.clone(),
        column_margin: portability.caused.clone(),
        margin_title: "geomean".into(),
    };
    let caption = "Each cell: for all applications and inputs that both chips have times of, the geometric \
                   mean of the time with the column's best configuration by the row's own best time; 1 is \
                   no loss, higher is worse. The last column says how much a chip suffers from the others' \
                   choices, the last row how much its choices make others suffer. Where the configuration \
                   has no times, the baseline ran instead.";
    let picture = map.draw(title, caption);
    Exhibit::table("porting", title, caption, table).with(picture).after("Fig. 1")
}

fn envelopes(study: &Study) -> Exhibit {
    let title = "The largest speedup and slowdown of each chip";
    let envelopes = &study.analysis.envelopes;
    if envelopes.iter().all(|envelope| envelope.speedup.is_none() && envelope.slowdown.is_none()) {
        let why = "No configuration differs significantly from the baseline on any chip.";
        return Exhibit::missing("envelopes", title, why).after("Table II");
    }
    let mut table = Table::new(["chip", "", "factor", "application", "input", "configuration"]);
    let mut ranges = Vec::new();
    for Envelope { chip, speedup, slowdown } in envelopes {
        push(&mut table, chip, "speedup", Tone::Good, speedup.as_ref());
        push(&mut table, chip, "slowdown", Tone::Bad, slowdown.as_ref());
        let factor = |extreme: &Option<Extreme>| extreme.as_ref().map(|extreme| extreme.factor);
        ranges.push(Range {
            name: chip.clone(),
            speedup: factor(speedup),
            slowdown: factor(slowdown),
        });
    }
    let caption = "Against the baseline, over all applications, inputs and configurations; significant \
                   ones only. How much there is to win, and to lose.";
    let picture = range::draw(&ranges, title, caption);
    Exhibit::table("envelopes", title, caption, table).with(picture).after("Table II")
}

fn push(table: &mut Table, chip: &str, what: &str, tone: Tone, extreme: Option<&Extreme>) {
    let text =
        |of: fn(&Extreme) -> String| Cell::known(extreme, |extreme| Value::Text(of(extreme)));
    table.push(vec![
        chip.into(),
        what.into(),
        Cell { tone, ..Cell::known(extreme, |extreme| Value::Ratio(extreme.factor)) },
        text(|extreme| extreme.application.clone()),
        text(|extreme| extreme.input.clone()),
        text(|extreme| options_name(&extreme.options)),
    ]);
}
