//! The optimisation flags, and their combinations: the configurations that a study compares.
//!
//! `{off, fg1, fg8} × sg × wg × coop-cv × oitergb × sz256` are 96 configurations: the baseline and
//! 95 others ("One Size Doesn't Fit All", section V-E). Further flags are not part of the 96: they
//! choose how kernels visit edges ([`Flag::visits`]), how the selected nodes are kept
//! ([`Flag::FRONTIERS`]), whether worklists have duplicates ([`Flag::DEDUP`]), how kernels count
//! ([`Flag::COUNTS`]), how many bits edge ids ([`Flag::WIDE_EDGES`]) and state ([`Flag::NARROW`])
//! have, whether local memory caches state ([`Flag::HUBS`]), how much of `main` becomes one kernel
//! ([`Flag::PERSISTENT`]), how wide outlined loops are ([`Flag::GRIDS`]), and whether work-items
//! repeat iterations ([`Flag::ASYNC`]). A configuration may also have an order of [scalar
//! passes](ScalarPass), and an order of [LLVM's passes](LlvmPass).

mod covering;
mod llvm;
mod order;
mod scalar;

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

pub use llvm::{LlvmOrder, LlvmPass};
pub use order::{Order, PassKind};
pub use scalar::{PassOrder, ScalarPass};

/// An optimisation flag, which is either on or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// Nested parallelism: the workgroup processes nodes of high degree together.
    Wg,
    /// Nested parallelism: a subgroup processes nodes of medium degree together.
    Sg,
    /// Nested parallelism: the remaining edges are linearised, and each work-item takes one per
    /// round.
    Fg1,
    /// Nested parallelism: the remaining edges are linearised, and each work-item takes eight per
    /// round.
    Fg8,
    /// Cooperative conversion: a workgroup combines its pushes and its reductions.
    CoopCv,
    /// Iteration outlining: loops of kernels become one kernel with a grid barrier.
    Oitergb,
    /// Workgroups have 256 work-items instead of 128.
    Sz256,
    /// Order of visits: each source visits its outgoing edges.
    Push,
    /// Order of visits: each destination visits its incoming edges.
    Pull,
    /// Order of visits: by edge, with both ends from lists.
    Edge,
    /// Order of visits: by edge, with a search for its source.
    StructEdge,
    /// Order of visits: by edge, ordered by destination, with both ends from lists.
    RevEdge,
    /// Order of visits: by edge, ordered by destination, with a search for its destination.
    RevStructEdge,
    /// Virtual warps of 2 work-items share the edges of a node.
    Vwarp2,
    /// Virtual warps of 4 work-items.
    Vwarp4,
    /// Virtual warps of 8 work-items.
    Vwarp8,
    /// Virtual warps of 16 work-items.
    Vwarp16,
    /// Virtual warps of 32 work-items.
    Vwarp32,
    /// Virtual warps of 64 work-items.
    Vwarp64,
    /// Each workgroup gets an equal share of the nodes and edges, in the order of a merge path.
    Merge,
    /// Nodes with many edges are on lists, and a subgroup or a workgroup has each of them.
    Classes,
    /// Selected nodes are kept as a mask: a number for each node.
    Mask,
    /// Selected nodes are kept as a bitmap: a bit for each node.
    Bitmap,
    /// Selected nodes are kept as a list: the items of a worklist.
    List,
    /// Each work-item reduces into a local, and executes one atomic at the end of the kernel.
    CountWi,
    /// Each subgroup combines the values of its work-items, and executes one atomic.
    CountSg,
    /// Each workgroup combines the values of its work-items, and executes one atomic.
    CountWg,
    /// Pushes of nodes that the next frontier already has are dropped.
    Dedup,
    /// A model chooses the order, the virtual warp and the frontier in each round.
    Adaptive,
    /// The ids and the number of edges have 64 bits.
    WideEdges,
    /// Iteration outlining of whole runs of statements of `main`: kernels outside of loops, too.
    Persistent,
    /// Repetition within a launch: a work-item repeats its iterations until one sweep over them has
    /// changed nothing.
    Async1,
    /// Repetition within a launch: the same, until eight sweeps have changed nothing.
    Async8,
    /// Repetition within a launch: the same, until 64 sweeps have changed nothing.
    Async64,
    /// State has 8 or 16 bits in memory where its values are proven to fit.
    Narrow,
    /// Workgroups keep the state of the first nodes in local memory.
    Hubs,
    /// Outlined loops have 2 workgroups for each compute unit of a GPU.
    Grid2,
    /// Outlined loops have 4 workgroups for each compute unit.
    Grid4,
    /// Outlined loops have 8 workgroups for each compute unit.
    Grid8,
    /// Outlined loops have 16 workgroups for each compute unit.
    Grid16,
}

impl Flag {
    /// The flags of the 96 configurations with their names in `--opts`, in the order of the
    /// documentation.
    pub const ALL: [(&'static str, Flag); 7] = [
        ("wg", Flag::Wg),
        ("sg", Flag::Sg),
        ("fg1", Flag::Fg1),
        ("fg8", Flag::Fg8),
        ("coop-cv", Flag::CoopCv),
        ("oitergb", Flag::Oitergb),
        ("sz256", Flag::Sz256),
    ];

    /// The flags that choose the order in which kernels visit edges, with their names in `--opts`.
    /// They exclude each other, and they are not part of the 96 configurations.
    pub const ORDERS: [(&'static str, Flag); 6] = [
        ("push", Flag::Push),
        ("pull", Flag::Pull),
        ("edge", Flag::Edge),
        ("struct-edge", Flag::StructEdge),
        ("rev-edge", Flag::RevEdge),
        ("rev-struct-edge", Flag::RevStructEdge),
    ];

    /// The flags for virtual warps, with their names in `--opts`. They exclude each other and the
    /// orders by edge, and they are not part of the 96 configurations.
    pub const WARPS: [(&'static str, Flag); 6] = [
        ("vwarp2", Flag::Vwarp2),
        ("vwarp4", Flag::Vwarp4),
        ("vwarp8", Flag::Vwarp8),
        ("vwarp16", Flag::Vwarp16),
        ("vwarp32", Flag::Vwarp32),
        ("vwarp64", Flag::Vwarp64),
    ];

    /// The flag that gives each workgroup an equal share of the nodes and edges, with its name in
    /// `--opts`. It excludes virtual warps, the orders by edge and lists, and it is not part of the
    /// 96 configurations.
    pub const MERGE: (&'static str, Flag) = ("merge", Flag::Merge);

    /// The flag that divides loops by the degree of their nodes, with its name in `--opts`. It
    /// excludes virtual warps, the orders by edge, shares of the merge path and models, and it is
    /// not part of the 96 configurations.
    pub const CLASSES: (&'static str, Flag) = ("classes", Flag::Classes);

    /// The flags that choose how the nodes that a kernel selects are kept, with their names in
    /// `--opts`. They exclude each other, and they are not part of the 96 configurations.
    pub const FRONTIERS: [(&'static str, Flag); 3] =
        [("mask", Flag::Mask), ("bitmap", Flag::Bitmap), ("list", Flag::List)];

    /// The flags that choose which work-items combine their values before they reduce into a
    /// global, with their names in `--opts`. They exclude each other, and they are not part of the
    /// 96 configurations.
    pub const COUNTS: [(&'static str, Flag); 3] =
        [("count-wi", Flag::CountWi), ("count-sg", Flag::CountSg), ("count-wg", Flag::CountWg)];

    /// The flag that drops pushes of nodes that a worklist already has, with its name in `--opts`.
    /// It is not part of the 96 configurations.
    pub const DEDUP: (&'static str, Flag) = ("dedup", Flag::Dedup);

    /// The flag that lets a [model](crate::model) choose, with its name in `--opts`. It excludes
    /// the orders, the virtual warps and the frontiers, and it is not part of the 96
    /// configurations.
    pub const ADAPTIVE: (&'static str, Flag) = ("adaptive", Flag::Adaptive);

    /// The flag for graphs with more than 2³² edges, with its name in `--opts`. It is not part of
    /// the 96 configurations. A run on such a graph compiles with it.
    pub const WIDE_EDGES: (&'static str, Flag) = ("wide-edges", Flag::WideEdges);

    /// The flag that turns as much of `main` as possible into one kernel, with its name in
    /// `--opts`. It is not part of the 96 configurations.
    pub const PERSISTENT: (&'static str, Flag) = ("persistent", Flag::Persistent);

    /// The flags that set the number of workgroups of outlined loops, with their names in `--opts`.
    /// They exclude each other, and they are not part of the 96 configurations.
    pub const GRIDS: [(&'static str, Flag); 4] = [
        ("grid2", Flag::Grid2),
        ("grid4", Flag::Grid4),
        ("grid8", Flag::Grid8),
        ("grid16", Flag::Grid16),
    ];

    /// The flags that let work-items repeat iterations, with their names in `--opts`. They
    /// exclude each other and [`Flag::DEDUP`], because an item that runs again at once is not on the
    /// next frontier. They are not part of the 96 configurations.
    pub const ASYNC: [(&'static str, Flag); 3] =
        [("async1", Flag::Async1), ("async8", Flag::Async8), ("async64", Flag::Async64)];

    /// The flag that stores state in fewer bits where its values fit, with its name in `--opts`. It
    /// is not part of the 96 configurations.
    pub const NARROW: (&'static str, Flag) = ("narrow", Flag::Narrow);

    /// The flag that keeps the state of the first nodes in local memory, with its name in `--opts`.
    /// It is not part of the 96 configurations.
    pub const HUBS: (&'static str, Flag) = ("hubs", Flag::Hubs);

    /// Returns every flag with its name in `--opts`.
    pub fn every() -> impl Iterator<Item = (&'static str, Flag)> {
        let further = Self::visits().chain([Self::CLASSES]).chain(Self::FRONTIERS);
        let data = [Self::WIDE_EDGES, Self::NARROW, Self::HUBS];
        let last = [Self::DEDUP, Self::ADAPTIVE].into_iter().chain(data).chain([Self::PERSISTENT]);
        let counts = Self::COUNTS.into_iter().chain(last);
        Self::ALL.into_iter().chain(further).chain(counts).chain(Self::ASYNC).chain(Self::GRIDS)
    }

    /// Returns the flags that choose how a kernel visits edges, with their names in `--opts`: the
    /// orders, the virtual warps and the merge path.
    pub fn visits() -> impl Iterator<Item = (&'static str, Flag)> {
        Self::ORDERS.into_iter().chain(Self::WARPS).chain([Self::MERGE])
    }

    /// Returns the name of the flag in `--opts`.
    pub fn name(self) -> &'static str {
        Self::every().find(|(_, flag)| *flag == self).map_or("", |(name, _)| name)
    }

    /// Returns whether two flags exclude each other, because they are values of one choice.
    pub fn excludes(self, other: Flag) -> bool {
        let is_order = |flag| Self::ORDERS.iter().any(|(_, order)| *order == flag);
        let is_share = |flag| matches!(flag, Flag::Fg1 | Flag::Fg8);
        let is_warp = |flag| {
            let is_alone = matches!(flag, Flag::Merge | Flag::Classes);
            is_alone || Self::WARPS.iter().any(|(_, warp)| *warp == flag)
        };
        let is_frontier = |flag| Self::FRONTIERS.iter().any(|(_, frontier)| *frontier == flag);
        let is_count = |flag| Self::COUNTS.iter().any(|(_, count)| *count == flag);
        let is_grid = |flag| Self::GRIDS.iter().any(|(_, grid)| *grid == flag);
        let is_async = |flag| Self::ASYNC.iter().any(|(_, count)| *count == flag);
        let is_by_edge = |flag| is_order(flag) && !matches!(flag, Flag::Push | Flag::Pull);
        let is_chosen = |flag| is_order(flag) || is_warp(flag) || is_frontier(flag);
        let both = |is: &dyn Fn(Flag) -> bool| is(self) && is(other);
        let is_adaptive = |flag| flag == Flag::Adaptive;
        self != other
            && (both(&is_share)
                || both(&is_order)
                || both(&is_warp)
                || both(&is_frontier)
                || both(&is_count)
                || both(&is_async)
                || both(&is_grid)
                || is_async(self) && other == Flag::Dedup
                || self == Flag::Dedup && is_async(other)
                || is_adaptive(self) && is_chosen(other)
                || is_chosen(self) && is_adaptive(other)
                || is_warp(self) && is_by_edge(other)
                || is_by_edge(self) && is_warp(other)
                || self == Flag::Merge && other == Flag::List
                || self == Flag::List && other == Flag::Merge)
    }
}

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
