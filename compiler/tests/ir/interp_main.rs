//! Tests of `main`: worklists, pipes, loops and conditionals.

use igc_compiler::data::ArrayData;

use crate::interp::{content, execute, path};

/// Tests the items that a kernel reads: those that were pushed since the last kernel that read the
/// worklist, and none that are pushed while it runs. Worklists that a kernel does not read keep
/// their items.
#[test]
fn worklists_have_two_sides() {
    let text = "module m parallel
        array seen: u32[nodes] = 0u32
        array moved: u32[one] = 0u32
        worklist near
        worklist far
        kernel fill() {
          forall parallel u: node in nodes { push near u push near u }
        }
        kernel move() {
          forall parallel u: node in worklist near {
            atomic add moved~[0u32], 1u32
            if (u < 2node) { push near u } else { push far u }
          }
        }
        kernel look() {
          forall parallel u: node in worklist far { atomic add seen~[u], 1u32 }
        }
        main {
          launch fill()
          launch fill()
          launch move()
          launch look()
          launch move()
          launch look()
        }";
    let graph = path(4);
    assert_eq!(content(text, "moved", &graph), ArrayData::U32(vec![24]));
    assert_eq!(content(text, "seen", &graph), ArrayData::U32(vec![0, 0, 4, 4]));
}

#[test]
fn pipes_start_with_what_they_are_given() {
    let run = |main: &str| {
        let text = format!(
            "module m parallel
             array seen: u32[nodes] = 0u32
             worklist w
             kernel k() {{ forall parallel u: node in worklist w {{ atomic add seen~[u], 1u32 }} }}
             kernel add() {{ push w 0node }}
             main {{ {main} }}"
        );
        let outcome = execute(&text, &path(3).view());
        let ArrayData::U32(seen) = &outcome.arrays[0] else { panic!("{:?}", outcome.arrays) };
        (seen.clone(), outcome.rounds)
    };
    assert_eq!(run("pipe w nodes { launch k() }"), (vec![1, 1, 1], 1));
    assert_eq!(run("pipe w [2node, 2node] { launch k() }"), (vec![0, 0, 2], 1));
    assert_eq!(run("pipe w [] { launch k() }"), (vec![0, 0, 0], 0));
    assert_eq!(run("once pipe w [] { launch k() }"), (vec![0, 0, 0], 1));
    // The worklist keeps its content only if the pipe has no seed.
    assert_eq!(run("launch add() pipe w { launch k() }"), (vec![1, 0, 0], 1));
    assert_eq!(run("launch add() pipe w [1node] { launch k() }"), (vec![0, 1, 0], 1));
    // The body of a `once pipe` runs once, even if it pushes items.
    let pushes = "once pipe w nodes { launch k() launch add() } launch k()";
    assert_eq!(run(pushes), (vec![2, 1, 1], 1));
}

#[test]
fn the_host_loops_reads_and_decides() {
    let text = "module m parallel
        array x: u32[one] = 0u32
        array log: u32[nodes] = 0u32
        kernel add(by: u32) { x[0u32] = (x[0u32] + by) }
        main {
          iterate { launch add(3u32) } while (x[0u32] < 10u32)
          log[0u32] = x[0u32]
          while (x[0u32] < 20u32) { launch add(@node_count) }
          log[1u32] = x[0u32]
          iterate { launch add(1u32) } while false
          let y: u32 = (@targets[0u32] == 1node)
          if (x[0u32] > 20u32) { log[2u32] = u32(@edge_count) } else { log[3u32] = 1u32 }
          if (x[0u32] > 30u32) { log[4u32] = 1u32 } else { log[3u32] = 7u32 }
          log?[9u32] = log?[77u32]
        }"
    .replace("let y: u32", "let y: bool");
    let outcome = execute(&text, &path(5).view());
    assert_eq!(outcome.arrays[1], ArrayData::U32(vec![12, 22, 4, 7, 0]));
    assert_eq!((outcome.launches, outcome.rounds), (7, 7));
}

#[test]
fn the_host_counts_and_jumps() {
    let text = "module m parallel
        array log: u32[nodes] = 0u32
        worklist w
        kernel add() { push w 0node push w 1node }
        main {
          for i: u32 = 1u32 to 9u32 {
            if (i == 2u32) { continue }
            if (i == 5u32) { break }
            log[0u32] = ((log[0u32] * 10u32) + i)
          }
          for i_2: i32 = -2i32 to 1i32 { log[1u32] = (log[1u32] + u32((i_2 + 5i32))) }
          for i_3: u32 = 4294967294u32 to 4294967295u32 { log[2u32] = i_3 }
          for i_4: u32 = 7u32 to 2u32 { log[3u32] = 1u32 }
          while true {
            iterate { log[3u32] = (log[3u32] + 10u32) launch add() } while (log[3u32] < 30u32)
            if (@waiting(w) > 5u32) { break }
          }
          log[4u32] = @waiting(w)
        }";
    let outcome = execute(text, &path(5).view());
    assert_eq!(outcome.arrays[0], ArrayData::U32(vec![134, 12, u32::MAX - 1, 30, 6]));
    assert_eq!((outcome.launches, outcome.rounds), (3, 5 + 3 + 1 + 1 + 3));
}
