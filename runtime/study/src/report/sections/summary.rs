//! What a study says in a few sentences, for those who read no further.

use igc_compiler::options::Options;

use super::{Study, options_name};
use crate::analysis::Strategy;
use crate::report::numbers::{self, counted};

/// The sentences.
pub(super) fn summary(study: &Study) -> Vec<String> {
    let mut sentences = vec![extent(study)];
    if !study.has_times() {
        sentences.push("There are no times, so nothing can be judged yet.".into());
        return sentences;
    }
    sentences.push(sensitivity(study));
    sentences.extend(portable_choice(study));
    sentences.extend(best_specialisation(study));
    sentences.extend(porting(study));
    sentences.extend(failures(study));
    sentences
}

fn extent(study: &Study) -> String {
    let coverage = study.coverage(|_| true);
    format!(
        "{} on {}, {}: {} timed, {} failed, {} not tried.",
        counted(study.analysis.tests, "test", "tests"),
        counted(study.chips().len(), "chip", "chips"),
        counted(study.dataset.configurations.len(), "configuration", "configurations"),
        numbers::count(coverage.timed as u64),
        numbers::count(coverage.failed as u64),
        numbers::count(coverage.untried as u64),
    )
}

fn sensitivity(study: &Study) -> String {
    let (sensitive, tests) = (study.analysis.sensitive_tests, study.analysis.tests);
    let oracle = study.effect(Strategy::Oracle).and_then(|effect| effect.all.geomean_speedup);
    let geomean = oracle.map_or(String::new(), |geomean| {
        format!("; the best configuration of each test is {} as fast as none at all, in the geometric mean", numbers::ratio(geomean))
    });
    format!("Optimisations make {sensitive} of {tests} tests significantly faster{geomean}.")
}

fn portable_choice(study: &Study) -> Option<String> {
    let effect = &study.effect(Strategy::Global)?.all;
    let pick = &study.analysis.ranking.picks.rank_based;
    if pick.options == Options::default() {
        return Some("No optimisation helps often enough to be recommended for everything.".into());
    }
    Some(format!(
        "For everything, the rank-based analysis recommends {}: {}, {}, {} in the geometric mean.",
        options_name(&pick.options),
        counted(effect.speedups, "speedup", "speedups"),
        counted(effect.slowdowns, "slowdown", "slowdowns"),
        numbers::ratio(effect.geomean_speedup?),
    ))
}

/// Which single dimension to know brings most.
fn best_specialisation(study: &Study) -> Option<String> {
    let loss = |strategy| study.effect(strategy)?.against_oracle.geomean_slowdown;
    let global = loss(Strategy::Global)?;
    let one =
        [(Strategy::App, "application"), (Strategy::Input, "input"), (Strategy::Chip, "chip")];
    let (best, dimension) = one
        .into_iter()
        .filter_map(|(strategy, name)| Some((loss(strategy)?, name)))
        .min_by(|a, b| a.0.total_cmp(&b.0))?;
    // What cannot be seen in the numbers is not worth a word.
    if best > global - 0.005 {
        return Some(format!(
            "That is {} as slow as the oracle; knowing only the application, the input or the chip brings \
             nothing more.",
            numbers::ratio(global)
        ));
    }
    Some(format!(
        "That is {} as slow as the oracle. Of all single things to know, the {dimension} brings most: {}.",
        numbers::ratio(global),
        numbers::ratio(best)
    ))
}

/// The worst neighbours.
fn porting(study: &Study) -> Option<String> {
    let portability = &study.analysis.portability;
    let mut worst: Option<(f64, &str, &str)> = None;
    for (on, row) in portability.chips.iter().zip(&portability.cells) {
        for (from, cell) in portability.chips.iter().zip(row) {
            let Some(loss) = cell.geomean_slowdown.filter(|_| on != from) else { continue };
            if worst.is_none_or(|(most, _, _)| loss > most) {
                worst = Some((loss, from, on));
            }
        }
    }
    let (loss, from, on) = worst?;
    Some(format!(
        "The best configurations of {from} make {on} {} as slow as its own.",
        numbers::ratio(loss)
    ))
}

fn failures(study: &Study) -> Option<String> {
    let failed = study.coverage(|_| true).failed;
    (failed > 0).then(|| {
        format!(
            "{} failed; see the last section for why.",
            counted(failed, "configuration of a test", "configurations of tests")
        )
    })
}
