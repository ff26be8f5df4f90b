//! The igc compiler: graph DSL source in, OpenCL C and a schedule out.

pub mod check;
pub mod diagnostics;
pub mod syntax;
