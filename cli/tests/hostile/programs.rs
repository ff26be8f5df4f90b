//! Mutated programs: each compiles or has diagnostics, in every output that the compiler writes.

use std::path::PathBuf;

use crate::{campaign, igc, must_end, mutate::mutated, repository};

#[test]
fn mutated_programs() {
    let folder = tempfile::tempdir().unwrap();
    let mut files: Vec<PathBuf> = ["bfs", "cc", "mis", "pr", "sssp", "tri"]
        .iter()
        .filter_map(|name| std::fs::read_dir(repository().join("examples").join(name)).ok())
        .flat_map(|entries| entries.map(|entry| entry.unwrap().path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "ig"))
        .collect();
    files.sort();
    let seeds: Vec<Vec<u8>> = files.iter().map(|path| std::fs::read(path).unwrap()).collect();
    assert!(!seeds.is_empty());
    let path = folder.path().join("mutated.ig");
    let path_text = path.to_str().unwrap().to_string();
    campaign("mutated programs", |random| {
        let seed: &Vec<u8> = random.of(&seeds);
        std::fs::write(&path, mutated(seed, random)).unwrap();
        let options = *random.of(&["none", "all", "fg8,coop-cv", "wg,sg,oitergb"]);
        let emit = *random.of(&["opencl", "schedule", "ir", "ast"]);
        let compile = ["compile", &path_text, "--opts", options, "--emit", emit];
        must_end(&mut igc(&compile), &[0, 1], Some(&path));
        must_end(&mut igc(&["fmt", "--check", &path_text]), &[0, 1], Some(&path));
    });
}
