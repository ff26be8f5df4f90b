//! `--passes`: the scalar passes of a configuration, and their order.

use clap::Args;
use igc_compiler::configuration::{Configuration, PassKind, PassOrder, ScalarPass};

/// The scalar passes.
#[derive(Debug, Args)]
pub struct PassArguments {
    /// Scalar passes to run.
    #[arg(
        long,
        value_name = "LIST",
        help = passes_help(
            "they replace those of --opts and of a policy, where `passes=gvn+dce` is the same as \
             --passes gvn,dce"
        ),
        value_parser = PassOrder::parse
    )]
    passes: Option<PassOrder>,
}

impl PassArguments {
    /// Returns whether the user has chosen the passes.
    pub fn are_given(&self) -> bool {
        self.passes.is_some()
    }

    /// Returns a configuration with the given passes, or as it is if none were given.
    pub fn apply(&self, options: Configuration) -> Configuration {
        match &self.passes {
            Some(passes) => options.with_passes(passes.clone()),
            None => options,
        }
    }
}

/// Returns the help of an option that takes an order of scalar passes. `more` is the end of the help.
pub fn passes_help(more: &str) -> String {
    let names: Vec<&str> = ScalarPass::all().iter().map(|(name, _)| *name).collect();
    format!(
        "Scalar passes to run, separated by commas, in this order: {}; or none, or standard; {more}",
        names.join(", ")
    )
}
