//! Devices.

use std::ffi::{CString, c_char};

use facade::Device;
use serde_json::{Value, json};

use crate::borrow::{free, give, place, text};
use crate::error::{EMPTY, c_text, call, igc_error};
use crate::status::igc_status;

/// A device that runs programs. Any number of threads may use it at the same time.
pub struct igc_device {
    pub device: Device,
    description: CString,
}

/// Lists the devices of this machine as a JSON array of objects with the members `selector`, `name`, `driver` and `dialect`.
/// The preferred devices come first, and the interpreter is last. The caller frees the text with igc_string_free. Any
/// thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_device_list(
    json: *mut *mut c_char,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or a place for the result.
        let place = unsafe { place(json, "json") }?;
        let describe = |(selector, name): (String, facade::DeviceName)| {
            let facade::DeviceName { name, driver, dialect } = name;
            json!({ "selector": selector, "name": name, "driver": driver, "dialect": dialect })
        };
        let devices: Vec<Value> = Device::list()?.into_iter().map(describe).collect();
        *place = c_text(&Value::from(devices).to_string()).into_raw();
        Ok(())
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Finds the device that a selector names: `cpu` for this machine's processor, `cpu:4` for 4 of its threads,
/// `interpreter`, `gpu`, an index, or part of the name of a device. NULL selects the first GPU or, if there is none, the
/// processor. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_device_open(
    selector: *const c_char,
    device: *mut *mut igc_device,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or valid pointers.
        let place = unsafe { place(device, "device") }?;
        let device = match selector.is_null() {
            true => Device::preferred(),
            // SAFETY: likewise.
            false => Device::open(unsafe { text(selector, "selector") }?),
        }?;
        let description = {
            let name = device.name();
            c_text(&format!("{} ({})", name.name, name.driver))
        };
        give(place, igc_device { device, description });
        Ok(())
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Returns the name of a device with its driver, or an empty text for NULL. The text lives as long as the device. Any thread
/// may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_device_description(device: *const igc_device) -> *const c_char {
    // SAFETY: the caller gives NULL or a device that it has not freed.
    unsafe { device.as_ref() }.map_or(EMPTY.as_ptr(), |device| device.description.as_ptr())
}

/// Frees a device. Sessions that use it keep what they need. NULL is accepted. No other thread may use the device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_device_free(device: *mut igc_device) {
    // SAFETY: the caller owns the device.
    unsafe { free(device) }
}
