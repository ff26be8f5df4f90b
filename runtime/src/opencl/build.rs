//! A program built for a device: its dialect, and workgroups of a size that every kernel can have.
//!
//! Both are bound when the program is built, by macros of the device library, so that local memory has
//! the right size and loops over a workgroup have bounds that the driver knows. What size a kernel can
//! have, the driver says only afterwards: it depends on the registers and the local memory that the
//! kernel takes. Where one cannot have the size wanted, the program is built again with a smaller one.

use igc_compiler::driver::Artefact;
use igc_compiler::opencl::with_library;
use igc_compiler::schedule::Schedule;
use igc_opencl::{Atomics, DeviceInfo, Dialect, OpenClError, Program, Session, Subgroups};

use crate::Error;

/// A program, and the size of its workgroups.
pub struct Built {
    /// The program.
    pub program: Program,
    /// Work-items of a workgroup.
    pub workgroup_size: usize,
}

/// Builds the artefact's kernels with workgroups of the size asked for, or else of the schedule's size
/// or the largest below that the device and its kernels allow.
///
/// # Errors
///
/// The driver refuses the program, or the size that was asked for.
pub fn build(
    artefact: &Artefact,
    session: &Session,
    asked: Option<u32>,
) -> Result<Built, Error> {
    let source = with_library(&artefact.kernels);
    let schedule = &artefact.schedule;
    let device = session.device();
    let mut size = asked.unwrap_or(schedule.workgroup_size).max(1) as usize;
    let mut most = usize::try_from(device.max_workgroup_size).unwrap_or(usize::MAX).max(1);
    loop {
        if size > most {
            if asked.is_some() {
                return Err(Error::WorkgroupSize { size, device: device.name.clone(), most });
            }
            size = fitting(most);
        }
        let program = session.build(&source, &build_options(&device.dialect, size))?;
        most = largest(schedule, session, &program, size)?;
        if size <= most {
            return Ok(Built { program, workgroup_size: size });
        }
    }
}

/// The largest workgroup, up to the size that they were built for, that all kernels can have.
fn largest(
    schedule: &Schedule,
    session: &Session,
    program: &Program,
    size: usize,
) -> Result<usize, OpenClError> {
    let mut most = size;
    for kernel in &schedule.kernels {
        let limits = program.kernel(&kernel.function)?.limits();
        most = most.min(limits.max_workgroup_size.max(1));
        if limits.local_memory > session.device().local_memory {
            most = most.min((size / 2).max(1));
        }
    }
    Ok(most)
}

/// The largest power of two up to the most that there can be, which is at least 1: subgroups divide it.
fn fitting(most: usize) -> usize {
    1 << most.ilog2()
}

/// What the driver is told beside the source: the standard, and by the library's macros the dialect and
/// the size of workgroups.
pub fn build_options(dialect: &Dialect, workgroup_size: usize) -> String {
    let atomics = match dialect.atomics {
        Atomics::OpenCl12 => 12,
        Atomics::C11Device => 20,
    };
    let subgroups = match dialect.subgroups {
        Subgroups::None => 0,
    };
    format!(
        "{} -DIGC_ATOMICS={atomics} -DIGC_SUBGROUPS={subgroups} -DIGC_WORKGROUP_SIZE={workgroup_size}",
        dialect.build_options
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_that_fits_is_a_power_of_two() {
        assert_eq!(fitting(1), 1);
        assert_eq!(fitting(255), 128);
        assert_eq!(fitting(256), 256);
        assert_eq!(fitting(1000), 512);
    }
}
