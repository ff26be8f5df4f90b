//! The section "What does each optimisation contribute?": which top speedups need an optimisation,
//! and where Algorithm 1 recommends it.

use igc_compiler::configuration::Flag;

use super::Study;
use crate::analysis::{FlagAdvice, Partition, RESAMPLES, Strategy, Verdict};
use crate::report::figures::shares::Shares;
use crate::report::figures::verdicts::{Decision, Sign, Verdicts};
use crate::report::model::{Exhibit, Section};
use crate::report::numbers;
use crate::report::table::{Cell, Table, Tone, Value};
use crate::statistics::Interval;

/// Writes the section about single optimisations.
pub(super) fn section(study: &Study) -> Section {
    Section {
        id: "flags",
        title: "What does each optimisation contribute?",
        text: vec![
            "This section answers two questions about each optimisation: whether the largest \
             speedups need it, and whether a chip should use it by default. The answers may \
             differ: an optimisation can be necessary for the best times of a few tests, and slow \
             down most others."
                .into(),
            "The first figure removes one optimisation at a time from the fastest configuration of \
             each test (section VI-E). The second figure shows what Algorithm 1 recommends for all \
             tests of a chip, over all settings of the other optimisations (section III-A)."
                .into(),
            format!(
                "The pairs that Algorithm 1 compares are not independent samples, because each \
                 test occurs once for each setting of the other optimisations. The p-values are \
                 therefore too small, above all for few tests. A bootstrap shows which decisions \
                 depend on few tests: it draws as many tests as there are, with replacement, and \
                 repeats the decision, {} times (Field and Welsh, “Bootstrapping Clustered Data”, \
                 2007). A decision that differs in more than 5 % of these resamples is uncertain.",
                numbers::count(RESAMPLES as u64)
            ),
        ],
        exhibits: vec![necessity(study), chip_function(study)],
    }
}

fn necessity(study: &Study) -> Exhibit {
    let title = "Optimisations that the top speedups need";
    let necessity = &study.analysis.necessity;
    if necessity.iter().all(|chip| chip.top_speedups == 0) {
        let why = "No test has a configuration that is significantly faster than the baseline.";
        return Exhibit::missing("necessity", title, why).after("Fig. 2");
    }
    let heads = ["chip", "top speedups", "optimisation", "enabled in", "necessary for"];
    let more = ["share", "unknown", "geomean loss without it"];
    let mut table = Table::new(heads.into_iter().chain(more))
        .with_headings([("geomean loss without it", "geomean slowdown without it")]);
    for chip in necessity {
        for flag in &chip.flags {
            table.push(vec![
                chip.chip.as_str().into(),
                chip.top_speedups.into(),
                flag.flag.name().into(),
                flag.enabled.into(),
                flag.necessary.into(),
                Cell::known(flag.share, Value::Share),
                flag.unknown.into(),
                Cell::known(flag.geomean_loss, Value::Ratio),
            ]);
        }
    }
    let share = |flag: Flag, chip: usize| {
        let flags = necessity.get(chip).map(|chip| &chip.flags)?;
        flags.iter().find(|of_flag| of_flag.flag == flag)?.share
    };
    let chips = 0..necessity.len();
    let flags = study.dataset.flags();
    let picture = Shares {
        rows: flags.iter().map(|flag| flag.name().to_string()).collect(),
        columns: necessity.iter().map(|c| format!("{} ({})", c.chip, c.top_speedups)).collect(),
        cells: flags
            .iter()
            .map(|flag| chips.clone().map(|chip| share(*flag, chip)).collect())
            .collect(),
    };
    let caption = "A test has a top speedup if its fastest configuration is significantly faster \
                   than the baseline; the number after each chip counts these tests. Each bar is \
                   the share of them that become significantly slower when the optimisation is \
                   removed from the fastest configuration. “enabled in” counts the fastest \
                   configurations that have the optimisation, and “unknown” those whose time \
                   without it is missing. The same runs choose a fastest configuration and \
                   compare it, so the number of top speedups is an upper bound.";
    let picture = picture.draw(title, caption);
    Exhibit::table("necessity", title, caption, table).with(picture).after("Fig. 2")
}

/// Returns the decisions of Algorithm 1 for each flag, for all chips and for each chip ("One Size
/// Doesn't Fit All", Table IX).
fn chip_function(study: &Study) -> Exhibit {
    let title = "Optimisations recommended for each chip";
    let specialisations = study.analysis.specialisations.iter();
    let partitions: Vec<&Partition> = specialisations
        .filter(|specialisation| {
            matches!(specialisation.strategy, Strategy::Global | Strategy::Chip)
        })
        .flat_map(|specialisation| &specialisation.partitions)
        .collect();
    let advised = |partition: &&Partition| {
        partition.advice.iter().flat_map(|advice| &advice.flags).any(|flag| flag.pairs > 0)
    };
    if !partitions.iter().any(advised) {
        let why = "This needs times of configurations that differ in one optimisation.";
        return Exhibit::missing("chip-function", title, why).after("Table IX");
    }
    let mut table = Table::new([
        "chip",
        "optimisation",
        "decision",
        "bootstrap",
        "same decision",
        "effect size",
        "p",
        "median time ratio",
        "median low",
        "median high",
        "significant pairs",
        "pairs",
        "left out",
        "tests where it fails",
    ])
    .with_headings([("median low", "lower end"), ("median high", "upper end")]);
    let mut verdicts = Verdicts {
        rows: Vec::new(),
        columns: study.dataset.flags().iter().map(|flag| flag.name().to_string()).collect(),
        cells: Vec::new(),
    };
    for partition in partitions {
        let Some(advice) = &partition.advice else { continue };
        let chip = partition.key.chip.clone().unwrap_or_else(|| "all chips".into());
        for flag in &advice.flags {
            table.push(vec![
                chip.as_str().into(),
                flag.flag.name().into(),
                sign(flag).text().into(),
                stability(flag),
                Cell::known(flag.bootstrap, |found| Value::Share(found.same_verdict)),
                Cell::known(flag.effect_size, Value::Probability),
                Cell::known(flag.p, Value::PValue),
                Cell::known(flag.median_ratio, Value::Ratio),
                Cell::known(interval(flag), |interval| Value::Ratio(interval.low)),
                Cell::known(interval(flag), |interval| Value::Ratio(interval.high)),
                flag.significant_pairs.into(),
                flag.pairs.into(),
                flag.left_out.into(),
                flag.harmed_tests.into(),
            ]);
        }
        verdicts.rows.push(chip);
        let decision = |flag: &FlagAdvice| Decision {
            sign: sign(flag),
            is_uncertain: flag.bootstrap.is_some_and(|found| !found.is_certain()),
            strength: flag.effect_size,
        };
        verdicts.cells.push(advice.flags.iter().map(decision).collect());
    }
    let caption = "✓: recommended. ✗: not recommended. ?: undecided, because few differences are \
                   significant, or because they go both ways. (✓): recommended, but another \
                   recommended optimisation with a better median excludes it. The number is the \
                   common-language effect size: the probability that a significant difference is a \
                   speedup. On every test, Algorithm 1 compares each configuration that has the \
                   optimisation with the one that lacks only this optimisation. It applies a \
                   Mann–Whitney U test (p < .05) to the ratios of the pairs that differ \
                   significantly. Pairs without both times are left out. “same decision” is the \
                   share of resamples of the tests that give the same decision. If it is below 95 \
                   %, the decision is uncertain, and an asterisk marks it. This does not change \
                   the choice. “lower end” and “upper end” are the ends of the 95 % percentile \
                   interval of the median time ratio, from the same resamples. With one test, \
                   there are no resamples.";
    let picture = verdicts.draw(title, caption);
    Exhibit::table("chip-function", title, caption, table).with(picture).after("Table IX")
}

/// Returns the cell that says whether a decision holds in the bootstrap.
fn stability(advice: &FlagAdvice) -> Cell {
    match advice.bootstrap {
        None if advice.pairs == 0 => "no pairs".into(),
        None => "one test".into(),
        Some(found) if found.is_certain() => "certain".into(),
        Some(_) => Cell { value: "uncertain".into(), tone: Tone::Bad },
    }
}

/// Returns the interval of the median ratio.
fn interval(advice: &FlagAdvice) -> Option<Interval> {
    advice.bootstrap?.median_ratio
}

/// Returns the sign that shows a decision of Algorithm 1.
fn sign(advice: &FlagAdvice) -> Sign {
    match advice.verdict {
        Verdict::Enable if advice.chosen => Sign::Yes,
        Verdict::Enable => Sign::Outdone,
        Verdict::Disable => Sign::No,
        Verdict::Undecided => Sign::Unknown,
    }
}
