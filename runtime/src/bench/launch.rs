//! What it costs that the host launches kernels and looks at a word of their results: how much of its
//! time a device is at work, by how long a kernel takes.
//!
//! That is Figure 5 of "One Size Doesn't Fit All" (section VIII-a): a kernel of constant time is launched
//! again and again, and between two launches the host reads four bytes, as host-driven loops of graph
//! programs do. Where a device is idle for most of the time of usual kernels, iteration outlining
//! (`oitergb`) has something to win.
//!
//! OpenCL has no clock on the device, so the kernel (`launch.cl`) goes steps, and how long one takes is
//! found first: a launch of twice as many steps, less one of as many. The launch drops out.

use std::time::{Duration, Instant};

use igc_opencl::{Buffer, DeviceInfo, Kernel, Session};
use serde::Serialize;

use super::spread::Spread;
use crate::Error;
use crate::opencl::build::build_options;
use crate::watch::Watch;

const KERNELS: &str = include_str!("launch.cl");

/// Work-items of a workgroup, where the device has so many: those of compiled programs.
const WORKGROUP_SIZE: u64 = 128;
/// What the kernel's steps begin with: anything but zero.
const SEED: u32 = 2_463_534_242;
/// A launch is long enough to tell a step's time from it, against the noise of launches.
const LONG: Duration = Duration::from_millis(3);
/// The most steps of a launch: a second and more on anything.
const MOST_STEPS: u32 = 1 << 26;
/// About how long the launches between two looks at the clock take together, and what a launch and a
/// read take at least, in seconds.
const BATCH: f64 = 0.02;
const LEAST_LAUNCH: f64 = 10e-6;
/// Launches between two looks at the clock.
const LAUNCHES: [u32; 2] = [10, 1000];

/// What is measured.
#[derive(Debug, Clone)]
pub struct LaunchSettings {
    /// How long kernels are to take, in seconds.
    pub kernel_times: Vec<f64>,
    /// How often everything is measured.
    pub runs: u32,
    /// What another thread may look at, to give up a launch that does not end.
    pub watch: Watch,
}

/// What launches cost on a device.
#[derive(Debug, Clone, Serialize)]
pub struct LaunchTimes {
    /// Workgroups of a launch: one for each compute unit.
    pub groups: usize,
    /// Work-items of a workgroup.
    pub workgroup_size: usize,
    /// How long one step of the kernel's loop takes, in seconds.
    pub step: Spread,
    /// What a launch of a kernel without a step costs.
    pub costs: LaunchCosts,
    /// How much the device is at work, for each of the kernel times asked for.
    pub utilisation: Vec<Utilisation>,
    /// Results that were not what they should be: any is a bug of the driver or of ours.
    pub wrong: u64,
}

/// The time for each of many launches of a kernel that does nothing, in seconds.
#[derive(Debug, Clone, Serialize)]
pub struct LaunchCosts {
    /// One after the other, waiting for the last one.
    pub pipelined: Spread,
    /// Waiting for each.
    pub waiting: Spread,
    /// Reading four bytes after each.
    pub reading: Spread,
}

/// How much of its time a device works on kernels of one length.
#[derive(Debug, Clone, Serialize)]
pub struct Utilisation {
    /// How long the kernel takes, in seconds: its steps, by the time of a step.
    pub kernel: f64,
    /// Its steps.
    pub steps: u32,
    /// Launches between two looks at the clock.
    pub launches: u32,
    /// The time for a launch and a read, in seconds.
    pub reading: Spread,
    /// What of that is not the kernel, in seconds. Noise may make it negative.
    pub overhead: Spread,
    /// The share of the time that the kernel runs, where each launch is followed by a read.
    pub share: Spread,
    /// The same where launches follow each other.
    pub share_pipelined: Spread,
}

/// Measures what launches cost, and tells `begins` of each run: its number from 1.
///
/// # Errors
///
/// The device or its driver fails, or its clock is so uneven that a step has no time.
pub fn time_launches(
    device: &DeviceInfo,
    settings: &LaunchSettings,
    begins: &mut dyn FnMut(u32),
) -> Result<LaunchTimes, Error> {
    let session = Session::open(device)?;
    let _listening = settings.watch.listen();
    let mut bench = Bench::new(&session, &settings.watch)?;
    let runs = settings.runs.max(1);
    let step = bench.step_time(runs)?;
    if step.median <= 0.0 {
        let reason = "longer kernels took no longer; perhaps the machine is too busy".into();
        return Err(Error::Measurement { device: device.name.clone(), reason });
    }
    let mut lengths: Vec<Length> =
        settings.kernel_times.iter().map(|&time| Length::new(time, step.median)).collect();
    let mut empty = Length::new(0.0, step.median);
    let mut waiting = vec![];
    for run in 1..=runs {
        begins(run);
        empty.measure(&mut bench)?;
        waiting.push(bench.each(empty.steps, empty.launches, After::Finish)?);
        for length in &mut lengths {
            length.measure(&mut bench)?;
        }
    }
    Ok(LaunchTimes {
        groups: bench.global / bench.local,
        workgroup_size: bench.local,
        step,
        costs: LaunchCosts {
            pipelined: spread(&empty.pipelined)?,
            waiting: spread(&waiting)?,
            reading: spread(&empty.reading)?,
        },
        utilisation: lengths.iter().map(Length::utilisation).collect::<Result<_, _>>()?,
        wrong: bench.wrong,
    })
}

fn spread(values: &[f64]) -> Result<Spread, Error> {
    Spread::of(values).ok_or_else(|| Error::Internal("launches were measured in no runs".into()))
}

/// What the host does after each launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum After {
    /// Goes on.
    Nothing,
    /// Waits for it.
    Finish,
    /// Reads a word of its result.
    Read,
}

/// A kernel of one length, and the times for a launch of it.
struct Length {
    kernel: f64,
    steps: u32,
    launches: u32,
    reading: Vec<f64>,
    pipelined: Vec<f64>,
}

impl Length {
    /// A kernel that takes so long, where a step takes so long, in seconds.
    fn new(wanted: f64, step: f64) -> Length {
        let steps = (wanted / step).round().clamp(0.0, f64::from(u32::MAX)) as u32;
        let kernel = f64::from(steps) * step;
        let [least, most] = LAUNCHES.map(f64::from);
        let launches = (BATCH / (kernel + LEAST_LAUNCH)).clamp(least, most) as u32;
        Length { kernel, steps, launches, reading: vec![], pipelined: vec![] }
    }

    fn measure(&mut self, bench: &mut Bench<'_>) -> Result<(), Error> {
        self.reading.push(bench.each(self.steps, self.launches, After::Read)?);
        self.pipelined.push(bench.each(self.steps, self.launches, After::Nothing)?);
        Ok(())
    }

    fn utilisation(&self) -> Result<Utilisation, Error> {
        let of = |values: &[f64], figure: &dyn Fn(f64) -> f64| {
            spread(&values.iter().map(|&time| figure(time)).collect::<Vec<_>>())
        };
        let share = |time: f64| if time > 0.0 { self.kernel / time } else { 0.0 };
        Ok(Utilisation {
            kernel: self.kernel,
            steps: self.steps,
            launches: self.launches,
            reading: spread(&self.reading)?,
            overhead: of(&self.reading, &|time| time - self.kernel)?,
            share: of(&self.reading, &share)?,
            share_pipelined: of(&self.pipelined, &share)?,
        })
    }
}

/// The kernel on its device.
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
        let source = igc_compiler::target::opencl::with_library(KERNELS);
        let program = session.build(&source, &build_options(&device.dialect, local))?;
        let kernel = program.kernel("igc_launch_work")?;
        let result = session.buffer(groups * size_of::<u32>())?;
        kernel.set_scalar(0, SEED)?;
        kernel.set_buffer(2, &result)?;
        Ok(Bench { session, watch, kernel, result, global: groups * local, local, wrong: 0 })
    }

    /// How long a step takes: so many measurements.
    fn step_time(&mut self, runs: u32) -> Result<Spread, Error> {
        // Once to bring the kernel to the device, and until a launch is long enough.
        self.one(0)?;
        let mut steps = 1 << 12;
        while steps < MOST_STEPS && self.one(steps)? < LONG {
            steps *= 2;
        }
        let mut times = vec![];
        for run in 0..runs {
            let pair = if run % 2 == 0 { [steps, 2 * steps] } else { [2 * steps, steps] };
            let [first, second] = [self.one(pair[0])?, self.one(pair[1])?].map(|t| t.as_secs_f64());
            let difference = if run % 2 == 0 { second - first } else { first - second };
            times.push(difference / f64::from(steps));
        }
        spread(&times)
    }

    /// How long one launch of so many steps takes.
    fn one(&mut self, steps: u32) -> Result<Duration, Error> {
        self.kernel.set_scalar(1, steps)?;
        self.session.finish()?;
        self.watch.heard();
        let start = Instant::now();
        self.kernel.launch(self.global, self.local)?;
        self.session.finish()?;
        let time = start.elapsed();
        self.watch.heard();
        self.check(steps)?;
        Ok(time)
    }

    /// The time for each of so many launches, in seconds.
    fn each(&mut self, steps: u32, launches: u32, after: After) -> Result<f64, Error> {
        self.kernel.set_scalar(1, steps)?;
        self.session.finish()?;
        self.watch.heard();
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
        self.watch.heard();
        self.check(steps)?;
        Ok(time.as_secs_f64() / f64::from(launches.max(1)))
    }

    /// Counts workgroups that did not go all steps.
    fn check(&mut self, steps: u32) -> Result<(), Error> {
        let expected = walked(SEED, steps);
        let results = self.result.to_vec::<u32>()?;
        self.wrong += results.iter().filter(|&&result| result != expected).count() as u64;
        // What is there must not pass for the next launch's.
        self.result.fill(0u32)?;
        Ok(())
    }
}

/// What the kernel should find.
fn walked(seed: u32, steps: u32) -> u32 {
    (0..steps).fold(seed, |x, _| {
        let x = x ^ (x << 13);
        let x = x ^ (x >> 17);
        x ^ (x << 5)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the generator with the seed of Marsaglia's paper.
    #[test]
    fn steps_are_those_of_the_generator() {
        let known = [SEED, 723_471_715, 2_497_366_906, 2_064_144_800];
        assert_eq!([0, 1, 2, 3].map(|steps| walked(SEED, steps)), known);
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
