//! Tests of `igc graph`: written graphs are read again.

use crate::{Folder, bfs, igc};

/// Returns the properties of a graph that do not depend on its file.
fn facts(spec: &str) -> serde_json::Value {
    igc(&["graph", "info", spec, "--json"]).json()
}

#[test]
fn graphs_go_round_through_every_format() {
    let folder = Folder::new();
    let own = folder.path("graph.igc");
    let generator = "rmat:6,seed=3,weights=no";
    let weighted = "rmat:6,seed=3";
    let (plain_facts, weighted_facts) = match igc(&["graph", "info", generator, "--json"]) {
        done if done.code == 0 => (Some(done.json()), facts(weighted)),
        _ => (None, facts(weighted)),
    };
    igc(&["graph", "generate", weighted, &own]).ok();
    assert_eq!(facts(&own), weighted_facts);
    for ending in ["gr", "mtx", "wel", "wsg", "egr", "igc", "mtx.gz", "igc.zst"] {
        let there = folder.path(&format!("there.{ending}"));
        let to: &[&str] = if ending == "gr" { &["--to", "dimacs"] } else { &[] };
        igc(&[&["graph", "convert", &own, &there][..], to].concat()).ok();
        let back = folder.path("back.igc");
        igc(&["graph", "convert", &there, &back]).ok();
        let same = std::fs::read(&back).unwrap() == std::fs::read(&own).unwrap();
        // An edge list does not contain isolated nodes after the last node with an edge.
        assert!(same || ending == "wel", "{ending}: {}\n{}", facts(&back), weighted_facts);
    }
    if let Some(plain) = plain_facts {
        assert_eq!(plain["weights"], serde_json::Value::Null);
    }
}

#[test]
fn reordered_graphs_are_written_with_their_new_numbers() {
    let folder = Folder::new();
    let [given, ordered] = ["given.el", "ordered.el"].map(|name| folder.path(name));
    std::fs::write(&given, "0 1\n1 2\n2 3\n2 4\n").unwrap();
    igc(&["graph", "convert", &format!("{given},order=degree"), &ordered]).ok();
    let text = std::fs::read_to_string(&ordered).unwrap();
    let edges: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(edges, ["0 3", "0 4", "1 0", "2 1"], "{text}");
    let message = igc(&["graph", "info", &format!("{given},order=rcm")]).stderr;
    assert!(message.contains("it must be `degree` or `bfs`"), "{message}");
}

/// The edges of each node are sorted by target on request, and edges with the same target keep their
/// order.
#[test]
fn lists_of_neighbours_are_sorted_on_request() {
    let folder = Folder::new();
    let [given, written] = ["given.wel", "written.wel"].map(|name| folder.path(name));
    std::fs::write(&given, "0 2 5\n0 1 4\n0 2 3\n1 2 2\n1 0 1\n").unwrap();
    let edges = |sorted: &[&str]| -> Vec<String> {
        igc(&[&["graph", "convert", &given, &written], sorted].concat()).ok();
        let text = std::fs::read_to_string(&written).unwrap();
        text.lines().filter(|line| !line.starts_with('#')).map(String::from).collect()
    };
    assert_eq!(edges(&[]), ["0 2 5", "0 1 4", "0 2 3", "1 2 2", "1 0 1"]);
    assert_eq!(edges(&["--sorted"]), ["0 1 4", "0 2 5", "0 2 3", "1 0 1", "1 2 2"]);
}

#[test]
fn outputs_do_not_depend_on_the_order_of_nodes() {
    let folder = Folder::new();
    let written = |spec: &str| {
        let file = folder.path("levels.txt");
        let run = ["run", &bfs(), "--graph", spec, "-p", "source=77", "--check", "-o", &file];
        let report = igc(&run).ok();
        assert_eq!(report.contains("\nreorder "), spec.contains("order"), "{report}");
        std::fs::read_to_string(file).unwrap()
    };
    let levels = written("road:500");
    assert_eq!(written("road:500,order=bfs"), levels);
    assert_eq!(written("road:500,order=degree"), levels);
}

#[test]
fn a_graph_is_described() {
    let facts = facts("star:10");
    assert_eq!((&facts["nodes"], &facts["isolated_nodes"]), (&10.into(), &0.into()));
    assert_eq!(facts["out_degree"]["greatest"], 9);
    assert_eq!(facts["clustering"], 0.0);
    let text = igc(&["graph", "info", "star:10"]).ok();
    assert!(text.contains("nodes        10 (0 isolated)"), "{text}");
    assert!(text.contains("clustering   0.0000 of the paths of two edges are closed"), "{text}");
    let text = igc(&["graph", "info", "chain:2"]).ok();
    assert!(text.contains("clustering   none (the graph has no paths of two edges)"), "{text}");
}

#[test]
fn graphs_have_the_degrees_of_a_file() {
    let folder = Folder::new();
    let (given, wired) = (folder.path("given.igc"), folder.path("wired.igc"));
    igc(&["graph", "generate", "rmat:7", &given]).ok();
    let spec = format!("degrees:same,seed=4,from={given}");
    igc(&["graph", "convert", &spec, &wired]).ok();
    let (given_facts, wired_facts) = (facts(&given), facts(&wired));
    for key in ["arcs", "in_degree", "out_degree", "degree", "self_loops", "parallel_arcs"] {
        assert_eq!(given_facts[key], wired_facts[key], "{key}");
    }
    assert!(std::fs::read(&given).unwrap() != std::fs::read(&wired).unwrap());
    let run = igc(&["run", &bfs(), "--graph", &spec, "--device", "interpreter", "--check"]).ok();
    assert!(run.contains("passed"), "{run}");
    let stderr = igc(&["graph", "info", "degrees:9,out=uniform:9..9"]).fails(1);
    assert!(stderr.contains("the degree 9 is too large: 9 nodes allow at most 8"), "{stderr}");
}

#[test]
fn what_cannot_be_written_is_refused() {
    let folder = Folder::new();
    let fails = |arguments: &[&str], words: &str| {
        let stderr = igc(&[&["graph"], arguments].concat()).fails(1);
        assert!(stderr.contains(words), "{stderr}");
    };
    fails(&["generate", "rmat:5", &folder.path("g.nope")], "choose one with --to: dimacs, mtx");
    fails(&["generate", "rmat:5", &folder.path("g.x"), "--to", "x"], "x");
    fails(&["generate", "rmat:5", &folder.path("g.el")], "el cannot represent weights; wel can");
    fails(&["generate", "nope:5", &folder.path("g.igc")], "unknown generator 'nope'");
    fails(&["convert", &folder.path("missing.el"), &folder.path("g.igc")], "missing.el");
    let file = folder.file("g.el", "0 1\n");
    fails(&["generate", &file, &folder.path("g.igc")], "use `igc graph convert`");
}

/// A file that was truncated or changed is rejected.
#[test]
fn damaged_files_are_refused() {
    let folder = Folder::new();
    let own = folder.path("graph.igc");
    igc(&["graph", "generate", "grid:4", &own]).ok();
    let whole = std::fs::read(&own).unwrap();
    let mut changed = whole.clone();
    *changed.last_mut().unwrap() ^= 1;
    for (name, bytes) in [("short.igc", &whole[..whole.len() - 3]), ("changed.igc", &changed[..])] {
        std::fs::write(folder.path(name), bytes).unwrap();
        let stderr = igc(&["graph", "info", &folder.path(name)]).fails(1);
        assert!(stderr.contains(name), "{stderr}");
    }
}
