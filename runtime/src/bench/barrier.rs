//! Times the grid barrier of outlined loops on a device, and checks that messages pass it.
//!
//! Two questions decide how wide an outlined loop should be, and by which barrier its workgroups should
//! wait: how long they take to find each other, and how long a barrier takes. Both are differences, so
//! that the launch, which costs more than either, drops out: a launch that only joins and leaves, less
//! an empty one; and a launch with twice as many barriers, less one with as many.
//!
//! The kernels are in `barrier.cl`; the environment is that of `opencl::environment`, with what it learns
//! from one launch for the next.

use std::time::{Duration, Instant};

use igc_opencl::{Buffer, DeviceInfo, Kernel, Session};
use serde::Serialize;

use super::spread::Spread;
use crate::Error;
use crate::grid::{GridBarrier, GridWishes, MOST_BARRIERS, MOST_GRID_GROUPS};
use crate::opencl::build::{barrier_option, build_options};
use crate::opencl::environment::{Environment, Policy};
use crate::opencl::geometry::Geometry;
use crate::watch::Watch;

const KERNELS: &str = include_str!("barrier.cl");

/// Workgroups for each compute unit where nothing is said; one alone comes before.
const GROUPS_PER_UNIT: [u32; 4] = [1, 2, 4, 8];
/// Sizes of workgroups where nothing is said: those of compiled programs.
const SIZES: [u32; 2] = [128, 256];

/// What is measured.
#[derive(Debug, Clone)]
pub struct BarrierSettings {
    /// Workgroups of a launch, one after the other; by default one, and 1, 2, 4 and 8 for each compute
    /// unit.
    pub groups: Vec<u32>,
    /// Work-items of a workgroup; by default those of 128 and 256 that the device has.
    pub workgroup_sizes: Vec<u32>,
    /// The barriers; by default all.
    pub barriers: Vec<GridBarrier>,
    /// How often a workgroup looks for others; by default as suits the device.
    pub patience: Option<u32>,
    /// Barriers of the shorter of the two launches whose times are compared, at most
    /// [`MOST_BARRIERS`].
    pub rounds: u32,
    /// How often everything is measured.
    pub runs: u32,
    /// What another thread may look at, to give up a launch that does not end.
    pub watch: Watch,
}

/// What was measured of one barrier among workgroups of one number and size. Times are in seconds.
#[derive(Debug, Clone, Serialize)]
pub struct BarrierTimes {
    /// Work-items of a workgroup.
    pub workgroup_size: usize,
    /// The barrier.
    pub barrier: GridBarrier,
    /// Workgroups of the first launch.
    pub groups: usize,
    /// How many of them took part.
    pub found_first: usize,
    /// The fewest and the most that took part in later launches.
    pub found_later: (usize, usize),
    /// How long the first launch took for finding each other.
    pub discovery_first: f64,
    /// How long later ones took, which have no more workgroups than were found.
    pub discovery: Spread,
    /// How long a barrier took; `None` where no two launches had as many workgroups take part.
    pub time: Option<Spread>,
    /// Messages that were passed across barriers.
    pub messages: u64,
    /// Those that did not arrive: any is a bug of the barrier or of the driver.
    pub stale: u64,
}

/// Measures every barrier among every number of workgroups of every size, and tells `begins` of each:
/// size, barrier, workgroups.
///
/// # Errors
///
/// The device or its driver fails, has no workgroups of a size that was asked for, or its workgroups do
/// not find each other as they should.
pub fn time_barriers(
    device: &DeviceInfo,
    settings: &BarrierSettings,
    begins: &mut dyn FnMut(usize, GridBarrier, u32),
) -> Result<Vec<BarrierTimes>, Error> {
    let session = Session::open(device)?;
    let _listening = settings.watch.listen();
    let barriers = or_default(&settings.barriers, GridBarrier::ALL.to_vec());
    let mut measured = vec![];
    for size in sizes(device, settings)? {
        for &barrier in &barriers {
            for &groups in &widths(device, settings) {
                begins(size, barrier, groups);
                let mut trial = Trial::new(&session, settings, size, barrier, groups)?;
                measured.push(trial.measure(settings)?);
            }
        }
    }
    Ok(measured)
}

fn or_default<T: Clone>(given: &[T], default: Vec<T>) -> Vec<T> {
    if given.is_empty() { default } else { given.to_vec() }
}

/// The numbers of workgroups, each once.
fn widths(device: &DeviceInfo, settings: &BarrierSettings) -> Vec<u32> {
    let units = device.compute_units.clamp(1, u64::from(MOST_GRID_GROUPS)) as u32;
    let usual = GROUPS_PER_UNIT.map(|each| units.saturating_mul(each).min(MOST_GRID_GROUPS));
    let mut widths = or_default(&settings.groups, [&[1], &usual[..]].concat());
    if settings.groups.is_empty() {
        widths.dedup();
    }
    widths
}

/// The sizes of workgroups.
fn sizes(device: &DeviceInfo, settings: &BarrierSettings) -> Result<Vec<usize>, Error> {
    let most = usize::try_from(device.max_workgroup_size).unwrap_or(usize::MAX).max(1);
    let given = settings.workgroup_sizes.iter().map(|&size| size as usize);
    if let Some(wanted) = given.clone().find(|&size| size == 0 || size > most) {
        return Err(Error::WorkgroupSize { wanted, most, device: device.name.clone() });
    }
    let usual = SIZES.iter().map(|&size| size as usize).filter(|&size| size <= most);
    let usual: Vec<usize> = usual.collect();
    Ok(or_default(&given.collect::<Vec<_>>(), or_default(&usual, vec![most])))
}

/// One barrier among workgroups of one number and size.
struct Trial<'s> {
    session: &'s Session,
    watch: &'s Watch,
    barrier: GridBarrier,
    environment: Environment,
    empty: Kernel,
    wait: Kernel,
    messages: Kernel,
    /// How many workgroups took part in the last launch.
    found: Buffer,
    mail: Buffer,
    stale: Buffer,
    seen: Buffer,
}

impl<'s> Trial<'s> {
    fn new(
        session: &'s Session,
        settings: &'s BarrierSettings,
        size: usize,
        barrier: GridBarrier,
        groups: u32,
    ) -> Result<Trial<'s>, Error> {
        let device = session.device();
        let (groups, patience) = (Some(groups), settings.patience);
        let wishes = GridWishes { groups, patience, barrier: Some(barrier) };
        let policy = Policy::new(device, size, &wishes);
        let source = igc_compiler::target::opencl::with_library(KERNELS);
        let options = build_options(&device.dialect, size) + &barrier_option(policy.barrier);
        let program = session.build(&source, &options)?;
        let word = size_of::<u32>();
        let trial = Trial {
            session,
            watch: &settings.watch,
            barrier: policy.barrier,
            environment: Environment::new(session, &policy, size)?,
            empty: program.kernel("igc_barrier_empty")?,
            wait: program.kernel("igc_barrier_wait")?,
            messages: program.kernel("igc_barrier_messages")?,
            found: session.buffer(word)?,
            mail: session.buffer(2 * policy.groups * size * word)?,
            stale: session.buffer(word)?,
            seen: session.buffer(policy.groups * word)?,
        };
        trial.bind()?;
        Ok(trial)
    }

    /// Sets the arguments that stay.
    fn bind(&self) -> Result<(), Error> {
        self.empty.set_buffer(0, &self.found)?;
        for kernel in [&self.wait, &self.messages] {
            kernel.set_buffer(0, self.environment.words())?;
            kernel.set_scalar(1, self.environment.patience())?;
            kernel.set_buffer(3, &self.found)?;
        }
        self.messages.set_buffer(4, &self.mail)?;
        self.messages.set_buffer(5, &self.stale)?;
        self.messages.set_buffer(6, &self.seen)?;
        Ok(())
    }

    fn measure(&mut self, settings: &BarrierSettings) -> Result<BarrierTimes, Error> {
        let Geometry { global, local } = self.environment.launch();
        // The driver brings code to the device with its first launch: one workgroup sees to that.
        let alone = Geometry { global: local, local };
        self.wait.set_scalar(2, 0u32)?;
        self.timed(&self.wait, alone)?;
        self.timed(&self.empty, alone)?;
        let (without, _) = self.launch(&self.empty)?;
        let (first, found_first) = self.joined(0)?;
        let mut found = vec![];
        let discovery = self.discovery(settings.runs, &mut found)?;
        let time = self.barrier_time(settings, &mut found)?;
        let (messages, stale) = self.pass_messages(settings, &mut found)?;
        self.check_words()?;
        let found_later = found
            .iter()
            .fold((usize::MAX, 0), |(least, most), &groups| (least.min(groups), most.max(groups)));
        Ok(BarrierTimes {
            workgroup_size: local,
            barrier: self.barrier,
            groups: global / local,
            found_first,
            found_later,
            discovery_first: first.as_secs_f64() - without.as_secs_f64(),
            discovery: Spread::of(&discovery)
                .ok_or_else(|| Error::Internal("a barrier was measured in no runs".into()))?,
            time,
            messages,
            stale,
        })
    }

    /// The times that workgroups took to find each other.
    fn discovery(&mut self, runs: u32, found: &mut Vec<usize>) -> Result<Vec<f64>, Error> {
        let mut times = vec![];
        for _ in 0..runs.max(1) {
            let (without, _) = self.launch(&self.empty)?;
            let (with, groups) = self.joined(0)?;
            times.push(with.as_secs_f64() - without.as_secs_f64());
            found.push(groups);
        }
        Ok(times)
    }

    /// The times of a barrier. Which of the two launches comes first takes turns, so that a machine that
    /// gets slower or faster hits both alike.
    fn barrier_time(
        &mut self,
        settings: &BarrierSettings,
        found: &mut Vec<usize>,
    ) -> Result<Option<Spread>, Error> {
        let rounds = settings.rounds.clamp(1, MOST_BARRIERS);
        let mut pairs = vec![];
        for run in 0..settings.runs {
            let (once, twice) = if run % 2 == 0 {
                let once = self.joined(rounds)?;
                (once, self.joined(2 * rounds)?)
            } else {
                let twice = self.joined(2 * rounds)?;
                (self.joined(rounds)?, twice)
            };
            found.extend([once.1, twice.1]);
            if once.1 == twice.1 {
                let time = (twice.0.as_secs_f64() - once.0.as_secs_f64()) / f64::from(rounds);
                pairs.push((once.1, time));
            }
        }
        // Only barriers among the same number of workgroups are compared: the most that were found.
        let most = pairs.iter().map(|(groups, _)| *groups).max();
        let of_most = pairs.iter().filter(|(groups, _)| Some(*groups) == most);
        Ok(Spread::of(&of_most.map(|(_, time)| *time).collect::<Vec<_>>()))
    }

    /// Passes messages across barriers: how many, and how many did not arrive.
    fn pass_messages(
        &mut self,
        settings: &BarrierSettings,
        found: &mut Vec<usize>,
    ) -> Result<(u64, u64), Error> {
        let rounds = settings.rounds.clamp(1, MOST_BARRIERS);
        let local = self.environment.launch().local as u64;
        let (mut messages, mut stale) = (0, 0);
        self.messages.set_scalar(2, rounds)?;
        for _ in 0..settings.runs {
            for buffer in [&self.mail, &self.stale, &self.seen] {
                buffer.fill(0u32)?;
            }
            let (_, groups) = self.launch(&self.messages)?;
            self.check_numbers(groups)?;
            found.push(groups);
            messages += groups as u64 * local * u64::from(rounds);
            stale += u64::from(self.stale.read_u32(0)?);
            self.environment.found(groups);
        }
        Ok((messages, stale))
    }

    /// A launch with so many barriers: its time, and how many workgroups took part.
    fn joined(&mut self, barriers: u32) -> Result<(Duration, usize), Error> {
        self.wait.set_scalar(2, barriers)?;
        let (time, groups) = self.launch(&self.wait)?;
        self.environment.found(groups);
        Ok((time, groups))
    }

    /// A launch of as many workgroups as the environment has.
    fn launch(&self, kernel: &Kernel) -> Result<(Duration, usize), Error> {
        let geometry = self.environment.launch();
        let (time, groups) = self.timed(kernel, geometry)?;
        if groups == 0 || groups > geometry.global / geometry.local {
            return Err(self.broken(format!("{groups} took part")));
        }
        Ok((time, groups))
    }

    fn timed(
        &self,
        kernel: &Kernel,
        Geometry { global, local }: Geometry,
    ) -> Result<(Duration, usize), Error> {
        self.found.fill(0u32)?;
        self.session.finish()?;
        self.watch.heard();
        let start = Instant::now();
        kernel.launch(global, local)?;
        self.session.finish()?;
        let time = start.elapsed();
        self.watch.heard();
        Ok((time, self.found.read_u32(0)? as usize))
    }

    /// Each number of a workgroup was one's own.
    fn check_numbers(&self, groups: usize) -> Result<(), Error> {
        let seen = self.seen.to_vec::<u32>()?;
        let right =
            seen.iter().enumerate().all(|(number, &times)| times == u32::from(number < groups));
        if right {
            return Ok(());
        }
        let members: u32 = seen.iter().sum();
        Err(self.broken(format!("{members} took part as {groups}, or some had the same number")))
    }

    /// The last workgroup to leave left everything as it was.
    fn check_words(&self) -> Result<(), Error> {
        match self.environment.words().to_vec::<u32>()?.iter().position(|&word| word != 0) {
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
