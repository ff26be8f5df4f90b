//! What the style is, by example.

use igc_compiler::format::format;

fn formatted(source: &str) -> String {
    format(source).expect("a program without syntax errors has a format")
}

#[test]
fn every_rule() {
    insta::assert_snapshot!(formatted(include_str!("unformatted.ig")));
}
