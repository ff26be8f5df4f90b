//! Code that the fuzz targets share. A target is a file in `fuzz_targets/` and an entry in
//! `Cargo.toml`. `fuzz/run SECONDS [TARGET…]` builds and runs the targets with stable Rust;
//! cargo-fuzz works, too.

use igc_graph::{Graph, Weights};

/// Keeps libFuzzer from ending the process when a decoder of Parquet or Arrow panics, which the loader turns into an
/// error. All other panics still end it.
pub fn allow_decoders_to_panic() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !igc_graph::is_decoding() {
            hook(panic);
        }
    }));
}

/// Panics unless `graph` is valid: offsets and targets are in range, and weights, if the graph has
/// them, are finite, with one per edge. Ids, if the graph has them, are those of all nodes.
pub fn assert_valid(graph: &Graph) {
    let offsets: Vec<usize> = (0..graph.offsets.len()).map(|at| graph.offsets.at(at)).collect();
    assert!(offsets.is_sorted());
    assert_eq!((offsets[0], offsets[offsets.len() - 1]), (0, graph.targets.len()));
    assert!(graph.targets.iter().all(|&target| target < graph.nodes()));
    assert!(graph.ids.as_ref().is_none_or(|ids| ids.len() == graph.nodes() as usize));
    assert!(graph.weights.as_ref().is_none_or(|weights| weights.len() == graph.targets.len()));
    if let Some(Weights::F64(values)) = &graph.weights {
        assert!(values.iter().all(|value| value.is_finite()));
    }
}
