//! The threads of drivers: whether they can start, and the size of their stacks.
//!
//! A driver for CPUs starts a thread per core, and PoCL aborts the process if the system refuses
//! one, for example because of `ulimit -u`. The number of threads is therefore tried before the
//! first call to a driver.

use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::mpsc::channel;
use std::thread::{self, Builder};

use crate::error::OpenClError;

/// Number of threads of a driver in addition to one per core.
const OTHERS: usize = 4;

/// Stack of a thread that only waits.
const STACK: usize = 1 << 16;

/// Checks once that the system can start as many threads as drivers need.
pub(crate) fn check() -> Result<(), OpenClError> {
    static TRIED: OnceLock<Result<(), (usize, String)>> = OnceLock::new();
    let tried = TRIED.get_or_init(|| {
        let wanted = thread::available_parallelism().map_or(1, NonZero::get) + OTHERS;
        try_threads(wanted).map_err(|error| (wanted, error.to_string()))
    });
    tried.clone().map_err(|(wanted, reason)| OpenClError::NoThreads { wanted, reason })
}

/// Size of the stack of a thread whose size nothing limits, in bytes: that of the C library of
/// GNU/Linux, which is the smallest of all that are known.
const UNLIMITED_STACK: u64 = 2 << 20;

/// Returns the size of the stack of a thread that a driver starts without choosing a size, in bytes.
/// PoCL keeps the local arrays of all work-items of a workgroup on such a stack.
pub fn driver_stack() -> u64 {
    #[cfg(unix)]
    {
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: the call writes the structure.
        let result = unsafe { libc::getrlimit(libc::RLIMIT_STACK, &mut limit) };
        if result == 0 && limit.rlim_cur != libc::RLIM_INFINITY {
            return limit.rlim_cur;
        }
    }
    UNLIMITED_STACK
}

/// Starts threads that exist at the same time, and ends them again.
fn try_threads(wanted: usize) -> std::io::Result<()> {
    let mut waiting = Vec::with_capacity(wanted);
    let mut result = Ok(());
    for _ in 0..wanted {
        let (end, wait) = channel::<()>();
        let thread = Builder::new().stack_size(STACK).spawn(move || {
            // The thread ends when the sender is dropped.
            let _ = wait.recv();
        });
        match thread {
            Ok(thread) => waiting.push((end, thread)),
            Err(error) => {
                result = Err(error);
                break;
            }
        }
    }
    let (ends, threads): (Vec<_>, Vec<_>) = waiting.into_iter().unzip();
    drop(ends);
    for thread in threads {
        // The thread only waits, so it does not panic.
        let _ = thread.join();
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_that_the_system_grants_end_again() {
        for _ in 0..50 {
            try_threads(8).unwrap();
        }
        check().unwrap();
    }
}
