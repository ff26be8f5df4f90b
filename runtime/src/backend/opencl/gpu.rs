//! OpenCL as a [GPU API](Gpu).

use std::ops::Range;
use std::sync::Arc;

use igc_compiler::driver::{Artefact, Executed};
use igc_opencl::{Atomics, DeviceInfo, DeviceKind, Dialect, OpenClError, Session, Wide};

use super::build;
use crate::Error;
use crate::backend::gpu::api::{Bound, BuildOptions, Compiled, Gpu, KernelLimits, Launch};
use crate::backend::gpu::facts::Facts;
use crate::backend::{self, gpu};
use crate::error::{DeviceError, DeviceErrorKind};
use crate::input::Input;

/// An open OpenCL device.
pub struct OpenClGpu {
    session: Session,
    facts: Facts,
}

impl OpenClGpu {
    /// Takes an open device.
    pub fn new(session: Session) -> OpenClGpu {
        let facts = Facts::from(session.device());
        OpenClGpu { session, facts }
    }

    /// Returns the open device.
    pub fn session(&self) -> &Session {
        &self.session
    }
}

impl Gpu for OpenClGpu {
    const EXECUTED: Executed = Executed::OpenCl;

    type Buffer = igc_opencl::Buffer;
    type Program = igc_opencl::Program;
    type Kernel = igc_opencl::Kernel;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn allocate(&self, bytes: usize) -> Result<Self::Buffer, DeviceError> {
        Ok(self.session.buffer(bytes)?)
    }

    fn write(&self, to: &Self::Buffer, offset: usize, data: &[u8]) -> Result<(), DeviceError> {
        Ok(to.write(offset, data)?)
    }

    fn write_later(
        &self,
        to: &Self::Buffer,
        offset: usize,
        data: Vec<u8>,
    ) -> Result<(), DeviceError> {
        Ok(to.write_later(offset, data)?)
    }

    fn read(&self, from: &Self::Buffer, offset: usize, to: &mut [u8]) -> Result<(), DeviceError> {
        Ok(from.read(offset, to)?)
    }

    fn fill(
        &self,
        to: &Self::Buffer,
        range: Range<usize>,
        pattern: &[u8],
    ) -> Result<(), DeviceError> {
        Ok(to.fill_pattern(range.start, range.len(), pattern)?)
    }

    fn build(
        &self,
        artefact: &Artefact,
        options: &BuildOptions,
    ) -> Result<Compiled<Self::Program>, DeviceError> {
        Ok(build::build(&self.session, artefact, options)?)
    }

    fn build_early(&self, artefact: &Artefact, options: &BuildOptions) {
        build::build_early(&self.session, artefact, options);
    }

    fn kernel(&self, program: &Self::Program, name: &str) -> Result<Self::Kernel, DeviceError> {
        Ok(program.kernel(name)?)
    }

    fn limits(&self, kernel: &Self::Kernel, _workgroup_size: usize) -> KernelLimits {
        let limits = kernel.limits();
        KernelLimits {
            max_workgroup_size: limits.max_workgroup_size,
            local_memory: limits.local_memory,
            resident_groups: None,
        }
    }

    fn launch(
        &self,
        kernel: &Self::Kernel,
        arguments: &[Bound<'_, Self::Buffer>],
        Launch { geometry, .. }: Launch,
    ) -> Result<(), DeviceError> {
        let mut kernel = kernel.bind();
        for (at, argument) in (0u32..).zip(arguments) {
            match argument {
                Bound::Buffer(buffer) => kernel.set_buffer(at, buffer)?,
                Bound::Scalar(scalar) => kernel.set_scalar_bytes(at, scalar.bytes())?,
            }
        }
        Ok(kernel.launch(geometry.global, geometry.local)?)
    }

    fn forget(&self, kernel: &Self::Kernel, buffer: &Self::Buffer) {
        kernel.forget_buffer(buffer);
    }

    fn wait(&self) -> Result<(), DeviceError> {
        Ok(self.session.settle()?)
    }
}

impl From<&DeviceInfo> for Facts {
    fn from(device: &DeviceInfo) -> Facts {
        let kind = backend::DeviceKind::from(device.kind);
        Facts {
            name: device.name.clone(),
            kind,
            compute_units: device.compute_units,
            max_workgroup_size: usize::try_from(device.max_workgroup_size).unwrap_or(usize::MAX),
            local_memory: device.local_memory,
            // A driver for CPUs runs a workgroup on one thread, and may keep the local arrays of all
            // its work-items on the stack of that thread. The other half is for everything else.
            private_memory: (kind == backend::DeviceKind::Cpu)
                .then(|| igc_opencl::driver_stack() / 2),
            global_memory: device.global_memory,
            max_allocation: device.max_allocation,
            has_f64: device.fp64,
            needs_locks: device.dialect.wide == Wide::Locks,
            no_grid_barrier: weak_fences(device.capabilities.ptx.is_some(), &device.dialect),
            loop_limit: device.capabilities.loop_limit,
            polls_with_loads: device.dialect.atomics == Atomics::C11Device,
        }
    }
}

impl From<DeviceKind> for backend::DeviceKind {
    fn from(kind: DeviceKind) -> backend::DeviceKind {
        match kind {
            DeviceKind::Cpu => backend::DeviceKind::Cpu,
            DeviceKind::Gpu => backend::DeviceKind::Gpu,
            DeviceKind::Accelerator | DeviceKind::Other => backend::DeviceKind::Other,
        }
    }
}

/// Returns the reason why the fences of a dialect are too weak for a grid barrier, if they are.
fn weak_fences(is_nvidia: bool, dialect: &Dialect) -> Option<&'static str> {
    // With this dialect, the test `grid_barrier` of the self test fails on an NVIDIA H200.
    (is_nvidia && dialect.atomics == Atomics::OpenCl12)
        .then_some("on this device, the fences of OpenCL 1.2 do not reach other workgroups")
}

impl From<OpenClError> for DeviceError {
    fn from(error: OpenClError) -> DeviceError {
        let kind = match &error {
            OpenClError::TooLarge { .. } => DeviceErrorKind::OutOfMemory,
            OpenClError::Build { log, .. } if exceeds_local_memory(log) => {
                DeviceErrorKind::LocalMemory
            }
            OpenClError::DeviceLost { .. } => DeviceErrorKind::Lost,
            error if error.is_absence() => DeviceErrorKind::Absent,
            _ => DeviceErrorKind::Failed,
        };
        DeviceError { kind, error: Box::new(error) }
    }
}

/// Whether a build failed because the kernels need more local memory than a workgroup has. NVIDIA's driver builds no
/// binary then, so that its size cannot be asked for.
fn exceeds_local_memory(log: &str) -> bool {
    log.contains("uses too much shared data")
}

impl From<OpenClError> for Error {
    fn from(error: OpenClError) -> Error {
        Error::Device(error.into())
    }
}

impl gpu::ResidentGraph<OpenClGpu> {
    /// Opens a device for a graph. An array of the graph is copied when a program first needs it.
    ///
    /// # Errors
    ///
    /// Returns an error if the driver cannot open the device.
    pub fn open(device: &DeviceInfo, input: &Input) -> Result<Arc<Self>, Error> {
        Ok(gpu::ResidentGraph::new(OpenClGpu::new(Session::open(device)?), input))
    }

    /// Returns the open device.
    pub fn session(&self) -> &Session {
        self.device().gpu().session()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_barrier_is_built_on_fences_that_do_not_reach_far() {
        let with = |atomics| Dialect { atomics, ..Dialect::default() };
        assert!(weak_fences(true, &with(Atomics::OpenCl12)).is_some());
        assert_eq!(weak_fences(true, &with(Atomics::Ptx)), None);
        assert_eq!(weak_fences(false, &with(Atomics::OpenCl12)), None);
    }

    #[test]
    fn builds_that_need_too_much_local_memory_are_recognised() {
        let kind = |log: &str| {
            let (device, options) = ("a GPU".into(), String::new());
            let log = log.into();
            DeviceError::from(OpenClError::Build { device, options, log, source_file: None }).kind
        };
        let log = "ptxas error   : Entry function 'k' uses too much shared data (0xe040 bytes, \
                   0xc000 max)";
        assert_eq!(kind(log), DeviceErrorKind::LocalMemory);
        assert_eq!(kind("error: expected ';'"), DeviceErrorKind::Failed);
    }

    #[test]
    fn only_cpus_have_little_memory_for_local_arrays() {
        let of = |kind| {
            let mut device = DeviceInfo::default();
            device.kind = kind;
            Facts::from(&device).private_memory
        };
        assert!(of(DeviceKind::Cpu).is_some_and(|room| room > 0));
        assert_eq!(of(DeviceKind::Gpu), None);
    }
}
