//! What a device can do, as far as it decides how OpenCL C is written for it.
//!
//! [`DeviceInfo`] is what the driver says, question by question and in the words of several versions of
//! OpenCL. This is what it comes to: one answer to each question that a dialect depends on. It is first
//! taken from the driver's claims, then put right by the [known quirks](crate::Correction).

use serde::{Deserialize, Serialize};

use crate::claims::FloatAtomics;
use crate::device::DeviceInfo;

/// Whether the driver's compiler optimises programs, and how it is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Optimisation {
    /// Whether it does, unless a dialect asks for the other.
    pub usual: bool,
    /// The build option by which it does; empty where it does so by itself.
    pub on: String,
    /// The build option by which it does not.
    pub off: String,
}

impl Optimisation {
    /// The build option for what a dialect asks.
    pub(crate) fn option(&self, asked: Option<bool>) -> &str {
        if asked.unwrap_or(self.usual) { &self.on } else { &self.off }
    }
}

impl Default for Optimisation {
    /// As OpenCL has it.
    fn default() -> Optimisation {
        Optimisation { usual: true, on: String::new(), off: "-cl-opt-disable".into() }
    }
}

/// The strongest order that atomics on global memory have between workgroups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryOrder {
    /// None: each is indivisible, and that is all.
    #[default]
    Relaxed,
    /// What is written before a release is seen after the acquire that reads it.
    AcquireRelease,
}

/// How far atomics on global memory reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryScope {
    /// The work-items of a workgroup.
    WorkGroup,
    /// All work-items of the device.
    #[default]
    Device,
}

/// What a device can do. The default is the least that OpenCL 1.2 promises.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capabilities {
    /// The strongest order of its atomics, at the scope below.
    pub atomic_order: MemoryOrder,
    /// The largest scope of its atomics, below that of several devices.
    pub atomic_scope: MemoryScope,
    /// Every atomic operation on 64-bit integers.
    pub int64_atomics: bool,
    /// Atomic operations on `float`, without a loop around a compare-and-swap.
    pub float_atomics: FloatAtomics,
    /// Atomic operations on `double`, likewise.
    pub double_atomics: FloatAtomics,
    /// Subgroups as OpenCL C has them: their places, barrier, broadcast, reductions and scans.
    pub subgroups: bool,
    /// `cl_intel_subgroups`.
    pub intel_subgroups: bool,
    /// `cl_khr_subgroup_ballot`.
    pub subgroup_ballot: bool,
    /// `cl_khr_subgroup_shuffle`.
    pub subgroup_shuffle: bool,
    /// `cl_khr_subgroup_non_uniform_arithmetic`: reductions by `and`, `or` and `xor`, too.
    pub subgroup_arithmetic: bool,
    /// Sizes of subgroups that a kernel can require (`cl_intel_required_subgroup_size`).
    pub required_subgroup_sizes: Vec<u64>,
    /// Whether a subgroup goes on whatever the other subgroups of its workgroup do.
    pub subgroup_forward_progress: bool,
    /// Collectives of a workgroup that OpenCL C 2.0 has.
    pub workgroup_collectives: bool,
    /// How often all loops of a work-item together may go round in one launch before they are ended,
    /// wherever they are; `None` where loops end when they are done.
    pub loop_limit: Option<u32>,
    /// The compute capability (90 for 9.0) where PTX can be written in inline assembly.
    pub ptx: Option<u64>,
    /// Whether the driver's compiler optimises.
    pub optimisation: Optimisation,
    /// What every program is built with, beside its own options.
    pub build_options: String,
    /// Whether the driver keeps built programs on disk itself, and builds all kernels once more where it is
    /// asked for a program's binary, so that nobody should ask.
    pub keeps_programs: bool,
    /// Whether the device notes which memory was initialised, and knows only whole buffers: what the
    /// host writes counts as all that there is, and what is noted of a buffer outlives it.
    pub notes_whole_buffers: bool,
}

impl Capabilities {
    /// Has every program built with an option more.
    pub(crate) fn add_build_option(&mut self, option: &str) {
        if !self.build_options.is_empty() {
            self.build_options.push(' ');
        }
        self.build_options.push_str(option);
    }

    /// What the driver's claims come to.
    pub(crate) fn claimed(device: &DeviceInfo) -> Capabilities {
        let (atomic_order, atomic_scope) = claimed_atomics(device);
        let has = |name: &str| device.has_extension(name);
        let subgroups = has("cl_khr_subgroups") || device.has_feature("__opencl_c_subgroups");
        Capabilities {
            atomic_order,
            atomic_scope,
            int64_atomics: device.int64_base_atomics && device.int64_extended_atomics,
            float_atomics: device.float_atomics.unwrap_or_default(),
            double_atomics: device.double_atomics.unwrap_or_default(),
            subgroups,
            intel_subgroups: has("cl_intel_subgroups"),
            subgroup_ballot: subgroups && has("cl_khr_subgroup_ballot"),
            subgroup_shuffle: subgroups && has("cl_khr_subgroup_shuffle"),
            subgroup_arithmetic: subgroups && has("cl_khr_subgroup_non_uniform_arithmetic"),
            required_subgroup_sizes: match has("cl_intel_required_subgroup_size") {
                true => device.subgroups.sizes.clone(),
                false => vec![],
            },
            subgroup_forward_progress: subgroups
                && device.subgroups.independent_forward_progress == Some(true),
            workgroup_collectives: device.opencl_version.starts_with("OpenCL 2.")
                || device.has_feature("__opencl_c_work_group_collective_functions"),
            loop_limit: None,
            ptx: None,
            optimisation: Optimisation::default(),
            build_options: String::new(),
            keeps_programs: false,
            notes_whole_buffers: false,
        }
    }
}

/// Order and scope. OpenCL 3.0 asks; 2.x has all of it; 1.x has no orders, and its atomics on global
/// memory reach all of the device.
fn claimed_atomics(device: &DeviceInfo) -> (MemoryOrder, MemoryScope) {
    match device.atomic_memory {
        // Oclgrind answers the questions of 3.0, and is a device of 1.2.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_version_promises_need_not_be_claimed() {
        for (version, order) in [
            ("OpenCL 1.2 (Oclgrind 21.10)", MemoryOrder::Relaxed),
            ("OpenCL 2.1", MemoryOrder::AcquireRelease),
            ("", MemoryOrder::Relaxed),
        ] {
            let device = DeviceInfo { opencl_version: version.into(), ..DeviceInfo::default() };
            let claimed = Capabilities::claimed(&device);
            assert_eq!((claimed.atomic_order, claimed.atomic_scope), (order, MemoryScope::Device));
        }
    }

    #[test]
    fn extensions_of_subgroups_without_subgroups_are_none() {
        let extensions = vec!["cl_khr_subgroup_ballot".into(), "cl_khr_subgroup_shuffle".into()];
        let claimed = Capabilities::claimed(&DeviceInfo { extensions, ..DeviceInfo::default() });
        assert_eq!(claimed, Capabilities::default());
    }
}
