//! Ends the process when a device does not answer any more.
//!
//! A kernel whose loop does not end cannot be stopped, and the host waits for it inside the driver,
//! which would do the same at an orderly exit. So another thread looks at the clock, says what
//! happened, and leaves at once.

use std::time::Duration;

use igc_runtime::watch::Watch;

use crate::failed::Failed;

/// Watches a run from another thread, for as long as the process lasts.
pub fn guard(watch: &Watch, timeout: Duration) {
    let watch = watch.clone();
    let pause = (timeout / 16).clamp(Duration::from_millis(10), Duration::from_secs(1));
    std::thread::spawn(move || {
        while watch.silent_for().is_none_or(|silence| silence < timeout) {
            std::thread::sleep(pause);
        }
        let what = watch.activity().map_or(String::new(), |what| format!(": {what}"));
        eprintln!(
            "error: the device has not finished what it was given for {} s{what}\n\
             help: perhaps a loop of a kernel does not end; if the program is right, allow more with \
             --timeout",
            timeout.as_secs()
        );
        // SAFETY: it takes a number and does not return. What other threads are in the middle of is
        // of no more use; standard output has nothing buffered, since results are printed at the end.
        unsafe { libc::_exit(Failed::Silence as i32) }
    });
}
