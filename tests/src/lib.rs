//! Tests that cross the crates of igc.
