//! `igc devices`

use crate::Failed;
use crate::args::DevicesArguments;
#[cfg(feature = "opencl")]
use crate::output::fail;
use crate::output::print;

/// Lists the OpenCL devices with the facts that the compiler and the runtime use.
#[cfg(feature = "opencl")]
pub fn devices(arguments: &DevicesArguments) -> Result<(), Failed> {
    if arguments.self_test {
        return crate::self_test::test(arguments);
    }
    let devices = match igc_runtime::device::list() {
        Ok(devices) => devices,
        Err(error) => return fail(Failed::Device, error),
    };
    if arguments.json {
        let text = serde_json::to_string_pretty(&devices);
        return print(&(text.expect("facts serialise") + "\n"));
    }
    let mut out = String::new();
    for device in &devices {
        out += &describe(device);
    }
    out += "host: the reference interpreter, without OpenCL\n";
    print(&out)
}

/// A build without OpenCL has the interpreter only.
#[cfg(not(feature = "opencl"))]
pub fn devices(arguments: &DevicesArguments) -> Result<(), Failed> {
    if arguments.self_test || arguments.device.is_some() {
        return crate::output::fail(Failed::Device, igc_runtime::Error::NoOpenCl);
    }
    print(if arguments.json { "[]\n" } else { "host: the reference interpreter\n" })
}

#[cfg(feature = "opencl")]
fn describe(device: &igc_runtime::DeviceInfo) -> String {
    use crate::output::grouped;
    let mib = |bytes: u64| grouped(bytes >> 20);
    let mut out = format!(
        "{}\n    {}, driver {}\n    {}, built with {}\n    {} compute units; workgroups up to {}; \
         {} KiB local, {} MiB global memory\n",
        device.summary(),
        device.platform_version,
        device.driver_version,
        device.opencl_version,
        device.dialect,
        device.compute_units,
        grouped(device.max_workgroup_size),
        grouped(device.local_memory >> 10),
        mib(device.global_memory),
    );
    out += &capabilities(device);
    for correction in &device.corrections {
        out += &format!(
            "    {}: the driver claims {}, it is {} ({}: {}; {})\n",
            correction.capability.replace('_', " "),
            correction.claimed,
            correction.corrected,
            correction.quirk,
            correction.reason,
            correction.source,
        );
    }
    out
}

/// What the device can do, as its dialect depends on it.
#[cfg(feature = "opencl")]
fn capabilities(device: &igc_runtime::DeviceInfo) -> String {
    let has = &device.capabilities;
    let subgroups: Vec<&str> = [
        (has.subgroups, "basic"),
        (has.subgroup_ballot, "ballot"),
        (has.subgroup_shuffle, "shuffle"),
        (has.subgroup_arithmetic, "non-uniform arithmetic"),
        (has.subgroup_forward_progress, "independent progress"),
        (has.ptx.is_some(), "PTX"),
    ]
    .into_iter()
    .filter_map(|(there, word)| there.then_some(word))
    .collect();
    let mut subgroups = if subgroups.is_empty() { "none".into() } else { subgroups.join(", ") };
    if !has.required_subgroup_sizes.is_empty() {
        let sizes: Vec<String> = has.required_subgroup_sizes.iter().map(u64::to_string).collect();
        subgroups += &format!(", sizes {}", sizes.join(" "));
    }
    format!(
        "    atomics {}, {}; of 64 bits {}\n    atomics of float: {}\n    atomics of double: {}\n    \
         subgroups {subgroups}\n    \
         double precision {}; collectives of workgroups {}\n",
        match has.atomic_order {
            igc_runtime::MemoryOrder::Relaxed => "relaxed",
            igc_runtime::MemoryOrder::AcquireRelease => "with acquire and release",
        },
        match has.atomic_scope {
            igc_runtime::MemoryScope::WorkGroup => "in a workgroup",
            igc_runtime::MemoryScope::Device => "on the whole device",
        },
        yes(has.int64_atomics),
        has.float_atomics,
        has.double_atomics,
        yes(device.fp64),
        yes(has.workgroup_collectives),
    )
}

#[cfg(feature = "opencl")]
fn yes(there: bool) -> &'static str {
    if there { "yes" } else { "no" }
}
