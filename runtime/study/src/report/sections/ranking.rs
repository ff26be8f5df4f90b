//! The section "Is there one configuration for all tests?": a ranking of all configurations, and
//! the choices of four methods.

use super::{Study, options_name};
use crate::analysis::{ConfigurationEffect, Picks};
use crate::report::figures::scatter::{self, Point};
use crate::report::figures::stacked::{self, OUTCOMES, Stack};
use crate::report::model::{Exhibit, Section};
use crate::report::table::{Cell, Table, Value};

/// Writes the section about configurations for all tests.
pub(super) fn section(study: &Study) -> Section {
    Section {
        id: "ranking",
        title: "Is there one configuration for all tests?",
        text: vec![
            "This section answers which single configuration to use, if it must be the same for \
             all tests."
                .into(),
            "Every configuration is compared with the baseline on every test. Four methods then \
             choose one configuration (section II-C): do no harm, fewest slowdowns, best geometric \
             mean, and rank-based, which is Algorithm 1 (section III-A)."
                .into(),
            "No method is best in all respects. The configuration that harms the fewest tests may \
             also help few. The best geometric mean may come from a few tests, or from one chip, \
             with very large effects. The rank-based method counts how often an optimisation \
             helps, not how much."
                .into(),
        ],
        exhibits: vec![ranking(study), picks(study), picks_by_chip(study)],
    }
}

/// Returns the choice of each of the four methods, with the name of the method.
fn ways(picks: &Picks) -> [(&'static str, &ConfigurationEffect); 4] {
    [
        ("do no harm", &picks.do_no_harm),
        ("fewest slowdowns", &picks.fewest_slowdowns),
        ("best geomean", &picks.best_geomean),
        ("rank-based", &picks.rank_based),
    ]
}

fn ranking(study: &Study) -> Exhibit {
    let title = "All configurations, from least to most harm";
    let ranking = &study.analysis.ranking;
    if !study.has_times() || ranking.configurations.is_empty() {
        let why = "This needs times of a configuration other than the baseline.";
        return Exhibit::missing("configurations", title, why).after("Table III");
    }
    let heads = ["rank", "configuration", "slowdowns", "speedups", "no times"];
    let more = ["geomean", "best", "worst", "picked as"];
    let mut table =
        Table::new(heads.into_iter().chain(more)).with_headings([("picked as", "chosen by")]);
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
    let caption = "Each point is one configuration, applied to all tests. The horizontal axis \
                   counts the tests that the configuration harms: tests that become significantly \
                   slower than the baseline, and tests that have times with the baseline but not \
                   with the configuration. The vertical axis counts the tests that become \
                   significantly faster. Points further up and further left are better. In the \
                   table, “geomean” is the geometric mean of the speedups over all tests, where \
                   tests without times count as 1; “best” and “worst” are the largest speedup and \
                   the largest slowdown. Named points are the choices of the next figure.";
    let picture = scatter::draw(
        &points,
        ("tests harmed: slowdowns and failures", "tests helped: speedups"),
        title,
        caption,
    );
    Exhibit::table("configurations", title, caption, table).with(picture).after("Table III")
}

/// Returns the cells for the effects of a configuration, from the number of slowdowns to the
/// largest slowdown.
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
    let title = "The choice of each method";
    if !study.has_times() {
        return Exhibit::missing("picks", title, "This needs times of at least one test.")
            .after("Section II-C");
    }
    let heads = ["way to choose", "configuration", "slowdowns", "speedups", "no times"];
    let more = ["geomean", "best", "worst", "no change"];
    let mut table =
        Table::new(heads.into_iter().chain(more)).with_headings([("way to choose", "method")]);
    let mut stacks = Vec::new();
    for (way, effect) in ways(&study.analysis.ranking.picks) {
        let mut cells = vec![way.into(), options_name(&effect.options).into()];
        cells.extend(effect_cells(effect));
        // Tests that fell back are counted as unchanged only because the baseline ran.
        cells.push(effect.all.unchanged.saturating_sub(effect.all.fell_back).into());
        table.push(cells);
        stacks.push(Stack {
            name: way.into(),
            counts: vec![effect.all.speedups, effect.all.unchanged, effect.all.slowdowns],
        });
    }
    let caption = "“do no harm” takes the configuration with the most speedups among those that \
                   harm no test; often, this is the baseline. “fewest slowdowns” takes the first \
                   configuration of the ranking above. “best geomean” takes the largest geometric \
                   mean of the speedups. “rank-based” takes the recommendation of Algorithm 1 for \
                   all tests. On tests where a choice has no times, the baseline runs instead. The \
                   figure counts these tests as no significant change, the table as “no times”.";
    let picture = stacked::draw(&stacks, &OUTCOMES, title, caption);
    Exhibit::table("picks", title, caption, table).with(picture).after("Section II-C")
}

fn picks_by_chip(study: &Study) -> Exhibit {
    let title = "The choice of each method, by chip";
    let chips = study.chips();
    if !study.has_times() || chips.len() < 2 {
        let why = "This needs times on at least two chips.";
        return Exhibit::missing("picks-by-chip", title, why).after("Table IV");
    }
    let heads = ["way to choose", "configuration", "chip", "speedups", "slowdowns"];
    let mut table = Table::new(heads.into_iter().chain(["no change", "geomean"]))
        .with_headings([("way to choose", "method")]);
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
    let caption = "The effects of the same choices on each chip. A choice that is good on average \
                   may gain on one chip and lose on another. “do no harm” is not shown, because it \
                   harms no test on any chip.";
    let picture = stacked::draw(&stacks, &OUTCOMES, title, caption);
    Exhibit::table("picks-by-chip", title, caption, table).with(picture).after("Table IV")
}
