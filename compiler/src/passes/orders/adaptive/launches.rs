//! Replaces the launches of a kernel in `main` by the tree that chooses a variant.

use std::collections::BTreeMap;

use super::features::{Features, Round};
use super::{Choice, Variant, needs_counts};
use crate::configuration::Configuration;
use crate::ir::*;
use crate::model::{Feature, Tree};

/// The features that need the number of nodes of the frontier.
const OF_NODES: [Feature; 4] = [
    Feature::FrontierNodes,
    Feature::FrontierNodeShare,
    Feature::FrontierMeanDegree,
    Feature::DiscoveredShare,
];

/// The sums over the rounds of a loop that the tree asks for: locals of `main`, of type `f32`.
#[derive(Debug, Clone, Copy)]
struct Sums {
    /// The nodes of the frontiers.
    nodes: Option<LocalId>,
    /// Their edges.
    edges: Option<LocalId>,
}

/// A launch of the kernel.
struct Launch {
    args: Vec<Expr>,
    again: bool,
}

/// The state while launches are replaced.
struct Replacement<'r> {
    choice: &'r Choice<'r>,
    features: &'r mut Features,
    main: &'r mut Main,
    /// The sums of the innermost loop, once a tree has asked for them.
    sums: Option<Sums>,
    /// The local of `main` that holds each count as the tree last read it.
    earlier: BTreeMap<ArrayId, LocalId>,
}

impl Choice<'_> {
    /// Puts the tree in place of each launch of the kernel.
    pub(super) fn replace_launches(&self, module: &mut Module, features: &mut Features) {
        let body = std::mem::take(&mut module.main.body);
        let main = &mut module.main;
        let (sums, earlier) = (None, BTreeMap::new());
        let mut replacement = Replacement { choice: self, features, main, sums, earlier };
        let body = replacement.with_sums(body);
        module.main.body = body;
    }

    fn variant(&self, leaf: &Configuration) -> Variant {
        let found = self.variants.iter().find(|(options, _)| *options == leaf);
        found.map_or(Variant { kernel: self.kernel, selection: None }, |(_, variant)| *variant)
    }

    /// Whether the tree asks for one of these features.
    fn asks_for(&self, features: &[Feature]) -> bool {
        self.tree.features().iter().any(|feature| features.contains(feature))
    }
}

impl Replacement<'_> {
    /// Replaces the launches in the body of a loop, or of `main`. Returns the body; if a launch
    /// needs sums, the caller declares them before the loop.
    fn block(&mut self, block: Vec<HostStmt>) -> Vec<HostStmt> {
        let mut stmts = vec![];
        for mut stmt in block {
            match stmt {
                HostStmt::Launch { kernel, args, again } if kernel == self.choice.kernel => {
                    self.launch(Launch { args, again }, &mut stmts);
                }
                HostStmt::If(condition, then, otherwise) => {
                    let (then, otherwise) = (self.block(then), self.block(otherwise));
                    stmts.push(HostStmt::If(condition, then, otherwise));
                }
                _ => {
                    let outer = self.sums.take();
                    for inner in stmt.blocks_mut() {
                        *inner = self.block(std::mem::take(inner));
                    }
                    stmts.extend(self.declared_sums());
                    self.sums = outer;
                    stmts.push(stmt);
                }
            }
        }
        stmts
    }

    /// Replaces the launches of `main`.
    fn with_sums(&mut self, block: Vec<HostStmt>) -> Vec<HostStmt> {
        let block = self.block(block);
        let zero =
            |local: &LocalId| HostStmt::Act(Action::Let(*local, Expr::constant(Value::U32(0))));
        self.earlier.values().map(zero).chain(self.declared_sums()).chain(block).collect()
    }

    /// The declarations of the sums of the innermost loop, if there are any.
    fn declared_sums(&self) -> impl Iterator<Item = HostStmt> + use<> {
        let zero = || Expr::constant(Value::F32(0.0));
        let locals = self.sums.into_iter().flat_map(|sums| [sums.nodes, sums.edges]);
        locals.flatten().map(move |local| HostStmt::Act(Action::Let(local, zero())))
    }

    /// Adds the statements in place of a launch.
    fn launch(&mut self, mut launch: Launch, stmts: &mut Vec<HostStmt>) {
        // A kernel before the visits may change what an argument reads.
        for arg in launch.args.iter_mut().filter(|arg| arg.reads_memory()) {
            let value = arg.clone();
            *arg = self.keep("argument", value, stmts);
        }
        let mut round = Round::default();
        if let Some(selection) =
            self.choice.selections.first().filter(|_| self.choice.selects_first)
        {
            selection.launch_before(&launch.args, launch.again, stmts);
        }
        if self.choice.counts.is_none() && self.choice.worklist.is_none() {
            round.nodes = Some(Expr::u32(ExprKind::NodeCount));
            round.edges = Some(Expr::edge_count());
            self.add_sums(&mut round, stmts);
        }
        self.tree(self.choice.tree, &launch, round, stmts);
    }

    /// Adds a tree: conditionals whose leaves launch variants.
    fn tree(&mut self, tree: &Tree, launch: &Launch, mut round: Round, stmts: &mut Vec<HostStmt>) {
        let mut launch = Launch { args: launch.args.clone(), again: launch.again };
        match tree {
            Tree::Leaf(leaf) => self.leaf(leaf, &launch, stmts),
            Tree::If { feature, threshold, below, above } => {
                if round.edges.is_none() && needs_counts(*feature, self.choice.knows_size) {
                    self.count(&mut launch, &mut round, stmts);
                } else if round.nodes.is_none() && feature.is_of_round() {
                    let waiting = self.choice.worklist.map(ExprKind::Waiting).map(Expr::u32);
                    round.nodes = waiting.map(|size| self.keep("frontier_nodes", size, stmts));
                }
                let value = self.features.value(self.main, &round, *feature);
                let threshold = Expr::constant(Value::F32(*threshold));
                let condition = Expr::binary(BinaryOp::Le, value, threshold);
                let (mut then, mut otherwise) = (vec![], vec![]);
                self.tree(below, &launch, round.clone(), &mut then);
                self.tree(above, &launch, round, &mut otherwise);
                stmts.push(HostStmt::If(condition, then, otherwise));
            }
        }
    }

    /// Adds the launch of a variant.
    fn leaf(&mut self, leaf: &Configuration, launch: &Launch, stmts: &mut Vec<HostStmt>) {
        let Variant { kernel, selection } = self.choice.variant(leaf);
        let Launch { args, again } = launch;
        let selection = selection.map(|at| &self.choice.selections[at]);
        if let Some(selection) = selection.filter(|_| !self.choice.selects_first) {
            selection.launch_before(args, *again, stmts);
        }
        let again = *again && selection.is_none();
        stmts.push(HostStmt::Launch { kernel, args: args.clone(), again });
        if let Some(selection) = selection {
            selection.launch_after(args, stmts);
        }
    }

    /// Adds the launch of the counting kernel. Kernels that are launched later read the same items.
    fn count(&mut self, launch: &mut Launch, round: &mut Round, stmts: &mut Vec<HostStmt>) {
        let Some(counts) = self.choice.counts else { return };
        let reads_items = self.choice.worklist.is_some() && !self.choice.selects_first;
        let again = launch.again && reads_items;
        stmts.push(HostStmt::Launch { kernel: counts.kernel, args: launch.args.clone(), again });
        launch.again |= reads_items;
        if self.choice.asks_for(&OF_NODES) {
            round.nodes = Some(self.new_count(counts.nodes, "nodes", stmts));
        }
        round.edges = Some(self.new_count(counts.edges, "edges", stmts));
        self.add_sums(round, stmts);
    }

    /// Returns by how much a count has grown since the tree last read it. The counts are never set
    /// back, which would cost a write in each round.
    fn new_count(&mut self, array: ArrayId, name: &str, stmts: &mut Vec<HostStmt>) -> Expr {
        let locals = &mut self.main.locals;
        let add = || locals.add(&format!("earlier_{name}"), Type::U32);
        let earlier = *self.earlier.entry(array).or_insert_with(add);
        let place = Place::unproven(array, Expr::constant(Value::U32(0)), None);
        let count = Expr::u32(ExprKind::Load(Box::new(place)));
        let count = self.keep(&format!("all_{name}"), count, stmts);
        let before = Expr::local(earlier, Type::U32);
        let new = Expr::binary(BinaryOp::Sub, count.clone(), before);
        let new = self.keep(&format!("frontier_{name}"), new, stmts);
        stmts.push(HostStmt::Act(Action::Assign(earlier, count)));
        new
    }

    /// Adds the round to the sums that the tree asks for.
    fn add_sums(&mut self, round: &mut Round, stmts: &mut Vec<HostStmt>) {
        let (choice, locals) = (self.choice, &mut self.main.locals);
        let sums = *self.sums.get_or_insert_with(|| {
            let mut sum =
                |feature, name| choice.asks_for(&[feature]).then(|| locals.add(name, Type::F32));
            let nodes = sum(Feature::DiscoveredShare, "discovered_nodes");
            Sums { nodes, edges: sum(Feature::FrontierEdgesOfRest, "discovered_edges") }
        });
        let value = |id| Expr::local(id, Type::F32);
        let add = |sum, count: &Option<Expr>, stmts: &mut Vec<HostStmt>| {
            let count = count.clone().unwrap_or_else(|| Expr::constant(Value::U32(0)));
            let next = Expr::binary(BinaryOp::Add, value(sum), count.cast(Type::F32));
            stmts.push(HostStmt::Act(Action::Assign(sum, next)));
        };
        if let Some(sum) = sums.edges {
            let all = Expr::edge_count().cast(Type::F32);
            let rest = Expr::binary(BinaryOp::Sub, all, value(sum));
            round.rest = Some(self.keep("edges_of_rest", rest, stmts));
            add(sum, &round.edges, stmts);
        }
        if let Some(sum) = sums.nodes {
            add(sum, &round.nodes, stmts);
            round.discovered = Some(value(sum));
        }
    }

    /// Declares a local with a value.
    fn keep(&mut self, name: &str, value: Expr, stmts: &mut Vec<HostStmt>) -> Expr {
        let ty = value.ty;
        let local = self.main.locals.add(name, ty);
        stmts.push(HostStmt::Act(Action::Let(local, value)));
        Expr::local(local, ty)
    }
}
