//! Fuzz target: reading any bytes as GraphML gives a graph or an error.

#![no_main]

use igc_fuzz::assert_valid;
use igc_graph::{Format, parse_bytes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(graph) = parse_bytes(Format::GraphMl, bytes) {
        assert_valid(&graph);
    }
});
