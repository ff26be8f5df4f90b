//! `igc explain --distributed`: what a program exchanges between ranks, the statements for which no exchange is possible,
//! and how a graph is divided.

use std::path::Path;

use igc_compiler::configuration::Configuration;
use igc_compiler::ir::{ArrayId, KernelId, Module, Origin, WorklistId};
use igc_compiler::ranks::{Obstacle, Ranked, StoredEdges, derive, explain};
use igc_runtime::backend::ranks::Shares;
use serde::Serialize;

use super::located;
use super::workload::input_for;
use crate::args::explain::ExplainArguments;
use crate::columns::aligned;
use crate::failed::Failed;
use crate::output::{doing, fail, fail_with, grouped, json, print};
use crate::source::{self, Source};

/// The communication of a program, as `--json` prints it. Fields may be added.
#[derive(Serialize)]
struct Communication<'c> {
    program: &'c str,
    /// Whether the program has a distributed form.
    distributed: bool,
    kernels: Vec<KernelJson<'c>>,
    obstacles: Vec<Place>,
    /// The graph and its division, if a graph is given and the program has a distributed form.
    #[serde(skip_serializing_if = "Option::is_none")]
    divided: Option<Divided<'c>>,
}

/// How a graph is divided.
#[derive(Serialize)]
struct Divided<'c> {
    graph: &'c str,
    nodes: u32,
    edges: u64,
    /// The shares for each number of ranks.
    shares: Vec<Shares>,
}

/// The exchange of a kernel: names of arrays and worklists.
#[derive(Serialize)]
struct KernelJson<'c> {
    kernel: &'c str,
    /// The kernel whose iterations this one ends at the owners of nodes.
    ends: Option<&'c str>,
    /// Arrays that owners send to copies before a launch.
    refreshed: Vec<&'c str>,
    /// Arrays of which all values are new after a launch, so that owners send all of them before copies need them.
    rewritten: Vec<&'c str>,
    /// Arrays that copies send to owners after a launch.
    combined: Vec<&'c str>,
    /// Globals that all ranks combine after a launch.
    globals: Vec<&'c str>,
    /// Worklists whose items travel to owners after a launch.
    routed: Vec<&'c str>,
}

/// A statement without a distributed form.
#[derive(Serialize)]
struct Place {
    /// The kernel, or `main`.
    within: String,
    /// The file, line and column (from 1).
    at: Option<String>,
    /// The first line of the statement.
    statement: Option<String>,
    reason: String,
}

/// Prints the communication of a program.
///
/// # Errors
///
/// Returns an error if the program does not compile.
pub fn distributed(path: &Path, arguments: &ExplainArguments) -> Result<(), Failed> {
    let source = match &arguments.graph {
        None => source::read_program(path)?,
        Some(spec) => {
            let graph = igc::Graph::lazy(spec).or_else(|error| fail(Failed::Input, error))?;
            source::read_program_on(path, &graph)?
        }
    };
    let compilation = source::build(&source, &Configuration::default())?;
    let found = derive(&compilation.artefact.parallel);
    let divided = match (&arguments.graph, &found) {
        (Some(spec), Ok(ranked)) => {
            Some(divide(spec, &compilation.artefact.module, ranked.edges, &arguments.ranks)?)
        }
        (None, _) | (_, Err(_)) => None,
    };
    if !arguments.json {
        let divided = divided.as_ref().map(Divided::text).unwrap_or_default();
        return print(&(text(&source, &found) + &divided));
    }
    let kernels = found.as_ref().map(kernels).unwrap_or_default();
    let obstacles = found.as_ref().err().map(|all| places(all, &source)).unwrap_or_default();
    let program = &*source.path;
    let distributed = found.is_ok();
    print(&json(&Communication { program, distributed, kernels, obstacles, divided }))
}

/// Divides a graph among these numbers of ranks.
fn divide<'c>(
    spec: &'c str,
    module: &Module,
    stored: StoredEdges,
    ranks: &[u32],
) -> Result<Divided<'c>, Failed> {
    let graph = input_for(spec, module)?.graph;
    let ranks = ranks.iter().map(|ranks| *ranks as usize);
    let shares = doing("dividing the graph", || Shares::of_each(&graph, ranks, stored));
    let shares = shares.or_else(fail_with)?;
    Ok(Divided { graph: spec, nodes: graph.nodes(), edges: graph.edges(), shares })
}

impl Divided<'_> {
    fn text(&self) -> String {
        let head = ["ranks", "nodes", "edges", "copies", "all edges", "all copies", "messages"];
        let mut rows = vec![head.map(String::from)];
        rows.extend(self.shares.iter().map(|shares| {
            let Shares { ranks, most_nodes, edges, most_edges, copies, most_copies, pairs } =
                *shares;
            [ranks as u64, most_nodes.into(), most_edges, most_copies.into(), edges, copies, pairs]
                .map(grouped)
        }));
        format!(
            "\n{}: {} nodes, {} edges\n{}\
             nodes, edges, copies: those of the rank that has most\n\
             all copies: the values that travel in one exchange if each node has a new one\n\
             messages: the pairs of ranks between which these values travel\n",
            self.graph,
            grouped(self.nodes),
            grouped(self.edges),
            aligned(&rows)
        )
    }
}

fn kernels(ranked: &Ranked) -> Vec<KernelJson<'_>> {
    // The kernels that carry values come after those of the program.
    let ids = (0..ranked.exchanges.len() as u32).map(KernelId);
    ids.map(|id| KernelJson::of(ranked, id)).collect()
}

impl<'c> KernelJson<'c> {
    fn of(ranked: &'c Ranked, id: KernelId) -> KernelJson<'c> {
        let (module, exchange) = (&ranked.module, &ranked.exchanges[id.index()]);
        let kernel = |id: &KernelId| &*module.kernels[id.index()].name;
        let name = |id: &ArrayId| &*module.arrays[id.index()].name;
        let worklist = |id: &WorklistId| &*module.worklists[id.index()].name;
        KernelJson {
            kernel: kernel(&id),
            ends: ranked.ends.get(&id).map(kernel),
            refreshed: exchange.refreshed.iter().map(name).collect(),
            rewritten: exchange.rewritten.iter().map(name).collect(),
            combined: exchange.combined.keys().map(name).collect(),
            globals: exchange.globals.keys().map(name).collect(),
            routed: exchange.routed.iter().map(worklist).collect(),
        }
    }
}

/// Returns the statements, each once.
fn places(obstacles: &[Obstacle], source: &Source) -> Vec<Place> {
    let place = |obstacle: &Obstacle| {
        let origin = Origin { span: obstacle.span, note: None };
        let (at, statement) = located(origin, source).unzip();
        let (within, reason) = (obstacle.function.clone(), obstacle.reason.clone());
        Place { within, at, statement, reason }
    };
    obstacles.iter().map(place).collect()
}

fn text(source: &Source, found: &Result<Ranked, Vec<Obstacle>>) -> String {
    let obstacles = match found {
        Ok(ranked) => {
            return format!("{} can run on several ranks\n\n{}", source.path, explain(ranked));
        }
        Err(obstacles) => obstacles,
    };
    let mut out = format!("{} cannot run on several ranks\n", source.path);
    for Place { within, at, statement, reason } in places(obstacles, source) {
        let at = at.map(|at| format!(" at {at}")).unwrap_or_default();
        out += &format!("\nin {within}{at}\n");
        if let Some(statement) = statement {
            out += &format!("  | {statement}\n");
        }
        out += &format!("  {reason}\n");
    }
    out
}
