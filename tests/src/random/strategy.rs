//! Random programs for proptest, which shrink by [`reduce`](super::reduce).

use igc_compiler::check;
use proptest::prelude::*;
use proptest::strategy::{NewTree, ValueTree};
use proptest::test_runner::TestRunner;

use super::{Case, Mode, generate, reduce};

/// How many bytes decide a program.
const BYTES: std::ops::Range<usize> = 64..2000;

/// Cases of a mode.
#[derive(Debug, Clone, Copy)]
pub struct Cases(pub Mode);

impl Strategy for Cases {
    type Tree = Reduction;
    type Value = Case;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Cases> {
        let bytes = prop::collection::vec(any::<u8>(), BYTES).new_tree(runner)?.current();
        let case = generate(&bytes, self.0);
        let checks = check::source(&case.source()).is_ok();
        Ok(Reduction { smallest: case.clone(), current: case, checks, next: 0, progress: false })
    }
}

/// A case, and the smallest that is known to fail.
pub struct Reduction {
    smallest: Case,
    current: Case,
    /// Whether it checks: what does not, because the generator is wrong, goes on not to.
    checks: bool,
    /// The next edit to try on the smallest.
    next: usize,
    /// Whether one of the edits since the first made it smaller.
    progress: bool,
}

impl Reduction {
    /// Goes to the next smaller program; back to the smallest where there is none.
    fn advance(&mut self) -> bool {
        loop {
            match reduce::edit(&self.smallest, self.next) {
                Some(case) => {
                    self.next += 1;
                    if case != self.smallest && check::source(&case.source()).is_ok() == self.checks
                    {
                        self.current = case;
                        return true;
                    }
                }
                None if self.progress => (self.next, self.progress) = (0, false),
                None => {
                    self.current = self.smallest.clone();
                    return false;
                }
            }
        }
    }
}

impl ValueTree for Reduction {
    type Value = Case;

    fn current(&self) -> Case {
        self.current.clone()
    }

    /// What is tried now fails.
    fn simplify(&mut self) -> bool {
        if self.current != self.smallest {
            self.smallest = self.current.clone();
            self.progress = true;
            // What was removed is gone: the same number is the next edit.
            self.next = self.next.saturating_sub(1);
        }
        self.advance()
    }

    /// What is tried now does not fail.
    fn complicate(&mut self) -> bool {
        self.advance()
    }
}
