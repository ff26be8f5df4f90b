//! Prints the statements of kernels in C.

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeSet;
use std::fmt::Write;

use super::expr::Printer;
use super::names::{Names, Part, Thing};
use super::types::{element_type, local_type, memory_type};
use crate::codegen::Language;
use crate::interface::KernelInterface;
use crate::ir::local_memory::queues;
use crate::ir::visit::walk_stmts;
use crate::ir::{
    Access, ArrayId, AtomicOp, Block, Coordinate, Expr, ExprKind, Kernel, LocalId, Module, Place,
    Scope, Stmt, StmtKind, Type, Value,
};

/// Prints the statements of a kernel as lines with indentation.
pub(super) fn body(
    language: Language,
    module: &Module,
    kernel: &Kernel,
    interface: &KernelInterface,
    names: &Names<'_>,
) -> String {
    let mut assigned = BTreeSet::new();
    walk_stmts(&kernel.body, &mut |stmt| {
        if let StmtKind::Assign(id, _) = &stmt.kind {
            assigned.insert(*id);
        }
    });
    let printer =
        Printer { language, module, locals: &kernel.locals, params: kernel.params, names };
    let hides_ends = language.marks_paths() && (interface.callee.is_some() || has_barriers(kernel));
    let mut writer = Writer { printer, assigned, hides_ends, indent: 1, out: String::new() };
    for (id, used) in &interface.uses.worklists {
        if used.reads {
            let parts = names.parts(*id, &[Part::Sizes, Part::Phase]);
            writer.line(&format!("igc_clear_spare_size(grid, {parts});"));
        }
    }
    writer.start_queues(&queues(kernel).into_iter().collect::<Vec<_>>());
    writer.block(&kernel.body);
    writer.out
}

/// Whether the work-items of a workgroup wait for each other in a kernel.
fn has_barriers(kernel: &Kernel) -> bool {
    let mut found = false;
    walk_stmts(&kernel.body, &mut |stmt| {
        found |= match &stmt.kind {
            StmtKind::Barrier(scope) | StmtKind::Collective { scope, .. } => {
                *scope == Scope::Workgroup
            }
            StmtKind::Scan { .. } | StmtKind::Flush(_) => true,
            StmtKind::Let(..)
            | StmtKind::Assign(..)
            | StmtKind::LetArray(..)
            | StmtKind::StoreElement(..)
            | StmtKind::LetVector(..)
            | StmtKind::Store(..)
            | StmtKind::Atomic { .. }
            | StmtKind::Reduce(..)
            | StmtKind::Push(..)
            | StmtKind::Exclusive { .. }
            | StmtKind::StoreShared(..)
            | StmtKind::AtomicShared { .. }
            | StmtKind::Enqueue(..)
            | StmtKind::Print(_)
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::PathStart
            | StmtKind::ForAll { .. }
            | StmtKind::For { .. } => false,
        };
    });
    found
}

/// Prints statements to a text.
pub(super) struct Writer<'m> {
    pub printer: Printer<'m>,
    /// Locals that change after their declaration; the others are `const`.
    pub assigned: BTreeSet<LocalId>,
    /// Whether loops over a share of a range hide its end from the compiler. The device library says
    /// why (`IGC_SHARE_END`).
    pub hides_ends: bool,
    pub indent: usize,
    pub out: String,
}

impl Writer<'_> {
    pub(super) fn line(&mut self, text: &str) {
        let width = self.indent * 4;
        writeln!(self.out, "{:width$}{text}", "").expect("a string takes all that is written");
    }

    /// Prints the mark of a path, if the language has marks.
    pub(super) fn mark(&mut self, text: &str) {
        if self.printer.language.marks_paths() {
            self.line(text);
        }
    }

    pub fn block(&mut self, block: &Block) {
        for stmt in block {
            self.stmt(stmt);
        }
    }

    fn braces(&mut self, head: &str, block: &Block) {
        self.line(&format!("{head} {{"));
        self.indent += 1;
        self.block(block);
        self.indent -= 1;
    }

    pub(super) fn ty(&self, id: LocalId) -> Type {
        self.printer.locals[id.index()].ty
    }

    pub(super) fn name(&self, id: LocalId) -> &str {
        self.printer.names.local(id)
    }

    /// Returns the declaration of a local without its value, such as `const uint v`.
    pub(super) fn declaration(&self, id: LocalId) -> String {
        let ty = local_type(self.ty(id));
        let constant = if self.assigned.contains(&id) { "" } else { "const " };
        format!("{constant}{ty} {}", self.name(id))
    }

    pub fn stmt(&mut self, stmt: &Stmt) {
        if let Some(note) = stmt.origin.note {
            self.line(&format!("// {note}"));
        }
        match &stmt.kind {
            StmtKind::Let(id, e) => {
                self.line(&format!("{} = {};", self.declaration(*id), self.printer.expr(e)));
            }
            StmtKind::Assign(id, e) => {
                let value = if id.index() < self.printer.params {
                    self.printer.in_memory(e)
                } else {
                    self.printer.expr(e)
                };
                self.line(&format!("{} = {value};", self.name(*id)));
            }
            StmtKind::LetArray(id, value) => self.local_array(*id, value),
            StmtKind::StoreElement(element, value) => {
                let place = self.printer.local_subscript(element);
                let text = format!("{place} = {};", self.printer.in_memory(value));
                match self.printer.local_exists(element) {
                    Some(exists) => self.line(&format!("if ({exists}) {text}")),
                    None => self.line(&text),
                }
            }
            StmtKind::LetVector(locals, read) => self.vector(locals, read),
            StmtKind::Store(place, e) => self.store(place, e),
            StmtKind::Atomic { op, place, operands, old } => {
                self.atomic(*op, place, operands, *old);
            }
            // Modules for devices have no prints (`ir::print::without_prints`).
            StmtKind::Print(_) => {}
            StmtKind::Push(id, item) => {
                let parts = [Part::Back, Part::Sizes, Part::Phase, Part::Capacity];
                let (parts, item) =
                    (self.printer.names.parts(*id, &parts), self.printer.item(item));
                let width = self.printer.width(*id);
                self.line(&format!("igc_push{width}({parts}, {item});"));
            }
            StmtKind::If(cond, then, otherwise) => {
                self.conditional("", cond, then, otherwise);
            }
            StmtKind::While(cond, body) => {
                let cond = self.head_condition(self.printer.expr(cond), body);
                self.braces(&format!("while ({cond})"), body);
                self.line("}");
            }
            StmtKind::Break => self.line("break;"),
            StmtKind::Continue => self.line("continue;"),
            StmtKind::PathStart => self.mark("igc_path_start();"),
            StmtKind::For { var, start, end, step, body } => {
                let (start, end, step) = match self.share_of_elements(*var, start, end, step) {
                    Some((start, end)) => {
                        let end = if self.hides_ends { self.hidden_end(*var, &end) } else { end };
                        (start, end, " += igc_step(grid)".into())
                    }
                    None => {
                        let end = self.loop_end(*var, end, step);
                        (self.printer.expr(start), end, self.loop_step(step))
                    }
                };
                let (ty, name) = (local_type(self.ty(*var)), self.name(*var));
                let condition = self.head_condition(format!("{name} < {end}"), body);
                let head = format!("for ({ty} {name} = {start}; {condition}; {name}{step})");
                self.braces(&head, body);
                self.line("}");
            }
            StmtKind::Exclusive { owners, nodes, body, otherwise } => {
                self.exclusive(*owners, nodes, body, otherwise);
            }
            StmtKind::StoreShared(..)
            | StmtKind::AtomicShared { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Collective { .. }
            | StmtKind::Scan { .. }
            | StmtKind::Enqueue(..)
            | StmtKind::Flush(_) => self.together(&stmt.kind),
            StmtKind::ForAll { .. } | StmtKind::Reduce(..) => {
                unreachable!("the verifier allows none after distribution")
            }
        }
    }

    /// Prints a conditional. If the `else` block contains only a conditional, it becomes `else if`.
    fn conditional(&mut self, lead: &str, cond: &Expr, then: &Block, otherwise: &Block) {
        self.braces(&format!("{lead}if ({})", self.printer.expr(cond)), then);
        match &otherwise[..] {
            [] => self.line("}"),
            [Stmt { kind: StmtKind::If(cond, then, otherwise), .. }] => {
                self.conditional("} else ", cond, then, otherwise);
            }
            _ => {
                self.braces("} else", otherwise);
                self.line("}");
            }
        }
    }

    fn exclusive(&mut self, owners: ArrayId, nodes: &[Expr], body: &Block, otherwise: &Block) {
        let owners = self.printer.names.array(owners).to_string();
        let count = nodes.len();
        let nodes: Vec<String> = nodes.iter().map(|e| self.printer.expr(e)).collect();
        // The prefix `igc_` is reserved, so the name differs from all names of the program.
        self.line("{");
        self.indent += 1;
        self.line(&format!("uint igc_owned[] = {{{}}};", nodes.join(", ")));
        self.line(&format!("if (igc_own({owners}, igc_owned, {count}, node_count)) {{"));
        self.indent += 1;
        self.block(body);
        self.line(&format!("igc_disown({owners}, igc_owned, {count}, node_count);"));
        self.indent -= 1;
        if !otherwise.is_empty() {
            self.braces("} else", otherwise);
        }
        self.line("}");
        self.indent -= 1;
        self.line("}");
    }

    /// Returns the end of a counted loop. If its value might change during the loop, it is first
    /// stored in a variable.
    fn loop_end(&mut self, var: LocalId, end: &Expr, step: &Expr) -> String {
        let text = self.printer.expr(end);
        let is_share = self.printer.language.marks_paths() && !is_known(step);
        let is_constant = matches!(end.kind, ExprKind::Const(_));
        let is_of_run =
            matches!(end.kind, ExprKind::Param(_) | ExprKind::NodeCount | ExprKind::EdgeCount);
        let fixed = is_constant && is_known(step) || is_of_run && !(is_share && self.hides_ends);
        match (fixed, is_share) {
            (true, _) => text,
            (false, true) => self.hidden_end(var, &text),
            (false, false) => self.stored_end("const", var, &text),
        }
    }

    /// Stores the end of a loop over a share in a variable, about whose value the compiler derives
    /// nothing.
    fn hidden_end(&mut self, var: LocalId, end: &str) -> String {
        self.stored_end("IGC_SHARE_END", var, end)
    }

    fn stored_end(&mut self, qualifier: &str, var: LocalId, end: &str) -> String {
        let name = self.printer.names.get(Thing::End(var)).to_string();
        self.line(&format!("{qualifier} {} {name} = {end};", local_type(self.ty(var))));
        name
    }

    /// Returns the start and the end of a loop over all nodes or edges that is distributed over the
    /// work-items or the workgroups of a grid, if it counts in 32 bits. The host decides how to
    /// distribute the iterations, and the device library computes the bounds.
    fn share_of_elements(
        &self,
        var: LocalId,
        start: &Expr,
        end: &Expr,
        step: &Expr,
    ) -> Option<(String, String)> {
        let is_over_elements = matches!(end.kind, ExprKind::NodeCount | ExprKind::EdgeCount)
            && step.kind == ExprKind::At(Coordinate::GlobalSize)
            && local_type(self.ty(var)) == "uint";
        let count = self.printer.expr(end);
        let ExprKind::At(coordinate) = start.kind else { return None };
        let start = match coordinate {
            Coordinate::GlobalId => format!("igc_first(grid, {count})"),
            Coordinate::GroupStart => format!("igc_first_of_group(grid, {count})"),
            Coordinate::GlobalSize
            | Coordinate::LocalId
            | Coordinate::LocalSize
            | Coordinate::SubgroupId
            | Coordinate::SubgroupCount
            | Coordinate::Lane
            | Coordinate::SubgroupSize => return None,
        };
        is_over_elements.then(|| (start, format!("igc_end(grid, {count})")))
    }

    /// Returns the operator and the operand that take the counter of a loop to the next iteration.
    fn loop_step(&self, step: &Expr) -> String {
        if matches!(step.kind, ExprKind::Const(value) if value.to_bits() == 1) {
            return "++".into();
        }
        format!(" += {}", self.printer.expr(step))
    }

    /// Returns the condition of a loop. If the language has marks, a loop whose body is marked as a
    /// path with barriers has a head that all work-items of the workgroup reach together.
    fn head_condition(&self, condition: String, body: &Block) -> String {
        match body.first() {
            Some(Stmt { kind: StmtKind::PathStart, .. }) if self.printer.language.marks_paths() => {
                format!("igc_continues({condition})")
            }
            _ => condition,
        }
    }

    /// Prints a line that accesses a place, inside a conditional if the place may not exist.
    fn guarded(&mut self, place: &Place, text: &str) {
        match self.printer.exists(place) {
            Some(exists) => self.line(&format!("if ({exists}) {text}")),
            None => self.line(text),
        }
    }

    /// Declares a local array and gives every element a value.
    fn local_array(&mut self, id: LocalId, value: &Expr) {
        let length = self.printer.locals[id.index()].length.unwrap_or_default();
        let (ty, name) = (memory_type(self.ty(id)), self.name(id).to_string());
        let value = self.printer.in_memory(value);
        self.line(&format!("{ty} {name}[{length}];"));
        let head = format!("for (uint igc_i = 0u; igc_i < {length}u; igc_i++)");
        self.line(&format!("{head} {name}[igc_i] = {value};"));
    }

    /// Declares locals for consecutive elements. The name of the vector differs from all names of
    /// the program and of the device library.
    fn vector(&mut self, locals: &[LocalId], read: &Expr) {
        let Some(first) = locals.first() else { return };
        let (width, ty) = (locals.len(), memory_type(self.ty(*first)));
        let vector = format!("igc_vector_{}", self.name(*first));
        let address = self.printer.address_of(read);
        if !self.printer.language.has_unaligned_vectors() {
            let pointer = self.printer.language.global_pointer(&format!("const {ty}"), &vector);
            self.line(&format!("{pointer} = {address};"));
            for (lane, id) in locals.iter().enumerate() {
                self.line(&format!("{} = {vector}[{lane}];", self.declaration(*id)));
            }
            return;
        }
        self.line(&format!("const {ty}{width} {vector} = vload{width}(0, {address});"));
        for (lane, id) in locals.iter().enumerate() {
            self.line(&format!("{} = {vector}.s{lane};", self.declaration(*id)));
        }
    }

    fn store(&mut self, place: &Place, value: &Expr) {
        let ty = element_type(&self.printer.module.arrays[place.array.index()]);
        let text = match place.access {
            Access::Relaxed => {
                let address = self.printer.address(place);
                let locks = self.printer.locks(value.ty);
                format!("igc_store_{ty}({locks}{address}, {});", self.printer.in_memory(value))
            }
            Access::Plain => {
                let element = self.printer.subscript(place);
                format!("{element} = {};", self.printer.in_memory(value))
            }
        };
        self.guarded(place, &text);
    }

    fn atomic(&mut self, op: AtomicOp, place: &Place, operands: &[Expr], old: Option<LocalId>) {
        let ty = self.printer.module.arrays[place.array.index()].ty;
        let address = self.printer.address(place);
        let operands: Vec<String> = operands.iter().map(|e| self.printer.in_memory(e)).collect();
        let (op, c) = (op.name(), memory_type(ty));
        let locks = self.printer.locks(ty);
        let call = format!("igc_atomic_{op}_{c}({locks}{address}, {})", operands.join(", "));
        let Some(old) = old else { return self.guarded(place, &format!("{call};")) };
        let bool_suffix = if ty == Type::Bool { " != 0u" } else { "" };
        let value = match self.printer.exists(place) {
            Some(exists) if ty == Type::Bool => format!("({exists} ? {call} : 0u){bool_suffix}"),
            Some(exists) => {
                let zero = Expr::constant(Value::zero(ty));
                format!("{exists} ? {call} : {}", self.printer.expr(&zero))
            }
            None => format!("{call}{bool_suffix}"),
        };
        self.line(&format!("{} = {value};", self.declaration(old)));
    }
}

/// Whether a C compiler may be able to determine the value of an expression.
fn is_known(expr: &Expr) -> bool {
    let mut known = true;
    expr.walk(&mut |e| {
        known &= matches!(
            e.kind,
            ExprKind::Const(_)
                | ExprKind::Cast(..)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Select(..)
        );
    });
    known
}
