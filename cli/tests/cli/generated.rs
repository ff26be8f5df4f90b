//! `kernels-generated/` holds what `igc compile -o` writes for every example, as it is now: a folder for
//! each configuration of [`Options::each`], with the device library, which is the same for all, above
//! them; and a hash of what is written in each of the 96 configurations.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use igc_compiler::driver::compile;
use igc_compiler::options::Options;
use walkdir::WalkDir;

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

/// How many hexadecimal digits of a hash are kept: enough to see that something changed.
const DIGITS: usize = 16;

/// What a configuration's folder is called: as `--opts` takes it.
fn folder_name(options: &Options) -> String {
    if *options == Options::parse("all").unwrap() { "all".into() } else { options.to_string() }
}

/// What `igc compile -o` writes for every example, by its path in the folder.
fn written() -> BTreeMap<String, String> {
    let folder = Folder::new();
    let mut files = BTreeMap::new();
    for options in Options::each() {
        let name = folder_name(&options);
        for program in examples() {
            let (program, out) = (program.to_str().unwrap(), folder.path(&name));
            assert_eq!(igc(&["compile", program, "--opts", &name, "-o", &out]).ok(), "");
        }
        let library = folder.read(&format!("{name}/igc.cl"));
        let earlier = files.insert("igc.cl".to_string(), library.clone());
        assert!(earlier.is_none_or(|e| e == library), "{name} has another library");
        std::fs::remove_file(folder.path(&format!("{name}/igc.cl"))).unwrap();
    }
    files.extend(artefacts(folder.0.path()));
    files
}

/// The first digits of the BLAKE3 of what is written for each example in every configuration.
fn hashes() -> String {
    let mut text = String::new();
    for path in examples() {
        let (name, source) = (path.file_stem().unwrap(), std::fs::read_to_string(&path).unwrap());
        let name = name.to_str().unwrap();
        for options in Options::all_configurations() {
            let compilation = compile(name, &source, &options);
            let artefact =
                compilation.unwrap_or_else(|e| panic!("{name}, {options}: {e:?}")).artefact;
            let mut hasher = blake3::Hasher::new();
            hasher.update(artefact.kernels.as_bytes());
            hasher.update(&serde_json::to_vec(&artefact.schedule).unwrap());
            let hash = hasher.finalize().to_hex();
            text += &format!("{} {name} {options}\n", &hash[..DIGITS]);
        }
    }
    text
}

/// The files below a folder that are not there to explain the others, by their paths in it.
fn artefacts(folder: &Path) -> BTreeMap<String, String> {
    let files = WalkDir::new(folder).into_iter().map(|entry| entry.unwrap().into_path());
    let written = |file: &PathBuf| file.is_file() && file.extension().is_none_or(|e| e != "md");
    let name = |file: &Path| {
        let parts = file.strip_prefix(folder).unwrap().iter().map(|part| part.to_str().unwrap());
        parts.collect::<Vec<_>>().join("/")
    };
    files.filter(written).map(|f| (name(&f), std::fs::read_to_string(&f).unwrap())).collect()
}

#[test]
fn the_kernels_of_every_example_are_current() {
    assert!(!examples().is_empty());
    let mut current = written();
    current.insert("hashes.txt".into(), hashes());
    let kept = repository().join("kernels-generated");
    let found = artefacts(&kept);
    if std::env::var_os(BLESS).is_some_and(|value| value == "1") {
        for name in found.keys().filter(|name| !current.contains_key(*name)) {
            std::fs::remove_file(kept.join(name)).unwrap();
        }
        for (name, text) in &current {
            std::fs::create_dir_all(kept.join(name).parent().unwrap()).unwrap();
            std::fs::write(kept.join(name), text).unwrap();
        }
        return;
    }
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
