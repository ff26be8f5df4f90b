//! Ends the process if a device does not finish in time.
//!
//! A kernel with an endless loop cannot be stopped. The host waits for it inside the driver, and an
//! orderly exit would wait for it, too. Therefore, another thread checks the time, prints an error,
//! and exits immediately.

use std::sync::mpsc::channel;
use std::time::Duration;

use igc_runtime::watch::Watch;

use crate::failed::Failed;
use crate::message;

/// Maximum time to wait until the error is printed.
const PATIENCE: Duration = Duration::from_secs(2);

/// Starts a thread that ends the process if the device makes no progress for `timeout`.
pub fn guard(watch: &Watch, timeout: Duration) {
    let watch = watch.clone();
    let pause = (timeout / 16).clamp(Duration::from_millis(10), Duration::from_secs(1));
    std::thread::spawn(move || {
        while watch.silent_for().is_none_or(|silence| silence < timeout) {
            std::thread::sleep(pause);
        }
        let what = watch.activity().map_or(String::new(), |what| format!(": {what}"));
        let reason = format!(
            "the device has not finished within {} s{what}\n\
             help: check whether a loop of a kernel never ends; if the program only needs more time, \
             raise --timeout",
            timeout.as_secs()
        );
        // Nobody may read standard error. If its pipe is full, writing to it never returns.
        let (sender, printed) = channel();
        std::thread::spawn(move || {
            message::error(reason);
            let _ = sender.send(());
        });
        let _ = printed.recv_timeout(PATIENCE);
        // SAFETY: `_exit` takes a number and does not return. The work of other threads is no
        // longer needed, and standard output has no buffered text, because results are printed at
        // the end.
        unsafe { libc::_exit(Failed::Silence as i32) }
    });
}
