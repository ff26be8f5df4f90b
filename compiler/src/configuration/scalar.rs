//! The scalar passes of igc.
//!
//! A scalar pass is optional. A configuration contains the passes to run as an [order](OrderOf).

use super::order::{OrderOf, PassKind};
use super::{Configuration, ConfigurationError};

/// A scalar pass. [`passes::scalar`](crate::passes::scalar) implements it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ScalarPass {
    /// Keeps an element of memory in a register during a loop.
    Promote,
    /// Moves invariant expressions in front of loops.
    Licm,
    /// Computes equal expressions once.
    Gvn,
    /// Removes code without effect.
    Dce,
    /// Unrolls innermost loops twice.
    Unroll2,
    /// Unrolls innermost loops four times.
    Unroll4,
    /// Unrolls innermost loops eight times.
    Unroll8,
    /// Reads neighbouring elements of arrays together.
    Vector,
    /// Joins the kernels of consecutive launches.
    Fuse,
    /// Splits kernels whose loops are independent.
    Fission,
}

/// The scalar passes of a configuration, in the order in which they run.
pub type PassOrder = OrderOf<ScalarPass>;

impl ScalarPass {
    /// All scalar passes with their names in `--passes`.
    pub const ALL: [(&'static str, ScalarPass); 10] = [
        ("promote", ScalarPass::Promote),
        ("licm", ScalarPass::Licm),
        ("gvn", ScalarPass::Gvn),
        ("dce", ScalarPass::Dce),
        ("unroll2", ScalarPass::Unroll2),
        ("unroll4", ScalarPass::Unroll4),
        ("unroll8", ScalarPass::Unroll8),
        ("vector", ScalarPass::Vector),
        ("fuse", ScalarPass::Fuse),
        ("fission", ScalarPass::Fission),
    ];
}

impl PassKind for ScalarPass {
    const OPTION: &str = "passes=";

    fn all() -> &'static [(&'static str, ScalarPass)] {
        &Self::ALL
    }

    /// Each pass runs after the passes that create opportunities for it.
    fn standard() -> Vec<ScalarPass> {
        use ScalarPass::*;
        vec![Promote, Gvn, Licm, Gvn, Dce]
    }

    fn choose(options: &Configuration, order: PassOrder) -> Configuration {
        options.with_passes(order)
    }

    fn unknown(name: &str) -> ConfigurationError {
        ConfigurationError::UnknownPass(name.into())
    }
}
