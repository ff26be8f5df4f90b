//! The claims of a device about its atomics and subgroups, decoded from the bit sets of `CL/cl.h`
//! and `CL/cl_ext.h`.

use serde::{Deserialize, Serialize};

/// The memory orders and scopes that a device claims for its atomics (OpenCL 3.0, table 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AtomicCapabilities {
    /// Whether `memory_order_relaxed` is supported.
    pub relaxed: bool,
    /// Whether `memory_order_acquire`, `memory_order_release` and `memory_order_acq_rel` are
    /// supported.
    pub acquire_release: bool,
    /// Whether `memory_order_seq_cst` is supported.
    pub sequentially_consistent: bool,
    /// Whether `memory_scope_work_group` is supported.
    pub work_group_scope: bool,
    /// Whether `memory_scope_device` is supported.
    pub device_scope: bool,
    /// Whether `memory_scope_all_svm_devices` is supported.
    pub all_devices_scope: bool,
}

impl AtomicCapabilities {
    /// Decodes the bit set `cl_device_atomic_capabilities`.
    pub(crate) fn from_bits(bits: u64) -> AtomicCapabilities {
        let has = |bit: u32| bits & (1 << bit) != 0;
        AtomicCapabilities {
            relaxed: has(0),
            acquire_release: has(1),
            sequentially_consistent: has(2),
            work_group_scope: has(4),
            device_scope: has(5),
            all_devices_scope: has(6),
        }
    }
}

/// The atomic operations on floats of one width that a device claims (`cl_ext_float_atomics`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloatAtomics {
    /// Whether atomic addition is supported in global memory.
    pub global_add: bool,
    /// Whether atomic minimum and maximum are supported in global memory.
    pub global_min_max: bool,
    /// Whether atomic addition is supported in local memory.
    pub local_add: bool,
    /// Whether atomic minimum and maximum are supported in local memory.
    pub local_min_max: bool,
}

impl FloatAtomics {
    /// Decodes the bit set `cl_device_fp_atomic_capabilities_ext`.
    pub(crate) fn from_bits(bits: u64) -> FloatAtomics {
        let has = |bit: u32| bits & (1 << bit) != 0;
        FloatAtomics {
            global_add: has(1),
            global_min_max: has(2),
            local_add: has(17),
            local_min_max: has(18),
        }
    }
}

impl std::fmt::Display for FloatAtomics {
    /// Formats the operations for people: `add in global and local memory`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let memories = |global, local| match (global, local) {
            (true, true) => Some("global and local"),
            (true, false) => Some("global"),
            (false, true) => Some("local"),
            (false, false) => None,
        };
        let (add, min_max) = (
            memories(self.global_add, self.local_add),
            memories(self.global_min_max, self.local_min_max),
        );
        match (add, min_max) {
            (None, None) => f.write_str("none"),
            (Some(a), None) => write!(f, "add in {a} memory"),
            (None, Some(m)) => write!(f, "min and max in {m} memory"),
            (Some(a), Some(m)) => write!(f, "add in {a} memory, min and max in {m} memory"),
        }
    }
}

/// The claims of a device about subgroups.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubgroupFacts {
    /// The supported subgroup extensions, such as `cl_khr_subgroups` and `cl_khr_subgroup_ballot`.
    pub extensions: Vec<String>,
    /// The largest number of subgroups in a workgroup. 0 means that subgroups are not supported.
    /// `None` if the driver rejects the query.
    pub max_per_workgroup: Option<u64>,
    /// Whether the driver claims that a subgroup makes progress independently of the other
    /// subgroups of its workgroup. `None` if it rejects the query.
    pub independent_forward_progress: Option<bool>,
    /// The subgroup sizes that a kernel can require (`cl_intel_required_subgroup_size`). Empty
    /// without this extension.
    pub sizes: Vec<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atomic_capabilities_follow_the_bits_of_the_header() {
        // NVIDIA's driver 580 claims relaxed order and workgroup scope.
        let modest = AtomicCapabilities::from_bits(0b1_0001);
        assert!(modest.relaxed && modest.work_group_scope);
        assert!(!modest.acquire_release && !modest.device_scope);
        let full = AtomicCapabilities::from_bits(0b111_0111);
        assert!(full.acquire_release && full.device_scope && full.all_devices_scope);
    }

    #[test]
    fn float_atomics_follow_the_bits_of_the_header() {
        let all = FloatAtomics {
            global_add: true,
            global_min_max: true,
            local_add: true,
            local_min_max: true,
        };
        assert_eq!(FloatAtomics::from_bits(0x7_0007), all);
        assert_eq!(FloatAtomics::from_bits(0x1_0001), FloatAtomics::default());
        let global_add = FloatAtomics::from_bits(1 << 1);
        assert!(global_add.global_add && !global_add.global_min_max && !global_add.local_add);
    }
}
