//! What came of a case, as it is kept in files. Fields may be added; none is renamed or removed.

use serde::{Deserialize, Serialize};

use crate::comparison::Failure;

/// A case that has been tried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The application's name.
    pub program: String,
    /// The graph's specification.
    pub graph: String,
    /// The configurations that it stands for, as `--opts` takes them; the first was tried.
    pub options: Vec<String>,
    /// What the device got to do, as a hash: with the graph, it names the case.
    pub artefact: String,
    /// How long all of it took.
    pub seconds: f64,
    /// What came of it.
    #[serde(flatten)]
    pub finding: Finding,
}

/// What came of a case, by `status`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Finding {
    /// The oracles accept the result.
    Passed,
    /// They do not, or there is none.
    Failed(Failure),
}
