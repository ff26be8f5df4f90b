//! The entries of OpenCL devices in the list of `igc devices`, with the properties that the compiler
//! and the runtime use.

use igc_measure::calibration::Calibration;
use igc_opencl::{DeviceInfo, MemoryOrder, MemoryScope};
use igc_runtime::backend::DeviceName;
use serde::Serialize;

use crate::calibration;
use crate::message::shown;
use crate::output::grouped;

/// Returns the entry of a device as text.
pub fn as_text(device: &DeviceInfo) -> String {
    describe(device) + &launches(device)
}

/// The properties of an OpenCL device, and its calibration.
#[derive(Serialize)]
pub struct Listed {
    #[serde(flatten)]
    facts: DeviceInfo,
    /// The calibration that runs use, if there is one.
    calibration: Option<InUse>,
}

/// A calibration that runs use.
#[derive(Serialize)]
struct InUse {
    file: String,
    #[serde(flatten)]
    calibration: Calibration,
}

impl Listed {
    /// Looks up the calibration of a device.
    pub fn new(facts: &DeviceInfo) -> Listed {
        let calibration = calibration::in_use(&DeviceName::from(facts));
        let calibration =
            calibration.map(|(file, calibration)| InUse { file: shown(&file), calibration });
        Listed { facts: facts.clone(), calibration }
    }
}

/// Describes the launch width, and whether it comes from a calibration.
fn launches(device: &DeviceInfo) -> String {
    match Listed::new(device).calibration {
        Some(InUse { file, calibration }) => format!(
            "    launches have {} work-items per compute unit, as calibrated ({})\n",
            grouped(calibration.widths.work_items_per_unit),
            file
        ),
        None => {
            "    launches have the default width for this kind of device; not calibrated\n".into()
        }
    }
}

fn describe(device: &DeviceInfo) -> String {
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
            "    {}: the driver reports {}, igc uses {} ({}: {}; {})\n",
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

/// Describes the capabilities that determine the dialect.
fn capabilities(device: &DeviceInfo) -> String {
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
        "    atomics: {}, {}; 64-bit atomics: {}\n    float atomics: {}\n    double atomics: {}\n    \
         subgroups: {subgroups}\n    \
         double precision: {}; workgroup collectives: {}\n",
        match has.atomic_order {
            MemoryOrder::Relaxed => "relaxed",
            MemoryOrder::AcquireRelease => "acquire and release",
        },
        match has.atomic_scope {
            MemoryScope::WorkGroup => "workgroup scope",
            MemoryScope::Device => "device scope",
        },
        yes(has.int64_atomics),
        has.float_atomics,
        has.double_atomics,
        yes(device.fp64),
        yes(has.workgroup_collectives),
    )
}

fn yes(there: bool) -> &'static str {
    if there { "yes" } else { "no" }
}
