//! The passes: [`PASSES`] is the one list of them, in the order in which they run.
//!
//! A pass is one module that rewrites the IR: it opens with what it does and why, when it applies,
//! and where the idea comes from. The verifier runs after each. A pass that belongs to an
//! optimisation names its [`Flag`] and runs only where that is on; the others always run, because
//! the code generator needs what they establish.

pub mod access;
pub mod bounds;
pub mod distribute;
pub mod options;

use crate::ir::Module;
use crate::ir::verify::{Violation, verify};
pub use options::{Flag, Options, OptionsError};

/// A step from IR to IR.
pub struct Pass {
    /// Its name, as `--emit ir-after=NAME` takes it.
    pub name: &'static str,
    /// One line on what it does.
    pub summary: &'static str,
    /// The optimisation that it belongs to; one without always runs.
    pub flag: Option<Flag>,
    /// The rewrite.
    pub run: fn(&mut Module),
}

/// Every pass, in order.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "access",
        summary: "accesses that no other iteration can meet become plain",
        flag: None,
        run: access::prove_access,
    },
    Pass {
        name: "distribute",
        summary: "foralls become strided loops over the work-items of a launch",
        flag: None,
        run: distribute::distribute,
    },
    Pass {
        name: "bounds",
        summary: "indices that are in range whatever happens are no longer checked",
        flag: None,
        run: bounds::prove_bounds,
    },
];

/// A pass that left the IR broken: a bug of ours.
#[derive(Debug, Clone)]
pub struct BrokenPass {
    /// The pass, or `lower` for what came before the first.
    pub pass: &'static str,
    /// What it broke.
    pub violations: Vec<Violation>,
}

/// Runs the passes that the options ask for, with the verifier before the first and after each, and
/// shows each result to `observe`.
///
/// # Errors
///
/// The first pass that broke an invariant.
pub fn run(
    module: &mut Module,
    options: &Options,
    observe: &mut dyn FnMut(&'static str, &Module),
) -> Result<(), BrokenPass> {
    verified("lower", module)?;
    for pass in PASSES {
        if pass.flag.is_none_or(|flag| options.is_on(flag)) {
            (pass.run)(module);
            verified(pass.name, module)?;
            observe(pass.name, module);
        }
    }
    Ok(())
}

fn verified(pass: &'static str, module: &Module) -> Result<(), BrokenPass> {
    verify(module).map_err(|violations| BrokenPass { pass, violations })
}
