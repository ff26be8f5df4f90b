//! Tests of output files: what stays, what is replaced, and what is written directly.

#![cfg(unix)]

use std::fs::{self, File, Permissions};
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;

use igc_output::{OutputFile, check, write};
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("the file can be read")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    entries
        .map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into())
        .collect()
}

#[test]
fn a_new_file_gets_the_usual_permissions() {
    let folder = folder();
    let (ours, usual) = (folder.path().join("ours"), folder.path().join("usual"));
    write(&ours, "text").unwrap();
    File::create(&usual).unwrap();
    assert_eq!(read(&ours), "text");
    assert_eq!(ours.metadata().unwrap().mode(), usual.metadata().unwrap().mode());
    assert_eq!(names(folder.path()).len(), 2);
}

#[test]
fn an_existing_file_keeps_its_permissions() {
    let folder = folder();
    let path = folder.path().join("file");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o751)).unwrap();
    write(&path, "new").unwrap();
    assert_eq!(read(&path), "new");
    assert_eq!(path.metadata().unwrap().mode() & 0o7777, 0o751);
}

#[test]
fn links_stay_and_their_files_change() {
    let folder = folder();
    fs::create_dir(folder.path().join("below")).unwrap();
    let file = folder.path().join("below/file");
    let (link, second) = (folder.path().join("link"), folder.path().join("second"));
    symlink("below/file", &link).unwrap();
    symlink("link", &second).unwrap();
    // The first time, the links lead nowhere.
    for text in ["one", "two"] {
        write(&second, text).unwrap();
        assert_eq!(read(&file), text);
        for link in [&link, &second] {
            assert!(link.symlink_metadata().unwrap().is_symlink());
        }
        assert_eq!(names(&folder.path().join("below")), ["file"]);
    }
    symlink("loop", folder.path().join("loop")).unwrap();
    assert!(write(&folder.path().join("loop"), "").is_err());
}

#[test]
fn special_files_are_written_directly() {
    write(Path::new("/dev/null"), "text").unwrap();
    assert!(Path::new("/dev/null").metadata().unwrap().file_type().is_char_device());
    let full = write(Path::new("/dev/full"), "text").unwrap_err();
    assert_eq!(full.kind(), std::io::ErrorKind::StorageFull);
    let folder = folder();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    check(&pipe).unwrap();
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| read(&pipe));
        write(&pipe, "through the pipe").unwrap();
        assert_eq!(reader.join().unwrap(), "through the pipe");
    });
    assert!(pipe.metadata().unwrap().file_type().is_fifo());
    assert!(write(folder.path(), "text").is_err(), "a folder is no output");
}

/// An open file of the process is continued, although it is a regular file.
#[test]
fn open_files_are_continued() {
    use std::os::fd::AsRawFd;
    let folder = folder();
    let path = folder.path().join("file");
    let mut file = File::create(&path).unwrap();
    file.write_all(b"one ").unwrap();
    write(Path::new(&format!("/dev/fd/{}", file.as_raw_fd())), "two ").unwrap();
    write(Path::new(&format!("/proc/self/fd/{}", file.as_raw_fd())), "three ").unwrap();
    file.write_all(b"four").unwrap();
    assert_eq!(read(&path), "one two three four");
}

#[test]
fn nothing_changes_before_the_file_is_published() {
    let folder = folder();
    let path = folder.path().join("file");
    fs::write(&path, "old").unwrap();
    let mut file = OutputFile::create(&path).unwrap();
    file.write_all(b"new").unwrap();
    drop(file);
    assert_eq!(read(&path), "old");
    let mut file = OutputFile::create(&path).unwrap();
    file.write_all(b"new").unwrap();
    assert_eq!(read(&path), "old");
    file.publish().unwrap();
    file.write_all(b" and more").unwrap();
    file.publish().unwrap();
    assert_eq!(read(&path), "new and more");
    drop(file);
    check(&path).unwrap();
    assert_eq!(read(&path), "new and more");
    assert_eq!(names(folder.path()), ["file"]);
}

#[test]
fn only_abandoned_files_are_removed() {
    let folder = folder();
    fs::write(folder.path().join(".igc-abc123.tmp"), "a killed process left it").unwrap();
    fs::write(folder.path().join(".igc-notes"), "somebody else's").unwrap();
    let mut alive = OutputFile::create(&folder.path().join("one")).unwrap();
    alive.write_all(b"1").unwrap();
    assert_eq!(names(folder.path()).len(), 2, "the file of the killed process is gone");
    write(&folder.path().join("two"), "2").unwrap();
    alive.publish().unwrap();
    let mut names = names(folder.path());
    names.sort();
    assert_eq!(names, [".igc-notes", "one", "two"]);
    let mut text = String::new();
    File::open(folder.path().join("one")).unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text, "1");
}
