//! Tests that no text that a user types causes a panic, a hang or a stack overflow in the front
//! end.

use igc_compiler::check;
use igc_compiler::diagnostics::{Diagnostic, render};
use igc_compiler::driver::Failure;
use igc_compiler::format::format;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

/// Checks and formats a text, and renders the diagnostics in every way.
fn digest(source: &str) -> Vec<Diagnostic> {
    let found = match check::source(source) {
        Ok((_, warnings)) => warnings,
        Err(errors) => {
            assert!(!errors.is_empty(), "a program was refused without a word");
            errors
        }
    };
    render::plain("soup.ig", source, &found);
    render::ansi("soup.ig", source, &found);
    render::json("soup.ig", source, &found);
    if let Err(Failure::Bug(message)) = format(source) {
        panic!("{message}");
    }
    found
}

/// Tokens of the language, and some tokens that are not part of it.
const TOKENS: &str = "use const param node edge global worklist graph fn kernel main output check \
    let for forall in where if else while break continue return retry push pipe once iterate swap \
    exclusive as true false min max nodes edges MAX MIN node_count u32 f32 bool x y u e out dst \
    degree level atomic_min atomic_add select abs 0 1 42u64 0.5 1e9f32 4294967296 0xzz { } ( ) [ ] \
    ; : :: , . .. -> = += -= *= /= <<= |= || && == != < <= > >= | ^ & << >> + - * / % ! ~ @ \" \n \
    ///doc // /* ü";

fn soup() -> impl Strategy<Value = String> {
    let tokens: Vec<&str> = TOKENS.split(' ').filter(|token| !token.is_empty()).collect();
    prop::collection::vec(prop::sample::select(tokens), 0..120).prop_map(|list| list.join(" "))
}

/// Generates a valid program with some words replaced. The compiler processes more of such a
/// program than of random tokens.
fn mutated() -> impl Strategy<Value = String> {
    let programs = [
        include_str!("programs/whole_language.ig"),
        include_str!("programs/near_far.ig"),
        include_str!("programs/inference.ig"),
        include_str!("../../../examples/bfs/bfs_wl.ig"),
    ];
    let tokens: Vec<&str> = TOKENS.split(' ').filter(|token| !token.is_empty()).collect();
    let changes = prop::collection::vec((any::<prop::sample::Index>(), 0..tokens.len()), 1..4);
    (prop::sample::select(programs.to_vec()), changes).prop_map(move |(program, changes)| {
        let mut words: Vec<&str> = program.split_inclusive(' ').collect();
        for (at, token) in changes {
            let at = at.index(words.len());
            words[at] = tokens[token];
        }
        words.join(" ")
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("seeds"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text(source in ".{0,200}") {
        digest(&source);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        digest(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_tokens(source in soup()) {
        digest(&source);
    }

    #[test]
    fn tokens_in_a_kernel(source in soup()) {
        digest(&format!("node level: u32 = 0; kernel k() {{ forall u in nodes {{ {source} }} }} main {{ k(); }}"));
    }

    #[test]
    fn programs_with_mistakes(source in mutated()) {
        digest(&source);
    }
}

const MANY: usize = 100_000;

fn codes(source: &str) -> Vec<&'static str> {
    digest(source).iter().map(|d| d.code).collect()
}

/// Tests programs that would overflow the stack of a parser, checker or destructor with unbounded
/// recursion.
#[test]
fn deep_nesting_is_an_error() {
    let expression = |deep: String| format!("main {{ let x = {deep}; }}");
    let cases = [
        expression("(".repeat(MANY)),
        expression("(".repeat(MANY) + "1" + &")".repeat(MANY)),
        expression("f(".repeat(MANY) + "1" + &")".repeat(MANY)),
        expression("-".repeat(MANY) + "1"),
        expression("! ".repeat(MANY) + "true"),
        expression("1 + ".repeat(MANY) + "1"),
        expression("a && ".repeat(MANY) + "b"),
        expression("a".to_owned() + &".b".repeat(MANY)),
        expression("f".to_owned() + &"()".repeat(MANY)),
        expression("1".to_owned() + &" as u32".repeat(MANY)),
        "main ".to_owned() + &"{".repeat(MANY),
        "main ".to_owned() + &"{".repeat(MANY) + &"}".repeat(MANY),
        format!("main {{ {} }}", "if a { ".repeat(MANY)),
        format!("main {{ {} {{ }} }}", "if a { } else ".repeat(MANY)),
        "[".repeat(MANY),
    ];
    for source in cases {
        let codes = codes(&source);
        assert!(codes.contains(&"E0006"), "{}…: {codes:?}", &source[..40]);
    }
}

/// Tests that a program with the maximum nesting depth passes through every recursive function on
/// the small stack of a thread.
#[test]
fn the_deepest_programs_are_checked() {
    let blocks = "if true { ".repeat(97) + &"} ".repeat(97);
    let chain = "if true { } else ".repeat(90) + "{ }";
    let sum = "1 + ".repeat(149) + "1";
    let right = "1 + (".repeat(95) + "1" + &")".repeat(95);
    let source = format!("main {{ {blocks} {chain} let _a = {sum}; let _b = {right}; }}");
    let found = digest(&source);
    assert_eq!(render::plain("deep.ig", &source, &found), "");
}

#[test]
fn many_errors_are_found_quickly_and_cut_off() {
    for junk in ["= ", ") ", "} ", "let ", "x y ", "; ; ", "kernel ", "@\n", "param x\n", "a = 1\n"]
    {
        let found = digest(&junk.repeat(MANY / 20));
        assert!((1..=50).contains(&found.len()), "{junk}: {}", found.len());
        let in_main = digest(&format!("main {{ {} }}", junk.repeat(MANY / 20)));
        assert!((1..=50).contains(&in_main.len()), "{junk}: {}", in_main.len());
    }
}

#[test]
fn large_programs_are_checked_quickly() {
    let locals: String = (0..3000).map(|i| format!("let x{i} = {i} + node_count;\n")).collect();
    let state: String = (0..3000).map(|i| format!("global g{i}: u32 = {i};\n")).collect();
    let found = digest(&format!("{state} main {{ {locals} }}"));
    assert!(found.iter().all(|d| !d.is_error()));
}
