//! Fuzz target: text that passes the checker also compiles, with every invariant of the IR and
//! always to the same result. Its IR and schedule survive a round trip through text, and the
//! interpreter runs it to an end or an error.

#![no_main]

use igc_compiler::codegen::Language;
use igc_compiler::configuration::Configuration;
use igc_compiler::data::GraphView;
use igc_compiler::driver::{Failure, compile};
use igc_compiler::interp::{RunError, Settings, run};
use igc_compiler::ir::Value;
use igc_compiler::ir::parse::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let options = Configuration::default();
    let compilation = match compile("fuzz", text, &options) {
        Ok(compilation) => compilation,
        Err(Failure::Program(_) | Failure::Model(..)) => return,
        Err(Failure::Bug(message)) => panic!("{message}"),
    };
    let artefact = &compilation.artefact;
    let again = compile("fuzz", text, &options).expect("it compiled before").artefact;
    assert_eq!(again.code(Language::OpenCl), artefact.code(Language::OpenCl));
    assert_eq!(again.schedule, artefact.schedule);
    let graph = GraphView { offsets: &[0, 2, 3, 3], targets: &[1, 2, 0], weights: None, single: None };
    for (stage, module) in &compilation.stages {
        let written = module.to_string();
        let read = parse(&written).unwrap_or_else(|e| panic!("after {stage}: {e}\n{written}"));
        assert_eq!(read.to_string(), written);
        let params: Vec<Value> =
            module.params.iter().map(|p| p.default.unwrap_or(Value::zero(p.ty))).collect();
        let settings = Settings {
            groups: 2,
            workgroup_size: 3,
            subgroup_size: 2,
            max_launches: Some(50),
            max_steps: Some(20_000),
            check_access: true,
            ..Settings::default()
        };
        match run(module, &graph, &params, &settings) {
            Err(error @ (RunError::NotVerified(_) | RunError::BrokenPromise { .. })) => {
                panic!("after {stage}: {error}\n{written}")
            }
            _ => {}
        }
    }
});
