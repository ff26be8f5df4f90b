//! Fuzz target: reading any text as IR does not panic. If the module satisfies the invariants,
//! writing and reading it again gives the same module, and the interpreter runs it to an end or an
//! error.
//!
//! Modules that violate an invariant are not compared: if two kernels have the same name, for
//! example, the text is ambiguous.

#![no_main]

use igc_compiler::data::GraphView;
use igc_compiler::interp::{Settings, run};
use igc_compiler::ir::Value;
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(module) = parse(text) else { return };
    let written = module.to_string();
    if verify(&module).is_err() {
        let _ = parse(&written);
        return;
    }
    let read = parse(&written).unwrap_or_else(|e| panic!("{e}\n{written}"));
    assert_eq!(read.to_string(), written);
    assert_eq!(verify(&read), Ok(()));
    let params: Vec<Value> = module.params.iter().map(|p| Value::zero(p.ty)).collect();
    let settings =
        Settings { max_launches: Some(50), max_steps: Some(20_000), ..Settings::default() };
    let graph = GraphView { offsets: &[0, 2, 3, 3], targets: &[1, 2, 0], weights: None, single: None };
    let _ = run(&module, &graph, &params, &settings);
});
