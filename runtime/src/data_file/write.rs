//! Writes an output to a file of its own.

use std::io::{self, Write};
use std::path::Path;

use igc_compiler::data::ArrayData;
use igc_compiler::ir::{Extent, Type};
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

/// Writes the values of an output with a name.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write(
    out: &mut impl Write,
    format: Format,
    (name, extent, data): (&str, Extent, &ArrayData),
    graph: &Graph,
) -> io::Result<()> {
    match (format, extent) {
        (Format::Npy, _) => npy::write(out, data),
        (Format::Text, Extent::One) => {
            writeln!(out, "{name}")?;
            rows(data, |_, value| writeln!(out, "{value}"))
        }
        (Format::Text, Extent::Nodes) => {
            writeln!(out, "node\t{name}")?;
            rows(data, |row, value| writeln!(out, "{row}\t{value}"))
        }
        (Format::Text, Extent::Edges) => {
            writeln!(out, "edge\tsource\tdestination\t{name}")?;
            edges(graph, |edge, source, target| {
                writeln!(out, "{edge}\t{source}\t{target}\t{}", value(data, edge))
            })
        }
        (Format::MatrixMarket, Extent::Edges) => {
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
            writeln!(out, "{} 1", data.len())?;
            (0..data.len()).try_for_each(|row| writeln!(out, "{}", matrix_value(data, row)))
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

fn rows(
    data: &ArrayData,
    mut write: impl FnMut(usize, String) -> io::Result<()>,
) -> io::Result<()> {
    (0..data.len()).try_for_each(|row| write(row, value(data, row)))
}

/// Calls `write` with the number, the source and the destination of each edge.
pub fn edges(
    graph: &Graph,
    mut write: impl FnMut(usize, u32, u32) -> io::Result<()>,
) -> io::Result<()> {
    for source in 0..graph.nodes() {
        let first = graph.offsets[source as usize] as usize;
        for (edge, target) in (first..).zip(graph.neighbours(source)) {
            write(edge, source, *target)?;
        }
    }
    Ok(())
}
