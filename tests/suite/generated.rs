//! Tests that `kernels-generated/` contains the compiler's current output: the kernels and
//! schedules that the repository [keeps](igc_tests::kept), and a hash for each of the 96
//! configurations.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use igc_compiler::codegen::Language;
use igc_compiler::configuration::Configuration;
use igc_compiler::schedule::Schedule;
use igc_tests::application::Application;
use igc_tests::kept;
use walkdir::WalkDir;

/// The environment variable that makes the test write the folder instead of comparing it, if it is
/// `1`.
const BLESS: &str = "IGC_BLESS";

/// Returns the folder `kernels-generated/`.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../kernels-generated")
}

fn is_blessed() -> bool {
    std::env::var_os(BLESS).is_some_and(|value| value == "1")
}

/// Returns a schedule as `igc compile -o` writes it.
fn json(schedule: &Schedule) -> String {
    serde_json::to_string_pretty(schedule).unwrap() + "\n"
}

/// Returns the files that the folder should contain, by path.
fn written() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for (configuration, applications) in kept::folders() {
        let options = Configuration::parse(configuration).unwrap();
        for name in applications {
            let artefact = Application::with(name, &options).program.compilation.artefact;
            let path = format!("{configuration}/{name}");
            if kept::keeps_schedule(configuration, name) {
                files.insert(format!("{path}.json"), json(&artefact.schedule));
            }
            files.insert(format!("{path}.cl"), artefact.code(Language::OpenCl).to_string());
        }
    }
    let known = match is_blessed() {
        true => String::new(),
        false => std::fs::read_to_string(folder().join("hashes.txt")).unwrap_or_default(),
    };
    let hashes = kept::hashes(&known, |_, compilation| {
        let artefact = &compilation.artefact;
        [
            artefact.code(Language::OpenCl).as_bytes(),
            &serde_json::to_vec(&artefact.schedule).unwrap(),
        ]
        .concat()
    });
    files.insert("hashes.txt".into(), hashes);
    files
}

/// Returns the files that the folder contains, by path, except its README.
fn found() -> BTreeMap<String, String> {
    let files = WalkDir::new(folder()).into_iter().map(|entry| entry.unwrap().into_path());
    let generated = files.filter(|f| f.is_file() && f.extension().is_none_or(|e| e != "md"));
    let name = |file: &Path| {
        let parts = file.strip_prefix(folder()).unwrap().iter().map(|part| part.to_str().unwrap());
        parts.collect::<Vec<_>>().join("/")
    };
    generated.map(|f| (name(&f), std::fs::read_to_string(&f).unwrap())).collect()
}

/// The folder is for people to read, so it must stay short.
#[test]
fn the_generated_kernels_are_few() {
    const MOST_LINES: usize = 12_000;
    let lines: usize = found().values().map(|text| text.lines().count()).sum();
    assert!(lines <= MOST_LINES, "kernels-generated/ has {lines} lines");
}

#[test]
fn the_kernels_of_every_example_are_current() {
    let (written, found) = (written(), found());
    if is_blessed() {
        for name in found.keys().filter(|name| !written.contains_key(*name)) {
            std::fs::remove_file(folder().join(name)).unwrap();
        }
        for (name, text) in &written {
            std::fs::create_dir_all(folder().join(name).parent().unwrap()).unwrap();
            std::fs::write(folder().join(name), text).unwrap();
        }
        return;
    }
    let names = written.keys().chain(found.keys());
    let stale: Vec<&String> = names.filter(|name| written.get(*name) != found.get(*name)).collect();
    assert!(
        stale.is_empty(),
        "kernels-generated/ differs from what the compiler writes: {stale:?}\n\
         help: if the change is intended, write the folder again and read the difference:\n\
         {BLESS}=1 cargo test -p igc-tests the_kernels_of_every_example\n\
         git diff kernels-generated"
    );
}
