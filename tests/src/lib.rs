//! Code that the tests of several crates share:
//!
//! * [small graphs](small) and [published graphs](collection),
//! * random [tables] of edges and values,
//! * [programs](program), [random programs](random) and the [applications](application),
//! * all [devices](device), and [clang] for the dialects that no device supports,
//! * the generated code that the repository [keeps](kept), and the [scope] of the tests,
//! * the rule by which two results are [the same](same).
//!
//! The tests are in `suite/`, and programs for them are in `programs/`.

#![allow(clippy::print_stdout, reason = "a test prints why it skips something")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

pub mod application;
pub mod clang;
pub mod collection;
pub mod device;
pub mod host_c;
pub mod kept;
pub mod model;
pub mod program;
pub mod random;
pub mod same;
pub mod scope;
pub mod small;
pub mod tables;
pub mod ulps;
