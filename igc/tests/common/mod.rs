//! Devices and a program for the tests of the library.

// Each test uses some of it.
#![allow(dead_code)]

use igc::Device;

/// A breadth-first search that is not a part of the library.
pub const HOPS: &str = include_str!("hops.ig");

/// Returns the processor, with two threads.
pub fn cpu() -> Device {
    Device::open("cpu:2").expect("it is always there")
}

/// Returns the processor and, if there is one, an OpenCL device.
pub fn compiled() -> Vec<Device> {
    let opencl = Device::open("0").ok();
    let is_required = std::env::var_os("IGC_REQUIRE_DEVICE").is_some_and(|value| value == "1");
    assert!(opencl.is_some() || !is_required || cfg!(not(feature = "opencl")), "no OpenCL device");
    std::iter::once(cpu()).chain(opencl).collect()
}

/// Returns the interpreter, the processor and, if there is one, an OpenCL device.
pub fn devices() -> Vec<Device> {
    let interpreter = Device::open("interpreter").expect("it is always there");
    std::iter::once(interpreter).chain(compiled()).collect()
}
