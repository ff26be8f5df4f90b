//! Tests of `igc run --checked`.

use crate::{Folder, bfs, igc};

/// Each iteration changes its own rank and reads those of others, and reads past the end of a list.
const PROGRAM: &str = "node rank: u32 = 1;
global list: u32[2] = 0;
fn of(v: node) -> u32 {
    return v.rank + list[v as u32];
}
kernel in_place() {
    forall u in nodes {
        let sum = 0;
        forall e in u.out {
            sum += of(e.dst);
        }
        u.rank = sum;
    }
}
main {
    in_place();
}
output rank;
";

#[test]
fn findings_are_warnings_with_source_lines() {
    let folder = Folder::new();
    let program = folder.file("program.ig", PROGRAM);
    let run = ["run", &program, "--graph", "chain:4", "--device", "interpreter", "--checked"];
    let done = igc(&run);
    for text in [
        "warning[R0001]: a read of `list[",
        "sum += of(e.dst);",
        "warning[R0004]: an iteration changes `rank[",
        "checked: 2 findings",
    ] {
        assert!(done.stderr.contains(text), "{text}: {}", done.stderr);
    }
    done.ok();
    let report = igc(&[&run[..], &["--json"]].concat());
    assert_eq!(report.stderr, "");
    let report = report.json();
    assert_eq!(report["program"], "program");
    let findings = report["findings"].as_array().unwrap();
    let codes: Vec<&str> = findings.iter().map(|f| f["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["R0001", "R0004"]);
    assert_eq!(findings[1]["labels"][0]["start"]["line"], 12);
}

#[test]
fn correct_programs_have_no_findings() {
    let run =
        ["run", &bfs(), "--graph", "grid:5x5", "--device", "interpreter", "--checked", "--check"];
    let done = igc(&run);
    assert_eq!(done.stderr, "checked: nothing was found\n");
    assert!(done.ok().contains("passed"));
}

#[test]
fn only_the_interpreter_checks_runs() {
    for device in ["cpu", "0"] {
        let run = ["run", &bfs(), "--graph", "chain:4", "--device", device, "--checked"];
        let stderr = igc(&run).fails(2);
        assert!(stderr.contains("`--checked` is for the interpreter"), "{stderr}");
    }
}
