//! The igc compiler: graph DSL source in, OpenCL C and a schedule out.

pub mod check;
pub mod ir;
pub mod lower;
pub mod opencl;
pub mod passes;
pub mod schedule;
pub mod syntax;
