//! Descriptions of programs for other languages and tools: their parameters, inputs and outputs.

use igc_compiler::ir::{Extent, Value};
use igc_runtime::run::plain;
use serde::Serialize;

use crate::error::Error;
use crate::problems::Declaration;
use crate::program::{Field, Program};

/// What a program takes and returns. It can be serialised, for example as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Manifest {
    /// The name of the program.
    pub name: String,
    /// The optimisations with which the program was compiled.
    pub options: String,
    /// How the program works, from the comment at its top.
    pub method: String,
    /// The properties that the graph gets before the run: `undirected`, `simple`, `sorted`.
    pub requirements: Vec<String>,
    /// Whether the program reads the weights of the graph.
    pub reads_weights: bool,
    /// The call of the oracle that checks results, such as `bfs(level, source)`. Empty if there is none.
    pub check: String,
    /// The parameters.
    pub parameters: Vec<ManifestParameter>,
    /// The arrays and worklists that the caller fills.
    pub inputs: Vec<ManifestField>,
    /// The arrays that a run returns.
    pub outputs: Vec<ManifestField>,
}

/// A parameter of a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ManifestParameter {
    /// The name.
    pub name: String,
    /// The type, as programs write it.
    #[serde(rename = "type")]
    pub ty: String,
    /// The value if the caller sets none, as a program writes it. `None` if the caller must set a value.
    pub default: Option<String>,
    /// Whether the value `none` is possible: a node that may be missing.
    pub is_optional: bool,
    /// The range of values, such as `0..=1`. `None` if every value of the type is valid.
    pub range: Option<String>,
    /// What the parameter is for, from the comment of its declaration.
    pub meaning: String,
}

/// An input or an output of a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ManifestField {
    /// The name.
    pub name: String,
    /// The type of the elements, as programs write it.
    #[serde(rename = "type")]
    pub ty: String,
    /// What the array has elements for: `nodes`, `edges`, `original` (the nodes of the input graph, whatever contractions
    /// do), `one`, or `items` for a worklist, whose items are any number of nodes.
    pub extent: &'static str,
    /// Whether there are several elements for each node or edge, or several elements of a global.
    pub has_rows: bool,
    /// The value of an element that the program has not reached, if there is one.
    pub unreached: Option<String>,
    /// What the array is for, from the comment of its declaration.
    pub meaning: String,
}

impl Program {
    /// Describes the parameters, inputs and outputs.
    ///
    /// # Errors
    ///
    /// Returns an error if the text of the program cannot be read again, which is a bug.
    pub fn manifest(&self) -> Result<Manifest, Error> {
        let facts = self.source().facts()?;
        let parameters = self.parameters().iter().map(|param| ManifestParameter {
            name: param.name.clone(),
            ty: param.ty.to_string(),
            default: param.default.map(|value| match value {
                Value::Node(u32::MAX) => "none".to_owned(),
                other => plain(other),
            }),
            is_optional: param.is_optional_node(),
            range: param.range.map(|range| range.shown()),
            meaning: meaning(&param.name, &facts.parameters),
        });
        let fields = |fields: Vec<Field>, known: &[Declaration]| {
            fields.into_iter().map(|field| described(field, known)).collect()
        };
        Ok(Manifest {
            name: self.name().to_owned(),
            options: self.configuration().to_string(),
            parameters: parameters.collect(),
            inputs: fields(self.input_fields(), &facts.inputs),
            outputs: fields(self.output_fields(), &facts.outputs),
            method: facts.method,
            requirements: facts.requirements,
            reads_weights: facts.reads_weights,
            check: facts.check,
        })
    }
}

fn described(field: Field, known: &[Declaration]) -> ManifestField {
    ManifestField {
        ty: field.ty.to_string(),
        extent: match field.extent {
            Some(Extent::Nodes) => "nodes",
            Some(Extent::Edges) => "edges",
            Some(Extent::Original) => "original",
            Some(Extent::One) => "one",
            None => "items",
        },
        has_rows: field.has_rows,
        unreached: field.unreached().map(plain),
        meaning: meaning(&field.name, known),
        name: field.name,
    }
}

/// Returns the comment of a declaration, which may declare several names.
fn meaning(name: &str, known: &[Declaration]) -> String {
    let found = known.iter().find(|one| one.name.split(", ").any(|one| one == name));
    found.map_or(String::new(), |one| one.meaning.clone())
}
