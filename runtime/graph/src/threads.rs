//! Starts rayon's threads, also on a machine that has no free threads.
//!
//! Rayon starts its threads when they are first used, and panics if the system refuses one, for
//! example because of `ulimit -u`. This crate starts them first. If the system refuses, the current
//! thread does all work alone.

use std::sync::Once;

use rayon::ThreadPoolBuilder;

/// Starts rayon's threads, unless they already run.
pub(crate) fn start() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        // Rayon tries to start the global pool only once, so another pool is tried before it.
        let pool = match ThreadPoolBuilder::new().build() {
            Ok(_) => ThreadPoolBuilder::new(),
            Err(_) => ThreadPoolBuilder::new().num_threads(1).use_current_thread(),
        };
        // This fails if the pool exists already, in a program that uses rayon itself.
        let _ = pool.build_global();
    });
}
