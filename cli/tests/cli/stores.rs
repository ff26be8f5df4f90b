//! Tests of the files to which commands append lines: two processes never write one file, and a
//! file of another program stays as it is.

use std::path::Path;
use std::time::{Duration, Instant};

use igc_output::AppendFile;

use crate::{Folder, bfs, command, has_device, igc};

/// A program whose result the reference interpreter knows.
const DEGREES: &str = "node d: u32 = 0;\nkernel count() { forall u in nodes { u.d = u.degree; } }\n\
    main { count(); }\noutput d;\n";

/// A command that writes a file, and an option for its file. The file exists if the command
/// continues only existing files.
struct Writer {
    name: &'static str,
    arguments: Vec<String>,
    needs_file: bool,
}

fn strings(arguments: &[&str]) -> Vec<String> {
    arguments.iter().map(ToString::to_string).collect()
}

/// Every command that appends to a file, except for studies, whose stores are databases.
fn writers(folder: &Folder) -> Vec<Writer> {
    let (program, bfs) = (folder.file("degrees.ig", DEGREES), bfs());
    let search = ["search", &program, "--graph", "rmat:6", "--device", "cpu", "--budget", "1s"];
    let brief = ["--repeat", "1", "--final-repeat", "1", "--store"];
    let origin = folder.path("origin.search");
    igc(&[&search[..], &brief, &[&origin]].concat()).ok();
    let conformance = ["devices", "--conformance", "--device", "interpreter", "--programs", &bfs];
    let mut writers = vec![
        Writer {
            name: "search",
            arguments: strings(&[&search[..], &brief].concat()),
            needs_file: false,
        },
        Writer {
            name: "cross",
            arguments: strings(&["search", "cross", &origin, "--device", "cpu", "--store"]),
            needs_file: false,
        },
        Writer {
            name: "conformance",
            arguments: strings(
                &[&conformance[..], &["--graph", "chain:4", "--opts", "none", "--resume"]].concat(),
            ),
            needs_file: true,
        },
    ];
    if has_device() {
        let primitives = ["search", "primitives", "--device", "0", "--budget", "1s"];
        let small = ["--primitive", "push", "--elements", "2000", "-o"];
        let policy = folder.path("policy.toml");
        writers.push(Writer {
            name: "primitives",
            arguments: strings(&[&primitives[..], &small, &[&policy, "--store"]].concat()),
            needs_file: false,
        });
        let full = ["devices", "--calibrate", "--full", "--device", "0", "--runs", "1"];
        writers.push(Writer {
            name: "full",
            arguments: strings(&[&full[..], &["--shard", "1/950", "-o"]].concat()),
            needs_file: false,
        });
    }
    writers
}

impl Writer {
    /// Runs the command with a file.
    fn with(&self, file: &str) -> crate::Done {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        igc(&[&arguments[..], &[file]].concat())
    }
}

#[test]
fn a_file_in_use_and_other_files_are_refused() {
    let folder = Folder::new();
    for writer in writers(&folder) {
        let name = writer.name;
        let file = folder.path(&format!("{name}.kept"));
        if writer.needs_file {
            std::fs::write(&file, "").unwrap();
        }
        writer.with(&file).ok();
        let kept = std::fs::read(&file).unwrap();
        assert!(!kept.is_empty(), "{name}");
        // This process is the other writer.
        let (lock, _) = AppendFile::resume(Path::new(&file), |_| true).unwrap();
        let error = writer.with(&file).fails(1);
        assert!(error.contains("another process is writing this file"), "{name}: {error}");
        drop(lock);
        assert_eq!(std::fs::read(&file).unwrap(), kept, "{name}");
        let notes = folder.path("notes.txt");
        let link = folder.path("link");
        for content in ["no line break", "a line\nand another one\n"] {
            std::fs::write(&notes, content).unwrap();
            let mut files = vec![&notes];
            #[cfg(unix)]
            {
                let _ = std::fs::remove_file(&link);
                std::os::unix::fs::symlink(&notes, &link).unwrap();
                files.push(&link);
            }
            for file in files {
                let error = writer.with(file).fails(1);
                assert!(error.contains(":1: not a line that `"), "{name}: {error}");
                assert_eq!(std::fs::read_to_string(&notes).unwrap(), content, "{name}");
            }
        }
    }
}

/// Two searches start at nearly the same time. One of them is refused, and all lines of the file are
/// complete. If the file is deleted, the other search fails, too.
#[test]
fn two_searches_do_not_share_a_file() {
    let folder = Folder::new();
    // The passes give many codes for loops, so the search does not end early.
    let loops = DEGREES.replace("u.d = u.degree;", "for k in 0..9 { u.d += k * u.degree; }");
    let program = folder.file("loops.ig", &loops);
    let store = folder.path("shared.search");
    let search = [
        "search", &program, "--graph", "rmat:6", "--device", "cpu", "--budget", "60s", "--store",
        &store,
    ];
    let mut first = command(&search).stderr(std::process::Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    while std::fs::metadata(&store).map_or(0, |found| found.len()) == 0 {
        assert!(start.elapsed() < Duration::from_secs(120), "the search writes nothing");
        std::thread::sleep(Duration::from_millis(20));
    }
    let error = igc(&search).fails(1);
    assert!(error.contains("another process is writing this file"), "{error}");
    std::fs::remove_file(&store).unwrap();
    assert_eq!(first.wait().unwrap().code(), Some(1), "the results are lost");
}

/// A device without an end fills no memory.
#[cfg(unix)]
#[test]
fn devices_are_not_read() {
    let folder = Folder::new();
    let program = folder.file("degrees.ig", DEGREES);
    let run = ["run", &program, "--graph", "chain:4", "--device", "cpu"];
    let search = ["search", &program, "--graph", "chain:4", "--device", "cpu", "--budget", "1s"];
    let study = folder.path("study.md");
    let calls: [&[&str]; 7] = [
        &[&run[..], &["--policy", "/dev/zero"]].concat(),
        &[&run[..], &["--opts", "adaptive", "--model", "/dev/zero"]].concat(),
        &[&search[..], &["--store", "/dev/zero"]].concat(),
        &[&search[..], &["--earlier", "/dev/zero"]].concat(),
        &[&search[..], &["--orders", "/dev/zero"]].concat(),
        &["study", "report", "/dev/zero", "-o", &study],
        &["search", "cross", "/dev/zero", "--device", "cpu"],
    ];
    for call in calls {
        let error = igc(call).fails(1);
        assert!(error.contains("/dev/zero: this is not a regular file"), "{call:?}: {error}");
    }
}

/// The message names the model and not the program.
#[test]
fn a_model_that_is_too_long_is_named() {
    let folder = Folder::new();
    let trees: String = (0..60_000).map(|at| format!("program p{at}\n  pull\n")).collect();
    let model = folder.file("large.model", &trees);
    let bfs = bfs();
    let run = ["run", &bfs, "--graph", "chain:4", "--device", "cpu", "--opts", "adaptive"];
    let error = igc(&[&run[..], &["--model", &model]].concat()).fails(1);
    assert!(error.contains("large.model: the model is too long"), "{error}");
}
