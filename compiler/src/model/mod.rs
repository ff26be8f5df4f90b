//! Models: decision trees that choose how a kernel visits edges, in each round of a run.
//!
//! `--opts adaptive` compiles several variants of a kernel, and a tree that selects one of them
//! before each launch. A tree asks for properties of the graph, such as its largest degree, and of
//! the round, such as the share of the edges that leave the frontier ([`Feature`]). Its leaves are
//! flags: an order of visits, a virtual warp, a frontier, or schemes of nested parallelism.
//!
//! ```text
//! # The direction-optimising search of Beamer, Asanović and Patterson.
//! if frontier_edge_share <= 0.01
//!   none
//! else if frontier_edges_of_rest <= 0.0714
//!   none
//! else
//!   pull
//!
//! program pr_tp
//!   edge
//! ```
//!
//! A file has at most one tree for all programs, followed by trees for the programs that `program`
//! names. Line breaks and indentation have no meaning. A comment starts with `#` and ends with its
//! line.
//!
//! The idea is the adaptive search of Verstraaten, "Analysis and Prediction of GPU Graph Algorithm
//! Performance" (thesis), chapter 7.

mod feature;
mod text;

pub use feature::{Feature, Property, Side, Statistic};
pub use text::ModelError;

use crate::configuration::{Choice, Configuration, Flag};

/// The model of programs for which no file has a tree. It takes bottom-up steps while many edges leave the
/// frontier, as in Beamer, Asanović and Patterson, "Direction-Optimizing Breadth-First Search", SC
/// 2012, section IV-B. Their parameter α is 14. Their rule remembers the direction of the previous
/// round; this one instead asks for at least one edge in 100, so that it needs no state.
const BUILT_IN: &str = "\
if frontier_edge_share <= 0.01
  none
else if frontier_edges_of_rest <= 0.0714
  none
else
  pull
";

/// Trees for programs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// The tree for programs without a tree of their own.
    pub general: Option<Tree>,
    /// The trees for programs, by name.
    pub programs: Vec<(String, Tree)>,
}

/// A decision tree.
#[derive(Debug, Clone, PartialEq)]
pub enum Tree {
    /// The flags of the variant.
    Leaf(Configuration),
    /// A comparison of a feature with a constant.
    If {
        /// The feature.
        feature: Feature,
        /// The largest value that belongs to `below`.
        threshold: f32,
        /// The tree for values up to the threshold.
        below: Box<Tree>,
        /// The tree for larger values.
        above: Box<Tree>,
    },
}

impl Model {
    /// Returns the tree for a program: its own or the general one. Without both, it is `None`, and
    /// [`Tree::built_in`] applies.
    pub fn tree(&self, program: &str) -> Option<&Tree> {
        let own = self.programs.iter().find(|(name, _)| name == program).map(|(_, tree)| tree);
        own.or(self.general.as_ref())
    }
}

impl Tree {
    /// The tree for kernels whose [pull](crate::passes::orders) can end early: Beamer's rule.
    /// Pulling visits all edges of a node otherwise, so such kernels keep their order.
    pub fn built_in() -> Tree {
        let model = Model::parse(BUILT_IN).expect("the built-in model is valid");
        model.general.expect("the built-in model has a tree for all programs")
    }

    /// Returns the flags of the leaves, each once, in the order of the text.
    pub fn leaves(&self) -> Vec<&Configuration> {
        let mut leaves = vec![];
        self.walk(&mut |tree| {
            if let Tree::Leaf(options) = tree
                && !leaves.contains(&options)
            {
                leaves.push(options);
            }
        });
        leaves
    }

    /// Returns the features that the tree asks for, each once, in order.
    pub fn features(&self) -> Vec<Feature> {
        let mut features = vec![];
        self.walk(&mut |tree| {
            if let Tree::If { feature, .. } = tree {
                features.push(*feature);
            }
        });
        features.sort();
        features.dedup();
        features
    }

    /// Returns the flags for a round, whose features have the given values.
    pub fn choose(&self, value: &impl Fn(Feature) -> f32) -> &Configuration {
        match self {
            Tree::Leaf(options) => options,
            Tree::If { feature, threshold, below, above } => {
                let next = if value(*feature) <= *threshold { below } else { above };
                next.choose(value)
            }
        }
    }

    fn walk<'t>(&'t self, f: &mut impl FnMut(&'t Tree)) {
        f(self);
        if let Tree::If { below, above, .. } = self {
            below.walk(f);
            above.walk(f);
        }
    }
}

/// Whether a leaf may have a flag: it concerns one kernel, and only how this visits edges. The paths of adaptive kernels
/// must know the flag, so a new choice is not part of models by default.
pub fn is_choice(flag: Flag) -> bool {
    let choices = [
        Choice::Wg,
        Choice::Sg,
        Choice::FineGrained,
        Choice::Sharing,
        Choice::Order,
        Choice::Frontier,
    ];
    choices.contains(&flag.choice()) && flag != Flag::Classes
}
