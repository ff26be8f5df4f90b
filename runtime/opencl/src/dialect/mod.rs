//! The dialect of OpenCL C for a device: one choice on each of a few axes.
//!
//! | axis | choices |
//! | --- | --- |
//! | [`Atomics`] | OpenCL 1.2's functions and fences; C11 atomics at device scope; NVIDIA's PTX |
//! | [`Wide`] | 64-bit atomics: native, or with locks |
//! | [`Floats`] | atomic float addition: native, or with compare-and-swap |
//! | [`Subgroups`] | none; Khronos; Intel; NVIDIA's warps with PTX |
//! | [`Compiler`] | the driver's; LLVM's tools |
//!
//! The device library (`stdlib/device/`) implements each choice and selects it by a macro. By
//! default, a device gets the best choices that its [capabilities](crate::Capabilities) and a
//! [trial](crate::trial) allow. A [`DialectRequest`] selects other choices for experiments.

mod request;

use serde::{Deserialize, Serialize};

use crate::capabilities::{Capabilities, MemoryOrder, MemoryScope};
pub use request::DialectRequest;
pub(crate) use request::{NO_LLVM, VARIANTS};

/// The implementation of atomic operations on 32-bit values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Atomics {
    /// OpenCL 1.2's `atomic_*` functions, which are relaxed, with `mem_fence` for ordering.
    #[default]
    OpenCl12,
    /// C11's `atomic_*_explicit` with acquire and release at device scope.
    C11Device,
    /// NVIDIA's PTX in inline assembly, at the scope of a GPU, for compute capability 7.0 or later.
    Ptx,
}

/// The implementation of atomic operations on 64-bit values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Wide {
    /// Native operations, as for 32-bit values.
    #[default]
    Native,
    /// 32-bit locks, for a device without 64-bit atomics.
    Locks,
}

/// The implementation of atomic additions of floats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Floats {
    /// A compare-and-swap loop.
    #[default]
    CompareAndSwap,
    /// Native operations, for the widths and memories for which the device has them.
    Native,
}

/// The implementation of subgroup operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Subgroups {
    /// No subgroup operations. Each work-item is a separate subgroup.
    #[default]
    None,
    /// The extension `cl_khr_subgroups`, with shuffles and votes if the extensions for them exist.
    Khronos,
    /// Intel's extension `cl_intel_subgroups`.
    Intel,
    /// Warps of 32 work-items, with NVIDIA's PTX in inline assembly.
    Ptx,
}

/// The compiler of the kernels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Compiler {
    /// The driver's compiler, which gets OpenCL C.
    #[default]
    Driver,
    /// LLVM's tools, whose code the driver gets.
    Llvm,
}

/// The dialect: how OpenCL C is written and built for a device. Every device with 64-bit atomics
/// supports the default dialect.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dialect {
    /// The implementation of atomic operations on 32-bit values.
    pub atomics: Atomics,
    /// The implementation of atomic operations on 64-bit values.
    pub wide: Wide,
    /// The implementation of atomic additions of floats.
    pub floats: Floats,
    /// The implementation of subgroup operations.
    pub subgroups: Subgroups,
    /// The subgroup size that every kernel requires, or `None` to let the driver choose.
    pub subgroup_size: Option<u32>,
    /// Whether the driver's compiler must optimise, or `None` for the device's
    /// [default](crate::Optimisation).
    #[serde(default)]
    pub optimised: Option<bool>,
    /// The compiler of the kernels.
    #[serde(default)]
    pub compiler: Compiler,
    /// NVIDIA's compute capability (90 for 9.0) if the dialect uses PTX, otherwise 0.
    pub ptx: u32,
    /// The build options for every program, which select the language standard.
    pub build_options: String,
}

impl std::fmt::Display for Dialect {
    /// Formats the dialect for people: `C11 atomics, no subgroups, -cl-std=CL3.0`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.atomics {
            Atomics::OpenCl12 => "OpenCL 1.2 atomics",
            Atomics::C11Device => "C11 atomics",
            Atomics::Ptx => "PTX atomics",
        })?;
        if self.wide == Wide::Locks {
            f.write_str(", locks for 64 bits")?;
        }
        if self.floats == Floats::Native {
            f.write_str(", float atomics")?;
        }
        f.write_str(match self.subgroups {
            Subgroups::None => ", no subgroups",
            Subgroups::Khronos => ", subgroups",
            Subgroups::Intel => ", Intel's subgroups",
            Subgroups::Ptx => ", warps as subgroups",
        })?;
        if let Some(size) = self.subgroup_size {
            write!(f, " of {size}")?;
        }
        match self.optimised {
            Some(true) => f.write_str(", optimised")?,
            Some(false) => f.write_str(", not optimised")?,
            None => {}
        }
        if self.compiler == Compiler::Llvm {
            f.write_str(", LLVM's tools")?;
        }
        write!(f, ", {}", self.build_options)
    }
}

impl Default for Dialect {
    fn default() -> Self {
        Dialect {
            atomics: Atomics::OpenCl12,
            wide: Wide::Native,
            floats: Floats::CompareAndSwap,
            subgroups: Subgroups::None,
            subgroup_size: None,
            optimised: None,
            compiler: Compiler::Driver,
            ptx: 0,
            build_options: OPENCL_C_12.to_owned(),
        }
    }
}

/// The build option for OpenCL C 1.2, used if a device does not support a later standard.
pub(crate) const OPENCL_C_12: &str = "-cl-std=CL1.2";

/// The build options of the standards that are tried for C11 atomics, newest first.
pub(crate) const C11_STANDARDS: &[&str] = &["-cl-std=CL3.0", "-cl-std=CL2.0"];

impl Dialect {
    /// Returns the best dialect for a device. `build_options` names the standard that a trial
    /// found.
    pub(crate) fn best(capabilities: &Capabilities, build_options: &str) -> Dialect {
        let ordered = capabilities.atomic_order == MemoryOrder::AcquireRelease
            && capabilities.atomic_scope == MemoryScope::Device;
        let is_c11 = C11_STANDARDS.contains(&build_options);
        Dialect {
            atomics: match capabilities.ptx {
                // NVIDIA's driver compiles relaxed C11 accesses as plain accesses: on an H200, two
                // loads of a word by one work-item were observed in the wrong order (`coherence` in
                // the self test).
                Some(LEAST_PTX..) => Atomics::Ptx,
                _ if is_c11 && ordered => Atomics::C11Device,
                _ => Atomics::OpenCl12,
            },
            wide: if capabilities.int64_atomics { Wide::Native } else { Wide::Locks },
            floats: match has_float_add(capabilities) && (is_c11 || capabilities.ptx.is_some()) {
                true => Floats::Native,
                false => Floats::CompareAndSwap,
            },
            subgroups: match capabilities {
                Capabilities { ptx: Some(_), .. } => Subgroups::Ptx,
                // OpenCL C 1.2 does not have subgroups, regardless of the device's claims.
                Capabilities { subgroups: true, .. } if is_c11 => Subgroups::Khronos,
                _ => Subgroups::None,
            },
            subgroup_size: None,
            optimised: None,
            compiler: Compiler::Driver,
            ptx: ptx(capabilities),
            build_options: build_options.to_owned(),
        }
    }
}

/// The first compute capability for which PTX has a memory model.
const LEAST_PTX: u64 = 70;

/// Returns the compute capability as the macros of the device library expect it; 0 without PTX.
fn ptx(capabilities: &Capabilities) -> u32 {
    capabilities.ptx.and_then(|capability| u32::try_from(capability).ok()).unwrap_or(0)
}

/// Returns whether a device has a native atomic float addition of any width in any memory.
fn has_float_add(capabilities: &Capabilities) -> bool {
    let widths = [capabilities.float_atomics, capabilities.double_atomics];
    widths.iter().any(|has| has.global_add || has.local_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered() -> Capabilities {
        Capabilities {
            atomic_order: MemoryOrder::AcquireRelease,
            int64_atomics: true,
            ..Capabilities::default()
        }
    }

    #[test]
    fn the_least_device_gets_opencl_12_and_locks() {
        let dialect = Dialect::best(&Capabilities::default(), OPENCL_C_12);
        assert_eq!(dialect, Dialect { wide: Wide::Locks, ..Dialect::default() });
    }

    #[test]
    fn what_a_trial_found_is_used_only_with_orders_at_device_scope() {
        for standard in C11_STANDARDS {
            assert_eq!(Dialect::best(&ordered(), standard).atomics, Atomics::C11Device);
            let narrow = Capabilities { atomic_scope: MemoryScope::WorkGroup, ..ordered() };
            assert_eq!(Dialect::best(&narrow, standard).atomics, Atomics::OpenCl12);
        }
    }

    #[test]
    fn subgroups_have_a_standard_that_knows_them() {
        let with = Capabilities { subgroups: true, ..ordered() };
        assert_eq!(Dialect::best(&with, "-cl-std=CL3.0").subgroups, Subgroups::Khronos);
        assert_eq!(Dialect::best(&with, OPENCL_C_12).subgroups, Subgroups::None);
        let nvidia = Capabilities { ptx: Some(90), ..ordered() };
        assert_eq!(Dialect::best(&nvidia, OPENCL_C_12).subgroups, Subgroups::Ptx);
        assert_eq!(Dialect::best(&nvidia, "-cl-std=CL3.0").atomics, Atomics::Ptx);
        let older = Capabilities { ptx: Some(61), ..ordered() };
        assert_eq!(Dialect::best(&older, "-cl-std=CL3.0").atomics, Atomics::C11Device);
        assert_eq!(Dialect::best(&ordered(), "-cl-std=CL3.0").subgroups, Subgroups::None);
    }

    #[test]
    fn a_dialect_says_what_is_not_usual() {
        let text = |dialect: Dialect| dialect.to_string();
        assert_eq!(text(Dialect::default()), "OpenCL 1.2 atomics, no subgroups, -cl-std=CL1.2");
        let all = Dialect {
            atomics: Atomics::Ptx,
            wide: Wide::Locks,
            floats: Floats::Native,
            subgroups: Subgroups::Intel,
            subgroup_size: Some(16),
            optimised: Some(false),
            compiler: Compiler::Llvm,
            ptx: 90,
            build_options: "-cl-std=CL3.0".into(),
        };
        assert_eq!(
            text(all),
            "PTX atomics, locks for 64 bits, float atomics, Intel's subgroups of 16, not optimised, \
             LLVM's tools, -cl-std=CL3.0"
        );
    }
}
