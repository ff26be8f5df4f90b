//! GraphML: an XML file with `<key>`, and a `<graph>` with `<node>` and `<edge>`. The ids of nodes are any
//! texts. An edge has its weight in the `<data>` that refers to the key of the weights, or the key has a
//! default.
//!
//! [`markup`] splits the text into tags, and accepts more than XML allows. Elements and attributes that do not
//! describe the graph are ignored.

mod markup;

use std::collections::HashMap;

use super::ReadError;
use super::edge_list::WEIGHT;
use super::keys::{ColumnKey, Listed};
use super::lines::{Edges, Lines};
use super::table::numbered;
use markup::{Part, Tag};

/// An attribute of edges.
struct Key {
    id: String,
    name: Option<String>,
    default: Option<String>,
}

/// An edge of the file, and the texts of its weight.
struct Edge {
    source: u32,
    target: u32,
    is_undirected: bool,
    weight: Option<String>,
    line: u64,
    /// Whether the element `<data>` that is open has the weight.
    is_in_weight: bool,
}

#[derive(Default)]
struct Found {
    /// Whether edges have no weights, whatever the file has.
    ignores_weights: bool,
    keys: Vec<Key>,
    /// The index of the key of the weights, in a list because there may be several.
    weights: Vec<usize>,
    is_undirected: bool,
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    edges: Vec<Edge>,
}

/// Reads the graph, and the id of each node. `symmetric` adds the reverse of directed edges, too.
pub(super) fn read(
    mut lines: Lines<'_>,
    weight: Option<&ColumnKey>,
    ignore: bool,
    symmetric: bool,
) -> Result<(Listed, Option<Vec<String>>), ReadError> {
    let text = lines.rest()?;
    let mut found = Found { ignores_weights: ignore, ..Found::default() };
    // The names of the open elements.
    let mut open: Vec<String> = vec![];
    // The text of the element that was opened last.
    let mut content = String::new();
    for (line, part) in markup::parts(&text) {
        lines.set_number(line);
        let path: Vec<&str> = open.iter().map(String::as_str).collect();
        match part {
            Part::Open(tag) => {
                found.open(&lines, &path, &tag, line, weight)?;
                content.clear();
                open.push(tag.name);
            }
            Part::Close => {
                found.close(&path, std::mem::take(&mut content));
                open.pop();
            }
            Part::Text(text) => content += &text,
        }
    }
    found.listed(lines, symmetric)
}

impl Found {
    /// Takes a start tag in the elements `path`.
    fn open(
        &mut self,
        lines: &Lines<'_>,
        path: &[&str],
        tag: &Tag,
        line: u64,
        weight: Option<&ColumnKey>,
    ) -> Result<(), ReadError> {
        let needed = |name: &str| {
            let missing = || lines.wrong(format!("the element has no attribute '{name}'"));
            tag.attributes.get(name).cloned().ok_or_else(missing)
        };
        match (path, tag.name.as_str()) {
            (["graphml"], "key") => {
                let is_of_edges =
                    tag.attributes.get("for").is_none_or(|of| of == "edge" || of == "all");
                // A key of nodes has no name here, so that its default belongs to no attribute of edges.
                let name = tag.attributes.get("attr.name").filter(|_| is_of_edges).cloned();
                let id = if is_of_edges { needed("id")? } else { String::new() };
                self.keys.push(Key { id, name, default: None });
            }
            (["graphml"], "graph") => {
                self.is_undirected = needed("edgedefault")? == "undirected";
                let is_weight = |name: &String| match weight {
                    None => WEIGHT.iter().any(|usual| usual.eq_ignore_ascii_case(name)),
                    Some(ColumnKey::Name(wanted)) => wanted == name,
                    Some(ColumnKey::Number(number)) => number.to_string() == *name,
                };
                if self.ignores_weights {
                    return Ok(());
                }
                self.weights = (0..self.keys.len())
                    .filter(|at| self.keys[*at].name.as_ref().is_some_and(is_weight))
                    .collect();
                // An attribute may have a key for each type of its values.
                let names = self.weights.iter().map(|at| &self.keys[*at].name);
                let are_one = names.collect::<std::collections::BTreeSet<_>>().len() <= 1;
                let with_default = |at: &&usize| self.keys[**at].default.is_some();
                let defaults = self.weights.iter().filter(with_default).count();
                if !are_one || defaults > 1 || self.weights.is_empty() && weight.is_some() {
                    return Err(lines.wrong("not exactly one attribute of edges has the weights"));
                }
            }
            (["graphml", "graph"], "node") => drop(self.number(needed("id")?)),
            (["graphml", "graph"], "edge") => {
                let is_undirected = match tag.attributes.get("directed").map(String::as_str) {
                    None => self.is_undirected,
                    Some(directed) => directed != "true" && directed != "1",
                };
                let source = self.number(needed("source")?);
                let target = self.number(needed("target")?);
                self.edges.push(Edge {
                    source,
                    target,
                    is_undirected,
                    weight: None,
                    line,
                    is_in_weight: false,
                });
            }
            (["graphml", "graph", "edge"], "data") => {
                let has_weight = self.weights.iter().any(|at| {
                    tag.attributes.get("key").is_some_and(|key| *key == self.keys[*at].id)
                });
                if let Some(edge) = self.edges.last_mut() {
                    edge.is_in_weight = has_weight;
                }
            }
            (["graphml", "graph", ..], "graph" | "hyperedge" | "port") => {
                return Err(lines.unsupported(format!("the oracle does not read '{}'", tag.name)));
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes the end tag of the last of the elements `path`, after the text `content`.
    fn close(&mut self, path: &[&str], content: String) {
        match path {
            ["graphml", "key", "default"] => {
                if let Some(key) = self.keys.last_mut() {
                    key.default = Some(content);
                }
            }
            ["graphml", "graph", "edge", "data"] => {
                if let Some(edge) = self.edges.last_mut().filter(|edge| edge.is_in_weight) {
                    edge.weight = Some(content);
                }
            }
            _ => {}
        }
    }

    /// Returns the number of an id.
    fn number(&mut self, id: String) -> u32 {
        let names = &mut self.names;
        *self.numbers.entry(id).or_insert_with_key(|id| {
            names.push(id.clone());
            names.len() as u32 - 1
        })
    }

    fn listed(
        self,
        mut lines: Lines<'_>,
        symmetric: bool,
    ) -> Result<(Listed, Option<Vec<String>>), ReadError> {
        let (ids, number) = numbered(&self.names);
        let mut edges: Edges = vec![];
        for edge in self.edges {
            lines.set_number(edge.line);
            let weight = match self.weights.is_empty() {
                true => None,
                false => {
                    let default =
                        self.weights.iter().find_map(|at| self.keys[*at].default.as_ref());
                    let text = edge.weight.as_ref().or(default);
                    Some(lines.weight(text.map(|text| text.trim()))?)
                }
            };
            let (source, target) = (number[edge.source as usize], number[edge.target as usize]);
            edges.push((source, target, weight));
            if (edge.is_undirected || symmetric) && source != target {
                edges.push((target, source, weight));
            }
        }
        let nodes = ids.len() as u32;
        Ok((Listed { nodes, edges, has_both_directions: true }, Some(ids)))
    }
}
