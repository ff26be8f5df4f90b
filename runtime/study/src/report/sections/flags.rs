//! What is each optimisation good for? Which top speedups need it, and where it is recommended.

use igc_compiler::options::Flag;

use super::Study;
use crate::analysis::{FlagAdvice, Partition, Strategy, Verdict};
use crate::report::figures::shares::Shares;
use crate::report::figures::verdicts::{Sign, Verdicts};
use crate::report::model::{Exhibit, Section};
use crate::report::table::{Cell, Table, Value};

/// The section.
pub(super) fn section(study: &Study) -> Section {
    Section {
        id: "flags",
        title: "What is each optimisation good for?",
        text: vec![
            "An optimisation may be needed for the best times of some tests, and still be wrong for most. \
             The first figure asks for the best times, the second one for the rule."
                .into(),
        ],
        exhibits: vec![necessity(study), chip_function(study)],
    }
}

fn necessity(study: &Study) -> Exhibit {
    let title = "Optimisations that top speedups need";
    let necessity = &study.analysis.necessity;
    if necessity.iter().all(|chip| chip.top_speedups == 0) {
        let why = "No test has a configuration that is significantly faster than the baseline.";
        return Exhibit::missing("necessity", title, why).after("Fig. 2");
    }
    let heads = ["chip", "top speedups", "optimisation", "enabled in", "necessary for"];
    let more = ["share", "unknown", "geomean loss without it"];
    let mut table = Table::new(heads.into_iter().chain(more));
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
        flags.iter().find(|found| found.flag == flag)?.share
    };
    let chips = 0..necessity.len();
    let picture = Shares {
        rows: Flag::ALL.map(|(name, _)| name.to_string()).into(),
        columns: necessity.iter().map(|c| format!("{} ({})", c.chip, c.top_speedups)).collect(),
        cells: Flag::ALL
            .map(|(_, flag)| chips.clone().map(|chip| share(flag, chip)).collect())
            .into(),
    };
    let caption = "Of the tests of a chip whose fastest configuration is significantly faster than the \
                   baseline (their number in brackets): the share that gets significantly slower when the \
                   optimisation is taken out of the fastest configuration.";
    let picture = picture.draw(title, caption);
    Exhibit::table("necessity", title, caption, table).with(picture).after("Fig. 2")
}

/// What Algorithm 1 says of each flag on each chip.
fn chip_function(study: &Study) -> Exhibit {
    let title = "Optimisations recommended for each chip";
    let found = study.analysis.specialisations.iter();
    let partitions: Vec<&Partition> = found
        .filter(|found| matches!(found.strategy, Strategy::Global | Strategy::Chip))
        .flat_map(|found| &found.partitions)
        .collect();
    let advised = |partition: &&Partition| {
        partition.advice.iter().flat_map(|advice| &advice.flags).any(|flag| flag.pairs > 0)
    };
    if !partitions.iter().any(advised) {
        let why = "This needs times of configurations that differ in one optimisation.";
        return Exhibit::missing("chip-function", title, why).after("Table IX");
    }
    let heads = ["chip", "optimisation", "decision", "effect size", "p", "median time ratio"];
    let more = ["significant pairs", "pairs", "left out", "tests where it fails"];
    let mut table = Table::new(heads.into_iter().chain(more));
    let mut verdicts = Verdicts {
        rows: Vec::new(),
        columns: Flag::ALL.map(|(name, _)| name.to_string()).into(),
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
                Cell::known(flag.effect_size, Value::Probability),
                Cell::known(flag.p, Value::PValue),
                Cell::known(flag.median_ratio, Value::Ratio),
                flag.significant_pairs.into(),
                flag.pairs.into(),
                flag.left_out.into(),
                flag.harmed_tests.into(),
            ]);
        }
        verdicts.rows.push(chip);
        verdicts
            .cells
            .push(advice.flags.iter().map(|flag| (sign(flag), flag.effect_size)).collect());
    }
    let caption = "✓ recommended, ✗ not, ? undecided: few differences are significant, or they go both ways; (✓) recommended, but an \
                   optimisation that excludes it has the better median. The number is the common-language \
                   effect size: how likely a significant difference is a speedup. Algorithm 1 compares \
                   every configuration that has the optimisation with the one that only lacks it, on every \
                   test, by a Mann–Whitney U test with p < .05.";
    let picture = verdicts.draw(title, caption);
    Exhibit::table("chip-function", title, caption, table).with(picture).after("Table IX")
}

/// What was decided of a flag.
fn sign(advice: &FlagAdvice) -> Sign {
    match advice.verdict {
        Verdict::Enable if advice.chosen => Sign::Yes,
        Verdict::Enable => Sign::Outdone,
        Verdict::Disable => Sign::No,
        Verdict::Undecided => Sign::Unknown,
    }
}
