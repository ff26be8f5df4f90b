//! Prints distributed IR as C with kernels: OpenCL C or CUDA C++.
//!
//! The printer makes no decisions. The IR states where barriers are, which accesses are atomic,
//! checked, strided or guarded, and which structure control flow has. Each kind of statement has
//! one function that prints it in C ([`expr`], [`stmt`], [`group`], [`outlined`], [`names`],
//! [`types`]). Operations that C leaves undefined, or that devices implement differently, become
//! calls of the device library (`stdlib/device/`). The generated text of a language is the same for
//! every device; the device library adapts it when the runtime builds it.
//!
//! All languages share one printer. [`dialect`] has the few spellings in which they differ.
//! [`library`] combines the device library into one text, and [`respell`] translates the files
//! that all languages share.
//!
//! # Input
//!
//! The input is the IR after the last pass, and its [interface](crate::interface). The control flow
//! of outlined loops is therefore [legalised](crate::passes::legalise), and their calls have [local
//! memory](crate::passes::local_memory).

mod dialect;
mod expr;
mod group;
mod kernels;
pub(super) mod library;
mod names;
mod outlined;
pub(super) mod respell;
mod stmt;
mod types;

use crate::codegen::Language;
use crate::configuration::Configuration;
use crate::interface::{Interface, SEED_NODES};
use crate::ir::Module;
use crate::ir::print::without_prints;

/// A function of emitted code.
struct Function {
    /// The qualifiers and the return type.
    kind: &'static str,
    name: String,
    parameters: Vec<String>,
    /// Declarations of local memory.
    local_memory: Vec<String>,
    /// The lines before the body: what a kernel does before it accesses memory.
    start: &'static str,
    /// The lines of the body, with indentation and line breaks.
    body: String,
}

impl Function {
    /// Returns a kernel.
    fn kernel(
        language: Language,
        name: String,
        parameters: Vec<String>,
        local_memory: Vec<String>,
        body: String,
    ) -> Function {
        let (kind, start) = (language.kernel(), language.start_of_kernel());
        Function { kind, name, parameters, local_memory, start, body }
    }

    /// Returns the text of the function.
    fn print(&self) -> String {
        let Function { kind, name, parameters, local_memory, start, body } = self;
        let parameters = parameters.join(",\n    ");
        let lead = if parameters.is_empty() { "" } else { "    " };
        let memory: String = local_memory.iter().map(|line| format!("    {line}\n")).collect();
        format!("{kind} {name}(\n{lead}{parameters})\n{{\n{memory}{start}{body}}}\n")
    }
}

/// Prints the functions of a distributed module without its prints, which only the host makes.
pub fn of_devices(
    language: Language,
    module: &Module,
    interface: &Interface,
    options: &Configuration,
) -> String {
    let without_prints = without_prints(module);
    emit(language, without_prints.as_ref().unwrap_or(module), interface, options)
}

/// Prints the functions of a distributed module.
pub fn emit(
    language: Language,
    module: &Module,
    interface: &Interface,
    options: &Configuration,
) -> String {
    let kernels = module.kernels.iter().zip(&interface.kernels);
    let kernels = kernels.flat_map(|(kernel, of)| kernels::functions(language, module, kernel, of));
    let loops = module.outlined.iter().zip(&interface.outlined);
    let loops =
        loops.map(|(outlined, of)| outlined::function(language, module, interface, outlined, of));
    let seed = module.seeds_nodes().then(|| seed_nodes(language));
    let functions = kernels.chain(loops).chain(seed);
    let functions: Vec<String> = functions.map(|function| function.print()).collect();
    format!("{}\n{}", head(language, module, options), functions.join("\n"))
}

/// Returns the kernel that pushes every node to an empty worklist.
fn seed_nodes(language: Language) -> Function {
    let pointers = ["back", "sizes"].map(|name| language.global_pointer("uint", name));
    let numbers = ["capacity", "node_count"].map(|name| format!("const uint {name}"));
    let body = "    igc_seed_nodes(igc_launch(), back, sizes, 0u, capacity, node_count);\n";
    let parameters = pointers.into_iter().chain(numbers).collect();
    Function::kernel(language, SEED_NODES.into(), parameters, vec![], body.into())
}

/// Returns the text before the functions of a file.
fn head(language: Language, module: &Module, options: &Configuration) -> String {
    let (program, version) = (&module.name, env!("CARGO_PKG_VERSION"));
    let (name, include) = (language.name(), language.library_include());
    format!(
        "// {program}: {name} made by igc {version} with --opts {options}.\n\
         // Do not edit: change the program and compile it again. The schedule (a JSON file) states the value\n\
         // of each argument and the steps of the host.\n\n{include}\n"
    )
}
