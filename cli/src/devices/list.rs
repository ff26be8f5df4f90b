//! `igc devices`: lists the devices of every backend.

use std::any::Any;

use igc_runtime::backend::native::{Native, processor};
#[cfg(feature = "opencl")]
use igc_runtime::backend::opencl::OpenClDevice;
use igc_runtime::backend::{Device, DeviceKind, ListedDevice};
use igc_runtime::devices;
use serde::Serialize;

#[cfg(feature = "opencl")]
use super::opencl;

use crate::args::devices::DevicesArguments;
use crate::failed::Failed;
use crate::message;
use crate::output::{fail_with, grouped, json, print};

/// Lists the devices, or describes the device that the arguments name.
pub fn list(arguments: &DevicesArguments) -> Result<(), Failed> {
    let devices = named(arguments)?;
    if arguments.json {
        // The interpreter has no properties.
        let with_facts =
            devices.iter().filter(|listed| listed.device.kind() != DeviceKind::Interpreter);
        return print(&json(&with_facts.map(as_json).collect::<Vec<_>>()));
    }
    print(&devices.iter().map(as_text).collect::<String>())
}

/// Returns the device that the arguments name, and otherwise all devices.
fn named(arguments: &DevicesArguments) -> Result<Vec<ListedDevice>, Failed> {
    if !arguments.device.names_no_device() {
        let request = arguments.device.request()?;
        let device = devices::select(&request).or_else(fail_with)?;
        let selector = request.selector.unwrap_or_default();
        #[cfg(feature = "opencl")]
        let selector =
            OpenClDevice::facts_of(&*device).map_or(selector, |facts| facts.index.to_string());
        return Ok(vec![ListedDevice { selector, device }]);
    }
    let list = devices::list().or_else(fail_with)?;
    for absence in &list.absences {
        message::say(format_args!("note: {absence}"));
    }
    Ok(list.devices)
}

/// The entry of a device in `--json`.
#[derive(Serialize)]
#[serde(untagged)]
enum Entry {
    #[cfg(feature = "opencl")]
    OpenCl(Box<opencl::Listed>),
    Other(serde_json::Value),
}

/// Returns the entry of a device in `--json`.
fn as_json(listed: &ListedDevice) -> Entry {
    #[cfg(feature = "opencl")]
    if let Some(facts) = OpenClDevice::facts_of(&*listed.device) {
        return Entry::OpenCl(Box::new(opencl::Listed::new(facts)));
    }
    let mut facts = listed.device.facts();
    let name = listed.device.name();
    let kind = match is_native(&*listed.device) {
        true => "native".into(),
        false => serde_json::to_value(listed.device.kind()).expect("a kind is a word"),
    };
    facts["name"] = name.name.into();
    facts["driver_version"] = name.driver.into();
    facts["kind"] = kind;
    facts["selector"] = listed.selector.clone().into();
    Entry::Other(facts)
}

/// Returns the entry of a device as text.
fn as_text(listed: &ListedDevice) -> String {
    #[cfg(feature = "opencl")]
    if let Some(facts) = OpenClDevice::facts_of(&*listed.device) {
        return opencl::as_text(facts);
    }
    let (selector, name) = (&listed.selector, listed.device.name());
    match listed.device.kind() {
        DeviceKind::Interpreter => format!("{selector}: the reference interpreter\n"),
        _ if is_native(&*listed.device) => {
            let caches = caches();
            format!("{selector}: {}, machine code by igc, without a driver{caches}\n", name.name)
        }
        _ => {
            format!("{selector}: {}\n    driver {}, {}\n", name.name, name.driver, name.dialect)
        }
    }
}

fn is_native(device: &dyn Device) -> bool {
    let device: &dyn Any = device;
    device.is::<Native>()
}

/// Describes the caches of the processor on a line of their own, if they are known.
fn caches() -> String {
    let caches = processor::caches().into_iter().map(|cache| {
        let shared = if cache.shared_by > 1 { ", shared" } else { "" };
        format!("level {} of {} KiB{shared}", cache.level, grouped(cache.bytes >> 10))
    });
    let caches: Vec<String> = caches.collect();
    match &caches[..] {
        [] => String::new(),
        caches => format!("\n    caches of a core: {}", caches.join("; ")),
    }
}
