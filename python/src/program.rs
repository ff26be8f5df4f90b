//! Programs and problems.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use igc::problems::{Declaration, Facts};
use igc::{Configuration, Extent, Field, Source, Value};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{described, make, raise};
use crate::process;

/// A compiled program.
#[pyclass(module = "igc._igc", frozen)]
pub struct Program(igc::Program);

impl Program {
    pub fn inner(&self) -> &igc::Program {
        &self.0
    }
}

/// Reads a configuration.
///
/// # Errors
///
/// Returns an exception if an optimisation does not exist.
pub fn configuration(py: Python<'_>, opts: &str) -> PyResult<Configuration> {
    Configuration::parse(opts).map_err(|error| make(py, "input", &error.to_string()))
}

fn compiled(py: Python<'_>, source: Source, opts: &str) -> PyResult<Program> {
    let configuration = configuration(py, opts)?;
    let program = py.detach(|| igc::Program::from_source(source, &configuration));
    program.map(Program).map_err(|error| raise(py, &error))
}

impl From<igc::Program> for Program {
    fn from(program: igc::Program) -> Program {
        Program(program)
    }
}

#[pymethods]
impl Program {
    /// Compiles a text.
    #[staticmethod]
    fn compile(
        py: Python<'_>,
        name: String,
        path: String,
        text: String,
        opts: &str,
    ) -> PyResult<Program> {
        process::enter(py)?;
        compiled(py, Source { name, path, text }, opts)
    }

    /// Compiles a file, with the files that it imports.
    #[staticmethod]
    fn from_file(py: Python<'_>, path: &str, opts: &str) -> PyResult<Program> {
        process::enter(py)?;
        let source = Source::read(Path::new(path)).map_err(|error| raise(py, &error))?;
        compiled(py, source, opts)
    }

    /// Compiles a program of the library.
    #[staticmethod]
    fn named(py: Python<'_>, name: &str, opts: &str) -> PyResult<Program> {
        process::enter(py)?;
        let source = Source::named(name).map_err(|error| raise(py, &error))?;
        compiled(py, source, opts)
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The text, which contains imported files, too.
    #[getter]
    fn text(&self) -> &str {
        &self.0.source().text
    }

    /// The path, as diagnostics show it.
    #[getter]
    fn path(&self) -> &str {
        &self.0.source().path
    }

    /// The optimisations.
    #[getter]
    fn opts(&self) -> String {
        self.0.configuration().to_string()
    }

    /// Whether an oracle can check results.
    #[getter]
    fn has_check(&self) -> bool {
        self.0.has_check()
    }

    /// The warnings.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        described(py, self.0.warnings(), &self.0.source().text)
    }

    /// The parameters, inputs and outputs, with their comments.
    fn describe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = facts(self.0.source()).map_err(|error| raise(py, &error))?;
        described_program(py, &self.0, &facts)
    }
}

/// Most texts whose facts are kept.
const MOST_KNOWN: usize = 256;

/// Returns what the text of a program says about it. Each run needs these facts, so the text is not read again.
fn facts(source: &Source) -> Result<Arc<Facts>, igc::Error> {
    static KNOWN: Mutex<BTreeMap<String, Arc<Facts>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(facts) = known.get(&source.text) {
        return Ok(facts.clone());
    }
    let facts = Arc::new(source.facts()?);
    if known.len() >= MOST_KNOWN {
        known.clear();
    }
    known.insert(source.text.clone(), facts.clone());
    Ok(facts)
}

/// Returns a value as Python's object. The largest node, which is not a node, is `None`.
fn value<'py>(py: Python<'py>, value: Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Bool(x) => x.into_pyobject(py)?.to_owned().into_any(),
        Value::I32(x) => x.into_pyobject(py)?.into_any(),
        Value::Node(u32::MAX) => py.None().into_bound(py),
        Value::U32(x) | Value::Node(x) | Value::Edge(x) => x.into_pyobject(py)?.into_any(),
        Value::I64(x) => x.into_pyobject(py)?.into_any(),
        Value::U64(x) => x.into_pyobject(py)?.into_any(),
        // The shortest text of the number, so that 0.85 remains 0.85.
        Value::F32(x) => {
            x.to_string().parse::<f64>().unwrap_or(f64::from(x)).into_pyobject(py)?.into_any()
        }
        Value::F64(x) => x.into_pyobject(py)?.into_any(),
    })
}

fn field<'py>(
    py: Python<'py>,
    field: &Field,
    known: &[Declaration],
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("name", &field.name)?;
    dict.set_item("type", field.ty.to_string())?;
    let extent = match field.extent {
        Some(Extent::Nodes) => "nodes",
        Some(Extent::Edges) => "edges",
        Some(Extent::Original) => "original",
        Some(Extent::One) => "one",
        None => "items",
    };
    dict.set_item("extent", extent)?;
    dict.set_item("has_rows", field.has_rows)?;
    dict.set_item("unreached", field.unreached().map(|unreached| raw(py, unreached)).transpose()?)?;
    add_meaning(&dict, &field.name, known)?;
    Ok(dict)
}

/// Returns a number as Python's object.
fn raw<'py>(py: Python<'py>, number: Value) -> PyResult<Bound<'py, PyAny>> {
    match number {
        Value::Node(x) | Value::Edge(x) => Ok(x.into_pyobject(py)?.into_any()),
        other => value(py, other),
    }
}

fn add_meaning(dict: &Bound<'_, PyDict>, name: &str, known: &[Declaration]) -> PyResult<()> {
    let found = known.iter().find(|one| one.name.split(", ").any(|one| one == name));
    dict.set_item("text", found.map(|one| &*one.text))?;
    dict.set_item("meaning", found.map_or("", |one| &*one.meaning))
}

fn described_program<'py>(
    py: Python<'py>,
    program: &igc::Program,
    facts: &Facts,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let parameters = PyList::empty(py);
    for param in program.parameters() {
        let one = PyDict::new(py);
        one.set_item("name", &param.name)?;
        one.set_item("type", param.ty.to_string())?;
        one.set_item("required", param.default.is_none())?;
        one.set_item("optional", param.is_optional_node())?;
        one.set_item("default", param.default.map(|default| value(py, default)).transpose()?)?;
        add_meaning(&one, &param.name, &facts.parameters)?;
        parameters.append(one)?;
    }
    let fields = |fields: &[Field], known: &[Declaration]| -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for one in fields {
            list.append(field(py, one, known)?)?;
        }
        Ok(list)
    };
    dict.set_item("parameters", parameters)?;
    dict.set_item("inputs", fields(&program.input_fields(), &facts.inputs)?)?;
    dict.set_item("outputs", fields(&program.output_fields(), &facts.outputs)?)?;
    dict.set_item("method", &facts.method)?;
    dict.set_item("requirements", &facts.requirements)?;
    dict.set_item("reads_weights", facts.reads_weights)?;
    dict.set_item("check", &facts.check)?;
    Ok(dict)
}

/// Returns every problem, with what its default program declares. `shared` has the names of the parameters of all
/// programs of the problem.
#[pyfunction]
pub fn problems(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for problem in igc::problems() {
        let failed = |error: igc::Error| raise(py, &error);
        let program = igc::Program::named(problem.default_program(), &Configuration::default())
            .map_err(failed)?;
        let facts = problem.facts(problem.default_program()).map_err(failed)?;
        let dict = described_program(py, &program, &facts)?;
        dict.set_item("name", problem.name)?;
        dict.set_item("aliases", problem.aliases)?;
        dict.set_item("meaning", problem.meaning)?;
        dict.set_item("uniqueness", problem.uniqueness.to_string())?;
        dict.set_item("programs", problem.programs)?;
        dict.set_item("weighted", problem.weighted)?;
        dict.set_item("real", problem.real.map(|real| real.problem))?;
        let shared = problem.parameters().map_err(failed)?;
        let shared: Vec<&str> = shared.iter().map(|one| &*one.name).collect();
        dict.set_item("shared", shared)?;
        list.append(dict)?;
    }
    Ok(list)
}

/// Returns the explanation of a code of a diagnostic.
#[pyfunction]
pub fn explain(code: &str) -> PyResult<String> {
    let found = igc::diagnostics::registry::find(code).map(ToString::to_string);
    found.ok_or_else(|| PyValueError::new_err(format!("there is no code `{code}`")))
}
