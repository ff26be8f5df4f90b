//! The section "What does specialisation gain?": the nine strategies compared with the baseline and
//! with the oracle.

use super::{Study, aggregates, options_name};
use crate::analysis::{Key, Strategy, StrategyEffect};
use crate::report::figures::bars::{self, Bar};
use crate::report::figures::stacked::{self, OUTCOMES, Stack};
use crate::report::model::{Exhibit, Section};
use crate::report::numbers::{self, counted};
use crate::report::table::{Cell, Table, Value};

/// Writes the section about strategies.
pub(super) fn section(study: &Study) -> Section {
    Section {
        id: "strategies",
        title: "What does specialisation gain?",
        text: vec![
            "This section answers how much faster tests become if the configuration is chosen by \
             application, by input, by chip, or by two of them."
                .into(),
            "A strategy is a way to choose a configuration for a test (Table V). The strategy \
             “baseline” uses no optimisations. “global” chooses one configuration for all tests. \
             The next six strategies choose by the properties in their names. These seven use \
             Algorithm 1. “oracle” takes the fastest configuration of each test, so nothing in the \
             study is faster."
                .into(),
            "The strategies choose for the same tests from which they learnt. The next section \
             shows how well they choose for tests that they have not seen."
                .into(),
        ],
        exhibits: [
            vec![outcomes(study), losses(study)],
            aggregates::exhibits(study),
            vec![chosen(study)],
        ]
        .concat(),
    }
}

fn outcomes(study: &Study) -> Exhibit {
    let title = "Tests that each strategy makes faster or slower";
    if study.analysis.sensitive_tests == 0 {
        let why =
            "No configuration makes any test significantly faster, so there is nothing to choose.";
        return Exhibit::missing("outcomes", title, why).after("Fig. 3");
    }
    let heads = ["strategy", "speedups", "no change", "slowdowns", "fell back", "geomean speedup"];
    let more = ["speedups, all tests", "no change, all tests", "slowdowns, all tests"];
    let mut table = Table::new(heads.into_iter().chain(more));
    let mut stacks = Vec::new();
    for StrategyEffect { strategy, all, sensitive, .. } in &study.analysis.effects {
        table.push(vec![
            strategy.name().into(),
            sensitive.speedups.into(),
            sensitive.unchanged.into(),
            sensitive.slowdowns.into(),
            sensitive.fell_back.into(),
            sensitive.geomean_speedup.map_or(Value::Missing.into(), Cell::speedup),
            all.speedups.into(),
            all.unchanged.into(),
            all.slowdowns.into(),
        ]);
        stacks.push(Stack {
            name: strategy.name().into(),
            counts: vec![sensitive.speedups, sensitive.unchanged, sensitive.slowdowns],
        });
    }
    let caption = format!(
        "The figure counts the {} of {} that some configuration makes significantly faster than \
         the baseline; the last columns of the table count all tests. A difference is significant \
         if the 95 % confidence intervals of the two mean times do not overlap (section VI-D). \
         Where the choice of a strategy has no times, the baseline runs instead (“fell back”).",
        numbers::count(study.analysis.sensitive_tests as u64),
        counted(study.analysis.tests, "test", "tests"),
    );
    let picture = stacked::draw(&stacks, &OUTCOMES, title, &caption);
    Exhibit::table("outcomes", title, caption, table).with(picture).after("Fig. 3")
}

fn losses(study: &Study) -> Exhibit {
    let title = "Slowdown of each strategy compared with the oracle";
    let effects = &study.analysis.effects;
    if effects.iter().all(|effect| effect.against_oracle.geomean_slowdown.is_none()) {
        return Exhibit::missing("losses", title, "This needs times of at least one test.")
            .after("Fig. 4");
    }
    let mut table =
        Table::new(["strategy", "geomean slowdown", "largest slowdown", "tests", "equally fast"]);
    let mut bars = Vec::new();
    for effect in effects {
        let against = &effect.against_oracle;
        table.push(vec![
            effect.strategy.name().into(),
            Cell::known(against.geomean_slowdown, Value::Ratio),
            Cell::known(against.worst_slowdown, Value::Ratio),
            against.tests.into(),
            against.ties.into(),
        ]);
        bars.push(Bar {
            name: effect.strategy.name().into(),
            value: against.geomean_slowdown,
            note: format!("({})", counted(against.tests, "test", "tests")),
        });
    }
    let caption = "The geometric mean, over all tests, of the time with the choice of a strategy \
                   divided by the fastest time of the test. 1 means no loss. “equally fast” is the \
                   number of tests on which the two times do not differ significantly: the 95 % \
                   confidence intervals overlap, or both times are the same.";
    let measures = "geomean slowdown compared with the oracle";
    let picture = bars::draw(&bars, measures, title, caption);
    Exhibit::table("losses", title, caption, table).with(picture).after("Fig. 4")
}

/// Returns the choices of each strategy ("One Size Doesn't Fit All", Table V).
fn chosen(study: &Study) -> Exhibit {
    let title = "The choices of the strategies";
    if !study.has_times() {
        return Exhibit::missing("chosen", title, "This needs times of at least one test.")
            .after("Table V");
    }
    let columns = [
        "strategy",
        "application",
        "input",
        "chip",
        "configuration",
        "tests",
        "failed",
        "not tried",
    ];
    let mut table = Table::new(columns);
    for specialisation in &study.analysis.specialisations {
        if matches!(specialisation.strategy, Strategy::Baseline | Strategy::Oracle) {
            continue;
        }
        for partition in &specialisation.partitions {
            let Key { application, input, chip } = &partition.key;
            let part = |name: &Option<String>| Cell::from(name.as_deref().unwrap_or("any"));
            table.push(vec![
                specialisation.strategy.name().into(),
                part(application),
                part(input),
                part(chip),
                options_name(&partition.options).into(),
                partition.tests.len().into(),
                Cell::known(partition.advice.as_ref(), |advice| advice.failed_tests.into()),
                Cell::known(partition.advice.as_ref(), |advice| advice.untried_tests.into()),
            ]);
            if let Some(row) = table.rows.last_mut() {
                row.shown = specialisation.strategy.specialised_dimensions() < 2;
            }
        }
    }
    // Hiding rows of a short table would save no space.
    if table.rows.len() <= 30 {
        table.rows.iter_mut().for_each(|row| row.shown = true);
    }
    let caption = "One row for each group of tests for which a strategy makes one choice. “any” \
                   marks the properties that the strategy does not use. “failed” and “not tried” \
                   count the tests of the group on which the chosen configuration failed or was \
                   not tried.";
    Exhibit::table("chosen", title, caption, table).after("Table V")
}
