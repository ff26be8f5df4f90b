//! Tests of `igc search primitives`, and of runs with a policy for primitives.

use crate::{Done, Folder, bfs, command, has_device, igc};

/// Searches on the first OpenCL device, with short sequences and without time for random trials.
fn search(folder: &Folder, more: &[&str]) -> Done {
    let (store, policy) = (folder.path("p.search"), folder.path("policy.toml"));
    let search = ["search", "primitives", "--store", &store, "-o", &policy, "--device", "0"];
    let brief = ["--budget", "1s", "--repeat", "1", "--final-repeat", "2"];
    igc(&[&search[..], &brief, more].concat())
}

#[test]
fn a_search_writes_a_policy_that_runs_use() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let some = ["--primitive", "push", "--elements", "20000"];
    let report = search(&folder, &[&some[..], &["--json"]].concat()).json();
    let push = &report["primitives"][0];
    assert_eq!((&push["primitive"], &push["wrong"]), (&"push".into(), &0.into()), "{report}");
    assert!(push["trials"].as_u64() >= Some(1) && push["gain"].as_f64() >= Some(1.0), "{report}");
    assert_eq!(report["elements"], 20000);
    let policy = folder.read("policy.toml");
    assert!(policy.contains("[primitives.push]\n"), "{policy}");
    // A line that a crash has left incomplete is ignored, and the search continues.
    let kept = folder.read("p.search");
    folder.file("p.search", &format!("{kept}{{\"trial\":{{"));
    let text = search(&folder, &some).ok();
    assert!(text.contains("generated code: pushes = "), "{text}");
    assert!(folder.read("p.search").starts_with(&kept));
    let store = folder.path("p.search");
    let compared = search(&folder, &["--report-only", "--other", &store]).ok();
    assert!(compared.contains("one policy for all devices"), "{compared}");
    let error = search(&folder, &["--primitive", "push"]).fails(1);
    assert!(error.contains("another device, number of elements or version"), "{error}");
    let run = |file: &str| {
        let program = bfs();
        let run = ["run", &program, "--graph", "rmat:8", "--check", "--no-calibration"];
        Done::from(command(&run).env("IGC_PRIMITIVES", file).output().unwrap())
    };
    // Every way to push and to scan gives the same result.
    let (head, _) = policy.split_once("[generated]").expect("there is a table");
    for chosen in
        ["pushes = \"active-lanes\"", "ranking = \"brent-kung\"", "ranking = \"workgroup\""]
    {
        let file = folder.file("chosen.toml", &format!("{head}[generated]\n{chosen}\n"));
        let done = run(&file);
        assert_eq!(done.stderr, "", "{chosen}");
        done.ok();
    }
    for name in ["off", "shipped"] {
        run(name).ok();
    }
    let foreign = policy.replace("\ndriver = \"", "\ndriver = \"old ");
    let texts = [
        ("[generated]", "is not a valid policy"),
        (&policy.replace("[generated]", "[generated]\nranking = \"fast\""), "not a valid policy"),
        (&foreign, "it belongs to"),
    ];
    for (text, reason) in texts {
        let done = run(&folder.file("broken.toml", text));
        assert!(done.stderr.contains("warning: the policy for primitives "), "{done:?}");
        assert!(done.stderr.contains(reason), "{done:?}");
        done.ok();
    }
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let folder = Folder::new();
    igc(&["search", "primitives", "--primitive", "sort"]).fails(2);
    igc(&["search", "primitives", "--elements", "0"]).fails(2);
    let store = folder.path("p.search");
    let native = igc(&["search", "primitives", "--device", "cpu", "--store", &store]).fails(3);
    assert!(native.contains("primitives are tuned for OpenCL devices only"), "{native}");
    let other = folder.file("other.search", "{}\n");
    let wrong = ["search", "primitives", "--report-only", "--store", &other];
    assert!(igc(&wrong).fails(1).contains("not a line that `igc search primitives` writes"));
}
