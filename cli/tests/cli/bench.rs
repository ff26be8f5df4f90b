//! Tests of `igc bench`: tables, JSON, samples and failures.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use igc::auto::Plan;
use igc_compiler::configuration::Configuration;
use igc_runtime::report::median;
use serde_json::Value;

use crate::{Folder, bfs, command, devices, has_device, igc};

/// A program that no optimisation can change.
const PLAIN: &str = "
    node x: u32 = 0;
    kernel count() { forall u in nodes { u.x += 1; } }
    main { count(); }
    output x;";

/// Returns the line of the table for a configuration.
fn line<'t>(table: &'t str, options: &str) -> &'t str {
    let found = table.lines().find(|line| line.split_whitespace().next() == Some(options));
    found.unwrap_or_else(|| panic!("no line of `{options}` in\n{table}"))
}

/// Returns the configurations of the only comparison.
fn entries(found: &Value) -> &Vec<Value> {
    assert_eq!(found["comparisons"].as_array().unwrap().len(), 1, "{found}");
    found["comparisons"][0]["configurations"].as_array().unwrap()
}

#[test]
fn configurations_stand_side_by_side() {
    for device in devices() {
        let run = ["bench", &bfs(), "--graph", "rmat:6", "--device", device, "--repeat", "6"];
        let table = igc(&[&run[..], &["--opts", "sz256", "--opts", "none"]].concat()).ok();
        assert!(table.starts_with("bfs_wl -p source=0 on rmat:6: 64 nodes, "), "{table}");
        assert!(
            table.contains("6 runs timed after 1 run of warm-up, first results checked"),
            "{table}"
        );
        let titles = table.lines().find(|line| line.contains("ratio")).unwrap();
        let titles: Vec<&str> = titles.split_whitespace().collect();
        assert_eq!(
            titles.join(" "),
            "build median 95 % interval least ratio 95 % interval launches rounds"
        );
        // Each line has an interval, and all lines except the first one have a ratio with another
        // interval.
        assert_eq!(line(&table, "sz256").matches(" – ").count(), 1, "{table}");
        assert_eq!(line(&table, "none").matches(" – ").count(), 2, "{table}");
    }
}

/// Each configuration has a line on standard error as soon as it is ready. Standard output contains
/// only the result.
#[test]
fn configurations_are_shown_when_they_are_ready() {
    let folder = Folder::new();
    let plain = folder.file("plain.ig", PLAIN);
    for device in devices() {
        let run = ["bench", &plain, "--graph", "chain:9", "--device", device, "--repeat", "1"];
        let run = [&run[..], &["--opts", "none", "--opts", "sz256", "--opts", "wg,sz256"]].concat();
        let done = igc(&[&run[..], &["--json"]].concat());
        let lines: Vec<&str> = done.stderr.lines().collect();
        let of = |start: &str| {
            let found = lines.iter().find(|line| line.starts_with(start));
            *found.unwrap_or_else(|| panic!("no line `{start}` in\n{}", done.stderr))
        };
        assert_eq!(lines[..2], ["loading chain:9", "plain on chain:9: 3 configurations"]);
        for options in ["none", "sz256"] {
            let line = of(&format!("  {options}: "));
            assert!(line.contains("first run ") && line.ends_with(", result checked"), "{line}");
        }
        of("  wg,sz256 is the same code as sz256");
        assert!(!done.stderr.contains(['\r', '\x1b']), "{:?}", done.stderr);
        assert_eq!(entries(&done.json()).len(), 3);
        let unchecked = igc(&[&run[..], &["--no-check"]].concat());
        assert!(unchecked.stderr.contains(", result not checked\n"), "{}", unchecked.stderr);
        assert!(unchecked.ok().starts_with("plain on chain:9"));
    }
}

/// A comparison that is ended in the middle has shown the first times and the fastest configuration.
#[test]
fn a_comparison_that_is_ended_has_shown_times() {
    let run = ["bench", &bfs(), "--graph", "rmat:6", "--device", "cpu", "--repeat", "1000000"];
    let opts = ["--opts", "none", "--opts", "order=pull"];
    let mut bench = command(&[&run[..], &opts].concat());
    let mut bench = bench.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = vec![];
    for line in BufReader::new(bench.stderr.take().unwrap()).lines().map_while(Result::ok) {
        let is_last = line.contains(" of 1000000 rounds; fastest so far: ");
        lines.push(line);
        if is_last {
            bench.kill().unwrap();
        }
    }
    let mut table = String::new();
    bench.stdout.take().unwrap().read_to_string(&mut table).unwrap();
    bench.wait().unwrap();
    let text = lines.join("\n");
    assert!(text.contains("\n  none: ") && text.contains("\n  order=pull: "), "{text}");
    assert!(text.contains("; fastest so far: "), "{text}");
    assert_eq!(table, "");
}

/// Why most flags have no effect on the native target.
const CPUS: &str = "the threads of a CPU distribute work in their own way, without workgroups";

/// Returns the notes about optimisations without an effect.
fn notes(stderr: &str) -> Vec<&str> {
    stderr.lines().filter(|line| line.contains(" no effect on this ")).collect()
}

/// On the native target, all 96 configurations are the same code. The table has one row, and one note
/// has the reason.
#[test]
fn many_configurations_with_the_same_code_share_a_line() {
    let run = ["bench", &bfs(), "--graph", "rmat:6", "--device", "cpu", "--repeat", "1"];
    let done = igc(&[&run[..], &["--all-configurations"]].concat());
    let flags = "`wg`, `sg`, `fg1`, `fg8`, `coop-cv`, `oitergb`, `sz256` have no effect";
    assert_eq!(notes(&done.stderr), [format!("note: {flags} on this device: {CPUS}")]);
    assert!(done.stderr.contains("and 87 more are the same code as none\n"), "{}", done.stderr);
    let table = done.ok();
    assert!(table.contains("\nthe same code as none: wg; sg; "), "{table}");
    assert!(!table.contains("  as none"), "{table}");
    let found = igc(&[&run[..], &["--all-configurations", "--json"]].concat()).json();
    let timed = entries(&found).iter().filter(|entry| entry["status"] == "timed").count();
    assert_eq!((timed, entries(&found).len()), (1, 96));
}

/// More than a few reasons are left to `igc explain`. An optimisation that has an effect in another
/// configuration is not named.
#[test]
fn notes_about_optimisations_are_short() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let plain = folder.file("plain.ig", PLAIN);
    let run = |program: &str, more: &[&str]| {
        let run = ["bench", program, "--graph", "rmat:6", "--device", "0", "--repeat", "1"];
        igc(&[&run[..], more].concat()).stderr
    };
    let said = run(&plain, &["--each"]);
    let flags = "`wg`, `sg`, `fg1`, `fg8`, `coop-cv`, `oitergb` have no effect on this program";
    let end = "`igc explain PROGRAM --opts FLAG` states the reasons";
    assert_eq!(notes(&said), [format!("note: {flags}; {end}")]);
    let said = run(&bfs(), &["--opts", "none", "--opts", "grid=2"]);
    assert!(said.contains("note: `grid=2` has no effect on this program: in `main`, "), "{said}");
    let said = run(&bfs(), &["--opts", "grid=2", "--opts", "grid=2,oitergb"]);
    assert_eq!(notes(&said), [""; 0]);
}

#[test]
fn optimisations_without_an_effect_are_named() {
    let run = ["bench", &bfs(), "--graph", "rmat:6", "--device", "cpu", "--repeat", "1"];
    let opts = ["--opts", "none", "--opts", "fg8", "--opts", "frontier=list"];
    let said = igc(&[&run[..], &opts].concat()).stderr;
    assert!(
        said.contains(&format!("note: `fg8` has no effect on this device: {CPUS}\n")),
        "{said}"
    );
    let found = igc(&[&run[..], &opts, &["--json"]].concat()).json();
    let effects = entries(&found).iter().map(|entry| &entry["without_effect"]);
    let flags: Vec<&Value> = effects.map(|flags| &flags[0]["flag"]).collect();
    assert_eq!(flags, [&Value::Null, &"fg8".into(), &"frontier=list".into()]);
}

/// The kernels of loops with different widths are the same, but their launches are not. Where no
/// iteration may repeat, `async=64` changes nothing.
#[test]
fn loops_of_other_widths_are_timed() {
    if !has_device() {
        return;
    }
    let run =
        ["bench", &bfs(), "--graph", "road:64", "--device", "pocl", "--repeat", "1", "--json"];
    let same_as = |options: [&str; 2]| {
        let opts = options.map(|options| ["--opts", options]).concat();
        let found = igc(&[&run[..], &opts].concat()).json();
        entries(&found)[1]["same_as"].clone()
    };
    assert_eq!(same_as(["oitergb,grid=2", "oitergb,grid=4"]), Value::Null);
    assert_eq!(same_as(["oitergb", "oitergb,async=64"]), "oitergb");
}

#[test]
fn every_optimisation_is_timed_on_a_device() {
    if !has_device() {
        return;
    }
    let run = ["bench", &bfs(), "--graph", "rmat:6", "--repeat", "1", "--each", "--json"];
    let found = igc(&run).json();
    for entry in entries(&found) {
        if entry["same_as"].is_string() {
            continue;
        }
        assert_eq!(entry["status"], "timed", "{entry}");
        let wide = entry["options"].as_str().unwrap().contains("sz256");
        assert_eq!(entry["geometry"][1], if wide { 256 } else { 128 });
    }
}

#[test]
fn comparisons_are_json() {
    for device in devices() {
        let run = ["bench", &bfs(), "--graph", "rmat:6", "--device", device, "--repeat", "7"];
        let found =
            igc(&[&run[..], &["--opts", "none", "--opts", "sz256", "--json"]].concat()).json();
        assert_eq!(found["failures"], serde_json::json!([]));
        assert!(found["device"]["name"].is_string() && found["igc"].is_string());
        let comparison = &found["comparisons"][0];
        assert_eq!(comparison["program"], "bfs_wl");
        assert_eq!(comparison["graph"]["nodes"], 64);
        assert_eq!(comparison["params"][0], serde_json::json!(["source", "0"]));
        assert_eq!((&comparison["repeat"], &comparison["warmup"]), (&7.into(), &1.into()));
        assert_eq!(comparison["checked"], true);
        let entries = entries(&found);
        assert_eq!(
            (&entries[0]["options"], &entries[1]["options"]),
            (&"none".into(), &"sz256".into())
        );
        for entry in entries {
            assert_eq!(entry["status"], "timed");
            assert_eq!(entry["checks"][0]["passed"], true);
            let number = |value: &Value| value.as_f64().unwrap();
            let runs: Vec<f64> =
                entry["runs"].as_array().unwrap().iter().map(|r| number(&r["compute"])).collect();
            assert_eq!(runs.len(), 7);
            // For seven samples, the median is the fourth, and the interval ranges from the
            // smallest to the largest.
            let mut sorted = runs.clone();
            sorted.sort_by(f64::total_cmp);
            assert_eq!(number(&entry["median"]), sorted[3]);
            assert_eq!(number(&entry["minimum"]), sorted[0]);
            assert_eq!(number(&entry["median_interval"][0]), sorted[0]);
            assert_eq!(number(&entry["median_interval"][1]), sorted[6]);
        }
        assert_eq!(entries[0]["ratio"], Value::Null);
        let value = entries[1]["median"].as_f64().unwrap() / entries[0]["median"].as_f64().unwrap();
        let ratio = entries[1]["ratio"]["value"].as_f64().unwrap();
        assert!((ratio - value).abs() < 1e-12 * value, "{ratio}, {value}");
        assert!(entries[1]["ratio"]["clear"].is_boolean());
    }
}

/// If optimisations do not change the code, it is timed only once, unless the user requests
/// otherwise.
#[test]
fn configurations_that_are_the_same_are_timed_once() {
    let folder = Folder::new();
    let plain = folder.file("plain.ig", PLAIN);
    for device in devices() {
        let run = ["bench", &plain, "--graph", "chain:9", "--device", device, "--repeat", "2"];
        let run = [&run[..], &["--opts", "sz256", "--opts", "sz256,wg", "--opts", "none"]].concat();
        let table = igc(&run).ok();
        // No oracle knows the result, but the reference interpreter does.
        assert!(table.contains("first results checked"), "{table}");
        let unchecked = igc(&[&run[..], &["--no-check"]].concat()).ok();
        assert!(unchecked.contains("results not checked"), "{unchecked}");
        let reason = "no configuration is the fastest: the check is turned off";
        assert!(unchecked.contains(reason), "{unchecked}");
        assert_eq!(line(&table, "wg,sz256"), "wg,sz256  as sz256");
        assert!(!line(&table, "none").contains("as "), "workgroups have another size\n{table}");
        assert!(line(&table, "none").contains("unknown"), "two runs are too few\n{table}");
        assert!(table.contains("fewer than 6 runs are too few"), "{table}");
        let found = igc(&[&run[..], &["--json"]].concat()).json();
        assert_eq!(entries(&found)[1]["status"], "same");
        assert_eq!(entries(&found)[1]["same_as"], "sz256");
        let found = igc(&[&run[..], &["--json", "--repeat-identical"]].concat()).json();
        assert_eq!(entries(&found)[1]["status"], "timed");
        let table = igc(&[&run[..], &["--workgroup-size", "32"]].concat()).ok();
        assert_eq!(line(&table, "none"), "none      as sz256", "all workgroups have one size");
    }
}

/// The rounds at even positions choose the fastest configuration, and the others judge it. The table
/// names it, and states how exact the medians are.
#[test]
fn the_fastest_configuration_is_judged_by_other_runs_than_those_that_choose_it() {
    let run = ["bench", &bfs(), "--graph", "rmat:6", "--device", "interpreter", "--repeat", "13"];
    let opts = ["--opts", "none", "--opts", "fg1", "--opts", "sz256", "--opts", "frontier=list"];
    let found = igc(&[&run[..], &opts, &["--json"]].concat()).json();
    let half = |entry: &Value, first: usize| {
        let runs = entry["runs"].as_array().unwrap().iter().skip(first).step_by(2);
        median(runs.map(|run| run["compute"].as_f64().unwrap()))
    };
    let timed: Vec<&Value> =
        entries(&found).iter().filter(|entry| entry["status"] == "timed").collect();
    let chosen = timed.iter().min_by(|a, b| half(a, 0).total_cmp(&half(b, 0))).unwrap();
    let fastest = &found["comparisons"][0]["fastest"];
    assert_eq!((&fastest["options"], &fastest["rounds"]), (&chosen["options"], &6.into()));
    assert_eq!(fastest["median"].as_f64(), Some(half(chosen, 1)));
    let same = entries(&found).iter().filter(|entry| entry["same_as"] == chosen["options"]);
    let same: Vec<&Value> = same.map(|entry| &entry["options"]).collect();
    assert_eq!(fastest["same"].as_array().unwrap().iter().collect::<Vec<&Value>>(), same);
    let ties = fastest["ties"].as_array().unwrap();
    assert!(ties.iter().all(|tie| timed.iter().any(|entry| entry["options"] == *tie)), "{ties:?}");
    assert!(timed.iter().all(|entry| entry["relative_error"].as_f64().unwrap() >= 0.0));
    let table = igc(&[&run[..], &opts].concat()).ok();
    assert!(table.contains(" in the 6 rounds that did not choose it"), "{table}");
    assert!(table.contains("relative standard error of the medians: "), "{table}");
    // A wrong result may be fast.
    let table = igc(&[&run[..], &opts, &["--no-check"]].concat()).ok();
    assert!(!table.contains("\nfastest: "), "{table}");
}

#[test]
fn configurations_are_listed_once_and_in_order() {
    let folder = Folder::new();
    let plain = folder.file("plain.ig", PLAIN);
    let options = |lists: &[&str]| -> Vec<String> {
        let run =
            ["bench", &plain, "--graph", "chain:3", "--device", "interpreter", "--repeat", "1"];
        let found = igc(&[&run[..], &["--json"], lists].concat()).json();
        let entries = entries(&found).iter();
        entries.map(|entry| entry["options"].as_str().unwrap().to_string()).collect()
    };
    let names =
        |list: Vec<Configuration>| -> Vec<String> { list.iter().map(|o| o.to_string()).collect() };
    let each = names(Configuration::each());
    assert_eq!(options(&["--each"]), each);
    // For the interpreter, igc chooses no optimisations, which are already the second configuration.
    assert_eq!(options(&[]), ["none"]);
    assert_eq!(options(&["--passes", "gvn", "--passes", "dce"]), ["passes=gvn", "passes=dce"]);
    assert_eq!(options(&["--all-configurations"]), names(Configuration::all_configurations()));
    // The first configuration is the one with which others are compared.
    let first = options(&["--each", "--opts", "sz256"]);
    assert_eq!((&first[0][..], &first[1][..], first.len()), ("sz256", "none", each.len()));
}

/// A wrong result has a reason instead of a time and determines the exit code. Other programs are
/// still measured.
#[test]
fn what_fails_is_shown_and_the_others_go_on() {
    let folder = Folder::new();
    let text = std::fs::read_to_string(bfs()).unwrap();
    let wrong = folder.file("wrong.ig", &text.replace("let depth = 1", "let depth = 2"));
    for device in devices() {
        let both = ["bench", &wrong, &bfs(), "--graph", "chain:9", "--device", device];
        let both = [&both[..], &["--repeat", "1", "--opts", "none"]].concat();
        let done = igc(&both);
        assert_eq!(done.code, 4, "{done:?}");
        let failed = "none  failed: bfs disagrees: 8 of 9 nodes have a wrong level";
        assert!(done.stdout.contains(failed), "{done:?}");
        assert!(done.stdout.contains("\nbfs_wl -p source=0 on chain:9"), "{done:?}");
        assert!(done.stderr.contains("error: wrong --opts none on chain:9: bfs"), "{done:?}");
        let json = igc(&[&both[..], &["--json"]].concat());
        let found: Value = serde_json::from_str(&json.stdout).unwrap();
        let [one, other] = [0, 1].map(|at| &found["comparisons"][at]["configurations"][0]);
        assert_eq!((&one["status"], &one["kind"]), (&"failed".into(), &"check".into()));
        assert_eq!(other["status"], "timed");
        igc(&[&both[..], &["--no-check"]].concat()).ok();
        // The limit on rounds does not depend on the check.
        let done = igc(&[&both[..], &["--max-rounds", "3"]].concat());
        assert_eq!(done.code, 1, "{done:?}");
        assert!(
            done.stdout.contains("failed: the program has not ended after 3 rounds"),
            "{done:?}"
        );
    }
}

#[test]
fn graphs_that_cannot_be_had_do_not_stop_the_others() {
    let run =
        ["bench", &bfs(), "--graph", "nope:3", "--graph", "chain:9", "--device", "interpreter"];
    let run = [&run[..], &["--repeat", "1", "--opts", "none"]].concat();
    let done = igc(&run);
    assert_eq!(done.code, 1, "{done:?}");
    assert!(done.stdout.contains("on chain:9"), "{done:?}");
    assert!(done.stderr.contains("unknown generator 'nope'"), "{done:?}");
    let json = igc(&[&run[..], &["--json"]].concat());
    let found: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(found["failures"][0]["graph"], "nope:3");
    assert_eq!(found["comparisons"].as_array().unwrap().len(), 1);
}

#[test]
fn parameters_go_to_the_programs_that_have_them() {
    let folder = Folder::new();
    let plain = folder.file("plain.ig", PLAIN);
    let run = [
        "bench",
        &bfs(),
        &plain,
        "--graph",
        "chain:9",
        "--device",
        "interpreter",
        "--opts",
        "none",
    ];
    let table = igc(&[&run[..], &["-p", "source=3"]].concat()).ok();
    assert!(table.contains("bfs_wl -p source=3 on") && table.contains("plain on"), "{table}");
    let stderr = igc(&[&run[..], &["-p", "sauce=3"]].concat()).fails(1);
    assert!(stderr.contains("no program has a parameter `sauce`"), "{stderr}");
    let stderr = igc(&["bench", "missing.ig", "--graph", "chain:3"]).fails(1);
    assert!(stderr.contains("missing.ig"), "{stderr}");
    igc(&["bench", &bfs()]).fails(2);
    igc(&["bench", "--graph", "chain:3"]).fails(2);
    igc(&[&run[..], &["--repeat", "0"]].concat()).fails(2);
}

#[test]
fn every_run_is_written_down() {
    let folder = Folder::new();
    let file = folder.path("times.csv");
    let run =
        ["bench", &bfs(), "--graph", "rmat:5,seed=2", "--device", "interpreter", "--csv", &file];
    igc(&[&run[..], &["--repeat", "8", "--opts", "none", "--opts", "sz256"]].concat()).ok();
    let text = folder.read("times.csv");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("program,graph,options,round,position,initialise,compute"));
    let lines: Vec<&str> = lines.collect();
    assert_eq!(lines.len(), 16);
    assert!(lines[0].starts_with("bfs_wl,\"rmat:5,seed=2\",none,0,"), "{text}");
    assert!(lines[15].starts_with("bfs_wl,\"rmat:5,seed=2\",sz256,7,"), "{text}");
    let nowhere = folder.path("missing/times.csv");
    let run = ["bench", &bfs(), "--graph", "chain:3", "--device", "interpreter", "--csv", &nowhere];
    let stderr = igc(&run).fails(1);
    assert!(stderr.contains("missing/times.csv"), "{stderr}");
}

#[test]
fn each_configuration_has_a_limit() {
    if !has_device() {
        return;
    }
    let run =
        ["bench", &bfs(), "--graph", "rmat:6", "--device", "0", "--repeat", "2", "--roofline"];
    let options = ["--opts", "none", "--opts", "wg", "--opts", "oitergb"];
    let table = igc(&[&run[..], &options].concat()).ok();
    assert!(table.contains("limited by"), "{table}");
    let found = igc(&[&run[..], &options, &["--json"]].concat()).json();
    let limits = found["comparisons"][0]["roofline"].as_array().unwrap();
    assert_eq!(limits.len(), 3, "{found}");
    for limit in limits {
        // These flags change no order of visits, so that the work is the same.
        assert_eq!(limit["arcs"], limits[0]["arcs"]);
        assert_eq!(limit["terms"].as_array().unwrap().len(), 5);
        assert!(limit["limit"].as_f64().unwrap() > 0.0, "{limit}");
        assert!(limit["share"].as_f64().unwrap() > 0.0, "{limit}");
    }
    let without = igc(&["bench", &bfs(), "--graph", "rmat:6", "--device", "0", "--json"]).json();
    assert!(without["comparisons"][0]["roofline"].is_null());
    let on_cpu = ["bench", &bfs(), "--graph", "rmat:6", "--device", "cpu", "--roofline"];
    assert!(igc(&on_cpu).fails(3).contains("this command needs an OpenCL device"));
}

/// Runs a comparison of problems or programs on the processor, and returns the comparisons.
fn compared(arguments: &[&str]) -> Vec<Value> {
    let run = ["--device", "cpu", "--threads", "2", "--repeat", "1", "--json"];
    let found = igc(&[&["bench"], arguments, &run[..]].concat()).json();
    found["comparisons"].as_array().unwrap().clone()
}

/// Returns the configurations of a comparison.
fn rows(comparison: &Value) -> Vec<&str> {
    let entries = comparison["configurations"].as_array().unwrap().iter();
    entries.map(|entry| entry["options"].as_str().unwrap()).collect()
}

/// Returns the choice of igc for a problem or program on the processor.
fn explained(name: &str, graph: &str) -> Value {
    let device = ["--device", "cpu", "--threads", "2", "--json"];
    igc(&[&["explain", "--auto", name, "--graph", graph], &device[..]].concat()).json()
}

/// Returns the program and the configuration of a choice.
fn program_and_options(explained: &Value) -> (String, String) {
    let plan: Plan = explained["plan"].as_str().unwrap().parse().unwrap();
    (plan.program, plan.options.to_string())
}

/// By default, the configuration that igc chooses is compared with the baseline. The program is that of the plan.
#[test]
fn the_plan_of_igc_is_the_first_row() {
    let graph = "rmat:6,weights=1..9";
    let explained = explained("sssp", graph);
    let (program, options) = program_and_options(&explained);
    assert_ne!(
        (&*program, &*options),
        ("sssp_nf", "none"),
        "a plan that is not the default shows more"
    );
    let found = compared(&["sssp", "--graph", graph]);
    let [found] = &found[..] else { panic!("{found:?}") };
    assert_eq!((&found["program"], rows(found)), (&program.into(), vec![&*options, "none"]));
    let auto = &found["auto"];
    assert_eq!((&auto["options"], &auto["plan"]), (&options.clone().into(), &explained["plan"]));
    // The worker knows the same facts about the graph and the device as a process that loads the graph itself.
    assert_eq!((&auto["reason"], &auto["facts"]), (&explained["reason"], &explained["facts"]));
    assert_eq!(auto["facts"]["threads"], 2);
    let run = ["bench", "sssp", "--graph", graph, "--device", "cpu", "--repeat", "1"];
    let table = igc(&run).ok();
    let [plan, reason] = ["plan", "reason"].map(|field| explained[field].as_str().unwrap());
    assert!(table.contains(&format!("\nauto: {plan} ({reason})\n\n")), "{table}");
    assert!(table.contains(&format!("\nauto: {options}  ")), "{table}");
    assert!(line(&table, "none").starts_with("none "), "{table}");
}

/// `auto` is one of several configurations, and the program that the user names stays.
#[test]
fn the_plan_of_igc_can_be_any_row() {
    let graph = "rmat:6,weights=1..9";
    let opts = ["--opts", "none", "--opts", "sz256", "--opts", "auto"];
    let explained = explained("sssp_wl", graph);
    let (_, options) = program_and_options(&explained);
    let found = compared(&[&["sssp_wl", "--graph", graph], &opts[..]].concat());
    assert_eq!(rows(&found[0]), ["none", "sz256", &*options]);
    assert_eq!(found[0]["program"], "sssp_wl");
    let more = ["--passes", "gvn"];
    let found = compared(&[&["sssp_wl", "--graph", graph], &opts[..], &more].concat());
    assert_eq!(rows(&found[0])[..2], ["passes=gvn", "sz256,passes=gvn"]);
    // Without `auto`, a problem means its default program.
    let found = compared(&[&["sssp", "--graph", graph], &opts[..4]].concat());
    assert_eq!((&found[0]["program"], &found[0]["auto"]), (&"sssp_nf".into(), &Value::Null));
    // Most flags have no effect on a processor. The note is about those that the user has chosen.
    let run = ["bench", "sssp_wl", "--graph", graph, "--device", "cpu", "--repeat", "1"];
    let said = igc(&[&run[..], &["--opts", "auto", "--opts", "fg8"]].concat()).stderr;
    assert_eq!(notes(&said), [format!("note: `fg8` has no effect on this device: {CPUS}")]);
}

/// The parameters of a plan apply to all rows, unless the user sets them. A graph decides on its own plan.
#[test]
fn the_parameters_of_the_plan_apply_to_all_rows() {
    let graphs = ["uniform:7", "chain:500"];
    let compared = |more: &[&str]| {
        let graphs = graphs.map(|graph| ["--graph", graph]).concat();
        compared(&[&["bfs"], &graphs[..], more].concat())
    };
    let given = |plan: &str| -> Vec<Value> {
        let params = plan.split(" -p ").skip(1).map(|param| param.split_once('=').unwrap());
        params.map(|(name, value)| serde_json::json!([name, value])).collect()
    };
    let plans = graphs.map(|graph| explained("bfs", graph)["plan"].as_str().unwrap().to_owned());
    let of_plans: Vec<Vec<Value>> = plans.iter().map(|plan| given(plan)).collect();
    assert_ne!(of_plans[0], of_plans[1], "the test needs graphs whose plans have other parameters");
    for (found, of_plan) in compared(&[]).iter().zip(&of_plans) {
        let params = found["params"].as_array().unwrap();
        assert!(of_plan.iter().all(|param| params.contains(param)), "{found}");
    }
    let large = serde_json::json!(["large", "7"]);
    for found in compared(&["-p", "large=7"]) {
        assert!(found["params"].as_array().unwrap().contains(&large), "{found}");
    }
}

/// igc chooses a program that has the parameters of the user, even if the default program does not.
#[test]
fn the_plan_of_igc_has_the_parameters_of_the_user() {
    let graph = ["--graph", "rmat:6,weights=1..9"];
    let found = compared(&[&["sssp", "-p", "busy=70"], &graph[..]].concat());
    assert_eq!(found[0]["params"][2], serde_json::json!(["busy", "70"]));
    for arguments in [&["sssp", "-p", "busy=70", "--opts", "none"][..], &["sssp", "-p", "bussy=7"]]
    {
        let run = [&["bench"], arguments, &graph[..], &["--device", "cpu"]].concat();
        assert!(igc(&run).fails(1).contains("no program has a parameter `bus"));
    }
}
