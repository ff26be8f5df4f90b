//! Finds the locals of `main`, with their types.
//!
//! A schedule does not state the types of locals. The first step that assigns a local gives it the
//! type of its value.

use std::collections::BTreeSet;

use super::expr::Printer;
use crate::ir::Type;
use crate::schedule::{Argument, Expr, PrintPart, Schedule, Seed, Step};

/// The locals of `main`, in the order of their first assignments.
#[derive(Debug, Clone, Default)]
pub(super) struct Locals {
    typed: Vec<(String, Type)>,
    read: BTreeSet<String>,
}

impl Locals {
    /// Finds the locals of a schedule.
    pub(super) fn of(schedule: &Schedule) -> Locals {
        let mut locals = Locals::default();
        locals.block(schedule, &schedule.main);
        locals
    }

    /// Returns the type of a local. A schedule assigns every local before it reads it.
    pub(super) fn ty(&self, name: &str) -> Type {
        let found = self.typed.iter().find(|(local, _)| local == name);
        found.map_or(Type::U32, |(_, ty)| *ty)
    }

    /// Returns every local with its type.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, Type)> {
        self.typed.iter().map(|(name, ty)| (name.as_str(), *ty))
    }

    /// Returns whether any step reads a local.
    pub(super) fn is_read(&self, name: &str) -> bool {
        self.read.contains(name)
    }

    fn assign(&mut self, schedule: &Schedule, name: &str, value: &Expr) {
        if self.typed.iter().all(|(local, _)| local != name) {
            let ty = Printer { schedule, locals: self }.print(value).ty;
            self.typed.push((name.to_string(), ty));
        }
    }

    fn block(&mut self, schedule: &Schedule, steps: &[Step]) {
        steps.iter().for_each(|step| self.step(schedule, step));
    }

    fn step(&mut self, schedule: &Schedule, step: &Step) {
        match step {
            Step::Set { local, value } => {
                self.reads(value);
                self.assign(schedule, local, value);
            }
            Step::Store { index, value, .. } => {
                self.reads(index);
                self.reads(value);
            }
            Step::Fill { value, .. } => self.reads(value),
            Step::Seed { seed, .. } => self.seed(seed),
            Step::Outlined { arguments, .. } => {
                let locals = arguments.iter().filter_map(|argument| match argument {
                    Argument::Local(name, _) => Some(name.clone()),
                    _ => None,
                });
                self.read.extend(locals);
            }
            Step::Print { parts } => parts.iter().for_each(|part| {
                if let PrintPart::Value(value) = part {
                    self.reads(value);
                }
            }),
            Step::Launch { args, .. } => args.iter().for_each(|arg| self.reads(arg)),
            Step::Require { condition, .. } => self.reads(condition),
            Step::If { condition, then, otherwise } => {
                self.reads(condition);
                self.block(schedule, then);
                self.block(schedule, otherwise);
            }
            Step::While { condition, body } | Step::Iterate { body, condition } => {
                self.reads(condition);
                self.block(schedule, body);
            }
            Step::For { local, from, to, body } => {
                self.reads(from);
                self.reads(to);
                self.assign(schedule, local, from);
                self.block(schedule, body);
            }
            Step::Pipe { seed, body, .. } => {
                seed.iter().for_each(|seed| self.seed(seed));
                self.block(schedule, body);
            }
            Step::Swap { .. }
            | Step::SwapWorklists { .. }
            | Step::Clear { .. }
            | Step::Take { .. }
            | Step::Contract { .. }
            | Step::Break
            | Step::Continue => {}
        }
    }

    fn seed(&mut self, seed: &Seed) {
        if let Seed::Items(items) = seed {
            items.iter().for_each(|item| self.reads(item));
        }
    }

    /// Notes the locals that an expression reads.
    fn reads(&mut self, expr: &Expr) {
        match expr {
            Expr::Local(name) => {
                self.read.insert(name.clone());
            }
            Expr::Unary(_, a) | Expr::Cast(_, a) | Expr::Load(_, a) | Expr::Graph(_, a) => {
                self.reads(a);
            }
            Expr::Binary(_, a, b) | Expr::Element(_, a, b) => {
                self.reads(a);
                self.reads(b);
            }
            Expr::Select(c, a, b) => [c, a, b].into_iter().for_each(|e| self.reads(e)),
            Expr::Const(_)
            | Expr::Param(_)
            | Expr::NodeCount
            | Expr::EdgeCount
            | Expr::Length(_)
            | Expr::Waiting(_) => {}
        }
    }
}
