//! Tests of commands that only print information, and of the messages without OpenCL or without a
//! device.

use serde_json::Value;

use crate::{Done, Folder, bfs, command, has_device, igc};

#[test]
fn errors_and_passes_are_explained() {
    let text = igc(&["explain", "E0101"]).ok();
    assert!(text.starts_with("# E0101: an unknown name"), "{text}");
    let text = igc(&["explain", "distribute"]).ok();
    assert!(text.contains("strided loops") && text.contains("It runs always"), "{text}");
    let text = igc(&["explain", "fg8"]).ok();
    assert!(text.starts_with("# np\n") && text.contains("or `--opts fg8`"), "{text}");
    let list = igc(&["explain"]).ok();
    for line in ["E0101", "E0321", "access", "distribute", "bounds"] {
        assert!(list.contains(line), "{line} is not in\n{list}");
    }
    let stderr = igc(&["explain", "E9999"]).fails(1);
    assert!(stderr.contains("`E9999` is not an error code, a pass or a program"), "{stderr}");
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
    // The claims of the driver, and the corrections of wrong claims.
    assert!(first["opencl_c_version"].is_string() && first["corrections"].is_array());
    let order = first["capabilities"]["atomic_order"].as_str().unwrap();
    assert!(["relaxed", "acquire_release"].contains(&order), "{order}");
    // A device can be selected by its index and by part of its name.
    let name = first["name"].as_str().unwrap();
    for selector in ["0", &name[..name.len() / 2]] {
        let run = ["run", &bfs(), "--graph", "chain:4", "--json", "--device", selector];
        assert_eq!(igc(&run).json()["device"]["name"], name);
    }
    let stderr = igc(&["run", &bfs(), "--graph", "chain:4", "--device", "no such"]).fails(3);
    assert!(
        stderr.contains("no OpenCL device matches `no such`; the devices are:\n  0: "),
        "{stderr}"
    );
}

#[test]
fn a_dialect_is_had_or_refused_with_what_the_device_lacks() {
    if !has_device() {
        return;
    }
    let run = |dialect: &str, more: &[&str]| {
        let run = ["run", &bfs(), "--graph", "chain:4", "--dialect", dialect];
        igc(&[&run[..], more].concat())
    };
    let report = run("std=1.2,wide=locks", &["--check", "--json"]).json();
    let dialect = report["device"]["dialect"].as_str().unwrap();
    assert!(dialect.contains("OpenCL 1.2 atomics, locks for 64 bits"), "{dialect}");
    let report = run("optimise=off", &["--check", "--json"]).json();
    let dialect = report["device"]["dialect"].as_str().unwrap();
    assert!(dialect.contains(", not optimised, "), "{dialect}");
    let stderr = run("std=1.2,atomics=20", &[]).fails(3);
    assert!(stderr.contains("does not support `atomics=20`: it lacks OpenCL C 2.0"), "{stderr}");
    let stderr = run("atomics=13", &[]).fails(2);
    assert!(
        stderr.contains("`atomics=13` is not a valid choice for a dialect; the choices are"),
        "{stderr}"
    );
    let stderr = run("atomics=12", &["--device", "host"]).fails(1);
    assert!(stderr.contains("has no dialect"), "{stderr}");
}

/// Every device of the machine passes the self test of the device library in every dialect.
#[test]
fn devices_pass_their_self_test() {
    if !has_device() {
        return;
    }
    let list = igc(&["devices", "--self-test", "--json"]).json();
    for device in list.as_array().unwrap() {
        let dialects = device["dialects"].as_array().unwrap();
        assert!(!dialects.is_empty());
        for dialect in dialects {
            let tests = dialect["tests"].as_array().unwrap();
            assert_eq!(tests.len(), dialects[0]["tests"].as_array().unwrap().len());
            let names: Vec<_> = tests.iter().map(|test| test["name"].as_str().unwrap()).collect();
            for name in ["workgroup_scan", "push", "grid_barrier", "message_passing", "coherence"] {
                assert!(names.contains(&name), "{names:?}");
            }
            // Only NVIDIA's GPUs have the warps of the pushes that are tested there.
            let is_right = |test: &Value| match test["file"] == "worklists_1" {
                true => test["outcome"] == "passed" || test["outcome"] == "lacking",
                false => test["outcome"] == "passed",
            };
            assert!(tests.iter().all(is_right), "{dialect}");
        }
    }
}

#[test]
fn without_opencl_the_processor_runs_programs() {
    let folder = Folder::new();
    let missing = folder.path("missing");
    let without = |arguments: &[&str]| {
        let mut command = command(arguments);
        command.env("IGC_OPENCL_LIBRARY", &missing).env_remove("IGC_DEVICE");
        Done::from(command.output().unwrap())
    };
    let run = ["run", &bfs(), "--graph", "chain:4", "--check"];
    for device in [&[][..], &["--device", "cpu"], &["--device", "cpu:3"], &["--device", "host"]] {
        let report = without(&[&run[..], device].concat()).ok();
        assert!(report.contains("passed: bfs agrees"), "{report}");
    }
    let stderr = without(&[&run[..], &["--device", "gpu"]].concat()).fails(3);
    let library = format!("no OpenCL loader library found ({missing}");
    for words in [&library, "apt-get install", "--device cpu"] {
        assert!(stderr.contains(words), "`{words}` is not in\n{stderr}");
    }
    let list = without(&["devices"]).ok();
    assert!(list.contains("cpu: ") && list.contains("host: "), "{list}");
    // Compiling does not need OpenCL.
    assert!(without(&["compile", &bfs()]).ok().contains("bfs_wl_visit"));
}

#[test]
fn the_device_comes_from_the_argument_then_the_variable_then_the_machine() {
    let run = ["run", &bfs(), "--graph", "chain:4", "--json"];
    let device = |arguments: &[&str], variable: &str| {
        let mut command = command(&[&run[..], arguments].concat());
        let report = Done::from(command.env("IGC_DEVICE", variable).output().unwrap()).json();
        report["device"]["name"].as_str().unwrap().to_string()
    };
    assert!(device(&[], "cpu:3").ends_with("(3 threads)"));
    assert!(device(&["--threads", "2"], "cpu").ends_with("(2 threads)"));
    assert!(device(&["--threads", "2", "--device", "cpu"], "host").ends_with("(2 threads)"));
    assert!(device(&["--threads", "5"], "").ends_with("(5 threads)"));
    assert_eq!(device(&["--device", "host"], "cpu"), "host");
    let listed = igc(&["devices", "--json"]).json();
    let cpu = listed.as_array().unwrap().last().unwrap();
    assert_eq!((&cpu["kind"], &cpu["selector"]), (&"native".into(), &"cpu".into()), "{listed}");
    assert!(cpu["cores"].as_u64().unwrap() > 0 && cpu["caches"].is_array(), "{listed}");
    // Without any of these, the device is a GPU, or the processor if there is none.
    if has_device() {
        let gpu = listed.as_array().unwrap().iter().find(|device| device["kind"] == "gpu");
        match gpu.map(|gpu| gpu["name"].as_str().unwrap()) {
            Some(name) => assert_eq!(device(&[], ""), name),
            None => assert!(device(&[], "").ends_with("threads)")),
        }
    }
    for named in ["host", "cpu:2"] {
        let stderr = igc(&[&run[..], &["--device", named, "--threads", "2"]].concat()).fails(2);
        assert!(stderr.contains(&format!("not for `{named}`")), "{stderr}");
    }
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
    for words in [
        "compile",
        "run",
        "bench",
        "devices",
        "graph",
        "fmt",
        "explain",
        "Exit codes:\n  0  success",
    ] {
        assert!(help.contains(words), "`{words}` is not in\n{help}");
    }
    assert!(igc(&["--version"]).ok().starts_with("igc "));
    igc(&[]).fails(2);
}
