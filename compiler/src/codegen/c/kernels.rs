//! Prints each kernel as a kernel of the language if the host launches it, and as a function if an outlined
//! loop calls it.

use super::names::{Names, Part, Thing};
use super::types::{local_array, local_pointer, parameter};
use super::{Function, stmt};
use crate::codegen::Language;
use crate::interface::{Argument, KernelInterface};
use crate::ir::local_memory::{LocalNeed, LocalUse};
use crate::ir::visit::walk_stmts;
use crate::ir::{Kernel, Module, StmtKind};

/// The name of the scratch array for collectives and scans, which emitted code passes to the device
/// library.
const SCRATCH: &str = "igc_scratch";

/// Returns the functions for a kernel.
pub(super) fn functions(
    language: Language,
    module: &Module,
    kernel: &Kernel,
    interface: &KernelInterface,
) -> Vec<Function> {
    let names = choose_names(module, kernel, interface);
    let named = |argument: &Argument| names.get(*argument).to_string();
    let arguments: Vec<String> = interface.arguments.iter().map(named).collect();
    let parameters = interface.arguments.iter().zip(&arguments);
    let parameters: Vec<String> =
        parameters.map(|(a, name)| parameter(language, module, &kernel.locals, a, name)).collect();
    let body = stmt::body(language, module, kernel, interface, &names);
    let mut functions = vec![];
    if let Some(callee) = &interface.callee {
        let grid = "const igc_grid grid".to_string();
        let memory = interface.local_memory.iter();
        let memory =
            memory.map(|need| local_pointer(language, need.shape, memory_name(&names, need)));
        functions.push(Function {
            kind: language.function_with_barriers(),
            name: callee.clone(),
            parameters: [grid].into_iter().chain(parameters.clone()).chain(memory).collect(),
            local_memory: vec![],
            start: "",
            body: body.clone(),
        });
    }
    if let Some(entry) = &interface.entry {
        let memory = interface.local_memory.iter();
        let body = match &interface.callee {
            Some(callee) => {
                let memory = memory.clone().map(|need| memory_name(&names, need).to_string());
                let passed = ["igc_launch()".to_string()].into_iter().chain(arguments);
                let passed: Vec<String> = passed.chain(memory).collect();
                format!("    {callee}({});\n", passed.join(", "))
            }
            None => format!("    const igc_grid grid = igc_launch();\n{body}"),
        };
        let declared =
            memory.map(|need| local_array(language, need.shape, memory_name(&names, need)));
        let declared = declared.collect();
        functions.push(Function::kernel(language, entry.clone(), parameters, declared, body));
    }
    functions
}

/// Chooses all names in a kernel.
fn choose_names<'m>(
    module: &'m Module,
    kernel: &'m Kernel,
    interface: &KernelInterface,
) -> Names<'m> {
    let mut names = Names::new(module, &kernel.locals);
    for argument in &interface.arguments {
        names.choose(*argument);
    }
    for id in kernel.params..kernel.locals.len() {
        names.choose(Thing::Local(crate::ir::LocalId(id as u32)));
    }
    walk_stmts(&kernel.body, &mut |stmt| {
        if let StmtKind::For { var, .. } = &stmt.kind {
            names.choose(Thing::End(*var));
        }
    });
    for need in &interface.local_memory {
        match need.purpose {
            LocalUse::Shared(id) => {
                names.choose_as(Thing::Shared(id), &kernel.shared[id.index()].name);
            }
            LocalUse::Queue(id) => {
                for part in [Part::Queue, Part::Counts, Part::Round] {
                    names.choose(Thing::Part(id, part));
                }
            }
            LocalUse::Counts(_) | LocalUse::Scratch => {}
        }
    }
    names
}

/// Returns the name of an array in local memory.
fn memory_name<'n>(names: &'n Names<'_>, need: &LocalNeed) -> &'n str {
    match need.purpose {
        LocalUse::Shared(id) => names.get(Thing::Shared(id)),
        LocalUse::Queue(id) => names.part(id, Part::Queue),
        LocalUse::Counts(id) => names.part(id, Part::Counts),
        LocalUse::Scratch => SCRATCH,
    }
}
