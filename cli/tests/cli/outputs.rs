//! Tests of output files: links and special files stay, and a full disk destroys nothing.

#![cfg(unix)]

use std::fs::Permissions;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use crate::study::Study;
use crate::{Done, Folder, bfs, has_device, igc};

/// Returns the calls that write a file: a name, and the arguments with `FILE` in the place of the
/// file.
fn calls(study: &Study) -> Vec<Vec<String>> {
    let on_interpreter = ["run", &bfs(), "--graph", "chain:600", "--device", "interpreter"];
    let bench =
        ["bench", &bfs(), "--graph", "chain:5", "--device", "interpreter", "--repeat", "30"];
    let mut calls = vec![
        vec!["graph", "generate", "chain:600", "FILE", "--to", "wel"],
        vec!["graph", "convert", "chain:600", "FILE", "--to", "mtx"],
        vec!["graph", "convert", "chain:600", "FILE", "--to", "igc"],
    ];
    calls.push([&on_interpreter[..], &["--output", "FILE"]].concat());
    calls.push([&bench[..], &["--csv", "FILE"]].concat());
    let store = study.store();
    for format in ["json", "csv", "parquet"] {
        if format == "parquet" && !cfg!(feature = "parquet") {
            continue;
        }
        calls.push(vec!["study", "export", &store, "--format", format, "-o", "FILE"]);
    }
    calls.push(vec!["study", "policy", &store, "-o", "FILE"]);
    calls.push(vec!["study", "report", &store, "-o", "FILE"]);
    let bfs = bfs();
    let steps = ["run", &bfs, "--graph", "chain:600", "--steps", "FILE"];
    if has_device() {
        calls.push(steps.to_vec());
    }
    calls.into_iter().map(|call| call.into_iter().map(String::from).collect()).collect()
}

fn call(arguments: &[String], file: &str) -> Done {
    let arguments: Vec<&str> =
        arguments.iter().map(|argument| if argument == "FILE" { file } else { argument }).collect();
    igc(&arguments)
}

/// Returns the name of a file with an ending that the command accepts.
fn named(arguments: &[String], name: &str) -> String {
    let is_report = arguments.iter().any(|argument| argument == "report");
    format!("{name}.{}", if is_report { "html" } else { "txt" })
}

fn measured() -> Study {
    let study = Study::bfs("chain:5", "[\"none\", \"wg\"]", &[("it", "interpreter")]);
    study.run(&[]).ok();
    study
}

fn is_link(path: &str) -> bool {
    Path::new(path).symlink_metadata().unwrap().is_symlink()
}

/// A mistyped path of an output is an error, for every output. It creates no folder.
#[test]
fn outputs_do_not_create_the_folders_above_them() {
    let study = measured();
    let mut calls = calls(&study);
    let call_of = |words: &[&str]| words.iter().map(|word| word.to_string()).collect();
    let bfs = bfs();
    calls.push(call_of(&["compile", &bfs, "-o", "FILE"]));
    calls.push(call_of(&["compile", &bfs, "--emit", "host-c", "-o", "FILE"]));
    calls.push(call_of(&["study", "new", "-o", "FILE"]));
    if has_device() {
        let calibrate = ["devices", "--calibrate", "--device", "0", "--runs", "1", "-o", "FILE"];
        calls.push(call_of(&calibrate));
    }
    for arguments in calls {
        let file = format!("missing/{}", named(&arguments, "file"));
        for name in [&*file, "missing/folder"] {
            let folder = Folder::new();
            let done = call(&arguments, &folder.path(name));
            assert_eq!(done.code, 1, "{arguments:?}: {done:?}");
            // The message does not name the temporary file.
            assert!(!done.stderr.contains(".igc-"), "{arguments:?}: {done:?}");
            let there = std::fs::read_dir(folder.0.path()).unwrap().count();
            assert_eq!(there, 0, "{arguments:?} created something");
        }
    }
}

/// The folder of an output that is a folder is created.
#[test]
fn outputs_that_are_folders_are_created() {
    let study = measured();
    let (bfs, store) = (bfs(), study.store());
    for call in [
        &["compile", &bfs, "-o"][..],
        &["compile", &bfs, "--emit", "host-c", "-o"],
        &["study", "report", &store, "-o"],
    ] {
        let folder = Folder::new();
        let output = folder.path("new");
        for _ in 0..2 {
            igc(&[call, &[&output]].concat()).ok();
        }
        assert!(std::fs::read_dir(&output).unwrap().count() > 1, "{call:?}");
    }
}

#[test]
fn links_devices_and_permissions_stay() {
    let study = measured();
    for arguments in calls(&study) {
        let folder = Folder::new();
        let name = named(&arguments, "file");
        let file = folder.file(&name, "old");
        std::fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        let link = folder.path(&named(&arguments, "link"));
        symlink(&name, &link).unwrap();
        let done = call(&arguments, &link);
        assert_eq!(done.code, 0, "{arguments:?}: {done:?}");
        assert!(is_link(&link), "{arguments:?} replaced a link");
        let content = std::fs::read(&file).unwrap();
        assert!(content != b"old" && !content.is_empty(), "{arguments:?}");
        let mode = Path::new(&file).metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o640, "{arguments:?} changed the permissions");
        assert_eq!(std::fs::read_dir(folder.path("")).unwrap().count(), 2, "{arguments:?}");
        // A link keeps a test that fails from replacing the device of this machine.
        let null = folder.path(&named(&arguments, "null"));
        symlink("/dev/null", &null).unwrap();
        let done = call(&arguments, &null);
        assert_eq!(done.code, 0, "{arguments:?}: {done:?}");
        assert!(is_link(&null), "{arguments:?} replaced a link to a device");
        assert!(Path::new("/dev/null").metadata().unwrap().file_type().is_char_device());
    }
}

#[test]
fn a_pipe_gets_the_output_and_stays() {
    let folder = Folder::new();
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let text = std::thread::scope(|scope| {
        let reader = scope.spawn(|| std::fs::read_to_string(&pipe).unwrap());
        igc(&["graph", "generate", "chain:3", &pipe, "--to", "wel"]).ok();
        reader.join().unwrap()
    });
    assert!(text.contains("0 1 "), "{text}");
    assert!(Path::new(&pipe).metadata().unwrap().file_type().is_fifo());
    assert_eq!(std::fs::read_dir(folder.path("")).unwrap().count(), 1);
}

#[test]
fn a_full_disk_keeps_the_previous_content() {
    let study = measured();
    for arguments in calls(&study) {
        let folder = Folder::new();
        let name = named(&arguments, "file");
        let file = folder.file(&name, "old");
        let words: Vec<&str> = arguments
            .iter()
            .map(|word| if word == "FILE" { &file } else { word.as_str() })
            .collect();
        // Files can have at most 512 bytes or 1 KiB, depending on the shell. This includes the
        // caches, so they are off.
        let script = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
        let mut limited = Command::new("sh");
        limited.args(["-c", script, "sh", env!("CARGO_BIN_EXE_igc")]).args(&words);
        limited.env("IGC_CACHE_DIR", "").env("POCL_KERNEL_CACHE", "0");
        let done = Done::from(limited.output().unwrap());
        // Some outputs are small enough, and a driver may need files.
        let content = std::fs::read(&file).unwrap();
        let is_small = content != b"old" && done.code == 0;
        assert!(is_small || content == b"old" && done.code != 0, "{arguments:?}: {done:?}");
        let is_large = ["generate", "convert", "--output", "--csv", "export", "report"];
        if words.iter().any(|word| is_large.contains(word)) {
            assert!(!is_small, "{arguments:?}: {done:?}");
            let message = format!("{name}: File too large");
            assert!(done.stderr.contains(&message), "{arguments:?}: {done:?}");
        }
        assert_eq!(std::fs::read_dir(folder.path("")).unwrap().count(), 1, "{arguments:?}");
    }
}

#[test]
fn an_artefact_goes_through_links() {
    let folder = Folder::new();
    let kernels = folder.file("kernels", "old");
    std::fs::create_dir(folder.path("out")).unwrap();
    symlink("../kernels", folder.path("out/bfs_wl.cl")).unwrap();
    igc(&["compile", &bfs(), "-o", &folder.path("out")]).ok();
    assert!(is_link(&folder.path("out/bfs_wl.cl")));
    assert_eq!(std::fs::read_to_string(kernels).unwrap(), igc(&["compile", &bfs()]).ok());
}

#[test]
fn a_calibration_is_an_ordinary_file() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let file = folder.path("calibration.json");
    igc(&["devices", "--calibrate", "--device", "0", "--runs", "1", "-o", &file]).ok();
    let mode = |path: &str| Path::new(path).metadata().unwrap().permissions().mode();
    folder.file("usual", "");
    assert_eq!(mode(&file), mode(&folder.path("usual")));
}

#[test]
fn files_of_killed_processes_are_removed() {
    let folder = Folder::new();
    let left = folder.file(".igc-Xy12Ab.tmp", "a part");
    igc(&["graph", "generate", "chain:3", &folder.path("graph.wel")]).ok();
    assert!(!Path::new(&left).exists());
}

#[test]
fn a_failed_merge_and_a_status_leave_no_store() {
    let study = measured();
    let other =
        Study::bfs("chain:5", "[\"none\"]", &[("it", "interpreter")]).with("small", "large");
    other.run(&[]).ok();
    let folder = Folder::new();
    let out = folder.path("out.db");
    for stores in [[study.store(), other.store()], [study.store(), folder.path("missing.db")]] {
        igc(&["study", "merge", &out, &stores[0], &stores[1]]).fails(1);
        assert_eq!(std::fs::read_dir(folder.path("")).unwrap().count(), 0);
    }
    let empty = folder.file("empty.db", "");
    let stderr = igc(&["study", "status", &empty]).fails(1);
    assert!(stderr.contains("empty.db is not a study store"), "{stderr}");
    assert_eq!(std::fs::read(&empty).unwrap(), b"");
}

#[test]
fn formulas_in_tables_are_text() {
    let folder = Folder::new();
    let program = folder.path("=1+1.ig");
    std::fs::copy(bfs(), &program).unwrap();
    let csv = folder.path("out.csv");
    igc(&[
        "bench",
        &program,
        "--graph",
        "chain:5",
        "--device",
        "interpreter",
        "--repeat",
        "2",
        "--csv",
        &csv,
    ])
    .ok();
    let text = std::fs::read_to_string(csv).unwrap();
    assert!(text.lines().nth(1).unwrap().starts_with("'=1+1,chain:5,none,0,"), "{text}");
}
