//! Other orders in which a kernel visits the edges of the graph.
//!
//! A program says what happens at an edge, usually in a loop over the outgoing edges of active
//! nodes. Which order is fastest depends on the graph, on how many nodes are active, and on the
//! chip. This pass derives the orders of Verstraaten's thesis ("Analysis and Prediction of GPU
//! Graph Algorithm Performance", section 4.2) from one program:
//!
//! | flag | one iteration | its edges |
//! | --- | --- | --- |
//! | `order=push` | a source | its outgoing edges |
//! | `order=pull` | a destination | its incoming edges |
//! | `order=edge` | an edge | itself, with both ends from lists |
//! | `order=struct-edge` | an edge | itself, with a search for its source in the offsets |
//! | `order=rev-edge`, `order=rev-struct-edge` | an edge, ordered by destination | as above |
//!
//! Virtual warps (`vwarp=2` to `vwarp=64`; Hong, Kim, Oguntebi and Olukotun, "Accelerating CUDA graph
//! algorithms at maximum warp", PPoPP 2011) share the edges of a node among their work-items. This
//! pass tests whether that is possible, and [`distribute`](super::distribute) does it. In the same
//! way, this pass prepares kernels for shares of the [merge path](super::merge).
//!
//! The choice `frontier` says how selected nodes are [kept](frontier).
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
mod rewrite;
mod select;

pub use choices::{Choices, Fit, choices, of_visits};
pub use edge_map::{Direction, EdgeMap, PathPart};
use select::Selection;

use crate::configuration::{
    Choice, Configuration, EdgeOrder, Frontier, Lanes, NodeOrder, Sharing, VisitOrder,
};
use crate::ir::repeats::Sets;
use crate::ir::visit::walk_stmts;
use crate::ir::*;
use crate::passes::Settings;
use crate::remarks::Remarks;

impl VisitOrder {
    /// Returns the order that edge maps in a direction have in the program.
    fn own(direction: Direction) -> VisitOrder {
        VisitOrder::Nodes(match direction {
            Direction::Out => NodeOrder::Push,
            Direction::In => NodeOrder::Pull,
        })
    }

    /// What a loop becomes, in the words of a remark.
    fn effect(self) -> &'static str {
        match self {
            VisitOrder::Nodes(NodeOrder::Push) => "each source visits its outgoing edges",
            VisitOrder::Nodes(NodeOrder::Pull) => "each destination visits its incoming edges",
            VisitOrder::Edges(EdgeOrder::Edge) => {
                "each edge is an iteration, with both ends from lists"
            }
            VisitOrder::Edges(EdgeOrder::StructEdge) => {
                "each edge is an iteration, which searches its source"
            }
            VisitOrder::Edges(EdgeOrder::RevEdge) => {
                "each edge is an iteration, ordered by destination, with both ends from lists"
            }
            VisitOrder::Edges(EdgeOrder::RevStructEdge) => {
                "each edge is an iteration, ordered by destination, which it searches"
            }
        }
    }
}

/// Lets every edge map of a module visit its edges in the order, with the virtual warps, and with
/// the representation of selected nodes that the settings choose.
pub fn change_order(module: &mut Module, settings: &Settings<'_>, remarks: &mut Remarks) {
    let Settings { options, model } = *settings;
    let sets = Sets::of(module);
    if options.is_adaptive() {
        return adaptive::adapt(module, model, (options, &sets), remarks);
    }
    for id in (0..module.kernels.len() as u32).map(KernelId) {
        change_order_of(module, id, (options, &sets), remarks);
    }
}

/// Lets one kernel visit its edges in the order, and with the virtual warps, that the options
/// select, and prepares it for shares of the merge path, if it is an edge map. The kernels before and after it, if there are any, become the last
/// kernels of the module. `sets` are the worklists of the program on which repeated items change
/// nothing.
pub fn change_order_of(
    module: &mut Module,
    id: KernelId,
    (options, sets): (&Configuration, &Sets),
    remarks: &mut Remarks,
) {
    let change = Change::of(options);
    let kernel = &module.kernels[id.index()];
    match EdgeMap::of(module, kernel, sets) {
        Ok(map) => change.apply(module, id, &map, remarks),
        Err(reason) if visits_edges(kernel) => {
            let origin = kernel.body.last().map(|stmt| stmt.origin).unwrap_or_default();
            for choice in change.choices() {
                remarks.missed(choice, &kernel.name, origin, reason);
            }
        }
        Err(_) => {}
    }
}

/// The change that options select.
struct Change {
    order: Option<VisitOrder>,
    /// The number of work-items of virtual warps.
    warp: Option<Lanes>,
    /// Whether the workgroups get shares of the merge path.
    merge: bool,
    frontier: Option<Frontier>,
}

impl Change {
    fn of(options: &Configuration) -> Change {
        let (warp, merge) = match options.sharing() {
            Some(Sharing::VirtualWarp(lanes)) => (Some(lanes), false),
            Some(Sharing::Merge) => (None, true),
            // The pass `classes` divides the loop.
            Some(Sharing::Classes) | None => (None, false),
        };
        Change { order: options.order(), warp, merge, frontier: options.frontier() }
    }

    /// The choices with a value.
    fn choices(&self) -> impl Iterator<Item = Choice> {
        let shares = self.merge || self.warp.is_some();
        let chosen = [
            (self.order.is_some(), Choice::Order),
            (shares, Choice::Sharing),
            (self.frontier.is_some(), Choice::Frontier),
        ];
        chosen.into_iter().filter_map(|(is_on, choice)| is_on.then_some(choice))
    }

    /// The order in which an edge map visits its edges after the change.
    fn order_of(&self, map: &EdgeMap) -> VisitOrder {
        self.order.unwrap_or(VisitOrder::own(map.direction))
    }

    /// The representation of selected nodes, if the options choose one that the edge map allows.
    fn frontier_of(&self, map: &EdgeMap) -> Option<Frontier> {
        let frontier = self.frontier?;
        frontier.obstacle(map, self.order_of(map)).is_none().then_some(frontier)
    }

    /// How the change fits an edge map.
    fn fit(&self, map: &EdgeMap) -> Fit {
        let is_simple = map.is_path_repeatable() && map.only_visits();
        match (self.order_of(map) == VisitOrder::own(map.direction), self.warp) {
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
        self.order_of(map) == VisitOrder::own(map.direction) && self.warp.is_none()
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
        kernel.lanes = self.warp.map_or(1, |lanes| lanes as u32);
        if selection.is_some() || order != VisitOrder::own(map.direction) {
            rewrite::reorder(kernel, map, order, selection, !self.merge);
        }
    }

    fn apply(&self, module: &mut Module, id: KernelId, map: &EdgeMap, remarks: &mut Remarks) {
        let (name, origin) = (module.kernels[id.index()].name.clone(), map.origin);
        let (own, order, fit) = (VisitOrder::own(map.direction), self.order_of(map), self.fit(map));
        let how = if fit == Fit::Selected { ", for nodes that a first kernel selects" } else { "" };
        match self.order {
            Some(_) if order == own => {
                remarks.missed(Choice::Order, &name, origin, "the loop already has this order");
            }
            Some(_) => {
                remarks.applied(Choice::Order, &name, origin, format!("{}{how}", order.effect()));
            }
            None => {}
        }
        if let Some(frontier) = self.frontier {
            match frontier.obstacle(map, order) {
                Some(reason) => remarks.missed(Choice::Frontier, &name, origin, reason),
                None => remarks.applied(Choice::Frontier, &name, origin, frontier.effect()),
            }
        }
        if let Some(lanes) = self.warp {
            let shares = format!("{} work-items share the edges of a node{how}", lanes as u32);
            remarks.applied(Choice::Sharing, &name, origin, shares);
        }
        if self.merge && self.frontier_of(map) == Some(Frontier::List) {
            let reason = "the nodes of a list are not rows of a merge path";
            remarks.missed(Choice::Sharing, &name, origin, reason);
        } else if self.merge {
            let shares = format!("each workgroup gets an equal share of the nodes and edges{how}");
            remarks.applied(Choice::Sharing, &name, origin, shares);
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
