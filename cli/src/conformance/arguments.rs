//! What `igc devices --conformance` takes.

use std::path::PathBuf;

use clap::Args;
use igc_compiler::options::Options;
use igc_measure::conformance::Configurations;
use igc_measure::shard::Shard;

const HEADING: &str = "Options of the conformance run";

/// The graphs on which every configuration is tried: nodes of more edges than a workgroup has
/// work-items, skewed degrees with self-loops and parallel edges, many rounds, no edges at all.
const SMALL: [&str; 4] = ["star:600", "rmat:8,keep", "chain:64", "empty:5"];

/// The graph on which few configurations are tried.
const LARGE: &str = "rmat:14";

/// The graphs on which few configurations are tried with `--full`: those of the study that can be
/// generated.
const FULL: [&str; 2] = ["rmat:20", "uniform:23"];

/// `igc devices --conformance`
#[derive(Debug, Args)]
pub struct ConformanceArguments {
    /// Try every application in every configuration on the device, on small graphs, and few
    /// configurations that cover all pairs of flags on larger ones; every result is checked
    #[arg(long, conflicts_with = "self_test")]
    pub conformance: bool,
    /// A program, or a folder of programs, instead of the applications that come with igc; may be
    /// repeated
    #[arg(long, value_name = "PATH", requires = "conformance", help_heading = HEADING)]
    pub programs: Vec<PathBuf>,
    /// A configuration, instead of all: optimisations, separated by commas; may be repeated
    #[arg(long, value_name = "FLAGS", value_parser = Options::parse, requires = "conformance", help_heading = HEADING)]
    pub opts: Vec<Options>,
    /// A graph for every configuration, instead of star:600, rmat:8,keep, chain:64 and empty:5; may be
    /// repeated
    #[arg(long = "graph", alias = "graphs", value_name = "SPEC", requires = "conformance", help_heading = HEADING)]
    pub graphs: Vec<String>,
    /// A graph for few configurations, such as a road network, instead of rmat:14; may be repeated.
    /// With --graph and without this there is none
    #[arg(long, value_name = "SPEC", requires = "conformance", help_heading = HEADING)]
    pub large_graph: Vec<String>,
    /// Also the graphs rmat:20 and uniform:23 for few configurations
    #[arg(long, requires = "conformance", help_heading = HEADING)]
    pub full: bool,
    /// Few configurations on every graph, which takes minutes and not hours
    #[arg(long, requires = "conformance", conflicts_with = "opts", help_heading = HEADING)]
    pub quick: bool,
    /// One configuration of each application on every graph, which among eight applications cover all
    /// pairs of flags: for devices as slow as a simulator on graphs as large as those of studies
    #[arg(long, requires = "conformance", conflicts_with_all = ["opts", "quick"], help_heading = HEADING)]
    pub sample: bool,
    /// Try each case this many times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), requires = "conformance", help_heading = HEADING)]
    pub repeat: u32,
    /// Let so many processes build kernels ahead, before anything is tried: drivers build one at a
    /// time in a process
    #[arg(long, value_name = "N", default_value_t = 0, requires = "conformance", help_heading = HEADING)]
    pub builders: u32,
    /// Try the I-th of N parts only, such as 1/4: each may have a process, with cores or a device of its
    /// own; --resume brings their files together
    #[arg(long, value_name = "I/N", default_value = "1/1", requires = "conformance", help_heading = HEADING)]
    pub shard: Shard,
    /// Write each result to this new file at once, one JSON object a line
    #[arg(long, value_name = "FILE", requires = "conformance", help_heading = HEADING)]
    pub out: Option<PathBuf>,
    /// Go on with what --out has left in this file: its results count, and new ones are added.
    /// Several such files, one behind the other in one, are as good
    #[arg(long, value_name = "FILE", requires = "conformance", conflicts_with = "out", help_heading = HEADING)]
    pub resume: Option<PathBuf>,
}

impl ConformanceArguments {
    /// The graphs, each with the configurations that are wanted there.
    pub fn all_graphs(&self) -> Vec<(String, Configurations)> {
        let (many, few) = match &self.opts[..] {
            [] if self.sample => (Configurations::Sample, Configurations::Sample),
            [] if self.quick => (Configurations::Covering, Configurations::Covering),
            [] => (Configurations::Each(Options::all_configurations()), Configurations::Covering),
            _ => (Configurations::Each(self.each()), Configurations::Each(self.each())),
        };
        let small = self.small_graphs().into_iter().map(|graph| (graph, many.clone()));
        let large = self.large_graphs().into_iter().map(|graph| (graph, few.clone()));
        small.chain(large).collect()
    }

    /// The configurations asked for, each once.
    fn each(&self) -> Vec<Options> {
        let mut each: Vec<Options> = vec![];
        for options in &self.opts {
            if !each.contains(options) {
                each.push(options.clone());
            }
        }
        each
    }

    /// The graphs for every configuration.
    fn small_graphs(&self) -> Vec<String> {
        let defaults = SMALL.iter().filter(|_| self.graphs.is_empty());
        defaults.map(|spec| spec.to_string()).chain(self.graphs.iter().cloned()).collect()
    }

    /// The graphs for few configurations.
    fn large_graphs(&self) -> Vec<String> {
        let full = FULL.iter().filter(|_| self.full).map(|spec| spec.to_string());
        let asked: Vec<String> = self.large_graph.iter().cloned().chain(full).collect();
        let is_default = asked.is_empty() && self.graphs.is_empty();
        if is_default { vec![LARGE.to_string()] } else { asked }
    }
}
