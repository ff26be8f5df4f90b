//! The interface between device code and the host: the functions of an artefact, their parameters,
//! and the results of outlined loops.
//!
//! A backend prints functions with these parameters, and the [schedule](crate::schedule) tells the
//! runtime what to bind to each parameter. The two must agree, so both use an [`Interface`], which
//! is computed once from a distributed module. An interface refers to everything by id. The backend
//! and the schedule choose the names.
//!
//! # Limits
//!
//! An interface describes the functions of distributed modules. A backend that starts from the IR
//! before [`distribute`](crate::passes::distribute) has different functions, and needs another
//! interface.

mod arguments;

use std::collections::BTreeSet;

use crate::ir::local_memory::{LocalNeed, local_needs};
use crate::ir::names::bounded;
use crate::ir::outlined::walk_outlined;
use crate::ir::uses::{OutlinedUses, Uses, outlined_uses, uses};
use crate::ir::visit::walk_host;
use crate::ir::{GraphArray, HostStmt, KernelId, Module, OutlinedId, OutlinedStmt};
pub use arguments::{Argument, Output, WorklistPart};

/// The kernel that pushes every node to an empty worklist. A program has it if the host needs it. Its
/// parameters are the back buffer and the sizes of the worklist, its capacity, and the number of
/// nodes.
pub const SEED_NODES: &str = "igc_seed_all_nodes";

/// The functions of an artefact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interface {
    /// The interface of each kernel of the module.
    pub kernels: Vec<KernelInterface>,
    /// The interface of each outlined loop of the module.
    pub outlined: Vec<OutlinedInterface>,
}

/// The functions of a kernel, and their parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelInterface {
    /// The function that the host launches, if it launches the kernel.
    pub entry: Option<String>,
    /// The function that outlined loops call, if one calls the kernel.
    pub callee: Option<String>,
    /// The parameters, in order.
    pub arguments: Vec<Argument>,
    /// The local memory that the kernel needs. For a callee, this memory is passed as further
    /// parameters after `arguments`.
    pub local_memory: Vec<LocalNeed>,
    /// The data that the kernel accesses.
    pub uses: Uses,
}

/// The function of an outlined loop, with its parameters and results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlinedInterface {
    /// The function that the host launches.
    pub entry: String,
    /// The parameters, in order.
    pub arguments: Vec<Argument>,
    /// The results, in order. The loop writes each of them as a 64-bit word to its buffer of
    /// results.
    pub results: Vec<Output>,
    /// The data and kernels that the outlined loop uses.
    pub uses: OutlinedUses,
}

impl Interface {
    /// Computes the interface of a distributed module.
    pub fn of(module: &Module) -> Interface {
        let (launched, called) = (launched_by_host(module), called_on_device(module));
        let ids = (0..module.kernels.len() as u32).map(KernelId);
        let kernels = ids.map(|id| {
            // A kernel that no outlined loop calls always has an entry.
            let called = called.contains(&id);
            KernelInterface::of(module, id, !called || launched.contains(&id), called)
        });
        let loops = module.outlined.iter().map(|outlined| {
            let uses = outlined_uses(module, &outlined.body);
            OutlinedInterface {
                entry: function_name(module, &outlined.name),
                arguments: arguments::of_outlined(outlined, &uses),
                results: arguments::results(outlined, &uses),
                uses,
            }
        });
        Interface { kernels: kernels.collect(), outlined: loops.collect() }
    }

    /// The arrays of the graph that the functions have as parameters.
    pub fn graph_arrays(&self) -> BTreeSet<GraphArray> {
        let arrays = self.entries().flat_map(|(_, arguments)| arguments);
        arrays
            .filter_map(|argument| match argument {
                Argument::Graph(array) => Some(*array),
                _ => None,
            })
            .collect()
    }

    /// The functions that the host launches, with their parameters.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &[Argument])> {
        let kernels = self
            .kernels
            .iter()
            .filter_map(|kernel| Some((kernel.entry.as_deref()?, kernel.arguments.as_slice())));
        let outlined = self.outlined.iter();
        kernels.chain(outlined.map(|outlined| (outlined.entry.as_str(), &outlined.arguments[..])))
    }

    /// The interface of a kernel.
    pub fn kernel(&self, id: KernelId) -> &KernelInterface {
        &self.kernels[id.index()]
    }

    /// The interface of an outlined loop.
    pub fn outlined(&self, id: OutlinedId) -> &OutlinedInterface {
        &self.outlined[id.index()]
    }
}

impl KernelInterface {
    fn of(module: &Module, id: KernelId, launched: bool, called: bool) -> KernelInterface {
        let kernel = &module.kernels[id.index()];
        let uses = uses(module, kernel);
        let callee = || match launched {
            true => function_name(module, &free_name(module, format!("{}_work", kernel.name))),
            false => function_name(module, &kernel.name),
        };
        KernelInterface {
            entry: launched.then(|| function_name(module, &kernel.name)),
            callee: called.then(callee),
            arguments: arguments::of_kernel(kernel, &uses),
            local_memory: local_needs(module, kernel),
            uses,
        }
    }
}

/// Returns the name of a function of the artefact. It starts with the name of the program, so that
/// functions of several programs can be in the same file. It ends with `_`, as no name of the
/// target does, so that it differs from the target's own functions, keywords and macros. Both names
/// in it are bounded.
fn function_name(module: &Module, name: &str) -> String {
    format!("{}_{}_", bounded(&module.name), bounded(name))
}

/// Returns the name, with underscores appended until it differs from the names of all kernels.
fn free_name(module: &Module, mut name: String) -> String {
    while module.kernels.iter().any(|kernel| kernel.name == name) {
        name.push('_');
    }
    name
}

/// Returns the kernels that the host launches.
fn launched_by_host(module: &Module) -> BTreeSet<KernelId> {
    let mut launched = BTreeSet::new();
    walk_host(&module.main.body, &mut |stmt| {
        if let HostStmt::Launch { kernel: id, .. } = stmt {
            launched.insert(*id);
        }
    });
    launched
}

/// Returns the kernels that outlined loops call.
fn called_on_device(module: &Module) -> BTreeSet<KernelId> {
    let mut called = BTreeSet::new();
    for outlined in &module.outlined {
        walk_outlined(&outlined.body, &mut |stmt| {
            if let OutlinedStmt::Call { kernel, .. } = stmt {
                called.insert(*kernel);
            }
        });
    }
    called
}
