//! Compiles the module of a rank for devices that execute kernels.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Ranked;
use crate::artefact::{Artefact, Code, for_host};
use crate::configuration::{Configuration, Outlining};
use crate::ir::Module;
use crate::model::Model;
use crate::passes::{self, BrokenPass, Settings};

/// Compiles the module of a rank with the configuration of a program's artefact. Loops stay on the host, where the
/// ranks meet, and work-items do not repeat iterations.
///
/// # Errors
///
/// Returns the pass that violated an invariant of the IR, which is a bug.
pub fn compile(ranked: &Ranked, program: &Artefact) -> Result<Artefact, BrokenPass> {
    let wanted = &program.configuration;
    let configuration = Configuration {
        outlining: Outlining::default(),
        repetition: None,
        width: None,
        hubs: false,
        ..wanted.clone()
    };
    let mut module = ranked.module.clone();
    // Only the kernels of the program have the wanted configuration: those that carry values have their own.
    let own = module.kernels.len() - ranked.transport.kernels();
    for kernel in &mut module.kernels[..own] {
        kernel.options.get_or_insert_with(|| configuration.clone());
    }
    let with_transport = Configuration { coop_cv: true, ..configuration.clone() };
    let settings = Settings { options: &with_transport, model: &Model::default() };
    passes::run_from_distribution(&mut module, &settings)?;
    Ok(artefact(module, &ranked.module, configuration, program.declared))
}

fn artefact(
    module: Module,
    parallel: &Module,
    configuration: Configuration,
    declared: usize,
) -> Artefact {
    // Copies of nodes keep their initial values, even if owners overwrite theirs.
    let overwritten = BTreeSet::new();
    let (interface, schedule) = for_host(&module, &overwritten, &configuration);
    Artefact {
        module: Arc::new(module),
        parallel: Arc::new(parallel.clone()),
        code: Code::default(),
        interface,
        configuration,
        schedule,
        overwritten,
        declared,
    }
}
