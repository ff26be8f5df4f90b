//! Snapshots of optimised applications: the IR after the last pass, and the remarks, which say
//! where a flag applied and why it did not apply in other places. The snapshots exist for the
//! applications and configurations that the repository [keeps](kept). A table of hashes covers all
//! others, so a change of a pass is visible for every program that it affects.

use std::path::Path;

use igc_compiler::configuration::{Configuration, Flag, Optimisation};
use igc_compiler::driver::Compilation;
use igc_compiler::library;
use igc_compiler::remarks::{Outcome, Remark};
use igc_tests::application::Application;
use igc_tests::kept;

/// The folder of snapshots, relative to this file.
const FOLDER: &str = "../snapshots/configurations";

/// Returns the first line of the statement to which a remark refers.
fn statement(remark: &Remark, source: &str) -> String {
    let Some(span) = remark.origin.span else { return String::new() };
    let (text, span) = match library::locate(span) {
        Some((module, local)) => (module.text, local),
        None => (source, span),
    };
    let line = text[span.start as usize..].lines().next().unwrap_or_default();
    format!(" | {}", line.trim())
}

/// Returns the remarks as `igc explain` prints them, with a paragraph for each position.
fn remarks(compilation: &Compilation, source: &str) -> String {
    let paragraph = |remark: &Remark| {
        let outcome = match remark.outcome {
            Outcome::Applied => "applied",
            Outcome::NotApplied => "not applied",
        };
        let flag = match remark.by {
            Optimisation::Choice(choice) => compilation.artefact.schedule.options.flag(choice),
            Optimisation::Pass(_) => None,
        };
        let flag = flag.map_or(remark.by.name(), Flag::name);
        let (place, message) = (&remark.place, &remark.message);
        format!("{flag}: {outcome} in {place}{}\n  {message}\n", statement(remark, source))
    };
    compilation.remarks.0.iter().map(paragraph).collect()
}

#[test]
fn the_optimised_ir_of_every_application() {
    for (configuration, applications) in kept::folders() {
        let options = Configuration::parse(configuration).unwrap();
        for name in applications {
            let compilation = Application::with(name, &options).program.compilation;
            let mut settings = settings();
            settings.set_snapshot_path(format!("{FOLDER}/{configuration}"));
            settings.bind(|| insta::assert_snapshot!(name, optimised(name, &compilation)));
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite").join(FOLDER).join("hashes.snap");
    // Whoever updates snapshots gets the whole table.
    let known = match std::env::var_os("INSTA_UPDATE") {
        Some(_) => String::new(),
        None => std::fs::read_to_string(path).unwrap_or_default(),
    };
    // A snapshot begins with a head between two lines.
    let known = known.splitn(3, "---\n").last().unwrap_or_default();
    let hashes = kept::hashes(known, |name, compilation| optimised(name, compilation).into_bytes());
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

/// Returns the remarks, followed by the IR after the last pass.
fn optimised(name: &str, compilation: &Compilation) -> String {
    let (_, module) = compilation.stages.last().expect("there is a stage");
    format!("{}\n{module}", remarks(compilation, &Application::source(name)))
}
