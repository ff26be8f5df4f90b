//! The modules that build scripts write: they are up to date, compile, and run programs.
//!
//! `IGC_BLESS=1 cargo test -p igc-build` writes them. A crate with a build script is in `example/`, which
//! `scripts/nightly packages` runs.

use std::path::{Path, PathBuf};

use igc::{Device, Graph, Session};

#[allow(dead_code)]
mod bfs {
    include!("generated/bfs_wl.rs");
}

#[allow(dead_code)]
mod typed {
    include!("generated/typed.rs");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

#[test]
fn modules_are_up_to_date() {
    for (program, options) in
        [("../../programs/bfs/bfs_wl.ig", "fg8,coop-cv"), ("typed.ig", "none")]
    {
        let path = folder().join(program);
        let generated = igc_build::Program::new(&path).options(options).generate();
        let code = generated.expect("it compiles").code;
        let stored = folder().join("generated").join(path.file_stem().expect("it has a name"));
        let stored = stored.with_extension("rs");
        if std::env::var_os("IGC_BLESS").is_some() {
            std::fs::write(&stored, &code).expect("the file can be written");
        }
        let found = std::fs::read_to_string(&stored).unwrap_or_default();
        assert!(found == code, "run `IGC_BLESS=1 cargo test -p igc-build` to write {stored:?}");
    }
}

fn session(graph: &str) -> Session {
    let graph = Graph::generate(graph).expect("it is a generator");
    Session::new(&Device::open("interpreter").expect("it is there"), &graph)
}

#[test]
fn a_program_runs_with_typed_parameters() {
    let program = bfs::Program::new().expect("it compiles");
    assert_eq!(program.igc.configuration().to_string(), "fg8,coop-cv");
    let mut session = session("chain:4");
    let default = bfs::Parameters::default();
    assert_eq!(program.run(&mut session, &default).expect("it runs").level, [0, 1, 2, 3]);
    let outputs = program.run(&mut session, &bfs::Parameters { source: 3 }).expect("it runs");
    assert_eq!(outputs.level, [3, 2, 1, 0]);
    program.run(&mut session, &bfs::Parameters { source: 4 }).expect_err("it is not a node");
}

#[test]
fn every_type_and_name_has_a_field() {
    let program = typed::Program::new().expect("it compiles");
    let parameters = typed::Parameters {
        flag: true,
        r#loop: -7,
        large: 1 << 40,
        half: 0.25,
        exact: f64::INFINITY,
        start: None,
        must: 3,
    };
    let inputs = typed::Inputs { kind: vec![true, false], value: vec![0.5, 1.5], seeds: vec![1] };
    let outputs = program.run(&mut session("chain:2"), &parameters, &inputs).expect("it runs");
    assert_eq!(outputs.sum, [f64::INFINITY, f64::INFINITY]);
    assert_eq!(outputs.is_set, [true, false]);
    assert_eq!((outputs.seen, outputs.r#trait), (vec![0, 1], 3));
    let started = typed::Parameters { start: Some(1), exact: -0.5, ..parameters };
    let outputs = program.run(&mut session("chain:2"), &started, &inputs).expect("it runs");
    assert_eq!(outputs.seen, [0, 9]);
    assert_eq!(outputs.sum[0], 0.5 - 7.0 + (1u64 << 40) as f64 + 0.25 - 0.5);
}
