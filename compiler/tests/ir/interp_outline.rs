//! Tests of loops of `main` that run on the device.

use igc_compiler::data::ArrayData;
use igc_compiler::interp::{Outcome, RunError, Settings, run};
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::{Module, Value};

use crate::graphs::Graph;
use crate::interp::path;
use crate::interp_groups::grouped;

const BFS: &str = include_str!("modules/bfs-distributed.ir");

/// Returns breadth-first search with an outlined pipe. `barrier` is the kind of barrier.
fn outlined_bfs(barrier: &str) -> Module {
    let (head, pipe) = BFS.split_once("pipe work").unwrap();
    let (seed, body) = pipe.split_once('{').unwrap();
    let text = format!("{head} seed work{seed} outline {{ pipe work {{ {body}")
        .replace("launch visit(depth)", &format!("launch visit(depth) {barrier}"))
        .replace("\noutput", "}\noutput");
    parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Runs a module even if its barriers are not proven to be sufficient.
fn attempt(module: &Module, graph: &Graph, seed: u64) -> Result<Outcome, RunError> {
    run(module, &graph.view(), &[Value::Node(0)], &unproven(seed))
}

fn unproven(seed: u64) -> Settings {
    Settings { unproven: true, ..grouped(seed) }
}

#[test]
fn an_outlined_pipe_does_what_it_did() {
    let (module, host) = (outlined_bfs("barrier grid"), parse(BFS).unwrap());
    for graph in [path(6), Graph::random(40, 80, 3), Graph::new(1, &[])] {
        for seed in 0..30 {
            let outcome = attempt(&module, &graph, seed).unwrap();
            let wanted = attempt(&host, &graph, seed).unwrap();
            assert_eq!(outcome.arrays, wanted.arrays);
            let counts = |outcome: &Outcome| (outcome.launches, outcome.rounds);
            assert_eq!(counts(&outcome), counts(&wanted));
        }
    }
}

#[test]
fn a_forgotten_grid_barrier_shows() {
    let module = outlined_bfs("");
    let graph = Graph::random(40, 80, 3);
    let wanted = ArrayData::U32(graph.levels(0));
    let refused = run(&module, &graph.view(), &[Value::Node(0)], &grouped(0));
    assert!(matches!(refused, Err(RunError::NotVerified(_))), "{refused:?}");
    let right = (0..30).filter(|seed| match attempt(&module, &graph, *seed) {
        Err(RunError::NotVerified(found)) => panic!("{found:?}"),
        outcome => outcome.is_ok_and(|outcome| outcome.arrays[0] == wanted),
    });
    assert!(right.count() < 10);
}

fn execute(kernels: &str, main: &str, seed: u64) -> Result<Outcome, RunError> {
    let text = format!(
        "module m distributed
         array a: u32[nodes] = 0u32
         array b: u32[nodes] = 0u32
         array x: u32[one] = 0u32
         worklist w
         worklist v
         {kernels}
         main {{ {main} }}"
    );
    let module = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    run(&module, &path(12).view(), &[], &unproven(seed))
}

const ADD: &str = "kernel add(by: u32) {
    for i: u32 = @global_id to @node_count by @global_size { a[i] = (a[i] + by) }
    if (@global_id == 0u32) { atomic add x~[0u32], 1u32 }
}";

/// Checks that names, locals, counts and memory are the same as if the host had run the statements.
#[test]
fn what_main_does_is_done_once() {
    let body = "fill a = 7u32
        let sum: u32 = 0u32
        barrier grid
        for i: u32 = 0u32 to 3u32 {
          launch add(i)
          swap a, b
          swap worklists w, v
          barrier grid
          set sum = ((sum * 10u32) + x~[0u32])
          barrier grid
        }
        x[0u32] = (sum + 1000u32)
        if (sum == 123u32) { set all = sum }";
    let alone = body.replace("barrier grid", "");
    let host = execute(ADD, &format!("let all: u32 = 0u32 {alone} b[0u32] = all"), 0).unwrap();
    assert_eq!(host.arrays[2], ArrayData::U32(vec![1123]));
    for seed in 0..30 {
        let main = format!("let all: u32 = 0u32 outline {{ {body} }} b[0u32] = all");
        let outcome = execute(ADD, &main, seed).unwrap();
        assert_eq!(outcome.arrays, host.arrays);
        assert_eq!((outcome.launches, outcome.rounds), (host.launches, host.rounds));
    }
}

#[test]
fn pipes_are_seeded_together() {
    let kernels = "kernel k() {
        for i: u32 = @global_id to @size(w) by @global_size {
          let u: node = @item(w, i)
          atomic add a~[u], 1u32
          if (u < 3node) { enqueue w 5node push v u }
        }
        flush w
      }";
    let main = "outline {
        for i: u32 = 0u32 to 2u32 {
          seed w nodes
          barrier grid
          pipe w { launch k() barrier grid }
          set waiting = @waiting(v)
          barrier grid
          seed w [2node, 4node]
          barrier grid
          once pipe w { launch k() barrier grid }
          clear w
          barrier grid
        }
      }
      b[0u32] = waiting
      b[1u32] = @waiting(w)";
    for seed in 0..30 {
        let main = format!("let waiting: u32 = 0u32 {main}");
        let outcome = execute(kernels, &main, seed).unwrap();
        let counts = vec![2, 2, 4, 2, 4, 8, 2, 2, 2, 2, 2, 2];
        assert_eq!(outcome.arrays[0], ArrayData::U32(counts), "seed {seed}");
        // The value counts three items from the first pipe, one from the second, and three from the
        // third.
        assert_eq!(outcome.arrays[1].get(0), Some(Value::U32(7)));
        assert_eq!(outcome.arrays[1].get(1), Some(Value::U32(0)));
        assert_eq!((outcome.launches, outcome.rounds), (6, 8));
    }
}

/// Returns the distinct error messages over the seeds for which the module fails.
#[track_caller]
fn failures(kernels: &str, main: &str) -> Vec<String> {
    let errors = (0..60).filter_map(|seed| execute(kernels, main, seed).err());
    let mut messages: Vec<String> = errors
        .map(|error| {
            assert!(error.is_internal(), "{error}");
            error.to_string()
        })
        .collect();
    messages.sort();
    messages.dedup();
    messages
}

#[track_caller]
fn one_says(messages: &[String], wanted: &str) {
    assert!(messages.iter().any(|m| m.contains(wanted)), "{wanted}: {messages:#?}");
}

#[test]
fn work_items_that_part_are_found() {
    // A fast work-item has changed the value that a slow one reads.
    let messages = failures(ADD, "let y: u32 = 0u32 outline { launch add(1u32) set y = x~[0u32] }");
    one_says(&messages, "do not agree on `y`");
    // Work-items reach different barriers.
    let main = "outline { launch add(1u32) if (x~[0u32] == 0u32) { barrier grid } }";
    one_says(&failures(ADD, main), "kernel `main`: work-item");
    // Work-items pass different arguments to a kernel.
    let kernels = format!(
        "{ADD} kernel wait(n: u32) {{
           for i: u32 = 0u32 to n by 1u32 {{ barrier workgroup }} }}"
    );
    let main = "outline { launch add(1u32) launch wait(x~[0u32]) }";
    one_says(&failures(&kernels, main), "kernel `wait`: work-item");
    // The store of the first work-item conflicts with the reads of the others.
    let main = "outline { x[0u32] = 5u32 if (x[0u32] == 5u32) { launch add(1u32) } }";
    assert_eq!(failures(ADD, main).len(), 1);
    one_says(&failures(ADD, main), "a plain access to `x[0]`");
    // A fill conflicts with the statements that follow it.
    let main = "outline { fill a = 1u32 launch add(1u32) swap a, b fill a = 2u32 swap a, b
                          if (a[3u32] == 2u32) { barrier grid } }";
    one_says(&failures(ADD, main), "a plain access to");
}

#[test]
fn outlined_loops_reach_limits_and_errors() {
    let main = "outline { while true { launch add(1u32) barrier grid } }";
    let text = format!(
        "module m distributed array a: u32[nodes] = 0u32 array x: u32[one] = 0u32 worklist w
         {ADD} main {{ {main} }}"
    );
    let module = parse(&text).unwrap();
    let limit = |settings: Settings| {
        run(&module, &path(3).view(), &[], &settings).expect_err("there is a limit")
    };
    for seed in 0..5 {
        let all = Settings { max_steps: None, ..grouped(seed) };
        let rounds = Settings { max_rounds: Some(7), ..all.clone() };
        assert_eq!(limit(rounds), RunError::RoundLimit(7));
        let launches = Settings { max_launches: Some(7), ..all.clone() };
        assert_eq!(limit(launches), RunError::LaunchLimit(7));
        let steps = Settings { max_steps: Some(700), ..all };
        assert_eq!(limit(steps), RunError::StepLimit(700));
    }
    let error =
        execute("", "outline { seed w [node((@node_count + 1u32))] barrier grid pipe w { } }", 1);
    let wanted = RunError::SeedNode { worklist: "w".into(), node: 13, nodes: 12 };
    assert_eq!(error, Err(wanted));
}

#[test]
fn only_distributed_modules_are_outlined_and_once() {
    let refused = |text: &str| {
        let error = run(&parse(text).unwrap(), &path(2).view(), &[], &grouped(0));
        matches!(error, Err(RunError::NotVerified(found)) if found.len() == 1)
    };
    assert!(refused("module m parallel main { outline { } }"));
    assert!(refused("module m distributed main { outline { outline { } } }"));
    assert!(refused("module m distributed main { while true { outline { break } } }"));
    assert!(!refused(
        "module m distributed main { outline { } outline { while false { break } } }"
    ));
}
