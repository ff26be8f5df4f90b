//! `--passes`: the scalar passes of a configuration, and their order.

use clap::Args;
use igc_compiler::options::{Options, PassOrder};

/// The scalar passes.
#[derive(Debug, Args)]
pub struct PassArguments {
    /// Scalar passes to run, separated by commas, in this order: promote, licm, gvn, dce, select,
    /// strength, unroll2, unroll4, unroll8, version, vector, prefetch, fuse, fission; or none, or
    /// standard. They replace those of --opts and of a policy, where `passes=gvn+dce` is the same
    /// as --passes gvn,dce
    #[arg(long, value_name = "LIST", value_parser = PassOrder::parse)]
    passes: Option<PassOrder>,
}

impl PassArguments {
    /// Returns a configuration with the given passes, or as it is if none were given.
    pub fn apply(&self, options: Options) -> Options {
        match &self.passes {
            Some(passes) => options.with_passes(passes.clone()),
            None => options,
        }
    }
}
