//! Starts rayon's threads, also on a machine that has no free threads.
//!
//! Rayon starts its threads when they are first used, and panics if the system refuses one, for
//! example because of `ulimit -u` or `ulimit -v`. This crate starts them first. If the system
//! refuses, the current thread does all work alone.

use std::sync::Once;
use std::thread::{Builder, JoinHandle};

use rayon::ThreadPoolBuilder;

/// Starts rayon's threads, unless they already run.
pub(crate) fn start() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        // Rayon tries to start the global pool only once, so another pool is tried before it.
        let pool = match can_start() {
            true => ThreadPoolBuilder::new(),
            false => ThreadPoolBuilder::new().num_threads(1).use_current_thread(),
        };
        // This fails if the pool exists already, in a program that uses rayon itself.
        let _ = pool.build_global();
    });
}

/// Returns whether a pool of threads can start. Its threads have ended when this function returns, so
/// their memory is free again.
fn can_start() -> bool {
    let mut threads: Vec<JoinHandle<()>> = vec![];
    let pool = ThreadPoolBuilder::new().spawn_handler(|thread| {
        threads.push(Builder::new().spawn(|| thread.run())?);
        Ok(())
    });
    let has_started = pool.build().is_ok();
    for thread in threads {
        // The thread has no work, so it does not panic.
        let _ = thread.join();
    }
    has_started
}

#[cfg(test)]
mod tests {
    #[test]
    fn threads_start_and_end() {
        assert!(super::can_start());
    }
}
