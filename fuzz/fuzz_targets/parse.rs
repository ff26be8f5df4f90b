//! Fuzz target: parsing and checking any text does not panic. A program that parses is printed, and
//! parsing the printed text gives the same tree.

#![no_main]

use igc_compiler::check;
use igc_compiler::diagnostics::render;
use igc_compiler::syntax::{dump, parse, print};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (program, diagnostics) = parse(text);
    render::plain("fuzz.ig", text, &diagnostics);
    if let Err(errors) = check::source(text) {
        assert!(!errors.is_empty());
        render::plain("fuzz.ig", text, &errors);
        render::json("fuzz.ig", text, &errors);
    }
    if let Some(program) = program
        && diagnostics.is_empty()
    {
        let printed = print::program(&program);
        let (again, diagnostics) = parse(&printed);
        assert!(diagnostics.is_empty(), "{printed}");
        let again = again.expect("a program without errors");
        assert_eq!(dump::program(&again), dump::program(&program));
        assert_eq!(print::program(&again), printed);
    }
});
