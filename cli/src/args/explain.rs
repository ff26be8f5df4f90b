//! The options of `igc explain`.

use std::ffi::OsString;

use clap::Args;
use igc_compiler::options::Options;

use crate::policy::PolicyArguments;

/// `igc explain`
#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// An error code such as E0101, a pass, an optimisation, or a program. For a program, igc lists
    /// where each optimisation applies, where it does not, and why. By default, igc lists all codes
    /// and passes
    pub subject: Option<OsString>,
    /// Optimisations to apply to the program, separated by commas: none, all, wg, sg, fg1, fg8,
    /// coop-cv, oitergb, sz256; an order of visits: push, pull, edge, struct-edge, rev-edge,
    /// rev-struct-edge; and a virtual warp: vwarp2, vwarp4, …, vwarp64. By default, all, and igc
    /// also lists the orders and virtual warps that each loop can have
    #[arg(long, value_name = "FLAGS", value_parser = Options::parse, conflicts_with = "policy")]
    pub opts: Option<Options>,
    /// The policy that chooses the optimisations instead.
    #[command(flatten)]
    pub policy: PolicyArguments,
    /// Print the explanation of a program as JSON
    #[arg(long)]
    pub json: bool,
}
