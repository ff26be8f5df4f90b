//! Backends: each folder translates the IR to one kind of device code.

pub mod opencl;
