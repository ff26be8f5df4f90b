//! The time that threads of this process wait for a processor while other programs use it.
//!
//! A machine that is not idle makes times longer, and the times of some configurations much longer
//! than those of others. The system knows how long each thread was ready to run and had no core.
//! Load averages say less: they count programs that do not disturb this one, and programs outside of
//! a container.

/// Share of the time of a run from which on the run counts as disturbed: if its threads wait for a
/// quarter of this time in sum, a program competes for at least one of their cores. The short waits
/// of threads that are woken on an idle machine stay below this share.
pub const DISTURBED: f64 = 0.25;

/// Returns for how many seconds the threads of this process have waited for a processor so far, in
/// sum. Returns `None` if the system does not say so.
#[cfg(target_os = "linux")]
pub fn waited() -> Option<f64> {
    let mut nanoseconds = 0_u64;
    for thread in std::fs::read_dir("/proc/self/task").ok()? {
        // A thread may have ended meanwhile.
        let Ok(text) = std::fs::read_to_string(thread.ok()?.path().join("schedstat")) else {
            continue;
        };
        // Time on a processor, time of waiting for one, and number of time slices.
        nanoseconds += text.split_whitespace().nth(1)?.parse::<u64>().ok()?;
    }
    Some(nanoseconds as f64 / 1e9)
}

/// Returns for how many seconds the threads of this process have waited for a processor so far, in
/// sum. Only Linux says so.
#[cfg(not(target_os = "linux"))]
pub fn waited() -> Option<f64> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::sync::Barrier;
    use std::time::{Duration, Instant};

    use super::*;

    /// With more threads than cores, some of them wait.
    #[test]
    fn threads_without_a_core_wait() {
        let Some(before) = waited() else {
            println!("not tested: the system does not say how long threads wait");
            return;
        };
        let count = 4 * std::thread::available_parallelism().map_or(1, usize::from);
        let (all_ran, may_end) = (Barrier::new(count + 1), Barrier::new(count + 1));
        let compute = || {
            let start = Instant::now();
            while start.elapsed() < Duration::from_millis(200) {
                std::hint::spin_loop();
            }
            all_ran.wait();
            may_end.wait();
        };
        let waited = std::thread::scope(|scope| {
            (0..count).for_each(|_| drop(scope.spawn(compute)));
            all_ran.wait();
            // A thread that has ended is no longer counted.
            let waited = waited();
            may_end.wait();
            waited
        });
        let waited = waited.expect("it was known before") - before;
        assert!(waited > 0.1, "{waited} s");
    }
}
