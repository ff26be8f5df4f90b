//! The optimisation passes. [`PASSES`] lists them in the order in which they run.
//!
//! A pass is a module that rewrites the IR. Its documentation states its purpose, when it applies,
//! and the source of the idea. The verifier runs after each pass. A pass of an optimisation lists
//! its [`Flag`]s, runs only if one of them is on, and emits [remarks](Remark) about its changes.
//! The other passes always run, because the code generator needs their results.

pub mod access;
pub mod bounds;
pub mod coop_cv;
pub mod covering;
pub mod distribute;
pub mod np;
pub mod oitergb;
pub mod options;
pub mod remarks;
pub mod serialise;
pub mod uniform_loop;

use crate::ir::Module;
use crate::ir::verify::{Violation, verify};
pub use options::{Flag, Options, OptionsError};
pub use remarks::{Outcome, Remark, Remarks};

/// A rewrite of the IR.
pub struct Pass {
    /// Name of the pass, for `--emit ir-after=NAME`.
    pub name: &'static str,
    /// The effect of the pass in one line.
    pub summary: &'static str,
    /// The flags of the pass. It runs if one of them is on. Without flags, it always runs.
    pub flags: &'static [Flag],
    /// The function that rewrites the module and emits remarks about the flags.
    pub run: fn(&mut Module, &Options, &mut Remarks),
}

/// All passes in order.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "access",
        summary: "accesses that no other iteration can meet become plain",
        flags: &[],
        run: |module, _, _| access::prove_access(module),
    },
    Pass {
        name: "bounds",
        summary: "indices that are in range whatever happens are no longer checked",
        flags: &[],
        run: |module, _, _| bounds::prove_bounds(module),
    },
    Pass {
        name: "distribute",
        summary: "parallel foralls become strided loops over the work-items of a launch",
        flags: &[],
        run: |module, _, _| distribute::distribute(module),
    },
    Pass {
        name: "np",
        summary: "nested foralls are dealt out to the workgroup",
        flags: &[Flag::Wg, Flag::Sg, Flag::Fg1, Flag::Fg8],
        run: np::deal_out,
    },
    Pass {
        name: "serialise",
        summary: "the foralls that are left become loops of one work-item",
        flags: &[],
        run: |module, _, _| serialise::serialise(module),
    },
    Pass {
        name: "coop-cv",
        summary: "pushes go through queues of workgroups, reductions of globals through locals",
        flags: &[Flag::CoopCv],
        run: |module, _, remarks| coop_cv::combine(module, remarks),
    },
    Pass {
        name: "oitergb",
        summary: "loops of kernels become one kernel, with a barrier of the whole launch between calls",
        flags: &[Flag::Oitergb],
        run: |module, _, remarks| oitergb::outline_iterations(module, remarks),
    },
];

/// A pass that violated an invariant of the IR. This is a bug of igc.
#[derive(Debug, Clone)]
pub struct BrokenPass {
    /// Name of the pass, or `lower` for a violation before the first pass.
    pub pass: &'static str,
    /// The violated invariants.
    pub violations: Vec<Violation>,
}

/// Runs the passes that the options select. The verifier runs before the first pass and after each
/// pass, and `observe` is called with each result.
///
/// # Errors
///
/// Returns the first pass that violated an invariant.
pub fn run(
    module: &mut Module,
    options: &Options,
    observe: &mut dyn FnMut(&'static str, &Module),
) -> Result<Remarks, BrokenPass> {
    verified("lower", module)?;
    let mut remarks = Remarks::default();
    for pass in PASSES {
        if pass.flags.is_empty() || pass.flags.iter().any(|flag| options.is_on(*flag)) {
            (pass.run)(module, options, &mut remarks);
            verified(pass.name, module)?;
            observe(pass.name, module);
        }
    }
    Ok(remarks)
}

fn verified(pass: &'static str, module: &Module) -> Result<(), BrokenPass> {
    verify(module).map_err(|violations| BrokenPass { pass, violations })
}
