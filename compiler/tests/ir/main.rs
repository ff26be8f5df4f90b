//! Tests of the IR: its text, its invariants, its arithmetic and its execution.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod generate;
mod graphs;
mod interp;
mod interp_errors;
mod interp_groups;
mod interp_main;
mod interp_outline;
mod passes;
mod text;
mod value;
mod verify;
