//! CUDA as a [GPU API](Gpu).

use std::any::Any;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use igc_compiler::driver::{Artefact, Executed};
use igc_compiler::ir::Type;
use igc_cuda::{Argument, CudaError, DeviceInfo, ForeignMemory, LentMemory, Rows, Session};

use super::build::source;
use crate::Error;
use crate::backend::gpu::api::{
    Bound, BuildOptions, Compiled, Gpu, HandedOut, KernelLimits, Launch,
};
use crate::backend::gpu::facts::Facts;
use crate::backend::{DeviceArray, DeviceKind};
use crate::error::{DeviceError, DeviceErrorKind};

/// An open CUDA device.
pub struct CudaGpu {
    session: Session,
    facts: Facts,
}

impl CudaGpu {
    /// Takes an open device.
    pub fn new(session: Session) -> CudaGpu {
        let facts = Facts::from(session.device());
        CudaGpu { session, facts }
    }
}

impl Gpu for CudaGpu {
    const EXECUTED: Executed = Executed::Cuda;

    type Buffer = igc_cuda::Buffer;
    type Program = igc_cuda::Program;
    type Kernel = igc_cuda::Kernel;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn allocate(&self, bytes: usize) -> Result<Self::Buffer, DeviceError> {
        Ok(self.session.buffer(bytes)?)
    }

    fn write(&self, to: &Self::Buffer, offset: usize, data: &[u8]) -> Result<(), DeviceError> {
        Ok(to.write(offset, data)?)
    }

    fn read(&self, from: &Self::Buffer, offset: usize, to: &mut [u8]) -> Result<(), DeviceError> {
        Ok(from.read(offset, to)?)
    }

    fn copy_from(
        &self,
        (to, to_offset): (&Self::Buffer, usize),
        (_, from, from_offset): (&Self, &Self::Buffer, usize),
        bytes: usize,
    ) -> Result<(), DeviceError> {
        Ok(to.copy_from(to_offset, (from, from_offset), bytes)?)
    }

    fn share_with(&self, others: &[&CudaGpu]) {
        for other in others {
            self.session.share_with(&other.session);
        }
    }

    fn fill(
        &self,
        to: &Self::Buffer,
        range: Range<usize>,
        pattern: &[u8],
    ) -> Result<(), DeviceError> {
        Ok(to.fill(range, pattern)?)
    }

    fn build(
        &self,
        artefact: &Artefact,
        options: &BuildOptions,
    ) -> Result<Compiled<Self::Program>, DeviceError> {
        let program = self.session.build(&source(artefact, options))?;
        let was_cached = program.was_cached();
        let early = if program.is_early() { program.build_time() } else { Duration::ZERO };
        Ok(Compiled { program, was_cached, early })
    }

    fn build_early(&self, artefact: &Artefact, options: &BuildOptions) {
        self.session.build_early(source(artefact, options));
    }

    fn kernel(&self, program: &Self::Program, name: &str) -> Result<Self::Kernel, DeviceError> {
        Ok(program.kernel(name)?)
    }

    fn limits(&self, kernel: &Self::Kernel, workgroup_size: usize) -> KernelLimits {
        // A kernel whose limits are unknown has those of the device.
        kernel.limits(workgroup_size).map_or(
            KernelLimits {
                max_workgroup_size: self.facts.max_workgroup_size,
                local_memory: 0,
                resident_groups: None,
            },
            |limits| KernelLimits {
                max_workgroup_size: limits.max_workgroup_size,
                local_memory: limits.shared_memory,
                resident_groups: Some(limits.resident_groups),
            },
        )
    }

    fn launch(
        &self,
        kernel: &Self::Kernel,
        arguments: &[Bound<'_, Self::Buffer>],
        Launch { geometry, is_cooperative }: Launch,
    ) -> Result<(), DeviceError> {
        let arguments = arguments.iter().map(|argument| match argument {
            Bound::Buffer(buffer) => Argument::Buffer(buffer),
            Bound::Scalar(scalar) => Argument::Scalar(scalar.bytes()),
        });
        let launch = igc_cuda::Launch {
            groups: u32::try_from(geometry.global / geometry.local).unwrap_or(u32::MAX),
            workgroup_size: u32::try_from(geometry.local).unwrap_or(u32::MAX),
            is_cooperative,
            // The kernels of igc start with `igc_start_kernel`.
            overlaps: true,
        };
        Ok(kernel.launch(arguments, launch)?)
    }

    fn adopt(&self, memory: &Arc<dyn Any + Send + Sync>) -> Option<Self::Buffer> {
        let memory = Arc::clone(memory).downcast::<ForeignMemory>().ok()?;
        self.session.adopt(&memory)
    }

    fn hand_out(
        &self,
        from: &Self::Buffer,
        HandedOut { ty, rows, length, by_element, element_size }: HandedOut,
    ) -> Result<Option<DeviceArray>, DeviceError> {
        let to_size = if ty == Type::Bool { 1 } else { ty.size() as u32 };
        let from_size = element_size as u32;
        let array = Rows { rows, length, by_element, from_size, to_size };
        let memory = self.session.copy_rows(from, array)?;
        self.session.wait()?;
        let (address, device) = (memory.address(), memory.ordinal());
        let memory = Arc::new(LentMemory::new(memory));
        Ok(Some(DeviceArray { ty, elements: rows * length, address, device, memory }))
    }

    fn wait(&self) -> Result<(), DeviceError> {
        Ok(self.session.wait()?)
    }
}

/// The reason why workgroups cannot wait for each other on an old device.
const NO_COOPERATION: &str = "it has no cooperative launches";

impl From<&DeviceInfo> for Facts {
    fn from(device: &DeviceInfo) -> Facts {
        Facts {
            name: device.name.clone(),
            kind: DeviceKind::Gpu,
            compute_units: device.multiprocessors,
            max_workgroup_size: usize::try_from(device.max_workgroup_size).unwrap_or(usize::MAX),
            local_memory: device.shared_memory,
            private_memory: None,
            global_memory: device.global_memory,
            max_allocation: device.global_memory,
            has_f64: true,
            needs_locks: false,
            no_grid_barrier: (!device.has_cooperative_launches).then_some(NO_COOPERATION),
            loop_limit: None,
            polls_with_loads: false,
        }
    }
}

impl From<CudaError> for DeviceError {
    fn from(error: CudaError) -> DeviceError {
        let kind = match &error {
            CudaError::OutOfMemory { .. } => DeviceErrorKind::OutOfMemory,
            CudaError::Lost { .. } => DeviceErrorKind::Lost,
            error if error.is_absence() => DeviceErrorKind::Absent,
            _ => DeviceErrorKind::Failed,
        };
        DeviceError { kind, error: Box::new(error) }
    }
}

impl From<CudaError> for Error {
    fn from(error: CudaError) -> Error {
        Error::Device(error.into())
    }
}
