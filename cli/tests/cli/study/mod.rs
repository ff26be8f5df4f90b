//! Tests of `igc study`: measurements survive the end of the process, and nothing is measured
//! twice.

mod compare;
mod files;
mod machines;
mod model;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::imports::{SEARCH, STEP};
use crate::{Done, Folder, command, devices, has_device, igc, repository};

/// A program that should compute levels, but never ends.
const ENDLESS: &str = "
    param source: node = 0;
    node level: u32 = MAX;
    kernel wait() { forall u in nodes { while u.level == MAX { u.level += 0; } } }
    main { wait(); }
    check bfs(level, source);
    output level;";

/// A program that computes wrong levels.
const WRONG: &str = "
    param source: node = 0;
    node level: u32 = 7;
    kernel nothing() { forall u in nodes where u == source { u.level = 7; } }
    main { nothing(); }
    check bfs(level, source);
    output level;";

/// A study of a program in a folder.
pub struct Study {
    folder: Folder,
}

impl Study {
    /// Creates a study of a program.
    fn of(program: &str, graph: &str, configurations: &str, devices: &[(&str, &str)]) -> Study {
        let folder = Folder::new();
        folder.file("program.ig", program);
        let mut text = format!(
            "name = \"small\"\nrepetitions = 3\nwarmup = 1\ntimeout = 60\n\
             configurations = {configurations}\n\
             [[applications]]\nfiles = [\"*.ig\"]\n\
             [[graphs]]\nname = \"it\"\nspec = \"{graph}\"\nclass = \"made up\"\n"
        );
        for (name, selector) in devices {
            text.push_str(&format!("[[devices]]\nname = \"{name}\"\nselector = \"{selector}\"\n"));
        }
        folder.file("study.toml", &text);
        Study { folder }
    }

    /// Creates a study of breadth-first search.
    pub fn bfs(graph: &str, configurations: &str, devices: &[(&str, &str)]) -> Study {
        let bfs = std::fs::read_to_string(crate::bfs()).unwrap();
        Study::of(&bfs, graph, configurations, devices)
    }

    /// Returns the study with a change in its file.
    pub fn with(self, from: &str, to: &str) -> Study {
        let text = self.folder.read("study.toml");
        assert!(text.contains(from), "{text}");
        self.folder.file("study.toml", &text.replace(from, to));
        self
    }

    pub fn file(&self) -> String {
        self.folder.path("study.toml")
    }

    pub fn store(&self) -> String {
        self.folder.path("study.db")
    }

    pub fn run(&self, more: &[&str]) -> crate::Done {
        igc(&[&["study", "run", &self.file()], more].concat())
    }

    pub fn status(&self) -> Value {
        igc(&["study", "status", &self.store(), "--json"]).json()
    }

    /// Returns the lines of all runs, without the header.
    fn runs(&self) -> Vec<String> {
        let csv = igc(&["study", "export", &self.store(), "--format", "csv"]).ok();
        csv.lines().skip(1).map(String::from).collect()
    }
}

/// Returns the columns that identify runs: application, graph, chip, options, round.
fn keys(runs: &[String]) -> BTreeSet<String> {
    let key = |line: &String| {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
        let record = reader.records().next().unwrap().unwrap();
        [1, 2, 4, 8, 10].map(|column| record[column].to_string()).join("|")
    };
    runs.iter().map(key).collect()
}

const FOUR: &str = "[\"none\", \"wg\", \"sz256\", \"wg,fg1,oitergb\"]";

#[test]
fn names_of_programs_have_no_control_characters() {
    let study = Study::bfs("chain:5", "[\"none\"]", &[("it", "interpreter")]);
    std::fs::copy(crate::bfs(), study.folder.path("a\u{1b}b.ig")).unwrap();
    let stderr = study.run(&[]).fails(1);
    assert!(stderr.contains("a name must not contain control characters"), "{stderr}");
}

/// The first lines say what a study measures, and what it does not search for.
#[test]
fn a_study_first_says_what_it_measures() {
    let study = Study::bfs("chain:5", FOUR, &[("it", "interpreter")]);
    let said = study.run(&[]).stderr;
    let scope = "study small: times 4 configurations of 1 program on 1 graph, on 1 device, ";
    assert!(said.starts_with(scope), "{said}");
    assert!(said.contains("\nnote: a study does not search for passes, "), "{said}");
    let help = igc(&["study", "run", "--help"]).ok();
    assert!(help.contains("A study times the listed configurations"), "{help}");
    let help = igc(&["search", "--help"]).ok();
    assert!(help.contains("The search tries orders of passes for one program"), "{help}");
}

/// Measurements belong to the program and to the files that it imports.
#[test]
fn a_change_of_an_imported_file_changes_the_program() {
    let study = Study::of(SEARCH, "chain:5", "[\"none\"]", &[("it", "interpreter")]);
    std::fs::create_dir(study.folder.path("parts")).unwrap();
    study.folder.file("parts/lib.ig", STEP);
    study.run(&[]).ok();
    let first = study.runs();
    study.run(&[]).ok();
    assert_eq!(study.runs(), first);
    study.folder.file("parts/lib.ig", &STEP.replace("depth + 1", "1 + depth"));
    study.run(&[]).ok();
    let second = study.runs();
    assert_eq!((first.len(), second.len()), (3, 3));
    assert!(second.iter().all(|run| !first.contains(run)), "{first:?} {second:?}");
}

#[test]
fn a_study_is_measured_once() {
    for device in devices() {
        let study = Study::bfs("rmat:6", FOUR, &[("it", device)]);
        study.run(&["--builders", "2"]).ok();
        let status = study.status();
        assert_eq!((&status["done"], &status["runs"]), (&status["cells"], &(12.into())));
        let runs = study.runs();
        assert_eq!((runs.len(), keys(&runs).len()), (12, 12));
        let again = study.run(&[]);
        assert!(again.stderr.contains("it: 0 runs, 0 failures, 0 runs left"), "{again:?}");
        assert_eq!(study.runs(), runs);
    }
}

/// Steps are timed in separate runs, and only once, even if they are requested later. The other
/// measurements do not change.
#[test]
fn steps_are_timed_once() {
    if !has_device() {
        return;
    }
    let study = Study::bfs("chain:5", FOUR, &[("it", "0")]);
    study.run(&[]).ok();
    let runs = study.runs();
    assert!(study.status()["steps"].is_null());
    let study = study.with("warmup = 1", "warmup = 1\nsteps = [\"none\", \"wg,fg1,oitergb\"]");
    let done = study.run(&[]);
    assert!(done.stderr.contains("it: steps of 2 configurations, 0 failures, 0 left"), "{done:?}");
    assert_eq!(study.runs(), runs, "they are no runs");
    let steps = &study.status()["steps"];
    assert_eq!(
        (&steps["cells"], &steps["done"], &steps["failed"]),
        (&2.into(), &2.into(), &0.into())
    );
    let text = igc(&["study", "status", &study.store()]).ok();
    assert!(text.contains("steps  2 timed, 0 failed, 0 left\n"), "{text}");
    let export = ["study", "export", &study.store(), "--format", "csv", "--steps"];
    let csv = igc(&export).ok();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    let of = |column: &str| -> Vec<&str> { rows.iter().map(|row| row[column].as_str()).collect() };
    // A loop that ran on the device as a whole is one row.
    assert_eq!(of("kind"), ["pipe", "pipe", "pipe", "pipe", "pipe", "outlined"]);
    assert_eq!(of("options")[4..], ["none", "wg,fg1,oitergb"]);
    assert_eq!(of("step"), ["0", "1", "2", "3", "4", "0"]);
    assert_eq!(of("frontier"), ["1", "1", "1", "1", "1", ""]);
    assert_eq!(of("frontier_arcs"), ["1", "2", "2", "2", "1", ""]);
    assert_eq!(of("discovered"), ["1", "1", "1", "1", "0", ""]);
    assert_eq!(of("rounds")[5], "5");
    assert!(rows.iter().all(|row| row["time"].parse::<f64>().unwrap() > 0.0), "{csv}");
    let data = igc(&["study", "export", &study.store()]).json();
    assert_eq!(data["steps"][0]["steps"].as_array().unwrap().len(), 5);
    let again = study.run(&[]);
    assert!(!again.stderr.contains("steps of"), "{again:?}");
    assert_eq!(igc(&export).ok(), csv);
    let all = study.folder.path("all.db");
    let merged = igc(&["study", "merge", &all, &study.store()]);
    assert!(merged.stderr.contains("the steps of 2 configurations"), "{merged:?}");
    let merged = igc(&["study", "export", &all, "--format", "csv", "--steps"]).ok();
    assert_eq!(merged, csv);
}

/// The interpreter does not support times of steps. The study records this, and is otherwise
/// complete.
#[test]
fn steps_that_cannot_be_timed_are_failures_of_their_own() {
    let study = Study::bfs("chain:5", "[\"none\", \"wg\"]", &[("it", "interpreter")]);
    let study = study.with("warmup = 1", "warmup = 1\nsteps = \"all\"");
    let done = study.run(&[]);
    assert_eq!(done.code, 0, "{done:?}");
    assert_eq!(done.stderr.matches("steps not timed: ").count(), 1, "{done:?}");
    assert!(done.stderr.contains("it: 6 runs, 0 failures, 0 runs left"), "{done:?}");
    assert!(done.stderr.contains("it: steps of 0 configurations, 2 failures, 0 left"), "{done:?}");
    let status = study.status();
    assert_eq!((&status["failed"], &status["steps"]["failed"]), (&0.into(), &2.into()));
    let reason = status["steps"]["failures"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("cannot time the rounds"), "{status}");
    let again = study.run(&[]);
    assert!(!again.stderr.contains("steps"), "{again:?}");
    let retried = study.run(&["--retry-failures"]);
    assert!(retried.stderr.contains("2 failures, 0 left"), "{retried:?}");
}

#[test]
fn more_repetitions_add_to_what_is_there() {
    let study = Study::bfs("chain:20", "[\"none\", \"wg\"]", &[("it", "interpreter")]);
    study.run(&[]).ok();
    let before = study.runs();
    let study = study.with("repetitions = 3", "repetitions = 5");
    study.run(&[]).ok();
    let after = study.runs();
    assert_eq!(after.len(), 10);
    assert!(before.iter().all(|run| after.contains(run)));
}

/// Configurations that compile to the same code run once, and share the times.
#[test]
fn configurations_that_are_the_same_share_their_runs() {
    let plain = "
        param source: node = 0;
        node level: u32 = MAX;
        kernel start() { forall u in nodes where u == source { u.level = 0; } }
        main { start(); }
        check bfs(level, source);
        output level;";
    let study = Study::of(plain, "empty:5", "\"all\"", &[("it", "interpreter")]);
    study.run(&[]).ok();
    let status = study.status();
    assert_eq!((&status["configurations"], &status["cells"]), (&96.into(), &2.into()));
    assert_eq!(status["runs"], 6);
    let data = igc(&["study", "export", &study.store()]).json();
    assert_eq!(data["results"].as_array().unwrap().len(), 96);
    assert_eq!(data["configurations"].as_array().unwrap().len(), 96);
    assert_eq!(data["inputs"][0]["nodes"], 5);
    assert_eq!(study.runs().len(), 96 * 3);
}

/// The study is killed with SIGKILL at several moments. No completed measurement is lost, and none
/// is repeated.
#[cfg(unix)]
#[test]
fn a_study_that_is_killed_goes_on_where_it_was() {
    // There must be enough runs that the study is not complete before the last of these moments,
    // even if the test notices it late.
    let study = Study::bfs("rmat:13", FOUR, &[("it", "interpreter")]);
    let study = study.with("repetitions = 3", "repetitions = 25");
    let mut before: Vec<String> = vec![];
    for moment in [0, 1, 3, 6] {
        let mut run = command(&["study", "run", &study.file()]).spawn().unwrap();
        let start = Instant::now();
        // While the file is empty, it is not a store yet.
        while std::fs::metadata(study.store()).map_or(0, |file| file.len()) == 0
            || study.status()["runs"].as_u64().unwrap_or(0) < moment
        {
            assert!(start.elapsed() < Duration::from_secs(60), "it does not go on");
            std::thread::sleep(Duration::from_millis(5));
        }
        run.kill().unwrap();
        run.wait().unwrap();
        let now = study.runs();
        assert!(now.len() as u64 >= moment && now.len() < 100, "{} runs at {moment}", now.len());
        assert!(before.iter().all(|run| now.contains(run)), "a run is lost");
        before = now;
    }
    study.run(&[]).ok();
    let runs = study.runs();
    assert!(before.iter().all(|run| runs.contains(run)), "a run is lost");
    assert_eq!((runs.len(), keys(&runs).len()), (100, 100));
    assert_eq!(study.status()["failed"], 0);
}

/// A failure is a result: it is stored and shown, and not repeated unless the user requests it.
#[test]
fn failures_are_kept() {
    for (program, kind, words) in
        [(ENDLESS, "hung", "no progress for 2 s"), (WRONG, "check", "bfs disagrees")]
    {
        let study = Study::of(program, "chain:5", "[\"none\"]", &[("it", "interpreter")]);
        let study = study.with("timeout = 60", "timeout = 2");
        let done = study.run(&[]);
        assert_eq!(done.code, 0, "{done:?}");
        assert!(done.stderr.contains("it: 0 runs, 1 failures, 0 runs left"), "{done:?}");
        let status = study.status();
        assert_eq!((&status["failed"], &status["runs_left"]), (&1.into(), &0.into()));
        let failure = &status["failures"][0];
        assert_eq!(failure["kind"], kind);
        assert!(failure["reason"].as_str().unwrap().contains(words), "{failure}");
        let text = igc(&["study", "status", &study.store(), "--tests"]).ok();
        assert!(text.contains("program --opts none on it on it\n"), "{text}");
        let again = study.run(&[]);
        assert!(again.stderr.contains("it: 0 runs, 0 failures"), "{again:?}");
        let retried = study.run(&["--retry-failures"]);
        assert!(retried.stderr.contains("it: 0 runs, 1 failures"), "{retried:?}");
        let data = igc(&["study", "export", &study.store()]).json();
        assert_eq!(data["results"][0]["outcome"]["failed"]["kind"], kind);
        let data = igc(&["study", "export", &study.store(), "--format", "t4"]).json();
        let result = &data["results"][0];
        let word = if kind == "hung" { "timeout" } else { "correctness" };
        assert_eq!((&result["invalidity"], &result["correctness"]), (&word.into(), &0.into()));
        assert_eq!(result["times"]["runtimes"], serde_json::json!([]));
    }
}

/// If a worker is killed, the configuration that was running fails, and the others are measured.
#[cfg(unix)]
#[test]
fn what_ends_a_worker_costs_one_configuration() {
    let study =
        Study::bfs("rmat:6", FOUR, &[("it", "interpreter")]).with("timeout = 60", "timeout = 3");
    // The limit of CPU time ends the first worker after a moment.
    let script = study.folder.file(
        "runner.sh",
        "if [ -e \"$0.ran\" ]; then exec \"$@\"; fi\ntouch \"$0.ran\"\nulimit -t 1\nexec \"$@\"",
    );
    study.folder.file("endless.ig", ENDLESS);
    study.run(&["--runner", &format!("sh '{script}'")]).ok();
    let status = study.status();
    // For the endless program, `wg` and `none` compile to the same code.
    assert_eq!((&status["cells"], &status["failed"]), (&6.into(), &2.into()), "{status}");
    assert_eq!((&status["runs"], &status["runs_left"]), (&12.into(), &0.into()));
}

/// The page loads itself again until the study is complete, and the command then ends.
#[test]
fn a_page_shows_the_progress_of_a_study() {
    let study = Study::bfs("chain:5", "[\"none\"]", &[("first", "interpreter"), ("second", "cpu")]);
    study.run(&["--device", "first"]).ok();
    let page = study.folder.path("page.html");
    let watch = ["study", "watch", &study.store(), "-o", &page, "--every", "1"];
    igc(&[&watch[..], &["--once"]].concat()).ok();
    let once = study.folder.read("page.html");
    for words in ["small: progress", "3 runs are done, and 3 are left", "Progress on 2 devices"] {
        assert!(once.contains(words), "`{words}` is not in\n{once}");
    }
    assert!(!once.contains("http-equiv=\"refresh\""));
    let mut child = command(&watch).stderr(std::process::Stdio::null()).spawn().unwrap();
    let is_live =
        || study.folder.read("page.html").contains("http-equiv=\"refresh\" content=\"1\"");
    let start = Instant::now();
    while !is_live() {
        assert!(start.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(20));
    }
    study.run(&[]).ok();
    assert!(child.wait().unwrap().success());
    let last = study.folder.read("page.html");
    assert!(last.contains("6 runs are done, and 0 are left") && !is_live(), "{last}");
    assert!(last.contains("The study is complete"), "{last}");
    let missing = study.folder.path("missing.db");
    igc(&["study", "watch", &missing, "-o", &page]).fails(1);
}

#[test]
fn the_budget_leaves_the_rest_for_another_time() {
    let study = Study::bfs("rmat:12", FOUR, &[("it", "interpreter")]);
    // The first configuration alone takes more than half of the budget.
    let study = study.with("warmup = 1", "warmup = 60\nbudget = 1");
    let done = study.run(&[]);
    assert_eq!(done.code, 0, "{done:?}");
    let (runs, left) = (study.runs().len() as u64, study.status()["runs_left"].as_u64().unwrap());
    assert!(runs >= 1 && left >= 1 && runs + left == 12, "{runs}, {left}: {}", study.status());
    study.run(&[]).ok();
    assert!(study.runs().len() as u64 > runs);
}

#[cfg(unix)]
#[test]
fn the_template_is_a_study() {
    let folder = Folder::new();
    let file = folder.path("mine.toml");
    igc(&["study", "new", "-o", &file]).ok();
    let text = folder.read("mine.toml");
    assert!(text.contains("name = \"mine\"") && text.contains("mine.db"), "{text}");
    let there = igc(&["study", "new", "-o", &file]).fails(1);
    assert!(there.contains("mine.toml"), "{there}");
    let missing = folder.path("missing/mine.toml");
    let stderr = igc(&["study", "new", "-o", &missing]).fails(1);
    assert!(stderr.contains("help: create the folder first"), "{stderr}");
    let stderr = igc(&["study", "run", &file, "--device", "nope"]).fails(1);
    assert!(stderr.contains("mine.toml:55:10: there is no file `"), "{stderr}");
    std::os::unix::fs::symlink(repository().join("examples"), folder.path("examples")).unwrap();
    let stderr = igc(&["study", "run", &file, "--device", "nope"]).fails(1);
    assert!(stderr.contains("no device `nope`; its devices are "), "{stderr}");
}

/// The first commands of the chapter about studies work, and those of the README: every example can be measured, on a
/// device of this machine.
#[cfg(unix)]
#[test]
fn a_new_study_runs() {
    let chapter = repository().join("docs/src/study/running.md");
    let chapter = std::fs::read_to_string(chapter).unwrap();
    let block = chapter.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
    let commands = block.lines().map(|line| line.split('#').next().unwrap().trim());
    let commands: Vec<&str> = commands.filter(|line| !line.is_empty()).collect();
    let folder = Folder::new();
    let run = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[0], "igc", "{line}");
        let mut call = command(&words[1..]);
        let done = Done::from(call.current_dir(folder.path("")).output().unwrap());
        assert_eq!(done.code, 0, "{line}: {done:?}");
        done
    };
    let [new, measure, others @ ..] = &commands[..] else { panic!("{commands:?}") };
    run(new);
    std::os::unix::fs::symlink(repository().join("examples"), folder.path("examples")).unwrap();
    // The device is that of the template. Less is measured, so that the test ends in time.
    let mut text = folder.read("mine.toml");
    for (from, to) in [
        ("configurations = \"all\"", "configurations = [\"none\"]"),
        ("rmat:16", "rmat:5"),
        ("road:20000", "road:50"),
        ("uniform:16", "uniform:5"),
    ] {
        assert!(text.contains(from), "{text}");
        text = text.replace(from, to);
    }
    folder.file("mine.toml", &text);
    let measured = run(measure);
    let compiles = measured.stderr.contains("\ncompiling ");
    assert!(compiles && measured.stderr.contains("0 failures, 0 runs left"), "{measured:?}");
    others.iter().for_each(|line| drop(run(line)));
    assert!(folder.read("runs.csv").starts_with("study,application,graph"));
}

/// Mistakes in the study file are found before anything is compiled or measured.
#[test]
fn a_study_that_cannot_run_is_refused_at_once() {
    for (from, to, expected) in [
        ("chain:5", "chian:5", ": unknown generator 'chian'"),
        ("chain:5", "nowhere.el", ": nowhere.el: no file or generator has this name"),
        ("\"interpreter\"", "\"no such device\"", "device `it` of the study: "),
    ] {
        let study = Study::of(
            "main { this is not a program",
            "chain:5",
            "[\"none\"]",
            &[("it", "interpreter")],
        );
        let study = study.with(from, to);
        let run = study.run(&[]);
        assert!(run.code == 1 || run.code == 3, "{run:?}");
        assert!(run.stderr.contains(expected), "{run:?}");
        assert!(!std::path::Path::new(&study.store()).exists());
    }
}

/// The programs of a study get random values for their inputs only if the study file says so.
#[test]
fn inputs_of_programs_are_random_on_request() {
    let program = "input node given: u32; node level: u32 = MAX; param source: node = 0;
        node seen: u32 = 0;
        kernel copy() { forall u in nodes { u.seen = u.given; } }
        main { copy(); source.level = 0; }
        check bfs(level, source);
        output level, seen;";
    let study = Study::of(program, "empty:1", "[\"none\"]", &[("it", "interpreter")]);
    let stderr = study.run(&[]).fails(1);
    assert!(stderr.contains("it has the input `given`"), "{stderr}");
    assert!(stderr.contains("help: add `inputs = \"random\"`"), "{stderr}");
    let study = study.with("files = [\"*.ig\"]", "files = [\"*.ig\"]\ninputs = \"random\"");
    let run = study.run(&[]);
    assert!(run.stderr.contains("3 runs, 0 failures, 0 runs left"), "{run:?}");
}

/// Other tools of tuning read T4: a value for each choice that the study compares, and the time of each run.
#[test]
fn results_are_exported_for_other_tools() {
    let options = "[\"none\", \"fg8,sz256\", \"vwarp=8\", \"sg,passes=gvn+dce\"]";
    let study = Study::bfs("chain:5", options, &[("it", "interpreter")]);
    study.run(&[]).ok();
    let data = igc(&["study", "export", &study.store(), "--format", "t4"]).json();
    assert_eq!(data["schema_version"], "1.0.0");
    let device = &data["metadata"]["environment"]["device_query"]["it"]["device"];
    assert_eq!(device, "interpreter", "{data}");
    let results = data["results"].as_array().unwrap();
    assert_eq!(results.len(), 4, "{data}");
    let find = |key: &str, value: serde_json::Value| {
        let found = results.iter().filter(|result| result["configuration"][key] == value);
        let found: Vec<_> = found.collect();
        assert_eq!(found.len(), 1, "{key}: {data}");
        found[0]
    };
    let narrow = find("sharing", "8".into());
    assert_eq!(narrow["configuration"]["fg"], "none", "{narrow}");
    let nested = find("fg", "fg8".into());
    let values = &nested["configuration"];
    assert_eq!((&values["size"], &values["sharing"]), (&1.into(), &"none".into()), "{nested}");
    assert_eq!((&values["application"], &values["device"]), (&"program".into(), &"it".into()));
    let passes = find("passes", "gvn,dce".into());
    assert_eq!((&passes["invalidity"], &passes["correctness"]), (&"correct".into(), &1.into()));
    let runs = passes["times"]["runtimes"].as_array().unwrap();
    let mut times: Vec<f64> = runs.iter().map(|time| time.as_f64().unwrap()).collect();
    times.sort_by(f64::total_cmp);
    let measured = &passes["measurements"][0];
    assert_eq!((times.len(), &measured["unit"]), (3, &"ms".into()), "{passes}");
    assert_eq!(measured["value"].as_f64(), Some(times[1]), "{passes}");
}

/// The ending of the file determines the format of an export.
#[test]
fn exports_have_the_format_of_their_ending() {
    let study = Study::bfs("chain:5", "[\"none\"]", &[("it", "interpreter")]);
    study.run(&[]).ok();
    let export = |name: &str, more: &[&str]| {
        let file = study.folder.path(name);
        igc(&[&["study", "export", &study.store(), "-o", &file], more].concat())
    };
    export("runs.csv", &[]).ok();
    assert!(study.folder.read("runs.csv").starts_with("study,application,graph,"));
    export("runs.json", &[]).ok();
    assert!(study.folder.read("runs.json").starts_with('{'));
    export("runs.txt", &["--format", "csv"]).ok();
    assert!(study.folder.read("runs.txt").starts_with("study,application,graph,"));
    export("runs.t4", &[]).ok();
    export("tuning.json", &["--format", "t4"]).ok();
    assert_eq!(study.folder.read("runs.t4"), study.folder.read("tuning.json"));
    let steps = export("steps.t4", &["--steps"]).fails(2);
    assert!(steps.contains("T4 has no steps"), "{steps}");
    let contradiction = export("other.csv", &["--format", "json"]).fails(2);
    assert!(contradiction.contains("the ending means the format csv"), "{contradiction}");
    let unknown = export("other.txt", &[]).fails(2);
    assert!(unknown.contains("help: use the ending .json, .csv, .parquet or .t4"), "{unknown}");
    assert!(!std::path::Path::new(&study.folder.path("other.csv")).exists());
}

#[test]
fn files_that_are_something_else_are_refused() {
    let study = Study::bfs("chain:3", "[\"none\"]", &[("it", "interpreter")]);
    let nothing = igc(&["study", "status", &study.store()]).fails(1);
    assert!(nothing.contains("there is no such store"), "{nothing}");
    let text = study.file();
    for command in ["status", "export"] {
        let refused = igc(&["study", command, &text]).fails(1);
        assert!(refused.contains("study.toml"), "{refused}");
    }
    assert!(study.folder.read("study.toml").starts_with("name"), "it was left alone");
    study.run(&[]).ok();
    let other = text.replace("study.toml", "other.toml");
    std::fs::write(&other, study.folder.read("study.toml").replace("small", "large")).unwrap();
    let store = study.store();
    let refused = igc(&["study", "run", &other, "--store", &store]).fails(1);
    assert!(refused.contains("the store of the study `small`, not of `large`"), "{refused}");
}
