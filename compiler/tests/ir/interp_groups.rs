//! Tests of operations of groups of work-items: barriers, collectives, shared memory and queues.

use std::fmt::Write;

use igc_compiler::data::ArrayData;
use igc_compiler::interp::{Outcome, RunError, Settings, run};
use igc_compiler::ir::parse::parse;
use proptest::prelude::*;

use crate::graphs::Graph;
use crate::interp::{path, settings};

/// Returns settings with two workgroups of five work-items, in subgroups of two, two and one.
pub fn grouped(seed: u64) -> Settings {
    Settings { workgroup_size: 5, subgroup_size: 2, ..settings(seed, 2) }
}

/// Creates a module with one kernel that `main` launches. It runs on a path of ten nodes.
fn module(kernel: &str) -> String {
    format!(
        "module m distributed
         array a: u32[nodes] = 0u32
         array b: u32[nodes] = 0u32
         array x: u32[one] = 0u32
         array f: f32[nodes] = 0.0f32
         worklist w
         worklist v
         kernel k() {kernel}
         kernel look() {{
           for i: u32 = @global_id to @size(w) by @global_size {{
             atomic add b~[@item(w, i)], 1u32
           }}
         }}
         main {{ launch k() launch look() }}"
    )
}

fn attempt(kernel: &str, settings: &Settings) -> Result<Outcome, RunError> {
    run(&parse(&module(kernel)).unwrap(), &path(10).view(), &[], settings)
}

/// Returns the final content of the arrays `a` and `b`. Checks that it does not depend on the
/// order.
#[track_caller]
fn arrays(kernel: &str) -> [Vec<u32>; 2] {
    let mut results: Vec<[Vec<u32>; 2]> = (0..20)
        .map(|seed| {
            let outcome = attempt(kernel, &grouped(seed)).unwrap_or_else(|e| panic!("{e}"));
            [0, 1].map(|i| match &outcome.arrays[i] {
                ArrayData::U32(found) => found.clone(),
                other => panic!("{other:?}"),
            })
        })
        .collect();
    results.dedup();
    assert_eq!(results.len(), 1, "the order shows: {results:?}");
    results.remove(0)
}

#[test]
fn work_items_know_where_they_stand() {
    let of = |what: &str| arrays(&format!("{{ a[@global_id] = @{what} }}"))[0].clone();
    assert_eq!(of("global_id"), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(of("global_size"), [10; 10]);
    assert_eq!(of("group_start"), [0, 0, 0, 0, 0, 5, 5, 5, 5, 5]);
    assert_eq!(of("local_id"), [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
    assert_eq!(of("local_size"), [5; 10]);
    assert_eq!(of("subgroup_id"), [0, 0, 1, 1, 2, 0, 0, 1, 1, 2]);
    assert_eq!(of("subgroup_count"), [3; 10]);
    assert_eq!(of("lane"), [0, 1, 0, 1, 0, 0, 1, 0, 1, 0]);
    assert_eq!(of("subgroup_size"), [2, 2, 2, 2, 1, 2, 2, 2, 2, 1]);
}

#[test]
fn collectives_combine_what_a_group_gives() {
    let of = |op: &str, scope: &str| {
        let kernel = format!(
            "{{ collective r: u32 = {op} {scope}, (@global_id + 1u32) a[@global_id] = r }}"
        );
        arrays(&kernel)[0].clone()
    };
    assert_eq!(of("add", "workgroup"), [15, 15, 15, 15, 15, 40, 40, 40, 40, 40]);
    assert_eq!(of("min", "workgroup"), [1, 1, 1, 1, 1, 6, 6, 6, 6, 6]);
    assert_eq!(of("max", "subgroup"), [2, 2, 4, 4, 5, 7, 7, 9, 9, 10]);
    assert_eq!(of("xor", "subgroup"), [3, 3, 7, 7, 5, 1, 1, 1, 1, 10]);
}

#[test]
fn a_scan_adds_up_what_comes_before() {
    let found = arrays(
        "{ scan before: u32, total: u32 = (@local_id + 1u32)
           a[@global_id] = before b[@global_id] = total }",
    );
    assert_eq!(found[0], [0, 1, 3, 6, 10, 0, 1, 3, 6, 10]);
    assert_eq!(found[1], [15; 10]);
    let wraps = "{ scan before: u32, total: u32 = 2147483648u32 a[@global_id] = before }";
    assert_eq!(arrays(wraps)[0][..5], [0, 1 << 31, 0, 1 << 31, 0]);
}

/// Tests the sum of floats, which depends on the order. The seed determines the order.
#[test]
fn floats_are_combined_in_any_order() {
    let kernel = "{ collective r: f32 = add workgroup, select((@local_id == 0u32), 100000000.0f32,
        select((@local_id == 1u32), -100000000.0f32, 1.0f32)) f[@global_id] = r }";
    let sums: Vec<ArrayData> =
        (0..20).map(|seed| attempt(kernel, &grouped(seed)).unwrap().arrays.remove(3)).collect();
    assert!(sums.iter().any(|sum| *sum != sums[0]), "{sums:?}");
}

#[test]
fn what_a_barrier_separates_is_seen() {
    let turn = "shared x: u32[item] shared sum: u32[one] {
        if (@local_id == 0u32) { %sum[0u32] = 0u32 }
        %x[@local_id] = @global_id
        barrier workgroup
        atomic add %sum[0u32], 1u32
        a[@global_id] = %x[((@local_id + 1u32) % @local_size)]
        barrier workgroup
        b[@global_id] = %sum[0u32]
    }";
    let found = arrays(turn);
    assert_eq!(found[0], [1, 2, 3, 4, 0, 6, 7, 8, 9, 5]);
    assert_eq!(found[1], [5; 10]);
    let pairs = "shared x: u32[item] {
        %x[@local_id] = @global_id
        barrier subgroup
        a[@global_id] = %x[((@local_id - @lane) + ((@lane + 1u32) % @subgroup_size))]
    }";
    assert_eq!(arrays(pairs)[0], [1, 0, 3, 2, 4, 6, 5, 8, 7, 9]);
    // This kernel has the same result with plain accesses to device memory within a workgroup.
    let device = "{
        a[@global_id] = @global_id
        barrier workgroup
        b[@global_id] = a[(@group_start + ((@local_id + 1u32) % @local_size))]
        barrier workgroup
        a[@global_id] = 1u32
    }";
    assert_eq!(arrays(device)[1], [1, 2, 3, 4, 0, 6, 7, 8, 9, 5]);
}

#[test]
fn a_search_finds_whose_turn_it_is() {
    let kernel = "shared start: u32[item] {
        scan before: u32, total: u32 = (@local_id % 2u32 * 3u32)
        %start[@local_id] = before
        barrier workgroup
        a[@global_id] = @search(%start, @local_id)
    }"
    .replace("(@local_id % 2u32 * 3u32)", "((@local_id % 2u32) * 3u32)");
    // The sums are 0, 0, 3, 3, 6.
    assert_eq!(arrays(&kernel)[0], [1, 1, 1, 3, 3, 1, 1, 1, 3, 3]);
}

#[test]
fn what_is_enqueued_is_pushed_by_a_flush() {
    let kernel = "{
        for i: u32 = 0u32 to @local_id by 1u32 { enqueue w node(@global_id) }
        flush w
        enqueue w 0node
        enqueue v 3node
        flush v
        flush w
    }";
    assert_eq!(arrays(kernel)[1], [10, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
}

/// A module with nested parallelism over the edges of nodes, as a pass would write it: the whole
/// workgroup processes the large nodes, which are in a list, and a scan distributes the edges of
/// the other nodes.
pub const NESTED: &str = "module nested distributed
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

#[test]
fn what_groups_must_not_do_is_refused() {
    let next = "%x[((@local_id + 1u32) % @local_size)]";
    let cases = [
        // Cases with shared memory.
        format!("shared x: u32[item] {{ %x[@local_id] = 1u32 a[@global_id] = {next} }}"),
        format!(
            "shared x: u32[item] {{ %x[@local_id] = 1u32 barrier subgroup a[@global_id] = {next} }}"
        ),
        format!(
            "shared x: u32[item] {{ %x[@local_id] = 1u32
               collective r: u32 = add subgroup, 1u32 a[@global_id] = {next} }}"
        ),
        format!(
            "shared x: u32[item] {{ %x[@local_id] = 1u32 barrier workgroup
               a[@global_id] = {next} %x[@local_id] = 2u32 }}"
        ),
        "shared x: u32[one] { %x[0u32] = @local_id }".into(),
        "shared x: u32[one] { a[@global_id] = %x[0u32] }".into(),
        "shared x: u32[one] { atomic add %x[0u32], 1u32 }".into(),
        "shared x: u32[item] { %x[(@local_id + 1u32)] = 1u32 }".into(),
        // Cases with searches.
        "shared x: u32[item] { a[@global_id] = @search(%x, 0u32) }".into(),
        "shared x: u32[item] { %x[@local_id] = (@local_id + 1u32) barrier workgroup
           a[@global_id] = @search(%x, 0u32) }"
            .into(),
        "shared x: u32[item] { %x[@local_id] = (@local_id % 2u32) barrier workgroup
           a[@global_id] = @search(%x, 0u32) }"
            .into(),
        // Cases with queues.
        "{ enqueue w 0node }".into(),
        "{ flush w enqueue w 0node }".into(),
        // Cases with device memory.
        "{ x[0u32] = 1u32 barrier workgroup }".into(),
        "{ a[@local_id] = 1u32 }".into(),
        "{ a[@global_id] = 1u32 barrier subgroup
           b[@global_id] = a[(@group_start + ((@local_id + 1u32) % @local_size))] }"
            .into(),
        "{ a[@global_id] = 1u32 barrier workgroup b[@global_id] = a[(9u32 - @global_id)] }".into(),
        // Barriers that the verifier rejects because not all work-items reach them.
        // `interp_outlined` tests the barriers of outlined loops.
        "{ if (@local_id < 2u32) { barrier workgroup } }".into(),
        "{ if (@local_id < 3u32) { barrier subgroup } }".into(),
        "{ if (@local_id < 2u32) { barrier workgroup } else { barrier workgroup } }".into(),
        "{ for i: u32 = 0u32 to @local_id by 1u32 { barrier workgroup } }".into(),
        "{ if (@lane == 0u32) { collective r: u32 = add subgroup, 1u32 } else {
             scan s: u32, t: u32 = 1u32 } }"
            .into(),
        "{ if (@local_id < 4u32) { flush w } }".into(),
        "{ barrier grid }".into(),
    ];
    // If the queue is full, an item is pushed directly, and a seed may choose a queue that is
    // always full.
    let may_pass = |case: &str| case.contains("enqueue");
    let mut report = String::new();
    for case in cases {
        for seed in 0..10 {
            let outcome = attempt(&case, &grouped(seed));
            assert!(outcome.is_err() || may_pass(&case), "{case} with seed {seed}");
        }
        let error = attempt(&case, &grouped(0)).expect_err(&case);
        assert!(error.is_internal());
        let case = case.split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(report, "{case}\n    {error}").unwrap();
    }
    insta::assert_snapshot!(report);
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
