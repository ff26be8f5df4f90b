//! Tests of `igc study report`, which creates pages and folders from the data of a study.

use serde_json::json;

use crate::{Folder, igc};

/// Returns a study of one application on one input and two chips, in the format of `igc study
/// export`.
fn study() -> String {
    let chip =
        |name: &str| json!({ "name": name, "device": name, "driver": "1", "dialect": "any" });
    let results = (0..4).map(|at| {
        let (chip, configuration) = (at / 2, at % 2);
        let time = if configuration == chip { 2.0 } else { 1.0 };
        json!({
            "test": { "application": 0, "input": 0, "chip": chip },
            "configuration": configuration,
            "outcome": { "timed": [time, time * 1.01, time * 0.99] },
        })
    });
    let study = json!({
        "study": "two chips",
        "applications": ["bfs_wl"],
        "inputs": [{ "name": "g", "spec": "road:10", "class": "road", "nodes": 10, "arcs": 20, "properties": {} }],
        "chips": [chip("left"), chip("right")],
        "configurations": [[], ["sg"]],
        "results": results.collect::<Vec<_>>(),
    });
    study.to_string()
}

#[test]
fn a_study_becomes_a_page_or_a_folder() {
    let folder = Folder::new();
    let data = folder.file("study.json", &study());
    let page = folder.path("report.html");
    igc(&["study", "report", &data, "-o", &page]).ok();
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(text.contains("<h1>two chips</h1>"));
    // The flag helps on one chip and harms on the other. Each chip's best configuration takes twice
    // as long on the other chip.
    assert!(text.contains("left / right: 2.00×"), "{text}");

    let report = folder.path("report");
    igc(&["study", "report", &data, "-o", &report]).ok();
    assert_eq!(std::fs::read_to_string(format!("{report}/index.html")).unwrap(), text);
    let markdown = std::fs::read_to_string(format!("{report}/report.md")).unwrap();
    assert!(markdown.starts_with("# two chips\n"));
    for linked in ["figures/porting.svg", "numbers/porting.csv"] {
        assert!(markdown.contains(linked));
        assert!(std::fs::exists(format!("{report}/{linked}")).unwrap(), "{linked}");
    }
}

#[test]
fn what_is_no_study_is_refused() {
    let folder = Folder::new();
    let data = folder.file("study.json", "{}");
    let page = folder.path("report.html");
    let words = igc(&["study", "report", &data, "-o", &page]).fails(1);
    assert!(words.contains("study.json"), "{words}");
    assert!(!std::fs::exists(&page).unwrap());
}

#[test]
fn what_cannot_be_written_is_said() {
    let folder = Folder::new();
    let data = folder.file("study.json", &study());
    let words = igc(&["study", "report", &data, "-o", &format!("{data}/report.html")]).fails(1);
    assert!(words.contains("report.html"), "{words}");
}
