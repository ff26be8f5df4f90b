//! Tests of `igc tune`: its table and JSON, what it remembers and forgets, mistakes of users, and plans that end or block
//! their process.

use std::process::{Command, Output};

use serde_json::Value;

use crate::{Done, Folder, command, devices, igc};

/// A program that runs forever with one value of a parameter.
const LEVELS: &str = "
    param source: node = 0;
    param stuck: bool = false;
    node level: u32 = MAX;
    node x: u32 = 0;
    kernel wait() { forall u in nodes where stuck { while u.x == 0 { u.x += 0; } } }
    kernel visit(round: u32) {
        forall u in worklist {
            forall e in u.out { if e.dst.level == MAX { e.dst.level = round; push e.dst; } }
        }
    }
    main {
        wait();
        source.level = 0;
        let round = 1;
        pipe [source] { visit(round); round += 1; }
    }
    output level;
    check bfs(level, source);";

/// A folder with a cache.
struct Place(Folder);

impl Place {
    fn new() -> Place {
        Place(Folder::new())
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(arguments);
        command.env("IGC_CACHE_DIR", self.0.path("cache")).current_dir(self.0.0.path());
        command
    }

    fn igc(&self, arguments: &[&str]) -> Done {
        Done::from(self.command(arguments).output().unwrap())
    }

    /// Returns the entries that are remembered.
    fn entries(&self) -> Vec<Value> {
        let entries = std::fs::read_dir(self.0.path("cache/tuned"));
        let paths = entries.into_iter().flatten().map(|entry| entry.unwrap().path());
        paths.map(|path| serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()).collect()
    }
}

/// Returns the lines of a table after its head, as words.
fn rows(table: &str) -> Vec<Vec<&str>> {
    let lines = table.lines().skip_while(|line| !line.trim_start().starts_with("rank ")).skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    lines.map(|line| line.split_whitespace().collect()).collect()
}

fn line<'t>(text: &'t str, name: &str) -> &'t str {
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.unwrap_or_else(|| panic!("{name}: {text}")).trim()
}

#[test]
fn a_problem_is_tuned_and_the_winner_can_be_repeated() {
    for device in devices().into_iter().chain(["cpu"]) {
        let place = Place::new();
        let tune = ["tune", "bfs", "--graph", "rmat:6", "--device", device, "--budget", "10s"];
        let done = place.igc(&tune);
        assert!(done.stderr.starts_with("bfs on rmat:6: measuring plans for at most 10 s\n"));
        assert!(done.stderr.contains(", checked\n"), "{}", done.stderr);
        let table = done.ok();
        assert_eq!(line(&table, "program"), "bfs");
        assert!(line(&table, "graph").starts_with("rmat:6: 64 nodes, "), "{table}");
        let rows = rows(&table);
        assert!(rows.len() > 1 && rows[0][0] == "1", "{table}");
        let best: Vec<_> = rows.iter().filter(|row| row.contains(&"best")).collect();
        assert_eq!(best, [&rows[0]], "{table}");
        assert!(rows.iter().all(|row| !row.contains(&"no")), "{table}");
        let entries = place.entries();
        if device == "interpreter" {
            assert!(entries.is_empty() && !table.contains("\nmemory"), "{table}");
        } else {
            assert_eq!((entries.len(), &entries[0]["is_checked"]), (1, &true.into()));
            let plan = entries[0]["plan"].as_str().unwrap();
            assert!(line(&table, "fastest").starts_with(&format!("{plan}: ")), "{table} {plan}");
            assert!(line(&table, "memory").starts_with("igc uses it"), "{table}");
        }
        let repeat = line(&table, "repeat").replace('\'', "");
        let words: Vec<&str> = repeat.split(' ').skip(1).chain(["--check"]).collect();
        let report = place.igc(&words).ok();
        assert!(report.starts_with(&format!("program   {}", words[1])), "{repeat} {report}");
    }
}

#[test]
fn a_run_uses_the_plan_that_is_remembered() {
    let place = Place::new();
    let plans = place.0.file("plans", "bfs_topo --opts none\n");
    let of = |command| [command, "bfs", "--graph", "rmat:6", "--device", "cpu"];
    let run = || place.igc(&of("run")).ok();
    let before = run();
    assert!(!before.starts_with("plan      bfs_topo"), "{before}");
    place.igc(&[&of("tune")[..], &["--plans", &plans]].concat()).ok();
    let after = run();
    assert!(after.starts_with("plan      bfs_topo --opts none"), "{after}");
    assert!(after.contains("(the fastest in a measurement of 20"), "{after}");
    let other = place.igc(&[&of("run")[..], &["-p", "source=1"]].concat()).ok();
    assert!(!other.starts_with("plan      bfs_topo"), "{other}");
    place.igc(&[&of("tune")[..], &["--forget"]].concat()).ok();
    assert_eq!(run().lines().next(), before.lines().next());
}

/// `igc bench` chooses in another process than the one that knows the graph and the device, but as `igc run` does.
#[test]
fn a_comparison_uses_the_plan_that_is_remembered() {
    let place = Place::new();
    let plans = place.0.file("plans", "bfs_topo --opts none\n");
    let of = |command| [command, "bfs", "--graph", "rmat:6", "--device", "cpu", "-p", "source=2"];
    let compared = |arguments: &[&str]| {
        let found = place.igc(&[arguments, &["--repeat", "1", "--json"]].concat()).json();
        found["comparisons"][0].clone()
    };
    place.igc(&[&of("tune")[..], &["--plans", &plans]].concat()).ok();
    let found = compared(&of("bench"));
    assert_eq!(
        (&found["program"], &found["auto"]["options"]),
        (&"bfs_topo".into(), &"none".into())
    );
    let reason = found["auto"]["reason"].as_str().unwrap();
    assert!(reason.starts_with("the fastest in a measurement of 20"), "{reason}");
    // Another source has not been measured.
    assert_ne!(compared(&of("bench")[..6])["program"], "bfs_topo");
}

#[test]
fn json_has_a_line_for_each_problem_with_all_times() {
    let place = Place::new();
    let tune = ["tune", "bfs", "cc", "--graph", "rmat:6", "--device", "cpu", "--json"];
    let lines = place.igc(&[&tune[..], &["--budget", "5s"]].concat()).ok();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    for (line, name) in lines.iter().zip(["bfs", "cc"]) {
        assert_eq!((&line["program"], &line["graph"]), (&name.into(), &"rmat:6".into()));
        assert_eq!((&line["facts"]["nodes"], &line["interrupted"]), (&64.into(), &false.into()));
        let (winner, best) = (&line["winner"], &line["plans"][0]);
        assert_eq!((&winner["plan"], &best["standing"]), (&best["plan"], &"best".into()));
        assert_eq!((&winner["checked"], &winner["remembered"]), (&true.into(), &true.into()));
        assert_eq!(winner["repeat"][1], "run");
        assert!(best["judging"].as_array().unwrap().len() > 5, "{best}");
        assert_eq!(best["ratio"], 1.0);
    }
    assert_eq!(place.entries().len(), 2);
}

#[test]
fn what_was_remembered_can_be_forgotten() {
    let place = Place::new();
    let of = |name, graph| ["tune", name, "--graph", graph, "--device", "cpu", "--budget", "1s"];
    for (name, graph) in [("bfs", "rmat:6"), ("bfs_wl", "rmat:6"), ("bfs", "chain:9")] {
        place.igc(&of(name, graph)).ok();
    }
    assert_eq!(place.entries().len(), 3);
    let forget = |tune: &[&str]| place.igc(&[tune, &["--forget"]].concat());
    assert_eq!(forget(&of("bfs", "rmat:6")).ok(), "1 plan is forgotten\n");
    assert_eq!(forget(&of("bfs", "rmat:6")).ok(), "no plan was remembered\n");
    let other = [&of("bfs", "chain:9")[..], &["-p", "source=1"]].concat();
    assert_eq!(forget(&other).ok(), "no plan was remembered\n");
    let stderr = forget(&["tune", "bfs"]).fails(2);
    assert!(stderr.contains("a program and a graph, or neither"), "{stderr}");
    assert_eq!(place.entries().len(), 2);
    assert_eq!(forget(&["tune", "--json"]).ok(), "{\"forgotten\":2}\n");
    assert_eq!(
        (place.entries().len(), forget(&["tune"]).ok().as_str()),
        (0, "no plan was remembered\n")
    );
}

#[test]
fn a_mistake_is_one_error() {
    let place = Place::new();
    let edges = place.0.file("edges.el", "0 1\n1 2\n");
    let plans = place.0.file("plans.txt", "bfs_wl --opts none\n\n# no\nbfs_wl --opts fg9\n");
    let none = place.0.file("none.txt", "# sssp_wl\n");
    let wrong = place.0.file("wrong.ig", "main { x = 1; }");
    for (arguments, code, words) in [
        (&["bsf", "--graph", "rmat:6"][..], 1, "`bsf` is not the name of a problem or program"),
        (&["bfs", "--graph", "rmat:6", "-p", "sourc=1"], 1, "unknown parameter `sourc`"),
        (&["bfs", "--graph", "rmat:6", "-p", "source=64"], 1, "the graph has only 64 nodes"),
        (&["bfs", "--graph", "rmat:6", "-p", "source=x"], 1, "`x` is not a valid node"),
        (&["sssp", "--graph", &edges], 1, "weights"),
        (&["bfs", "--graph", "rmat:6", "--input", "x=random"], 1, "unknown input `x`"),
        (&["gine", "--graph", "rmat:6"], 1, "input `"),
        (&["bfs", "--graph", "no-such-file"], 1, "no-such-file"),
        (&["bfs", "--graph", "rmat:6", "--device", "no-such"], 3, "no-such"),
        (&["bfs", "--graph", "rmat:6", "--plans", &plans], 1, "plans.txt:4: "),
        (&["bfs", "--graph", "rmat:6", "--plans", &none], 1, "has no plans for bfs"),
        (&[&wrong, "--graph", "rmat:6"], 1, "error[E"),
        (&["bfs"], 2, "--graph"),
        (&["--graph", "rmat:6"], 2, "<PROGRAM>"),
    ] {
        let mut tune = place.command(&[&["tune"], arguments].concat());
        let stderr = Done::from(tune.env("IGC_DEVICE", "cpu").output().unwrap()).fails(code);
        assert!(stderr.contains(words), "{arguments:?}: {stderr}");
        assert_eq!(stderr.matches("error").count(), 1, "{arguments:?}: {stderr}");
        assert!(!stderr.contains("failed"), "{arguments:?}: {stderr}");
    }
    assert_eq!(place.entries().len(), 0);
}

#[test]
fn a_plan_that_hangs_does_not_end_the_race() {
    let place = Place::new();
    let levels = place.0.file("levels.ig", LEVELS);
    let plans = place.0.file("plans", "--opts none\n--opts none -p stuck=true\n--opts wg\n");
    for device in devices().into_iter().chain(["cpu"]) {
        let tune = ["tune", &levels, "--graph", "rmat:6", "--device", device, "--timeout", "2"];
        let done = place.igc(&[&tune[..], &["--plans", &plans, "--json"]].concat());
        let line = done.json();
        assert_eq!(line["winner"]["checked"], true, "{line}");
        let plans = line["plans"].as_array().unwrap();
        let of = |plan: &str| plans.iter().find(|one| one["plan"] == plan).unwrap();
        let stuck = of("--opts none -p stuck=true");
        // In the interpreter, a run that takes too long is cancelled.
        let words = stuck["reason"].as_str().unwrap_or_default();
        let is_cancelled = device == "interpreter" && stuck["standing"] == "cancelled";
        assert!(is_cancelled || words.contains("not finished within 2 s"), "{device}: {stuck}");
        assert!(of("--opts none")["median"].is_number(), "{line}");
        assert_ne!(of("--opts wg")["standing"], "not run", "{line}");
    }
}

#[test]
fn results_that_are_wrong_are_never_remembered() {
    let place = Place::new();
    let text = LEVELS.replace("let round = 1;", "let round = 2;");
    let wrong = place.0.file("wrong.ig", &text);
    let done = place.igc(&["tune", &wrong, "--graph", "rmat:6", "--device", "cpu"]);
    assert_eq!(done.code, 4, "{done:?}");
    assert!(done.stdout.contains("WRONG") && done.stdout.contains("bfs disagrees"), "{done:?}");
    assert!(done.stderr.ends_with("no plan has a correct result\n"), "{done:?}");
    assert_eq!(place.entries().len(), 0);
    let tune = ["tune", &wrong, "--graph", "rmat:6", "--device", "cpu", "--no-check"];
    assert!(place.igc(&tune).ok().contains(", not checked\n"));
    assert_eq!(place.entries().len(), 0);
}

#[test]
fn without_a_cache_the_table_says_so() {
    let mut tune = command(&["tune", "bfs_wl", "--graph", "rmat:6", "--device", "cpu"]);
    let done = Done::from(tune.env("IGC_CACHE_DIR", "off").output().unwrap());
    assert!(done.stderr.contains("note: the plan is not remembered: "), "{done:?}");
    assert!(!done.ok().contains("\nmemory"));
}

/// Starts to tune with a plan that is stuck, and waits until the plan before it has run.
#[cfg(target_os = "linux")]
fn stuck(place: &Place) -> (std::process::Child, impl Iterator<Item = String>) {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let levels = place.0.file("levels.ig", LEVELS);
    let plans = "--opts none\n--opts none -p stuck=true\n--opts wg -p source=1\n";
    let plans = place.0.file("plans", plans);
    let tune = ["tune", &levels, "--graph", "rmat:6", "--device", "cpu", "--plans", &plans];
    let mut tune = place.command(&[&tune[..], &["--budget", "600s"]].concat());
    let mut tune = tune.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(tune.stderr.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("best so far, checked")));
    // The next plan starts at once.
    std::thread::sleep(std::time::Duration::from_millis(500));
    (tune, lines)
}

/// Sends a signal to a process.
#[cfg(target_os = "linux")]
fn send(signal: &str, process: &str) {
    let kill = Command::new("kill").args(["-s", signal, process]).status();
    assert!(kill.unwrap().success());
}

/// Returns the process that runs plans for another one.
#[cfg(target_os = "linux")]
fn child_of(process: u32) -> String {
    let children = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    children.unwrap().trim().to_owned()
}

#[cfg(target_os = "linux")]
#[test]
fn a_plan_whose_process_crashes_or_is_killed_does_not_end_the_race() {
    for (signal, reason) in [
        ("SEGV", "the process has crashed, probably in the machine code of igc's native target"),
        ("KILL", "its process ended with signal: 9 (SIGKILL)"),
    ] {
        let place = Place::new();
        let (tune, _lines) = stuck(&place);
        send(signal, &child_of(tune.id()));
        let Output { status, stdout, .. } = tune.wait_with_output().unwrap();
        let table = String::from_utf8(stdout).unwrap();
        assert!(status.success(), "{table}");
        assert!(table.contains(&format!("--opts none -p stuck=true  ({reason}")), "{table}");
        let rows = rows(&table);
        assert!(rows.len() == 3 && rows[0].contains(&"best") && rows[1][0] != "-", "{table}");
        assert_eq!(place.entries().len(), 1);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn after_an_interruption_the_best_plan_is_remembered() {
    use std::os::unix::process::ExitStatusExt;

    let place = Place::new();
    let (tune, _lines) = stuck(&place);
    let child = child_of(tune.id());
    // Like Ctrl-C, but never ignored, as Ctrl-C is in the background of a shell.
    send("TERM", &tune.id().to_string());
    let Output { status, stdout, .. } = tune.wait_with_output().unwrap();
    let table = String::from_utf8(stdout).unwrap();
    assert_eq!(status.signal(), Some(15), "{table}");
    assert!(line(&table, "fastest").ends_with(", before the end of the race"), "{table}");
    assert!(table.contains("not run  --opts wg -p source=1\n"), "{table}");
    assert_eq!(place.entries()[0]["plan"], "--opts none");
    assert!(!std::path::Path::new(&format!("/proc/{child}")).exists(), "the plan still runs");
}

/// A process that runs plans ends with the one that started it.
#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_behind() {
    let place = Place::new();
    let (mut tune, _lines) = stuck(&place);
    let child = child_of(tune.id());
    tune.kill().unwrap();
    tune.wait().unwrap();
    let state = format!("/proc/{child}/status");
    let is_there = || {
        let state = std::fs::read_to_string(&state).unwrap_or_default();
        !(state.is_empty() || state.contains("State:\tZ"))
    };
    let start = std::time::Instant::now();
    while is_there() {
        assert!(start.elapsed().as_secs() < 10, "the plan still runs");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn a_program_of_the_user_is_tuned_over_configurations() {
    let place = Place::new();
    place.0.file("levels.ig", LEVELS);
    let tune = ["tune", "levels.ig", "--graph", "rmat:6", "--device", "cpu", "-p", "source=3"];
    let table = place.igc(&tune).ok();
    assert!(line(&table, "fastest").starts_with("--opts "), "{table}");
    let repeat = line(&table, "repeat");
    assert!(repeat.starts_with("igc run levels.ig --graph rmat:6 --opts "), "{table}");
    assert!(repeat.contains("source=3"), "{table}");
    assert!(rows(&table).iter().all(|row| !row.contains(&"unfit")), "{table}");
    assert_eq!(igc(&["tune", "--help"]).code, 0);
}

/// A race on a busy machine says that it may be wrong.
#[test]
#[cfg(target_os = "linux")]
fn other_processes_are_noticed() {
    struct Busy(Vec<std::process::Child>);
    impl Drop for Busy {
        fn drop(&mut self) {
            for child in &mut self.0 {
                child.kill().unwrap();
                child.wait().unwrap();
            }
        }
    }
    let place = Place::new();
    let threads = std::thread::available_parallelism().unwrap().get();
    let busy = |_| Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
    let _busy = Busy((0..threads).map(busy).collect());
    // A race of less than 0.2 s is too short to tell.
    let tune = ["tune", "bfs", "--graph", "rmat:18", "--device", "cpu", "--budget", "3s", "--json"];
    let done = place.igc(&tune);
    let note = "note: other processes kept ";
    assert!(done.stderr.contains(note) && done.stderr.contains("help: end them"), "{done:?}");
    let line: Value = serde_json::from_str(done.stdout.lines().next().unwrap()).unwrap();
    assert!(line["other_processes"].as_f64().unwrap() > 0.1 * threads as f64, "{line}");
}
