//! Tests of the choice of plans on the command line: the reports of `igc run`, the command that repeats a run, and
//! `igc explain --auto`.

use std::process::Command;

use serde_json::Value;

use crate::{Done, Folder, bfs, command, devices};

/// A program that is not a part of igc.
const HOPS: &str = include_str!("../../../igc/tests/common/hops.ig");

/// Creates a call of `igc` that knows no measurements of this machine, so that rules decide.
pub fn untuned(arguments: &[&str]) -> Command {
    let mut command = command(arguments);
    command.env("IGC_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/untuned"));
    command
}

/// Runs `igc` without measurements of this machine.
fn igc(arguments: &[&str]) -> Done {
    Done::from(untuned(arguments).output().unwrap())
}

/// Runs `igc run` with the processor's two threads.
fn run(subject: &str, more: &[&str]) -> Done {
    let run = ["run", subject, "--graph", "rmat:8", "--device", "cpu", "--threads", "2"];
    igc(&[&run[..], more].concat())
}

/// Runs `igc explain --auto` with the processor's two threads.
fn explain(subject: &str, more: &[&str]) -> Done {
    let run = ["explain", "--auto", subject, "--graph", "rmat:8", "--device", "cpu"];
    igc(&[&run[..], &["--threads", "2"], more].concat())
}

fn text<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().unwrap_or_else(|| panic!("{field}: {value}"))
}

fn items<'v>(value: &'v Value, field: &str) -> &'v [Value] {
    value[field].as_array().unwrap_or_else(|| panic!("{field}: {value}"))
}

/// The first line of a report has the plan, all parameters and the reason, and `igc explain --auto` shows the same plan
/// and reason.
#[test]
fn reports_state_the_plan_and_the_reason() {
    for problem in ["bfs", "pagerank", "bfs_wl"] {
        let explained = explain(problem, &["--json"]).json();
        let (plan, reason) = (text(&explained, "plan"), text(&explained, "reason"));
        let done = run(problem, &["--check"]);
        assert_eq!(done.stderr, "");
        let report = done.ok();
        let line = report.lines().next().unwrap();
        let (program, options) = plan.split_once(" --opts ").unwrap();
        let options = options.split(' ').next().unwrap();
        assert!(line.starts_with(&format!("plan      {program} --opts {options} -p ")), "{line}");
        assert!(line.ends_with(&format!(" ({reason})")), "{line}");
        assert!(!report.contains("\nprogram "), "{report}");
        let json = run(problem, &["--json"]).json();
        assert_eq!((&json["program"], &json["options"]), (&program.into(), &options.into()));
        assert_eq!(text(&json["plan"], "reason"), reason);
        assert_eq!(json["plan"]["facts"], explained["facts"]);
        for param in items(&json, "params") {
            let [name, value] = [0, 1].map(|at| param[at].as_str().unwrap());
            assert!(line.contains(&format!(" -p {name}={value}")), "{line}: {param}");
        }
    }
}

/// What a user chooses is not replaced, and the report then has no plan.
#[test]
fn users_can_choose_instead() {
    let folder = Folder::new();
    let policy =
        "study = \"s\"\nigc = \"0\"\nchips = []\ninputs = []\nrules = [{ options = \"sg\" }]\n";
    let policy = folder.file("policy.toml", policy);
    let model = folder.file("pull.model", "pull");
    for (more, options) in [
        (&["--opts", "none"][..], "none"),
        (&["--opts", "wg"], "wg"),
        (&["--passes", "promote"], "passes=promote"),
        (&["--policy", &policy], "sg"),
        (&["--opts", "adaptive", "--model", &model], "adaptive"),
    ] {
        let subject = if options == "adaptive" { "bfs_topo" } else { "bfs" };
        let report = run(subject, &[more, &["--json"]].concat()).json();
        assert_eq!((&report["plan"], &report["options"]), (&Value::Null, &options.into()));
        let report = run(subject, more).ok();
        assert!(report.starts_with("program   bfs_"), "{report}");
        assert_eq!(report.contains(" (the default of bfs)\n"), subject == "bfs", "{report}");
    }
    let chosen = run("bfs", &["--json"]).json();
    let auto = run("bfs", &["--json", "--opts", "auto"]).json();
    assert_eq!(auto["plan"], chosen["plan"]);
    let error = run("bfs", &["--opts", "auto,wg"]).fails(2);
    assert!(error.contains("unknown optimisation `auto`"), "{error}");
}

/// A checked run is one without optimisations, and the interpreter ignores them.
#[test]
fn the_interpreter_has_no_plans() {
    let run = ["run", "bfs", "--graph", "grid:4", "--device", "interpreter"];
    let report = igc(&run).ok();
    let line =
        "plan      bfs_hybrid --opts none -p source=0 -p large=20 (the interpreter has no plans)\n";
    assert!(report.starts_with(line), "{report}");
    let json = igc(&[&run[..], &["--json"]].concat()).json();
    assert_eq!(json["plan"]["facts"], Value::Null);
    let checked = igc(&[&run[..], &["--checked"]].concat()).ok();
    assert!(checked.starts_with("program   bfs_hybrid --opts none "), "{checked}");
}

/// Returns what must be the same if a run is repeated.
fn identity(report: &Value) -> Vec<&Value> {
    ["program", "options", "params", "graph", "device", "rounds"].map(|field| &report[field]).into()
}

/// The command in the report of a run has everything that the run depended on, and chooses nothing.
#[test]
fn the_command_in_a_report_repeats_the_run() {
    let folder = Folder::new();
    let own = folder.file("hops.ig", HOPS);
    let seeds = folder.file("seeds.txt", "2\n0\n");
    let seeds = format!("seeds={seeds}");
    let subjects: [(&str, &[&str]); 9] = [
        ("bfs", &[]),
        ("bfs", &["-p", "source=7", "-p", "large=9"]),
        ("Dijkstra", &["-p", "busy=12"]),
        ("bfs_wl", &["-p", "source=3"]),
        ("cc:cc", &[]),
        ("scc", &[]),
        ("ppr", &["--input", &seeds]),
        ("max_flow", &["--input", "capacity=random:3"]),
        (&own, &["-p", "source=5"]),
    ];
    for (subject, more) in subjects {
        for device in devices().into_iter().chain(["cpu"]) {
            let run = ["run", subject, "--graph", "rmat:7", "--device", device, "--json"];
            let first = igc(&[&run[..], more].concat()).json();
            let words = items(&first["plan"], "repeat").iter().map(|word| word.as_str().unwrap());
            let words: Vec<&str> = words.collect();
            assert_eq!(words[..2], ["igc", "run"]);
            assert!(words.contains(&"--opts") && !words.contains(&"auto"), "{words:?}");
            let again = igc(&[&words[1..], &["--json", "--check"]].concat()).json();
            assert_eq!(identity(&again), identity(&first), "{words:?}");
            assert_eq!(again["plan"], Value::Null, "{words:?}");
            assert_eq!(again["checks"][0]["passed"], true, "{words:?}");
        }
    }
    let more = ["--json", "--threads", "1"];
    let run = ["run", "bfs", "--graph", "rmat:7", "--device", "cpu"];
    let repeat = igc(&[&run[..], &more].concat()).json()["plan"]["repeat"].clone();
    let words = repeat.as_array().unwrap();
    assert_eq!(words[words.len() - 4..], ["--device", "cpu", "--threads", "1"]);
}

#[test]
fn a_parameter_of_some_programs_chooses_one_of_them() {
    let report = run("sssp", &["-p", "busy=7", "--check", "--json"]).json();
    assert_eq!(
        (&report["program"], &report["checks"][0]["passed"]),
        (&"sssp_adaptive".into(), &true.into())
    );
    assert!(items(&report, "params").contains(&serde_json::json!(["busy", "7"])), "{report}");
    let explained = explain("sssp", &["-p", "busy=7", "--json"]).json();
    assert!(text(&explained, "plan").starts_with("sssp_adaptive --opts "), "{explained}");
    let error = run("sssp", &["-p", "bussy=7"]).fails(1);
    assert!(error.contains("unknown parameter `bussy`"), "{error}");
}

#[test]
fn a_program_of_a_user_gets_a_configuration() {
    let folder = Folder::new();
    let own = folder.file("hops.ig", HOPS);
    for device in devices().into_iter().filter(|device| *device != "interpreter").chain(["cpu"]) {
        let call = ["run", &own, "--graph", "rmat:7", "--device", device, "--check"];
        let done = igc(&call);
        // Flags that have no effect are no news to a user who has chosen none.
        assert_eq!(done.stderr, "", "{device}");
        let report = done.ok();
        assert!(report.starts_with("plan      hops --opts "), "{report}");
        assert!(report.contains("passed: bfs agrees"), "{report}");
        let explained = ["explain", "--auto", &own, "--graph", "rmat:7", "--device", device];
        let plan = igc(&[&explained[..], &["--json"]].concat()).json()["plan"].clone();
        let options = plan.as_str().unwrap().strip_prefix("--opts ").unwrap().to_owned();
        assert!(report.starts_with(&format!("plan      hops --opts {options} -p ")), "{report}");
    }
}

#[test]
fn runs_that_fail_say_why() {
    let folder = Folder::new();
    let error = igc(&["run", "bfs", "--graph", "missing.mtx", "--device", "cpu"]).fails(1);
    assert_eq!(error, "error: missing.mtx: no file or generator has this name\n");
    let broken = folder.file("broken.el", "0 1\n1 x\n");
    let error = igc(&["run", "bfs", "--graph", &broken, "--device", "cpu"]).fails(1);
    assert!(error.contains("broken.el"), "{error}");
    let error = igc(&["run", "bfs", "--graph", "rmat:5", "--device", "no such"]).fails(3);
    assert!(error.contains("no such"), "{error}");
    let wrong = folder.file("wrong.ig", "main { let x = y; }");
    let error = igc(&["run", &wrong, "--graph", "rmat:5", "--device", "cpu"]).fails(1);
    assert!(error.contains("error[E0101]"), "{error}");
    // The message names the declaration of the program that was chosen.
    let bare = folder.file("bare.el", "0 1\n1 2\n");
    let error = igc(&["run", "mst", "--graph", &bare, "--device", "cpu"]).fails(1);
    assert!(error.contains("the graph has no weights") && error.contains("mst_"), "{error}");
}

#[test]
fn choices_are_explained() {
    let shown = explain("bfs", &[]).ok();
    let json = explain("bfs", &["--json"]).json();
    let head = format!(
        "graph     rmat:8\ndevice    {}\nplan      {}\nreason    {}\n\nfacts\n",
        text(&json, "device"),
        text(&json, "plan"),
        text(&json, "reason"),
    );
    assert!(shown.starts_with(&head), "{shown}\ndoes not start with\n{head}");
    for line in [
        "  nodes                256  number of nodes",
        "  threads                2  number of threads of the device",
        "rules, of which the first one that applies decides",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "`{line}` is not in\n{shown}");
    }
    for name in ["edges", "degree", "skew", "largest", "rounds", "worklists", "loops"] {
        assert!(shown.contains(&format!("\n  {name} ")), "{name}: {shown}");
        assert!(json["facts"][name].is_number(), "{name}: {json}");
    }
    let marks: Vec<&str> = shown.lines().filter(|line| line.starts_with("-> ")).collect();
    assert_eq!(marks.len(), 1, "{shown}");
}

/// The mark is at the rule that decides, and not at one whose program lacks a parameter.
#[test]
fn the_rule_that_decides_is_marked() {
    for (problem, param) in [
        ("bfs", "source=1"),
        ("sssp", "busy=7"),
        ("sssp", "delta=9"),
        ("colouring", "hub=3"),
        ("cc", "samples=5"),
        ("cc", "rounds=2"),
    ] {
        for graph in ["grid:70", "rmat:9", "road:3000"] {
            let call = ["explain", "--auto", problem, "--graph", graph, "-p", param];
            let shown = igc(&[&call[..], &["--device", "cpu"]].concat()).ok();
            let lines: Vec<&str> = shown.lines().collect();
            let plan = lines[2].strip_prefix("plan      ").unwrap();
            let marks = (0..lines.len()).filter(|at| lines[*at].starts_with("-> "));
            match marks.collect::<Vec<_>>()[..] {
                [] => assert!(shown.contains("whose program has the parameters"), "{shown}"),
                [at] => assert_eq!(lines[at + 1].trim(), plan, "{shown}"),
                _ => panic!("{shown}"),
            }
        }
    }
}

/// In the explanation, the plan is that of the first rule whose comparisons are all true.
#[test]
fn explanations_are_consistent() {
    let folder = Folder::new();
    let own = folder.file("hops.ig", HOPS);
    for subject in ["bfs", "tri", "sssp", "colouring", "hits", "pr_pull", &own] {
        for device in devices().into_iter().filter(|device| *device != "interpreter").chain(["cpu"])
        {
            for graph in ["rmat:9", "grid:70", "star:400", "chain:900", "empty:1"] {
                let call = ["explain", "--auto", subject, "--graph", graph, "--device", device];
                let json = igc(&[&call[..], &["--json"]].concat()).json();
                let mut known: Vec<&Value> = items(&json, "also").iter().collect();
                let mut first = None;
                for rule in items(&json, "rules") {
                    let comparisons = items(rule, "comparisons");
                    for comparison in comparisons {
                        let [value, number] = ["value", "number"].map(|name| &comparison[name]);
                        let (value, number) = (value.as_f64().unwrap(), number.as_f64().unwrap());
                        assert_eq!(json["facts"][text(comparison, "fact")], value, "{json}");
                        let holds = match text(comparison, "operator") {
                            ">" => value > number,
                            _ => value <= number,
                        };
                        assert_eq!(comparison["holds"], holds, "{json}");
                    }
                    let applies = comparisons.iter().all(|comparison| comparison["holds"] == true);
                    assert_eq!(rule["applies"], applies, "{json}");
                    if applies && first.is_none() {
                        first = Some(&rule["plan"]);
                    }
                    known.push(&rule["plan"]);
                }
                match first {
                    Some(plan) => assert_eq!(json["plan"], *plan, "{json}"),
                    // No rule of the problem chooses the program that the user named.
                    None => assert!(known.contains(&&json["plan"]), "{json}"),
                }
                assert_eq!(json["graph"], graph);
            }
        }
    }
}

#[test]
fn what_cannot_be_explained_is_refused() {
    let error = igc(&["explain", "--auto", "bfs"]).fails(2);
    assert!(error.contains("--graph <SPEC>"), "{error}");
    let error = igc(&["explain", "--auto", "--graph", "rmat:4"]).fails(2);
    assert_eq!(error, "error: `--auto` and `--workload` need a program\n");
    let explain = |subject: &str, graph: &str, more: &[&str]| {
        igc(&[&["explain", "--auto", subject, "--graph", graph], more].concat())
    };
    let error = explain("bfs", "missing.mtx", &["--device", "cpu"]).fails(1);
    assert_eq!(error, "error: missing.mtx: no file or generator has this name\n");
    let error = explain("bfs", "rmat:x", &["--device", "cpu"]).fails(1);
    assert!(error.contains("rmat"), "{error}");
    let error = explain("bfs", "rmat:4", &["--device", "no such"]).fails(3);
    assert!(error.contains("no such"), "{error}");
    let error = explain("dijkstar", "rmat:4", &["--device", "cpu"]).fails(1);
    assert!(error.contains("help: did you mean `dijkstra`?"), "{error}");
    let error = explain(&bfs().replace("bfs_wl", "none"), "rmat:4", &["--device", "cpu"]).fails(1);
    assert!(error.contains("none.ig"), "{error}");
    for device in ["cpu", "interpreter"] {
        for (subject, param) in [("bfs", "unknown=1"), ("bfs_wl", "unknown=1"), ("bfs", "source=x")]
        {
            let name = param.split('=').next().unwrap();
            let error = explain(subject, "rmat:4", &["--device", device, "-p", param]).fails(1);
            assert!(error.contains(&format!("parameter `{name}`")), "{error}");
        }
    }
    for more in [&["--workload"][..], &["--opts", "wg"], &["--policy", "x"]] {
        let error = explain("bfs", "rmat:4", more).fails(2);
        assert!(error.contains("cannot be used with"), "{error}");
    }
    let error = igc(&["explain", "bfs", "--graph", "rmat:4"]).fails(2);
    assert_eq!(error, "error: `--graph` needs `--auto`, `--distributed` or `--workload`\n");
    let error = igc(&["explain", "bfs", "-p", "source=1"]).fails(2);
    assert!(error.contains("--auto"), "{error}");
    let error = igc(&["explain", "bfs", "--device", "cpu"]).fails(2);
    assert_eq!(error, "error: `--device` needs `--auto`\n");
    // The interpreter has no plans, so there are no facts and no rules.
    let shown = explain("bfs", "rmat:4", &["--device", "interpreter"]).ok();
    let wanted = "graph     rmat:4\ndevice    interpreter\nplan      bfs_hybrid --opts none\n\
                  reason    the interpreter has no plans\n";
    assert_eq!(shown, wanted);
}

#[test]
fn help_describes_the_choice() {
    for (command, words) in [("run", "[default: auto]"), ("explain", "--auto")] {
        let help = igc(&[command, "--help"]).ok();
        assert!(help.contains(words), "{help}");
    }
}
