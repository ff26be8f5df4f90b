//! Tests of iteration outlining on a few lines of IR: the outlined loops, with their barriers,
//! buffer swaps and capacity checks, and cases in which the pass must not apply.

use std::fmt::Write;

use igc_compiler::configuration::Configuration;
use igc_compiler::ir::Module;
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use igc_compiler::passes::oitergb::outline;
use igc_compiler::remarks::{Outcome, Remarks};

const DECLARATIONS: &str = "param source: node
array a: u32[nodes] = 0u32
array b: u32[nodes] = 0u32
array x: u32[one] = 0u32
array member: node[original] = itself
worklist near
worklist far
kernel visit(depth: u32) {
  for i: u32 = @global_id to @size(near) by @global_size {
    a~[@item(near, i)] = depth
    push near 1node
  }
}
kernel move() {
  for i: u32 = @global_id to @size(near) by @global_size { push far @item(near, i) }
}
kernel fill_far() { push far 1node }
kernel write() { if (@global_id == 0u32) { b[0u32] = 1u32 } }
kernel count() { atomic add x~[0u32], 1u32 }
";

fn module(main: &str) -> Module {
    let text = format!("module m distributed\n{DECLARATIONS}\nmain {{\n{main}\n}}\n");
    let module = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(verify(&module), Ok(()), "{text}");
    module
}

/// Returns the outlined loops and `main` of a module as text.
fn main_of(module: &Module) -> String {
    let text = module.to_string();
    let start = text.find("outlined ").or_else(|| text.find("main {")).unwrap();
    text[start..].trim_end().to_string()
}

/// Runs the pass on each case, which is a name and the statements of `main`. Returns the results
/// and the remarks. `applies` states whether the pass must change each case.
fn each(applies: bool, cases: &[(&str, &str)]) -> String {
    each_with("oitergb", applies, cases)
}

/// The same with other options.
fn each_with(options: &str, applies: bool, cases: &[(&str, &str)]) -> String {
    let options = Configuration::parse(options).unwrap();
    let mut report = String::new();
    for (name, main) in cases {
        let mut module = module(main);
        let before = module.clone();
        let mut remarks = Remarks::default();
        outline(&mut module, &options, &mut remarks);
        assert_eq!(verify(&module), Ok(()), "{name}\n{module}");
        assert_eq!(module != before, applies, "{name}\n{}", main_of(&module));
        // The text of the module can be parsed again.
        assert_eq!(parse(&module.to_string()).unwrap().to_string(), module.to_string(), "{name}");
        writeln!(report, "---- {name} ----\n{}", main_of(&before)).unwrap();
        if applies {
            writeln!(report, "\nbecomes\n\n{}", main_of(&module)).unwrap();
        }
        for remark in &remarks.0 {
            let applied =
                if remark.outcome == Outcome::Applied { "applied" } else { "not applied" };
            writeln!(report, "{applied}: {}", remark.message).unwrap();
        }
        report.push('\n');
    }
    report
}

#[test]
fn loops_of_kernels_are_outlined() {
    insta::assert_snapshot!(each(
        true,
        &[
            (
                "a pipe, whose seed stays with the host",
                "let depth: u32 = 1u32
                 pipe near [$source] { launch visit(depth) set depth = (depth + 1u32) }
                 x[0u32] = depth",
            ),
            (
                "locals that are only read, that are assigned, and of the loop",
                "let limit: u32 = 3u32 let unused: u32 = 1u32 let last: u32 = 0u32
                 for i: u32 = 0u32 to limit {
                   let twice: u32 = (i * 2u32) launch visit(twice) set last = twice }
                 x[0u32] = (last + unused)",
            ),
            (
                "every kind of loop and statement, in another",
                "while (x~[0u32] < 9u32) {
                   fill a = 0u32 a[0u32] = 1u32 swap a, b swap worklists near, far clear far
                   pipe near nodes { launch move() }
                   once pipe near [] { launch visit(1u32) }
                   iterate { launch count() } while (x~[0u32] < 3u32)
                   if (x~[0u32] == 5u32) { break } else { continue }
                 }",
            ),
            (
                "two loops, and what is between them",
                "for i: u32 = 0u32 to 2u32 { launch count() }
                 let between: u32 = x~[0u32]
                 if (between == 2u32) { while (between < 5u32) { launch count() set between = x~[0u32] } }",
            ),
            (
                "the inner loops of a loop that contracts",
                "while (x~[0u32] < 9u32) {
                   pipe near nodes { launch visit(1u32) }
                   contract a into member carry b
                   let limit: u32 = x~[0u32]
                   for i: u32 = 0u32 to limit { launch count() }
                 }",
            ),
            (
                "statements that control does not reach",
                "let y: u32 = 0u32
                 while true { launch count() if (y == 1u32) { break } else { continue } set y = 2u32 }",
            ),
        ]
    ));
}

#[test]
fn main_stays_with_the_host_where_no_loop_launches_a_kernel() {
    insta::assert_snapshot!(each(
        false,
        &[
            ("no loop", "launch visit(1u32) launch count()"),
            (
                "a loop that contracts",
                "for i: u32 = 0u32 to 9u32 { launch count() contract a into member }"
            ),
            ("a loop without kernels", "for i: u32 = 0u32 to 9u32 { x[0u32] = i }"),
        ]
    ));
}

#[test]
fn grid_barriers_stand_between_conflicts() {
    insta::assert_snapshot!(each(
        true,
        &[
            (
                "none between calls that do not meet",
                "while true { launch count() launch write() break }"
            ),
            ("one between two writes", "while true { launch write() launch write() break }"),
            (
                "before a condition that is read again",
                "iterate { launch count() } while (x~[0u32] < 3u32)"
            ),
            (
                "before each way back to the condition",
                "while (x~[0u32] < 3u32) { launch count() if (x~[0u32] == 1u32) { continue } launch write() }",
            ),
            (
                "not after a jump out",
                "while true { launch count() if true { break } launch write() }",
            ),
            (
                "in one arm only",
                "for i: u32 = 0u32 to 2u32 { if (i == 0u32) { launch write() } launch write() }",
            ),
            (
                "what a fast work-item would change is read first",
                "for i: u32 = 0u32 to 2u32 { launch count() x[0u32] = (x~[0u32] + @waiting(near)) }",
            ),
            ("arrays that change places", "for i: u32 = 0u32 to 2u32 { launch write() swap a, b }"),
        ]
    ));
}

#[test]
fn buffers_are_swapped_before_each_call_that_reads() {
    insta::assert_snapshot!(each(
        true,
        &[
            (
                "one that reads and one that does not",
                "while true { launch visit(1u32) launch fill_far() break }"
            ),
            (
                "an argument that asks before the swap",
                "while true { launch visit((@waiting(near) + @waiting(far))) break }",
            ),
            (
                "one that asks for another worklist",
                "while true { launch visit(@waiting(far)) break }"
            ),
        ]
    ));
}

#[test]
fn loops_ask_for_room() {
    insta::assert_snapshot!(each(
        true,
        &[
            ("a loop that may go on for ever", "while (x~[0u32] < 9u32) { launch fill_far() launch count() }"),
            ("after each round", "iterate { launch fill_far() launch count() } while (x~[0u32] < 9u32)"),
            ("not one that counts, nor one round", "for i: u32 = 0u32 to 9u32 { launch fill_far() once pipe near { launch count() } }"),
            ("a pipe asks for others", "pipe near nodes { launch move() }"),
            (
                "a pipe that pushes before it reads",
                "pipe near nodes { if true { launch visit(1u32) } launch visit(1u32) }",
            ),
            ("a pipe that reads in a loop", "pipe near nodes { for i: u32 = 0u32 to 2u32 { launch visit(i) } }"),
            ("a pipe whose worklist is swapped", "pipe near nodes { launch visit(1u32) swap worklists near, far }"),
            ("a pipe within a loop that pushes out of its sight", "while (x~[0u32] < 9u32) {
               launch visit(1u32) launch visit(2u32) pipe near { launch visit(3u32) } launch count() }"),
            ("a worklist that is only seeded", "while (x~[0u32] < 9u32) { once pipe far nodes { launch count() } }"),
        ]
    ));
}

#[test]
fn runs_of_statements_are_outlined() {
    insta::assert_snapshot!(each_with(
        "persistent",
        true,
        &[
            (
                "launches, with a barrier only between conflicts",
                "launch count() launch visit(1u32) launch write() launch write()",
            ),
            (
                "the seed of a pipe, and the statements around it",
                "let depth: u32 = 1u32 fill a = 0u32 launch write()
                 pipe near [$source] { launch visit(depth) set depth = (depth + 1u32) }
                 x[0u32] = depth",
            ),
            (
                "a local that is used after the run",
                "let seen: u32 = 0u32 launch count() launch count() let more: u32 = x~[0u32]
                 set seen = more print seen, more",
            ),
            (
                "statements before and after those of the host",
                "launch count() launch count() print x~[0u32] launch write() launch write()",
            ),
            (
                "the rounds of a loop that contracts",
                "while (x~[0u32] < 9u32) {
                   launch count() launch write()
                   if (x~[0u32] == 5u32) { break }
                   contract a into member carry b
                   pipe near nodes { launch move() }
                 }",
            ),
            (
                "launches in conditionals",
                "if (x~[0u32] == 0u32) { launch count() } else { launch write() launch write() }",
            ),
        ]
    ));
}

#[test]
fn runs_that_save_no_launch_stay() {
    insta::assert_snapshot!(each_with(
        "persistent",
        false,
        &[
            ("one launch", "let y: u32 = 1u32 launch visit(y) x[0u32] = y"),
            ("launches between prints", "launch count() print x~[0u32] launch count()"),
            ("a loop without kernels", "for i: u32 = 0u32 to 9u32 { x[0u32] = i }"),
        ]
    ));
}
