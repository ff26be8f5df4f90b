//! Lists the available devices and selects one.

use std::ptr;
use std::sync::Mutex;

use cl_sys::{
    CL_DEVICE_TYPE_ALL, CL_PLATFORM_NAME, cl_device_id, cl_platform_id, clGetDeviceIDs,
    clGetPlatformIDs,
};

use crate::device::{DeviceId, DeviceInfo};
use crate::error::{OpenClError, check};
use crate::in_use::Listing;
use crate::loader;
use crate::query::Subject;
use crate::quirks;
use crate::status;
use crate::threads;
use crate::trial;

/// `CL_DEVICE_NOT_FOUND`: the status code of a platform without devices.
const DEVICE_NOT_FOUND: i32 = -1;

/// Lists all devices of all platforms, in the loader's order, each with its dialect.
///
/// The first listing on a machine builds a small program on each device, which takes a driver about
/// a tenth of a second. The result is stored in the program cache.
///
/// # Errors
///
/// Returns [`OpenClError::NoLoader`], [`NoPlatform`](OpenClError::NoPlatform) or
/// [`NoDevice`](OpenClError::NoDevice) if no device is available, or the error of a call that
/// failed. [`is_absence`](OpenClError::is_absence) distinguishes these cases.
pub fn devices() -> Result<Vec<DeviceInfo>, OpenClError> {
    let mut devices = device_properties()?;
    for device in &mut devices {
        device.dialect = trial::dialect(device);
    }
    Ok(devices)
}

/// Selects the device that `request` names, regardless of case: by its index, by its kind (`cpu`,
/// `gpu` or `accelerator`), or by any part of its name, its platform's name or its platform's
/// version. A match with the whole name takes precedence over a match with a part. An empty request
/// matches every device, so it selects the device of a machine that has only one.
///
/// If several devices have the same name, their indices in the loader's order distinguish them.
///
/// # Errors
///
/// Returns the same errors as [`devices`], and [`OpenClError::NoMatch`] or
/// [`OpenClError::Ambiguous`] if not exactly one device matches.
pub fn select(request: &str) -> Result<DeviceInfo, OpenClError> {
    let mut device = choose(request, &device_properties()?)?.clone();
    device.dialect = trial::dialect(&device);
    Ok(device)
}

/// The largest number that is always taken as an index and never as part of a name.
const MOST_DEVICES: usize = 99;

fn choose<'a>(request: &str, devices: &'a [DeviceInfo]) -> Result<&'a DeviceInfo, OpenClError> {
    let wanted = request.trim().to_lowercase();
    let index = wanted.parse::<usize>().ok();
    if let Some(device) = index.and_then(|index| devices.get(index)) {
        return Ok(device);
    }
    let is = |name: &str| name.to_lowercase() == wanted;
    let mut matching: Vec<&DeviceInfo> =
        devices.iter().filter(|device| is(device.kind.name()) || is(&device.name)).collect();
    // A request for device 3 must not match `PoCL 3.1`, but 4090 should match part of a name.
    if matching.is_empty() && index.is_none_or(|index| index > MOST_DEVICES) {
        // The platform's version is also compared, because it contains the name `PoCL`.
        let named = |device: &&DeviceInfo| {
            let names = [&device.platform_name, &device.platform_version, &device.name];
            names.iter().any(|name| name.to_lowercase().contains(&wanted))
        };
        matching = devices.iter().filter(named).collect();
    }
    let lines = |devices: &mut dyn Iterator<Item = &DeviceInfo>| {
        devices.map(|device| format!("  {}", device.summary())).collect()
    };
    match matching.as_slice() {
        [device] => Ok(device),
        [] => Err(OpenClError::NoMatch {
            request: request.to_owned(),
            choices: lines(&mut devices.iter()),
        }),
        several => Err(OpenClError::Ambiguous {
            request: request.to_owned(),
            choices: lines(&mut several.iter().copied()),
        }),
    }
}

/// Reads the properties and capabilities of all devices. The trials of their dialects have not run
/// yet.
fn device_properties() -> Result<Vec<DeviceInfo>, OpenClError> {
    if !loader::is_present() {
        return Err(OpenClError::NoLoader { tried: loader::loader().failures.clone() });
    }
    // While PoCL 3.1 initialises its devices, it tells other threads that there are none.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    threads::check()?;
    let _listing = Listing::start();
    let platforms = platforms()?;
    let mut devices = Vec::new();
    for &platform in &platforms {
        for device in devices_of(platform)? {
            let mut info = DeviceInfo::read(devices.len(), DeviceId { platform, device });
            (info.capabilities, info.corrections) = quirks::corrected(&info);
            devices.push(info);
        }
    }
    if devices.is_empty() {
        let name = |platform: &cl_platform_id| Subject::Platform(*platform).text(CL_PLATFORM_NAME);
        return Err(OpenClError::NoDevice { platforms: platforms.iter().map(name).collect() });
    }
    Ok(devices)
}

fn platforms() -> Result<Vec<cl_platform_id>, OpenClError> {
    let doing = || "listing the platforms".to_owned();
    let mut count = 0;
    // SAFETY: the call writes only the count.
    let code = unsafe { clGetPlatformIDs(0, ptr::null_mut(), &mut count) };
    if code == status::PLATFORM_NOT_FOUND || (code == 0 && count == 0) {
        return Err(OpenClError::NoPlatform);
    }
    check(code, "clGetPlatformIDs", doing)?;
    let mut platforms = vec![ptr::null_mut(); count as usize];
    // SAFETY: there is room for `count` platforms.
    let code = unsafe { clGetPlatformIDs(count, platforms.as_mut_ptr(), ptr::null_mut()) };
    check(code, "clGetPlatformIDs", doing)?;
    Ok(platforms)
}

fn devices_of(platform: cl_platform_id) -> Result<Vec<cl_device_id>, OpenClError> {
    let doing =
        || format!("listing the devices of {}", Subject::Platform(platform).text(CL_PLATFORM_NAME));
    let mut count = 0;
    // SAFETY: the platform comes from the loader, and the call writes only the count.
    let code =
        unsafe { clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, ptr::null_mut(), &mut count) };
    if code == DEVICE_NOT_FOUND || (code == 0 && count == 0) {
        return Ok(Vec::new());
    }
    check(code, "clGetDeviceIDs", doing)?;
    let mut devices = vec![ptr::null_mut(); count as usize];
    // SAFETY: the platform comes from the loader, and there is room for `count` devices.
    let code = unsafe {
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.as_mut_ptr(), ptr::null_mut())
    };
    check(code, "clGetDeviceIDs", doing)?;
    Ok(devices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::DeviceKind;

    fn device(index: usize, platform: &str, name: &str, kind: DeviceKind) -> DeviceInfo {
        DeviceInfo {
            index,
            platform_name: platform.to_owned(),
            name: name.to_owned(),
            kind,
            ..DeviceInfo::default()
        }
    }

    fn machine() -> Vec<DeviceInfo> {
        vec![
            device(0, "Portable Computing Language", "pthread-skylake", DeviceKind::Cpu),
            device(1, "Intel(R) OpenCL", "Xeon", DeviceKind::Cpu),
            device(2, "NVIDIA CUDA", "GeForce RTX 4090", DeviceKind::Gpu),
        ]
    }

    #[test]
    fn a_device_is_chosen_by_number_kind_or_part_of_a_name() {
        let mut machine = machine();
        machine[0].platform_version = "OpenCL 3.0 PoCL 3.1".to_owned();
        for (request, index) in [
            ("0", 0),
            ("2", 2),
            ("gpu", 2),
            ("GPU", 2),
            ("portable", 0),
            ("pocl", 0),
            ("xeon", 1),
            ("4090", 2),
        ] {
            assert_eq!(choose(request, &machine).unwrap().index, index, "{request}");
        }
        assert_eq!(choose("", &machine[1..2]).unwrap().index, 1);
    }

    #[test]
    fn a_request_that_fits_none_or_several_lists_the_choices() {
        let machine = machine();
        let none = choose("radeon", &machine).unwrap_err();
        assert!(matches!(none, OpenClError::NoMatch { .. }));
        assert!(none.to_string().contains("2: GeForce RTX 4090 [NVIDIA CUDA, gpu]"), "{none}");
        let several = choose("cpu", &machine).unwrap_err();
        assert!(matches!(several, OpenClError::Ambiguous { .. }));
        assert!(!several.to_string().contains("4090"), "{several}");
        assert!(matches!(choose("7", &machine), Err(OpenClError::NoMatch { .. })));
    }

    /// Returns the devices of a cluster node: a CPU and three GPUs, two of which are the same.
    fn cluster() -> Vec<DeviceInfo> {
        let gpu = |index, name| device(index, "NVIDIA CUDA", name, DeviceKind::Gpu);
        let cpu = device(0, "Portable Computing Language", "AMD EPYC", DeviceKind::Cpu);
        vec![cpu, gpu(1, "NVIDIA H100"), gpu(2, "NVIDIA H100"), gpu(3, "NVIDIA H100 NVL")]
    }

    #[test]
    fn devices_of_one_name_are_told_apart_by_number() {
        let cluster = cluster();
        assert_eq!(choose("1", &cluster).unwrap().index, 1);
        assert_eq!(choose("2", &cluster).unwrap().index, 2);
        assert_eq!(choose("cpu", &cluster).unwrap().index, 0);
        for (request, others) in [("NVIDIA H100", false), ("h100", true), ("gpu", true)] {
            let error = choose(request, &cluster).unwrap_err();
            assert!(matches!(error, OpenClError::Ambiguous { .. }), "{error:?}");
            let text = error.to_string();
            assert!(text.contains("choose by number"), "{text}");
            assert!(
                text.contains("1: NVIDIA H100 [") && text.contains("2: NVIDIA H100 ["),
                "{text}"
            );
            assert_eq!(text.contains("3: NVIDIA H100 NVL"), others, "{text}");
            assert!(!text.contains("EPYC"), "{text}");
        }
        assert_eq!(choose("h100 nvl", &cluster).unwrap().index, 3);
    }

    #[test]
    fn a_number_that_is_no_devices_is_no_part_of_a_name() {
        let mut one = vec![device(0, "Portable Computing Language", "pthread", DeviceKind::Cpu)];
        one[0].platform_version = "OpenCL 3.0 PoCL 3.1".to_owned();
        assert!(matches!(choose("3", &one), Err(OpenClError::NoMatch { .. })));
        assert_eq!(choose("3.1", &one).unwrap().index, 0);
    }
}
