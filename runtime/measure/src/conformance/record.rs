//! The record of a case, as files keep it. Fields may be added, but never renamed or removed.

use serde::{Deserialize, Serialize};

use crate::comparison::Failure;

/// A case that has been run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Name of the application.
    pub program: String,
    /// The specification of the graph.
    pub graph: String,
    /// The configurations that the case covers, as `--opts` takes them. The first of them ran.
    pub options: Vec<String>,
    /// A hash of what the device executed. Together with the graph, it identifies the case.
    pub artefact: String,
    /// Duration of the case.
    pub seconds: f64,
    /// The result.
    #[serde(flatten)]
    pub finding: Finding,
}

/// The result of a case. The field `status` names the variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Finding {
    /// The oracles accept the result.
    Passed,
    /// The oracles reject the result, or there is none.
    Failed(Failure),
}
