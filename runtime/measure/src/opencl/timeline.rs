//! Measures each call of the driver that a run of `main` makes, and each kernel that it launches.
//!
//! On a small graph, a program takes a few tens of microseconds. A launch or a read that waits takes a
//! large part of this time, and the time of a run does not show which. The calls of one run are
//! recorded and then [repeated](igc_opencl::Trace) several times: in one queue, the host's clock times
//! each call, and in another queue, the device's clock times each kernel. Queues that time their
//! commands are slower, so the two measurements use different runs.

use std::time::Duration;

use igc_compiler::driver::Artefact;
use igc_opencl::{DeviceInfo, TimedCall, Timing};
use igc_runtime::backend::opencl::Recording;
use igc_runtime::input::Input;
use igc_runtime::run_options::RunOptions;
use serde::Serialize;

use super::prepared::with_prepared;
use crate::Error;
use crate::statistics::median;

/// A call of the driver. Times are medians over the runs, in seconds.
#[derive(Debug, Clone, Serialize)]
pub struct TimelineCall {
    /// What the call does.
    pub call: String,
    /// Time from the start of the run to the start of the call.
    pub start: f64,
    /// Time that the call takes on the host.
    pub time: f64,
    /// The kernel that the call launches, by the device's clock: the time from the start of the first
    /// kernel to the start of this one, and its duration. `None` if the call launches no kernel.
    pub kernel: Option<[f64; 2]>,
}

/// Measures the calls of `main` in `runs` repetitions of one run.
///
/// # Errors
///
/// Returns an error if the program cannot run, or if one of its calls cannot be repeated.
pub fn time_calls(
    device: &DeviceInfo,
    artefact: &Artefact,
    input: &Input,
    params: &[(String, String)],
    options: &RunOptions,
    runs: u32,
) -> Result<Vec<TimelineCall>, Error> {
    with_prepared(device, (artefact, input), params, options, |_, prepared, _| {
        let Recording { trace, .. } = prepared.record_once()?;
        let (mut calls, mut kernels) = (vec![], vec![]);
        for _ in 0..runs.max(1) {
            calls.push(prepared.time_calls_once(&trace)?);
            kernels.push(prepared.time_kernels_once(&trace)?);
            options.watch.heartbeat();
        }
        Ok(medians(&calls, &kernels))
    })
}

/// Combines the times of all runs, which have the same calls.
fn medians(calls: &[Vec<TimedCall>], kernels: &[Vec<Timing>]) -> Vec<TimelineCall> {
    let host = |at: usize, time: fn(&TimedCall) -> Duration| {
        median(calls.iter().map(|run| time(&run[at]).as_secs_f64()))
    };
    let device = |at: usize, time: fn(&Timing, &Timing) -> u64| {
        median(kernels.iter().map(|run| time(&run[0], &run[at]) as f64 * 1e-9))
    };
    let mut launches = 0;
    let described = calls.first().into_iter().flatten().enumerate();
    let timed = described.map(|(at, TimedCall { call, is_launch, .. })| {
        let kernel = is_launch.then(|| {
            launches += 1;
            let start =
                device(launches - 1, |first, own| own.started.saturating_sub(first.started));
            [start, device(launches - 1, |_, own| own.duration())]
        });
        let (start, time) = (host(at, |call| call.start), host(at, |call| call.time));
        TimelineCall { call: call.clone(), start, time, kernel }
    });
    timed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_medians_of_each_call() {
        let call = |is_launch, start| TimedCall {
            call: "call".into(),
            is_launch,
            start: Duration::from_nanos(start),
            time: Duration::from_nanos(10 * start),
        };
        let kernel = |started, ended| Timing { queued: 0, submitted: 0, started, ended };
        let calls = [1, 3, 2].map(|start| vec![call(true, 0), call(false, start), call(true, 4)]);
        let kernels = [5, 6, 9].map(|time| vec![kernel(100, 101), kernel(110, 110 + time)]);
        let found = medians(&calls, &kernels);
        let nanoseconds = |time: f64| (time * 1e9).round() as u64;
        let host = found.iter().map(|call| [call.start, call.time].map(nanoseconds));
        assert_eq!(host.collect::<Vec<_>>(), [[0, 0], [2, 20], [4, 40]]);
        let device = found.iter().map(|call| call.kernel.map(|times| times.map(nanoseconds)));
        assert_eq!(device.collect::<Vec<_>>(), [Some([0, 1]), None, Some([10, 6])]);
    }
}
