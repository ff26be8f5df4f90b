//! Tests of what commands say about the weights of a graph, and of the problem that they choose by the weights.

use crate::{Folder, igc};

/// Checks that a message contains texts.
#[track_caller]
fn says(message: &str, words: &[&str]) {
    for words in words {
        assert!(message.contains(words), "`{words}` is not in\n{message}");
    }
}

/// A run says whether it used the weights of a file.
#[test]
fn runs_say_what_happens_to_weights() {
    let folder = Folder::new();
    let weighted = folder.file("w.wel", "0 1 3\n1 0 4\n");
    let plain = folder.file("p.el", "0 1\n1 0\n");
    let run = |program: &str, graph: &str| {
        let run = ["run", program, "--graph", graph, "--device", "cpu", "--opts", "none"];
        let report = igc(&[&run[..], &["--json"]].concat()).json();
        (igc(&run).ok(), report["weights"].clone())
    };
    let (text, used) = run("pr_tp", &weighted);
    says(&text, &["weights   not used by pr_tp, but by the problem pr_weighted (column 3)\n"]);
    assert_eq!(used, serde_json::json!([]));
    let (text, used) = run("sssp_nf", &weighted);
    says(&text, &["weights   values of weight (column 3)\n"]);
    assert_eq!(used, serde_json::json!(["weight"]));
    let (text, used) = run("tri_ordered", &weighted);
    says(&text, &["weights   not used by tri_ordered (column 3)\n"]);
    assert_eq!(used, serde_json::json!([]));
    let (text, used) = run("pr_weighted", &weighted);
    says(&text, &["weights   values of weight (column 3)\n"]);
    assert_eq!(used, serde_json::json!(["weight"]));
    let (text, used) = run("pr_tp", &plain);
    assert!(!text.contains("weights ") && used.is_null(), "{text}");
}

/// A run names the column of the weights, and the columns that igc did not read.
#[test]
fn runs_name_the_columns_of_a_table() {
    let folder = Folder::new();
    let table = folder.file("t.csv", "day,from,to,km,minutes,\n1,0,1,2.5,3,x\n2,1,0,4,5,y\n");
    let usual = folder.file("u.csv", "weight,source,target\n3,0,1\n4,1,0\n");
    let graphml = folder.file(
        "g.graphml",
        "<graphml><key id=\"k\" for=\"edge\" attr.name=\"km\"/><key id=\"m\" for=\"edge\"/>\
         <graph edgedefault=\"directed\"><node id=\"0\"/><node id=\"1\"/>\
         <edge source=\"0\" target=\"1\"><data key=\"k\">3</data></edge></graph></graphml>",
    );
    let ends = "source=from,target=to";
    let cases = [
        (
            format!("{table},{ends},weight=km"),
            "values of weight (column km)",
            "km",
            "day minutes 6",
        ),
        (
            format!("{table},source=2,target=3,weight=5,header=yes"),
            "values of weight (column minutes)",
            "minutes",
            "day km 6",
        ),
        (
            format!("{table},{ends}"),
            "none (columns not read: day, km, minutes, 6)",
            "",
            "day km minutes 6",
        ),
        (usual.clone(), "values of weight (column weight)", "weight", ""),
        (format!("{usual},weights=ignore"), "none (column not read: weight)", "", "weight"),
        (format!("{graphml},weight=km"), "values of weight (column km)", "km", "m"),
        (graphml, "none (columns not read: km, m)", "", "km m"),
    ];
    for (graph, text, weight, unread) in cases {
        let program = if weight.is_empty() { "pr_tp" } else { "pr_weighted" };
        let run = ["run", program, "--graph", &graph, "--device", "cpu", "--opts", "none"];
        says(&igc(&run).ok(), &[&format!("weights   {text}\n")]);
        let report = igc(&[&run[..], &["--json"]].concat()).json();
        assert_eq!(report["weight_column"].as_str().unwrap_or(""), weight, "{graph}");
        let found = report["unread_columns"].as_array().cloned().unwrap_or_default();
        let found: Vec<&str> = found.iter().map(|name| name.as_str().unwrap()).collect();
        assert_eq!(found.join(" "), unread, "{graph}");
    }
}

/// Every command that takes a graph solves the problem for real weights if the graph has such weights, also if the user
/// chooses the optimisations.
#[test]
fn every_command_chooses_the_problem_by_the_weights() {
    let folder = Folder::new();
    let real = folder.file("r.wel", "0 1 0.5\n1 2 0.25\n2 0 3\n");
    let whole = folder.file("w.wel", "0 1 5\n1 2 2\n2 0 3\n");
    let negative = folder.file("n.wel", "0 1 0.5\n1 2 -0.25\n2 0 3\n");
    let cpu = ["--device", "cpu"];
    for (graph, sssp, mst) in
        [(&real, "sssp_real_adaptive", "mst_real"), (&whole, "sssp_nf", "mst_filtered")]
    {
        for (problem, program) in [("sssp", sssp), ("mst", mst)] {
            let run = ["run", problem, "--graph", graph, "--check", "--opts", "none"];
            let text = igc(&[&run[..], &cpu].concat()).ok();
            let of =
                if program.contains("real") { format!("{problem}_real") } else { problem.into() };
            says(&text, &[&format!("program   {program} --opts none"), "check     passed"]);
            says(&text, &[&format!("(the default of {of})")]);
            let bench = ["bench", problem, "--graph", graph, "--repeat", "2", "--json"];
            for chosen in [&["--opts", "none"][..], &[]] {
                let found = igc(&[&bench[..], &cpu, chosen].concat()).json();
                let found = found["comparisons"][0]["program"].as_str().unwrap();
                let real = found.contains("real");
                assert_eq!(real, program.contains("real"), "{problem} on {graph}: {found}");
                assert!(chosen.is_empty() || found == program, "{problem} on {graph}: {found}");
            }
            let workload = ["explain", problem, "--workload", "--graph", graph, "--json"];
            let found = igc(&workload).json()["program"].as_str().unwrap().to_owned();
            assert!(found.starts_with(program), "{found}");
            let compile =
                ["compile", problem, "--device-kind", "gpu", "--graph", graph, "--emit", "ir"];
            let found = igc(&compile).ok();
            assert_eq!(found.contains("_real"), program.contains("real"), "{found}");
        }
    }
    let bench = ["bench", "sssp", "--graph", &real, "--repeat", "2", "--json", "--opts", "none"];
    // Only `sssp_real_adaptive` has this parameter with this value.
    let found = igc(&[&bench[..], &cpu, &["-p", "delta=0.5"]].concat()).json();
    assert_eq!(
        found["comparisons"][0]["params"][1],
        serde_json::json!(["delta", "0.5"]),
        "{found}"
    );
    for command in ["run", "bench"] {
        let run = [command, "sssp", "--graph", &negative, "--opts", "none"];
        let done = igc(&[&run[..], &cpu].concat());
        assert_eq!(done.code, 1, "{done:?}");
        says(&done.stderr, &["edge 1 has the weight -0.25, but no weight may be negative"]);
    }
}
