//! Strategies: other orders in which a kernel visits the edges of the graph.
//!
//! A program says what happens at an edge, usually in a loop over the outgoing edges of active
//! nodes. Which order is fastest depends on the graph, on how many nodes are active, and on the
//! chip. This pass derives the orders of Verstraaten's thesis ("Analysis and Prediction of GPU
//! Graph Algorithm Performance", section 4.2) from one program:
//!
//! | flag | one iteration | its edges |
//! | --- | --- | --- |
//! | `push` | a source | its outgoing edges |
//! | `pull` | a destination | its incoming edges |
//! | `edge` | an edge | itself, with both ends from lists |
//! | `struct-edge` | an edge | itself, with a search for its source in the offsets |
//! | `rev-edge`, `rev-struct-edge` | an edge, ordered by destination | as above |
//!
//! Virtual warps (`vwarp2` to `vwarp64`; Hong, Kim, Oguntebi and Olukotun, "Accelerating CUDA graph
//! algorithms at maximum warp", PPoPP 2011) share the edges of a node among their work-items. This
//! pass tests whether that is possible, and [`distribute`](super::distribute) does it.
//!
//! The flags `mask`, `bitmap` and `list` choose how selected nodes are [kept](frontier).
//!
//! It applies to [edge maps](edge_map): loops over nodes that visit the edges of each node in one
//! place. All orders visit the same edges with the same values; the loops of the language leave
//! their order open:
//!
//! * **Paths.** What an iteration does before its visits could run for all nodes before the first
//!   visit, because iterations run concurrently. If it only tests conditions that no visit changes,
//!   each visit tests them itself. Otherwise, a [selecting kernel](select) runs all paths first, and
//!   keeps how often each node has visits, and the values that visits need.
//! * **Ends.** What an iteration does after its visits could run after the last visit of all nodes.
//!   A further kernel does it. Values that visits combine are kept in memory until then.
//!
//! A pull can end early: if the visits of a node change something only under a condition on the
//! node, such as `v.level == MAX`, and if only these visits change the condition, then no edge
//! matters after it became false.
//!
//! Before and after `pull`, in the IR's text:
//!
//! ```text
//! forall parallel u: node in nodes {           forall parallel to: node in nodes {
//!   if (level~?[u] == depth) {                   if (level~?[to] == 4294967295u32) {
//!     forall serial e: edge in out? u {            for i: edge = @in_offsets?[to] to … {
//!       let v: node = @targets?[e]                   let e: edge = @in_edges?[i]
//!       if (level~?[v] == 4294967295u32) {           let u: node = @sources?[e]
//!         level~?[v] = (depth + 1u32)                if (visit_selected~?[u] != 0u32) {
//!       }                                              if (level~?[to] == 4294967295u32) {
//!     }                                                  level~?[to] = (depth + 1u32)
//!   }                                                  }
//! }                                                  }
//!                                                    if not((level~?[to] == 4294967295u32)) {
//!                                                      break
//!                                                    } … } } }
//! ```

mod edge_map;
mod frontier;
mod order;
mod select;
mod simplify;

pub use edge_map::{Direction, EdgeMap};
pub use frontier::Frontier;
use select::Selection;

use crate::ir::visit::walk_stmts;
use crate::ir::*;
use crate::options::{Flag, Options};
use crate::remarks::Remarks;

/// An order in which a kernel visits edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// By source: one iteration for each source.
    Push,
    /// By destination: one iteration for each destination.
    Pull,
    /// One iteration for each edge, in the order of their ids. The ends are in lists.
    Edge,
    /// As [`Edge`](Strategy::Edge); a search in the offsets finds the source.
    StructEdge,
    /// One iteration for each edge, ordered by destination. The ends are in lists.
    RevEdge,
    /// As [`RevEdge`](Strategy::RevEdge); a search in the offsets finds the destination.
    RevStructEdge,
}

impl Strategy {
    /// The flags, each with its strategy.
    pub const FLAGS: [(Flag, Strategy); 6] = [
        (Flag::Push, Strategy::Push),
        (Flag::Pull, Strategy::Pull),
        (Flag::Edge, Strategy::Edge),
        (Flag::StructEdge, Strategy::StructEdge),
        (Flag::RevEdge, Strategy::RevEdge),
        (Flag::RevStructEdge, Strategy::RevStructEdge),
    ];

    /// Returns the strategy that the options select, with its flag.
    pub fn of(options: &Options) -> Option<(Flag, Strategy)> {
        Self::FLAGS.into_iter().find(|(flag, _)| options.is_on(*flag))
    }

    /// Returns the order that edge maps in a direction have in the program.
    fn own(direction: Direction) -> Strategy {
        match direction {
            Direction::Out => Strategy::Push,
            Direction::In => Strategy::Pull,
        }
    }

    /// What a loop becomes, in the words of a remark.
    fn effect(self) -> &'static str {
        match self {
            Strategy::Push => "each source visits its outgoing edges",
            Strategy::Pull => "each destination visits its incoming edges",
            Strategy::Edge => "each edge is an iteration, with both ends from lists",
            Strategy::StructEdge => "each edge is an iteration, which searches its source",
            Strategy::RevEdge => {
                "each edge is an iteration, ordered by destination, with both ends from lists"
            }
            Strategy::RevStructEdge => {
                "each edge is an iteration, ordered by destination, which it searches"
            }
        }
    }
}

/// Returns the flag of virtual warps that is on, with their number of work-items.
fn virtual_warp(options: &Options) -> Option<(Flag, u32)> {
    let mut widths = (1..).map(|power| 1 << power).zip(Flag::WARPS);
    widths.find(|(_, (_, flag))| options.is_on(*flag)).map(|(lanes, (_, flag))| (flag, lanes))
}

/// Lets every edge map of a module visit its edges in the order, with the virtual warps, and with
/// the representation of selected nodes that the options choose.
pub fn change_order(module: &mut Module, options: &Options, remarks: &mut Remarks) {
    let (order, warp) = (Strategy::of(options), virtual_warp(options));
    let change = Change { order, warp, frontier: Frontier::of(options) };
    for id in (0..module.kernels.len() as u32).map(KernelId) {
        let kernel = &module.kernels[id.index()];
        match EdgeMap::of(module, kernel) {
            Ok(map) => change.apply(module, id, &map, remarks),
            Err(reason) if visits_edges(kernel) => {
                let origin = kernel.body.last().map(|stmt| stmt.origin).unwrap_or_default();
                for flag in change.flags() {
                    remarks.missed(flag, &kernel.name, origin, reason);
                }
            }
            Err(_) => {}
        }
    }
}

/// The change that the options select.
struct Change {
    order: Option<(Flag, Strategy)>,
    warp: Option<(Flag, u32)>,
    frontier: Option<(Flag, Frontier)>,
}

impl Change {
    fn flags(&self) -> impl Iterator<Item = Flag> {
        let (order, warp) = (self.order.map(|(flag, _)| flag), self.warp.map(|(flag, _)| flag));
        order.into_iter().chain(warp).chain(self.frontier.map(|(flag, _)| flag))
    }

    /// Returns the representation that the options select, if the edge map allows it.
    fn frontier(
        &self,
        (name, map): (&str, &EdgeMap),
        order: Strategy,
        remarks: &mut Remarks,
    ) -> Option<Frontier> {
        let (flag, frontier) = self.frontier?;
        match frontier.obstacle(map, order) {
            Some(reason) => {
                remarks.missed(flag, name, map.origin, reason);
                None
            }
            None => {
                remarks.applied(flag, name, map.origin, frontier.effect());
                Some(frontier)
            }
        }
    }

    fn apply(&self, module: &mut Module, id: KernelId, map: &EdgeMap, remarks: &mut Remarks) {
        let (name, origin) = (module.kernels[id.index()].name.clone(), map.origin);
        let own = Strategy::own(map.direction);
        let order = self.order.map_or(own, |(_, strategy)| strategy);
        if let Some((flag, _)) = self.order.filter(|_| order == own) {
            remarks.missed(flag, &name, origin, "the loop already has this order");
        }
        let lanes = self.warp.map_or(1, |(_, lanes)| lanes);
        let shares = |how: &str| format!("{lanes} work-items share the edges of a node{how}");
        let frontier = self.frontier((&name, map), order, remarks);
        let is_direct = frontier.is_none() && map.is_path_repeatable() && map.only_visits();
        if order == own && frontier.is_none() && (lanes == 1 || is_direct) {
            module.kernels[id.index()].lanes = lanes;
            if let Some((flag, _)) = self.warp {
                remarks.applied(flag, &name, origin, shares(""));
            }
            return;
        }
        let is_direct = is_direct && map.nodes == Domain::Nodes;
        let frontier = frontier.unwrap_or(Frontier::Mask);
        let add = match order == own && lanes == 1 {
            true => Selection::add_paths,
            false => Selection::add,
        };
        let selection = (!is_direct).then(|| add(module, id, map, frontier));
        let how = if is_direct { "" } else { ", for nodes that a first kernel selects" };
        if let Some((flag, _)) = self.order.filter(|_| order != own) {
            remarks.applied(flag, &name, origin, format!("{}{how}", order.effect()));
        }
        if let Some((flag, _)) = self.warp {
            remarks.applied(flag, &name, origin, shares(how));
        }
        let kernel = &mut module.kernels[id.index()];
        kernel.lanes = lanes;
        order::reorder(kernel, map, order, selection.as_ref());
        if let Some(selection) = selection {
            selection.launch(&mut module.main, id, map);
        }
    }
}

/// Whether a kernel visits the edges of nodes.
fn visits_edges(kernel: &Kernel) -> bool {
    let mut found = false;
    walk_stmts(&kernel.body, &mut |stmt| {
        found |= match &stmt.kind {
            StmtKind::ForAll { domain, .. } => *domain == Domain::Edges || domain.row().is_some(),
            StmtKind::For { start, .. } => matches!(start.kind, ExprKind::Graph(..)),
            _ => false,
        };
    });
    found
}
