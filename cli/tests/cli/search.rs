//! Tests of `igc search` and of `--passes`.

use crate::{Folder, bfs, igc};

/// A program whose loop `promote` changes, with an oracle for its result.
const SUMS: &str = "node sum: u32 = 0;

kernel add() {
    forall u in nodes {
        forall e in u.out {
            atomic_add(u.sum, e.dst.degree);
        }
    }
}

main {
    add();
}

output sum;
";

#[test]
fn a_search_writes_a_policy_and_continues() {
    let folder = Folder::new();
    let program = folder.file("sums.ig", SUMS);
    let (store, policy) = (folder.path("s.search"), folder.path("p.toml"));
    let search = |graph: &str| {
        igc(&[
            "search",
            &program,
            "--graph",
            graph,
            "--device",
            "cpu",
            "--budget",
            "1s",
            "--repeat",
            "2",
            "--final-repeat",
            "12",
            "--store",
            &store,
            "-o",
            &policy,
        ])
    };
    let first = search("rmat:8");
    // The first lines say what the search tries.
    let scope = "searching orders of scalar passes for sums --opts none on rmat:8; budget: 1 second\n\
                 note: the search does not try other flags or programs; `igc bench` compares those\n";
    assert!(first.stderr.starts_with(scope), "{}", first.stderr);
    let first = first.ok();
    assert!(first.contains("best: --passes "), "{first}");
    let last = "final, in the 6 runs that did not choose the best order:\n  --passes none: ";
    assert!(first.contains(last), "{first}");
    let lines = || std::fs::read_to_string(&store).unwrap().lines().count();
    let trials = lines();
    assert!(trials > 10);
    // A line that a crash has left incomplete is ignored.
    let text = std::fs::read_to_string(&store).unwrap();
    std::fs::write(&store, format!("{text}{{\"trial\":{{\"ord")).unwrap();
    search("rmat:8").ok();
    assert!(lines() >= trials);
    let error = search("rmat:9").fails(1);
    assert!(error.contains("the search is of another program, graph, device"), "{error}");
    let chosen =
        igc(&["run", &program, "--graph", "rmat:8", "--device", "cpu", "--policy", &policy]);
    assert!(chosen.stderr.contains("by the rule `chip_app: application sums"), "{chosen:?}");
    chosen.ok();
    // The orders of a search are a start for others.
    let other = folder.path("t.search");
    let report = igc(&[
        "search",
        &program,
        "--graph",
        "rmat:7",
        "--device",
        "cpu",
        "--budget",
        "1s",
        "--repeat",
        "2",
        "--final-repeat",
        "6",
        "--store",
        &other,
        "--earlier",
        &store,
        "--json",
    ]);
    let report = report.json();
    assert!(report["trials"]["timed"].as_u64() >= Some(2), "{report}");
    assert_eq!(report["finalists"][0]["order"], "none");
    assert_eq!(report["judged_by"], 3);
    assert_eq!(report["best"], "none", "three runs are too few to judge");
}

/// A graph that is too large for the reference interpreter has a smaller one in its place. If the
/// result is not unique, nothing can tell which orders are right.
#[test]
fn results_are_compared_with_the_interpreter() {
    let folder = Folder::new();
    let program = folder.file("sums.ig", SUMS);
    let search = |program: &str, graph: &str, name: &str| {
        let store = folder.path(name);
        let search = ["search", program, "--graph", graph, "--device", "cpu", "--store", &store];
        let brief = ["--budget", "1s", "--repeat", "1", "--final-repeat", "1"];
        igc(&[&search[..], &brief].concat())
    };
    let done = search(&program, "rmat:6", "small.search");
    assert!(!done.stderr.contains("note: results"), "{}", done.stderr);
    let report = done.ok();
    let shapes = "chain:65, star:130, grid:9x7, uniform:7";
    let words = format!("results compared with the reference interpreter on rmat:6, {shapes}\n");
    assert!(report.contains(&words), "{report}");
    let done = search(&program, "chain:1000000", "large.search");
    let words = "note: results are compared with the reference interpreter on chain:62500";
    assert!(done.stderr.contains(words), "{}", done.stderr);
    let report = done.ok();
    assert!(report.contains("interpreter on chain:62500, chain:65, star:130"), "{report}");
    let racy = SUMS.replace("atomic_add(u.sum, e.dst.degree)", "e.dst.sum = u as u32");
    let racy = folder.file("racy.ig", &racy);
    let error = search(&racy, "rmat:6", "racy.search").fails(1);
    assert!(error.contains("nothing can tell whether an order changes the result"), "{error}");
    assert!(error.contains("`sum` depends on the order of execution"), "{error}");
}

/// The best orders of two searches are measured on both programs. A second comparison measures only
/// what is missing.
#[test]
fn orders_are_compared_on_other_programs() {
    let folder = Folder::new();
    let one = folder.file("sums.ig", SUMS);
    let other = folder.file("degrees.ig", &SUMS.replace("e.dst.degree", "u.degree"));
    let stores = ["sums.search", "degrees.search"].map(|name| folder.path(name));
    for (program, store) in [&one, &other].into_iter().zip(&stores) {
        let search = ["search", program, "--graph", "rmat:8", "--device", "cpu"];
        let brief = ["--budget", "1s", "--repeat", "2", "--final-repeat", "2", "--store", store];
        igc(&[&search[..], &brief].concat()).ok();
    }
    let measured = folder.path("cross.search");
    let cross = |more: &[&str]| {
        let stores = ["search", "cross", &stores[0], &stores[1], "--store", &measured];
        igc(&[&stores[..], &["--device", "cpu", "--repeat", "6"], more].concat())
    };
    let first = cross(&[]);
    let scope = "measuring the best orders of 2 searches on their 2 programs";
    assert!(first.stderr.starts_with(scope), "{}", first.stderr);
    let text = first.ok();
    assert!(text.contains("sums on rmat:8  degrees on rmat:8  mean"), "{text}");
    assert!(text.contains("each program's own order"), "{text}");
    let lines = || std::fs::read_to_string(&measured).unwrap().lines().count();
    assert_eq!(lines(), 2);
    let report = cross(&["--json"]).json();
    assert_eq!(lines(), 2);
    let table = &report["devices"][0];
    assert_eq!(table["programs"][1]["program"], "degrees");
    assert_eq!(table["programs"][1]["runs"], 6);
    assert_eq!(report["origins"].as_array().unwrap().len(), 2);
    assert_eq!(cross(&["--report-only"]).ok(), text);
    // A program that has moved is found if it is named.
    let moved = folder.file("moved.ig", SUMS);
    std::fs::remove_file(&one).unwrap();
    std::fs::remove_file(&measured).unwrap();
    let error = cross(&[]).fails(1);
    assert!(error.contains("the program `sums` is not where the search read it"), "{error}");
    cross(&["--program", &moved]).ok();
    std::fs::remove_file(&measured).unwrap();
    let error = cross(&["--program", &other]).fails(1);
    assert!(error.contains("the program `sums`"), "{error}");
}

#[test]
fn a_search_refuses_other_files() {
    let folder = Folder::new();
    let program = folder.file("sums.ig", SUMS);
    let store = folder.file("notes.txt", "hello\n");
    let arguments = ["search", &program, "--graph", "chain:4", "--device", "cpu"];
    let with = |more: &[&str]| igc(&[&arguments[..], more].concat());
    let error = with(&["--store", &store]).fails(1);
    assert!(error.contains("notes.txt:1: not a line that `igc search` writes"), "{error}");
    let error = with(&["--earlier", &store]).fails(1);
    assert!(error.contains("notes.txt:1: not a line that `igc search` writes"), "{error}");
    let error = igc(&["search", "cross", &store, "--device", "cpu"]).fails(1);
    assert!(error.contains("notes.txt:1: not a line that `igc search` writes"), "{error}");
    let error = with(&["--budget", "20"]).fails(2);
    assert!(error.contains("expected a number with a unit, such as 90s, 20m or 2h"), "{error}");
    assert_eq!(std::fs::read_to_string(&store).unwrap(), "hello\n");
}

/// The file of a search for an order of LLVM's passes has no orders of scalar passes.
#[test]
fn orders_of_other_passes_are_refused() {
    let folder = Folder::new();
    let program = folder.file("sums.ig", SUMS);
    let store = folder.path("s.search");
    let search = ["search", &program, "--graph", "chain:4", "--device", "cpu", "--budget", "1s"];
    let with = |more: &[&str]| igc(&[&search[..], more].concat());
    with(&["--store", &store]).ok();
    let text = std::fs::read_to_string(&store).unwrap();
    let llvm = folder.file("llvm.search", &text.replace("\"passes=\"", "\"llvm=\""));
    let refused = "the file has orders of `llvm=`, but orders of `passes=` are needed";
    for error in [
        with(&["--store", &llvm]).fails(1),
        with(&["--store", &store, "--earlier", &llvm]).fails(1),
        igc(&["search", "cross", &store, &llvm, "--device", "cpu"]).fails(1),
    ] {
        assert!(error.contains(refused), "{error}");
    }
}

/// The files of earlier versions have orders with scalar passes that igc no longer has.
#[test]
fn orders_with_passes_of_earlier_versions_are_left_out() {
    let folder = Folder::new();
    let program = folder.file("sums.ig", SUMS);
    let (orders, store) = (folder.file("orders.txt", "promote\n"), folder.path("s.search"));
    let search = ["search", &program, "--graph", "chain:9", "--device", "cpu", "--orders", &orders];
    let brief = ["--budget", "60s", "--repeat", "2", "--final-repeat", "2"];
    igc(&[&search[..], &brief, &["--store", &store]].concat()).ok();
    let mut text = std::fs::read_to_string(&store).unwrap();
    let timed = r#""way":"listed","code":"c","outcome":{"timed":{"seconds":1e-9,"ratio":1e-9}}"#;
    text += &format!("{{\"trial\":{{\"order\":\"promote,strength\",{timed}}}}}\n");
    text += "{\"trial\":{\"order\":\"gvn\",\"way\":\"listed\",\"code\":\"c\",";
    text += "\"outcome\":{\"same\":\"promote,strength\"}}}\n{\"best\":\"align,vector\"}\n";
    let earlier = folder.file("earlier.search", &text);
    let note = "earlier.search: 3 orders have passes that igc no longer has, and are left out";
    let compared = folder.path("cross.search");
    let compare = ["search", "cross", &earlier, "--device", "cpu", "--store", &compared];
    let outcome = igc(&[&compare[..], &["--repeat", "2"]].concat());
    assert!(outcome.stderr.contains(note), "{}", outcome.stderr);
    assert!(!outcome.ok().contains("strength"));
}

/// A file lists the orders of a search.
#[test]
fn a_search_tries_only_listed_orders() {
    let folder = Folder::new();
    let program = folder.file("sums.ig", SUMS);
    let orders = folder.file("orders.txt", "promote\n\ngvn, promote\nunroll2+dce\n");
    let store = folder.path("s.search");
    let search = ["search", &program, "--graph", "chain:9", "--device", "cpu", "--store", &store];
    let brief = ["--budget", "60s", "--repeat", "2", "--final-repeat", "2", "--orders", &orders];
    let report = igc(&[&search[..], &brief[..], &["--json"]].concat()).json();
    assert_eq!(report["ways"], serde_json::json!({"start": 2, "listed": 3}));
    let wrong = folder.file("wrong.txt", "promote\nturbo\n");
    let error = igc(&[&search[..], &["--orders", &wrong]].concat()).fails(1);
    assert!(error.contains("wrong.txt:2: unknown scalar pass `turbo`"), "{error}");
    igc(&[&search[..], &["--orders", &orders, "--seed", "1"]].concat()).fails(2);
}

/// The tables of searches over LLVM's passes need no device.
#[test]
fn orders_of_llvms_passes_are_compared() {
    let folder = Folder::new();
    let program = folder.file("sums.ig", SUMS);
    let (store, measured) = (folder.path("s.search"), folder.path("cross.search"));
    let search = ["search", &program, "--graph", "chain:4", "--device", "cpu", "--store", &store];
    igc(&[&search[..], &["--budget", "1s"]].concat()).ok();
    let text = std::fs::read_to_string(&store).unwrap();
    let about = text.lines().next().unwrap().replace("\"passes=\"", "\"llvm=\"");
    let llvm = folder.file("llvm.search", &format!("{about}\n{{\"best\":\"sroa,gvn\"}}\n"));
    let about: serde_json::Value = serde_json::from_str(&about).unwrap();
    let about = &about["about"];
    let record = serde_json::json!({
        "igc": about["igc"], "over": "llvm=", "subject": about, "device": about["device"],
        "runs": 7, "measured": [
            {"order": "none", "seconds": 0.002, "ratio": null, "failure": null},
            {"order": "O3", "seconds": 0.002, "ratio": null, "failure": null},
            {"order": "sroa,gvn", "seconds": null, "ratio": null, "failure": "opt failed"},
        ],
    });
    std::fs::write(&measured, format!("{record}\n")).unwrap();
    let report = |stores: &[&str]| {
        let cross = ["search", "cross", "--report-only", "--store", &measured];
        igc(&[&cross[..], stores].concat())
    };
    let text = report(&[&llvm]).ok();
    assert!(text.contains("speedups over the driver's compiler"), "{text}");
    assert!(text.contains("--opts llvm=sroa+gvn"), "{text}");
    assert!(text.contains("failed"), "{text}");
    // The measurements are not those of scalar passes.
    let error = report(&[&store]).fails(1);
    assert!(error.contains("cross.search: the file has orders of `llvm=`"), "{error}");
    let error = report(&[&llvm, &store]).fails(1);
    assert!(error.contains("orders of `llvm=` are needed"), "{error}");
}

#[test]
fn passes_are_part_of_the_configuration() {
    let folder = Folder::new();
    let program = folder.file("sums.ig", SUMS);
    let compile = |more: &[&str]| igc(&[&["compile", &program][..], more].concat());
    let promoted = compile(&["--passes", "promote", "--emit", "ir-after=promote"]).ok();
    assert!(promoted.contains("let kept: u32 = 0u32"), "{promoted}");
    let plain = compile(&["--emit", "ir-after=promote"]).ok();
    assert!(plain.contains("the pass promote did not run"), "{plain}");
    let same = compile(&["--opts", "passes=promote"]).ok();
    assert_eq!(compile(&["--passes", "promote"]).ok(), same);
    assert_eq!(compile(&["--opts", "passes=gvn", "--passes", "promote"]).ok(), same);
    let schedule = compile(&["--opts", "wg", "--passes", "promote,dce", "--emit", "schedule"]).ok();
    assert!(schedule.contains("\"passes=promote+dce\""), "{schedule}");
    let error = compile(&["--passes", "promote,inline"]).fails(2);
    assert!(error.contains("unknown scalar pass `inline`"), "{error}");
    let run = igc(&[
        "run",
        &bfs(),
        "--graph",
        "rmat:8",
        "--device",
        "cpu",
        "--check",
        "--passes",
        "standard",
    ]);
    let report = run.ok();
    assert!(report.contains("--opts passes=promote+gvn+licm"), "{report}");
    assert!(report.contains("passed"), "{report}");
}

#[test]
fn passes_are_explained() {
    let folder = Folder::new();
    let program = folder.file("sums.ig", SUMS);
    let explained = igc(&["explain", "promote"]).ok();
    assert!(explained.starts_with("# promote\n\nThis scalar pass keeps an element"), "{explained}");
    let list = igc(&["explain"]).ok();
    assert!(list.contains("Scalar passes, for --passes:\n  promote "), "{list}");
    let of_program = igc(&["explain", &program, "--opts", "none", "--passes", "promote,unroll2"]);
    let of_program = of_program.ok();
    assert!(of_program.contains("the atomics on `sum` become one atomic after the loop"));
    assert!(of_program.contains("\nunroll2\n  applied in add at "), "{of_program}");
}

#[test]
fn bench_compares_orders() {
    let folder = Folder::new();
    let program = folder.file("sums.ig", SUMS);
    let bench = igc(&[
        "bench",
        &program,
        "--graph",
        "rmat:8",
        "--device",
        "cpu",
        "--repeat",
        "6",
        "--passes",
        "none",
        "--passes",
        "promote",
        "--passes",
        "promote,dce",
        "--json",
    ]);
    let report = bench.json();
    let configurations = report["comparisons"][0]["configurations"].as_array().unwrap();
    let options: Vec<&str> =
        configurations.iter().map(|entry| entry["options"].as_str().unwrap()).collect();
    assert_eq!(options, ["none", "passes=promote", "passes=promote+dce"]);
    assert_eq!(configurations[2]["same_as"], "passes=promote");
}
