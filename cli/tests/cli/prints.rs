//! Tests of `print`: the lines go to standard error, in the order of the program, and are the same
//! on every device.

use crate::{Done, Folder, command, devices, igc, repository};

/// Prints values of every type in a loop of `main`.
const PROGRAM: &str = r#"
param absent: node = MAX;
node level: u32 = MAX;
global best: f32 = 0.1;
kernel visit(depth: u32) {
    forall u in worklist {
        forall e in u.out where e.dst.level == MAX {
            e.dst.level = depth;
            push e.dst;
        }
    }
}
main {
    let source: node = 0;
    source.level = 0;
    let depth = 1;
    pipe [source] {
        print "round", depth, "frontier", worklist.size;
        visit(depth);
        depth += 1;
    }
    print absent, best, 1e-7f64, -5, MAX as u64, true, reduce_max(level), 4e9;
    print "done // \ ?? é";
}
output level;
"#;

/// The lines of the program on a chain of four nodes.
const LINES: &str = "round 1 frontier 1\nround 2 frontier 1\nround 3 frontier 1\nround 4 frontier 1\n\
                     none 0.1 0.0000001 -5 18446744073709551615 true 3 4000000000\n\
                     done // \\ ?? é\n";

#[test]
fn every_device_prints_the_same_lines() {
    let folder = Folder::new();
    let program = folder.file("program.ig", PROGRAM);
    for device in devices().into_iter().chain(["cpu"]) {
        let run = ["run", &program, "--graph", "chain:4", "--device", device, "--json"];
        for options in [&[][..], &["--opts", "all"]] {
            let done = igc(&[&run[..], options].concat());
            assert_eq!(done.stderr, LINES, "{device} {options:?}");
            assert_eq!(done.json()["program"], "program");
        }
        if device != "interpreter" {
            let steps = folder.path("steps.csv");
            let done = igc(&[&run[..], &["--opts", "none", "--steps", &steps]].concat());
            assert_eq!(done.stderr, LINES, "{device}");
        }
        let repeated = igc(&[&run[..], &["--repeat", "2"]].concat());
        assert_eq!(repeated.stderr, LINES.repeat(2), "{device}");
    }
}

#[test]
fn prints_in_kernels_have_an_effect_in_the_interpreter() {
    let folder = Folder::new();
    let text = "node level: u32 = 0;\n\
                fn twice(x: u32) -> u32 {\n    print \"twice\", x;\n    return 2 * x;\n}\n\
                kernel visit() {\n    forall u in nodes {\n        u.level = twice(u.degree);\n        \
                print u, u.level;\n    }\n}\n\
                main {\n    visit();\n    print twice(5);\n}\noutput level;\n";
    let program = folder.file("program.ig", text);
    let run = |device| -> Done {
        igc(&["run", &program, "--graph", "chain:3", "--device", device, "-o", "-"])
    };
    let done = run("interpreter");
    let mut lines: Vec<&str> = done.stderr.lines().take(8).collect();
    assert_eq!(lines.split_off(6), ["twice 5", "10"], "{}", done.stderr);
    lines.sort_unstable();
    assert_eq!(lines, ["0 2", "1 4", "2 2", "twice 1", "twice 1", "twice 2"]);
    for device in devices().into_iter().filter(|device| *device != "interpreter").chain(["cpu"]) {
        let done = run(device);
        assert_eq!(done.stderr.matches("warning[W0105]").count(), 2, "{}", done.stderr);
        assert!(done.stderr.contains("\ntwice 5\n10\n"), "{}", done.stderr);
        assert_eq!(done.stderr.matches("twice ").count(), 1, "{}", done.stderr);
    }
}

#[test]
fn measurements_print_nothing() {
    let folder = Folder::new();
    let program = folder.file("program.ig", PROGRAM);
    let run = ["bench", &program, "--graph", "chain:4", "--device", "cpu", "--opts", "none"];
    let done = igc(&run);
    assert!(!done.stderr.contains("frontier"), "{}", done.stderr);
    done.ok();
}

#[test]
fn messages_as_json_do_not_contain_lines() {
    let program = repository().join("tests/programs/prints.ig");
    let arguments = [
        "run",
        program.to_str().unwrap(),
        "--graph",
        "chain:3",
        "--device",
        "interpreter",
        "--json",
    ];
    let done = Done::from(command(&arguments).output().unwrap());
    assert!(done.stderr.contains("\nround 1 frontier 1\n"), "{}", done.stderr);
    assert!(done.json()["seconds"].is_object());
}
