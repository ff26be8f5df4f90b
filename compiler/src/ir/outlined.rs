//! Checks [outlined](HostStmt::Outline) loops: between two grid barriers nothing conflicts.
//!
//! The check goes through the statements as they stand and asks of each whether it conflicts with
//! what may still run ([`hazards`](super::hazards)); it shares nothing with the
//! [placement](crate::passes::oitergb) of barriers but the model of what statements touch.

use super::hazards::{Pending, Touch, effect, evaluated, pipe_condition};
use super::*;

/// What is wrong with the statements of an `outline`.
pub fn conflicts(module: &Module, stmts: &[HostStmt]) -> Vec<String> {
    let mut checker = Checker { module, loops: vec![], found: vec![] };
    checker.block(stmts, Pending::default());
    checker.found
}

/// What is pending where a loop ends early, and where it goes on early.
#[derive(Default)]
struct Exits {
    breaks: Option<Pending>,
    continues: Option<Pending>,
}

struct Checker<'m> {
    module: &'m Module,
    loops: Vec<Exits>,
    found: Vec<String>,
}

impl Checker<'_> {
    fn block(&mut self, stmts: &[HostStmt], pending: Pending) -> Option<Pending> {
        stmts.iter().try_fold(pending, |pending, stmt| self.stmt(stmt, pending))
    }

    fn stmt(&mut self, stmt: &HostStmt, mut pending: Pending) -> Option<Pending> {
        match stmt {
            HostStmt::GridBarrier => return Some(Pending::default()),
            HostStmt::Pipe { seed: Some(_), .. } => {
                self.note("an outlined pipe that seeds itself".into());
            }
            HostStmt::If(condition, then, otherwise) => {
                self.reads(&mut pending, &evaluated([condition]));
                let one = self.block(then, pending.clone());
                return either(one, self.block(otherwise, pending));
            }
            HostStmt::While(condition, body) => {
                return self.repeated(body, pending, &evaluated([condition]), true);
            }
            HostStmt::For { start, end, body, .. } => {
                self.reads(&mut pending, &evaluated([start, end]));
                return self.repeated(body, pending, &[], true);
            }
            HostStmt::Pipe { worklist, once, body, .. } => {
                return match once {
                    true => self.block(body, pending),
                    false => self.repeated(body, pending, &pipe_condition(*worklist), true),
                };
            }
            HostStmt::Iterate(body, condition) => {
                return self.repeated(body, pending, &evaluated([condition]), false);
            }
            HostStmt::Break | HostStmt::Continue => {
                // Outside of a loop it was reported before.
                let exits = self.loops.last_mut()?;
                let exit = match stmt {
                    HostStmt::Break => &mut exits.breaks,
                    _ => &mut exits.continues,
                };
                *exit = either(exit.take(), Some(pending));
                return None;
            }
            _ => {
                let effect = effect(self.module, stmt);
                if let Err(conflict) = pending.run(&effect) {
                    self.conflict(&conflict.before, &conflict.after);
                }
            }
        }
        Some(pending)
    }

    /// A loop, whose condition is tested before each round or behind it.
    fn repeated(
        &mut self,
        body: &[HostStmt],
        pending: Pending,
        condition: &[Touch],
        before: bool,
    ) -> Option<Pending> {
        let mut start = pending;
        loop {
            let mut round = start.clone();
            if before {
                self.reads(&mut round, condition);
            }
            let skipped = before.then(|| round.clone());
            self.loops.push(Exits::default());
            let end = self.block(body, round);
            let exits = self.loops.pop().unwrap_or_default();
            let mut end = either(end, exits.continues);
            if !before && let Some(end) = &mut end {
                self.reads(end, condition);
            }
            let grown = end.as_ref().is_some_and(|end| start.join(end));
            if !grown || !self.found.is_empty() {
                return either(either(skipped.or(end), exits.breaks), None);
            }
        }
    }

    fn reads(&mut self, pending: &mut Pending, touches: &[Touch]) {
        if let Err(conflict) = pending.touch(touches) {
            self.conflict(&conflict.before, &conflict.after);
        }
    }

    fn conflict(&mut self, before: &Touch, after: &Touch) {
        let name = match after.location {
            hazards::Location::Array(id) => &self.module.arrays[id.index()].name,
            hazards::Location::Size(id, _) | hazards::Location::Items(id, _) => {
                &self.module.worklists[id.index()].name
            }
        };
        let (before, after) = (before.act, after.act);
        self.note(format!("no grid barrier on `{name}` between a {before:?} and a {after:?}"));
    }

    fn note(&mut self, message: String) {
        self.found.push(message);
    }
}

fn either(one: Option<Pending>, other: Option<Pending>) -> Option<Pending> {
    match (one, other) {
        (Some(mut one), Some(other)) => {
            one.join(&other);
            Some(one)
        }
        (one, other) => one.or(other),
    }
}
