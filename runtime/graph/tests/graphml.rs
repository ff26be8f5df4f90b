//! Tests of GraphML: which graph and which ids a file gives, and which files are refused, with the message.

// Helper functions of tests may panic.
#![allow(clippy::unwrap_used)]

use std::fmt::Write;
use std::sync::Arc;

use igc_graph::write::{lost_ids, write};
use igc_graph::{Format, Graph, LoadOptions, Problem, Weights, parse_bytes_with};

fn load(text: &str, keys: &str) -> Result<Graph, String> {
    let mut options = LoadOptions::default();
    for key in keys.split(',').filter(|key| !key.is_empty()) {
        let (key, value) = key.split_once('=').unwrap_or((key, ""));
        options.set(key, value).map_err(|problem| problem.to_string())?;
    }
    parse_bytes_with(text.as_bytes(), &options).map_err(|error| error.to_string())
}

/// The edges of a graph with the ids of their ends, and their weights.
fn edges(graph: &Graph) -> String {
    let id = |node: u32| match &graph.ids {
        Some(ids) => ids.get(node).unwrap().to_string(),
        None => format!("#{node}"),
    };
    let weight = |edge: usize| match &graph.weights {
        None => String::new(),
        Some(Weights::U32(values)) => format!(":{}", values[edge]),
        Some(Weights::I64(values)) => format!(":{}", values[edge]),
        Some(Weights::F64(values)) => format!(":{:?}", values[edge]),
    };
    let of = |node| graph.row(node).map(move |edge| (node, edge));
    let all = (0..graph.nodes()).flat_map(of);
    let all = all.map(|(source, edge)| {
        format!("{}>{}{}", id(source), id(graph.targets[edge]), weight(edge))
    });
    all.collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn reads(text: &str, keys: &str, wanted: &str) {
    let graph = load(text, keys).unwrap_or_else(|error| panic!("{text:?},{keys}: {error}"));
    graph.check().unwrap();
    assert_eq!(edges(&graph), wanted, "{text:?},{keys}");
}

/// A file with a key of edges, nodes and edges.
fn file(default: &str, edges: &str) -> String {
    format!(
        "<?xml version='1.0' encoding='UTF-8'?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n\
         <key id=\"d0\" for=\"node\" attr.name=\"weight\" attr.type=\"int\"/>\n\
         <key id=\"d1\" for=\"edge\" attr.name=\"Weight\" attr.type=\"double\"/>\n\
         <key id=\"d2\" for=\"all\" attr.name=\"km\"><desc>x</desc><default> 7 </default></key>\n\
         <graph id=\"G\" edgedefault=\"{default}\">\n\
         <node id=\"ann\"><data key=\"d0\">9</data></node>\n\
         <node id='b&amp;o \"&#98;&quot;'/><node id=\"c\"/>\n{edges}\n</graph></graphml>\n"
    )
}

const EDGES: &str = "<edge source=\"ann\" target=\"c\"><data key=\"d2\">3</data><data key=\"d1\">\n2.5</data></edge>\n\
    <edge source='c' target='c'><data key=\"d1\"><![CDATA[1]]></data></edge>\n\
    <edge source='c' target='b&#x26;o \"b\"' directed='true'><desc>a <b/> c</desc><data key='d1'>-&#52;</data></edge>";

#[test]
fn directions_and_weights() {
    let undirected = file("undirected", EDGES);
    reads(&undirected, "", "ann>c:2.5 c>ann:2.5 c>c:1.0 c>b&o \"b\":-4.0");
    reads(
        &undirected,
        "symmetric",
        "ann>c:2.5 b&o \"b\">c:-4.0 c>ann:2.5 c>c:1.0 c>b&o \"b\":-4.0",
    );
    reads(&undirected, "weight=km", "ann>c:3 c>ann:3 c>c:7 c>b&o \"b\":7");
    reads(&undirected, "weights=ignore", "ann>c c>ann c>c c>b&o \"b\"");
    let directed = file("directed", EDGES);
    reads(&directed, "", "ann>c:2.5 c>c:1.0 c>b&o \"b\":-4.0");
    reads(&directed, "weight=Weight,loops=drop", "ann>c:2.5 c>b&o \"b\":-4.0");
    reads(&directed.replace("'true'", "'false'"), "weights=ignore,compact", {
        "ann>c b&o \"b\">c c>c c>b&o \"b\""
    });
}

/// NetworkX declares an attribute once for each type of its values.
#[test]
fn an_attribute_may_have_a_key_for_each_type() {
    let text = |default: &str| {
        format!(
            "<graphml><key id='a' for='edge' attr.name='weight' attr.type='double'/>\n\
             <key id='b' for='edge' attr.name='weight' attr.type='long'>{default}</key>\n\
             <graph edgedefault='directed'><node id='c'/>\n\
             <edge source='c' target='c'><data key='a'>2.5</data></edge>\n\
             <edge source='c' target='c'><data key='b'>7</data></edge>\n\
             <edge source='c' target='c'/></graph></graphml>"
        )
    };
    reads(&text("<default>1</default>"), "", "c>c:2.5 c>c:7.0 c>c:1.0");
    assert!(load(&text(""), "").unwrap_err().contains("has no weight"));
    let both =
        text("<default>1</default>").replace("'double'/>", "'double'><default>2</default></key>");
    assert!(load(&both, "").unwrap_err().contains("two defaults"));
    let twice = text("").replace("2.5</data>", "2.5</data><data key='b'>3</data>");
    assert!(load(&twice, "").unwrap_err().contains("two weights"));
}

#[test]
fn other_content_is_ignored() {
    let text = "<!-- c --><!DOCTYPE g:graphml SYSTEM '>'><g:graphml xmlns:g='x'><desc>d</desc>\
                <g:data key='r'><graph/></g:data>\
                <g:graph edgedefault='directed'><?p i?><data key='z'>&x;</data>\
                <g:edge source='2' target='1'/><g:node id='1'><data key='n'><y:S><z/></y:S></data></g:node>\
                <!-- <node id='9'/> --><g:node id='2'/></g:graph><data/></g:graphml><!-- end -->";
    reads(text, "", "2>1");
    // Numbers are sorted, as in tables.
    assert_eq!(load(text, "").unwrap().ids.unwrap().as_numbers(), Some(&[1, 2][..]));
    reads(&text.replace('\'', "\"").replace('2', "0"), "", "#0>#1");
    // The end of a tag may be inside a value, and a tag may have several lines.
    let lines =
        "<graphml><graph edgedefault=\n'directed'\r\n><node\tid='a>\r\nb'/ ></graph></graphml>";
    assert!(load(lines, "").is_err());
    let graph = load(&lines.replace("/ >", "/>"), "").unwrap();
    assert_eq!(graph.ids.unwrap().get(0).unwrap().to_string(), "a> b");
}

#[test]
fn graphs_with_ids_are_written_and_read() {
    let ids = "\u{e9},a&<>\"'\u{1f600},x y,tab\tb,line\nend\r,]]>";
    let table: String = ids
        .split(',')
        .zip(0..)
        .map(|(id, at)| format!("\"{}\";{at}\n", id.replace('"', "\"\"")))
        .collect();
    let mut graph = load(&table.replace("line\nend", "line end"), "ids=names").unwrap();
    for weights in [
        None,
        Some(Weights::U32((0..6).collect())),
        Some(Weights::I64((-3..3).collect())),
        Some(Weights::F64((0..6).map(|n| f64::from(n) / 7.0).collect())),
    ] {
        graph.weights = weights;
        let mut bytes = vec![];
        write(&graph, &mut bytes, Format::GraphMl).unwrap();
        assert_eq!(lost_ids(&graph, Format::GraphMl), None);
        let again = parse_bytes_with(&bytes, &LoadOptions::default()).unwrap();
        assert_eq!(again, graph);
    }
    let control = load("a\u{1};b\n", "ids=names").unwrap();
    let error = write(&control, &mut vec![], Format::GraphMl).unwrap_err();
    assert!(matches!(error, Problem::CannotHold { .. }), "{error}");
    assert!(Arc::strong_count(graph.ids.as_ref().unwrap()) > 0);
}

#[test]
fn wrong_files_say_what_is_right() {
    let graph = |content: &str| {
        format!("<graphml>\n<graph edgedefault='directed'>\n{content}\n</graph>\n</graphml>")
    };
    let weighted = |edges: &str| file("directed", edges);
    let edge = |data: &str| weighted(&format!("<edge source='c' target='c'>{data}</edge>"));
    let key = |key: &str| format!("<graphml>\n{key}\n<graph edgedefault='directed'/></graphml>");
    let mut out = String::new();
    for (text, keys) in [
        ("<graphml>".into(), ""),
        ("<graphml/>".into(), ""),
        ("<graphml></graph>".into(), ""),
        ("<gexf><graphml/></gexf>".into(), ""),
        ("<?xml version='1.0'?>\n<gexf/>".into(), ""),
        ("<graphml/><graphml/>".into(), ""),
        ("<!DOCTYPE graphml [<!ENTITY x 'y'>]>\n<graphml/>".into(), ""),
        ("<graphml><graph/></graphml>".into(), ""),
        ("<graphml><graph edgedefault='both'/></graphml>".into(), ""),
        (
            "<graphml>\n<graph edgedefault='directed'/>\n<graph edgedefault='directed'/></graphml>"
                .into(),
            "",
        ),
        ("<graphml>\n<graph edgedefault='directed'/>\n<key id='a'/></graphml>".into(), ""),
        (graph("text"), ""),
        (graph("<node/>"), ""),
        (graph("<node id=''/>"), ""),
        (graph("<node id='a'/>\n<node id='a'/>"), ""),
        (graph("<node id='7'/><node id='7.0'/>"), ""),
        (graph("<node id='a' id='b'/>"), ""),
        (graph("<node id=a/>"), ""),
        (graph("<node id='&unknown;'/>"), ""),
        (graph("<node id='a'/><edge source='a'/>"), ""),
        (graph("<node id='a'/>\n<edge source='a' target='b'/>"), ""),
        (graph("<node id='a'/><edge source='a' target='a' directed='maybe'/>"), ""),
        (graph("<node id='a'><graph edgedefault='directed'/></node>"), ""),
        (graph("<node id='a'><port name='p'/></node>"), ""),
        (graph("<node id='a'/><edge source='a' target='a' sourceport='p'/>"), ""),
        (graph("<hyperedge><endpoint node='a'/></hyperedge>"), ""),
        (graph("<node id='a'><locator/></node>"), ""),
        (graph("<nodes/>"), ""),
        (graph("<node id='a'>"), ""),
        (graph("<!-- a -- b -->"), ""),
        (graph("<node id='a\n"), ""),
        (edge(""), ""),
        (edge("<data key='d1'>many</data>"), ""),
        (edge("<data key='d1'>\n\n</data>"), ""),
        (edge("<data key='d1'>NaN</data>"), ""),
        (edge("<data key='d1'><b/></data>"), ""),
        (edge("<data key='d1'>1</data><data key='d1'>1</data>"), ""),
        (edge("<data key='d1'>1</data>"), "weight=weight"),
        (edge("<data key='d1'>1</data>"), "weight=3"),
        (edge("<data key='d1'>1</data>"), "source=a"),
        (edge("<data key='d1'>1</data>"), "ids=names"),
        (key("<key id='a' for='edge'/>\n<key id='a' for='edge'/>"), ""),
        (key("<key id='a' attr.name='w'/><key id='b' attr.name='weight'/>"), ""),
        (key("<key id='a' attr.name='w'><default>x</default></key>"), ""),
        (key("<key id='a'/>"), "weight=w"),
        (key("<key for='edge'/>"), ""),
    ] {
        let error = match load(&text, keys) {
            Ok(graph) => panic!("{text},{keys}: {graph:?}"),
            Err(error) => error,
        };
        let from = text.rfind("\"c\"/>").map_or(0, |at| at + 6);
        let shown: String = text[from..].chars().take(110).collect();
        writeln!(out, "{shown:?} {keys}\n    {error}").unwrap();
    }
    let latin = b"<graphml><graph edgedefault='directed'><node id='\xe9'/></graph></graphml>";
    let error = parse_bytes_with(latin, &LoadOptions::default()).unwrap_err();
    writeln!(out, "bytes of Latin 1\n    {error}").unwrap();
    insta::with_settings!({omit_expression => true}, { insta::assert_snapshot!(out) });
}

#[test]
fn a_tag_that_never_ends_is_refused_in_bounded_memory() {
    let text = format!("<graphml><graph edgedefault='directed'><node id='{}", "x".repeat(70 << 20));
    let error = load(&text, "").unwrap_err();
    assert!(error.contains("longer than 67108864 bytes"), "{error}");
}
