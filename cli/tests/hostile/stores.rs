//! Mutated stores of studies: each is read or refused, and is not changed by a command that reads.

use crate::killed::Study;
use crate::{campaign, igc, must_end, mutate::mutated};

#[test]
fn mutated_stores() {
    let study = Study::new(3);
    must_end(&mut study.run(), &[0], None);
    let seed = std::fs::read(study.store()).unwrap();
    let path = study.folder.path().join("mutated.db");
    let path_text = path.to_str().unwrap().to_string();
    campaign("mutated stores", |random| {
        let bytes = mutated(&seed, random);
        std::fs::write(&path, &bytes).unwrap();
        let command = *random.of(&["status", "export", "policy"]);
        let more: &[&str] = if command == "export" { &["--format", "csv"] } else { &[] };
        let arguments = [&["study", command, &path_text], more].concat();
        must_end(&mut igc(&arguments), &[0, 1], Some(&path));
    });
}
