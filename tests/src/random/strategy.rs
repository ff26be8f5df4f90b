//! Random programs for proptest, which [`reduce`] shrinks.

use igc_compiler::check;
use proptest::prelude::*;
use proptest::strategy::{NewTree, ValueTree};
use proptest::test_runner::TestRunner;

use super::{Case, Mode, generate, reduce};

/// Number of bytes from which a program is generated.
const BYTES: std::ops::Range<usize> = 64..2000;

/// The proptest strategy that generates the cases of a mode.
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

/// Returns the codes of the errors that the checker finds. A valid program has none.
fn refusal(case: &Case) -> Vec<&'static str> {
    let found = check::source(&case.source()).err().unwrap_or_default();
    found.iter().filter(|found| found.is_error()).map(|error| error.code).collect()
}

/// A case, and the smallest case that is known to fail.
pub struct Reduction {
    smallest: Case,
    current: Case,
    /// Errors of the original program, if the generator has a bug. Smaller programs must have the
    /// same errors.
    refused: Vec<&'static str>,
    /// The number of the next edit of the smallest case.
    next: usize,
    /// Whether an edit has made the case smaller since the edits were last tried from the first
    /// one.
    progress: bool,
}

impl Reduction {
    /// Advances to the next smaller program. If there is none, returns to the smallest failing
    /// program. Returns whether there is another program to test.
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

    /// Handles a failure of the current case, as proptest requires it.
    fn simplify(&mut self) -> bool {
        if self.current != self.smallest {
            self.smallest = self.current.clone();
            self.progress = true;
            // The elements after the removed one have moved, so the same number is the next edit.
            self.next = self.next.saturating_sub(1);
        }
        self.advance()
    }

    /// Handles a success of the current case, as proptest requires it.
    fn complicate(&mut self) -> bool {
        self.advance()
    }
}
