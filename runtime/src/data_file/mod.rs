//! Files with the data of a program: inputs (`--input feature=FILE`) and outputs (`-o level=FILE`).
//!
//! | file | content |
//! | --- | --- |
//! | `npy` | NumPy's binary format |
//! | `text` | values in lines, and tables with names of columns |
//! | `columns` | the columns of a table |
//! | `matrix_market` | MatrixMarket |
//! | `random` | random values instead of a file |
//! | `sink` | puts the values of an input where they belong, and finds those that are missing |
//! | `number` | numbers of a file, and their conversion to the types of the language |
//! | `write` | writes an output |
//!
//! The content of a file determines its format: `\x93NUMPY` starts a NumPy file, `%%MatrixMarket`
//! starts a MatrixMarket file, and everything else is text.
//!
//! # Limits
//!
//! A sparse matrix has one value for each edge, so it cannot be the data of an array. Files are not
//! decompressed. A file is read as a whole, and takes no other memory than the array for which it
//! is read.

mod columns;
mod matrix_market;
mod npy;
mod number;
mod random;
mod sink;
mod text;
mod write;

use std::path::{Path, PathBuf};

use igc_compiler::data::{DataError, Inputs};
use igc_compiler::diagnostics::visible;
use igc_compiler::ir::Module;
use igc_compiler::ir::{Extent, Init};
use igc_compiler::line_ends::with_line_feeds;
use igc_graph::Graph;

use crate::Error;
use crate::error::DataFileError;
use columns::Names;
use number::Types;
use random::Random;
use sink::Sink;
pub use write::{Format, Output, edges, write, write_node};

/// A problem in a file whose name the caller knows: a line, if there is one, and a message.
type Problem = (Option<u64>, String);

/// What an input needs of its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rows {
    /// One value for each node.
    Nodes,
    /// One value for each edge.
    Edges,
    /// Any number of nodes.
    Items,
}

/// Reads the inputs of a program. `given` has the name of each input, and its file or `random`.
///
/// # Errors
///
/// Returns an error if the program does not have an input, if an input has no file or several, or
/// if a file cannot be read or does not fit the program and the graph.
pub fn load(module: &Module, graph: &Graph, given: &[(String, PathBuf)]) -> Result<Inputs, Error> {
    load_more(module, graph, given, Inputs::default())
}

/// Reads the inputs of a program that are not in memory already, as [`load`] does.
///
/// # Errors
///
/// Returns an error as [`load`] does.
pub fn load_more(
    module: &Module,
    graph: &Graph,
    given: &[(String, PathBuf)],
    mut inputs: Inputs,
) -> Result<Inputs, Error> {
    let declared = declared(module);
    if let Some(name) = inputs.names().find(|name| declared.iter().all(|d| d.name != *name)) {
        let (name, known) = (visible::name(name), list(&declared));
        return Err(Error::Param(format!("unknown input `{name}`; {known}")));
    }
    if let Some((name, _)) = given.iter().find(|(name, _)| inputs.names().any(|n| n == name)) {
        return Err(Error::Param(format!("input `{name}` is given twice")));
    }
    for (at, (name, _)) in given.iter().enumerate() {
        if !declared.iter().any(|input| input.name == name) {
            let (name, known) = (visible::name(name), list(&declared));
            return Err(Error::Param(format!("unknown input `{name}`; {known}")));
        }
        if given[..at].iter().any(|(earlier, _)| earlier == name) {
            return Err(Error::Param(format!("input `{name}` is given twice")));
        }
    }
    let names: Vec<&str> = declared.iter().map(|input| input.name).collect();
    inputs.set_types(|name| declared.iter().find(|input| input.name == name).map(|d| d.ty));
    let in_memory: Vec<String> = inputs.names().map(str::to_owned).collect();
    for input in declared.iter().filter(|input| in_memory.iter().all(|n| n != input.name)) {
        let file = given.iter().find(|(name, _)| name == input.name);
        let (_, path) = file.ok_or_else(|| DataError::NoInput { name: input.name.into() })?;
        read(input, &names, graph, path, &mut inputs).map_err(|(line, problem)| DataFileError {
            path: visible::path(path),
            line,
            problem,
        })?;
    }
    Ok(inputs)
}

/// Returns `given` with random values for each input of the program that it lacks. Tests, studies
/// and conformance runs use it, because they have no files.
pub fn or_random(module: &Module, given: &[(String, PathBuf)]) -> Vec<(String, PathBuf)> {
    let lacks = |name: &&str| !given.iter().any(|(known, _)| known == name);
    let others = names(module).into_iter().filter(lacks);
    let others = others.map(|name| (name.to_string(), PathBuf::from(random::WORD)));
    given.iter().cloned().chain(others).collect()
}

/// The names of a program's inputs.
pub fn names(module: &Module) -> Vec<&str> {
    declared(module).into_iter().map(|input| input.name).collect()
}

/// An input that a program declares.
struct Declared<'s> {
    name: &'s str,
    ty: igc_compiler::ir::Type,
    /// The number of elements of each row, if the input is an array.
    elements: Option<usize>,
    rows: Rows,
}

fn declared(module: &Module) -> Vec<Declared<'_>> {
    let inputs = module.arrays.iter().filter(|array| array.init == Init::Input);
    let arrays = inputs.map(|array| Declared {
        name: &array.name,
        ty: array.ty,
        elements: array.fixed_length().map(|length| length as usize),
        rows: if array.extent == Extent::Edges { Rows::Edges } else { Rows::Nodes },
    });
    let node = igc_compiler::ir::Type::Node;
    let items = |name| Declared { name, ty: node, elements: None, rows: Rows::Items };
    let worklists = module.input_worklists();
    arrays.chain(worklists.map(items)).collect()
}

fn list(declared: &[Declared<'_>]) -> String {
    if declared.is_empty() {
        return "the program has no inputs".into();
    }
    let names: Vec<String> = declared.iter().map(|input| format!("`{}`", input.name)).collect();
    format!("the program has {}", names.join(", "))
}

/// Reads the file of an input.
fn read(
    input: &Declared<'_>,
    names: &[&str],
    graph: &Graph,
    path: &Path,
    inputs: &mut Inputs,
) -> Result<(), Problem> {
    let whole = |problem: String| (None, problem);
    if let Some(seed) = path.to_str().and_then(random::seed) {
        let random = Random::new(seed.map_err(whole)?, input.name);
        draw(input, graph, &random, inputs);
        return Ok(());
    }
    let metadata = std::fs::metadata(path).map_err(|error| whole(error.to_string()))?;
    if !metadata.is_file() {
        return Err(whole("an input must be a regular file".into()));
    }
    let bytes = std::fs::read(path).map_err(|error| whole(error.to_string()))?;
    let types = Types { nodes: graph.nodes(), edges: graph.edges() };
    let mut sink = Sink::new(input.rows, (input.ty, input.elements), types, graph);
    if bytes.starts_with(npy::MAGIC) {
        npy::read(&bytes, &mut sink)?;
    } else if bytes.starts_with(b"\x1f\x8b") || bytes.starts_with(b"\x28\xb5\x2f\xfd") {
        return Err(whole("the file is compressed\nhelp: decompress it first".into()));
    } else {
        let text = std::str::from_utf8(&bytes).map_err(|error| {
            let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
            (Some(line as u64 + 1), "the text is not valid UTF-8".to_string())
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = &*with_line_feeds(text);
        match text.starts_with(matrix_market::BANNER) {
            true => matrix_market::read(text, &mut sink)?,
            false => text::read(text, Names { input: input.name, all: names }, &mut sink)?,
        }
    }
    match input.rows {
        Rows::Items => inputs.add_worklist(input.name, sink.items()?),
        _ => inputs.add_array(input.name, sink.array()?),
    }
    Ok(())
}

/// Gives an input random values.
fn draw(input: &Declared<'_>, graph: &Graph, random: &Random, inputs: &mut Inputs) {
    let types = Types { nodes: graph.nodes(), edges: graph.edges() };
    let rows = match input.rows {
        Rows::Items => return inputs.add_worklist(input.name, random.items(types.nodes)),
        Rows::Nodes => types.nodes.into(),
        Rows::Edges => types.edges,
    };
    let length = rows as usize * input.elements.unwrap_or(1);
    inputs.add_array(input.name, random.array(input.ty, length, types));
}

#[cfg(test)]
mod tests;
