//! Times the grid barrier of outlined loops on a device, and checks that messages pass it.
//!
//! Two quantities decide how wide an outlined loop should be, and which barrier it should use: the
//! time of occupancy discovery, and the time of a barrier. Both are differences between two
//! launches, so that the cost of a launch, which is higher than either, cancels out. Discovery is a
//! launch that only joins and leaves, minus an empty launch. A barrier is a launch with 2 N
//! barriers, minus a launch with N, divided by N.
//!
//! The kernels are in `barrier.cl`. The environment is that of outlined loops
//! ([`igc_runtime::backend::gpu::environment`]); it learns from each launch how many workgroups
//! can be resident.

use std::time::{Duration, Instant};

use igc_compiler::codegen::{Language, with_library};
use igc_opencl::{Buffer, DeviceInfo, Kernel, Session};
use igc_runtime::Error as RunError;
use igc_runtime::backend::gpu::build::barrier_option;
use igc_runtime::backend::gpu::environment::{Environment, GridPolicy};
use igc_runtime::backend::gpu::facts::Facts;
use igc_runtime::backend::gpu::geometry::Geometry;
use igc_runtime::backend::gpu::memory::Opened;
use igc_runtime::backend::opencl::OpenClGpu;
use igc_runtime::backend::opencl::build::build_options;
use igc_runtime::grid_options::{GridBarrier, GridOptions, MAX_GRID_GROUPS};
use igc_runtime::watch::Watch;
use serde::Serialize;

use super::options::MAX_BARRIERS;
use crate::Error;
use crate::statistics::Summary;

const KERNELS: &str = include_str!("barrier.cl");

/// Default numbers of workgroups per compute unit. A single workgroup comes first.
const GROUPS_PER_UNIT: [u32; 4] = [1, 2, 4, 8];
/// Default sizes of workgroups: those of compiled programs.
const SIZES: [u32; 2] = [128, 256];

/// The settings of a measurement of grid barriers.
#[derive(Debug, Clone)]
pub struct BarrierSettings {
    /// Numbers of workgroups of a launch. By default, one, and 1, 2, 4 and 8 per compute unit.
    pub groups: Vec<u32>,
    /// Numbers of work-items of a workgroup. By default, 128 and 256, if the device supports them.
    pub workgroup_sizes: Vec<u32>,
    /// The barriers. By default, all.
    pub barriers: Vec<GridBarrier>,
    /// Number of times that a workgroup polls for others. By default, the policy for the device
    /// decides.
    pub patience: Option<u32>,
    /// Number of barriers of the shorter of two launches, at most [`MAX_BARRIERS`].
    pub rounds: u32,
    /// Number of repetitions of each measurement.
    pub runs: u32,
    /// Receives a heartbeat before and after each launch.
    pub watch: Watch,
}

/// The measurements of one barrier, with one number and size of workgroups. Times are in seconds.
#[derive(Debug, Clone, Serialize)]
pub struct BarrierTimes {
    /// Number of work-items of a workgroup.
    pub workgroup_size: usize,
    /// The barrier.
    pub barrier: GridBarrier,
    /// Number of workgroups of the first launch.
    pub groups: usize,
    /// Number of workgroups that were resident in the first launch.
    #[serde(rename = "found_first")]
    pub resident_first: usize,
    /// The least and the greatest number of resident workgroups in later launches.
    #[serde(rename = "found_later")]
    pub resident_later: (usize, usize),
    /// Time of occupancy discovery in the first launch.
    pub discovery_first: f64,
    /// Time of occupancy discovery in later launches, which have no more workgroups than were
    /// resident.
    pub discovery: Summary,
    /// Time of a barrier; `None` if no two launches had the same number of resident workgroups.
    pub time: Option<Summary>,
    /// Number of messages that were passed across barriers.
    pub messages: u64,
    /// Number of messages that did not arrive. Any such message is a bug of the barrier or of the
    /// driver.
    pub stale: u64,
}

/// Measures every barrier with every number and size of workgroups. Before each measurement, calls
/// `begins` with the size, the barrier and the number of workgroups.
///
/// # Errors
///
/// Returns an error if the device or its driver fails, if the device does not support one of the
/// sizes, or if workgroups do not discover each other correctly.
pub fn time_barriers(
    device: &DeviceInfo,
    settings: &BarrierSettings,
    begins: &mut dyn FnMut(usize, GridBarrier, u32),
) -> Result<Vec<BarrierTimes>, Error> {
    let session = Session::open(device)?;
    let _watching = settings.watch.start();
    let barriers = or_default(&settings.barriers, GridBarrier::ALL.to_vec());
    let mut measured = vec![];
    for size in sizes(device, settings)? {
        for &barrier in &barriers {
            for &groups in &widths(device, settings) {
                begins(size, barrier, groups);
                let build = || BarrierTrial::new(&session, settings, size, barrier, groups);
                let mut trial = settings.watch.during_build(build)?;
                measured.push(trial.measure(settings)?);
            }
        }
    }
    Ok(measured)
}

fn or_default<T: Clone>(given: &[T], default: Vec<T>) -> Vec<T> {
    if given.is_empty() { default } else { given.to_vec() }
}

/// Returns the numbers of workgroups, without duplicates in the defaults.
fn widths(device: &DeviceInfo, settings: &BarrierSettings) -> Vec<u32> {
    let units = device.compute_units.clamp(1, u64::from(MAX_GRID_GROUPS)) as u32;
    let usual = GROUPS_PER_UNIT.map(|each| units.saturating_mul(each).min(MAX_GRID_GROUPS));
    let mut widths = or_default(&settings.groups, [&[1], &usual[..]].concat());
    if settings.groups.is_empty() {
        widths.dedup();
    }
    widths
}

/// Returns the sizes of workgroups.
fn sizes(device: &DeviceInfo, settings: &BarrierSettings) -> Result<Vec<usize>, Error> {
    let most = usize::try_from(device.max_workgroup_size).unwrap_or(usize::MAX).max(1);
    let given = settings.workgroup_sizes.iter().map(|&size| size as usize);
    if let Some(wanted) = given.clone().find(|&size| size == 0 || size > most) {
        let device = device.name.clone();
        return Err(RunError::WorkgroupSize { wanted, most, device }.into());
    }
    let usual = SIZES.iter().map(|&size| size as usize).filter(|&size| size <= most);
    let usual: Vec<usize> = usual.collect();
    Ok(or_default(&given.collect::<Vec<_>>(), or_default(&usual, vec![most])))
}

/// The measurement of one barrier, with one number and size of workgroups.
struct BarrierTrial<'s> {
    session: &'s Session,
    watch: &'s Watch,
    barrier: GridBarrier,
    environment: Environment<OpenClGpu>,
    empty: Kernel,
    wait: Kernel,
    messages: Kernel,
    /// Number of workgroups that were resident in the last launch.
    resident: Buffer,
    mail: Buffer,
    stale: Buffer,
    seen: Buffer,
}

impl<'s> BarrierTrial<'s> {
    fn new(
        session: &'s Session,
        settings: &'s BarrierSettings,
        size: usize,
        barrier: GridBarrier,
        groups: u32,
    ) -> Result<BarrierTrial<'s>, Error> {
        let device = session.device();
        let (groups, patience) = (Some(groups), settings.patience);
        let options = GridOptions { groups, patience, barrier: Some(barrier) };
        let policy = GridPolicy::new(&Facts::from(device), size, &options);
        let source = with_library(Language::OpenCl, KERNELS);
        let options = build_options(&device.dialect, size) + &barrier_option(policy.barrier);
        let program = session.build(&source, &options)?;
        let word = size_of::<u32>();
        let opened = Opened::new(OpenClGpu::new(session.shared()));
        let trial = BarrierTrial {
            session,
            watch: &settings.watch,
            barrier: policy.barrier,
            environment: Environment::new(&opened, &policy, size)?,
            empty: program.kernel("igc_barrier_empty")?,
            wait: program.kernel("igc_barrier_wait")?,
            messages: program.kernel("igc_barrier_messages")?,
            resident: session.buffer(word)?,
            mail: session.buffer(2 * policy.groups * size * word)?,
            stale: session.buffer(word)?,
            seen: session.buffer(policy.groups * word)?,
        };
        trial.bind()?;
        trial.finish_build()?;
        Ok(trial)
    }

    /// Sets the arguments that never change.
    fn bind(&self) -> Result<(), Error> {
        self.empty.set_buffer(0, &self.resident)?;
        for kernel in [&self.wait, &self.messages] {
            kernel.set_buffer(0, self.environment.words().buffer())?;
            kernel.set_scalar(1, self.environment.patience())?;
            kernel.set_buffer(3, &self.resident)?;
        }
        self.messages.set_buffer(4, &self.mail)?;
        self.messages.set_buffer(5, &self.stale)?;
        self.messages.set_buffer(6, &self.seen)?;
        Ok(())
    }

    /// Launches one workgroup of each kernel, without barriers, and waits. Some drivers build a
    /// kernel, and copy its code to the device, only at its first launch.
    fn finish_build(&self) -> Result<(), Error> {
        let Geometry { local, .. } = self.environment.launch();
        for kernel in [&self.wait, &self.messages] {
            kernel.set_scalar(2, 0u32)?;
            kernel.launch(local, local)?;
        }
        self.empty.launch(local, local)?;
        Ok(self.session.finish()?)
    }

    fn measure(&mut self, settings: &BarrierSettings) -> Result<BarrierTimes, Error> {
        let Geometry { global, local } = self.environment.launch();
        let (without, _) = self.launch(&self.empty)?;
        let (first, resident_first) = self.joined(0)?;
        let mut resident = vec![];
        let discovery = self.discovery(settings.runs, &mut resident)?;
        let time = self.barrier_time(settings, &mut resident)?;
        let (messages, stale) = self.pass_messages(settings, &mut resident)?;
        self.check_words()?;
        let resident_later = resident
            .iter()
            .fold((usize::MAX, 0), |(least, most), &groups| (least.min(groups), most.max(groups)));
        Ok(BarrierTimes {
            workgroup_size: local,
            barrier: self.barrier,
            groups: global / local,
            resident_first,
            resident_later,
            discovery_first: first.as_secs_f64() - without.as_secs_f64(),
            discovery: Summary::of(&discovery)
                .ok_or_else(|| Error::internal("a barrier was measured in no runs"))?,
            time,
            messages,
            stale,
        })
    }

    /// Returns the times of occupancy discovery.
    fn discovery(&mut self, runs: u32, resident: &mut Vec<usize>) -> Result<Vec<f64>, Error> {
        let mut times = vec![];
        for _ in 0..runs.max(1) {
            let (without, _) = self.launch(&self.empty)?;
            let (with, groups) = self.joined(0)?;
            times.push(with.as_secs_f64() - without.as_secs_f64());
            resident.push(groups);
        }
        Ok(times)
    }

    /// Returns the time of a barrier. The order of the two launches alternates, so that a machine
    /// that becomes slower or faster affects both alike.
    fn barrier_time(
        &mut self,
        settings: &BarrierSettings,
        resident: &mut Vec<usize>,
    ) -> Result<Option<Summary>, Error> {
        let rounds = settings.rounds.clamp(1, MAX_BARRIERS);
        let mut pairs = vec![];
        for run in 0..settings.runs {
            let (once, twice) = if run % 2 == 0 {
                let once = self.joined(rounds)?;
                (once, self.joined(2 * rounds)?)
            } else {
                let twice = self.joined(2 * rounds)?;
                (self.joined(rounds)?, twice)
            };
            resident.extend([once.1, twice.1]);
            if once.1 == twice.1 {
                let time = (twice.0.as_secs_f64() - once.0.as_secs_f64()) / f64::from(rounds);
                pairs.push((once.1, time));
            }
        }
        // Only barriers with the same number of workgroups are compared: the greatest number that
        // was resident.
        let most = pairs.iter().map(|(groups, _)| *groups).max();
        let of_most = pairs.iter().filter(|(groups, _)| Some(*groups) == most);
        Ok(Summary::of(&of_most.map(|(_, time)| *time).collect::<Vec<_>>()))
    }

    /// Passes messages across barriers. Returns the number of messages, and the number that did not
    /// arrive.
    fn pass_messages(
        &mut self,
        settings: &BarrierSettings,
        resident: &mut Vec<usize>,
    ) -> Result<(u64, u64), Error> {
        let rounds = settings.rounds.clamp(1, MAX_BARRIERS);
        let local = self.environment.launch().local as u64;
        let (mut messages, mut stale) = (0, 0);
        self.messages.set_scalar(2, rounds)?;
        for _ in 0..settings.runs {
            for buffer in [&self.mail, &self.stale, &self.seen] {
                buffer.fill(0u32)?;
            }
            let (_, groups) = self.launch(&self.messages)?;
            self.check_numbers(groups)?;
            resident.push(groups);
            messages += groups as u64 * local * u64::from(rounds);
            stale += u64::from(self.stale.read_u32(0)?);
            self.environment.note_resident(groups);
        }
        Ok((messages, stale))
    }

    /// Launches a kernel that waits at this many barriers. Returns its time, and the number of
    /// resident workgroups.
    fn joined(&mut self, barriers: u32) -> Result<(Duration, usize), Error> {
        self.wait.set_scalar(2, barriers)?;
        let (time, groups) = self.launch(&self.wait)?;
        self.environment.note_resident(groups);
        Ok((time, groups))
    }

    /// Launches a kernel with the workgroups of the environment.
    fn launch(&self, kernel: &Kernel) -> Result<(Duration, usize), Error> {
        let geometry = self.environment.launch();
        let (time, groups) = self.timed(kernel, geometry)?;
        if groups == 0 || groups > geometry.global / geometry.local {
            return Err(self.broken(format!("it counted {groups} resident workgroups")));
        }
        Ok((time, groups))
    }

    fn timed(
        &self,
        kernel: &Kernel,
        Geometry { global, local }: Geometry,
    ) -> Result<(Duration, usize), Error> {
        self.resident.fill(0u32)?;
        self.session.finish()?;
        self.watch.heartbeat();
        let start = Instant::now();
        kernel.launch(global, local)?;
        self.session.finish()?;
        let time = start.elapsed();
        self.watch.heartbeat();
        Ok((time, self.resident.read_u32(0)? as usize))
    }

    /// Checks that the resident workgroups had different numbers, from 0 and without gaps.
    fn check_numbers(&self, groups: usize) -> Result<(), Error> {
        let seen = self.seen.to_vec::<u32>()?;
        let right =
            seen.iter().enumerate().all(|(number, &times)| times == u32::from(number < groups));
        if right {
            return Ok(());
        }
        let members: u32 = seen.iter().sum();
        Err(self.broken(format!(
            "{members} workgroups took part, but {groups} different numbers were expected"
        )))
    }

    /// Checks that the last workgroup reset the words of the environment.
    fn check_words(&self) -> Result<(), Error> {
        match self.environment.words().buffer().to_vec::<u32>()?.iter().position(|&word| word != 0)
        {
            None => Ok(()),
            Some(at) => Err(self.broken(format!("word {at} was not reset"))),
        }
    }

    fn broken(&self, reason: String) -> Error {
        let Geometry { global, local } = self.environment.launch();
        let groups = global / local;
        let device = self.session.device().name.clone();
        Error::Environment { device, groups, reason }
    }
}
