//! Statements of kernels that contain no block and do not wait for other work-items, and the
//! elements of `forall`s.

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

use std::ops::Range;

use super::access::{Element, Touch};
use super::error::RunError;
use super::item::ElementSource;
use super::machine::{Machine, Stop};
use super::worklist::{Buffers, Words};
use crate::ir::*;

/// The elements of a `forall`: their number, and where they come from.
pub(super) struct Elements {
    pub(super) count: u32,
    pub(super) from: ElementSource,
}

impl<'a> Machine<'a> {
    /// Executes a statement that contains no block and does not wait for other work-items.
    pub(super) fn stmt(&mut self, stmt: &'a Stmt) -> Result<(), Stop> {
        match &stmt.kind {
            StmtKind::Let(id, e) | StmtKind::Assign(id, e) => {
                self.item.frame.locals[id.index()] = self.eval(e)?;
            }
            StmtKind::LetArray(id, e) => {
                let value = self.eval(e)?;
                let kernel = self.item.kernel.map(|kernel| &self.module.kernels[kernel.index()]);
                let length = kernel.and_then(|kernel| kernel.locals[id.index()].length);
                self.item.frame.declare_array(*id, value, length.unwrap_or_default());
            }
            StmtKind::StoreElement(element, e) => {
                let value = self.eval(e)?;
                if let Some(element) = self.reach_local(element, Touch::Write)? {
                    *element = value;
                }
            }
            StmtKind::LetVector(locals, read) => self.vector(locals, read)?,
            StmtKind::Store(place, e) => self.store(place, e)?,
            StmtKind::Atomic { op, place, operands, old } => {
                let value = self.atomic(*op, place, operands)?;
                if let Some(old) = old {
                    self.item.frame.locals[old.index()] = value;
                }
            }
            StmtKind::Reduce(id, op, e) => {
                let value = self.eval(e)?;
                let old = self.item.frame.locals[id.index()];
                self.item.frame.locals[id.index()] = self.combine(*op, old, value)?;
            }
            StmtKind::Push(worklist, item) => {
                let item = self.item_words(item)?;
                self.push(*worklist, self.item.view.worklist(*worklist), item)?;
            }
            StmtKind::Print(parts) => self.print(parts)?,
            StmtKind::StoreShared(id, index, e) => self.store_shared(*id, index, e)?,
            StmtKind::AtomicShared { op, shared, index, operand, old } => {
                let value = self.atomic_shared(*op, *shared, index, operand)?;
                if let Some(old) = old {
                    self.item.frame.locals[old.index()] = value;
                }
            }
            StmtKind::Enqueue(worklist, item) => {
                let item = self.item_words(item)?;
                if !self.enqueue(*worklist, item) {
                    self.push(*worklist, self.item.view.worklist(*worklist), item)?;
                }
            }
            // All other statements are operations of their own.
            StmtKind::Exclusive { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Collective { .. }
            | StmtKind::Scan { .. }
            | StmtKind::Flush(_)
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::PathStart
            | StmtKind::ForAll { .. }
            | StmtKind::For { .. } => {}
        }
        Ok(())
    }

    /// Returns the result of an atomic operation or reduction on two values.
    pub(super) fn combine(&self, op: AtomicOp, old: Value, value: Value) -> Result<Value, Stop> {
        match self.arithmetic.atomic(op, old, &[value]) {
            Some(new) => Ok(new),
            None => self.broken(format!("{op:?} does not apply to {old}")),
        }
    }

    /// Reads consecutive elements. A proven place without its element breaks a promise, as for one
    /// element.
    fn vector(&mut self, locals: &'a [LocalId], read: &'a Expr) -> Result<(), Stop> {
        let (at, array) = match &read.kind {
            ExprKind::Load(place) => {
                let first = self.reach(place, Touch::Read)?.map(|reached| reached.at);
                let Some(Element { array, index: at }) = first else {
                    return self.broken("a vector load past the end".into());
                };
                for offset in 1..locals.len() {
                    self.touch(place.array, at + offset, Touch::Read, place.access)?;
                }
                (at, Some(array))
            }
            ExprKind::Graph(_, index, _) => (self.eval(index)?.index() as usize, None),
            ExprKind::Const(_)
            | ExprKind::Local(_)
            | ExprKind::Element(_)
            | ExprKind::Param(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Select(..)
            | ExprKind::NodeCount
            | ExprKind::EdgeCount
            | ExprKind::Length(_)
            | ExprKind::WorklistSize(_)
            | ExprKind::Waiting(_)
            | ExprKind::WorklistItem(..)
            | ExprKind::At(_)
            | ExprKind::Shared(..)
            | ExprKind::Search(..) => return self.broken("a vector load of no element".into()),
        };
        for (offset, id) in locals.iter().enumerate() {
            let value = match (&read.kind, array) {
                (_, Some(array)) => self.arrays[array].get(at + offset),
                (ExprKind::Graph(array, ..), _) => {
                    let word = self.graph.array(*array).get(at + offset).copied();
                    let value = word.map(|word| Value::from_bits(array.ty(), word.into()));
                    value.map(|value| self.module.edges.value(value))
                }
                _ => None,
            };
            let Some(value) = value else {
                return self.broken("a vector load past the end".into());
            };
            self.item.frame.locals[id.index()] = value;
        }
        Ok(())
    }

    /// Prints a line.
    pub(super) fn print(&mut self, parts: &'a [PrintPart]) -> Result<(), Stop> {
        let line = print::line(parts, |value| self.unwatched(value).map(|value| self.text(value)))?;
        self.observer.printed(&line);
        Ok(())
    }

    /// Ends the run unless a condition holds.
    pub(super) fn require(&mut self, condition: &'a Expr, message: &str) -> Result<(), Stop> {
        match self.eval(condition)?.truth() {
            true => Ok(()),
            false => Err(RunError::Required(message.to_owned()).into()),
        }
    }

    /// Returns a value as a text for the user.
    fn text(&self, value: Value) -> String {
        if self.graph.is_quotient() { value.shown() } else { self.observer.text(value) }
    }

    /// Returns a value as the user sees it.
    pub(super) fn shown(&self, value: Value) -> Value {
        if self.graph.is_quotient() { value } else { self.observer.shown(value) }
    }

    pub(super) fn store(&mut self, place: &'a Place, value: &'a Expr) -> Result<(), Stop> {
        let reached = self.reach(place, Touch::Write)?;
        self.updates(reached.map(|reached| reached.at));
        let value = self.module.arrays[place.array.index()].width.kept(self.eval(value)?);
        self.updates(None);
        if let Some(reached) = reached {
            let Element { array, index: at } = reached.at;
            self.note_assignment(reached, self.arrays[array].get(at), value);
            self.arrays[array].set(at, value);
        }
        Ok(())
    }

    /// Notes the element that the current statement writes.
    fn updates(&mut self, at: Option<Element>) {
        if let Some(watching) = &mut self.watching {
            watching.updating = at;
        }
    }

    fn atomic(
        &mut self,
        op: AtomicOp,
        place: &'a Place,
        operands: &'a [Expr],
    ) -> Result<Value, Stop> {
        let reached = self.reach(place, Touch::Write)?;
        let mut values = [Value::Bool(false); 2];
        for (value, operand) in values.iter_mut().zip(operands) {
            *value = self.eval(operand)?;
        }
        let operands = &values[..operands.len().min(2)];
        let found = reached.and_then(|reached| {
            let Element { array, index: at } = reached.at;
            Some((reached, self.arrays[array].get(at)?))
        });
        let Some((reached, old)) = found else {
            return Ok(Value::zero(self.module.arrays[place.array.index()].ty));
        };
        match self.arithmetic.atomic(op, old, operands) {
            Some(new) => {
                self.note_update(reached, new);
                self.arrays[reached.at.array].set(reached.at.index, new)
            }
            None => return self.broken(format!("{op:?} does not apply to {old}")),
        };
        Ok(old)
    }

    /// Evaluates the values of an item.
    pub(super) fn item_words(&mut self, item: &'a Item) -> Result<Words, Stop> {
        let mut words = Words::default();
        for (word, value) in words.iter_mut().zip(item) {
            *word = self.eval(value)?.to_bits();
        }
        Ok(words)
    }

    /// Adds an item to the back buffer of a worklist. If it has no room, the run ends with an
    /// error, but an outlined loop continues without the item until its next capacity check.
    pub(super) fn push(&mut self, id: WorklistId, at: Buffers, item: Words) -> Result<(), Stop> {
        if self.worklists.push(at, item) {
            return Ok(());
        }
        match &mut self.outlined {
            Some(outlined) => outlined.lost = outlined.lost.or(Some(id)),
            None => return Err(self.no_room(id)),
        }
        Ok(())
    }

    /// Returns the error of a worklist that ran out of room.
    pub(super) fn no_room(&self, id: WorklistId) -> Stop {
        let worklist = self.module.worklists[id.index()].name.clone();
        Box::new(RunError::WorklistLimit { worklist, most: self.worklists.most() })
    }

    /// Tries to own nodes, and returns whether that succeeded. A device may refuse an attempt
    /// because of another attempt that fails, too, so this function refuses one attempt in four at
    /// random.
    pub(super) fn own(&mut self, owners: ArrayId, nodes: &'a [Expr]) -> Result<bool, Stop> {
        let mut owned = std::mem::take(&mut self.item.owned);
        owned.clear();
        for node in nodes {
            owned.push(self.eval(node)?.index() as usize);
        }
        let memory = &mut self.arrays[self.item.view.array(owners)];
        let free = |at: &usize| memory.get(*at).is_none_or(|owner| !owner.truth());
        let owns = !self.random.one_in_four() && owned.iter().all(free);
        if owns {
            for at in &owned {
                memory.set(*at, Value::U32(1));
            }
        }
        self.item.owned = owned;
        Ok(owns)
    }

    /// Releases all nodes.
    pub(super) fn disown(&mut self, owners: ArrayId) {
        let memory = &mut self.arrays[self.item.view.array(owners)];
        for at in self.item.owned.drain(..) {
            memory.set(at, Value::U32(0));
        }
    }

    pub(super) fn elements(&mut self, domain: &'a Domain) -> Result<Elements, Stop> {
        let of = |count, from| Ok(Elements { count, from });
        match domain {
            Domain::Nodes => of(self.graph.nodes(), ElementSource::Node),
            Domain::Edges => of(self.graph.edges(), ElementSource::Edge(0)),
            Domain::Worklist(id) => {
                let count = self.worklists.size(self.item.view.worklist(*id));
                of(count, ElementSource::Front(*id))
            }
            Domain::Positions(id) => {
                let count = self.worklists.size(self.item.view.worklist(*id));
                of(count, ElementSource::U32(0))
            }
            Domain::Range(start, end) => match (self.eval(start)?, self.eval(end)?) {
                (Value::U32(start), Value::U32(end)) => {
                    of(end.saturating_sub(start), ElementSource::U32(start))
                }
                (Value::I32(start), Value::I32(end)) => {
                    let count = if start < end { end.abs_diff(start) } else { 0 };
                    of(count, ElementSource::I32(start))
                }
                (Value::Edge(start), Value::Edge(end)) => {
                    of(end.saturating_sub(start), ElementSource::Edge(start))
                }
                // The graph has fewer than 2³² edges.
                (start @ Value::U64(_), end @ Value::U64(_)) => {
                    let (start, end) = (start.index(), end.index());
                    of(end.saturating_sub(start), ElementSource::Edge(start))
                }
                (start, end) => self.broken(format!("a range from {start} to {end}")),
            },
            Domain::OutEdges(node, _) => {
                let row = self.row(GraphArray::OutOffsets, node)?;
                of(row.end - row.start, ElementSource::Edge(row.start))
            }
            Domain::InEdges(node, _) => {
                let row = self.row(GraphArray::InOffsets, node)?;
                of(row.end - row.start, ElementSource::InEdge(row.start))
            }
            Domain::InPositions(node, _) => {
                let row = self.row(GraphArray::InOffsets, node)?;
                of(row.end - row.start, ElementSource::Edge(row.start))
            }
        }
    }

    fn row(&mut self, offsets: GraphArray, node: &'a Expr) -> Result<Range<u32>, Stop> {
        let node = self.eval(node)?.index();
        Ok(self.graph.row(offsets, node))
    }

    pub(super) fn element(&self, from: ElementSource, i: u32) -> Value {
        let get = |list: &[u32], i: u32| list.get(i as usize).copied().unwrap_or(0);
        let edge = |id| self.module.edges.value(Value::Edge(id));
        match from {
            ElementSource::Node => Value::Node(i),
            ElementSource::Edge(first) => edge(first + i),
            ElementSource::InEdge(first) => {
                edge(get(self.graph.array(GraphArray::InEdges), first + i))
            }
            ElementSource::Front(id) => {
                let worklist = self.item.view.worklist(id);
                let [item, _] = self.worklists.item(worklist, i as usize).unwrap_or_default();
                Value::from_bits(self.module.worklists[id.index()].ty.value(), item)
            }
            ElementSource::U32(first) => Value::U32(first + i),
            ElementSource::I32(first) => Value::I32(first.wrapping_add_unsigned(i)),
        }
    }
}
