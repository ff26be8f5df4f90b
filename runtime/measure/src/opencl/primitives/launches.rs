//! The launches of a configuration: kernels with their arguments.

use igc_opencl::{Buffer, Kernel, Program, Session};

use super::super::bandwidth::memory::Memory;
use super::TOOLS_WORKGROUP;
use super::arrays::{Arrays, groups};
use crate::Error;
use crate::primitives::{Primitive, PrimitiveConfiguration};

/// The launches of one configuration of one primitive.
pub struct Launches(Vec<Launch>);

struct Launch {
    kernel: Kernel,
    global: usize,
    local: usize,
}

/// An argument of a kernel.
enum Argument<'a> {
    Buffer(&'a Buffer),
    Word(usize),
}

use Argument::{Buffer as B, Word as W};

impl Launches {
    /// Creates the launches of a configuration from its kernels and the kernels that are not tuned.
    /// Returns `None` if the device does not support its workgroups.
    pub fn new(
        session: &Session,
        (program, tools): (&Program, &Program),
        arrays: &Arrays,
        primitive: Primitive,
        configuration: &PrimitiveConfiguration,
    ) -> Result<Option<Launches>, Error> {
        let device = session.device();
        let local = configuration.workgroup_size as usize;
        let count = groups(usize::try_from(device.compute_units).unwrap_or(1), configuration);
        let plain = TOOLS_WORKGROUP.min(usize::try_from(device.max_workgroup_size).unwrap_or(1));
        let mut all = Launches(vec![]);
        let mut tuned = |name: &str, arguments: &[Argument<'_>]| {
            all.add(program, name, arguments, (count * local, local))
        };
        let Memory { x, y, z, partials, firsts, unique, ends, sums, elements, .. } = &arrays.memory;
        let tiles = elements / (local * configuration.items as usize);
        match primitive {
            Primitive::Copy => tuned("copy", &[B(x), B(y), W(tiles)])?,
            Primitive::Reduction => {
                tuned("sums", &[B(partials), B(y), W(tiles)])?;
                all.spine(tools, "igc_cal_spine_sum", partials, count, &arrays.memory.sum, plain)?;
            }
            Primitive::Scan => {
                tuned("sums", &[B(partials), B(y), W(tiles)])?;
                all.spine(tools, "igc_cal_spine_scan", partials, count, &arrays.memory.sum, plain)?;
                let arguments = [B(x), B(y), W(tiles), B(partials)];
                all.add(program, "scan", &arguments, (count * local, local))?;
            }
            Primitive::ReductionByKey => {
                let (memory, size) = (&arrays.memory, (count * local, local));
                tuned("keys_up", &[B(firsts), B(partials), B(z), B(y), W(tiles)])?;
                all.spine(tools, "igc_cal_spine_scan", partials, count, &memory.sum, plain)?;
                all.spine(tools, "igc_cal_spine_scan", firsts, count, &memory.count, plain)?;
                let arguments = [B(unique), B(ends), B(z), B(y), W(tiles), B(firsts), B(partials)];
                all.add(program, "keys_down", &arguments, size)?;
                let differences = tools.kernel("igc_cal_differences")?;
                let arguments = [B(ends), B(&memory.count), B(sums)];
                all.push(differences, &arguments, (1 << 16, plain))?;
            }
            Primitive::SegmentedReduction => {
                let segments = arrays.memory.keys();
                tuned("segments", &[B(sums), B(y), B(&arrays.starts), W(segments)])?;
            }
            Primitive::Compaction | Primitive::Push => {
                let arguments = [B(x), B(&arrays.sizes), W(*elements), B(z), W(tiles)];
                tuned("pushes", &arguments)?;
            }
        }
        Ok(all.fits(device.local_memory).then_some(all))
    }

    /// Adds the kernel that combines the results of all workgroups, in one workgroup.
    fn spine(
        &mut self,
        tools: &Program,
        name: &str,
        partials: &Buffer,
        count: usize,
        total: &Buffer,
        local: usize,
    ) -> Result<(), Error> {
        self.push(tools.kernel(name)?, &[B(partials), W(count), B(total)], (local, local))
    }

    fn add(
        &mut self,
        program: &Program,
        name: &str,
        arguments: &[Argument<'_>],
        size: (usize, usize),
    ) -> Result<(), Error> {
        self.push(program.kernel(&format!("igc_prim_{name}"))?, arguments, size)
    }

    fn push(
        &mut self,
        kernel: Kernel,
        arguments: &[Argument<'_>],
        (global, local): (usize, usize),
    ) -> Result<(), Error> {
        for (at, argument) in (0..).zip(arguments) {
            match argument {
                B(buffer) => kernel.set_buffer(at, buffer)?,
                W(word) => kernel.set_scalar(at, *word as u32)?,
            }
        }
        self.0.push(Launch { kernel, global, local });
        Ok(())
    }

    fn fits(&self, local_memory: u64) -> bool {
        self.0.iter().all(|Launch { kernel, local, .. }| {
            let limits = kernel.limits();
            limits.max_workgroup_size >= *local && limits.local_memory <= local_memory
        })
    }

    /// Launches all kernels, without waiting for them.
    pub fn launch(&self) -> Result<(), Error> {
        for Launch { kernel, global, local } in &self.0 {
            kernel.launch(*global, *local)?;
        }
        Ok(())
    }
}
