//! `igc run -O` and `-o`: writes the outputs of a program.

use std::io::{BufWriter, Write};
use std::path::Path;

use igc::data_file::{self, Format, Output};
use igc::diagnostics::visible;
use igc::{Extent, Outcome};
use igc_compiler::schedule::Schedule;
use igc_output::OutputFile;
use igc_runtime::graph::Graph;

use crate::failed::Failed;
use crate::output::{fail, not_written, written};

/// Returns whether the outputs go to stdout.
pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes the outputs to a file or to stdout.
///
/// # Errors
///
/// Returns an error if writing fails, unless the reader has closed the pipe, as `head` does.
pub fn write_all(
    path: &Path,
    schedule: &Schedule,
    graph: &Graph,
    outcome: &Outcome,
) -> Result<(), Failed> {
    if is_stdout(path) {
        return written(tables(std::io::stdout().lock(), schedule, graph, outcome));
    }
    let write = || {
        let mut file = OutputFile::create(path)?;
        tables(&mut file, schedule, graph, outcome)?;
        file.publish()
    };
    not_written(path, write())
}

/// Checks before the run that the program has the outputs that get files of their own, and that the
/// files can be written.
///
/// # Errors
///
/// Returns an error if an output does not exist, or if a file cannot be written.
pub fn check(wanted: &[(String, String)], outputs: &[String]) -> Result<(), Failed> {
    for (name, path) in wanted {
        if !outputs.contains(name) {
            let (name, known) = (visible::name(name), outputs.join("`, `"));
            let known = if known.is_empty() { "no outputs".into() } else { format!("`{known}`") };
            let message = format!("unknown output `{name}`; the program has {known}");
            return fail(Failed::Input, message);
        }
        let path = Path::new(path);
        not_written(path, igc_output::check(path))?;
    }
    Ok(())
}

/// Writes outputs to files of their own.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write_each(
    wanted: &[(String, String)],
    schedule: &Schedule,
    graph: &Graph,
    outcome: &Outcome,
) -> Result<(), Failed> {
    for (name, path) in wanted {
        let Some((_, data)) = outcome.outputs.iter().find(|(known, _)| known == name) else {
            continue;
        };
        let path = Path::new(path);
        let output = Output::new(schedule, name, data);
        let write = || {
            let mut file = BufWriter::new(OutputFile::create(path)?);
            data_file::write(&mut file, Format::of(path), &output, graph)?;
            file.into_inner().map_err(|error| error.into_error())?.publish()
        };
        not_written(path, write())?;
    }
    Ok(())
}

/// Writes the globals as comments, then a table of the nodes, then a table of the edges with their
/// ends.
fn tables(
    out: impl Write,
    schedule: &Schedule,
    graph: &Graph,
    outcome: &Outcome,
) -> std::io::Result<()> {
    let mut out = BufWriter::new(out);
    let all = outcome.outputs.iter();
    let all: Vec<Output<'_>> = all.map(|(name, data)| Output::new(schedule, name, data)).collect();
    let of = |wanted: Extent| all.iter().filter(move |output| output.extent == wanted);
    for output in of(Extent::One) {
        for (name, value) in output.columns().into_iter().zip(output.row(0)) {
            writeln!(out, "# {name}\t{value}")?;
        }
    }
    let nodes: Vec<_> = of(Extent::Nodes).chain(of(Extent::Original)).collect();
    if let Some(first) = nodes.first() {
        header(&mut out, "node", &nodes)?;
        for node in 0..first.rows() {
            write!(out, "{node}")?;
            row(&mut out, node, &nodes)?;
        }
    }
    let edges: Vec<_> = of(Extent::Edges).collect();
    if !edges.is_empty() {
        header(&mut out, "edge\tsource\tdestination", &edges)?;
        data_file::edges(graph, |edge, source, target| {
            write!(out, "{edge}\t{source}\t{target}")?;
            row(&mut out, edge, &edges)
        })?;
    }
    out.flush()
}

fn header(out: &mut impl Write, first: &str, outputs: &[&Output<'_>]) -> std::io::Result<()> {
    write!(out, "{first}")?;
    for name in outputs.iter().flat_map(|output| output.columns()) {
        write!(out, "\t{name}")?;
    }
    writeln!(out)
}

fn row(out: &mut impl Write, row: usize, outputs: &[&Output<'_>]) -> std::io::Result<()> {
    for value in outputs.iter().flat_map(|output| output.row(row)) {
        write!(out, "\t{value}")?;
    }
    writeln!(out)
}
