//! Checks results with a command of the user: `check external "python3 check.py"(level, source);`.
//!
//! The command gets one more argument, the path of a manifest in JSON. The manifest names files in the same
//! folder: the graph as an edge list, and the values of each argument of the check as text. The book
//! describes them. The command ends with the exit code 0 if the result is right, or prints the reason
//! and ends with 1 if it is wrong. Everything else means that the checker has failed, which is an error: a
//! failed checker never makes a result right.
//!
//! A program is data from anywhere, and its text names the command. No command runs before the process
//! [permits](permit) it. Commands run without a shell.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use igc_compiler::data::ArrayData;
use igc_compiler::diagnostics::visible;
use igc_compiler::ir::{Check, CheckArg, Extent, Module, Value};
use igc_oracle::{Adjacency, Weight};
use serde::Serialize;

use crate::Error;
use crate::input::OracleGraph;
use crate::params::plain;
use crate::results::Results;

/// The name of a check by a command.
pub use igc_compiler::check::oracles::EXTERNAL;

/// The longest time that a command may take, if commands are permitted.
static PERMITTED: OnceLock<Duration> = OnceLock::new();

/// How often a waiting thread looks whether a command has ended.
const STEP: Duration = Duration::from_millis(5);
/// Number of bytes of the texts of a command that a message has at most.
const SHOWN: u64 = 4096;

/// Permits the commands that programs name in `check external`, from now on. A command that takes longer
/// than `timeout` is ended. Later calls have no effect.
pub fn permit(timeout: Duration) {
    // A second call is allowed.
    let _ = PERMITTED.set(timeout);
}

/// Returns the longest time that a command may take, if commands are [permitted](permit).
pub fn permitted() -> Option<Duration> {
    PERMITTED.get().copied()
}

/// What a command gets.
#[derive(Serialize)]
struct Manifest<'a> {
    version: u32,
    program: &'a str,
    graph: ShownGraph,
    arguments: Vec<Argument<'a>>,
}

#[derive(Serialize)]
struct ShownGraph {
    file: &'static str,
    nodes: u32,
    edges: u64,
    has_weights: bool,
    /// The file with the ids of the nodes, if they have ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    ids: Option<&'static str>,
}

#[derive(Serialize)]
struct Argument<'a> {
    name: &'a str,
    /// `nodes`, `edges`, `one` or `parameter`.
    kind: &'static str,
    #[serde(rename = "type")]
    ty: String,
    /// The file with the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The value of a parameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<serde_json::Value>,
}

/// Asks a command about a result. Returns the reason if the result is wrong.
///
/// # Errors
///
/// Returns an error if commands are not permitted, or if the checker fails.
pub(crate) fn judge(
    check: &Check,
    module: &Module,
    view: &OracleGraph,
    params: &[Value],
    results: &Results<'_>,
) -> Result<Option<String>, Error> {
    let command = check.command.as_deref().unwrap_or_default();
    let shown = visible::name(command);
    let Some(timeout) = permitted() else {
        return Err(Error::ExternalCheck(shown.into_owned()));
    };
    let fail = |what: String| Error::Oracle(format!("the external checker `{shown}` {what}"));
    let io = |error: io::Error| fail(format!("cannot run: {error}"));
    let words =
        shell_words::split(command).map_err(|error| fail(format!("cannot run: {error}")))?;
    let (program, arguments) = words.split_first().ok_or_else(|| fail("has no name".to_owned()))?;
    let folder = tempfile::Builder::new().prefix("igc-check-").tempdir().map_err(io)?;
    let manifest = folder.path().join("manifest.json");
    write_all(folder.path(), check, module, view, (params, results))?.map_err(io)?;
    let [stdout, stderr] = ["stdout", "stderr"].map(|name| folder.path().join(name));
    let started = Command::new(program)
        .args(arguments)
        .arg(&manifest)
        .stdin(Stdio::null())
        .stdout(File::create(&stdout).map_err(io)?)
        .stderr(File::create(&stderr).map_err(io)?)
        .spawn();
    let mut child = started.map_err(io)?;
    let Some(status) = wait(&mut child, timeout).map_err(io)? else {
        let seconds = timeout.as_secs_f64();
        return Err(fail(format!("did not end within {seconds} s, and was ended")));
    };
    let reason = first_line(&stdout).map_err(io)?;
    match (status.code(), reason.is_empty()) {
        (Some(0), _) => Ok(None),
        (Some(1), false) => Ok(Some(reason)),
        _ => {
            let last = last_line(&stderr).map_err(io)?;
            let last = if last.is_empty() { String::new() } else { format!(": {last}") };
            Err(fail(format!("failed ({}){last}", ending(status))))
        }
    }
}

/// Describes how a checker ended that is neither right nor wrong.
fn ending(status: ExitStatus) -> String {
    match status.code() {
        Some(1) => "exit code 1 without a reason on standard output".into(),
        Some(code) => format!("exit code {code}"),
        None => status.to_string(),
    }
}

/// Waits for a process. Returns `None` if it did not end in time; it is then ended.
fn wait(child: &mut Child, timeout: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() >= timeout {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(STEP);
    }
}

/// Reads the start of a text.
fn start_of(path: &Path) -> io::Result<String> {
    let mut bytes = vec![];
    File::open(path)?.take(SHOWN).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn first_line(path: &Path) -> io::Result<String> {
    Ok(start_of(path)?.lines().next().unwrap_or_default().trim().to_owned())
}

/// Returns the last line of a text, or of its start if it is long.
fn last_line(path: &Path) -> io::Result<String> {
    let text = start_of(path)?;
    Ok(text
        .lines()
        .rev()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default()
        .trim()
        .to_owned())
}

/// Writes the manifest and the files that it names. The outer error is that of an argument.
fn write_all(
    folder: &Path,
    check: &Check,
    module: &Module,
    view: &OracleGraph,
    (params, results): (&[Value], &Results<'_>),
) -> Result<io::Result<()>, Error> {
    let mut arguments = vec![];
    let mut files = vec![];
    for arg in &check.args {
        arguments.push(match *arg {
            CheckArg::Param(id) => {
                let param = &module.params[id.index()];
                let value = params
                    .get(id.index())
                    .ok_or_else(|| Error::missing("parameter", &param.name))?;
                let (name, ty) = (param.name.as_str(), param.ty.to_string());
                let value = Some(json(*value));
                Argument { name, kind: "parameter", ty, file: None, value }
            }
            CheckArg::Array(id) => {
                let array = &module.arrays[id.index()];
                let data =
                    results.get(&array.name).ok_or_else(|| Error::missing("array", &array.name))?;
                let kind = match array.extent {
                    Extent::Nodes | Extent::Original => "nodes",
                    Extent::Edges => "edges",
                    Extent::One => "one",
                };
                let width = array.fixed_length().map_or(1, |length| length as usize);
                let width = if array.extent == Extent::One { 1 } else { width };
                let file = format!("{}.txt", array.name);
                files.push(ArrayFile { name: file.clone(), width, data });
                let (name, ty) = (array.name.as_str(), array.ty.to_string());
                Argument { name, kind, ty, file: Some(file), value: None }
            }
        });
    }
    Ok(write_files(folder, &module.name, view, arguments, &files))
}

/// Returns a value of a parameter as JSON. Infinity and NaN, which JSON lacks, are texts.
fn json(value: Value) -> serde_json::Value {
    match value {
        Value::Bool(flag) => flag.into(),
        Value::F32(number) if number.is_finite() => number.into(),
        Value::F64(number) if number.is_finite() => number.into(),
        Value::F32(_) | Value::F64(_) => plain(value).into(),
        whole => plain(whole)
            .parse::<serde_json::Number>()
            .map_or_else(|_| plain(whole).into(), Into::into),
    }
}

/// A file with the values of an array.
struct ArrayFile<'a> {
    name: String,
    /// Number of values in a line.
    width: usize,
    data: &'a ArrayData,
}

fn write_files(
    folder: &Path,
    program: &str,
    view: &OracleGraph,
    arguments: Vec<Argument<'_>>,
    files: &[ArrayFile<'_>],
) -> io::Result<()> {
    let create = |name: &str| File::create(folder.join(name)).map(BufWriter::new);
    for ArrayFile { name, width, data } in files {
        write_values(data, *width, &mut create(name)?)?;
    }
    let has_weights = write_graph(&view.graph, &mut create("graph.txt")?)?;
    if let Some(ids) = &view.ids {
        let mut file = create("ids.csv")?;
        writeln!(file, "id")?;
        ids.iter().try_for_each(|id| writeln!(file, "{}", id.field(',')))?;
        file.flush()?;
    }
    let graph = ShownGraph {
        file: "graph.txt",
        nodes: view.graph.nodes(),
        edges: view.graph.edges() as u64,
        has_weights,
        ids: view.ids.as_ref().map(|_| "ids.csv"),
    };
    let manifest = Manifest { version: 1, program, graph, arguments };
    serde_json::to_writer_pretty(create("manifest.json")?, &manifest).map_err(Into::into)
}

/// Writes the values of a node, of an edge, or of a global as a line. Truth values are 1 and 0.
fn write_values(data: &ArrayData, width: usize, file: &mut impl Write) -> io::Result<()> {
    for at in 0..data.len() {
        match data.get(at) {
            Some(Value::Bool(flag)) => write!(file, "{}", u8::from(flag))?,
            value => write!(file, "{}", value.map_or_else(String::new, plain))?,
        }
        let is_last = width <= 1 || (at + 1) % width == 0;
        file.write_all(if is_last { b"\n" } else { b" " })?;
    }
    file.flush()
}

/// Writes each edge as a line: source, target and, if edges have weights, the weight. Returns whether they
/// have weights.
fn write_graph(graph: &Adjacency, file: &mut impl Write) -> io::Result<bool> {
    let mut has_weights = false;
    for (source, target, weight) in graph.all_edges() {
        has_weights |= weight.is_some();
        match weight {
            None => writeln!(file, "{source} {target}")?,
            Some(Weight::Integer(weight)) => writeln!(file, "{source} {target} {weight}")?,
            Some(Weight::Real(weight)) => writeln!(file, "{source} {target} {weight:?}")?,
        }
    }
    file.flush()?;
    Ok(has_weights)
}
