//! Runs without the GIL, which Ctrl-C ends.
//!
//! Every run has a thread of its own. The thread that called igc waits for it without the GIL, and asks the interpreter
//! from time to time whether a signal has arrived. igc installs no handler for signals. After Ctrl-C, the run is
//! cancelled. If it does not end soon, because one kernel takes long, the caller does not wait for it: the thread drops
//! the session when the kernel has finished.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use igc::{Cancel, Error};
use pyo3::prelude::*;

use crate::errors::{make, raise};
use crate::handlers::Handlers;

/// Time between two questions whether a signal has arrived.
const POLL: Duration = Duration::from_millis(5);

/// Time that a cancelled run gets to end.
const GRACE: Duration = Duration::from_millis(30);

/// Does some work in another thread, without the GIL. If a signal handler raises an exception, the work is cancelled,
/// and the exception is returned.
pub fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    let spawned = Builder::new().name("igc".into()).spawn(move || {
        // Nobody waits for a run that was given up.
        let handlers = Handlers::now();
        let result = catch_unwind(AssertUnwindSafe(work));
        handlers.restore();
        let _ = sender.send(result);
    });
    if let Err(error) = spawned {
        return Err(make(py, "device", &format!("the system cannot start a thread: {error}")));
    }
    // `Receiver` cannot be shared by threads, but only one thread uses it.
    let receiver = Mutex::new(receiver);
    let wait = |time| {
        py.detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(time))
    };
    loop {
        match wait(POLL) {
            Ok(Ok(result)) => return Ok(result),
            Ok(Err(payload)) => {
                let text = payload.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
                let message = text.unwrap_or("a panic without a message").to_owned();
                return Err(raise(py, &Error::Panic(message)));
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(make(py, "bug", "internal error: the thread of a run has ended"));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(signal) = py.check_signals() {
                    cancel.cancel();
                    let _ = wait(GRACE);
                    return Err(signal);
                }
            }
        }
    }
}

/// Panics in a thread of a run, so that a test can see that the interpreter survives.
///
/// # Errors
///
/// Always returns the exception for the panic.
#[pyfunction]
#[pyo3(name = "_panic")]
pub fn panic(py: Python<'_>) -> PyResult<()> {
    interruptible(py, &Cancel::default(), || panic!("the test asks for a panic"))
}
