//! Tests of commands that only print information, and of the messages without OpenCL or without a
//! device.

use serde_json::Value;

use crate::{Done, Folder, bfs, command, everything_is_asked_for, has_device, igc};

#[test]
fn errors_and_passes_are_explained() {
    let text = igc(&["explain", "E0101"]).ok();
    assert!(text.starts_with("# E0101: an unknown name"), "{text}");
    let text = igc(&["explain", "distribute"]).ok();
    assert!(text.contains("strided loops") && text.contains("It runs always"), "{text}");
    let text = igc(&["explain", "fg8"]).ok();
    assert!(text.starts_with("# fg8: ") && text.contains("Passes: `np`"), "{text}");
    let text = igc(&["explain", "np"]).ok();
    assert!(text.starts_with("# np\n") && text.contains("or `--opts fg8`"), "{text}");
    let list = igc(&["explain"]).ok();
    for line in ["E0101", "E0321", "access", "distribute", "bounds"] {
        assert!(list.contains(line), "{line} is not in\n{list}");
    }
    let stderr = igc(&["explain", "E9999"]).fails(1);
    assert!(
        stderr.contains("`E9999` is not an error code, an optimisation, a pass or a program"),
        "{stderr}"
    );
}

#[test]
fn devices_are_listed() {
    if !has_device() {
        return;
    }
    let text = igc(&["devices"]).ok();
    assert!(text.starts_with("0: ") && text.contains("\ninterpreter: "), "{text}");
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
    assert!(stderr.contains("no device matches `no such`; the devices are:\n  0: "), "{stderr}");
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
    let stderr = run("atomics=12", &["--device", "interpreter"]).fails(1);
    assert!(stderr.contains("has no dialect"), "{stderr}");
}

/// Every device of the machine passes the self test of the device library in every dialect. Drivers build its kernels
/// for a minute for each dialect, so the test uses one, unless `IGC_CONFIGURATIONS` is `all`. The next test uses another.
#[test]
fn devices_pass_their_self_test() {
    if !has_device() {
        return;
    }
    let one: &[&str] =
        if everything_is_asked_for() { &[] } else { &["--dialect", "subgroups=none"] };
    let list = igc(&[&["devices", "--self-test", "--json"], one].concat()).json();
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
fn the_self_test_runs_in_the_dialect_that_is_given() {
    if !has_device() {
        return;
    }
    let arguments =
        ["devices", "--self-test", "--json", "--device", "0", "--dialect", "atomics=12"];
    let list = igc(&arguments).json();
    let dialects = list[0]["dialects"].as_array().unwrap();
    assert_eq!(dialects.len(), 1, "{list}");
    assert!(dialects[0]["dialect"].as_str().unwrap().contains("1.2 atomics"), "{list}");
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
    for device in
        [&[][..], &["--device", "cpu"], &["--device", "cpu:3"], &["--device", "interpreter"]]
    {
        let report = without(&[&run[..], device].concat()).ok();
        assert!(report.contains("passed: bfs agrees"), "{report}");
    }
    let stderr = without(&[&run[..], &["--device", "gpu"]].concat()).fails(3);
    let library = format!("no OpenCL loader library found ({missing}");
    for words in [&library, "apt-get install", "--device cpu"] {
        assert!(stderr.contains(words), "`{words}` is not in\n{stderr}");
    }
    let list = without(&["devices"]).ok();
    assert!(list.contains("cpu: ") && list.contains("interpreter: "), "{list}");
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
    assert!(device(&["--threads", "2", "--device", "cpu"], "interpreter").ends_with("(2 threads)"));
    assert!(device(&["--threads", "5"], "").ends_with("(5 threads)"));
    assert_eq!(device(&["--device", "interpreter"], "cpu"), "interpreter");
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
    for named in ["interpreter", "cpu:2"] {
        let done = igc(&[&run[..], &["--device", named, "--threads", "2"]].concat());
        assert_eq!(done.code, 2, "{done:?}");
        assert!(done.stderr.contains(&format!("not for `{named}`")), "{done:?}");
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
    let version = igc(&["--version"]).ok();
    assert!(version.starts_with(concat!("igc ", env!("CARGO_PKG_VERSION"))), "{version}");
    let head = std::process::Command::new("git").args(["rev-parse", "HEAD"]).output();
    match head.map(|head| String::from_utf8_lossy(&head.stdout).into_owned()) {
        Ok(head) if !head.is_empty() => {
            assert!(version.contains(&format!("(commit {})", &head[..10])), "{version} {head}");
        }
        _ => println!("not tested, there is no repository"),
    }
    igc(&[]).fails(2);
}

/// A shell asks for the values of an option as its completion script does.
#[test]
fn shells_complete_the_values_of_options() {
    let script = Done::from(command(&[]).env("COMPLETE", "bash").output().unwrap()).ok();
    assert!(script.contains("COMPLETE"), "{script}");
    let complete = |words: &[&str]| {
        let mut call = command(&[&["--", "igc"], words].concat());
        let place = words.len().to_string();
        call.env("COMPLETE", "bash").env("_CLAP_IFS", "\n").env("_CLAP_COMPLETE_INDEX", place);
        call.env("_CLAP_COMPLETE_COMP_TYPE", "9").env("_CLAP_COMPLETE_SPACE", "false");
        Done::from(call.output().unwrap()).ok()
    };
    assert_eq!(complete(&["run", "bfs", "--opts", "fg8,order=pul"]).trim(), "fg8,order=pull");
    assert_eq!(complete(&["bench", "bfs", "--passes", "gvn,dc"]).trim(), "gvn,dce");
    assert!(complete(&["tun"]).contains("tune"));
    assert_eq!(complete(&["run", "bfs_hyb"]).trim(), "bfs_hybrid");
    assert_eq!(complete(&["show", "bfs_hyb"]).trim(), "bfs_hybrid");
    assert_eq!(complete(&["run", "bfs", "--graph", "rma"]).trim(), "rmat:20");
    assert_eq!(complete(&["graph", "info", "rmat:20,se"]).trim(), "rmat:20,seed=");
    assert_eq!(complete(&["run", "bfs", "--device", "cp"]).trim(), "cpu");
    assert_eq!(complete(&["explain", "E0101"]).trim(), "E0101");
}

#[test]
fn graphs_are_explained() {
    let text = igc(&["help", "graphs"]).ok();
    for words in [
        "rmat:SCALE ",
        "loops=keep|drop ",
        "clustering=0..1 ",
        ".edgelist",
        "Keys: weights, directed",
    ] {
        assert!(text.contains(words), "`{words}` is not in\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert!(igc(&["--help"]).ok().contains("igc help graphs"));
    let help = igc(&["run", "--help"]).ok();
    let words: Vec<&str> = help.split_whitespace().collect();
    assert!(words.join(" ").contains("`igc help graphs`"), "{help}");
}

/// Each command has the option, whether it stands before or after the name of a command.
#[test]
fn options_of_all_commands_may_precede_any_command() {
    let unknown = "no-such-benchmark";
    for arguments in [
        ["--diagnostics", "json", "bench", "micro", unknown],
        ["bench", "--diagnostics", "json", "micro", unknown],
        ["bench", "micro", "--diagnostics", "json", unknown],
        ["bench", "micro", unknown, "--diagnostics", "json"],
    ] {
        let stderr = igc(&arguments).fails(2);
        let list: serde_json::Value = serde_json::from_str(&stderr).unwrap();
        assert!(list[0]["message"].as_str().unwrap().contains(unknown), "{stderr}");
    }
    let info = igc(&["search", "--diagnostics=text", "primitives", "--help"]).ok();
    assert!(info.contains("Usage: igc search primitives"), "{info}");
    // Other options belong to one command.
    let done = igc(&["bench", "--json", "micro", "--device", "cpu"]);
    let failure: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    let help = &failure["errors"][0]["help"][0];
    assert_eq!((done.code, help), (2, &"write `igc bench micro --json --device cpu`".into()));
    let stderr = igc(&["bench", "--runs", "7", "micro"]).fails(2);
    assert!(stderr.contains("help: write `igc bench micro --runs 7`"), "{stderr}");
}

#[test]
fn scripts_for_shells_are_printed() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = igc(&["completions", shell]).ok();
        // The script asks the `igc` in the path, not the one that has printed it.
        assert!(script.contains("COMPLETE") && !script.contains("/target/"), "{script}");
    }
    igc(&["completions", "csh"]).fails(2);
    // bash accepts its script, which asks igc.
    let folder = Folder::new();
    let script = folder.file("igc.bash", &igc(&["completions", "bash"]).ok());
    let bin = std::path::Path::new(env!("CARGO_BIN_EXE_igc")).parent().unwrap();
    let test = format!(
        "PATH={}:$PATH; source {script}; COMP_WORDS=(igc run bfs --opts fg8,order=pul); COMP_CWORD=4; \
         COMP_TYPE=9; $(complete -p igc | sed 's/.*-F \\([^ ]*\\).*/\\1/') igc fg8,order=pul --opts; echo \"${{COMPREPLY[@]}}\"",
        bin.display()
    );
    let Ok(done) = std::process::Command::new("bash").args(["-c", &test]).output() else {
        println!("not tested, there is no bash");
        return;
    };
    let reply = String::from_utf8_lossy(&done.stdout);
    assert_eq!(reply.trim(), "fg8,order=pull", "{done:?}");
}

/// Each command has a page with its options.
#[test]
fn manual_pages_are_written() {
    let folder = Folder::new();
    let man = folder.path("man");
    igc(&["man", &man]).ok();
    for (name, words) in [
        ("igc.1", "igc\\-compile(1)"),
        ("igc-run.1", "\\-\\-max\\-rounds"),
        ("igc-graph-info.1", "degrees"),
        ("igc-bench-micro.1", "\\-\\-json"),
        ("igc-study-report.1", "\\-\\-output"),
        ("igc-check.1", "\\-\\-deny\\-warnings"),
    ] {
        let page = folder.read(&format!("man/{name}"));
        assert!(page.contains(".TH ") && page.contains(words), "{name}: {page}");
    }
    assert!(!std::path::Path::new(&format!("{man}/igc-worker.1")).exists());
}
