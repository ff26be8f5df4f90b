//! Tests of the files of a study: names that are not UTF-8, texts that are too long, and time
//! limits.

use super::Study;
use crate::{Done, command, igc, repository};

/// A study, its folder, its program and its graph can have names that are not UTF-8.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_text_work() {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::OsStrExt;
    let study = Study::bfs("g\\\\xe9.el", "[\"none\"]", &[("it", "interpreter")]);
    let folder = study.folder.0.path().join(OsStr::from_bytes(b"f\xff"));
    let at = |name: &[u8]| folder.join(OsStr::from_bytes(name));
    std::fs::create_dir(&folder).unwrap();
    std::fs::copy(study.file(), at(b"s\xfe.toml")).unwrap();
    std::fs::copy(crate::bfs(), at(b"b\xe9.ig")).unwrap();
    std::fs::write(at(b"g\xe9.el"), "0 1\n1 2\n").unwrap();
    let study = |arguments: &[&OsStr]| {
        let mut command = command(&["study"]);
        Done::from(command.args(arguments).output().unwrap())
    };
    let (file, store) = (at(b"s\xfe.toml"), at(b"s\xfe.db"));
    study(&["run".as_ref(), file.as_ref()]).ok();
    let status = study(&["status".as_ref(), store.as_ref(), "--tests".as_ref()]).ok();
    assert!(status.contains("\nb\u{fffd} on it on it: 1 of 1\n"), "{status}");
    let merged = at(b"m\xfe.db");
    study(&["merge".as_ref(), merged.as_ref(), store.as_ref()]).ok();
    for command in ["export", "policy"] {
        study(&[command.as_ref(), merged.as_ref()]).ok();
    }
    let page = at(b"r\xfe.html");
    study(&["report".as_ref(), merged.as_ref(), "-o".as_ref(), page.as_ref()]).ok();
    let left: Vec<OsString> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 6, "{left:?}");
}

/// A study reads programs with the limit that `igc compile` has, and itself, too.
#[cfg(target_os = "linux")]
#[test]
fn texts_that_are_too_long_are_refused() {
    let study = Study::bfs("chain:5", "[\"none\"]", &[("it", "interpreter")]);
    std::fs::remove_file(study.folder.path("program.ig")).unwrap();
    study.folder.file("program.ig", &"a\n".repeat(1 << 20));
    let stderr = study.run(&[]).fails(1);
    assert!(stderr.contains("error[E0006]: the program is larger than 1024 KiB"), "{stderr}");
    // A device never ends.
    std::fs::remove_file(study.folder.path("program.ig")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", study.folder.path("program.ig")).unwrap();
    let stderr = study.run(&[]).fails(1);
    assert!(stderr.contains("error[E0006]: the program is larger than 1024 KiB"), "too long");
    let stderr = igc(&["study", "run", "/dev/zero"]).fails(1);
    assert!(stderr.contains("/dev/zero:1:1: the file is too long for a study"), "{stderr}");
}

/// The time of a build has its own limit in the study file. With an empty cache, this build takes
/// seconds.
#[test]
fn builds_have_their_own_limit() {
    if !crate::has_device() {
        return;
    }
    let scc = std::fs::read_to_string(repository().join("examples/scc/scc.ig")).unwrap();
    let study = Study::of(&scc, "empty:3", "[\"coop-cv,oitergb\"]", &[("it", "0")]);
    let study = study.with("timeout = 60", "timeout = 60\nbuild_timeout = 1");
    let mut run = command(&["study", "run", &study.file()]);
    run.env("POCL_CACHE_DIR", study.folder.path("pocl")).env("IGC_CACHE_DIR", "off");
    let done = Done::from(run.output().unwrap());
    if study.status()["failed"] == 0 {
        println!("not tested, this driver builds within a second");
        return;
    }
    assert_eq!(done.code, 0, "{done:?}");
    let text = igc(&["study", "status", &study.store()]).ok();
    assert!(text.contains("hung: 1, for example"), "{text}");
    assert!(text.contains("the driver has not built the kernels within 1 s"), "{text}");
}
