//! Tests of policies, from a study to the flags of a run.

use serde_json::{Value, json};

use crate::{Folder, bfs, igc};

/// Chips of an artificial study: the interpreter, which is available on every machine, and another
/// chip.
const CHIPS: [(&str, &str, &str); 2] =
    [("interpreter", "interpreter", "no such version"), ("other", "Some GPU", "1.0")];

/// Returns the factor by which a flag changes the time of a program on a chip.
fn effect(flag: &str, chip: &str) -> f64 {
    match (flag, chip) {
        ("wg", _) => 1.5,
        ("coop-cv", "interpreter") => 0.5,
        ("coop-cv", _) => 1.4,
        ("sg", "other") => 0.6,
        _ => 1.0,
    }
}

/// Returns a study of two programs on two graphs and two chips with three of the flags, in the
/// format of `igc study export`.
fn study() -> Value {
    let flags = ["wg", "sg", "coop-cv"];
    let sets: Vec<Vec<&str>> = (0..8u32)
        .map(|set| (0..3).filter(|at| set >> at & 1 == 1).map(|at| flags[at]).collect())
        .collect();
    let mut results = vec![];
    for (application, input, chip) in
        (0..8u32).map(|test| (test & 1, test >> 1 & 1, (test >> 2) as usize))
    {
        for (configuration, set) in sets.iter().enumerate() {
            let time: f64 = set.iter().map(|flag| effect(flag, CHIPS[chip].0)).product();
            let times = [time, time * 1.01, time * 0.99];
            results.push(json!({
                "test": { "application": application, "input": input, "chip": chip },
                "configuration": configuration,
                "outcome": { "timed": times },
            }));
        }
    }
    let input = |name: &str| {
        json!({
            "name": name, "spec": format!("{name}:10"), "class": name, "nodes": 10, "arcs": 20,
            "properties": {},
        })
    };
    let chip = |(name, device, driver): (&str, &str, &str)| json!({ "name": name, "device": device, "driver": driver, "dialect": "made up" });
    json!({
        "study": "made up",
        "applications": ["bfs_wl", "cc"],
        "inputs": [input("road"), input("social")],
        "chips": CHIPS.map(chip),
        "configurations": sets,
        "results": results,
    })
}

/// Writes the policy of the study to a file. Returns its path.
fn policy(folder: &Folder) -> String {
    let study = folder.file("study.json", &study().to_string());
    let policy = folder.path("policy.toml");
    assert_eq!(igc(&["study", "policy", &study, "-o", &policy]).ok(), "");
    policy
}

/// The flags that the analysis must find reach the compiler, per chip and over both chips.
#[test]
fn flags_of_a_study_reach_the_schedule() {
    let folder = Folder::new();
    let policy = policy(&folder);
    let schedule = |more: &[&str]| {
        let call = ["compile", &bfs(), "--emit", "schedule", "--policy", &policy];
        let done = igc(&[&call[..], more].concat());
        let stderr = done.stderr.clone();
        (done.json(), stderr)
    };
    let by_hand =
        |opts: &str| igc(&["compile", &bfs(), "--emit", "schedule", "--opts", opts]).json();
    let (chosen, stderr) = schedule(&["--chip", "interpreter"]);
    assert_eq!(chosen, by_hand("coop-cv"));
    let rule = "by the rule `chip_app: application bfs_wl, chip interpreter`";
    assert_eq!(stderr, format!("policy: --opts coop-cv, {rule}\n"));
    let (chosen, _) = schedule(&["--chip", "other"]);
    assert_eq!(chosen, by_hand("sg"));
    let (chosen, stderr) = schedule(&["--chip", "other", "--class", "road"]);
    assert_eq!(chosen, by_hand("sg"));
    assert!(stderr.contains("oracle: application bfs_wl, input road, chip other"), "{stderr}");
    // Without a chip, the benefit and the harm of coop-cv cancel out.
    let (chosen, stderr) = schedule(&[]);
    assert_eq!(chosen, by_hand("sg"));
    assert!(stderr.contains("`app: application bfs_wl`"), "{stderr}");
}

/// The policy of the published study of three chips is the one in the book's chapter, for each chip
/// and for all.
#[test]
fn the_published_study_has_the_policy_of_its_chapter() {
    let repository = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let packed = repository.join("docs/studies/three-chips/results.db.gz");
    let packed = std::fs::File::open(packed).unwrap();
    let folder = Folder::new();
    let store = folder.path("results.db");
    let mut file = std::fs::File::create(&store).unwrap();
    std::io::copy(&mut flate2::read::GzDecoder::new(packed), &mut file).unwrap();
    let policy = igc(&["study", "policy", &store]).ok();
    let rule = |line: &str| assert!(policy.contains(&format!("  {{ {line} }},\n")), "{line}");
    rule(r#"chip = "h200", options = "fg1,coop-cv,oitergb,sz256""#);
    rule(r#"chip = "pocl", options = "sg,coop-cv,oitergb""#);
    rule(r#"chip = "intel", options = "oitergb""#);
    rule(r#"options = "sg,coop-cv,oitergb""#);
    let report = folder.path("report");
    igc(&["study", "report", &store, "-o", &report]).ok();
    let numbers = csv::Reader::from_path(format!("{report}/numbers/chip-function.csv")).unwrap();
    let numbers: Vec<_> = numbers.into_records().map(Result::unwrap).collect();
    let chapter = repository.join("docs/src/study/first-study.md");
    let chapter = std::fs::read_to_string(chapter).unwrap();
    for (name, chip) in [("H200", "h200"), ("PoCL", "pocl"), ("Intel's runtime", "intel")] {
        let mut row = format!("| {name} |");
        for number in numbers.iter().filter(|number| &number[0] == chip) {
            let size = format!("{:.2}", number[5].parse::<f64>().unwrap());
            let size = size.trim_start_matches('0');
            row += &match &number[2] {
                "✓" => format!(" **yes {size}** |"),
                "(✓)" => format!(" (yes) {size} |"),
                "✗" => format!(" no {size} |"),
                decision => format!(" {decision} {size} |"),
            };
        }
        assert!(chapter.contains(&row), "{row}");
    }
}

/// The device of a run determines the chip, here with a different driver version.
#[test]
fn a_run_knows_its_chip() {
    let folder = Folder::new();
    let policy = policy(&folder);
    let run = ["run", &bfs(), "--graph", "chain:9", "--device", "interpreter", "--policy", &policy];
    let done = igc(&[&run[..], &["--check", "--json"]].concat());
    let stderr = done.stderr.clone();
    assert_eq!(done.json()["options"], json!("coop-cv"));
    let note = "policy: the study measured interpreter as interpreter with the driver \
                no such version, but";
    assert!(stderr.contains(note), "{stderr}");
    assert!(stderr.contains("policy: --opts coop-cv, by the rule `chip_app: "), "{stderr}");
    let done = igc(&[&run[..], &["--chip", "other", "--json"]].concat());
    assert_eq!(done.json()["options"], json!("sg"));
}

/// `igc bench` measures the configuration that the policy chooses for each program, in addition to
/// the requested ones.
#[test]
fn what_a_policy_chooses_is_timed_beside_others() {
    let folder = Folder::new();
    let policy = policy(&folder);
    let plain = folder.file("plain.ig", "main { }");
    let bench = ["bench", &bfs(), &plain, "--graph", "chain:9", "--device", "interpreter"];
    let bench = |more: &[&str]| {
        let repeat = ["--repeat", "1", "--json", "--policy", &policy];
        let done = igc(&[&bench[..], &repeat, more].concat());
        let (stderr, found) = (done.stderr.clone(), done.json());
        let options = |comparison: &Value| {
            let entries = comparison["configurations"].as_array().unwrap().iter();
            entries.map(|entry| entry["options"].as_str().unwrap().to_string()).collect::<Vec<_>>()
        };
        let comparisons = found["comparisons"].as_array().unwrap();
        let chosen: Vec<Value> = comparisons.iter().map(|one| one["policy"].clone()).collect();
        (comparisons.iter().map(options).collect::<Vec<_>>(), chosen, stderr)
    };
    let (options, chosen, stderr) = bench(&[]);
    assert_eq!(options, [["none", "coop-cv"], ["none", "coop-cv"]]);
    assert_eq!(chosen, ["coop-cv", "coop-cv"]);
    assert_eq!(stderr.matches("measured interpreter as interpreter").count(), 1, "{stderr}");
    assert!(stderr.contains("policy: bfs_wl --opts coop-cv, by the rule `chip_app: "), "{stderr}");
    // For a program that is not part of the study, only the chip is known.
    assert!(stderr.contains("policy: plain --opts coop-cv, by the rule `chip: "), "{stderr}");
    let (options, chosen, _) = bench(&["--chip", "other", "--opts", "wg", "--opts", "sg"]);
    assert_eq!(options, [["wg", "sg"], ["wg", "sg"]]);
    assert_eq!(chosen, ["sg", "sg"]);
    let stderr = igc(&[
        "bench",
        &bfs(),
        "--graph",
        "chain:9",
        "--device",
        "interpreter",
        "--policy",
        &plain,
    ])
    .fails(1);
    assert!(stderr.contains("plain.ig: line 1"), "{stderr}");
    igc(&["bench", &bfs(), "--graph", "chain:9", "--chip", "other"]).fails(2);
}

#[test]
fn a_program_is_explained_with_what_the_policy_chooses() {
    let folder = Folder::new();
    let policy = policy(&folder);
    let text = igc(&["explain", &bfs(), "--policy", &policy, "--chip", "interpreter"]).ok();
    assert!(text.contains(" with --opts coop-cv\n"), "{text}");
}

#[test]
fn diagnostics_for_machines_are_alone() {
    let folder = Folder::new();
    let policy = policy(&folder);
    let done = igc(&["compile", &bfs(), "--policy", &policy, "--diagnostics", "json"]);
    assert_eq!(done.stderr.trim(), "[]", "{done:?}");
}

#[test]
fn what_a_policy_does_not_know_is_said() {
    let folder = Folder::new();
    let policy = policy(&folder);
    let compile = |more: &[&str]| igc(&[&["compile", &bfs()[..], "--policy"][..], more].concat());
    let stderr = compile(&[&policy, "--chip", "H200"]).fails(1);
    let error = "error: the policy does not know the chip `H200`; it knows interpreter, other\n";
    assert_eq!(stderr, error);
    let stderr = compile(&[&policy, "--class", "web"]).fails(1);
    let error = "does not know the class of graphs `web`; it knows road, social";
    assert!(stderr.contains(error), "{stderr}");
    let text = folder.read("policy.toml").replace("\"coop-cv\"", "\"coop\"");
    let wrong = folder.file("wrong.toml", &text);
    let stderr = compile(&[&wrong]).fails(1);
    assert!(stderr.contains("wrong.toml: line "), "{stderr}");
    let error = ": unknown optimisation `coop`; the optimisations are none, ";
    assert!(stderr.contains(error), "{stderr}");
    compile(&[&policy, "--opts", "wg"]).fails(2);
    igc(&["compile", &bfs(), "--chip", "other"]).fails(2);
    compile(&["no such file"]).fails(1);
}

#[test]
fn what_is_no_study_has_no_policy() {
    let folder = Folder::new();
    let mut cut = study();
    cut["configurations"].as_array_mut().unwrap().pop();
    let cut = folder.file("cut.json", &cut.to_string());
    let stderr = igc(&["study", "policy", &cut]).fails(1);
    assert!(
        stderr.contains("of configuration number 7, counted from 0, but the data set lists only 7"),
        "{stderr}"
    );
    let nothing = folder.file("nothing.json", "{}");
    let stderr = igc(&["study", "policy", &nothing]).fails(1);
    assert!(stderr.contains("neither a study's store nor"), "{stderr}");
}
