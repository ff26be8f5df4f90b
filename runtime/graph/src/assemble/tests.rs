//! Compares built graphs with the plain definition: rows of edges in the order of the input.

use proptest::prelude::*;

use super::*;

fn chunk(edges: &[(u32, u32)]) -> EdgeChunk {
    let (sources, targets) = edges.iter().copied().unzip();
    EdgeChunk { sources, targets, weights: None }
}

/// Builds the graph by the definition of rows: sorts the edges by source with a stable sort.
fn expected(nodes: u32, edges: &[(u32, u32, i64)]) -> Graph {
    let mut sorted = edges.to_vec();
    sorted.sort_by_key(|edge| edge.0);
    let mut offsets = vec![0u32; nodes as usize + 1];
    edges.iter().for_each(|edge| offsets[edge.0 as usize + 1] += 1);
    (0..nodes as usize).for_each(|node| offsets[node + 1] += offsets[node]);
    Graph {
        offsets: offsets.into(),
        targets: sorted.iter().map(|edge| edge.1).collect(),
        weights: Some(Weights::I64(sorted.iter().map(|edge| edge.2).collect())),
        ids: None,
    }
}

#[test]
fn rows_keep_the_order_of_the_edges() {
    let graph = assemble(4, vec![chunk(&[(2, 3), (0, 2)]), chunk(&[(2, 0), (2, 3), (0, 0)])]);
    let graph = graph.unwrap();
    assert_eq!(graph.offsets.narrow().unwrap(), [0, 2, 2, 5, 5]);
    assert_eq!(graph.targets, [2, 0, 3, 0, 3]);
    assert_eq!(graph.weights, None);
}

#[test]
fn no_nodes_and_no_edges() {
    let graph = assemble(0, vec![]).unwrap();
    assert_eq!((graph.nodes(), graph.edges()), (0, 0));
    assert_eq!(assemble(3, vec![chunk(&[])]).unwrap().offsets, vec![0u32; 4].into());
}

#[test]
fn edges_beyond_the_nodes_are_refused() {
    let error = assemble(2, vec![chunk(&[(0, 2)])]).unwrap_err();
    assert!(matches!(error.problem, Problem::NodeOutOfRange { node: 2, nodes: 2, first: 0 }));
    let error = assemble(2, vec![chunk(&[(u32::MAX, 0)])]).unwrap_err();
    assert!(matches!(error.problem, Problem::NodeOutOfRange { .. }));
}

#[test]
fn chunks_must_agree() {
    let weighted = EdgeChunk { weights: Some(Weights::U32(vec![1].into())), ..chunk(&[(0, 1)]) };
    let error = assemble(2, vec![weighted, chunk(&[(0, 1)])]).unwrap_err();
    assert!(matches!(error.problem, Problem::PartlyWeighted));
    let uneven = EdgeChunk { sources: vec![0], targets: vec![], weights: None };
    assert!(matches!(assemble(1, vec![uneven]).unwrap_err().problem, Problem::UnevenChunk { .. }));
}

#[test]
fn the_widest_weights_decide() {
    let weighted = |weights| EdgeChunk { weights: Some(weights), ..chunk(&[(0, 1)]) };
    let narrow = weighted(Weights::U32(vec![7].into()));
    let whole = weighted(Weights::I64(vec![-1].into()));
    let real = weighted(Weights::F64(vec![0.5].into()));
    let graph = assemble(2, vec![narrow.clone(), whole.clone()]).unwrap();
    assert_eq!(graph.weights, Some(Weights::I64(vec![7, -1].into())));
    let graph = assemble(2, vec![whole, real, narrow]).unwrap();
    assert_eq!(graph.weights, Some(Weights::F64(vec![-1.0, 0.5, 7.0].into())));
}

#[test]
fn used_ids_are_renumbered_in_order() {
    let assembler = Assembler::new();
    let edges = chunk(&[(4_000_000_000, 70_000), (70_000, 5), (4_000_000_000, 16_384)]);
    assembler.push(0, &edges).unwrap();
    let graph = assembler.finish_numbered(Numbering::Compact).unwrap();
    assert_eq!(graph.offsets.narrow().unwrap(), [0, 0, 0, 1, 3]);
    assert_eq!(graph.targets, [0, 2, 1]);
}

#[test]
fn the_largest_id_decides_the_nodes() {
    let assembler = Assembler::new();
    assembler.push(0, &chunk(&[(1, 3)])).unwrap();
    assert_eq!(
        assembler.finish_numbered(Numbering::Largest).unwrap().offsets,
        vec![0u32, 0, 1, 1, 1].into()
    );
}

proptest! {
    #[test]
    fn any_cut_into_chunks_makes_the_same_graph(
        edges in prop::collection::vec((0u32..40_000, 0u32..40_000, any::<i64>()), 0..300),
        cut in 1usize..50,
    ) {
        let nodes = 40_000;
        let pieces = edges.chunks(cut).map(|piece| EdgeChunk {
            sources: piece.iter().map(|edge| edge.0).collect(),
            targets: piece.iter().map(|edge| edge.1).collect(),
            weights: Some(Weights::I64(piece.iter().map(|edge| edge.2).collect())),
        });
        let mut pieces: Vec<EdgeChunk> = pieces.collect();
        pieces.push(EdgeChunk { weights: Some(Weights::I64(vec![].into())), ..EdgeChunk::default() });
        let built = assemble(nodes, pieces).unwrap();
        let mut wanted = expected(nodes, &edges);
        if edges.is_empty() { wanted.weights = Some(Weights::U32(vec![].into())); }
        prop_assert_eq!(built, wanted);
    }
}
