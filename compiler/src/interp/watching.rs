//! Reports the accesses of a checked run to its [findings](super::findings).

use super::access::Element;
use super::findings::history::{By, History, Race, Write};
use super::findings::{FindingKind, Findings, Watched};
use super::machine::Machine;
use crate::ir::*;
use crate::span::Span;

/// The state of a checked run.
pub(super) struct Watching {
    pub(super) history: History,
    pub(super) findings: Findings,
    main: Span,
    /// The position of the current operation.
    pub(super) span: Option<Span>,
    /// The number of operands around the current expression whose value is not used.
    pub(super) unused: u32,
    /// The element that the current statement writes, whose old value it may read.
    pub(super) updating: Option<Element>,
    /// The element of the loop variable of the iteration.
    pub(super) own: Option<Value>,
}

impl Watching {
    /// Creates the state for arrays of these lengths.
    pub(super) fn new(lengths: impl Iterator<Item = usize> + Clone, watched: &Watched) -> Watching {
        Watching {
            history: History::new(lengths, watched),
            findings: Findings::default(),
            main: watched.main,
            span: None,
            unused: 0,
            updating: None,
            own: None,
        }
    }
}

/// An access to a place, with the element of memory that the place is.
#[derive(Clone, Copy)]
pub(super) struct Reached<'a> {
    pub(super) place: &'a Place,
    pub(super) row: u32,
    pub(super) element: u32,
    pub(super) at: Element,
}

impl<'a> Machine<'a> {
    /// Returns the position of the current operation, if the access counts. Statements of kernels
    /// that the compiler has added have no position.
    fn position(&self) -> Option<Span> {
        let watching = self.watching.as_ref()?;
        let in_main = self.item.kernel.is_none();
        let span = if in_main { Some(watching.main) } else { watching.span };
        span.filter(|_| watching.unused == 0)
    }

    fn by(&self, span: Span) -> By {
        By { agent: self.item.who.agent, span, exclusive: !self.item.owned.is_empty() }
    }

    /// Notes a read of an element.
    pub(super) fn note_read(&mut self, reached: Reached<'a>) {
        let Some(span) = self.position() else { return };
        let (by, in_main) = (self.by(span), self.item.kernel.is_none());
        let Some(watching) = &mut self.watching else { return };
        let is_updated = watching.updating == Some(reached.at);
        if watching.history.is_unwritten(reached.at) && !is_updated {
            self.found(FindingKind::Unwritten, (span, None), reached);
        }
        let Some(watching) = self.watching.as_mut().filter(|_| !in_main) else { return };
        let race = watching.history.read(reached.at, by);
        self.race(FindingKind::ReadOfChanged, race, reached);
    }

    /// Notes an assignment of a value to an element that had another one, or the same one.
    pub(super) fn note_assignment(
        &mut self,
        reached: Reached<'a>,
        old: Option<Value>,
        value: Value,
    ) {
        let span = self.position();
        let Some(watching) = &mut self.watching else { return };
        let own = watching.own;
        let Some(span) = span.filter(|_| self.item.kernel.is_some()) else {
            return watching.history.has_value(reached.at);
        };
        let extent = self.module.arrays[reached.place.array.index()].extent;
        let is_own = match (own, extent) {
            (Some(Value::Node(node)), Extent::Nodes) => node == reached.row,
            (Some(Value::Edge(edge)), Extent::Edges) => edge == reached.row,
            _ => false,
        };
        let changes = old.is_none_or(|old| old.to_bits() != value.to_bits());
        let write = Write { by: self.by(span), value, changes_own: is_own && changes };
        let Some(watching) = &mut self.watching else { return };
        let [assigned, updated, read] = watching.history.assign(reached.at, write);
        self.race(FindingKind::TwoWrites, assigned, reached);
        self.race(FindingKind::TwoWrites, updated, reached);
        self.race(FindingKind::ReadOfChanged, read, reached);
    }

    /// Notes an atomic or a reduction, after which an element has a value.
    pub(super) fn note_update(&mut self, reached: Reached<'a>, value: Value) {
        let span = self.position();
        let Some(watching) = &mut self.watching else { return };
        let Some(span) = span.filter(|_| self.item.kernel.is_some()) else {
            return watching.history.has_value(reached.at);
        };
        let write = Write { by: self.by(span), value, changes_own: false };
        let Some(watching) = &mut self.watching else { return };
        let race = watching.history.update(reached.at, write);
        self.race(FindingKind::TwoWrites, race, reached);
    }

    /// Notes that `main` gives every element of an array a value.
    pub(super) fn note_fill(&mut self, array: usize) {
        if let Some(watching) = &mut self.watching {
            watching.history.all_have_values(array);
        }
    }

    /// Notes an access past the end of an array.
    pub(super) fn note_past_end(&mut self, name: &str, index: usize, length: usize, writes: bool) {
        let Some(span) = self.position() else { return };
        let kind = if writes { FindingKind::WritePastEnd } else { FindingKind::ReadPastEnd };
        let kernel = self.kernel_name(&self.item);
        if let Some(watching) = &mut self.watching {
            let describe = || (kernel, format!("{name}[{}]", Value::Node(index as u32).shown()));
            watching.findings.add(kind, (span, None), length as u32, describe);
        }
    }

    /// Notes a read of a field of an edge that does not exist. Offsets past the end are not noted:
    /// they are the bounds of a loop over the edges of a node that does not exist.
    pub(super) fn note_missing(&mut self, array: GraphArray, edge: u32) {
        let field = match array {
            GraphArray::Targets | GraphArray::InTargets => "dst",
            GraphArray::Sources | GraphArray::InSources => "src",
            GraphArray::Reverse => "reverse",
            GraphArray::OutOffsets | GraphArray::InOffsets | GraphArray::InEdges => return,
        };
        let Some(span) = self.position() else { return };
        let (kernel, edges) = (self.kernel_name(&self.item), self.graph.edges());
        if let Some(watching) = &mut self.watching {
            let describe = || (kernel, format!("{field}` of edge `{}", Value::Edge(edge).shown()));
            watching.findings.add(FindingKind::MissingEdge, (span, None), edges, describe);
        }
    }

    fn race(&mut self, kind: FindingKind, race: Option<Race>, reached: Reached<'a>) {
        if let Some((write, other)) = race {
            self.found(kind, (write, Some(other)), reached);
        }
    }

    fn found(&mut self, kind: FindingKind, spans: (Span, Option<Span>), reached: Reached<'a>) {
        let (kernel, module) = (self.kernel_name(&self.item), self.module);
        let array = &module.arrays[reached.place.array.index()];
        let length = self.shapes[reached.place.array.index()].length;
        let row = match array.extent {
            Extent::One => None,
            Extent::Nodes | Extent::Original => Some(self.shown(Value::Node(reached.row))),
            Extent::Edges => Some(self.shown(Value::Edge(reached.row))),
        };
        let describe = || {
            let row = row.map_or(String::new(), |row| format!("[{}]", row.to_bits()));
            let element = array.length.as_ref().map(|_| format!("[{}]", reached.element));
            (kernel, format!("{}{row}{}", array.name, element.unwrap_or_default()))
        };
        if let Some(watching) = &mut self.watching {
            watching.findings.add(kind, spans, length, describe);
        }
    }
}
