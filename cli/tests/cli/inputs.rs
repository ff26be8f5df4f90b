//! Tests of `--input`, of the files of single outputs, and of parameters that are optional nodes.

use crate::{Folder, igc};

const PROGRAM: &str = "input node feature: f32;
input edge capacity: u32;
input worklist seeds;

param target: node = MAX;

node best: f32 = 0;
edge doubled: u32 = 0;
node seen: bool = false;
global without: bool = false;

kernel work() {
    forall u in nodes {
        for e in u.out {
            u.best max= e.dst.feature;
            e.doubled = e.capacity * 2;
        }
    }
}

kernel visit() {
    forall u in seeds {
        u.seen = true;
    }
}

main {
    work();
    once pipe {
        visit();
    }
    without = target == MAX;
}

output best, doubled, seen, without;
";

/// A folder with the program and data for `chain:3`.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("program.ig", PROGRAM);
    folder.file("feature.tsv", "node\tfeature\n2\t0.5\n0\t-1\n1\t2\n");
    let matrix = "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 7\n3 2 9\n";
    folder.file("capacity.mtx", matrix);
    folder.file("seeds.txt", "2\n0\n");
    folder
}

/// Returns the arguments that run the program with all inputs, and some more.
fn run(folder: &Folder, device: &str, more: &[&str]) -> crate::Done {
    let input = |name: &str, file: &str| format!("{name}={}", folder.path(file));
    let inputs = [
        input("feature", "feature.tsv"),
        input("capacity", "capacity.mtx"),
        input("seeds", "seeds.txt"),
    ];
    let program = folder.path("program.ig");
    let mut arguments = vec!["run", &program, "--graph", "chain:3", "--device", device];
    for input in &inputs {
        if !more.iter().any(|other| other.starts_with(&input[..5])) {
            arguments.extend(["--input", input]);
        }
    }
    arguments.extend(more);
    igc(&arguments)
}

const TABLES: &str = "# without\ttrue
node\tbest\tseen
0\t2\ttrue
1\t0.5\tfalse
2\t2\ttrue
edge\tsource\tdestination\tdoubled
0\t0\t1\t14
1\t1\t0\t14
2\t1\t2\t18
3\t2\t1\t18
";

#[test]
fn inputs_are_read_in_each_format() {
    let folder = folder();
    for device in ["interpreter", "cpu"] {
        assert_eq!(run(&folder, device, &["-o", "-"]).ok(), TABLES, "{device}");
    }
    let without = run(&folder, "interpreter", &["-o", "-", "-p", "target=1"]).ok();
    assert!(without.starts_with("# without\tfalse\n"), "{without}");
    assert_eq!(run(&folder, "interpreter", &["-p", "target=3"]).code, 1);
}

#[test]
fn a_missing_node_is_none() {
    let folder = folder();
    assert!(run(&folder, "interpreter", &[]).ok().contains(" -p target=none"));
    let report = run(&folder, "interpreter", &["--json"]).json();
    assert!(report["params"].as_array().unwrap().contains(&serde_json::json!(["target", null])));
}

#[test]
fn outputs_of_one_run_are_inputs_of_another() {
    let folder = folder();
    for ending in ["npy", "mtx", "tsv"] {
        let [best, doubled] = ["best", "doubled"].map(|name| {
            let path = folder.path(&format!("{name}.{ending}"));
            (format!("{name}={path}"), path)
        });
        run(&folder, "interpreter", &["-o", &best.0, "-o", &doubled.0]).ok();
        let feature = format!("feature={}", best.1);
        let capacity = format!("capacity={}", doubled.1);
        let more = ["--input", &feature, "--input", &capacity, "-o", "-"];
        let stdout = run(&folder, "interpreter", &more).ok();
        assert!(stdout.contains("0\t0\t1\t28\n"), "{ending}: {stdout}");
        assert!(
            stdout.contains("node\tbest\tseen\n0\t0.5\ttrue\n1\t2\tfalse\n"),
            "{ending}: {stdout}"
        );
    }
}

#[test]
fn errors_name_the_file_and_the_line() {
    let folder = folder();
    let refused = |name: &str, content: &str| {
        let path = folder.file("wrong", content);
        let done = run(&folder, "interpreter", &["--input", &format!("{name}={path}")]);
        assert_eq!(done.code, 1, "{done:?}");
        done.stderr.replace(&path, "wrong")
    };
    assert!(refused("feature", "1\nx\n3\n").contains("wrong:2: `x` is not a number"));
    assert!(refused("seeds", "0\n3\n").contains("wrong:2: 3 is not a node of the graph"));
    assert!(refused("capacity", "1\n2\n").contains("wrong: the file has 2 values"));
    let program = folder.path("program.ig");
    let stderr = igc(&["run", &program, "--graph", "chain:3", "--device", "interpreter"]).stderr;
    assert!(stderr.contains("the input `feature` has no data"), "{stderr}");
    let done = run(&folder, "interpreter", &["--input", "nothing=file"]);
    assert!(done.code == 1 && done.stderr.contains("unknown input `nothing`"), "{done:?}");
    let done = run(&folder, "interpreter", &["--input", "feature=/"]);
    assert!(done.code == 1 && done.stderr.contains("regular file"), "{done:?}");
    let done = run(&folder, "interpreter", &["-o", "nothing=file"]);
    assert!(done.code == 1 && done.stderr.contains("unknown output `nothing`"), "{done:?}");
    let done = run(&folder, "interpreter", &["--input", "road"]);
    assert_eq!(done.code, 2, "{done:?}");
}

#[test]
fn benchmarks_read_inputs() {
    let folder = folder();
    let program = folder.path("program.ig");
    let input = |name: &str, file: &str| format!("{name}={}", folder.path(file));
    let inputs = [
        input("feature", "feature.tsv"),
        input("capacity", "capacity.mtx"),
        input("seeds", "seeds.txt"),
    ];
    let mut bench = vec!["bench", &program, "--graph", "chain:3", "--device", "interpreter"];
    bench.extend(["--repeat", "1", "--opts", "none"]);
    let done = igc(&bench);
    assert!(done.code == 1 && done.stderr.contains("has no data"), "{done:?}");
    inputs.iter().for_each(|input| bench.extend(["--input", input]));
    igc(&bench).ok();
}

const ARRAYS: &str = "input node feature: f32[2];

node mean: f32[2] = 0;

kernel aggregate() {
    forall u in nodes {
        for e in u.out {
            u.mean[0] += e.dst.feature[0] / u.degree as f32;
            u.mean[1] += e.dst.feature[1] / u.degree as f32;
        }
    }
}

main {
    aggregate();
}

output mean;
";

#[test]
fn an_input_can_be_an_array() {
    let folder = Folder::new();
    let program = folder.file("arrays.ig", ARRAYS);
    let feature = folder.file("feature.txt", "1 2\n3 4\n5 8\n");
    let mean = folder.path("mean.npy");
    let run = |device: &str, feature: &str, more: &[&str]| {
        let feature = format!("feature={feature}");
        let arguments = ["run", &program, "--graph", "chain:3", "--device", device];
        igc(&[&arguments[..], &["--input", &feature], more].concat())
    };
    let wanted = "node\tmean[0]\tmean[1]\n0\t3\t4\n1\t3\t5\n2\t3\t4\n";
    let devices = if crate::has_device() {
        &["interpreter", "cpu", "0"][..]
    } else {
        &["interpreter", "cpu"]
    };
    for device in devices {
        for layout in ["by-row", "by-element"] {
            let more = ["-o", "-", "--array-layout", layout];
            assert_eq!(run(device, &feature, &more).ok(), wanted, "{device} {layout}");
        }
    }
    run("interpreter", &feature, &["-o", &format!("mean={mean}")]).ok();
    let twice = "node\tmean[0]\tmean[1]\n0\t3\t5\n1\t3\t4\n2\t3\t5\n";
    assert_eq!(run("cpu", &mean, &["-o", "-"]).ok(), twice);
    let wrong = folder.file("wrong", "1 2\n3 4 5\n5 8\n");
    let refused = run("interpreter", &wrong, &[]);
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.stderr.contains("wrong:2: expected 2 columns, found 3"), "{refused:?}");
}

#[test]
fn inputs_can_have_random_values() {
    let folder = folder();
    let with_seeds = |device: &str, seeds: &str| {
        let more = ["--input", "feature=random", "--input", "capacity=random", "--input", seeds];
        run(&folder, device, &[&more[..], &["-o", "-"]].concat())
    };
    let first = with_seeds("interpreter", "seeds=random").ok();
    assert_eq!(first, with_seeds("cpu", "seeds=random:1").ok());
    assert!(first != TABLES && first.matches("true").count() == 2, "{first}");
    let refused = with_seeds("interpreter", "seeds=random:x");
    assert!(refused.stderr.contains("the seed `x` is not a whole number"), "{refused:?}");
}
