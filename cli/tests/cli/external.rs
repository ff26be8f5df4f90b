//! Tests of `check external`: a command of the user checks the result of a program, if it is permitted.

use std::process::Command;

use crate::{Done, Folder, command, repository};

/// Returns the first block of a page of the book in a language.
fn block(page: &str, language: &str) -> String {
    let text = std::fs::read_to_string(repository().join("docs/src").join(page)).unwrap();
    let start = format!("```{language}\n");
    let rest = text.split(&start).nth(1).unwrap();
    rest.split("```").next().unwrap().to_owned()
}

/// Runs a program of a folder in this folder.
fn run(folder: &Folder, more: &[&str]) -> Done {
    let run = ["run", "p.ig", "--graph", "rmat:6", "--device", "interpreter", "--check"];
    Done::from(command(&[&run[..], more].concat()).current_dir(folder.0.path()).output().unwrap())
}

const PERMITTED: &[&str] = &["--allow-external-check"];

/// A program that has its result checked by a command.
fn program(folder: &Folder, command: &str, value: &str) {
    let text = format!(
        "param scale: f32 = 0.5;
node x: u32 = 0;
edge y: f32[2] = 0;
node flag: bool = true;
global z: i64 = -3;

kernel work() {{
    forall u in nodes {{
        u.x = {value};
    }}
}}

main {{
    work();
}}

output x;
check external \"{command}\"(x, y, flag, z, scale);
"
    );
    folder.file("p.ig", &text);
}

#[test]
fn the_checker_of_the_book_accepts_right_and_rejects_wrong_results() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: python3 is not available");
        return;
    }
    let folder = Folder::new();
    let text = block("external-checks.md", "igc");
    folder.file("check.py", &block("external-checks.md", "python"));
    folder.file("p.ig", &text);
    let done = run(&folder, PERMITTED);
    assert!(done.ok().contains("check     passed: external agrees ("), "the checker rejects it");
    folder.file("p.ig", &text.replace("max(u.most, e.dst.degree)", "max(u.most, 7)"));
    let wrong = run(&folder, PERMITTED);
    assert_eq!(wrong.code, 4, "{wrong:?}");
    assert!(
        wrong.stdout.contains("FAILED: external disagrees: node 0 has 7, expected "),
        "{wrong:?}"
    );
    folder.file("p.ig", &text);
    let bench =
        ["bench", "p.ig", "--graph", "rmat:6", "--device", "cpu", "--repeat", "3", "--json"];
    let bench = |more: &[&str]| -> Done {
        let arguments = [&bench[..], more].concat();
        Done::from(command(&arguments).current_dir(folder.0.path()).output().unwrap())
    };
    assert!(bench(PERMITTED).code == 0 && bench(&[]).code != 0);
    folder.file("check.py", "print('x')\nraise RuntimeError('broken')\n");
    let raised = run(&folder, PERMITTED);
    assert_eq!(raised.code, 4, "{raised:?}");
    folder.file("check.py", "raise RuntimeError('broken')\n");
    let failed = run(&folder, PERMITTED).fails(1);
    assert!(
        failed.contains("exit code 1 without a reason on standard output): RuntimeError: broken"),
        "{failed}"
    );
}

#[test]
#[cfg(unix)]
fn no_command_runs_without_permission() {
    let folder = Folder::new();
    program(&folder, "touch ran", "1");
    let refused = run(&folder, &[]).fails(1);
    let words = [
        "checked by the command `touch ran`, which is not permitted",
        "help: `--allow-external-check` permits",
    ];
    assert!(words.iter().all(|word| refused.contains(word)), "{refused}");
    assert!(!folder.0.path().join("ran").exists());
    let unchecked =
        ["run", "p.ig", "--graph", "rmat:6", "--device", "interpreter", "--allow-external-check"];
    let done = command(&unchecked).current_dir(folder.0.path()).status().unwrap();
    assert!(done.success() && !folder.0.path().join("ran").exists());
    let mut by_variable =
        command(&["run", "p.ig", "--graph", "rmat:6", "--device", "interpreter", "--check"]);
    let by_variable = by_variable.env("IGC_ALLOW_EXTERNAL_CHECK", "5").current_dir(folder.0.path());
    assert!(by_variable.status().unwrap().success() && folder.0.path().join("ran").exists());
}

#[test]
#[cfg(unix)]
fn the_files_of_a_checker_have_the_graph_and_the_values() {
    let folder = Folder::new();
    folder.file("check.sh", "cp -r \"$(dirname \"$1\")\" seen\n");
    program(&folder, "sh check.sh", "2");
    let graph = format!("{},ids=names", folder.file("g.csv", "a,b,1.5\nb,c,2\n"));
    let run = [
        "run",
        "p.ig",
        "--graph",
        &graph,
        "--device",
        "interpreter",
        "--check",
        "--allow-external-check=60",
    ];
    Done::from(command(&run).current_dir(folder.0.path()).output().unwrap()).ok();
    assert_eq!(folder.read("seen/graph.txt"), "0 1 1.5\n1 2 2\n");
    assert_eq!(folder.read("seen/ids.csv"), "id\na\nb\nc\n");
    assert_eq!(folder.read("seen/x.txt"), "2\n2\n2\n");
    assert_eq!(folder.read("seen/y.txt"), "0 0\n0 0\n");
    assert_eq!(
        (folder.read("seen/flag.txt"), folder.read("seen/z.txt")),
        ("1\n1\n1\n".into(), "-3\n".into())
    );
    let manifest: serde_json::Value =
        serde_json::from_str(&folder.read("seen/manifest.json")).unwrap();
    let wanted = serde_json::json!({
        "version": 1,
        "program": "p",
        "graph": { "file": "graph.txt", "nodes": 3, "edges": 2, "has_weights": true, "ids": "ids.csv" },
        "arguments": [
            { "name": "x", "kind": "nodes", "type": "u32", "file": "x.txt" },
            { "name": "y", "kind": "edges", "type": "f32", "file": "y.txt" },
            { "name": "flag", "kind": "nodes", "type": "bool", "file": "flag.txt" },
            { "name": "z", "kind": "one", "type": "i64", "file": "z.txt" },
            { "name": "scale", "kind": "parameter", "type": "f32", "value": 0.5 },
        ],
    });
    assert_eq!(manifest, wanted);
}

#[test]
#[cfg(unix)]
fn a_checker_that_fails_is_an_error() {
    let folder = Folder::new();
    let cases = [
        ("exit 3", "failed (exit code 3)"),
        ("echo why >&2; exit 1", "failed (exit code 1 without a reason on standard output): why"),
        ("kill -9 $$", "failed (signal: 9"),
        ("sleep 60", "did not end within 1 s"),
    ];
    for (script, wanted) in cases {
        folder.file("check.sh", script);
        program(&folder, "sh check.sh", "1");
        let message = run(&folder, &["--allow-external-check=1"]).fails(1);
        assert!(message.contains(wanted), "{script}: {message}");
    }
    program(&folder, "no-such-checker", "1");
    let message = run(&folder, PERMITTED).fails(1);
    assert!(message.contains("external checker `no-such-checker` cannot run"), "{message}");
    program(&folder, "sh 'x", "1");
    assert!(run(&folder, PERMITTED).fails(1).contains("cannot run"));
}

#[test]
fn external_needs_a_command_and_oracles_take_none() {
    let folder = Folder::new();
    let check = |check: &str| {
        let text = format!("node x: u32 = 0;\nparam s: node = 0;\nmain {{}}\noutput x;\n{check}\n");
        let path = folder.file("c.ig", &text);
        crate::igc(&["check", &path])
    };
    assert_eq!(check("check external \"a b\"(x, s);").code, 0);
    for (wrong, wanted) in [
        ("check external(x);", "the check `external` needs a command"),
        ("check external \"\"(x);", "the check `external` needs a command"),
        ("check bfs \"a\"(x, s);", "the oracle `bfs` takes no command"),
        (
            "check external \"a\"(y);",
            "an argument of a check must be a property, a global or a parameter",
        ),
    ] {
        let message = check(wrong).fails(1);
        assert!(message.contains(wanted), "{wrong}: {message}");
    }
}
