//! Builds an artefact's kernels for a device. This step binds the dialect and the size of
//! workgroups.

use igc_compiler::driver::Artefact;
use igc_compiler::ir::{Array, Extent};
use igc_opencl::llvm::{self, Recipe};
use igc_opencl::{
    Atomics, CacheFolder, DeviceInfo, DeviceKind, Dialect, Floats, OpenClError, Program, Session,
    Subgroups, Wide,
};

use super::environment::GridPolicy;
use crate::Error;
use crate::bytes::Bytes;
use crate::grid::GridBarrier;
use crate::limits::{ArrayLayout, Distribution, Limits};
use crate::primitives::GeneratedPolicy;

/// The kernels of an artefact, built for a device.
pub struct Built {
    /// The built program.
    pub program: Program,
    /// Number of work-items of every workgroup of every launch.
    pub workgroup_size: usize,
    /// The policy for outlined loops that the program was built for.
    pub policy: GridPolicy,
}

/// Builds the kernels for workgroups of the requested size. If no size is requested and a kernel
/// does not support the module's size, the next smaller size that works is used.
///
/// # Errors
///
/// Returns an error if the driver rejects the kernels, or if the device does not support the
/// requested size.
pub fn build(artefact: &Artefact, session: &Session, limits: &Limits) -> Result<Built, Error> {
    let device = session.device();
    let wanted = limits.workgroup_size;
    let source = igc_compiler::target::opencl::with_library(&artefact.kernels);
    let most = most_work_items(artefact, device)?;
    let size = wanted.unwrap_or(artefact.module.workgroup_size) as usize;
    if wanted.is_some() && size > most {
        return Err(too_large(device, size, most));
    }
    let mut size = size.min(most);
    loop {
        let (options, policy) = options_and_policy(artefact, device, size, limits);
        let program = session.build_with(&source, &options, passes(artefact).as_deref())?;
        let fits = largest(artefact, session, &program, size)?;
        if fits >= size || size == 1 {
            return Ok(Built { program, workgroup_size: size, policy });
        }
        if wanted.is_some() {
            return Err(too_large(device, size, fits));
        }
        size = fitting(fits.min(size - 1));
    }
}

/// Builds the kernels that [`build`] tries first.
pub fn build_early(artefact: &Artefact, session: &Session, limits: &Limits) {
    let source = igc_compiler::target::opencl::with_library(&artefact.kernels);
    let size = limits.workgroup_size.unwrap_or(artefact.module.workgroup_size) as usize;
    // Otherwise, `build` reports the error.
    let Ok(most) = most_work_items(artefact, session.device()) else { return };
    let size = size.min(most);
    let (options, _) = options_and_policy(artefact, session.device(), size, limits);
    session.build_early(&source, &options, passes(artefact).as_deref());
}

/// Compiles the kernels that [`build`] tries first with LLVM's tools, for a device that need not
/// exist on this machine. Returns the code, which the cache keeps for the device's machine.
///
/// # Errors
///
/// Returns an error if the device's driver does not accept LLVM's code, if the tools are missing,
/// or if a tool fails.
pub fn compile_ahead(
    artefact: &Artefact,
    device: &DeviceInfo,
    limits: &Limits,
) -> Result<Vec<u8>, OpenClError> {
    let source = igc_compiler::target::opencl::with_library(&artefact.kernels);
    let size = limits.workgroup_size.unwrap_or(artefact.module.workgroup_size) as usize;
    // The stacks of the device's machine count as large as those of this machine.
    let size = size.min(most_work_items(artefact, device).unwrap_or(1));
    let (options, _) = options_and_policy(artefact, device, size, limits);
    let passes = passes(artefact);
    let passes = passes.as_deref().unwrap_or(llvm::DEFAULT_PASSES);
    let recipe = Recipe { source: &source, options: &options, passes };
    llvm::compile(device, &CacheFolder::Environment, recipe)
}

/// Returns the passes of LLVM that the configuration names.
fn passes(artefact: &Artefact) -> Option<String> {
    artefact.schedule.options.llvm.pipeline()
}

/// Returns the largest workgroup of a device. A driver for CPUs runs a workgroup on one thread, and
/// may keep the local arrays of all its work-items on the stack of that thread.
///
/// # Errors
///
/// Returns an error if there is not enough memory for the local arrays of a single work-item.
fn most_work_items(artefact: &Artefact, device: &DeviceInfo) -> Result<usize, Error> {
    let most = usize::try_from(device.max_workgroup_size).unwrap_or(usize::MAX).max(1);
    let bytes = artefact.schedule.private_bytes;
    if device.kind != DeviceKind::Cpu || bytes == 0 {
        return Ok(most);
    }
    // The other half is for everything else.
    let room = igc_opencl::driver_stack() / 2;
    match usize::try_from(room / bytes).unwrap_or(usize::MAX) {
        0 => {
            let (bytes, most, device) = (Bytes(bytes), Bytes(room), device.name.clone());
            Err(Error::PrivateMemory { bytes, most, device })
        }
        fits => Ok(most.min(fitting(fits))),
    }
}

/// Returns the compiler options for workgroups of this size, and the policy for outlined loops.
fn options_and_policy(
    artefact: &Artefact,
    device: &DeviceInfo,
    size: usize,
    limits: &Limits,
) -> (String, GridPolicy) {
    let policy = GridPolicy::calibrated(device, size, limits.calibration, &limits.grid);
    let mut options = build_options(&device.dialect, size);
    let shipped = || GeneratedPolicy::shipped(device.kind == DeviceKind::Gpu);
    options += &limits.primitives.unwrap_or_else(shipped).build_options();
    options += layout_option(array_layout(limits), artefact);
    options += distribution_option(distribution(device.kind, limits));
    // A program without outlined loops has no grid barrier, so one binary serves every choice of it.
    if !artefact.module.outlined.is_empty() {
        options += &barrier_option(policy.barrier);
    }
    (options, policy)
}

/// Returns the largest workgroup that every kernel supports, if the kernels were built for this
/// size.
fn largest(
    artefact: &Artefact,
    session: &Session,
    program: &Program,
    size: usize,
) -> Result<usize, OpenClError> {
    let mut most = usize::MAX;
    for (function, _) in artefact.interface.entries() {
        let limits = program.kernel(function)?.limits();
        most = most.min(limits.max_workgroup_size);
        // Most of the local memory is a fixed number of elements per work-item.
        if limits.local_memory > session.device().local_memory {
            most = most.min(size / 2);
        }
    }
    Ok(most)
}

/// Rounds a workgroup size down to a multiple of 32, the size of warps and of many subgroups, or to
/// a power of two below 32.
pub fn fitting(most: usize) -> usize {
    if most >= 32 { most / 32 * 32 } else { 1 << most.max(1).ilog2() }
}

fn too_large(device: &DeviceInfo, wanted: usize, most: usize) -> Error {
    Error::WorkgroupSize { wanted, most, device: device.name.clone() }
}

/// Returns the compiler options for a dialect and a workgroup size: the standard, and macros that
/// the device library reads.
pub fn build_options(dialect: &Dialect, workgroup_size: usize) -> String {
    let atomics = match dialect.atomics {
        Atomics::OpenCl12 => 12,
        Atomics::C11Device => 20,
        Atomics::Ptx => 70,
    };
    let wide = match dialect.wide {
        Wide::Locks => 0,
        Wide::Native => 1,
    };
    let floats = match dialect.floats {
        Floats::CompareAndSwap => 0,
        Floats::Native => 1,
    };
    let subgroups = match dialect.subgroups {
        Subgroups::Ptx if workgroup_size.is_multiple_of(32) => 2,
        Subgroups::Khronos => 1,
        Subgroups::Intel => 3,
        // A workgroup that is not a whole number of warps does without subgroups.
        Subgroups::Ptx | Subgroups::None => 0,
    };
    let mut extra = String::new();
    if let Some(size) = dialect.subgroup_size {
        extra += &format!(" -DIGC_SUBGROUP_SIZE={size}");
    }
    if dialect.ptx > 0 {
        extra += &format!(" -DIGC_PTX={}", dialect.ptx);
    }
    format!(
        "{} -DIGC_ATOMICS={atomics} -DIGC_WIDE_ATOMICS={wide} -DIGC_FLOAT_ATOMICS={floats} \
         -DIGC_SUBGROUPS={subgroups}{extra} -DIGC_WORKGROUP_SIZE={workgroup_size}",
        dialect.build_options
    )
}

/// Returns where the elements of arrays with several elements for each node or edge are on a
/// device.
///
/// By default, the elements of a row follow each other, on every kind of device. A kernel mostly
/// reads all elements of a neighbour, which is anywhere in memory. On a GPU, neighbouring
/// work-items then read different rows, which was expected to be slower; it is faster except on
/// road networks (`docs/src/language/arrays.md` has the times).
pub fn array_layout(limits: &Limits) -> ArrayLayout {
    limits.array_layout.unwrap_or(ArrayLayout::ByRow)
}

/// Returns the compiler option for a layout. Programs without such arrays need none, so one binary
/// serves both layouts.
fn layout_option(layout: ArrayLayout, artefact: &Artefact) -> &'static str {
    let has_rows = |array: &Array| array.length.is_some() && array.extent != Extent::One;
    match layout {
        ArrayLayout::ByElement if artefact.module.arrays.iter().any(has_rows) => {
            " -DIGC_BY_ELEMENT"
        }
        _ => "",
    }
}

/// Returns the distribution of the iterations of loops over nodes and edges on a device.
///
/// A CPU runs few workgroups at a time. Nodes with much work are often close to each other, so each
/// workgroup gets iterations from everywhere. On a GPU, workgroups start in order and are small. Blocks
/// let the device access memory from its beginning to its end, and the order of iterations is the same
/// for any number of work-items (`docs/src/calibration.md` has the times).
fn distribution(kind: DeviceKind, limits: &Limits) -> Distribution {
    limits.distribution.unwrap_or(match (kind, limits.launch_groups) {
        (DeviceKind::Gpu, None) => Distribution::Block,
        _ => Distribution::Cyclic,
    })
}

fn distribution_option(distribution: Distribution) -> &'static str {
    match distribution {
        Distribution::Block => " -DIGC_BLOCKS",
        Distribution::Cyclic => "",
    }
}

/// Returns the compiler option for a grid barrier. It follows [`build_options`].
pub fn barrier_option(barrier: GridBarrier) -> String {
    // These are the numbers of the device library.
    let number = match barrier {
        GridBarrier::Counter => 1,
        GridBarrier::Flags => 2,
    };
    format!(" -DIGC_GRID_BARRIER={number}")
}

#[cfg(test)]
mod tests {
    use igc_compiler::configuration::Configuration;
    use igc_compiler::driver::compile;

    use super::*;

    #[test]
    fn workgroups_of_cpus_are_small_enough_for_their_local_arrays() {
        let device = |kind| {
            let mut device = DeviceInfo::default();
            (device.kind, device.max_workgroup_size) = (kind, 4096);
            device
        };
        let most = |length: u32, kind| {
            let text = format!(
                "node x: u64;
                 kernel k() {{ forall u in nodes {{ let a: u64[{length}]; u.x = a[u as u32]; }} }}
                 main {{ k(); }}
                 output x;"
            );
            let compiled = compile("program", &text, &Configuration::default()).unwrap();
            most_work_items(&compiled.artefact, &device(kind)).unwrap()
        };
        let room = igc_opencl::driver_stack() / 2;
        for length in [256, 1024] {
            let size = most(length, DeviceKind::Cpu) as u64;
            assert!((1..4096).contains(&size) && size * 8 * u64::from(length) <= room, "{size}");
            assert_eq!(most(length, DeviceKind::Gpu), 4096);
        }
        assert_eq!(most(1, DeviceKind::Cpu), 4096);
    }

    #[test]
    fn sizes_that_fit_are_whole_warps_or_powers_of_two() {
        let fits = [1, 2, 3, 31, 32, 33, 100, 256, 1000].map(fitting);
        assert_eq!(fits, [1, 2, 2, 16, 32, 32, 96, 256, 992]);
    }
}
