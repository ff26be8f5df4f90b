//! The passes, which rewrite the IR. [`PASSES`] lists them in the order in which they run.
//!
//! Each pass is one module. Its documentation says what the pass does and why, when it applies, and
//! where the idea comes from. A pass without flags always runs, because the backend relies on its
//! result. A pass that implements [`Choice`]s or [`Flag`]s runs if one of their flags is on, and makes
//! [remarks](crate::remarks) about what it did. The verifier runs after each pass.
//!
//! The [scalar passes](scalar) are optional, and their order is part of the configuration.

pub mod access;
pub mod asynchronous;
pub mod bounds;
pub mod classes;
pub mod coop_cv;
mod copy;
pub mod distribute;
pub mod hoist;
pub mod hubs;
pub mod incoming;
mod invariant;
pub mod legalise;
pub mod local_memory;
pub mod loop_width;
pub mod merge;
pub mod narrow;
pub mod np;
pub mod oitergb;
pub mod orders;
pub mod peel;
pub mod scalar;
pub mod serialise;
mod simplify;
pub mod spread;
pub mod widen;

use Implements::{All, Only};

use crate::configuration::{Choice, Configuration, Flag};
use crate::ir::Module;
use crate::ir::verify::{Violation, verify};
use crate::model::Model;
use crate::remarks::Remarks;

/// A rewrite of the IR.
pub struct Pass {
    /// The name of the pass, as in `--emit ir-after=NAME`.
    pub name: &'static str,
    /// A description of the pass in one line.
    pub summary: &'static str,
    /// The optimisations that the pass implements. It runs if one of them is on, or always if the
    /// list is empty.
    pub implements: &'static [Implements],
    /// The function that rewrites the module. It adds remarks about the effects of the flags.
    pub run: fn(&mut Module, &Settings<'_>, &mut Remarks),
}

/// What a pass implements.
#[derive(Debug, Clone, Copy)]
pub enum Implements {
    /// All flags of a choice.
    All(Choice),
    /// Only this flag of its choice.
    Only(Flag),
}

impl Implements {
    /// Returns the flags.
    pub fn flags(&'static self) -> &'static [Flag] {
        match self {
            Implements::All(choice) => choice.flags(),
            Implements::Only(flag) => std::slice::from_ref(flag),
        }
    }
}

impl Pass {
    /// Returns the flags that enable the pass. A pass without flags always runs.
    pub fn flags(&self) -> impl Iterator<Item = Flag> + use<> {
        self.implements.iter().flat_map(|part| part.flags().iter().copied())
    }
}

/// What the user selects.
#[derive(Debug, Clone, Copy)]
pub struct Settings<'s> {
    /// The optimisations.
    pub options: &'s Configuration,
    /// The model of adaptive runs.
    pub model: &'s Model,
}

/// All passes in order. The [scalar passes](scalar) of the configuration run before the pass
/// [`scalar::BEFORE`].
pub const PASSES: &[Pass] = &[
    Pass {
        name: "orders",
        summary: "changes the order in which kernels visit edges, and their frontiers",
        implements: &[
            All(Choice::Order),
            All(Choice::Sharing),
            All(Choice::Frontier),
            All(Choice::Adaptive),
        ],
        run: orders::change_order,
    },
    Pass {
        name: "classes",
        summary: "divides loops over nodes by the number of their edges",
        implements: &[Only(Flag::Classes)],
        run: |module, settings, remarks| {
            classes::divide_by_degree(module, settings.options, remarks);
        },
    },
    Pass {
        name: "peel",
        summary: "lets the first round of a pipe over all nodes loop over the nodes",
        implements: &[All(Choice::Repetition)],
        run: |module, _, remarks| peel::peel_first_rounds(module, remarks),
    },
    Pass {
        name: "access",
        summary: "makes accesses plain that cannot conflict with other iterations",
        implements: &[],
        run: |module, _, _| access::prove_access(module),
    },
    Pass {
        name: "bounds",
        summary: "removes bounds checks of indices that are always in range",
        implements: &[],
        run: |module, _, _| bounds::prove_bounds(module),
    },
    Pass {
        name: "incoming",
        summary: "reads the sources of incoming edges in the order of these edges",
        implements: &[],
        run: |module, _, _| incoming::read_in_sources(module),
    },
    Pass {
        name: "narrow",
        summary: "stores state in 8 or 16 bits where its values fit",
        implements: &[All(Choice::Narrow)],
        run: |module, _, remarks| narrow::narrow_state(module, remarks),
    },
    Pass {
        name: DISTRIBUTION,
        summary: "turns parallel foralls into strided loops over the work-items of a launch",
        implements: &[],
        run: |module, settings, _| {
            distribute::distribute(module, settings.options.workgroup_size as u32);
        },
    },
    Pass {
        name: "async",
        summary: "lets work-items repeat iterations within one launch",
        implements: &[All(Choice::Repetition)],
        run: |module, settings, remarks| {
            asynchronous::repeat_items(module, settings.options, remarks)
        },
    },
    Pass {
        name: "spread",
        summary: "distributes the items of short worklists over all workgroups",
        implements: &[All(Choice::Spread)],
        run: |module, settings, remarks| {
            spread::spread_items(module, settings.options, remarks);
        },
    },
    Pass {
        name: "merge",
        summary: "gives each workgroup an equal share of the nodes and edges",
        implements: &[Only(Flag::Merge), All(Choice::Adaptive)],
        run: |module, settings, _| merge::share_rows(module, settings.options),
    },
    Pass {
        name: "np",
        summary: "distributes the iterations of nested foralls over the workgroup",
        implements: &[
            All(Choice::Wg),
            All(Choice::Sg),
            All(Choice::FineGrained),
            All(Choice::Sharing),
            All(Choice::Adaptive),
        ],
        run: |module, settings, remarks| {
            np::distribute_nested(module, settings.options, remarks);
        },
    },
    Pass {
        name: "serialise",
        summary: "turns the remaining foralls into loops of one work-item",
        implements: &[],
        run: |module, _, _| serialise::serialise(module),
    },
    Pass {
        name: "coop-cv",
        summary: "combines pushes and reductions of several work-items into fewer atomics",
        implements: &[All(Choice::CoopCv), All(Choice::Counting), All(Choice::Adaptive)],
        run: |module, settings, remarks| coop_cv::combine(module, settings.options, remarks),
    },
    Pass {
        name: "hubs",
        summary: "keeps the state of the first nodes in local memory",
        implements: &[All(Choice::Hubs)],
        run: |module, _, remarks| hubs::cache_hubs(module, remarks),
    },
    Pass {
        name: "oitergb",
        summary: "turns loops that launch kernels into one kernel with grid barriers",
        implements: &[All(Choice::Outlining)],
        run: |module, settings, remarks| oitergb::outline(module, settings.options, remarks),
    },
    Pass {
        name: "grid",
        summary: "sets the number of workgroups of outlined loops",
        implements: &[All(Choice::Width)],
        run: |module, settings, remarks| loop_width::set_width(module, settings.options, remarks),
    },
    Pass {
        name: "legalise",
        summary: "rewrites control flow with barriers so that drivers compile it correctly",
        implements: &[],
        run: |module, _, _| legalise::legalise(module),
    },
    Pass {
        name: "widen",
        summary: "gives the ids and the number of edges 64 bits",
        implements: &[All(Choice::WideEdges)],
        run: |module, _, remarks| widen::widen_edges(module, remarks),
    },
    Pass {
        name: "local-memory",
        summary: "lets the kernels that an outlined loop calls share local memory",
        implements: &[],
        run: |module, _, _| local_memory::share_local_memory(module),
    },
];

/// The pass that distributes work over work-items. Targets that distribute work themselves execute the
/// module from before this pass.
const DISTRIBUTION: &str = "distribute";

/// Returns whether a flag enables a pass that rewrites the module before work is distributed over
/// work-items.
pub fn precedes_distribution(flag: Flag) -> bool {
    let mut before = PASSES.iter().take_while(|pass| pass.name != DISTRIBUTION);
    before.any(|pass| pass.flags().any(|other| other == flag))
}

/// A pass that violated invariants of the IR, which is a bug of the compiler.
#[derive(Debug, Clone)]
pub struct BrokenPass {
    /// The name of the pass, or `lower` if the IR violated invariants before the first pass.
    pub pass: &'static str,
    /// The invariants that the pass violated.
    pub violations: Vec<Violation>,
}

/// Runs the passes that the settings select, and calls `observe` with the module after each of them.
/// The verifier runs before the first pass and after each pass.
///
/// # Errors
///
/// Returns the first pass that violated an invariant.
pub fn run(
    module: &mut Module,
    settings: &Settings<'_>,
    observe: &mut dyn FnMut(&'static str, &Module),
) -> Result<Remarks, BrokenPass> {
    verified("lower", module)?;
    let mut remarks = Remarks::default();
    for pass in PASSES {
        if pass.name == scalar::BEFORE {
            scalar::run(module, &settings.options.passes, &mut remarks, observe)?;
        }
        if run_one(pass, module, settings, &mut remarks)? {
            observe(pass.name, module);
        }
    }
    Ok(remarks)
}

/// Runs a pass if the settings select it. Returns whether they do.
fn run_one(
    pass: &Pass,
    module: &mut Module,
    settings: &Settings<'_>,
    remarks: &mut Remarks,
) -> Result<bool, BrokenPass> {
    let is_selected =
        pass.implements.is_empty() || pass.flags().any(|flag| settings.options.is_on(flag));
    if is_selected {
        let (stage, before) = (module.stage, remarks.0.len());
        (pass.run)(module, settings, remarks);
        remarks.set_stage(before, stage);
        verified(pass.name, module)?;
    }
    Ok(is_selected)
}

/// Runs the passes from [`DISTRIBUTION`] on, which must not have run before.
///
/// # Errors
///
/// Returns the first pass that violated an invariant.
pub fn run_from_distribution(
    module: &mut Module,
    settings: &Settings<'_>,
) -> Result<(), BrokenPass> {
    let mut remarks = Remarks::default();
    for pass in PASSES.iter().skip_while(|pass| pass.name != DISTRIBUTION) {
        run_one(pass, module, settings, &mut remarks)?;
    }
    Ok(())
}

fn verified(pass: &'static str, module: &Module) -> Result<(), BrokenPass> {
    verify(module).map_err(|violations| BrokenPass { pass, violations })
}
