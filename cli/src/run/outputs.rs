//! `igc run -O` and `-o`: writes the outputs of a program.

use std::io::{BufWriter, Write};
use std::path::Path;

use igc::data_file::{self, Format, Output, write_node};
use igc::diagnostics::visible;
use igc::{Extent, Field, Outcome};
use igc_compiler::ir::Module;
use igc_output::OutputFile;
use igc_runtime::graph::Graph;
use igc_runtime::params::plain;

use crate::failed::Failed;
use crate::message::{self, shown};
use crate::output::{counted, fail, not_written, written};

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
    module: &Module,
    graph: &Graph,
    outcome: &Outcome,
) -> Result<(), Failed> {
    if is_stdout(path) {
        message::result_begins();
        return written(tables(std::io::stdout().lock(), '\t', module, graph, outcome));
    }
    let write = || {
        let mut file = OutputFile::create(path)?;
        tables(&mut file, format_of(path).separator(), module, graph, outcome)?;
        file.publish()
    };
    not_written(path, write())
}

/// Returns the format of a file. [`check_all`] and [`check`] have refused unknown endings.
fn format_of(path: &Path) -> Format {
    Format::of(path).unwrap_or(Format::Text)
}

/// Checks before the run that the files for all outputs can be written.
///
/// # Errors
///
/// Returns an error if no format for all outputs has the ending of a file, or if a file cannot be written.
pub fn check_all<'a>(files: impl Iterator<Item = &'a Path>) -> Result<(), Failed> {
    for path in files.filter(|path| !is_stdout(path)) {
        let known = "the endings for all outputs are .csv (commas), .tsv and .txt (tabs)";
        match Format::of(path) {
            None => return unknown_ending(path, known),
            Some(format) if format.has_one_output() => {
                let message = format_args!(
                    "{}: a file of this format contains one output\n\
                     help: name the output, as in `-o NAME={}`, or choose another ending: {known}",
                    shown(path),
                    shown(path)
                );
                return fail(Failed::Usage, message);
            }
            Some(_) => not_written(path, igc_output::check(path))?,
        }
    }
    Ok(())
}

fn unknown_ending(path: &Path, known: &str) -> Result<(), Failed> {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    fail(
        Failed::Usage,
        format_args!(
            "{}: igc does not know how to write files that end in `.{}`\nhelp: {known}",
            shown(path),
            visible::name(&ending)
        ),
    )
}

/// Checks before the run that the program has the outputs that get files of their own, and that the
/// files can be written.
///
/// # Errors
///
/// Returns an error if an output does not exist, if the ending of a file is unknown, or if a file cannot be written.
pub fn check<'a>(
    wanted: impl Iterator<Item = (&'a str, &'a Path)>,
    outputs: &[&str],
) -> Result<(), Failed> {
    for (name, path) in wanted {
        if !outputs.contains(&name) {
            let (name, known) = (visible::name(name), outputs.join("`, `"));
            let known = if known.is_empty() { "no outputs".into() } else { format!("`{known}`") };
            let message = format!("unknown output `{name}`; the program has {known}");
            return fail(Failed::Input, message);
        }
        if Format::of(path).is_none() {
            let known = "the endings for an output are .csv (commas), .tsv and .txt (tabs), .npy (NumPy) and .mtx \
                         (MatrixMarket)";
            return unknown_ending(path, known);
        }
        not_written(path, igc_output::check(path))?;
    }
    Ok(())
}

/// Says which value of outputs stands for elements that the program has not reached, where files contain such elements.
pub fn say_unreached(fields: &[Field], outcome: &Outcome, is_written: impl Fn(&str) -> bool) {
    for field in fields.iter().filter(|field| is_written(&field.name) && !field.has_rows) {
        let Some(value) = field.unreached().filter(|value| !value.ty().is_float()) else {
            continue;
        };
        let data = outcome.outputs.iter().find(|(name, _)| *name == field.name);
        let Some((_, data)) = data else { continue };
        let count = (0..data.len()).filter(|at| data.get(*at) == Some(value)).count();
        let what = match field.extent {
            Some(Extent::Edges) => "edge",
            Some(Extent::One) | None => continue,
            Some(_) => "node",
        };
        if count > 0 {
            message::say(format_args!(
                "note: in `{}`, the value {} means that the program has not reached the {what}: {}",
                field.name,
                plain(value),
                counted(count, what)
            ));
        }
    }
}

/// Writes outputs to files of their own.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write_each<'a>(
    wanted: impl Iterator<Item = (&'a str, &'a Path)>,
    module: &Module,
    graph: &Graph,
    outcome: &Outcome,
) -> Result<(), Failed> {
    for (name, path) in wanted {
        let Some((_, data)) = outcome.outputs.iter().find(|(known, _)| known == name) else {
            continue;
        };
        let output = Output::new(module, name, data, graph);
        let format = format_of(path);
        if graph.ids.is_some() && matches!(format, Format::Npy | Format::MatrixMarket) {
            message::say(format_args!(
                "warning: `{}` has numbers of nodes instead of the ids of the graph's file\n\
                 help: a file with the ending `.csv` or `.tsv` has the ids",
                message::shown(path)
            ));
        }
        let write = || {
            let mut file = BufWriter::new(OutputFile::create(path)?);
            data_file::write(&mut file, format, &output, graph)?;
            file.into_inner().map_err(|error| error.into_error())?.publish()
        };
        not_written(path, write())?;
    }
    Ok(())
}

/// Writes each global as a comment, then a table of the nodes, then a table of the edges with their
/// ends.
fn tables(
    out: impl Write,
    separator: char,
    module: &Module,
    graph: &Graph,
    outcome: &Outcome,
) -> std::io::Result<()> {
    let mut out = BufWriter::new(out);
    let all = outcome.outputs.iter();
    let all: Vec<Output<'_>> =
        all.map(|(name, data)| Output::new(module, name, data, graph)).collect();
    let of = |wanted: Extent| all.iter().filter(move |output| output.extent == wanted);
    for output in of(Extent::One) {
        write!(out, "# {}", output.name())?;
        output.row(0, separator).try_for_each(|value| write!(out, "{separator}{value}"))?;
        writeln!(out)?;
    }
    let nodes: Vec<_> = of(Extent::Nodes).chain(of(Extent::Original)).collect();
    if let Some(first) = nodes.first() {
        header(&mut out, separator, &["node"], &nodes)?;
        for node in 0..first.rows() {
            write_node(&mut out, graph, node as u32, separator)?;
            row(&mut out, separator, node, &nodes)?;
        }
    }
    let edges: Vec<_> = of(Extent::Edges).collect();
    if !edges.is_empty() {
        header(&mut out, separator, &["edge", "source", "destination"], &edges)?;
        data_file::edges(graph, |edge, source, target| {
            write!(out, "{edge}{separator}")?;
            write_node(&mut out, graph, source, separator)?;
            write!(out, "{separator}")?;
            write_node(&mut out, graph, target, separator)?;
            row(&mut out, separator, edge, &edges)
        })?;
    }
    out.flush()
}

fn header(
    out: &mut impl Write,
    separator: char,
    first: &[&str],
    outputs: &[&Output<'_>],
) -> std::io::Result<()> {
    let names = outputs.iter().flat_map(|output| output.columns());
    let names: Vec<String> = first.iter().map(|name| (*name).into()).chain(names).collect();
    writeln!(out, "{}", names.join(&separator.to_string()))
}

fn row(
    out: &mut impl Write,
    separator: char,
    row: usize,
    outputs: &[&Output<'_>],
) -> std::io::Result<()> {
    for value in outputs.iter().flat_map(|output| output.row(row, separator)) {
        write!(out, "{separator}{value}")?;
    }
    writeln!(out)
}
