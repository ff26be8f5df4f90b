//! Tests of the results of programs at both stages and in several orders.

use igc_compiler::data::{ArrayData, GraphView, Inputs, WeightsView};
use igc_compiler::interp::{Outcome, RunError, Settings, run};
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::{Module, Value};
use proptest::prelude::*;

use crate::generate;
use crate::graphs::Graph;

const BFS: &str = include_str!("modules/bfs.ir");
const BFS_DISTRIBUTED: &str = include_str!("modules/bfs-distributed.ir");
const SEEDS: [u64; 4] = [0, 1, 2, u64::MAX];

/// Returns settings with checked accesses and a limit on launches. Each workgroup has one
/// work-item.
pub fn settings(seed: u64, groups: u32) -> Settings {
    Settings {
        seed,
        groups,
        workgroup_size: 1,
        subgroup_size: 1,
        max_launches: Some(10_000),
        max_rounds: None,
        max_steps: Some(1_000_000),
        max_items: igc_compiler::ir::MAX_EXTENT,
        check_access: true,
        perturbation: None,
        watched: None,
        unproven: false,
        inputs: Inputs::default(),
    }
}

/// Runs a module in order on a graph.
#[track_caller]
pub fn execute(text: &str, graph: &GraphView<'_>) -> Outcome {
    let module = parse(text).unwrap();
    run(&module, graph, &[], &settings(0, 1)).unwrap()
}

/// Returns the final content of an array of a module without parameters. Checks that it does not
/// depend on the order.
#[track_caller]
pub fn content(text: &str, array: &str, graph: &Graph) -> ArrayData {
    let module = parse(text).unwrap();
    let at = module.arrays.iter().position(|a| a.name == array).unwrap();
    let mut results: Vec<ArrayData> = SEEDS
        .iter()
        .map(|seed| {
            let outcome = run(&module, &graph.view(), &[], &settings(*seed, 3));
            outcome.unwrap().arrays.swap_remove(at)
        })
        .collect();
    results.dedup();
    assert_eq!(results.len(), 1, "the order shows");
    results.remove(0)
}

pub fn path(nodes: u32) -> Graph {
    let edges: Vec<_> = (1..nodes).map(|n| (n - 1, n)).collect();
    Graph::new(nodes, &edges)
}

#[test]
fn breadth_first_search_finds_the_levels_at_both_stages_in_every_order() {
    let modules = [BFS, BFS_DISTRIBUTED].map(|text| parse(text).unwrap());
    for (nodes, edges) in [(1, 0), (2, 1), (30, 60), (200, 300), (100, 2000)] {
        let graph = Graph::random(nodes, edges, nodes ^ edges);
        let source = nodes / 2;
        let wanted = ArrayData::U32(graph.levels(source));
        for module in &modules {
            for seed in SEEDS {
                for (groups, workgroup_size) in [(1, 1), (3, 1), (2, 5), (1, 64)] {
                    let settings = Settings { workgroup_size, ..settings(seed, groups) };
                    let outcome = run(module, &graph.view(), &[Value::Node(source)], &settings);
                    let outcome = outcome.unwrap();
                    assert_eq!(outcome.arrays[0], wanted, "{settings:?}");
                    assert_eq!(outcome.rounds, outcome.launches);
                }
            }
        }
    }
}

#[test]
fn a_pipe_takes_a_round_for_each_level() {
    let module = parse(BFS).unwrap();
    let view = path(10);
    let outcome = run(&module, &view.view(), &[Value::Node(0)], &settings(0, 1)).unwrap();
    assert_eq!((outcome.launches, outcome.rounds), (10, 10));
}

#[test]
fn atomics_count_and_reduce() {
    let graph = Graph::random(50, 400, 3);
    let text = "module m parallel
        array degree: u32[nodes] = 0u32
        array total: u32[one] = 0u32
        array most: i32[one] = -1i32
        kernel count() {
          forall parallel e: edge in edges { atomic add degree~?[@targets?[e]], 1u32 }
        }
        kernel reduce() {
          forall parallel u: node in nodes {
            atomic add total~[0u32], degree[u]
            atomic max most~[0u32], i32(degree[u])
          }
        }
        main { launch count() launch reduce() }";
    let degrees = graph.in_degrees();
    let most = *degrees.iter().max().unwrap() as i32;
    assert_eq!(content(text, "total", &graph), ArrayData::U32(vec![400]));
    assert_eq!(content(text, "most", &graph), ArrayData::I32(vec![most]));
    assert_eq!(content(text, "degree", &graph), ArrayData::U32(degrees));
}

#[test]
fn an_atomic_yields_the_old_value() {
    let text = "module m parallel
        array slots: u32[nodes] = 0u32
        array next: u32[one] = 5u32
        kernel k() {
          let add: u32 = atomic add next~[0u32], 1u32
          slots[0u32] = add
          let hit: u32 = atomic cas next~[0u32], 6u32, 9u32
          slots[1u32] = hit
          let miss: u32 = atomic cas next~[0u32], 6u32, 1u32
          slots[2u32] = miss
          let past: u32 = atomic swap next~?[1u32], 7u32
          slots[3u32] = past
        }
        main { launch k() }";
    let found = execute(text, &path(4).view()).arrays;
    assert_eq!(found[0], ArrayData::U32(vec![5, 6, 9, 0]));
    assert_eq!(found[1], ArrayData::U32(vec![9]));
}

#[test]
fn edges_are_found_from_both_ends() {
    let graph = Graph::random(40, 200, 9);
    let text = |list: &str| {
        format!(
            "module m parallel
             array sum: u64[nodes] = 0u64
             array count: u32[nodes] = 0u32
             array wrong: bool[one] = false
             kernel k() {{
               forall parallel u: node in nodes {{
                 forall serial e: edge in {list} u {{
                   atomic add sum~[u], u64(e)
                   atomic add count~[u], 1u32
                 }}
               }}
             }}
             kernel ends() {{
               forall parallel u: node in nodes {{
                 forall serial e: edge in out? u {{
                   if (@sources?[e] != u) {{ wrong~[0u32] = true }}
                 }}
                 forall serial e_2: edge in in? u {{
                   if (@targets?[e_2] != u) {{ wrong~[0u32] = true }}
                 }}
               }}
             }}
             main {{ launch k() launch ends() }}"
        )
    };
    let mut out = vec![0; 40];
    let mut incoming = vec![0; 40];
    for (sum, row) in out.iter_mut().zip(graph.offsets.windows(2)) {
        for edge in row[0]..row[1] {
            *sum += edge as u64;
            incoming[graph.targets[edge as usize] as usize] += edge as u64;
        }
    }
    assert_eq!(content(&text("out"), "sum", &graph), ArrayData::U64(out));
    assert_eq!(content(&text("in"), "sum", &graph), ArrayData::U64(incoming));
    let degrees = ArrayData::U32(graph.in_degrees());
    assert_eq!(content(&text("in"), "count", &graph), degrees);
    assert_eq!(content(&text("in"), "wrong", &graph), ArrayData::Bool(vec![false]));
}

#[test]
fn what_is_no_node_has_no_edges() {
    let text = "module m parallel
        array count: u32[one] = 0u32
        kernel k() {
          forall parallel u: u32 in range 4u32, 9u32 {
            forall serial e: edge in out? node(u) { atomic add count~[0u32], 1u32 }
            forall serial e_2: edge in in? node(u) { atomic add count~[0u32], 1u32 }
            forall serial e_3: edge in out? 4294967295node { atomic add count~[0u32], 1u32 }
          }
        }
        main { launch k() }";
    assert_eq!(content(text, "count", &path(4)), ArrayData::U32(vec![0]));
}

#[test]
fn ranges_have_signs_and_may_be_empty() {
    let text = "module m parallel
        array sum: i32[one] = 0i32
        array count: u32[one] = 0u32
        kernel k() {
          forall parallel i: i32 in range -3i32, 2i32 { atomic add sum~[0u32], i }
          forall parallel i_2: i32 in range 2i32, -3i32 { atomic add count~[0u32], 1u32 }
          forall parallel i_3: u32 in range 9u32, 2u32 { atomic add count~[0u32], 1u32 }
          forall parallel i_4: u32 in range 2u32, 9u32 { atomic add count~[0u32], i_4 }
        }
        main { launch k() }";
    assert_eq!(content(text, "sum", &path(1)), ArrayData::I32(vec![-5]));
    assert_eq!(content(text, "count", &path(1)), ArrayData::U32(vec![35]));
}

#[test]
fn loops_break_and_continue() {
    let text = "module m parallel
        array odd: u32[nodes] = 0u32
        kernel k() {
          forall parallel u: node in nodes {
            let i: u32 = 0u32
            while true {
              set i = (i + 1u32)
              if (i > (u32(u) * 2u32)) { break }
              if ((i % 2u32) == 0u32) { continue }
              let j: u32 = 0u32
              while true { set j = (j + 1u32) if (j == i) { break } }
              odd[u] = (odd[u] + j)
            }
          }
        }
        main { launch k() }";
    let wanted = ArrayData::U32(vec![0, 1, 4, 9, 16]);
    assert_eq!(content(text, "odd", &path(5)), wanted);
}

#[test]
fn past_the_end_reads_are_zero_or_no_id_and_writes_do_nothing() {
    let text = "module m parallel
        array a: u32[nodes] = 7u32
        array out: u32[one] = 1u32
        kernel k() {
          a~?[4u32] = 1u32
          a~?[-1i32] = 1u32
          out[0u32] = (a?[4294967295u32] + a?[3u32])
          a[0u32] = u32(@targets?[3u32])
          a[1u32] = u32(@out_offsets?[4u32])
          a[2u32] = u32(@out_offsets?[5u32])
          if (((@sources?[3u32] == 4294967295node) && (@reverse?[3u32] == 4294967295edge)) && ((@in_edges?[3u32] == 4294967295edge) && (@in_sources?[3u32] == 4294967295node))) { a[3u32] = 8u32 }
        }
        main { launch k() }";
    let graph = path(4);
    assert_eq!(content(text, "a", &graph), ArrayData::U32(vec![u32::MAX, 3, 0, 8]));
    assert_eq!(content(text, "out", &graph), ArrayData::U32(vec![7]));
}

#[test]
fn each_work_item_has_its_own_locals_and_parameters() {
    let text = "module m distributed
        array a: u32[nodes] = 0u32
        array size: u32[one] = 0u32
        kernel k(x: u32) {
          set x = (x + @global_id)
          let y: u32 = 0u32
          for i: u32 = @global_id to @node_count by @global_size { set y = (y + 1u32) a[i] = x }
          atomic add size~[0u32], y
        }
        main { launch k(10u32) }";
    let graph = path(7);
    let wanted = ArrayData::U32(vec![10, 11, 12, 10, 11, 12, 10]);
    assert_eq!(content(text, "a", &graph), wanted);
    assert_eq!(content(text, "size", &graph), ArrayData::U32(vec![7]));
}

#[test]
fn the_seed_picks_the_order() {
    let module = parse(
        "module m parallel
         array first: node[one] = 0node
         array taken: bool[one] = false
         kernel k() {
           forall parallel u: node in nodes {
             let before: bool = atomic swap taken~[0u32], true
             if not(before) { first~[0u32] = u }
           }
         }
         main { launch k() }",
    )
    .unwrap();
    let graph = path(100);
    let first = |seed| {
        let outcome = run(&module, &graph.view(), &[], &settings(seed, 1)).unwrap();
        outcome.arrays[0].get(0).unwrap().index()
    };
    assert_eq!(first(0), 0);
    assert_eq!(first(5), first(5));
    assert!((1..20).any(|seed| first(seed) != first(5)));
}

#[test]
fn weights_are_taken_as_the_program_wants_them() {
    let view =
        |weights| GraphView { offsets: &[0, 3], targets: &[0, 0, 0], weights: Some(weights) };
    let load = |ty: &str, weights| {
        let text = format!("module m parallel array w: {ty}[edges] = weights main {{ }}");
        execute(&text, &view(weights)).arrays.remove(0)
    };
    let (whole, signed, real) = (
        WeightsView::U32(&[1, 2, 1 << 24]),
        WeightsView::I64(&[-1, 0, i32::MAX as i64]),
        WeightsView::F64(&[0.5, -2.0, 1e-300]),
    );
    assert_eq!(load("u32", whole), ArrayData::U32(vec![1, 2, 1 << 24]));
    assert_eq!(load("f32", whole), ArrayData::F32(vec![1.0, 2.0, 16_777_216.0]));
    assert_eq!(load("i32", signed), ArrayData::I32(vec![-1, 0, i32::MAX]));
    assert_eq!(load("f64", signed), ArrayData::F64(vec![-1.0, 0.0, 2_147_483_647.0]));
    assert_eq!(load("f64", real), ArrayData::F64(vec![0.5, -2.0, 1e-300]));
    assert_eq!(load("f32", real), ArrayData::F32(vec![0.5, -2.0, 0.0]));
    let integral = WeightsView::F64(&[3.0, 0.0, 4e9]);
    assert_eq!(load("u64", integral), ArrayData::U64(vec![3, 0, 4_000_000_000]));
}

#[test]
fn what_is_nested_as_deep_as_can_be_read_runs() {
    let nots = format!("{}true{}", "not(".repeat(96), ")".repeat(96));
    let text = format!(
        "module m parallel array done: bool[one] = false
         kernel k() {{ {} done[0u32] = {nots} {} }} main {{ launch k() }}",
        "if true { ".repeat(98),
        "}".repeat(98)
    );
    let outcome = execute(&text, &path(1).view());
    assert_eq!(outcome.arrays[0], ArrayData::Bool(vec![true]));
}

#[test]
fn an_empty_graph_is_a_graph() {
    let text = "module m parallel
        array a: u32[nodes] = 0u32
        worklist w
        kernel k() { forall parallel u: node in nodes { push w u } a~?[0u32] = @node_count }
        main { launch k() pipe w nodes { launch k() } }";
    let outcome = execute(text, &path(0).view());
    assert_eq!(outcome.arrays[0].len(), 0);
    assert_eq!((outcome.launches, outcome.rounds), (1, 0));
}

fn params(module: &Module) -> Vec<Value> {
    module.params.iter().map(|p| p.default.unwrap()).collect()
}

proptest! {
    /// Checks that a run of a module without promises ends with a result or at a limit, without a
    /// panic. The only promise that it can break is that of a loop whose counter would wrap.
    #[test]
    fn random_modules_run_or_reach_a_limit(choices in generate::choices(), seed in 0_u64..3) {
        let module = generate::module(&choices, false);
        let graph = Graph::random(6, 12, 1);
        let settings = Settings { max_steps: Some(20_000), ..settings(seed, 2) };
        match run(&module, &graph.view(), &params(&module), &settings) {
            Ok(outcome) => {
                let again = run(&module, &graph.view(), &params(&module), &settings).unwrap();
                // The outcomes are compared as text, because NaN is not equal to itself.
                prop_assert_eq!(format!("{outcome:?}"), format!("{again:?}"));
            }
            Err(RunError::BrokenPromise { message, .. }) => {
                prop_assert!(message.starts_with("a loop cannot count from"), "{}", message);
            }
            Err(error) => prop_assert!(!error.is_internal(), "{}", error),
        }
    }

    #[test]
    fn broken_promises_end_a_run_without_a_panic(choices in generate::choices()) {
        let module = generate::module(&choices, true);
        let graph = Graph::random(6, 12, 1);
        let settings = Settings { max_steps: Some(20_000), ..settings(1, 2) };
        let result = run(&module, &graph.view(), &params(&module), &settings);
        prop_assert!(!matches!(result, Err(RunError::NotVerified(_))));
    }
}
