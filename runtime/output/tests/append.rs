//! Tests of files to which commands append lines.

use std::fs;
use std::path::Path;

use igc_output::{AppendError, AppendFile};

fn is_first(line: &str) -> bool {
    line == "header\n"
}

fn open(path: &Path) -> Result<(AppendFile, Vec<String>), AppendError> {
    AppendFile::open(path, is_first)
}

#[test]
fn a_file_is_continued_after_its_last_complete_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let (mut file, lines) = open(&path).unwrap();
    assert!(lines.is_empty());
    file.add("header\n").unwrap();
    file.add("one\n").unwrap();
    drop(file);
    fs::write(&path, fs::read_to_string(&path).unwrap() + "tor").unwrap();
    let (mut file, lines) = AppendFile::resume(&path, is_first).unwrap();
    assert_eq!(lines, ["header\n", "one\n"]);
    file.add("two\n").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "header\none\ntwo\n");
    let exists = AppendFile::create(&path).unwrap_err();
    assert!(matches!(exists, AppendError::Io(_)), "{exists}");
}

/// Another file stays as it is, also if it is only one incomplete line, and also through a link.
#[test]
fn other_files_do_not_change() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes");
    for content in [&b"hello"[..], b"hello\nworld\n", b"header", b"\n", b"\xff\xfe\n"] {
        fs::write(&path, content).unwrap();
        assert!(matches!(open(&path), Err(AppendError::Foreign)), "{content:?}");
        assert_eq!(fs::read(&path).unwrap(), content);
    }
    fs::write(&path, "").unwrap();
    open(&path).unwrap();
    #[cfg(unix)]
    {
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        fs::write(&path, "hello").unwrap();
        assert!(matches!(open(&link), Err(AppendError::Foreign)));
        assert_eq!(fs::read_to_string(&path).unwrap(), "hello");
        assert!(matches!(open(Path::new("/dev/null")), Err(AppendError::Special)));
        assert!(matches!(open(folder.path()), Err(AppendError::Special)));
    }
}

#[test]
fn a_file_has_one_writer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let (mut file, _) = open(&path).unwrap();
    file.add("header\n").unwrap();
    for _ in 0..2 {
        assert!(matches!(open(&path), Err(AppendError::Busy)));
    }
    drop(file);
    open(&path).unwrap();
}

#[cfg(unix)]
#[test]
fn a_deleted_file_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("store"), folder.path().join("link"));
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let (mut file, _) = open(&link).unwrap();
    file.add("header\n").unwrap();
    fs::remove_file(&path).unwrap();
    assert!(matches!(file.add("one\n"), Err(AppendError::Gone)));
    // Another process may have created a new file.
    fs::write(&path, "header\n").unwrap();
    assert!(matches!(file.add("two\n"), Err(AppendError::Gone)));
    assert_eq!(fs::read_to_string(&path).unwrap(), "header\n");
}
