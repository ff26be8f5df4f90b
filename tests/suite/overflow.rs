//! Sums of weights that do not fit their type: the shortest paths saturate.

use igc_compiler::data::ArrayData;
use igc_tests::device;
use igc_tests::program::Program;
use igc_tests::small::{Small, Weights};

/// Two paths lead to node 3, and the shorter one has more edges. Node 4 is at the largest distance
/// that fits, node 5 is one further, node 6 is behind node 5, and node 7 has no path.
#[test]
fn distances_that_do_not_fit_are_the_maximum() {
    let edges = [(0, 1), (1, 2), (2, 3), (0, 3), (3, 4), (3, 5), (5, 6), (6, 0)];
    let half = u64::from(u32::MAX / 2);
    let weights = [half, 5, 5, half + 100, half - 10, half - 8, 7, 1];
    let graph = Small::new("long paths", 8, edges)
        .weighted(Weights::Integer, |edge| weights[edge].to_string())
        .load();
    let half = half as u32;
    let max = u32::MAX;
    let expected = [0, half, half + 5, half + 10, max - 1, max, max, max];
    let devices: Vec<_> = device::all().iter().flat_map(device::dialects).collect();
    for name in ["sssp_adaptive", "sssp_async", "sssp_delta", "sssp_nf", "sssp_topo", "sssp_wl"] {
        let program = Program::file(&format!("examples/sssp/{name}.ig"));
        let arrays = program.agree(&graph, &[], &devices);
        let (_, found) = program.outputs(&arrays)[0];
        assert_eq!(*found, ArrayData::U32(expected.to_vec()), "{name}");
    }
}
