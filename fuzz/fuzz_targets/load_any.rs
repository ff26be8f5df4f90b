//! Fuzz target: bytes whose format is detected from their content give a graph or an error.

#![no_main]

use igc_fuzz::assert_valid;
use igc_graph::{LoadOptions, parse_bytes_with};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(graph) = parse_bytes_with(bytes, &LoadOptions::default()) {
        assert_valid(&graph);
    }
});
