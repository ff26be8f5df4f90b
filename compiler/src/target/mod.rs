//! Backends: each folder translates the IR, or the schedule that was made from it, to another
//! language.

pub mod host_c;
pub mod opencl;
