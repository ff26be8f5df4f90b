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
//! pass tests whether that is possible, and [`distribute`](super::distribute) does it. In the same
//! way, this pass prepares kernels for shares of the [merge path](super::merge).
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

mod adaptive;
mod choices;
mod edge_map;
mod frontier;
mod order;
mod select;

pub use choices::{Choices, Fit, choices};
pub use edge_map::{Direction, EdgeMap, Step};
pub use frontier::Frontier;
use select::Selection;

use crate::ir::repeats::Sets;
use crate::ir::visit::walk_stmts;
use crate::ir::*;
use crate::options::{Flag, Options};
use crate::passes::Settings;
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

/// Returns a flag of virtual warps with their number of work-items, or `None` for another flag.
fn virtual_warp(flag: Flag) -> Option<(Flag, u32)> {
    let mut widths = (1..).map(|power| 1 << power).zip(Flag::WARPS);
    widths.find(|(_, (_, warp))| *warp == flag).map(|(lanes, _)| (flag, lanes))
}

/// Lets every edge map of a module visit its edges in the order, with the virtual warps, and with
/// the representation of selected nodes that the settings choose.
pub fn change_order(module: &mut Module, settings: &Settings<'_>, remarks: &mut Remarks) {
    let Settings { options, model } = *settings;
    let sets = Sets::of(module);
    if options.is_on(Flag::Adaptive) {
        adaptive::adapt(module, model, (options, &sets), remarks);
    } else {
        for id in (0..module.kernels.len() as u32).map(KernelId) {
            change_order_of(module, id, (options, &sets), remarks);
        }
    }
}

/// Lets one kernel visit its edges in the order, and with the virtual warps, that the options
/// select, and prepares it for shares of the merge path, if it is an edge map. The kernels before and after it, if there are any, become the last
/// kernels of the module. `sets` are the worklists of the program on which repeated items change
/// nothing.
pub fn change_order_of(
    module: &mut Module,
    id: KernelId,
    (options, sets): (&Options, &Sets),
    remarks: &mut Remarks,
) {
    let change = Change::of(options);
    let kernel = &module.kernels[id.index()];
    match EdgeMap::of(module, kernel, sets) {
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

/// The change that options select.
struct Change {
    order: Option<(Flag, Strategy)>,
    warp: Option<(Flag, u32)>,
    /// Whether the workgroups get shares of the merge path.
    merge: bool,
    frontier: Option<(Flag, Frontier)>,
}

impl Change {
    fn of(options: &Options) -> Change {
        let warp = options.flags().find_map(virtual_warp);
        let merge = options.is_on(Flag::Merge);
        Change { order: Strategy::of(options), warp, merge, frontier: Frontier::of(options) }
    }

    fn flags(&self) -> impl Iterator<Item = Flag> {
        let (order, warp) = (self.order.map(|(flag, _)| flag), self.warp.map(|(flag, _)| flag));
        let merge = self.merge.then_some(Flag::Merge);
        let frontier = self.frontier.map(|(flag, _)| flag);
        order.into_iter().chain(warp).chain(merge).chain(frontier)
    }

    /// The order in which an edge map visits its edges after the change.
    fn order_of(&self, map: &EdgeMap) -> Strategy {
        self.order.map_or(Strategy::own(map.direction), |(_, strategy)| strategy)
    }

    /// The representation of selected nodes, if the options choose one that the edge map allows.
    fn frontier_of(&self, map: &EdgeMap) -> Option<Frontier> {
        let (_, frontier) = self.frontier?;
        frontier.obstacle(map, self.order_of(map)).is_none().then_some(frontier)
    }

    /// How the change fits an edge map.
    fn fit(&self, map: &EdgeMap) -> Fit {
        let is_simple = map.is_path_repeatable() && map.only_visits();
        match (self.order_of(map) == Strategy::own(map.direction), self.warp) {
            _ if self.frontier_of(map).is_some() => Fit::Selected,
            (true, _) if self.merge && map.has_divisible_rows() => Fit::Direct,
            (true, _) if self.merge => Fit::Selected,
            (true, None) => Fit::AsWritten,
            (true, Some(_)) if is_simple => Fit::Direct,
            _ if is_simple && map.nodes == Domain::Nodes => Fit::Direct,
            _ => Fit::Selected,
        }
    }

    /// Whether the kernel that visits the edges of selected nodes also runs the ends.
    fn resumes(&self, map: &EdgeMap) -> bool {
        self.order_of(map) == Strategy::own(map.direction) && self.warp.is_none()
    }

    /// Adds the kernels around the visits of an edge map.
    fn select(&self, module: &mut Module, id: KernelId, map: &EdgeMap) -> Selection {
        let frontier = self.frontier_of(map).unwrap_or(Frontier::Mask);
        match self.resumes(map) {
            true => Selection::add_paths(module, id, map, frontier),
            false => Selection::add(module, id, map, frontier),
        }
    }

    /// Changes a kernel whose body is an edge map. With a selection, other kernels run its paths
    /// and ends.
    fn rewrite(&self, kernel: &mut Kernel, map: &EdgeMap, selection: Option<&Selection>) {
        let order = self.order_of(map);
        kernel.lanes = self.warp.map_or(1, |(_, lanes)| lanes);
        if selection.is_some() || order != Strategy::own(map.direction) {
            order::reorder(kernel, map, order, (selection, !self.merge));
        }
    }

    fn apply(&self, module: &mut Module, id: KernelId, map: &EdgeMap, remarks: &mut Remarks) {
        let (name, origin) = (module.kernels[id.index()].name.clone(), map.origin);
        let (own, order, fit) = (Strategy::own(map.direction), self.order_of(map), self.fit(map));
        let how = if fit == Fit::Selected { ", for nodes that a first kernel selects" } else { "" };
        match self.order {
            Some((flag, _)) if order == own => {
                remarks.missed(flag, &name, origin, "the loop already has this order");
            }
            Some((flag, _)) => {
                remarks.applied(flag, &name, origin, format!("{}{how}", order.effect()));
            }
            None => {}
        }
        if let Some((flag, frontier)) = self.frontier {
            match frontier.obstacle(map, order) {
                Some(reason) => remarks.missed(flag, &name, origin, reason),
                None => remarks.applied(flag, &name, origin, frontier.effect()),
            }
        }
        if let Some((flag, lanes)) = self.warp {
            let shares = format!("{lanes} work-items share the edges of a node{how}");
            remarks.applied(flag, &name, origin, shares);
        }
        if self.merge {
            let shares = format!("each workgroup gets an equal share of the nodes and edges{how}");
            remarks.applied(Flag::Merge, &name, origin, shares);
        }
        let selection = (fit == Fit::Selected).then(|| self.select(module, id, map));
        self.rewrite(&mut module.kernels[id.index()], map, selection.as_ref());
        if let Some(selection) = selection {
            selection.launch(&mut module.main, id);
        }
    }
}

/// Whether a kernel visits the edges of nodes.
pub fn visits_edges(kernel: &Kernel) -> bool {
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
