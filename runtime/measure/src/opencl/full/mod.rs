//! Measures configurations of the [whole space](crate::calibration::full) on a device, one at a
//! time.
//!
//! The time of a run is the time between the start and the end of the kernel on the device's clock,
//! because launches take as long as the fastest kernels.

mod memory;

use igc_opencl::{DeviceInfo, DeviceKind, Kernel, Program, Session, SessionOptions};
use igc_runtime::watch::Watch;

use super::bandwidth::source::{instance, streaming_name};
use crate::Error;
use crate::calibration::full::{Element, Outcome, Problem, Sizes, WIDTHS};
use crate::calibration::{Configuration, Operation, Order};
use memory::Memory;

const COMMON: &str = include_str!("common.cl");
const STREAMING: &str = include_str!("streaming.cl");

/// The largest size of workgroups, for which kernels have local memory.
const MAX_WORKGROUP_SIZE: u32 = 512;

/// A configuration has no further runs after this time, in nanoseconds. The slowest configurations,
/// with a single work-item, take a thousand times as long as the fastest.
const LONG_ENOUGH: u64 = 50_000_000;

/// Returns the sizes of arrays for a device.
pub fn sizes(device: &DeviceInfo) -> Sizes {
    let bytes = Sizes::LARGE.largest() * Element::Double.bytes();
    let fits = bytes <= device.max_allocation && bytes.saturating_mul(8) <= device.global_memory;
    if device.kind == DeviceKind::Gpu && fits { Sizes::LARGE } else { Sizes::PAPER }
}

/// A device that is open for measurements.
pub struct FullBench {
    session: Session,
    sizes: Sizes,
    watch: Watch,
    loaded: Vec<(Element, Loaded)>,
}

/// The kernels and the arrays for elements of one type.
struct Loaded {
    program: Program,
    memory: Memory,
    /// Kernels for workgroups of one size only, which some drivers need for large workgroups.
    fixed: Vec<(u32, Program)>,
}

impl FullBench {
    /// Opens a device.
    ///
    /// # Errors
    ///
    /// Returns the error of the driver.
    pub fn open(device: &DeviceInfo, watch: &Watch) -> Result<FullBench, Error> {
        let options = SessionOptions { profiling: true, ..SessionOptions::default() };
        let session = Session::open_with(device, &options)?;
        Ok(FullBench { session, sizes: sizes(device), watch: watch.clone(), loaded: vec![] })
    }

    /// Measures a problem in a configuration, with at most this number of runs. Calls `runs_next`
    /// when the kernel is built and starts to run.
    ///
    /// # Errors
    ///
    /// Returns an error if the driver fails.
    pub fn measure(
        &mut self,
        problem: Problem,
        configuration: &Configuration,
        runs: u32,
        runs_next: &mut dyn FnMut(),
    ) -> Result<Outcome, Error> {
        let watch = self.watch.clone();
        let at = watch.during_build(|| self.load(problem.element))?;
        let Some(kernel) = watch.during_build(|| self.kernel(at, problem, configuration))? else {
            return Ok(Outcome::Unsupported);
        };
        let Loaded { program, memory, .. } = &self.loaded[at].1;
        let local = configuration.workgroup_size as usize;
        let groups = configuration.groups.on(self.session.device().compute_units);
        let launch = Launch { session: &self.session, kernel, global: groups * local, local };
        // Some drivers build a kernel at its first launch.
        bind(&launch.kernel, problem, configuration, memory, Sizes { elements: 0, side: 0 })?;
        watch.during_build(|| launch.run())?;
        memory.forget_result()?;
        self.session.finish()?;
        bind(&launch.kernel, problem, configuration, memory, self.sizes)?;
        runs_next();
        let _watching = watch.start();
        let mut nanoseconds = vec![launch.run()?];
        let wrong = memory.wrong(program, problem.operation, groups)?;
        while nanoseconds.len() < runs as usize && nanoseconds.iter().sum::<u64>() < LONG_ENOUGH {
            watch.heartbeat();
            nanoseconds.push(launch.run()?);
        }
        Ok(Outcome::Timed { nanoseconds, wrong })
    }

    /// Builds the kernels and writes the arrays for elements of a type, unless this has been done.
    /// Returns their position.
    fn load(&mut self, element: Element) -> Result<usize, Error> {
        if let Some(at) = self.loaded.iter().position(|(loaded, _)| *loaded == element) {
            return Ok(at);
        }
        let program = self.build(element, None)?;
        let memory = Memory::new(&self.session, &program, element, self.sizes)?;
        self.loaded.push((element, Loaded { program, memory, fixed: vec![] }));
        Ok(self.loaded.len() - 1)
    }

    /// Builds the kernels for elements of a type, and for workgroups of any size or of one size.
    fn build(&self, element: Element, size: Option<u32>) -> Result<Program, Error> {
        let mut options = String::from("-cl-std=CL1.2");
        if element == Element::Double {
            options += " -DIGC_FULL_DOUBLE";
        }
        if let Some(size) = size {
            options += &format!(" -DIGC_FULL_SIZE={size}");
        }
        Ok(self.session.build(&source(element), &options)?)
    }

    /// Returns the kernel of a problem, or `None` if the device does not support workgroups of this
    /// size. Without a declared size, NVIDIA's driver limits workgroups to 256 work-items.
    fn kernel(
        &mut self,
        at: usize,
        problem: Problem,
        configuration: &Configuration,
    ) -> Result<Option<Kernel>, Error> {
        let size = configuration.workgroup_size;
        let supports = |kernel: &Kernel| kernel.limits().max_workgroup_size >= size as usize;
        let name = streaming_name(name_of(problem.operation), configuration.width);
        let kernel = self.loaded[at].1.program.kernel(&name)?;
        if supports(&kernel) {
            return Ok(Some(kernel));
        }
        if self.session.device().max_workgroup_size < u64::from(size) {
            return Ok(None);
        }
        if !self.loaded[at].1.fixed.iter().any(|(built, _)| *built == size) {
            let program = self.build(problem.element, Some(size))?;
            self.loaded[at].1.fixed.push((size, program));
        }
        let fixed = self.loaded[at].1.fixed.iter().find(|(built, _)| *built == size);
        let kernel = fixed.map(|(_, program)| program.kernel(&name)).transpose()?;
        Ok(kernel.filter(supports))
    }
}

/// A launch of a kernel.
struct Launch<'a> {
    session: &'a Session,
    kernel: Kernel,
    global: usize,
    local: usize,
}

impl Launch<'_> {
    /// Runs the kernel, and returns its time in nanoseconds, which is at least 1.
    fn run(&self) -> Result<u64, Error> {
        let event = self.kernel.launch_timed(self.global, self.local)?;
        self.session.finish()?;
        let event = event.ok_or_else(|| Error::internal("a launch has no work-items"))?;
        Ok(event.wait()?.duration().max(1))
    }
}

/// Sets the arguments of a kernel for arrays of the given sizes, which may be smaller than the
/// arrays.
fn bind(
    kernel: &Kernel,
    problem: Problem,
    configuration: &Configuration,
    memory: &Memory,
    sizes: Sizes,
) -> Result<(), Error> {
    let Configuration { width, order, .. } = configuration;
    let vectors = |elements: u64| (elements / u64::from(*width)) as u32;
    let Memory { x, y, z, .. } = memory;
    let (buffers, lengths) = match problem.operation {
        Operation::Copy => (vec![x, y], vec![vectors(sizes.elements)]),
        Operation::MatrixVector => (vec![x, y, z], vec![sizes.side as u32, vectors(sizes.side)]),
        _ => (vec![x, y, z], vec![vectors(sizes.elements)]),
    };
    for (at, buffer) in (0..).zip(&buffers) {
        kernel.set_buffer(at, buffer)?;
    }
    let contiguous = u32::from(*order == Order::Contiguous);
    for (at, word) in (buffers.len() as u32..).zip(lengths.into_iter().chain([contiguous])) {
        kernel.set_scalar(at, word)?;
    }
    Ok(())
}

/// Returns the name of an operation's kernels.
fn name_of(operation: Operation) -> &'static str {
    match operation {
        Operation::ScaledAddition => "add",
        Operation::InnerProduct => "dot",
        Operation::MatrixVector => "matvec",
        _ => "copy",
    }
}

/// Returns all kernels for elements of a type.
fn source(element: Element) -> String {
    let name = element.name();
    let mut text = format!(
        "#define IGC_FULL_T {name}\n#define IGC_FULL_MAX_SIZE {MAX_WORKGROUP_SIZE}\n{COMMON}"
    );
    for width in WIDTHS {
        text += &instance(STREAMING, name, width, 1, &width.to_string());
    }
    text
}

#[cfg(test)]
mod tests {
    use igc_opencl::devices;

    use super::*;
    use crate::calibration::Workgroups;

    fn configuration(workgroup_size: u32, groups: u32, width: u32, order: Order) -> Configuration {
        let groups = Workgroups::Total(groups);
        Configuration { workgroup_size, groups, width, loads: 1, order }
    }

    /// The check must also find that a kernel has not written its result.
    #[test]
    fn results_are_right_in_extreme_configurations_and_wrong_before_a_launch() {
        let Some(device) = devices().ok().and_then(|all| all.into_iter().next()) else {
            let required = std::env::var_os("IGC_REQUIRE_DEVICE").is_some_and(|value| value == "1");
            assert!(!required, "IGC_REQUIRE_DEVICE=1 and no OpenCL device");
            println!("skipped: there is no OpenCL device");
            return;
        };
        let mut bench = FullBench::open(&device, &Watch::default()).expect("it opens");
        let configurations = [
            configuration(1, 1, 16, Order::Strided),
            configuration(1, 1024, 1, Order::Contiguous),
            configuration(512, 1024, 16, Order::Strided),
            configuration(64, 48, 2, Order::Contiguous),
        ];
        let elements = Element::ALL.into_iter();
        let elements = elements.filter(|element| device.fp64 || *element != Element::Double);
        // The kernels also build for workgroups of one size.
        bench.build(Element::Float, Some(64)).expect("it builds");
        for problem in Problem::with(&elements.collect::<Vec<_>>()) {
            for configuration in configurations {
                let outcome = bench.measure(problem, &configuration, 2, &mut || {});
                match outcome.expect("it runs") {
                    Outcome::Timed { wrong, .. } => assert_eq!(wrong, 0, "{problem:?}"),
                    Outcome::Unsupported => assert!(configuration.workgroup_size > 1),
                    Outcome::Failed(failure) => panic!("{failure:?}"),
                }
            }
            let at = bench.load(problem.element).expect("it is loaded");
            let Loaded { program, memory, .. } = &bench.loaded[at].1;
            memory.forget_result().expect("it is written");
            assert_ne!(memory.wrong(program, problem.operation, 1).expect("it is read"), 0);
        }
    }
}
