//! Mutated stores of studies: each is read or refused, and is not changed by a command that reads.

use std::ffi::OsString;

use crate::killed::Study;
use crate::mutate::mutated;
use crate::{campaign, igc, must_end};

#[test]
fn mutated_stores() {
    let study = Study::new(3);
    must_end(&mut study.run(), &[0], None);
    let seed = std::fs::read(study.store()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (path, other) = (folder.path().join("mutated.db"), folder.path().join("merged.db"));
    let [path_text, other_text] = [&path, &other].map(|path| path.to_str().unwrap().to_string());
    let page = folder.path().join("report.html").to_str().unwrap().to_string();
    let names = || -> Vec<OsString> {
        let entries = std::fs::read_dir(folder.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name()).collect()
    };
    campaign("mutated stores", |random| {
        let mut bytes = mutated(&seed, random);
        // The header decides how SQLite opens the file, and small mutations rarely change it.
        if random.below(2) == 0 && bytes.len() > 100 {
            let at = *random.of(&[18, 19, 28, 44, 56, 60, 63, 68, 71]);
            bytes[at] = random.below(4) as u8;
        }
        std::fs::write(&path, &bytes).unwrap();
        let arguments: &[&str] = match random.below(5) {
            0 => &["study", "status", &path_text],
            1 => &["study", "export", &path_text, "--format", "csv"],
            2 => &["study", "policy", &path_text],
            3 => &["study", "report", &path_text, "-o", &page],
            _ => &["study", "merge", &other_text, &path_text],
        };
        must_end(&mut igc(arguments), &[0, 1], Some(&path));
        assert!(std::fs::read(&path).unwrap() == bytes, "{arguments:?} changed the store");
        for made in [&page, &other_text] {
            let _ = std::fs::remove_file(made);
        }
        assert_eq!(names(), ["mutated.db"], "{arguments:?} left a file");
    });
}
