//! Statements of kernels, and expressions.
//!
//! Locals, parameters and arrays are looked up by ids that the verifier has seen to be in range.

use super::RunError;
use super::access::Touch;
use super::host::{Machine, Stop};
use crate::ir::*;

/// How control leaves a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Break,
    Continue,
}

/// The elements of a `forall`: how many, and where they are.
struct Elements {
    count: u32,
    from: From,
}

#[derive(Clone, Copy)]
enum From {
    Node,
    /// Consecutive arcs from this one.
    Arc(u32),
    /// Consecutive entries of the list of incoming arcs from this one.
    InArc(u32),
    Front(WorklistId),
    /// Consecutive numbers from this one.
    U32(u32),
    I32(i32),
}

impl<'a> Machine<'a> {
    pub(super) fn block(&mut self, block: &'a [Stmt]) -> Result<Flow, Stop> {
        for stmt in block {
            self.step()?;
            let flow = self.stmt(stmt)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn stmt(&mut self, stmt: &'a Stmt) -> Result<Flow, Stop> {
        match &stmt.kind {
            StmtKind::Let(id, e) | StmtKind::Assign(id, e) => {
                self.frame[id.index()] = self.eval(e)?;
            }
            StmtKind::Store(place, e) => self.store(place, e)?,
            StmtKind::Atomic { op, place, operands, old } => {
                let value = self.atomic(*op, place, operands)?;
                if let Some(old) = old {
                    self.frame[old.index()] = value;
                }
            }
            StmtKind::Reduce(id, op, e) => {
                let value = self.eval(e)?;
                let old = self.frame[id.index()];
                match value::atomic(*op, old, &[value]) {
                    Some(new) => self.frame[id.index()] = new,
                    None => return self.broken(format!("{op:?} does not apply to {old}")),
                }
            }
            StmtKind::Exclusive { body, otherwise, .. } => {
                // One iteration at a time: nobody else owns anything. A device is free to refuse.
                let owns = !self.random.one_in_four();
                return self.block(if owns { body } else { otherwise });
            }
            StmtKind::Push(worklist, item) => self.push(*worklist, item)?,
            StmtKind::If(cond, then, otherwise) => {
                let holds = self.eval(cond)?.truth();
                return self.block(if holds { then } else { otherwise });
            }
            StmtKind::While(cond, body) => {
                while self.eval(cond)?.truth() {
                    self.step()?;
                    if self.block(body)? == Flow::Break {
                        break;
                    }
                }
            }
            StmtKind::StoreShared(..)
            | StmtKind::AtomicShared { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Collective { .. }
            | StmtKind::Scan { .. }
            | StmtKind::Enqueue(..)
            | StmtKind::Flush(_) => {
                return self.broken("work-items together are not interpreted".into());
            }
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Continue => return Ok(Flow::Continue),
            StmtKind::ForAll { var, domain, mapping, body } => {
                self.forall(*var, domain, *mapping, body)?
            }
            StmtKind::For { var, start, end, step, body } => {
                self.counted(*var, [start, end, step], body)?
            }
        }
        Ok(Flow::Next)
    }

    pub(super) fn store(&mut self, place: &'a Place, value: &'a Expr) -> Result<(), Stop> {
        let at = self.reach(place, Touch::Write)?;
        let value = self.eval(value)?;
        if let Some(at) = at {
            self.arrays[place.array.index()].set(at, value);
        }
        Ok(())
    }

    fn atomic(
        &mut self,
        op: AtomicOp,
        place: &'a Place,
        operands: &'a [Expr],
    ) -> Result<Value, Stop> {
        let at = self.reach(place, Touch::Write)?;
        let mut values = [Value::Bool(false); 2];
        for (value, operand) in values.iter_mut().zip(operands) {
            *value = self.eval(operand)?;
        }
        let operands = &values[..operands.len().min(2)];
        let array = &mut self.arrays[place.array.index()];
        let Some((at, old)) = at.and_then(|at| Some((at, array.get(at)?))) else {
            return Ok(Value::zero(array.ty()));
        };
        match value::atomic(op, old, operands) {
            Some(new) => array.set(at, new),
            None => return self.broken(format!("{op:?} does not apply to {old}")),
        };
        Ok(old)
    }

    fn push(&mut self, worklist: WorklistId, item: &'a Expr) -> Result<(), Stop> {
        let item = self.eval(item)?.index();
        let back = &mut self.worklists[worklist.index()].back;
        if back.len() >= self.max_items as usize {
            let worklist = self.module.worklists[worklist.index()].name.clone();
            return Err(Box::new(RunError::WorklistLimit { worklist, most: self.max_items }));
        }
        back.push(item);
        Ok(())
    }

    fn forall(
        &mut self,
        var: LocalId,
        domain: &'a Domain,
        mapping: Mapping,
        body: &'a [Stmt],
    ) -> Result<(), Stop> {
        let elements = self.elements(domain)?;
        let parallel = mapping == Mapping::Parallel;
        let order = if parallel {
            self.random.permutation(elements.count)
        } else {
            self.random.walk(elements.count)
        };
        for i in order {
            self.step()?;
            if parallel {
                // Wraps after 2³² iterations of one launch; then a broken promise may go unseen.
                self.agent = self.agent.wrapping_add(1);
            }
            self.frame[var.index()] = self.element(elements.from, i);
            self.block(body)?;
        }
        if parallel {
            self.agent = self.agent.wrapping_add(1);
        }
        Ok(())
    }

    fn elements(&mut self, domain: &'a Domain) -> Result<Elements, Stop> {
        let of = |count, from| Ok(Elements { count, from });
        match domain {
            Domain::Nodes => of(self.graph.nodes(), From::Node),
            Domain::Edges => of(self.graph.arcs(), From::Arc(0)),
            Domain::Worklist(id) => {
                let count = self.worklists[id.index()].front.len() as u32;
                of(count, From::Front(*id))
            }
            Domain::Range(start, end) => match (self.eval(start)?, self.eval(end)?) {
                (Value::U32(start), Value::U32(end)) => {
                    of(end.saturating_sub(start), From::U32(start))
                }
                (Value::I32(start), Value::I32(end)) => {
                    let count = if start < end { end.abs_diff(start) } else { 0 };
                    of(count, From::I32(start))
                }
                (start, end) => self.broken(format!("a range from {start} to {end}")),
            },
            Domain::OutEdges(node, _) => {
                let node = self.eval(node)?.index();
                let row = self.graph.row(GraphArray::OutOffsets, node);
                of(row.end - row.start, From::Arc(row.start))
            }
            Domain::InEdges(node, _) => {
                let node = self.eval(node)?.index();
                let row = self.graph.row(GraphArray::InOffsets, node);
                of(row.end - row.start, From::InArc(row.start))
            }
        }
    }

    fn element(&self, from: From, i: u32) -> Value {
        let get = |list: &[u32], i: u32| list.get(i as usize).copied().unwrap_or(0);
        match from {
            From::Node => Value::Node(i),
            From::Arc(first) => Value::Edge(first + i),
            From::InArc(first) => Value::Edge(get(self.graph.array(GraphArray::InArcs), first + i)),
            From::Front(id) => Value::Node(get(&self.worklists[id.index()].front, i)),
            From::U32(first) => Value::U32(first + i),
            From::I32(first) => Value::I32(first.wrapping_add_unsigned(i)),
        }
    }

    fn counted(
        &mut self,
        var: LocalId,
        [start, end, step]: [&'a Expr; 3],
        body: &'a [Stmt],
    ) -> Result<(), Stop> {
        let ty = self.frame[var.index()].ty();
        let mut count = whole(self.eval(start)?);
        let end = whole(self.eval(end)?);
        let step = whole(self.eval(step)?);
        let most = whole(Value::max(ty));
        while count < end {
            self.step()?;
            self.frame[var.index()] = Value::from_bits(ty, count as u64);
            if self.block(body)? == Flow::Break {
                break;
            }
            if step < 1 || count + step > most {
                return self.broken(format!("a loop counts from {count} by {step}"));
            }
            count += step;
        }
        Ok(())
    }

    /// The element that a place means: `None` past the end, where that is allowed.
    fn reach(&mut self, place: &'a Place, touch: Touch) -> Result<Option<usize>, Stop> {
        let index = self.eval(&place.index)?.index() as usize;
        let array = place.array.index();
        let len = self.arrays[array].len();
        if index >= len {
            let name = &self.module.arrays[array].name;
            return self.past_end(place.bounds, name, index, len);
        }
        if let (Some(shadow), Some(_)) = (&mut self.shadow, self.kernel) {
            let plain = place.access == Access::Plain;
            if !shadow.touch((array, index), self.agent, touch, plain) {
                let name = &self.module.arrays[array].name;
                return self.broken(format!(
                    "`{name}[{index}]` is accessed plainly, but others access it in the same launch"
                ));
            }
        }
        Ok(Some(index))
    }

    fn past_end<T>(
        &self,
        bounds: Bounds,
        name: &str,
        index: usize,
        len: usize,
    ) -> Result<Option<T>, Stop> {
        match bounds {
            Bounds::Checked => Ok(None),
            Bounds::Proven => self.broken(format!(
                "index {index} of `{name}` was proven to be in range, but it has {len} elements"
            )),
        }
    }

    pub(super) fn eval(&mut self, expr: &'a Expr) -> Result<Value, Stop> {
        Ok(match &expr.kind {
            ExprKind::Const(value) => *value,
            ExprKind::Local(id) => self.frame[id.index()],
            ExprKind::Param(id) => self.params[id.index()],
            ExprKind::Unary(op, a) => {
                let a = self.eval(a)?;
                match value::unary(*op, a) {
                    Some(result) => result,
                    None => return self.broken(format!("{op:?} does not apply to {a}")),
                }
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                match value::binary(*op, a, b) {
                    Some(result) => result,
                    None => return self.broken(format!("{op:?} does not apply to {a}, {b}")),
                }
            }
            ExprKind::Cast(a) => self.eval(a)?.cast(expr.ty),
            ExprKind::Select(cond, a, b) => {
                let (cond, a, b) = (self.eval(cond)?, self.eval(a)?, self.eval(b)?);
                if cond.truth() { a } else { b }
            }
            ExprKind::Load(place) => match self.reach(place, Touch::Read)? {
                Some(at) => self.arrays[place.array.index()].get(at),
                None => None,
            }
            .unwrap_or(Value::zero(expr.ty)),
            ExprKind::Graph(array, index, bounds) => {
                let index = self.eval(index)?.index() as usize;
                let list = self.graph.array(*array);
                let found = match list.get(index) {
                    Some(x) => Some(*x),
                    None => self.past_end(*bounds, array.name(), index, list.len())?,
                };
                Value::from_bits(array.ty(), found.unwrap_or(0).into())
            }
            ExprKind::NodeCount => Value::U32(self.graph.nodes()),
            ExprKind::ArcCount => Value::U32(self.graph.arcs()),
            ExprKind::WorklistSize(id) => Value::U32(self.worklists[id.index()].front.len() as u32),
            ExprKind::Waiting(id) => Value::U32(self.worklists[id.index()].back.len() as u32),
            ExprKind::WorklistItem(id, index) => {
                let index = self.eval(index)?.index() as usize;
                let front = &self.worklists[id.index()].front;
                let Some(item) = front.get(index) else {
                    let name = &self.module.worklists[id.index()].name;
                    let size = front.len();
                    return self.broken(format!("item {index} of `{name}`, which has {size}"));
                };
                Value::Node(*item)
            }
            ExprKind::At(Coordinate::GlobalId) => Value::U32(self.global_id),
            ExprKind::At(Coordinate::GlobalSize) => Value::U32(self.global_size),
            ExprKind::At(_) | ExprKind::Shared(..) | ExprKind::Search(..) => {
                return self.broken("work-items together are not interpreted".into());
            }
        })
    }
}

/// The number that an integer or an id stands for.
fn whole(value: Value) -> i128 {
    match value {
        Value::I32(x) => x.into(),
        Value::I64(x) => x.into(),
        other => other.to_bits().into(),
    }
}
