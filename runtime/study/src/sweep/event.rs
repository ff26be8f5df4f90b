//! What a sweep tells of itself, and what it came to.

use igc_compiler::options::Options;
use igc_runtime::bench::{Failure, FailureKind};
use igc_runtime::worker::{Fault, Step};

use crate::store::Left;

/// What a sweep tells while it goes on.
#[derive(Debug)]
pub enum Event<'a> {
    /// So many programs are built ahead.
    Builds {
        /// How many.
        programs: usize,
    },
    /// So many of them more are built.
    Built {
        /// How many.
        programs: usize,
    },
    /// So many runs are missing.
    Begins {
        /// How many.
        runs: usize,
    },
    /// A graph is loaded to be described.
    Describes {
        /// The graph's name.
        graph: &'a str,
    },
    /// It cannot be had: its tests are left out this time.
    NoGraph {
        /// The graph's name.
        graph: &'a str,
        /// Why.
        fault: &'a Fault,
    },
    /// A test's turn begins.
    Test {
        /// The application's name.
        application: &'a str,
        /// The graph's name.
        graph: &'a str,
        /// What is missing of it.
        left: &'a [Left],
    },
    /// What the worker does next.
    Step(&'a Step),
    /// A run is in the store.
    Run,
    /// The steps of so many configurations of the test are timed next.
    Records {
        /// How many.
        configurations: usize,
    },
    /// The steps of one of them are in the store.
    Recorded,
    /// The steps of a configuration cannot be timed.
    NoSteps {
        /// The configuration.
        options: &'a Options,
        /// Why.
        failure: &'a Failure,
    },
    /// So many runs do not count after all, and are missing again.
    Anew {
        /// How many.
        runs: usize,
    },
    /// A cell has failed: so many of its runs will not come.
    Failed {
        /// The configuration.
        options: &'a Options,
        /// Why.
        failure: &'a Failure,
        /// How many runs were missing.
        runs: usize,
    },
    /// A worker was killed, as batch systems and the system do: what it was at is tried once more.
    Killed {
        /// How, in words.
        failure: &'a Failure,
    },
    /// A test cannot be measured at all this time.
    NoTest {
        /// Why.
        fault: &'a Fault,
    },
    /// A test's turn is over, for now if runs are left.
    TestDone {
        /// How many runs are left for another time.
        left: usize,
    },
}

/// What a sweep came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// Runs that were added.
    pub runs: usize,
    /// Cells that failed.
    pub failures: usize,
    /// Runs left for another time.
    pub left: usize,
    /// What came of timing steps.
    pub steps: StepSummary,
    /// The worst of what kept graphs or tests from being measured at all.
    pub trouble: Option<FailureKind>,
}

/// What timing steps came to, in configurations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StepSummary {
    /// How many have their steps timed now.
    pub recorded: usize,
    /// How many failed at it.
    pub failures: usize,
    /// How many are left for another time.
    pub left: usize,
}
