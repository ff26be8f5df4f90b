//! Backends: each folder makes one kind of device code from the IR.

pub mod opencl;
