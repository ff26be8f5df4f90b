//! Finds statements that conflict in memory, without a grid barrier between them.
//!
//! The state of the analysis is the set of accesses since the last grid barrier
//! ([`hazards`](crate::ir::hazards)).

use super::flow::{Analysis, Walk};
use crate::ir::hazards::{Conflict, Location, Pending, effect, evaluated};
use crate::ir::*;

/// Returns the conflicts of an outlined loop, each once.
pub(super) fn find(module: &Module, outlined: &OutlinedLoop) -> Vec<String> {
    let conflicts = Conflicts { module, found: vec![] };
    Walk::run(conflicts, &outlined.body, Pending::default()).0.found
}

struct Conflicts<'m> {
    module: &'m Module,
    found: Vec<String>,
}

impl Analysis for Conflicts<'_> {
    type State = Pending;

    fn join(into: &mut Pending, other: &Pending) -> bool {
        into.join(other)
    }

    fn statement(&mut self, stmt: &OutlinedStmt, pending: &mut Pending) {
        match stmt {
            OutlinedStmt::Barrier(Scope::Grid) => *pending = Pending::default(),
            OutlinedStmt::Act(_)
            | OutlinedStmt::SwapBuffers(_)
            | OutlinedStmt::Call { .. }
            | OutlinedStmt::Barrier(_)
            | OutlinedStmt::If(..)
            | OutlinedStmt::While { .. }
            | OutlinedStmt::For { .. }
            | OutlinedStmt::Iterate { .. }
            | OutlinedStmt::Once(_)
            | OutlinedStmt::Single { .. }
            | OutlinedStmt::Scope(_)
            | OutlinedStmt::Break
            | OutlinedStmt::Continue
            | OutlinedStmt::PathStart
            | OutlinedStmt::PathEnd => self.note(pending.run(&effect(self.module, stmt))),
        }
    }

    fn evaluates(&mut self, exprs: &[&Expr], pending: &mut Pending) {
        self.note(pending.touch(&evaluated(exprs.iter().copied())));
    }

    fn head(&mut self, _: &OutlinedStmt, condition: Option<&Expr>, pending: &mut Pending) {
        self.note(pending.touch(&evaluated(condition)));
    }
}

impl Conflicts<'_> {
    fn note(&mut self, result: Result<(), Conflict>) {
        let Err(Conflict { before, after }) = result else { return };
        let name = match after.location {
            Location::Array(id) => &self.module.arrays[id.index()].name,
            Location::Size(id, _) | Location::Items(id, _) => {
                &self.module.worklists[id.index()].name
            }
        };
        let (before, after) = (before.act, after.act);
        let message = format!("no grid barrier on `{name}` between a {before:?} and a {after:?}");
        if !self.found.contains(&message) {
            self.found.push(message);
        }
    }
}
