//! The launches of a configuration: kernels with their arguments.

use igc_opencl::{Buffer, Kernel, OpenClError, Program, Session};
use igc_runtime::backend::gpu::geometry::MAX_WORK_ITEMS;

use super::memory::Memory;
use super::source::{streaming_name, tiles_name};
use crate::Error;
use crate::calibration::{ElementOrder, Operation, OperationConfiguration};

/// The two factors of the scaled addition.
const FACTORS: [f32; 2] = [2.0, 3.0];

/// The launches of one configuration of one operation.
pub struct Launches {
    /// The configuration.
    pub configuration: OperationConfiguration,
    /// Number of workgroups of the main launches.
    pub groups: usize,
    kernels: Vec<(Kernel, usize)>,
    local: usize,
    /// The counter of tiles that have been taken, if tiles are stolen.
    taken: Option<Buffer>,
}

/// An argument of a kernel.
enum Argument<'a> {
    Buffer(&'a Buffer),
    Word(usize),
    Float(f32),
}

use Argument::{Buffer as B, Float as F, Word as W};

impl Launches {
    /// Creates the launches of a configuration. Returns `None` if the device does not support it.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory has too little room for this number of workgroups, or if the
    /// driver fails.
    pub fn new(
        session: &Session,
        program: &Program,
        memory: &Memory,
        operation: Operation,
        configuration: OperationConfiguration,
    ) -> Result<Option<Launches>, Error> {
        let groups = groups(session.device().compute_units, &configuration);
        if groups > memory.room() {
            let room = memory.room();
            let reason = format!("{groups} workgroups, but memory for the results of only {room}");
            return Err(Error::internal(&reason));
        }
        let local = configuration.workgroup_size as usize;
        let stolen = configuration.order == ElementOrder::Stolen;
        let taken = stolen.then(|| memory.taken.clone());
        let mut launches = Launches { configuration, groups, kernels: vec![], local, taken };
        launches.launch_all(program, memory, operation)?;
        let fits = |kernel: &Kernel| {
            let limits = kernel.limits();
            limits.max_workgroup_size >= local
                && limits.local_memory <= session.device().local_memory
        };
        Ok(launches.kernels.iter().all(|(kernel, _)| fits(kernel)).then_some(launches))
    }

    fn launch_all(
        &mut self,
        program: &Program,
        memory: &Memory,
        operation: Operation,
    ) -> Result<(), OpenClError> {
        let OperationConfiguration { width, loads, order, .. } = self.configuration;
        let groups = self.groups;
        let Memory { x, y, z, partials, firsts, sum, count, unique, ends, sums, taken, .. } =
            memory;
        let vectors = memory.elements / width as usize;
        let tile = (width * loads * self.configuration.workgroup_size) as usize;
        let tiles = memory.elements / tile.max(1);
        let contiguous = usize::from(order == ElementOrder::Contiguous);
        let streaming = |kernel| streaming_name(kernel, width);
        let by_tiles = |kernel| tiles_name(kernel, loads, width);
        let mut add = |name: String, groups: usize, arguments: &[Argument<'_>]| {
            let kernel = program.kernel(&name)?;
            bind(&kernel, arguments)?;
            self.kernels.push((kernel, groups));
            Ok::<(), OpenClError>(())
        };
        match operation {
            Operation::Copy => {
                add(streaming("copy"), groups, &[B(x), B(y), W(vectors), W(contiguous)])
            }
            Operation::ScaledAddition => {
                let [a, b] = FACTORS;
                let arguments = [B(x), B(y), B(z), W(vectors), W(contiguous), F(a), F(b)];
                add(streaming("add"), groups, &arguments)
            }
            Operation::InnerProduct => {
                let arguments = [B(partials), B(y), B(z), W(vectors), W(contiguous)];
                add(streaming("dot"), groups, &arguments)
            }
            Operation::MatrixVector => {
                let (rows, columns) = (memory.side(), memory.side() / width as usize);
                let arguments = [B(x), B(y), B(z), W(rows), W(columns), W(contiguous)];
                add(streaming("matvec"), groups, &arguments)
            }
            Operation::TiledCopy if order == ElementOrder::Stolen => {
                add(by_tiles("tiles_copy_stolen"), groups, &[B(x), B(y), W(tiles), B(taken)])
            }
            Operation::TiledCopy => add(by_tiles("tiles_copy"), groups, &[B(x), B(y), W(tiles)]),
            Operation::Reduction => {
                match order {
                    ElementOrder::Stolen => {
                        let arguments = [B(partials), B(y), W(tiles), B(taken)];
                        add(by_tiles("tiles_sum_stolen"), groups, &arguments)?;
                    }
                    _ => add(by_tiles("tiles_sum"), groups, &[B(partials), B(y), W(tiles)])?,
                }
                add("igc_cal_spine_sum".into(), 1, &[B(partials), W(groups), B(sum)])
            }
            Operation::Scan => {
                add(by_tiles("tiles_sum"), groups, &[B(partials), B(y), W(tiles)])?;
                add("igc_cal_spine_scan".into(), 1, &[B(partials), W(groups), B(sum)])?;
                add(by_tiles("tiles_scan"), groups, &[B(x), B(y), W(tiles), B(partials)])
            }
            Operation::ReductionByKey => {
                let arguments = [B(firsts), B(partials), B(z), B(y), W(tiles)];
                add(by_tiles("tiles_keys_up"), groups, &arguments)?;
                add("igc_cal_spine_scan".into(), 1, &[B(partials), W(groups), B(sum)])?;
                add("igc_cal_spine_scan".into(), 1, &[B(firsts), W(groups), B(count)])?;
                let arguments = [B(unique), B(ends), B(z), B(y), W(tiles), B(firsts), B(partials)];
                add(by_tiles("tiles_keys_down"), groups, &arguments)?;
                add("igc_cal_differences".into(), groups, &[B(ends), B(count), B(sums)])
            }
        }
    }

    /// Prepares the memory for another run.
    pub fn prepare(&self) -> Result<(), Error> {
        if let Some(taken) = &self.taken {
            taken.fill(0u32)?;
        }
        Ok(())
    }

    /// Launches all kernels, without waiting for them.
    pub fn launch(&self) -> Result<(), Error> {
        for (kernel, groups) in &self.kernels {
            kernel.launch(groups * self.local, self.local)?;
        }
        Ok(())
    }
}

fn bind(kernel: &Kernel, arguments: &[Argument<'_>]) -> Result<(), OpenClError> {
    for (at, argument) in (0..).zip(arguments) {
        match argument {
            B(buffer) => kernel.set_buffer(at, buffer)?,
            W(word) => kernel.set_scalar(at, *word as u32)?,
            F(float) => kernel.set_scalar(at, *float)?,
        }
    }
    Ok(())
}

/// Returns the number of workgroups of a launch on a device with a number of compute units.
pub fn groups(compute_units: u64, configuration: &OperationConfiguration) -> usize {
    let OperationConfiguration { workgroup_size, groups, .. } = configuration;
    let most = (MAX_WORK_ITEMS / (*workgroup_size).max(1) as usize).max(1);
    groups.on(compute_units).clamp(1, most)
}
