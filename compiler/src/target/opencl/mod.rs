//! Prints distributed IR as OpenCL C.
//!
//! The printer makes no decisions. The IR states where barriers are, which accesses are atomic,
//! checked, strided or guarded, and which structure control flow has. Each kind of statement has
//! one function that prints it in C ([`expr`], [`stmt`], [`group`], [`outlined`], [`names`],
//! [`types`]). Operations that C leaves undefined, or that dialects write differently, become calls
//! of the device library (`stdlib/opencl/`). The generated text is the same for every device; the
//! device library adapts it when the runtime builds it.
//!
//! # Input
//!
//! The input is the IR after the last pass, and its [interface](crate::interface). The control flow
//! of outlined loops is therefore [legalised](crate::passes::legalise), and their calls have [local
//! memory](crate::passes::local_memory).

mod expr;
mod group;
mod kernels;
mod library;
mod names;
mod outlined;
mod stmt;
mod types;

use crate::configuration::Configuration;
use crate::interface::{Interface, SEED_NODES};
use crate::ir::Module;
use crate::ir::print::without_prints;
pub use library::{LIBRARY_INCLUDE, library, library_file, library_files, with_library};

/// The qualifiers and the return type of a kernel.
const KERNEL: &str = "kernel IGC_WORKGROUP void";

/// A function of emitted code.
struct Function {
    /// [`KERNEL`], or the qualifiers and the return type of another function.
    kind: &'static str,
    name: String,
    parameters: Vec<String>,
    /// Declarations of local memory.
    local_memory: Vec<String>,
    /// The lines of the body, with indentation and line breaks.
    body: String,
}

impl Function {
    /// Returns the text of the function.
    fn print(&self) -> String {
        let Function { kind, name, parameters, local_memory, body } = self;
        let parameters = parameters.join(",\n    ");
        let lead = if parameters.is_empty() { "" } else { "    " };
        let memory: String = local_memory.iter().map(|line| format!("    {line}\n")).collect();
        format!("{kind} {name}(\n{lead}{parameters})\n{{\n{memory}{body}}}\n")
    }
}

/// Prints the functions of a distributed module without its prints, which only the host makes.
pub fn of_devices(module: &Module, interface: &Interface, options: &Configuration) -> String {
    let without_prints = without_prints(module);
    emit(without_prints.as_ref().unwrap_or(module), interface, options)
}

/// Prints the functions of a distributed module.
pub fn emit(module: &Module, interface: &Interface, options: &Configuration) -> String {
    let kernels = module.kernels.iter().zip(&interface.kernels);
    let kernels = kernels.flat_map(|(kernel, of)| kernels::functions(module, kernel, of));
    let loops = module.outlined.iter().zip(&interface.outlined);
    let loops = loops.map(|(outlined, of)| outlined::function(module, interface, outlined, of));
    let seed = module.seeds_nodes().then(seed_nodes);
    let functions = kernels.chain(loops).chain(seed);
    let functions: Vec<String> = functions.map(|function| function.print()).collect();
    format!("{}\n{}", head(module, options), functions.join("\n"))
}

/// Returns the kernel that pushes every node to an empty worklist.
fn seed_nodes() -> Function {
    let parameters =
        ["global uint *back", "global uint *sizes", "const uint capacity", "const uint node_count"];
    Function {
        kind: KERNEL,
        name: SEED_NODES.into(),
        parameters: parameters.map(String::from).into(),
        local_memory: vec![],
        body: "    igc_seed_nodes(igc_launch(), back, sizes, 0u, capacity, node_count);\n".into(),
    }
}

/// Returns the text before the functions of a file.
fn head(module: &Module, options: &Configuration) -> String {
    let (program, version) = (&module.name, env!("CARGO_PKG_VERSION"));
    format!(
        "// {program}: OpenCL C made by igc {version} with --opts {options}.\n\
         // Do not edit: change the program and compile it again. The schedule (a JSON file) states the value\n\
         // of each argument and the steps of the host.\n\n{LIBRARY_INCLUDE}\n"
    )
}
