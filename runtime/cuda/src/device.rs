//! The devices of a machine, and their properties as plain values.

use cudarc::driver::sys::CUdevice_attribute as Attribute;
use cudarc::driver::{DriverError, result};
use serde::Serialize;

use crate::driver;
use crate::error::CudaError;

/// The properties of a device. They are read without opening the device.
///
/// Studies store these fields, so none may be renamed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DeviceInfo {
    /// The device's number, as CUDA and `CUDA_VISIBLE_DEVICES` count.
    pub ordinal: usize,
    /// The device's name, such as `NVIDIA H100 80GB HBM3`.
    pub name: String,
    /// The device's unique number, in hexadecimal digits.
    pub uuid: String,
    /// The compute capability: 90 for 9.0.
    pub compute_capability: u32,
    /// The version of CUDA that the driver supports: 13000 for 13.0.
    pub cuda_version: i32,
    /// The version of the driver, such as `580.159.04`, if the system tells.
    pub driver_version: Option<String>,
    /// Number of multiprocessors.
    pub multiprocessors: u64,
    /// Size of the device's memory in bytes.
    pub global_memory: u64,
    /// Size of the second-level cache in bytes.
    pub l2_cache: u64,
    /// Size of the shared memory of a workgroup in bytes.
    pub shared_memory: u64,
    /// Number of 32-bit registers of a multiprocessor.
    pub registers: u64,
    /// Maximum number of work-items of a workgroup.
    pub max_workgroup_size: u64,
    /// Maximum number of work-items of a multiprocessor.
    pub max_resident_work_items: u64,
    /// Clock rate of the multiprocessors in MHz.
    pub clock_mhz: u64,
    /// Clock rate of the memory in MHz.
    pub memory_clock_mhz: u64,
    /// Width of the memory bus in bits.
    pub memory_bus_bits: u64,
    /// Whether all workgroups of a launch can be resident together.
    pub has_cooperative_launches: bool,
}

impl DeviceInfo {
    /// Returns the name of the architecture, such as `sm_90`.
    pub fn architecture(&self) -> String {
        format!("sm_{}", self.compute_capability)
    }

    /// Returns the version of CUDA that the driver supports, such as `13.0`.
    pub fn cuda(&self) -> String {
        format!("{}.{}", self.cuda_version / 1000, self.cuda_version % 1000 / 10)
    }

    /// Describes the device in a line.
    pub fn summary(&self) -> String {
        format!("cuda:{}: {}, {}", self.ordinal, self.name, self.architecture())
    }
}

/// Returns whether this machine may have a CUDA device, without starting the driver, which takes
/// some tenths of a second.
pub fn has_driver() -> bool {
    let has_file = |name: &&str| std::path::Path::new("/dev").join(name).exists();
    !cfg!(target_os = "linux") || ["nvidiactl", "dxg", "nvhost-gpu"].iter().any(has_file)
}

/// Returns the devices of this machine, in the driver's order.
///
/// # Errors
///
/// Returns [`CudaError::NoDriver`] or [`CudaError::NoDevice`] if there is none, or the driver's
/// error.
pub fn devices() -> Result<Vec<DeviceInfo>, CudaError> {
    let cuda_version = driver::start()?;
    let call = |error: DriverError| CudaError::Call {
        doing: "reading the properties of the devices".into(),
        reason: driver::words(error),
    };
    let count = result::device::get_count().map_err(call)?;
    if count == 0 {
        return Err(CudaError::NoDevice { reason: "the driver finds none".into() });
    }
    let driver_version = driver_version();
    (0..count)
        .map(|ordinal| read(ordinal, cuda_version, driver_version.clone()).map_err(call))
        .collect()
}

fn read(
    ordinal: i32,
    cuda_version: i32,
    driver_version: Option<String>,
) -> Result<DeviceInfo, DriverError> {
    let device = result::device::get(ordinal)?;
    // SAFETY: the device comes from the driver.
    let number = |attribute| unsafe { result::device::get_attribute(device, attribute) };
    let number = |attribute| number(attribute).map(|value| u64::try_from(value).unwrap_or(0));
    use Attribute as A;
    let major = number(A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
    let minor = number(A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
    let uuid = result::device::get_uuid(device)?;
    Ok(DeviceInfo {
        ordinal: ordinal as usize,
        name: result::device::get_name(device)?,
        uuid: uuid.bytes.iter().map(|byte| format!("{:02x}", *byte as u8)).collect(),
        compute_capability: (major * 10 + minor) as u32,
        cuda_version,
        driver_version,
        multiprocessors: number(A::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
        // SAFETY: the device comes from the driver.
        global_memory: unsafe { result::device::total_mem(device)? } as u64,
        l2_cache: number(A::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)?,
        shared_memory: number(A::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK)?,
        registers: number(A::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR)?,
        max_workgroup_size: number(A::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
        max_resident_work_items: number(A::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR)?,
        clock_mhz: number(A::CU_DEVICE_ATTRIBUTE_CLOCK_RATE)? / 1000,
        memory_clock_mhz: number(A::CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE)? / 1000,
        memory_bus_bits: number(A::CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH)?,
        has_cooperative_launches: number(A::CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH)? != 0,
    })
}

/// Returns the version of NVIDIA's driver, from the file of its kernel module.
fn driver_version() -> Option<String> {
    let text = std::fs::read_to_string("/proc/driver/nvidia/version").ok()?;
    version_in(&text)
}

fn version_in(text: &str) -> Option<String> {
    let is_version =
        |word: &&str| word.contains('.') && word.split('.').all(|part| part.parse::<u32>().is_ok());
    text.lines().next()?.split_whitespace().find(is_version).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_the_driver_is_the_number_with_dots() {
        let open =
            "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release Build";
        assert_eq!(version_in(open).as_deref(), Some("580.159.04"));
        let closed = "NVRM version: NVIDIA UNIX x86_64 Kernel Module  470.82.01  Wed Oct 27 21:21:55 UTC 2021";
        assert_eq!(version_in(closed).as_deref(), Some("470.82.01"));
        assert_eq!(version_in(""), None);
    }

    #[test]
    fn a_machine_without_a_driver_says_so() {
        match devices() {
            Ok(devices) => assert!(!devices.is_empty()),
            Err(error) => assert!(error.is_absence(), "{error}"),
        }
    }
}
