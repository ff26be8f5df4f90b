//! Writes GraphML. The file lists each edge, so it is directed, also if the graph is symmetric.

use std::borrow::Cow;
use std::io::{Result, Write};

use quick_xml::escape::escape;

use crate::csr::{Graph, Weights};
use crate::ids::{Id, Ids};

/// Writes each node, and then the edges of each node.
pub(super) fn graphml(graph: &Graph, out: &mut impl Write) -> Result<()> {
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
    out.write_all(head.as_bytes())?;
    let of_numbers = match &graph.weights {
        None => None,
        Some(Weights::F64(_)) => Some("double"),
        Some(_) => Some("long"),
    };
    if let Some(numbers) = of_numbers {
        writeln!(
            out,
            "  <key id=\"weight\" for=\"edge\" attr.name=\"weight\" attr.type=\"{numbers}\"/>"
        )?;
    }
    writeln!(out, "  <graph id=\"G\" edgedefault=\"directed\">")?;
    for node in 0..graph.nodes() {
        writeln!(out, "    <node id=\"{}\"/>", id(graph, node))?;
    }
    let mut edge = 0;
    for source in 0..graph.nodes() {
        let of_source = id(graph, source);
        for &target in graph.neighbours(source) {
            write!(out, "    <edge source=\"{of_source}\" target=\"{}\"", id(graph, target))?;
            match &graph.weights {
                None => writeln!(out, "/>")?,
                Some(Weights::U32(values)) => weight(out, values[edge])?,
                Some(Weights::I64(values)) => weight(out, values[edge])?,
                // The shortest text that reads as the same number.
                Some(Weights::F64(values)) => weight(out, format_args!("{:?}", values[edge]))?,
            }
            edge += 1;
        }
    }
    out.write_all(b"  </graph>\n</graphml>\n")
}

fn weight(out: &mut impl Write, weight: impl std::fmt::Display) -> Result<()> {
    writeln!(out, "><data key=\"weight\">{weight}</data></edge>")
}

/// Returns the id of a node, or its number, as the value of an attribute.
fn id(graph: &Graph, node: u32) -> Cow<'_, str> {
    match graph.ids.as_ref().and_then(|ids| ids.get(node)) {
        None => node.to_string().into(),
        Some(Id::Number(number)) => number.to_string().into(),
        // Readers replace tabs and line ends by spaces unless they are references.
        Some(Id::Text(text)) => match text.contains(['\t', '\n']) {
            false => escape(text),
            true => escape(text).replace('\t', "&#9;").replace('\n', "&#10;").into(),
        },
    }
}

/// Returns whether XML can represent all ids. It has no character for most control characters.
pub(super) fn can_represent(ids: &Ids) -> bool {
    let is_wrong =
        |c: char| matches!(c, '\0'..'\t' | '\x0b' | '\x0c' | '\x0e'..' ' | '\u{fffe}' | '\u{ffff}');
    ids.iter().all(|id| match id {
        Id::Number(_) => true,
        Id::Text(text) => !text.is_empty() && !text.contains(is_wrong),
    })
}
