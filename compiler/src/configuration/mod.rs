//! Configurations: the values of all choices, which a study compares.
//!
//! `{off, fg1, fg8} × sg × wg × coop-cv × oitergb × sz256` are 96 configurations: the baseline and
//! 95 others ("One Size Doesn't Fit All", section V-E). Further choices are not part of the 96.
//! [`choices`] is the table of all of them. A configuration may also have an order of [scalar
//! passes](ScalarPass), and an order of [LLVM's passes](LlvmPass).

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

pub mod choices;
mod covering;
mod fields;
mod llvm;
mod order;
mod scalar;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use choices::{CHOICES, Choice, ChoiceRow, FLAGS, Flag, FlagRow};
pub use fields::{
    Counting, EdgeOrder, FineGrained, Frontier, GroupsPerUnit, Lanes, Nested, NodeOrder, Outlining,
    Sharing, Sweeps, VisitOrder, Visits, WorkgroupSize,
};
pub use llvm::{LlvmOrder, LlvmPass};
pub use order::{OrderOf, PassKind};
pub use scalar::{PassOrder, ScalarPass};

/// A part of a configuration: a choice or a scalar pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Optimisation {
    /// A choice.
    Choice(Choice),
    /// A scalar pass.
    Pass(ScalarPass),
}

impl Optimisation {
    /// Returns the name of the choice or the pass.
    pub fn name(self) -> &'static str {
        match self {
            Optimisation::Choice(choice) => choice.row().name,
            Optimisation::Pass(pass) => pass.name(),
        }
    }
}

impl From<Choice> for Optimisation {
    fn from(choice: Choice) -> Optimisation {
        Optimisation::Choice(choice)
    }
}

impl From<ScalarPass> for Optimisation {
    fn from(pass: ScalarPass) -> Optimisation {
        Optimisation::Pass(pass)
    }
}

/// A configuration: a value for each choice, and orders of scalar passes and of LLVM's passes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<String>", try_from = "Vec<String>")]
pub struct Configuration {
    /// Nested parallelism.
    pub nested: Nested,
    /// Whether a workgroup combines its pushes and its reductions.
    pub coop_cv: bool,
    /// The parts of `main` that become one kernel.
    pub outlining: Outlining,
    /// The number of work-items of a workgroup.
    pub workgroup_size: WorkgroupSize,
    /// How kernels visit edges.
    pub visits: Visits,
    /// The work-items that reduce together. Without a value, `coop_cv` decides.
    pub counting: Option<Counting>,
    /// Whether the ids and the number of edges have 64 bits. A run on a graph with more than 2³²
    /// edges compiles with it.
    pub wide_edges: bool,
    /// Whether state has 8 or 16 bits in memory where its values are proven to fit.
    pub narrow: bool,
    /// Whether workgroups keep the state of the first nodes in local memory.
    pub hubs: bool,
    /// Whether the items of a short worklist are distributed over all workgroups.
    pub spread: bool,
    /// How long work-items repeat their iterations within a launch. `None` means that they do not.
    pub repetition: Option<Sweeps>,
    /// The width of outlined loops. `None` means that the target chooses.
    pub width: Option<GroupsPerUnit>,
    /// The scalar passes, in the order in which they run.
    pub passes: PassOrder,
    /// The passes of LLVM. Without passes, the dialect chooses the compiler.
    pub llvm: LlvmOrder,
}

/// The reason why a text is not a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfigurationError {
    /// No flag has this name.
    Unknown(String),
    /// The choice has no flag with this name.
    UnknownValue(Choice, String),
    /// No configuration has both flags.
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

impl fmt::Display for ConfigurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |flags: &[Flag]| {
            let names: Vec<&str> = flags.iter().map(|flag| flag.name()).collect();
            names.join(", ")
        };
        match self {
            ConfigurationError::Unknown(name) => {
                let all: Vec<Flag> = Flag::every().collect();
                let name = igc_visible::name(name);
                write!(f, "unknown optimisation `{name}`; the optimisations are none, all, ")?;
                f.write_str(&names(&all))
            }
            ConfigurationError::UnknownValue(choice, name) => {
                let name = igc_visible::name(name);
                write!(f, "unknown value `{name}`; the values of this choice are ")?;
                f.write_str(&names(choice.flags()))
            }
            ConfigurationError::Exclusive(a, b) => {
                write!(f, "`{}` and `{}` exclude each other: choose one", a.name(), b.name())
            }
            ConfigurationError::NotAlone(name) => {
                write!(f, "`{name}` cannot be combined with other optimisations")
            }
            ConfigurationError::UnknownPass(name) => {
                let names = ScalarPass::ALL.map(|(name, _)| name).join(", ");
                let name = igc_visible::name(name);
                write!(f, "unknown scalar pass `{name}`; the scalar passes are {names}")
            }
            ConfigurationError::UnknownLlvmPass(name) => {
                let names: Vec<&str> = LlvmPass::all().iter().map(|(name, _)| *name).collect();
                let name = igc_visible::name(name);
                write!(f, "unknown pass of LLVM `{name}`; the passes are {}", names.join(", "))
            }
            ConfigurationError::TooManyPasses(count) => {
                let most = PassOrder::MAX;
                write!(f, "{count} passes are too many: an order has at most {most}")
            }
            ConfigurationError::OrderTwice(option) => {
                write!(f, "a configuration has only one `{option}`")
            }
        }
    }
}

impl std::error::Error for ConfigurationError {}

impl Configuration {
    /// Parses a comma-separated list of flags in any order. `none` means no flags. `all` means
    /// every flag of the 96 configurations except `fg1`, which excludes `fg8`. An element
    /// `passes=gvn+dce` lists the scalar passes in order, and an element `llvm=sroa+gvn` those of
    /// LLVM. The names that flags had in earlier versions are accepted, because files have them.
    ///
    /// # Errors
    ///
    /// Returns an error for an unknown flag or pass, for two flags that exclude each other, for
    /// `none` or `all` next to other flags, and for two orders of passes.
    pub fn parse(text: &str) -> Result<Configuration, ConfigurationError> {
        let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
        let (passes, names) = PassOrder::take(names.collect())?;
        let (llvm, names) = LlvmOrder::take(names)?;
        if names.len() > 1
            && let Some(name) = ["none", "all"].into_iter().find(|name| names.contains(name))
        {
            return Err(ConfigurationError::NotAlone(name));
        }
        let options = match names[..] {
            ["none"] => Configuration::default(),
            ["all"] => Configuration::everything(),
            _ => {
                let flags = names.into_iter().map(flag_of_name).collect::<Result<Vec<_>, _>>()?;
                Configuration::of_flags(flags)?
            }
        };
        Ok(Configuration { passes, llvm, ..options })
    }

    /// Returns the configuration with these flags, in any order.
    ///
    /// # Errors
    ///
    /// Returns an error if two flags exclude each other.
    pub fn of_flags(
        flags: impl IntoIterator<Item = Flag>,
    ) -> Result<Configuration, ConfigurationError> {
        let mut flags: Vec<Flag> = flags.into_iter().collect();
        flags.sort();
        flags.dedup();
        let mut options = Configuration::default();
        for flag in &flags {
            options = options.with(*flag).ok_or_else(|| {
                let alone = |other: Flag| Configuration::default().choosing(other);
                let excludes = |other: &Flag| other != flag && alone(*other).with(*flag).is_none();
                let other = flags.iter().copied().find(excludes);
                ConfigurationError::Exclusive(other.unwrap_or(*flag), *flag)
            })?;
        }
        Ok(options)
    }

    /// Returns every configuration once: `{off, fg1, fg8} × sg × wg × coop-cv × oitergb × sz256`
    /// ("One Size Doesn't Fit All", section V-E). The order does not change between versions of
    /// igc. The baseline is the first, and early flags of [`Flag::OF_96`] change fastest.
    pub fn all_configurations() -> Vec<Configuration> {
        let mut configurations = vec![Configuration::default()];
        for flag in Flag::OF_96 {
            let with: Vec<Configuration> =
                configurations.iter().filter_map(|options| options.with(flag)).collect();
            configurations.extend(with);
        }
        configurations
    }

    /// Returns the baseline, each flag of the 96 configurations alone, and all of them together.
    /// These few configurations show the effect of each flag.
    pub fn each() -> Vec<Configuration> {
        let alone = Flag::OF_96.map(|flag| Configuration::default().choosing(flag));
        [Configuration::default()]
            .into_iter()
            .chain(alone)
            .chain([Configuration::everything()])
            .collect()
    }

    /// Returns the configuration of all flags of the 96 configurations except `fg1`, which excludes
    /// `fg8`.
    pub fn everything() -> Configuration {
        // `fg8` takes the place of `fg1`.
        let choose = |options: Configuration, flag| options.choosing(flag);
        Flag::OF_96.into_iter().fold(Configuration::default(), choose)
    }

    /// Returns the configuration with a flag added. Returns `None` if the flag is already on or
    /// excluded by another flag, so that one of the others would be off.
    pub fn with(&self, flag: Flag) -> Option<Configuration> {
        let with = self.choosing(flag);
        let keeps_all = self.flags().all(|other| with.is_on(other));
        (keeps_all && !self.is_on(flag)).then_some(with)
    }

    /// Returns the configuration with a flag in place of those that exclude it.
    pub fn choosing(&self, flag: Flag) -> Configuration {
        let mut chosen = self.clone();
        (flag.row().turn_on)(&mut chosen);
        chosen
    }

    /// Returns the flag of a choice that is on. `None` means the default.
    pub fn flag(&self, choice: Choice) -> Option<Flag> {
        choice.flags().iter().copied().find(|flag| self.is_on(*flag))
    }

    /// Returns the configuration without the given flag.
    pub fn without(&self, flag: Flag) -> Configuration {
        let mut without = self.clone();
        if self.is_on(flag) {
            (flag.choice().row().reset)(&mut without);
        }
        without
    }

    /// Returns the configuration with other scalar passes.
    pub fn with_passes(&self, passes: PassOrder) -> Configuration {
        Configuration { passes, ..self.clone() }
    }

    /// Returns the configuration with another order of LLVM's passes.
    pub fn with_llvm(&self, llvm: LlvmOrder) -> Configuration {
        Configuration { llvm, ..self.clone() }
    }

    /// Returns the flags that are on, in the order of [`FLAGS`].
    pub fn flags(&self) -> impl Iterator<Item = Flag> + '_ {
        Flag::every().filter(|flag| self.is_on(*flag))
    }

    /// Returns whether a flag is on.
    pub fn is_on(&self, flag: Flag) -> bool {
        (flag.row().is_on)(self)
    }
}

/// Returns the flag with a name.
fn flag_of_name(name: &str) -> Result<Flag, ConfigurationError> {
    Flag::of_name(name).ok_or_else(|| {
        let prefix = |flag: Flag| {
            name.split_once('=').is_some_and(|(choice, _)| {
                flag.name().split_once('=').is_some_and(|(other, _)| other == choice)
            })
        };
        match Flag::every().find(|flag| prefix(*flag)) {
            Some(flag) => ConfigurationError::UnknownValue(flag.choice(), name.to_string()),
            None => ConfigurationError::Unknown(name.to_string()),
        }
    })
}

impl fmt::Display for Configuration {
    /// Writes the configuration as `--opts` takes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.clone().into();
        f.write_str(if names.is_empty() { "none" } else { "" })?;
        f.write_str(&names.join(","))
    }
}

impl From<Configuration> for Vec<String> {
    /// Returns the names of the flags, and elements with the passes if there are any.
    fn from(options: Configuration) -> Vec<String> {
        let flags = options.flags().map(|flag| flag.name().to_string());
        flags.chain(options.passes.part()).chain(options.llvm.part()).collect()
    }
}

impl TryFrom<Vec<String>> for Configuration {
    type Error = ConfigurationError;

    fn try_from(names: Vec<String>) -> Result<Configuration, ConfigurationError> {
        Configuration::parse(&names.join(","))
    }
}

#[cfg(test)]
mod tests;
