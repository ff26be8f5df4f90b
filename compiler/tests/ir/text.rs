//! Tests of the text form: modules survive a round trip, and errors have a line and a reason.

use std::fmt::Write;

use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use proptest::prelude::*;

use crate::generate;

/// A module with every kind of statement and expression before distribution.
pub const PARALLEL: &str = include_str!("modules/parallel.ir");
/// A module with every kind of statement and expression that only distributed modules have.
pub const DISTRIBUTED: &str = include_str!("modules/distributed.ir");

/// A module with every kind of statement of an outlined loop.
pub const OUTLINED: &str = include_str!("modules/outlined.ir");

#[test]
fn modules_are_written_as_they_were_read() {
    for text in [PARALLEL, DISTRIBUTED, OUTLINED] {
        let module = parse(text).unwrap();
        assert_eq!(verify(&module), Ok(()));
        assert_eq!(module.to_string(), text);
    }
}

#[test]
fn comments_and_line_breaks_do_not_matter() {
    let loose = "module m parallel // a module\narray a:u32[one]=7u32 kernel k(){a[0u32]=(1u32+\n2u32)}main{launch k()}";
    let text = parse(loose).unwrap().to_string();
    assert_eq!(parse(&text), parse(loose));
    insta::assert_snapshot!(text);
}

#[test]
fn arrays_may_be_named_as_statements_and_declarations_are() {
    let mut text = String::from("module m parallel\n");
    let names = [
        "set", "let", "atomic", "push", "kernel", "main", "once", "nodes", "min", "u32", "buffers",
        "vector",
    ];
    for name in names {
        writeln!(text, "array {name}: u32[nodes] = 0u32").unwrap();
    }
    let mut body = String::new();
    for name in names {
        writeln!(body, "{name}~?[0u32] = {name}~?[1u32]").unwrap();
        writeln!(body, "let x_{name}: u32 = {name}[1u32]").unwrap();
    }
    write!(text, "kernel k() {{\n{body}}}\nmain {{\n{body}swap buffers, set\n}}\noutput kernel\n")
        .unwrap();
    let module = parse(&text).unwrap();
    assert_eq!(verify(&module), Ok(()));
    assert_eq!(parse(&module.to_string()), Ok(module));
}

#[test]
fn a_kernel_may_have_the_name_again() {
    let text = "module m parallel
kernel again() {
}
main {
  launch again()
  launch again again()
}
";
    let module = parse(text).unwrap();
    assert_eq!(verify(&module), Ok(()));
    assert_eq!(parse(&module.to_string()), Ok(module));
}

#[test]
fn numbers_keep_every_bit() {
    for literal in [
        "-2147483648i32",
        "4294967295u32",
        "-9223372036854775808i64",
        "18446744073709551615u64",
        "-0.0f32",
        "1e-7f32",
        "3.4028235e38f32",
        "5e-324f64",
        "1e300f64",
        "0.1f64",
        "4294967295node",
        "0edge",
        "true",
        "f32(0x7f800000)",
        "f32(0xffc00001)",
        "f64(0xfff0000000000000)",
    ] {
        let ty = parse(&format!("module m parallel main {{ let x: bool = {literal} }}"));
        let text = ty.unwrap().to_string();
        assert!(text.contains(&format!("= {literal}\n")), "{literal}: {text}");
    }
    let minus = parse("module m parallel main { let x: bool = (5node-1node) }").unwrap();
    assert!(minus.to_string().contains("(5node - 1node)"));
}

#[test]
fn errors_have_a_line_and_a_reason() {
    let kernel = |body: &str| {
        format!(
            "module m parallel\narray a: u32[nodes] = 0u32\nworklist w\nkernel k() {{\n{body}\n}}\n"
        )
    };
    let outlined = |body: &str| {
        format!(
            "module m distributed\nworklist w\nkernel k() {{ }}\n\
             outlined o() local m: u32[one] {{\n{body}\n}}\n"
        )
    };
    let cases = [
        String::new(),
        "kernel".into(),
        "module 7 parallel".into(),
        "module m sideways".into(),
        "module m parallel\nsurprise".into(),
        "module m parallel\ngraph planar".into(),
        "module m parallel\nparam p: string".into(),
        "module m parallel\nparam p: u32 = $p".into(),
        "module m parallel\narray a: u32[rows] = 0u32".into(),
        "module m parallel\narray a: u32[nodes] = 7".into(),
        "module m parallel\narray a: u32[nodes] = 4294967296u32".into(),
        "module m parallel\narray a: bool[nodes] = 1bool".into(),
        "module m parallel\nworklist w: (u64, u32)".into(),
        "module m parallel\noutput a".into(),
        "module m parallel\ncheck bfs(a)".into(),
        "module m parallel\nkernel k(".into(),
        "module m parallel\nkernel\nk".into(),
        "module m parallel\nmain {".into(),
        "module m parallel\nmain { launch k() }".into(),
        "module m parallel\nmain { once while true {} }".into(),
        "module m parallel\nmain { pipe w {} }".into(),
        "module m parallel\nmain { iterate {} until true }".into(),
        "module m parallel\nmain {\n forall parallel x: u32 in nodes {} }".into(),
        kernel("let x u32 = 1u32"),
        kernel("set x = 1u32"),
        kernel("b[0u32] = 1u32"),
        kernel("a[0u32 = 1u32"),
        kernel("a?~[0u32] = 1u32"),
        kernel("atomic increment a~[0u32], 1u32"),
        kernel("push x 1node"),
        kernel("forall twice x: node in nodes {}"),
        kernel("forall serial x: node in everything {}"),
        kernel("for x: u32 = 0u32 until 1u32 {}"),
        kernel("if (1u32 <> 2u32) {}"),
        kernel("if (1u32 < 2u32 {}"),
        kernel("a[0u32] = cbrt(2u32)"),
        kernel("a[0u32] = min(2u32)"),
        kernel("a[0u32] = select(true, 2u32)"),
        kernel("a[0u32] = $p"),
        kernel("a[0u32] = @weather"),
        kernel("a[0u32] = @size(v)"),
        kernel("a[0u32] = f32(0xgg)"),
        kernel("a[0u32] = -"),
        kernel("a[0u32] = -x"),
        kernel("a[0u32] = ü"),
        kernel("launch k()"),
        kernel("path end"),
        outlined("launch k()"),
        outlined("call o()"),
        outlined("call k() with m"),
        outlined("call k() with %n"),
        outlined("barrier everywhere"),
        outlined("swap buffers v"),
        outlined("while true room { }"),
        outlined("while true room v { }"),
        outlined("counted while true { }"),
        outlined("single x: bool { }"),
        outlined("path middle"),
        outlined("pipe w { }"),
        "module m distributed\noutlined o(out x: u32) { }".into(),
        "module m distributed\noutlined o() local m: u32[nodes] { }".into(),
        "module m distributed\nmain { outline o() }".into(),
        "module m distributed\noutlined o(x: u32) { }\nmain { outline o(x) }".into(),
        "module m distributed\noutlined o(x: u32) { }\nmain { outline o(1u32) }".into(),
        kernel(&"if true {\n".repeat(250)),
        format!("module m parallel\nmain {{\n{}", "while true {\n".repeat(250)),
        outlined(&"if true {\n".repeat(250)),
        kernel(&format!("a[0u32] = {}", "not(".repeat(250))),
    ];
    let mut report = String::new();
    for case in cases {
        let error = parse(&case).unwrap_err();
        let line = case.lines().nth(error.line - 1).unwrap_or("").trim();
        writeln!(report, "{error}\n    {line:.70}").unwrap();
    }
    insta::assert_snapshot!(report);
}

/// Generates text that is occasionally almost a module.
fn near_text() -> impl Strategy<Value = String> {
    let words: Vec<&str> =
        PARALLEL.split_inclusive([' ', '\n', '(', '[', ']', ')', '~', '?']).collect();
    prop::collection::vec(prop::sample::select(words), 0..80)
        .prop_map(|words| format!("module m parallel {}", words.concat()))
}

proptest! {
    #[test]
    fn random_modules_are_read_back(choices in generate::choices(), promises: bool) {
        let module = generate::module(&choices, promises);
        prop_assert_eq!(verify(&module), Ok(()));
        let text = module.to_string();
        prop_assert_eq!(parse(&text), Ok(module), "{}", text);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in any::<String>()) {
        let _ = parse(&text);
        let _ = parse(&format!("module m parallel {text}"));
        let _ = parse(&format!("module m parallel kernel k() {{ {text} }}"));
    }

    #[test]
    fn nor_does_text_that_comes_close(text in near_text(), at in any::<prop::sample::Index>()) {
        let _ = parse(&text);
        let mut cut = PARALLEL.to_string();
        cut.truncate(at.index(cut.len()));
        let _ = parse(&cut);
    }

    #[test]
    fn what_was_read_can_be_verified_and_written(text in near_text()) {
        if let Ok(module) = parse(&text) {
            let _ = verify(&module);
            prop_assert_eq!(parse(&module.to_string()).map(|m| m.to_string()), Ok(module.to_string()));
        }
    }
}
