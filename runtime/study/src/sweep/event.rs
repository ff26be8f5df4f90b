//! The progress and the result of a sweep.

use igc_compiler::configuration::Configuration;
use igc_measure::comparison::{Failure, FailureKind};
use igc_measure::worker::{Activity, Fault};

use crate::store::Left;

/// A progress event of a sweep.
#[derive(Debug)]
pub enum Event<'a> {
    /// The builder processes start to compile kernels.
    Builds {
        /// Number of programs to compile.
        programs: usize,
    },
    /// The builder processes have compiled more programs.
    Built {
        /// Number of programs that were compiled since the last such event.
        programs: usize,
    },
    /// The measurements start.
    Begins {
        /// Number of runs that are missing in total.
        runs: usize,
    },
    /// A graph is loaded, and its properties are measured.
    Describes {
        /// The name of the graph.
        graph: &'a str,
    },
    /// A graph cannot be loaded; its tests are skipped in this sweep.
    NoGraph {
        /// The name of the graph.
        graph: &'a str,
        /// The reason why the graph cannot be loaded.
        fault: &'a Fault,
    },
    /// A test starts.
    Test {
        /// The name of the application.
        application: &'a str,
        /// The name of the graph.
        graph: &'a str,
        /// The cells of the test with missing runs.
        left: &'a [Left],
    },
    /// The worker starts its next activity.
    Activity(&'a Activity),
    /// A run was written to the store.
    Run,
    /// The steps of configurations of the test are timed next.
    Records {
        /// Number of configurations whose steps are timed next.
        configurations: usize,
    },
    /// The steps of one configuration were written to the store.
    Recorded,
    /// The steps of a configuration cannot be timed.
    NoSteps {
        /// The configuration whose steps cannot be timed.
        options: &'a Configuration,
        /// The reason why the steps cannot be timed.
        failure: &'a Failure,
    },
    /// The test was restarted with more memory. Its latest runs were removed from the store and
    /// must be repeated.
    Anew {
        /// Number of runs that must be repeated.
        runs: usize,
    },
    /// A cell has failed.
    Failed {
        /// The configuration of the cell.
        options: &'a Configuration,
        /// The reason of the failure.
        failure: &'a Failure,
        /// Number of runs that the cell still lacked.
        runs: usize,
    },
    /// A worker was killed, for example by a batch system or the operating system. Its work is
    /// tried once more.
    Killed {
        /// The failure that describes how the worker was killed.
        failure: &'a Failure,
    },
    /// A test cannot be measured in this sweep.
    NoTest {
        /// The reason why the test cannot be measured.
        fault: &'a Fault,
    },
    /// A test is finished, or it stops in this sweep although runs are missing.
    TestDone {
        /// Number of runs of the test that are still missing.
        left: usize,
    },
}

/// The result of a sweep.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of runs that were added.
    pub runs: usize,
    /// Number of cells that failed in the sweep.
    pub failures: usize,
    /// Number of runs that are still missing.
    pub left: usize,
    /// Number of added runs that other programs disturbed.
    pub disturbed: usize,
    /// The result of timing steps.
    pub steps: StepSummary,
    /// The worst failure that prevented a graph or a test from being measured.
    pub trouble: Option<FailureKind>,
}

/// The result of timing steps, counted in configurations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StepSummary {
    /// Number of configurations whose steps were timed.
    pub recorded: usize,
    /// Number of configurations that failed.
    pub failures: usize,
    /// Number of configurations whose steps are still missing.
    pub left: usize,
}
