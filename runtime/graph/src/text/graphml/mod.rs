//! Reads GraphML, an XML format that NetworkX, igraph, Gephi, yEd and other programs write.
//!
//! ```text
//! <graphml>
//!   <key id="d0" for="edge" attr.name="weight" attr.type="double"><default>1</default></key>
//!   <graph edgedefault="undirected">
//!     <node id="ann"/>
//!     <node id="bob"/>
//!     <edge source="ann" target="bob"><data key="d0">2.5</data></edge>
//!   </graph>
//! </graphml>
//! ```
//!
//! Each `<node>` is a node, and the graph keeps its [id](crate::ids), as a [table](super::table) with
//! `ids=names` does. An undirected edge becomes two edges, the second one right after the first. The
//! attribute of edges that [`weight_key`] finds has the weights. All other attributes are ignored.
//!
//! A file has one graph. Nested graphs, hyperedges, ports and references to other files are refused. The
//! text is UTF-8, whatever its declaration says. The file is read in pieces, on one thread.
//! <http://graphml.graphdrawing.org/specification.html>

mod markup;
mod weight;

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Read;

use quick_xml::events::BytesStart;

use super::number::Number;
use super::sink::EdgeRules;
use super::table::ParsedTable;
use super::table::keys::ColumnKey;
use super::table::names::NamedEdges;
use crate::error::{GraphError, Problem};
use markup::{Markup, Part, values};
use weight::{KeyOfEdges, WeightKeys, columns, weight_key, weight_of};

/// What the options say about weights.
#[derive(Debug, Clone, Copy)]
pub(crate) enum WantedWeights<'k> {
    /// The attribute with the usual name, if the file declares it.
    Usual,
    /// The attribute with this name.
    Named(&'k ColumnKey),
    /// None.
    Ignored,
}

/// The element that contains the next part of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// None: before or after `<graphml>`.
    Outside,
    Root,
    Key,
    /// The default value of a key.
    Default,
    Graph,
    Node,
    Edge,
    /// The weight of an edge.
    Weight,
}

/// An edge before its end.
struct Edge {
    ends: [u32; 2],
    is_mirrored: bool,
    weight: Option<Number>,
    line: u64,
}

struct Reader<'k> {
    wanted: WantedWeights<'k>,
    rules: EdgeRules,
    place: Place,
    /// Number of open elements whose content is ignored.
    ignored: usize,
    /// The attributes of edges that the file declares.
    keys: Vec<KeyOfEdges>,
    /// Whether the key that was opened last is in `keys`.
    is_key_of_edges: bool,
    /// The index of the key of the weights, and its default value.
    weight: Option<WeightKeys>,
    is_undirected: bool,
    has_graph: bool,
    edges: NamedEdges,
    /// Whether each id that has a number is that of a `<node>`.
    is_declared: Vec<bool>,
    /// Ids of edges that no `<node>` has so far, and the line of the first edge of each.
    undeclared: HashMap<u32, u64>,
    edge: Option<Edge>,
    /// The text of the current element.
    text: String,
}

/// Reads the graph. `rules.mirrored` adds the reverse of directed edges, too.
pub(crate) fn read(
    input: Box<dyn Read + Send + '_>,
    rules: EdgeRules,
    wanted: WantedWeights<'_>,
) -> Result<ParsedTable, GraphError> {
    let mut reader = Reader {
        wanted,
        rules,
        place: Place::Outside,
        ignored: 0,
        keys: vec![],
        is_key_of_edges: false,
        weight: None,
        is_undirected: false,
        has_graph: false,
        edges: NamedEdges::new(rules),
        is_declared: vec![],
        undeclared: HashMap::new(),
        edge: None,
        text: String::new(),
    };
    let mut markup = Markup::new(input);
    loop {
        let (line, part) = markup.next()?;
        let in_line = |problem| GraphError::in_line(line, None, problem);
        match part {
            Part::Start(tag, is_empty) => {
                reader.start(&tag, line).map_err(in_line)?;
                if is_empty {
                    reader.end().map_err(in_line)?;
                }
            }
            Part::End => reader.end().map_err(in_line)?,
            Part::Text(text) => reader.text(&text).map_err(in_line)?,
            Part::Declarations => {
                return Err(in_line(Problem::Unsupported {
                    what: "igc does not read declarations in a document type".into(),
                    help: "remove the text from `[` to `]` after `<!DOCTYPE`".into(),
                }));
            }
            Part::Other => {}
            Part::EndOfFile => return reader.finish(line),
        }
    }
}

impl Reader<'_> {
    /// Opens an element.
    fn start(&mut self, tag: &BytesStart<'_>, line: u64) -> Result<(), Problem> {
        if self.ignored > 0 {
            self.ignored += 1;
            return Ok(());
        }
        let name = tag.local_name();
        match (self.place, name.as_ref()) {
            (Place::Outside, "graphml") if !self.has_graph => self.place = Place::Root,
            (Place::Root, "key") => self.key(tag)?,
            (Place::Root, "graph") => self.graph(tag)?,
            (Place::Key, "default") => self.place = Place::Default,
            (Place::Graph, "node") => self.node(tag)?,
            (Place::Graph, "edge") => self.edge(tag, line)?,
            (Place::Edge, "data") if self.is_weight(tag)? => self.place = Place::Weight,
            (Place::Root | Place::Graph | Place::Node | Place::Edge, "data")
            | (Place::Root | Place::Key | Place::Graph | Place::Node | Place::Edge, "desc") => {
                self.ignored = 1;
            }
            (place, name) => return Err(refused(place, name)),
        }
        self.text.clear();
        Ok(())
    }

    /// Closes the element that was opened last.
    fn end(&mut self) -> Result<(), Problem> {
        if self.ignored > 0 {
            self.ignored -= 1;
            return Ok(());
        }
        self.place = match self.place {
            Place::Outside | Place::Root => Place::Outside,
            Place::Key | Place::Graph => Place::Root,
            Place::Default => {
                if let Some(key) = self.keys.last_mut().filter(|_| self.is_key_of_edges) {
                    key.default = Some(std::mem::take(&mut self.text));
                }
                Place::Key
            }
            Place::Node => Place::Graph,
            Place::Edge => {
                self.add_edge()?;
                Place::Graph
            }
            Place::Weight => {
                let weight = weight_of(&self.text, self.rules.single)?;
                if let Some(edge) = &mut self.edge {
                    edge.weight = Some(weight);
                }
                Place::Edge
            }
        };
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Problem> {
        if self.ignored > 0 {
            return Ok(());
        }
        if matches!(self.place, Place::Default | Place::Weight) {
            self.text += text;
            return Ok(());
        }
        match text.trim_ascii() {
            "" => Ok(()),
            other => Err(Problem::Unexpected {
                expected: "an element of GraphML".into(),
                found: super::cursor::quote(other.as_bytes()),
            }),
        }
    }

    fn key(&mut self, tag: &BytesStart<'_>) -> Result<(), Problem> {
        if self.has_graph {
            return Err(Problem::Unsupported {
                what: "a `<key>` is after the graph".into(),
                help: "move it before the element `<graph>`".into(),
            });
        }
        let [id, of, name] = values(tag, ["id", "for", "attr.name"])?;
        self.place = Place::Key;
        self.is_key_of_edges = matches!(of.as_deref(), None | Some("edge" | "all"));
        if !self.is_key_of_edges {
            return Ok(());
        }
        let id = required(id, "key", "id")?.into_owned();
        if self.keys.iter().any(|key| key.id == id) {
            return Err(Problem::Corrupt(format!(
                "two keys of edges have the id `{}`",
                igc_visible::name(&id)
            )));
        }
        self.keys.push(KeyOfEdges { id, name: name.map(Cow::into_owned), default: None });
        Ok(())
    }

    fn graph(&mut self, tag: &BytesStart<'_>) -> Result<(), Problem> {
        if self.has_graph {
            return Err(Problem::Unsupported {
                what: "the file has several graphs".into(),
                help: "write each graph to its own file".into(),
            });
        }
        let [default] = values(tag, ["edgedefault"])?;
        self.is_undirected = match required(default, "graph", "edgedefault")?.as_ref() {
            "directed" => false,
            "undirected" => true,
            other => return Err(wrong("`directed` or `undirected` as the `edgedefault`", other)),
        };
        self.weight = weight_key(&self.keys, self.wanted, self.rules.single)?;
        self.rules.weighted = self.weight.is_some();
        self.edges = NamedEdges::new(self.rules);
        self.has_graph = true;
        self.place = Place::Graph;
        Ok(())
    }

    fn node(&mut self, tag: &BytesStart<'_>) -> Result<(), Problem> {
        let [id] = values(tag, ["id"])?;
        let id = required(id, "node", "id")?;
        let node = self.number(&id)?;
        let is_declared = &mut self.is_declared[node as usize];
        if *is_declared {
            let id = igc_visible::name(&id);
            return Err(Problem::Corrupt(format!("two nodes have the id `{id}`")));
        }
        *is_declared = true;
        self.undeclared.remove(&node);
        self.place = Place::Node;
        Ok(())
    }

    /// Returns the number of an id.
    fn number(&mut self, id: &str) -> Result<u32, Problem> {
        if id.is_empty() {
            return Err(Problem::Corrupt("the id of a node is empty".into()));
        }
        let node = self.edges.interner.intern(id.as_bytes())?;
        if node as usize >= self.is_declared.len() {
            self.is_declared.push(false);
        }
        Ok(node)
    }

    fn edge(&mut self, tag: &BytesStart<'_>, line: u64) -> Result<(), Problem> {
        let [source, target, directed, of_source, of_target] =
            values(tag, ["source", "target", "directed", "sourceport", "targetport"])?;
        if of_source.is_some() || of_target.is_some() {
            return Err(refused(Place::Edge, "port"));
        }
        let is_undirected = match directed.as_deref() {
            None => self.is_undirected,
            Some("true" | "1") => false,
            Some("false" | "0") => true,
            Some(other) => return Err(wrong("`true` or `false` for `directed`", other)),
        };
        let mut ends = [0; 2];
        for (end, (id, name)) in ends.iter_mut().zip([(source, "source"), (target, "target")]) {
            *end = self.number(&required(id, "edge", name)?)?;
            if !self.is_declared[*end as usize] {
                self.undeclared.entry(*end).or_insert(line);
            }
        }
        let is_mirrored = is_undirected || self.rules.mirrored;
        self.edge = Some(Edge { ends, is_mirrored, weight: None, line });
        self.place = Place::Edge;
        Ok(())
    }

    /// Returns whether an element `<data>` has the weight of the edge.
    fn is_weight(&self, tag: &BytesStart<'_>) -> Result<bool, Problem> {
        let Some(WeightKeys { keys, .. }) = &self.weight else { return Ok(false) };
        let [key] = values(tag, ["key"])?;
        let is_weight =
            key.is_some_and(|key| keys.iter().any(|weight| key == self.keys[*weight].id));
        if is_weight && self.edge.as_ref().is_some_and(|edge| edge.weight.is_some()) {
            return Err(Problem::Corrupt("the edge has two weights".into()));
        }
        Ok(is_weight)
    }

    fn add_edge(&mut self) -> Result<(), Problem> {
        let Some(edge) = self.edge.take() else { return Ok(()) };
        let weight = match &self.weight {
            None => Number::Whole(1),
            Some(of_edges) => edge.weight.or(of_edges.default).ok_or_else(|| Problem::Columns {
                what: format!("the edge that starts in line {} has no weight", edge.line),
                help: "add the weight or, to the key, a `<default>`; with `weights=ignore`, igc \
                       reads no weights"
                    .into(),
            })?,
        };
        let [source, target] = edge.ends;
        self.edges.add(source, target, weight);
        if edge.is_mirrored && source != target {
            self.edges.add(target, source, weight);
        }
        Ok(())
    }

    /// Returns the graph at the end of the file.
    fn finish(self, line: u64) -> Result<ParsedTable, GraphError> {
        let in_line = |line, problem| Err(GraphError::in_line(line, None, problem));
        if self.place != Place::Outside || self.ignored > 0 {
            let section = "GraphML, because an element is not closed";
            return in_line(line, Problem::Truncated { section });
        }
        if !self.has_graph {
            let expected = "a `<graph>` in the element `<graphml>`".into();
            let found = "the end of the file".into();
            return in_line(line, Problem::Unexpected { expected, found });
        }
        if let Some((&node, &line)) = self.undeclared.iter().min_by_key(|(_, line)| **line) {
            let id = self.edges.interner.text(node);
            let what = format!("the file has no `<node>` with the id `{}`", igc_visible::name(id));
            return in_line(line, Problem::Corrupt(what));
        }
        let names = self.is_declared.len();
        let weights = self.weight.as_ref().map_or(&[][..], |weight| &weight.keys);
        let columns = columns(&self.keys, weights);
        // Reversed edges were added already.
        let parsed = self.edges.finish(EdgeRules { mirrored: false, ..self.rules })?;
        let parsed = ParsedTable { columns, ..parsed };
        let crate::assemble::Numbering::Exactly(nodes) = parsed.text.numbering else {
            return Ok(parsed);
        };
        if (nodes as usize) < names {
            let what = "two nodes have the same number as their id, such as `7` and `7.0`";
            return Err(Problem::Corrupt(what.into()).into());
        }
        Ok(parsed)
    }
}

/// Returns an attribute that the element must have.
fn required<'v>(
    value: Option<Cow<'v, str>>,
    element: &str,
    attribute: &str,
) -> Result<Cow<'v, str>, Problem> {
    value.ok_or_else(|| {
        Problem::Corrupt(format!("the element `<{element}>` has no attribute `{attribute}`"))
    })
}

fn wrong(expected: &str, found: &str) -> Problem {
    let found = super::cursor::quote(found.as_bytes());
    Problem::Unexpected { expected: expected.into(), found }
}

/// Returns the reason why an element must not be at a place.
fn refused(place: Place, name: &str) -> Problem {
    let unsupported =
        |what: &str, help: &str| Problem::Unsupported { what: what.into(), help: help.into() };
    match (place, name) {
        (Place::Graph | Place::Node | Place::Edge, "graph") => {
            unsupported("igc does not read nested graphs", "write the nodes and edges of one graph")
        }
        (_, "hyperedge") => unsupported(
            "igc does not read hyperedges",
            "write an edge for each two nodes of the hyperedge, for example",
        ),
        (_, "port") => {
            unsupported("igc does not read ports", "write edges between nodes, without ports")
        }
        (_, "locator") => unsupported(
            "igc does not read references to other files",
            "write the graph into this file",
        ),
        _ => {
            let expected = match place {
                Place::Outside => "the element `<graphml>`",
                Place::Root => "`<key>` or `<graph>`",
                Place::Key => "`<default>`",
                Place::Graph => "`<node>` or `<edge>`",
                Place::Node | Place::Edge => "`<data>`",
                Place::Default | Place::Weight => "a number",
            };
            let found = format!("the element `<{}>`", igc_visible::name(name));
            Problem::Unexpected { expected: expected.into(), found }
        }
    }
}
