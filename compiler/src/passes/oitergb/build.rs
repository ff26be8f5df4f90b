//! Translates statements of `main` to an outlined loop, one by one.
//!
//! * A `pipe` becomes a `while` that runs as long as items wait on the worklist. If the pipe has a
//!   seed, an action before the loop pushes it.
//! * Locals that the loop declares move from `main` to the outlined loop. Locals that it uses but
//!   does not declare become its parameters.
//! * Unreachable statements are removed.

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeSet;

use crate::ir::visit::{walk_host, walk_host_exprs};
use crate::ir::*;

/// Returns the outlined loop for statements of `main`, and the locals of `main` that are its
/// arguments.
pub(super) fn outlined_loop(
    main: &Main,
    name: String,
    mut stmts: Vec<HostStmt>,
) -> (OutlinedLoop, Vec<LocalId>) {
    leave_out_unreachable(&mut stmts);
    let Locals { taken, returned, declared } = Locals::of(&stmts);
    let own: Vec<LocalId> = taken.iter().chain(&declared).copied().collect();
    let passing = |id: &LocalId| match returned.contains(id) {
        true => Passing::InOut,
        false => Passing::In,
    };
    let builder = Builder { own: &own };
    let outlined = OutlinedLoop {
        name,
        locals: own.iter().map(|id| main.locals[id.index()].clone()).collect(),
        params: taken.iter().map(passing).collect(),
        body: builder.block(stmts),
        ..OutlinedLoop::default()
    };
    (outlined, taken.into_iter().collect())
}

/// Removes the statements after a `break` or `continue`. Returns whether control reaches the end of
/// the block.
fn leave_out_unreachable(block: &mut Vec<HostStmt>) -> bool {
    for at in 0..block.len() {
        let ends: Vec<bool> =
            block[at].blocks_mut().into_iter().map(leave_out_unreachable).collect();
        let continues = match &block[at] {
            HostStmt::Break | HostStmt::Continue => false,
            HostStmt::If(..) => ends.contains(&true),
            HostStmt::Act(_)
            | HostStmt::Launch { .. }
            | HostStmt::Require(..)
            | HostStmt::Print(_)
            | HostStmt::While(..)
            | HostStmt::For { .. }
            | HostStmt::Iterate(..)
            | HostStmt::Pipe { .. }
            | HostStmt::Contract(_)
            | HostStmt::Outline(..) => true,
        };
        if !continues {
            block.truncate(at + 1);
            return false;
        }
    }
    true
}

/// The locals of `main` that statements use.
struct Locals {
    /// The locals that are declared outside of the statements.
    taken: BTreeSet<LocalId>,
    /// The locals in `taken` that the statements assign.
    returned: BTreeSet<LocalId>,
    /// The locals that the statements declare.
    declared: BTreeSet<LocalId>,
}

impl Locals {
    fn of(stmts: &[HostStmt]) -> Locals {
        let (mut taken, mut returned, mut declared) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        walk_host(stmts, &mut |stmt| match stmt {
            HostStmt::Act(Action::Let(id, _)) | HostStmt::For { var: id, .. } => {
                declared.insert(*id);
            }
            HostStmt::Act(Action::Assign(id, _)) => {
                returned.insert(*id);
            }
            HostStmt::Act(_)
            | HostStmt::Launch { .. }
            | HostStmt::Require(..)
            | HostStmt::Print(_)
            | HostStmt::If(..)
            | HostStmt::While(..)
            | HostStmt::Break
            | HostStmt::Continue
            | HostStmt::Iterate(..)
            | HostStmt::Pipe { .. }
            | HostStmt::Contract(_)
            | HostStmt::Outline(..) => {}
        });
        walk_host_exprs(stmts, &mut |expr| {
            if let ExprKind::Local(id) = &expr.kind {
                taken.insert(*id);
            }
        });
        taken.extend(&returned);
        taken.retain(|id| !declared.contains(id));
        returned.retain(|id| !declared.contains(id));
        Locals { taken, returned, declared }
    }
}

/// Translates statements.
struct Builder<'l> {
    /// The locals of `main` that the outlined loop has, in the outlined loop's order.
    own: &'l [LocalId],
}

impl Builder<'_> {
    fn block(&self, stmts: Vec<HostStmt>) -> Vec<OutlinedStmt> {
        let mut out = vec![];
        for stmt in stmts {
            self.stmt(stmt, &mut out);
        }
        out
    }

    fn stmt(&self, stmt: HostStmt, out: &mut Vec<OutlinedStmt>) {
        let stmt = match stmt {
            HostStmt::Act(action) => OutlinedStmt::Act(self.action(action)),
            HostStmt::Launch { kernel, args, again } => {
                let args = args.into_iter().map(|arg| self.expr(arg)).collect();
                OutlinedStmt::Call { kernel, args, memory: vec![], again }
            }
            HostStmt::If(condition, then, otherwise) => {
                OutlinedStmt::If(self.expr(condition), self.block(then), self.block(otherwise))
            }
            HostStmt::While(condition, body) => OutlinedStmt::While {
                condition: self.expr(condition),
                checked: vec![],
                body: self.block(body),
            },
            HostStmt::For { var, start, end, body } => OutlinedStmt::For {
                var: self.local(var),
                start: self.expr(start),
                end: self.expr(end),
                body: self.block(body),
            },
            HostStmt::Break => OutlinedStmt::Break,
            HostStmt::Continue => OutlinedStmt::Continue,
            HostStmt::Iterate(body, condition) => OutlinedStmt::Iterate {
                body: self.block(body),
                condition: self.expr(condition),
                checked: vec![],
            },
            HostStmt::Pipe { worklist, once, seed, body } => {
                if let Some(seed) = seed {
                    let seed = self.action(Action::Seed(worklist, seed));
                    out.push(OutlinedStmt::Act(seed));
                }
                let body = self.block(body);
                match once {
                    true => OutlinedStmt::Once(body),
                    false => {
                        let condition = some_wait(worklist);
                        OutlinedStmt::While { condition, checked: vec![], body }
                    }
                }
            }
            HostStmt::Require(..) => unreachable!("a loop that may end the run is not outlined"),
            HostStmt::Print(_) => unreachable!("a loop that prints is not outlined"),
            HostStmt::Outline(..) => unreachable!("a loop of `main` is outlined once"),
            HostStmt::Contract(_) => unreachable!("a loop that contracts the graph stays"),
        };
        out.push(stmt);
    }

    fn action(&self, mut action: Action) -> Action {
        if let Action::Let(id, _) | Action::Assign(id, _) = &mut action {
            *id = self.local(*id);
        }
        for expr in action.exprs_mut() {
            self.rename(expr);
        }
        action
    }

    fn expr(&self, mut expr: Expr) -> Expr {
        self.rename(&mut expr);
        expr
    }

    fn rename(&self, expr: &mut Expr) {
        expr.walk_mut(&mut |e| {
            if let ExprKind::Local(id) = &mut e.kind {
                *id = self.local(*id);
            }
        });
    }

    fn local(&self, id: LocalId) -> LocalId {
        let at = self.own.iter().position(|own| *own == id);
        LocalId(at.expect("every local that a loop uses is one of its own") as u32)
    }
}

/// Returns the condition of a pipe: that items wait on the worklist.
fn some_wait(worklist: WorklistId) -> Expr {
    let none = Expr::constant(Value::U32(0));
    Expr::binary(BinaryOp::Gt, Expr::u32(ExprKind::Waiting(worklist)), none)
}

/// Removes the locals of `main` that moved to outlined loops.
pub(super) fn forget_moved_locals(main: &mut Main) {
    let mut kept: BTreeSet<LocalId> = BTreeSet::new();
    walk_host(&main.body, &mut |stmt| {
        if let HostStmt::Act(Action::Let(id, _)) | HostStmt::For { var: id, .. } = stmt {
            kept.insert(*id);
        }
    });
    let kept: Vec<LocalId> = kept.into_iter().collect();
    rename_block(&mut main.body, &kept);
    main.locals = kept.iter().map(|id| main.locals[id.index()].clone()).collect();
}

fn rename_block(block: &mut [HostStmt], kept: &[LocalId]) {
    let names = Builder { own: kept };
    for stmt in block {
        match stmt {
            HostStmt::Act(Action::Let(id, _) | Action::Assign(id, _))
            | HostStmt::For { var: id, .. } => *id = names.local(*id),
            HostStmt::Outline(_, args) => {
                args.iter_mut().for_each(|id| *id = names.local(*id));
            }
            HostStmt::Act(_)
            | HostStmt::Launch { .. }
            | HostStmt::Require(..)
            | HostStmt::Print(_)
            | HostStmt::If(..)
            | HostStmt::While(..)
            | HostStmt::Break
            | HostStmt::Continue
            | HostStmt::Iterate(..)
            | HostStmt::Pipe { .. }
            | HostStmt::Contract(_) => {}
        }
        stmt.exprs_mut().into_iter().for_each(|expr| names.rename(expr));
        stmt.blocks_mut().into_iter().for_each(|block| rename_block(block, kept));
    }
}
