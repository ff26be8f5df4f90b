//! Tests each reader with small files: their content, and files that are rejected.

use std::io::{BufReader, Cursor, Write};

use super::*;
use crate::adjacency::Weight;

fn read_bytes(bytes: &[u8], format: Format) -> Result<Adjacency, ReadError> {
    let reader = Box::new(BufReader::new(Cursor::new(bytes.to_vec())));
    read_from(reader, "file", format, &Keys::default()).map(|read| read.graph)
}

/// Returns the number of nodes, and the edges with their weights as text (`-` for none).
fn edges(bytes: &[u8], format: Format) -> (u32, Vec<(u32, u32, String)>) {
    let graph = read_bytes(bytes, format).unwrap();
    let text = |weight: Option<Weight>| weight.map_or("-".to_owned(), |w| w.to_string());
    (graph.nodes(), graph.all_edges().map(|(u, v, weight)| (u, v, text(weight))).collect())
}

fn expected(nodes: u32, edges: &[(u32, u32, &str)]) -> (u32, Vec<(u32, u32, String)>) {
    (nodes, edges.iter().map(|&(u, v, weight)| (u, v, weight.to_owned())).collect())
}

fn message(bytes: &[u8], format: Format) -> String {
    read_bytes(bytes, format).expect_err(&String::from_utf8_lossy(bytes)).to_string()
}

#[test]
fn dimacs() {
    let text = b"c x\np sp 4 3\n\na 1 2 803\r\na 3 1 0\na 1 2 7\n";
    let edges_of_text = expected(4, &[(0, 1, "803"), (0, 1, "7"), (2, 0, "0")]);
    assert_eq!(edges(text, Format::Dimacs), edges_of_text);
    for (text, part) in [
        ("", "file: the 'p' line is missing"),
        ("a 1 2 3", "file:1: an edge before the 'p' line"),
        ("p sp 2 1\na 1 3 5", "file:2: node 3 does not exist: there are 2 nodes, counted from 1"),
        ("p sp 2 1\na 0 1 5", "file:2: node 0 does not exist"),
        ("p sp 2 1\na 1 2", "file:2: the weight is missing"),
        ("p sp 2 1\na 1 2 x", "file:2: 'x' is not a valid weight"),
        ("p sp 2 2\na 1 2 3", "file: 2 edges are announced, but 1 follow"),
        ("p sp 2 1\np sp 2 1", "file:2: a second 'p' line"),
        ("p sp 2 1\ne 1 2", "'e'"),
        ("p sp 4294967295 0", "at most 4294967294"),
    ] {
        let message = message(text.as_bytes(), Format::Dimacs);
        assert!(message.contains(part), "{text}: {message}");
    }
}

#[test]
fn matrix_market() {
    let general = b"%%MatrixMarket matrix coordinate real general\n% c\n\n2 3 3\n\
                    1 3 0.5\n2 2 1\n1 2 -2e1\n";
    let edges_of_general = expected(3, &[(0, 2, "0.5"), (0, 1, "-20"), (1, 1, "1")]);
    assert_eq!(edges(general, Format::MatrixMarket), edges_of_general);
    let symmetric = b"%%matrixmarket MATRIX Coordinate pattern symmetric\n3 3 2\n3 1\n2 2\n";
    let edges_of_symmetric = expected(3, &[(0, 2, "-"), (1, 1, "-"), (2, 0, "-")]);
    assert_eq!(edges(symmetric, Format::MatrixMarket), edges_of_symmetric);
    let skew = b"%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 4\n";
    assert_eq!(edges(skew, Format::MatrixMarket), expected(2, &[(0, 1, "-4"), (1, 0, "4")]));
    let hermitian = b"%%MatrixMarket matrix coordinate real hermitian\n2 2 1\n2 1 4\n";
    assert_eq!(edges(hermitian, Format::MatrixMarket), expected(2, &[(0, 1, "4"), (1, 0, "4")]));
    let skewed = |field: &str, entry: &str| {
        format!("%%MatrixMarket matrix coordinate {field} skew-symmetric\n2 2 1\n{entry}\n")
    };
    let least = "2 1 -9223372036854775808";
    assert_eq!(edges(skewed("real", least).as_bytes(), Format::MatrixMarket).1.len(), 2);
    let refused = |text: String| message(text.as_bytes(), Format::MatrixMarket);
    assert!(refused(skewed("integer", least)).contains("does not fit 64 bits"));
    assert!(refused(skewed("integer", "1 1 3")).contains("no entries on its diagonal"));
    assert_eq!(edges(b"2 3 1\n1 3 0.5\n", Format::MatrixMarket), expected(3, &[(0, 2, "0.5")]));
    assert_eq!(edges(b"2 3 1\n% c\n2 3\n", Format::MatrixMarket), expected(3, &[(1, 2, "-")]));
    let general = |rest: &str| format!("%%MatrixMarket matrix coordinate real general\n{rest}");
    for (text, part) in [
        (String::new(), "file:1: expected '%%MatrixMarket"),
        (general(""), "the line with the size is missing"),
        (general("2 2 1\n1 3 1"), "file:3: node 3 does not exist"),
        (general("2 2 1\n1 2"), "file:3: the weight is missing"),
        (general("2 2 2\n1 2 1"), "2 entries are announced, but 1 follow"),
        (general("1099511627776 2 1\n1 2 1"), "at most"),
        ("%%MatrixMarket matrix array real general".to_owned(), "not array matrices"),
        ("%%MatrixMarket matrix coordinate complex general".to_owned(), "complex"),
    ] {
        let message = message(text.as_bytes(), Format::MatrixMarket);
        assert!(message.contains(part), "{text}: {message}");
    }
}

#[test]
fn edge_lists() {
    let snap = b"# Nodes: 2\r\n% x\r\n4\t1\r\n0 4\r\n4 1\r\n1 1\r\n";
    let edges_of_snap = expected(5, &[(0, 4, "-"), (1, 1, "-"), (4, 1, "-"), (4, 1, "-")]);
    assert_eq!(edges(snap, Format::EdgeList), edges_of_snap);
    assert_eq!(edges(b"src,dst\n0,1\n0,   2", Format::EdgeList).1.len(), 2);
    let weighted = b"0 1 5\n1 0 2.5\n";
    let edges_of_weighted = expected(2, &[(0, 1, "5"), (1, 0, "2.5")]);
    assert_eq!(edges(weighted, Format::EdgeList), edges_of_weighted);
    assert_eq!(edges(weighted, Format::WeightedEdgeList), edges_of_weighted);
    assert_eq!(edges(b"", Format::EdgeList), expected(0, &[]));
    assert_eq!(edges(b"# igc nodes 4\n0 1\n", Format::EdgeList), expected(4, &[(0, 1, "-")]));
    let named = b"w,\"To\",src\n5,1,0\n2.5,0,1\n";
    assert_eq!(edges(named, Format::EdgeList), edges_of_weighted);
    for (text, format, part) in [
        ("0 1", Format::WeightedEdgeList, "file:1: the weight is missing"),
        ("0 1\n0", Format::EdgeList, "file:2: the node id is missing"),
        ("0 1\n0 -1", Format::EdgeList, "file:2: '-1' is not a valid node id"),
        ("0 1\n0 1 3", Format::EdgeList, "file: edge 1 (counted from 0) has a weight"),
        (
            "0 4294967294",
            Format::EdgeList,
            "file:1: the node id 4294967294 is too large: 32-bit ids",
        ),
        ("a b", Format::EdgeList, "file:1: the first line names a column that is not known"),
        (
            "source,from\n0,1",
            Format::EdgeList,
            "file:1: the first line must name one source and one",
        ),
        ("target,source\n0", Format::EdgeList, "file:2: the line has another number of columns"),
        ("# igc nodes 2\n0 2", Format::EdgeList, "file: node 2 is beyond the stated nodes"),
    ] {
        let message = message(text.as_bytes(), format);
        assert!(message.contains(part), "{text}: {message}");
    }
}

#[test]
fn konect() {
    let directed = b"% asym posweighted\n% 2 3 4\n1 2 1.5\n3 3 2 1040\n";
    assert_eq!(edges(directed, Format::Konect), expected(4, &[(0, 1, "1.5"), (2, 2, "2")]));
    let undirected = b"% sym unweighted\n1 2\n3 3\n";
    let edges_of_undirected = expected(3, &[(0, 1, "-"), (1, 0, "-"), (2, 2, "-")]);
    assert_eq!(edges(undirected, Format::Konect), edges_of_undirected);
    assert!(message(b"1 2\n", Format::Konect).contains("file:1: the first line must be"));
    for (text, part) in [
        ("% bip unweighted\n1 2\n", "file:2: a bipartite network needs the line"),
        ("% bip unweighted\n% 1 2 3\n3 1\n", "file:3: node 3 does not exist: there are 2 nodes"),
        ("% asym weighted\n1 2\n2 1 5\n", "has a weight, but the edges before it do not"),
        ("% asym unweighted\n% 2 2 2\n1 2\n", "2 edges are announced, but 1 follow"),
        ("% asym unweighted\n0 1\n", "node 0 does not exist: nodes are counted from 1"),
        ("% asym unweighted\n4294967295 1\n", "the node id 4294967295 is too large"),
        ("% asym dynamic\n1 2 1 1040\n", "dynamic"),
        ("% asym heavy\n1 2 1\n", "'heavy'"),
    ] {
        let message = message(text.as_bytes(), Format::Konect);
        assert!(message.contains(part), "{text}: {message}");
    }
}

/// `runtime/graph/tests/formats.rs` has the same files.
#[test]
fn konect_weights_mean_what_the_handbook_says() {
    let read = |text: &str| edges(text.as_bytes(), Format::Konect);
    let bipartite = read("% bip weighted\n% 2 2 3\n1 3 0.5\n2 1 4\n");
    let edges_of_bipartite = [(0, 4, "0.5"), (1, 2, "4"), (2, 1, "4"), (4, 0, "0.5")];
    assert_eq!(bipartite, expected(5, &edges_of_bipartite));
    for weights in ["unweighted", "positive"] {
        let graph = read(&format!("% asym {weights}\n1 2 3 1040\n2 1\n"));
        assert_eq!(graph, expected(2, &[(0, 1, "-"), (1, 0, "-")]), "{weights}");
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
        assert_eq!(graph, expected(2, &[(0, 1, "3"), (1, 0, "4")]), "{weights}");
        let graph = read(&format!("% asym {weights}\n1 2\n2 1\n"));
        assert_eq!(graph, expected(2, &[(0, 1, "-"), (1, 0, "-")]), "{weights}");
    }
}

#[test]
fn metis() {
    let plain = b"% c\n3 2\n2\n1 3\n2\n";
    let edges_of_plain = expected(3, &[(0, 1, "-"), (1, 0, "-"), (1, 2, "-"), (2, 1, "-")]);
    assert_eq!(edges(plain, Format::Metis), edges_of_plain);
    // The first line has size 9, the two weights 7 and 8, and then neighbours with weights. Node 3
    // has no neighbours.
    let all = b"3 1 111 2\n9 7 8 2 5\n9 7 8 1 5\n9 7 8\n";
    assert_eq!(edges(all, Format::Metis), expected(3, &[(0, 1, "5"), (1, 0, "5")]));
    // With the other meaning of 100, lines have no sizes, and nodes without neighbours have no
    // fields.
    let parallel = b"3 4 100\n2 2\n\n1 1\n";
    let edges_of_parallel = expected(3, &[(0, 1, "-"), (0, 1, "-"), (2, 0, "-"), (2, 0, "-")]);
    assert_eq!(edges(parallel, Format::Metis), edges_of_parallel);
    assert!(
        message(b"2 1\n2\n1\n1\n", Format::Metis)
            .contains("file:4: the file has more than 2 lines")
    );
    // Twice as many neighbours as edges are preferred to sizes, unless they are not nodes.
    assert_eq!(edges(b"3 3 100\n2 3\n1 3\n1 2\n", Format::Metis).1.len(), 6);
    assert_eq!(edges(b"3 3 100\n0 2\n0 3\n0 1\n", Format::Metis).1.len(), 3);
    assert!(message(b"2 1\n3\n1\n", Format::Metis).contains("file:2: node 3 does not exist"));
    assert!(message(b"2 1 7\n", Format::Metis).contains("'7'"));
    assert!(message(b"2 1 1\n2\n1 4\n", Format::Metis).contains("file:2: the weight is missing"));
}

fn words64(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn words32(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn galois() {
    // Nodes 0 -> 1, 1 without edges, 2 -> 0 and 2. The number of edges is odd, so version 1 has
    // padding.
    let heads = words64(&[1, 4, 3, 3, 1, 1, 3]);
    let one = [heads.clone(), words32(&[1, 0, 2, 0xdead, 10, 20, 30])].concat();
    let edges_of_one = expected(3, &[(0, 1, "10"), (2, 0, "20"), (2, 2, "30")]);
    assert_eq!(edges(&one, Format::Galois), edges_of_one);
    let two = [words64(&[2, 0, 3, 3, 1, 1, 3]), words64(&[1, 0, 2])].concat();
    let edges_of_two = expected(3, &[(0, 1, "-"), (2, 0, "-"), (2, 2, "-")]);
    assert_eq!(edges(&two, Format::Galois), edges_of_two);
    let wide = [words64(&[2, 8, 3, 3, 1, 1, 3]), words64(&[1, 0, 2, 10, 20, 30])].concat();
    assert_eq!(edges(&wide, Format::Galois), edges_of_one);

    for end in 0..one.len() {
        assert!(message(&one[..end], Format::Galois).contains("the file ends"), "{end}");
    }
    let refused = |bytes: Vec<u8>| message(&bytes, Format::Galois);
    assert!(refused(words64(&[3, 0, 0, 0])).contains("version 3"));
    assert!(refused(words64(&[1, 0, u64::MAX, 0])).contains("at most"));
    let beyond = [words64(&[2, 0, 1, 1, 1]), words64(&[1])].concat();
    assert!(refused(beyond).contains("node 1, but there are 1"));
    for ends in [[2, 1, 3], [4, 3, 3], [0, 1, 2]] {
        let bytes = [words64(&[2, 0, 3, 3]), words64(&ends), words64(&[1, 0, 2])].concat();
        assert!(refused(bytes).contains("edges"), "{ends:?}");
    }
}

#[test]
fn gapbs() {
    let heads = [vec![1], words64(&[3, 3, 0, 1, 1, 3])].concat();
    let sg = [heads.clone(), words32(&[1, 0, 2])].concat();
    let edges_of_sg = expected(3, &[(0, 1, "-"), (2, 0, "-"), (2, 2, "-")]);
    assert_eq!(edges(&sg, Format::Sg), edges_of_sg);
    let wsg = [heads, words32(&[1, 10, 0, u32::MAX, 2, 30])].concat();
    let edges_of_wsg = expected(3, &[(0, 1, "10"), (2, 0, "-1"), (2, 2, "30")]);
    assert_eq!(edges(&wsg, Format::Wsg), edges_of_wsg);
    for end in 0..sg.len() {
        assert!(message(&sg[..end], Format::Sg).contains("the file ends"), "{end}");
    }
    assert!(message(&[2], Format::Sg).contains("first byte is 2"));
}

#[test]
fn ecl() {
    let plain = words32(&[3, 3, 0, 1, 1, 3, 1, 0, 2]);
    let edges_of_plain = expected(3, &[(0, 1, "-"), (2, 0, "-"), (2, 2, "-")]);
    assert_eq!(edges(&plain, Format::Egr), edges_of_plain);
    let weighted = [plain.clone(), words32(&[10, u32::MAX, 30])].concat();
    let edges_of_weighted = expected(3, &[(0, 1, "10"), (2, 0, "-1"), (2, 2, "30")]);
    assert_eq!(edges(&weighted, Format::Egr), edges_of_weighted);
    for end in (0..weighted.len()).filter(|&end| end != plain.len()) {
        assert!(message(&weighted[..end], Format::Egr).contains("the file ends"), "{end}");
    }
    let refused = |words: &[u32]| message(&words32(words), Format::Egr);
    assert!(refused(&[0, 0, 0]).contains("has no nodes"));
    assert!(refused(&[u32::MAX, 0, 0, 0]).contains("-1 is negative"));
    assert!(refused(&[1, 0, 1, 1]).contains("begin at 1, not 0"));
    assert!(refused(&[1, 1, 0, 1, 1]).contains("node 1, but there are 1"));
}

/// Replaces every byte of small files with bytes that have a meaning, and removes every byte.
#[test]
fn damaged_files_are_refused_or_read_but_never_panic() {
    let galois = [words64(&[1, 4, 3, 3, 1, 1, 3]), words32(&[1, 0, 2, 0, 10, 20, 30])].concat();
    let wsg = [vec![1], words64(&[3, 3, 0, 1, 1, 3]), words32(&[1, 10, 0, 20, 2, 30])].concat();
    let egr = words32(&[3, 3, 0, 1, 1, 3, 1, 0, 2, 10, 20, 30]);
    let files: [(&[u8], Format); 9] = [
        (b"p sp 4 2\na 1 2 803\na 3 1 0\n", Format::Dimacs),
        (
            b"%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 4\n",
            Format::MatrixMarket,
        ),
        (b"# x\n4\t1\n0 4 \n", Format::EdgeList),
        (b"0 1 5\n1 0 2.5\n", Format::WeightedEdgeList),
        (b"% sym weighted\n% 2 3 4\n1 2 1.5\n3 3 2\n", Format::Konect),
        (b"3 1 111 2\n9 7 8 2 5\n9 7 8 1 5\n9 7 8\n", Format::Metis),
        (&galois, Format::Galois),
        (&wsg, Format::Wsg),
        (&egr, Format::Egr),
    ];
    for (bytes, format) in files {
        read_bytes(bytes, format).unwrap();
        let mut refused = 0;
        for place in 0..bytes.len() {
            for byte in *b"\0\x01\x7f\xff0129-. \n%#acp" {
                let mut damaged = bytes.to_vec();
                damaged[place] = byte;
                refused += usize::from(read_bytes(&damaged, format).is_err());
            }
            let mut damaged = bytes.to_vec();
            damaged.remove(place);
            refused += usize::from(read_bytes(&damaged, format).is_err());
        }
        assert!(refused > bytes.len(), "{format:?} refused {refused}");
    }
}

#[test]
fn our_own_binary_has_no_independent_reader() {
    let error = read_bytes(b"anything", Format::Igc).unwrap_err();
    assert!(matches!(error, ReadError::Unsupported { .. }));
    assert!(error.to_string().contains("does not have a reader for igc"));
}

#[test]
fn compressed_files_are_read_through() {
    let text = b"0 1\n1 2\n";
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text).unwrap();
    let zstd = zstd::encode_all(text.as_slice(), 1).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in [("a.gz", gzip.finish().unwrap()), ("a.zst", zstd), ("a", text.to_vec())] {
        let path = folder.path().join(name);
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(
            read(&path, name, Format::EdgeList, &Keys::default()).unwrap().graph.edges(),
            2,
            "{name}"
        );
        std::fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
        if name != "a" {
            assert!(
                matches!(
                    read(&path, name, Format::EdgeList, &Keys::default()),
                    Err(ReadError::Io { .. })
                ),
                "{name}"
            );
        }
    }
    let missing =
        read(&folder.path().join("missing"), "missing", Format::EdgeList, &Keys::default())
            .unwrap_err();
    assert!(missing.to_string().contains("missing"));
}

#[test]
fn formats_have_names() {
    assert_eq!("mtx".parse(), Ok(Format::MatrixMarket));
    assert_eq!("el".parse(), Ok(Format::EdgeList));
    let unknown = "xml".parse::<Format>().unwrap_err();
    assert_eq!(unknown.to_string(), "the oracle does not have a reader for the format 'xml'");
}
