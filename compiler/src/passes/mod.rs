//! The passes: [`PASSES`] is the one list of them, in the order in which they run.
//!
//! A pass is one module that rewrites the IR: it opens with what it does and why, when it applies,
//! and where the idea comes from. The verifier runs after each. A pass that belongs to
//! optimisations names their [`Flag`]s, runs only where one is on, and [remarks](Remark) on what it did; the others always run, because
//! the code generator needs what they establish.

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

/// A step from IR to IR.
pub struct Pass {
    /// Its name, as `--emit ir-after=NAME` takes it.
    pub name: &'static str,
    /// One line on what it does.
    pub summary: &'static str,
    /// The optimisations that it belongs to: it runs where one of them is on, and always where there
    /// are none.
    pub flags: &'static [Flag],
    /// The rewrite, which remarks on what the flags did where.
    pub run: fn(&mut Module, &Options, &mut Remarks),
}

/// Every pass, in order.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "access",
        summary: "makes accesses plain that cannot conflict with other iterations",
        flags: &[],
        run: |module, _, _| access::prove_access(module),
    },
    Pass {
        name: "bounds",
        summary: "removes bounds checks of indices that are always in range",
        flags: &[],
        run: |module, _, _| bounds::prove_bounds(module),
    },
    Pass {
        name: "distribute",
        summary: "turns parallel foralls into strided loops over the work-items of a launch",
        flags: &[],
        run: |module, _, _| distribute::distribute(module),
    },
    Pass {
        name: "np",
        summary: "distributes the iterations of nested foralls over the workgroup",
        flags: &[Flag::Wg, Flag::Sg, Flag::Fg1, Flag::Fg8],
        run: np::deal_out,
    },
    Pass {
        name: "serialise",
        summary: "turns the remaining foralls into loops of one work-item",
        flags: &[],
        run: |module, _, _| serialise::serialise(module),
    },
    Pass {
        name: "coop-cv",
        summary: "combines the pushes and reductions of a workgroup into fewer atomics",
        flags: &[Flag::CoopCv],
        run: |module, _, remarks| coop_cv::combine(module, remarks),
    },
    Pass {
        name: "oitergb",
        summary: "turns loops that launch kernels into one kernel with grid barriers",
        flags: &[Flag::Oitergb],
        run: |module, _, remarks| oitergb::outline_iterations(module, remarks),
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
