//! Measures what the host adds to the cost of the driver: a program's loops, compared with the same
//! calls of the driver and nothing between them.
//!
//! A loop on the host makes a launch and reads four bytes in each round. On graphs with many rounds
//! and little work, such as long chains, this is almost all that it does, so an unnecessary wait or
//! argument becomes visible. Each run times three things, one after the other, so that changes of
//! the machine affect all alike:
//!
//! - the program;
//! - the calls that one of its runs made, [repeated](igc_opencl::Trace);
//! - as many launches and reads of an empty kernel, which is the least that the driver can cost.
//!
//! A kernel with a frontier of one node takes time too, because its loads depend on each other. The
//! device's clock measures this time. The rest of the program's round is compared with the rest of
//! an empty round.
//!
//! The host also evaluates the statements of `main`, such as the tree of an adaptive run. These are
//! [timed](Decisions) alone, without the device.
//!
//! Source: Sorensen, Pai and Donaldson, "One Size Doesn't Fit All", IISWC 2019, section on
//! iteration outlining: `oitergb` saves launches and copies.

use std::time::{Duration, Instant};

use igc_compiler::driver::Artefact;
use igc_opencl::{Buffer, DeviceInfo, Kernel, OpenClError, Timing, Trace};
use igc_runtime::backend::Prepared;
use igc_runtime::backend::opencl::{Decisions, PreparedProgram, Recording, ResidentGraph};
use igc_runtime::input::Input;
use igc_runtime::run_options::RunOptions;
use serde::Serialize;

use super::prepared::with_prepared;
use crate::Error;
use crate::statistics::{Interval, Summary, median, ratio_interval};

/// A kernel without a visible effect.
const EMPTY: &str =
    "kernel void igc_nothing(global uint *cell) { if (cell[0] != 0u) cell[1] = 1u; }";

/// The cost of the rounds of a program's loops. Times are in seconds, per round.
#[derive(Debug, Clone, Serialize)]
pub struct HostCost {
    /// Number of rounds of all loops of a run.
    pub rounds: u64,
    /// Number of kernels that a run launches.
    pub launches: u64,
    /// Number of reads of a run. The host waits for each.
    pub reads: u64,
    /// Number of kernel arguments that a run sets.
    pub arguments: u64,
    /// Number of work-items of a workgroup.
    pub workgroup_size: usize,
    /// The program, as igc runs it.
    pub igc_rounds: Summary,
    /// The calls of the program alone.
    pub call_rounds: Summary,
    /// As many launches of one workgroup of an empty kernel, and as many reads of four bytes.
    pub empty_rounds: Summary,
    /// The time of the program's kernels, by the device's clock.
    pub kernel_rounds: Summary,
    /// The time of the empty kernels, by the device's clock.
    pub empty_kernel_rounds: Summary,
    /// The program's time as a multiple of the time of its calls.
    pub over_calls: Multiple,
    /// The program's time as a multiple of the time of empty launches and reads.
    pub over_empty: Multiple,
    /// The program's time without its kernels, as a multiple of the time of empty launches and
    /// reads without theirs; `None` if the machine was too busy to tell.
    pub over_driver: Option<Multiple>,
    /// Number of statements that set locals of `main` or test conditions, on the longest way through
    /// a round.
    pub decisions: usize,
    /// The time in which the host executes these statements, without reads of the device.
    pub decision_rounds: Summary,
    /// Number of reads that returned other values when the calls were repeated. If there are any,
    /// the repeated work was different, as in programs whose result depends on the order of
    /// execution.
    pub differing_reads: usize,
}

/// One time as a multiple of another.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Multiple {
    /// The ratio of the medians.
    pub ratio: f64,
    /// The confidence interval of the ratio; `None` for fewer than six runs.
    pub interval: Option<Interval>,
}

impl Multiple {
    fn of(times: &[f64], base: &[f64]) -> Multiple {
        let middle = |times: &[f64]| median(times.iter().copied());
        Multiple { ratio: middle(times) / middle(base), interval: ratio_interval(times, base) }
    }

    /// Subtracts a part from each of two times, and compares the rests. The parts were measured in
    /// separate runs, so a rest may be negative if the machine was busy. Returns `None` if the
    /// ratio of the medians is not positive, and no interval if the rest of any run is not
    /// positive.
    fn of_rest([times, part]: [&[f64]; 2], [base, base_part]: [&[f64]; 2]) -> Option<Multiple> {
        let rest = |whole: &[f64], part: &[f64]| {
            whole.iter().zip(part).map(|(whole, part)| whole - part).collect::<Vec<f64>>()
        };
        let (rest, base_rest) = (rest(times, part), rest(base, base_part));
        let is_left = |rest: &[f64]| rest.iter().all(|time| *time > 0.0);
        let multiple = Multiple::of(&rest, &base_rest);
        match is_left(&rest) && is_left(&base_rest) {
            true => Some(multiple),
            false => (multiple.ratio.is_finite() && multiple.ratio > 0.0)
                .then_some(Multiple { interval: None, ..multiple }),
        }
    }
}

/// Measures the rounds of a program's loops `runs` times, and at least once.
///
/// # Errors
///
/// Returns an error if the program cannot run, if one of its calls cannot be repeated, or if its
/// loops have no rounds ([`Error::NoRounds`]).
pub fn time_host_cost(
    device: &DeviceInfo,
    artefact: &Artefact,
    input: &Input,
    params: &[(String, String)],
    options: &RunOptions,
    runs: u32,
) -> Result<HostCost, Error> {
    with_prepared(device, (artefact, input), params, options, |resident, prepared, params| {
        let sizes = (input.graph.nodes(), input.graph.edges());
        let decisions = Decisions::of(&artefact.module, params, sizes);
        measure(resident, prepared, decisions, options, runs)
    })
}

fn measure(
    resident: &ResidentGraph,
    prepared: &mut PreparedProgram,
    mut decisions: Decisions,
    options: &RunOptions,
    runs: u32,
) -> Result<HostCost, Error> {
    let Recording { rounds, calls, trace } = prepared.record_once()?;
    if rounds == 0 {
        return Err(Error::NoRounds);
    }
    let workgroup_size = prepared.geometry().map_or(1, |(_, local)| local);
    let empty = Empty::new(resident, workgroup_size)?.record(calls.launches, calls.reads)?;
    let [mut program, mut replayed, mut empty_times] = [vec![], vec![], vec![]];
    let [mut kernels, mut empty_kernels, mut decided] = [vec![], vec![], vec![]];
    let mut differing_reads = 0;
    let a_round = |time: Duration| time.as_secs_f64() / rounds as f64;
    for _ in 0..runs.max(1) {
        program.push(a_round(prepared.run_once()?.timings.main));
        let (time, differences) = prepared.replay_once(&trace)?;
        replayed.push(a_round(time));
        differing_reads += differences;
        let start = Instant::now();
        empty.replay()?;
        empty_times.push(a_round(start.elapsed()));
        let launches = prepared.time_kernels_once(&trace)?;
        let in_kernels = launches.iter().map(Timing::duration).sum();
        kernels.push(a_round(Duration::from_nanos(in_kernels)));
        empty_kernels.push(a_round(empty.kernel_time()?));
        decided.push(decisions.time()?.as_secs_f64());
        options.watch.heartbeat();
    }
    let summary = |times: &[f64]| Summary::of(times).ok_or(Error::NoRounds);
    Ok(HostCost {
        rounds,
        launches: calls.launches,
        reads: calls.reads,
        arguments: calls.arguments,
        workgroup_size,
        igc_rounds: summary(&program)?,
        call_rounds: summary(&replayed)?,
        empty_rounds: summary(&empty_times)?,
        kernel_rounds: summary(&kernels)?,
        empty_kernel_rounds: summary(&empty_kernels)?,
        over_calls: Multiple::of(&program, &replayed),
        over_empty: Multiple::of(&program, &empty_times),
        over_driver: Multiple::of_rest([&program, &kernels], [&empty_times, &empty_kernels]),
        decisions: decisions.count(),
        decision_rounds: summary(&decided)?,
        differing_reads,
    })
}

/// A kernel that does nothing.
struct Empty<'a> {
    resident: &'a ResidentGraph,
    kernel: Kernel,
    cell: Buffer,
    workgroup_size: usize,
}

impl<'a> Empty<'a> {
    fn new(resident: &'a ResidentGraph, workgroup_size: usize) -> Result<Empty<'a>, OpenClError> {
        let session = resident.session();
        let program = session.build(EMPTY, &session.device().dialect.build_options)?;
        let kernel = program.kernel("igc_nothing")?;
        let cell = session.buffer_from(&[0u32; 2])?;
        kernel.set_buffer(0, &cell)?;
        let workgroup_size = workgroup_size.min(kernel.limits().max_workgroup_size).max(1);
        Ok(Empty { resident, kernel, cell, workgroup_size })
    }

    /// Records launches, with a read after each launch until there are enough reads, as in a loop.
    fn record(&self, launches: u64, reads: u64) -> Result<Trace, OpenClError> {
        let session = self.resident.session();
        let (outcome, trace) = session.record(|| {
            for launch in 0..launches {
                self.kernel.launch(self.workgroup_size, self.workgroup_size)?;
                if launch < reads {
                    self.cell.read_u32(0)?;
                }
            }
            session.finish()
        });
        outcome.map(|()| trace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_compared() {
        let (times, base) = ([5.0; 6], [3.0; 6]);
        let quiet = Multiple::of_rest([&times, &[1.0; 6]], [&base, &[1.0; 6]]);
        let quiet = quiet.expect("something is left");
        assert_eq!((quiet.ratio, quiet.interval.map(|i| i.low)), (2.0, Some(2.0)));
        let busy_once = [9.0, 1.0, 1.0, 1.0, 1.0, 1.0];
        let busy = Multiple::of_rest([&times, &busy_once], [&base, &[1.0; 6]]);
        assert_eq!(busy, Some(Multiple { ratio: 2.0, interval: None }));
        assert_eq!(Multiple::of_rest([&times, &[9.0; 6]], [&base, &[1.0; 6]]), None);
        assert_eq!(Multiple::of_rest([&times, &[1.0; 6]], [&base, &base]), None);
    }
}
