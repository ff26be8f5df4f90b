//! Tests of problems: `igc run` with a name, `igc problems`, `igc show` and `igc new`. All run in an empty folder, so
//! that they use nothing but the binary.

use std::process::Stdio;

use serde_json::Value;

use crate::{Done, Folder, command, repository};

/// Runs `igc` with arguments in a folder.
fn igc_in(folder: &Folder, arguments: &[&str]) -> Done {
    Done::from(command(arguments).current_dir(folder.0.path()).output().unwrap())
}

/// Returns the descriptions of all problems.
fn described() -> Vec<Value> {
    let all = igc_in(&Folder::new(), &["problems", "--json"]).json();
    all.as_array().unwrap().clone()
}

fn text<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().unwrap_or_else(|| panic!("{field}: {value}"))
}

fn items<'v>(value: &'v Value, field: &str) -> &'v [Value] {
    value[field].as_array().unwrap_or_else(|| panic!("{field}: {value}"))
}

#[test]
fn every_problem_runs_by_its_name() {
    let folder = Folder::new();
    for problem in described() {
        let mut arguments = vec!["run", text(&problem, "name"), "--graph", "rmat:6", "--check"];
        arguments.extend(["--device", "cpu"]);
        let inputs: Vec<String> = items(&problem, "inputs")
            .iter()
            .map(|input| format!("{}=random", text(input, "name")))
            .collect();
        arguments.extend(inputs.iter().flat_map(|input| ["--input", input]));
        // igc chooses one of the programs, unless the user has chosen the optimisations.
        let report = igc_in(&folder, &arguments).ok();
        let plan = report.lines().next().unwrap().strip_prefix("plan      ").unwrap_or(&report);
        let (chosen, how) = plan.split_once(" --opts ").unwrap();
        assert!(items(&problem, "programs").iter().any(|one| one["name"] == chosen), "{plan}");
        assert!(how.contains(" (") && how.ends_with(')'), "{plan}");
        assert!(report.contains("\ncheck     passed: "), "{report}");
        arguments.extend(["--opts", "none"]);
        let report = igc_in(&folder, &arguments).ok();
        let (name, default) = (text(&problem, "name"), text(&problem, "default"));
        let first = report.lines().next().unwrap();
        assert!(first.starts_with(&format!("program   {default} --opts none")), "{first}");
        assert!(first.ends_with(&format!("(the default of {name})")), "{first}");
        assert!(report.contains("\ncheck     passed: "), "{report}");
    }
}

#[test]
fn aliases_and_programs_run_by_their_names() {
    let folder = Folder::new();
    let names = [
        ("pagerank", "pr_extrapolated"),
        ("dijkstra", "sssp_nf"),
        ("components", "cc_afforest"),
        ("wcc", "cc_afforest"),
        ("Triangles", "tri_ordered"),
        ("strongly-connected-components", "scc_signatures"),
        ("bfs_wl", "bfs_wl"),
        ("cc:cc", "cc"),
    ];
    for (name, program) in names {
        let run = ["run", name, "--graph", "rmat:6", "--check", "--device", "cpu", "--json"];
        let none = igc_in(&folder, &[&run[..], &["--opts", "none"]].concat()).json();
        assert_eq!(none["program"], program);
        // A program that the user named is never replaced by another one.
        let chosen = igc_in(&folder, &run).json()["program"].clone();
        assert!(chosen == program || !["bfs_wl", "cc:cc"].contains(&name), "{name}: {chosen}");
    }
    let run = ["run", "bfs_wl", "--graph", "rmat:6", "--device", "cpu"];
    let pinned = igc_in(&folder, &[&run[..], &["--opts", "none"]].concat()).ok();
    assert!(pinned.starts_with("program   bfs_wl --opts none -p source=0\n"), "{pinned}");
}

#[test]
fn other_commands_take_names() {
    let folder = Folder::new();
    let kernels = igc_in(&folder, &["compile", "bfs"]).ok();
    assert!(kernels.contains("bfs_hybrid"), "{kernels}");
    let explained = igc_in(&folder, &["explain", "bfs_wl", "--opts", "fg8"]).ok();
    assert!(explained.starts_with("bfs_wl.ig with --opts fg8\n"), "{explained}");
    let arguments = ["bench", "bfs", "bfs_wl", "--graph", "rmat:6", "--device", "cpu"];
    let table = igc_in(&folder, &[&arguments[..], &["--repeat", "1", "--json"]].concat());
    let table = table.json().to_string();
    assert!(table.contains("bfs_hybrid") && table.contains("bfs_wl"), "{table}");
    let arguments = ["search", "bfs", "--graph", "rmat:6", "--device", "cpu", "--budget", "1s"];
    let counts = ["--repeat", "1", "--final-repeat", "1", "--json"];
    let found = igc_in(&folder, &[&arguments[..], &counts].concat()).json();
    assert_eq!(found["program"], "bfs_hybrid", "{found}");
    assert!(folder.read("bfs_hybrid.search").contains("\"file\":\"bfs\""));
}

#[test]
fn misspelt_names_get_a_suggestion() {
    let folder = Folder::new();
    folder.file("mine.ig", "main {}");
    folder.file("other", "main {}");
    let cases: &[(&[&str], &str)] = &[
        (
            &["run", "pagernak", "--graph", "rmat:6"],
            "`pagernak` is not the name of a problem or program\nhelp: did you mean `pagerank`?",
        ),
        (&["compile", "bfs_hybird"], "help: did you mean `bfs_hybrid`?"),
        (&["compile", "mine"], "help: did you mean the file `mine.ig`?"),
        (&["compile", "other"], "help: did you mean the file `./other`?"),
        (&["compile", "mime"], "help: did you mean `mine.ig`?"),
        (&["compile", "something_else"], "help: `igc problems` lists the problems and programs"),
        (&["compile", "mien.ig"], "help: did you mean `mine.ig`?"),
        (&["compile", "./mien.ig"], "help: did you mean `./mine.ig`?"),
        (
            &["compile", "examples/bfs/bfs_wl.ig"],
            "help: `bfs_wl` is part of igc, and needs no file",
        ),
        (&["compile", "bfs_lw.ig"], "help: did you mean `bfs_wl`, which is part of igc?"),
        (&["explain", "dijkstar"], "help: did you mean `dijkstra`?"),
        (&["problems", "dijkstar"], "help: did you mean `dijkstra`?"),
        (&["show", "dijkstar"], "help: did you mean `dijkstra`?"),
        (&["new", "--from", "dijkstar"], "help: did you mean `dijkstra`?"),
    ];
    for (arguments, expected) in cases {
        let error = igc_in(&folder, arguments).fails(1);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn an_argument_with_a_slash_or_suffix_is_a_file() {
    let folder = Folder::new();
    std::fs::copy(repository().join("examples/bfs/bfs_wl.ig"), folder.path("bfs.ig")).unwrap();
    std::fs::copy(repository().join("examples/bfs/bfs_wl.ig"), folder.path("bfs")).unwrap();
    let run = |file| {
        let run = ["run", file, "--opts", "none", "--graph", "rmat:6", "--device", "cpu"];
        igc_in(&folder, &[&run[..], &["--json"]].concat()).json()["program"].clone()
    };
    assert_eq!(run("bfs.ig"), "bfs");
    assert_eq!(run("./bfs"), "bfs");
    assert_eq!(run("bfs"), "bfs_hybrid");
}

#[test]
fn problems_are_described() {
    let folder = Folder::new();
    let all = igc_in(&folder, &["problems"]).ok();
    let bfs = "\
bfs: the number of edges on a shortest path from a source to every node
  aliases     breadth_first_search, levels, hops
  programs    bfs_hybrid, bfs_wl, bfs_topo, bfs_cx, bfs_tp
  parameters  source: node = 0
  inputs      none
  outputs     node level: u32
  result      unique
";
    assert!(all.starts_with(bfs), "{all}");
    assert!(all.contains("  result      one of many: every colouring without conflicts"), "{all}");
    assert!(all.contains("  inputs      edge capacity: u32\n"), "{all}");
    let one = igc_in(&folder, &["problems", "bfs_wl"]).ok();
    for expected in [
        "\n  graph       any, weights are not used\n",
        "\n  check       bfs(level, source)\n",
        "\n  source: node = 0\n    The node where the search starts.\n",
        "\n    Further parameters:\n      large: u32 = 20 in 1..\n",
        "\n    The default: it ",
    ] {
        assert!(one.contains(expected), "{one}");
    }
    let one = igc_in(&folder, &["problems", "bfs_wl", "--json"]).json();
    assert_eq!((&one["name"], &one["default"]), (&"bfs".into(), &"bfs_hybrid".into()));
    assert_eq!(one["uniqueness"], "unique");
    assert_eq!(one["parameters"][0]["declaration"], "source: node = 0");
    assert_eq!(one["programs"][0]["parameters"][0]["name"], "large");
    assert_eq!(one, described()[0]);
}

#[cfg(unix)]
#[test]
fn a_reader_may_close_the_pipe() {
    for arguments in [&["problems"][..], &["problems", "--json"], &["show", "leiden"]] {
        let mut child =
            command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let done = Done::from(child.wait_with_output().unwrap());
        assert_eq!((done.code, &*done.stderr), (0, ""), "{arguments:?}");
    }
}

#[test]
fn show_prints_the_file() {
    let folder = Folder::new();
    for problem in described() {
        for program in items(&problem, "programs") {
            let name = format!("{}:{}", text(&problem, "name"), text(program, "name"));
            let shown = igc_in(&folder, &["show", &name]).ok();
            let files = walkdir::WalkDir::new(repository().join("examples")).into_iter();
            let file = format!("{}.ig", text(program, "name"));
            let found = files.map(Result::unwrap).find(|entry| *entry.file_name() == *file);
            assert_eq!(shown, std::fs::read_to_string(found.unwrap().path()).unwrap(), "{name}");
        }
    }
    let default = igc_in(&folder, &["show", "bfs"]).ok();
    assert_eq!(default, igc_in(&folder, &["show", "bfs_hybrid"]).ok());
}

#[test]
fn new_copies_a_program_and_never_overwrites() {
    let folder = Folder::new();
    let done = igc_in(&folder, &["new", "--from", "bfs"]);
    let said = "wrote bfs_hybrid.ig; to run it: igc run bfs_hybrid.ig --graph rmat:16\n";
    assert_eq!((done.code, &*done.stderr), (0, said));
    assert_eq!(folder.read("bfs_hybrid.ig"), igc_in(&folder, &["show", "bfs_hybrid"]).ok());
    folder.file("kept.ig", "kept");
    for arguments in [&["new", "--from", "bfs", "kept.ig"][..], &["new", "kept.ig"]] {
        let error = igc_in(&folder, arguments).fails(1);
        assert!(
            error.contains("kept.ig: the file exists, and igc does not overwrite it"),
            "{error}"
        );
        assert_eq!(folder.read("kept.ig"), "kept");
    }
    let error = igc_in(&folder, &["new", "missing/x.ig"]).fails(1);
    assert!(error.contains("missing/x.ig: "), "{error}");
    igc_in(&folder, &["new"]).fails(2);
}

#[test]
fn a_new_program_is_formatted_and_right() {
    let folder = Folder::new();
    igc_in(&folder, &["new", "hops.ig"]).ok();
    igc_in(&folder, &["fmt", "--check", "hops.ig"]).ok();
    let done = igc_in(
        &folder,
        &["run", "hops.ig", "--graph", "rmat:8", "-p", "source=3", "--device", "cpu", "--check"],
    );
    assert_eq!(done.stderr, "");
    assert!(done.ok().contains("passed: bfs agrees"));
}
