//! The `igc` command line.

fn main() {}
