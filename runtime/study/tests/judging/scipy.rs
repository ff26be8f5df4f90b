//! Compares the statistics with SciPy on the vectors that `tests/judging/scipy/make.py` writes.

use igc_study::statistics::{self, GroupVariance, Interval};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vectors {
    samples: Vec<Sample>,
    pairs: Vec<Pair>,
    correlations: Vec<Correlation>,
    analyses: Vec<Analysis>,
}

#[derive(Deserialize)]
struct Sample {
    values: Vec<f64>,
    mean: f64,
    median: f64,
    geometric_mean: f64,
    standard_deviation: Option<f64>,
    interval: Option<Interval>,
}

#[derive(Deserialize)]
struct Pair {
    a: Vec<f64>,
    b: Vec<f64>,
    p: f64,
    effect: f64,
}

#[derive(Deserialize)]
struct Correlation {
    a: Vec<f64>,
    b: Vec<f64>,
    pearson: f64,
    spearman: f64,
}

#[derive(Deserialize)]
struct Analysis {
    groups: Vec<Vec<f64>>,
    f: f64,
    within: f64,
    explained: f64,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("scipy/vectors.json")).expect("the script writes JSON")
}

/// Returns whether two numbers are equal up to rounding errors, which are measured in units of
/// `scale`.
fn is_near(found: f64, expected: f64, scale: f64) -> bool {
    found == expected || (found - expected).abs() <= 1e-9 * scale.abs()
}

#[test]
fn moments_and_intervals_are_those_of_scipy() {
    let samples = vectors().samples;
    assert!(samples.len() > 100);
    for sample in samples {
        let Sample { values, mean, .. } = &sample;
        // If values differ only in their last digits, rounding changes their spread.
        let spread = sample.standard_deviation.unwrap_or(0.0).max(mean.abs() * 1e-6);
        let found = statistics::mean(values).expect("there are values");
        assert!(is_near(found, *mean, *mean), "{values:?}: {found}, {mean}");
        assert_eq!(statistics::median(values.iter().copied()), sample.median);
        let geometric = statistics::geometric_mean(values).expect("all are positive");
        let expected = sample.geometric_mean;
        // Logarithms of 1e300 have three digits before the point, so the result has three correct
        // digits fewer.
        assert!(is_near(geometric, expected, expected * 1e3), "{values:?}: {geometric}");
        let deviation = statistics::standard_deviation(values);
        assert_eq!(deviation.is_some(), sample.standard_deviation.is_some());
        if let Some((found, expected)) = deviation.zip(sample.standard_deviation) {
            assert!(is_near(found, expected, spread), "{values:?}: {found}, {expected}");
        }
        let interval = statistics::mean_interval(values);
        assert_eq!(interval.is_some(), sample.interval.is_some());
        if let Some((found, expected)) = interval.zip(sample.interval) {
            assert!(is_near(found.low, expected.low, spread * 10.0), "{values:?}: {found:?}");
            assert!(is_near(found.high, expected.high, spread * 10.0), "{values:?}: {found:?}");
        }
    }
}

#[test]
fn mann_whitney_and_the_effect_are_those_of_scipy() {
    let pairs = vectors().pairs;
    assert!(pairs.len() > 300);
    for Pair { a, b, p, effect } in pairs {
        let found = statistics::mann_whitney(&a, &b).expect("there are values");
        assert!(is_near(found, p, p), "{a:?} {b:?}: {found}, {p}");
        let found = statistics::common_language_effect(&a, &b).expect("there are values");
        assert!((found - effect).abs() < 1e-12, "{a:?} {b:?}: {found}, {effect}");
        // Exchanging the samples gives the same p-value.
        let mirrored = statistics::mann_whitney(&b, &a).expect("there are values");
        assert!(is_near(mirrored, p, p), "{b:?} {a:?}: {mirrored}, {p}");
    }
}

#[test]
fn correlations_are_those_of_scipy() {
    let correlations = vectors().correlations;
    assert!(correlations.len() > 70);
    for Correlation { a, b, pearson, spearman } in correlations {
        let found = statistics::pearson(&a, &b).expect("there are values");
        assert!((found - pearson).abs() < 1e-9, "{a:?} {b:?}: {found}, {pearson}");
        let found = statistics::spearman(&a, &b).expect("there are values");
        assert!((found - spearman).abs() < 1e-9, "{a:?} {b:?}: {found}, {spearman}");
    }
}

#[test]
fn variances_between_and_within_groups_are_those_of_scipy() {
    let analyses = vectors().analyses;
    assert!(analyses.len() >= 27);
    for Analysis { groups, f, within, explained } in analyses {
        let found = GroupVariance::of(&groups).expect("there are groups");
        let found_within = found.within.expect("groups have several values");
        assert!(is_near(found_within, within, within), "{groups:?}: {found:?}, {within}");
        let ratio = found.between / found_within;
        assert!(is_near(ratio, f, f.max(1e-3)), "{groups:?}: {found:?}, {f}");
        assert!((found.explained - explained).abs() < 1e-9, "{groups:?}: {found:?}, {explained}");
    }
}
