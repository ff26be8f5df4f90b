//! The section "Do chips need different optimisations?": one chip's best configurations on the
//! other chips, and the largest effects on each chip.

use super::{Study, options_name};
use crate::analysis::{Envelope, Extreme};
use crate::report::figures::heatmap::Heatmap;
use crate::report::figures::range::{self, Range};
use crate::report::model::{Exhibit, Section};
use crate::report::table::{Cell, Table, Tone, Value};

/// Writes the section about the differences between chips.
pub(super) fn section(study: &Study) -> Section {
    Section {
        id: "portability",
        title: "Do chips need different optimisations?",
        text: vec![
            "This section answers whether the fastest configuration of an application and an input \
             on one chip is also fast on the other chips. Where it is not, a choice that ignores \
             the chip loses performance."
                .into(),
            "The first figure takes the fastest configurations of one chip and looks up their \
             times on the other chips (section II-A). The second figure shows the largest effects \
             of optimisations on each chip (section II-B). Only applications and inputs with times \
             on both chips can be compared."
                .into(),
        ],
        exhibits: vec![heatmap(study), envelopes(study)],
    }
}

fn heatmap(study: &Study) -> Exhibit {
    let title = "One chip's best configurations on the other chips";
    let portability = &study.analysis.portability;
    let ratio = |at: &[Option<f64>], place: usize| at.get(place).copied().flatten();
    let compared = portability.cells.iter().enumerate().any(|(on, row)| {
        row.iter().enumerate().any(|(from, cell)| on != from && cell.tests + cell.undecided > 0)
    });
    if !compared {
        let why = "This needs times of the same applications and inputs on at least two chips.";
        return Exhibit::missing("porting", title, why).after("Fig. 1");
    }
    let undecided = portability.cells.iter().flatten().any(|cell| cell.undecided > 0);
    let mut table = Table::new([
        "run on",
        "best of",
        "geomean slowdown",
        "tests",
        "fell back",
        "undecided",
        "equally fast",
        "least",
        "most",
    ]);
    for (on, row) in portability.chips.iter().zip(&portability.cells) {
        for (from, cell) in portability.chips.iter().zip(row) {
            table.push(vec![
                on.as_str().into(),
                from.as_str().into(),
                Cell::known(cell.geomean_slowdown, Value::Ratio),
                cell.tests.into(),
                cell.fell_back.into(),
                cell.undecided.into(),
                cell.tied.into(),
                Cell::known(cell.least_slowdown, Value::Ratio),
                Cell::known(cell.most_slowdown, Value::Ratio),
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
                Value::Missing.into(),
                Value::Missing.into(),
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
    let caption = "Each cell is a geometric mean (geomean) over all applications and inputs that \
                   have times on both chips. It is the mean of the time on the row's chip with the \
                   fastest configuration of the column's chip, divided by the fastest time on the \
                   row's chip. 1 means no loss; higher is slower. The last column (in the table: \
                   best of “all”) is the geometric mean of the row: what a chip loses with the \
                   configurations of all chips. The last row (run on “all”) is the geometric mean \
                   of the column: what all chips lose with the configurations of one chip. Both \
                   include the diagonal, as in the paper. Where a configuration has no times on \
                   the row's chip, the time of the baseline counts; “fell back” is the number of \
                   these cases. One half of the runs chooses the fastest configurations, and the \
                   other half gives the times, then the reverse: if the same runs did both, noise \
                   would look like a loss. Configurations are equally fast on the column's chip \
                   if they are the same code there, or if the 95 % confidence intervals of their \
                   times overlap (for the half of the runs that chooses). “equally fast” is the \
                   number of tests with such ties that differ on the row's chip. “least” and “most” \
                   are the means with the best and the worst of the ties; the mean itself takes the \
                   configurations with the shortest time. If all configurations are equally fast, \
                   the chip has no fastest configuration, and the test is left out; “undecided” is \
                   the number of these \
                   tests.";
    let nothing = " A cell without a number has no test that says which configuration is fastest.";
    let caption = format!("{caption}{}", if undecided { nothing } else { "" });
    let caption = caption.as_str();
    let picture = map.draw(title, caption);
    Exhibit::table("porting", title, caption, table).with(picture).after("Fig. 1")
}

fn envelopes(study: &Study) -> Exhibit {
    let title = "Largest speedup and slowdown on each chip";
    let envelopes = &study.analysis.envelopes;
    if envelopes.iter().all(|envelope| envelope.speedup.is_none() && envelope.slowdown.is_none()) {
        let why = "No configuration differs significantly from the baseline on any chip.";
        return Exhibit::missing("envelopes", title, why).after("Table II");
    }
    let columns = ["chip", "", "factor", "application", "input", "configuration"];
    let mut table = Table::new(columns).with_headings([("", "effect")]);
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
    let caption = "The largest significant speedup and the largest significant slowdown compared \
                   with the baseline, over all applications, inputs and configurations. They show \
                   how much optimisations can gain and lose on a chip; means over many tests hide \
                   this. The factors are upper bounds, because the same runs choose the tests and \
                   give the factors.";
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
