//! Is there one configuration for everything? All of them ranked, and what three ways to choose take.

use super::{Study, options_name};
use crate::analysis::{ConfigurationEffect, Picks};
use crate::report::figures::scatter::{self, Point};
use crate::report::figures::stacked::{self, OUTCOMES, Stack};
use crate::report::model::{Exhibit, Section};
use crate::report::table::{Cell, Table, Value};

/// The section.
pub(super) fn section(study: &Study) -> Section {
    Section {
        id: "ranking",
        title: "One configuration for everything?",
        text: vec![
            "Every configuration was applied to every test, and compared with the baseline, no \
             optimisations. Which one to take for all of them? The one that harms fewest tests may help \
             few as well. The one with the best geometric mean may be chosen by a few tests, or a chip, \
             that react most. The rank-based choice of Algorithm 1 looks at how often an option helps, not \
             how much."
                .into(),
        ],
        exhibits: vec![ranking(study), picks(study), picks_by_chip(study)],
    }
}

/// The ways to choose, by name.
fn ways(picks: &Picks) -> [(&'static str, &ConfigurationEffect); 4] {
    [
        ("do no harm", &picks.do_no_harm),
        ("fewest slowdowns", &picks.fewest_slowdowns),
        ("best geomean", &picks.best_geomean),
        ("rank-based", &picks.rank_based),
    ]
}

fn ranking(study: &Study) -> Exhibit {
    let title = "All configurations, by the harm they do";
    let ranking = &study.analysis.ranking;
    if !study.has_times() || ranking.configurations.is_empty() {
        let why = "This needs times of a configuration other than the baseline.";
        return Exhibit::missing("configurations", title, why).after("Table III");
    }
    let heads = ["rank", "configuration", "slowdowns", "speedups", "no times"];
    let more = ["geomean", "best", "worst", "picked as"];
    let mut table = Table::new(heads.into_iter().chain(more));
    let mut points = Vec::new();
    for (rank, effect) in ranking.configurations.iter().enumerate() {
        let picked: Vec<&str> = ways(&ranking.picks)
            .into_iter()
            .filter(|(_, pick)| pick.options == effect.options)
            .map(|(way, _)| way)
            .collect();
        let name = options_name(&effect.options);
        let mut cells = vec![Value::Count(rank as u64).into(), name.as_str().into()];
        cells.extend(effect_cells(effect));
        cells.push(picked.join(", ").into());
        table.push(cells);
        if let Some(row) = table.rows.last_mut() {
            row.marked = !picked.is_empty();
        }
        let (slowdowns, speedups) = (effect.harm(), effect.all.speedups);
        points.push(Point {
            at: (slowdowns as f64, speedups as f64),
            tip: format!("{name}: {speedups} speedups, {slowdowns} slowdowns or failures"),
            name: (!picked.is_empty()).then(|| picked.join(", ")),
        });
    }
    table.fold(5, 5);
    let caption = "Each configuration on all tests: those that get significantly slower, or have no times \
                   where the baseline has, against those that get significantly faster. Up and left is \
                   better. Geomean is that of the speedups over all tests, best the largest speedup, worst \
                   the largest slowdown. Marked are the choices of the next figure.";
    let picture = scatter::draw(
        &points,
        ("tests harmed: slowdowns and failures", "tests helped: speedups"),
        title,
        caption,
    );
    Exhibit::table("configurations", title, caption, table).with(picture).after("Table III")
}

/// What a configuration does, from its slowdowns to its largest slowdown.
fn effect_cells(effect: &ConfigurationEffect) -> [Cell; 6] {
    [
        effect.all.slowdowns.into(),
        effect.all.speedups.into(),
        effect.all.fell_back.into(),
        effect.all.geomean_speedup.map_or(Value::Missing.into(), Cell::speedup),
        Cell::known(effect.largest_speedup, Value::Ratio),
        Cell::known(effect.largest_slowdown, Value::Ratio),
    ]
}

fn picks(study: &Study) -> Exhibit {
    let title = "What each way to choose takes";
    if !study.has_times() {
        return Exhibit::missing("picks", title, "This needs times.").after("Section II-C");
    }
    let heads = ["way to choose", "configuration", "slowdowns", "speedups", "no times"];
    let more = ["geomean", "best", "worst", "no change"];
    let mut table = Table::new(heads.into_iter().chain(more));
    let mut stacks = Vec::new();
    for (way, effect) in ways(&study.analysis.ranking.picks) {
        let mut cells = vec![way.into(), options_name(&effect.options).into()];
        cells.extend(effect_cells(effect));
        // What fell back did not change only because the baseline ran.
        cells.push(effect.all.unchanged.saturating_sub(effect.all.fell_back).into());
        table.push(cells);
        stacks.push(Stack {
            name: way.into(),
            counts: vec![effect.all.speedups, effect.all.unchanged, effect.all.slowdowns],
        });
    }
    let caption = "Do no harm: the most speedups without a slowdown, which mostly leaves the baseline. \
                   Fewest slowdowns: the first of the ranking. Best geomean: the largest geometric mean of \
                   speedups. Rank-based: what Algorithm 1 recommends for all tests. Where a choice has no \
                   times, the baseline runs, and nothing changes.";
    let picture = stacked::draw(&stacks, &OUTCOMES, title, caption);
    Exhibit::table("picks", title, caption, table).with(picture).after("Section II-C")
}

fn picks_by_chip(study: &Study) -> Exhibit {
    let title = "The same choices, chip by chip";
    let chips = study.chips();
    if !study.has_times() || chips.len() < 2 {
        let why = "This needs times on two chips at least.";
        return Exhibit::missing("picks-by-chip", title, why).after("Table IV");
    }
    let heads = ["way to choose", "configuration", "chip", "speedups", "slowdowns"];
    let mut table = Table::new(heads.into_iter().chain(["no change", "geomean"]));
    let mut stacks = Vec::new();
    for (way, pick) in ways(&study.analysis.ranking.picks).into_iter().skip(1) {
        for chip in &pick.chips {
            let effect = &chip.effect;
            table.push(vec![
                way.into(),
                options_name(&pick.options).into(),
                chip.chip.as_str().into(),
                effect.speedups.into(),
                effect.slowdowns.into(),
                effect.unchanged.into(),
                effect.geomean_speedup.map_or(Value::Missing.into(), Cell::speedup),
            ]);
            stacks.push(Stack {
                name: format!("{way} · {}", chip.chip),
                counts: vec![effect.speedups, effect.unchanged, effect.slowdowns],
            });
        }
    }
    let caption = "A choice that is good on average may be bought on one chip and paid on another. Do no \
                   harm is left out.";
    let picture = stacked::draw(&stacks, &OUTCOMES, title, caption);
    Exhibit::table("picks-by-chip", title, caption, table).with(picture).after("Table IV")
}
