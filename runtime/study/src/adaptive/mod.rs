//! Models of adaptive runs: learns, from the timed steps of a study, which variant of a kernel is
//! the fastest in which rounds.
//!
//! A *variant* is a configuration whose flags only choose how kernels visit edges: an order of
//! visits, a virtual warp, or schemes of nested parallelism. A study that times the steps of
//! several variants and of `adaptive` shows the time of each variant in each round, and the
//! features of the round. [`rounds`] puts them together; [`tree`] grows decision trees; [`Learnt`]
//! writes them as a [model](igc_compiler::model), and [`evaluation`] compares them with single
//! variants and with the best variant of each round.
//!
//! The method follows Verstraaten, "Analysis and Prediction of GPU Graph Algorithm Performance"
//! (thesis), sections 7.1 to 7.3, with one difference. His trees classify rounds by their fastest
//! variant, so that a round in which all variants are equally fast counts as much as one in which
//! they differ by a factor of a hundred. These trees minimise time instead.

pub mod each_test;
pub mod evaluation;
mod features;
pub mod frontiers;
#[cfg(test)]
mod made_up;
pub mod others;
mod rounds;
mod text;

use igc_compiler::configuration::Configuration;
use igc_compiler::model::Feature;

use crate::dataset::Dataset;
use crate::tree::{Criterion, Limits, Row, Tree};
pub use rounds::{Round, Rounds, Sample};

/// A model that was learnt from a study.
#[derive(Debug, Clone)]
pub struct Learnt {
    /// The features, in the order of the trees' indices.
    pub features: Vec<Feature>,
    /// The variants, in the order of the trees' indices.
    pub variants: Vec<Configuration>,
    /// The tree for all programs.
    pub general: Tree,
    /// The trees for single programs, by name.
    pub programs: Vec<(String, Tree)>,
}

impl Learnt {
    /// Learns a tree for all programs of a study, and one for each program.
    pub fn of(dataset: &Dataset, rounds: &Rounds, limits: Limits) -> Learnt {
        let grow = |application: Option<usize>| {
            let is_wanted =
                |round: &&Round| application.is_none_or(|one| round.test.application == one);
            let wanted = rounds.rounds.iter().filter(is_wanted);
            let samples: Vec<Sample<'_>> = wanted.flat_map(|round| rounds.samples(round)).collect();
            let rows: Vec<Row<'_>> = samples.iter().map(Sample::row).collect();
            Tree::grow(Criterion::Cost, &rows, rounds.variants.len(), limits).pruned()
        };
        let known = dataset
            .applications
            .iter()
            .enumerate()
            .filter(|(at, _)| rounds.rounds.iter().any(|round| round.test.application == *at));
        Learnt {
            features: rounds.features.clone(),
            variants: rounds.variants.clone(),
            general: grow(None),
            programs: known.map(|(at, name)| (name.clone(), grow(Some(at)))).collect(),
        }
    }
}
