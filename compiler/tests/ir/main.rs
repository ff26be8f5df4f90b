//! Tests of the IR: its text, its invariants, its arithmetic and its execution.

mod generate;
mod graphs;
mod interp;
mod interp_errors;
mod text;
mod value;
mod verify;
