//! The degrees of another graph, for the key `from`.

use crate::csr::Graph;
use crate::generate::GenerateError;
use crate::load::load_file;
use crate::spec::GraphSpec;

/// The degrees of another graph.
pub(super) struct Given {
    pub(super) out: Vec<u32>,
    pub(super) r#in: Vec<u32>,
}

impl Given {
    /// Loads or generates the graph that `spec` names.
    pub(super) fn load(spec: &str) -> Result<Self, GenerateError> {
        let failed = |reason: String| GenerateError::From { spec: spec.to_owned(), reason };
        let graph = match GraphSpec::parse(spec).map_err(|error| failed(error.to_string()))? {
            GraphSpec::File { order: Some(_), .. }
            | GraphSpec::Generator { order: Some(_), .. } => {
                return Err(failed("put the key `order` in front of `from`".into()));
            }
            GraphSpec::File { path, options, .. } => load_file(&path, &options),
            // A chain of such graphs, which may be long, would have the degrees of its last graph.
            GraphSpec::Generator { name, .. } if name == "degrees" => {
                return Err(failed("this must not be another graph of `degrees`".into()));
            }
            GraphSpec::Generator { name, size, keys, .. } => {
                crate::generate::draw(&name, &size, &keys)
                    .map_err(|error| failed(error.to_string()))?
                    .build()
            }
        };
        let graph = graph.map_err(|error| failed(error.to_string()))?;
        if graph.nodes() == 0 {
            return Err(failed("this graph has no nodes".into()));
        }
        Ok(Self::of(&graph))
    }

    fn of(graph: &Graph) -> Self {
        let out = graph.offsets.rows().map(|row| row.len() as u32).collect();
        let mut r#in = vec![0; graph.nodes() as usize];
        graph.targets.iter().for_each(|&target| r#in[target as usize] += 1);
        Self { out, r#in }
    }

    pub(super) fn nodes(&self) -> u32 {
        self.out.len() as u32
    }

    pub(super) fn edges(&self) -> u64 {
        self.out.iter().map(|&degree| u64::from(degree)).sum()
    }
}
