//! Tests that the interpreter executes outlined loops, and finds missing barriers and swaps.

use igc_compiler::data::ArrayData;
use igc_compiler::interp::{Outcome, RunError, Settings, run};
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::{Module, Value};

use super::graphs::Graph;
use super::interp::path;
use super::interp_groups::grouped;

const BFS: &str = include_str!("modules/bfs-distributed.ir");

/// Creates a breadth-first search with an outlined pipe. `swap` is the text before the call of the
/// kernel, and `barrier` is the text after it.
fn outlined_bfs(swap: &str, barrier: &str) -> Module {
    let (head, pipe) = BFS.split_once("main {").unwrap();
    let (_, outputs) = pipe.split_once("output").unwrap();
    let text = format!(
        "{head}
         outlined search(inout depth: u32) {{
           while (@waiting(work) > 0u32) {{
             set depth = (depth + 1u32)
             {swap}
             call visit(depth)
             {barrier}
           }}
         }}
         main {{
           let depth: u32 = 0u32
           level~[$source] = 0u32
           seed work [$source]
           outline search(depth)
         }}
         output{outputs}"
    );
    parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Runs a module even if the verifier rejects it.
fn attempt(module: &Module, graph: &Graph, seed: u64) -> Result<Outcome, RunError> {
    run(module, &graph.view(), &[Value::Node(0)], &unproven(seed))
}

fn unproven(seed: u64) -> Settings {
    Settings { unproven: true, max_steps: Some(100_000), ..grouped(seed) }
}

#[test]
fn an_outlined_pipe_does_what_it_did() {
    let module = outlined_bfs("swap buffers work", "barrier grid");
    let host = parse(BFS).unwrap();
    for graph in [path(6), Graph::random(40, 80, 3), Graph::new(1, &[])] {
        for seed in 0..30 {
            let outcome = run(&module, &graph.view(), &[Value::Node(0)], &grouped(seed)).unwrap();
            let wanted = attempt(&host, &graph, seed).unwrap();
            assert_eq!(outcome.arrays, wanted.arrays);
            let counts = |outcome: &Outcome| (outcome.launches, outcome.rounds);
            assert_eq!(counts(&outcome), counts(&wanted));
        }
    }
}

/// Checks that the verifier rejects a module. Returns in how many of 30 orders it still gives the
/// correct result.
#[track_caller]
fn right_by_luck(module: &Module) -> usize {
    let graph = Graph::random(40, 80, 3);
    let wanted = ArrayData::U32(graph.levels(0));
    let refused = run(module, &graph.view(), &[Value::Node(0)], &grouped(0));
    assert!(matches!(refused, Err(RunError::NotVerified(_))), "{refused:?}");
    let right = (0..30).filter(|seed| match attempt(module, &graph, *seed) {
        Err(RunError::NotVerified(found)) => panic!("{found:?}"),
        outcome => outcome.is_ok_and(|outcome| outcome.arrays[0] == wanted),
    });
    right.count()
}

#[test]
fn a_forgotten_grid_barrier_shows() {
    assert!(right_by_luck(&outlined_bfs("swap buffers work", "")) < 10);
}

#[test]
fn a_forgotten_swap_of_buffers_shows() {
    assert_eq!(right_by_luck(&outlined_bfs("", "barrier grid")), 0);
    let twice = outlined_bfs("swap buffers work swap buffers work", "barrier grid");
    assert_eq!(right_by_luck(&twice), 0);
}

/// Creates a module with kernels, an outlined loop `o` with the parameter `all`, and a `main` that
/// runs the loop and then the statements `after`.
fn outlined(kernels: &str, head: &str, body: &str, after: &str) -> String {
    format!(
        "module m distributed
         array a: u32[nodes] = 0u32
         array b: u32[nodes] = 0u32
         array x: u32[one] = 0u32
         worklist w
         worklist v
         {kernels}
         outlined o(inout all: u32) {head} {{ {body} }}
         main {{ let all: u32 = 0u32 outline o(all) {after} }}"
    )
}

fn execute_text(text: &str, settings: &Settings) -> Result<Outcome, RunError> {
    let module = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    run(&module, &path(12).view(), &[], settings)
}

fn execute(kernels: &str, body: &str, seed: u64) -> Result<Outcome, RunError> {
    let text = outlined(kernels, "", body, "b[0u32] = all");
    execute_text(&text, &unproven(seed))
}

const ADD: &str = "kernel add(by: u32) {
    for i: u32 = @global_id to @node_count by @global_size { a[i] = (a[i] + by) }
    if (@global_id == 0u32) { atomic add x~[0u32], 1u32 }
}";

/// Checks that an outlined loop has the same results and counts as the same statements on the host.
#[test]
fn what_main_does_is_done_once() {
    let body = "fill a = 7u32
        let sum: u32 = 0u32
        barrier grid
        for i: u32 = 0u32 to 3u32 {
          call add(i)
          swap a, b
          swap worklists w, v
          barrier grid
          set sum = ((sum * 10u32) + x~[0u32])
          barrier grid
        }
        x[0u32] = (sum + 1000u32)
        if (sum == 123u32) { set all = sum }";
    let alone = body.replace("barrier grid", "").replace("call", "launch");
    let host = outlined(ADD, "", "", &format!("{alone} b[0u32] = all"));
    let host = execute_text(&host, &unproven(0)).unwrap();
    assert_eq!(host.arrays[2], ArrayData::U32(vec![1123]));
    for seed in 0..30 {
        let outcome = execute(ADD, body, seed).unwrap();
        assert_eq!(outcome.arrays, host.arrays);
        assert_eq!((outcome.launches, outcome.rounds), (host.launches, host.rounds));
    }
}

/// Checks the number of rounds of every kind of loop.
#[test]
fn loops_have_their_rounds() {
    let body = "iterate { barrier grid call add(1u32) barrier grid } while (x~[0u32] < 3u32)
        barrier grid
        once { call add(10u32) barrier grid }
        single one: bool = (x~[0u32] == 4u32) { barrier grid call add(100u32) barrier grid }
        single none: bool = (x~[0u32] == 4u32) { barrier grid call add(1000u32) barrier grid }
        counted single counts: bool = true { barrier grid if true { continue } set all = 9u32 }
        scope { let y: u32 = 0u32 while true { set y = (y + 1u32) if (y == 4u32) { break } } set all = y }";
    for seed in 0..20 {
        let outcome = execute(ADD, body, seed).unwrap();
        assert_eq!(outcome.arrays[0], ArrayData::U32(vec![113; 12]));
        assert_eq!(outcome.arrays[1].get(0), Some(Value::U32(4)));
        // The four loops that count their rounds have three, one, one and four rounds.
        assert_eq!((outcome.launches, outcome.rounds), (5, 9), "seed {seed}");
    }
}

#[test]
fn worklists_are_seeded_together() {
    let kernels = "kernel k() {
        for i: u32 = @global_id to @size(w) by @global_size {
          let u: node = @item(w, i)
          atomic add a~[u], 1u32
          if (u < 3node) { enqueue w 5node push v u }
        }
        flush w
      }";
    let body = "for i: u32 = 0u32 to 2u32 {
          seed w nodes
          barrier grid
          while (@waiting(w) > 0u32) checks v, w { swap buffers w call k() barrier grid }
          set all = @waiting(v)
          barrier grid
          seed w [2node, 4node]
          barrier grid
          once { swap buffers w call k() barrier grid }
          clear w
          barrier grid
        }";
    let text = outlined(kernels, "", body, "b[0u32] = all b[1u32] = @waiting(w)");
    for seed in 0..30 {
        let outcome = execute_text(&text, &grouped(seed)).unwrap();
        let counts = vec![2, 2, 4, 2, 4, 8, 2, 2, 2, 2, 2, 2];
        assert_eq!(outcome.arrays[0], ArrayData::U32(counts), "seed {seed}");
        // Pushes to `v`: three after `seed w nodes`, one after `seed w [2node, 4node]`, and again
        // three after `seed w nodes`.
        assert_eq!(outcome.arrays[1].get(0), Some(Value::U32(7)));
        assert_eq!(outcome.arrays[1].get(1), Some(Value::U32(0)));
        assert_eq!((outcome.launches, outcome.rounds), (6, 8));
    }
}

/// Runs an outlined loop with many seeds. Returns the messages of the runs that fail, each once.
#[track_caller]
fn failures(kernels: &str, body: &str) -> Vec<String> {
    messages((0..60).filter_map(|seed| execute(kernels, body, seed).err()))
}

#[track_caller]
fn messages(errors: impl Iterator<Item = RunError>) -> Vec<String> {
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
    // A fast work-item changes a value before a slow one reads it.
    let messages = failures(ADD, "let y: u32 = 0u32 call add(1u32) set y = x~[0u32]");
    one_says(&messages, "do not agree on `y`");
    // Work-items reach different barriers.
    let body = "call add(1u32) if (x~[0u32] == 0u32) { barrier grid }";
    one_says(&failures(ADD, body), "kernel `o`: work-item");
    // Work-items execute different numbers of rounds.
    let body = "call add(1u32) while (x~[0u32] == 0u32) { }";
    one_says(&failures(ADD, body), "kernel `o`: work-item");
    // Work-items call a kernel with different arguments.
    let kernels = format!(
        "{ADD} kernel wait(n: u32) {{
           for i: u32 = 0u32 to n by 1u32 {{ barrier workgroup }} }}"
    );
    let body = "call add(1u32) call wait(x~[0u32])";
    one_says(&failures(&kernels, body), "kernel `wait`: work-item");
    // The store by the first work-item races with the reads by the others.
    let body = "x[0u32] = 5u32 if (x[0u32] == 5u32) { call add(1u32) }";
    assert_eq!(failures(ADD, body).len(), 1);
    one_says(&failures(ADD, body), "a plain access to `x[0]`");
    // A fill races with the statements after it.
    let body = "fill a = 1u32 call add(1u32) swap a, b fill a = 2u32 swap a, b
                if (a[3u32] == 2u32) { barrier grid }";
    one_says(&failures(ADD, body), "a plain access to");
}

/// Two kernels whose shared memory has the same type and length, and one kernel with a queue.
const SHARING: &str = "kernel first() shared mine: u32[item] {
    %mine[@local_id] = 1u32
    barrier workgroup
    atomic add x~[0u32], %mine[(@local_size - (@local_id + 1u32))]
  }
  kernel second() shared its: u32[item] {
    %its[@local_id] = 2u32
    barrier workgroup
    atomic add x~[0u32], %its[(@local_size - (@local_id + 1u32))]
  }
  kernel queues() { enqueue w 1node flush w }";

#[test]
fn calls_have_local_memory_of_their_own_unless_they_are_given_some() {
    let body = "call first() call second() call first() call queues() call queues() barrier grid
                set all = x~[0u32]";
    for seed in 0..30 {
        let outcome = execute(SHARING, body, seed).unwrap();
        // Two calls of `first` add 1 and one call of `second` adds 2, for each of ten work-items.
        assert_eq!(outcome.arrays[1].get(0), Some(Value::U32(40)));
    }
}

#[test]
fn a_forgotten_barrier_before_local_memory_is_used_again_shows() {
    let head = "local m: u32[item] local q: u32[queue] local c: u32[counts]";
    let run_all = |body: &str| {
        let text = outlined(SHARING, head, body, "");
        (0..60).filter_map(move |seed| execute_text(&text, &unproven(seed)).err())
    };
    let right = "call first() with %m barrier workgroup call second() with %m";
    assert_eq!(run_all(right).count(), 0);
    let wrong = messages(run_all("call first() with %m call second() with %m"));
    one_says(&wrong, "which another work-item accesses without a barrier in between");
    assert_eq!(
        run_all("call queues() with %q, %c barrier workgroup call queues() with %q, %c").count(),
        0
    );
    let wrong = messages(run_all("call queues() with %q, %c call queues() with %q, %c"));
    one_says(&wrong, "items in a queue for `w`");
}

/// Two kernels: one pushes all nodes to `v` in order, and one sets `x` if it finds the last node.
const LOSING: &str = "kernel push_all() {
    if (@global_id == 0u32) {
      for i: u32 = 0u32 to @node_count by 1u32 { push v node(i) }
    }
  }
  kernel look() {
    for i: u32 = @global_id to @size(v) by @global_size {
      if (@item(v, i) == 11node) { x~[0u32] = 1u32 }
    }
  }";

#[test]
fn loops_end_when_a_worklist_has_no_room() {
    let body = |checks: &str| {
        format!(
            "let done: u32 = 0u32
             while (done == 0u32) {checks} {{
               call push_all() barrier grid
               swap buffers v call look() barrier grid
               set done = x~[0u32] barrier grid
             }}"
        )
    };
    let wanted = |most| RunError::WorklistLimit { worklist: "v".into(), most };
    for seed in 1..20 {
        let few = Settings { max_items: 5, max_steps: Some(60_000), ..unproven(seed) };
        let text = outlined(LOSING, "", &body("checks v"), "");
        assert_eq!(execute_text(&text, &few), Err(wanted(5)), "seed {seed}");
        let enough = Settings { max_items: 12, ..few.clone() };
        assert!(execute_text(&text, &enough).is_ok());
        // Without the check, the loop waits forever for an item that was lost.
        let endless = execute_text(&outlined(LOSING, "", &body(""), ""), &few);
        assert_eq!(endless, Err(RunError::StepLimit(60_000)));
    }
}

#[test]
fn pipes_see_that_a_worklist_had_no_room() {
    let kernels = "kernel grow() {
        for i: u32 = @global_id to @size(w) by @global_size { push w 1node push w 2node }
      }";
    let body = "seed w [0node] barrier grid
                while (@waiting(w) > 0u32) { swap buffers w call grow() barrier grid }";
    let wanted = Err(RunError::WorklistLimit { worklist: "w".into(), most: 40 });
    for seed in 0..20 {
        let few = Settings { max_items: 40, ..grouped(seed) };
        assert_eq!(execute_text(&outlined(kernels, "", body, ""), &few), wanted);
    }
    let none = Settings { max_items: 3, ..grouped(1) };
    let error = execute_text(&outlined("", "", "seed w nodes", ""), &none);
    assert_eq!(error, Err(RunError::WorklistLimit { worklist: "w".into(), most: 3 }));
}

#[test]
fn outlined_loops_reach_limits_and_errors() {
    let text = outlined(ADD, "", "while true { call add(1u32) barrier grid }", "");
    let limit = |settings: Settings| execute_text(&text, &settings).expect_err("there is a limit");
    for seed in 0..5 {
        let all = Settings { max_steps: None, ..grouped(seed) };
        let rounds = Settings { max_rounds: Some(7), ..all.clone() };
        assert_eq!(limit(rounds), RunError::RoundLimit(7));
        let launches = Settings { max_launches: Some(7), ..all.clone() };
        assert_eq!(limit(launches), RunError::LaunchLimit(7));
        let steps = Settings { max_steps: Some(700), ..all };
        assert_eq!(limit(steps), RunError::StepLimit(700));
    }
    let error = execute("", "seed w [node((@node_count + 1u32))] barrier grid", 1);
    let wanted = RunError::SeedNode { worklist: "w".into(), node: 13, nodes: 12 };
    assert_eq!(error, Err(wanted));
}
