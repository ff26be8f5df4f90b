//! Runs the code of a work-item or of the host until it must wait.

use super::access::Agent;
use super::code::{Op, Pc};
use super::item::Loop;
use super::kernel::Elements;
use super::machine::{Machine, Stop};
use crate::ir::*;

/// The reason why a work-item pauses.
pub(super) enum Pause<'a> {
    /// It has used its budget, and can continue later.
    Spent,
    /// It waits for the work-items of a group, to perform an operation together.
    Meets(Scope, Option<&'a Stmt>),
    /// It has ended.
    Ended,
}

impl<'a> Machine<'a> {
    /// Runs at most `budget` operations. Returns earlier if the work-item must wait or ends.
    pub(super) fn go_on(&mut self, budget: u64) -> Result<Pause<'a>, Stop> {
        for _ in 0..budget {
            let op = self.code.ops[self.item.frame.pc];
            self.item.frame.pc += 1;
            match op {
                Op::Stmt(stmt) => {
                    self.step()?;
                    self.stmt(stmt)?;
                }
                Op::Jump(to) => self.item.frame.pc = to,
                Op::Meet(scope, stmt) => {
                    self.step()?;
                    self.offer(scope, stmt)?;
                    return Ok(Pause::Meets(scope, Some(stmt)));
                }
                Op::GridBarrier => {
                    self.step()?;
                    if self.outlined {
                        return Ok(Pause::Meets(Scope::Grid, None));
                    }
                }
                Op::End if self.item.kernel.is_some() => {
                    self.check_queues()?;
                    if !self.outlined {
                        return Ok(Pause::Ended);
                    }
                    self.come_back();
                }
                // Until all work-items of the workgroup have left the previous call of the kernel,
                // its memory belongs to that call.
                Op::Launch(id, args) if self.outlined && self.shares_memory(id) => {
                    self.step()?;
                    self.call(id, args)?;
                    return Ok(Pause::Meets(Scope::Workgroup, None));
                }
                Op::End | Op::OutlineEnd => return Ok(Pause::Ended),
                Op::Host(_) | Op::Launch(..) | Op::Seed(..) | Op::Outline(_) => self.host_op(op)?,
                _ => self.control(op)?,
            }
        }
        Ok(Pause::Spent)
    }

    /// Performs an operation of `main`.
    fn host_op(&mut self, op: Op<'a>) -> Result<(), Stop> {
        match op {
            Op::Host(stmt) => {
                self.step()?;
                self.host_stmt(stmt)
            }
            Op::Launch(id, args) => {
                self.step()?;
                if self.outlined { self.call(id, args) } else { self.launch(id, args) }
            }
            Op::Seed(worklist, seed) => self.seed(worklist, seed),
            Op::Outline(end) => {
                self.step()?;
                self.outline(end)
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
                let waiting = self.worklists.waiting(self.item.view.worklist(worklist));
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
            Op::Count { slot, var, exit } => self.count(slot, var, exit)?,
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

    /// Starts the next round of a counted loop, or leaves it.
    fn count(&mut self, slot: usize, var: LocalId, exit: Pc) -> Result<(), Stop> {
        let ty = self.item.frame.locals[var.index()].ty();
        let Loop::Counted { count, end, step, started } = self.item.frame.slot(slot) else {
            return Ok(());
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
        self.round_or(holds, exit)
    }

    /// Starts the next iteration of a `forall`, or leaves it.
    fn each(&mut self, slot: usize, var: LocalId, mapping: Mapping, exit: Pc) -> Result<(), Stop> {
        if mapping == Mapping::Parallel {
            // Wraps after 2³² iterations of one launch; then a broken promise may go unseen.
            self.item.who = Agent::alone(self.item.who.agent.wrapping_add(1));
        }
        let Loop::ForAll { order, from } = self.item.frame.slot(slot) else { return Ok(()) };
        let (next, from) = (order.next(), *from);
        let Some(at) = next else {
            self.item.frame.pc = exit;
            return Ok(());
        };
        self.step()?;
        self.item.frame.locals[var.index()] = self.element(from, at);
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
