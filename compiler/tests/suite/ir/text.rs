//! Tests of the text form: modules survive a round trip, and errors have a line and a reason.

use std::fmt::Write;

use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use proptest::prelude::*;

use super::generate;

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
fn deep_nesting_is_an_error() {
    let conditionals = "if true {\n".repeat(250);
    let loops = "while true {\n".repeat(250);
    let operators = "not(".repeat(250);
    for (text, line) in [
        (format!("module m parallel\nkernel k() {{\n{conditionals}\n}}\n"), 202),
        (format!("module m parallel\nmain {{\n{loops}"), 202),
        (format!("module m distributed\noutlined o() {{\n{conditionals}\n}}\n"), 202),
        (format!("module m parallel\nmain {{\nlet x: bool = {operators}"), 3),
    ] {
        let error = parse(&text).unwrap_err();
        assert_eq!(error.to_string(), format!("line {line}: nested more than 200 deep"));
    }
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
