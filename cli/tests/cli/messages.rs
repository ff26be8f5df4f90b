//! Tests of messages: losing them never changes the outcome, a terminal can show them safely, and
//! machines can read them.

#![cfg(unix)]

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{Folder, bfs, command, devices, igc};

/// A kernel that never ends.
const ENDLESS: &str = "
    node x: u32 = 0;
    node spins: u32 = 0;
    kernel wait() { forall u in nodes { while u.x == 0 { u.spins += 1; } } }
    main { wait(); }
    output spins;";

fn full_device() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").unwrap().into()
}

/// Returns a pipe whose reader is gone, as after `2>&1 | head -1`.
fn closed_pipe() -> Stdio {
    std::io::pipe().unwrap().1.into()
}

/// Runs `igc` with messages that nobody gets, and returns the exit code.
fn code(arguments: &[&str], stderr: Stdio) -> i32 {
    let status = command(arguments).stdout(Stdio::null()).stderr(stderr).status().unwrap();
    status.code().unwrap_or_else(|| panic!("{arguments:?}: {status}"))
}

#[test]
fn lost_messages_do_not_change_exit_codes() {
    let folder = Folder::new();
    let wrong = folder.file("wrong.ig", "main { let x = y; }");
    let endless = folder.file("endless.ig", ENDLESS);
    for stderr in [full_device, closed_pipe] {
        assert_eq!(code(&["compile", &folder.path("missing")], stderr()), 1);
        assert_eq!(code(&["compile", &wrong], stderr()), 1);
        assert_eq!(code(&["compile", &wrong, "--diagnostics", "json"], stderr()), 1);
        assert_eq!(code(&["compile", &bfs(), "--diagnostics", "json"], stderr()), 0);
        assert_eq!(code(&["compile", "--wrong"], stderr()), 2);
        assert_eq!(code(&[], stderr()), 2);
        let run = ["run", &bfs(), "--graph", "chain:4", "--device", "interpreter", "-o", "-"];
        assert_eq!(code(&run, stderr()), 0);
        for device in devices() {
            let run = ["run", &endless, "--graph", "chain:5", "--device", device, "--timeout", "2"];
            assert_eq!(code(&run, stderr()), 5);
        }
    }
}

/// A reader that neither reads nor closes the pipe does not keep the watchdog from ending the run.
#[test]
fn a_full_pipe_does_not_stop_the_watchdog() {
    let folder = Folder::new();
    let endless = folder.file("endless.ig", ENDLESS);
    let (_reader, mut writer) = std::io::pipe().unwrap();
    // The default capacity of a pipe.
    writer.write_all(&[b'x'; 1 << 16]).unwrap();
    let run = ["run", &endless, "--graph", "chain:5", "--device", "interpreter", "--timeout", "1"];
    let start = Instant::now();
    assert_eq!(code(&run, writer.into()), 5);
    assert!(start.elapsed() < Duration::from_secs(120));
}

#[test]
fn a_study_without_a_reader_is_complete() {
    let study = crate::study::Study::bfs("chain:5", "[\"none\", \"wg\"]", &[("it", "interpreter")]);
    assert_eq!(code(&["study", "run", &study.file()], closed_pipe()), 0);
    let status = study.status();
    assert_eq!((&status["done"], &status["runs_left"]), (&status["cells"], &0.into()));
}

#[test]
fn results_that_cannot_be_written_are_an_error_unless_the_reader_is_gone() {
    let run = |arguments: &[&str], stdout: Stdio| {
        let output = command(arguments).stdout(stdout).stderr(Stdio::piped()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let help = ["--help"];
    let run_outputs =
        ["run", &bfs(), "--graph", "chain:4", "--device", "interpreter", "-o", "/dev/full"];
    let compile = ["compile", &bfs(), "--opts", "none"];
    for arguments in [&compile[..], &["explain"], &help, &["graph", "info", "chain:4"]] {
        let (code, stderr) = run(arguments, full_device());
        assert_eq!(code, Some(1), "{arguments:?}: {stderr}");
        assert!(stderr.contains("error: standard output: No space left"), "{stderr}");
        assert_eq!(run(arguments, closed_pipe()), (Some(0), String::new()));
    }
    let (code, stderr) = run(&run_outputs, Stdio::null());
    assert_eq!(code, Some(1));
    assert!(stderr.contains("error: /dev/full: No space left"), "{stderr}");
}

/// Characters that change how a terminal shows other text.
fn is_unsafe(c: char) -> bool {
    let bidirectional = "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";
    (c.is_control() && c != '\n') || bidirectional.contains(c)
}

#[test]
fn messages_have_no_escape_sequences() {
    let folder = Folder::new();
    let evil = "a\u{1b}[31m\u{202e}b\rc\u{9b}\nerror: d";
    let missing = folder.path(&format!("{evil}.ig"));
    let wrong = folder.path(&format!("{evil} wrong.ig"));
    let tabs = "main {\n\tlet x = y; // \u{1b}]0;title\u{7}\r more\n}\n";
    std::fs::write(&wrong, tabs).unwrap();
    let graph = format!("{evil}.el");
    let param = format!("source={evil}");
    let calls: [&[&str]; 9] = [
        &["compile", &missing],
        &["compile", &wrong],
        &["fmt", &missing],
        &["explain", evil],
        &["run", &bfs(), "--device", "interpreter", "--graph", &graph],
        &["run", &bfs(), "--device", "interpreter", "--graph", "chain:4", "-p", &param],
        &["run", &bfs(), "--device", evil, "--graph", "chain:4"],
        &["study", "status", &missing],
        &["show", "bfs", &missing],
    ];
    for call in calls {
        let done = igc(call);
        assert_ne!(done.code, 0);
        assert!(!done.stderr.contains(is_unsafe), "{call:?}: {:?}", done.stderr);
        assert!(done.stderr.contains("\\u{202e}"), "{call:?}: {:?}", done.stderr);
    }
    // The marks stand below the code that they mean, and columns are those of the source.
    let stderr = igc(&["compile", &wrong]).fails(1);
    assert!(stderr.contains("wrong.ig:2:10\n"), "{stderr}");
    assert!(stderr.contains("    let x = y; // \\u{1b}]0;title\\u{7}\\r more\n"), "{stderr}");
    let lines: Vec<&str> = stderr.lines().collect();
    let at = lines.iter().position(|line| line.contains("let x = y")).unwrap();
    let column = |line: &str, c| line.chars().position(|other| other == c);
    assert_eq!(column(lines[at], 'y'), column(lines[at + 1], '^'), "{stderr}");
}

#[test]
fn hidden_directions_in_comments_are_errors() {
    let folder = Folder::new();
    let file = folder.file("trojan.ig", "main {\n    // \u{2067}begin\n}\n");
    let stderr = igc(&["compile", &file]).fails(1);
    for words in ["error[E0008]", "U+2067", "trojan.ig:2:8", "help: remove the character"] {
        assert!(stderr.contains(words), "`{words}` is not in\n{stderr}");
    }
    assert!(!stderr.contains(is_unsafe), "{stderr}");
    let text = igc(&["explain", "E0008"]).ok();
    assert!(text.contains("trojan source") && !text.contains(is_unsafe), "{text}");
}

#[test]
fn json_messages_are_json_in_every_failure() {
    let folder = Folder::new();
    let wrong = folder.file("wrong\u{1b}.ig", "main { let x = y; }");
    let unused = folder.file("warning.ig", "main { let x = 1; }");
    let file = folder.file("file", "");
    let bytes = folder.path("bytes.ig");
    std::fs::write(&bytes, [0xff, 0xfe, 0]).unwrap();
    let missing = folder.path("missing");
    let failures: [(&[&str], i32); 9] = [
        (&[&wrong], 1),
        (&[&missing], 1),
        (&[&bytes], 1),
        (&[&folder.path("")], 1),
        (&[&unused, "-o", &file], 1),
        (&[&bfs(), "--policy", &missing], 1),
        (&[&bfs(), "--emit", "nothing"], 2),
        (&["--no-such-option"], 2),
        (&[], 2),
    ];
    for (arguments, code) in failures {
        let stderr = igc(&[&["compile", "--diagnostics", "json"], arguments].concat()).fails(code);
        let list: Value = serde_json::from_str(&stderr).unwrap_or_else(|e| panic!("{e}: {stderr}"));
        let list = list.as_array().unwrap();
        assert!(list.iter().any(|entry| entry["severity"] == "error"), "{stderr}");
        for entry in list {
            assert!(!entry["message"].as_str().unwrap().is_empty());
            assert!(entry["code"].is_null() == entry["labels"].as_array().unwrap().is_empty());
        }
        assert!(!stderr.contains(is_unsafe), "{stderr}");
    }
    // The warnings of a program and a later failure are one array.
    let nowhere = folder.path("none/out");
    let stderr = igc(&["compile", "--diagnostics=json", &unused, "-o", &nowhere]).fails(1);
    assert_eq!(serde_json::from_str::<Value>(&stderr).unwrap().as_array().unwrap().len(), 2);
}

#[test]
fn values_that_contradict_themselves_are_refused() {
    for options in ["none,wg", "all,wg", "wg,all", "none,all"] {
        let stderr = igc(&["compile", &bfs(), "--opts", options]).fails(2);
        assert!(stderr.contains("cannot be combined with other optimisations"), "{stderr}");
    }
    let run = |more: &[&str]| igc(&[&["run", &bfs(), "--graph", "chain:4"], more].concat());
    for device in ["", " "] {
        let stderr = run(&["--device", device]).fails(2);
        assert!(stderr.contains("the selector is empty"), "{stderr}");
    }
    let stderr = run(&["--dialect", "atomics=12,atomics=20"]);
    if stderr.code != 2 || !stderr.stderr.contains("two choices for `atomics`") {
        // Without OpenCL, there are no dialects.
        assert!(!igc(&["devices"]).stdout.starts_with("0: "), "{stderr:?}");
    }
    let folder = Folder::new();
    let file =
        folder.file("f.ig", "param f: f32 = 1.0; global g: f32 = 0.0; main { g = f; } output g;");
    let stderr =
        igc(&["run", &file, "--graph", "chain:2", "--device", "interpreter", "-p", "f=1e400"]);
    assert!(stderr.fails(1).contains("`1e400` is not a valid f32"));
}

#[test]
fn names_of_files_need_not_be_utf_8() {
    let folder = Folder::new();
    let path = |name: &[u8]| {
        folder.0.path().join(PathBuf::from(std::ffi::OsString::from_vec(name.into())))
    };
    let (program, graph) = (path(b"bfs\xff.ig"), path(b"graph\xfe.wel"));
    std::fs::copy(bfs(), &program).unwrap();
    let run = |arguments: &[&str], paths: &[&PathBuf]| {
        let mut command = command(arguments);
        let done = crate::Done::from(command.args(paths).output().unwrap());
        assert_eq!(done.code, 0, "{arguments:?} {paths:?}: {done:?}");
        done
    };
    run(&["graph", "generate", "chain:5"], &[&graph]);
    let copy = path(b"copy\xfd.mtx");
    run(&["graph", "convert"], &[&graph, &copy]);
    assert!(copy.exists());
    run(&["graph", "info"], &[&copy]);
    run(&["compile", "-o"], &[&path(b"out\xfc"), &program]);
    run(&["fmt"], &[&program]);
    run(&["explain"], &[&program]);
    let outputs = path(b"outputs\xfb");
    run(
        &["run", "--check", "--json", "--device", "interpreter", "-o"],
        &[&outputs, &program, &PathBuf::from("--graph"), &graph],
    );
    assert!(outputs.exists());
    let study = crate::study::Study::bfs("chain:5", "[\"none\"]", &[("it", "interpreter")]);
    study.run(&[]).ok();
    let (store, merged) = (path(b"store\xfa.db"), path(b"merged\xf9.db"));
    std::fs::copy(study.store(), &store).unwrap();
    run(&["study", "merge"], &[&merged, &store]);
    assert_eq!(
        run(&["study", "status"], &[&merged]).stdout,
        igc(&["study", "status", &study.store()]).ok()
    );
}

/// A line feed in a name cannot begin a line that looks like a message of its own.
#[test]
fn names_in_errors_of_libraries_have_one_line() {
    let folder = Folder::new();
    let name = "a\nerror: \u{1b}b\u{202e}";
    let shown = "a\\nerror: \\u{1b}b\\u{202e}";
    let path = folder.path(name);
    std::fs::create_dir(&path).unwrap();
    let file = folder.file("study.toml", "name = \"x\"");
    std::fs::copy(&file, format!("{path}/study.toml")).unwrap();
    std::fs::write(format!("{path}/g.el"), "0 x\n").unwrap();
    let (graph, study) = (format!("{path}/g.el"), format!("{path}/study.toml"));
    let bfs = bfs();
    let interpreter = ["run", &bfs, "--graph", "chain:5", "--device", "interpreter"];
    let param = format!("{name}=1");
    let value = format!("source={name}");
    let [key, size, generator] =
        [format!("{graph},{name}"), format!("rmat:{name}"), format!("rmat:5,{name}=2")];
    for arguments in [
        &["graph", "info", name][..],
        &["graph", "info", &graph],
        &["graph", "info", &key],
        &["graph", "info", &size],
        &["graph", "info", &generator],
        &["graph", "convert", "chain:5", &format!("{path}/none/{name}.el")],
        &[&interpreter[..], &["-p", &param]].concat(),
        &[&interpreter[..], &["-p", &value]].concat(),
        &["run", &bfs, "--graph", "chain:5", "--device", name],
        &["run", &bfs, "--graph", "chain:5", "--device", &format!("cpu:{name}")],
        &["study", "run", &study],
        &["study", "status", &study],
        &["study", "status", &format!("{path}/none.db")],
        &["compile", &format!("{path}/none.ig")],
    ] {
        let done = igc(arguments);
        assert!([1, 3].contains(&done.code), "{done:?}");
        let is_known = |line: &str| !line.starts_with("error:") || done.stderr.starts_with(line);
        assert!(done.stderr.lines().all(is_known), "{arguments:?}: {}", done.stderr);
        assert!(done.stderr.contains(shown), "{arguments:?}: {}", done.stderr);
    }
}

/// Libraries serve other programs, too: a help in their messages names neither options nor commands of `igc`. The
/// command line adds them by the code of the error.
#[test]
fn the_help_of_libraries_names_no_options() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut folders: Vec<_> = ["igc/src", "runtime", "compiler/src"].map(|it| root.join(it)).into();
    let (mut helps, mut wrong) = (0, vec![]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|ending| ending != "rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for (at, _) in text.match_indices("help: ") {
                let help = text[at..].split('"').next().unwrap();
                helps += 1;
                if help.contains("--") || help.contains("`igc ") {
                    wrong.push(format!("{}: {help}", path.display()));
                }
            }
        }
    }
    assert!(helps > 30 && wrong.is_empty(), "{helps} {wrong:#?}");
}
