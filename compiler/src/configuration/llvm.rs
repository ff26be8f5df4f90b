//! LLVM's passes, and their order: a choice for kernels that LLVM's tools compile.
//!
//! A configuration with an order, such as `llvm=sroa+gvn+licm`, is compiled with LLVM's tools on
//! devices whose driver accepts their code (`igc_opencl::llvm`). Without an order, the dialect of
//! the device chooses the compiler. Other targets ignore the order.
//!
//! The list contains the passes of the new pass manager that LLVM 14 to 19 have and that change
//! OpenCL C's kernels. `O0` to `O3` are LLVM's own sequences; `O0` only inlines the functions that
//! must be inlined.

use super::order::{OrderOf, PassKind};
use super::{Configuration, ConfigurationError};

/// A pass of LLVM.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LlvmPass {
    /// The name in `--opts`.
    name: &'static str,
    /// The text for `opt -passes=`.
    text: &'static str,
}

/// The passes of LLVM in a configuration. Without passes, the dialect chooses the compiler.
pub type LlvmOrder = OrderOf<LlvmPass>;

macro_rules! passes {
    ($($name:literal $(= $text:literal)?),* $(,)?) => {
        &[$(($name, LlvmPass { name: $name, text: passes!(@ $name $($text)?) })),*]
    };
    (@ $name:literal) => { $name };
    (@ $name:literal $text:literal) => { $text };
}

/// The passes by name: sequences, and then passes of modules, call graphs, functions and loops.
const ALL: &[(&str, LlvmPass)] = passes![
    "O0" = "default<O0>",
    "O1" = "default<O1>",
    "O2" = "default<O2>",
    "O3" = "default<O3>",
    "always-inline",
    "globalopt",
    "globaldce",
    "ipsccp",
    "inline",
    "function-attrs",
    "argpromotion",
    "sroa",
    "mem2reg",
    "early-cse",
    "early-cse-memssa" = "early-cse<memssa>",
    "gvn",
    "newgvn",
    "gvn-hoist",
    "gvn-sink",
    "sccp",
    "correlated-propagation",
    "jump-threading",
    "simplifycfg",
    "instcombine",
    "aggressive-instcombine",
    "instsimplify",
    "reassociate",
    "nary-reassociate",
    "adce",
    "bdce",
    "dse",
    "memcpyopt",
    "tailcallelim",
    "mldst-motion",
    "sink",
    "float2int",
    "div-rem-pairs",
    "constraint-elimination",
    "slp-vectorizer",
    "load-store-vectorizer",
    "loop-vectorize",
    "loop-unroll",
    "loop-load-elim",
    "loop-distribute",
    "vector-combine",
    "speculative-execution",
    "separate-const-offset-from-gep",
    "slsr",
    "infer-address-spaces",
    "loop-simplify",
    "licm" = "function(loop-mssa(licm))",
    "loop-rotate",
    "indvars",
    "loop-deletion",
    "loop-idiom",
    "loop-reduce",
    "loop-instsimplify",
    "loop-simplifycfg",
    "simple-loop-unswitch" = "function(loop-mssa(simple-loop-unswitch))",
    "loop-unroll-full",
    "loop-flatten",
    "loop-interchange",
];

impl PassKind for LlvmPass {
    const OPTION: &str = "llvm=";

    fn all() -> &'static [(&'static str, LlvmPass)] {
        ALL
    }

    /// Returns LLVM's own sequence `O3`.
    fn standard() -> Vec<LlvmPass> {
        ALL.iter().filter(|(name, _)| *name == "O3").map(|(_, pass)| *pass).collect()
    }

    fn choose(options: &Configuration, order: LlvmOrder) -> Configuration {
        options.with_llvm(order)
    }

    fn unknown(name: &str) -> ConfigurationError {
        ConfigurationError::UnknownLlvmPass(name.into())
    }

    fn name(self) -> &'static str {
        self.name
    }
}

impl LlvmOrder {
    /// Returns the passes as `opt -passes=` takes them. `None` if there are no passes.
    pub fn pipeline(&self) -> Option<String> {
        let texts: Vec<&str> = self.passes().iter().map(|pass| pass.text).collect();
        // At the top level, `opt` would expect all passes to be of the kind of the first one.
        (!texts.is_empty()).then(|| format!("module({})", texts.join(",")))
    }
}
