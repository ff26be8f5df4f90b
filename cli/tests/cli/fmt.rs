//! Tests of `igc fmt`.

use std::io::Write;
use std::process::Stdio;

use crate::{Done, Folder, bfs, command, igc};

const CROOKED: &str = "// words\nmain{let x=1;}";
const STRAIGHT: &str = "// words\nmain {\n    let x = 1;\n}\n";

/// Runs `igc fmt` with arguments and standard input.
fn piped(arguments: &[&str], stdin: &str) -> Done {
    let mut command = command(&[&["fmt"], arguments].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(stdin.as_bytes()).unwrap();
    Done::from(child.wait_with_output().unwrap())
}

#[test]
fn files_are_formatted_in_place() {
    let folder = Folder::new();
    let (a, b) = (folder.file("a.ig", CROOKED), folder.file("b.txt", CROOKED));
    assert_eq!(igc(&["fmt", &a, &b]).ok(), "");
    assert_eq!((folder.read("a.ig").as_str(), folder.read("b.txt").as_str()), (STRAIGHT, STRAIGHT));
    assert_eq!(std::fs::read_dir(folder.path("")).unwrap().count(), 2, "nothing is left over");
}

#[test]
fn a_formatted_file_is_not_touched() {
    let folder = Folder::new();
    let file = folder.file("a.ig", STRAIGHT);
    let written = || std::fs::metadata(&file).unwrap().modified().unwrap();
    let before = written();
    igc(&["fmt", &file]).ok();
    assert_eq!(written(), before);
    igc(&["fmt", "--check", &file, &bfs()]).ok();
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    let file = folder.file("a.ig", CROOKED);
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o764)).unwrap();
    symlink("a.ig", folder.path("link.ig")).unwrap();
    igc(&["fmt", &folder.path("link.ig")]).ok();
    assert_eq!(folder.read("a.ig"), STRAIGHT);
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o764);
    assert!(std::fs::symlink_metadata(folder.path("link.ig")).unwrap().is_symlink());
    std::fs::write(&file, CROOKED).unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o444)).unwrap();
    let stderr = igc(&["fmt", &file]).fails(1);
    assert!(stderr.contains("a.ig: permission denied"), "{stderr}");
    assert_eq!(folder.read("a.ig"), CROOKED);
}

#[test]
fn folders_are_searched_for_programs() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("in/side")).unwrap();
    for name in ["a.ig", "in/side/b.ig", "in/c.txt"] {
        folder.file(name, CROOKED);
    }
    igc(&["fmt", &folder.path("")]).ok();
    let read = |name| folder.read(name);
    assert_eq!(
        [read("a.ig"), read("in/side/b.ig"), read("in/c.txt")],
        [STRAIGHT, STRAIGHT, CROOKED]
    );
    std::fs::remove_file(folder.path("in/side/b.ig")).unwrap();
    let stderr = igc(&["fmt", &folder.path("in")]).fails(1);
    assert!(stderr.contains("in: the folder has no .ig files"), "{stderr}");
}

#[test]
fn a_check_shows_and_changes_nothing() {
    let folder = Folder::new();
    let (a, b) = (folder.file("a.ig", CROOKED), folder.file("b.ig", STRAIGHT));
    let done = igc(&["fmt", "--check", &a, &b]);
    assert_eq!(done.code, 1);
    let diff = format!(
        "--- {a}\n+++ {a} (formatted)\n@@ -1,2 +1,4 @@\n // words\n-main{{let x=1;}}\n\
         \\ No newline at end of file\n+main {{\n+    let x = 1;\n+}}\n"
    );
    assert_eq!(done.stdout, diff);
    let help = "help: run `igc fmt` without --check\n";
    assert_eq!(done.stderr, format!("error: 1 program is not formatted\n{help}"));
    assert_eq!(folder.read("a.ig"), CROOKED);
    folder.file("b.ig", CROOKED);
    let stderr = igc(&["fmt", "--check", &folder.path("")]).stderr;
    assert_eq!(stderr, format!("error: 2 programs are not formatted\n{help}"));
}

#[test]
fn standard_input_goes_to_standard_output() {
    assert_eq!(piped(&["-"], CROOKED).ok(), STRAIGHT);
    assert_eq!(piped(&["-"], STRAIGHT).ok(), STRAIGHT);
    let done = piped(&["--check", "-"], CROOKED);
    assert_eq!(done.code, 1);
    assert!(done.stdout.starts_with("--- <stdin>\n"), "{done:?}");
    assert_eq!(piped(&["--check", "-"], STRAIGHT).ok(), "");
}

#[test]
fn what_is_wrong_is_reported_and_the_rest_formatted() {
    let folder = Folder::new();
    let wrong = folder.file("wrong.ig", "main {\n    let = 1;\n}\n");
    let (missing, right) = (folder.path("missing.ig"), folder.file("right.ig", CROOKED));
    let stderr = igc(&["fmt", &missing, &wrong, &right]).fails(1);
    for words in ["missing.ig: No such file", "error[E0004]", "wrong.ig:2:9"] {
        assert!(stderr.contains(words), "`{words}` is not in\n{stderr}");
    }
    assert_eq!(folder.read("wrong.ig"), "main {\n    let = 1;\n}\n");
    assert_eq!(folder.read("right.ig"), STRAIGHT);
    let stderr = piped(&["-"], "main {").fails(1);
    assert!(stderr.contains("<stdin>:1:6"), "{stderr}");
    igc(&["fmt"]).fails(2);
}
