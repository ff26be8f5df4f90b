//! Workload models: how much memory the variants of a kernel access on a graph.
//!
//! A kernel that is an [edge map](crate::passes::orders) can visit its edges in several orders,
//! and with virtual warps. Which variant is fastest depends on the degrees of the graph. This module
//! counts the memory accesses of each variant from the IR and the degrees, without a device, and
//! estimates the relative cost of the variants from the counts.
//!
//! The counts are those of one execution of the kernel over all nodes and edges in which every
//! condition holds and every path is taken, so they are an upper bound. A kernel over a worklist
//! has one item per node. The model counts what the passes `orders`, `access`, `bounds` and
//! `incoming` leave, for example a plain store in place of an atomic.
//!
//! | count | meaning |
//! | --- | --- |
//! | coalesced | neighbouring work-items of a subgroup access neighbouring elements |
//! | scattered | they access elements without a known relation |
//! | atomics | atomic operations, with those of worklists |
//! | writes | those of the coalesced and scattered accesses that write |
//! | useful share | part of the rounds of the work-items that run an iteration of the inner loop |
//!
//! Accesses to the same element by all work-items, such as reads of a global, are not counted.
//!
//! The cost is the number of sectors of [`SECTOR_BYTES`] bytes that the requests of subgroups move:
//! 4 for 32 neighbouring elements of 4 bytes, and 32 for scattered ones. An atomic costs a scattered
//! read and a scattered write. The cost of a request is at least that of a coalesced one, so a round
//! in which most work-items are idle is expensive.
//!
//! Source: Verstraaten, "Analysis and Prediction of GPU Graph Algorithm Performance" (thesis),
//! sections 6.1 (counts) and 6.2 (divergence and coalescing). The limits are those that the thesis
//! finds: the model has no caches, no contention of atomics and no latencies.

mod count;
mod degrees;
pub mod executed;
mod pattern;

use std::collections::BTreeSet;

use serde::Serialize;

pub use degrees::Degrees;
use degrees::{Rounds, Rows};
use pattern::Pattern;

use crate::configuration::{Choice, Configuration, Flag, Sharing};
use crate::ir::repeats::Sets;
use crate::ir::visit::walk_host;
use crate::ir::*;
use crate::passes::orders::{Choices, EdgeMap, Fit, change_order_of, choices};
use crate::passes::{access, bounds, incoming, merge};
use crate::remarks::Remarks;

/// Number of work-items of a subgroup.
pub const SUBGROUP: usize = 32;
/// Size of a sector, the smallest part of memory that a request moves, in bytes.
pub const SECTOR_BYTES: u64 = 32;

/// The workload of the variants of a kernel.
#[derive(Debug, Clone, PartialEq)]
pub struct Workload {
    /// The kernel.
    pub kernel: KernelId,
    /// Where the loop of the kernel stands in the source.
    pub origin: Origin,
    /// The variants, the cheapest first. If the kernel has only the order of the program, the
    /// reason.
    pub variants: Result<Vec<Variant>, &'static str>,
}

/// The workload of a kernel in one order, together with the kernels that this order adds.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// The flags that select the variant. No flags select the order of the program.
    pub options: Configuration,
    /// The accesses and the cost.
    pub counts: Counts,
}

/// Counts of memory accesses.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Counts {
    /// Number of accesses in which neighbouring work-items access neighbouring elements.
    pub coalesced: u64,
    /// Number of other accesses, without atomics.
    pub scattered: u64,
    /// Number of atomic operations.
    pub atomics: u64,
    /// Number of coalesced and scattered accesses that write.
    pub writes: u64,
    /// Number of iterations of loops over the edges of a node.
    pub iterations: u64,
    /// Number of iterations of these loops that would fit in the rounds of the subgroups.
    pub slots: u64,
    /// The cost in sectors.
    pub sectors: u64,
    /// The parts of the counts that are estimates.
    pub estimates: BTreeSet<Estimate>,
}

/// A part of the counts that the degrees do not determine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Estimate {
    /// A loop over the edges of another node, or within another loop over edges, has as many
    /// iterations as the mean degree.
    MeanDegree,
    /// A loop with an unknown number of iterations has one iteration.
    OneIteration,
}

impl Estimate {
    /// The estimate in words, as a sentence without a full stop.
    pub fn words(self) -> &'static str {
        match self {
            Estimate::MeanDegree => "a loop over the edges of another node counts the mean degree",
            Estimate::OneIteration => "a loop of unknown length counts as one iteration",
        }
    }
}

impl Counts {
    /// Part of the iterations of inner loops that would fit in the rounds and that are not idle,
    /// from 0 to 1; 1 without inner loops.
    pub fn useful_share(&self) -> f64 {
        if self.slots == 0 { 1.0 } else { self.iterations as f64 / self.slots as f64 }
    }

    /// Adds an access in each iteration.
    fn access(&mut self, rounds: &Rounds, pattern: Pattern, size: u64) {
        let column = match pattern {
            Pattern::Uniform => return,
            _ if pattern.is_coalesced() => &mut self.coalesced,
            _ => &mut self.scattered,
        };
        *column = column.saturating_add(rounds.iterations());
        self.cost(rounds, pattern, size);
    }

    /// Adds an access that writes.
    fn write(&mut self, rounds: &Rounds, pattern: Pattern, size: u64) {
        if pattern != Pattern::Uniform {
            self.writes = self.writes.saturating_add(rounds.iterations());
        }
        self.access(rounds, pattern, size);
    }

    /// Adds an atomic operation.
    fn atomic(&mut self, rounds: &Rounds) {
        self.atomics = self.atomics.saturating_add(rounds.iterations());
        let read_and_write = rounds.times(2);
        self.cost(&read_and_write, Pattern::Scattered, SECTOR_BYTES);
    }

    fn cost(&mut self, rounds: &Rounds, pattern: Pattern, size: u64) {
        let sectors = rounds.sectors(|count| pattern.sectors(count, size));
        self.sectors = self.sectors.saturating_add(sectors);
    }
}

/// Computes the workload of every kernel of a lowered module that visits edges of nodes, in all its
/// variants.
pub fn of(lowered: &Module, degrees: Degrees<'_>) -> Vec<Workload> {
    let mut rows = Rows::new(degrees);
    let sets = Sets::of(lowered);
    let workload = |choices: Choices| {
        let Choices { kernel, origin, flags } = choices;
        let variants = flags.map(|flags| {
            let counted = |options| variant(lowered, (kernel, &sets), options, &mut rows);
            let mut variants: Vec<Variant> =
                configurations(&flags).into_iter().map(counted).collect();
            variants.sort_by_key(|variant| variant.counts.sectors);
            variants
        });
        Workload { kernel, origin, variants }
    };
    choices(lowered).into_iter().map(workload).collect()
}

/// The configurations that differ for a kernel: of orders and virtual warps or the merge path, and of
/// orders and frontiers.
fn configurations(flags: &[(Flag, Fit)]) -> Vec<Configuration> {
    let of = |choice: Choice| flags.iter().filter(move |(flag, _)| flag.choice() == choice);
    let frontiers = of(Choice::Frontier).filter(|(_, fit)| *fit == Fit::Selected);
    let frontiers: Vec<Flag> = frontiers.map(|(flag, _)| *flag).collect();
    let orders = of(Choice::Order).filter(|(_, fit)| *fit != Fit::AsWritten);
    let orders = [None].into_iter().chain(orders.map(|(order, _)| Some(*order)));
    let of_order = |order: Option<Flag>| {
        let own = Configuration::of_flags(order).unwrap_or_default();
        // A list keeps the order of the program, and the other orders have a mask without a flag.
        let is_different = |frontier: &Flag| order.is_none() || *frontier == Flag::Bitmap;
        let frontiers = frontiers.iter().copied().filter(is_different);
        let further = of(Choice::Sharing).map(|(flag, _)| *flag).chain(frontiers);
        let further: Vec<Configuration> = further.filter_map(|flag| own.with(flag)).collect();
        [vec![own], further].concat()
    };
    orders.flat_map(of_order).collect()
}

/// Counts the accesses of one variant of a kernel.
fn variant(
    lowered: &Module,
    (id, sets): (KernelId, &Sets),
    options: Configuration,
    rows: &mut Rows<'_>,
) -> Variant {
    let mut module = lowered.clone();
    change_order_of(&mut module, id, (&options, sets), &mut Remarks::default());
    access::prove_access(&mut module);
    bounds::prove_bounds(&mut module);
    incoming::read_in_sources(&mut module);
    let mut counts = Counts::default();
    let added = lowered.arrays.len();
    let kernel = &module.kernels[id.index()];
    let map = EdgeMap::of(&module, kernel, sets)
        .ok()
        .filter(|_| options.sharing() == Some(Sharing::Merge));
    let of_share = map.map(|map| match merge::coalesces(&kernel.locals, &map) {
        true => Pattern::Neighbouring,
        false => Pattern::Scattered,
    });
    let more = module.kernels[lowered.kernels.len()..].iter().map(|kernel| (kernel, None));
    for kernel in [(kernel, of_share)].into_iter().chain(more) {
        count::count(&module, kernel, added, rows, &mut counts);
    }
    let mut filled = BTreeSet::new();
    walk_host(&module.main.body, &mut |stmt| match stmt {
        HostStmt::Act(Action::Fill(array, _)) if array.index() >= added => {
            filled.insert(*array);
        }
        _ => {}
    });
    for array in filled {
        let array = &module.arrays[array.index()];
        // An array with a length is a bitmap.
        let per_word = if array.length.is_some() { u64::from(u32::BITS) } else { 1 };
        let elements = Rounds::of_work_items(rows.degrees.nodes().div_ceil(per_word));
        counts.write(&elements, Pattern::Neighbouring, array.element_size() as u64);
    }
    Variant { options, counts }
}
