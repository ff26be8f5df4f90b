//! The arguments of `igc run`. The doc comments of fields are the texts of `--help`.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};

use crate::device::DeviceArguments;
use crate::limits::LimitArguments;
use crate::model::ModelArguments;
use crate::passes::PassArguments;
use crate::plot;
use crate::policy::{InputArguments, PolicyArguments};
use crate::values::{AutoOpts, GRAPH_HELP, auto_opts, auto_opts_help, graph_spec, name_and_value};

/// `igc run`
#[derive(Debug, Args)]
pub struct RunArguments {
    /// The program: a file, which ends in .ig or contains a slash; or the name of a problem or of a
    /// program that is part of igc (`igc problems`)
    #[arg(value_name = "PROGRAM")]
    pub file: PathBuf,
    /// The graph: a file or a generator
    #[arg(long, value_name = "SPEC", long_help = GRAPH_HELP, value_parser = graph_spec())]
    pub graph: String,
    /// Set a parameter of the program; may be repeated
    #[arg(short, long = "param", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub param: Vec<(String, String)>,
    /// The device.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// Optimisations to apply, or `auto`.
    #[arg(long, value_name = "FLAGS", help = auto_opts_help(), default_value = "auto", value_parser = auto_opts, conflicts_with = "policy")]
    pub opts: AutoOpts,
    /// The scalar passes.
    #[command(flatten)]
    pub passes: PassArguments,
    /// The policy that chooses the optimisations instead.
    #[command(flatten)]
    pub policy: PolicyArguments,
    /// The inputs of the program.
    #[command(flatten)]
    pub inputs: InputArguments,
    /// The model of adaptive runs.
    #[command(flatten)]
    pub model: ModelArguments,
    /// Check the result with the oracles that the program names
    #[arg(long)]
    pub check: bool,
    /// Report mistakes that devices ignore silently: accesses past the end, reads of values that
    /// nothing has written, and updates that were lost. Only with --device interpreter; optimisations
    /// have no effect
    #[arg(long)]
    pub checked: bool,
    /// Run the program this many times, and report medians
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
    /// The launch geometry and the limits of the run.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
    /// Time each round of the program's loops, and write one line per round to this CSV file. The
    /// host waits for the device after each round, so the run takes longer. The report of --json
    /// also contains the rounds
    #[arg(long, value_name = "FILE")]
    pub steps: Option<PathBuf>,
    /// Draw the frontier and the time of each round to this file, and the switches between the loops
    /// of the program. The host waits for the device after each round, so the run takes longer. The
    /// ending selects the form: .svg, or .html for a page that also has the numbers
    #[arg(long, value_name = "FILE", value_parser = plot::file)]
    pub plot: Option<PathBuf>,
    /// Write all outputs of the program to FILE, or the output NAME to FILE; may be repeated. The
    /// ending of the file selects the format: .csv (commas), .tsv or .txt (tabs), and for a single
    /// output also .npy (NumPy) and .mtx (MatrixMarket). `-` writes all outputs to stdout, and the
    /// report to stderr
    #[arg(short = 'o', long = "output", value_name = "[NAME=]FILE", value_parser = output_file())]
    pub output: Vec<RunOutput>,
}

impl RunArguments {
    /// Returns the files for all outputs.
    pub fn files_of_all(&self) -> impl Iterator<Item = &Path> {
        self.output.iter().filter_map(|output| match output {
            RunOutput::All(file) => Some(&**file),
            RunOutput::One(..) => None,
        })
    }

    /// Returns the names and files of single outputs.
    pub fn files_of_one(&self) -> impl Iterator<Item = (&str, &Path)> {
        self.output.iter().filter_map(|output| match output {
            RunOutput::One(name, file) => Some((&**name, &**file)),
            RunOutput::All(_) => None,
        })
    }

    /// Returns whether igc chooses the configuration and, for a problem, the program: unless the user has chosen a part of
    /// the configuration, or a model for it. A checked run has no optimisations.
    pub fn is_auto(&self) -> bool {
        let is_chosen = self.passes.are_given()
            || self.policy.policy.is_some()
            || self.model.model.is_some()
            || self.checked;
        self.opts == AutoOpts::Auto && !is_chosen
    }
}

/// The value of `igc run --output`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunOutput {
    /// A file for all outputs.
    All(PathBuf),
    /// The name of an output, and its file.
    One(String, PathBuf),
}

/// Reads `FILE` or `NAME=FILE`. A name consists of letters, digits and `_`, so `./a=b` is a file.
fn output_file() -> impl TypedValueParser<Value = RunOutput> {
    OsStringValueParser::new().map(|text| {
        let is_name = |name: &str| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        let named = text.to_str().and_then(|text| text.split_once('='));
        match named.filter(|(name, _)| is_name(name)) {
            Some((name, file)) => RunOutput::One(name.into(), file.into()),
            None => RunOutput::All(text.into()),
        }
    })
}
