//! The accesses to each element, from which the races of a launch follow.
//!
//! Two iterations of a launch race for an element in two cases:
//!
//! 1. Both write it, at least one of them by an assignment, and the values differ.
//! 2. One changes it by an assignment, as the element of its own loop variable, and the other reads
//!    it.
//!
//! All other accesses are not races, because the memory model gives them one meaning, or because
//! programs use them on purpose:
//!
//! - Atomics and reductions are indivisible, and a read at the same time as an atomic sees one of its
//!   values.
//! - Iterations may write the same value, as a search does that sets the level of a node.
//! - An iteration may read what other iterations set, if it is not their own element: all of them set
//!   the same value, or case 1 applies.
//! - An assignment may leave the value as it was.
//! - The bodies of `exclusive` exclude each other.

use crate::ir::Value;
use crate::span::Span;

use super::Watched;
use crate::interp::access::Element;

/// An access of an iteration to an element.
#[derive(Debug, Clone, Copy)]
pub(in crate::interp) struct By {
    /// The number of the iteration in its launch.
    pub agent: u32,
    /// The position of the statement.
    pub span: Span,
    /// Whether the statement is in an `exclusive`.
    pub exclusive: bool,
}

/// A write of an iteration.
#[derive(Debug, Clone, Copy)]
pub(in crate::interp) struct Write {
    pub by: By,
    /// The value after the write.
    pub value: Value,
    /// Whether the write is an assignment, which changes the element of the iteration's loop
    /// variable.
    pub changes_own: bool,
}

/// The accesses to an element in one launch.
#[derive(Debug, Clone, Default)]
struct Cell {
    launch: u64,
    assigned: Option<Write>,
    updated: Option<Write>,
    /// A read by one iteration, and a read by another one.
    reads: [Option<By>; 2],
}

/// A race: the positions of a write and of the other access.
pub(in crate::interp) type Race = (Span, Span);

/// The accesses to all elements.
#[derive(Debug)]
pub(in crate::interp) struct History {
    arrays: Vec<Vec<Cell>>,
    /// Whether each element has a value; `None` for arrays that have an initial value.
    written: Vec<Option<Vec<bool>>>,
    racy: Vec<Span>,
    launch: u64,
}

impl History {
    /// Creates the history of arrays of these lengths.
    pub fn new(lengths: impl Iterator<Item = usize> + Clone, watched: &Watched) -> History {
        let is_without_value = |id| watched.without_value.iter().any(|a| a.index() == id);
        let written = lengths.clone().enumerate();
        let written = written.map(|(id, len)| is_without_value(id).then(|| vec![false; len]));
        History {
            written: written.collect(),
            arrays: lengths.map(|len| vec![Cell::default(); len]).collect(),
            racy: watched.racy.clone(),
            launch: 0,
        }
    }

    /// Starts a launch, which is after all earlier accesses.
    pub fn start_launch(&mut self) {
        self.launch += 1;
    }

    /// Returns whether an element has no value yet.
    pub fn is_unwritten(&self, Element { array, index }: Element) -> bool {
        self.written[array].as_ref().is_some_and(|written| !written[index])
    }

    /// Notes that an element has a value.
    pub fn has_value(&mut self, Element { array, index }: Element) {
        if let Some(written) = &mut self.written[array] {
            written[index] = true;
        }
    }

    /// Notes that all elements of an array have values.
    pub fn all_have_values(&mut self, array: usize) {
        self.written[array] = None;
    }

    fn cell(&mut self, Element { array, index }: Element) -> &mut Cell {
        let launch = self.launch;
        let cell = &mut self.arrays[array][index];
        if cell.launch != launch {
            *cell = Cell { launch, ..Cell::default() };
        }
        cell
    }

    fn is_racy(&self, span: Span) -> bool {
        self.racy.iter().any(|racy| racy.start <= span.start && span.end <= racy.end)
    }

    /// Notes a read, and returns the race that it is part of.
    pub fn read(&mut self, at: Element, by: By) -> Option<Race> {
        if self.is_racy(by.span) {
            return None;
        }
        let cell = self.cell(at);
        let place = usize::from(cell.reads[0].is_some_and(|first| first.agent != by.agent));
        cell.reads[place] = Some(by);
        let write =
            cell.assigned.filter(|write| write.changes_own && are_concurrent(&write.by, &by));
        write.map(|write| (write.by.span, by.span))
    }

    /// Notes an assignment, and returns the races that it is part of: with an assignment, with an
    /// atomic or a reduction, and with a read.
    pub fn assign(&mut self, at: Element, write: Write) -> [Option<Race>; 3] {
        self.has_value(at);
        if self.is_racy(write.by.span) {
            return [None; 3];
        }
        let cell = self.cell(at);
        let [assigned, updated] = [cell.assigned, cell.updated].map(|other| {
            other.filter(|other| differ(other, &write)).map(|other| in_order(&write, &other))
        });
        let read = cell.reads.into_iter().flatten().find(|read| are_concurrent(read, &write.by));
        cell.assigned = Some(write);
        [
            assigned,
            updated,
            read.filter(|_| write.changes_own).map(|read| (write.by.span, read.span)),
        ]
    }

    /// Notes an atomic or a reduction, and returns the race that it is part of.
    pub fn update(&mut self, at: Element, write: Write) -> Option<Race> {
        self.has_value(at);
        if self.is_racy(write.by.span) {
            return None;
        }
        let cell = self.cell(at);
        cell.updated = Some(write);
        let other = cell.assigned.filter(|other| differ(other, &write));
        other.map(|other| in_order(&other, &write))
    }
}

/// Returns the positions of two writes, in the order of the source, so that the pair is one
/// finding.
fn in_order(a: &Write, b: &Write) -> Race {
    let (a, b) = (a.by.span, b.by.span);
    if a.start <= b.start { (a, b) } else { (b, a) }
}

/// Whether two accesses may happen at the same time.
fn are_concurrent(a: &By, b: &By) -> bool {
    a.agent != b.agent && !(a.exclusive && b.exclusive)
}

/// Whether two concurrent writes leave different values.
fn differ(a: &Write, b: &Write) -> bool {
    are_concurrent(&a.by, &b.by) && a.value.to_bits() != b.value.to_bits()
}
