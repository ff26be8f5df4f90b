//! What the runtime must know about a GPU.

use crate::backend::DeviceKind;

/// What decides about the sizes of launches, the synchronisation of workgroups, and the programs that
/// a device can run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Name of the device, for messages.
    pub name: String,
    /// The kind of processor.
    pub kind: DeviceKind,
    /// Number of compute units (cores, multiprocessors).
    pub compute_units: u64,
    /// Maximum number of work-items of a workgroup, over all kernels.
    pub max_workgroup_size: usize,
    /// Size of the local memory of a workgroup in bytes.
    pub local_memory: u64,
    /// Size of the memory for the local arrays of all work-items of a workgroup in bytes, if it is
    /// limited.
    pub private_memory: Option<u64>,
    /// Size of the device's memory in bytes.
    pub global_memory: u64,
    /// Size of the largest buffer in bytes.
    pub max_allocation: u64,
    /// Whether the device computes with 64-bit floats.
    pub has_f64: bool,
    /// Whether atomic accesses to 64-bit values take locks, because the device has no such atomics.
    pub needs_locks: bool,
    /// The reason why workgroups of a launch cannot wait for each other, if they cannot.
    pub no_grid_barrier: Option<&'static str>,
    /// Maximum number of rounds of all loops of a work-item in a launch, if there is one. The
    /// work-items of such a device cannot wait for each other.
    pub loop_limit: Option<u32>,
    /// Whether a workgroup polls others with loads, which are much faster than atomic operations.
    pub polls_with_loads: bool,
}

impl Facts {
    /// Whether the device is a GPU.
    pub fn is_gpu(&self) -> bool {
        self.kind == DeviceKind::Gpu
    }
}

/// A device with little memory and without any special ability, for tests and for code that is compiled
/// without a device.
impl Default for Facts {
    fn default() -> Facts {
        Facts {
            name: String::new(),
            kind: DeviceKind::Other,
            compute_units: 1,
            max_workgroup_size: 256,
            local_memory: 32 << 10,
            private_memory: None,
            global_memory: 1 << 30,
            max_allocation: 1 << 28,
            has_f64: false,
            needs_locks: false,
            no_grid_barrier: None,
            loop_limit: None,
            polls_with_loads: false,
        }
    }
}
