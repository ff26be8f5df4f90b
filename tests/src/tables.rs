//! Random tables with names of columns, as the edges of a graph and as the values of inputs.
//!
//! Bytes determine the names, their order, the separator and the rows. A model that looks up each name
//! says what the readers must return, or that they must refuse the table. A table of which a reader
//! skips a column is therefore a failure.

use std::fmt::Debug;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use igc_compiler::configuration::Configuration;
use igc_compiler::data::ArrayData;
use igc_compiler::driver::compile;
use igc_compiler::ir::Module;
use igc_compiler::ir::Type;
use igc_graph::{Format, Graph, LoadOptions, Weights};
use igc_runtime::data_file;

const SOURCE: &[&str] = &["source", "src", "from", "u"];
const TARGET: &[&str] = &["target", "destination", "dst", "to", "v"];
const WEIGHT: &[&str] = &["weight", "w"];
const NODE: &[&str] = &["node", "id"];
const EDGE: &[&str] = &["edge"];
const INPUTS: &[&str] = &["x", "cap"];
const OTHERS: &[&str] = &["capacity", "vertex", "value", "sourc", ""];

const PROGRAM: &str = "input node x: u32; input edge cap: i64; node y: i64 = 0;
    kernel sum() { forall u in nodes { for e in u.out { u.y += e.cap + u.x as i64; } } }
    main { sum(); } output y;";

/// A table: the names of its columns, and the text.
#[derive(Debug)]
struct Table {
    names: Vec<String>,
    /// Whether each name has quotation marks.
    is_quoted: Vec<bool>,
    separator: &'static str,
    cells: Vec<Vec<i64>>,
}

/// Choices from bytes. After the last byte, each choice is the first one.
struct Choices<'b>(std::slice::Iter<'b, u8>);

impl Choices<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.0.next().map_or(0, |byte| usize::from(*byte) % bound)
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }

    /// Returns the numbers below `count` in a random order.
    fn order(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for at in (1..count).rev() {
            order.swap(at, self.below(at + 1));
        }
        order
    }
}

/// Reads a table in each role.
///
/// # Panics
///
/// Panics if a reader returns other data than the names of the columns say.
pub fn check(bytes: &[u8]) {
    let choices = &mut Choices(bytes.iter());
    match choices.below(4) {
        0 => check_graph(choices, false),
        1 => check_graph(choices, true),
        2 => check_nodes(choices),
        _ => check_edges(choices),
    }
}

fn is_in(names: &[&str], name: &str) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Chooses the names of columns, mostly from the kinds that matter.
fn names(choices: &mut Choices<'_>, kinds: &[&[&'static str]]) -> Vec<String> {
    let count = 1 + choices.below(4);
    let name = |_| {
        let kind = choices.below(kinds.len() + 1);
        let all: Vec<&str> = [SOURCE, TARGET, WEIGHT, NODE, EDGE, INPUTS, OTHERS].concat();
        let name = choices.one_of(kinds.get(kind).copied().unwrap_or(&all));
        if choices.below(4) == 0 { name.to_uppercase() } else { name.to_owned() }
    };
    let mut names: Vec<String> = (0..count).map(name).collect();
    // A line of empty names is a blank line.
    if names.iter().all(String::is_empty) {
        names[0] = OTHERS[0].to_owned();
    }
    names
}

/// Makes a table of rows. `cell` has the content of a column with a name in a row.
fn table(
    choices: &mut Choices<'_>,
    names: Vec<String>,
    rows: usize,
    mut cell: impl FnMut(&mut Choices<'_>, &str, usize) -> i64,
) -> Table {
    let has_empty = names.iter().any(String::is_empty);
    let separators: &[&str] = if has_empty { &[",", "\t", ", "] } else { &[",", "\t", " ", ", "] };
    let separator = separators[choices.below(separators.len())];
    let row = |row: usize| names.iter().map(|name| cell(choices, name, row)).collect();
    let cells = (0..rows).map(row).collect();
    let is_quoted = names.iter().map(|_| choices.below(4) == 0).collect();
    Table { names, is_quoted, separator, cells }
}

impl Table {
    fn text(&self, choices: &mut Choices<'_>) -> String {
        let name = |(name, is_quoted): (&String, &bool)| match is_quoted {
            true => format!("\"{name}\""),
            false => name.clone(),
        };
        let names: Vec<String> = self.names.iter().zip(&self.is_quoted).map(name).collect();
        let rows = self.cells.iter().map(|cells| cells.iter().map(i64::to_string).collect());
        let lines = std::iter::once(names).chain(rows);
        let end = choices.one_of(&["\n", "\r\n", "\r"]);
        lines.map(|cells| cells.join(self.separator) + end).collect()
    }

    /// Returns the column with one of the names, or `None` if there are several.
    fn only(&self, is_wanted: impl Fn(&str) -> bool) -> Option<Option<usize>> {
        let found: Vec<usize> =
            (0..self.names.len()).filter(|at| is_wanted(&self.names[*at])).collect();
        (found.len() < 2).then(|| found.first().copied())
    }
}

/// An edge with its weight.
type Edge = (u32, u32, Option<i64>);

fn check_graph(choices: &mut Choices<'_>, ignores: bool) {
    let names = names(choices, &[SOURCE, TARGET, WEIGHT]);
    let rows = choices.below(6);
    let table = table(choices, names, rows, |choices, _, _| choices.below(10) as i64);
    let text = table.text(choices);
    let mut options = LoadOptions { format: Some(Format::EdgeList), ..LoadOptions::default() };
    let weights = if ignores { "ignore" } else { "keep" };
    options.set("weights", weights).unwrap();
    let found = igc_graph::parse_bytes_with(text.as_bytes(), &options);
    compare(&text, edges_of_table(&table, ignores), found.map(|graph| edges_of_graph(&graph)));
}

fn edges_of_table(table: &Table, ignores: bool) -> Option<Vec<Edge>> {
    let is_known = |name: &String| [SOURCE, TARGET, WEIGHT].iter().any(|names| is_in(names, name));
    let source = table.only(|name| is_in(SOURCE, name))??;
    let target = table.only(|name| is_in(TARGET, name))??;
    let weight = table.only(|name| is_in(WEIGHT, name))?.filter(|_| !ignores);
    if !ignores && !table.names.iter().all(is_known) {
        return None;
    }
    let edge =
        |cells: &Vec<i64>| (cells[source] as u32, cells[target] as u32, weight.map(|at| cells[at]));
    let mut edges: Vec<Edge> = table.cells.iter().map(edge).collect();
    edges.sort_by_key(|edge| edge.0);
    Some(edges)
}

fn edges_of_graph(graph: &Graph) -> Vec<Edge> {
    let weight = |edge: usize| match graph.weights.as_ref()? {
        Weights::U32(values) => Some(i64::from(values[edge])),
        other => panic!("{other:?}"),
    };
    let sources = graph.sources(0..graph.targets.len());
    let ends = sources.into_iter().zip(&graph.targets).enumerate();
    ends.map(|(edge, (source, target))| (source, *target, weight(edge))).collect()
}

/// The graph of the inputs: an edge in each direction between neighbours on a path of four nodes.
fn graph() -> Graph {
    igc_graph::generate::draw("chain", "4", &[]).unwrap().build().unwrap()
}

fn check_nodes(choices: &mut Choices<'_>) {
    let names = names(choices, &[&["x"], NODE]);
    let order = choices.order(4);
    let table = table(choices, names, 4, |choices, name, row| match is_in(NODE, name) {
        true => order[row] as i64,
        false => choices.below(10) as i64,
    });
    let text = table.text(choices);
    let found = read("x", &text, Type::U32, 4);
    let wanted = values(&table, "x", NODE, &order, |name| is_in(NODE, name));
    let wanted = wanted.map(|values| values.into_iter().map(|value| value as u32).collect());
    compare(&text, wanted.map(ArrayData::U32), found);
}

fn check_edges(choices: &mut Choices<'_>) {
    let names = names(choices, &[&["cap"], SOURCE, TARGET, EDGE]);
    let (graph, order) = (graph(), choices.order(6));
    let sources = graph.sources(0..6);
    let table = table(choices, names, 6, |choices, name, row| {
        let edge = order[row];
        match () {
            () if is_in(EDGE, name) => edge as i64,
            () if is_in(SOURCE, name) => sources[edge].into(),
            () if is_in(TARGET, name) => graph.targets[edge].into(),
            () => choices.below(10) as i64,
        }
    });
    let text = table.text(choices);
    let found = read("cap", &text, Type::I64, 6);
    let ends = |table: &Table| {
        let source = table.only(|name| is_in(SOURCE, name))?;
        let target = table.only(|name| is_in(TARGET, name))?;
        (source.is_some() == target.is_some()).then_some(source)
    };
    let keys = if ends(&table).flatten().is_some() { SOURCE } else { EDGE };
    let is_key = |name: &str| [EDGE, SOURCE, TARGET].iter().any(|names| is_in(names, name));
    let wanted = ends(&table).and_then(|_| values(&table, "cap", keys, &order, is_key));
    let wanted = wanted.filter(|_| table.only(|name| is_in(EDGE, name)).is_some());
    compare(&text, wanted.map(ArrayData::I64), found);
}

/// Returns the values of an input, or `None` if the table must be refused. With a column of `keys`, the
/// values of a row belong to the element that `order` has for it.
fn values(
    table: &Table,
    input: &str,
    keys: &[&str],
    order: &[usize],
    is_key: impl Fn(&str) -> bool,
) -> Option<Vec<i64>> {
    let named = table.only(|name| name.eq_ignore_ascii_case(input))?;
    let key = table.only(|name| is_in(keys, name))?;
    let names: Vec<&str> = table.names.iter().map(String::as_str).collect();
    let is_of_outputs = table.separator == "\t"
        && names.len() > 1
        && match input {
            "x" => names.starts_with(&["node"]) && !table.is_quoted[0],
            _ => {
                names.starts_with(&["edge", "source", "destination"])
                    && !table.is_quoted[..3].contains(&true)
            }
        };
    // The only output in a table of outputs may have another name.
    let mut others = (0..names.len()).filter(|at| !is_key(names[*at]));
    let value = match (named, others.next(), others.next()) {
        (Some(value), ..) => value,
        (None, Some(only), None) if is_of_outputs => only,
        _ => return None,
    };
    let is_other = |name: &str| name != input && INPUTS.contains(&name);
    let is_known = |name: &&str| name.eq_ignore_ascii_case(input) || is_key(name) || is_other(name);
    if !is_of_outputs && !names.iter().all(is_known) {
        return None;
    }
    let mut values = vec![0; order.len()];
    for (row, cells) in table.cells.iter().enumerate() {
        values[if key.is_some() { order[row] } else { row }] = cells[value];
    }
    Some(values)
}

/// Reads the file of an input with values of a type. The other input has random values.
fn read(name: &str, text: &str, ty: Type, length: usize) -> Result<ArrayData, String> {
    static MODULE: OnceLock<Arc<Module>> = OnceLock::new();
    let module = MODULE.get_or_init(|| {
        let options = Configuration::parse("none").unwrap();
        compile("tables", PROGRAM, &options).expect("the program is valid").artefact.module
    });
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    let path = |input: &&str| match *input == name {
        true => ((*input).to_owned(), file.path().to_owned()),
        false => ((*input).to_owned(), PathBuf::from("random")),
    };
    let given: Vec<(String, PathBuf)> = INPUTS.iter().map(path).collect();
    let inputs = data_file::load(module, &graph(), &given).map_err(|e| e.to_string())?;
    let values = inputs.array(name, ty, length).map_err(|e| e.to_string())?;
    Ok(ArrayData::clone(values))
}

/// Panics unless the data is as wanted, or the table is refused if it must be.
fn compare<T: PartialEq + Debug, E: std::fmt::Display>(
    text: &str,
    wanted: Option<T>,
    found: Result<T, E>,
) {
    match (wanted, found) {
        (Some(wanted), Ok(found)) => assert_eq!(found, wanted, "{text:?}"),
        (Some(_), Err(error)) => panic!("{text:?} is refused: {error}"),
        (None, Ok(found)) => panic!("{text:?} is read as {found:?}"),
        (None, Err(_)) => {}
    }
}
