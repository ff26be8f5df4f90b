//! Ends the process if a device does not finish in time.
//!
//! A kernel with an endless loop cannot be stopped. The host waits for it inside the driver, and an
//! orderly exit would wait for it, too. Therefore, another thread checks the time, prints an error,
//! and exits immediately.

use std::time::Duration;

use igc_runtime::watch::Watch;

use crate::failed::Failed;

/// Starts a thread that ends the process if the device makes no progress for `timeout`.
pub fn guard(watch: &Watch, timeout: Duration) {
    let watch = watch.clone();
    let pause = (timeout / 16).clamp(Duration::from_millis(10), Duration::from_secs(1));
    std::thread::spawn(move || {
        while watch.silent_for().is_none_or(|silence| silence < timeout) {
            std::thread::sleep(pause);
        }
        let what = watch.activity().map_or(String::new(), |what| format!(": {what}"));
        eprintln!(
            "error: the device has not finished within {} s{what}\n\
             help: check whether a loop of a kernel never ends; if the program only needs more time, \
             raise --timeout",
            timeout.as_secs()
        );
        // SAFETY: `_exit` takes a number and does not return. The work of other threads is no
        // longer needed, and standard output has no buffered text, because results are printed at
        // the end.
        unsafe { libc::_exit(Failed::Silence as i32) }
    });
}
