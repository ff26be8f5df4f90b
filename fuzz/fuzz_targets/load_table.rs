//! Fuzz target: reading any bytes as a table gives a graph with an id for each node, or an error. The first
//! byte chooses the keys.

#![no_main]

use igc_fuzz::assert_valid;
use igc_graph::{LoadOptions, parse_bytes_with};
use libfuzzer_sys::fuzz_target;

/// Keys of tables. Each bit of the first byte adds one.
const KEYS: [(&str, &str); 8] = [
    ("ids", "names"),
    ("source", "a"),
    ("target", "2"),
    ("weight", "3"),
    ("header", "yes"),
    ("separator", "blanks"),
    ("compact", ""),
    ("symmetric", ""),
];

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, text)) = bytes.split_first() else { return };
    let mut options = LoadOptions::default();
    for (at, (key, value)) in KEYS.iter().enumerate() {
        if choice >> at & 1 == 1 && options.set(key, value).is_err() {
            return;
        }
    }
    if let Ok(graph) = parse_bytes_with(text, &options) {
        assert_valid(&graph);
    }
});
