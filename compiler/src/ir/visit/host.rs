//! The parts of a statement of `main`: its blocks and its expressions.

use crate::ir::{Expr, HostStmt, PrintPart, Seed};

impl HostStmt {
    /// Whether the statement is a loop. Every pipe is a loop, even a pipe that runs its body only
    /// once.
    pub fn is_loop(&self) -> bool {
        match self {
            HostStmt::While(..)
            | HostStmt::For { .. }
            | HostStmt::Iterate(..)
            | HostStmt::Pipe { .. } => true,
            HostStmt::Act(_)
            | HostStmt::Launch { .. }
            | HostStmt::Require(..)
            | HostStmt::Print(_)
            | HostStmt::If(..)
            | HostStmt::Break
            | HostStmt::Continue
            | HostStmt::Contract(_)
            | HostStmt::Outline(..) => false,
        }
    }

    /// The blocks directly inside.
    pub fn blocks(&self) -> Vec<&Vec<HostStmt>> {
        match self {
            HostStmt::If(_, then, otherwise) => vec![then, otherwise],
            HostStmt::While(_, body)
            | HostStmt::For { body, .. }
            | HostStmt::Iterate(body, _)
            | HostStmt::Pipe { body, .. } => vec![body],
            HostStmt::Act(_)
            | HostStmt::Launch { .. }
            | HostStmt::Require(..)
            | HostStmt::Print(_)
            | HostStmt::Break
            | HostStmt::Continue
            | HostStmt::Contract(_)
            | HostStmt::Outline(..) => vec![],
        }
    }

    /// The blocks directly inside, as mutable references.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<HostStmt>> {
        match self {
            HostStmt::If(_, then, otherwise) => vec![then, otherwise],
            HostStmt::While(_, body)
            | HostStmt::For { body, .. }
            | HostStmt::Iterate(body, _)
            | HostStmt::Pipe { body, .. } => vec![body],
            HostStmt::Act(_)
            | HostStmt::Launch { .. }
            | HostStmt::Require(..)
            | HostStmt::Print(_)
            | HostStmt::Break
            | HostStmt::Continue
            | HostStmt::Contract(_)
            | HostStmt::Outline(..) => vec![],
        }
    }

    /// The expressions directly inside, as mutable references.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            HostStmt::Act(action) => action.exprs_mut(),
            HostStmt::Launch { args, .. } => args.iter_mut().collect(),
            HostStmt::Print(parts) => parts.iter_mut().filter_map(PrintPart::value_mut).collect(),
            HostStmt::If(e, _, _)
            | HostStmt::While(e, _)
            | HostStmt::Iterate(_, e)
            | HostStmt::Require(e, _) => vec![e],
            HostStmt::Pipe { seed: Some(Seed::Items(items)), .. } => {
                items.iter_mut().flatten().collect()
            }
            HostStmt::For { start, end, .. } => vec![start, end],
            HostStmt::Pipe { .. }
            | HostStmt::Contract(_)
            | HostStmt::Outline(..)
            | HostStmt::Break
            | HostStmt::Continue => vec![],
        }
    }

    /// The expressions directly inside. Of a place, this is the index.
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            HostStmt::Act(action) => action.exprs(),
            HostStmt::Launch { args, .. } => args.iter().collect(),
            HostStmt::Print(parts) => parts.iter().filter_map(PrintPart::value).collect(),
            HostStmt::If(e, _, _)
            | HostStmt::While(e, _)
            | HostStmt::Iterate(_, e)
            | HostStmt::Require(e, _) => vec![e],
            HostStmt::Pipe { seed: Some(Seed::Items(items)), .. } => {
                items.iter().flatten().collect()
            }
            HostStmt::For { start, end, .. } => vec![start, end],
            HostStmt::Pipe { .. }
            | HostStmt::Contract(_)
            | HostStmt::Outline(..)
            | HostStmt::Break
            | HostStmt::Continue => vec![],
        }
    }
}
