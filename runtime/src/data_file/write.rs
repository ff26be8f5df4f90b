//! Writes an output to a file of its own.
//!
//! If the nodes of the graph have ids, texts have ids instead of numbers of nodes. An id that contains the
//! separator gets quotation marks (RFC 4180). A value that is not a node, such as `MAX`, is an empty
//! field. The formats of NumPy and MatrixMarket have numbers of nodes.

use std::io::{self, Write};
use std::path::Path;

use igc_compiler::data::ArrayData;
use igc_compiler::ir::Module;
use igc_compiler::ir::{Extent, Type};
use igc_graph::{Graph, Ids};

use super::npy;
use crate::input::is_of_quotient;
use crate::params::plain;

/// The format of a file, which the ending of its name selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// NumPy, `.npy`.
    Npy,
    /// MatrixMarket, `.mtx`.
    MatrixMarket,
    /// Text with commas between the columns, `.csv`.
    Csv,
    /// Text with tabs between the columns, `.tsv`, `.txt`, or no ending.
    Text,
}

impl Format {
    /// Returns the format of a file, or `None` if the ending of its name is unknown.
    pub fn of(path: &Path) -> Option<Format> {
        Some(match path.extension().map(|ending| ending.to_str()) {
            Some(Some("npy")) => Format::Npy,
            Some(Some("mtx")) => Format::MatrixMarket,
            Some(Some("csv")) => Format::Csv,
            None | Some(Some("tsv" | "txt")) => Format::Text,
            Some(_) => return None,
        })
    }

    /// Whether a file of this format contains a single output.
    pub fn has_one_output(self) -> bool {
        matches!(self, Format::Npy | Format::MatrixMarket)
    }

    /// Returns the character between the columns of a text.
    pub fn separator(self) -> char {
        if self == Format::Csv { ',' } else { '\t' }
    }
}

/// An output of a program, with its values.
#[derive(Debug, Clone, Copy)]
pub struct Output<'o> {
    pub(super) name: &'o str,
    /// What it has one row for.
    pub extent: Extent,
    /// The number of elements of each row, if rows are arrays.
    pub elements: Option<usize>,
    pub(super) data: &'o ArrayData,
    /// The ids of the nodes that the values are, if they are nodes of the input graph.
    pub(super) ids: Option<&'o Ids>,
}

impl<'o> Output<'o> {
    /// Finds the declaration of an output.
    pub fn new(
        module: &Module,
        name: &'o str,
        data: &'o ArrayData,
        graph: &'o Graph,
    ) -> Output<'o> {
        let array = module.array_named(name);
        let extent = array.map_or(Extent::One, |array| array.extent);
        let is_array = array.is_some_and(|array| array.length.is_some());
        // Only globals have computed lengths.
        let elements = array.and_then(|array| array.fixed_length());
        let elements = elements.map_or(data.len(), |length| length as usize);
        let is_other = array.is_some_and(|array| is_of_quotient(array, data));
        let ids = graph.ids.as_deref().filter(|_| data.ty() == Type::Node && !is_other);
        Output { name, extent, elements: is_array.then_some(elements), data, ids }
    }

    /// The name of the output.
    pub fn name(&self) -> &'o str {
        self.name
    }

    fn width(&self) -> usize {
        self.elements.unwrap_or(1)
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.data.len() / self.width().max(1)
    }

    /// The names of the columns, such as `x`, or `x[0]` and `x[1]` for an array.
    pub fn columns(&self) -> Vec<String> {
        match self.elements {
            None => vec![self.name.to_owned()],
            Some(elements) => (0..elements).map(|at| format!("{}[{at}]", self.name)).collect(),
        }
    }

    /// The values of a row as fields of a table.
    pub fn row(&self, row: usize, separator: char) -> impl Iterator<Item = String> {
        let width = self.width();
        (row * width..(row + 1) * width).map(move |at| self.field(at, separator))
    }

    /// Returns a value as a field of a table.
    fn field(&self, at: usize, separator: char) -> String {
        match (self.ids, self.data) {
            (Some(ids), ArrayData::Node(nodes)) => {
                let id = nodes.get(at).and_then(|node| ids.get(*node));
                id.map_or_else(String::new, |id| id.field(separator).into_owned())
            }
            _ => value(self.data, at),
        }
    }
}

/// Writes the values of an output with a name.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write(
    out: &mut impl Write,
    format: Format,
    output: &Output<'_>,
    graph: &Graph,
) -> io::Result<()> {
    let &Output { name, extent, elements, data, .. } = output;
    let separator = format.separator();
    let joined = |cells: Vec<String>| cells.join(&separator.to_string());
    let titles = || joined(output.columns());
    let values = |row| joined(output.row(row, separator).collect());
    match (format, extent) {
        (Format::Npy, Extent::One) => npy::write(out, None, data),
        (Format::Npy, _) => npy::write(out, elements, data),
        (Format::Text | Format::Csv, Extent::One) => {
            writeln!(out, "{name}")?;
            (0..data.len()).try_for_each(|at| writeln!(out, "{}", output.field(at, separator)))
        }
        (Format::Text | Format::Csv, Extent::Nodes | Extent::Original) => {
            writeln!(out, "node{separator}{}", titles())?;
            (0..output.rows()).try_for_each(|row| {
                write_node(out, graph, row as u32, separator)?;
                writeln!(out, "{separator}{}", values(row))
            })
        }
        (Format::Text | Format::Csv, Extent::Edges) => {
            writeln!(
                out,
                "{}",
                joined(
                    ["edge", "source", "destination"]
                        .map(String::from)
                        .into_iter()
                        .chain(output.columns())
                        .collect()
                )
            )?;
            edges(graph, |edge, source, target| {
                write!(out, "{edge}{separator}")?;
                write_node(out, graph, source, separator)?;
                write!(out, "{separator}")?;
                write_node(out, graph, target, separator)?;
                writeln!(out, "{separator}{}", values(edge))
            })
        }
        (Format::MatrixMarket, Extent::Edges) if elements.is_none() => {
            let (nodes, count) = (graph.nodes(), graph.edges());
            writeln!(out, "%%MatrixMarket matrix coordinate {} general", field(data.ty()))?;
            writeln!(out, "{nodes} {nodes} {count}")?;
            edges(graph, |edge, source, target| {
                let value = matrix_value(data, edge);
                writeln!(out, "{} {} {value}", u64::from(source) + 1, u64::from(target) + 1)
            })
        }
        (Format::MatrixMarket, _) => {
            writeln!(out, "%%MatrixMarket matrix array {} general", field(data.ty()))?;
            let width = if extent == Extent::One { 1 } else { output.width() };
            let rows = data.len() / width.max(1);
            writeln!(out, "{rows} {width}")?;
            // One column follows another.
            let mut positions =
                (0..width).flat_map(|at| (0..rows).map(move |row| row * width + at));
            positions.try_for_each(|at| writeln!(out, "{}", matrix_value(data, at)))
        }
    }
}

/// Writes the id of a node as a field of a table, or its number if nodes have no ids.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write_node(
    out: &mut impl Write,
    graph: &Graph,
    node: u32,
    separator: char,
) -> io::Result<()> {
    match graph.ids.as_ref().and_then(|ids| ids.get(node)) {
        Some(id) => out.write_all(id.field(separator).as_bytes()),
        None => write!(out, "{node}"),
    }
}

fn field(ty: Type) -> &'static str {
    if ty.is_float() { "real" } else { "integer" }
}

fn value(data: &ArrayData, row: usize) -> String {
    data.get(row).map_or(String::new(), plain)
}

/// Returns a value as a number: MatrixMarket has no booleans.
fn matrix_value(data: &ArrayData, row: usize) -> String {
    match data {
        ArrayData::Bool(flags) => u32::from(flags.get(row) == Some(&true)).to_string(),
        _ => value(data, row),
    }
}

/// Calls `write` with the number, the source and the destination of each edge.
pub fn edges(
    graph: &Graph,
    mut write: impl FnMut(usize, u32, u32) -> io::Result<()>,
) -> io::Result<()> {
    for source in 0..graph.nodes() {
        let first = graph.row(source).start;
        for (edge, target) in (first..).zip(graph.neighbours(source)) {
            write(edge, source, *target)?;
        }
    }
    Ok(())
}
