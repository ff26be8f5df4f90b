//! `igc explain --workload`: counts the memory accesses of kernels in each order on a graph.

use std::collections::BTreeSet;
use std::path::Path;

use igc_compiler::configuration::Configuration;
use igc_compiler::ir::Module;
use igc_compiler::workload::{self, Counts, Degrees, Estimate, SECTOR_BYTES, SUBGROUP, Workload};
use igc_runtime::graph::Graph;
use igc_runtime::input::Input;
use serde::Serialize;

use super::located;
use crate::columns::aligned;
use crate::failed::Failed;
use crate::output::{doing, fail, grouped, json, print};
use crate::source::{self, Source};

/// Prints the workload of each kernel of a program that visits edges.
pub fn explain(path: &Path, spec: &str, as_json: bool) -> Result<(), Failed> {
    let graph = igc::Graph::lazy(spec).or_else(|error| fail(Failed::Input, error))?;
    let source = source::read_program_on(path, &graph)?;
    let compilation = source::build(&source, &Configuration::default())?;
    let input = input_for(spec, &compilation.artefact.module)?;
    let (_, lowered) = &compilation.stages[0];
    let workloads = doing("counting accesses", || count(lowered, &input.graph));
    let kernels =
        workloads.into_iter().map(|workload| KernelReport::of(workload, lowered, &source));
    let report = Report {
        program: source.path.clone(),
        graph: spec.into(),
        nodes: input.graph.nodes(),
        edges: input.graph.edges(),
        subgroup: SUBGROUP,
        sector_bytes: SECTOR_BYTES,
        kernels: kernels.collect(),
    };
    print(&if as_json { json(&report) } else { report.text() })
}

/// Loads a graph as devices use it for a program.
pub(super) fn input_for(spec: &str, module: &Module) -> Result<Input, Failed> {
    let load = || Input::load(spec)?.require(&module.requirement_names())?.into_device_order();
    doing("loading the graph", load).or_else(|error| fail(Failed::Input, error))
}

fn count(lowered: &Module, graph: &Graph) -> Vec<Workload> {
    let out: Vec<u32> = graph.offsets.rows().map(|row| row.len() as u32).collect();
    let mut incoming = vec![0; out.len()];
    for target in &graph.targets {
        incoming[*target as usize] += 1;
    }
    workload::of(lowered, Degrees { out: &out, incoming: &incoming })
}

/// What `igc explain --workload --json` prints. Fields may be added.
#[derive(Serialize)]
struct Report {
    program: String,
    graph: String,
    nodes: u32,
    edges: u64,
    /// Number of work-items of a subgroup in the model.
    subgroup: usize,
    /// Size of a sector in bytes.
    sector_bytes: u64,
    kernels: Vec<KernelReport>,
}

/// The workload of a kernel that visits edges.
#[derive(Serialize)]
struct KernelReport {
    kernel: String,
    /// The file, line and column (from 1) of its loop.
    at: Option<String>,
    /// The reason why the kernel has only the order of the program.
    reason: Option<&'static str>,
    /// The variants, the cheapest first; empty if there is a reason.
    variants: Vec<VariantReport>,
    /// The parts of the counts that are estimates.
    estimates: BTreeSet<Estimate>,
}

/// The workload of a kernel in one order.
#[derive(Serialize)]
struct VariantReport {
    /// The flags, as `--opts` takes them.
    opts: String,
    coalesced: u64,
    scattered: u64,
    atomics: u64,
    writes: u64,
    /// Part of the iterations of inner loops that are not idle, from 0 to 1.
    useful: f64,
    /// The cost in sectors.
    sectors: u64,
    /// The cost divided by that of the cheapest variant.
    ratio: f64,
}

impl KernelReport {
    fn of(workload: Workload, lowered: &Module, source: &Source) -> KernelReport {
        let reason = workload.variants.as_ref().err().copied();
        let variants = workload.variants.unwrap_or_default();
        let cheapest = variants.first().map_or(0, |variant| variant.counts.sectors);
        let report = |(options, counts): (&Configuration, &Counts)| VariantReport {
            opts: options.to_string(),
            coalesced: counts.coalesced,
            scattered: counts.scattered,
            atomics: counts.atomics,
            writes: counts.writes,
            useful: counts.useful_share(),
            sectors: counts.sectors,
            // All costs are 0 on a graph without nodes.
            ratio: counts.sectors.max(1) as f64 / cheapest.max(1) as f64,
        };
        KernelReport {
            kernel: lowered.kernels[workload.kernel.index()].name.clone(),
            at: located(workload.origin, source).map(|(at, _)| at),
            reason,
            variants: variants.iter().map(|it| report((&it.options, &it.counts))).collect(),
            estimates: variants.iter().flat_map(|it| it.counts.estimates.clone()).collect(),
        }
    }

    fn text(&self) -> String {
        let at = self.at.as_deref().map(|at| format!(" at {at}")).unwrap_or_default();
        if let Some(reason) = self.reason {
            return format!("\n{}{at}: no other order, because {reason}\n", self.kernel);
        }
        let mut out = format!("\n{}{at}\n", self.kernel);
        let head =
            ["opts", "coalesced", "scattered", "atomics", "writes", "useful", "sectors", "ratio"];
        let width = self.variants.iter().map(|variant| variant.opts.len()).max().unwrap_or(0);
        let mut rows = vec![head.map(String::from)];
        rows.extend(self.variants.iter().map(VariantReport::row));
        for row in &mut rows {
            row[0] = format!("{:width$}", row[0]);
        }
        for line in aligned(&rows).lines() {
            out += &format!("  {line}\n");
        }
        for estimate in &self.estimates {
            out += &format!("  estimate: {}\n", estimate.words());
        }
        out
    }
}

impl VariantReport {
    fn row(&self) -> [String; 8] {
        [
            self.opts.clone(),
            grouped(self.coalesced),
            grouped(self.scattered),
            grouped(self.atomics),
            grouped(self.writes),
            format!("{:.0} %", self.useful * 100.0),
            grouped(self.sectors),
            format!("{:.2}", self.ratio),
        ]
    }
}

impl Report {
    fn text(&self) -> String {
        let mut out = format!(
            "{} on {}: {} nodes, {} edges\n",
            self.program,
            self.graph,
            grouped(self.nodes),
            grouped(self.edges)
        );
        if self.kernels.is_empty() {
            out += "\nno kernel visits edges\n";
        }
        for kernel in &self.kernels {
            out += &kernel.text();
        }
        out
    }
}
