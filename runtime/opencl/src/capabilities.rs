//! The capabilities of a device that determine which OpenCL C is generated for it.
//!
//! [`DeviceInfo`](crate::DeviceInfo) holds the driver's answers to single queries, in the terms of
//! several versions of OpenCL. [`Capabilities`] combines them into one answer per question that a
//! dialect depends on. It starts from the driver's claims and is then corrected by the [known
//! quirks](crate::Correction).

use serde::{Deserialize, Serialize};

use crate::claims::FloatAtomics;

/// The default of the driver's compiler for optimisation, and the build options that control it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Optimisation {
    /// Whether programs are optimised by default. A dialect may request the opposite.
    pub usual: bool,
    /// The build option that enables optimisation. Empty if no option is necessary.
    pub on: String,
    /// The build option that disables optimisation.
    pub off: String,
}

impl Optimisation {
    /// Returns the build option for the dialect's request `asked`. If the request is `None`,
    /// returns the option for the device's default.
    pub(crate) fn option(&self, asked: Option<bool>) -> &str {
        if asked.unwrap_or(self.usual) { &self.on } else { &self.off }
    }
}

impl Default for Optimisation {
    /// Returns OpenCL's default: programs are optimised unless an option disables it.
    fn default() -> Optimisation {
        Optimisation { usual: true, on: String::new(), off: "-cl-opt-disable".into() }
    }
}

/// The strongest memory order that atomics on global memory provide between workgroups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryOrder {
    /// Atomics are indivisible but do not order other accesses.
    #[default]
    Relaxed,
    /// Writes before a release are visible after the acquire that reads the released value.
    AcquireRelease,
}

/// The scope of atomics on global memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryScope {
    /// Atomics are atomic only with respect to the work-items of one workgroup.
    WorkGroup,
    /// Atomics are atomic with respect to all work-items of the device.
    #[default]
    Device,
}

/// The form in which a driver accepts code that LLVM compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LlvmTarget {
    /// NVIDIA's PTX, as the binary of a program.
    Ptx,
    /// SPIR-V, as the intermediate language of a program.
    SpirV,
    /// SPIR: LLVM's bitcode with OpenCL's names, as the binary of a program.
    Spir,
}

/// The capabilities of a device. The default is the minimum that OpenCL 1.2 guarantees.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Capabilities {
    /// The strongest memory order of the device's atomics, at the scope `atomic_scope`.
    pub atomic_order: MemoryOrder,
    /// The largest scope of the device's atomics, at most the whole device.
    pub atomic_scope: MemoryScope,
    /// Whether the device has all atomic operations on 64-bit integers.
    pub int64_atomics: bool,
    /// The native atomic operations on `float`, which do not need a compare-and-swap loop.
    pub float_atomics: FloatAtomics,
    /// The native atomic operations on `double`, which do not need a compare-and-swap loop.
    pub double_atomics: FloatAtomics,
    /// Whether the device has OpenCL C's subgroups: ids, barrier, broadcast, reductions and scans.
    pub subgroups: bool,
    /// Whether the device has `cl_intel_subgroups`.
    pub intel_subgroups: bool,
    /// Whether the device has `cl_khr_subgroup_ballot`.
    pub subgroup_ballot: bool,
    /// Whether the device has `cl_khr_subgroup_shuffle`.
    pub subgroup_shuffle: bool,
    /// Whether the device has `cl_khr_subgroup_non_uniform_arithmetic`, with reductions by `and`,
    /// `or` and `xor`.
    pub subgroup_arithmetic: bool,
    /// The subgroup sizes that a kernel can require (`cl_intel_required_subgroup_size`).
    pub required_subgroup_sizes: Vec<u64>,
    /// Whether a subgroup makes progress independently of the other subgroups of its workgroup.
    pub subgroup_forward_progress: bool,
    /// Whether the device has OpenCL C 2.0's collectives of a workgroup.
    pub workgroup_collectives: bool,
    /// Maximum number of iterations that all loops of a work-item may run in one launch. The driver
    /// ends loops that exceed this number, wherever they are. `None` if there is no limit.
    pub loop_limit: Option<u32>,
    /// The compute capability (90 for 9.0) if inline assembly in PTX is supported. `None` if it is
    /// not.
    pub ptx: Option<u64>,
    /// The default for optimisation by the driver's compiler, and the options that control it.
    pub optimisation: Optimisation,
    /// The build options for every program, in addition to the program's own options.
    pub build_options: String,
    /// The form in which the driver accepts code that LLVM's tools compiled. `None` if it does not.
    pub llvm: Option<LlvmTarget>,
    /// Whether the driver caches built programs itself and builds all kernels again when a
    /// program's binary is requested. For such a driver, igc does not request binaries.
    pub keeps_programs: bool,
    /// Whether workgroups may have the size that a kernel requires (`reqd_work_group_size`), even if
    /// the driver reports that the kernel supports only smaller ones.
    pub runs_required_sizes: bool,
    /// Whether the device (a simulator) records which memory is initialised, but only for whole
    /// buffers. A write by the host then replaces the record of the whole buffer, and a new buffer
    /// may inherit the record of a released one.
    pub notes_whole_buffers: bool,
}

impl Capabilities {
    /// Adds a build option for every program.
    pub(crate) fn add_build_option(&mut self, option: &str) {
        if !self.build_options.is_empty() {
            self.build_options.push(' ');
        }
        self.build_options.push_str(option);
    }
}

/// A correction: a capability whose true value differs from the driver's claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// The name of the field in [`Capabilities`].
    pub capability: String,
    /// The value that the driver claims.
    pub claimed: String,
    /// The true value of the capability.
    pub corrected: String,
    /// The name of the quirk.
    pub quirk: String,
    /// The reason for the correction.
    pub reason: String,
    /// The source or the experiment that shows the true value.
    pub source: String,
}
