//! Expressions, and the elements that places refer to.
//!
//! Ids of locals, parameters and arrays are used as indices without a check: the verifier has
//! checked their ranges.

use super::access::{Element, Touch};
use super::machine::{Machine, Stop};
use super::watching::Reached;
use crate::ir::*;

impl<'a> Machine<'a> {
    /// Returns the array in memory and the index of the element that a place refers to, or `None`
    /// if the index is past the end and the place is checked.
    pub(super) fn reach(
        &mut self,
        place: &'a Place,
        touch: Touch,
    ) -> Result<Option<Reached<'a>>, Stop> {
        let row = self.eval(&place.index)?.index();
        let at = u64::from(row);
        let element = match &place.element {
            Some(element) => self.eval(&element.index)?.index(),
            None => 0,
        };
        let array = self.item.view.array(place.array);
        let shape = self.shapes[place.array.index()];
        let Some(index) = shape.position(at, element) else {
            let name = &self.module.arrays[place.array.index()].name;
            let in_row = place.element.as_ref().map_or(Bounds::Proven, |element| element.bounds);
            let (bounds, index, length) = match at < shape.rows {
                false => (place.bounds, row, shape.rows),
                true => (in_row, element, shape.length.into()),
            };
            return self.past_end(bounds, name, index as usize, length as usize, touch);
        };
        self.touch(place.array, index, touch, place.access)?;
        Ok(Some(Reached { place, row, element, at: Element { array, index } }))
    }

    /// Returns the element of a local array, or `None` if the index is past the end and checked.
    pub(super) fn reach_local(
        &mut self,
        element: &'a LocalElement,
        touch: Touch,
    ) -> Result<Option<&mut Value>, Stop> {
        let LocalElement { array, index, bounds } = element;
        let index = self.eval(index)?.index() as usize;
        let length = self.item.frame.array(*array).len();
        if index >= length {
            let name = match self.item.kernel {
                Some(kernel) => &self.module.kernels[kernel.index()].locals[array.index()].name,
                None => "a local array",
            };
            return self.past_end(*bounds, name, index, length, touch);
        }
        Ok(self.item.frame.array(*array).get_mut(index))
    }

    /// Records an access to an element, and returns an error if it breaks a promise. Accesses of
    /// `main` on the host are not recorded, because no kernel runs at the same time.
    pub(super) fn touch(
        &mut self,
        id: ArrayId,
        index: usize,
        touch: Touch,
        access: Access,
    ) -> Result<(), Stop> {
        let Some(shadow) = &mut self.shadow else { return Ok(()) };
        if self.item.kernel.is_none() && self.outlined.is_none() {
            return Ok(());
        }
        let (array, plain) = (self.item.view.array(id), access == Access::Plain);
        if shadow.touch(Element { array, index }, &self.item.who, touch, plain) {
            return Ok(());
        }
        let name = &self.module.arrays[id.index()].name;
        self.broken(format!(
            "a plain access to `{name}[{index}]`, which other work-items access in the same launch"
        ))
    }

    fn past_end<T>(
        &mut self,
        bounds: Bounds,
        name: &str,
        index: usize,
        len: usize,
        touch: Touch,
    ) -> Result<Option<T>, Stop> {
        match bounds {
            Bounds::Checked => {
                self.note_past_end(name, index, len, touch == Touch::Write);
                Ok(None)
            }
            Bounds::Proven => self.promised(name, index, len),
        }
    }

    /// Returns the value of a read past the end of an array of the graph.
    fn past_graph(&mut self, array: GraphArray, index: u32, bounds: Bounds) -> Result<Value, Stop> {
        match bounds {
            Bounds::Checked => {
                self.note_missing(array, index);
                Ok(array.missing())
            }
            Bounds::Proven => {
                self.promised(array.name(), index as usize, self.graph.array(array).len())
            }
        }
    }

    fn promised<T>(&self, name: &str, index: usize, len: usize) -> Result<T, Stop> {
        self.broken(format!(
            "index {index} of `{name}` is marked as in range, but `{name}` has {len} elements"
        ))
    }

    /// Evaluates an expression that is only printed.
    pub(super) fn unwatched(&mut self, expr: &'a Expr) -> Result<Value, Stop> {
        self.operand(expr, true)
    }

    /// Evaluates an operand whose value is not used if `is_unused` holds. A checked run does not
    /// report its accesses.
    fn operand(&mut self, expr: &'a Expr, is_unused: bool) -> Result<Value, Stop> {
        if let Some(watching) = &mut self.watching {
            watching.unused += u32::from(is_unused);
        }
        let value = self.eval(expr);
        if let Some(watching) = &mut self.watching {
            watching.unused -= u32::from(is_unused);
        }
        value
    }

    pub(super) fn eval(&mut self, expr: &'a Expr) -> Result<Value, Stop> {
        Ok(match &expr.kind {
            ExprKind::Const(value) => *value,
            ExprKind::Local(id) => self.item.frame.locals[id.index()],
            ExprKind::Element(element) => match self.reach_local(element, Touch::Read)? {
                Some(value) => *value,
                None => Value::zero(expr.ty),
            },
            ExprKind::Length(id) => Value::U32(self.shapes[id.index()].length),
            ExprKind::Param(id) => self.params[id.index()],
            ExprKind::Unary(op, a) => {
                let a = self.eval(a)?;
                match self.arithmetic.unary(*op, a) {
                    Some(result) => result,
                    None => return self.broken(format!("{op:?} does not apply to {a}")),
                }
            }
            ExprKind::Binary(op, a, b) => {
                let a = self.eval(a)?;
                let is_decided = match op {
                    BinaryOp::And => !a.truth(),
                    BinaryOp::Or => a.truth(),
                    _ => false,
                };
                let b = self.operand(b, is_decided)?;
                match self.arithmetic.binary(*op, a, b) {
                    Some(result) => result,
                    None => return self.broken(format!("{op:?} does not apply to {a}, {b}")),
                }
            }
            ExprKind::Cast(a) => self.eval(a)?.cast(expr.ty),
            ExprKind::Select(cond, a, b) => {
                let holds = self.eval(cond)?.truth();
                let (a, b) = (self.operand(a, !holds)?, self.operand(b, holds)?);
                if holds { a } else { b }
            }
            ExprKind::Load(place) => match self.reach(place, Touch::Read)? {
                Some(reached) => {
                    self.note_read(reached);
                    self.arrays[reached.at.array].get(reached.at.index)
                }
                None => None,
            }
            .unwrap_or(Value::zero(expr.ty)),
            ExprKind::Graph(array, index, bounds) => {
                let index = self.eval(index)?.index();
                let found = match self.graph.array(*array).get(index as usize) {
                    Some(found) => Value::from_bits(array.ty(), (*found).into()),
                    None => self.past_graph(*array, index, *bounds)?,
                };
                self.module.edges.value(found)
            }
            ExprKind::NodeCount => Value::U32(self.graph.nodes()),
            ExprKind::EdgeCount => self.module.edges.value(Value::Edge(self.graph.edges())),
            ExprKind::WorklistSize(id) => {
                Value::U32(self.worklists.size(self.item.view.worklist(*id)))
            }
            ExprKind::Waiting(id) => Value::U32(self.waiting(*id)),
            ExprKind::WorklistItem(id, part, index) => {
                let index = self.eval(index)?.index() as usize;
                let worklist = self.item.view.worklist(*id);
                let Some([first, second]) = self.worklists.item(worklist, index) else {
                    let name = &self.module.worklists[id.index()].name;
                    let size = self.worklists.size(worklist);
                    return self.broken(format!(
                        "a read of item {index} of `{name}`, which has {size} items"
                    ));
                };
                let second_is_read = *part == ItemPart::Second;
                Value::from_bits(expr.ty, if second_is_read { second } else { first })
            }
            ExprKind::At(coordinate) => {
                Value::U32(self.item.position.coordinate(*coordinate, self.geometry))
            }
            ExprKind::Shared(id, index) => {
                let index = self.eval(index)?.index();
                self.load_shared(*id, index)?
            }
            ExprKind::Search(id, value) => {
                let value = self.eval(value)?.index();
                self.search(*id, value)?
            }
        })
    }
}
