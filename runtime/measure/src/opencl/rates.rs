//! Measures the rates of a device: copies, random reads and atomics on arrays of several sizes,
//! launches, and grid barriers.
//!
//! A rate is that of the fastest of several runs, because it stands for the device's limit. The
//! random places come from a hash of the number of the access, so that no access depends on
//! another. Results are checked: every read adds 1, and so does every atomic.

use std::time::Instant;

use igc_compiler::codegen::{Language, with_library};
use igc_opencl::{Buffer, DeviceInfo, DeviceKind, Kernel, Program, Session};
use igc_runtime::backend::gpu::facts::Facts;
use igc_runtime::backend::gpu::geometry::{Geometry, usual_geometry};
use igc_runtime::backend::opencl::build::build_options;
use igc_runtime::grid_options::GridBarrier;
use igc_runtime::watch::Watch;

use super::barrier::{BarrierSettings, time_barriers};
use crate::Error;
use crate::roofline::{Rate, Rates};

const KERNELS: &str = include_str!("rates.cl");

/// Number of work-items of a workgroup, if the device supports it: that of compiled programs.
const WORKGROUP_SIZE: u64 = 128;
/// Number of runs of each measurement, of which the fastest counts.
const RUNS: u32 = 5;
/// Binary logarithms of the sizes of arrays in bytes, for GPUs and for other devices.
const SIZES_OF_A_GPU: [u32; 5] = [20, 22, 25, 27, 28];
const SIZES_OF_OTHERS: [u32; 4] = [15, 20, 22, 25];
/// An array takes at most this part of the device's memory.
const PART_OF_MEMORY: u64 = 8;
/// Number of random accesses of a run, for GPUs and for other devices.
const ACCESSES: [u64; 2] = [1 << 27, 1 << 21];
/// Number of bytes that a run reads and writes in copies, for GPUs and for other devices.
const COPIED: [u64; 2] = [1 << 31, 1 << 27];
/// Number of launches of a run.
const LAUNCHES: u32 = 200;
/// Number of barriers of a launch.
const BARRIERS: u32 = 200;

/// Measures the rates of a device.
///
/// # Errors
///
/// Returns an error if the device or its driver fails, or if a result is wrong.
pub fn measure_rates(device: &DeviceInfo, watch: &Watch) -> Result<Rates, Error> {
    let rates = {
        let session = Session::open(device)?;
        let _watching = watch.start();
        let bench = watch.during_build(|| Bench::new(&session, watch))?;
        bench.rates()?
    };
    Ok(Rates { barrier: barrier(device, watch), ..rates })
}

/// Returns the time of a grid barrier between two workgroups for each compute unit of a GPU, or one
/// for each of another device. `None` if the device does not support it.
fn barrier(device: &DeviceInfo, watch: &Watch) -> Option<f64> {
    let each = if device.kind == DeviceKind::Gpu { 2 } else { 1 };
    let groups = u32::try_from(device.compute_units * each).ok()?;
    let settings = BarrierSettings {
        groups: vec![groups],
        workgroup_sizes: vec![WORKGROUP_SIZE.min(device.max_workgroup_size) as u32],
        barriers: vec![GridBarrier::Sense],
        patience: None,
        rounds: BARRIERS,
        runs: RUNS,
        watch: watch.clone(),
    };
    let measured = time_barriers(device, &settings, &mut |_, _, _| {}).ok()?;
    let time = measured.first().filter(|times| times.stale == 0)?.time?.median;
    (time > 0.0).then_some(time)
}

struct Bench<'s> {
    session: &'s Session,
    watch: &'s Watch,
    program: Program,
    geometry: Geometry,
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
        let sums = session.buffer(geometry.global * size_of::<u32>())?;
        Ok(Bench { session, watch, program, geometry, sums })
    }

    fn is_gpu(&self) -> bool {
        self.session.device().kind == DeviceKind::Gpu
    }

    /// Returns the binary logarithms of the sizes of arrays.
    fn sizes(&self) -> Vec<u32> {
        let device = self.session.device();
        let most = device.max_allocation.min(device.global_memory / PART_OF_MEMORY);
        let sizes = if self.is_gpu() { &SIZES_OF_A_GPU[..] } else { &SIZES_OF_OTHERS[..] };
        let fits = |bits: &u32| 1u64 << bits <= most;
        sizes.iter().copied().filter(fits).collect()
    }

    /// Returns how often each work-item does an operation so that all do about `wanted` of them.
    fn times(&self, wanted: u64) -> u32 {
        (wanted / self.geometry.global as u64).clamp(1, 1 << 16) as u32
    }

    fn rates(&self) -> Result<Rates, Error> {
        let sizes = self.sizes();
        if sizes.is_empty() {
            return Err(self.failed("it has too little memory"));
        }
        let of = |rate: &dyn Fn(u32) -> Result<f64, Error>| {
            let rates = sizes.iter().map(|&bits| {
                let per_second = rate(bits)?;
                Ok(Rate { bytes: 1 << bits, per_second })
            });
            rates.collect::<Result<Vec<_>, Error>>()
        };
        Ok(Rates {
            copies: of(&|bits| self.copy(bits))?,
            gathers: of(&|bits| self.gather(bits))?,
            atomics: of(&|bits| self.atomic(bits))?,
            word_atomics: self.word()?,
            launch: self.launch(false)?,
            read_back: self.launch(true)?,
            barrier: None,
        })
    }

    /// Returns the bandwidth of copies between the two halves of an array, in the faster of two
    /// orders.
    fn copy(&self, bits: u32) -> Result<f64, Error> {
        let half = 1usize << (bits - 1);
        let length = (half / 16) as u32;
        let times = (COPIED[usize::from(!self.is_gpu())] >> bits).max(1) as u32;
        let (from, to) = (self.session.buffer(half)?, self.session.buffer(half)?);
        from.fill(1u32)?;
        let mut fastest = f64::INFINITY;
        for name in ["igc_rates_copy", "igc_rates_copy_ranges"] {
            let kernel = self.kernel(name, times, &[length])?;
            kernel.set_buffer(2, &from)?;
            kernel.set_buffer(3, &to)?;
            fastest = fastest.min(self.fastest(&kernel, &|| Ok(to.fill(0u32)?))?);
            self.check(to.to_vec::<u32>()?.iter().all(|word| *word == 1), "a copy")?;
        }
        Ok(2.0 * half as f64 * f64::from(times) / fastest)
    }

    fn gather(&self, bits: u32) -> Result<f64, Error> {
        let times = self.accesses();
        let from = self.session.buffer(1 << bits)?;
        from.fill(1u32)?;
        let kernel = self.kernel("igc_rates_gather", times, &[34 - bits])?;
        kernel.set_buffer(2, &from)?;
        kernel.set_buffer(3, &self.sums)?;
        let seconds = self.fastest(&kernel, &|| Ok(()))?;
        let sums = self.sums.to_vec::<u32>()?;
        self.check(sums.iter().all(|sum| *sum == times), "a random read")?;
        Ok(self.operations(times) / seconds)
    }

    fn atomic(&self, bits: u32) -> Result<f64, Error> {
        let times = self.accesses();
        let to = self.session.buffer(1 << bits)?;
        let kernel = self.kernel("igc_rates_atomic", times, &[34 - bits])?;
        kernel.set_buffer(2, &to)?;
        let seconds = self.fastest(&kernel, &|| Ok(to.fill(0u32)?))?;
        let sum = to.to_vec::<u32>()?.into_iter().map(u64::from).sum::<u64>();
        self.check(sum as f64 == self.operations(times), "an atomic")?;
        Ok(self.operations(times) / seconds)
    }

    fn word(&self) -> Result<f64, Error> {
        let times = self.accesses();
        let word = self.session.buffer(size_of::<u32>())?;
        let kernel = self.kernel("igc_rates_word", times, &[])?;
        kernel.set_buffer(1, &word)?;
        let seconds = self.fastest(&kernel, &|| Ok(word.fill(0u32)?))?;
        let sum = word.read_u32(0)?;
        self.check(f64::from(sum) == self.operations(times), "an atomic on one word")?;
        Ok(self.operations(times) / seconds)
    }

    /// Returns the time of a launch of an empty kernel, with or without a read after it.
    fn launch(&self, reads: bool) -> Result<f64, Error> {
        let kernel = self.program.kernel("igc_rates_nothing")?;
        kernel.set_buffer(0, &self.sums)?;
        let Geometry { local, .. } = self.geometry;
        let mut fastest = f64::INFINITY;
        for _ in 0..=RUNS {
            self.session.finish()?;
            self.watch.heartbeat();
            let start = Instant::now();
            for _ in 0..LAUNCHES {
                kernel.launch(local, local)?;
                if reads {
                    self.sums.read_u32(0)?;
                }
            }
            self.session.finish()?;
            fastest = fastest.min(start.elapsed().as_secs_f64() / f64::from(LAUNCHES));
        }
        Ok(fastest)
    }

    /// Returns how often each work-item accesses a random place.
    fn accesses(&self) -> u32 {
        self.times(ACCESSES[usize::from(!self.is_gpu())])
    }

    fn operations(&self, times: u32) -> f64 {
        self.geometry.global as f64 * f64::from(times)
    }

    /// Returns a kernel, after the driver has built it, with its first arguments: the number of
    /// operations of each work-item, and other numbers.
    fn kernel(&self, name: &str, times: u32, others: &[u32]) -> Result<Kernel, Error> {
        let kernel = self.program.kernel(name)?;
        kernel.set_scalar(0, times)?;
        for (at, other) in (1..).zip(others) {
            kernel.set_scalar(at, *other)?;
        }
        Ok(kernel)
    }

    /// Returns the time of the fastest launch in seconds. The first one, in which some drivers build
    /// the kernel, does not count.
    fn fastest(
        &self,
        kernel: &Kernel,
        prepare: &dyn Fn() -> Result<(), Error>,
    ) -> Result<f64, Error> {
        let mut fastest = f64::INFINITY;
        for run in 0..=RUNS {
            prepare()?;
            self.session.finish()?;
            self.watch.heartbeat();
            let start = Instant::now();
            kernel.launch(self.geometry.global, self.geometry.local)?;
            self.session.finish()?;
            if run > 0 {
                fastest = fastest.min(start.elapsed().as_secs_f64());
            }
        }
        Ok(fastest.max(f64::MIN_POSITIVE))
    }

    fn check(&self, is_right: bool, what: &str) -> Result<(), Error> {
        match is_right {
            true => Ok(()),
            false => Err(self.failed(&format!("the result of {what} is wrong"))),
        }
    }

    fn failed(&self, reason: &str) -> Error {
        let device = self.session.device().name.clone();
        Error::Measurement { device, reason: reason.into() }
    }
}
