//! Prints an outlined loop in C, as one kernel.
//!
//! The structure of the kernel is the same for all outlined loops:
//!
//! 1. The workgroups discover which of them are resident at the same time.
//! 2. These workgroups execute the statements.
//! 3. The first work-item writes the results.
//! 4. All workgroups leave.
//!
//! Each work-item has its own copy of the locals. In addition, it keeps the state that the host
//! otherwise keeps for worklists and arrays: which of the three sizes is that of the front buffer
//! (`phase`), whether the buffers of a worklist are swapped (`swapped`), and which memory an array
//! or a worklist has after swaps (`place`).

mod statements;

use std::collections::BTreeSet;

use super::Function;
use super::expr::Printer;
use super::names::{Names, Part, Thing};
use super::stmt::Writer;
use super::types::{local_array, memory_type, parameter};
use crate::codegen::Language;
use crate::interface::{Argument, Interface, OutlinedInterface, Output, WorklistPart};
use crate::ir::outlined::walk_outlined;
use crate::ir::{Action, LocalId, MemoryId, Module, OutlinedLoop, OutlinedStmt, Passing, Type};

/// Returns the kernel for an outlined loop.
pub(super) fn function(
    language: Language,
    module: &Module,
    interface: &Interface,
    outlined: &OutlinedLoop,
    of: &OutlinedInterface,
) -> Function {
    let names = choose_names(module, outlined, of);
    let parameters = of.arguments.iter().map(|a| declare(language, module, outlined, &names, a));
    let parameters = parameters.collect();
    let memory = (0..).map(MemoryId).zip(&outlined.memory);
    let memory =
        memory.map(|(id, array)| local_array(language, array.shape, names.get(Thing::Memory(id))));
    let local_memory =
        [language.local_array("uint", "place", "2")].into_iter().chain(memory).collect();
    let mut assigned = BTreeSet::new();
    walk_outlined(&outlined.body, &mut |stmt| {
        if let OutlinedStmt::Act(Action::Assign(id, _)) = stmt {
            assigned.insert(*id);
        }
    });
    let printer = Printer { language, module, locals: &outlined.locals, params: 0, names: &names };
    let hides_ends = language.marks_paths();
    let writer = Writer { printer, assigned, hides_ends, indent: 1, out: String::new() };
    let mut outliner = Outliner { writer, interface };
    outliner.frame(outlined, of);
    let (name, body) = (of.entry.clone(), outliner.writer.out);
    Function::kernel(language, name, parameters, local_memory, body)
}

/// Chooses all names in an outlined loop.
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
        names.choose(Thing::Part(*id, Part::Swapped));
    }
    for (id, array) in (0..).map(MemoryId).zip(&outlined.memory) {
        names.choose_as(Thing::Memory(id), &array.name);
    }
    names
}

/// Returns the parameters of type `bool`, which are passed as words.
fn truth_values(outlined: &OutlinedLoop) -> impl Iterator<Item = LocalId> {
    let params = (0..outlined.params.len() as u32).map(LocalId);
    params.filter(|id| outlined.locals[id.index()].ty == Type::Bool)
}

/// Returns the [`Thing`] that a parameter of the kernel represents.
fn thing(outlined: &OutlinedLoop, argument: &Argument) -> Thing {
    match argument {
        Argument::Passed(id) if outlined.locals[id.index()].ty == Type::Bool => Thing::Word(*id),
        _ => (*argument).into(),
    }
}

/// Returns the declaration of a parameter. Parameters for worklists, and those whose final value
/// `main` receives, are not `const`.
fn declare(
    language: Language,
    module: &Module,
    outlined: &OutlinedLoop,
    names: &Names<'_>,
    argument: &Argument,
) -> String {
    let name = names.get(thing(outlined, argument));
    match argument {
        Argument::Worklist(_, WorklistPart::Front) => language.global_pointer("uint", name),
        Argument::Worklist(_, WorklistPart::Phase | WorklistPart::Capacity) => {
            format!("uint {name}")
        }
        Argument::Passed(id)
            if outlined.params[id.index()] == Passing::In
                && outlined.locals[id.index()].ty != Type::Bool =>
        {
            format!("const {} {name}", memory_type(outlined.locals[id.index()].ty))
        }
        _ => parameter(language, module, &outlined.locals, argument, name),
    }
}

/// Prints the statements of an outlined loop.
struct Outliner<'m> {
    writer: Writer<'m>,
    interface: &'m Interface,
}

impl Outliner<'_> {
    /// Prints the structure that is the same for all outlined loops, and the statements inside it.
    fn frame(&mut self, outlined: &OutlinedLoop, of: &OutlinedInterface) {
        let names = self.names();
        let environment = names.get(Thing::Environment);
        let (patience, rounds) = (names.get(Thing::Patience), names.get(Thing::Rounds));
        let most_rounds = names.get(Thing::MostRounds);
        self.line("// oitergb: the workgroups that run at the same time execute a loop of main.");
        self.line(&format!("const igc_grid grid = igc_join({environment}, {patience}, place);"));
        self.braces("if (igc_is_member(grid))", |this| {
            this.mark("igc_path_start();");
            this.line(&format!("igc_run run = igc_start({rounds}, {most_rounds});"));
            this.declarations(outlined, of);
            this.block(&outlined.body);
            this.braces("if (igc_global_id(grid) == 0u)", |this| this.results(of));
        });
        self.line(&format!("igc_leave({environment}, grid);"));
    }

    /// Declares the variables that each work-item keeps in addition to the parameters.
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
            self.line(&format!("uint {} = 0u;", self.part(*id, Part::Swapped)));
        }
    }

    /// Prints the statements that write the results for the host.
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
                Output::Returned(id) => self.language().bits(names.local(*id), self.writer.ty(*id)),
                Output::ArrayPlace(id) => names.get(Thing::Place(*id)).into(),
                Output::WorklistPlace(id) => self.part(*id, Part::Place).into(),
                Output::Phase(id) => self.part(*id, Part::Phase).into(),
                Output::BuffersSwapped(id) => self.part(*id, Part::Swapped).into(),
            };
            self.line(&format!("{results}[{at}] = {value};"));
        }
    }
}
