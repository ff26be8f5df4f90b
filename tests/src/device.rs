//! The devices that tests run programs on.
//!
//! Tests of programs use [`all`], which has devices of every backend, and reach them through
//! [`Device`]. Tests of OpenCL itself use [`opencl`].

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZero;
use std::ops::Deref;
use std::sync::Arc;

use igc_opencl::DeviceInfo;
use igc_runtime::backend::Device;
use igc_runtime::backend::cuda::CudaDevice;
use igc_runtime::backend::native::Native;
use igc_runtime::backend::opencl::OpenClDevice;

/// The environment variable that makes the lack of an OpenCL device a failure if it is `1`: for a
/// machine that is known to have one.
pub const REQUIRE: &str = "IGC_REQUIRE_DEVICE";

/// The environment variable that restricts tests to devices of some backends, for example on a machine
/// with a GPU: names from `native`, `opencl` and `cuda`, separated by commas.
pub const BACKENDS: &str = "IGC_TEST_BACKENDS";

/// Returns whether tests use the devices of a backend.
///
/// # Panics
///
/// Panics if the variable names a backend that does not exist.
fn is_tested(backend: &str) -> bool {
    let Ok(names) = std::env::var(BACKENDS) else { return true };
    let names: Vec<_> = names.split(',').collect();
    let wrong = names.iter().find(|name| !["native", "opencl", "cuda"].contains(name));
    assert!(wrong.is_none(), "{BACKENDS}: there is no backend {wrong:?}");
    names.contains(&backend)
}

/// A device in one of its dialects. Clones are the same device.
#[derive(Clone)]
pub struct TestDevice(Arc<dyn Device>);

impl Deref for TestDevice {
    type Target = dyn Device;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

/// The device and its dialect, for messages.
impl fmt::Display for TestDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        write!(f, "{}, {}", name.name, name.dialect)
    }
}

/// Returns every device of every backend, except for the interpreter, which the others are compared
/// with.
///
/// # Panics
///
/// Panics as [`opencl`] does.
pub fn all() -> Vec<TestDevice> {
    native().into_iter().chain(with_workgroups()).collect()
}

/// Returns every device whose launches have workgroups: every OpenCL device and every CUDA device.
///
/// # Panics
///
/// Panics as [`opencl`] does.
pub fn with_workgroups() -> Vec<TestDevice> {
    opencl().into_iter().map(of_opencl).chain(cuda()).collect()
}

/// Returns every CUDA device. There is none on a machine without NVRTC.
///
/// # Panics
///
/// Panics if the driver fails.
fn cuda() -> Vec<TestDevice> {
    if !is_tested("cuda") || !igc_cuda::has_driver() || igc_cuda::nvrtc::installed().is_none() {
        return vec![];
    }
    let devices = igc_cuda::devices().expect("the driver lists its devices");
    devices.into_iter().map(|info| TestDevice(Arc::new(CudaDevice::new(info)))).collect()
}

/// Returns the selectors of several ranks on devices whose launches have workgroups: on the first OpenCL device, which all
/// ranks share, and on all CUDA devices in turn.
///
/// # Panics
///
/// Panics as [`opencl`] does.
pub fn selectors_of_ranks(ranks: usize) -> Vec<String> {
    let list = |api: &str, numbers: Vec<usize>| {
        let of_rank = |rank: usize| numbers[rank % numbers.len()].to_string();
        let of_ranks: Vec<String> = (0..ranks).map(of_rank).collect();
        format!("{api}:{}", of_ranks.join(","))
    };
    let shared = opencl().first().map(|info| list("opencl", vec![info.index]));
    let gpus = cuda().len();
    let of_cuda = (gpus > 0).then(|| list("cuda", (0..gpus).collect()));
    shared.into_iter().chain(of_cuda).collect()
}

/// The environment variable with the seed of the delays and orders of threads on the native CPU
/// target. Without it, each test has another seed. The names of the devices contain the seed.
pub const SEED: &str = "IGC_PERTURBATION";

/// Returns the native CPU target with one thread, with a thread for each core of a small machine,
/// and with more threads than most machines have cores.
///
/// Several threads are perturbed: they are delayed, take work in other orders, and share loops that
/// are too small to share otherwise.
pub fn native() -> Vec<TestDevice> {
    if !is_tested("native") {
        return vec![];
    }
    let random = || RandomState::new().hash_one(SEED) >> 32;
    let given = std::env::var(SEED).ok();
    let seed = given.map_or_else(random, |seed| seed.parse().expect("the seed is a number"));
    [(1, None), (2, Some(seed)), (16, Some(seed))].map(of_native).into()
}

/// Returns every device as [`all`] does, but the threads of the native CPU target run as they do
/// for users: for graphs that are large enough for several threads.
///
/// # Panics
///
/// Panics as [`opencl`] does.
pub fn unperturbed() -> Vec<TestDevice> {
    let native = [1, 2, 16].map(|threads| of_native((threads, None)));
    native.into_iter().filter(|_| is_tested("native")).chain(with_workgroups()).collect()
}

/// Returns the native CPU target with a number of threads, perturbed if there is a seed.
fn of_native((threads, perturbation): (usize, Option<u64>)) -> TestDevice {
    TestDevice(Arc::new(Native { threads: NonZero::new(threads), perturbation }))
}

/// Returns every OpenCL device that is tested. If there is none, prints a line that says so.
///
/// # Panics
///
/// Panics if there is none although [`REQUIRE`] is set, or if the driver fails.
pub fn opencl() -> Vec<DeviceInfo> {
    if !is_tested("opencl") {
        return vec![];
    }
    match igc_opencl::devices() {
        Ok(devices) => devices,
        Err(error) if error.is_absence() => {
            let required = std::env::var_os(REQUIRE).is_some_and(|value| value == "1");
            assert!(!required, "{REQUIRE}=1 and no device: {error}");
            println!("not tested, there is no device: {error}");
            vec![]
        }
        Err(error) => panic!("{error}"),
    }
}

/// Returns an OpenCL device as a device of tests.
pub fn of_opencl(info: DeviceInfo) -> TestDevice {
    TestDevice(Arc::new(OpenClDevice::new(info)))
}

/// Returns a device in its own dialect and in its least dialect. A device without dialects is
/// returned alone.
pub fn dialects(device: &TestDevice) -> Vec<TestDevice> {
    match OpenClDevice::facts_of(&**device) {
        Some(info) => opencl_dialects(info).into_iter().map(of_opencl).collect(),
        None => vec![device.clone()],
    }
}

/// Returns an OpenCL device in its own dialect and in the least dialect: OpenCL 1.2's atomics, and
/// locks for 64-bit values. (`igc devices --self-test` has the dialects between them.)
pub fn opencl_dialects(device: &DeviceInfo) -> Vec<DeviceInfo> {
    let least = "std=1.2,wide=locks,floats=cas,subgroups=none".parse().expect("it is a dialect");
    let least = device.with_dialect(&least).expect("every device supports it");
    vec![device.clone(), least]
}

/// Returns each device in one of its [`dialects`]. The dialects alternate by `turn`, because
/// building for all of them takes long.
pub fn in_one_dialect(devices: &[TestDevice], turn: usize) -> Vec<TestDevice> {
    let one_of = |device: &TestDevice| {
        let mut dialects = dialects(device);
        dialects.swap_remove(turn % dialects.len())
    };
    devices.iter().map(one_of).collect()
}
