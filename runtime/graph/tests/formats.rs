//! Properties of all readers and writers: a written graph reads as the same graph, and no file
//! content makes a reader panic or return an invalid graph.

// Helper functions of tests may panic.
#![allow(clippy::unwrap_used)]

use igc_graph::{
    Format, Graph, LoadOptions, Problem, Weights, load_file, parse_bytes, save, write,
};
use proptest::prelude::*;

/// The formats that this build reads and writes.
fn available() -> impl Iterator<Item = Format> {
    Format::ALL.into_iter().filter(|format| format.is_available())
}

/// Panics if `graph` is invalid.
fn assert_valid(graph: &Graph) {
    let offsets: Vec<usize> = (0..graph.offsets.len()).map(|at| graph.offsets.at(at)).collect();
    assert!(offsets.is_sorted());
    assert_eq!((offsets[0], offsets[offsets.len() - 1]), (0, graph.targets.len()));
    assert!(graph.targets.iter().all(|&target| target < graph.nodes()));
    assert!(graph.weights.as_ref().is_none_or(|weights| weights.len() == graph.targets.len()));
    if let Some(Weights::F64(values)) = &graph.weights {
        assert!(values.iter().all(|value| value.is_finite()));
    }
}

/// Generates random graphs with self-loops and parallel edges. Some graphs have no nodes or no
/// edges.
fn graphs() -> impl Strategy<Value = Graph> {
    let sized = (0u32..20).prop_flat_map(|nodes| {
        let edges = if nodes == 0 { 0..1usize } else { 0..60 };
        (Just(nodes), prop::collection::vec((0..nodes.max(1), 0..nodes.max(1)), edges), 0..4u8)
    });
    (sized, any::<u64>(), any::<bool>()).prop_map(|((nodes, edges, form), seed, undirected)| {
        let edges: Vec<_> = if nodes == 0 { Vec::new() } else { edges };
        let mut all: Vec<(u32, u32, u64)> = Vec::new();
        for (at, &(source, target)) in edges.iter().enumerate() {
            let weight = seed.rotate_left(at as u32) ^ at as u64;
            all.push((source, target, weight));
            if undirected && source != target {
                all.push((target, source, weight));
            }
        }
        all.sort_by_key(|edge| edge.0);
        let mut offsets = vec![0u32; nodes as usize + 1];
        all.iter().for_each(|edge| offsets[edge.0 as usize + 1] += 1);
        (0..nodes as usize).for_each(|node| offsets[node + 1] += offsets[node]);
        let bits = all.iter().map(|edge| edge.2);
        let weights = match form {
            0 => None,
            1 => Some(Weights::U32(bits.map(|bits| bits as u32).collect())),
            2 => Some(Weights::I64(bits.map(|bits| bits as i64 | i64::MIN).collect())),
            _ => Some(Weights::F64(bits.map(|bits| (bits as f64).ln_1p() + 0.123).collect())),
        };
        Graph {
            offsets: offsets.into(),
            targets: all.iter().map(|edge| edge.1).collect(),
            weights,
            ids: None,
        }
    })
}

fn written(graph: &Graph, format: Format) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    write::write(graph, &mut bytes, format)?;
    Ok(bytes)
}

/// Returns the graph that reading a written `graph` should return, as [`write`] documents it.
fn expected(graph: &Graph, format: Format) -> Graph {
    let mut graph = graph.clone();
    let is_empty = graph.targets.is_empty();
    graph.weights = match (format, graph.weights) {
        (Format::Dimacs, None) => Some(Weights::U32(vec![1; graph.targets.len()].into())),
        // An ECL graph without edges does not say whether it has weights, and a text without edges
        // does not say which form the weights have.
        (Format::Egr, Some(_)) if is_empty => None,
        (_, Some(weights)) if is_empty && format != Format::Igc => {
            let _ = weights;
            Some(Weights::U32(vec![].into()))
        }
        (_, weights) => weights,
    };
    graph
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_written_graph_reads_as_itself(graph in graphs()) {
        let mut held = 0;
        for format in available() {
            let bytes = match written(&graph, format) {
                Ok(bytes) => bytes,
                Err(Problem::CannotHold { .. }) => continue,
                Err(problem) => panic!("{format}: {problem}"),
            };
            held += 1;
            let read = parse_bytes(format, &bytes);
            let read = read.unwrap_or_else(|error| panic!("{format}: {error}"));
            prop_assert_eq!(read, expected(&graph, format), "{}", format);
        }
        // Every format except wel and wsg can represent unweighted graphs with nodes; mtx, wel,
        // konect and igc can represent real weights.
        prop_assert!(held >= 4);
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for format in available() {
            if let Ok(graph) = parse_bytes(format, &bytes) { assert_valid(&graph) }
        }
        let _ = igc_graph::parse_bytes_with(&bytes, &LoadOptions::default());
    }

    #[test]
    fn no_text_makes_a_reader_panic(
        text in "(%%MatrixMarket matrix coordinate (real|pattern|integer) (general|symmetric|skew-symmetric)\n|% (sym|asym|bip) weighted\n|p sp 3 2\n)?([0-9a-c%#.,eE+-]{0,3}[ \t\r\n]){0,30}",
    ) {
        for format in available() {
            if let Ok(graph) = parse_bytes(format, text.as_bytes()) { assert_valid(&graph) }
        }
        let _ = igc_graph::parse_bytes_with(text.as_bytes(), &LoadOptions::default());
    }

    #[test]
    fn a_changed_byte_or_a_cut_never_gives_a_wrong_graph(graph in graphs(), value in any::<u8>()) {
        for format in [Format::Galois, Format::Sg, Format::Wsg, Format::Egr, Format::Igc] {
            let Ok(bytes) = written(&graph, format) else { continue };
            for at in 0..bytes.len() {
                // Some files may lack their padding, and ECL graphs their weights.
                let missing = match format {
                    Format::Galois => bytes.len() - at <= 4,
                    Format::Egr => at + 4 * graph.targets.len() == bytes.len(),
                    _ => false,
                };
                prop_assert!(
                    parse_bytes(format, &bytes[..at]).is_err() || missing,
                    "{} cut at {}", format, at
                );
                let mut changed = bytes.clone();
                changed[at] ^= value.max(1);
                if let Ok(read) = parse_bytes(format, &changed) {
                    prop_assert!(format != Format::Igc, "igc byte {} changed", at);
                    assert_valid(&read);
                }
            }
        }
    }
}

#[test]
fn files_are_recognised_whatever_their_compression() {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph {
        offsets: vec![0u32, 2, 3, 5, 6].into(),
        targets: vec![1, 2, 3, 0, 1, 2].into(),
        weights: Some(Weights::U32(vec![5, 1, 2, 3, 4, 7].into())),
        ids: None,
    };
    let plain = Graph { weights: None, ..graph.clone() };
    for format in available() {
        let weighted = written(&graph, format).is_ok();
        let graph = if weighted { &graph } else { &plain };
        for ending in ["", ".gz", ".zst"] {
            let name = match format {
                Format::Galois | Format::Dimacs => "graph.gr".to_owned() + ending,
                _ => format!("graph.{}{ending}", format.name()),
            };
            let path = folder.path().join(name);
            save(graph, &path, format).unwrap();
            let read = load_file(&path, &LoadOptions::default()).unwrap();
            assert_eq!(&read, graph, "{}", path.display());
            assert_eq!(
                igc_graph::recognise(&path, &LoadOptions::default()).unwrap().is_text(),
                format.is_text()
            );
        }
    }
}

/// A graph with offsets of 64 bits, as a graph with more than 2³² edges has them, in a small file.
#[test]
fn wide_offsets_are_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.igc");
    let (offsets, targets) = (vec![0u64, 2, 2, 3], vec![1, 2, 0]);
    let graph =
        Graph { offsets: offsets.into(), targets: targets.into(), weights: None, ids: None };
    save(&graph, &path, Format::Igc).unwrap();
    assert_eq!(load_file(&path, &LoadOptions::default()).unwrap(), graph);
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!((bytes[8], bytes.len()), (2, 64 + 64 + 64));
    let narrow = Graph { offsets: vec![0u32, 2, 2, 3].into(), ..graph };
    assert_eq!(written(&narrow, Format::Igc).unwrap()[8], 1);
}

#[test]
fn an_igc_file_of_the_first_version_has_32_bit_edges() {
    let graph =
        Graph { offsets: vec![0u32, 1].into(), targets: vec![0].into(), weights: None, ids: None };
    let mut bytes = written(&graph, Format::Igc).unwrap();
    bytes[24..32].copy_from_slice(&(1u64 << 32).to_le_bytes());
    let message = parse_bytes(Format::Igc, &bytes).unwrap_err().to_string();
    assert!(message.contains("too many for version 1 of the igc format"), "{message}");
}

#[test]
fn several_gzip_members_are_one_text() {
    use std::io::Write;
    let mut bytes = Vec::new();
    for part in ["0 1\n1 ", "2\n2 0\n"] {
        let level = flate2::Compression::default();
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
        encoder.write_all(part.as_bytes()).unwrap();
        bytes.extend(encoder.finish().unwrap());
    }
    let graph = parse_bytes(Format::EdgeList, &bytes).unwrap();
    assert_eq!((graph.offsets, graph.targets), (vec![0u32, 1, 2, 3].into(), vec![1, 2, 0].into()));
}

#[test]
fn a_text_of_many_blocks_is_read_in_order() {
    let mut text = String::from("# two nodes, a million edges\n");
    for edge in 0..1_000_000u32 {
        text += &format!("{} {} {}\r\n", edge % 2, (edge / 2) % 2, edge);
    }
    let graph = parse_bytes(Format::EdgeList, text.as_bytes()).unwrap();
    let rows = (0..1_000_000).step_by(2).chain((1..1_000_000).step_by(2));
    assert_eq!(graph.weights, Some(Weights::U32(rows.collect())));
    text += "0 x 5\n";
    let error = parse_bytes(Format::EdgeList, text.as_bytes()).unwrap_err();
    assert_eq!(error.line, Some(1_000_002));
}

#[test]
fn an_ecl_graph_is_recognised_by_its_length() {
    let graph = Graph {
        offsets: vec![0u32, 2, 2, 3].into(),
        targets: vec![1, 2, 0].into(),
        weights: Some(Weights::I64(vec![4, -1, 0].into())),
        ids: None,
    };
    let bytes = written(&graph, Format::Egr).unwrap();
    let read = |bytes: &[u8]| igc_graph::parse_bytes_with(bytes, &LoadOptions::default());
    assert_eq!(read(&bytes).unwrap(), graph);
    // Without the weights of all edges, the file is a graph without weights. With those of some
    // edges, its length matches no graph.
    let plain = bytes.len() - 12;
    assert_eq!(read(&bytes[..plain]).unwrap(), Graph { weights: None, ..graph });
    assert!(read(&bytes[..plain + 4]).is_err());
}

#[test]
fn symmetric_changes_only_directed_gap_files() {
    // An undirected file has both directions of the edge between 0 and 1.
    let graph = Graph {
        offsets: vec![0u32, 1, 2].into(),
        targets: vec![1, 0].into(),
        weights: None,
        ids: None,
    };
    let mut bytes = written(&graph, Format::Sg).unwrap();
    let mut options = LoadOptions { format: Some(Format::Sg), ..LoadOptions::default() };
    options.set("symmetric", "").unwrap();
    let read = |bytes: &[u8]| igc_graph::parse_bytes_with(bytes, &options).unwrap().targets;
    // The file has the header, the offsets and the edges. A directed file repeats the last two.
    bytes.truncate(17 + 8 * 3 + 4 * 2);
    bytes[0] = 0;
    assert_eq!(read(&bytes), [1, 0]);
    bytes.extend_from_within(17..);
    bytes[0] = 1;
    assert_eq!(read(&bytes), [1, 1, 0, 0]);
}

/// `runtime/oracle/src/read/tests.rs` has the same files.
#[test]
fn konect_weights_mean_what_the_handbook_says() {
    let read = |text: &str| parse_bytes(Format::Konect, text.as_bytes()).unwrap();
    let bipartite = read("% bip weighted\n% 2 2 3\n1 3 0.5\n2 1 4\n");
    assert_eq!(bipartite.offsets.narrow().unwrap(), [0, 1, 2, 3, 3, 4]);
    assert_eq!(bipartite.targets, [4, 2, 1, 0]);
    assert_eq!(bipartite.weights, Some(Weights::F64(vec![0.5, 4.0, 4.0, 0.5].into())));
    for weights in ["unweighted", "positive"] {
        let graph = read(&format!("% asym {weights}\n1 2 3 1040\n2 1\n"));
        assert_eq!((graph.targets, graph.weights), (vec![1, 0].into(), None), "{weights}");
    }
    for weights in [
        "posweighted",
        "signed",
        "multisigned",
        "weighted",
        "multiweighted",
        "multiposweighted",
        "",
    ] {
        let graph = read(&format!("% asym {weights}\n1 2 3 1040\n2 1 4\n"));
        assert_eq!(graph.weights, Some(Weights::U32(vec![3, 4].into())), "{weights}");
        let graph = read(&format!("% asym {weights}\n1 2\n2 1\n"));
        assert_eq!((graph.targets, graph.weights), (vec![1, 0].into(), None), "{weights}");
    }
}

#[test]
fn a_damaged_start_of_an_igc_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.igc");
    let graph =
        Graph { offsets: vec![0u32, 1].into(), targets: vec![0].into(), weights: None, ids: None };
    let mut bytes = written(&graph, Format::Igc).unwrap();
    bytes[4] = b'\n';
    std::fs::write(&path, bytes).unwrap();
    let message = load_file(&path, &LoadOptions::default()).unwrap_err().to_string();
    assert!(message.contains("the first bytes are not those of the igc format"), "{message}");
}

/// Returns the edges of a text, with their weights.
fn edges(text: &str, options: &LoadOptions) -> Vec<(u32, u32, Option<f64>)> {
    let graph = igc_graph::parse_bytes_with(text.as_bytes(), options);
    let graph = graph.unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let weight = |edge: usize| match graph.weights.as_ref()? {
        Weights::U32(values) => Some(values[edge].into()),
        Weights::I64(values) => Some(values[edge] as f64),
        Weights::F64(values) => Some(values[edge]),
    };
    let sources = graph.sources(0..graph.targets.len());
    let ends = sources.into_iter().zip(graph.targets.iter().copied()).enumerate();
    ends.map(|(edge, (source, target))| (source, target, weight(edge))).collect()
}

#[test]
fn columns_of_an_edge_list_are_read_by_name() {
    let keep = LoadOptions::default();
    let wanted = [(5, 6, Some(0.5)), (6, 7, Some(2.0))];
    for text in [
        "source,target,weight\n5,6,0.5\n6,7,2\n",
        "target,source,weight\n6,5,0.5\n7,6,2\n",
        "W,Dst,Src\n0.5,6,5\n2,7,6\n",
        "# a comment\n\n\"weight\",\"from\",\"to\"\r\n0.5,5,6\r\n\r\n2,6,7\r\n",
        "v\tu\tw\n6\t5\t0.5\n7\t6\t2\n",
        "destination source w\n6 5  0.5\n 7 6 2\n",
        "weight, u , v\n 0.5 , 5,6\n2,6, 7\n",
        "from to w\n5 6 0.5\n6 7 2\n",
    ] {
        assert_eq!(edges(text, &keep), wanted, "{text:?}");
    }
    let unweighted = [(5, 6, None), (6, 7, None)];
    for text in ["target,source\n6,5\n7,6\n", "u,v\n5,6\n6,7\n"] {
        assert_eq!(edges(text, &keep), unweighted, "{text:?}");
    }
    let mut ignore = LoadOptions { format: Some(Format::EdgeList), ..LoadOptions::default() };
    ignore.set("weights", "ignore").unwrap();
    for text in [
        "id,source,target\n0,5,6\n1,6,7\n",
        "name,target,w,source,note\n\"x, 1,2\",6,-,5,a\ny 8,7,,6\n",
        "name\ttarget\tsource\nx 1\t6\t5\n\t7\t6\tmore\n",
        "\tsource\ttarget\n0\t5\t6\n1\t6\t7\n",
        "source,target,name\n5,6,\"1, 2\"\n6,7\n",
        "5 6 {}\n6 7 {'a': 1}\n",
    ] {
        assert_eq!(edges(text, &ignore), unweighted, "{text:?}");
    }
}

#[test]
fn a_weight_of_minus_zero_keeps_its_sign() {
    let bits = |text: &str| match parse_bytes(Format::WeightedEdgeList, text.as_bytes()) {
        Ok(Graph { weights: Some(Weights::F64(values)), .. }) => {
            values.iter().map(|value| value.to_bits()).collect::<Vec<_>>()
        }
        other => panic!("{text}: {other:?}"),
    };
    let minus = (-0.0f64).to_bits();
    assert_eq!(bits("0 1 -0\n0 1 -0.0\n0 1 0\n0 1 -0e0\n"), [minus, minus, 0, minus]);
    let integers = "p sp 2 1\na 1 2 -0\n";
    let graph = parse_bytes(Format::Dimacs, integers.as_bytes()).unwrap();
    assert_eq!(graph.weights, Some(Weights::U32(vec![0].into())));
}

#[test]
fn the_reading_of_a_metis_file_with_both_ends_of_each_edge_wins() {
    let mut options = LoadOptions { format: Some(Format::Metis), ..LoadOptions::default() };
    // A triangle, and a cycle of five nodes, in the format of the 10th DIMACS challenge.
    for (text, wanted) in [
        ("3 3 100\n2 3\n1 3\n1 2\n", 6),
        ("5 5 100\n5 2\n1 3\n2 4\n3 5\n4 1\n", 10),
        // With METIS's sizes.
        ("3 3 100\n9 2 3\n9 1 3\n9 1 2\n", 6),
        // A directed graph with sizes of zero, so no neighbour of the other reading is valid.
        ("3 3 100\n0 2\n0 3\n0 1\n", 3),
    ] {
        assert_eq!(edges(text, &options).len(), wanted, "{text:?}");
    }
    options.set("weights", "ignore").unwrap();
    assert_eq!(edges("2 2 101\n2 7\n1 7\n", &options).len(), 2);
}

#[test]
fn hermitian_matrices_of_real_numbers_are_symmetric() {
    let text = "%%MatrixMarket matrix coordinate real hermitian\n2 2 2\n2 1 0.5\n1 1 3\n";
    let wanted = [(0, 0, Some(3.0)), (0, 1, Some(0.5)), (1, 0, Some(0.5))];
    let mut found = edges(text, &LoadOptions::default());
    found.sort_by_key(|edge| (edge.0, edge.1));
    assert_eq!(found, wanted);
}
