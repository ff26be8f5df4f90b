//! Tests of the list of devices, on the machine's devices and without any OpenCL library.

#![allow(clippy::print_stdout, reason = "a test prints why it skips something")]
#![allow(clippy::unwrap_used, reason = "a test stops where something fails")]

mod support;

use std::env;
use std::process::Command;

use igc_opencl::{DeviceInfo, LIBRARY_VARIABLE, OpenClError, Session};
use support::on_each_device;

/// The environment variable that is set in the child process, whose OpenCL library does not exist.
const CHILD: &str = "IGC_TEST_WITHOUT_LOADER";

#[test]
fn without_a_loader_the_list_says_so() {
    if env::var_os(CHILD).is_some() {
        let error = igc_opencl::devices().map(drop).unwrap_err();
        assert!(matches!(error, OpenClError::NoLoader { .. }), "{error:?}");
        assert!(error.is_absence());
        let text = error.to_string();
        let library = env::var(LIBRARY_VARIABLE).unwrap();
        assert!(text.contains(&library), "{text}");
        assert!(text.contains("apt-get install ocl-icd-libopencl1 pocl-opencl-icd"), "{text}");
        assert!(matches!(igc_opencl::select("0"), Err(OpenClError::NoLoader { .. })));
        assert_no_library_is_mapped();
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let outcome = Command::new(env::current_exe().unwrap())
        .args(["--exact", "without_a_loader_the_list_says_so", "--nocapture"])
        .env(CHILD, "1")
        .env(LIBRARY_VARIABLE, folder.path().join("libOpenCL.so.1"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&outcome.stderr);
    assert!(outcome.status.success(), "{text}");
    assert!(String::from_utf8_lossy(&outcome.stdout).contains("1 passed"));
}

/// Asserts that no OpenCL library was mapped when the program started.
#[cfg(target_os = "linux")]
fn assert_no_library_is_mapped() {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
    assert!(maps.contains("[stack]"), "{maps}");
    assert!(!maps.contains("libOpenCL"), "{maps}");
}

#[cfg(not(target_os = "linux"))]
fn assert_no_library_is_mapped() {}

#[test]
fn a_device_has_facts_and_is_selected_by_its_number() {
    on_each_device(|device| {
        assert!(!device.name.is_empty() && !device.platform_name.is_empty());
        assert!(device.opencl_version.starts_with("OpenCL "), "{}", device.opencl_version);
        assert!(device.compute_units > 0 && device.max_workgroup_size > 0);
        assert!(device.local_memory > 0 && device.global_memory >= device.max_allocation);
        assert!(matches!(device.address_bits, 32 | 64));
        let selected = igc_opencl::select(&device.index.to_string()).unwrap();
        assert_eq!(selected.summary(), device.summary());
        assert_eq!(selected.dialect, device.dialect);
    });
}

#[test]
fn facts_survive_a_file_and_then_open_no_device() {
    on_each_device(|device| {
        let text = serde_json::to_string(device).unwrap();
        let read: DeviceInfo = serde_json::from_str(&text).unwrap();
        assert_eq!(read.name, device.name);
        assert_eq!(read.dialect, device.dialect);
        assert!(matches!(Session::open(&read), Err(OpenClError::NotListed { .. })));
    });
}
