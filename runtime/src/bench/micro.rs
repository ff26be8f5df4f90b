//! Two microbenchmarks that say why a device likes an optimisation: Table X of "One Size Doesn't Fit All"
//! (section VIII-b and c).
//!
//! - `sg-cmb`: atomic adds on one word, sent by each work-item, or combined by its subgroup first. That is
//!   what cooperative conversion (`coop-cv`) does, which combines workgroups here; so the table has a
//!   line for that, too. Drivers that combine by themselves leave nothing to win.
//! - `m-divg`: reads of a large array, with and without a barrier in the loop that nothing needs. Where
//!   the barrier makes it faster, work-items of a workgroup that run apart from each other spoil the
//!   cache for each other, and optimisations with barriers (`wg`, `sg`) win by that alone.
//!
//! The ways of doing a thing run in turns, and every result is checked.

use std::time::{Duration, Instant};

use igc_opencl::{Buffer, DeviceInfo, DeviceKind, Kernel, Program, Session};
use serde::Serialize;

use super::microbenchmark::Microbenchmark;
use super::spread::Spread;
use crate::Error;
use crate::opencl::build::build_options;
use crate::opencl::geometry::{Geometry, usual_geometry};
use crate::statistics::{Interval, ratio_interval};
use crate::watch::Watch;

const KERNELS: &str = include_str!("micro.cl");

/// Work-items of a workgroup, where the device has so many: those of compiled programs.
const WORKGROUP_SIZE: u64 = 128;
/// Atomics of each work-item.
const ADDS: u32 = 64;
/// What `m-divg` reads, in bytes: more than caches hold, and on a processor with little bandwidth still
/// fast.
const ARRAY_OF_A_GPU: u64 = 256 << 20;
const ARRAY_OF_OTHERS: u64 = 32 << 20;
/// Of the device's memory it is at most this part.
const PART_OF_MEMORY: u64 = 8;
/// The array's elements are multiples of this (Knuth's multiplicative hash), modulo 2^32.
const FACTOR: u32 = 2_654_435_761;

/// What is measured.
#[derive(Debug, Clone)]
pub struct MicroSettings {
    /// The microbenchmarks; all where none is named.
    pub benchmarks: Vec<Microbenchmark>,
    /// How often everything is measured.
    pub runs: u32,
    /// What another thread may look at, to give up a launch that does not end.
    pub watch: Watch,
}

/// One thing done in two ways.
#[derive(Debug, Clone, Serialize)]
pub struct MicroTimes {
    /// The microbenchmark.
    pub benchmark: Microbenchmark,
    /// What is done in the plain way, in words.
    pub plain: &'static str,
    /// The other way.
    pub variant: &'static str,
    /// Work-items of a launch.
    pub work_items: usize,
    /// Work-items of a workgroup.
    pub workgroup_size: usize,
    /// Work-items of a subgroup: 1 where there are none.
    pub subgroup_size: u32,
    /// Atomics or reads of a launch.
    pub operations: u64,
    /// How long the plain way takes, in seconds.
    pub plain_time: Spread,
    /// How long the other one takes.
    pub time: Spread,
    /// How much faster the other one is.
    pub speedup: Speedup,
    /// Results that were not right, of both: any is a bug of the driver or of ours.
    pub wrong: u32,
}

/// A ratio of times: above 1 is faster.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Speedup {
    /// Of the medians.
    pub value: f64,
    /// Between what it lies with 95 % confidence; `None` of fewer than six runs.
    pub interval: Option<Interval>,
}

/// Measures, and tells `begins` of each microbenchmark.
///
/// # Errors
///
/// The device or its driver fails.
pub fn time_micro(
    device: &DeviceInfo,
    settings: &MicroSettings,
    begins: &mut dyn FnMut(Microbenchmark),
) -> Result<Vec<MicroTimes>, Error> {
    let session = Session::open(device)?;
    let _listening = settings.watch.listen();
    let bench = Bench::new(&session, &settings.watch)?;
    let runs = settings.runs.max(1);
    let mut times = vec![];
    for benchmark in Microbenchmark::ALL {
        if !settings.benchmarks.is_empty() && !settings.benchmarks.contains(&benchmark) {
            continue;
        }
        begins(benchmark);
        times.extend(match benchmark {
            Microbenchmark::SubgroupCombining => bench.combining(runs)?,
            Microbenchmark::MemoryDivergence => bench.divergence(runs)?,
        });
    }
    Ok(times)
}

/// A way of doing something.
struct Way {
    words: &'static str,
    kernel: Kernel,
}

/// What came of a way: the time of each run, in seconds, and how many results were wrong.
#[derive(Default)]
struct Tries {
    times: Vec<f64>,
    wrong: u32,
}

struct Bench<'s> {
    session: &'s Session,
    watch: &'s Watch,
    program: Program,
    geometry: Geometry,
    subgroup_size: u32,
    /// A word for each work-item.
    sums: Buffer,
}

impl<'s> Bench<'s> {
    fn new(session: &'s Session, watch: &'s Watch) -> Result<Bench<'s>, Error> {
        let device = session.device();
        let local = WORKGROUP_SIZE.min(device.max_workgroup_size).max(1) as usize;
        let geometry = usual_geometry(device, local);
        let source = igc_compiler::target::opencl::with_library(KERNELS);
        let program = session.build(&source, &build_options(&device.dialect, local))?;
        let size = session.buffer_from(&[1u32])?;
        let kernel = program.kernel("igc_micro_subgroup")?;
        kernel.set_buffer(0, &size)?;
        kernel.launch(local, local)?;
        let subgroup_size = size.read_u32(0)?;
        let sums = session.buffer(geometry.global * size_of::<u32>())?;
        Ok(Bench { session, watch, program, geometry, subgroup_size, sums })
    }

    fn ways(&self, ways: &[(&'static str, &str)]) -> Result<Vec<Way>, Error> {
        let way = |&(words, name): &(&'static str, &str)| {
            Ok(Way { words, kernel: self.program.kernel(name)? })
        };
        ways.iter().map(way).collect()
    }

    fn combining(&self, runs: u32) -> Result<Vec<MicroTimes>, Error> {
        let ways = self.ways(&[
            ("each its own", "igc_micro_add"),
            ("combined by subgroups", "igc_micro_add_subgroup"),
            ("combined by workgroups", "igc_micro_add_workgroup"),
        ])?;
        let word = self.session.buffer(size_of::<u32>())?;
        for way in &ways {
            way.kernel.set_scalar(0, ADDS)?;
            way.kernel.set_scalar(1, 1u32)?;
            way.kernel.set_buffer(2, &word)?;
            way.kernel.set_buffer(3, &self.sums)?;
        }
        let adds = self.geometry.global as u64 * u64::from(ADDS);
        // The old values are the numbers below that of the adds, each once.
        let expected = sum_below(adds);
        let tries = self.in_turns(&ways, runs, expected, &|| Ok(word.fill(0u32)?), &|| {
            Ok(u64::from(word.read_u32(0)?) == adds)
        })?;
        self.compared(Microbenchmark::SubgroupCombining, &ways, &tries, adds)
    }

    fn divergence(&self, runs: u32) -> Result<Vec<MicroTimes>, Error> {
        let device = self.session.device();
        let wanted = match device.kind {
            DeviceKind::Gpu => ARRAY_OF_A_GPU,
            _ => ARRAY_OF_OTHERS,
        };
        let bytes = wanted.min(device.global_memory / PART_OF_MEMORY).min(device.max_allocation);
        let launch = self.geometry.global as u64 * size_of::<u32>() as u64;
        let rounds = (bytes / launch).clamp(1, 1 << 20) as u32;
        let array = self.session.buffer((u64::from(rounds) * launch) as usize)?;
        let fill = self.program.kernel("igc_micro_fill")?;
        fill.set_scalar(0, rounds)?;
        fill.set_buffer(1, &array)?;
        fill.launch(self.geometry.global, self.geometry.local)?;
        self.session.finish()?;
        let reads = self.geometry.global as u64 * u64::from(rounds);
        let expected = sum_below(reads).wrapping_mul(FACTOR);
        let pairs = [
            [("side by side", "igc_micro_read"), ("with a barrier", "igc_micro_read_together")],
            [
                ("a stretch each", "igc_micro_stretch"),
                ("with a barrier", "igc_micro_stretch_together"),
            ],
        ];
        let mut times = vec![];
        for pair in pairs {
            let ways = self.ways(&pair)?;
            for way in &ways {
                way.kernel.set_scalar(0, rounds)?;
                way.kernel.set_buffer(1, &array)?;
                way.kernel.set_buffer(2, &self.sums)?;
            }
            let tries = self.in_turns(&ways, runs, expected, &|| Ok(()), &|| Ok(true))?;
            times.extend(self.compared(Microbenchmark::MemoryDivergence, &ways, &tries, reads)?);
        }
        Ok(times)
    }

    /// Runs each way once to warm up, and then all of them in every run, each time another one first.
    /// A result is right where the work-items' sums add up to what is expected and `holds` says so.
    fn in_turns(
        &self,
        ways: &[Way],
        runs: u32,
        expected: u32,
        prepare: &dyn Fn() -> Result<(), Error>,
        holds: &dyn Fn() -> Result<bool, Error>,
    ) -> Result<Vec<Tries>, Error> {
        let mut tries: Vec<Tries> = ways.iter().map(|_| Tries::default()).collect();
        for run in 0..=runs as usize {
            for turn in 0..ways.len() {
                let at = (run + turn) % ways.len();
                prepare()?;
                self.sums.fill(0u32)?;
                let time = self.timed(&ways[at].kernel)?;
                let sums = self.sums.to_vec::<u32>()?;
                let sum = sums.into_iter().fold(0u32, u32::wrapping_add);
                tries[at].wrong += u32::from(sum != expected || !holds()?);
                if run > 0 {
                    tries[at].times.push(time.as_secs_f64());
                }
            }
        }
        Ok(tries)
    }

    fn timed(&self, kernel: &Kernel) -> Result<Duration, Error> {
        self.session.finish()?;
        self.watch.heard();
        let start = Instant::now();
        kernel.launch(self.geometry.global, self.geometry.local)?;
        self.session.finish()?;
        let time = start.elapsed();
        self.watch.heard();
        Ok(time)
    }

    /// Every way but the first, compared with it.
    fn compared(
        &self,
        benchmark: Microbenchmark,
        ways: &[Way],
        tries: &[Tries],
        operations: u64,
    ) -> Result<Vec<MicroTimes>, Error> {
        let none = || Error::Internal("a microbenchmark was measured in no runs".into());
        let (plain, base) = ways.iter().zip(tries).next().ok_or_else(none)?;
        let mut times = vec![];
        for (way, tried) in ways.iter().zip(tries).skip(1) {
            let plain_time = Spread::of(&base.times).ok_or_else(none)?;
            let time = Spread::of(&tried.times).ok_or_else(none)?;
            times.push(MicroTimes {
                benchmark,
                plain: plain.words,
                variant: way.words,
                work_items: self.geometry.global,
                workgroup_size: self.geometry.local,
                subgroup_size: self.subgroup_size,
                operations,
                plain_time,
                time,
                speedup: Speedup {
                    value: plain_time.median / time.median.max(f64::MIN_POSITIVE),
                    interval: ratio_interval(&base.times, &tried.times),
                },
                wrong: base.wrong + tried.wrong,
            });
        }
        Ok(times)
    }
}

/// The sum of all whole numbers below one, modulo 2^32.
fn sum_below(number: u64) -> u32 {
    let number = u128::from(number);
    (number * number.saturating_sub(1) / 2) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_modulo_a_word() {
        assert_eq!([0, 1, 2, 5].map(sum_below), [0, 0, 1, 10]);
        let slow = (0..200_000u32).fold(0u32, u32::wrapping_add);
        assert_eq!(sum_below(200_000), slow);
    }
}
