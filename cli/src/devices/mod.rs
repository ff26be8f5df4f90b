//! `igc devices`: lists, tests and calibrates devices.

#[cfg(feature = "opencl")]
mod full;
#[cfg(feature = "opencl")]
mod list;
#[cfg(feature = "opencl")]
mod self_test;

use igc_runtime::backend::Device;
use igc_runtime::backend::native::{self, Native, processor};

use crate::args::DevicesArguments;
use crate::failed::Failed;
use crate::output::grouped;

/// Lists, tests or calibrates the devices.
#[cfg(feature = "opencl")]
pub fn devices(arguments: &DevicesArguments) -> Result<(), Failed> {
    if arguments.self_test {
        self_test::test(arguments)
    } else if arguments.calibrate && arguments.conformance.full {
        full::calibrate(arguments)
    } else if arguments.calibrate {
        crate::calibration::measure::calibrate_all(arguments)
    } else {
        list::list(arguments)
    }
}

/// Lists the devices of a build without OpenCL.
#[cfg(not(feature = "opencl"))]
pub fn devices(arguments: &DevicesArguments) -> Result<(), Failed> {
    if arguments.self_test || arguments.calibrate || arguments.device.device.is_some() {
        return crate::output::fail(Failed::Device, igc_runtime::Error::NoOpenCl);
    }
    if arguments.json {
        return crate::output::print(&crate::output::json(&[cpu()]));
    }
    crate::output::print(&without_opencl())
}

/// Describes the devices that do not need OpenCL.
fn without_opencl() -> String {
    let caches = processor::caches().into_iter().map(|cache| {
        let shared = if cache.shared_by > 1 { ", shared" } else { "" };
        format!("level {} of {} KiB{shared}", cache.level, grouped(cache.bytes >> 10))
    });
    let caches: Vec<String> = caches.collect();
    let caches = match &caches[..] {
        [] => String::new(),
        caches => format!("\n    caches of a core: {}", caches.join("; ")),
    };
    let cpu = Native::default().name().name;
    format!(
        "cpu: {cpu}, machine code by igc, without a driver{caches}\n\
         host: the reference interpreter\n"
    )
}

/// Returns the facts about the device `cpu`, in the form in which `--json` lists OpenCL devices.
fn cpu() -> serde_json::Value {
    let device = Native::default();
    let mut facts = device.facts();
    facts["name"] = device.name().name.into();
    facts["driver_version"] = device.name().driver.into();
    facts["kind"] = "native".into();
    facts["selector"] = native::CPU.into();
    facts
}
