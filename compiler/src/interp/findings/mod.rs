//! What a checked run finds: mistakes of the program that devices ignore silently.
//!
//! | code | finding |
//! | --- | --- |
//! | `R0001` | an access past the end of an array, or to a field of an edge that does not exist |
//! | `R0002` | a read of an element that has no initial value and that nothing has written |
//! | `R0003` | two iterations of a launch write different values to one element |
//! | `R0004` | an iteration reads an element that another iteration changes as its own |
//!
//! The language defines all of these accesses, so they are not errors of the interpreter. The last
//! two are races whose result depends on the order of the iterations. [`history`] decides what
//! counts as a race. Each pair of statements is reported once, with the first element as an
//! example.
//!
//! **Limits.** A run finds only what happens in this run, but it finds races in whatever order the
//! iterations run. The iterations of a nested `forall` count as parts of the outer iteration.
//! Accesses of `main` have no position, because the IR does not keep the positions of its
//! statements. There are no findings in primitives.

pub(super) mod history;

use crate::diagnostics::Diagnostic;
use crate::ir::ArrayId;
use crate::span::Span;
use indexmap::IndexMap;

/// What a checked run must know about the source of the module.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Watched {
    /// The arrays that have no initial value in the source.
    pub without_value: Vec<ArrayId>,
    /// The parts of the source in which races are intended: `racy` kernels and functions, and the
    /// standard library.
    pub racy: Vec<Span>,
    /// The position of `main`, for the accesses of `main`.
    pub main: Span,
}

/// The kinds of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FindingKind {
    /// A read past the end of an array, which yields zero.
    ReadPastEnd,
    /// A write past the end of an array, which does nothing.
    WritePastEnd,
    /// A read of the source, the destination or the reverse of an edge that does not exist.
    MissingEdge,
    /// A read of an element that nothing has written.
    Unwritten,
    /// Two iterations write different values to one element.
    TwoWrites,
    /// An iteration reads an element that another iteration changes as its own.
    ReadOfChanged,
}

/// A mistake that a checked run has found, with the first example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The kind of the mistake.
    pub kind: FindingKind,
    /// The position of the access; for two accesses, of the write.
    pub span: Span,
    /// The position of the other access.
    pub other: Option<Span>,
    /// The kernel, or `main`.
    pub kernel: String,
    /// The element of the first example, such as `level[7]`, or the field of an edge.
    pub element: String,
    /// The number of elements of the array, or of a row, or of edges.
    pub length: u32,
    /// How often the statement, or the pair of statements, was found.
    pub count: u64,
}

/// Identifies a finding. Other examples of the same finding are counted.
type Key = (FindingKind, Span, Option<Span>);

/// The findings of a run.
#[derive(Debug, Default)]
pub(super) struct Findings {
    found: IndexMap<Key, Finding>,
}

impl Findings {
    /// Adds an example of a finding. `describe` returns the element.
    pub(super) fn add(
        &mut self,
        kind: FindingKind,
        (span, other): (Span, Option<Span>),
        length: u32,
        describe: impl FnOnce() -> (String, String),
    ) {
        let finding = self.found.entry((kind, span, other)).or_insert_with(|| {
            let (kernel, element) = describe();
            Finding { kind, span, other, kernel, element, length, count: 0 }
        });
        finding.count += 1;
    }

    /// Takes the findings, in the order of the source.
    pub(super) fn take(&mut self) -> Vec<Finding> {
        let mut all: Vec<Finding> = std::mem::take(&mut self.found).into_values().collect();
        all.sort_by_key(|f| (f.span.start, f.span.end, f.kind, f.other.map(|o| o.start)));
        all
    }
}

impl Finding {
    /// Returns the code of the finding.
    pub fn code(&self) -> &'static str {
        match self.kind {
            FindingKind::ReadPastEnd | FindingKind::WritePastEnd | FindingKind::MissingEdge => {
                "R0001"
            }
            FindingKind::Unwritten => "R0002",
            FindingKind::TwoWrites => "R0003",
            FindingKind::ReadOfChanged => "R0004",
        }
    }

    /// Returns the finding as a diagnostic.
    pub fn diagnostic(&self) -> Diagnostic {
        let Finding { element, length, span, kernel, .. } = self;
        let diagnostic = |message| Diagnostic::warning(self.code(), *span, message);
        let found = match self.kind {
            FindingKind::ReadPastEnd => {
                diagnostic(format!("a read of `{element}`, which has {length} elements"))
                    .note("a read past the end yields zero")
                    .help("test the index first")
            }
            FindingKind::WritePastEnd => {
                diagnostic(format!("a write to `{element}`, which has {length} elements"))
                    .note("a write past the end does nothing")
                    .help("test the index first")
            }
            FindingKind::MissingEdge => {
                diagnostic(format!("a read of `{element}`, but the graph has {length} edges"))
                    .note(MISSING)
                    .help("test the edge first, as in `e != MAX`")
            }
            FindingKind::Unwritten => {
                diagnostic(format!("a read of `{element}`, which nothing has written"))
                    .note("the declaration has no initial value, so the value is zero")
                    .help("write the element first, or declare an initial value such as `= 0`")
            }
            FindingKind::TwoWrites => {
                diagnostic(format!("two iterations write different values to `{element}`"))
                    .note("one of the values is lost, and which one depends on the device")
                    .help("use an atomic such as `atomic_min`, or a reduction")
                    .help(RACY)
            }
            FindingKind::ReadOfChanged => {
                diagnostic(format!("an iteration changes `{element}`, and another one reads it"))
                    .note("the read yields the old or the new value, which depends on the device")
                    .help("write to a second property, and `swap` the two in `main`")
                    .help(RACY)
            }
        };
        let found = match (self.kind, self.other) {
            (FindingKind::ReadOfChanged, Some(other)) => found.also(other, "read here"),
            (_, Some(other)) if other != *span => {
                found.also(other, "the other iteration writes here")
            }
            _ => found,
        };
        let times = if self.count == 1 { "once".into() } else { format!("{} times", self.count) };
        found.note(format!("found {times} in `{kernel}`, first for this element"))
    }
}

const MISSING: &str = "the source and the destination of a missing edge are the node `MAX`, and its \
     reverse is the edge `MAX`";

const RACY: &str = "if the result is right in any case, write `racy` before the `kernel` or `fn`";
