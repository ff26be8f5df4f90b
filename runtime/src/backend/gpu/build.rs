//! Builds the kernels of an artefact for a device: chooses the size of workgroups, and the macros of
//! the device library.

use igc_compiler::driver::Artefact;
use igc_compiler::ir::private::private_bytes;
use igc_compiler::ir::{Array, Extent};

use super::api::{BuildOptions, Compiled, Gpu};
use super::environment::GridPolicy;
use super::facts::Facts;
use super::memory::Opened;
use crate::Error;
use crate::bytes::Bytes;
use crate::error::{DeviceError, DeviceErrorKind};
use crate::grid_options::GridBarrier;
use crate::primitives::GeneratedPolicy;
use crate::run_options::{ArrayLayout, Distribution, RunOptions};

/// The kernels of an artefact, built for a device.
pub struct Built<G: Gpu> {
    /// The built code, and how it was made.
    pub code: Compiled<G::Program>,
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
pub fn build<G: Gpu>(
    artefact: &Artefact,
    device: &Opened<G>,
    run_options: &RunOptions,
) -> Result<Built<G>, Error> {
    let (facts, wanted) = (device.facts(), run_options.workgroup_size);
    let most = most_work_items(artefact, facts)?;
    let size = wanted.unwrap_or(artefact.module.workgroup_size) as usize;
    if wanted.is_some() && size > most {
        return Err(too_large(facts, size, most));
    }
    let mut size = size.min(most);
    loop {
        let (options, policy) = options_and_policy(artefact, facts, size, run_options);
        let code = match device.gpu().build(artefact, &options) {
            // Most of the local memory is a fixed number of elements per work-item.
            Err(DeviceError { kind: DeviceErrorKind::LocalMemory, .. }) if size > 1 => {
                let most = fitting(size / 2);
                if wanted.is_some() {
                    return Err(too_large(facts, size, most));
                }
                size = most;
                continue;
            }
            built => built?,
        };
        let fits = largest(artefact, device, &code.program, size)?;
        if fits >= size || size == 1 {
            return Ok(Built { code, workgroup_size: size, policy });
        }
        if wanted.is_some() {
            return Err(too_large(facts, size, fits));
        }
        size = fitting(fits.min(size - 1));
    }
}

/// Returns the options with which [`build`] builds first. They need not fit a device whose memory
/// for local arrays is too small.
pub fn first_options(
    artefact: &Artefact,
    device: &Facts,
    run_options: &RunOptions,
) -> BuildOptions {
    let size = run_options.workgroup_size.unwrap_or(artefact.module.workgroup_size) as usize;
    let size = size.min(most_work_items(artefact, device).unwrap_or(1));
    options_and_policy(artefact, device, size, run_options).0
}

/// Returns the largest workgroup of a device, whose memory for the local arrays of all work-items
/// of a workgroup may be limited.
///
/// # Errors
///
/// Returns an error if there is not enough memory for the local arrays of a single work-item.
fn most_work_items(artefact: &Artefact, device: &Facts) -> Result<usize, Error> {
    let (most, bytes) = (device.max_workgroup_size.max(1), private_bytes(&artefact.module));
    let room = match device.private_memory {
        Some(room) if bytes > 0 => room,
        _ => return Ok(most),
    };
    match usize::try_from(room / bytes).unwrap_or(usize::MAX) {
        0 => {
            let (bytes, most, device) = (Bytes(bytes), Bytes(room), device.name.clone());
            Err(Error::PrivateMemory { bytes, most, device })
        }
        fits => Ok(most.min(fitting(fits))),
    }
}

/// Returns the options for workgroups of this size, and the policy for outlined loops.
fn options_and_policy(
    artefact: &Artefact,
    device: &Facts,
    workgroup_size: usize,
    run_options: &RunOptions,
) -> (BuildOptions, GridPolicy) {
    let policy =
        GridPolicy::calibrated(device, workgroup_size, run_options.calibration, &run_options.grid);
    let shipped = || GeneratedPolicy::shipped(device.is_gpu());
    let mut macros = run_options.primitives.unwrap_or_else(shipped).build_options();
    macros += layout_option(array_layout(run_options), artefact);
    macros += distribution_option(distribution(device, run_options));
    // A program without outlined loops has no grid barrier, so one binary serves every choice of it.
    if !artefact.module.outlined.is_empty() {
        macros += &barrier_option(policy.barrier);
    }
    (BuildOptions { workgroup_size, macros }, policy)
}

/// Returns the largest workgroup that every kernel supports, if the kernels were built for this
/// size.
fn largest<G: Gpu>(
    artefact: &Artefact,
    device: &Opened<G>,
    program: &G::Program,
    size: usize,
) -> Result<usize, DeviceError> {
    let mut most = usize::MAX;
    for (function, _) in artefact.interface.entries() {
        let kernel = device.gpu().kernel(program, function)?;
        let limits = device.gpu().limits(&kernel, size);
        most = most.min(limits.max_workgroup_size);
        // Most of the local memory is a fixed number of elements per work-item.
        if limits.local_memory > device.facts().local_memory {
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

fn too_large(device: &Facts, wanted: usize, most: usize) -> Error {
    Error::WorkgroupSize { wanted, most, device: device.name.clone() }
}

/// Returns where the elements of arrays with several elements for each node or edge are on a
/// device.
///
/// By default, the elements of a row follow each other, on every kind of device. A kernel mostly
/// reads all elements of a neighbour, which is anywhere in memory. On a GPU, neighbouring
/// work-items then read different rows, which was expected to be slower; it is faster except on
/// road networks (`docs/src/language/arrays.md` has the times).
pub fn array_layout(run_options: &RunOptions) -> ArrayLayout {
    run_options.array_layout.unwrap_or(ArrayLayout::ByRow)
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
fn distribution(device: &Facts, run_options: &RunOptions) -> Distribution {
    run_options.distribution.unwrap_or(match run_options.launch_groups {
        None if device.is_gpu() => Distribution::Block,
        _ => Distribution::Cyclic,
    })
}

fn distribution_option(distribution: Distribution) -> &'static str {
    match distribution {
        Distribution::Block => " -DIGC_BLOCKS",
        Distribution::Cyclic => "",
    }
}

/// Returns the compiler option for a grid barrier.
pub fn barrier_option(barrier: GridBarrier) -> String {
    // These are the numbers of the device library.
    let number = match barrier {
        GridBarrier::Counter => 1,
        GridBarrier::Flags => 2,
        GridBarrier::Sense => 3,
    };
    format!(" -DIGC_GRID_BARRIER={number}")
}

#[cfg(test)]
mod tests {
    use igc_compiler::configuration::Configuration;
    use igc_compiler::driver::compile;

    use super::*;

    #[test]
    fn workgroups_are_small_enough_for_their_local_arrays() {
        let most = |length: u32, private_memory| {
            let device = Facts { max_workgroup_size: 4096, private_memory, ..Facts::default() };
            let text = format!(
                "node x: u64;
                 kernel k() {{ forall u in nodes {{ let a: u64[{length}]; u.x = a[u as u32]; }} }}
                 main {{ k(); }}
                 output x;"
            );
            let compiled = compile("program", &text, &Configuration::default()).unwrap();
            most_work_items(&compiled.artefact, &device).unwrap()
        };
        let room = 1 << 20;
        for length in [256, 1024] {
            let size = most(length, Some(room)) as u64;
            assert!((1..4096).contains(&size) && size * 8 * u64::from(length) <= room, "{size}");
            assert_eq!(most(length, None), 4096);
        }
        assert_eq!(most(1, Some(room)), 4096);
    }

    #[test]
    fn sizes_that_fit_are_whole_warps_or_powers_of_two() {
        let fits = [1, 2, 3, 31, 32, 33, 100, 256, 1000].map(fitting);
        assert_eq!(fits, [1, 2, 2, 16, 32, 32, 96, 256, 992]);
    }
}
