//! Tests that code is generated for processors other than the one that runs the tests.
//!
//! The code is not run. Cranelift verifies the functions, and selects instructions for every
//! operation that programs use. The feature `arm64` of Cranelift is on in tests only, because igc
//! generates code for its own processor.

use std::path::Path;

use cranelift_codegen::isa;
use cranelift_codegen::settings::Configurable;
use igc_compiler::bundle::Content;
use igc_compiler::configuration::Configuration;
use igc_compiler::driver::compile;
use igc_compiler::ir::Module;
use igc_compiler::syntax::with_imports;

use super::{complete, generate};

/// Returns every application and every test program, by file.
fn programs() -> Vec<(String, Module)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let entries = |folder: &Path| -> Vec<_> {
        let entries = std::fs::read_dir(folder).expect("the folder is readable");
        entries.map(|entry| entry.expect("the entry is readable").path()).collect()
    };
    let examples = entries(&root.join("examples"));
    let mut files: Vec<_> =
        examples.iter().filter(|path| path.is_dir()).flat_map(|f| entries(f)).collect();
    files.extend(entries(&root.join("tests/programs")));
    files.retain(|file| file.extension().is_some_and(|extension| extension == "ig"));
    let module = |file: &Path| {
        let text = |file: &Path| std::fs::read_to_string(file).expect("the file is readable");
        let read = |name: &str| Content::Text(text(&file.with_file_name("").join(name)));
        let compilation =
            compile("program", &with_imports(&text(file), read), &Configuration::default());
        let compilation =
            compilation.unwrap_or_else(|error| panic!("{}: {error:?}", file.display()));
        compilation.artefact.parallel.as_ref().clone()
    };
    files.iter().map(|file| (file.display().to_string(), module(file))).collect()
}

/// Generates the code of every program for a processor with some features.
fn generates(architecture: &str, features: &[&str]) {
    let programs = programs();
    assert!(programs.len() > 50, "only {} programs were found", programs.len());
    for (file, module) in programs {
        let mut builder = isa::lookup_by_name(architecture).expect("Cranelift knows it");
        for feature in features {
            builder.enable(feature).expect("the processor has the feature");
        }
        let isa = complete(builder).expect("the settings exist");
        let generated = generate(isa, &module, 2);
        let (jit, kernels) = generated.unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(kernels.len(), module.kernels.len());
        // SAFETY: the code was not run.
        unsafe { jit.free_memory() };
    }
}

/// The features differ in atomic operations: with `has_lse`, a processor has instructions for most
/// of them, and otherwise only exclusive loads and stores.
#[test]
fn every_program_is_compiled_for_aarch64() {
    for features in [&[][..], &["has_lse"]] {
        generates("aarch64", features);
    }
}

#[test]
fn every_program_is_compiled_for_x86_64() {
    generates("x86_64", &[]);
}
