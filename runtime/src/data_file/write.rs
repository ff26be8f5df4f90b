//! Writes an output to a file of its own.

use std::io::{self, Write};
use std::path::Path;

use igc_compiler::data::ArrayData;
use igc_compiler::ir::{Extent, Type};
use igc_compiler::schedule::Schedule;
use igc_graph::Graph;

use super::npy;
use crate::params::plain;

/// The format of a file, which the ending of its name selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// NumPy, `.npy`.
    Npy,
    /// MatrixMarket, `.mtx`.
    MatrixMarket,
    /// Tab-separated text, every other ending.
    Text,
}

impl Format {
    /// Returns the format of a file.
    pub fn of(path: &Path) -> Format {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("npy") => Format::Npy,
            Some("mtx") => Format::MatrixMarket,
            _ => Format::Text,
        }
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
}

impl<'o> Output<'o> {
    /// Finds the declaration of an output.
    pub fn new(schedule: &Schedule, name: &'o str, data: &'o ArrayData) -> Output<'o> {
        let buffer = schedule.buffers.iter().find(|buffer| buffer.name == name);
        let extent = buffer.map_or(Extent::One, |buffer| buffer.length);
        let is_array = buffer.is_some_and(|buffer| buffer.elements.is_some());
        // Only globals have computed lengths.
        let elements = buffer.and_then(|buffer| buffer.fixed_length());
        let elements = elements.map_or(data.len(), |length| length as usize);
        Output { name, extent, elements: is_array.then_some(elements), data }
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

    /// The values of a row as text.
    pub fn row(&self, row: usize) -> impl Iterator<Item = String> {
        let (width, data) = (self.width(), self.data);
        (row * width..(row + 1) * width).map(move |at| value(data, at))
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
    let &Output { name, extent, elements, data } = output;
    let titles = || output.columns().join("\t");
    let values = |row| output.row(row).collect::<Vec<_>>().join("\t");
    match (format, extent) {
        (Format::Npy, Extent::One) => npy::write(out, None, data),
        (Format::Npy, _) => npy::write(out, elements, data),
        (Format::Text, Extent::One) => {
            writeln!(out, "{name}")?;
            (0..data.len()).try_for_each(|at| writeln!(out, "{}", value(data, at)))
        }
        (Format::Text, Extent::Nodes | Extent::Original) => {
            writeln!(out, "node\t{}", titles())?;
            (0..output.rows()).try_for_each(|row| writeln!(out, "{row}\t{}", values(row)))
        }
        (Format::Text, Extent::Edges) => {
            writeln!(out, "edge\tsource\tdestination\t{}", titles())?;
            edges(graph, |edge, source, target| {
                writeln!(out, "{edge}\t{source}\t{target}\t{}", values(edge))
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
