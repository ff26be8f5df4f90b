//! Examples of every rule of the style, and of unusual files.

use igc_compiler::driver::Failure;
use igc_compiler::format::{MAX_WIDTH, format};

#[track_caller]
fn formatted(source: &str) -> String {
    format(source).expect("a program without syntax errors has a format")
}

#[test]
fn every_rule() {
    insta::assert_snapshot!(formatted(include_str!("unformatted.ig")));
}

#[test]
fn what_is_formatted_stays() {
    for source in
        ["", "main {}\n", "// words\n", "/// words\n\n/// more\nmain {\n    // words\n}\n"]
    {
        assert_eq!(formatted(source), source);
    }
}

#[test]
fn lines_end_as_the_first_one_does() {
    let (unix, windows) =
        ("// a\nmain {\n    retry;\n}\n", "// a\r\nmain {\r\n    retry;\r\n}\r\n");
    assert_eq!(formatted("// a\nmain{\r\nretry;\r\n}"), unix);
    assert_eq!(formatted("// a\r\nmain{\nretry;\n}"), windows);
    assert_eq!(formatted(windows), windows);
}

#[test]
fn tabs_byte_order_marks_and_blank_ends_go() {
    assert_eq!(
        formatted("\u{feff}main\t{\n\tretry ;\t// a\tb\t\n}\n\n"),
        "main {\n    retry; // a\tb\n}\n"
    );
    assert_eq!(formatted("\n\n\t \n"), "");
}

#[test]
fn a_comma_ends_a_list_of_lines_only() {
    assert_eq!(formatted("fn f(n:node,){}"), "fn f(n: node) {}\n");
    assert_eq!(formatted("fn f(n:node // a\n){}"), "fn f(\n    n: node, // a\n) {}\n");
    assert_eq!(
        formatted("main{pipe[a // a\n]{}}"),
        "main {\n    pipe [\n        a, // a\n    ] {}\n}\n"
    );
}

/// Checks that a `///` comment before a `;` is not moved, because after the `;` it would document
/// `b`.
#[test]
fn documentation_stays_with_what_it_documents() {
    let text = formatted("param a: u32 = 0 /// of nothing\n; /// of b\nparam b: u32 = 0;");
    assert_eq!(text, "param a: u32 = 0 /// of nothing\n    ; /// of b\nparam b: u32 = 0;\n");
}

#[test]
fn words_that_are_operators_elsewhere_are_told_apart() {
    let source = "main {\n    min min= -e.in - -max(-1, e.as - 1);\n    min = min - 1;\n    let max = MAX as node - 1;\n}\n";
    let crowded = source.replace(" - ", "-").replace("min= ", "min =").replace("min = ", "min=");
    assert_eq!(formatted(&crowded), source);
}

#[test]
fn syntax_errors_are_reported() {
    for source in ["main {", "main { let x = ; }", "kernel @"] {
        let Err(Failure::Program(diagnostics)) = format(source) else { panic!("{source}") };
        assert!(diagnostics[0].is_error());
    }
}

/// Formats nesting and chains at the limits of the parser.
#[test]
fn deep_programs_are_formatted() {
    let blocks = "{ ".repeat(98) + &"} ".repeat(98);
    let chain = "if a { } else ".repeat(90) + "{ }";
    let sum = "1 + ".repeat(149) + "1";
    let calls = "f(1, ".repeat(95) + "1" + &")".repeat(95);
    let right = "1 + -(".repeat(45) + "1" + &")".repeat(45);
    let mixed = "a || b && c == d | e ^ f & g << h + i * (".repeat(13) + "1" + &")".repeat(13);
    for code in [
        &blocks,
        &chain,
        &std::format!("let x = {sum};"),
        &format!("{calls};"),
        &format!("{right};"),
        &format!("{mixed};"),
    ] {
        let text = formatted(&format!("main {{ {code} }}"));
        assert_eq!(formatted(&text), text);
    }
    let soup = "(".repeat(100_000);
    assert!(matches!(format(&soup), Err(Failure::Program(_))));
}

/// Formats a program with every way to break a line and with names of every length. No line may be
/// too long, and some lines must have the maximum length.
#[test]
fn lines_are_as_long_as_they_may_be() {
    let form = "
        output NAME, NAME, NAME, NAME, NAME, NAME, NAME;
        fn NAME(NAME: node, NAME: node, NAME: u32) -> node {}
        kernel NAME(NAME: node, NAME: node, NAME: u32) { NAME(NAME, NAME)(NAME, NAME); }
        main {
            let NAME: node = NAME(NAME, NAME, NAME);
            NAME.NAME min= NAME + NAME * NAME * NAME - (NAME + NAME + NAME);
            NAME(NAME, NAME).NAME = NAME as node;
            if NAME && NAME || NAME < NAME + NAME {} else if NAME(NAME, NAME, NAME, NAME) {} else {}
            while -(NAME + NAME + NAME) == NAME { return NAME + NAME + NAME + NAME; }
            forall NAME in NAME..NAME where NAME == NAME(NAME) && NAME { push NAME NAME; }
            once pipe NAME [NAME, NAME, NAME] { NAME(NAME + NAME, NAME, NAME); }
            iterate {} while NAME != NAME + NAME + NAME;
        }";
    let mut longest = [0; 24];
    for (length, longest) in longest.iter_mut().enumerate().skip(1) {
        let text = formatted(&form.replace("NAME", &"n".repeat(length)));
        let wide = text.lines().find(|line| line.len() > MAX_WIDTH);
        assert_eq!(wide, None, "names of {length} in\n{text}");
        *longest = text.lines().map(str::len).max().unwrap_or(0);
    }
    assert!(longest.contains(&MAX_WIDTH), "{longest:?}");
}
