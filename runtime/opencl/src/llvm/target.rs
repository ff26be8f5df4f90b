//! The forms in which drivers accept LLVM's code, and the options of the tools for each form.

use super::tools::Tools;
use crate::capabilities::LlvmTarget;
use crate::device::DeviceInfo;

/// Extensions and features of OpenCL C that the device library uses. clang otherwise claims all
/// that the target could have, whatever the device has.
const USED: [&str; 18] = [
    "cl_khr_fp64",
    "cl_khr_int64_base_atomics",
    "cl_khr_int64_extended_atomics",
    "cl_khr_subgroups",
    "cl_khr_subgroup_ballot",
    "cl_khr_subgroup_shuffle",
    "cl_khr_subgroup_non_uniform_arithmetic",
    "cl_intel_subgroups",
    "cl_intel_required_subgroup_size",
    "cl_ext_float_atomics",
    "__opencl_c_fp64",
    "__opencl_c_int64",
    "__opencl_c_subgroups",
    "__opencl_c_atomic_order_acq_rel",
    "__opencl_c_atomic_order_seq_cst",
    "__opencl_c_atomic_scope_device",
    "__opencl_c_ext_fp32_global_atomic_add",
    "__opencl_c_ext_fp64_global_atomic_add",
];

/// What the code depends on, apart from the source and the passes: the target and the device's
/// features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Machine {
    pub(super) target: LlvmTarget,
    /// The compute capability, for PTX.
    capability: u64,
    /// The extensions and features that the device has.
    features: Vec<&'static str>,
    /// Macros that the driver's own compiler defines and the device library tests.
    macros: Vec<&'static str>,
    /// The newest version of SPIR-V that the driver accepts, such as `1.4`.
    spirv: Option<String>,
    /// The only version of LLVM whose code the driver accepts.
    pub(super) only: Option<u32>,
}

impl Machine {
    /// Returns the machine of a device. Returns `None` if its driver does not accept LLVM's code.
    pub(super) fn of(device: &DeviceInfo) -> Option<Machine> {
        let target = device.capabilities.llvm?;
        let has = |name: &&str| {
            device.has_extension(name)
                || device.has_feature(name)
                // Drivers of OpenCL 1.2 have no features, but clang requires that both agree.
                || *name == "__opencl_c_fp64" && device.has_extension("cl_khr_fp64")
        };
        let is_pocl = device.platform_name == "Portable Computing Language";
        Some(Machine {
            target,
            capability: device.capabilities.ptx.unwrap_or(0),
            features: USED.into_iter().filter(has).collect(),
            macros: if is_pocl { vec!["-DPOCL_DEVICE_ADDRESS_BITS=64"] } else { vec![] },
            spirv: newest_spirv(&device.il_version),
            only: (target == LlvmTarget::Spir).then(|| llvm_version(device)).flatten(),
        })
    }

    /// Describes the machine for the key of the cache.
    pub(super) fn key(&self) -> String {
        format!("{self:?}")
    }

    /// Returns clang's options, apart from those of the program.
    pub(super) fn clang(&self, tools: &Tools) -> Vec<String> {
        let mut options = words("-x cl -S -emit-llvm");
        // The passes are opt's. Without `-O2`, clang forbids to optimise the functions.
        options.extend(words("-O2 -Xclang -disable-llvm-passes"));
        options.extend(words("-Xclang -finclude-default-header -Wno-everything"));
        let features: String = self.features.iter().map(|name| format!(",+{name}")).collect();
        options.extend(["-Xclang".into(), format!("-cl-ext=-all{features}")]);
        options.extend(self.macros.iter().map(|name| (*name).to_owned()));
        match self.target {
            LlvmTarget::Ptx => {
                let (processor, version) = self.ptx(tools.version);
                options.extend(words("-target nvptx64-nvidia-nvcl -Xclang -target-cpu -Xclang"));
                options.push(processor);
                options.extend(words("-Xclang -target-feature -Xclang"));
                options.push(format!("+{version}"));
                // Inline assembly is an extension in OpenCL C, which NVIDIA's compiler has.
                options.extend(words("-Dasm=__asm__ -DIGC_LIBCLC"));
                if let Some(library) = &tools.library {
                    options.extend(words("-Xclang -mlink-builtin-bitcode -Xclang"));
                    options.push(library.to_string_lossy().into_owned());
                }
            }
            LlvmTarget::SpirV | LlvmTarget::Spir => options.extend(words("-target spir64")),
        }
        options
    }

    /// Returns the options of the tool that writes the code.
    pub(super) fn backend(&self, tools: &Tools) -> Vec<String> {
        match self.target {
            LlvmTarget::Ptx => {
                let (processor, version) = self.ptx(tools.version);
                vec![format!("-mcpu={processor}"), format!("-mattr=+{version}")]
            }
            LlvmTarget::SpirV => {
                let mut options = words("--spirv-ext=+SPV_EXT_shader_atomic_float_add");
                options.extend(self.spirv.iter().map(|v| format!("--spirv-max-version={v}")));
                options
            }
            LlvmTarget::Spir => vec![],
        }
    }

    /// Returns the newest processor up to the device's that a version of LLVM knows, and the
    /// version of PTX for it. The driver compiles PTX for older processors, too.
    fn ptx(&self, llvm: u32) -> (String, &'static str) {
        let known = match llvm {
            ..16 => &[70, 72, 75, 80, 86][..],
            _ => &[70, 72, 75, 80, 86, 87, 89, 90],
        };
        let processor = known.iter().rev().find(|known| **known <= self.capability);
        let processor = processor.copied().unwrap_or(known[0]);
        (format!("sm_{processor}"), if processor >= 87 { "ptx78" } else { "ptx75" })
    }
}

/// Returns the newest version in a text such as `SPIR-V_1.0 SPIR-V_1.4`, up to 1.4, which the
/// translator of every version writes.
fn newest_spirv(il_version: &str) -> Option<String> {
    let minor = |word: &str| word.strip_prefix("SPIR-V_1.")?.parse::<u32>().ok();
    let newest = il_version.split_whitespace().filter_map(minor).max()?;
    Some(format!("1.{}", newest.min(4)))
}

/// Returns the version of LLVM that a platform's version names, as PoCL's does: `… LLVM 15.0.6, …`.
pub(crate) fn llvm_version(device: &DeviceInfo) -> Option<u32> {
    let (_, version) = device.platform_version.split_once("LLVM ")?;
    version.split('.').next()?.parse().ok()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_spirv_is_the_newest_of_both() {
        assert_eq!(newest_spirv("SPIR-V_1.0 SPIR-V_1.2").as_deref(), Some("1.2"));
        assert_eq!(newest_spirv("SPIR-V_1.6").as_deref(), Some("1.4"));
        assert_eq!(newest_spirv(""), None);
    }

    #[test]
    fn a_processor_is_at_most_the_devices_and_known_to_llvm() {
        let machine = |capability| Machine {
            target: LlvmTarget::Ptx,
            capability,
            features: vec![],
            macros: vec![],
            spirv: None,
            only: None,
        };
        assert_eq!(machine(90).ptx(19), ("sm_90".into(), "ptx78"));
        assert_eq!(machine(90).ptx(15), ("sm_86".into(), "ptx75"));
        assert_eq!(machine(120).ptx(19), ("sm_90".into(), "ptx78"));
        assert_eq!(machine(75).ptx(19), ("sm_75".into(), "ptx75"));
    }

    #[test]
    fn pocl_names_its_version_of_llvm() {
        let platform_version = "OpenCL 3.0 PoCL 3.1  Linux, RELOC, SPIR, LLVM 15.0.6, SLEEF".into();
        let device = DeviceInfo { platform_version, ..DeviceInfo::default() };
        assert_eq!(llvm_version(&device), Some(15));
        assert_eq!(llvm_version(&DeviceInfo::default()), None);
    }
}
