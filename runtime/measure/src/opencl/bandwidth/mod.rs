//! Measures every configuration of every operation, in rounds, and checks its result.

mod launches;
mod memory;
mod source;
mod space;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use igc_opencl::{DeviceInfo, Program, Session};
use igc_runtime::backend::opencl::build::build_options;
use igc_runtime::watch::Watch;

use crate::Error;
use crate::calibration::{self, Configuration, Findings, Measured, Operation, OperationTimes};
use crate::statistics::Summary;
use launches::{Launches, groups};
use memory::Memory;
use source::{source, streaming_name};

/// The time after which an operation has no further rounds.
const LONG_ENOUGH: Duration = Duration::from_secs(4);

/// How it is measured.
#[derive(Debug, Clone)]
pub struct CalibrationSettings {
    /// How often each configuration is timed, after a run whose result is checked; fewer times where an
    /// operation takes seconds.
    pub runs: u32,
    /// What another thread may look at, to give up a launch that does not end.
    pub watch: Watch,
}

/// Measures a device, and tells `begins` of each operation and how many configurations it has.
///
/// # Errors
///
/// The device or its driver fails, or no configuration of it gives a right result.
pub fn calibrate(
    device: &DeviceInfo,
    settings: &CalibrationSettings,
    begins: &mut dyn FnMut(Operation, usize),
) -> Result<Findings, Error> {
    let session = Session::open(device)?;
    let _watching = settings.watch.start();
    let programs = programs(&session, &settings.watch)?;
    let sizes: Vec<u32> = programs.keys().copied().collect();
    let mut bench = Bench { session: &session, settings, memory: Memory::new(&session)?, programs };
    let mut operations = vec![];
    bench.fill(false)?;
    let configurations = space::streaming(device.kind, &sizes);
    for operation in Operation::STREAMING {
        begins(operation, configurations.len());
        operations.push(bench.measure(operation, &configurations)?);
    }
    let times: Vec<Vec<(Configuration, f64)>> = operations.iter().map(right_times).collect();
    let widths = calibration::widths(&times).ok_or_else(|| Error::Measurement {
        device: device.name.clone(),
        reason: "no configuration of the calibration gave a right result".into(),
    })?;
    bench.fill(true)?;
    for operation in Operation::TILED {
        let configurations =
            space::tiled(operation, device.kind, &sizes, widths.work_items_per_unit);
        begins(operation, configurations.len());
        operations.push(bench.measure(operation, &configurations)?);
    }
    Ok(Findings { widths, operations })
}

fn right_times(times: &OperationTimes) -> Vec<(Configuration, f64)> {
    times.right().map(|measured| (measured.configuration, measured.time.median)).collect()
}

/// The kernels, by the size of their workgroups. Some drivers say only of a kernel that is built how large
/// its workgroups may be: where they may be of none of the usual sizes, they get the largest they may have.
fn programs(session: &Session, watch: &Watch) -> Result<BTreeMap<u32, Program>, Error> {
    let source = source();
    let build = |size: u32| {
        let options = build_options(&session.device().dialect, size as usize);
        let program = session.build(&source, &options)?;
        watch.heartbeat();
        let limits = program.kernel(&streaming_name("dot", 1))?.limits();
        Ok::<_, Error>((limits.max_workgroup_size, program))
    };
    let mut programs = BTreeMap::new();
    let mut most = 1;
    for size in space::workgroup_sizes(session.device().max_workgroup_size) {
        let (allowed, program) = build(size)?;
        most = most.max(allowed);
        if allowed >= size as usize {
            programs.insert(size, program);
        }
    }
    if programs.is_empty() {
        let size = 1 << most.ilog2();
        programs.insert(size, build(size)?.1);
    }
    Ok(programs)
}

struct Bench<'s> {
    session: &'s Session,
    settings: &'s CalibrationSettings,
    memory: Memory,
    programs: BTreeMap<u32, Program>,
}

impl Bench<'_> {
    fn program(&self, size: u32) -> Result<&Program, Error> {
        let program = self.programs.get(&size);
        program.ok_or_else(|| Error::internal(&format!("no kernels for workgroups of {size}")))
    }

    /// Writes what operations read.
    fn fill(&self, tiled: bool) -> Result<(), Error> {
        match self.programs.values().next() {
            Some(program) => self.memory.fill(program, tiled),
            None => Err(Error::internal("a calibration has no kernels")),
        }
    }

    /// Runs each configuration once to check it, and then all of them in every round, so that a machine
    /// that gets slower for a while hits all alike.
    fn measure(
        &mut self,
        operation: Operation,
        configurations: &[Configuration],
    ) -> Result<OperationTimes, Error> {
        let units = self.session.device().compute_units;
        let most = configurations.iter().map(|configuration| groups(units, configuration)).max();
        self.memory.make_room(self.session, most.unwrap_or(1))?;
        let mut plans = vec![];
        for &configuration in configurations {
            let program = self.program(configuration.workgroup_size)?;
            let (session, memory) = (self.session, &self.memory);
            let Some(plan) = Launches::new(session, program, memory, operation, configuration)?
            else {
                continue;
            };
            memory.forget_results()?;
            self.timed(&plan)?;
            let wrong = memory.wrong(program, operation, plan.groups)?;
            plans.push((plan, wrong, vec![]));
        }
        let start = Instant::now();
        for run in 0..self.settings.runs.max(1) {
            if run > 0 && start.elapsed() > LONG_ENOUGH {
                break;
            }
            for (plan, _, times) in &mut plans {
                times.push(self.timed(plan)?);
            }
        }
        let bytes = self.bytes(operation);
        let mut measured = vec![];
        for (plan, wrong, times) in plans {
            let time = Summary::of(&times)
                .ok_or_else(|| Error::internal("a configuration was measured in no runs"))?;
            let bandwidth = bytes as f64 / time.median.max(f64::MIN_POSITIVE);
            let configuration = plan.configuration;
            measured.push(Measured { configuration, time, bandwidth, wrong });
        }
        Ok(OperationTimes { operation, bytes, measured })
    }

    /// How long a configuration takes, in seconds.
    fn timed(&self, plan: &Launches) -> Result<f64, Error> {
        plan.prepare()?;
        self.session.finish()?;
        self.settings.watch.heartbeat();
        let start = Instant::now();
        plan.launch()?;
        self.session.finish()?;
        let time = start.elapsed();
        self.settings.watch.heartbeat();
        Ok(time.as_secs_f64())
    }

    /// Bytes that an operation has to move.
    fn bytes(&self, operation: Operation) -> u64 {
        let Memory { elements, .. } = self.memory;
        let (side, keys) = (self.memory.side(), self.memory.keys());
        let words = match operation {
            Operation::Copy | Operation::InnerProduct => 2 * elements,
            Operation::ScaledAddition => 3 * elements,
            Operation::MatrixVector => elements + 2 * side,
            Operation::TiledCopy | Operation::Scan => 2 * elements,
            Operation::Reduction => elements,
            Operation::ReductionByKey => 2 * elements + 2 * keys,
        };
        (words * size_of::<u32>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use igc_opencl::devices;

    use super::*;

    /// Launches by tiles are as wide as the streaming operations make them, and that may be wider, counted
    /// in workgroups, than any of theirs.
    #[test]
    fn the_widest_launches_have_room_for_what_each_workgroup_finds() {
        let Some(device) = devices().ok().and_then(|all| all.into_iter().next()) else {
            let required = std::env::var_os("IGC_REQUIRE_DEVICE").is_some_and(|value| value == "1");
            assert!(!required, "IGC_REQUIRE_DEVICE=1 and no OpenCL device");
            println!("skipped: there is no OpenCL device");
            return;
        };
        let session = Session::open(&device).expect("it opens");
        let settings = CalibrationSettings { runs: 1, watch: Watch::default() };
        let programs = programs(&session, &settings.watch).expect("they build");
        let sizes: Vec<u32> = programs.keys().copied().collect();
        let memory = Memory::new(&session).expect("there is memory");
        let mut bench = Bench { session: &session, settings: &settings, memory, programs };
        bench.fill(true).expect("it is filled");
        let streaming = space::streaming(device.kind, &sizes);
        let widest = streaming.iter().map(Configuration::work_items_per_unit).max();
        for operation in Operation::TILED {
            let configurations =
                space::tiled(operation, device.kind, &sizes, widest.expect("there are some"));
            let times = bench.measure(operation, &configurations).expect("it is measured");
            assert_eq!(times.measured.len(), configurations.len(), "{operation:?}");
            for measured in times.measured {
                assert_eq!(measured.wrong, 0, "{operation:?}, {}", measured.configuration);
            }
        }
    }
}
