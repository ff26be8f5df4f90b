//! Tests of the IR: its text form, invariants, arithmetic and execution.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod adaptive;
mod classes;
mod coop_cv;
mod effects;
mod executed;
mod fixpoint;
mod frontiers;
mod generate;
mod graphs;
mod grid;
mod hoist;
mod hubs;
mod incoming;
mod interp;
mod interp_errors;
mod interp_groups;
mod interp_main;
mod interp_outlined;
mod legalise;
mod local_memory;
mod merge;
mod narrow;
mod np;
mod oitergb;
mod overwritten;
mod passes;
mod peel;
mod programs;
mod repeat;
mod scalar;
mod selective;
mod spread;
mod strategy;
mod text;
mod uniform;
mod value;
mod verify;
mod verify_outlined;
mod widen;
mod workload;
