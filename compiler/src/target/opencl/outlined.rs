//! An outlined loop in C: one kernel whose workgroups find out which of them run at the same time, and
//! then go through the loop together.
//!
//! Its locals are locals of each work-item. So is what the host keeps of worklists and arrays: which of a
//! worklist's sizes is the front buffer's (`turn`), whether its buffers have changed places (`turned`), and which
//! memory an array or a worklist has after swaps (`place`). The first work-item writes the results.
//!
//! The kernel's frame is the same for all loops: workgroups join, the members go through the statements,
//! the first work-item writes the results, and all leave.

use std::collections::BTreeSet;

use super::expr::Printer;
use super::names::{Names, Part, Thing};
use super::stmt::Writer;
use super::types::{local_array, local_type, memory_type, parameter};
use super::{Function, KERNEL};
use crate::interface::{Argument, Interface, OutlinedInterface, Output, WorklistPart};
use crate::ir::outlined::walk_outlined;
use crate::ir::{
    Action, ArrayId, Expr, Extent, KernelId, LocalId, MemoryId, Module, Origin, OutlinedLoop,
    OutlinedStmt, Passing, Scope, Seed, StmtKind, Type, WorklistId,
};

/// The kernel for an outlined loop.
pub(super) fn function(
    module: &Module,
    interface: &Interface,
    outlined: &OutlinedLoop,
    of: &OutlinedInterface,
) -> Function {
    let names = choose_names(module, outlined, of);
    let parameters = of.arguments.iter().map(|a| declare(module, outlined, &names, a)).collect();
    let memory = (0..).map(MemoryId).zip(&outlined.memory);
    let memory = memory.map(|(id, array)| local_array(array.shape, names.get(Thing::Memory(id))));
    let local_memory = ["local uint place[2];".to_string()].into_iter().chain(memory).collect();
    let mut assigned = BTreeSet::new();
    walk_outlined(&outlined.body, &mut |stmt| {
        if let OutlinedStmt::Act(Action::Assign(id, _)) = stmt {
            assigned.insert(*id);
        }
    });
    let printer = Printer { module, locals: &outlined.locals, params: 0, names: &names };
    let writer = Writer { printer, assigned, indent: 1, out: String::new() };
    let mut outliner = Outliner { writer, interface };
    outliner.frame(outlined, of);
    let (name, body) = (of.entry.clone(), outliner.writer.out);
    Function { kind: KERNEL, name, parameters, local_memory, body }
}

/// Chooses the names of everything in an outlined loop.
fn choose_names<'m>(
    module: &'m Module,
    outlined: &'m OutlinedLoop,
    of: &OutlinedInterface,
) -> Names<'m> {
    let mut names = Names::new(module, &outlined.locals);
    for argument in &of.arguments {
        names.choose(thing(outlined, argument));
    }
    for id in truth_values(outlined) {
        names.choose(Thing::Local(id));
    }
    walk_outlined(&outlined.body, &mut |stmt| {
        if let Some(id) = stmt.declares() {
            names.choose(Thing::Local(id));
        }
    });
    walk_outlined(&outlined.body, &mut |stmt| {
        if let OutlinedStmt::For { var, .. } = stmt {
            names.choose(Thing::End(*var));
        }
    });
    for id in &of.uses.swapped {
        names.choose(Thing::Place(*id));
    }
    for id in of.uses.memory.worklists.keys() {
        names.choose(Thing::Part(*id, Part::Place));
        names.choose(Thing::Part(*id, Part::Turned));
    }
    for (id, array) in (0..).map(MemoryId).zip(&outlined.memory) {
        names.choose_as(Thing::Memory(id), &array.name);
    }
    names
}

/// The parameters that are truth values, which arrive as words.
fn truth_values(outlined: &OutlinedLoop) -> impl Iterator<Item = LocalId> {
    let params = (0..outlined.params.len() as u32).map(LocalId);
    params.filter(|id| outlined.locals[id.index()].ty == Type::Bool)
}

/// What a parameter of the kernel is.
fn thing(outlined: &OutlinedLoop, argument: &Argument) -> Thing {
    match argument {
        Argument::Passed(id) if outlined.locals[id.index()].ty == Type::Bool => Thing::Word(*id),
        _ => (*argument).into(),
    }
}

/// The declaration of a parameter. Those of worklists and those that `main` gets back are variables.
fn declare(
    module: &Module,
    outlined: &OutlinedLoop,
    names: &Names<'_>,
    argument: &Argument,
) -> String {
    let name = names.get(thing(outlined, argument));
    match argument {
        Argument::Worklist(_, WorklistPart::Front) => format!("global uint *{name}"),
        Argument::Worklist(_, WorklistPart::FrontSize | WorklistPart::Capacity) => {
            format!("uint {name}")
        }
        Argument::Passed(id)
            if outlined.params[id.index()] == Passing::In
                && outlined.locals[id.index()].ty != Type::Bool =>
        {
            format!("const {} {name}", memory_type(outlined.locals[id.index()].ty))
        }
        _ => parameter(module, &outlined.locals, argument, name),
    }
}

/// Prints the statements of an outlined loop.
struct Outliner<'m> {
    writer: Writer<'m>,
    interface: &'m Interface,
}

impl<'m> Outliner<'m> {
    fn module(&self) -> &'m Module {
        self.writer.printer.module
    }

    fn names(&self) -> &'m Names<'m> {
        self.writer.printer.names
    }

    fn line(&mut self, text: &str) {
        self.writer.line(text);
    }

    fn expr(&self, expr: &Expr) -> String {
        self.writer.printer.expr(expr)
    }

    fn array(&self, id: ArrayId) -> &'m str {
        self.names().array(id)
    }

    fn part(&self, id: WorklistId, part: Part) -> &'m str {
        self.names().part(id, part)
    }

    fn braces(&mut self, head: &str, inside: impl FnOnce(&mut Self)) {
        self.opened(&format!("{head} {{"), inside);
    }

    /// Braces around declarations that are known there alone.
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

    /// What every outlined loop does around its statements.
    fn frame(&mut self, outlined: &OutlinedLoop, of: &OutlinedInterface) {
        let names = self.names();
        let environment = names.get(Thing::Environment);
        let (patience, rounds) = (names.get(Thing::Patience), names.get(Thing::Rounds));
        let most_rounds = names.get(Thing::MostRounds);
        self.line("// oitergb: a loop of main, by the workgroups that run at the same time.");
        self.line(&format!("const igc_grid grid = igc_join({environment}, {patience}, place);"));
        self.braces("if (igc_is_member(grid))", |this| {
            this.line("igc_path_start();");
            this.line(&format!("igc_run run = igc_start({rounds}, {most_rounds});"));
            this.declarations(outlined, of);
            this.block(&outlined.body);
            this.braces("if (igc_global_id(grid) == 0u)", |this| this.results(of));
        });
        self.line(&format!("igc_leave({environment}, grid);"));
    }

    /// What each work-item keeps beside the arguments.
    fn declarations(&mut self, outlined: &OutlinedLoop, of: &OutlinedInterface) {
        let names = self.names();
        for id in truth_values(outlined) {
            let word = names.get(Thing::Word(id));
            self.line(&format!("{} = {word} != 0u;", self.writer.declaration(id)));
        }
        for id in &of.uses.swapped {
            self.line(&format!("uint {} = {}u;", names.get(Thing::Place(*id)), id.0));
        }
        for id in &of.uses.swapped_worklists {
            self.line(&format!("uint {} = {}u;", self.part(*id, Part::Place), id.0));
        }
        for id in of.uses.memory.worklists.keys() {
            self.line(&format!("uint {} = 0u;", self.part(*id, Part::Turned)));
        }
    }

    fn block(&mut self, block: &[OutlinedStmt]) {
        for stmt in block {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &OutlinedStmt) {
        match stmt {
            OutlinedStmt::Act(action) => self.action(action),
            OutlinedStmt::SwapBuffers(id) => {
                let (turn, turned) = (self.part(*id, Part::Turn), self.part(*id, Part::Turned));
                self.line(&format!("IGC_TURN({turn}, {turned});"));
            }
            OutlinedStmt::Call { kernel, args, memory } => self.call(*kernel, args, memory),
            OutlinedStmt::Barrier(Scope::Grid) => {
                let environment = self.names().get(Thing::Environment);
                self.line(&format!("igc_grid_barrier({environment}, grid, ++run.barriers);"));
            }
            OutlinedStmt::Barrier(_) => self.line("igc_workgroup_barrier();"),
            OutlinedStmt::If(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise);
            }
            OutlinedStmt::While { condition, room, body } => {
                let head =
                    format!("while (igc_next_round(&run, {}))", self.goes_on(condition, room));
                self.braces(&head, |this| this.block(body));
            }
            OutlinedStmt::For { var, start, end, body } => self.counted(*var, start, end, body),
            OutlinedStmt::Single { flag, taken, counted, body } => {
                self.single(*flag, taken, *counted, body);
            }
            OutlinedStmt::Scope(body) => self.scope(|this| this.block(body)),
            OutlinedStmt::Break => self.line("break;"),
            OutlinedStmt::Continue => self.line("continue;"),
            OutlinedStmt::PathStart => self.line("igc_path_start();"),
            OutlinedStmt::PathEnd => self.line("igc_path_end();"),
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
            Action::Clear(id) => {
                self.line(&format!("igc_clear(grid, {});", self.part(*id, Part::Sizes)));
            }
            Action::Seed(id, seed) => self.seed(*id, seed),
        }
    }

    fn simple(&mut self, kind: StmtKind) {
        self.writer.stmt(&kind.from(Origin::default()));
    }

    /// The condition of a loop that also ends when a worklist ran out of room.
    fn goes_on(&self, condition: &Expr, room: &[WorklistId]) -> String {
        let condition = self.expr(condition);
        let environment = self.names().get(Thing::Environment);
        let asks = |id: &WorklistId| {
            let sizes = self.part(*id, Part::Sizes);
            format!("igc_has_room(&run, {environment}, grid, {sizes}) & ")
        };
        let asked: String = room.iter().map(asks).collect();
        match asked.is_empty() {
            false if condition.contains(' ') => format!("{asked}({condition})"),
            _ => asked + &condition,
        }
    }

    /// A conditional. A jump alone stands in its line.
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
        let length = match declared.extent {
            Extent::One => "1u",
            Extent::Nodes => "node_count",
            Extent::Edges => "edge_count",
        };
        let (ty, name) = (memory_type(declared.ty), self.array(array));
        let value = self.writer.printer.in_memory(value);
        self.line(&format!("igc_fill_{ty}(grid, {name}, {length}, {value});"));
    }

    fn swap(&mut self, a: ArrayId, b: ArrayId) {
        if a == b {
            return;
        }
        let ty = memory_type(self.module().arrays[a.index()].ty);
        let (one, other) = (self.array(a), self.array(b));
        self.line(&format!("IGC_SWAP(global {ty} *, {one}, {other});"));
        let (one, other) = (self.names().get(Thing::Place(a)), self.names().get(Thing::Place(b)));
        self.line(&format!("IGC_SWAP(uint, {one}, {other});"));
    }

    fn swap_worklists(&mut self, a: WorklistId, b: WorklistId) {
        if a == b {
            return;
        }
        let pointers = [Part::Front, Part::Back, Part::Sizes].map(|part| ("global uint *", part));
        let words = [Part::Turn, Part::Capacity, Part::Place, Part::Turned];
        for (ty, part) in pointers.into_iter().chain(words.map(|part| ("uint", part))) {
            let (one, other) = (self.part(a, part), self.part(b, part));
            self.line(&format!("IGC_SWAP({ty}, {one}, {other});"));
        }
    }

    fn seed(&mut self, id: WorklistId, seed: &Seed) {
        let back = self.buffer(id, Part::Back, Part::Front);
        let parts = self.names().parts(id, &[Part::Sizes, Part::Turn, Part::Capacity]);
        let parts = format!("{back}, {parts}");
        match seed {
            Seed::Nodes => self.line(&format!("igc_seed_nodes(grid, {parts}, node_count);")),
            Seed::Items(items) if items.is_empty() => {
                self.line(&format!("igc_clear(grid, {});", self.part(id, Part::Sizes)));
            }
            Seed::Items(items) => {
                let count = items.len();
                let items: Vec<String> = items.iter().map(|e| self.expr(e)).collect();
                self.scope(|this| {
                    this.line(&format!("const uint igc_items[] = {{{}}};", items.join(", ")));
                    this.line(&format!(
                        "igc_seed(grid, &run, {}u, igc_items, {count}u, {parts}, node_count);",
                        id.0
                    ));
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
                Argument::Worklist(w, WorklistPart::Front) => {
                    self.buffer(*w, Part::Front, Part::Back)
                }
                Argument::Worklist(w, WorklistPart::Back) => {
                    self.buffer(*w, Part::Back, Part::Front)
                }
                _ => names.get(*argument).to_string(),
            });
        }
        passed.extend(memory.iter().map(|id| names.get(Thing::Memory(*id)).to_string()));
        self.line(&format!("{callee}({});", passed.join(", ")));
        self.line("run.launches++;");
    }

    /// A buffer of a worklist, which is the other one after an odd number of swaps. (It is chosen anew each
    /// time: LLVM 15 cannot handle pointers that change places as a loop runs.)
    fn buffer(&self, id: WorklistId, part: Part, other: Part) -> String {
        format!("igc_side({})", self.names().parts(id, &[part, other, Part::Turned]))
    }

    /// What the host has to know.
    fn results(&mut self, of: &OutlinedInterface) {
        let names = self.names();
        let results = names.get(Thing::Results);
        for (at, output) in of.results.iter().enumerate() {
            let value = match output {
                Output::Ending => "run.status".into(),
                Output::Node => "run.node".into(),
                Output::SeededWorklist => "run.worklist".into(),
                Output::Groups => "grid.groups".into(),
                Output::Rounds => "run.rounds".into(),
                Output::Launches => "run.launches".into(),
                Output::Returned(id) => bits(names.local(*id), self.writer.ty(*id)),
                Output::ArrayPlace(id) => names.get(Thing::Place(*id)).into(),
                Output::WorklistPlace(id) => self.part(*id, Part::Place).into(),
                Output::FrontSize(id) => self.part(*id, Part::Turn).into(),
                Output::BuffersSwapped(id) => self.part(*id, Part::Turned).into(),
            };
            self.line(&format!("{results}[{at}] = {value};"));
        }
    }
}

/// The bits of a local, as a number.
fn bits(name: &str, ty: Type) -> String {
    match ty {
        Type::I32 | Type::F32 => format!("as_uint({name})"),
        Type::I64 | Type::F64 => format!("as_ulong({name})"),
        _ => name.into(),
    }
}
