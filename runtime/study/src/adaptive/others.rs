//! Adaptive runs of another study.
//!
//! A model is learnt from one study, and then runs in another one. The other study has the same
//! graphs and devices, by name. Its applications may have names of their own, so that one study can
//! measure several models: `bfs_topo` with the tree of `program bfs_topo`, and the same file with
//! the name `bfs_topo_small` and the tree of `program bfs_topo_small`.

use super::Rounds;
use super::rounds::adaptive_times;
use crate::dataset::{Dataset, Test};

/// Another study with adaptive runs of the same tests.
#[derive(Debug, Clone, Copy)]
pub struct Others<'d> {
    /// The other study.
    pub dataset: &'d Dataset,
    /// What the names of its applications have at their end.
    pub suffix: &'d str,
}

impl Others<'_> {
    /// Returns the test of the other study for a test of `own`; `None` if there is none.
    pub fn test(&self, own: &Dataset, test: Test) -> Option<Test> {
        let name = format!("{}{}", own.applications.get(test.application)?, self.suffix);
        let input = &own.inputs.get(test.input)?.name;
        let chip = &own.chips.get(test.chip)?.name;
        let Dataset { applications, inputs, chips, .. } = self.dataset;
        Some(Test {
            application: applications.iter().position(|other| *other == name)?,
            input: inputs.iter().position(|other| other.name == *input)?,
            chip: chips.iter().position(|other| other.name == *chip)?,
        })
    }
}

impl Rounds {
    /// Replaces the times of adaptive runs by those of another study. `own` is the study of the
    /// rounds.
    pub fn take_adaptive(&mut self, own: &Dataset, others: &Others<'_>) {
        let times = adaptive_times(others.dataset);
        let tests: Vec<Test> = self.tests().map(|of| of[0].test).collect();
        let time = |test: Test| Some((test, *times.get(&others.test(own, test)?)?));
        self.adaptive = tests.into_iter().filter_map(time).collect();
    }
}
