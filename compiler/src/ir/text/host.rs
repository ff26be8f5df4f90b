//! Writes `main` and its statements.

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

use std::fmt::{self, Write};

use super::writer::Writer;
use crate::ir::*;

impl Writer<'_, '_, '_> {
    pub(super) fn main(&mut self, main: &Main) -> fmt::Result {
        self.out.write_str("main ")?;
        self.braces(&main.body, Self::host_stmt)?;
        self.out.write_char('\n')
    }

    pub(super) fn action(&mut self, action: &Action) -> fmt::Result {
        match action {
            Action::Let(id, e) => {
                write!(self.out, "let {} = {}", self.declare(*id), self.expr(e))
            }
            Action::Assign(id, e) => {
                write!(self.out, "set {} = {}", self.name(*id), self.expr(e))
            }
            Action::Store(place, e) => {
                write!(self.out, "{} = {}", self.place(place), self.expr(e))
            }
            Action::Fill(array, e) => {
                let name = &self.module.arrays[array.index()].name;
                write!(self.out, "fill {name} = {}", self.expr(e))
            }
            Action::Swap(a, b) => {
                let name = |id: &ArrayId| &self.module.arrays[id.index()].name;
                write!(self.out, "swap {}, {}", name(a), name(b))
            }
            Action::SwapWorklists(a, b) => {
                write!(self.out, "swap worklists {}, {}", self.worklist(*a), self.worklist(*b))
            }
            Action::Clear(worklist) => write!(self.out, "clear {}", self.worklist(*worklist)),
            Action::Take(worklist) => write!(self.out, "take {}", self.worklist(*worklist)),
            Action::Seed(worklist, seed) => {
                write!(self.out, "seed {} {}", self.worklist(*worklist), self.seed(seed))
            }
        }
    }

    fn host_stmt(&mut self, stmt: &HostStmt) -> fmt::Result {
        match stmt {
            HostStmt::Act(action) => self.action(action),
            HostStmt::Launch { kernel, args, again } => {
                let again = if *again { "again " } else { "" };
                let args: Vec<String> = args.iter().map(|e| self.expr(e)).collect();
                let name = &self.module.kernels[kernel.index()].name;
                write!(self.out, "launch {again}{name}({})", args.join(", "))
            }
            HostStmt::If(cond, then, otherwise) => {
                write!(self.out, "if {} ", self.expr(cond))?;
                self.branches(then, otherwise, Self::host_stmt)
            }
            HostStmt::While(cond, body) => {
                write!(self.out, "while {} ", self.expr(cond))?;
                self.braces(body, Self::host_stmt)
            }
            HostStmt::For { var, start, end, body } => {
                let (start, end) = (self.expr(start), self.expr(end));
                write!(self.out, "for {} = {start} to {end} ", self.declare(*var))?;
                self.braces(body, Self::host_stmt)
            }
            HostStmt::Require(cond, text) => {
                write!(self.out, "require {} \"{text}\"", self.expr(cond))
            }
            HostStmt::Print(parts) => write!(self.out, "print {}", self.parts(parts)),
            HostStmt::Break => self.out.write_str("break"),
            HostStmt::Continue => self.out.write_str("continue"),
            HostStmt::Iterate(body, cond) => {
                self.out.write_str("iterate ")?;
                self.braces(body, Self::host_stmt)?;
                write!(self.out, " while {}", self.expr(cond))
            }
            HostStmt::Pipe { worklist, once, seed, body } => {
                let once = if *once { "once " } else { "" };
                write!(self.out, "{once}pipe {} ", self.worklist(*worklist))?;
                if let Some(seed) = seed {
                    write!(self.out, "{} ", self.seed(seed))?;
                }
                self.braces(body, Self::host_stmt)
            }
            HostStmt::Contract(Contraction { label, member, carried }) => {
                let name = |id: &ArrayId| self.module.arrays[id.index()].name.as_str();
                write!(self.out, "contract {} into {}", name(label), name(member))?;
                let carried: Vec<&str> = carried.iter().map(name).collect();
                match &carried[..] {
                    [] => Ok(()),
                    names => write!(self.out, " carry {}", names.join(", ")),
                }
            }
            HostStmt::Outline(id, args) => {
                let args: Vec<&str> = args.iter().map(|id| self.name(*id)).collect();
                let name = &self.module.outlined[id.index()].name;
                write!(self.out, "outline {name}({})", args.join(", "))
            }
        }
    }

    fn seed(&self, seed: &Seed) -> String {
        match seed {
            Seed::Nodes => "nodes".into(),
            Seed::Input => "input".into(),
            Seed::Items(items) => {
                let items: Vec<String> = items.iter().map(|item| self.item(item)).collect();
                format!("[{}]", items.join(", "))
            }
        }
    }
}
