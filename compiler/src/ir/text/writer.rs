//! Writes names, places and expressions, and blocks of statements.

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

use std::fmt::{self, Formatter, Write};

use crate::ir::local_memory::LocalArray;
use crate::ir::*;

/// Writes the statements and expressions of a kernel, an outlined loop or `main`.
pub(super) struct Writer<'m, 'f, 'o> {
    pub module: &'m Module,
    pub locals: &'m [Local],
    /// The shared memory of the kernel.
    pub shared: &'m [Shared],
    /// The local memory of the outlined loop.
    pub memory: &'m [LocalArray],
    pub indent: usize,
    pub out: &'f mut Formatter<'o>,
}

impl<'m, 'f, 'o> Writer<'m, 'f, 'o> {
    /// Creates a writer for a kernel.
    pub fn of_kernel(module: &'m Module, kernel: &'m Kernel, out: &'f mut Formatter<'o>) -> Self {
        let Kernel { locals, shared, .. } = kernel;
        Writer { module, locals, shared, memory: &[], indent: 0, out }
    }

    /// Creates a writer for an outlined loop.
    pub fn of_outlined(
        module: &'m Module,
        outlined: &'m OutlinedLoop,
        out: &'f mut Formatter<'o>,
    ) -> Self {
        let OutlinedLoop { locals, memory, .. } = outlined;
        Writer { module, locals, shared: &[], memory, indent: 0, out }
    }

    /// Creates a writer for `main`.
    pub fn of_main(module: &'m Module, out: &'f mut Formatter<'o>) -> Self {
        let locals = &module.main.locals;
        Writer { module, locals, shared: &[], memory: &[], indent: 0, out }
    }

    pub(super) fn braces<S>(
        &mut self,
        body: &[S],
        write: fn(&mut Self, &S) -> fmt::Result,
    ) -> fmt::Result {
        self.out.write_str("{\n")?;
        self.indent += 1;
        for stmt in body {
            write!(self.out, "{:1$}", "", self.indent * 2)?;
            write(self, stmt)?;
            self.out.write_char('\n')?;
        }
        self.indent -= 1;
        write!(self.out, "{:1$}}}", "", self.indent * 2)
    }

    /// Returns the text of an item of a worklist.
    pub(super) fn item(&self, item: &Item) -> String {
        match &item[..] {
            [value] => self.expr(value),
            values => {
                let values: Vec<String> = values.iter().map(|value| self.expr(value)).collect();
                format!("({})", values.join(", "))
            }
        }
    }

    pub(super) fn declare(&self, id: LocalId) -> String {
        let Local { name, ty, length } = &self.locals[id.index()];
        match length {
            Some(length) => format!("#{name}: {ty}[{length}]"),
            None => format!("{name}: {ty}"),
        }
    }

    pub(super) fn name(&self, id: LocalId) -> &'m str {
        &self.locals[id.index()].name
    }

    pub(super) fn worklist(&self, id: WorklistId) -> &'m str {
        &self.module.worklists[id.index()].name
    }

    pub(super) fn shared(&self, id: SharedId) -> String {
        format!("%{}", self.shared[id.index()].name)
    }

    pub(super) fn branches<S>(
        &mut self,
        then: &[S],
        otherwise: &[S],
        write: fn(&mut Self, &S) -> fmt::Result,
    ) -> fmt::Result {
        self.braces(then, write)?;
        if !otherwise.is_empty() {
            self.out.write_str(" else ")?;
            self.braces(otherwise, write)?;
        }
        Ok(())
    }

    /// The parts of a line that is printed.
    pub(super) fn parts(&self, parts: &[PrintPart]) -> String {
        let part = |part: &PrintPart| match part {
            PrintPart::Text(text) => format!("\"{text}\""),
            PrintPart::Value(value) => self.expr(value),
        };
        parts.iter().map(part).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn place(&self, place: &Place) -> String {
        let name = &self.module.arrays[place.array.index()].name;
        let relaxed = if place.access == Access::Relaxed { "~" } else { "" };
        let row = format!("{}[{}]", check_mark(place.bounds), self.expr(&place.index));
        let element = place.element.as_ref().map(|Element { index, bounds }| {
            format!("{}[{}]", check_mark(*bounds), self.expr(index))
        });
        format!("{name}{relaxed}{row}{}", element.unwrap_or_default())
    }

    pub(super) fn element(&self, element: &LocalElement) -> String {
        let LocalElement { array, index, bounds } = element;
        format!("#{}{}[{}]", self.name(*array), check_mark(*bounds), self.expr(index))
    }

    pub(super) fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Const(value) => value.to_string(),
            ExprKind::Local(id) => self.name(*id).to_string(),
            ExprKind::Element(element) => self.element(element),
            ExprKind::Param(id) => format!("${}", self.module.params[id.index()].name),
            ExprKind::Unary(op, a) => format!("{}({})", op.spelling(), self.expr(a)),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                match op.is_function() {
                    true => format!("{}({a}, {b})", op.spelling()),
                    false => format!("({a} {} {b})", op.spelling()),
                }
            }
            ExprKind::Cast(a) => format!("{}({})", expr.ty, self.expr(a)),
            ExprKind::Select(a, b, c) => {
                format!("select({}, {}, {})", self.expr(a), self.expr(b), self.expr(c))
            }
            ExprKind::Load(place) => self.place(place),
            ExprKind::Graph(array, index, bounds) => {
                format!("@{}{}[{}]", array.name(), check_mark(*bounds), self.expr(index))
            }
            ExprKind::NodeCount => "@node_count".into(),
            ExprKind::EdgeCount => "@edge_count".into(),
            ExprKind::Length(id) => format!("@length({})", self.module.arrays[id.index()].name),
            ExprKind::WorklistSize(id) => format!("@size({})", self.worklist(*id)),
            ExprKind::Waiting(id) => format!("@waiting({})", self.worklist(*id)),
            ExprKind::WorklistItem(id, part, i) => {
                format!("@{}({}, {})", part.name(), self.worklist(*id), self.expr(i))
            }
            ExprKind::At(coordinate) => format!("@{}", coordinate.name()),
            ExprKind::Shared(id, i) => format!("{}[{}]", self.shared(*id), self.expr(i)),
            ExprKind::Search(id, value) => {
                format!("@search({}, {})", self.shared(*id), self.expr(value))
            }
        }
    }
}

pub(super) fn check_mark(bounds: Bounds) -> &'static str {
    if bounds == Bounds::Checked { "?" } else { "" }
}
