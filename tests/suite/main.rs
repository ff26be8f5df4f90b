//! Tests that need several crates: they compile programs, and run them in the interpreter and on
//! devices.

#![allow(clippy::print_stdout, reason = "a test prints why it skips something")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod applications;
mod arithmetic;
mod barriers;
mod bench;
mod bfs;
mod book;
mod caller_memory;
mod calls;
mod configurations;
mod contraction;
mod cuda;
mod dense;
mod generated;
mod graphs;
mod groups;
mod guides;
mod hip;
mod host_c;
mod intrinsics;
mod library;
mod library_files;
mod llvm;
mod memory;
mod names;
mod narrow;
mod networkx;
mod optimised;
mod overflow;
mod primitives;
mod programs;
mod published;
mod random_programs;
mod ranks;
mod read_back;
mod reference;
mod reordering;
mod roofline;
mod small_workgroups;
mod stages;
mod tables;
mod threads;
mod walks;
