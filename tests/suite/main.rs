//! Tests that cross the crates: programs from their text to results, interpreted and on devices.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod applications;
mod arithmetic;
mod barriers;
mod bench;
mod bfs;
mod book;
mod calls;
mod configurations;
mod generated;
mod graphs;
mod groups;
mod hubs;
mod intrinsics;
mod library;
mod library_files;
mod optimised;
mod primitives;
mod programs;
mod published;
mod random_programs;
mod reference;
mod stages;
