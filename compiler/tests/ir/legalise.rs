//! Tests of legalisation on a few lines of IR.

use std::fmt::Write;

use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use igc_compiler::passes::legalise::legalise;

const DECLARATIONS: &str = "array x: u32[one] = 0u32
worklist near
kernel a() { }
kernel b() { }
";

fn outlined(body: &str) -> String {
    format!(
        "module m distributed\n{DECLARATIONS}\noutlined o(inout y: u32, flag: bool) {{ {body} }}\n
         main {{ let y: u32 = 0u32 let flag: bool = true outline o(y, flag) }}"
    )
}

fn kernel(body: &str) -> String {
    format!("module m distributed\n{DECLARATIONS}\nkernel k(x: u32) {{ {body} }}\n main {{ }}")
}

/// Returns the part of a module's text from a word to `main`.
fn part(text: &str, word: &str) -> String {
    let (start, end) = (text.find(word).unwrap(), text.find("main {").unwrap());
    text[start..end].trim_end().to_string()
}

/// Runs the pass on each case, which is a name and a body from which `module` creates the text of a
/// module. Returns the results, from `word` to `main`. `applies` states whether the pass must
/// change each case.
fn each(
    applies: bool,
    word: &str,
    module: impl Fn(&str) -> String,
    cases: &[(&str, &str)],
) -> String {
    let mut report = String::new();
    for (name, body) in cases {
        let text = module(body);
        let mut module = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(verify(&module), Ok(()), "{name}");
        let before = module.clone();
        legalise(&mut module);
        assert_eq!(verify(&module), Ok(()), "{name}\n{module}");
        assert_eq!(module != before, applies, "{name}\n{module}");
        let (before, after) = (before.to_string(), module.to_string());
        assert_eq!(parse(&after).unwrap().to_string(), after, "{name}");
        writeln!(report, "---- {name} ----\n{}", part(&before, word)).unwrap();
        if applies {
            writeln!(report, "\nbecomes\n\n{}", part(&after, word)).unwrap();
        }
        report.push('\n');
    }
    report
}

#[test]
fn arms_that_wait_are_loops_of_one_round() {
    insta::assert_snapshot!(each(
        true,
        "outlined",
        outlined,
        &[
            ("both arms", "if flag { call a() } else { call b() }"),
            ("one arm", "if flag { call a() set y = 1u32 }"),
            ("the other arm", "if flag { } else { call b() barrier grid }"),
            ("one in another", "if flag { call a() if (y == 1u32) { call b() } }"),
            ("a loop in an arm", "if flag { while false { set y = 1u32 } }"),
        ]
    ));
}

#[test]
fn jumps_out_of_arms_are_followed_by_others() {
    insta::assert_snapshot!(each(
        true,
        "outlined",
        outlined,
        &[
            ("a break", "while flag { if flag { call a() break } call b() }"),
            ("a continue", "while flag { if flag { call a() } else { continue } call b() }"),
            (
                "out of two arms",
                "while flag { if flag { call a() if (y == 1u32) { call b() break } set y = 2u32 } call b() }",
            ),
            (
                "of a loop in an arm, which stays in it",
                "while flag { if flag { call a() while flag { break } } }",
            ),
            (
                "where the workgroup does not wait",
                "while flag { if flag { set y = 1u32 break } call a() if flag { continue } }",
            ),
        ]
    ));
}

#[test]
fn rounds_are_marked() {
    insta::assert_snapshot!(each(
        true,
        "outlined",
        outlined,
        &[
            ("a while", "while flag { call a() }"),
            ("a for that ends with a barrier", "for i: u32 = 0u32 to y { call a() barrier grid }"),
            ("an iterate", "iterate { call a() } while (y == 1u32)"),
            (
                "an iterate that ends with a barrier",
                "iterate { call a() barrier grid } while (x~[0u32] == 1u32)"
            ),
            ("a once", "once { call a() }"),
            ("an empty loop", "while false { }"),
        ]
    ));
}

#[test]
fn conditionals_without_barriers_stay() {
    insta::assert_snapshot!(each(
        false,
        "outlined",
        outlined,
        &[(
            "no loop, and no barrier in an arm",
            "if flag { set y = 1u32 } else { x[0u32] = 1u32 } call a()"
        )]
    ));
}

#[test]
fn paths_of_kernels_are_marked_where_they_have_barriers() {
    let wait = |flow: &str| flow.replace('…', "barrier workgroup");
    let cases = [
        ("a loop", wait("while (x == 1u32) { … }")),
        (
            "loops in loops",
            wait("for i: u32 = 0u32 to x by 1u32 { while (i == x) { flush near } set x = 1u32 }"),
        ),
        ("an arm", wait("if (x == 1u32) { set x = 2u32 } else { … }")),
        (
            "else if",
            wait(
                "if (x == 1u32) { set x = 2u32 } else { if (x == 2u32) { … } else { set x = 3u32 } }",
            ),
        ),
        (
            "else, and then if",
            wait("if (x == 1u32) { } else { set x = 2u32 if (x == 2u32) { … } }"),
        ),
        ("after a jump", wait("while true { if (x == 1u32) { break } … }")),
        (
            "collectives wait, too",
            "while true { scan s: u32, t: u32 = 1u32 if (t == x) { break } }".into(),
        ),
    ];
    let cases: Vec<(&str, &str)> = cases.iter().map(|(name, body)| (*name, &body[..])).collect();
    insta::assert_snapshot!(each(true, "kernel k", kernel, &cases));
}

#[test]
fn paths_without_barriers_are_not_marked() {
    insta::assert_snapshot!(each(
        false,
        "kernel k",
        kernel,
        &[
            ("no barrier", "while (x == 1u32) { if (x == 2u32) { break } set x = 3u32 }"),
            (
                "a barrier outside",
                "barrier workgroup while (x == 1u32) { set x = 2u32 } barrier workgroup"
            ),
            (
                "one of a subgroup",
                "if (x == 1u32) { barrier subgroup collective m: u32 = max subgroup, x }"
            ),
        ]
    ));
}
