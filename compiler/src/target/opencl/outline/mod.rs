//! An outlined loop in C: one kernel whose workgroups find out which of them run at the same time, and
//! then go through the loop together.
//!
//! The statements of `main` become C with the locals of `main` as locals of each work-item. What
//! the host kept is kept by each work-item for itself: whose turn it is of a worklist's sizes, and
//! whether its sides have changed places; pointers to arrays change places where these are exchanged.
//! What the host has to know afterwards, the first work-item leaves in `results`.

mod arms;

use std::collections::BTreeSet;

use indexmap::IndexMap;

use self::arms::{Jump, leaves};
use super::expr::Printer;
use super::group::{LocalArray, LocalMemory};
use super::names::Names;
use super::stmt::Writer;
use super::{
    KERNEL, KernelFrame, called_name, kernel_names, local_type, memory_type, outlined_name,
    parameter,
};
use crate::ir::uses::{OutlineUses, outline_uses, uses};
use crate::ir::visit::walk_host;
use crate::ir::{
    Action, ArrayId, Expr, Extent, HostStmt, Kernel, KernelId, LocalId, Module, Origin, Seed,
    StmtKind, Type, WorklistId,
};
use crate::schedule::{Argument, Output, arguments, outline_arguments, outline_results};

/// The kernel for an outlined loop.
pub(super) fn frame(module: &Module, body: &[HostStmt]) -> KernelFrame {
    let uses = outline_uses(module, body);
    // Expressions of `main` are printed as those of a kernel with the locals of `main`.
    let main = Kernel {
        name: "main".into(),
        locals: module.main.locals.clone(),
        params: 0,
        shared: vec![],
        body: vec![],
    };
    let mut names = Names::default();
    let mut parameters = vec![];
    for argument in outline_arguments(module, body) {
        let name = names.argument(&main.locals, &argument);
        parameters.push(match &argument {
            // These change places as the loop runs.
            Argument::WorklistFront(_) => format!("global uint *{name}"),
            Argument::WorklistTurn(_) | Argument::WorklistCapacity(_) => format!("uint {name}"),
            Argument::Local(local, ty) if *ty != Type::Bool && !returns(&uses, module, local) => {
                format!("const {} {name}", memory_type(*ty))
            }
            _ => parameter(module, &uses.memory, &argument, &name),
        });
    }
    choose_names(module, body, &uses, &mut names);
    let pool = memory_pool(module, &uses, &mut names);
    let mut assigned = BTreeSet::new();
    walk_host(body, &mut |stmt| {
        if let HostStmt::Act(Action::Assign(id, _)) = stmt {
            assigned.insert(*id);
        }
    });
    let printer = Printer { module, kernel: &main, names: &names };
    let writer = Writer { printer, assigned, indent: 1, out: String::new() };
    let mut outliner = Outliner {
        writer,
        uses: &uses,
        memory_in_use: false,
        memory_in_use_at_break: false,
        arms: 0,
    };
    outliner.kernel(body);
    let mut local_memory = vec!["local uint place[2];".to_string()];
    local_memory.extend(pool.iter().map(LocalArray::declaration));
    let function = outlined_name(module, body);
    KernelFrame { kind: KERNEL, function, parameters, local_memory, body: outliner.writer.out }
}

/// The local memory of a kernel that an outlined loop calls, each array with what it is known by there:
/// kernels use the same memory one after the other, as far as type and length are the same.
fn memory_of(module: &Module, kernel: &Kernel) -> Vec<(String, LocalArray)> {
    let arrays = LocalMemory::of(kernel).arrays(module, kernel, &kernel_names(module, kernel));
    let mut list: Vec<(String, LocalArray)> = vec![];
    for array in arrays {
        let alike = |(_, other): &&(String, LocalArray)| {
            (other.ty, other.length) == (array.ty, array.length)
        };
        let number = list.iter().filter(alike).count();
        list.push((format!("{} {} {number}", array.ty, array.length), array));
    }
    list
}

/// The local memory of all kernels that an outlined loop calls, named as the first of them has it.
fn memory_pool(module: &Module, uses: &OutlineUses, names: &mut Names) -> Vec<LocalArray> {
    let mut pool: IndexMap<String, LocalArray> = IndexMap::new();
    for id in &uses.kernels {
        for (key, array) in memory_of(module, &module.kernels[id.index()]) {
            pool.entry(key).or_insert(array);
        }
    }
    let named = pool.into_iter().map(|(key, array)| {
        let name = names.memory(&key, array.name.trim_start_matches("igc_"));
        LocalArray { name, ..array }
    });
    named.collect()
}

fn returns(uses: &OutlineUses, module: &Module, local: &str) -> bool {
    uses.returned.iter().any(|id| module.main.locals[id.index()].name == local)
}

/// Chooses the names of what is no argument.
fn choose_names(module: &Module, body: &[HostStmt], uses: &OutlineUses, names: &mut Names) {
    let mut local = |id: &LocalId| {
        names.local(&module.main.locals[id.index()].name);
    };
    for id in uses.given.iter().filter(|id| module.main.locals[id.index()].ty == Type::Bool) {
        local(id);
    }
    walk_host(body, &mut |stmt| {
        if let HostStmt::Act(Action::Let(id, _)) | HostStmt::For { var: id, .. } = stmt {
            local(id);
        }
    });
    walk_host(body, &mut |stmt| {
        if let HostStmt::For { var, .. } = stmt {
            names.loop_end(&module.main.locals[var.index()].name);
        }
    });
    for id in &uses.swapped {
        names.place(&module.arrays[id.index()].name);
    }
    for id in uses.memory.worklists.keys() {
        names.worklist(&module.worklists[id.index()].name, "place");
        names.worklist(&module.worklists[id.index()].name, "turned");
    }
}

struct Outliner<'m> {
    writer: Writer<'m>,
    uses: &'m OutlineUses,
    /// Whether some work-items may still be in a call that uses local memory.
    memory_in_use: bool,
    /// The same of those who have left the innermost loop of C by a `break`.
    memory_in_use_at_break: bool,
    /// How many conditionals that are written as loops stand within the innermost loop of the program.
    arms: usize,
}

impl<'m> Outliner<'m> {
    fn module(&self) -> &'m Module {
        self.writer.printer.module
    }

    fn line(&mut self, text: &str) {
        self.writer.line(text);
    }

    fn expr(&self, expr: &Expr) -> String {
        self.writer.printer.expr(expr)
    }

    fn launch(&self, name: &str) -> String {
        self.writer.printer.names.get("launch", name).to_string()
    }

    fn array(&self, id: ArrayId) -> String {
        let name = &self.module().arrays[id.index()].name;
        self.writer.printer.names.get("array", name).to_string()
    }

    fn place(&self, id: ArrayId) -> String {
        let name = &self.module().arrays[id.index()].name;
        self.writer.printer.names.get("place", name).to_string()
    }

    fn part(&self, id: WorklistId, part: &str) -> String {
        let name = &self.module().worklists[id.index()].name;
        self.writer.printer.names.part(name, part).to_string()
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

    fn kernel(&mut self, body: &[HostStmt]) {
        let (environment, patience) = (self.launch("environment"), self.launch("patience"));
        let (rounds, most) = (self.launch("rounds"), self.launch("most_rounds"));
        self.line("// oitergb: a loop of main, by the workgroups that run at the same time.");
        self.line(&format!("const igc_grid grid = igc_join({environment}, {patience}, place);"));
        self.braces("if (igc_is_member(grid))", |this| {
            this.writer.path_start();
            this.line(&format!("igc_run run = igc_start({rounds}, {most});"));
            this.declarations();
            this.block(body);
            this.braces("if (igc_global_id(grid) == 0u)", |this| this.results(body));
        });
        self.line(&format!("igc_leave({environment}, grid);"));
    }

    /// What each work-item keeps beside the arguments.
    fn declarations(&mut self) {
        let module = self.module();
        for id in &self.uses.given {
            let local = &module.main.locals[id.index()];
            if local.ty == Type::Bool {
                let word = self.writer.printer.names.get("word", &local.name);
                self.writer.line(&format!("{} = {word} != 0u;", self.writer.declaration(*id)));
            }
        }
        for id in &self.uses.swapped {
            self.line(&format!("uint {} = {}u;", self.place(*id), id.0));
        }
        for id in &self.uses.swapped_worklists {
            self.line(&format!("uint {} = {}u;", self.part(*id, "place"), id.0));
        }
        for id in self.uses.memory.worklists.keys() {
            self.line(&format!("uint {} = 0u;", self.part(*id, "turned")));
        }
    }

    fn block(&mut self, block: &[HostStmt]) {
        for (at, stmt) in block.iter().enumerate() {
            self.stmt(stmt);
            if leaves(stmt) && at + 1 < block.len() {
                self.writer.path_start();
            }
        }
    }

    /// The body of a loop. `igc_next_round` before it is a barrier of the workgroup, which everybody
    /// comes to who does not leave the loop by a `break`.
    fn body(&mut self, body: &[HostStmt]) {
        self.body_and(body, None);
    }

    /// The same, with a line of C that ends each round.
    fn body_and(&mut self, body: &[HostStmt], last: Option<&str>) {
        let arms = std::mem::take(&mut self.arms);
        self.round(body, last);
        self.arms = arms;
    }

    /// The body of a loop of C, before which is a barrier of the workgroup.
    fn round(&mut self, body: &[HostStmt], last: Option<&str>) {
        self.memory_in_use = false;
        let around = std::mem::take(&mut self.memory_in_use_at_break);
        self.writer.path_start();
        self.block(body);
        if let Some(line) = last {
            self.line(line);
        }
        // A jump has said so already, and a barrier stays where it is.
        let ended = [HostStmt::Break, HostStmt::Continue, HostStmt::GridBarrier];
        if last.is_some() || !body.last().is_some_and(|last| ended.contains(last)) {
            self.writer.path_end();
        }
        self.memory_in_use = std::mem::replace(&mut self.memory_in_use_at_break, around);
    }

    fn uses_memory(&self, id: KernelId) -> bool {
        !memory_of(self.module(), &self.module().kernels[id.index()]).is_empty()
    }

    fn stmt(&mut self, stmt: &HostStmt) {
        match stmt {
            HostStmt::Act(Action::Let(id, e)) => self.simple(StmtKind::Let(*id, e.clone())),
            HostStmt::Act(Action::Assign(id, e)) => self.simple(StmtKind::Assign(*id, e.clone())),
            HostStmt::Act(Action::Store(place, e)) => {
                self.braces("if (igc_global_id(grid) == 0u)", |this| {
                    this.simple(StmtKind::Store(place.clone(), e.clone()));
                })
            }
            HostStmt::Act(Action::Fill(array, e)) => self.fill(*array, e),
            HostStmt::Act(Action::Swap(a, b)) => self.swap(*a, *b),
            HostStmt::Act(Action::SwapWorklists(a, b)) => self.swap_worklists(*a, *b),
            HostStmt::Act(Action::Clear(w)) => {
                self.line(&format!("igc_clear(grid, {});", self.part(*w, "sizes")));
            }
            HostStmt::Act(Action::Seed(w, seed)) => self.seed(*w, seed),
            HostStmt::Launch(kernel, args) => self.call(*kernel, args),
            HostStmt::GridBarrier => {
                let environment = self.launch("environment");
                self.line(&format!("igc_grid_barrier({environment}, grid, ++run.barriers);"));
                self.memory_in_use = false;
            }
            HostStmt::If(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise)
            }
            HostStmt::While(condition, body) => self.rounds(&self.expr(condition), None, body),
            HostStmt::For { var, start, end, body } => self.counted(*var, start, end, body),
            HostStmt::Break => self.leave(Jump::Break),
            HostStmt::Continue => self.leave(Jump::Continue),
            HostStmt::Iterate(body, condition) => {
                let condition = self.expr(condition);
                let again = self.with_room("again", None, body);
                // No `do`: PoCL 3.1 loses statements at the start of one that holds barriers.
                self.scope(|this| {
                    this.line("bool again = true;");
                    this.braces(&format!("while (igc_next_round(&run, {again}))"), |this| {
                        this.body_and(body, Some(&format!("again = {condition};")));
                    });
                });
            }
            HostStmt::Pipe { once: true, body, .. } => {
                // No `if`: PoCL compiles wrongly what follows one that holds barriers.
                let head = "for (bool once = true; igc_next_round(&run, once); once = false)";
                self.braces(head, |this| this.body(body));
            }
            HostStmt::Pipe { worklist, body, .. } => {
                let waiting = self.writer.printer.waiting(*worklist);
                self.rounds(&format!("{waiting} > 0u"), Some(*worklist), body);
            }
            HostStmt::Outline(_) => unreachable!("the verifier allows no outline within another"),
        }
    }

    fn simple(&mut self, kind: StmtKind) {
        self.writer.stmt(&kind.from(Origin::default()));
    }

    fn rounds(&mut self, condition: &str, piped: Option<WorklistId>, body: &[HostStmt]) {
        let condition = self.with_room(condition, piped, body);
        let head = format!("while (igc_next_round(&run, {condition}))");
        self.braces(&head, |this| this.body(body));
    }

    /// The condition of a loop that also ends when a worklist ran out of room. Not asked is the one that
    /// is piped, as long as its head sees each of its turns.
    fn with_room(&self, condition: &str, piped: Option<WorklistId>, body: &[HostStmt]) -> String {
        let module = self.module();
        let sees_all = |w: &WorklistId| {
            let mut turns = 0;
            walk_host(body, &mut |stmt| {
                if let HostStmt::Launch(kernel, _) = stmt {
                    let uses = uses(module, &module.kernels[kernel.index()]);
                    turns += usize::from(uses.worklists.get(w).is_some_and(|used| used.reads));
                }
            });
            piped == Some(*w) && turns <= 1 && !self.uses.swapped_worklists.contains(w)
        };
        let pushed = self.uses.memory.worklists.iter().filter(|(_, used)| used.pushes);
        let asked: Vec<String> = pushed
            .filter(|(w, _)| !sees_all(w))
            .map(|(w, _)| {
                let (environment, sizes) = (self.launch("environment"), self.part(*w, "sizes"));
                format!("igc_has_room(&run, {environment}, grid, {sizes}) & ")
            })
            .collect();
        match asked.is_empty() {
            true => condition.to_string(),
            false if condition.contains(' ') => format!("{}({condition})", asked.concat()),
            false => asked.concat() + condition,
        }
    }

    fn counted(&mut self, var: LocalId, start: &Expr, end: &Expr, body: &[HostStmt]) {
        let local = &self.module().main.locals[var.index()];
        let bound = self.writer.printer.names.get("end", &local.name).to_string();
        let (ty, name) = (local_type(local.ty), self.writer.name(var).to_string());
        let (start, end) = (self.expr(start), self.expr(end));
        self.line(&format!("const {ty} {bound} = {end};"));
        let head = format!(
            "for ({ty} {name} = {start}; igc_next_round(&run, {name} < {bound}); {name}++)"
        );
        self.braces(&head, |this| this.body(body));
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
        let (one, other) = (self.place(a), self.place(b));
        self.line(&format!("IGC_SWAP(uint, {one}, {other});"));
    }

    fn swap_worklists(&mut self, a: WorklistId, b: WorklistId) {
        if a == b {
            return;
        }
        let pointers = ["front", "back", "sizes"].map(|part| ("global uint *", part));
        let words = ["turn", "capacity", "place", "turned"].map(|part| ("uint", part));
        for (ty, part) in pointers.into_iter().chain(words) {
            let (one, other) = (self.part(a, part), self.part(b, part));
            self.line(&format!("IGC_SWAP({ty}, {one}, {other});"));
        }
    }

    fn seed(&mut self, w: WorklistId, seed: &Seed) {
        let back = self.side(&self.module().worklists[w.index()].name, "back", "front");
        let parts = ["sizes", "turn", "capacity"].map(|part| self.part(w, part)).join(", ");
        let parts = format!("{back}, {parts}");
        match seed {
            Seed::Nodes => self.line(&format!("igc_seed_nodes(grid, {parts}, node_count);")),
            Seed::Items(items) if items.is_empty() => {
                self.line(&format!("igc_clear(grid, {});", self.part(w, "sizes")));
            }
            Seed::Items(items) => {
                let count = items.len();
                let items: Vec<String> = items.iter().map(|e| self.expr(e)).collect();
                self.scope(|this| {
                    this.line(&format!("const uint igc_items[] = {{{}}};", items.join(", ")));
                    this.line(&format!(
                        "igc_seed(grid, &run, {}u, igc_items, {count}u, {parts}, node_count);",
                        w.0
                    ));
                });
            }
        }
    }

    /// A call of a kernel, in the place of a launch.
    fn call(&mut self, id: KernelId, args: &[Expr]) {
        let module = self.module();
        let kernel = &module.kernels[id.index()];
        for (w, used) in uses(module, kernel).worklists {
            if used.reads {
                let (turn, turned) = (self.part(w, "turn"), self.part(w, "turned"));
                self.line(&format!("IGC_TURN({turn}, {turned});"));
            }
        }
        if self.memory_in_use && self.uses_memory(id) {
            self.line("igc_workgroup_barrier();");
        }
        self.memory_in_use |= self.uses_memory(id);
        let mut passed = vec!["grid".to_string()];
        for argument in arguments(module, kernel) {
            passed.push(match &argument {
                Argument::Launch(position, _) => self.writer.printer.in_memory(&args[*position]),
                Argument::WorklistFront(w) => self.side(w, "front", "back"),
                Argument::WorklistBack(w) => self.side(w, "back", "front"),
                _ => self.writer.printer.names.bound(&argument).to_string(),
            });
        }
        let memory = memory_of(module, kernel);
        let names = self.writer.printer.names;
        passed.extend(memory.iter().map(|(key, _)| names.get("memory", key).to_string()));
        self.line(&format!("{}({});", called_name(module, id), passed.join(", ")));
        self.line("run.launches++;");
    }

    /// A side of a worklist, which was the other one before each turn. (Chosen anew each time: pointers
    /// that change places as a loop runs are more than LLVM 15 can bear.)
    fn side(&self, worklist: &str, name: &str, other: &str) -> String {
        let part = |part| self.writer.printer.names.part(worklist, part);
        format!("igc_side({}, {}, {})", part(name), part(other), part("turned"))
    }

    /// What the host has to know.
    fn results(&mut self, body: &[HostStmt]) {
        let module = self.module();
        let results = self.launch("results");
        for (at, output) in outline_results(module, body).into_iter().enumerate() {
            let worklist =
                |name: &str, part: &str| self.writer.printer.names.part(name, part).to_string();
            let value = match &output {
                Output::Ending => "run.status".into(),
                Output::Node => "run.node".into(),
                Output::SeededWorklist => "run.worklist".into(),
                Output::Groups => "grid.groups".into(),
                Output::Rounds => "run.rounds".into(),
                Output::Launches => "run.launches".into(),
                Output::Local(name, ty) => bits(self.writer.printer.names.get("local", name), *ty),
                Output::BufferPlace(name) => {
                    self.writer.printer.names.get("place", name).to_string()
                }
                Output::WorklistPlace(name) => worklist(name, "place"),
                Output::WorklistTurn(name) => worklist(name, "turn"),
                Output::WorklistTurned(name) => worklist(name, "turned"),
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
