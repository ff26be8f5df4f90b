//! Prints the statements of an outlined loop in C, with one function for each kind.

use super::Outliner;
use crate::codegen::Language;
use crate::codegen::c::names::{Names, Part, Thing};
use crate::codegen::c::types::{element_type, item_type, local_type};
use crate::interface::{Argument, WorklistPart};
use crate::ir::{
    Action, ArrayId, Expr, Extent, KernelId, LocalId, MemoryId, Module, Origin, OutlinedStmt,
    Scope, Seed, StmtKind, WorklistId,
};

impl<'m> Outliner<'m> {
    pub(super) fn module(&self) -> &'m Module {
        self.writer.printer.module
    }

    pub(super) fn names(&self) -> &'m Names<'m> {
        self.writer.printer.names
    }

    pub(super) fn language(&self) -> Language {
        self.writer.printer.language
    }

    pub(super) fn line(&mut self, text: &str) {
        self.writer.line(text);
    }

    /// Prints the mark of a path, if the language has marks.
    pub(super) fn mark(&mut self, text: &str) {
        self.writer.mark(text);
    }

    fn expr(&self, expr: &Expr) -> String {
        self.writer.printer.expr(expr)
    }

    fn array(&self, id: ArrayId) -> &'m str {
        self.names().array(id)
    }

    pub(super) fn part(&self, id: WorklistId, part: Part) -> &'m str {
        self.names().part(id, part)
    }

    pub(super) fn braces(&mut self, head: &str, inside: impl FnOnce(&mut Self)) {
        self.opened(&format!("{head} {{"), inside);
    }

    /// Prints a block, which limits the scope of its declarations.
    fn scope(&mut self, inside: impl FnOnce(&mut Self)) {
        self.opened("{", inside);
    }

    fn opened(&mut self, opening: &str, inside: impl FnOnce(&mut Self)) {
        self.line(opening);
        self.writer.indent += 1;
        inside(self);
        self.writer.indent -= 1;
        self.line("}");
    }

    pub(super) fn block(&mut self, block: &[OutlinedStmt]) {
        for stmt in block {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &OutlinedStmt) {
        match stmt {
            OutlinedStmt::Act(action) => self.action(action),
            OutlinedStmt::SwapBuffers(id) => {
                let parts = self.names().parts(*id, &[Part::Phase, Part::Swapped]);
                self.line(&format!("IGC_SWAP_BUFFERS({parts});"));
            }
            OutlinedStmt::Call { kernel, args, memory, .. } => self.call(*kernel, args, memory),
            OutlinedStmt::Barrier(Scope::Grid) => {
                let environment = self.names().get(Thing::Environment);
                self.line(&format!("igc_grid_barrier({environment}, grid, ++run.barriers);"));
            }
            OutlinedStmt::Barrier(_) => self.line("igc_workgroup_barrier();"),
            OutlinedStmt::If(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise);
            }
            OutlinedStmt::While { condition, checked, body } => {
                let head =
                    format!("while (igc_next_round(&run, {}))", self.continues(condition, checked));
                self.braces(&head, |this| this.block(body));
            }
            OutlinedStmt::For { var, start, end, body } => self.counted(*var, start, end, body),
            OutlinedStmt::Single { flag, taken, counted, body } => {
                self.single(*flag, taken, *counted, body);
            }
            OutlinedStmt::Scope(body) => self.scope(|this| this.block(body)),
            OutlinedStmt::Break => self.line("break;"),
            OutlinedStmt::Continue => self.line("continue;"),
            OutlinedStmt::PathStart => self.mark("igc_path_start();"),
            OutlinedStmt::PathEnd => self.mark("igc_path_end();"),
            OutlinedStmt::Iterate { .. } | OutlinedStmt::Once(_) => {
                unreachable!("legalisation leaves none")
            }
        }
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::Let(id, e) => self.simple(StmtKind::Let(*id, e.clone())),
            Action::Assign(id, e) => self.simple(StmtKind::Assign(*id, e.clone())),
            Action::Store(place, e) => self.braces("if (igc_global_id(grid) == 0u)", |this| {
                this.simple(StmtKind::Store(place.clone(), e.clone()));
            }),
            Action::Fill(array, e) => self.fill(*array, e),
            Action::Swap(a, b) => self.swap(*a, *b),
            Action::SwapWorklists(a, b) => self.swap_worklists(*a, *b),
            Action::Take(id) => {
                let (phase, swapped) = (self.part(*id, Part::Phase), self.part(*id, Part::Swapped));
                self.line(&format!("IGC_SWAP_BUFFERS({phase}, {swapped});"));
                let sizes = self.part(*id, Part::Sizes);
                self.line(&format!("igc_clear_spare_size(grid, {sizes}, {phase});"));
            }
            Action::Clear(id) => {
                self.line(&format!("igc_clear(grid, {});", self.part(*id, Part::Sizes)));
            }
            Action::Seed(id, seed) => self.seed(*id, seed),
        }
    }

    fn simple(&mut self, kind: StmtKind) {
        self.writer.stmt(&kind.from(Origin::default()));
    }

    /// Returns the condition of a loop, including the checks that end it when a worklist runs out
    /// of room.
    fn continues(&self, condition: &Expr, checked: &[WorklistId]) -> String {
        let condition = self.expr(condition);
        let environment = self.names().get(Thing::Environment);
        let asks = |id: &WorklistId| {
            let sizes = self.part(*id, Part::Sizes);
            format!("igc_has_room(&run, {environment}, grid, {sizes}) & ")
        };
        let asked: String = checked.iter().map(asks).collect();
        match asked.is_empty() {
            false if condition.contains(' ') => format!("{asked}({condition})"),
            _ => asked + &condition,
        }
    }

    /// Prints a conditional. If it only contains a jump, it is printed on one line.
    fn conditional(&mut self, condition: &Expr, then: &[OutlinedStmt], otherwise: &[OutlinedStmt]) {
        let condition = self.expr(condition);
        match (then, otherwise) {
            ([OutlinedStmt::Break], []) => self.line(&format!("if ({condition}) break;")),
            ([OutlinedStmt::Continue], []) => self.line(&format!("if ({condition}) continue;")),
            _ => {
                self.braces(&format!("if ({condition})"), |this| this.block(then));
                if !otherwise.is_empty() {
                    self.braces("else", |this| this.block(otherwise));
                }
            }
        }
    }

    fn counted(&mut self, var: LocalId, start: &Expr, end: &Expr, body: &[OutlinedStmt]) {
        let (names, ty) = (self.names(), local_type(self.writer.ty(var)));
        let (name, bound) = (names.local(var), names.get(Thing::End(var)));
        let (start, end) = (self.expr(start), self.expr(end));
        self.line(&format!("const {ty} {bound} = {end};"));
        let head = format!(
            "for ({ty} {name} = {start}; igc_next_round(&run, {name} < {bound}); {name}++)"
        );
        self.braces(&head, |this| this.block(body));
    }

    fn single(&mut self, flag: LocalId, taken: &Expr, counted: bool, body: &[OutlinedStmt]) {
        let (name, taken) = (self.names().local(flag), self.expr(taken));
        let head = match counted {
            true => format!("igc_next_round(&run, {name})"),
            false => format!("igc_takes({name})"),
        };
        let head = format!("for (bool {name} = {taken}; {head}; {name} = false)");
        self.braces(&head, |this| this.block(body));
    }

    fn fill(&mut self, array: ArrayId, value: &Expr) {
        let declared = &self.module().arrays[array.index()];
        let rows = match declared.extent {
            Extent::One | Extent::Original => "1u",
            Extent::Nodes => "node_count",
            Extent::Edges => "edge_count",
        };
        let (function, length) = match self.writer.printer.length(array) {
            None => ("igc_fill", rows.to_string()),
            Some(length) => ("igc_fill_rows", format!("{rows}, {length}")),
        };
        let (ty, name) = (element_type(declared), self.array(array));
        let value = self.writer.printer.in_memory(value);
        self.line(&format!("{function}_{ty}(grid, {name}, {length}, {value});"));
    }

    fn swap(&mut self, a: ArrayId, b: ArrayId) {
        if a == b {
            return;
        }
        let ty = element_type(&self.module().arrays[a.index()]);
        let (one, other) = (self.array(a), self.array(b));
        let pointer = self.language().global_pointer(ty, "");
        self.line(&format!("IGC_SWAP({pointer}, {one}, {other});"));
        let (one, other) = (self.names().get(Thing::Place(a)), self.names().get(Thing::Place(b)));
        self.line(&format!("IGC_SWAP(uint, {one}, {other});"));
    }

    fn swap_worklists(&mut self, a: WorklistId, b: WorklistId) {
        if a == b {
            return;
        }
        let pointer = self.language().global_pointer("uint", "");
        let pointers = [Part::Front, Part::Back, Part::Sizes].map(|part| (&*pointer, part));
        let words = [Part::Phase, Part::Capacity, Part::Place, Part::Swapped];
        for (ty, part) in pointers.into_iter().chain(words.map(|part| ("uint", part))) {
            let (one, other) = (self.part(a, part), self.part(b, part));
            self.line(&format!("IGC_SWAP({ty}, {one}, {other});"));
        }
    }

    fn seed(&mut self, id: WorklistId, seed: &Seed) {
        let back = self.buffer("igc_back", id);
        let parts = self.names().parts(id, &[Part::Sizes, Part::Phase, Part::Capacity]);
        let parts = format!("{back}, {parts}");
        match seed {
            Seed::Nodes => self.line(&format!("igc_seed_nodes(grid, {parts}, node_count);")),
            // The verifier rejects inputs in outlined loops.
            Seed::Input => {}
            Seed::Items(items) if items.is_empty() => {
                self.line(&format!("igc_clear(grid, {});", self.part(id, Part::Sizes)));
            }
            Seed::Items(items) => {
                let (count, ty) = (items.len(), self.module().worklists[id.index()].ty);
                let printer = &self.writer.printer;
                let items: Vec<String> = items.iter().map(|item| printer.item(item)).collect();
                let seed = if ty.is_node() {
                    let run = format!("grid, &run, {}u", id.0);
                    format!("igc_seed({run}, igc_items, {count}u, {parts}, node_count);")
                } else {
                    let width = printer.width(id);
                    format!("igc_seed_items{width}(grid, igc_items, {count}u, {parts});")
                };
                self.scope(|this| {
                    let (ty, items) = (item_type(ty), items.join(", "));
                    this.line(&format!("const {ty} igc_items[] = {{{items}}};"));
                    this.line(&seed);
                });
            }
        }
    }

    fn call(&mut self, id: KernelId, args: &[Expr], memory: &[MemoryId]) {
        let (interface, names) = (self.interface.kernel(id), self.names());
        let callee = interface.callee.as_deref().expect("an outlined loop calls the kernel");
        let mut passed = vec!["grid".to_string()];
        for argument in &interface.arguments {
            passed.push(match argument {
                Argument::Passed(param) => self.writer.printer.in_memory(&args[param.index()]),
                Argument::Worklist(w, WorklistPart::Front) => self.buffer("igc_front", *w),
                Argument::Worklist(w, WorklistPart::Back) => self.buffer("igc_back", *w),
                _ => names.get(*argument).to_string(),
            });
        }
        passed.extend(memory.iter().map(|id| names.get(Thing::Memory(*id)).to_string()));
        self.line(&format!("{callee}({});", passed.join(", ")));
        self.line("run.launches++;");
    }

    /// Returns a call of a function that selects the current front or back buffer of a worklist.
    /// Every use selects the buffer again, because LLVM 15 cannot handle pointers that a loop
    /// swaps.
    fn buffer(&self, function: &str, id: WorklistId) -> String {
        let parts = self.names().parts(id, &[Part::Front, Part::Back, Part::Swapped]);
        format!("{function}({parts})")
    }
}
