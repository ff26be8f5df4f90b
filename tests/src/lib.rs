//! What the tests that cross the crates share: [small graphs](small), [programs](program), [random
//! programs](random), the [applications](application), every [device](device), the generated code that the repository [keeps](kept), [clang] for the dialects
//! that no device has, and the rule by which two results are [the same](same).
//!
//! The tests themselves are in `suite/`, the programs that only they need in `programs/`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

pub mod application;
pub mod clang;
pub mod collection;
pub mod device;
pub mod kept;
pub mod program;
pub mod random;
pub mod same;
pub mod small;
