//! Walks through the statements of `main`.

#![deny(clippy::wildcard_enum_match_arm)]

use igc_compiler::interp::RunError;
use igc_compiler::ir::value::range;
use igc_compiler::ir::{
    Action, Expr, HostStmt, KernelId, PrintPart, Seed, Value, WorklistId, print,
};

use super::evaluate::Evaluator;
use super::{Change, Items, Run, Target};
use crate::Error;

/// How control leaves a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Break,
    Continue,
}

/// Number of rounds after which the host checks that all worklists had room. It checks again
/// whenever the number of rounds has doubled.
const ROUNDS_BEFORE_ROOM: u64 = 64;

impl<'a> Run<'a> {
    fn evaluator<'e, T: Target>(&'e self, target: &'e T) -> Evaluator<'e, T> {
        let locals = &self.progress.locals;
        Evaluator { module: self.module, params: self.params, locals, memory: target }
    }

    fn value<T: Target>(&self, target: &T, expr: &Expr) -> Result<Value, T::Stop> {
        self.evaluator(target).value(expr)
    }

    fn holds<T: Target>(&self, target: &T, condition: &Expr) -> Result<bool, T::Stop> {
        Ok(self.value(target, condition)?.truth())
    }

    pub(super) fn block<T: Target>(
        &mut self,
        target: &mut T,
        statements: &'a [HostStmt],
    ) -> Result<Flow, T::Stop> {
        for statement in statements {
            let flow = self.statement(target, statement)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn statement<T: Target>(
        &mut self,
        target: &mut T,
        statement: &'a HostStmt,
    ) -> Result<Flow, T::Stop> {
        match statement {
            HostStmt::Act(action) => self.act(target, action)?,
            HostStmt::Contract(contraction) => target.contract(contraction)?,
            HostStmt::Launch { kernel, args, again } => {
                self.launch(target, *kernel, args, *again)?;
            }
            HostStmt::Outline(id, passed) => {
                self.enter_loop(statement);
                self.recorded(target, statement, None, |run, target| {
                    target.outlined(*id, passed, run.progress)
                })?;
            }
            HostStmt::Print(parts) => self.print(target, parts)?,
            HostStmt::Require(condition, text) => {
                if !self.holds(target, condition)? {
                    // If a worklist ran out of room, a lost push may be the reason.
                    target.settle()?;
                    target.check_room()?;
                    return Err(Error::from(RunError::Required(text.clone())).into());
                }
            }
            HostStmt::If(condition, then, otherwise) => {
                let taken = if self.holds(target, condition)? { then } else { otherwise };
                return self.block(target, taken);
            }
            HostStmt::Break => return Ok(Flow::Break),
            HostStmt::Continue => return Ok(Flow::Continue),
            HostStmt::While(..)
            | HostStmt::For { .. }
            | HostStmt::Iterate(..)
            | HostStmt::Pipe { .. } => self.repeat(target, statement)?,
        }
        Ok(Flow::Next)
    }

    /// Executes a loop.
    fn repeat<T: Target>(
        &mut self,
        target: &mut T,
        statement: &'a HostStmt,
    ) -> Result<(), T::Stop> {
        if let HostStmt::Pipe { worklist, seed: Some(seed), .. } = statement {
            self.seed(target, *worklist, seed)?;
        }
        self.enter_loop(statement);
        match statement {
            HostStmt::While(condition, body) => {
                while self.holds(target, condition)? {
                    if self.round(target, statement, None, body)? == Flow::Break {
                        break;
                    }
                }
            }
            HostStmt::For { var, start, end, body } => {
                for count in range(self.value(target, start)?, self.value(target, end)?) {
                    self.progress.locals[var.index()] = count;
                    if self.round(target, statement, None, body)? == Flow::Break {
                        break;
                    }
                }
            }
            HostStmt::Iterate(body, condition) => loop {
                self.round(target, statement, None, body)?;
                if !self.holds(target, condition)? {
                    break;
                }
            },
            HostStmt::Pipe { worklist, once: true, body, .. } => {
                self.round(target, statement, Some(*worklist), body)?;
            }
            HostStmt::Pipe { worklist, body, .. } => {
                // This is the only read of a round. It ends the pipe, and it detects missing
                // capacity.
                while target.waiting(*worklist)? > 0 {
                    self.round(target, statement, Some(*worklist), body)?;
                }
            }
            // These statements are not loops.
            HostStmt::Act(_)
            | HostStmt::Contract(_)
            | HostStmt::Launch { .. }
            | HostStmt::Outline(..)
            | HostStmt::Print(_)
            | HostStmt::Require(..)
            | HostStmt::If(..)
            | HostStmt::Break
            | HostStmt::Continue => {}
        }
        Ok(())
    }

    /// Runs a round of a loop, and records it if rounds are recorded. `piped` is the worklist of a
    /// `pipe`.
    fn round<T: Target>(
        &mut self,
        target: &mut T,
        statement: &'a HostStmt,
        piped: Option<WorklistId>,
        body: &'a [HostStmt],
    ) -> Result<Flow, T::Stop> {
        self.count_round(target, piped)?;
        self.recorded(target, statement, piped, |run, target| run.block(target, body))
    }

    /// Counts a round of a loop, which may exceed the limit.
    ///
    /// A loop may wait for a lost push to a full worklist. A pipe detects this for its own
    /// worklist. This method checks the other worklists, but so rarely that the cost is negligible.
    fn count_round<T: Target>(
        &mut self,
        target: &T,
        piped: Option<WorklistId>,
    ) -> Result<(), T::Stop> {
        self.progress.rounds += 1;
        self.options.watch.check()?;
        self.options.watch.round();
        let rounds = self.progress.rounds;
        let has_others = self.module.worklists.len() > usize::from(piped.is_some());
        if has_others && rounds >= ROUNDS_BEFORE_ROOM && rounds.is_power_of_two() {
            target.check_room()?;
        }
        if rounds > self.options.max_rounds {
            target.check_room()?;
            return Err(Error::Rounds(self.options.max_rounds).into());
        }
        Ok(())
    }

    fn launch<T: Target>(
        &mut self,
        target: &mut T,
        kernel: KernelId,
        args: &[Expr],
        again: bool,
    ) -> Result<(), T::Stop> {
        self.options.watch.check()?;
        let evaluator = self.evaluator(target);
        let values = args.iter().map(|arg| evaluator.value(arg));
        let values = values.collect::<Result<Vec<Value>, T::Stop>>()?;
        target.launch(kernel, &values, again)?;
        self.progress.launches += 1;
        self.note_launch(kernel);
        Ok(())
    }

    fn act<T: Target>(&mut self, target: &mut T, action: &Action) -> Result<(), T::Stop> {
        let change = match action {
            Action::Let(id, value) | Action::Assign(id, value) => {
                self.progress.locals[id.index()] = self.value(target, value)?;
                return Ok(());
            }
            Action::Seed(worklist, seed) => return self.seed(target, *worklist, seed),
            Action::Store(place, value) => {
                let (row, element) = self.evaluator(target).indices(place)?;
                let value = self.value(target, value)?;
                Change::Store { array: place.array, row, element, value }
            }
            Action::Fill(array, value) => Change::Fill(*array, self.value(target, value)?),
            Action::Swap(a, b) => Change::Swap(*a, *b),
            Action::SwapWorklists(a, b) => Change::SwapWorklists(*a, *b),
            Action::Clear(worklist) => Change::Clear(*worklist),
            Action::Take(worklist) => Change::Take(*worklist),
        };
        target.apply(change)
    }

    fn seed<T: Target>(
        &self,
        target: &mut T,
        worklist: WorklistId,
        seed: &Seed,
    ) -> Result<(), T::Stop> {
        match seed {
            Seed::Nodes => target.seed(worklist, Items::Nodes),
            Seed::Input => {
                let name = &self.module.worklists[worklist.index()].name;
                let items = self.inputs.items(name, target.nodes()).map_err(Error::from)?;
                target.seed(worklist, Items::Words(items))
            }
            Seed::Items(items) => {
                let mut words = vec![];
                for value in items.iter().flatten() {
                    let value = self.value(target, value)?;
                    let bits = value.to_bits();
                    words.push(bits as u32);
                    if value.ty().size() == size_of::<u64>() {
                        words.push((bits >> u32::BITS) as u32);
                    }
                }
                target.seed(worklist, Items::Words(&words))
            }
        }
    }

    fn print<T: Target>(&self, target: &T, parts: &[PrintPart]) -> Result<(), T::Stop> {
        if !self.options.prints.are_wanted() {
            return Ok(());
        }
        // The nodes of a quotient graph have no other numbers for the user.
        let text = |value: Value| match target.is_contracted() {
            true => value.shown(),
            false => self.input.text(value),
        };
        let line = print::line(parts, |value| Ok::<_, T::Stop>(text(self.value(target, value)?)));
        self.options.prints.line(&line?);
        Ok(())
    }
}
