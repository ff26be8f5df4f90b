//! Tests of operations of groups in several kinds of control flow, which the verifier must accept
//! or reject.
//!
//! The kernels have the shared memory `one`, which is a `u32`, and `each`, which is one `u32` per
//! work-item.

use igc_compiler::ir::parse::parse;

use super::verify::{findings, module, report};

fn kernel(body: &str) -> String {
    let shared = "kernel k(x: u32) shared one: u32[one] shared each: u32[item] {";
    module("distributed", body, "").replace("kernel k(x: u32) {", shared)
}

/// Returns every combination of control flow and statement. The `…` in the control flow is replaced
/// with the statement.
fn in_all(flows: &[&str], statements: &[&str]) -> Vec<String> {
    let fill = |flow: &&str| -> Vec<String> {
        statements.iter().map(|statement| flow.replace('…', statement)).collect()
    };
    flows.iter().flat_map(fill).collect()
}

/// Operations that all work-items of a workgroup must reach.
const OF_A_WORKGROUP: [&str; 4] = [
    "barrier workgroup",
    "collective t: u32 = add workgroup, x",
    "scan s: u32, t: u32 = x",
    "flush w",
];
const OF_A_SUBGROUP: [&str; 2] = ["barrier subgroup", "collective t: u32 = max subgroup, x"];

/// Control flow that is uniform at least for a workgroup.
const UNIFORM: [&str; 23] = [
    "…",
    "if (x < $p) { … }",
    "if (@node_count < u32(@edge_count)) { } else { … }",
    "if (@size(w) == 0u32) { … }",
    "if (@global_size == @local_size) { … }",
    "if (@group_start == 0u32) { … }",
    // An element of a property that the kernel does not write, with the same index in all
    // work-items.
    "if (a~?[x] == 1u32) { … }",
    "if (@item(w, 0u32) == 1node) { for i: u32 = @out_offsets?[x] to x by 1u32 { … } }",
    "vector b: edge, c: edge = @out_offsets[x] for e: edge = b to c by 1u32 { … }",
    "%one[0u32] = x barrier workgroup if (%one[0u32] < 3u32) { … }",
    "%each[@local_id] = x barrier workgroup if (@search(%each, x) < 3u32) { … }",
    "let y: u32 = x while (y < 9u32) { set y = (y + 1u32) … }",
    "for i: u32 = @group_start to @size(w) by @global_size { … }",
    "for i: u32 = @group_start to @size(w) by @global_size {
       if ((i + @local_id) < @size(w)) { a~?[i] = x } … }",
    // Results that all work-items of the group receive.
    "collective c: u32 = add workgroup, @local_id if (c > 9u32) { … }",
    "scan before: u32, total: u32 = @local_id
       for p: u32 = @local_id to total by @local_size { a~?[p] = x } for q: u32 = 0u32 to total by 1u32 { … }",
    // Loops that all work-items leave together.
    "while true { scan b: u32, total: u32 = @local_id if (total < 10u32) { break } … }",
    "for i: u32 = 0u32 to x by 1u32 { if (i == $p) { continue } … }",
    "while true { … while (@global_id < 9u32) { if (@lane == 1u32) { break } } break }",
    // After divergent statements, control flow is uniform again.
    "if (@local_id == 0u32) { a~?[0u32] = 1u32 } …",
    "for i: u32 = @local_id to x by @local_size { if (i == 3u32) { break } } …",
    "exclusive a(1node) { } else { } …",
    "forall serial u: node in nodes { … }",
];

/// Control flow that is uniform for a subgroup, but not for a workgroup.
const UNIFORM_FOR_A_SUBGROUP: [&str; 5] = [
    "if (@subgroup_id == 0u32) { … }",
    "for i: u32 = @subgroup_id to x by @subgroup_count { … }",
    "for i: u32 = 0u32 to x by @subgroup_size { … }",
    "collective c: u32 = add subgroup, x while (c > 9u32) { … }",
    "while true { if (@subgroup_id == 1u32) { break } … }",
];

/// Control flow that is not uniform for any group.
const DIVERGENT: [&str; 25] = [
    "if (@local_id == 0u32) { … }",
    "if (@global_id == 0u32) { } else { … }",
    "if (@lane == 0u32) { … }",
    "for i: u32 = @global_id to @node_count by @global_size { … }",
    "for i: u32 = 0u32 to @local_id by 1u32 { … }",
    "for i: u32 = 0u32 to x by (@lane + 1u32) { … }",
    "while (@lane < 1u32) { … }",
    // Memory that others may write concurrently.
    "a~?[0u32] = 1u32 if (a~?[0u32] == 1u32) { … }",
    "if (a~?[0u32] == 1u32) { … } atomic add a~?[1u32], 1u32",
    "if (a~?[@local_id] == 1u32) { … }",
    "if (@targets?[@lane] == 1node) { … }",
    "vector b: edge, c: edge = @out_offsets[@lane] for e: edge = b to c by 1u32 { … }",
    "if (%each[@local_id] == 1u32) { … }",
    "if (@search(%each, @local_id) == 1u32) { … }",
    // Results that differ between work-items.
    "let o: u32 = atomic add a~?[0u32], 1u32 if (o == 0u32) { … }",
    "let o: u32 = atomic add %one[0u32], 1u32 if (o == 0u32) { … }",
    "scan before: u32, total: u32 = x if (before == 0u32) { … }",
    // Divergence through a local: directly, against the order of the text, and through divergent
    // assignments.
    "let y: u32 = 0u32 if (@lane == 0u32) { set y = 1u32 } if (y == 1u32) { … }",
    "let y: u32 = 0u32 let z: u32 = 0u32
       while (x < 9u32) { if (z == 1u32) { … } set z = y set y = @local_id }",
    "let y: u32 = 0u32 for i: u32 = 0u32 to @lane by 1u32 { set y = i } if (y == 1u32) { … }",
    "let y: u32 = 0u32 while true { if (@lane == y) { break } set y = (y + 1u32) } if (y == 1u32) { … }",
    // Loops that some work-items leave before others, with the operation before or after the exit.
    "while true { … if (@lane == 0u32) { break } }",
    "for i: u32 = 0u32 to x by 1u32 { if (i == @lane) { continue } … }",
    "exclusive a(1node) { … } else { }",
    "exclusive a(1node) { } else { … }",
];

fn refused(flows: &[&str], statements: &[&str]) -> String {
    let cases = in_all(flows, statements);
    let cases: Vec<&str> = cases.iter().map(String::as_str).collect();
    report(&cases, kernel)
}

fn accepted(flows: &[&str], statements: &[&str]) {
    for case in in_all(flows, statements) {
        assert_eq!(findings(&parse(&kernel(&case)).unwrap()), "", "{case}");
    }
}

#[test]
fn what_a_group_does_in_control_flow_that_is_uniform_for_it_is_accepted() {
    accepted(&UNIFORM, &OF_A_WORKGROUP);
    accepted(&UNIFORM, &OF_A_SUBGROUP);
    accepted(&UNIFORM_FOR_A_SUBGROUP, &OF_A_SUBGROUP);
}

#[test]
fn what_a_group_does_in_other_control_flow_is_refused() {
    insta::assert_snapshot!("by_kind", refused(&DIVERGENT[..1], &OF_A_WORKGROUP));
    insta::assert_snapshot!("by_kind_of_a_subgroup", refused(&DIVERGENT[..1], &OF_A_SUBGROUP));
    insta::assert_snapshot!("divergent", refused(&DIVERGENT, &["barrier subgroup"]));
    let divergent_for_a_workgroup = refused(&UNIFORM_FOR_A_SUBGROUP, &["barrier workgroup"]);
    insta::assert_snapshot!("divergent_for_a_workgroup", divergent_for_a_workgroup);
}

/// Tests one round of nested parallelism, as the pass creates it.
#[test]
fn nested_parallelism_is_accepted() {
    let round = "for base: u32 = @group_start to @size(w) by @global_size {
        let i: u32 = (base + @local_id)
        let on: bool = (i < @size(w))
        let count: u32 = 0u32
        if on { set count = u32(@out_offsets?[@item(w, i)]) }
        if (@local_id == 0u32) { %one[0u32] = 0u32 }
        barrier workgroup
        if (count >= @local_size) {
          let slot: u32 = atomic add %one[0u32], 1u32
          %each[slot] = count
        }
        barrier workgroup
        for k: u32 = 0u32 to %one[0u32] by 1u32 {
          let n: u32 = %each[k]
          for e: u32 = @local_id to n by @local_size { enqueue w node(e) }
        }
        barrier workgroup
        scan before: u32, total: u32 = count
        %each[@local_id] = before
        barrier workgroup
        for p: u32 = @local_id to total by @local_size {
          let owner: u32 = @search(%each, p)
          enqueue w node((p - %each[owner]))
        }
        flush w
      }";
    accepted(&[round], &[""]);
}

#[test]
fn queues_that_a_way_leads_past_the_flush_of_are_refused() {
    let cases = [
        "enqueue w 1node",
        "flush w enqueue w 1node",
        "if (x == 0u32) { enqueue w 1node flush w } else { enqueue w 1node }",
        "enqueue w 1node if (x == 0u32) { flush w }",
        "enqueue w 1node while (x < 3u32) { flush w }",
        "for i: u32 = 0u32 to x by 1u32 { flush w enqueue w 1node }",
        "while true { enqueue w 1node if (x == 2u32) { break } flush w }",
        "for i: u32 = 0u32 to x by 1u32 { enqueue w 1node if (i == 2u32) { continue } flush w }",
        "exclusive a(1node) { enqueue w 1node } else { }",
        "forall serial u: node in nodes { enqueue w u }",
        // The flush is of another queue.
        "enqueue w 1node flush v",
    ];
    let kernel =
        |case| module("distributed", case, "").replace("worklist w", "worklist w worklist v");
    insta::assert_snapshot!(report(&cases, kernel));
}

#[test]
fn queues_that_are_flushed_whichever_way_are_accepted() {
    let flows = [
        "if (@lane == 1u32) { enqueue w 1node } flush w",
        "for i: u32 = @group_start to x by @global_size { if (@lane == 1u32) { enqueue w 1node } flush w }",
        "if (x == 0u32) { enqueue w 1node flush w } else { enqueue w 2node flush w }",
        "while true { enqueue w 1node if (x == 2u32) { break } } flush w",
        "while true { enqueue w 1node if (x == 2u32) { flush w break } flush w }",
        "while true { if (@lane == 1u32) { enqueue w 1node continue } break } flush w",
        "exclusive a(1node) { enqueue w 1node } else { enqueue w 2node } flush w",
        "flush w",
    ];
    accepted(&flows, &[""]);
}

#[test]
fn barriers_of_the_grid_stand_in_outlined_loops_only() {
    let kernel = module("distributed", "barrier grid", "");
    insta::assert_snapshot!("grid_barrier_in_a_kernel", report(&[kernel.as_str()], str::to_owned));
}
