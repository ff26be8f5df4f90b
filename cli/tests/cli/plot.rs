//! Tests of `--plot`.

use crate::{Folder, bfs, has_device, igc, repository};

/// The texts of a picture.
fn texts(svg: &str) -> Vec<String> {
    let texts = svg.split("<text ").skip(1);
    texts.map(|text| text.split(['>', '<']).nth(1).unwrap_or_default().to_string()).collect()
}

#[track_caller]
fn has(texts: &[String], wanted: &[&str]) {
    for wanted in wanted {
        assert!(texts.iter().any(|text| text == wanted), "`{wanted}` is not in {texts:?}");
    }
}

#[test]
fn rounds_are_drawn() {
    let folder = Folder::new();
    let (picture, page) = (folder.path("run.svg"), folder.path("run.html"));
    let run = ["run", &bfs(), "--graph", "rmat:8", "--device", "cpu", "--opts", "none", "--check"];
    igc(&[&run[..], &["--plot", &picture]].concat()).ok();
    let svg = folder.read("run.svg");
    has(&texts(&svg), &["bfs_wl on rmat:8", "Frontier of each round", "edges that leave them"]);
    has(&texts(&svg), &["Time of each round", "loop 0 (pipe)", "round"]);
    // Both themes, and lines with as many points as there are rounds.
    assert!(svg.contains("prefers-color-scheme: dark") && svg.ends_with("</svg>\n"), "{svg}");
    let steps = folder.path("steps.csv");
    igc(&[&run[..], &["--steps", &steps]].concat()).ok();
    let rounds = folder.read("steps.csv").lines().count() - 1;
    let longest = svg.split("<polyline ").skip(1).map(|line| {
        line.split("points=\"").nth(1).unwrap().split('"').next().unwrap().split(' ').count()
    });
    assert_eq!(longest.max(), Some(rounds));
    igc(&[&run[..], &["--plot", &page]].concat()).ok();
    let html = folder.read("run.html");
    for words in ["<title>bfs_wl on rmat:8</title>", "<svg ", "discovered", "Time of each round"] {
        assert!(html.contains(words), "`{words}` is not in\n{html}");
    }
    assert!(!html.contains("One Size Doesn"), "that is for studies");
}

/// A vertical line is where another loop of the program goes on.
#[test]
fn switches_between_loops_are_drawn() {
    let folder = Folder::new();
    let program = folder.file(
        "two.ig",
        "node level: u32 = MAX;
        kernel visit(depth: u32) {
            forall u in worklist { forall e in u.out { if e.dst.level == MAX { e.dst.level = depth; push e.dst; } } }
        }
        kernel all() { forall u in nodes { u.level = 1; } }
        main {
            let depth = 1;
            pipe [0] { visit(depth); depth += 1; }
            for i in 0..3 { all(); }
        }
        output level;\n",
    );
    let picture = folder.path("two.svg");
    let run = ["run", &program, "--graph", "chain:6", "--device", "cpu", "--opts", "none"];
    let done = igc(&[&run[..], &["--plot", &picture]].concat());
    done.ok();
    let texts = texts(&folder.read("two.svg"));
    has(&texts, &["loop 0 (pipe)", "loop 1 (for)", "loop 1"]);
}

/// The round of the outer loop has a frontier, and its inner rounds are not counted in its time. The
/// lines are in the order in which the rounds began.
#[test]
fn rounds_around_other_rounds_are_drawn() {
    let folder = Folder::new();
    let (page, steps) = (folder.path("hybrid.html"), folder.path("steps.csv"));
    let run = ["run", "bfs_hybrid", "--graph", "rmat:10", "--device", "cpu", "--opts", "none"];
    igc(&[&run[..], &["--plot", &page, "--steps", &steps]].concat()).ok();
    let file = folder.read("steps.csv");
    let mut reader = csv::Reader::from_reader(file.as_bytes());
    let rows: Vec<std::collections::HashMap<String, String>> =
        reader.deserialize().map(Result::unwrap).collect();
    let of = |row: usize, column: &str| rows[row][column].as_str();
    assert_eq!(
        (of(0, "kind"), of(0, "frontier"), of(1, "kind")),
        ("pipe", "1", "iterate"),
        "{file}"
    );
    let starts: Vec<f64> = rows.iter().map(|row| row["start"].parse().unwrap()).collect();
    assert!(starts.is_sorted(), "{file}");
    let html = folder.read("hybrid.html");
    // The first line of the table of frontiers, as the file for other programs has it.
    let first = format!("%0A1,loop 0 (pipe),1,{},", of(0, "frontier_arcs")).replace(' ', "%20");
    assert!(html.contains(&first), "`{first}` is not in\n{html}");
}

/// A strip above the lines has the variant that the model chose for each round.
#[test]
fn choices_of_a_model_are_drawn() {
    let folder = Folder::new();
    let model = folder.file("m.model", "if frontier_nodes <= 2 edge else pull");
    let (picture, steps) = (folder.path("run.svg"), folder.path("steps.csv"));
    let run = ["run", "bfs_topo", "--graph", "star:30", "--device", "cpu", "--opts", "adaptive"];
    let more = ["--model", &model, "--plot", &picture, "--steps", &steps];
    igc(&[&run[..], &more].concat()).ok();
    let file = folder.read("steps.csv");
    let mut lines = file.lines();
    assert!(lines.next().unwrap().ends_with(",discovered,variants"), "{file}");
    // The frontiers are the centre, and the leaves.
    let chosen: Vec<&str> = lines.map(|line| line.rsplit(',').next().unwrap()).collect();
    assert_eq!(chosen, ["visit: order=edge", "visit: order=pull"], "{file}");
    let svg = folder.read("run.svg");
    has(&texts(&svg), &["visit: order=edge", "visit: order=pull"]);
    // In each of two charts, each variant has one range.
    assert_eq!(svg.matches("<title>visit: order=pull</title>").count(), 2, "{svg}");
}

#[test]
fn rounds_that_the_host_cannot_see_are_not_drawn() {
    let folder = Folder::new();
    let plain = folder.file("plain.ig", "node a: u32 = 0;\nkernel k() { forall u in nodes { u.a = 1; } }\nmain { k(); }\noutput a;\n");
    let picture = folder.path("x.svg");
    // A program without a loop is refused before the run.
    let out = folder.path("out.tsv");
    let more = ["--device", "cpu", "--plot", &picture, "-o", &out];
    let refused = igc(&[&["run", &plain, "--graph", "chain:4"], &more[..]].concat()).fails(1);
    assert!(refused.contains("`main` of this program has no loop\nhelp: leave out"), "{refused}");
    assert!(!std::path::Path::new(&out).exists());
    // Whether a loop has rounds is only known after the run, whose results are kept.
    let none = folder.file(
        "none.ig",
        "param count: u32 = 0;\nnode a: u32 = 1;\nkernel k() { forall u in nodes { u.a = 2; } }\n\
         main { for i in 0..count { k(); } }\noutput a;\n",
    );
    let done = igc(&[&["run", &none, "--graph", "chain:2"], &more[..]].concat());
    assert!(done.code == 1 && done.stderr.contains("nothing to draw: the host"), "{done:?}");
    assert!(done.stdout.contains("compute"), "{done:?}");
    assert_eq!(folder.read("out.tsv"), "node\ta\n0\t1\n1\t1\n");
    let wrong = ["run", &bfs(), "--graph", "chain:4", "--plot", &folder.path("x.png")];
    assert!(igc(&wrong).fails(2).contains("expected a file that ends in .svg or .html"));
    let nowhere = ["graph", "info", "chain:4", "--plot", &folder.path("none/x.svg")];
    assert!(igc(&nowhere).fails(1).contains("none/x.svg"));
}

#[test]
fn degrees_and_components_are_drawn() {
    let folder = Folder::new();
    // A star of three leaves, a pair, and two nodes alone.
    let graph = folder.file("g.el", "# igc nodes 8\n0 1\n0 2\n3 0\n4 5\n");
    let page = folder.path("g.html");
    igc(&["graph", "info", &graph, "--plot", &page]).ok();
    let html = folder.read("g.html");
    for words in [
        "The graph has 4 components, and the largest has 50 % of the nodes.",
        "so the 5 nodes without outgoing edges are not drawn",
        "in-degree",
    ] {
        assert!(html.contains(words), "`{words}` is not in\n{html}");
    }
    // Sizes and counts of the components, as the file for other programs has them.
    assert!(html.contains("%0A4,1,0.5%0A2,1,0.25%0A1,2,0.25"), "{html}");
    let picture = folder.path("g.svg");
    igc(&["graph", "info", "grid:8", "--plot", &picture, "--json"]).json();
    let texts = texts(&folder.read("g.svg"));
    has(
        &texts,
        &[
            "Distribution of degrees",
            "Weakly connected components",
            "64 nodes; 224 edges; diameter at least 14",
        ],
    );
}

#[test]
fn times_of_configurations_are_drawn() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let picture = folder.path("bench.svg");
    let example = repository().join("examples/bfs/bfs_wl.ig");
    let bench = ["bench", example.to_str().unwrap(), "--graph", "chain:20", "--opts", "none"];
    let more = ["--opts", "all", "--repeat", "3", "--plot", &picture];
    igc(&[&bench[..], &more].concat()).ok();
    let svg = folder.read("bench.svg");
    has(&texts(&svg), &["Times of runs: bfs_wl on chain:20", "none", "all", "time of a run"]);
    assert_eq!(svg.matches("class=\"box\"").count(), 2);
    assert_eq!(texts(&svg).iter().filter(|text| text.starts_with("median ")).count(), 2);
}
