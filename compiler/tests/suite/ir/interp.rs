//! Tests of the results of programs at both stages and in several orders.

use igc_compiler::data::{ArrayData, GraphView, Inputs, WeightsView};
use igc_compiler::interp::{Outcome, RunError, Settings, run};
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::{Module, Value};
use proptest::prelude::*;

use super::generate;
use super::graphs::Graph;

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
    let view = |weights| GraphView {
        offsets: &[0, 3],
        targets: &[0, 0, 0],
        weights: Some(weights),
        single: None,
    };
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
