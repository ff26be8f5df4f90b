//! Operations of groups of work-items on random graphs and in many orders: barriers, collectives,
//! shared memory and exclusive nodes. `filetests/run` has their results on small graphs.

use igc_compiler::data::ArrayData;
use igc_compiler::interp::{Settings, run};
use igc_compiler::ir::parse::parse;
use proptest::prelude::*;

use super::graphs::Graph;
use super::interp::{path, settings};

/// Returns settings with two workgroups of five work-items, in subgroups of two, two and one.
pub fn grouped(seed: u64) -> Settings {
    Settings { workgroup_size: 5, subgroup_size: 2, ..settings(seed, 2) }
}

/// Tests the sum of floats, which depends on the order. The seed determines the order.
#[test]
fn floats_are_combined_in_any_order() {
    let text = "module m distributed
        array f: f32[nodes] = 0.0f32
        kernel k() {
          collective r: f32 = add workgroup, select((@local_id == 0u32), 100000000.0f32,
            select((@local_id == 1u32), -100000000.0f32, 1.0f32))
          f[@global_id] = r
        }
        main { launch k() }";
    let (module, graph) = (parse(text).unwrap(), path(10));
    let sum = |seed| run(&module, &graph.view(), &[], &grouped(seed)).unwrap().arrays.remove(0);
    let sums: Vec<ArrayData> = (0..20).map(sum).collect();
    assert!(sums.iter().any(|sum| *sum != sums[0]), "{sums:?}");
}

/// A module with nested parallelism over the edges of nodes, as a pass would write it: the whole
/// workgroup processes the large nodes, which are in a list, and a scan distributes the edges of
/// the other nodes.
const NESTED: &str = "module nested distributed
    array seen: u32[nodes] = 0u32
    kernel visit() shared count: u32[one] shared list: u32[item]
                   shared first: u32[item] shared sums: u32[item] {
      for base: u32 = @group_start to @node_count by @global_size {
        let i: u32 = (base + @local_id)
        let start: u32 = 0u32
        let n: u32 = 0u32
        if (i < @node_count) {
          set start = u32(@out_offsets[i])
          set n = (u32(@out_offsets[(i + 1u32)]) - start)
        }
        if (@local_id == 0u32) { %count[0u32] = 0u32 }
        barrier workgroup
        if (n >= @local_size) {
          let slot: u32 = atomic add %count[0u32], 1u32
          %list[slot] = i
          set n = 0u32
        }
        barrier workgroup
        for k: u32 = 0u32 to %count[0u32] by 1u32 {
          let u: u32 = %list[k]
          for e: u32 = (u32(@out_offsets[u]) + @local_id) to u32(@out_offsets[(u + 1u32)])
              by @local_size {
            atomic add seen~[@targets[e]], 1u32
          }
        }
        scan before: u32, total: u32 = n
        %first[@local_id] = start
        %sums[@local_id] = before
        barrier workgroup
        for j: u32 = @local_id to total by @local_size {
          let owner: u32 = @search(%sums, j)
          atomic add seen~[@targets[(%first[owner] + (j - %sums[owner]))]], 1u32
        }
      }
    }
    main { launch visit() }";

proptest! {
    /// Checks that nested parallelism visits each edge once, for all sizes of groups and all
    /// interleavings.
    #[test]
    fn nested_parallelism_visits_each_edge_once(
        seed: u64, groups in 1_u32..4, workgroup_size in 1_u32..9, subgroup_size in 1_u32..5,
        nodes in 1_u32..40, edges in 0_u32..200,
    ) {
        let module = parse(NESTED).unwrap();
        let graph = Graph::random(nodes, edges, seed as u32);
        let settings =
            Settings { workgroup_size, subgroup_size, ..settings(seed, groups) };
        let outcome = run(&module, &graph.view(), &[], &settings);
        let outcome = outcome.map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert_eq!(&outcome.arrays[0], &ArrayData::U32(graph.in_degrees()));
    }
}

/// Checks that each barrier is necessary: without it, some run fails.
#[test]
fn a_forgotten_barrier_shows() {
    let graph = Graph::random(30, 200, 4);
    let parts: Vec<&str> = NESTED.split("barrier workgroup").collect();
    for forgotten in 1..parts.len() {
        let text = parts[..forgotten].join("barrier workgroup")
            + &parts[forgotten..].join("barrier workgroup");
        let module = parse(&text).unwrap();
        for seed in 0..10 {
            let outcome = run(&module, &graph.view(), &[], &grouped(seed));
            let error = outcome.expect_err("a race is one whatever the order");
            let message = error.to_string();
            let named = ["without a barrier in between", "no work-item has written"]
                .iter()
                .any(|m| message.contains(m));
            assert!(named, "{message}");
        }
    }
}

/// Checks that no two work-items own a node at the same time, although they are interleaved.
#[test]
fn what_is_owned_is_owned_by_one() {
    let text = "module m distributed
        array owners: u32[nodes] = 0u32
        array sum: u32[nodes] = 0u32
        array refused: u32[one] = 0u32
        kernel k() {
          exclusive owners(1node, 2node) {
            let before: u32 = sum~[1u32]
            let again: u32 = before
            sum~[1u32] = (again + 1u32)
          } else { atomic add refused~[0u32], 1u32 }
        }
        main { launch k() }";
    let module = parse(text).unwrap();
    let mut refused = vec![];
    for seed in 0..50 {
        let outcome = run(&module, &path(4).view(), &[], &grouped(seed)).unwrap();
        let [ArrayData::U32(owners), ArrayData::U32(sum), ArrayData::U32(count)] =
            &outcome.arrays[..]
        else {
            panic!("{outcome:?}")
        };
        assert_eq!((owners, sum[1] + count[0]), (&vec![0; 4], 10));
        refused.push(count[0]);
    }
    assert_eq!(refused[0], 0);
    assert!(refused.iter().any(|count| *count > 5), "{refused:?}");
}
