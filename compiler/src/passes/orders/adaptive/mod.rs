//! Adaptive runs (`adaptive`): in each round, a model chooses how a kernel visits edges.
//!
//! The pass copies each edge map once for each leaf of the [model](crate::model)'s tree, and gives
//! the copies the leaves' flags. In `main`, the tree stands in place of the launch, as nested
//! conditionals with a launch in each leaf. If `oitergb` outlines the loop, the device evaluates
//! the tree, and otherwise the host does.
//!
//! ```text
//! launch visit(depth)       launch visit_frontier(depth)
//!                           let all_edges: u32 = visit_edges[0u32]
//!                           let frontier_edges: u32 = (all_edges - earlier_edges)
//!                           set earlier_edges = all_edges
//!                           if (f32(frontier_edges) / f32(@edge_count) <= 0.01f32) {
//!                             launch visit(depth)
//!                           } else {
//!                             launch visit_select(depth)
//!                             launch visit_pull(depth)
//!                           }
//! ```
//!
//! The features of the round come from a kernel that counts the nodes at the end of the paths, and
//! their edges ([`frontier`]). It is launched only on the ways through the tree that ask for its
//! counts.
//!
//! The idea is Mix-and-Match of Verstraaten, "Analysis and Prediction of GPU Graph Algorithm
//! Performance" (thesis), section 7.3.

mod features;
mod frontier;
mod launches;

use super::edge_map::EdgeMap;
use super::select::Selection;
use super::{Change, Fit, rewrite, visits_edges};
use crate::configuration::{self, Configuration, Frontier, LlvmOrder, PassOrder, Sharing, Visits};
use crate::ir::repeats::Sets;
use crate::ir::visit::walk_host;
use crate::ir::*;
use crate::model::{Feature, Model, Tree};
use crate::remarks::Remarks;
use features::Features;
use frontier::Counts;

/// Lets a model choose how each edge map of a module visits edges. `options` is the configuration;
/// `sets` are the worklists of the program on which repeated items change nothing.
pub fn adapt(
    module: &mut Module,
    model: &Model,
    (options, sets): (&Configuration, &Sets),
    remarks: &mut Remarks,
) {
    let own = model.tree(&module.name);
    let (built_in, unchanged) = (Tree::built_in(), Tree::Leaf(Configuration::default()));
    let mut features = Features::default();
    for id in (0..module.kernels.len() as u32).map(KernelId) {
        let kernel = &module.kernels[id.index()];
        match EdgeMap::of(module, kernel, sets) {
            Ok(map) => {
                let pull_ends = || rewrite::pull_ends_early(kernel, &map);
                let tree = own.unwrap_or(if pull_ends() { &built_in } else { &unchanged });
                let choice = Choice::add(module, id, &map, (tree, options), remarks);
                choice.replace_launches(module, &mut features);
            }
            Err(reason) if visits_edges(kernel) => {
                let origin = kernel.body.last().map(|stmt| stmt.origin).unwrap_or_default();
                remarks.missed(configuration::Choice::Adaptive, &kernel.name, origin, reason);
            }
            Err(_) => {}
        }
    }
    features.declare(module);
}

/// A kernel, its variants, and the tree that chooses among them.
struct Choice<'t> {
    kernel: KernelId,
    tree: &'t Tree,
    /// The variant of each leaf, by the leaf's flags.
    variants: Vec<(&'t Configuration, Variant)>,
    /// The kernels around the visits of variants.
    selections: Vec<Selection>,
    /// Whether the tree may count although the path has effects, so that the path must run before.
    /// All variants then have the first selection.
    selects_first: bool,
    /// The worklist whose items are the nodes.
    worklist: Option<WorklistId>,
    /// Whether the size of the frontier is known without counting: it is that of the worklist, whose
    /// items wait whenever the tree asks.
    knows_size: bool,
    /// The counts of the frontier; `None` if each node has visits in each round, or if the tree
    /// asks for nothing that must be counted.
    counts: Option<Counts>,
}

/// A variant of a kernel.
#[derive(Debug, Clone, Copy)]
struct Variant {
    kernel: KernelId,
    /// The kernels that run the paths and the ends, if this kernel does not.
    selection: Option<usize>,
}

impl<'t> Choice<'t> {
    /// Adds the variants of an edge map and the kernel that counts its frontier.
    fn add(
        module: &mut Module,
        id: KernelId,
        map: &EdgeMap,
        (tree, options): (&'t Tree, &Configuration),
        remarks: &mut Remarks,
    ) -> Choice<'t> {
        let worklist = match map.nodes {
            Domain::Worklist(id) => Some(id),
            _ => None,
        };
        let knows_size = worklist.is_some() && !is_launched_again(&module.main, id);
        let counts_some =
            tree.features().into_iter().any(|feature| needs_counts(feature, knows_size));
        let selects_first = counts_some && !map.is_path_pure();
        // The selecting kernel takes the items.
        let knows_size = knows_size && !selects_first;
        let leaves = tree.leaves();
        let mut selections: Vec<Selection> = vec![];
        // The selections by the frontier, and by whether the visits resume the iterations.
        let mut keys: Vec<(Option<Frontier>, bool)> = vec![];
        if selects_first {
            selections.push(Selection::add(module, id, map, Frontier::Mask));
        }
        let counts =
            counts_some.then(|| Counts::add(module, id, map, (selections.first(), options)));
        let original = module.kernels[id.index()].clone();
        let (name, origin) = (original.name.clone(), map.origin);
        let mut variants: Vec<(&Configuration, Variant)> = vec![];
        let mut known = vec![(original.clone(), Variant { kernel: id, selection: None })];
        for leaf in &leaves {
            let change = Change::of(leaf);
            let selection = match change.fit(map) {
                _ if selects_first => Some(0),
                Fit::Selected => {
                    let key = (change.frontier_of(map), change.resumes(map));
                    let at = keys.iter().position(|known| *known == key).unwrap_or(keys.len());
                    if at == keys.len() {
                        selections.push(change.select(module, id, map));
                        keys.push(key);
                    }
                    Some(at)
                }
                _ => None,
            };
            let mut kernel = original.clone();
            change.rewrite(&mut kernel, map, selection.map(|at| &selections[at]));
            kernel.options = own_options(leaf, options);
            let same = known.iter().find(|(other, _)| *other == kernel).map(|(_, known)| *known);
            let variant = same.unwrap_or_else(|| {
                let suffix = leaf.to_string().replace([',', '-', '='], "_");
                let new = kernel.clone();
                kernel.name = module.free_name(&format!("{name}_{suffix}"));
                module.kernels.push(kernel);
                let kernel = KernelId(module.kernels.len() as u32 - 1);
                let variant = Variant { kernel, selection };
                known.push((new, variant));
                variant
            });
            variants.push((leaf, variant));
        }
        let list: Vec<String> = leaves.iter().map(|leaf| leaf.to_string()).collect();
        let message = match &list[..] {
            [only] => format!("the model always chooses {only}"),
            several => format!("a model chooses among {} in each round", several.join(" and ")),
        };
        remarks.applied(configuration::Choice::Adaptive, &name, origin, message);
        if variants.iter().any(|(_, variant)| variant.kernel != id) {
            module.note_variants(&name, &variants);
        }
        let counts = counts.flatten();
        Choice {
            kernel: id,
            tree,
            variants,
            selections,
            selects_first,
            worklist,
            knows_size,
            counts,
        }
    }
}

impl Module {
    /// Notes which kernels the model chooses among, for records of rounds. If leaves have the same
    /// kernel, it has the flags of the first one.
    fn note_variants(&mut self, of: &str, variants: &[(&Configuration, Variant)]) {
        for (at, (options, Variant { kernel, .. })) in variants.iter().enumerate() {
            if variants[..at].iter().all(|(_, earlier)| earlier.kernel != *kernel) {
                let (of, options) = (of.to_string(), (*options).clone());
                self.variants.push(crate::ir::Variant { kernel: *kernel, of, options });
            }
        }
    }
}

/// Whether a feature needs the counts of the counting kernel. `knows_size` says whether the size of
/// the frontier is known without them.
fn needs_counts(feature: Feature, knows_size: bool) -> bool {
    feature.is_of_round() && !(knows_size && feature.is_size_of_frontier())
}

/// Whether a launch of a kernel in `main` reads the items of an earlier launch again.
fn is_launched_again(main: &Main, id: KernelId) -> bool {
    let mut found = false;
    walk_host(&main.body, &mut |stmt| {
        found |= matches!(stmt, HostStmt::Launch { kernel, again: true, .. } if *kernel == id);
    });
    found
}

/// The configuration of a variant whose leaf has schemes of nested parallelism or shares of the merge
/// path: these, and the other choices of the whole configuration. `None` if the leaf has none.
fn own_options(leaf: &Configuration, configuration: &Configuration) -> Option<Configuration> {
    let merges = leaf.sharing() == Some(Sharing::Merge);
    if !leaf.nested.is_on() && !merges {
        return None;
    }
    let sharing = merges.then_some(Sharing::Merge);
    let visits = Visits::ByNode { order: None, sharing, frontier: None };
    let nested = leaf.nested.or(configuration.nested);
    let (passes, llvm) = (PassOrder::default(), LlvmOrder::default());
    Some(Configuration { visits, nested, passes, llvm, ..configuration.clone() })
}
