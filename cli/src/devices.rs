//! `igc devices`

use crate::Failed;
use crate::args::DevicesArguments;
#[cfg(feature = "opencl")]
use crate::output::fail;
use crate::output::print;

/// Lists the OpenCL devices with the facts that the compiler and the runtime use.
#[cfg(feature = "opencl")]
pub fn devices(arguments: &DevicesArguments) -> Result<(), Failed> {
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
    print(if arguments.json { "[]\n" } else { "host: the reference interpreter\n" })
}

#[cfg(feature = "opencl")]
fn describe(device: &igc_runtime::DeviceInfo) -> String {
    use crate::output::grouped;
    let mib = |bytes: u64| grouped(bytes >> 20);
    format!(
        "{}\n    {}, driver {}\n    {}, built with {}\n    {} compute units; workgroups up to {}; \
         {} KiB local, {} MiB global memory\n    64-bit atomics {}; double precision {}\n",
        device.summary(),
        device.platform_version,
        device.driver_version,
        device.opencl_version,
        device.dialect,
        device.compute_units,
        grouped(device.max_workgroup_size),
        grouped(device.local_memory >> 10),
        mib(device.global_memory),
        yes(device.int64_base_atomics && device.int64_extended_atomics),
        yes(device.fp64),
    )
}

#[cfg(feature = "opencl")]
fn yes(there: bool) -> &'static str {
    if there { "yes" } else { "no" }
}
