//! Tests of tables whose columns the keys name: which graph and which ids they give, and which tables are
//! refused, with the message.

// Helper functions of tests may panic.
#![allow(clippy::unwrap_used)]

use igc_graph::write::{LostIds, lost_ids, write};
use igc_graph::{Format, Graph, LoadOptions, Weights, parse_bytes_with};

fn load(text: &str, keys: &str) -> Result<Graph, String> {
    let mut options = LoadOptions::default();
    for key in keys.split(',').filter(|key| !key.is_empty()) {
        let (key, value) = key.split_once('=').unwrap_or((key, ""));
        options.set(key, value).map_err(|problem| problem.to_string())?;
    }
    parse_bytes_with(text.as_bytes(), &options).map_err(|error| error.to_string())
}

/// The edges of a graph with the ids of their ends.
fn edges(graph: &Graph) -> Vec<String> {
    let id = |node: u32| match &graph.ids {
        Some(ids) => ids.get(node).unwrap().to_string(),
        None => format!("#{node}"),
    };
    let of = |node| graph.neighbours(node).iter().map(move |target| (node, *target));
    let all = (0..graph.nodes()).flat_map(of);
    all.map(|(source, target)| format!("{}>{}", id(source), id(target))).collect()
}

#[track_caller]
fn reads(text: &str, keys: &str, wanted: &[&str]) {
    let graph = load(text, keys).unwrap_or_else(|error| panic!("{text:?},{keys}: {error}"));
    graph.check().unwrap();
    assert_eq!(edges(&graph), wanted, "{text:?},{keys}");
}

#[test]
fn columns_have_any_order_and_other_columns_any_content() {
    let text = "\"\",km,to,\"note\",from\n1,2.5,b,\"x, \"\"y\"\"\nz\",a\n2,-1e3,c,,b\n";
    reads(text, "source=from,target=to", &["a>b", "b>c"]);
    let graph = load(text, "source=from,target=to,weight=km").unwrap();
    assert_eq!(graph.weights, Some(Weights::F64(vec![2.5, -1000.0].into())));
    reads(text, "source=5,target=3,header=yes", &["a>b", "b>c"]);
    // A column with a usual name has the weights.
    let weighted = load("a;b;w\nx;y;7\n", "source=a,target=b").unwrap();
    assert_eq!(weighted.weights, Some(Weights::U32(vec![7].into())));
    assert_eq!(load("a;b;w\nx;y;?\n", "source=a,target=b,weights=ignore").unwrap().weights, None);
}

#[test]
fn every_separator_and_line_end_is_read() {
    for text in
        ["s,t\na,b\n", "s;t\r\na;b\r\n", "s\tt\na\tb", "s  t\n a \t b \n", "\u{feff}s,t\ra,b\r"]
    {
        reads(text, "source=s,target=t", &["a>b"]);
    }
    reads("a;b,c\n", "ids=names,separator=comma,source=1,target=2", &["a;b>c"]);
    reads("a b;c d\n", "ids=names", &["a b>c d"]);
}

#[test]
fn ids_are_any_texts() {
    reads("\"a\",a\n a ,\" a\"\n", "ids=names", &["a>a", "a> a"]);
    reads("é,日本\nE\u{301},é\n", "ids=names", &["é>日本", "E\u{301}>é"]);
    let uuids = "550e8400-e29b-41d4-a716-446655440000,6ba7b810-9dad-11d1-80b4-00c04fd430c8\n";
    reads(uuids, "ids=names", &[uuids.trim().replace(',', ">").as_str()]);
    reads("007,7\n", "ids=names", &["007>7"]);
    // Numbers are sorted, and have one form.
    reads("9000000000000000000,-4\n10.0,10\n", "ids=names", &["10>10", "9000000000000000000>-4"]);
    reads("1,2\n2,0\n", "ids=names", &["#1>#2", "#2>#0"]);
    reads("1,2\n2,0\n", "source=1,target=2,ids=numbers", &["#1>#2", "#2>#0"]);
    // Numbers may have blanks around them, also between quotation marks.
    let padded = "\"\t1 \",2,\" 7\t\"\n";
    reads(padded, "source=1,target=2,weight=3,ids=numbers", &["#1>#2"]);
}

#[test]
fn the_other_keys_apply() {
    let text = "a,b,3\na,a,1\na,b,2\n";
    reads(text, "ids=names,symmetric", &["a>b", "a>a", "a>b", "b>a", "b>a"]);
    reads(text, "ids=names,loops=drop,parallel=least", &["a>b"]);
    reads(text, "ids=names,compact", &["a>b", "a>a", "a>b"]);
    reads("a b\n\nc # c\n", "format=adjlist", &["a>b"]);
    reads("a b\n\nc # c\n", "format=adjlist,compact", &["a>b"]);
    reads("c\na b\n", "format=adjlist,compact,symmetric", &["a>b", "b>a"]);
    reads("1.0,1\n", "ids=names,symmetric", &["1>1"]);
    // `compact` keeps the numbers of the nodes that are left.
    reads("7 3\n3 9\n", "compact", &["3>9", "7>3"]);
    reads("p sp 5 1\na 5 2 1\n", "compact", &["4>1"]);
    reads("2 0\n1 2\n", "format=el,compact", &["#1>#2", "#2>#0"]);
}

#[test]
fn an_order_of_nodes_keeps_their_ids() {
    let graph = load("a,b\na,c\nd,c\nc,b\n", "ids=names").unwrap();
    let (reordered, _) = graph.reordered(igc_graph::NodeOrder::Degree).unwrap();
    let mut found = [edges(&graph), edges(&reordered)];
    assert_ne!(found[0], found[1]);
    found.iter_mut().for_each(|edges| edges.sort());
    assert_eq!(found[0], found[1]);
}

#[test]
fn written_files_keep_the_ids() {
    let text = "s,t,w\n\"a, \"\"b\"\"\",c,5\nc, d e,7\n";
    let graph = load(text, "source=s,target=t").unwrap();
    for (format, keys) in [(Format::Igc, ""), (Format::WeightedEdgeList, "ids=names")] {
        let mut bytes = vec![];
        write(&graph, &mut bytes, format).unwrap();
        assert_eq!(lost_ids(&graph, format), None);
        let mut options = LoadOptions::default();
        if let Some((key, value)) = keys.split_once('=') {
            options.set(key, value).unwrap();
        }
        assert_eq!(parse_bytes_with(&bytes, &options).unwrap(), graph, "{format}");
        for at in (0..bytes.len()).filter(|_| format == Format::Igc) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(parse_bytes_with(&damaged, &options).is_err(), "byte {at}");
        }
    }
    // The first and the last node have no edges.
    let lonely = load("x\na b\ny\n", "format=adjlist").unwrap();
    for format in [Format::Igc, Format::AdjacencyList] {
        let mut bytes = vec![];
        write(&lonely, &mut bytes, format).unwrap();
        let options = LoadOptions { format: Some(format), ..LoadOptions::default() };
        assert_eq!(parse_bytes_with(&bytes, &options).unwrap(), lonely, "{format}");
        let compact = parse_bytes_with(&bytes, &LoadOptions { compact: true, ..options }).unwrap();
        compact.check().unwrap();
        assert_eq!(edges(&compact), ["a>b"]);
    }
    let blank = load("a b,c\n", "ids=names").unwrap();
    assert!(write(&blank, &mut vec![], Format::AdjacencyList).is_err());
    let numbers = load("5,70\n70,5\n", "ids=names").unwrap();
    let mut bytes = vec![];
    write(&numbers, &mut bytes, Format::Igc).unwrap();
    assert_eq!(parse_bytes_with(&bytes, &LoadOptions::default()).unwrap(), numbers);
    assert_eq!(lost_ids(&graph, Format::MatrixMarket), Some(LostIds::All));
    let isolated = load("a,a\na,b\n", "ids=names,loops=drop").unwrap();
    assert_eq!(lost_ids(&isolated, Format::EdgeList), None);
    let isolated = load("a,a\nc,b\n", "ids=names,loops=drop").unwrap();
    assert_eq!(lost_ids(&isolated, Format::EdgeList), Some(LostIds::Isolated(1)));
}

#[test]
fn tables_without_edges_are_graphs() {
    assert_eq!(load("s,t\n", "source=s,target=t").unwrap().nodes(), 0);
    assert_eq!(load("# note\n\n", "ids=names").unwrap().nodes(), 0);
    assert_eq!(load("# igc nodes 4\n", "weight=3").unwrap().nodes(), 4);
    assert_eq!(load("# igc nodes 4\n0 1 5\n", "weight=3").unwrap().nodes(), 4);
}

/// The message for each table that is refused.
#[test]
fn wrong_tables_say_what_is_right() {
    let named = "source=s,target=t";
    let cases = [
        ("s,t\n", "source=S,target=t"),
        ("from,target\n", "source=form"),
        ("sender,receiver\n", "source=sender"),
        ("s,t,s\na,b,c\n", named),
        ("s,t\na,b\n", "source=s,target=s"),
        ("s,t\n", "source=s,target=3"),
        ("", named),
        ("s,t\na,b\n", "source=s,target=t,header=no"),
        ("s,t\na\n", named),
        ("s,t,x\na,b\n", named),
        ("s,t\na,b,c\n", named),
        ("s;t\n\na;\n", named),
        ("s,t\n\"\",b\n", named),
        ("s,t\na,\"b\nc,d\"\n", named),
        ("s,t\na,\"b\nc,d\n", named),
        ("s,t\n\"a\"b,c\n", named),
        ("s,t,w\na,b,\n", named),
        ("s,t,w\na,b,NaN\n", named),
        ("s;t;w\na;b;2,5\n", named),
        ("s,t,k\na,b,much\n", "source=s,target=t,weight=k"),
        ("s,t\na,b\n", "source=s,target=t,ids=numbers"),
        ("who,whom\n5,6\n6,5\n", "ids=names"),
        ("who,whom\n5,6\n6,5\n", "source=1,target=2"),
        ("name,friend\nada,bob\nbob,cleo\n", "ids=names"),
        ("name,friend\nada,bob\nbob,cleo\n", "source=1,target=2"),
        ("s,t\na,b\n", "source=s,target=t,format=wel"),
        ("s,t\na,b\n", "source=s,target=t,format=mtx"),
        ("s,t\na,b\n", "source=0"),
        ("s,t\na,b\n", "source="),
    ];
    let shown = cases.map(|(text, keys)| match load(text, keys) {
        Ok(graph) => panic!("{text:?},{keys} is read: {:?}", edges(&graph)),
        Err(error) => format!("{text:?}, {keys}\n{error}\n"),
    });
    insta::assert_snapshot!(shown.join("\n"));
    // The first edge may have no end in common with others if a key says that it is an edge.
    let apart = "name,friend\nada,bob\nbob,cleo\n";
    assert_eq!(load(apart, "ids=names,header=no").unwrap().nodes(), 5);
    assert_eq!(load(apart, "source=name,target=friend").unwrap().nodes(), 3);
    assert_eq!(load("ada,bob\n", "ids=names").unwrap().nodes(), 2);
    assert_eq!(load("ada,bob\nbob,cleo\n", "ids=names").unwrap().nodes(), 3);
    assert!(load("caf\u{e9}\n", "ids=names").is_err());
    let options = LoadOptions {
        table: igc_graph::TableKeys { ids: Some(igc_graph::IdsKey::Names), ..Default::default() },
        ..LoadOptions::default()
    };
    let latin = parse_bytes_with(b"caf\xe9,b\n", &options).unwrap_err().to_string();
    assert!(latin.contains("not UTF-8") && latin.contains("iconv"), "{latin}");
}
