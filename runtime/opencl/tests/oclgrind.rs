//! Tests that Oclgrind, with its quirks (`quirks.rs`), reports uninitialised memory correctly, so
//! that the absence of a report can be trusted.
//!
//! Oclgrind works inside the process that it watches, which it must have started. Therefore each
//! test runs itself again under Oclgrind and reads its reports.

#![allow(clippy::print_stdout, reason = "a test prints why it skips something")]
#![allow(clippy::unwrap_used, reason = "a test stops where something fails")]

use std::env;
use std::io::ErrorKind;
use std::process::Command;

use igc_opencl::{Buffer, CacheFolder, Session, SessionOptions};

/// The environment variable that is set in the process that Oclgrind watches.
const WATCHED: &str = "IGC_TEST_IS_WATCHED";

/// Runs `work` under Oclgrind. Returns, for each report of a dependence on uninitialised memory,
/// the name of the kernel. Returns `None` if Oclgrind is not installed, and in the watched process.
fn reported(test: &str, work: impl Fn(&Session)) -> Option<Vec<String>> {
    if env::var_os(WATCHED).is_some() {
        let devices = igc_opencl::devices().unwrap();
        assert_eq!(devices[0].platform_name, "Oclgrind");
        let options = SessionOptions { cache: CacheFolder::Off, ..SessionOptions::default() };
        work(&Session::open_with(&devices[0], &options).unwrap());
        return None;
    }
    let mut command = Command::new("oclgrind");
    command.args(["--uninitialized", "--num-threads", "1"]).arg(env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]).env(WATCHED, "1");
    let output = match command.env_remove(igc_opencl::LIBRARY_VARIABLE).output() {
        Err(e) if e.kind() == ErrorKind::NotFound => {
            println!("not tested, there is no oclgrind");
            return None;
        }
        output => output.unwrap(),
    };
    let (told, found) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success() && told.contains("1 passed"), "{told}\n{found}");
    let kernel = |report: &str| report.lines().next().unwrap_or_default().to_owned();
    let reports = found.split("Controlflow depends on uninitialized value\n\tKernel: ").skip(1);
    Some(reports.map(kernel).collect())
}

/// Runs a kernel with this name and body on a buffer, with `count` work-items, one per word.
fn run(session: &Session, name: &str, body: &str, words: &Buffer, count: usize) {
    let source = format!(
        "kernel void {name}(global uint *words) {{ size_t i = get_global_id(0); {body} }}\n"
    );
    let kernel = session.build(&source, "-cl-std=CL1.2").unwrap().kernel(name).unwrap();
    kernel.set_buffer(0, words).unwrap();
    kernel.launch(count, 1).unwrap();
    session.finish().unwrap();
}

/// Runs a kernel whose control flow depends on each of `count` words.
fn depend_on(session: &Session, name: &str, words: &Buffer, count: usize) {
    run(session, name, "if (words[i] > 9u) words[i] = 0u;", words, count);
}

#[test]
fn what_the_host_writes_is_initialised() {
    let reports = reported("what_the_host_writes_is_initialised", |session| {
        let words = session.buffer(64).unwrap();
        words.fill(1u32).unwrap();
        depend_on(session, "filled", &words, 16);
        words.set(8, 2u32).unwrap();
        depend_on(session, "one_set", &words, 16);
        words.write(16, &[3u32, 4]).unwrap();
        depend_on(session, "part_written", &words, 16);
        words.write_later(60, vec![5, 0, 0, 0]).unwrap();
        depend_on(session, "end_written", &words, 16);
        let expected = [1u32, 1, 2, 1, 3, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5];
        assert_eq!(words.to_vec::<u32>().unwrap(), expected);
    });
    assert!(reports.unwrap_or_default().is_empty());
}

#[test]
fn what_nobody_wrote_is_reported() {
    let reports = reported("what_nobody_wrote_is_reported", |session| {
        let words = session.buffer(64).unwrap();
        depend_on(session, "unwritten", &words, 2);
        let words = session.buffer(64).unwrap();
        run(session, "store", "words[i] = 1u;", &words, 15);
        depend_on(session, "all_but_one_written", &words, 16);
    });
    let expected = ["unwritten", "unwritten", "all_but_one_written"];
    assert!(reports.is_none_or(|reports| reports == expected));
}

#[test]
fn a_buffer_in_the_place_of_another_begins_anew() {
    let reports = reported("a_buffer_in_the_place_of_another_begins_anew", |session| {
        let gone = session.buffer(16).unwrap();
        gone.fill(1u32).unwrap();
        drop(gone);
        let words = session.buffer(64).unwrap();
        depend_on(session, "unwritten", &words, 1);
        run(session, "store", "words[i] = 1u;", &words, 16);
        depend_on(session, "written", &words, 16);
    });
    assert!(reports.is_none_or(|reports| reports == ["unwritten"]));
}

#[test]
fn a_saturating_addition_is_run() {
    let reports = reported("a_saturating_addition_is_run", |session| {
        // LLVM combines the additions into one operation only if both operands are unknown.
        let words = session.buffer_from(&[3u32, u32::MAX - 2]).unwrap();
        let add =
            "uint a = words[0], b = words[1]; words[1] = a > UINT_MAX - b ? UINT_MAX : a + b;";
        run(session, "saturating", add, &words, 1);
        assert_eq!(words.to_vec::<u32>().unwrap(), [3, u32::MAX]);
    });
    assert!(reports.unwrap_or_default().is_empty());
}
