//! Snapshots of optimised applications: the IR after the last pass, and the remarks that say where a flag
//! applied and why it did not apply elsewhere. The applications and configurations are those that the
//! repository [keeps](kept), and a table of hashes covers the others, so a change of a pass is visible for
//! every program that it changes.

use igc_compiler::driver::Compilation;
use igc_compiler::library;
use igc_compiler::options::Options;
use igc_compiler::remarks::{Outcome, Remark};
use igc_tests::application::Application;
use igc_tests::kept;

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
    for (configuration, applications) in kept::folders() {
        let options = Options::parse(configuration).unwrap();
        for name in applications {
            let compilation = Application::with(name, &options).program.compilation;
            let mut settings = settings();
            settings.set_snapshot_path(format!("{FOLDER}/{configuration}"));
            settings.bind(|| insta::assert_snapshot!(name, optimised(name, &compilation)));
        }
    }
    let hashes = kept::hashes(|name, compilation| optimised(name, compilation).into_bytes());
    let mut settings = settings();
    settings.set_snapshot_path(FOLDER);
    settings.bind(|| insta::assert_snapshot!("hashes", hashes));
}

fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

/// The remarks, and the IR after the last pass.
fn optimised(name: &str, compilation: &Compilation) -> String {
    let (_, module) = compilation.stages.last().expect("there is a stage");
    format!("{}\n{module}", remarks(compilation, &Application::source(name)))
}
