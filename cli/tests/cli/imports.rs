//! Tests of programs that import files.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use crate::{Done, Folder, command, igc};

const MAIN: &str = "use ../common/sets.ig::twice;
use ./lib.ig;

node x: u32 = 0;

kernel k() {
    forall u in nodes {
        u.x = lib::thrice(twice(u as u32)) + lib::ONE;
    }
}

main {
    k();
}

output x;
";
const LIB: &str = "use ../common/sets.ig;

const ONE: u32 = sets::ONE;

fn thrice(x: u32) -> u32 {
    return sets::twice(x) + x;
}
";
const SETS: &str = "const ONE: u32 = 1;

fn twice(x: u32) -> u32 {
    return 2 * x;
}
";

/// A program with an oracle that imports `parts/lib.ig`.
pub const SEARCH: &str = "
    use ./parts/lib.ig;
    param source: node = 0;
    node level: u32 = MAX;
    global changed: bool;
    kernel start() { forall u in nodes where u == source { u.level = 0; } }
    kernel visit(depth: u32) {
        forall u in nodes where u.level == depth {
            forall e in u.out where e.dst.level == MAX {
                e.dst.level = lib::next(depth);
                changed = true;
            }
        }
    }
    main {
        start();
        let depth = 0;
        iterate { changed = false; visit(depth); depth += 1; } while changed;
    }
    check bfs(level, source);
    output level;";
/// The file that [`SEARCH`] imports.
pub const STEP: &str = "fn next(depth: u32) -> u32 { return depth + 1; }\n";

/// Creates a folder with a program, a file next to it and a file in another folder.
fn folder(main: &str, lib: &str, sets: &str) -> Folder {
    let folder = Folder::new();
    for (name, content) in
        [("program/main.ig", main), ("program/lib.ig", lib), ("common/sets.ig", sets)]
    {
        let path = folder.path(name);
        std::fs::create_dir_all(Path::new(&path).parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    folder
}

fn run(folder: &Folder) -> Done {
    let program = folder.path("program/main.ig");
    igc(&["run", &program, "--graph", "chain:3", "--device", "interpreter", "-o", "-"])
}

/// Compiles a program that is wrong. Returns the errors without the path of the folder.
fn refused(folder: &Folder) -> String {
    let done = igc(&["compile", &folder.path("program/main.ig"), "--emit", "schedule"]);
    assert_eq!(done.code, 1, "{done:?}");
    done.stderr.replace(&folder.path(""), "")
}

#[test]
fn every_command_reads_the_files() {
    let folder = folder(MAIN, LIB, SETS);
    assert_eq!(run(&folder).ok(), "node\tx\n0\t1\n1\t7\n2\t13\n");
    let program = folder.path("program/main.ig");
    let schedule = igc(&["compile", &program, "--emit", "schedule"]).ok();
    assert!(schedule.contains("\"main\""), "{schedule}");
    assert!(igc(&["compile", &program, "--emit", "tokens"]).ok().contains("File(\"./lib.ig\")"));
    assert!(igc(&["explain", &program]).ok().contains("main.ig with --opts"));
    igc(&["fmt", "--check", &folder.path("program"), &folder.path("common")]).ok();
    let once = ["--graph", "chain:3", "--device", "interpreter", "--repeat", "1", "--opts", "none"];
    igc(&[&["bench", &program, "--no-check"], &once[..]].concat()).ok();
}

#[test]
fn errors_are_shown_in_the_file_that_has_them() {
    let stderr = refused(&folder(MAIN, &LIB.replace("+ x", "+ y"), SETS));
    assert!(stderr.contains("error[E0101]: unknown name `y`"), "{stderr}");
    assert!(stderr.contains("program/lib.ig:6:29"), "{stderr}");
    let stderr = refused(&folder(MAIN, LIB, &SETS.replace("2 * x", "2 *")));
    assert!(stderr.contains("program/../common/sets.ig:4:"), "{stderr}");
    let json = folder(MAIN, LIB, &SETS.replace("2 * x", "2 * y"));
    let program = json.path("program/main.ig");
    let done = igc(&["compile", &program, "--diagnostics", "json"]);
    let records: serde_json::Value = serde_json::from_str(&done.stderr).unwrap();
    let label = &records[0]["labels"][0];
    assert!(label["file"].as_str().unwrap().ends_with("program/../common/sets.ig"), "{label}");
    assert_eq!((&label["start"]["line"], &label["start"]["column"]), (&4.into(), &16.into()));
    assert_eq!(label["start"]["offset"], 62);
}

/// A file that is reached by different paths is one module.
#[test]
fn a_file_is_one_module() {
    let other_path = LIB.replace("../common/sets.ig", "./../common/../common/sets.ig");
    let stderr = refused(&folder(MAIN, &other_path, SETS));
    assert!(stderr.contains("error[E0004]"), "paths go up only at their start: {stderr}");
    let through_program = LIB.replace("use ../", "use ../program/other.ig;\nuse ../");
    let links = folder(MAIN, &through_program, SETS);
    std::os::unix::fs::symlink("../common/sets.ig", links.path("program/other.ig")).unwrap();
    let done = run(&links);
    assert_eq!(done.stdout, "node\tx\n0\t1\n1\t7\n2\t13\n", "{done:?}");
    assert!(done.stderr.contains("warning[W0104]: the module `other` is never used"), "{done:?}");
    let cycle = format!("use ../program/lib.ig;\n{SETS}");
    let stderr = refused(&folder(MAIN, LIB, &cycle));
    assert!(stderr.contains("error[E0111]: `../common/sets.ig` and `./lib.ig` import"), "{stderr}");
    assert!(stderr.contains("program/lib.ig:1:5"), "{stderr}");
    let cycle = format!("use ../program/main.ig;\n{SETS}");
    let stderr = refused(&folder(MAIN, LIB, &cycle));
    assert!(stderr.contains("error[E0111]: the program and `../common/sets.ig`"), "{stderr}");
}

#[test]
fn files_that_cannot_be_read_are_reported_at_the_import() {
    let names = ["missing", "folder", "bytes", "endless"];
    let uses: String = names.iter().map(|name| format!("use ./{name}.ig;\n")).collect();
    let folder = folder(&(uses + MAIN), LIB, SETS);
    std::fs::create_dir(folder.path("program/folder.ig")).unwrap();
    std::fs::write(folder.path("program/bytes.ig"), b"const ONE: u32 = 1; // \xff\n").unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.path("program/endless.ig")).unwrap();
    let stderr = refused(&folder);
    for (line, reason) in [
        "`./missing.ig` cannot be imported: No such file or directory",
        "`./folder.ig` cannot be imported: this is a folder",
        "`./bytes.ig` cannot be imported: the file is not valid UTF-8 text",
        "`./endless.ig` cannot be imported: this is not a regular file",
    ]
    .iter()
    .enumerate()
    {
        assert!(stderr.contains(reason), "{stderr}");
        assert!(stderr.contains(&format!("program/main.ig:{}:5", line + 1)), "{stderr}");
    }
}

#[test]
fn a_program_from_a_pipe_cannot_import() {
    let mut command = command(&["compile", "/dev/stdin"]);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    child.stdin.take().unwrap().write_all(MAIN.as_bytes()).unwrap();
    let done = Done::from(child.wait_with_output().unwrap());
    assert_eq!(done.code, 1, "{done:?}");
    let reason = "`./lib.ig` cannot be imported: the program is not in a file";
    assert!(done.stderr.contains(reason), "{done:?}");
    assert!(done.stderr.contains("stdin:2:5"), "{done:?}");
}

#[test]
fn imported_files_count_towards_the_limit() {
    let long = format!("{LIB}// {}\n", "x".repeat(1 << 20));
    let stderr = refused(&folder(MAIN, &long, SETS));
    assert!(stderr.contains("error[E0006]"), "{stderr}");
    assert!(stderr.contains("program/main.ig:1:1"), "{stderr}");
}

/// A folder of programs may contain files that the programs import.
#[test]
fn a_folder_has_programs_and_files() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("parts")).unwrap();
    folder.file("parts/lib.ig", STEP);
    folder.file("search.ig", SEARCH);
    let programs = ["devices", "--conformance", "--programs", &folder.path("")];
    let run = ["--device", "interpreter", "--opts", "none", "--graph", "chain:3"];
    let table = igc(&[&programs[..], &run].concat()).ok();
    assert!(table.contains("\n1 passed"), "{table}");
}
