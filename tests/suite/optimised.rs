//! What the optimisations make of every application: the IR behind the last pass, and the remarks on
//! what was applied where and why not elsewhere. One file for each application and each configuration of
//! [`Options::each`]: a change of a pass shows in all programs that it changes, and in no other.

use igc_compiler::driver::Compilation;
use igc_compiler::library;
use igc_compiler::options::Options;
use igc_compiler::remarks::{Outcome, Remark};
use igc_tests::application::{APPLICATIONS, Application};

/// The folder of snapshots, from here.
const FOLDER: &str = "../snapshots/configurations";

/// The first line of the statement that a remark is on.
fn statement(remark: &Remark, source: &str) -> String {
    let Some(span) = remark.origin.span else { return String::new() };
    let (text, span) = match library::locate(span) {
        Some((module, local)) => (module.text, local),
        None => (source, span),
    };
    let line = text[span.start as usize..].lines().next().unwrap_or_default();
    format!(" | {}", line.trim())
}

/// What `igc explain` says, a paragraph for each place.
fn remarks(compilation: &Compilation, source: &str) -> String {
    let paragraph = |remark: &Remark| {
        let outcome = match remark.outcome {
            Outcome::Applied => "applied",
            Outcome::NotApplied => "not applied",
        };
        let (flag, place, message) = (remark.flag.name(), &remark.place, &remark.message);
        format!("{flag}: {outcome} in {place}{}\n  {message}\n", statement(remark, source))
    };
    compilation.remarks.0.iter().map(paragraph).collect()
}

#[test]
fn the_optimised_ir_of_every_application() {
    let all = Options::parse("all").unwrap();
    for (folder, name) in APPLICATIONS {
        let path = format!("{}/../examples/{folder}/{name}.ig", env!("CARGO_MANIFEST_DIR"));
        let source = std::fs::read_to_string(path).unwrap();
        for options in Options::each() {
            let compilation = Application::with(name, &options).program.compilation;
            let (_, module) = compilation.stages.last().expect("there is a stage");
            let text = format!("{}\n{module}", remarks(&compilation, &source));
            let mut settings = insta::Settings::clone_current();
            let configuration = if options == all { "all".into() } else { options.to_string() };
            settings.set_snapshot_path(format!("{FOLDER}/{configuration}"));
            settings.set_prepend_module_to_snapshot(false);
            settings.set_omit_expression(true);
            settings.bind(|| insta::assert_snapshot!(name, text));
        }
    }
}
