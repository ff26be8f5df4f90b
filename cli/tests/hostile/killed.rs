//! Studies that are killed again and again: no stored run is lost, none is measured twice, and the
//! study ends with all of its runs. The clock may jump meanwhile.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::mutate::Random;
use crate::{campaign, igc, must_end, repository};

/// A small study on the interpreter.
pub struct Study {
    pub folder: tempfile::TempDir,
    runs: usize,
}

impl Study {
    /// Creates a study of two configurations, with a number of runs of each.
    pub fn new(repetitions: usize) -> Study {
        let folder = tempfile::tempdir().unwrap();
        let bfs = repository().join("examples/bfs/bfs_wl.ig");
        std::fs::copy(bfs, folder.path().join("program.ig")).unwrap();
        let text = format!(
            "name = \"small\"\nrepetitions = {repetitions}\nwarmup = 0\ntimeout = 60\n\
             configurations = [\"none\", \"wg\"]\n\
             [[applications]]\nfiles = [\"*.ig\"]\n\
             [[graphs]]\nname = \"it\"\nspec = \"rmat:7\"\nclass = \"made up\"\n\
             [[devices]]\nname = \"interpreter\"\nselector = \"interpreter\"\n"
        );
        std::fs::write(folder.path().join("study.toml"), text).unwrap();
        Study { folder, runs: 2 * repetitions }
    }

    pub fn store(&self) -> PathBuf {
        self.folder.path().join("study.db")
    }

    pub fn run(&self) -> Command {
        igc(&["study", "run", self.folder.path().join("study.toml").to_str().unwrap()])
    }

    /// Returns the stored runs as the export writes them. No line may occur twice.
    fn stored(&self) -> BTreeSet<String> {
        if !self.store().exists() {
            return BTreeSet::new();
        }
        let store = self.store();
        let export = ["study", "export", store.to_str().unwrap(), "--format", "csv"];
        // A store that was killed before its first table is refused.
        let output = must_end(&mut igc(&export), &[0, 1], None);
        let text = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = text.lines().skip(1).collect();
        let runs: BTreeSet<String> = lines.iter().map(|line| line.to_string()).collect();
        assert_eq!(runs.len(), lines.len(), "a run is stored twice: {text}");
        runs
    }

    /// Kills the study several times, and then lets it end.
    fn attack(&self, random: &mut Random, library: Option<&Path>) {
        let mut before = BTreeSet::new();
        for _ in 0..2 + random.below(4) {
            let mut command = self.run();
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            if let Some(library) = library {
                command.env("LD_PRELOAD", library);
            }
            let mut child = command.spawn().unwrap();
            std::thread::sleep(Duration::from_millis(random.below(400) as u64));
            // `timeout` is killed; it cannot pass the signal on, so the study is killed first.
            kill_children(child.id());
            child.kill().unwrap();
            child.wait().unwrap();
            let now = self.stored();
            assert!(before.is_subset(&now), "runs are lost: {before:?}\n{now:?}");
            before = now;
        }
        let mut last = self.run();
        if let Some(library) = library {
            last.env("LD_PRELOAD", library);
        }
        must_end(&mut last, &[0], None);
        let all = self.stored();
        assert!(before.is_subset(&all) && all.len() == self.runs, "{} of {}", all.len(), self.runs);
    }
}

/// Kills the children of a process at once.
fn kill_children(parent: u32) {
    let children = std::fs::read_to_string(format!("/proc/{parent}/task/{parent}/children"));
    for child in children.unwrap_or_default().split_whitespace() {
        let _ = Command::new("kill").args(["-9", child]).status();
    }
}

#[test]
fn killed_studies_lose_nothing() {
    campaign("killed studies", |random| Study::new(20).attack(random, None));
}

/// A library that makes the clock of the calendar jump by days, back and forth.
const JUMPS: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>
static long jump(void) { static int calls; return (__sync_add_and_fetch(&calls, 1) * 7919 % 41 - 20) * 86400L; }
int clock_gettime(clockid_t id, struct timespec *at) {
    int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
    int code = real(id, at);
    if (id == CLOCK_REALTIME) at->tv_sec += jump();
    return code;
}
int gettimeofday(struct timeval *restrict at, void *restrict zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}
time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}
"#;

#[test]
fn a_clock_that_jumps_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (source, library) = (folder.path().join("jumps.c"), folder.path().join("jumps.so"));
    std::fs::write(&source, JUMPS).unwrap();
    let mut compile = Command::new("cc");
    compile.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).arg("-ldl");
    if !cfg!(target_os = "linux") || !compile.status().is_ok_and(|status| status.success()) {
        println!("not tested, this needs Linux and a C compiler");
        return;
    }
    campaign("jumping clocks", |random| Study::new(10).attack(random, Some(&library)));
}
