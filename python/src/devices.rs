//! The devices of this machine.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use igc::{Cancel, Device, Error};
use pyo3::prelude::*;

use crate::errors::raise;
use crate::interrupt::interruptible;
use crate::process;

/// The devices that were opened before, by their selectors.
static DEVICES: Mutex<Option<HashMap<String, Device>>> = Mutex::new(None);

/// Returns the device of a selector. `auto` is the preferred device.
pub fn device(selector: &str) -> Result<Device, Error> {
    let mut devices = DEVICES.lock().unwrap_or_else(PoisonError::into_inner);
    let devices = devices.get_or_insert_default();
    if let Some(known) = devices.get(selector) {
        return Ok(known.clone());
    }
    let opened = match selector {
        "auto" => Device::preferred(),
        selector => Device::open(selector),
    }?;
    devices.insert(selector.to_owned(), opened.clone());
    Ok(opened)
}

/// Returns the selector, the name, the driver and the dialect of each device of this machine.
#[pyfunction]
pub fn devices(py: Python<'_>) -> PyResult<Vec<(String, String, String, String)>> {
    process::enter(py)?;
    let found = interruptible(py, &Cancel::default(), Device::list)?;
    let found = found.map_err(|error| raise(py, &error))?;
    Ok(found
        .into_iter()
        .map(|(selector, name)| (selector, name.name, name.driver, name.dialect))
        .collect())
}
