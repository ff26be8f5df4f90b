//! Commands that only say something, and what is said where there is no OpenCL or no device.

use crate::{Done, Folder, bfs, command, has_device, igc};

#[test]
fn errors_and_passes_are_explained() {
    let text = igc(&["explain", "E0101"]).ok();
    assert!(text.starts_with("# E0101: an unknown name"), "{text}");
    let text = igc(&["explain", "distribute"]).ok();
    assert!(text.contains("strided loops") && text.contains("Runs always"), "{text}");
    let text = igc(&["explain", "fg8"]).ok();
    assert!(text.starts_with("# np\n") && text.contains("or `--opts fg8`"), "{text}");
    let list = igc(&["explain"]).ok();
    for line in ["E0101", "E0321", "access", "distribute", "bounds"] {
        assert!(list.contains(line), "{line} is not in\n{list}");
    }
    let stderr = igc(&["explain", "E9999"]).fails(1);
    assert!(stderr.contains("`E9999` is no error code, no pass and no program"), "{stderr}");
}

#[test]
fn devices_are_listed() {
    if !has_device() {
        return;
    }
    let text = igc(&["devices"]).ok();
    assert!(text.starts_with("0: ") && text.contains("\nhost: "), "{text}");
    let list = igc(&["devices", "--json"]).json();
    let first = &list[0];
    assert!(text.contains(first["name"].as_str().unwrap()));
    assert!(first["dialect"]["build_options"].as_str().unwrap().starts_with("-cl-std="));
    // A device answers to its index, and to part of its name.
    let name = first["name"].as_str().unwrap();
    for selector in ["0", &name[..name.len() / 2]] {
        let run = ["run", &bfs(), "--graph", "chain:4", "--json", "--device", selector];
        assert_eq!(igc(&run).json()["device"]["name"], name);
    }
    let stderr = igc(&["run", &bfs(), "--graph", "chain:4", "--device", "no such"]).fails(3);
    assert!(stderr.contains("no OpenCL device matches `no such`; there are:\n  0: "), "{stderr}");
}

#[test]
fn without_opencl_the_interpreter_is_left() {
    let without = |arguments: &[&str]| {
        let mut command = command(arguments);
        Done::from(command.env("IGC_OPENCL_LIBRARY", "/nonexistent").output().unwrap())
    };
    let run = ["run", &bfs(), "--graph", "chain:4", "--check"];
    let stderr = without(&run).fails(3);
    for words in
        ["no OpenCL loader library found (/nonexistent", "apt-get install", "--device host"]
    {
        assert!(stderr.contains(words), "`{words}` is not in\n{stderr}");
    }
    let stderr = without(&["devices"]).fails(3);
    assert!(stderr.contains("apt-get install"), "{stderr}");
    let report = without(&[&run[..], &["--device", "host"]].concat()).ok();
    assert!(report.contains("passed: bfs agrees"), "{report}");
    // Compiling needs no OpenCL at all.
    assert!(without(&["compile", &bfs()]).ok().contains("bfs_wl_visit"));
}

#[test]
fn a_cache_that_cannot_be_written_is_no_failure() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let file = folder.file("file", "");
    let run = ["run", &bfs(), "--graph", "chain:4", "--check"];
    let mut command = command(&run);
    let done = Done::from(command.env("IGC_CACHE_DIR", format!("{file}/below")).output().unwrap());
    assert!(done.ok().contains("passed: bfs agrees"));
}

#[test]
fn help_names_every_command_and_exit_code() {
    let help = igc(&["--help"]).ok();
    for words in
        ["compile", "run", "bench", "devices", "graph", "fmt", "explain", "Exit codes: 0 done; 1 "]
    {
        assert!(help.contains(words), "`{words}` is not in\n{help}");
    }
    assert!(igc(&["--version"]).ok().starts_with("igc "));
    igc(&[]).fails(2);
}
