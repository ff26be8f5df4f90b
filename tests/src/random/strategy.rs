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
        let refused = refusal(&case);
        Ok(Reduction { smallest: case.clone(), current: case, refused, next: 0, progress: false })
    }
}

/// The codes of the errors that the checker finds: none for a right program.
fn refusal(case: &Case) -> Vec<&'static str> {
    let found = check::source(&case.source()).err().unwrap_or_default();
    found.iter().filter(|found| found.is_error()).map(|error| error.code).collect()
}

/// A case, and the smallest that is known to fail.
pub struct Reduction {
    smallest: Case,
    current: Case,
    /// The errors of a program that does not check because the generator is wrong: it keeps them.
    refused: Vec<&'static str>,
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
                    if case != self.smallest && refusal(&case) == self.refused {
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
