//! The igc compiler: graph DSL source in, OpenCL C and a schedule out.

pub mod check;
pub mod interp;
pub mod ir;
pub mod lower;
pub mod syntax;
