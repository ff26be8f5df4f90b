//! Writes kernels and their statements.

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

use std::fmt::{self, Write};

use super::writer::{Writer, check_mark};
use crate::ir::*;

impl Writer<'_, '_, '_> {
    pub(super) fn kernel(&mut self, kernel: &Kernel) -> fmt::Result {
        write!(self.out, "kernel {}(", kernel.name)?;
        for (i, local) in kernel.locals[..kernel.params].iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            write!(self.out, "{comma}{}: {}", local.name, local.ty)?;
        }
        self.out.write_str(") ")?;
        for Shared { name, ty, extent } in &kernel.shared {
            write!(self.out, "shared {name}: {ty}[{}] ", extent.name())?;
        }
        if kernel.lanes > 1 {
            write!(self.out, "lanes {} ", kernel.lanes)?;
        }
        if let Some(worklist) = kernel.asynchronous {
            write!(self.out, "async {} ", self.worklist(worklist))?;
        }
        if let Some(scope) = kernel.per {
            write!(self.out, "per {} ", scope.name())?;
        }
        if let Some(options) = &kernel.options {
            write!(self.out, "opts {options} ")?;
        }
        self.plan(kernel)?;
        self.braces(&kernel.body, Self::stmt)?;
        self.out.write_char('\n')
    }

    fn plan(&mut self, kernel: &Kernel) -> fmt::Result {
        for (at, work) in kernel.plan.work.iter().enumerate() {
            self.out.write_str(if at == 0 { "over " } else { ", " })?;
            match work {
                Work::Nodes => self.out.write_str("nodes")?,
                Work::Edges => self.out.write_str("edges")?,
                Work::Worklist(id) => write!(self.out, "worklist {}", self.worklist(*id))?,
                Work::Passed(id) => write!(self.out, "range {}", self.name(*id))?,
                Work::Other => self.out.write_str("other")?,
            }
        }
        if !kernel.plan.work.is_empty() {
            self.out.write_char(' ')?;
        }
        for (word, holds) in
            [("selective", kernel.plan.selective), ("resident", kernel.plan.resident)]
        {
            if holds {
                write!(self.out, "{word} ")?;
            }
        }
        Ok(())
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) -> fmt::Result {
        match &stmt.kind {
            StmtKind::Let(id, e) => {
                write!(self.out, "let {} = {}", self.declare(*id), self.expr(e))
            }
            StmtKind::Assign(id, e) => {
                write!(self.out, "set {} = {}", self.name(*id), self.expr(e))
            }
            StmtKind::LetArray(id, e) => {
                write!(self.out, "let {} = {}", self.declare(*id), self.expr(e))
            }
            StmtKind::StoreElement(element, e) => {
                write!(self.out, "{} = {}", self.element(element), self.expr(e))
            }
            StmtKind::LetVector(locals, read) => {
                let locals: Vec<String> = locals.iter().map(|id| self.declare(*id)).collect();
                write!(self.out, "vector {} = {}", locals.join(", "), self.expr(read))
            }
            StmtKind::Store(place, e) => {
                write!(self.out, "{} = {}", self.place(place), self.expr(e))
            }
            StmtKind::Atomic { op, place, operands, old } => {
                if let Some(old) = old {
                    write!(self.out, "let {} = ", self.declare(*old))?;
                }
                let operands: Vec<String> = operands.iter().map(|e| self.expr(e)).collect();
                let (op, place) = (op.name(), self.place(place));
                write!(self.out, "atomic {op} {place}, {}", operands.join(", "))
            }
            StmtKind::Reduce(id, op, e) => {
                write!(self.out, "reduce {} {}, {}", op.name(), self.name(*id), self.expr(e))
            }
            StmtKind::Exclusive { owners, nodes, body, otherwise } => {
                let nodes: Vec<String> = nodes.iter().map(|e| self.expr(e)).collect();
                let owners = &self.module.arrays[owners.index()].name;
                write!(self.out, "exclusive {owners}({}) ", nodes.join(", "))?;
                self.branches(body, otherwise, Self::stmt)
            }
            StmtKind::Push(worklist, item) => {
                write!(self.out, "push {} {}", self.worklist(*worklist), self.item(item))
            }
            StmtKind::StoreShared(id, index, e) => {
                let (index, e) = (self.expr(index), self.expr(e));
                write!(self.out, "{}[{index}] = {e}", self.shared(*id))
            }
            StmtKind::AtomicShared { op, shared, index, operand, old } => {
                if let Some(old) = old {
                    write!(self.out, "let {} = ", self.declare(*old))?;
                }
                let (op, index, operand) = (op.name(), self.expr(index), self.expr(operand));
                write!(self.out, "atomic {op} {}[{index}], {operand}", self.shared(*shared))
            }
            StmtKind::Barrier(scope) => write!(self.out, "barrier {}", scope.name()),
            StmtKind::Collective { scope, op, value, result } => {
                let (result, op, scope) = (self.declare(*result), op.name(), scope.name());
                write!(self.out, "collective {result} = {op} {scope}, {}", self.expr(value))
            }
            StmtKind::Scan { value, before, total } => {
                let (before, total) = (self.declare(*before), self.declare(*total));
                write!(self.out, "scan {before}, {total} = {}", self.expr(value))
            }
            StmtKind::Enqueue(worklist, item) => {
                write!(self.out, "enqueue {} {}", self.worklist(*worklist), self.item(item))
            }
            StmtKind::Flush(worklist) => write!(self.out, "flush {}", self.worklist(*worklist)),
            StmtKind::If(cond, then, otherwise) => {
                write!(self.out, "if {} ", self.expr(cond))?;
                self.branches(then, otherwise, Self::stmt)
            }
            StmtKind::While(cond, body) => {
                write!(self.out, "while {} ", self.expr(cond))?;
                self.braces(body, Self::stmt)
            }
            StmtKind::Print(parts) => write!(self.out, "print {}", self.parts(parts)),
            StmtKind::Break => self.out.write_str("break"),
            StmtKind::Continue => self.out.write_str("continue"),
            StmtKind::PathStart => self.out.write_str("path start"),
            StmtKind::ForAll { var, domain, mapping, body } => {
                let mapping = match mapping {
                    Mapping::Parallel => "parallel",
                    Mapping::Serial => "serial",
                };
                let domain = self.domain(domain);
                write!(self.out, "forall {mapping} {} in {domain} ", self.declare(*var))?;
                self.braces(body, Self::stmt)
            }
            StmtKind::For { var, start, end, step, body } => {
                let [start, end, step] = [start, end, step].map(|e| self.expr(e));
                let var = self.declare(*var);
                write!(self.out, "for {var} = {start} to {end} by {step} ")?;
                self.braces(body, Self::stmt)
            }
        }
    }

    fn domain(&self, domain: &Domain) -> String {
        match domain {
            Domain::Nodes => "nodes".into(),
            Domain::Edges => "edges".into(),
            Domain::Worklist(id) => format!("worklist {}", self.worklist(*id)),
            Domain::Positions(id) => format!("positions {}", self.worklist(*id)),
            Domain::Range(a, b) => format!("range {}, {}", self.expr(a), self.expr(b)),
            Domain::OutEdges(n, bounds) => format!("out{} {}", check_mark(*bounds), self.expr(n)),
            Domain::InEdges(n, bounds) => format!("in{} {}", check_mark(*bounds), self.expr(n)),
            Domain::InPositions(n, bounds) => {
                format!("in_positions{} {}", check_mark(*bounds), self.expr(n))
            }
        }
    }
}
