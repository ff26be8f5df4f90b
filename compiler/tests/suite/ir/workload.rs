//! Tests of the workload models: their counts are those of a count by hand, and have the form of the
//! models in Verstraaten's thesis.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use igc_compiler::configuration::Configuration;
use igc_compiler::driver::compile;
use igc_compiler::ir::Module;
use igc_compiler::workload::{self, Counts, Degrees, Estimate};
use proptest::prelude::*;

/// A graph with 4 nodes and 8 edges: rows of 4, 2, 1 and 1 outgoing edges, and 1, 1, 2 and 4
/// incoming edges. Its rows are too short for neighbours: 2 edges for each node.
const TINY: Degrees<'_> = Degrees { out: &[4, 2, 1, 1], incoming: &[1, 1, 2, 4] };

/// Least number of sectors of a request.
const LEAST: u64 = 4;

/// Compiles an example until lowering.
fn example(name: &str) -> Module {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name);
    lowered(&std::fs::read_to_string(path).unwrap())
}

fn lowered(source: &str) -> Module {
    let compilation = compile("m", source, &Configuration::default()).unwrap();
    compilation.stages.into_iter().next().unwrap().1
}

/// Returns the counts of each variant of the only kernel that visits edges.
fn variants(module: &Module, degrees: Degrees<'_>) -> BTreeMap<String, Counts> {
    let mut workloads = workload::of(module, degrees);
    assert_eq!(workloads.len(), 1);
    let variants = workloads.remove(0).variants.unwrap();
    assert!(variants.is_sorted_by_key(|variant| variant.counts.sectors));
    variants.into_iter().map(|it| (it.options.to_string(), it.counts)).collect()
}

/// Coalesced accesses, scattered accesses, atomics and writes.
fn numbers(counts: &Counts) -> [u64; 4] {
    [counts.coalesced, counts.scattered, counts.atomics, counts.writes]
}

#[test]
fn page_rank_on_a_tiny_graph() {
    let found = variants(&example("pr/pr_tp.ig"), TINY);
    let (n, m) = (4, 8);
    // Both offsets, the old rank and the new rank; for each edge, its source and its share.
    assert_eq!(numbers(&found["none"]), [4 * n, 2 * m, n, n]);
    // Three rounds have 2, 1 and 1 active work-items, after one with all four.
    assert_eq!((found["none"].iterations, found["none"].slots), (8, 16));
    let per_node = 4 * LEAST + 2 * LEAST;
    assert_eq!(found["none"].sectors, per_node + 2 * 4 * LEAST);
    // The kernels before and after write sums, and read a sum and a rank and write a rank.
    let around = 4 * n;
    // Both offsets and the share of the source; for each edge, its target.
    assert_eq!(numbers(&found["order=push"]), [3 * n + around, m, m + n, 2 * n]);
    // Both ends, and the share of the source, which is that of the edge before or its neighbour.
    assert_eq!(numbers(&found["order=edge"]), [3 * m + around, 0, m + n, 2 * n]);
    // The target and the share; the search halves four nodes twice.
    assert_eq!(numbers(&found["order=struct-edge"]), [4 * m + around, 0, m + n, 2 * n]);
    // Both ends are in lists, and sources have no order.
    assert_eq!(numbers(&found["order=rev-edge"]), [2 * m + around, m, m + n, 2 * n]);
    assert_eq!(numbers(&found["order=rev-struct-edge"]), [3 * m + around, m, m + n, 2 * n]);
    for by_edge in ["order=edge", "order=struct-edge", "order=rev-edge", "order=rev-struct-edge"] {
        assert_eq!(found[by_edge].useful_share(), 1.0, "{by_edge}");
    }
    // Both work-items of a virtual warp read the offsets, and they read neighbouring sources.
    assert_eq!(numbers(&found["vwarp=2"]), [2 * 2 * n + m + around, m, m + n, 2 * n]);
    // The node with four edges needs two rounds. In the first, the nodes with one edge have an idle
    // work-item each.
    assert_eq!((found["vwarp=2"].iterations, found["vwarp=2"].slots), (8, 16));
    assert_eq!(numbers(&found["order=push,vwarp=4"]), [4 * 3 * n + m + around, 0, m + n, 2 * n]);
    // Work-items read neighbouring sources, and no rounds are idle.
    assert_eq!(numbers(&found["merge"]), [4 * n + m, m, n, n]);
    assert_eq!((found["merge"].iterations, found["merge"].slots), (8, 8));
    assert_eq!(found.len(), 6 + 2 * 7, "{:?}", found.keys());
    assert!(found.values().all(|counts| counts.estimates.is_empty()));
}

#[test]
fn breadth_first_search_on_a_tiny_graph() {
    let found = variants(&example("bfs/bfs_topo.ig"), TINY);
    let (n, m) = (4, 8);
    // The level and both offsets; for each edge, its target, whose level is read and written.
    assert_eq!(numbers(&found["none"]), [3 * n, 3 * m, m, m]);
    // The first kernel reads a level, and clears and sets whether the node is selected.
    let select = 3 * n;
    // The level and both offsets; for each edge, its source, and whether it is selected. The level
    // of the node is written where neighbouring work-items write.
    assert_eq!(numbers(&found["order=pull"]), [3 * n + select + m, 2 * m, m, m + 2 * n]);
    // Both ends, and whether the source is selected; the level of the target.
    assert_eq!(numbers(&found["order=edge"]), [3 * m + select, 2 * m, m, m + 2 * n]);
    assert_eq!(numbers(&found["order=rev-edge"]), [4 * m + select, m, m, m + 2 * n]);
}

/// The thesis (section 6.1.1) has these numbers of atomics for PageRank: |E| + |V| by edge and in a
/// push, and |V| in a pull. |V| of them are in the kernel that ends a round.
#[test]
fn page_rank_has_the_atomics_of_the_thesis() {
    let module = example("pr/pr_tp.ig");
    let degrees: Vec<u32> = (0..100).map(|node| node % 7).collect();
    let reversed: Vec<u32> = degrees.iter().rev().copied().collect();
    let degrees = Degrees { out: &degrees, incoming: &reversed };
    let (n, m) = (degrees.nodes(), degrees.edges());
    let found = variants(&module, degrees);
    for (opts, counts) in &found {
        let pulls = opts == "none" || opts == "merge";
        assert_eq!(counts.atomics, if pulls { n } else { n + m }, "{opts}");
    }
    // For each edge, a pull reads twice, a push once, and the order by edge three times (section
    // 6.1.2, without the degree, which another kernel reads).
    let reads = |opts: &str| numbers(&found[opts])[..2].iter().sum::<u64>() - found[opts].writes;
    assert_eq!(reads("none"), 2 * m + 3 * n);
    assert_eq!(reads("order=push"), m + 5 * n);
    assert_eq!(reads("order=edge"), 3 * m + 2 * n);
}

/// The order of the nodes changes how many work-items are idle, but not the counts (thesis, section
/// 6.2.1).
#[test]
fn the_order_of_nodes_changes_divergence() {
    let module = example("bfs/bfs_topo.ig");
    let mixed: Vec<u32> = (0..1024).map(|node| if node % 32 == 0 { 40 } else { 1 }).collect();
    let mut sorted = mixed.clone();
    sorted.sort_unstable();
    let of = |degrees: &[u32]| variants(&module, Degrees { out: degrees, incoming: degrees });
    let (mixed, sorted) = (of(&mixed), of(&sorted));
    assert_eq!(numbers(&mixed["none"]), numbers(&sorted["none"]));
    assert!(mixed["none"].useful_share() < 0.1);
    assert_eq!(sorted["none"].useful_share(), 1.0);
    assert!(mixed["none"].sectors > sorted["none"].sectors);
    assert_eq!(mixed["order=edge"], sorted["order=edge"]);
    assert!(mixed["vwarp=8"].useful_share() > mixed["none"].useful_share());
}

#[test]
fn a_worklist_has_one_item_for_each_node() {
    let found = variants(&example("bfs/bfs_wl.ig"), TINY);
    let (n, m) = (4, 8);
    // The item; its offsets are anywhere. For each edge, its target, whose level is read and
    // written, and a push, which is an atomic and a write.
    assert_eq!(numbers(&found["none"]), [n + m, 2 * n + 3 * m, m, 2 * m]);
    // The marks of the nodes are cleared, and each item sets one of them. In a bitmap of one word,
    // it does so with an atomic.
    assert_eq!(numbers(&found["order=edge"])[2..], [m, 2 * m + 2 * n]);
    assert_eq!(numbers(&found["order=edge,frontier=bitmap"])[2..], [m + n, 2 * m + 1]);
    assert!(found.values().all(|counts| counts.estimates.is_empty()));
}

#[test]
fn short_rows_are_neighbours() {
    let module = example("bfs/bfs_topo.ig");
    let chain = Degrees { out: &[1; 64], incoming: &[1; 64] };
    // The target is read next to that of the neighbour; its level is anywhere.
    assert_eq!(numbers(&variants(&module, chain)["none"]), [3 * 64 + 64, 2 * 64, 64, 64]);
}

#[test]
fn unknown_loops_are_estimates() {
    let module = lowered(
        "node sum: u32 = 0; output sum;
        kernel k() {
            forall u in nodes {
                forall e in u.out {
                    let v = e.dst;
                    forall f in v.out { atomic_add(f.dst.sum, 1); }
                    let i = 0;
                    while i < v.degree { i += 1; }
                }
            }
        }
        main { k(); }",
    );
    let found = variants(&module, TINY);
    let estimates: Vec<Estimate> = found["none"].estimates.iter().copied().collect();
    assert_eq!(estimates, [Estimate::MeanDegree, Estimate::OneIteration]);
    assert_eq!(found["none"].atomics, 8 * 2, "each of 8 edges leads to 2 edges");
}

/// Pairs of edges of a node have more visits than edges.
#[test]
fn a_loop_within_a_loop_over_the_same_edges_is_an_estimate() {
    let module = lowered(
        "node sum: u32 = 0; output sum;
        kernel k() {
            forall u in nodes {
                forall e in u.out { forall f in u.out { atomic_add(f.dst.sum, e.dst as u32); } }
            }
        }
        main { k(); }",
    );
    let found = variants(&module, TINY);
    assert_eq!(found["none"].estimates.first(), Some(&Estimate::MeanDegree));
    assert_eq!((found["none"].atomics, found["none"].iterations), (8 * 2, 8));
}

#[test]
fn graphs_without_edges_or_nodes_have_models() {
    for name in ["pr/pr_tp.ig", "bfs/bfs_wl.ig"] {
        let module = example(name);
        let nothing = variants(&module, Degrees { out: &[], incoming: &[] });
        assert!(nothing.values().all(|it| it.sectors == 0 && it.useful_share() == 1.0), "{name}");
        let nodes = variants(&module, Degrees { out: &[0; 5], incoming: &[0; 5] });
        assert!(nodes.values().all(|it| it.iterations == 0 && it.useful_share() == 1.0));
    }
}

#[test]
fn other_kernels_have_a_reason() {
    let workloads = workload::of(&example("mis/mis_worklist.ig"), TINY);
    let reasons: Vec<_> = workloads.iter().map(|it| it.variants.as_ref().err()).collect();
    assert_eq!(reasons, [Some(&"a `for` or `while` runs in order"), None]);
}

/// A pull, and a search that visits the nodes of one level, for many graphs.
static PULL: LazyLock<Module> = LazyLock::new(|| example("pr/pr_tp.ig"));
static SEARCH: LazyLock<Module> = LazyLock::new(|| example("bfs/bfs_topo.ig"));

proptest! {
    /// All work-items have equal work in a pull of a graph in which all nodes have equal degrees.
    #[test]
    fn equal_degrees_do_not_diverge(nodes in 1usize..200, degree in 0u32..100) {
        let degrees = vec![degree; nodes];
        let degrees = Degrees { out: &degrees, incoming: &degrees };
        prop_assert_eq!(variants(&PULL, degrees)["none"].useful_share(), 1.0);
        prop_assert_eq!(variants(&SEARCH, degrees)["order=pull"].useful_share(), 1.0);
    }

    /// Every edge is visited once in every variant, and shares are between 0 and 1.
    #[test]
    fn every_variant_visits_every_edge(degrees in prop::collection::vec(0u32..200, 1..100)) {
        let reversed: Vec<u32> = degrees.iter().rev().copied().collect();
        let degrees = Degrees { out: &degrees, incoming: &reversed };
        for (opts, counts) in variants(&SEARCH, degrees) {
            let is_kept = opts.contains("bitmap") || opts.contains("list");
            let selections = if is_kept { degrees.nodes() } else { 0 };
            prop_assert_eq!(counts.atomics, degrees.edges() + selections, "{}", opts);
            prop_assert!(counts.iterations == degrees.edges() || opts.contains("edge"), "{}", opts);
            prop_assert!((0.0..=1.0).contains(&counts.useful_share()), "{}", opts);
        }
    }
}
