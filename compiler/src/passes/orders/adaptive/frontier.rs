//! The kernel that counts a frontier: the nodes whose edges the round visits, and these edges.

use super::super::edge_map::{Direction, EdgeMap};
use super::super::frontier::Selected;
use super::super::select::{self, Selection};
use crate::configuration::{Configuration, Counting};
use crate::ir::*;

/// The counts of the frontiers of all rounds together, modulo 2³².
#[derive(Debug, Clone, Copy)]
pub(super) struct Counts {
    /// The kernel that counts. It has the parameters of the kernel that visits.
    pub(super) kernel: KernelId,
    /// The number of nodes: a `u32` global.
    pub(super) nodes: ArrayId,
    /// The number of their edges: a `u32` global. A worklist with repeated items may have more
    /// edges than the graph.
    pub(super) edges: ArrayId,
}

impl Counts {
    /// Adds the counting kernel of an edge map. `options` is the configuration. If `selection` is
    /// given, it counts the nodes that were selected, and otherwise those whose path reaches the
    /// visits. Returns `None` if the visits happen for each node.
    pub(super) fn add(
        module: &mut Module,
        id: KernelId,
        map: &EdgeMap,
        (selection, options): (Option<&Selection>, &Configuration),
    ) -> Option<Counts> {
        if map.visits_every_node() {
            return None;
        }
        let kernel = module.kernels[id.index()].clone();
        let mut count = |suffix: &str| {
            select::add_array(module, &format!("{}_{suffix}", kernel.name), Type::U32, Extent::One)
        };
        let (nodes, edges) = (count("nodes"), count("edges"));
        let (times, visits) = match selection.map(|selection| selection.selected) {
            Some(Selected::Counts(array)) => {
                let times = Selection::value(map, array, Type::U32);
                (times.clone(), Expr::binary(BinaryOp::Mul, times, degree(map)))
            }
            _ => (Expr::constant(Value::U32(1)), degree(map)),
        };
        let add = |array, value| {
            let place = Place::unproven(array, Expr::constant(Value::U32(0)), None);
            let (op, operands) = (AtomicOp::Add, vec![value]);
            StmtKind::Atomic { op, place, operands, old: None }.from(map.origin)
        };
        let counting = vec![add(nodes, times), add(edges, visits)];
        let (domain, body) = match selection {
            Some(selection) => (Domain::Nodes, selection.if_selected(map, counting)),
            None => (map.nodes.clone(), map.path_to(counting)),
        };
        let (var, mapping) = (map.node, Mapping::Parallel);
        let the_loop = StmtKind::ForAll { var, domain, mapping, body };
        let origin = map.origin.noted("adaptive: counts the frontier");
        let kernel = select::add_kernel(module, (&kernel, map), "frontier", the_loop.from(origin));
        // All counts go to the same two places, so work-items combine them first.
        let counting = options.counting.or(Some(Counting::Workgroup));
        let own = Configuration { counting, ..Configuration::default() };
        module.kernels[kernel.index()].options = Some(own);
        module.frontiers.push(Frontier { kernel, nodes, edges });
        Some(Counts { kernel, nodes, edges })
    }
}

/// The number of edges that an iteration of the program visits.
fn degree(map: &EdgeMap) -> Expr {
    let offsets = match map.direction {
        Direction::Out => GraphArray::OutOffsets,
        Direction::In => GraphArray::InOffsets,
    };
    let (start, end) = Expr::row(offsets, Expr::local(map.node, Type::Node), Bounds::Checked);
    Expr::binary(BinaryOp::Sub, end, start).cast(Type::U32)
}
