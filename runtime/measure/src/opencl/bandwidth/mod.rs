//! Calibrates a device by its memory bandwidth: measures every configuration of every operation,
//! and checks the results.
//!
//! The results and the choice of widths are in [`calibration`].

mod launches;
pub(super) mod memory;
pub(super) mod source;
mod space;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use igc_opencl::{DeviceInfo, Program, Session};
use igc_runtime::backend::opencl::build::build_options;
use igc_runtime::watch::Watch;

use crate::Error;
use crate::calibration::{
    self, Findings, Measured, Operation, OperationConfiguration, OperationTimes,
};
use crate::statistics::Summary;
use launches::{Launches, groups};
use memory::Memory;
use source::{source, streaming_name};

/// An operation has no further rounds after this time.
const LONG_ENOUGH: Duration = Duration::from_secs(4);

/// The settings of a calibration.
#[derive(Debug, Clone)]
pub struct CalibrationSettings {
    /// Number of times that each configuration is timed, after a run whose result is checked. Slow
    /// operations are timed fewer times.
    pub runs: u32,
    /// Receives a heartbeat before and after each run.
    pub watch: Watch,
}

/// Measures a device. Calls `begins` with each operation and the number of its configurations.
///
/// # Errors
///
/// Returns an error if the device or its driver fails, or if no configuration gives a correct
/// result.
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
    let times: Vec<Vec<(OperationConfiguration, f64)>> =
        operations.iter().map(right_times).collect();
    let widths = calibration::widths(&times).ok_or_else(|| Error::Measurement {
        device: device.name.clone(),
        reason: "no configuration of the calibration computed a correct result".into(),
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

fn right_times(times: &OperationTimes) -> Vec<(OperationConfiguration, f64)> {
    times.right().map(|measured| (measured.configuration, measured.time.median)).collect()
}

/// Builds the kernels for each size of workgroups. Some drivers report the largest size only for a
/// kernel that has been built. If the device supports none of the usual sizes, the kernels are
/// built for the largest size that works.
fn programs(session: &Session, watch: &Watch) -> Result<BTreeMap<u32, Program>, Error> {
    let source = source();
    let build = |size: u32| {
        let options = build_options(&session.device().dialect, size as usize);
        let program = watch.during_build(|| session.build(&source, &options))?;
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

/// Returns the time of launches on an idle device, in seconds.
pub fn timed(
    session: &Session,
    watch: &Watch,
    launch: impl FnOnce() -> Result<(), Error>,
) -> Result<f64, Error> {
    session.finish()?;
    watch.heartbeat();
    let start = Instant::now();
    launch()?;
    session.finish()?;
    let time = start.elapsed();
    watch.heartbeat();
    Ok(time.as_secs_f64())
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

    /// Writes the inputs of the operations.
    fn fill(&self, tiled: bool) -> Result<(), Error> {
        match self.programs.values().next() {
            Some(program) => self.settings.watch.during_build(|| {
                self.memory.fill(program, tiled)?;
                Ok(self.session.finish()?)
            }),
            None => Err(Error::internal("a calibration has no kernels")),
        }
    }

    /// Runs each configuration once to check its result. This run counts as a part of the build,
    /// because some drivers build a kernel only at its first launch. Then every round runs all
    /// configurations, so that a machine that becomes slow for a while affects all alike.
    fn measure(
        &mut self,
        operation: Operation,
        configurations: &[OperationConfiguration],
    ) -> Result<OperationTimes, Error> {
        let units = self.session.device().compute_units;
        let most = configurations.iter().map(|configuration| groups(units, configuration)).max();
        self.memory.make_room(self.session, most.unwrap_or(1))?;
        let mut prepared = vec![];
        for &configuration in configurations {
            let program = self.program(configuration.workgroup_size)?;
            let (session, memory) = (self.session, &self.memory);
            let Some(launches) = Launches::new(session, program, memory, operation, configuration)?
            else {
                continue;
            };
            let wrong = self.settings.watch.during_build(|| {
                memory.forget_results()?;
                launches.prepare()?;
                launches.launch()?;
                memory.wrong(program, operation, launches.groups)
            })?;
            prepared.push((launches, wrong, vec![]));
        }
        let start = Instant::now();
        for run in 0..self.settings.runs.max(1) {
            if run > 0 && start.elapsed() > LONG_ENOUGH {
                break;
            }
            for (launches, _, times) in &mut prepared {
                times.push(self.timed(launches)?);
            }
        }
        let bytes = self.bytes(operation);
        let mut measured = vec![];
        for (launches, wrong, times) in prepared {
            let time = Summary::of(&times)
                .ok_or_else(|| Error::internal("a configuration was measured in no runs"))?;
            let bandwidth = bytes as f64 / time.median.max(f64::MIN_POSITIVE);
            let configuration = launches.configuration;
            measured.push(Measured { configuration, time, bandwidth, wrong });
        }
        Ok(OperationTimes { operation, bytes, measured })
    }

    /// Returns the time of a configuration, in seconds.
    fn timed(&self, launches: &Launches) -> Result<f64, Error> {
        launches.prepare()?;
        timed(self.session, &self.settings.watch, || launches.launch())
    }

    /// Returns the number of bytes that an operation has to move.
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

    /// Tiled launches are as wide as the streaming operations suggest. They may therefore have more
    /// workgroups than any streaming launch.
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
        let items = |c: &OperationConfiguration| c.workgroup_size * c.groups.number();
        let widest = streaming.iter().map(items).max();
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
