//! The arguments of `igc devices --conformance`. The doc comments of fields are the texts of
//! `--help`.

use std::path::PathBuf;

use clap::Args;
use igc_compiler::configuration::Configuration;
use igc_measure::conformance::Configurations;
use igc_measure::shard::Shard;

use crate::model::ModelArguments;
use crate::values::opts;

const HEADING: &str = "Options of the conformance run";

/// The graphs on which every configuration runs. They cover a node with more edges than a workgroup
/// has work-items, skewed degrees with self-loops and parallel edges, many rounds, and no edges.
const SMALL: [&str; 4] = ["star:600", "rmat:8,keep", "chain:64", "empty:5"];

/// The graph on which a few configurations run.
const LARGE: &str = "rmat:14";

/// The graphs that `--full` adds, on which a few configurations run: the generated graphs of the
/// study.
const FULL: [&str; 2] = ["rmat:20", "uniform:23"];

/// `igc devices --conformance`
#[derive(Debug, Args)]
pub struct ConformanceArguments {
    /// Run the applications on the device, and check every result: every configuration on small
    /// graphs, and a few configurations that cover all pairs of flags on larger graphs
    #[arg(long, conflicts_with = "self_test")]
    pub conformance: bool,
    /// A program, or a folder of programs, to run instead of the applications of igc; may be
    /// repeated
    #[arg(long, value_name = "PATH", requires = "conformance", help_heading = HEADING)]
    pub programs: Vec<PathBuf>,
    /// A configuration to run instead of all: optimisations separated by commas; may be repeated
    #[arg(long, value_name = "FLAGS", value_parser = opts, requires = "conformance", help_heading = HEADING)]
    pub opts: Vec<Configuration>,
    /// The model of adaptive runs.
    #[command(flatten)]
    pub model: ModelArguments,
    /// A graph for every configuration, instead of star:600, rmat:8,keep, chain:64 and empty:5; may
    /// be repeated
    #[arg(long = "graph", alias = "graphs", value_name = "SPEC", requires = "conformance", help_heading = HEADING)]
    pub graphs: Vec<String>,
    /// A graph for a few configurations, such as a road network; may be repeated. By default,
    /// rmat:14, or none with --graph
    #[arg(long, value_name = "SPEC", requires = "conformance", help_heading = HEADING)]
    pub large_graph: Vec<String>,
    /// With --conformance, add the graphs rmat:20 and uniform:23 for a few configurations. With
    /// --calibrate, measure the 1,900 configurations of each operation on vectors that the
    /// publication has, and change no launches
    #[arg(long, requires = "measured")]
    pub full: bool,
    /// Run a few configurations on every graph, which takes minutes instead of hours
    #[arg(long, requires = "conformance", conflicts_with = "opts", help_heading = HEADING)]
    pub quick: bool,
    /// Run one configuration of each application on every graph; the configurations of any eight
    /// applications cover all pairs of flags. Use this for slow devices, such as a simulator, or
    /// large graphs
    #[arg(long, requires = "conformance", conflicts_with_all = ["opts", "quick"], help_heading = HEADING)]
    pub sample: bool,
    /// Number of runs of each case
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), requires = "conformance", help_heading = HEADING)]
    pub repeat: u32,
    /// Number of processes that compile kernels before the first case runs; within a process, a
    /// driver compiles one kernel at a time
    #[arg(long, value_name = "N", default_value_t = 0, requires = "conformance", help_heading = HEADING)]
    pub builders: u32,
    /// Run only the I-th of N parts of the cases of a conformance run, or of the configurations of a
    /// full calibration, such as 1/4. Parts can run in several processes, each with its own cores or
    /// device; their files can be concatenated
    #[arg(long, value_name = "I/N", default_value = "1/1", requires = "measured")]
    pub shard: Shard,
    /// Write each result to this new file immediately, as one JSON object per line
    #[arg(long, value_name = "FILE", requires = "conformance", help_heading = HEADING)]
    pub out: Option<PathBuf>,
    /// Continue a run from the file that --out wrote: skip the cases that the file contains, and
    /// append new results. The file may be a concatenation of several such files
    #[arg(long, value_name = "FILE", requires = "conformance", conflicts_with = "out", help_heading = HEADING)]
    pub resume: Option<PathBuf>,
}

impl ConformanceArguments {
    /// Returns the graphs, each with the configurations that run on it.
    pub fn all_graphs(&self) -> Vec<(String, Configurations)> {
        let (many, few) = match &self.opts[..] {
            [] if self.sample => (Configurations::Sample, Configurations::Sample),
            [] if self.quick => (Configurations::Covering, Configurations::Covering),
            [] => (
                Configurations::Each(Configuration::all_configurations()),
                Configurations::Covering,
            ),
            _ => (Configurations::Each(self.each()), Configurations::Each(self.each())),
        };
        let small = self.small_graphs().into_iter().map(|graph| (graph, many.clone()));
        let large = self.large_graphs().into_iter().map(|graph| (graph, few.clone()));
        small.chain(large).collect()
    }

    /// Returns the configurations of `--opts`, each once.
    fn each(&self) -> Vec<Configuration> {
        let mut each: Vec<Configuration> = vec![];
        for options in &self.opts {
            if !each.contains(options) {
                each.push(options.clone());
            }
        }
        each
    }

    /// Returns the graphs on which every configuration runs.
    fn small_graphs(&self) -> Vec<String> {
        let defaults = SMALL.iter().filter(|_| self.graphs.is_empty());
        defaults.map(|spec| spec.to_string()).chain(self.graphs.iter().cloned()).collect()
    }

    /// Returns the graphs on which a few configurations run.
    fn large_graphs(&self) -> Vec<String> {
        let full = FULL.iter().filter(|_| self.full).map(|spec| spec.to_string());
        let asked: Vec<String> = self.large_graph.iter().cloned().chain(full).collect();
        let is_default = asked.is_empty() && self.graphs.is_empty();
        if is_default { vec![LARGE.to_string()] } else { asked }
    }
}
