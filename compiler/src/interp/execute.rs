//! Runs the code of a work-item or of the host until it must wait.

use super::access::Agent;
use super::code::{Condition, Head, Op, Pc};
use super::item::Loop;
use super::kernel::Elements;
use super::machine::{Machine, Stop};
use crate::ir::*;

/// The reason why a work-item pauses.
pub(super) enum Pause<'a> {
    /// It has used its budget, and can continue later.
    Spent,
    /// It waits until all work-items of a group have arrived at this statement, or, without a
    /// statement, at a barrier of an outlined loop.
    Synchronise(Scope, Option<&'a Stmt>),
    /// It has ended.
    Ended,
}

impl<'a> Machine<'a> {
    /// Runs at most `budget` operations. Returns earlier if the work-item must wait or ends.
    pub(super) fn go_on(&mut self, budget: u64) -> Result<Pause<'a>, Stop> {
        for _ in 0..budget {
            let op = self.code.ops[self.item.frame.pc];
            if let Some(watching) = &mut self.watching {
                watching.span = self.code.spans[self.item.frame.pc];
            }
            self.item.frame.pc += 1;
            match op {
                Op::Stmt(stmt) => {
                    self.step()?;
                    self.stmt(stmt)?;
                }
                Op::Jump(to) => self.item.frame.pc = to,
                Op::Synchronise(scope, stmt) => {
                    self.step()?;
                    self.offer(scope, stmt)?;
                    return Ok(Pause::Synchronise(scope, Some(stmt)));
                }
                Op::Barrier(scope) => {
                    self.step()?;
                    return Ok(Pause::Synchronise(scope, None));
                }
                Op::Head(head) => {
                    self.head(head)?;
                    return Ok(Pause::Synchronise(Scope::Workgroup, None));
                }
                Op::End if self.item.kernel.is_some() => {
                    self.check_queues()?;
                    if self.outlined.is_none() {
                        return Ok(Pause::Ended);
                    }
                    self.come_back();
                }
                Op::End => return Ok(Pause::Ended),
                Op::Act(_)
                | Op::Print(_)
                | Op::Require(..)
                | Op::Launch(..)
                | Op::Seed(..)
                | Op::Outline(..)
                | Op::Contract(_)
                | Op::Call(..)
                | Op::SwapBuffers(_) => self.main_op(op)?,
                _ => self.control(op)?,
            }
        }
        Ok(Pause::Spent)
    }

    /// Performs an operation of `main`, on the host or in an outlined loop.
    fn main_op(&mut self, op: Op<'a>) -> Result<(), Stop> {
        match op {
            Op::Act(action) => {
                self.step()?;
                self.act(action)
            }
            Op::Require(cond, text) => {
                self.step()?;
                self.require(cond, text)
            }
            Op::Print(parts) => {
                self.step()?;
                self.print(parts)
            }
            Op::Launch(id, args, again) => {
                self.step()?;
                self.launch(id, args, again)
            }
            Op::Seed(worklist, seed) => self.seed(worklist, seed),
            Op::Outline(id, args) => {
                self.step()?;
                self.outline(id, args)
            }
            Op::Contract(contraction) => {
                self.step()?;
                self.contract(contraction)
            }
            Op::Call(id, args, _) => {
                self.step()?;
                self.call(id, args)
            }
            Op::SwapBuffers(worklist) => {
                self.step()?;
                self.item.view.swap_buffers(worklist);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Performs conditions and loops.
    fn control(&mut self, op: Op<'a>) -> Result<(), Stop> {
        match op {
            Op::Enter => self.step()?,
            Op::If(cond, otherwise) => {
                self.step()?;
                let holds = self.eval(cond)?.truth();
                self.jump_unless(holds, otherwise);
            }
            Op::While(cond, exit) => {
                let holds = self.eval(cond)?.truth();
                self.round_or(holds, exit)?;
            }
            Op::Pipe(worklist, exit) => {
                let waiting = self.waiting(worklist);
                self.round_or(waiting > 0, exit)?;
            }
            Op::Round => self.round()?,
            Op::Again(cond, start) => {
                let holds = self.eval(cond)?.truth();
                self.jump_unless(!holds, start);
            }
            Op::For { slot, start, end, step } => {
                self.step()?;
                let count = whole(self.eval(start)?);
                let end = whole(self.eval(end)?);
                let step = step.map_or(Ok(1), |step| self.eval(step).map(whole))?;
                *self.item.frame.slot(slot) = Loop::Counted { count, end, step, started: false };
            }
            Op::Count { slot, var, exit } => {
                let holds = self.counts(slot, var)?;
                self.round_or(holds, exit)?;
            }
            Op::Raise(flag, taken) => {
                self.step()?;
                self.item.frame.locals[flag.index()] = self.eval(taken)?;
            }
            Op::Lower(flag) => self.item.frame.locals[flag.index()] = Value::Bool(false),
            Op::ForAll { slot, domain, mapping } => {
                self.step()?;
                let Elements { count, from } = self.elements(domain)?;
                let order = match mapping {
                    Mapping::Parallel => self.random.permutation(count),
                    Mapping::Serial => self.random.walk(count),
                };
                *self.item.frame.slot(slot) = Loop::ForAll { order, from };
            }
            Op::Each { slot, var, mapping, exit } => self.each(slot, var, mapping, exit)?,
            Op::Own { owners, nodes, otherwise } => {
                self.step()?;
                let owns = self.own(owners, nodes)?;
                self.jump_unless(owns, otherwise);
            }
            Op::Disown(owners) => self.disown(owners),
            _ => {}
        }
        Ok(())
    }

    fn jump_unless(&mut self, holds: bool, to: Pc) {
        if !holds {
            self.item.frame.pc = to;
        }
    }

    fn round_or(&mut self, holds: bool, exit: Pc) -> Result<(), Stop> {
        self.jump_unless(holds, exit);
        if holds { self.round() } else { Ok(()) }
    }

    /// Executes the head of a loop inside an outlined loop. The caller then waits for the
    /// workgroup.
    fn head(&mut self, head: Head<'a>) -> Result<(), Stop> {
        for worklist in head.checked {
            self.check_room(*worklist);
        }
        let holds = match head.condition {
            Condition::Always => true,
            Condition::Holds(condition) => self.eval(condition)?.truth(),
            Condition::Flag(flag) => self.item.frame.locals[flag.index()].truth(),
            Condition::Counts { slot, var } => self.counts(slot, var)?,
        };
        let continues = holds && !self.item.overflowed;
        self.jump_unless(continues, head.exit);
        if continues && head.counted { self.round() } else { self.step() }
    }

    /// Returns whether a counted loop has another round. If it has, sets its variable to the next
    /// value.
    fn counts(&mut self, slot: usize, var: LocalId) -> Result<bool, Stop> {
        let ty = self.item.frame.locals[var.index()].ty();
        let Loop::Counted { count, end, step, started } = self.item.frame.slot(slot) else {
            return Ok(false);
        };
        if *started {
            if *step < 1 || *count + *step > whole(Value::max(ty)) {
                let message = format!("a loop cannot count from {count} in steps of {step}");
                return self.broken(message);
            }
            *count += *step;
        }
        *started = true;
        let (count, holds) = (*count, *count < *end);
        if holds {
            self.item.frame.locals[var.index()] = Value::from_bits(ty, count as u64);
        }
        Ok(holds)
    }

    /// Starts the next iteration of a `forall`, or leaves it.
    fn each(&mut self, slot: usize, var: LocalId, mapping: Mapping, exit: Pc) -> Result<(), Stop> {
        if mapping == Mapping::Parallel {
            // Wraps after 2³² iterations of one launch. Then a broken promise may not be detected.
            self.item.who = Agent::alone(self.item.who.agent.wrapping_add(1));
        }
        let Loop::ForAll { order, from } = self.item.frame.slot(slot) else { return Ok(()) };
        let (next, from) = (order.next(), *from);
        let Some(at) = next else {
            self.item.frame.pc = exit;
            return Ok(());
        };
        self.step()?;
        let element = self.element(from, at);
        self.item.frame.locals[var.index()] = element;
        if let (Some(watching), Mapping::Parallel) = (&mut self.watching, mapping) {
            watching.own = Some(element);
        }
        Ok(())
    }
}

/// Returns the number that an integer or an id represents.
fn whole(value: Value) -> i128 {
    match value {
        Value::I32(x) => x.into(),
        Value::I64(x) => x.into(),
        other => other.to_bits().into(),
    }
}
