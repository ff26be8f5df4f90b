//! Walks through the steps of a schedule, one after the other.

use igc_compiler::interp::RunError;
use igc_compiler::ir::Value;
use igc_compiler::ir::value::range;
use igc_compiler::schedule::{Expr, PrintPart, Seed, Step};
use igc_compiler::target::opencl::SEED_NODES;

use super::{Machine, Stop};
use crate::Error;
use crate::backend::opencl::expression::evaluate;
use crate::backend::opencl::state::State;
use crate::backend::opencl::worklist::Items;

/// How control leaves a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Break,
    Continue,
}

/// Number of rounds after which the host checks that all worklists had room. It checks again
/// whenever the number of rounds has doubled.
const ROUNDS_BEFORE_ROOM: u64 = 64;

impl Machine<'_> {
    pub(super) fn value(&self, expr: &Expr) -> Result<Value, Stop> {
        evaluate(expr, &self.locals, self)
    }

    fn holds(&self, condition: &Expr) -> Result<bool, Stop> {
        Ok(self.value(condition)?.truth())
    }

    pub(super) fn block(&mut self, steps: &[Step]) -> Result<Flow, Stop> {
        for step in steps {
            let flow = self.step(step)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn step(&mut self, step: &Step) -> Result<Flow, Stop> {
        match step {
            Step::Set { local, value } => {
                let value = self.value(value)?;
                self.locals.set(local, value);
            }
            Step::Store { buffer, index, element, value } => {
                let row = self.value(index)?.row();
                let element = element.as_ref().map(|element| self.value(element)).transpose()?;
                let value = self.value(value)?;
                self.state(buffer)?.store(row, element.map_or(0, Value::index), value)?;
            }
            Step::Fill { buffer, value } => self.state(buffer)?.fill(self.value(value)?)?,
            Step::Swap { first, second } => self.swap(first, second)?,
            Step::SwapWorklists { first, second } => {
                let positions = [self.worklist(first)?, self.worklist(second)?];
                // Nothing happens if a worklist is swapped with itself.
                if let Ok([one, other]) = self.worklists.get_disjoint_mut(positions) {
                    one.exchange(other);
                }
            }
            Step::Clear { worklist } => {
                let worklist = self.worklist(worklist)?;
                self.worklists[worklist].clear()?;
            }
            Step::Take { worklist } => {
                let worklist = self.worklist(worklist)?;
                self.worklists[worklist].take()?;
            }
            Step::Contract { label, member, carry } => self.contract(label, member, carry)?,
            Step::Seed { worklist, seed } => {
                let worklist = self.worklist(worklist)?;
                self.seed(worklist, seed)?;
            }
            Step::Outlined { function, results, .. } => {
                self.enter_loop(step);
                self.recorded(step, None, |machine| machine.outlined(function, results))?;
            }
            Step::Print { parts } => self.print(parts)?,
            Step::Require { condition, message } => {
                if !self.holds(condition)? {
                    return Err(self.not_met(message)?);
                }
            }
            Step::Launch { kernel, args, again } => self.launch(kernel, args, *again)?,
            Step::If { condition, then, otherwise } => {
                return self.block(if self.holds(condition)? { then } else { otherwise });
            }
            Step::While { condition, body } => {
                self.enter_loop(step);
                while self.holds(condition)? {
                    self.round(None)?;
                    if self.body(step, body)? == Flow::Break {
                        break;
                    }
                }
            }
            Step::For { local, from, to, body } => {
                self.enter_loop(step);
                for count in range(self.value(from)?, self.value(to)?) {
                    self.round(None)?;
                    self.locals.set(local, count);
                    if self.body(step, body)? == Flow::Break {
                        break;
                    }
                }
            }
            Step::Break => return Ok(Flow::Break),
            Step::Continue => return Ok(Flow::Continue),
            Step::Iterate { body, condition } => {
                self.enter_loop(step);
                loop {
                    self.round(None)?;
                    self.body(step, body)?;
                    if !self.holds(condition)? {
                        break;
                    }
                }
            }
            Step::Pipe { worklist, once, seed, body } => {
                let worklist = self.worklist(worklist)?;
                if let Some(seed) = seed {
                    self.seed(worklist, seed)?;
                }
                self.pipe(step, worklist, *once, body)?;
            }
        }
        Ok(Flow::Next)
    }

    fn print(&self, parts: &[PrintPart]) -> Result<(), Stop> {
        if !self.prints.are_wanted() {
            return Ok(());
        }
        let mut words = vec![];
        for part in parts {
            words.push(match part {
                PrintPart::Text(text) => text.clone(),
                PrintPart::Value(value) => self.printed(self.value(value)?).shown(),
            });
        }
        self.prints.line(&words.join(" "));
        Ok(())
    }

    /// Returns a value as the user sees it. The nodes of a quotient graph have no other numbers.
    fn printed(&self, value: Value) -> Value {
        if self.quotient.is_some() { value } else { self.input.shown(value) }
    }

    fn swap(&mut self, first: &str, second: &str) -> Result<(), Error> {
        if first == second {
            return Ok(());
        }
        match self.state.get_disjoint_mut([first, second]) {
            [Some(one), Some(other)] => State::exchange(one, other),
            _ => return Err(Error::missing("buffer", &format!("{first} or {second}"))),
        }
        Ok(())
    }

    /// Counts a round of a loop, which may exceed the limit.
    ///
    /// A loop may wait for a lost push to a full worklist. A pipe detects this for its own
    /// worklist. This method checks the other worklists, but so rarely that the cost is negligible.
    fn round(&mut self, piped: Option<usize>) -> Result<(), Stop> {
        self.rounds += 1;
        self.watch.round();
        let has_others = self.worklists.len() > usize::from(piped.is_some());
        if has_others && self.rounds >= ROUNDS_BEFORE_ROOM && self.rounds.is_power_of_two() {
            self.check_room()?;
        }
        if self.rounds > self.max_rounds {
            return Err(self.too_many_rounds());
        }
        Ok(())
    }

    /// Returns the error for a `require` that does not hold. If a worklist ran out of room, a lost
    /// push may be the reason.
    fn not_met(&mut self, message: &str) -> Result<Stop, Error> {
        self.settle()?;
        let required = || RunError::Required(message.to_owned()).into();
        Ok(self.check_room().err().unwrap_or_else(required))
    }

    /// Runs a round of a loop that does not pipe a worklist.
    fn body(&mut self, step: &Step, body: &[Step]) -> Result<Flow, Stop> {
        self.recorded(step, None, |machine| machine.block(body))
    }

    fn pipe(
        &mut self,
        step: &Step,
        worklist: usize,
        once: bool,
        body: &[Step],
    ) -> Result<(), Stop> {
        self.enter_loop(step);
        let piped = Some(worklist);
        if once {
            self.round(piped)?;
            return self.recorded(step, piped, |machine| machine.block(body)).map(|_| ());
        }
        // This is the only read of a round. It ends the pipe, and it detects missing capacity.
        while self.pushed(worklist)? > 0 {
            self.round(piped)?;
            self.recorded(step, piped, |machine| machine.block(body))?;
        }
        Ok(())
    }

    /// Returns the number of items that were pushed to a worklist. Missing capacity ends the
    /// repetition.
    pub(super) fn pushed(&self, worklist: usize) -> Result<u32, Stop> {
        let pushed = self.worklists[worklist].pushed()?;
        // The read waited for all kernels.
        self.watch.finished();
        if pushed > self.worklists[worklist].capacity {
            return Err(Stop::Overflow { worklist, needed: pushed });
        }
        Ok(pushed)
    }

    fn seed(&mut self, worklist: usize, seed: &Seed) -> Result<(), Stop> {
        let nodes = self.graph_in_use().nodes();
        let ty = self.worklists[worklist].ty;
        let items = match seed {
            Seed::AllNodes => return self.seed_nodes(worklist, nodes),
            Seed::Input => {
                let name = &self.worklists[worklist].name;
                Items::Narrow(self.inputs.items(name, nodes).map_err(Error::from)?.to_vec())
            }
            Seed::Items(items) => {
                let values = items.iter().map(|item| self.value(item));
                let values = values.collect::<Result<Vec<Value>, Stop>>()?;
                Items::new(ty, values.into_iter())
            }
        };
        let target = &mut self.worklists[worklist];
        if let (true, Items::Narrow(items)) = (ty.is_node(), &items)
            && let Some(&node) = items.iter().find(|&&node| node >= nodes)
        {
            let worklist = target.name.clone();
            return Err(Error::SeedNode { worklist, node, nodes }.into());
        }
        if items.len() > target.capacity as usize {
            return Err(Stop::Overflow { worklist, needed: items.len() as u32 });
        }
        Ok(target.seed(&items)?)
    }

    fn seed_nodes(&mut self, worklist: usize, nodes: u32) -> Result<(), Stop> {
        let target = &mut self.worklists[worklist];
        if nodes > target.capacity {
            return Err(Stop::Overflow { worklist, needed: nodes });
        }
        let (kernel, geometry) =
            self.seed_nodes.as_ref().ok_or_else(|| Error::missing("kernel", SEED_NODES))?;
        target.seed_nodes(kernel, nodes, *geometry)?;
        self.watch.launched(SEED_NODES);
        Ok(())
    }
}
