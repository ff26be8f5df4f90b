//! The properties of a device, read once into a plain struct.
//!
//! No other code queries OpenCL about a device. If a driver rejects a query, the property is `None`
//! and never a guess. [`Capabilities`] combines the properties and corrects those that are known to
//! be wrong. The bindings end before OpenCL 3.0, so queries from versions after OpenCL 1.2 use the
//! numbers of the Khronos headers.

use cl_sys as cl;
use cl_sys::{cl_device_id, cl_platform_id};
use ocl::core::DeviceType;
use serde::{Deserialize, Serialize};

use crate::capabilities::{Capabilities, Correction, LlvmTarget, MemoryOrder, MemoryScope};
use crate::claims::{AtomicCapabilities, FloatAtomics, SubgroupFacts};
use crate::dialect::{Atomics, Dialect, DialectRequest, VARIANTS};
use crate::error::OpenClError;
use crate::query::{self, Subject};

/// `cl_device_info` constants that OpenCL 2.1, OpenCL 3.0 and extensions add (`CL/cl.h`,
/// `CL/cl_ext.h`).
mod later {
    pub const IL_VERSION: u32 = 0x105B;
    pub const MAX_NUM_SUB_GROUPS: u32 = 0x105C;
    pub const SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS: u32 = 0x105D;
    pub const ATOMIC_MEMORY_CAPABILITIES: u32 = 0x1063;
    pub const ATOMIC_FENCE_CAPABILITIES: u32 = 0x1064;
    pub const OPENCL_C_ALL_VERSIONS: u32 = 0x1066;
    pub const PREFERRED_WORK_GROUP_SIZE_MULTIPLE: u32 = 0x1067;
    pub const OPENCL_C_FEATURES: u32 = 0x106F;
    pub const COMPUTE_CAPABILITY_MAJOR_NV: u32 = 0x4000;
    pub const COMPUTE_CAPABILITY_MINOR_NV: u32 = 0x4001;
    pub const SUB_GROUP_SIZES_INTEL: u32 = 0x4108;
    pub const SINGLE_FP_ATOMIC_CAPABILITIES: u32 = 0x4231;
    pub const DOUBLE_FP_ATOMIC_CAPABILITIES: u32 = 0x4232;
}

/// The kind of processor of a device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceKind {
    /// The processor of the host.
    Cpu,
    /// A graphics processor.
    Gpu,
    /// A processor for computing that is neither a CPU nor a GPU.
    Accelerator,
    /// A kind of processor for which OpenCL 1.2 has no name.
    #[default]
    Other,
}

impl DeviceKind {
    /// The word with which a user selects this kind of device.
    pub fn name(self) -> &'static str {
        match self {
            DeviceKind::Cpu => "cpu",
            DeviceKind::Gpu => "gpu",
            DeviceKind::Accelerator => "accelerator",
            DeviceKind::Other => "other",
        }
    }
}

/// The properties of a device. The default, for tests, is a device without a name or capabilities.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceInfo {
    /// Index of the device in the list of devices, from 0, in the order of the loader's platforms.
    pub index: usize,
    /// Name of the platform (the driver) that provides the device.
    pub platform_name: String,
    /// Vendor of the platform.
    pub platform_vendor: String,
    /// Version of the platform, including the driver's additional text.
    pub platform_version: String,
    /// Name of the device.
    pub name: String,
    /// Vendor of the device.
    pub vendor: String,
    /// Version of the driver.
    pub driver_version: String,
    /// The kind of processor.
    pub kind: DeviceKind,
    /// `CL_DEVICE_VERSION`: the OpenCL version of the interface.
    pub opencl_version: String,
    /// `CL_DEVICE_OPENCL_C_VERSION`: the language version that is used if the options do not name
    /// one.
    pub opencl_c_version: String,
    /// All language versions that can be selected, such as `3.0`. Empty before OpenCL 3.0.
    pub opencl_c_versions: Vec<String>,
    /// Optional features of OpenCL C 3.0, such as `__opencl_c_atomic_scope_device`. Empty before
    /// 3.0.
    pub opencl_c_features: Vec<String>,
    /// The intermediate languages that the driver accepts, such as `SPIR-V_1.2`. Empty if it accepts
    /// none.
    pub il_version: String,
    /// Names of the extensions.
    pub extensions: Vec<String>,
    /// Number of compute units (cores, multiprocessors).
    pub compute_units: u64,
    /// Maximum number of work-items in a workgroup, over all kernels.
    pub max_workgroup_size: u64,
    /// The preferred multiple of workgroup sizes (warp, wavefront, vector), over all kernels.
    pub preferred_workgroup_multiple: Option<u64>,
    /// Size of the local memory of a workgroup in bytes.
    pub local_memory: u64,
    /// Whether local memory is dedicated memory and not a part of global memory.
    pub local_memory_is_dedicated: bool,
    /// Size of the global memory in bytes.
    pub global_memory: u64,
    /// Size of the cache of global memory in bytes.
    pub global_cache: u64,
    /// Largest size of one buffer in bytes.
    pub max_allocation: u64,
    /// Size of a pointer on the device in bits.
    pub address_bits: u64,
    /// Whether the device is little-endian.
    pub little_endian: bool,
    /// Whether the device and the host share memory.
    pub host_unified_memory: bool,
    /// Claims about atomic operations, or `None` before OpenCL 3.0.
    pub atomic_memory: Option<AtomicCapabilities>,
    /// Claims about fences, or `None` before OpenCL 3.0.
    pub atomic_fences: Option<AtomicCapabilities>,
    /// Claims about subgroups.
    pub subgroups: SubgroupFacts,
    /// Whether the device has `cl_khr_int64_base_atomics`: 64-bit add, exchange, compare-exchange.
    pub int64_base_atomics: bool,
    /// Whether the device has `cl_khr_int64_extended_atomics`: 64-bit min, max, and, or, xor.
    pub int64_extended_atomics: bool,
    /// Whether the device supports arithmetic on `double`.
    pub fp64: bool,
    /// Claims about atomic operations on `float`, or `None` without `cl_ext_float_atomics`.
    pub float_atomics: Option<FloatAtomics>,
    /// Claims about atomic operations on `double`, or `None` without `cl_ext_float_atomics`.
    pub double_atomics: Option<FloatAtomics>,
    /// Compute capability of an NVIDIA device, 90 for 9.0 (`cl_nv_device_attribute_query`).
    pub compute_capability: Option<u64>,
    /// Resolution of the timer for profiling in nanoseconds.
    pub profiling_timer_resolution: u64,
    /// The capabilities of the device: the driver's claims, with corrections.
    pub capabilities: Capabilities,
    /// The corrections of the driver's claims, with reasons.
    pub corrections: Vec<Correction>,
    /// The dialect of OpenCL C for the device, which follows from its capabilities and a trial.
    pub dialect: Dialect,
    /// The ids of the device, or `None` if the properties were read from a file.
    #[serde(skip)]
    pub(crate) id: Option<DeviceId>,
}

/// The OpenCL ids of a device and its platform. They are valid as long as the process runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeviceId {
    pub(crate) platform: cl_platform_id,
    pub(crate) device: cl_device_id,
}

// SAFETY: the ids of platforms and root devices are valid until the process ends, and any thread
// may make OpenCL calls with them.
unsafe impl Send for DeviceId {}
// SAFETY: the reason is the same as for `Send`.
unsafe impl Sync for DeviceId {}

impl DeviceInfo {
    /// Reads the properties of a device. Its capabilities and its dialect are the defaults: the
    /// capabilities follow from the properties and the known quirks, and the dialect needs a trial.
    pub(crate) fn read(index: usize, id: DeviceId) -> DeviceInfo {
        let platform = Subject::Platform(id.platform);
        let device = Subject::Device(id.device);
        let number = |param: u32| device.number(param).unwrap_or(0);
        let extensions: Vec<String> =
            device.text(cl::CL_DEVICE_EXTENSIONS).split_whitespace().map(str::to_owned).collect();
        let has = |name: &str| extensions.iter().any(|extension| extension == name);
        DeviceInfo {
            index,
            platform_name: platform.text(cl::CL_PLATFORM_NAME),
            platform_vendor: platform.text(cl::CL_PLATFORM_VENDOR),
            platform_version: platform.text(cl::CL_PLATFORM_VERSION),
            name: device.text(cl::CL_DEVICE_NAME),
            vendor: device.text(cl::CL_DEVICE_VENDOR),
            driver_version: device.text(cl::CL_DRIVER_VERSION),
            kind: kind(number(cl::CL_DEVICE_TYPE)),
            opencl_version: device.text(cl::CL_DEVICE_VERSION),
            opencl_c_version: device.text(cl::CL_DEVICE_OPENCL_C_VERSION),
            opencl_c_versions: versions(device),
            opencl_c_features: features(device),
            il_version: device.text(later::IL_VERSION),
            compute_units: number(cl::CL_DEVICE_MAX_COMPUTE_UNITS),
            max_workgroup_size: number(cl::CL_DEVICE_MAX_WORK_GROUP_SIZE),
            preferred_workgroup_multiple: device.number(later::PREFERRED_WORK_GROUP_SIZE_MULTIPLE),
            local_memory: number(cl::CL_DEVICE_LOCAL_MEM_SIZE),
            local_memory_is_dedicated: number(cl::CL_DEVICE_LOCAL_MEM_TYPE)
                == u64::from(cl::CL_LOCAL),
            global_memory: number(cl::CL_DEVICE_GLOBAL_MEM_SIZE),
            global_cache: number(cl::CL_DEVICE_GLOBAL_MEM_CACHE_SIZE),
            max_allocation: number(cl::CL_DEVICE_MAX_MEM_ALLOC_SIZE),
            address_bits: number(cl::CL_DEVICE_ADDRESS_BITS),
            little_endian: device.flag(cl::CL_DEVICE_ENDIAN_LITTLE).unwrap_or(true),
            host_unified_memory: device.flag(cl::CL_DEVICE_HOST_UNIFIED_MEMORY).unwrap_or(false),
            atomic_memory: device
                .number(later::ATOMIC_MEMORY_CAPABILITIES)
                .map(AtomicCapabilities::from_bits),
            atomic_fences: device
                .number(later::ATOMIC_FENCE_CAPABILITIES)
                .map(AtomicCapabilities::from_bits),
            subgroups: subgroups(device, &extensions),
            int64_base_atomics: has("cl_khr_int64_base_atomics"),
            int64_extended_atomics: has("cl_khr_int64_extended_atomics"),
            fp64: has("cl_khr_fp64"),
            float_atomics: device
                .number(later::SINGLE_FP_ATOMIC_CAPABILITIES)
                .map(FloatAtomics::from_bits),
            double_atomics: device
                .number(later::DOUBLE_FP_ATOMIC_CAPABILITIES)
                .map(FloatAtomics::from_bits),
            compute_capability: compute_capability(device),
            profiling_timer_resolution: number(cl::CL_DEVICE_PROFILING_TIMER_RESOLUTION),
            capabilities: Capabilities::default(),
            corrections: vec![],
            dialect: Dialect::default(),
            id: Some(id),
            extensions,
        }
    }

    /// Returns whether the device supports an extension.
    pub fn has_extension(&self, name: &str) -> bool {
        self.extensions.iter().any(|extension| extension == name)
    }

    /// Returns whether the device supports an optional feature of OpenCL C 3.0.
    pub fn has_feature(&self, name: &str) -> bool {
        self.opencl_c_features.iter().any(|feature| feature == name)
    }

    /// Combines the driver's claims into capabilities, without corrections.
    pub(crate) fn claimed_capabilities(&self) -> Capabilities {
        let (atomic_order, atomic_scope) = claimed_atomics(self);
        let has = |name: &str| self.has_extension(name);
        let subgroups = has("cl_khr_subgroups") || self.has_feature("__opencl_c_subgroups");
        Capabilities {
            atomic_order,
            atomic_scope,
            int64_atomics: self.int64_base_atomics && self.int64_extended_atomics,
            float_atomics: self.float_atomics.unwrap_or_default(),
            double_atomics: self.double_atomics.unwrap_or_default(),
            subgroups,
            intel_subgroups: has("cl_intel_subgroups"),
            subgroup_ballot: subgroups && has("cl_khr_subgroup_ballot"),
            subgroup_shuffle: subgroups && has("cl_khr_subgroup_shuffle"),
            subgroup_arithmetic: subgroups && has("cl_khr_subgroup_non_uniform_arithmetic"),
            required_subgroup_sizes: match has("cl_intel_required_subgroup_size") {
                true => self.subgroups.sizes.clone(),
                false => vec![],
            },
            subgroup_forward_progress: subgroups
                && self.subgroups.independent_forward_progress == Some(true),
            llvm: self.il_version.contains("SPIR-V_1.").then_some(LlvmTarget::SpirV),
            workgroup_collectives: self.opencl_version.starts_with("OpenCL 2.")
                || self.has_feature("__opencl_c_work_group_collective_functions"),
            ..Capabilities::default()
        }
    }

    /// Returns the device in several dialects, for tests: in its own dialect, in that of OpenCL
    /// 1.2, which every device supports, and with each other supported choice on each axis. Choices
    /// that are known to be incorrect are left out, although users can request them: on a device
    /// whose atomics use PTX, other atomics are not coherent.
    pub fn dialects(&self) -> Vec<DeviceInfo> {
        let mut all = vec![self.clone()];
        for request in VARIANTS {
            let request: DialectRequest = request.parse().expect("a variant is a dialect");
            if let Ok(device) = self.with_dialect(&request)
                && (self.dialect.atomics != Atomics::Ptx || device.dialect.atomics == Atomics::Ptx)
                && all.iter().all(|known| known.dialect != device.dialect)
            {
                all.push(device);
            }
        }
        all
    }

    /// Returns the device with the requested dialect. Axes that `request` does not name keep the
    /// device's choice.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::Dialect`], which names the missing feature, if the device does not
    /// support the dialect.
    pub fn with_dialect(&self, request: &DialectRequest) -> Result<DeviceInfo, OpenClError> {
        match request.dialect(&self.capabilities, &self.dialect) {
            Ok(dialect) => Ok(DeviceInfo { dialect, ..self.clone() }),
            Err((choice, lacks)) => {
                Err(OpenClError::Dialect { device: self.name.clone(), choice, lacks })
            }
        }
    }

    /// Describes the device in one line: index, name, platform and kind.
    pub fn summary(&self) -> String {
        format!("{}: {} [{}, {}]", self.index, self.name, self.platform_name, self.kind.name())
    }
}

/// Returns the claimed memory order and scope of atomics. OpenCL 3.0 has queries for them. OpenCL
/// 2.x guarantees all of them. OpenCL 1.x has no orders, and its atomics on global memory have the
/// scope of the device.
fn claimed_atomics(device: &DeviceInfo) -> (MemoryOrder, MemoryScope) {
    match device.atomic_memory {
        // Oclgrind answers OpenCL 3.0's queries, but it is an OpenCL 1.2 device.
        _ if device.opencl_version.starts_with("OpenCL 1.") => Default::default(),
        Some(claims) => {
            let order = match claims.acquire_release {
                true => MemoryOrder::AcquireRelease,
                false => MemoryOrder::Relaxed,
            };
            let scope = match claims.device_scope {
                true => MemoryScope::Device,
                false => MemoryScope::WorkGroup,
            };
            (order, scope)
        }
        None if device.opencl_version.starts_with("OpenCL 2.") => {
            (MemoryOrder::AcquireRelease, MemoryScope::Device)
        }
        None => Default::default(),
    }
}

fn kind(bits: u64) -> DeviceKind {
    let bits = DeviceType::from_bits_truncate(bits);
    if bits.contains(DeviceType::GPU) {
        DeviceKind::Gpu
    } else if bits.contains(DeviceType::CPU) {
        DeviceKind::Cpu
    } else if bits.contains(DeviceType::ACCELERATOR) {
        DeviceKind::Accelerator
    } else {
        DeviceKind::Other
    }
}

fn subgroups(device: Subject, extensions: &[String]) -> SubgroupFacts {
    let sizes = device.bytes(later::SUB_GROUP_SIZES_INTEL).unwrap_or_default();
    SubgroupFacts {
        extensions: extensions.iter().filter(|name| name.contains("subgroup")).cloned().collect(),
        max_per_workgroup: device.number(later::MAX_NUM_SUB_GROUPS),
        independent_forward_progress: device.flag(later::SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS),
        sizes: sizes
            .chunks_exact(size_of::<usize>())
            .filter_map(|bytes| Some(usize::from_ne_bytes(bytes.try_into().ok()?) as u64))
            .collect(),
    }
}

/// Returns the compute capability as one number, or `None` if the driver rejects the queries.
fn compute_capability(device: Subject) -> Option<u64> {
    let major = device.number(later::COMPUTE_CAPABILITY_MAJOR_NV)?;
    let minor = device.number(later::COMPUTE_CAPABILITY_MINOR_NV)?;
    major.checked_mul(10)?.checked_add(minor)
}

/// Returns the entries of an answer of type `cl_name_version[]`. Each entry has a name of 64 bytes
/// and a packed version.
fn name_versions(device: Subject, param: u32) -> Vec<(String, u32)> {
    let bytes = device.bytes(param).unwrap_or_default();
    let entry = |entry: &[u8]| {
        let (version, name) = entry.split_first_chunk::<4>()?;
        Some((query::text(name), u32::from_ne_bytes(*version)))
    };
    bytes.chunks_exact(68).filter_map(entry).collect()
}

fn versions(device: Subject) -> Vec<String> {
    // `cl_version` has the major version in the upper 10 bits, and the minor version in the next 10
    // bits.
    let text = |version: u32| format!("{}.{}", version >> 22, (version >> 12) & 0x3ff);
    let found = name_versions(device, later::OPENCL_C_ALL_VERSIONS);
    found.into_iter().map(|(_, version)| text(version)).collect()
}

fn features(device: Subject) -> Vec<String> {
    name_versions(device, later::OPENCL_C_FEATURES).into_iter().map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gpu_that_is_also_the_default_device_is_a_gpu() {
        assert_eq!(kind(0b101), DeviceKind::Gpu);
        assert_eq!(kind(0b010), DeviceKind::Cpu);
        assert_eq!(kind(1 << 4), DeviceKind::Other);
    }

    #[test]
    fn what_a_version_promises_need_not_be_claimed() {
        for (version, order) in [
            ("OpenCL 1.2 (Oclgrind 21.10)", MemoryOrder::Relaxed),
            ("OpenCL 2.1", MemoryOrder::AcquireRelease),
            ("", MemoryOrder::Relaxed),
        ] {
            let device = DeviceInfo { opencl_version: version.into(), ..DeviceInfo::default() };
            let claimed = device.claimed_capabilities();
            assert_eq!((claimed.atomic_order, claimed.atomic_scope), (order, MemoryScope::Device));
        }
    }

    #[test]
    fn extensions_of_subgroups_without_subgroups_are_none() {
        let extensions = vec!["cl_khr_subgroup_ballot".into(), "cl_khr_subgroup_shuffle".into()];
        let device = DeviceInfo { extensions, ..DeviceInfo::default() };
        let claimed = device.claimed_capabilities();
        assert_eq!(claimed, Capabilities::default());
    }
}
