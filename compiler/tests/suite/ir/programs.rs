//! Compiles whole programs with combinations of flags, and runs the verifier after each pass. The main
//! property that the verifier checks is that barriers are in uniform control flow.

use std::path::{Path, PathBuf};

use igc_compiler::bundle::Content;
use igc_compiler::check;
use igc_compiler::configuration::{Configuration, Flag};
use igc_compiler::ir::EdgeWidth;
use igc_compiler::lower::lower;
use igc_compiler::model::Model;
use igc_compiler::passes::{self, Settings};
use igc_compiler::syntax::with_imports;

use super::one_in;

/// Returns the programs in a folder and its subfolders, in order.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(programs(&path));
        } else if path.extension().is_some_and(|e| e == "ig") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Returns every set of the flags that change the IR.
fn configurations() -> Vec<Configuration> {
    let flags = Flag::OF_96.into_iter().filter(|flag| *flag != Flag::Sz256);
    let mut sets = vec![String::new()];
    for flag in flags {
        let with: Vec<String> = sets.iter().map(|set| format!("{set},{}", flag.name())).collect();
        sets.extend(with);
    }
    let adaptive = ["adaptive", "adaptive,oitergb", "adaptive,wg,sg,fg8,coop-cv,oitergb"];
    let sets = sets.iter().map(String::as_str).chain(adaptive);
    sets.filter_map(|set| Configuration::parse(set).ok()).collect()
}

/// Returns the programs of the repository with the files that they import, by their names.
pub fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let paths = ["examples", "tests/programs"].map(|folder| programs(&root.join(folder))).concat();
    let source = |path: PathBuf| {
        let read = |name: &str| {
            Content::Text(std::fs::read_to_string(path.with_file_name("").join(name)).unwrap())
        };
        let source = with_imports(&std::fs::read_to_string(&path).unwrap(), read);
        (path.file_stem().unwrap().to_string_lossy().into_owned(), source)
    };
    paths.into_iter().map(source).collect()
}

/// Tests every program in a fifth of the configurations, and every configuration with a fifth of the
/// programs. `IGC_CONFIGURATIONS=all` tests all pairs.
#[test]
fn every_configuration_of_every_program_is_proven() {
    let (configurations, model) = (configurations(), Model::default());
    let every = one_in(5);
    let mut count = 0;
    for (at, (name, source)) in sources().into_iter().enumerate() {
        let (checked, _) = check::source(&source).unwrap();
        let lowered = lower(&checked, "program", EdgeWidth::Narrow).unwrap();
        for options in configurations.iter().skip(at % every).step_by(every) {
            let mut module = lowered.clone();
            let result =
                passes::run(&mut module, &Settings { options, model: &model }, &mut |_, _| {});
            assert!(result.is_ok(), "{name} with {options}: {result:?}");
            count += 1;
        }
    }
    assert!(count > 40 * (configurations.len() / every), "only {count} programs were there");
}
