//! Tests of `igc check`, of the forms of diagnostics, and of failures with `--json`.

use serde_json::Value;

use crate::{Folder, bfs, igc};

const WRONG: &str = "main {\n    let x = y;\n}\n";
const UNUSED: &str = "global g: u32 = 0;\nmain {\n    let x = 1;\n    g = 2;\n}\noutput g;\n";

#[test]
fn check_reports_every_program_and_writes_nothing() {
    let folder = Folder::new();
    let (wrong, unused) = (folder.file("wrong.ig", WRONG), folder.file("unused.ig", UNUSED));
    let done = igc(&["check", &wrong, &bfs(), &unused]);
    let stderr = done.fails(1);
    for words in ["error[E0101]", "wrong.ig:2:13", "warning[W", "unused.ig:3:9"] {
        assert!(stderr.contains(words), "`{words}` is not in\n{stderr}");
    }
    assert!(stderr.ends_with("3 programs: 1 with errors, 1 warning\n"), "{stderr}");
    let done = igc(&["check", &bfs(), "cc"]);
    assert_eq!(done.stderr, "2 programs: no errors, 0 warnings\n");
    assert_eq!(done.ok(), "");
    assert_eq!(std::fs::read_dir(folder.0.path()).unwrap().count(), 2);
}

#[test]
fn warnings_can_be_denied() {
    let folder = Folder::new();
    let unused = folder.file("unused.ig", UNUSED);
    let done = igc(&["check", &unused]);
    assert!(done.stderr.ends_with("1 program: no errors, 1 warning\n"), "{done:?}");
    done.ok();
    let stderr = igc(&["check", "--deny-warnings", &unused]).fails(1);
    assert!(stderr.contains("error: 1 warning\nhelp: without `--deny-warnings`"), "{stderr}");
    igc(&["check", "--deny-warnings", &bfs()]).ok();
}

#[test]
fn a_folder_is_checked_without_its_libraries() {
    let folder = Folder::new();
    let inner = folder.path("inner");
    std::fs::create_dir(&inner).unwrap();
    folder.file("inner/lib.ig", "fn twice(x: u32) -> u32 { return 2 * x; }\n");
    let uses = "use ./lib.ig;\nglobal g: u32 = 0;\nmain { g = lib::twice(2); }\noutput g;\n";
    folder.file("inner/uses.ig", uses);
    let whole = folder.path("");
    let done = igc(&["check", &whole]);
    assert!(
        done.stderr.starts_with("1 program: no errors, 0 warnings; 1 file without"),
        "{done:?}"
    );
    done.ok();
    folder.file("wrong.ig", WRONG);
    assert!(igc(&["check", &whole]).fails(1).contains("error[E0101]"));
}

#[test]
fn the_json_of_several_programs_is_one_array() {
    let folder = Folder::new();
    let (wrong, unused) = (folder.file("wrong.ig", WRONG), folder.file("unused.ig", UNUSED));
    let missing = folder.path("missing.ig");
    let stderr = igc(&["check", "--diagnostics", "json", &wrong, &unused, &missing]).fails(1);
    let list: Value = serde_json::from_str(&stderr).unwrap();
    let list = list.as_array().unwrap();
    let place = |entry: &Value| entry["labels"][0]["file"].as_str().map(str::to_owned);
    let places: Vec<_> = list.iter().map(place).collect();
    assert_eq!(places, [Some(wrong), Some(unused), None]);
    assert_eq!(list[0]["labels"][0]["start"]["line"], 2);
    assert!(list[1]["severity"] == "warning" && list[2]["code"].is_null());
}

/// Every command that reads programs takes the option, before or after the program.
#[test]
fn github_shows_errors_at_their_lines() {
    let folder = Folder::new();
    let wrong = folder.file("a,b.ig", WRONG);
    let place =
        format!("::error file={},line=2,col=13,endLine=2,endColumn=13,title=E0101::", wrong)
            .replace("a,b", "a%2Cb");
    let form = ["--diagnostics", "github"];
    let calls: [&[&str]; 8] = [
        &["check", &wrong],
        &["compile", &wrong],
        &["run", &wrong, "--graph", "chain:4", "--device", "interpreter"],
        &["bench", &wrong, "--graph", "chain:4", "--device", "interpreter"],
        &["tune", &wrong, "--graph", "chain:4", "--device", "cpu"],
        &["explain", &wrong],
        &["explain", "--auto", &wrong, "--graph", "chain:4", "--device", "cpu"],
        &["search", &wrong, "--graph", "chain:4", "--device", "cpu", "--budget", "1s"],
    ];
    for call in calls {
        for arguments in [[call, &form].concat(), [&form, call].concat()] {
            let done = igc(&arguments);
            assert!(done.code != 0 && done.stderr.contains(&place), "{arguments:?}: {done:?}");
            assert!(!done.stderr.contains("error[E0101]"), "{done:?}");
        }
    }
    let stderr = igc(&["fmt", &folder.file("b.ig", "main {"), "--diagnostics", "github"]).fails(1);
    assert!(stderr.starts_with("::error file=") && stderr.contains("title=E0"), "{stderr}");
    let stderr = igc(&["run", "no-such-program", "--graph", "chain:4", form[0], form[1]]).fails(1);
    assert!(stderr.starts_with("::error title=igc::`no-such-program` is not"), "{stderr}");
    assert!(stderr.contains("%0Ahelp: "), "{stderr}");
}

#[test]
fn sarif_has_results_rules_and_notifications() {
    let folder = Folder::new();
    let (wrong, unused) = (folder.file("wrong a.ig", WRONG), folder.file("unused.ig", UNUSED));
    let missing = folder.path("missing.ig");
    let log = |arguments: &[&str]| -> Value {
        let done = igc(&[&["check", "--diagnostics", "sarif"], arguments].concat());
        serde_json::from_str(&done.stderr).unwrap_or_else(|error| panic!("{error}: {done:?}"))
    };
    let found = log(&[&wrong, &unused, &missing]);
    assert_eq!(found["version"], "2.1.0");
    assert!(found["$schema"].as_str().unwrap().ends_with("sarif-schema-2.1.0.json"));
    assert_eq!(found["runs"].as_array().unwrap().len(), 1);
    let run = &found["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "igc");
    let rules = driver["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert_eq!((rules.len(), results.len()), (2, 2));
    for result in results {
        assert!(["error", "warning"].contains(&result["level"].as_str().unwrap()));
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(!rule["shortDescription"]["text"].as_str().unwrap().is_empty());
        assert_eq!(result["locations"].as_array().unwrap().len(), 1);
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().unwrap();
        assert!(uri.starts_with("file:///") && !uri.contains(' '), "{uri}");
        let region = &place["region"];
        let number = |key: &str| region[key].as_u64().unwrap();
        assert!(number("startLine") >= 1 && number("startColumn") >= 1);
        let (start, end) = (
            (number("startLine"), number("startColumn")),
            (number("endLine"), number("endColumn")),
        );
        assert!(start < end);
    }
    let region = &results[0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], &region["startColumn"]), (&2.into(), &13.into()));
    let invocation = &run["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let notes = invocation["toolExecutionNotifications"].as_array().unwrap();
    assert!(notes.len() == 1 && notes[0]["level"] == "error");
    assert!(notes[0]["message"]["text"].as_str().unwrap().contains("missing.ig"));
    // A log without results is complete, too.
    let run = &log(&[&bfs()])["runs"][0];
    assert_eq!(run["results"], Value::Array(vec![]));
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
}

/// With `--json`, standard output is one JSON document even if the command fails.
#[test]
fn failures_with_json_are_json() {
    let folder = Folder::new();
    let wrong = folder.file("wrong.ig", WRONG);
    let missing = folder.path("missing");
    let study = folder.path("missing.db");
    let calls: [(&[&str], i32, &str); 12] = [
        (&["run", &wrong, "--graph", "chain:4", "--device", "interpreter"], 1, "unknown name"),
        (&["run", &bfs(), "--graph", &missing, "--device", "interpreter"], 1, "missing"),
        (&["run", &bfs(), "--graph", "chain:4", "--device", "no such device"], 3, "no such device"),
        (&["run", &bfs()], 2, "--graph"),
        (&["explain", &wrong], 1, "unknown name"),
        (&["explain", &bfs(), "--workload", "--graph", &missing], 1, "missing"),
        (&["graph", "info", &missing], 1, "missing"),
        (&["tune", &wrong, "--graph", "chain:4", "--device", "cpu"], 1, "unknown name"),
        (&["problems", "no-such-problem"], 1, "no-such-problem"),
        (&["devices", "--device", "no such device"], 3, "no such device"),
        (&["study", "status", &study], 1, "missing.db"),
        (&["bench", &bfs(), "--graph"], 2, "--graph"),
    ];
    for (call, code, words) in calls {
        let done = igc(&[call, &["--json"]].concat());
        let found: Value = serde_json::from_str(&done.stdout)
            .unwrap_or_else(|error| panic!("{error}: {call:?} {done:?}"));
        assert_eq!((done.code, &found["exit_code"]), (code, &code.into()), "{call:?} {done:?}");
        let errors = found["errors"].as_array().unwrap();
        let says = |error: &Value| error["message"].as_str().unwrap().contains(words);
        assert!(errors.iter().any(says), "{call:?} {found}");
        assert!(done.stderr.contains(words), "people read standard error: {done:?}");
    }
    // A result that failed its check is not printed twice.
    let run = ["run", &bfs(), "--graph", "chain:4", "--device", "interpreter", "--json"];
    assert!(igc(&run).json()["program"].is_string());
}

#[test]
fn differences_to_the_format_are_json() {
    let folder = Folder::new();
    let (good, bad) = (folder.file("good.ig", WRONG), folder.file("bad.ig", "main{let x=1;}"));
    let broken = folder.file("broken.ig", "main {");
    let done = igc(&["fmt", "--check", "--json", &good, &bad, &broken]);
    assert_eq!(done.code, 1);
    let found: Value = serde_json::from_str(&done.stdout).unwrap();
    let files = found["files"].as_array().unwrap();
    assert_eq!(files.len(), 2);
    assert_eq!((&files[0]["file"], &files[0]["formatted"]), (&good.into(), &true.into()));
    assert_eq!((&files[1]["file"], &files[1]["formatted"]), (&bad.clone().into(), &false.into()));
    assert!(files[0]["diff"] == "" && files[1]["diff"].as_str().unwrap().contains("-main{let"));
    assert_eq!(found["errors"][0]["labels"][0]["file"], broken.as_str());
    assert_eq!(folder.read("bad.ig"), "main{let x=1;}");
    assert_eq!(igc(&["fmt", "--json", &bad]).code, 2);
}
