//! Known differences between devices and the claims of their drivers.
//!
//! The table [`QUIRKS`] lists, for each quirk, the devices and the capability that it concerns, the
//! true value, and the evidence. A quirk may remove a capability that does not work, or add one
//! that a driver does not report. Each quirk that changes a capability produces a [`Correction`],
//! which `igc devices` shows, so that users can find and question it.

use crate::capabilities::{
    Capabilities, Correction, LlvmTarget, MemoryOrder, MemoryScope, Optimisation,
};
use crate::device::{DeviceInfo, DeviceKind};
use crate::llvm::llvm_version;

/// A known difference between a device and its driver's claims.
struct Quirk {
    name: &'static str,
    applies: fn(&DeviceInfo) -> bool,
    /// The field of the capabilities that the quirk changes.
    capability: &'static str,
    show: fn(&Capabilities) -> String,
    correct: fn(&mut Capabilities, &DeviceInfo),
    reason: &'static str,
    source: &'static str,
}

/// All quirks, in the order in which they are applied.
const QUIRKS: &[Quirk] = &[
    Quirk {
        name: "nvidia-ptx",
        applies: is_nvidia,
        capability: "ptx",
        show: |found| found.ptx.map_or("none".into(), |capability| format!("sm_{capability}")),
        correct: |found, device| found.ptx = device.compute_capability,
        reason: "no extension announces it, but the driver's compiler accepts inline assembly",
        source: "observed with driver 580 on an H200; PTX ISA, chapter \"Instruction Set\"",
    },
    Quirk {
        name: "nvidia-ptx-programs",
        applies: has_volta_memory_model,
        capability: "llvm",
        show: show_llvm,
        correct: |found, _| found.llvm = Some(LlvmTarget::Ptx),
        reason: "the driver accepts PTX as the binary of a program, and returns PTX as such",
        source: "PTX ISA, `.ptr` attributes of kernel parameters in OpenCL",
    },
    Quirk {
        name: "nvidia-atomic-order",
        applies: has_volta_memory_model,
        capability: "atomic_order",
        show: |found| format!("{:?}", found.atomic_order),
        correct: |found, _| found.atomic_order = MemoryOrder::AcquireRelease,
        reason: "the hardware has ld.acquire, st.release and atom.acq_rel from sm_70 on",
        source: "PTX ISA, \"Memory Consistency Model\"; built and run on an H200",
    },
    Quirk {
        name: "nvidia-atomic-scope",
        applies: has_volta_memory_model,
        capability: "atomic_scope",
        show: |found| format!("{:?}", found.atomic_scope),
        correct: |found, _| found.atomic_scope = MemoryScope::Device,
        reason: "these instructions also have the scope .gpu, which is that of a device",
        source: "PTX ISA, \"Memory Consistency Model\", Scope; built and run on an H200",
    },
    Quirk {
        name: "nvidia-forward-progress",
        applies: has_volta_memory_model,
        capability: "subgroup_forward_progress",
        show: |found| yes_or_no(found.subgroup_forward_progress),
        correct: |found, _| found.subgroup_forward_progress = true,
        reason: "warps are scheduled independently; the driver does not report this because it \
                 does not support subgroups",
        source: "NVIDIA, \"Tesla V100 GPU Architecture\", Independent Thread Scheduling",
    },
    Quirk {
        name: "nvidia-required-sizes",
        applies: is_nvidia,
        capability: "runs_required_sizes",
        show: |found| yes_or_no(found.runs_required_sizes),
        correct: |found, _| found.runs_required_sizes = true,
        reason: "the driver reports that kernels support fewer than 512 work-items, but runs \
                 kernels that require 512, for which its compiler limits the registers",
        source: "PTX ISA, .reqntid; 1,520 results of workgroups of 512 were correct with driver \
                 580 on an H200",
    },
    Quirk {
        name: "nvidia-float-add",
        applies: is_nvidia_with::<20>,
        capability: "float_atomics",
        show: |found| found.float_atomics.to_string(),
        correct: |found, _| {
            found.float_atomics.global_add = true;
            found.float_atomics.local_add = true;
        },
        reason: "PTX has atom.add.f32 from sm_20 on",
        source: "PTX ISA, atom",
    },
    Quirk {
        name: "nvidia-double-add",
        applies: is_nvidia_with::<60>,
        capability: "double_atomics",
        show: |found| found.double_atomics.to_string(),
        correct: |found, _| {
            found.double_atomics.global_add = true;
            found.double_atomics.local_add = true;
        },
        reason: "PTX has atom.add.f64 from sm_60 on",
        source: "PTX ISA, atom",
    },
    Quirk {
        name: "pocl-forward-progress",
        applies: is_pocl_cpu,
        capability: "subgroup_forward_progress",
        show: |found| yes_or_no(found.subgroup_forward_progress),
        correct: |found, _| found.subgroup_forward_progress = false,
        reason: "between two barriers, one thread runs the work-items of a workgroup in a loop; a \
                 work-item that waits for a later one waits forever, although newer versions \
                 claim independent progress",
        source: "PoCL's manual, \"Kernel compiler\", work-item loops",
    },
    Quirk {
        name: "pocl-subgroups",
        applies: is_pocl_cpu,
        capability: "subgroups",
        show: |found| yes_or_no(found.subgroups),
        correct: |found, _| {
            found.subgroups = false;
            found.intel_subgroups = false;
            found.subgroup_ballot = false;
            found.subgroup_shuffle = false;
            found.subgroup_arithmetic = false;
            found.required_subgroup_sizes.clear();
        },
        reason: "subgroup sums are sometimes wrong if several threads run workgroups; disabling \
                 subgroups costs nothing, because one thread runs a whole workgroup",
        source: "observed with PoCL 5.0 (LLVM 16): with wg, coop-cv and oitergb, about half of the \
                 runs of mis_pannotia on two threads did not end; all runs on one thread or \
                 without subgroups did",
    },
    Quirk {
        name: "pocl-binaries",
        applies: is_pocl_cpu,
        capability: "keeps_programs",
        show: |found| yes_or_no(found.keeps_programs),
        correct: |found, _| found.keeps_programs = true,
        reason: "when igc requests a program's binary, PoCL compiles every kernel for workgroups \
                 of any size, which is slow, and later again for the launched size; PoCL also has \
                 its own cache",
        source: "PoCL, lib/CL/devices/common_driver.c, pocl_driver_build_poclbinary; observed with \
                 PoCL 3.1: a first run of mst_single_wl with wg, sg, fg8, coop-cv and oitergb took \
                 17 s with a binary and 6 s without",
    },
    Quirk {
        name: "pocl-spir",
        applies: |device| is_pocl_cpu(device) && accepts_spir(device),
        capability: "llvm",
        show: show_llvm,
        correct: |found, _| found.llvm = found.llvm.or(Some(LlvmTarget::Spir)),
        reason: "the driver accepts the bitcode of its own version of LLVM as SPIR",
        source: "observed with PoCL 3.1 (LLVM 15)",
    },
    Quirk {
        name: "pocl-assembly",
        applies: is_pocl_3_cpu,
        capability: "build_options",
        show: show_options,
        correct: |found, _| found.add_build_option("-DIGC_ASSEMBLY"),
        reason: "kernels may contain assembly for the processor, so that workgroups that wait for \
                 long can sleep; PoCL 5.0 crashes when it compiles assembly",
        source: "observed with PoCL 3.1 (LLVM 15), and with PoCL 5.0 (LLVM 16): every outlined loop \
                 with assembly ended in the assertion `cast<ConstantInt>`, even if the assembly \
                 was `nop`",
    },
    Quirk {
        name: "intel-cpu-pushes",
        applies: is_intel_cpu,
        capability: "build_options",
        show: show_options,
        correct: |found, _| found.add_build_option("-DIGC_PLACE=volatile"),
        reason: "in kernels with subgroups, if the branches of a conditional push to two worklists \
                 and one branch pushes to a third, items are written to wrong positions or after \
                 the end of a worklist; a volatile position stays in its branch",
        source: "observed with 2026.22.10.0: tests/programs/arms_that_push.ig with sg, fg1 or fg8 \
                 crashed or was wrong in every run, and was right without subgroups",
    },
    Quirk {
        name: "intel-cpu-arms",
        applies: is_intel_cpu,
        capability: "build_options",
        show: show_options,
        correct: |found, _| found.add_build_option("-DIGC_TAKEN=volatile"),
        reason: "the vectoriser recurses without end and crashes the process on some loops of one \
                 iteration inside a loop whose condition is read from memory; a volatile variable \
                 hides from it whether such a loop has another iteration",
        source: "observed with 2026.22.10.0, pass vplan-vec: tests/programs/host.ig with oitergb",
    },
    Quirk {
        name: "intel-cpu-usleep",
        applies: |device| is_intel_cpu(device) && cfg!(target_os = "linux"),
        capability: "build_options",
        show: show_options,
        correct: |found, _| found.add_build_option("-DIGC_USLEEP"),
        reason: "kernels may call the C library's function `usleep`, so that workgroups that wait \
                 for long can sleep; the driver links kernels with the functions of the process",
        source: "observed with 2026.22.10.0: a kernel that calls usleep(100) a thousand times takes \
                 0.19 s of wall time and 0.02 s of processor time",
    },
    Quirk {
        name: "llvmpipe-loops",
        applies: is_llvmpipe,
        capability: "loop_limit",
        show: |found| found.loop_limit.map_or("none".into(), |limit| limit.to_string()),
        correct: |found, _| found.loop_limit = Some(65_535),
        reason: "the compiler counts the iterations of all loops of a kernel together and, at a \
                 limit, ends the loops as if they were done",
        source: "Mesa, src/gallium/auxiliary/gallivm/lp_bld_limits.h, LP_MAX_TGSI_LOOP_ITERATIONS; \
                 observed with Mesa 22.3",
    },
    Quirk {
        name: "oclgrind-passes",
        applies: is_oclgrind,
        capability: "optimisation",
        show: |found| yes_or_no(found.optimisation.usual),
        correct: |found, _| {
            found.optimisation =
                Optimisation { usual: false, on: "-O1".into(), off: "-disable-llvm-passes".into() };
        },
        reason: "LLVM's passes generate intrinsics that Oclgrind cannot run, for example for a \
                 saturating addition (-cl-opt-disable still runs some passes); without passes, \
                 Oclgrind checks a kernel as it is written",
        source: "Oclgrind, src/core/WorkItemBuiltins.cpp, which up to 26.03.1 does not have \
                 llvm.uadd.sat; observed with 21.10",
    },
    Quirk {
        name: "oclgrind-writes",
        applies: is_oclgrind,
        capability: "notes_whole_buffers",
        show: |found| yes_or_no(found.notes_whole_buffers),
        correct: |found, _| found.notes_whole_buffers = true,
        reason: "each write by the host, and each element of a fill, replaces the buffer's record \
                 of initialised memory by one that ends where the write ends, so later memory can \
                 no longer become initialised; the next buffer reuses a released buffer's record",
        source: "Oclgrind, src/plugins/Uninitialized.cpp, hostMemoryStore and \
                 ShadowMemory::allocate, up to 26.03.1; observed with 21.10",
    },
];

impl DeviceInfo {
    /// Returns the device with capabilities that follow from its properties and the quirks that this
    /// version of igc knows. The description of a device may come from another version.
    pub fn with_known_capabilities(mut self) -> DeviceInfo {
        (self.capabilities, self.corrections) = corrected(&self);
        self
    }
}

/// Returns the claimed capabilities, corrected by all quirks that apply to the device, and the list
/// of corrections.
pub(crate) fn corrected(device: &DeviceInfo) -> (Capabilities, Vec<Correction>) {
    let mut capabilities = device.claimed_capabilities();
    let mut corrections = vec![];
    for quirk in QUIRKS.iter().filter(|quirk| (quirk.applies)(device)) {
        let claimed = (quirk.show)(&capabilities);
        (quirk.correct)(&mut capabilities, device);
        let corrected = (quirk.show)(&capabilities);
        if claimed != corrected {
            corrections.push(Correction {
                capability: quirk.capability.into(),
                claimed,
                corrected,
                quirk: quirk.name.into(),
                reason: quirk.reason.into(),
                source: quirk.source.into(),
            });
        }
    }
    (capabilities, corrections)
}

/// Returns whether the device is Mesa's CPU renderer, llvmpipe, with rusticl or the older Clover as
/// its OpenCL driver.
fn is_llvmpipe(device: &DeviceInfo) -> bool {
    device.name.contains("llvmpipe")
}

fn is_nvidia(device: &DeviceInfo) -> bool {
    device.platform_vendor.contains("NVIDIA")
}

fn is_nvidia_with<const LEAST: u64>(device: &DeviceInfo) -> bool {
    is_nvidia(device) && device.compute_capability.is_some_and(|found| found >= LEAST)
}

/// Returns whether the device is an NVIDIA GPU of the generation Volta or later, whose memory model
/// has orders and scopes.
fn has_volta_memory_model(device: &DeviceInfo) -> bool {
    is_nvidia_with::<70>(device)
}

/// Returns whether a device is a processor with PoCL, which uses the host's memory in place.
pub(crate) fn is_pocl_cpu(device: &DeviceInfo) -> bool {
    device.platform_name == "Portable Computing Language" && device.kind == DeviceKind::Cpu
}

/// Returns whether a device is a CPU with PoCL 3, the newest version that is known to compile assembly.
fn is_pocl_3_cpu(device: &DeviceInfo) -> bool {
    is_pocl_cpu(device) && device.driver_version.starts_with("3.")
}

/// Returns whether PoCL was built with SPIR, and with a known version of LLVM.
fn accepts_spir(device: &DeviceInfo) -> bool {
    device.has_extension("cl_khr_spir") && llvm_version(device).is_some()
}

fn is_intel_cpu(device: &DeviceInfo) -> bool {
    device.platform_name.starts_with("Intel") && device.kind == DeviceKind::Cpu
}

fn is_oclgrind(device: &DeviceInfo) -> bool {
    device.platform_name == "Oclgrind"
}

fn show_llvm(found: &Capabilities) -> String {
    found.llvm.map_or("none".into(), |target| format!("{target:?}"))
}

fn show_options(found: &Capabilities) -> String {
    match &*found.build_options {
        "" => "none".into(),
        options => options.to_owned(),
    }
}

fn yes_or_no(there: bool) -> String {
    if there { "yes" } else { "no" }.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::AtomicCapabilities;

    /// Returns a device with the relevant claims of NVIDIA's driver 580 for an H200.
    fn nvidia(compute_capability: u64) -> DeviceInfo {
        DeviceInfo {
            platform_vendor: "NVIDIA Corporation".into(),
            opencl_version: "OpenCL 3.0 CUDA".into(),
            kind: DeviceKind::Gpu,
            compute_capability: Some(compute_capability),
            atomic_memory: Some(AtomicCapabilities {
                relaxed: true,
                acquire_release: false,
                sequentially_consistent: false,
                work_group_scope: true,
                device_scope: false,
                all_devices_scope: false,
            }),
            ..DeviceInfo::default()
        }
    }

    #[test]
    fn the_claims_of_nvidia_are_put_right_by_what_ptx_has() {
        let (found, corrections) = corrected(&nvidia(90));
        assert_eq!(found.ptx, Some(90));
        assert_eq!(found.atomic_order, MemoryOrder::AcquireRelease);
        assert_eq!(found.atomic_scope, MemoryScope::Device);
        assert!(found.float_atomics.global_add && !found.float_atomics.global_min_max);
        assert!(found.runs_required_sizes);
        let order = corrections.iter().find(|c| c.capability == "atomic_order").unwrap();
        assert_eq!((&*order.claimed, &*order.corrected), ("Relaxed", "AcquireRelease"));
        assert_eq!(order.quirk, "nvidia-atomic-order");
    }

    #[test]
    fn nvidia_before_volta_has_no_memory_model_to_rely_on() {
        let (found, _) = corrected(&nvidia(61));
        assert_eq!(found.ptx, Some(61));
        assert_eq!(found.atomic_order, MemoryOrder::Relaxed);
        assert_eq!(found.atomic_scope, MemoryScope::WorkGroup);
        assert!(found.double_atomics.global_add && !found.subgroup_forward_progress);
    }

    #[test]
    fn only_pocl_3_compiles_assembly() {
        let options = |driver_version: &str| {
            let platform_name = "Portable Computing Language".into();
            let (driver_version, kind) = (driver_version.into(), DeviceKind::Cpu);
            let pocl = DeviceInfo { platform_name, kind, driver_version, ..DeviceInfo::default() };
            corrected(&pocl).0.build_options
        };
        assert_eq!(options("3.1+debian"), "-DIGC_ASSEMBLY");
        assert_eq!((options("5.0+debian"), options("30.0")), (String::new(), String::new()));
    }

    #[test]
    fn a_quirk_that_changes_nothing_is_not_shown() {
        let platform_name = "Portable Computing Language".into();
        let mut pocl = DeviceInfo { platform_name, kind: DeviceKind::Cpu, ..DeviceInfo::default() };
        let (found, corrections) = corrected(&pocl);
        assert_eq!(found, Capabilities { keeps_programs: true, ..Capabilities::default() });
        let [binaries] = corrections.as_slice() else { panic!("{corrections:?}") };
        assert_eq!(binaries.quirk, "pocl-binaries");
        pocl.opencl_version = "OpenCL 3.0 PoCL".into();
        pocl.extensions = vec!["cl_khr_subgroups".into(), "cl_intel_subgroups".into()];
        pocl.subgroups.independent_forward_progress = Some(true);
        let (found, corrections) = corrected(&pocl);
        assert!(!found.subgroups && !found.intel_subgroups && !found.subgroup_forward_progress);
        let [progress, subgroups, _] = corrections.as_slice() else { panic!("{corrections:?}") };
        for (correction, quirk) in
            [(progress, "pocl-forward-progress"), (subgroups, "pocl-subgroups")]
        {
            assert_eq!(correction.quirk, quirk);
            assert_eq!((&*correction.claimed, &*correction.corrected), ("yes", "no"));
        }
    }

    #[test]
    fn oclgrind_runs_kernels_as_they_are_written_and_is_given_whole_buffers() {
        let oclgrind = DeviceInfo { platform_name: "Oclgrind".into(), ..DeviceInfo::default() };
        let (found, corrections) = corrected(&oclgrind);
        assert_eq!(found.optimisation.option(None), "-disable-llvm-passes");
        assert_eq!(found.optimisation.option(Some(true)), "-O1");
        assert!(found.notes_whole_buffers);
        let claimed: Vec<_> = corrections.iter().map(|c| (&*c.quirk, &*c.claimed)).collect();
        assert_eq!(claimed, [("oclgrind-passes", "yes"), ("oclgrind-writes", "no")]);
    }

    #[test]
    fn pushes_keep_their_arm_arms_their_loop_and_waiting_workgroups_sleep_with_intel_on_a_cpu() {
        let intel = DeviceInfo {
            platform_name: "Intel(R) OpenCL".into(),
            kind: DeviceKind::Cpu,
            ..DeviceInfo::default()
        };
        let (found, corrections) = corrected(&intel);
        let usleep = if cfg!(target_os = "linux") { " -DIGC_USLEEP" } else { "" };
        let options = format!("-DIGC_PLACE=volatile -DIGC_TAKEN=volatile{usleep}");
        assert_eq!(found.build_options, options);
        for quirk in ["intel-cpu-pushes", "intel-cpu-arms"] {
            assert!(corrections.iter().any(|c| c.quirk == quirk), "{corrections:?}");
        }
        let graphics = DeviceInfo { kind: DeviceKind::Gpu, ..intel };
        assert_eq!(corrected(&graphics).0.build_options, "");
    }

    #[test]
    fn every_quirk_says_why_and_names_a_capability() {
        let fields = serde_json::to_value(Capabilities::default()).unwrap();
        for quirk in QUIRKS {
            assert!(fields.get(quirk.capability).is_some(), "{}", quirk.name);
            assert!(!quirk.reason.is_empty() && !quirk.source.is_empty(), "{}", quirk.name);
        }
        let mut names: Vec<_> = QUIRKS.iter().map(|quirk| quirk.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), QUIRKS.len());
    }
}
