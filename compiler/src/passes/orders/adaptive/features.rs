//! Features as expressions of `main`.

use std::collections::BTreeMap;

use crate::ir::*;
use crate::model::Feature;

/// The statistics of degrees that trees ask for, each with the local of `main` that holds it.
#[derive(Debug, Default)]
pub(super) struct Features {
    degrees: BTreeMap<Property, LocalId>,
}

/// What is known about a round at a place in the tree.
#[derive(Debug, Clone, Default)]
pub(super) struct Round {
    /// The number of nodes of the frontier.
    pub(super) nodes: Option<Expr>,
    /// The number of its edges.
    pub(super) edges: Option<Expr>,
    /// The number of edges of the graph that no earlier round visited, as `f32`.
    pub(super) rest: Option<Expr>,
    /// The number of nodes that this round and earlier ones visited, as `f32`.
    pub(super) discovered: Option<Expr>,
}

impl Features {
    /// Returns the value of a feature, as an `f32`. The counts that it needs are known.
    pub(super) fn value(&mut self, main: &mut Main, round: &Round, feature: Feature) -> Expr {
        let known = |count: &Option<Expr>| {
            let zero = || Expr::constant(Value::F32(0.0));
            count.clone().map_or_else(zero, |count| count.cast(Type::F32))
        };
        let (nodes, edges) = (known(&round.nodes), known(&round.edges));
        let all_nodes = || Expr::u32(ExprKind::NodeCount).cast(Type::F32);
        let all_edges = || Expr::edge_count().cast(Type::F32);
        match feature {
            Feature::Nodes => all_nodes(),
            Feature::Edges => all_edges(),
            Feature::Degree(property) => Expr::local(self.degree(main, property), Type::F32),
            Feature::FrontierNodes => nodes,
            Feature::FrontierEdges => edges,
            Feature::FrontierNodeShare => share(nodes, all_nodes(), 0.0),
            Feature::FrontierEdgeShare => share(edges, all_edges(), 0.0),
            Feature::FrontierMeanDegree => share(edges, nodes, 0.0),
            Feature::FrontierEdgesOfRest => share(edges, known(&round.rest), TWO_TO_32),
            Feature::DiscoveredShare => share(known(&round.discovered), all_nodes(), 0.0),
        }
    }

    fn degree(&mut self, main: &mut Main, property: Property) -> LocalId {
        let add = || main.locals.add(&property.to_string(), Type::F32);
        *self.degrees.entry(property).or_insert_with(add)
    }

    /// Declares the statistics of degrees: globals that the runtime computes, which `main` reads
    /// once.
    pub(super) fn declare(self, module: &mut Module) {
        let mut reads = vec![];
        for (property, local) in self.degrees {
            let name = module.free_name(&property.to_string());
            let init = Init::Degrees(property);
            let (ty, width, extent) = (Type::F32, ElementWidth::Full, Extent::One);
            module.arrays.push(Array { name, ty, width, extent, length: None, init });
            let array = ArrayId(module.arrays.len() as u32 - 1);
            let place = Place::unproven(array, Expr::constant(Value::U32(0)), None);
            let value = Expr { ty, kind: ExprKind::Load(Box::new(place)) };
            reads.push(HostStmt::Act(Action::Let(local, value)));
        }
        module.main.body.splice(0..0, reads);
    }
}

const TWO_TO_32: f32 = 4_294_967_296.0;

/// `part / whole`, or `without` if the whole is not positive.
fn share(part: Expr, whole: Expr, without: f32) -> Expr {
    let zero = Expr::constant(Value::F32(0.0));
    let is_positive = Expr::binary(BinaryOp::Gt, whole.clone(), zero);
    let share = Expr::binary(BinaryOp::Div, part, whole);
    let without = Expr::constant(Value::F32(without));
    let kind = ExprKind::Select(Box::new(is_positive), Box::new(share), Box::new(without));
    Expr { ty: Type::F32, kind }
}
