//! Compares trees with those of scikit-learn on the samples that
//! `tests/predicting/scikit_learn/make.py` writes.

use igc_study::prediction::classifier;
use igc_study::tree::Limits;
use serde::Deserialize;

#[derive(Deserialize)]
struct Sample {
    depth: usize,
    leaf: usize,
    rows: Vec<Vec<f64>>,
    labels: Vec<usize>,
    classes: usize,
    importances: Vec<f64>,
    leaves: usize,
    fresh: Vec<Vec<f64>>,
    predicted: Vec<usize>,
}

#[test]
fn trees_are_those_of_scikit_learn() {
    let text = include_str!("scikit_learn/vectors.json");
    let samples: Vec<Sample> = serde_json::from_str(text).expect("the script writes JSON");
    assert!(samples.len() >= 60);
    assert!(samples.iter().filter(|sample| sample.leaves > 3).count() >= 30);
    for (at, sample) in samples.iter().enumerate() {
        let limits = Limits { depth: sample.depth, leaf: sample.leaf, gain: 0.0 };
        let tree = classifier(&sample.rows, &sample.labels, sample.classes, limits);
        assert_eq!(tree.leaves(), sample.leaves, "sample {at}");
        let importances = tree.importances(sample.importances.len());
        for (found, expected) in importances.iter().zip(&sample.importances) {
            assert!((found - expected).abs() < 1e-9, "sample {at}: {found}, {expected}");
        }
        let predicted: Vec<usize> = sample.fresh.iter().map(|row| tree.choose(row)).collect();
        assert_eq!(predicted, sample.predicted, "sample {at}");
    }
}
