//! The orders, the virtual warps, the merge path and the frontiers that each kernel of a program can
//! have.

use super::{Change, EdgeMap, visits_edges};
use crate::configuration::{Choice, Configuration, Flag, Frontier, VisitOrder};
use crate::ir::repeats::Sets;
use crate::ir::*;

/// The orders, the virtual warps and the frontiers that a kernel can have.
#[derive(Debug, Clone, PartialEq)]
pub struct Choices {
    /// The kernel.
    pub kernel: KernelId,
    /// Where the loop of the kernel stands in the source.
    pub origin: Origin,
    /// For each flag of [`of_visits`], how it alone changes the kernel.
    /// If no flag applies, the reason.
    pub flags: Result<Vec<(Flag, Fit)>, &'static str>,
}

/// The flags that choose how a kernel visits edges, except for `classes`, which
/// [another pass](crate::passes::classes) implements.
pub fn of_visits() -> impl Iterator<Item = Flag> {
    let choices = [Choice::Order, Choice::Sharing, Choice::Frontier];
    choices.map(Choice::flags).concat().into_iter().filter(|flag| *flag != Flag::Classes)
}

/// How a flag for an order, a virtual warp or a frontier changes a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// The kernel does not change: the program already has this order.
    AsWritten,
    /// The kernel changes.
    Direct,
    /// The kernel changes, and another kernel selects the nodes whose edges it visits.
    Selected,
    /// The flag does not apply, for this reason.
    Impossible(&'static str),
}

/// Returns the choices for each kernel of a lowered module that visits edges of nodes, in the order
/// of the kernels.
pub fn choices(module: &Module) -> Vec<Choices> {
    let sets = Sets::of(module);
    let of_kernel = |(id, kernel): (u32, &Kernel)| {
        let map = EdgeMap::of(module, kernel, &sets);
        if map.is_err() && !visits_edges(kernel) {
            return None;
        }
        let origin = kernel.body.last().map(|stmt| stmt.origin).unwrap_or_default();
        let flags = map.map(|map| fits(&map));
        Some(Choices { kernel: KernelId(id), origin, flags })
    };
    (0..).zip(&module.kernels).filter_map(of_kernel).collect()
}

/// How each order, each virtual warp, the merge path and each frontier changes an edge map.
fn fits(map: &EdgeMap) -> Vec<(Flag, Fit)> {
    let fit = |flag| {
        let alone = Configuration::default().with(flag).unwrap_or_default();
        let obstacle = |frontier: Frontier| frontier.obstacle(map, VisitOrder::own(map.direction));
        match alone.frontier().map(obstacle) {
            Some(obstacle) => obstacle.map_or(Fit::Selected, Fit::Impossible),
            None => Change::of(&alone).fit(map),
        }
    };
    of_visits().map(|flag| (flag, fit(flag))).collect()
}
