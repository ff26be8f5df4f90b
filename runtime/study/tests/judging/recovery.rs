//! Tests that the analysis recovers planted effects.

use igc_compiler::configuration::{Configuration, Flag};
use igc_measure::comparison::{Failure, FailureKind};
use igc_study::analysis::{
    Advice, Analysis, ConfigurationEffect, InputBy, Key, Measurements, SIGNIFICANCE, Strategy,
    Verdict, advise, analyse, specialise,
};
use igc_study::{Cell, Dataset, Outcome, Test};

use crate::planted::{self, APPLICATIONS, CHIPS, INPUTS};

fn options(text: &str) -> Configuration {
    Configuration::parse(text).expect("it is a configuration")
}

fn advice_for(dataset: &Dataset, strategy: Strategy, key: &Key) -> Advice {
    let found = specialise(&Measurements::new(dataset), strategy, InputBy::Name);
    let partition = found.partitions.into_iter().find(|partition| partition.key == *key);
    partition.expect("the partition exists").advice.expect("it was analysed")
}

fn verdict(advice: &Advice, flag: Flag) -> Verdict {
    advice.flags.iter().find(|found| found.flag == flag).expect("all flags are judged").verdict
}

fn of_chip(dataset: &Dataset, chip: &str) -> Advice {
    advice_for(dataset, Strategy::Chip, &Key { chip: Some(chip.into()), ..Key::default() })
}

/// Runs a check without noise and with noise of one per cent.
fn both(check: impl Fn(&Dataset)) {
    check(&planted::study(0.0));
    check(&planted::study(0.01));
}

#[test]
fn a_flag_that_helps_one_chip_and_harms_another_is_told_apart() {
    both(|dataset| {
        let verdicts = CHIPS.map(|chip| verdict(&of_chip(dataset, chip), Flag::Fg8));
        assert_eq!(
            verdicts,
            [Verdict::Enable, Verdict::Disable, Verdict::Undecided, Verdict::Undecided]
        );
        // Over all chips, speedups and slowdowns balance.
        let global = advice_for(dataset, Strategy::Global, &Key::default());
        assert_eq!(verdict(&global, Flag::Fg8), Verdict::Undecided);
    });
}

#[test]
fn of_two_that_exclude_each_other_the_better_median_wins() {
    both(|dataset| {
        let calm = of_chip(dataset, "calm");
        let both = [verdict(&calm, Flag::Fg1), verdict(&calm, Flag::Fg8)];
        assert_eq!(both, [Verdict::Enable, Verdict::Enable]);
        assert_eq!(calm.options, options("sg,fg8"));
        let chosen: Vec<Flag> =
            calm.flags.iter().filter(|flag| flag.chosen).map(|flag| flag.flag).collect();
        assert_eq!(chosen, [Flag::Sg, Flag::Fg8]);
    });
}

/// Checks that one chip's factor of twenty does not outweigh the slowdowns of three other chips,
/// although that chip takes most of the time. The geometric mean is misled by this factor.
#[test]
fn ranks_are_not_fooled_by_a_chip_with_huge_effects() {
    both(|dataset| {
        let analysis = analyse(dataset);
        let picks = &analysis.ranking.picks;
        assert!(picks.best_geomean.options.is_on(Flag::CoopCv), "{picks:?}");
        assert!(!picks.rank_based.options.is_on(Flag::CoopCv), "{picks:?}");
        assert!(picks.best_geomean.harm() > picks.rank_based.harm());
        // If the chip is known, nothing is lost.
        assert_eq!(verdict(&of_chip(dataset, "wild"), Flag::CoopCv), Verdict::Enable);
        assert_eq!(verdict(&of_chip(dataset, "calm"), Flag::CoopCv), Verdict::Disable);
    });
}

#[test]
fn inputs_and_applications_are_told_apart() {
    both(|dataset| {
        let input = |name: &str| {
            let key = Key { input: Some(name.into()), ..Key::default() };
            verdict(&advice_for(dataset, Strategy::Input, &key), Flag::Oitergb)
        };
        assert_eq!(INPUTS.map(input), [Verdict::Enable, Verdict::Disable, Verdict::Undecided]);
        let application = |name: &str| {
            let key = Key { application: Some(name.into()), ..Key::default() };
            verdict(&advice_for(dataset, Strategy::App, &key), Flag::Sg) == Verdict::Enable
        };
        assert_eq!(APPLICATIONS.map(application), APPLICATIONS.map(|name| name == "sssp"));
    });
}

/// Checks that every strategy recovers the planted effects: it enables a flag that helps some tests
/// of a partition and harms none, and does not enable a flag that harms some tests and helps none.
/// Because of noise, it may enable flags that have no effect, but no more often than the
/// significance level allows.
#[test]
fn every_strategy_chooses_what_was_planted() {
    both(|dataset| {
        let (mut idle, mut enabled_by_chance) = (0.0, 0.0);
        for specialisation in analyse(dataset).specialisations {
            for partition in &specialisation.partitions {
                for found in partition.advice.iter().flat_map(|advice| &advice.flags) {
                    let effects: Vec<f64> =
                        partition.tests.iter().map(|t| planted::effect(found.flag, *t)).collect();
                    let helps = effects.iter().any(|effect| *effect < 1.0);
                    let harms = effects.iter().any(|effect| *effect > 1.0);
                    let context = (specialisation.strategy, &partition.key, found);
                    match (helps, harms, found.verdict) {
                        (true, false, verdict) => {
                            assert_eq!(verdict, Verdict::Enable, "{context:?}")
                        }
                        (false, true, verdict) => {
                            assert_eq!(verdict, Verdict::Disable, "{context:?}")
                        }
                        (false, false, verdict) => {
                            idle += 1.0;
                            enabled_by_chance += f64::from(u8::from(verdict == Verdict::Enable));
                        }
                        (true, true, _) => {}
                    }
                }
            }
        }
        assert!(idle > 100.0);
        assert!(enabled_by_chance <= SIGNIFICANCE * idle, "{enabled_by_chance} of {idle}");
    });
}

/// Checks the bootstrap of verdicts: effects on all tests of a chip are certain, and the interval is
/// close to the planted factor. `sg` speeds up one application of six; a resample of 18 tests lacks it
/// with a probability of (5/6)¹⁸.
#[test]
fn planted_effects_are_certain() {
    let analysis = analyse(&planted::study(0.01));
    let chips = analysis.specialisations.iter().find(|found| found.strategy == Strategy::Chip);
    let chips = &chips.expect("there are nine").partitions;
    let calm = chips.iter().find(|found| found.key.chip.as_deref() == Some("calm"));
    let advice = calm.and_then(|calm| calm.advice.as_ref()).expect("it was analysed");
    let of = |flag| {
        let found = advice.flags.iter().find(|found| found.flag == flag).expect("it was judged");
        found.bootstrap.expect("there are several tests")
    };
    for flag in [Flag::Wg, Flag::Fg1, Flag::Fg8, Flag::CoopCv] {
        let factor = planted::effect(flag, Test { application: 0, input: 0, chip: 0 });
        let found = of(flag);
        let interval = found.median_ratio.expect("there are pairs");
        assert_eq!(found.same_verdict, 1.0, "{flag:?}");
        assert!((interval.low - factor).abs() < 0.01 * factor, "{flag:?} {interval:?}");
        assert!((interval.high - factor).abs() < 0.01 * factor, "{flag:?} {interval:?}");
    }
    let lacking = 1.0 - of(Flag::Sg).same_verdict;
    assert!((lacking - (5.0f64 / 6.0).powi(18)).abs() < 0.02, "{:?}", of(Flag::Sg));
}

#[test]
fn what_is_specialised_loses_less_against_the_oracle() {
    both(|dataset| {
        let Analysis { effects, tests, sensitive_tests, .. } = analyse(dataset);
        let loss = |strategy: Strategy| {
            let effect = effects.iter().find(|effect| effect.strategy == strategy);
            effect.and_then(|e| e.against_oracle.geomean_slowdown).expect("there are tests")
        };
        assert_eq!(loss(Strategy::Oracle), 1.0);
        assert!(loss(Strategy::Chip) < loss(Strategy::Global));
        assert!(loss(Strategy::ChipInput) < loss(Strategy::Chip));
        assert!(loss(Strategy::Global) < loss(Strategy::Baseline));
        let oracle = effects.last().expect("there are nine");
        assert_eq!(oracle.sensitive.speedups, sensitive_tests);
        let baseline = effects.first().expect("there are nine");
        assert_eq!((baseline.all.unchanged, baseline.all.geomean_speedup), (tests, Some(1.0)));
    });
}

/// Compares a speedup that was computed by hand: on the wild chip, the fastest configuration of
/// SSSP on roads is `sg,coop-cv,oitergb`.
#[test]
fn envelopes_are_the_products_of_what_was_planted() {
    let analysis = analyse(&planted::study(0.0));
    let wild = analysis.envelopes.iter().find(|found| found.chip == "wild").expect("it exists");
    let speedup = wild.speedup.as_ref().expect("there is one");
    assert!((speedup.factor - 1.0 / (0.05 * 0.7 * 0.6)).abs() < 1e-9, "{speedup:?}");
    assert_eq!((&speedup.application[..], &speedup.input[..]), ("sssp", "road"));
    assert_eq!(speedup.options, options("sg,coop-cv,oitergb"));
    let slowdown = wild.slowdown.as_ref().expect("there is one");
    assert!((slowdown.factor - 1.3 * 1.2).abs() < 1e-9, "{slowdown:?}");
    assert_eq!(slowdown.input, "social");
}

/// Compares a slowdown that was computed by hand: the best configuration of the wild chip differs
/// from that of the neutral chip only by `coop-cv`.
#[test]
fn ported_configurations_lose_what_was_planted() {
    let portability = analyse(&planted::study(0.0)).portability;
    let at = |name: &str| CHIPS.iter().position(|chip| *chip == name).expect("it exists");
    let cell = |on, from| {
        portability.cells[at(on)][at(from)].geomean_slowdown.expect("all tests have times")
    };
    assert!((cell("neutral", "wild") - 1.15).abs() < 1e-9);
    assert!((cell("wild", "neutral") - 20.0).abs() < 1e-9);
    assert!((cell("averse", "calm") - 1.25).abs() < 1e-9);
    assert!((cell("calm", "calm") - 1.0).abs() < 1e-12);
    // On the averse chip, no flag and `fg1` are equally fast; on the neutral and the wild chip, `fg8`
    // is, too. On the calm chip, they lose 1.25, 1.125 and 1.
    let of_two = (1.25f64 * 1.125).powf(1.0 / 2.0);
    let of_three = (1.25f64 * 1.125).powf(1.0 / 3.0);
    assert!((cell("calm", "averse") - of_two).abs() < 1e-9);
    let from_neutral = &portability.cells[at("calm")][at("neutral")];
    assert!((from_neutral.least_slowdown.expect("it is known") - 1.0).abs() < 1e-9);
    assert!((from_neutral.most_slowdown.expect("it is known") - 1.25).abs() < 1e-9);
    assert_eq!((from_neutral.tied, from_neutral.tests), (18, 18));
    let from_wild = &portability.cells[at("neutral")][at("wild")];
    assert_eq!((from_wild.tied, from_wild.undecided), (0, 0), "the same on this chip, too");
    let suffered = portability.suffered[at("calm")].expect("all tests have times");
    let by_hand = (of_two * of_three * of_three * 1.15).powf(0.25);
    assert!((suffered - by_hand).abs() < 1e-9, "{suffered}, {by_hand}");
}

/// A chip on which all configurations are the same code has no fastest configuration. The first of
/// them in the list is as arbitrary as any other one.
#[test]
fn a_chip_without_differences_says_nothing_about_others() {
    let mut dataset = planted::study(0.01);
    let neutral = CHIPS.iter().position(|chip| *chip == "neutral").expect("it exists");
    for (cell, outcome) in &mut dataset.results {
        if cell.test.chip == neutral {
            *outcome = Outcome::Timed(vec![1.0, 1.1, 0.9]);
        }
    }
    let portability = analyse(&dataset).portability;
    for (on, row) in portability.cells.iter().enumerate().filter(|(on, _)| *on != neutral) {
        let cell = &row[neutral];
        assert_eq!((cell.tests, cell.undecided, cell.geomean_slowdown), (0, 18, None), "{on}");
        let back = &portability.cells[neutral][on];
        assert_eq!((back.undecided, back.geomean_slowdown), (0, Some(1.0)), "{on}");
    }
}

/// Without any real difference, the shortest of 96 noisy means is far too short. The runs that
/// choose it must not judge it.
#[test]
fn luck_is_no_speedup_and_no_loss() {
    let mut dataset = planted::study(0.0);
    let mut random = fastrand::Rng::with_seed(3);
    for outcome in dataset.results.values_mut() {
        let mut run = || 1.0 + 0.2 * (2.0 * random.f64() - 1.0);
        *outcome = Outcome::Timed(vec![run(), run(), run()]);
    }
    let analysis = analyse(&dataset);
    let oracle = analysis.effects.last().expect("there are nine");
    let speedup = oracle.all.geomean_speedup.expect("all tests have times");
    assert!((speedup - 1.0).abs() < 0.03, "{speedup}");
    let slowdown = analysis.effects[0].against_oracle.geomean_slowdown.expect("as above");
    assert!((slowdown - 1.0).abs() < 0.03, "{slowdown}");
    for cell in analysis.portability.cells.iter().flatten() {
        let loss = cell.geomean_slowdown.expect("all tests have times");
        assert!((loss - 1.0).abs() < 0.12, "{loss}");
    }
}

#[test]
fn top_speedups_need_the_flags_that_help() {
    both(|dataset| {
        let necessity = analyse(dataset).necessity;
        let calm = necessity.iter().find(|found| found.chip == "calm").expect("it exists");
        assert_eq!(calm.top_speedups, APPLICATIONS.len() * INPUTS.len());
        let of = |flag| calm.flags.iter().find(|found| found.flag == flag).expect("all are there");
        assert_eq!(of(Flag::Fg8).share, Some(1.0));
        assert_eq!(of(Flag::Fg1).necessary, 0);
        assert_eq!(of(Flag::Sg).necessary, INPUTS.len());
        assert_eq!(of(Flag::Oitergb).necessary, APPLICATIONS.len());
        let loss = of(Flag::Fg8).geomean_loss.expect("some need it");
        assert!((loss - 1.25).abs() < 0.01, "{loss}");
    });
}

/// Checks a recommended configuration that fails on one test. It is still recommended, the failure
/// is counted, and the strategy falls back to the baseline on this test.
#[test]
fn what_fails_is_counted_and_falls_back() {
    let mut dataset = planted::study(0.01);
    let test = Test { application: 0, input: 0, chip: 0 };
    let failing = dataset.configuration(&options("sg,fg8")).expect("it was studied");
    let failure = Failure::new(FailureKind::Crashed, "a driver did".into());
    dataset.results.insert(Cell { test, configuration: failing }, Outcome::Failed(failure));
    let calm = of_chip(&dataset, "calm");
    assert_eq!((calm.options.to_string(), calm.failed_tests), ("sg,fg8".into(), 1));
    let fg8 = calm.flags.iter().find(|found| found.flag == Flag::Fg8).expect("it was judged");
    assert_eq!((fg8.left_out, fg8.harmed_tests), (1, 1));

    let measurements = Measurements::new(&dataset);
    let by_chip = specialise(&measurements, Strategy::Chip, InputBy::Name);
    let (_, choice) = by_chip.choices(&measurements).find(|(of, _)| *of == test).expect("all are");
    assert!(choice.fell_back);
    assert_eq!(choice.timing, measurements.baseline(test));
    let analysis = analyse(&dataset);
    let effect = analysis.effects.iter().find(|effect| effect.strategy == Strategy::Chip);
    assert_eq!(effect.expect("there are nine").all.fell_back, 1);
}

/// Checks that a configuration that always fails is not ranked first, although it has no slowdowns.
#[test]
fn a_configuration_that_always_fails_is_not_ranked_first() {
    let mut dataset = planted::study(0.01);
    let configuration = dataset.configuration(&options("sz256")).expect("it was studied");
    for (cell, outcome) in &mut dataset.results {
        if cell.configuration == configuration {
            let failure = Failure::new(FailureKind::Refused, "too many".into());
            *outcome = Outcome::Failed(failure);
        }
    }
    let ranking = analyse(&dataset).ranking;
    assert_eq!(ranking.configurations.len(), 95);
    assert!(ranking.configurations.is_sorted_by_key(|effect| effect.harm()));
    let failing = |effect: &&ConfigurationEffect| effect.options == options("sz256");
    let failing = ranking.configurations.iter().find(failing).expect("it is one of them");
    assert_eq!((failing.all.slowdowns, failing.harm()), (0, planted::tests().len()));
    assert_ne!(ranking.picks.fewest_slowdowns.options, failing.options);
}

/// Checks that a study of each flag alone still gives advice, but less: three pairs are too few for
/// `sg`. The advice says that the recommended combination was not tried.
#[test]
fn flags_that_were_studied_alone_are_judged() {
    let mut dataset = planted::study(0.01);
    let each = Configuration::each();
    let all = std::mem::replace(&mut dataset.configurations, each);
    let results = std::mem::take(&mut dataset.results);
    let place = |old: usize| dataset.configuration(&all[old]);
    let kept = results.into_iter().filter_map(|(cell, outcome)| {
        Some((Cell { configuration: place(cell.configuration)?, ..cell }, outcome))
    });
    dataset.results = kept.collect();
    let calm = of_chip(&dataset, "calm");
    assert_eq!((&calm.options, calm.untried_tests), (&options("fg8"), 0));
    let wild_roads =
        Key { input: Some("road".into()), chip: Some("wild".into()), ..Key::default() };
    let together = advice_for(&dataset, Strategy::ChipInput, &wild_roads);
    assert_eq!(together.options, options("coop-cv,oitergb"));
    assert_eq!((together.failed_tests, together.untried_tests), (0, APPLICATIONS.len()));
}

#[test]
fn nothing_gives_no_advice() {
    let dataset = Dataset::default();
    let advice = advise(&Measurements::new(&dataset), &[]);
    assert_eq!(advice.options, Configuration::default());
    assert!(advice.flags.iter().all(|flag| flag.verdict == Verdict::Undecided));
    let analysis = analyse(&dataset);
    assert_eq!((analysis.tests, analysis.envelopes.len()), (0, 0));
}
