//! A GPU API without a GPU: buffers are in the memory of the host, calls are recorded, and a launch
//! calls a function of the test instead of a kernel.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use igc_compiler::driver::{Artefact, Executed};
use igc_compiler::interface::SEED_NODES;
use igc_runtime::Error;
use igc_runtime::backend::gpu::ResidentGraph;
use igc_runtime::backend::gpu::api::{Bound, BuildOptions, Compiled, Gpu, KernelLimits, Launch};
use igc_runtime::backend::gpu::facts::Facts;
use igc_runtime::backend::{Device, DeviceKind, DeviceName, Resident};
use igc_runtime::error::{DeviceError, DeviceErrorKind};
use igc_runtime::input::Input;

/// What a kernel does: a function of its name and of the values of its parameters.
pub type Kernels = Arc<dyn Fn(&str, &[Bound<'_, Buffer>]) + Send + Sync>;

/// A device of this API.
#[derive(Clone)]
pub struct Recorder {
    pub facts: Facts,
    pub limits: KernelLimits,
    /// The size of the device's memory, beyond which an allocation fails.
    pub room: usize,
    /// The largest workgroup that has enough local memory. For a larger one, the driver builds nothing.
    pub largest_build: usize,
    /// Number of launches before the device is lost.
    pub launches_before_loss: usize,
    pub kernels: Kernels,
    pub log: Arc<Log>,
}

/// The calls of all open devices that a [`Recorder`] has made.
#[derive(Default)]
pub struct Log {
    /// The size of all live buffers.
    pub live: Arc<AtomicUsize>,
    /// The size of each buffer, in the order of the allocations.
    pub allocations: Mutex<Vec<usize>>,
    pub builds: Mutex<Vec<BuildOptions>>,
    /// The name of each kernel that was launched, with the launch.
    pub launches: Mutex<Vec<(String, Launch)>>,
    pub reads: AtomicUsize,
}

/// Memory of the host.
pub struct Buffer {
    bytes: Mutex<Vec<u8>>,
    live: Arc<AtomicUsize>,
}

impl Buffer {
    pub fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.bytes.lock().unwrap()
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        self.live.fetch_sub(self.bytes().len(), Ordering::Relaxed);
    }
}

impl Recorder {
    /// Returns a GPU with two compute units, whose kernels are these.
    pub fn new(kernels: Kernels) -> Recorder {
        let kind = DeviceKind::Gpu;
        let name = "recorder".to_string();
        let limits =
            KernelLimits { max_workgroup_size: 256, local_memory: 0, resident_groups: None };
        Recorder {
            facts: Facts { name, kind, compute_units: 2, ..Facts::default() },
            limits,
            room: 1 << 30,
            largest_build: usize::MAX,
            launches_before_loss: usize::MAX,
            kernels,
            log: Arc::default(),
        }
    }

    fn error(&self, kind: DeviceErrorKind, text: &str) -> DeviceError {
        DeviceError { kind, error: format!("{}: {text}", self.facts.name).into() }
    }
}

impl Device for Recorder {
    fn name(&self) -> DeviceName {
        let text = || self.facts.name.clone();
        DeviceName { name: text(), driver: text(), dialect: text() }
    }

    fn kind(&self) -> DeviceKind {
        self.facts.kind
    }

    fn facts(&self) -> serde_json::Value {
        serde_json::Value::Null
    }

    fn open(&self, input: &Input) -> Result<Box<dyn Resident>, Error> {
        Ok(Box::new(ResidentGraph::new(self.clone(), input)))
    }
}

impl Gpu for Recorder {
    const EXECUTED: Executed = Executed::OpenCl;

    type Buffer = Buffer;
    /// The names of the kernels.
    type Program = BTreeSet<String>;
    type Kernel = String;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn allocate(&self, bytes: usize) -> Result<Buffer, DeviceError> {
        let live = Arc::clone(&self.log.live);
        if live.load(Ordering::Relaxed) + bytes > self.room {
            return Err(self.error(DeviceErrorKind::OutOfMemory, "no room"));
        }
        live.fetch_add(bytes, Ordering::Relaxed);
        self.log.allocations.lock().unwrap().push(bytes);
        // Memory of a GPU holds whatever was there before.
        Ok(Buffer { bytes: Mutex::new(vec![0xa5; bytes]), live })
    }

    fn write(&self, to: &Buffer, offset: usize, data: &[u8]) -> Result<(), DeviceError> {
        to.bytes()[offset..offset + data.len()].copy_from_slice(data);
        Ok(())
    }

    fn read(&self, from: &Buffer, offset: usize, to: &mut [u8]) -> Result<(), DeviceError> {
        self.log.reads.fetch_add(1, Ordering::Relaxed);
        to.copy_from_slice(&from.bytes()[offset..offset + to.len()]);
        Ok(())
    }

    fn fill(&self, to: &Buffer, range: Range<usize>, pattern: &[u8]) -> Result<(), DeviceError> {
        for place in to.bytes()[range].chunks_exact_mut(pattern.len()) {
            place.copy_from_slice(pattern);
        }
        Ok(())
    }

    fn build(
        &self,
        artefact: &Artefact,
        options: &BuildOptions,
    ) -> Result<Compiled<Self::Program>, DeviceError> {
        self.log.builds.lock().unwrap().push(options.clone());
        if options.workgroup_size > self.largest_build {
            return Err(self.error(DeviceErrorKind::LocalMemory, "too much local memory"));
        }
        let names = artefact.interface.entries().map(|(name, _)| name.to_string());
        let program = names.chain([SEED_NODES.to_string()]).collect();
        Ok(Compiled { program, was_cached: false, early: Duration::ZERO })
    }

    fn kernel(&self, program: &Self::Program, name: &str) -> Result<String, DeviceError> {
        let missing = || self.error(DeviceErrorKind::Failed, "there is no such kernel");
        program.get(name).cloned().ok_or_else(missing)
    }

    fn limits(&self, _kernel: &String, _workgroup_size: usize) -> KernelLimits {
        self.limits
    }

    fn launch(
        &self,
        kernel: &String,
        arguments: &[Bound<'_, Buffer>],
        launch: Launch,
    ) -> Result<(), DeviceError> {
        let mut launches = self.log.launches.lock().unwrap();
        if launches.len() == self.launches_before_loss {
            return Err(self.error(DeviceErrorKind::Lost, "it fell off the bus"));
        }
        launches.push((kernel.clone(), launch));
        drop(launches);
        (self.kernels)(kernel, arguments);
        Ok(())
    }

    fn wait(&self) -> Result<(), DeviceError> {
        Ok(())
    }
}
