//! Tests of the local memory of outlined loops on a few lines of IR: the arrays of each call, and
//! the positions of barriers.

use std::fmt::Write;

use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use igc_compiler::passes::local_memory::share_local_memory;

const DECLARATIONS: &str = "array x: u32[one] = 0u32
worklist near
worklist far
kernel plain() { }
kernel items() shared each: u32[item] { %each[@local_id] = 1u32 }
kernel nodes() shared mine: node[item] shared its: u32[item] shared one: bool[one] { %mine[@local_id] = 1node }
kernel wide() shared each: u64[item] { %each[@local_id] = 1u64 }
kernel queues() { enqueue near 1node enqueue far 1node flush near flush far }
kernel sums() { collective s: u64 = add workgroup, 1u64 }
";

fn each(applies: bool, cases: &[(&str, &str)]) -> String {
    let mut report = String::new();
    for (name, body) in cases {
        let text = format!(
            "module m distributed\n{DECLARATIONS}\noutlined o(flag: bool) {{ {body} }}\n
             main {{ let flag: bool = true outline o(flag) }}"
        );
        let mut module = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(verify(&module), Ok(()), "{name}");
        let before = module.clone();
        share_local_memory(&mut module);
        assert_eq!(verify(&module), Ok(()), "{name}\n{module}");
        assert_eq!(module != before, applies, "{name}\n{module}");
        let part = |text: String| {
            let (start, end) = (text.find("outlined").unwrap(), text.find("main {").unwrap());
            text[start..end].trim_end().to_string()
        };
        writeln!(report, "---- {name} ----\n{}", part(before.to_string())).unwrap();
        if applies {
            writeln!(report, "\nbecomes\n\n{}", part(module.to_string())).unwrap();
        }
        report.push('\n');
    }
    report
}

#[test]
fn kernels_share_arrays_of_one_shape() {
    insta::assert_snapshot!(each(
        true,
        &[
            (
                "the same memory for truth values, ids and words",
                "call items() barrier grid call nodes()"
            ),
            ("other memory for another type", "call items() barrier grid call wide()"),
            (
                "queues and collectives",
                "call queues() barrier grid call sums() barrier grid call nodes()"
            ),
            ("one kernel, called twice", "call items() barrier grid call items()"),
        ]
    ));
}

#[test]
fn barriers_stand_where_memory_may_be_in_use() {
    insta::assert_snapshot!(each(
        true,
        &[
            ("between two calls", "call items() call plain() call items()"),
            ("not after a barrier of the grid", "call items() barrier grid call items()"),
            (
                "not at the head of a loop, nor after it",
                "call items() while flag { call items() } call items()"
            ),
            (
                "after a jump out of a loop",
                "while flag { call items() if flag { break } } call items()"
            ),
            (
                "not after a jump to the head",
                "while flag { call items() if flag { continue } } call items()"
            ),
            (
                "after a loop that ends without its head",
                "iterate { call items() } while flag call items()"
            ),
            ("after one round", "once { call items() } call items()"),
            ("after either arm", "if flag { call items() } else { call plain() } call items()"),
            ("in a scope", "scope { call items() } call items()"),
        ]
    ));
}

#[test]
fn loops_whose_kernels_need_no_local_memory_stay() {
    insta::assert_snapshot!(each(
        false,
        &[("no local memory", "call plain() while flag { call plain() }")]
    ));
}
