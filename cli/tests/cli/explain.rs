//! Tests of `igc explain` for programs: flags, orders of visits, and workloads.

use crate::{Folder, bfs, igc, repository};

/// Returns the path of an example.
fn example(name: &str) -> String {
    repository().join("examples").join(name).to_str().unwrap().to_string()
}

/// The names of the flags for orders, virtual warps, the merge path and frontiers.
const ORDERS: [&str; 16] = [
    "order=push",
    "order=pull",
    "order=edge",
    "order=struct-edge",
    "order=rev-edge",
    "order=rev-struct-edge",
    "vwarp=2",
    "vwarp=4",
    "vwarp=8",
    "vwarp=16",
    "vwarp=32",
    "vwarp=64",
    "merge",
    "frontier=mask",
    "frontier=bitmap",
    "frontier=list",
];

#[test]
fn orders_are_listed_unless_flags_are_chosen() {
    let program = example("mis/mis_worklist.ig");
    let text = igc(&["explain", &program]).ok();
    assert!(
        text.contains("mis_worklist.ig with --opts wg,sg,fg8,coop-cv,oitergb,sz256\n"),
        "{text}"
    );
    let (_, orders) = text.split_once("\norders of visits: ").unwrap();
    let lines: Vec<&str> = orders.lines().collect();
    let reason = "mis_worklist.ig:34:5: none, because a `for` or `while` runs in order";
    assert!(lines[1].starts_with("  choose at ") && lines[1].ends_with(reason), "{text}");
    assert!(lines[2].ends_with("mis_worklist.ig:50:5"), "{text}");
    let how = "possible, for nodes that a first kernel selects";
    let settle = [
        "    | forall u in joining {".to_string(),
        "    order=push: the loop already has this order".to_string(),
        format!(
            "    order=pull, order=edge, order=struct-edge, order=rev-edge, order=rev-struct-edge: {how}"
        ),
        format!("    vwarp=2 to vwarp=64: {how}"),
        format!("    merge: {how}"),
        format!("    frontier=mask, frontier=bitmap: {how}"),
        "    frontier=list: not possible, because the loop already runs over a worklist"
            .to_string(),
    ];
    assert_eq!(lines[3..], settle, "{text}");
    for chosen in ["all", "none", "order=pull"] {
        let text = igc(&["explain", &program, "--opts", chosen]).ok();
        assert!(!text.contains("orders of visits"), "{text}");
    }
    let text = igc(&["explain", &example("walks/node2vec.ig")]).ok();
    assert!(text.ends_with("\norders of visits: no kernel visits edges\n"), "{text}");
}

#[test]
fn orders_and_further_flags_in_json_are_those_of_the_flag_alone() {
    let list = igc(&["explain", &bfs(), "--json"]).json();
    let list = list.as_array().unwrap();
    let (on, off): (Vec<_>, Vec<_>) = list.iter().partition(|flag| flag["enabled"] == true);
    let names = |flags: &[&serde_json::Value]| -> Vec<String> {
        flags.iter().map(|flag| flag["flag"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&on), ["wg", "sg", "fg8", "coop-cv", "oitergb", "sz256"]);
    assert_eq!(names(&off)[..ORDERS.len()], ORDERS);
    let further = &names(&off)[ORDERS.len()..];
    for flag in ["narrow", "persistent", "classes", "async=64"] {
        assert!(further.contains(&flag.to_string()), "{flag}");
    }
    for flag in off {
        // `spread` does nothing without nested parallelism.
        let name = flag["flag"].as_str().unwrap();
        let (opts, count) = if name == "spread" { ("fg1,spread", 2) } else { (name, 1) };
        let alone = igc(&["explain", &bfs(), "--json", "--opts", opts]).json();
        let alone = alone.as_array().unwrap();
        let same = alone.iter().find(|other| other["flag"] == name).unwrap();
        assert_eq!((&same["places"], &same["applied"]), (&flag["places"], &flag["applied"]));
        assert_eq!((alone.len(), &same["enabled"]), (count, &true.into()));
    }
}

#[test]
fn further_flags_are_grouped_by_what_they_do() {
    let text = igc(&["explain", &example("mis/mis_degree.ig")]).ok();
    let (_, further) = text.split_once("\nfurther flags, each alone\n").unwrap();
    for expected in [
        "\nasync=8, async=64\n  applied in main at ",
        "\nclasses: not applied\n  not applied in decide_small at ",
        "\npersistent\n  applied in main\n",
        "\nnarrow\n  applied in decide_small at ",
        ": the program has nothing that they could apply to\n\norders of visits: ",
    ] {
        assert!(further.contains(expected), "{expected:?} is missing in:\n{text}");
    }
}

#[test]
fn workloads_are_tables_with_the_cheapest_variant_first() {
    let arguments = ["explain", &example("pr/pr_tp.ig"), "--workload", "--graph", "chain:64"];
    let text = igc(&arguments).ok();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with("pr_tp.ig on chain:64: 64 nodes, 126 edges"), "{text}");
    assert!(lines[2].starts_with("gather at ") && lines[2].ends_with("pr_tp.ig:44:5"), "{text}");
    let head =
        ["opts", "coalesced", "scattered", "atomics", "writes", "useful", "sectors", "ratio"];
    assert_eq!(lines[3].split_whitespace().collect::<Vec<_>>(), head);
    assert_eq!(lines.len(), 4 + 20, "{text}");
    // The ends of a chain have one edge, and all other nodes have two.
    let cells = |line: usize| lines[line].split_whitespace().collect::<Vec<_>>();
    assert_eq!(cells(4)[..5], ["merge", "382", "126", "64", "64"], "{text}");
    assert_eq!(cells(4)[5..], ["100", "%", "302", "1.00"], "{text}");
    assert_eq!(cells(5)[..5], ["none", "256", "252", "64", "64"], "{text}");
    assert_eq!(cells(5)[5..], ["98", "%", "412", "1.36"], "{text}");
    let ratios = lines[4..].iter().map(|line| line.split_whitespace().next_back().unwrap());
    assert!(ratios.map(|ratio| ratio.parse::<f64>().unwrap()).is_sorted(), "{text}");
}

#[test]
fn workloads_are_json() {
    let program = example("mis/mis_worklist.ig");
    let report = igc(&["explain", &program, "--workload", "--graph", "chain:64", "--json"]).json();
    assert_eq!((&report["nodes"], &report["edges"]), (&64.into(), &126.into()));
    assert_eq!((&report["subgroup"], &report["sector_bytes"]), (&32.into(), &32.into()));
    let [choose, settle] = &report["kernels"].as_array().unwrap()[..] else {
        panic!("{report}");
    };
    assert_eq!(choose["reason"], "a `for` or `while` runs in order");
    assert_eq!(
        (&choose["variants"], &choose["kernel"]),
        (&serde_json::json!([]), &"choose".into())
    );
    assert_eq!((&settle["reason"], &settle["estimates"]), (&().into(), &serde_json::json!([])));
    let variants = settle["variants"].as_array().unwrap();
    assert_eq!((variants.len(), &variants[0]["ratio"]), (27, &1.0.into()));
    let edge = variants.iter().find(|variant| variant["opts"] == "order=edge").unwrap();
    assert_eq!((&edge["useful"], edge["atomics"].is_u64()), (&1.0.into(), true));
}

/// A program states what it requires of the graph, and the loader changes the graph.
#[test]
fn workloads_are_those_of_the_graph_that_a_run_has() {
    let folder = Folder::new();
    let graph = folder.file("triangle.el", "0 1\n0 1\n1 1\n1 2\n");
    let edges = |program: &str| {
        let arguments = ["explain", &example(program), "--workload", "--graph", &graph, "--json"];
        igc(&arguments).json()["edges"].as_u64().unwrap()
    };
    assert_eq!(edges("pr/pr_tp.ig"), 4);
    assert_eq!(edges("tri/tri.ig"), 4, "undirected, simple");
}

#[test]
fn wrong_workloads_are_refused() {
    let workload = |subject: &[&str], more: &[&str]| {
        igc(&[&["explain"], subject, &["--workload"], more].concat())
    };
    let stderr = workload(&[&bfs()], &["--graph", "rmat:x"]).fails(1);
    assert!(stderr.starts_with("error: ") && stderr.contains("rmat"), "{stderr}");
    let missing = Folder::new().path("missing.el");
    let stderr = workload(&[&bfs()], &["--graph", &missing]).fails(1);
    assert!(stderr.contains(&missing), "{stderr}");
    let stderr = workload(&["E0101"], &["--graph", "chain:4"]).fails(1);
    assert!(stderr.contains("`E0101` is not the name of a problem or program"), "{stderr}");
    let stderr = workload(&[], &["--graph", "chain:4"]).fails(2);
    assert_eq!(stderr, "error: `--auto` and `--workload` need a program\n");
    let stderr = workload(&[&bfs()], &[]).fails(2);
    assert!(stderr.contains("--graph <SPEC>"), "{stderr}");
    let stderr = igc(&["explain", &bfs(), "--graph", "chain:4"]).fails(2);
    assert_eq!(stderr, "error: `--graph` needs `--auto`, `--distributed` or `--workload`\n");
    for more in [["--opts", "order=pull"], ["--policy", "x"]] {
        let stderr = workload(&[&bfs()], &[&["--graph", "chain:4"][..], &more].concat()).fails(2);
        assert!(stderr.contains("cannot be used with"), "{stderr}");
    }
}

/// A graph is divided in the same way by `igc explain --distributed` and by a run.
#[test]
fn a_division_is_explained() {
    let program = example("pr/pr_pull.ig");
    let graph = "chain:10";
    let text =
        igc(&["explain", &program, "--distributed", "--graph", graph, "--ranks", "1,2,5"]).ok();
    assert!(text.contains(" can run on several ranks\n"), "{text}");
    let lines: Vec<&str> =
        text.lines().skip_while(|line| !line.starts_with("chain:10: ")).collect();
    let table = [
        "chain:10: 10 nodes, 18 edges",
        "ranks  nodes  edges  copies  all edges  all copies  messages",
        "    1     10     18       0         18           0         0",
        "    2      5      9       1         18           2         2",
        "    5      2      4       2         18           8         8",
    ];
    assert_eq!(lines[..5], table, "{text}");
    let arguments = ["explain", &program, "--distributed", "--graph", graph, "--json"];
    let json = igc(&arguments).json();
    let kernels: Vec<_> = json["kernels"].as_array().unwrap().iter().collect();
    let gather = kernels.iter().find(|kernel| kernel["kernel"] == "gather").unwrap();
    assert_eq!(gather["refreshed"], serde_json::json!(["share"]), "{json}");
    assert_eq!(gather["rewritten"], serde_json::json!(["next_share"]), "{json}");
    let shares = &json["divided"]["shares"][0];
    assert_eq!((&shares["ranks"], &shares["copies"]), (&2.into(), &2.into()), "{json}");
    let run = igc(&["run", &program, "--graph", graph, "--device", "ranks:2", "--json"]).json();
    let (rounds, traffic) = (&run["rounds"], &run["traffic"]);
    let bytes = traffic["bytes"].as_u64().unwrap();
    assert!(bytes >= rounds.as_u64().unwrap() * 2 * 4, "{rounds}, {traffic}");
    let text = igc(&["run", &program, "--graph", graph, "--device", "ranks:2"]).ok();
    assert!(text.contains("\nexchange  ") && text.contains(" from a rank\n"), "{text}");
    let text = igc(&["run", &program, "--graph", graph, "--device", "cpu"]).ok();
    assert!(!text.contains("\nexchange  "), "{text}");
    // A program without a distributed form has no division.
    let program = example("cc/cc_hooking.ig");
    let json = igc(&["explain", &program, "--distributed", "--graph", graph, "--json"]).json();
    assert!(json.get("divided").is_none() && json["distributed"] == false, "{json}");
    let more = ["--distributed", "--graph", graph, "--ranks", "0"];
    igc(&[&["explain", &program], &more[..]].concat()).fails(2);
}

/// A flag is explained in words, with what it costs and where to read on.
#[test]
fn every_optimisation_is_explained_in_words() {
    let text = igc(&["explain", "fg8"]).ok();
    for words in [
        "# fg8: the remaining edges are linearised",
        "Helps: graphs whose nodes have different degrees",
        "Needs: a loop over edges within a loop over nodes.",
        "Source: One Size Doesn't Fit All, section V-B.",
        "docs/src/optimisations/nested-parallelism.md",
        "Excludes `fg1` of the same choice.",
        "Passes: `np`.",
        "`igc explain PROGRAM --opts fg8`",
    ] {
        assert!(text.contains(words), "`{words}` is not in\n{text}");
    }
    let text = igc(&["explain", "adaptive"]).ok().replace('\n', " ");
    for words in ["a decision tree (`--model FILE`) chooses", "`igc study model` learns a model"] {
        assert!(text.contains(words), "`{words}` is not in\n{text}");
    }
    let topic = igc(&["help", "opts"]).ok();
    let flat = topic.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(topic.lines().all(|line| line.chars().count() <= 120), "{topic}");
    for row in igc_compiler::configuration::CHOICES {
        assert!(!row.words.is_empty() && !row.helps.is_empty(), "{}", row.name);
        let page = format!("docs/src/optimisations/{}.md", row.page);
        assert!(repository().join(&page).is_file() && topic.contains(&page), "{page}");
        let start = row.words.split_whitespace().take(5).collect::<Vec<_>>().join(" ");
        assert!(flat.contains(&start), "{start}");
        for flag in row.flags {
            let text = igc(&["explain", flag.name()]).ok();
            assert!(text.starts_with(&format!("# {}: ", flag.name())), "{text}");
            assert!(text.contains("\nHelps: ") && text.contains(&page), "{text}");
        }
    }
    for subject in ["order", "none", "all", "auto", "gvn", "np"] {
        let text = igc(&["explain", subject]).ok();
        assert!(text.starts_with(&format!("# {subject}")) && text.lines().count() > 3, "{text}");
    }
    let stderr = igc(&["explain", "oitegrb"]).fails(1);
    assert!(stderr.contains("help: did you mean `oitergb`?"), "{stderr}");
}
