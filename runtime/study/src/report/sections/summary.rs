//! The summary of a report in a few sentences.

use igc_compiler::configuration::Configuration;

use super::{Study, noise, options_name};
use crate::analysis::{Ported, Strategy};
use crate::report::numbers::{self, counted};

/// Returns the sentences of the summary.
pub(super) fn summary(study: &Study) -> Vec<String> {
    let mut sentences = vec![extent(study), coverage(study)];
    if !study.has_times() {
        sentences.push("The study has no times yet, so there is nothing to compare.".into());
        return sentences;
    }
    sentences.push(sensitivity(study));
    sentences.extend(portable_choice(study));
    sentences.extend(best_specialisation(study));
    sentences.extend(worst_port(study));
    sentences.extend(noise::advice(study));
    sentences.extend(failures(study));
    sentences
}

fn extent(study: &Study) -> String {
    format!(
        "The study has {} on {}, with {} of each test. A test is one application on one input on \
         one chip; a configuration is a set of optimisations.",
        counted(study.analysis.tests, "test", "tests"),
        counted(study.chips().len(), "chip", "chips"),
        counted(study.dataset.configurations.len(), "configuration", "configurations"),
    )
}

fn coverage(study: &Study) -> String {
    let coverage = study.coverage(|_| true);
    format!(
        "Of all configurations of all tests, {} were timed, {} failed, and {} were not tried.",
        numbers::count(coverage.timed as u64),
        numbers::count(coverage.failed as u64),
        numbers::count(coverage.untried as u64),
    )
}

fn sensitivity(study: &Study) -> String {
    let (sensitive, tests) = (study.analysis.sensitive_tests, study.analysis.tests);
    let oracle = study.effect(Strategy::Oracle).and_then(|effect| effect.all.geomean_speedup);
    let geomean = oracle.map_or(String::new(), |geomean| {
        format!(
            " The fastest configuration of each test is {} as fast as the baseline, which has no \
             optimisations (geometric mean over all tests).",
            numbers::ratio(geomean)
        )
    });
    format!("Optimisations make {sensitive} of {tests} tests significantly faster.{geomean}")
}

fn portable_choice(study: &Study) -> Option<String> {
    let effect = &study.effect(Strategy::Global)?.all;
    let pick = &study.analysis.ranking.picks.rank_based;
    if pick.options == Configuration::default() {
        return Some(
            "No optimisation helps often enough to be recommended for all tests. The \
             recommended configuration is the baseline."
                .into(),
        );
    }
    Some(format!(
        "The rank-based analysis recommends {} for all tests: {}, {}, and {} as fast as the \
         baseline (geometric mean).",
        options_name(&pick.options),
        counted(effect.speedups, "speedup", "speedups"),
        counted(effect.slowdowns, "slowdown", "slowdowns"),
        numbers::ratio(effect.geomean_speedup?),
    ))
}

/// Returns a sentence that says which single dimension improves the choice most.
fn best_specialisation(study: &Study) -> Option<String> {
    let loss = |strategy| study.effect(strategy)?.against_oracle.geomean_slowdown;
    let global = loss(Strategy::Global)?;
    let one =
        [(Strategy::App, "application"), (Strategy::Input, "input"), (Strategy::Chip, "chip")];
    let (best, dimension) = one
        .into_iter()
        .filter_map(|(strategy, name)| Some((loss(strategy)?, name)))
        .min_by(|a, b| a.0.total_cmp(&b.0))?;
    // A difference that rounding hides is not mentioned.
    if best > global - 0.005 {
        return Some(format!(
            "With the recommended configuration, tests take {} as long as with the fastest \
             configuration of each test (geometric mean). A separate recommendation for each \
             application, input or chip is not better.",
            numbers::ratio(global)
        ));
    }
    Some(format!(
        "With the recommended configuration, tests take {} as long as with the fastest \
         configuration of each test (geometric mean). A separate recommendation for each \
         {dimension} reduces this to {}, more than one for any other single property.",
        numbers::ratio(global),
        numbers::ratio(best)
    ))
}

/// Returns a sentence about the pair of chips with the largest slowdown.
fn worst_port(study: &Study) -> Option<String> {
    let portability = &study.analysis.portability;
    let mut worst: Option<(f64, &Ported, &str, &str)> = None;
    for (on, row) in portability.chips.iter().zip(&portability.cells) {
        for (from, cell) in portability.chips.iter().zip(row) {
            let Some(loss) = cell.geomean_slowdown.filter(|_| on != from) else { continue };
            if worst.is_none_or(|(most, ..)| loss > most) {
                worst = Some((loss, cell, from, on));
            }
        }
    }
    let (loss, cell, from, on) = worst?;
    let range = match (cell.least_slowdown, cell.most_slowdown) {
        (Some(least), Some(most)) if cell.tied > 0 => format!(
            "; {} to {} with other configurations that are equally fast on {from}",
            numbers::ratio(least),
            numbers::ratio(most)
        ),
        _ => String::new(),
    };
    Some(format!(
        "With the best configurations of {from}, tests on {on} take {} as long as with the best \
         configurations of {on} (geometric mean{range}). No other pair of chips loses more.",
        numbers::ratio(loss)
    ))
}

fn failures(study: &Study) -> Option<String> {
    let failed = study.coverage(|_| true).failed;
    (failed > 0).then(|| {
        format!(
            "{} failed. The last section lists the reasons.",
            counted(failed, "configuration of a test", "configurations of tests")
        )
    })
}
