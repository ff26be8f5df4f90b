//! Writes outlined loops and their statements.

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

use std::fmt::{self, Write};

use super::writer::Writer;
use crate::ir::local_memory::LocalArray;
use crate::ir::*;

impl Writer<'_, '_, '_> {
    pub(super) fn outlined(&mut self, outlined: &OutlinedLoop) -> fmt::Result {
        let param = |(local, passing): (&Local, &Passing)| {
            let inout = if *passing == Passing::InOut { "inout " } else { "" };
            format!("{inout}{}: {}", local.name, local.ty)
        };
        let params: Vec<String> = outlined.locals.iter().zip(&outlined.params).map(param).collect();
        write!(self.out, "outlined {}({}) ", outlined.name, params.join(", "))?;
        match outlined.width {
            LoopWidth::Wide => {}
            LoopWidth::Narrow => self.out.write_str("narrow ")?,
            LoopWidth::PerUnit(groups) => write!(self.out, "groups {groups} ")?,
        }
        for LocalArray { name, shape } in &outlined.memory {
            write!(self.out, "local {name}: {}[{}] ", shape.ty, shape.length.name())?;
        }
        self.braces(&outlined.body, Self::outlined_stmt)?;
        self.out.write_char('\n')
    }

    fn outlined_stmt(&mut self, stmt: &OutlinedStmt) -> fmt::Result {
        match stmt {
            OutlinedStmt::Act(action) => self.action(action),
            OutlinedStmt::SwapBuffers(id) => {
                write!(self.out, "swap buffers {}", self.worklist(*id))
            }
            OutlinedStmt::Call { kernel, args, memory, again } => {
                self.call(*kernel, args, memory, *again)
            }
            OutlinedStmt::Barrier(scope) => write!(self.out, "barrier {}", scope.name()),
            OutlinedStmt::If(cond, then, otherwise) => {
                write!(self.out, "if {} ", self.expr(cond))?;
                self.branches(then, otherwise, Self::outlined_stmt)
            }
            OutlinedStmt::While { condition, checked, body } => {
                write!(self.out, "while {} {}", self.expr(condition), self.checked(checked))?;
                self.braces(body, Self::outlined_stmt)
            }
            OutlinedStmt::For { var, start, end, body } => {
                let (start, end) = (self.expr(start), self.expr(end));
                write!(self.out, "for {} = {start} to {end} ", self.declare(*var))?;
                self.braces(body, Self::outlined_stmt)
            }
            OutlinedStmt::Iterate { body, condition, checked } => {
                write!(self.out, "iterate {}", self.checked(checked))?;
                self.braces(body, Self::outlined_stmt)?;
                write!(self.out, " while {}", self.expr(condition))
            }
            OutlinedStmt::Once(body) => {
                self.out.write_str("once ")?;
                self.braces(body, Self::outlined_stmt)
            }
            OutlinedStmt::Single { flag, taken, counted, body } => {
                let counted = if *counted { "counted " } else { "" };
                let (flag, taken) = (self.declare(*flag), self.expr(taken));
                write!(self.out, "{counted}single {flag} = {taken} ")?;
                self.braces(body, Self::outlined_stmt)
            }
            OutlinedStmt::Scope(body) => {
                self.out.write_str("scope ")?;
                self.braces(body, Self::outlined_stmt)
            }
            OutlinedStmt::Break => self.out.write_str("break"),
            OutlinedStmt::Continue => self.out.write_str("continue"),
            OutlinedStmt::PathStart => self.out.write_str("path start"),
            OutlinedStmt::PathEnd => self.out.write_str("path end"),
        }
    }

    fn call(
        &mut self,
        kernel: KernelId,
        args: &[Expr],
        memory: &[MemoryId],
        again: bool,
    ) -> fmt::Result {
        let again = if again { "again " } else { "" };
        let args: Vec<String> = args.iter().map(|e| self.expr(e)).collect();
        let name = &self.module.kernels[kernel.index()].name;
        write!(self.out, "call {again}{name}({})", args.join(", "))?;
        if memory.is_empty() {
            return Ok(());
        }
        let name = |id: &MemoryId| format!("%{}", self.memory[id.index()].name);
        let memory: Vec<String> = memory.iter().map(name).collect();
        write!(self.out, " with {}", memory.join(", "))
    }

    /// The text for the worklists whose capacity the head of a loop checks.
    fn checked(&self, worklists: &[WorklistId]) -> String {
        let names: Vec<&str> = worklists.iter().map(|id| self.worklist(*id)).collect();
        if names.is_empty() { String::new() } else { format!("checks {} ", names.join(", ")) }
    }
}
