//! Fuzz target: reading any bytes as `Parquet` gives a graph or an error.

#![no_main]

use igc_fuzz::{allow_decoders_to_panic, assert_valid};
use igc_graph::{Format, parse_bytes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: allow_decoders_to_panic(), |bytes: &[u8]| {
    if let Ok(graph) = parse_bytes(Format::Parquet, bytes) {
        assert_valid(&graph);
    }
});
