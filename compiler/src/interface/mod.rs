//! The interface between device code and the host: which functions an artefact has, what each is given,
//! and what outlined loops return.
//!
//! A backend prints functions with these parameters, and the [schedule](crate::schedule) tells the runtime what
//! to bind to each. Both must agree, so both read [`Interface`], which is computed once from a distributed
//! module. It refers to everything by id; names are the business of the backend and of the schedule.
//!
//! # Limits
//!
//! The interface is that of kernels that a launch starts: one for each kernel that the host launches, and
//! one for each outlined loop. A backend that takes the IR from before
//! [`distribute`](crate::passes::distribute) has other functions, and an interface of its own.

mod arguments;

use std::collections::BTreeSet;

use crate::ir::local_memory::{LocalNeed, local_needs};
use crate::ir::outlined::walk_outlined;
use crate::ir::uses::{OutlinedUses, Uses, outlined_uses, uses};
use crate::ir::visit::walk_host;
use crate::ir::{HostStmt, KernelId, Module, OutlinedId, OutlinedStmt};
pub use arguments::{Argument, Output, WorklistPart};

/// The functions of an artefact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interface {
    /// One for each kernel of the module.
    pub kernels: Vec<KernelInterface>,
    /// One for each outlined loop of the module.
    pub outlined: Vec<OutlinedInterface>,
}

/// How a kernel is reached, and what it is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelInterface {
    /// The function that the host launches, if it launches the kernel.
    pub entry: Option<String>,
    /// The function that outlined loops call, if one calls the kernel.
    pub callee: Option<String>,
    /// What it is given, in order.
    pub arguments: Vec<Argument>,
    /// The local memory that it needs. A callee gets it as arguments after the others.
    pub local_memory: Vec<LocalNeed>,
    /// What it touches.
    pub uses: Uses,
}

/// How an outlined loop is launched, what it is given, and what it returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlinedInterface {
    /// The function that the host launches.
    pub entry: String,
    /// What it is given, in order.
    pub arguments: Vec<Argument>,
    /// What it writes to its buffer of results, one 64-bit word each, in order.
    pub results: Vec<Output>,
    /// What it touches.
    pub uses: OutlinedUses,
}

impl Interface {
    /// The interface of a distributed module.
    pub fn of(module: &Module) -> Interface {
        let (launched, called) = (launched_by_host(module), called_on_device(module));
        let ids = (0..module.kernels.len() as u32).map(KernelId);
        let kernels = ids.map(|id| {
            // The host might launch a kernel that nobody calls.
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
            local_memory: local_needs(kernel),
            uses,
        }
    }
}

/// Returns the name of a function of the artefact. It starts with the name of the program, so that
/// functions of several programs can be in the same file. It ends with `_`, as no name of the target
/// does, so that it differs from the target's own functions, keywords and macros.
fn function_name(module: &Module, name: &str) -> String {
    format!("{}_{name}_", module.name)
}

/// The name, with something added to it where a kernel has it.
fn free_name(module: &Module, mut name: String) -> String {
    while module.kernels.iter().any(|kernel| kernel.name == name) {
        name.push('_');
    }
    name
}

/// The kernels that the host launches.
fn launched_by_host(module: &Module) -> BTreeSet<KernelId> {
    let mut launched = BTreeSet::new();
    walk_host(&module.main.body, &mut |stmt| {
        if let HostStmt::Launch(id, _) = stmt {
            launched.insert(*id);
        }
    });
    launched
}

/// The kernels that outlined loops call.
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
