//! The optimisation flags, and their combinations: the configurations that a study compares.
//!
//! `{off, fg1, fg8} × sg × wg × coop-cv × oitergb × sz256` are 96 configurations: the baseline and
//! 95 others ("One Size Doesn't Fit All", section V-E). Further flags are not part of the 96: they
//! choose how kernels visit edges ([`Flag::visits`]), how the selected nodes are kept
//! ([`Flag::FRONTIERS`]), whether worklists have duplicates ([`Flag::DEDUP`]), how kernels count
//! ([`Flag::COUNTS`]), how many bits edge ids ([`Flag::WIDE_EDGES`]) and state ([`Flag::NARROW`])
//! have, whether local memory caches state ([`Flag::HUBS`]), how much of `main` becomes one kernel
//! ([`Flag::PERSISTENT`]), how wide outlined loops are ([`Flag::GRIDS`]), whether work-items repeat
//! iterations ([`Flag::ASYNC`]), and who has the items of short worklists ([`Flag::SPREAD`]). A
//! configuration may also have an order of [scalar passes](ScalarPass), and an order of [LLVM's
//! passes](LlvmPass).

mod covering;
mod flag;
mod llvm;
mod order;
mod scalar;

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

pub use flag::Flag;
pub use llvm::{LlvmOrder, LlvmPass};
pub use order::{Order, PassKind};
pub use scalar::{PassOrder, ScalarPass};

/// A part of a configuration: a flag or a scalar pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Optimisation {
    /// A flag.
    Flag(Flag),
    /// A scalar pass.
    Pass(ScalarPass),
}

impl Optimisation {
    /// Returns the name in `--opts` or in `--passes`.
    pub fn name(self) -> &'static str {
        match self {
            Optimisation::Flag(flag) => flag.name(),
            Optimisation::Pass(pass) => pass.name(),
        }
    }
}

impl From<Flag> for Optimisation {
    fn from(flag: Flag) -> Optimisation {
        Optimisation::Flag(flag)
    }
}

impl From<ScalarPass> for Optimisation {
    fn from(pass: ScalarPass) -> Optimisation {
        Optimisation::Pass(pass)
    }
}

/// A configuration: a set of flags that do not exclude each other, and orders of scalar passes and
/// of LLVM's passes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<String>", try_from = "Vec<String>")]
pub struct Options {
    flags: BTreeSet<Flag>,
    passes: PassOrder,
    llvm: LlvmOrder,
}

/// The reason why a list of flags is not a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionsError {
    /// No flag has this name.
    Unknown(String),
    /// Two flags [exclude](Flag::excludes) each other.
    Exclusive(Flag, Flag),
    /// A name that stands for a whole list, such as `none`, stands next to other names.
    NotAlone(&'static str),
    /// No scalar pass has this name.
    UnknownPass(String),
    /// No pass of LLVM in igc's list has this name.
    UnknownLlvmPass(String),
    /// There are this many passes, which are too many.
    TooManyPasses(usize),
    /// A configuration has this option, which lists passes, twice.
    OrderTwice(&'static str),
}

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Flag::every().map(|(name, _)| name).collect();
        match self {
            OptionsError::Unknown(name) => {
                let name = igc_visible::name(name);
                write!(f, "unknown optimisation `{name}`; the optimisations are none, all, ")?;
                write!(f, "{}", names.join(", "))
            }
            OptionsError::Exclusive(a, b) => {
                write!(f, "`{}` and `{}` exclude each other: choose one", a.name(), b.name())
            }
            OptionsError::NotAlone(name) => {
                write!(f, "`{name}` cannot be combined with other optimisations")
            }
            OptionsError::UnknownPass(name) => {
                let names = ScalarPass::ALL.map(|(name, _)| name).join(", ");
                let name = igc_visible::name(name);
                write!(f, "unknown scalar pass `{name}`; the scalar passes are {names}")
            }
            OptionsError::UnknownLlvmPass(name) => {
                let names: Vec<&str> = LlvmPass::all().iter().map(|(name, _)| *name).collect();
                let name = igc_visible::name(name);
                write!(f, "unknown pass of LLVM `{name}`; the passes are {}", names.join(", "))
            }
            OptionsError::TooManyPasses(count) => {
                let most = PassOrder::MAX;
                write!(f, "{count} passes are too many: an order has at most {most}")
            }
            OptionsError::OrderTwice(option) => {
                write!(f, "a configuration has only one `{option}`")
            }
        }
    }
}

impl std::error::Error for OptionsError {}

impl Options {
    /// Parses a comma-separated list of flags in any order. `none` means no flags. `all` means
    /// every flag of the 96 configurations except `fg1`, which excludes `fg8`. An element
    /// `passes=gvn+dce` lists the scalar passes in order, and an element `llvm=sroa+gvn` those of
    /// LLVM.
    ///
    /// # Errors
    ///
    /// Returns an error for an unknown flag or pass, for two flags that exclude each other, for
    /// `none` or `all` next to other flags, and for two orders of passes.
    pub fn parse(text: &str) -> Result<Options, OptionsError> {
        let mut flags = BTreeSet::new();
        let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
        let (passes, names) = PassOrder::take(names.collect())?;
        let (llvm, names) = LlvmOrder::take(names)?;
        if names.len() > 1
            && let Some(name) = ["none", "all"].into_iter().find(|name| names.contains(name))
        {
            return Err(OptionsError::NotAlone(name));
        }
        for name in names {
            match (name, Flag::every().find(|(n, _)| *n == name)) {
                ("none", _) => {}
                ("all", _) => flags.extend(Options::everything().flags),
                (_, Some((_, flag))) => {
                    flags.insert(flag);
                }
                (_, None) => return Err(OptionsError::Unknown(name.to_string())),
            }
        }
        let excluded = |flag: &Flag| flags.iter().copied().find(|other| flag.excludes(*other));
        match flags.iter().find_map(|flag| Some((*flag, excluded(flag)?))) {
            Some((flag, other)) => Err(OptionsError::Exclusive(flag, other)),
            None => Ok(Options { flags, passes, llvm }),
        }
    }

    /// Returns every configuration once: `{off, fg1, fg8} × sg × wg × coop-cv × oitergb × sz256`
    /// ("One Size Doesn't Fit All", section V-E). The order does not change between versions of
    /// igc. The baseline is the first, and early flags of [`Flag::ALL`] change fastest.
    pub fn all_configurations() -> Vec<Options> {
        let mut configurations = vec![Options::default()];
        for (_, flag) in Flag::ALL {
            let with = configurations.iter().filter_map(|options| options.with(flag));
            let with: Vec<Options> = with.collect();
            configurations.extend(with);
        }
        configurations
    }

    /// Returns the baseline, each flag alone, and all flags together. These few configurations show
    /// the effect of each flag.
    pub fn each() -> Vec<Options> {
        let alone = Flag::ALL.into_iter().filter_map(|(_, flag)| Options::default().with(flag));
        [Options::default()].into_iter().chain(alone).chain([Options::everything()]).collect()
    }

    /// Returns the configuration of all flags except `fg1`, which excludes `fg8`.
    pub fn everything() -> Options {
        let flags = Flag::ALL.into_iter().map(|(_, flag)| flag);
        Options { flags: flags.filter(|flag| *flag != Flag::Fg1).collect(), ..Options::default() }
    }

    /// Returns the configuration with a flag added. Returns `None` if the flag is already on or
    /// excluded by another flag.
    pub fn with(&self, flag: Flag) -> Option<Options> {
        let excluded = self.flags().any(|other| flag.excludes(other));
        let mut flags = self.flags.clone();
        (!excluded && flags.insert(flag)).then(|| Options { flags, ..self.clone() })
    }

    /// Returns the configuration without the given flag.
    pub fn without(&self, flag: Flag) -> Options {
        let flags = self.flags().filter(|other| *other != flag).collect();
        Options { flags, ..self.clone() }
    }

    /// Returns the configuration with other scalar passes.
    pub fn with_passes(&self, passes: PassOrder) -> Options {
        Options { passes, ..self.clone() }
    }

    /// Returns the configuration with another order of LLVM's passes.
    pub fn with_llvm(&self, llvm: LlvmOrder) -> Options {
        Options { llvm, ..self.clone() }
    }

    /// Returns the passes of LLVM. Without passes, the dialect chooses the compiler.
    pub fn llvm(&self) -> &LlvmOrder {
        &self.llvm
    }

    /// Returns the scalar passes.
    pub fn passes(&self) -> &PassOrder {
        &self.passes
    }

    /// Returns the flags that are on, in the order of [`Flag::every`].
    pub fn flags(&self) -> impl Iterator<Item = Flag> {
        self.flags.iter().copied()
    }

    /// Returns whether a flag is on.
    pub fn is_on(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    /// Returns the number of work-items of a workgroup: 128, or 256 with `sz256` (section V-D).
    pub fn workgroup_size(&self) -> u32 {
        if self.is_on(Flag::Sz256) { 256 } else { 128 }
    }
}

impl fmt::Display for Options {
    /// Writes the configuration as `--opts` takes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.clone().into();
        f.write_str(if names.is_empty() { "none" } else { "" })?;
        f.write_str(&names.join(","))
    }
}

impl From<Options> for Vec<String> {
    /// Returns the names of the flags, and elements with the passes if there are any.
    fn from(options: Options) -> Vec<String> {
        let flags = options.flags.iter().map(|flag| flag.name().to_string());
        flags.chain(options.passes.part()).chain(options.llvm.part()).collect()
    }
}

impl TryFrom<Vec<String>> for Options {
    type Error = OptionsError;

    fn try_from(names: Vec<String>) -> Result<Options, OptionsError> {
        Options::parse(&names.join(","))
    }
}

#[cfg(test)]
mod tests;
