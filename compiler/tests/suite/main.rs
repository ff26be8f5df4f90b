//! Tests of the compiler that need code. One binary has all of them, because each binary is linked
//! with the whole compiler. The tests of passes are text files, which `filetests` runs.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod checked;
mod common;
mod explanations;
mod format;
mod growth;
mod habits;
mod ir;
mod layers;
mod names;
mod robustness;
mod roundtrip;
mod snapshots;
