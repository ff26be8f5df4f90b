//! Building an artefact's kernels for a device: the dialect and the size of workgroups are bound here.

use igc_compiler::driver::Artefact;
use igc_opencl::{
    Atomics, DeviceInfo, Dialect, Floats, OpenClError, Program, Session, Subgroups, Wide,
};

use super::environment::Policy;
use super::outlined::outlined_functions;
use crate::Error;
use crate::grid::GridBarrier;
use crate::run::Limits;

/// The kernels as a device takes them.
pub struct Built {
    /// The program.
    pub program: Program,
    /// How many work-items the workgroups of every launch have: no more, and no fewer.
    pub workgroup_size: usize,
    /// How wide outlined loops are, and how their workgroups wait for each other: the policy that the
    /// program was built for.
    pub policy: Policy,
}

/// Builds the kernels for workgroups of the size that is wanted, or, where none is and a kernel cannot
/// have the schedule's, of the next smaller that it can.
///
/// # Errors
///
/// The driver refuses the kernels, or the device the size that is wanted.
pub fn build(artefact: &Artefact, session: &Session, limits: &Limits) -> Result<Built, Error> {
    let device = session.device();
    let wanted = limits.workgroup_size;
    let source = igc_compiler::target::opencl::with_library(&artefact.kernels);
    let most = usize::try_from(device.max_workgroup_size).unwrap_or(usize::MAX).max(1);
    let size = wanted.unwrap_or(artefact.schedule.workgroup_size) as usize;
    if wanted.is_some() && size > most {
        return Err(too_large(device, size, most));
    }
    let outlined = has_outlined_loops(artefact);
    let mut size = size.min(most);
    loop {
        let policy = Policy::calibrated(device, size, limits.calibration, &limits.grid);
        let mut options = build_options(&device.dialect, size);
        if outlined {
            options += &barrier_option(policy.barrier);
        }
        let program = session.build(&source, &options)?;
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

/// How many work-items a workgroup of any of the kernels may have, which were built for this size.
fn largest(
    artefact: &Artefact,
    session: &Session,
    program: &Program,
    size: usize,
) -> Result<usize, OpenClError> {
    let launched = artefact.schedule.kernels.iter().map(|kernel| kernel.function.as_str());
    let mut most = usize::MAX;
    for function in launched.chain(outlined_functions(&artefact.schedule.main)) {
        let limits = program.kernel(function)?.limits();
        most = most.min(limits.max_workgroup_size);
        // Most of it is a number of elements for each work-item.
        if limits.local_memory > session.device().local_memory {
            most = most.min(size / 2);
        }
    }
    Ok(most)
}

/// A size that is at most so large: a multiple of 32, as warps and many subgroups are, or a power of 2.
pub(super) fn fitting(most: usize) -> usize {
    if most >= 32 { most / 32 * 32 } else { 1 << most.max(1).ilog2() }
}

fn too_large(device: &DeviceInfo, wanted: usize, most: usize) -> Error {
    Error::WorkgroupSize { wanted, most, device: device.name.clone() }
}

/// What the driver is told beside the source: the standard, and the dialect and the size by the device
/// library's macros.
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
        // A workgroup that is no whole number of warps does without.
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

/// Programs without outlined loops have no grid barrier: one binary serves every choice.
fn has_outlined_loops(artefact: &Artefact) -> bool {
    outlined_functions(&artefact.schedule.main).next().is_some()
}

/// What the driver is told of the grid barrier, behind [`build_options`].
pub fn barrier_option(barrier: GridBarrier) -> String {
    // As the device library numbers them.
    let number = match barrier {
        GridBarrier::Counter => 1,
        GridBarrier::Flags => 2,
    };
    format!(" -DIGC_GRID_BARRIER={number}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_fit_are_whole_warps_or_powers_of_two() {
        let fits = [1, 2, 3, 31, 32, 33, 100, 256, 1000].map(fitting);
        assert_eq!(fits, [1, 2, 2, 16, 32, 32, 96, 256, 992]);
    }
}
