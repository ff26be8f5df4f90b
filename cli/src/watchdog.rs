//! Ends the process if a device does not finish, or a driver does not build kernels, in time.
//!
//! A kernel with an endless loop cannot be stopped, and neither can a driver's compiler. The host
//! waits for them inside the driver, and an orderly exit would wait for them, too. Therefore,
//! another thread checks the time, prints an error, and exits immediately.

use std::sync::mpsc::channel;
use std::thread::Builder;
use std::time::Duration;

use igc_runtime::watch::{Progress, Watch};

use crate::failed::Failed;
use crate::message;
use crate::output::{fail, grouped};

/// Maximum time to wait until the error is printed.
const PATIENCE: Duration = Duration::from_secs(2);

/// Time limit of a build of kernels if the user does not choose one. No build that was measured
/// came near it.
pub const BUILD_TIMEOUT: Duration = Duration::from_secs(600);

/// Time after which the progress of a run is printed first, and the interval of the checks.
const FIRST_REPORT: Duration = Duration::from_secs(10);
const POLL: Duration = Duration::from_millis(250);

/// Starts threads that end the process if the device makes no progress for `timeout`, or if a build
/// of kernels takes longer than `build_timeout`.
///
/// # Errors
///
/// Returns an error if the system cannot start a thread.
#[cfg(feature = "opencl")]
pub fn guard(watch: &Watch, timeout: Duration, build_timeout: Duration) -> Result<(), Failed> {
    guard_builds(watch, build_timeout)?;
    guard_runs(watch, move || timeout)
}

/// Starts a thread that ends the process if a build of kernels takes longer than `timeout`.
///
/// # Errors
///
/// Returns an error if the system cannot start the thread.
pub fn guard_builds(watch: &Watch, timeout: Duration) -> Result<(), Failed> {
    let watch = watch.clone();
    start_checks(move || {
        if watch.building_for().is_some_and(|time| time >= timeout) {
            give_up(long_build(&watch, timeout));
        }
        timeout
    })
}

/// Starts a thread that ends the process if the device makes no progress for as long as `timeout`
/// returns, which may depend on the graph that is loaded meanwhile.
///
/// # Errors
///
/// Returns an error if the system cannot start the thread.
pub fn guard_runs(
    watch: &Watch,
    timeout: impl Fn() -> Duration + Send + 'static,
) -> Result<(), Failed> {
    let watch = watch.clone();
    start_checks(move || {
        let timeout = timeout();
        if watch.silent_for().is_some_and(|silence| silence >= timeout) {
            give_up(silence(&watch, timeout));
        }
        timeout
    })
}

/// Starts a thread that calls `check` several times within the time limit that it returns.
fn start_checks(check: impl Fn() -> Duration + Send + 'static) -> Result<(), Failed> {
    start(move || {
        loop {
            let pause = check() / 16;
            std::thread::sleep(pause.clamp(Duration::from_millis(10), Duration::from_secs(1)));
        }
    })
}

/// Starts a thread that prints how far a run is, at intervals that double, so that a loop that
/// never ends is noticed early.
///
/// # Errors
///
/// Returns an error if the system cannot start the thread.
pub fn report_progress(watch: &Watch) -> Result<(), Failed> {
    let watch = watch.clone();
    start(move || {
        let (mut running, mut next) = (Duration::ZERO, FIRST_REPORT);
        loop {
            std::thread::sleep(POLL);
            let Some(progress) = watch.progress() else { continue };
            running += POLL;
            if running >= next {
                let mut text = still_running(&progress, running);
                if next == FIRST_REPORT {
                    text += "\nhelp: Ctrl-C ends the run; --timeout limits the time of a kernel, \
                             --max-rounds the rounds of the loops of `main`";
                }
                message::say(text);
                next *= 2;
            }
        }
    })
}

fn still_running(progress: &Progress, running: Duration) -> String {
    let Progress { launches, rounds, .. } = progress;
    let kernels = kernels(progress).map_or(String::new(), |kernels| format!(", {kernels}"));
    let (launches, rounds) = (grouped(*launches), grouped(*rounds));
    let seconds = running.as_secs();
    format!("note: running for {seconds} s: {rounds} rounds, {launches} launches{kernels}")
}

/// Names the kernels of which one is running.
fn kernels(progress: &Progress) -> Option<String> {
    let quoted: Vec<String> = progress.kernels.iter().map(|name| format!("`{name}`")).collect();
    match &quoted[..] {
        [] => None,
        [one] => Some(format!("the kernel {one}")),
        several => Some(format!("one of the kernels {}", several.join(", "))),
    }
}

fn start(work: impl FnOnce() + Send + 'static) -> Result<(), Failed> {
    match Builder::new().spawn(work) {
        Ok(_) => Ok(()),
        Err(error) => {
            fail(Failed::Device, format_args!("the system cannot start another thread: {error}"))
        }
    }
}

fn silence(watch: &Watch, timeout: Duration) -> String {
    let kernels = || kernels(&watch.progress()?).map(|kernels| format!("{kernels} is running"));
    let what = watch.activity().or_else(kernels);
    let what = what.map_or(String::new(), |what| format!(": {what}"));
    format!(
        "the device has not finished within {} s{what}\n\
         help: check whether a loop of a kernel never ends; if the program only needs more time, \
         raise --timeout",
        timeout.as_secs()
    )
}

fn long_build(watch: &Watch, timeout: Duration) -> String {
    let what = watch.activity().map_or(String::new(), |what| format!(": {what}"));
    format!(
        "the driver has not built the kernels within {} s{what}\n\
         help: some drivers need long for large kernels; raise --build-timeout, or choose fewer \
         optimisations",
        timeout.as_secs()
    )
}

fn give_up(reason: String) -> ! {
    // Nobody may read standard error. If its pipe is full, writing to it never returns.
    let (sender, printed) = channel();
    let print = move || {
        message::error(reason);
        let _ = sender.send(());
    };
    if Builder::new().spawn(print).is_ok() {
        let _ = printed.recv_timeout(PATIENCE);
    }
    let code = message::end_ranks(Failed::Silence as i32);
    // SAFETY: `_exit` takes a number and does not return. The work of other threads is no longer
    // needed, and standard output has no buffered text, because results are printed at the end.
    unsafe { libc::_exit(code) }
}
