//! `igc explain --distributed`: what a program exchanges between ranks, and the statements for which no
//! exchange is possible.

use std::path::Path;

use igc_compiler::configuration::Configuration;
use igc_compiler::ir::{ArrayId, KernelId, Origin, WorklistId};
use igc_compiler::ranks::{Obstacle, Ranked, derive, explain};
use serde::Serialize;

use super::located;
use crate::failed::Failed;
use crate::output::{json, print};
use crate::source::{self, Source};

/// The communication of a program, as `--json` prints it. Fields may be added.
#[derive(Serialize)]
struct Communication<'c> {
    program: &'c str,
    /// Whether the program has a distributed form.
    distributed: bool,
    kernels: Vec<KernelJson<'c>>,
    obstacles: Vec<Place>,
}

/// The exchange of a kernel: names of arrays and worklists.
#[derive(Serialize)]
struct KernelJson<'c> {
    kernel: &'c str,
    /// The kernel whose iterations this one ends at the owners of nodes.
    ends: Option<&'c str>,
    /// Arrays that owners send to copies before a launch.
    refreshed: Vec<&'c str>,
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
pub fn distributed(path: &Path, as_json: bool) -> Result<(), Failed> {
    let source = source::read_program(path)?;
    let compilation = source::build(&source, &Configuration::default())?;
    let found = derive(&compilation.artefact.parallel);
    if !as_json {
        return print(&text(&source, &found));
    }
    let kernels = found.as_ref().map(kernels).unwrap_or_default();
    let obstacles = found.as_ref().err().map(|all| places(all, &source)).unwrap_or_default();
    let program = &*source.path;
    print(&json(&Communication { program, distributed: found.is_ok(), kernels, obstacles }))
}

fn kernels(ranked: &Ranked) -> Vec<KernelJson<'_>> {
    let ids = (0..ranked.module.kernels.len() as u32).map(KernelId);
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
