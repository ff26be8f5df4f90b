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
use crate::calibration::{ElementOrder, Operation, OperationConfiguration};
use memory::{Extent, Memory};

const COMMON: &str = include_str!("common.cl");
const STREAMING: &str = include_str!("streaming.cl");

/// The largest size of workgroups, for which kernels have local memory.
const MAX_WORKGROUP_SIZE: u32 = 512;

/// A configuration has no further runs after this time, in nanoseconds: the times of such long runs
/// hardly differ. The slowest configurations, with a single work-item, take ten thousand times as
/// long as the fastest.
const SLOW: u64 = 20_000_000;

/// On GPUs, configurations that would take longer than [`SLOW`] process one of this many equal
/// parts of the arrays. Otherwise, the space would take most of its time for configurations that
/// leave most of the device idle.
const PARTS: u64 = 16;

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
        configuration: &OperationConfiguration,
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
        let launch = Launch { session: &self.session, kernel, groups, local };
        // Some drivers build a kernel at its first launch.
        bind(&launch.kernel, problem, configuration, memory, Extent::NOTHING)?;
        watch.during_build(|| launch.run())?;
        let checked_run = |extent: Extent| -> Result<(u64, u64), Error> {
            memory.forget_result(program)?;
            bind(&launch.kernel, problem, configuration, memory, extent)?;
            let time = launch.run()?;
            Ok((time, memory.wrong(program, problem.operation, groups, extent)?))
        };
        runs_next();
        let _watching = watch.start();
        if self.sizes == Sizes::LARGE && has_equal_shares(groups) {
            memory.fill(program)?;
            let (time, wrong) = checked_run(Extent::of(self.sizes, PARTS))?;
            if time.saturating_mul(PARTS) > SLOW {
                return Ok(Outcome::Timed { nanoseconds: vec![time], wrong, parts: PARTS });
            }
        }
        let (first, wrong) = checked_run(Extent::of(self.sizes, 1))?;
        let mut nanoseconds = vec![first];
        while nanoseconds.len() < runs as usize && nanoseconds.iter().sum::<u64>() < SLOW {
            watch.heartbeat();
            nanoseconds.push(launch.run()?);
        }
        Ok(Outcome::Timed { nanoseconds, wrong, parts: 1 })
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
        configuration: &OperationConfiguration,
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
    groups: usize,
    local: usize,
}

impl Launch<'_> {
    /// Runs the kernel, and returns its time in nanoseconds, which is at least 1.
    fn run(&self) -> Result<u64, Error> {
        let event = self.kernel.launch_timed(self.groups * self.local, self.local)?;
        self.session.finish()?;
        let event = event.ok_or_else(|| Error::internal("a launch has no work-items"))?;
        Ok(event.wait()?.duration().max(1))
    }
}

/// Returns whether workgroups have equal shares of a part of the arrays, as they have of the whole
/// arrays. All sizes are powers of two.
fn has_equal_shares(groups: usize) -> bool {
    groups.is_power_of_two() && groups as u64 <= PARTS
}

/// Sets the arguments of a kernel for a part of the arrays.
fn bind(
    kernel: &Kernel,
    problem: Problem,
    configuration: &OperationConfiguration,
    memory: &Memory,
    extent: Extent,
) -> Result<(), Error> {
    let OperationConfiguration { width, order, .. } = configuration;
    let vectors = |elements: u64| (elements / u64::from(*width)) as u32;
    let Memory { x, y, z, .. } = memory;
    let (buffers, lengths) = match problem.operation {
        Operation::Copy => (vec![x, y], vec![vectors(extent.elements)]),
        Operation::MatrixVector => {
            (vec![x, y, z], vec![extent.rows as u32, vectors(extent.columns)])
        }
        _ => (vec![x, y, z], vec![vectors(extent.elements)]),
    };
    for (at, buffer) in (0..).zip(&buffers) {
        kernel.set_buffer(at, buffer)?;
    }
    let contiguous = u32::from(*order == ElementOrder::Contiguous);
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

    fn configuration(
        workgroup_size: u32,
        groups: u32,
        width: u32,
        order: ElementOrder,
    ) -> OperationConfiguration {
        let groups = Workgroups::Total(groups);
        OperationConfiguration { workgroup_size, groups, width, loads: 1, order }
    }

    fn device() -> Option<DeviceInfo> {
        let device = devices().ok().and_then(|all| all.into_iter().next());
        if device.is_none() {
            let required = std::env::var_os("IGC_REQUIRE_DEVICE").is_some_and(|value| value == "1");
            assert!(!required, "IGC_REQUIRE_DEVICE=1 and no OpenCL device");
            println!("skipped: there is no OpenCL device");
        }
        device
    }

    fn elements_of(device: &DeviceInfo) -> Vec<Element> {
        let supports = |element: &Element| device.fp64 || *element != Element::Double;
        Element::ALL.into_iter().filter(supports).collect()
    }

    /// The sizes are those of GPUs. A part is one run, and a configuration that is fast or has
    /// unequal shares processes everything.
    #[test]
    fn slow_configurations_of_large_arrays_process_a_part() {
        let Some(device) = device() else { return };
        let mut bench = FullBench::open(&device, &Watch::default()).expect("it opens");
        bench.sizes = Sizes::LARGE;
        for problem in Problem::with(&elements_of(&device)) {
            for (groups, order) in [(1, ElementOrder::Strided), (16, ElementOrder::Contiguous)] {
                let configuration = configuration(1, groups, 1, order);
                let outcome = bench.measure(problem, &configuration, 3, &mut || {});
                let Ok(Outcome::Timed { nanoseconds, wrong, parts }) = outcome else {
                    panic!("{outcome:?}")
                };
                assert_eq!(wrong, 0, "{problem:?}");
                match parts {
                    1 => assert!(nanoseconds[0] > 0),
                    parts => {
                        assert_eq!((parts, nanoseconds.len()), (PARTS, 1));
                        assert!(nanoseconds[0] * PARTS > SLOW);
                    }
                }
            }
            let uneven = bench.measure(
                problem,
                &configuration(1, 48, 1, ElementOrder::Strided),
                1,
                &mut || {},
            );
            assert!(matches!(uneven, Ok(Outcome::Timed { wrong: 0, parts: 1, .. })), "{uneven:?}");
        }
    }

    /// The check must also find that a kernel has not written its result.
    #[test]
    fn results_are_right_in_extreme_configurations_and_wrong_before_a_launch() {
        let Some(device) = device() else { return };
        let mut bench = FullBench::open(&device, &Watch::default()).expect("it opens");
        let configurations = [
            configuration(1, 1, 16, ElementOrder::Strided),
            configuration(1, 1024, 1, ElementOrder::Contiguous),
            configuration(512, 1024, 16, ElementOrder::Strided),
            configuration(64, 48, 2, ElementOrder::Contiguous),
        ];
        let elements = elements_of(&device);
        // The kernels also build for workgroups of one size.
        bench.build(Element::Float, Some(64)).expect("it builds");
        for problem in Problem::with(&elements) {
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
            memory.forget_result(program).expect("it is written");
            let wrong = memory.wrong(program, problem.operation, 1, Extent::of(bench.sizes, 1));
            assert_ne!(wrong.expect("it is read"), 0);
        }
    }
}
