//! Tests of `igc study model`, and of the keys `model` and `step_runs` of study files.

use serde_json::Value;

use super::Study;
use crate::{igc, repository};

/// The line of the study file that requests the steps of all configurations, twice.
const STEPS: &str = "steps = \"all\"\nstep_runs = 2\n";

/// Creates a study of a search and of `PageRank`, on two graphs.
fn study() -> Study {
    let example =
        |path: &str| std::fs::read_to_string(repository().join("examples").join(path)).unwrap();
    let configurations = "[\"none\", \"pull\", \"edge\", \"adaptive\"]";
    let devices = [("native", "cpu")];
    let study = Study::of(&example("pr/pr_tp.ig"), "rmat:6", configurations, &devices);
    std::fs::rename(study.folder.path("program.ig"), study.folder.path("pr_tp.ig")).unwrap();
    study.folder.file("bfs_topo.ig", &example("bfs/bfs_topo.ig"));
    let chain = "[[graphs]]\nname = \"chain\"\nspec = \"chain:20\"\nclass = \"road\"\n[[devices]]";
    study.with("[[devices]]", chain).with("warmup = 1\n", &format!("warmup = 1\n{STEPS}"))
}

/// Returns the names of the lines of an evaluation.
fn names(application: &Value) -> Vec<&str> {
    let lines = application["lines"].as_array().unwrap().iter();
    lines.map(|line| line["name"].as_str().unwrap()).collect()
}

#[test]
fn a_study_gives_a_model_and_its_evaluation() {
    let study = study();
    // The flags `order=pull` and `adaptive` have no effect on PageRank, which pulls anyway.
    let done = study.run(&[]);
    let steps = "native: steps of 12 configurations, 0 failures, 0 left";
    assert!(done.stderr.contains(steps), "{done:?}");
    let data = igc(&["study", "export", &study.store()]).json();
    let runs: Vec<u64> = data["steps"].as_array().unwrap().iter().map(repetition).collect();
    assert_eq!((runs.len(), runs.iter().sum::<u64>()), (24, 12));
    let learn = |more: &[&str]| igc(&[&["study", "model", &study.store()], more].concat());

    // The model is text that the compiler reads.
    let text = learn(&[]).ok();
    assert!(text.starts_with("# All programs\n"), "{text}");
    assert!(text.contains("\nprogram bfs_topo\n") && text.contains("\nprogram pr_tp\n"), "{text}");
    let model = study.folder.path("learnt.model");
    let table = learn(&["--output", &model]).ok();
    assert_eq!(study.folder.read("learnt.model"), text);
    let program = study.folder.path("bfs_topo.ig");
    igc(&["compile", &program, "--opts", "adaptive", "--model", &model]).ok();

    for title in ["times divided by", "times of whole runs divided by"] {
        for application in ["bfs_topo", "pr_tp"] {
            assert!(table.contains(&format!("{application}, 2 tests; {title}")), "{table}");
        }
    }
    for line in ["best variant of each test", "model, predicted", "adaptive runs"] {
        assert_eq!(count(&table, line), 2, "{line}\n{table}");
    }
    assert_eq!(count(&table, "best configuration of each test"), 2, "{table}");
    for line in ["none", "order=edge"] {
        assert_eq!(count(&table, line), 4, "{line}\n{table}");
    }
    let markdown = learn(&["--evaluate", &model, "--markdown"]).ok();
    assert!(markdown.starts_with("**bfs_topo, 2 tests; ") && markdown.contains("\n| none | "));
    // The graphs are small, so nothing is said about frontiers of large graphs.
    assert!(!markdown.contains("frontier"), "{markdown}");

    // Single graphs, and a part of the graphs.
    let listed = learn(&["--evaluate", &model, "--tests", "--graph", "cha*"]).ok();
    assert!(listed.contains("bfs_topo, 1 tests; ") && listed.contains("pr_tp, each test; "));
    assert_eq!(count(&listed, "chain"), 2, "{listed}");
    let stderr = learn(&["--graph", "chai"]).fails(1);
    assert!(stderr.contains("the study has no test of these graphs"), "{stderr}");

    // A model that always chooses one variant is as fast as this variant.
    let always = study.folder.file("always.model", "order=edge");
    let evaluation = learn(&["--evaluate", &always, "--json"]).json();
    let applications = evaluation.as_array().unwrap();
    assert_eq!(applications.len(), 2);
    for (application, name) in applications.iter().zip(["bfs_topo", "pr_tp"]) {
        assert_eq!(application["application"], name);
        let (names, lines) = (names(application), &application["lines"]);
        let first = ["best variant of each test", "model, predicted", "adaptive runs"];
        assert_eq!((names.len(), &names[..3]), (6, &first[..]));
        let edge = names.iter().position(|name| *name == "order=edge").unwrap();
        assert_eq!(lines[1]["distance"], lines[edge]["distance"]);
        assert_eq!((&lines[0]["to_best"], &lines[0]["tests"]), (&1.0.into(), &2.into()));
    }

    // With one variant, there is nothing to choose.
    let pull = learn(&["--opts", "order=pull"]).ok();
    let code = |line: &str| line.split('#').next().unwrap().trim().to_string();
    let code: Vec<String> = pull.lines().map(code).filter(|line| !line.is_empty()).collect();
    assert_eq!(
        code,
        ["order=pull", "program bfs_topo", "order=pull", "program pr_tp", "order=pull"]
    );

    let wrong = study.folder.file("wrong.model", "if node <= 3 pull else none");
    let stderr = learn(&["--evaluate", &wrong]).fails(1);
    assert!(stderr.starts_with(&format!("error: {wrong}: line 1: unknown feature")), "{stderr}");
    let again = study.run(&[]);
    assert!(!again.stderr.contains("steps of"), "{again:?}");
}

/// Counts the lines of a table with a name.
fn count(table: &str, name: &str) -> usize {
    let is_line = |text: &&str| text.trim_start().starts_with(&format!("{name}  "));
    table.lines().filter(is_line).count()
}

/// A model is evaluated on graphs from which it was not learnt, and in the runs of another study.
#[test]
fn models_are_evaluated_on_other_graphs_and_in_other_studies() {
    let study = study();
    study.run(&[]).ok();
    let (model, first) = (study.folder.path("half.model"), study.store());
    let half = ["study", "model", &first, "--hold-out", "2/2"];
    let table = igc(&[&half[..], &["--output", &model]].concat()).ok();
    assert!(table.contains("bfs_topo, 1 tests; times divided by"), "{table}");
    // The other study has the program with another name, and the model.
    let other = study
        .with("name = \"small\"\n", "name = \"small\"\nmodel = \"half.model\"\n")
        .with("[[applications]]\n", "[[applications]]\nname = \"bfs_topo_half\"\n")
        .with("files = [\"*.ig\"]", "files = [\"bfs_topo.ig\"]");
    let store = other.folder.path("other.db");
    other.run(&["--store", &store]).ok();
    let evaluate = |more: &[&str]| {
        let one = ["study", "model", &first, "--evaluate", &model, "--adaptive", &store];
        igc(&[&one[..], more].concat())
    };
    let table = evaluate(&["--suffix", "_half"]).ok();
    assert_eq!((count(&table, "adaptive runs"), count(&table, "adaptive")), (1, 1), "{table}");
    let table = evaluate(&[]).ok();
    assert_eq!((count(&table, "adaptive runs"), count(&table, "adaptive")), (0, 0), "{table}");
    let alone = igc(&["study", "model", &first, "--suffix", "_half"]).fails(2);
    assert!(alone.contains("--adaptive"), "{alone}");
}

fn repetition(run: &Value) -> u64 {
    run["repetition"].as_u64().unwrap()
}

#[test]
fn a_study_without_timed_steps_has_no_model() {
    let study = study().with(STEPS, "");
    study.run(&[]).ok();
    let stderr = igc(&["study", "model", &study.store()]).fails(1);
    let error = "error: the study has no test whose variants were timed round by round\nhelp: ";
    assert!(stderr.starts_with(error), "{stderr}");
    assert!(stderr.contains("in its keys `configurations` and `steps`"), "{stderr}");
}

/// More runs of the steps can be requested later.
#[test]
fn more_step_runs_add_to_a_study() {
    let study = study().with("step_runs = 2\n", "");
    study.run(&[]).ok();
    let runs = |study: &Study| {
        let data = igc(&["study", "export", &study.store()]).json();
        (data["steps"].as_array().unwrap().len(), study.runs())
    };
    let (one, timings) = runs(&study);
    let study = study.with("steps = \"all\"\n", STEPS);
    study.run(&[]).ok();
    assert_eq!((one, runs(&study)), (12, (24, timings)));
}

#[test]
fn the_model_of_a_study_reaches_its_programs() {
    let study = study().with("repetitions = 3\n", "repetitions = 3\nmodel = \"own.model\"\n");
    let place = format!("{}:3:9: own.model: ", study.file());
    let stderr = study.run(&[]).fails(1);
    assert!(stderr.contains(&place), "{stderr}");
    study.folder.file("own.model", "none\nif node <= 3 pull else none");
    let stderr = study.run(&[]).fails(1);
    assert!(stderr.contains(&format!("{place}line 2: ")), "{stderr}");
    study.folder.file("own.model", "order=edge");
    study.run(&[]).ok();
    let cells = study.status()["cells"].clone();
    // Another model is another program.
    study.folder.file("own.model", "if frontier_nodes <= 3 edge else pull");
    let again = study.run(&[]);
    assert!(!again.stderr.contains("native: 0 runs, "), "{again:?}");
    assert_eq!(study.status()["cells"], cells);
}

#[test]
fn the_number_of_step_runs_is_limited() {
    let study = study().with("step_runs = 2", "step_runs = 0");
    let stderr = study.run(&[]).fails(1);
    let error = format!("{}:5:13: `step_runs` must be 1 to 1000000", study.file());
    assert!(stderr.contains(&error), "{stderr}");
}
