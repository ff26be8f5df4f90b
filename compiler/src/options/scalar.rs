//! The scalar passes, and their order.
//!
//! A scalar pass is optional. A configuration contains the passes to run as a list, because the
//! effect depends on their order: a pass may create or destroy opportunities for the next one (Nobre,
//! Reis and Cardoso, "Impact of compiler phase ordering when targeting GPUs", 2017). A pass may occur
//! several times.

use std::fmt;

use super::OptionsError;

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
    /// Turns branches that assign into conditional values.
    Select,
    /// Replaces multiplications in loops with additions.
    Strength,
    /// Unrolls innermost loops twice.
    Unroll2,
    /// Unrolls innermost loops four times.
    Unroll4,
    /// Unrolls innermost loops eight times.
    Unroll8,
    /// Makes versions of innermost loops for few and for many rounds.
    Version,
    /// Reads neighbouring elements of arrays together.
    Vector,
    /// Prefetches what loops over edges will access some edges later.
    Prefetch,
    /// Joins the kernels of consecutive launches.
    Fuse,
    /// Splits kernels whose loops are independent.
    Fission,
}

impl ScalarPass {
    /// All scalar passes with their names in `--passes`.
    pub const ALL: [(&'static str, ScalarPass); 14] = [
        ("promote", ScalarPass::Promote),
        ("licm", ScalarPass::Licm),
        ("gvn", ScalarPass::Gvn),
        ("dce", ScalarPass::Dce),
        ("select", ScalarPass::Select),
        ("strength", ScalarPass::Strength),
        ("unroll2", ScalarPass::Unroll2),
        ("unroll4", ScalarPass::Unroll4),
        ("unroll8", ScalarPass::Unroll8),
        ("version", ScalarPass::Version),
        ("vector", ScalarPass::Vector),
        ("prefetch", ScalarPass::Prefetch),
        ("fuse", ScalarPass::Fuse),
        ("fission", ScalarPass::Fission),
    ];

    /// Returns the name in `--passes`.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, pass)| *pass == self).map_or("", |(name, _)| name)
    }
}

/// The scalar passes of a configuration, in the order in which they run.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PassOrder(Vec<ScalarPass>);

impl PassOrder {
    /// Maximum number of passes in an order. It bounds the time of a compilation.
    pub const MAX: usize = 64;

    /// Creates an order.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more than [`MAX`](PassOrder::MAX) passes.
    pub fn new(passes: Vec<ScalarPass>) -> Result<PassOrder, OptionsError> {
        match passes.len() > PassOrder::MAX {
            true => Err(OptionsError::TooManyPasses(passes.len())),
            false => Ok(PassOrder(passes)),
        }
    }

    /// Returns the order that `--passes standard` means. Each pass runs after the passes that
    /// create opportunities for it.
    pub fn standard() -> PassOrder {
        use ScalarPass::*;
        PassOrder(vec![Promote, Gvn, Licm, Select, Strength, Gvn, Dce])
    }

    /// Parses a comma-separated list of passes, in the order in which they run. `none` means no
    /// passes, and `standard` means the [standard order](PassOrder::standard).
    ///
    /// # Errors
    ///
    /// Returns an error for an unknown pass, for too many passes, and for `none` or `standard` next
    /// to other names.
    pub fn parse(text: &str) -> Result<PassOrder, OptionsError> {
        PassOrder::split(text, ',')
    }

    /// Parses a list of passes that a character separates.
    pub(super) fn split(text: &str, separator: char) -> Result<PassOrder, OptionsError> {
        let names: Vec<&str> =
            text.split(separator).map(str::trim).filter(|name| !name.is_empty()).collect();
        match names[..] {
            ["none"] => return Ok(PassOrder::default()),
            ["standard"] => return Ok(PassOrder::standard()),
            _ => {}
        }
        if let Some(name) = ["none", "standard"].into_iter().find(|name| names.contains(name)) {
            return Err(OptionsError::NotAlone(name));
        }
        let pass = |name: &&str| {
            let known = ScalarPass::ALL.iter().find(|(known, _)| known == name);
            known.map(|(_, pass)| *pass).ok_or_else(|| OptionsError::UnknownPass((*name).into()))
        };
        PassOrder::new(names.iter().map(pass).collect::<Result<_, _>>()?)
    }

    /// Returns the passes in order.
    pub fn passes(&self) -> &[ScalarPass] {
        &self.0
    }

    /// Returns whether the order has no passes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the names of the passes with a separator between them.
    pub(super) fn joined(&self, separator: &str) -> String {
        let names: Vec<&str> = self.0.iter().map(|pass| pass.name()).collect();
        names.join(separator)
    }
}

impl fmt::Display for PassOrder {
    /// Writes the order as `--passes` takes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_empty() { "none" } else { "" })?;
        f.write_str(&self.joined(","))
    }
}
