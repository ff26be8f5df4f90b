//! Fuzz target: a table with any names of columns is read by its names or refused, as the edges of a
//! graph and as the values of inputs.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| igc_tests::tables::check(bytes));
