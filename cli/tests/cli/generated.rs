//! `kernels-generated/` holds what `igc compile -o` writes for every example, as it is now.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::{Folder, igc, repository};

/// The environment variable that, set to `1`, makes the test write the folder and not compare it.
const BLESS: &str = "IGC_BLESS";

/// Every program of `examples/`.
fn examples() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(repository().join("examples")).unwrap();
    let mut programs = vec![];
    for folder in folders {
        let files = std::fs::read_dir(folder.unwrap().path()).unwrap();
        let files = files.map(|file| file.unwrap().path());
        programs.extend(files.filter(|file| file.extension().is_some_and(|e| e == "ig")));
    }
    programs.sort();
    programs
}

/// The `.cl` and `.json` files of a folder with their content.
fn artefacts(folder: &Path) -> BTreeMap<String, String> {
    let Ok(files) = std::fs::read_dir(folder) else { return BTreeMap::new() };
    let files = files.map(|file| file.unwrap().path());
    let artefacts = files.filter(|f| f.extension().is_some_and(|e| e == "cl" || e == "json"));
    let name = |file: &Path| file.file_name().unwrap().to_string_lossy().into_owned();
    artefacts.map(|file| (name(&file), std::fs::read_to_string(&file).unwrap())).collect()
}

#[test]
fn the_kernels_of_every_example_are_current() {
    let folder = Folder::new();
    assert!(!examples().is_empty());
    for program in examples() {
        let program = program.to_str().unwrap();
        assert_eq!(igc(&["compile", program, "-o", &folder.path("")]).ok(), "");
    }
    let current = artefacts(folder.0.path());
    let kept = repository().join("kernels-generated");
    if std::env::var_os(BLESS).is_some_and(|value| value == "1") {
        for name in artefacts(&kept).keys().filter(|name| !current.contains_key(*name)) {
            std::fs::remove_file(kept.join(name)).unwrap();
        }
        for (name, text) in &current {
            std::fs::write(kept.join(name), text).unwrap();
        }
        return;
    }
    let found = artefacts(&kept);
    let names = current.keys().chain(found.keys());
    let stale: Vec<&String> = names.filter(|name| current.get(*name) != found.get(*name)).collect();
    assert!(
        stale.is_empty(),
        "kernels-generated/ is not what the compiler writes: {stale:?}\n\
         help: if the change is meant, write it anew and look at the difference:\n\
         {BLESS}=1 cargo test -p igc the_kernels_of_every_example\n\
         git diff kernels-generated"
    );
}
