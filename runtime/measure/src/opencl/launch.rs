//! Measures the cost of launches, and which share of its time a device is busy, for kernels of
//! different lengths.
//!
//! This is Figure 5 of "One Size Doesn't Fit All" (section VIII-a). A kernel of constant duration
//! is launched repeatedly, and between two launches the host reads four bytes, as the host-driven
//! loops of graph programs do. If a device is idle for most of the time with kernels of usual
//! length, iteration outlining (`oitergb`) can gain much.
//!
//! A kernel in OpenCL C cannot read a clock. The kernel (`launch.cl`) therefore executes a number
//! of steps, and the time of a step is measured first: a launch of 2 N steps, minus a launch of N,
//! divided by N. The cost of the launch cancels out.

use std::time::{Duration, Instant};

use igc_compiler::codegen::{Language, with_library};
use igc_opencl::{Buffer, DeviceInfo, Kernel, Session};
use igc_runtime::backend::opencl::build::build_options;
use igc_runtime::watch::Watch;
use serde::Serialize;

use crate::Error;
use crate::statistics::Summary;

const KERNELS: &str = include_str!("launch.cl");

/// Number of work-items of a workgroup, if the device supports it: that of compiled programs.
const WORKGROUP_SIZE: u64 = 128;
/// The start value of the kernel's generator, which must not be zero.
const SEED: u32 = 2_463_534_242;
/// A launch of this duration is long enough to measure a step despite the noise of launches.
const LONG_ENOUGH: Duration = Duration::from_millis(3);
/// Maximum number of steps of a launch. They take at least a second on any device.
const MAX_STEPS: u32 = 1 << 26;
/// Approximate total time of the launches between two readings of the clock, and minimum time of a
/// launch and a read, in seconds.
const BATCH: f64 = 0.02;
const LEAST_LAUNCH: f64 = 10e-6;
/// Minimum and maximum number of launches between two readings of the clock.
const LAUNCHES: [u32; 2] = [10, 1000];

/// The settings of a measurement of launches.
#[derive(Debug, Clone)]
pub struct LaunchSettings {
    /// Durations of kernels, in seconds.
    pub kernel_times: Vec<f64>,
    /// Number of repetitions of each measurement.
    pub runs: u32,
    /// Receives a heartbeat before and after each launch.
    pub watch: Watch,
}

/// The cost of launches on a device.
#[derive(Debug, Clone, Serialize)]
pub struct LaunchTimes {
    /// Number of workgroups of a launch: one per compute unit.
    pub groups: usize,
    /// Number of work-items of a workgroup.
    pub workgroup_size: usize,
    /// Time of one step of the kernel's loop, in seconds.
    pub step: Summary,
    /// Cost of a launch of a kernel without steps.
    pub costs: LaunchCosts,
    /// Utilisation of the device for each kernel time.
    pub utilisation: Vec<Utilisation>,
    /// Number of wrong results. Any wrong result is a bug of the driver or of igc.
    pub wrong: u64,
}

/// The time per launch of a kernel that does nothing, in seconds.
#[derive(Debug, Clone, Serialize)]
pub struct LaunchCosts {
    /// The launches follow each other, and the host waits for the last.
    pub pipelined: Summary,
    /// The host waits for each launch.
    pub waiting: Summary,
    /// The host reads four bytes after each launch.
    pub reading: Summary,
}

/// Which share of its time a device is busy with kernels of one length.
#[derive(Debug, Clone, Serialize)]
pub struct Utilisation {
    /// Duration of the kernel in seconds: the number of its steps times the time of a step.
    pub kernel: f64,
    /// Number of steps.
    pub steps: u32,
    /// Number of launches between two readings of the clock.
    pub launches: u32,
    /// Time for a launch and a read, in seconds.
    pub reading: Summary,
    /// This time without the kernel, in seconds. Noise can make it negative.
    pub overhead: Summary,
    /// The share of the time in which the kernel runs, with a read after each launch.
    pub share: Summary,
    /// The same share for launches without reads.
    pub share_pipelined: Summary,
}

/// Measures the cost of launches. Calls `begins` with the number of each run, from 1.
///
/// # Errors
///
/// Returns an error if the device or its driver fails, or if times vary so much that a step has no
/// measurable time.
pub fn time_launches(
    device: &DeviceInfo,
    settings: &LaunchSettings,
    begins: &mut dyn FnMut(u32),
) -> Result<LaunchTimes, Error> {
    let session = Session::open(device)?;
    let _watching = settings.watch.start();
    let mut bench = settings.watch.during_build(|| Bench::new(&session, &settings.watch))?;
    let runs = settings.runs.max(1);
    let step = bench.step_time(runs)?;
    if step.median <= 0.0 {
        let reason = "kernels with more steps did not take longer\n\
                      help: check whether the machine is busy, and try again"
            .into();
        return Err(Error::Measurement { device: device.name.clone(), reason });
    }
    let mut lengths: Vec<Length> =
        settings.kernel_times.iter().map(|&time| Length::new(time, step.median)).collect();
    let mut empty = Length::new(0.0, step.median);
    let mut waiting = vec![];
    for run in 1..=runs {
        begins(run);
        empty.measure(&mut bench)?;
        waiting.push(bench.time_each(empty.steps, empty.launches, After::Finish)?);
        for length in &mut lengths {
            length.measure(&mut bench)?;
        }
    }
    Ok(LaunchTimes {
        groups: bench.global / bench.local,
        workgroup_size: bench.local,
        step,
        costs: LaunchCosts {
            pipelined: summary(&empty.pipelined)?,
            waiting: summary(&waiting)?,
            reading: summary(&empty.reading)?,
        },
        utilisation: lengths.iter().map(Length::utilisation).collect::<Result<_, _>>()?,
        wrong: bench.wrong,
    })
}

fn summary(values: &[f64]) -> Result<Summary, Error> {
    Summary::of(values).ok_or_else(|| Error::internal("launches were measured in no runs"))
}

/// What the host does after each launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum After {
    /// It launches again.
    Nothing,
    /// It waits for the launch.
    Finish,
    /// It reads a word of the result.
    Read,
}

/// A kernel of one length, with the measured times per launch.
struct Length {
    kernel: f64,
    steps: u32,
    launches: u32,
    reading: Vec<f64>,
    pipelined: Vec<f64>,
}

impl Length {
    /// Creates a kernel of the wanted length from the time of a step, in seconds.
    fn new(wanted: f64, step: f64) -> Length {
        let steps = (wanted / step).round().clamp(0.0, f64::from(u32::MAX)) as u32;
        let kernel = f64::from(steps) * step;
        let [least, most] = LAUNCHES.map(f64::from);
        let launches = (BATCH / (kernel + LEAST_LAUNCH)).clamp(least, most) as u32;
        Length { kernel, steps, launches, reading: vec![], pipelined: vec![] }
    }

    fn measure(&mut self, bench: &mut Bench<'_>) -> Result<(), Error> {
        self.reading.push(bench.time_each(self.steps, self.launches, After::Read)?);
        self.pipelined.push(bench.time_each(self.steps, self.launches, After::Nothing)?);
        Ok(())
    }

    fn utilisation(&self) -> Result<Utilisation, Error> {
        let of = |values: &[f64], figure: &dyn Fn(f64) -> f64| {
            summary(&values.iter().map(|&time| figure(time)).collect::<Vec<_>>())
        };
        let share = |time: f64| if time > 0.0 { self.kernel / time } else { 0.0 };
        Ok(Utilisation {
            kernel: self.kernel,
            steps: self.steps,
            launches: self.launches,
            reading: summary(&self.reading)?,
            overhead: of(&self.reading, &|time| time - self.kernel)?,
            share: of(&self.reading, &share)?,
            share_pipelined: of(&self.pipelined, &share)?,
        })
    }
}

/// The kernel on a device.
struct Bench<'s> {
    session: &'s Session,
    watch: &'s Watch,
    kernel: Kernel,
    result: Buffer,
    global: usize,
    local: usize,
    wrong: u64,
}

impl<'s> Bench<'s> {
    fn new(session: &'s Session, watch: &'s Watch) -> Result<Bench<'s>, Error> {
        let device = session.device();
        let local = WORKGROUP_SIZE.min(device.max_workgroup_size).max(1) as usize;
        let groups = device.compute_units.clamp(1, 1 << 16) as usize;
        let source = with_library(Language::OpenCl, KERNELS);
        let program = session.build(&source, &build_options(&device.dialect, local))?;
        let kernel = program.kernel("igc_launch_work")?;
        let result = session.buffer(groups * size_of::<u32>())?;
        kernel.set_scalar(0, SEED)?;
        kernel.set_scalar(1, 0u32)?;
        kernel.set_buffer(2, &result)?;
        // Some drivers build a kernel, and copy its code to the device, only at its first launch.
        kernel.launch(groups * local, local)?;
        session.finish()?;
        Ok(Bench { session, watch, kernel, result, global: groups * local, local, wrong: 0 })
    }

    /// Measures the time of a step `runs` times.
    fn step_time(&mut self, runs: u32) -> Result<Summary, Error> {
        // The number of steps grows until a launch is long enough.
        let mut steps = 1 << 12;
        while steps < MAX_STEPS && self.time_one(steps)? < LONG_ENOUGH {
            steps *= 2;
        }
        let mut times = vec![];
        for run in 0..runs {
            let pair = if run % 2 == 0 { [steps, 2 * steps] } else { [2 * steps, steps] };
            let [first, second] =
                [self.time_one(pair[0])?, self.time_one(pair[1])?].map(|t| t.as_secs_f64());
            let difference = if run % 2 == 0 { second - first } else { first - second };
            times.push(difference / f64::from(steps));
        }
        summary(&times)
    }

    /// Times one launch of this many steps.
    fn time_one(&mut self, steps: u32) -> Result<Duration, Error> {
        self.kernel.set_scalar(1, steps)?;
        self.session.finish()?;
        self.watch.heartbeat();
        let start = Instant::now();
        self.kernel.launch(self.global, self.local)?;
        self.session.finish()?;
        let time = start.elapsed();
        self.watch.heartbeat();
        self.check(steps)?;
        Ok(time)
    }

    /// Returns the time per launch of many launches, in seconds.
    fn time_each(&mut self, steps: u32, launches: u32, after: After) -> Result<f64, Error> {
        self.kernel.set_scalar(1, steps)?;
        self.session.finish()?;
        self.watch.heartbeat();
        let start = Instant::now();
        for _ in 0..launches {
            self.kernel.launch(self.global, self.local)?;
            match after {
                After::Nothing => {}
                After::Finish => self.session.finish()?,
                After::Read => {
                    self.result.read_u32(0)?;
                }
            }
        }
        self.session.finish()?;
        let time = start.elapsed();
        self.watch.heartbeat();
        self.check(steps)?;
        Ok(time.as_secs_f64() / f64::from(launches.max(1)))
    }

    /// Counts the workgroups that did not execute all steps.
    fn check(&mut self, steps: u32) -> Result<(), Error> {
        let expected = xorshift(SEED, steps);
        let results = self.result.to_vec::<u32>()?;
        self.wrong += results.iter().filter(|&&result| result != expected).count() as u64;
        // A result must not be mistaken for that of the next launch.
        self.result.fill(0u32)?;
        Ok(())
    }
}

/// Returns the result that the kernel should have.
fn xorshift(seed: u32, steps: u32) -> u32 {
    (0..steps).fold(seed, |x, _| {
        let x = x ^ (x << 13);
        let x = x ^ (x >> 17);
        x ^ (x << 5)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These are the first numbers of the generator in Marsaglia's paper, with its seed.
    #[test]
    fn steps_are_those_of_the_generator() {
        let known = [SEED, 723_471_715, 2_497_366_906, 2_064_144_800];
        assert_eq!([0, 1, 2, 3].map(|steps| xorshift(SEED, steps)), known);
    }

    #[test]
    fn kernels_are_as_long_as_a_whole_number_of_steps_and_batches_about_as_long_as_each_other() {
        let long = Length::new(1e-3, 10e-9);
        assert_eq!((long.steps, long.launches), (100_000, 19));
        assert_eq!(Length::new(0.0, 10e-9).launches, 1000);
        assert_eq!(Length::new(1.0, 10e-9).launches, 10);
        let mut half = Length::new(1e-3, 10e-9);
        (half.reading, half.pipelined) = (vec![2e-3], vec![1e-3]);
        let found = half.utilisation().expect("it was measured");
        assert!(
            (found.share.median - 0.5).abs() < 1e-9 && (found.overhead.median - 1e-3).abs() < 1e-9
        );
        assert!((found.share_pipelined.median - 1.0).abs() < 1e-9);
    }
}
