//! Tests of `--opts adaptive` and its models.

use crate::{Folder, igc, repository};

/// Returns the path of a search without a worklist, which has both directions.
fn search() -> String {
    repository().join("examples/bfs/bfs_topo.ig").to_str().unwrap().to_string()
}

/// Returns the names of the kernels of a program in OpenCL C, without the name of the program.
fn kernels(code: &str) -> Vec<&str> {
    let names = code.lines().filter_map(|line| line.strip_prefix("kernel IGC_WORKGROUP void "));
    names.map(|line| line.trim_start_matches("bfs_topo_").trim_end_matches("_(")).collect()
}

#[test]
fn adaptive_searches_are_correct() {
    let folder = Folder::new();
    let models = [
        "order=edge",
        "order=pull",
        "if frontier_nodes <= 20 none else if frontier_edge_share <= 0.5 edge else pull",
    ]
    .map(|text| folder.file(&format!("{}.model", text.len()), text));
    let built_in: [&[&str]; 1] = [&[]];
    let models: Vec<[&str; 2]> = models.iter().map(|path| ["--model", path.as_str()]).collect();
    for device in ["interpreter", "cpu"] {
        for model in built_in.into_iter().chain(models.iter().map(|model| &model[..])) {
            let run = ["run", &search(), "--graph", "rmat:10", "--device", device];
            let run = [&run[..], &["--opts", "adaptive", "--check"], model].concat();
            let report = igc(&run).ok();
            assert!(report.contains("bfs_topo --opts adaptive"), "{report}");
            assert!(report.contains("check     passed: bfs agrees"), "{report}");
        }
    }
}

/// The kernels are those for the leaves of the model.
#[test]
fn leaves_of_the_model_become_kernels() {
    let folder = Folder::new();
    let compile = |model: &[&str]| {
        let call = ["compile", &search(), "--opts", "adaptive"];
        igc(&[&call[..], model].concat()).ok()
    };
    let has = |code: &str| {
        ["visit_order_edge", "visit_order_pull"].map(|name| kernels(code).contains(&name))
    };
    assert_eq!(has(&compile(&[])), [false, true]);
    let edge = folder.file("edge.model", "# Always.\nedge\n");
    assert_eq!(has(&compile(&["--model", &edge])), [true, false]);
    let both = folder.file("both.model", "if nodes <= 100 edge else pull");
    assert_eq!(has(&compile(&["--model", &both])), [true, true]);
    // The tree for the program takes precedence over the one for all programs.
    let own = folder.file("own.model", "edge\nprogram other edge\nprogram bfs_topo pull");
    assert_eq!(has(&compile(&["--model", &own])), [false, true]);
}

#[test]
fn mistakes_in_models_have_a_line() {
    let folder = Folder::new();
    for (text, error) in [
        ("if node <= 3 pull else none", "line 1: unknown feature `node`; the features are nodes, "),
        ("# Comment.\nif nodes <= 3 pull", "line 2: expected `else`, but the model ends"),
        ("if nodes <= 3\n  pull\nelse\n  puls", "line 4: unknown optimisation `puls`"),
        ("coop-cv", "line 1: "),
        ("", "line 1: the model is empty"),
    ] {
        let model = folder.file("wrong.model", text);
        let error = format!("error: {model}: {error}");
        let search = search();
        for call in [
            &["compile", &search][..],
            &["run", &search, "--graph", "chain:5", "--device", "interpreter"][..],
        ] {
            let more = ["--opts", "adaptive", "--model", &model];
            let stderr = igc(&[call, &more].concat()).fails(1);
            assert!(stderr.starts_with(&error), "{stderr}\ndoes not start with\n{error}");
        }
    }
    let missing = folder.path("missing.model");
    let compile = ["compile", &search(), "--opts", "adaptive", "--model", &missing];
    let stderr = igc(&compile).fails(1);
    assert!(stderr.starts_with(&format!("error: {missing}: ")), "{stderr}");
}

#[test]
fn adaptive_programs_have_no_order_for_all_rounds() {
    for order in ["order=pull", "order=edge"] {
        let stderr = igc(&["compile", &search(), "--opts", &format!("adaptive,{order}")]).fails(2);
        let error = format!("`{order}` and `adaptive` exclude each other: choose one");
        assert!(stderr.contains(&error), "{stderr}");
    }
}
