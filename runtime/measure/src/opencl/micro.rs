//! Two microbenchmarks that explain why a device benefits from an optimisation: Table X of "One
//! Size Doesn't Fit All" (section VIII-b and c).
//!
//! - `sg-cmb`: atomic additions to one word, by each work-item, or combined by its subgroup first.
//!   Cooperative conversion (`coop-cv`) does the same, but igc combines workgroups, so the table
//!   has a line for that too. A driver that combines additions itself leaves nothing to gain.
//! - `m-divg`: reads of a large array, with and without an unnecessary barrier in the loop. If the
//!   barrier makes the loop faster, work-items of a workgroup that diverge evict each other's data
//!   from the cache. Optimisations with barriers (`wg`, `sg`) then gain from the barrier alone.
//!
//! The variants alternate, and every result is checked.

use std::time::{Duration, Instant};

use igc_compiler::codegen::{Language, with_library};
use igc_opencl::{Buffer, DeviceInfo, DeviceKind, Kernel, Program, Session};
use igc_runtime::backend::gpu::facts::Facts;
use igc_runtime::backend::gpu::geometry::{Geometry, usual_geometry};
use igc_runtime::backend::opencl::build::build_options;
use igc_runtime::watch::Watch;
use serde::Serialize;

use super::options::Microbenchmark;
use crate::Error;
use crate::statistics::{Interval, Summary, ratio_interval};

const KERNELS: &str = include_str!("micro.cl");

/// Number of work-items of a workgroup, if the device supports it: that of compiled programs.
const WORKGROUP_SIZE: u64 = 128;
/// Number of atomic additions per work-item.
const ADDS: u32 = 64;
/// Size of the array that `m-divg` reads, in bytes: larger than caches, and not too slow on a CPU.
const ARRAY_OF_A_GPU: u64 = 256 << 20;
const ARRAY_OF_OTHERS: u64 = 32 << 20;
/// The array takes at most this part of the device's memory.
const PART_OF_MEMORY: u64 = 8;
/// The elements of the array are multiples of this number (Knuth's multiplicative hash), modulo
/// 2^32.
const FACTOR: u32 = 2_654_435_761;

/// The settings of the microbenchmarks.
#[derive(Debug, Clone)]
pub struct MicroSettings {
    /// The microbenchmarks; all of them if the list is empty.
    pub benchmarks: Vec<Microbenchmark>,
    /// Number of repetitions of each measurement.
    pub runs: u32,
    /// Receives a heartbeat before and after each launch.
    pub watch: Watch,
}

/// The comparison of two variants of a microbenchmark.
#[derive(Debug, Clone, Serialize)]
pub struct MicroTimes {
    /// The microbenchmark.
    pub benchmark: Microbenchmark,
    /// Description of the plain variant.
    pub plain: &'static str,
    /// Description of the other variant.
    pub variant: &'static str,
    /// Number of work-items of a launch.
    pub work_items: usize,
    /// Number of work-items of a workgroup.
    pub workgroup_size: usize,
    /// Number of work-items of a subgroup; 1 without subgroups.
    pub subgroup_size: u32,
    /// Number of atomic additions or reads of a launch.
    pub operations: u64,
    /// Time of the plain variant, in seconds.
    pub plain_time: Summary,
    /// Time of the other variant, in seconds.
    pub time: Summary,
    /// How much faster the other variant is.
    pub speedup: Speedup,
    /// Number of wrong results of both variants. Any wrong result is a bug of the driver or of igc.
    pub wrong: u32,
}

/// A ratio of times. A ratio above 1 means that the other variant is faster.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Speedup {
    /// The ratio of the medians.
    pub value: f64,
    /// The 95 % confidence interval; `None` for fewer than six runs.
    pub interval: Option<Interval>,
}

/// Runs the microbenchmarks, and calls `begins` for each.
///
/// # Errors
///
/// Returns an error if the device or its driver fails.
pub fn time_micro(
    device: &DeviceInfo,
    settings: &MicroSettings,
    begins: &mut dyn FnMut(Microbenchmark),
) -> Result<Vec<MicroTimes>, Error> {
    let session = Session::open(device)?;
    let _watching = settings.watch.start();
    let bench = settings.watch.during_build(|| Bench::new(&session, &settings.watch))?;
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

/// A variant of a microbenchmark.
struct Variant {
    name: &'static str,
    kernel: Kernel,
}

/// The time of each run of a variant, in seconds, and the number of wrong results.
#[derive(Default)]
struct Trials {
    times: Vec<f64>,
    wrong: u32,
}

struct Bench<'s> {
    session: &'s Session,
    watch: &'s Watch,
    program: Program,
    geometry: Geometry,
    subgroup_size: u32,
    /// One word per work-item.
    sums: Buffer,
}

impl<'s> Bench<'s> {
    fn new(session: &'s Session, watch: &'s Watch) -> Result<Bench<'s>, Error> {
        let device = session.device();
        let local = WORKGROUP_SIZE.min(device.max_workgroup_size).max(1) as usize;
        let geometry = usual_geometry(&Facts::from(device), local);
        let source = with_library(Language::OpenCl, KERNELS);
        let program = session.build(&source, &build_options(&device.dialect, local))?;
        let size = session.buffer_from(&[1u32])?;
        let kernel = program.kernel("igc_micro_subgroup")?;
        kernel.set_buffer(0, &size)?;
        kernel.launch(local, local)?;
        let subgroup_size = size.read_u32(0)?;
        let sums = session.buffer(geometry.global * size_of::<u32>())?;
        Ok(Bench { session, watch, program, geometry, subgroup_size, sums })
    }

    fn variants(&self, variants: &[(&'static str, &str)]) -> Result<Vec<Variant>, Error> {
        let variant = |&(name, function): &(&'static str, &str)| {
            Ok(Variant { name, kernel: self.program.kernel(function)? })
        };
        variants.iter().map(variant).collect()
    }

    /// Launches a kernel whose first argument, the number of its rounds, is not yet set, with no
    /// rounds, and waits. Some drivers build a kernel only at its first launch.
    fn finish_build(&self, kernel: &Kernel) -> Result<(), Error> {
        self.watch.during_build(|| {
            kernel.set_scalar(0, 0u32)?;
            kernel.launch(self.geometry.global, self.geometry.local)?;
            Ok(self.session.finish()?)
        })
    }

    fn combining(&self, runs: u32) -> Result<Vec<MicroTimes>, Error> {
        let variants = self.variants(&[
            ("each its own", "igc_micro_add"),
            ("combined by subgroups", "igc_micro_add_subgroup"),
            ("combined by workgroups", "igc_micro_add_workgroup"),
        ])?;
        let word = self.session.buffer(size_of::<u32>())?;
        for variant in &variants {
            variant.kernel.set_scalar(1, 1u32)?;
            variant.kernel.set_buffer(2, &word)?;
            variant.kernel.set_buffer(3, &self.sums)?;
            self.finish_build(&variant.kernel)?;
            variant.kernel.set_scalar(0, ADDS)?;
        }
        let adds = self.geometry.global as u64 * u64::from(ADDS);
        // The old values are all numbers below the number of additions, once each.
        let expected = sum_below(adds);
        let trials = self.in_turns(&variants, runs, expected, &|| Ok(word.fill(0u32)?), &|| {
            Ok(u64::from(word.read_u32(0)?) == adds)
        })?;
        self.compared(Microbenchmark::SubgroupCombining, &variants, &trials, adds)
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
        fill.set_buffer(1, &array)?;
        self.finish_build(&fill)?;
        fill.set_scalar(0, rounds)?;
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
            let variants = self.variants(&pair)?;
            for variant in &variants {
                variant.kernel.set_buffer(1, &array)?;
                variant.kernel.set_buffer(2, &self.sums)?;
                self.finish_build(&variant.kernel)?;
                variant.kernel.set_scalar(0, rounds)?;
            }
            let trials = self.in_turns(&variants, runs, expected, &|| Ok(()), &|| Ok(true))?;
            times.extend(self.compared(
                Microbenchmark::MemoryDivergence,
                &variants,
                &trials,
                reads,
            )?);
        }
        Ok(times)
    }

    /// Runs each variant once to warm up. Then every run executes all variants, each time starting
    /// with another one. A result is right if the work-items' sums add up to the expected number,
    /// and if `holds` returns true.
    fn in_turns(
        &self,
        variants: &[Variant],
        runs: u32,
        expected: u32,
        prepare: &dyn Fn() -> Result<(), Error>,
        holds: &dyn Fn() -> Result<bool, Error>,
    ) -> Result<Vec<Trials>, Error> {
        let mut trials: Vec<Trials> = variants.iter().map(|_| Trials::default()).collect();
        for run in 0..=runs as usize {
            for turn in 0..variants.len() {
                let at = (run + turn) % variants.len();
                prepare()?;
                self.sums.fill(0u32)?;
                let time = self.timed(&variants[at].kernel)?;
                let sums = self.sums.to_vec::<u32>()?;
                let sum = sums.into_iter().fold(0u32, u32::wrapping_add);
                trials[at].wrong += u32::from(sum != expected || !holds()?);
                if run > 0 {
                    trials[at].times.push(time.as_secs_f64());
                }
            }
        }
        Ok(trials)
    }

    fn timed(&self, kernel: &Kernel) -> Result<Duration, Error> {
        self.session.finish()?;
        self.watch.heartbeat();
        let start = Instant::now();
        kernel.launch(self.geometry.global, self.geometry.local)?;
        self.session.finish()?;
        let time = start.elapsed();
        self.watch.heartbeat();
        Ok(time)
    }

    /// Compares every variant except the first with the first.
    fn compared(
        &self,
        benchmark: Microbenchmark,
        variants: &[Variant],
        trials: &[Trials],
        operations: u64,
    ) -> Result<Vec<MicroTimes>, Error> {
        let none = || Error::internal("a microbenchmark was measured in no runs");
        let (plain, base) = variants.iter().zip(trials).next().ok_or_else(none)?;
        let mut times = vec![];
        for (variant, tried) in variants.iter().zip(trials).skip(1) {
            let plain_time = Summary::of(&base.times).ok_or_else(none)?;
            let time = Summary::of(&tried.times).ok_or_else(none)?;
            times.push(MicroTimes {
                benchmark,
                plain: plain.name,
                variant: variant.name,
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

/// Returns the sum of all whole numbers below `number`, modulo 2^32.
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
