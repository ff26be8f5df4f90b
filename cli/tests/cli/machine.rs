//! Tests what igc says and how it exits when the machine or the driver lacks something: memory,
//! threads, time to build kernels, or an undamaged cache of kernels.

use std::path::Path;
use std::process::Command;

use crate::{Done, Folder, bfs, command, has_device, igc, repository};

/// Returns a call of `igc` that `prlimit` limits, or `None` if that program is missing.
fn limited(limit: &str, arguments: &[&str]) -> Option<Command> {
    if Command::new("prlimit").arg("--version").output().is_err() {
        println!("not tested, prlimit is not installed");
        return None;
    }
    let mut command = Command::new("prlimit");
    command.args([limit, env!("CARGO_BIN_EXE_igc")]).args(arguments);
    Some(command)
}

fn run(mut command: Command) -> Done {
    Done::from(command.output().unwrap())
}

#[test]
fn a_graph_that_does_not_fit_the_memory_is_refused() {
    let folder = Folder::new();
    let sparse = folder.file("sparse.el", "0 300000000\n");
    let sparse = format!("{sparse},sparse");
    // The offsets of these graphs do not fit. Afterwards, the offsets fit and the degrees do not.
    for graph in ["empty:300000000", &sparse, "empty:60000000"] {
        let Some(command) = limited("--as=1000000000", &["graph", "info", graph]) else { return };
        let stderr = run(command).fails(1);
        assert!(stderr.contains("error: "), "{stderr}");
        assert!(stderr.contains("there is not enough memory"), "{stderr}");
    }
    let stderr = igc(&["graph", "info", "empty:4294967294"]).fails(1);
    assert!(stderr.contains("the graph has 4294967294 nodes, but the maximum is"), "{stderr}");
}

/// The native target reserves address space for worklists of any size, if there is enough.
#[test]
fn worklists_need_little_address_space() {
    let folder = Folder::new();
    let program = "
        node x: u32 = 0;
        racy kernel fill() { forall u in nodes { while u.x == 0 { push u; } } }
        kernel empty() { forall u in worklist { u.x = 1; } }
        main { fill(); once pipe { empty(); } }
        output x;";
    let endless = folder.file("endless.ig", program);
    let run_on_cpu = |program: &str| {
        let run = ["run", program, "--graph", "chain:100", "--device", "cpu", "--threads", "2"];
        limited("--as=600000000", &run)
    };
    let Some(command) = run_on_cpu(&bfs()) else { return };
    let done = run(command);
    assert_eq!(done.code, 0, "{done:?}");
    let stderr = run(run_on_cpu(&endless).unwrap()).fails(1);
    assert!(stderr.contains("worklist `worklist`") && stderr.contains("address space"), "{stderr}");
    assert!(stderr.contains("help: "), "{stderr}");
}

/// A text of empty lines has no content, whatever its length.
#[test]
fn empty_lines_take_no_memory() {
    use std::io::Write;
    let folder = Folder::new();
    let path = folder.path("blank.gz");
    let file = std::fs::File::create(&path).unwrap();
    let mut out = flate2::write::GzEncoder::new(file, flate2::Compression::best());
    let head = b"%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n";
    out.write_all(head).unwrap();
    let blank = vec![b'\n'; 1 << 20];
    (0..300).for_each(|_| out.write_all(&blank).unwrap());
    out.finish().unwrap();
    // Four bytes per line would be 1.2 GB.
    let info = ["graph", "info", &format!("{path},format=mtx"), "--json"];
    let Some(mut command) = limited("--as=900000000", &info) else { return };
    command.env("RAYON_NUM_THREADS", "2");
    assert_eq!(run(command).json()["arcs"], 1);
}

/// Only a user other than root has a limit on threads.
#[test]
fn a_machine_without_free_threads_is_no_panic() {
    let folder = Folder::new();
    let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
    let setpriv = Command::new("setpriv").arg("--version").output().is_ok();
    if !root || !setpriv {
        println!("not tested, this needs root and setpriv");
        return;
    }
    // Another user must be able to run the binary and to read the program.
    let place = folder.0.path();
    let open = |path: &Path| Command::new("chmod").arg("755").arg(path).status().unwrap();
    open(place);
    let copy = folder.path("igc");
    std::fs::copy(env!("CARGO_BIN_EXE_igc"), &copy).unwrap();
    open(Path::new(&copy));
    let program = folder.path("bfs.ig");
    std::fs::copy(bfs(), &program).unwrap();
    let call = |user: &str, arguments: &[&str]| {
        let mut command = Command::new("setpriv");
        command.args(["--reuid", user, "--regid", user, "--clear-groups"]);
        command.args(["prlimit", "--nproc=1", &copy]).args(arguments);
        command.env("HOME", place).env("IGC_CACHE_DIR", "off").env("POCL_CACHE_DIR", place);
        run(command)
    };
    // The loader works with one thread.
    assert_eq!(call("61301", &["graph", "info", "rmat:12", "--json"]).json()["nodes"], 4096);
    let runs =
        |device| ["run", &program, "--graph", "chain:3", "-p", "source=0", "--device", device];
    let stderr = call("61302", &runs("interpreter")).fails(3);
    assert!(stderr.contains("the system cannot start another thread"), "{stderr}");
    if has_device() {
        let stderr = call("61303", &runs("0")).fails(3);
        assert!(stderr.contains("threads that an OpenCL driver may need"), "{stderr}");
    }
}

/// With an empty cache, PoCL builds a kernel at its first launch.
#[test]
fn a_driver_that_builds_late_delays_no_run() {
    if !has_device() {
        return;
    }
    let scc = repository().join("examples/scc/scc.ig").to_str().unwrap().to_string();
    for options in ["none", "coop-cv,oitergb"] {
        let folder = Folder::new();
        let call = |timeout: &str| {
            let mut command = command(&["run", &scc, "--graph", "empty:3", "--opts", options]);
            command.args(["--json", "--timeout", timeout]);
            command.env("POCL_CACHE_DIR", folder.path("pocl"));
            command.env("IGC_CACHE_DIR", folder.path("igc"));
            run(command).json()
        };
        let report = call("2");
        let seconds = |name: &str| report["seconds"][name].as_f64().unwrap();
        // The computation takes microseconds, and the late part of a build about a fifth of it.
        assert!(seconds("compute") < seconds("build") / 20.0, "{report}");
    }
}

#[test]
fn a_build_that_takes_too_long_has_its_own_message() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let scc = repository().join("examples/scc/scc.ig").to_str().unwrap().to_string();
    let mut command = command(&["run", &scc, "--graph", "empty:3", "--opts", "coop-cv,oitergb"]);
    command.args(["--build-timeout", "1"]);
    command.env("POCL_CACHE_DIR", folder.path("pocl")).env("IGC_CACHE_DIR", "off");
    let done = run(command);
    if done.code == 0 {
        println!("not tested, this driver builds within a second");
        return;
    }
    let stderr = done.fails(5);
    assert!(stderr.contains("the driver has not built the kernels within 1 s"), "{stderr}");
    assert!(stderr.contains("--build-timeout"), "{stderr}");
}

/// Calls that build kernels of the device library with empty caches. Each build takes longer than a
/// second on PoCL, and each launch less.
#[test]
fn builds_of_measurements_have_their_own_limit() {
    if !has_device() {
        return;
    }
    let micro = &["bench", "micro", "--runs", "1"][..];
    let sizes = ["--groups", "2", "--workgroup-size", "64"];
    let barrier = &[&["bench", "barrier", "--runs", "1"][..], &sizes].concat();
    let call = |arguments: &[&str], limit: &str| {
        let folder = Folder::new();
        let mut command = command(arguments);
        command.args([limit, "1", "--device", "0"]);
        command.env("POCL_CACHE_DIR", folder.path("pocl")).env("IGC_CACHE_DIR", "off");
        run(command)
    };
    for arguments in [micro, barrier] {
        // On a busy machine, a launch may take a second, too.
        let passes = (0..4).any(|_| call(arguments, "--timeout").code == 0);
        assert!(passes, "{arguments:?}: builds count as launches");
    }
    let self_test = &["devices", "--self-test", "--dialect", "atomics=12"];
    for arguments in [micro, barrier, self_test] {
        let done = call(arguments, "--build-timeout");
        // Some drivers build within a second.
        if done.code != 0 {
            let stderr = done.fails(5);
            let words = "the driver has not built the kernels within 1 s";
            assert!(stderr.contains(words), "{arguments:?}: {stderr}");
        }
    }
}

/// PoCL checks neither the kernels nor the programs in its cache.
#[test]
fn a_damaged_cache_of_the_driver_is_named() {
    let devices = igc(&["devices"]).stdout;
    if !devices.lines().next().is_some_and(|line| line.contains("Portable Computing Language")) {
        println!("not tested, the first device is not PoCL's");
        return;
    }
    let folder = Folder::new();
    let pocl = folder.path("pocl");
    let call = || {
        let mut command = command(&["run", &bfs(), "--graph", "chain:3", "-p", "source=0"]);
        command.env("POCL_CACHE_DIR", &pocl).env("IGC_CACHE_DIR", folder.path("igc"));
        run(command)
    };
    call().ok();
    for (kind, length) in [(".so", 0), (".so", 5000), ("program.bc", 0), ("program.bc", 100)] {
        let damage = |path: &Path| {
            if path.to_string_lossy().contains("trial") || !path.to_string_lossy().ends_with(kind) {
                return;
            }
            let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
            file.set_len(length).unwrap();
        };
        for_each_file(Path::new(&pocl), &damage);
        let stderr = call().fails(3);
        let help = format!("if the driver's cache of kernels is damaged, delete `{pocl}`");
        assert!(stderr.contains(&help), "{kind} {length}: {stderr}");
        std::fs::remove_dir_all(&pocl).unwrap();
        call().ok();
    }
}

fn for_each_file(folder: &Path, visit: &dyn Fn(&Path)) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { for_each_file(&path, visit) } else { visit(&path) }
    }
}

#[test]
fn what_is_no_file_is_named() {
    let folder = Folder::new();
    let info = |path: &str| igc(&["graph", "info", path]).fails(1);
    let stderr = info(&folder.path(""));
    assert!(stderr.contains("this is a directory, not a file"), "{stderr}");
    #[cfg(unix)]
    {
        let (fifo, one, other) = (folder.path("fifo"), folder.path("one"), folder.path("other"));
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        assert!(info(&fifo).contains("this is a FIFO"));
        std::os::unix::fs::symlink(&one, &other).unwrap();
        std::os::unix::fs::symlink(&other, &one).unwrap();
        assert!(info(&format!("{one},compact")).contains("this is a loop of symbolic links"));
        assert!(info("/dev/zero").contains("this is a device"));
    }
    assert!(info(&folder.path("missing")).contains("no file or generator has this name"));
}

/// The oracle reads a file without the loader, so both must agree about lines.
#[test]
fn the_oracle_reads_old_line_ends_and_byte_order_marks() {
    let folder = Folder::new();
    for (name, text) in [
        ("old.el", "0 1\r1 2\r2 3\r"),
        ("marked.el", "\u{feff}0 1\n1 2\n2 3\n"),
        ("both.el", "\u{feff}0 1\r1 2\r2 3\r"),
        ("old.graph", "4 3\r2\r1 3\r2 4\r3\r"),
        ("marked.gr", "\u{feff}p sp 4 3\na 1 2 1\na 2 3 1\na 3 4 1\n"),
        ("old.gr", "c x\rp sp 4 3\ra 1 2 1\ra 2 3 1\ra 3 4 1\r"),
        ("old.mtx", "%%MatrixMarket matrix coordinate pattern general\r4 4 3\r1 2\r2 3\r3 4\r"),
        (
            "marked.mtx",
            "\u{feff}%%MatrixMarket matrix coordinate pattern general\n4 4 3\n1 2\n2 3\n3 4\n",
        ),
        ("out.old", "% asym unweighted\r1 2\r2 3\r3 4\r"),
        ("out.marked", "\u{feff}% asym unweighted\n1 2\n2 3\n3 4\n"),
    ] {
        let graph = folder.file(name, text);
        let run = ["run", &bfs(), "--graph", &graph, "-p", "source=0", "--device", "interpreter"];
        let report = igc(&[&run[..], &["--check", "--json"]].concat()).json();
        assert_eq!(report["graph"]["nodes"], 4, "{name}");
        let check = &report["checks"][0];
        assert_eq!(
            (&check["passed"], &check["independent"]),
            (&true.into(), &true.into()),
            "{name}"
        );
    }
}
