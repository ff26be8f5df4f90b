//! Snapshots of stages: the IR of an example after each pass, and the kernels of larger programs in
//! each language.
//! (`kernels-generated/` contains the OpenCL C and schedule of the example.)

use igc_compiler::codegen::Language;
use igc_compiler::configuration::Configuration;
use igc_tests::application::Application;
use igc_tests::program::Program;

#[test]
fn the_ir_of_bfs_after_each_pass() {
    let program = Program::file("examples/bfs/bfs_wl.ig");
    let mut text = String::new();
    for (stage, module) in program.compilation.distinct_stages() {
        text += &format!("---- {stage} ----\n\n{module}\n");
    }
    snapshot("bfs_stages", &text);
}

/// Two snapshots show the same programs, and differ only in spellings. The library is not part of
/// them.
#[test]
fn kernels_of_programs_with_everything_in_them() {
    for name in ["control", "edges", "parameters", "worklists"] {
        let program = Program::file(&format!("tests/programs/{name}.ig"));
        snapshot(name, program.compilation.artefact.code(Language::OpenCl));
        snapshot(&format!("{name}_cuda"), program.compilation.artefact.code(Language::Cuda));
    }
}

/// Cooperative conversion and iteration outlining, with which a kernel uses local memory and waits
/// for other workgroups.
#[test]
fn kernels_of_an_outlined_loop() {
    let options = Configuration::parse("sg,wg,fg8,coop-cv,oitergb").unwrap();
    let artefact = Application::with("bfs_wl", &options).program.compilation.artefact;
    snapshot("bfs_wl_outlined_cuda", artefact.code(Language::Cuda));
}

/// Tests that the same text and options give the same bytes.
#[test]
fn compiling_is_deterministic() {
    for name in ["control", "edges", "parameters", "worklists", "atomics", "reductions"] {
        let compiled = || {
            let artefact = Program::file(&format!("tests/programs/{name}.ig")).compilation.artefact;
            let schedule = serde_json::to_string_pretty(&artefact.schedule).unwrap();
            (artefact.code(Language::OpenCl).to_string(), schedule, artefact.module.to_string())
        };
        assert_eq!(compiled(), compiled());
    }
}

/// Tests that a schedule survives a round trip through JSON, with values of every type.
#[test]
fn schedules_survive_their_json() {
    for name in ["parameters", "worklists", "host", "once", "components"] {
        let schedule =
            Program::file(&format!("tests/programs/{name}.ig")).compilation.artefact.schedule;
        let text = serde_json::to_string(&schedule).unwrap();
        let read: igc_compiler::schedule::Schedule = serde_json::from_str(&text).unwrap();
        assert_eq!(read, schedule);
    }
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
