//! The arguments of `igc study`. The doc comments of fields are the texts of `--help`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use igc_compiler::configuration::Configuration;
use igc_measure::shard::Shard;

use crate::external::ExternalArguments;

/// `igc study`
#[derive(Debug, Subcommand)]
pub enum StudyCommand {
    /// Write a template of a study file, which explains every key.
    New(NewArguments),
    /// Measure the missing runs of a study, and store each result immediately.
    Run(RunArguments),
    /// Show the progress and the failures of a study.
    Status(StatusArguments),
    /// Keep a page with the progress of a study up to date while the study runs.
    Watch(WatchArguments),
    /// Export the results of a study as JSON, CSV or Parquet.
    Export(ExportArguments),
    /// Merge stores of the same study, for example from several machines.
    Merge(MergeArguments),
    /// Compare the times of two studies of the same cells, such as before and after an update.
    Compare(CompareArguments),
    /// Write the optimisations that a study recommends, for --policy of other commands.
    Policy(PolicyArguments),
    /// Learn a model for --opts adaptive from the timed steps of a study, or evaluate one.
    Model(ModelArguments),
    /// Write the report of a study, as a page or a folder.
    Report(ReportArguments),
}

/// `igc study new`
#[derive(Debug, Args)]
pub struct NewArguments {
    /// The file to write; an existing file is not overwritten
    #[arg(short, long, value_name = "FILE", default_value = "study.toml")]
    pub output: PathBuf,
}

const SCOPE: &str = "\
    A study times the listed configurations of the listed programs, all of them. It does not \
    search for orders of passes (`igc search` does) or for other configurations or programs.";

/// `igc study run`
#[derive(Debug, Args)]
#[command(after_help = SCOPE)]
pub struct RunArguments {
    /// The study file
    #[arg(value_name = "STUDY.toml")]
    pub study: PathBuf,
    /// The store of the results, an SQLite file; by default, the path of the study file with the
    /// ending .db
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Measure only on this device, by its name in the study file; may be repeated
    #[arg(long, value_name = "NAME")]
    pub device: Vec<String>,
    /// Measure only the I-th of N parts of the tests, such as 1/4. Parts can run in several
    /// processes, with one common store or one store each
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    pub shard: Shard,
    /// Start the measuring processes with this command, such as 'srun --gres=gpu:1'. igc appends
    /// the command line of the process to it
    #[arg(long, value_name = "COMMAND")]
    pub runner: Option<String>,
    /// Number of processes that compile kernels before the first measurement; within a process, a
    /// driver compiles one kernel at a time
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1024))]
    pub builders: u32,
    /// Measure configurations again that failed before
    #[arg(long)]
    pub retry_failures: bool,
    #[command(flatten)]
    pub external: ExternalArguments,
}

/// `igc study status`
#[derive(Debug, Args)]
pub struct StatusArguments {
    /// The store
    pub store: PathBuf,
    /// Also list every test
    #[arg(long)]
    pub tests: bool,
    /// Print the status of the study and of every test as JSON
    #[arg(long)]
    pub json: bool,
}

/// `igc study watch`
#[derive(Debug, Args)]
pub struct WatchArguments {
    /// The store
    pub store: PathBuf,
    /// The page to write. Open it in a browser: it loads itself again until the study is complete
    #[arg(short, long, value_name = "FILE", default_value = "study.html")]
    pub output: PathBuf,
    /// Seconds between two versions of the page
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub every: u32,
    /// Write the page once, also if the study is not complete
    #[arg(long)]
    pub once: bool,
}

/// `igc study export`
#[derive(Debug, Args)]
pub struct ExportArguments {
    /// The store
    pub store: PathBuf,
    /// The format: json has all data that igc's statistics use; csv and parquet have a row for each
    /// run or step; t4 is JSON for Kernel Tuner and other tools of tuning. By default, the ending of the
    /// file decides: .json, .csv, .parquet or .t4; json for standard output
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<ExportFormat>,
    /// Write a row for each timed step instead of each run; json always contains both
    #[arg(long)]
    pub steps: bool,
    /// The file to write; by default, standard output. Required for parquet
    #[arg(short, long, value_name = "FILE", required_if_eq("format", "parquet"))]
    pub output: Option<PathBuf>,
}

/// The format of exported results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// All data that igc's statistics use.
    Json,
    /// A row for each run or step, as text.
    Csv,
    /// A row for each run or step, in columns.
    Parquet,
    /// A result for each cell, as other tools of tuning read it.
    T4,
}

/// `igc study merge`
#[derive(Debug, Args)]
pub struct MergeArguments {
    /// The store that receives the results; it is created if it does not exist
    #[arg(value_name = "OUT")]
    pub out: PathBuf,
    /// Stores of the same study, whose results are added
    #[arg(value_name = "IN", required = true)]
    pub stores: Vec<PathBuf>,
}

/// `igc study compare`
#[derive(Debug, Args)]
pub struct CompareArguments {
    /// Study A: its store, or the JSON file that `igc study export` wrote
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// Study B, whose times are divided by those of study A
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// Compare this chip of study A with this chip of study B, by their names; may be repeated.
    /// Other chips are compared if they have the same names
    #[arg(long, value_name = "A=B")]
    pub chip: Vec<String>,
    /// The maximum number of changes and of failures to list
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub limit: u32,
    /// Print the summary and every cell as JSON
    #[arg(long)]
    pub json: bool,
}

/// `igc study policy`
#[derive(Debug, Args)]
pub struct PolicyArguments {
    /// The study: its store, or the JSON file that `igc study export` wrote
    #[arg(value_name = "STUDY")]
    pub study: PathBuf,
    /// The file to write; by default, standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `igc study model`
#[derive(Debug, Args)]
pub struct ModelArguments {
    /// The study, whose steps were timed: its store, or the JSON file that `igc study export` wrote
    #[arg(value_name = "STUDY")]
    pub study: PathBuf,
    /// Evaluate this model on the study instead of learning one; it may come from another study or
    /// device
    #[arg(long, value_name = "FILE")]
    pub evaluate: Option<PathBuf>,
    /// The maximum number of decisions on the way to a leaf
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=32))]
    pub depth: u32,
    /// The minimum number of rounds of a leaf
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    pub leaf: u32,
    /// The minimum time that a decision saves, as a share of the time without decisions
    #[arg(long, value_name = "SHARE", default_value_t = 0.002, value_parser = share)]
    pub gain: f64,
    /// A variant that the model may choose, instead of all that the study timed: optimisations
    /// separated by commas; may be repeated
    #[arg(long, value_name = "FLAGS", value_parser = Configuration::parse)]
    pub opts: Vec<Configuration>,
    /// Learn without the I-th of N parts of the graphs, such as 1/2, and evaluate only these graphs
    #[arg(long, value_name = "I/N")]
    pub hold_out: Option<Shard>,
    /// Learn from and evaluate only the graphs with this name; a name that ends in * stands for all
    /// names that start so. May be repeated
    #[arg(long, value_name = "NAME")]
    pub graph: Vec<String>,
    /// Take the adaptive runs from this study of the same graphs and devices: its store, or the JSON
    /// file that `igc study export` wrote
    #[arg(long, value_name = "STUDY")]
    pub adaptive: Option<PathBuf>,
    /// What the names of the applications in the other study have at their end
    #[arg(long, value_name = "TEXT", default_value = "", requires = "adaptive")]
    pub suffix: String,
    /// Also list the fastest variant, the model and the adaptive run of each test
    #[arg(long)]
    pub tests: bool,
    /// Print the evaluation as tables in Markdown
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Print the evaluation as JSON
    #[arg(long)]
    pub json: bool,
    /// Write the model to this file. By default, the command prints the model, and without --output
    /// and --evaluate no evaluation
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `igc study report`
#[derive(Debug, Args)]
pub struct ReportArguments {
    /// The study: its store, or the JSON file that `igc study export` wrote
    #[arg(value_name = "STUDY")]
    pub study: PathBuf,
    /// Add the measurements in this file, which igc bench launch --json, igc bench micro --json,
    /// igc run --steps or igc devices --calibrate wrote; may be repeated
    #[arg(long, value_name = "FILE")]
    pub with: Vec<PathBuf>,
    /// Draw the rounds of this application on this input, whose steps the study must have timed;
    /// may be repeated. By default, the report draws the tests whose configurations differ most
    #[arg(long, value_name = "APPLICATION:INPUT")]
    pub steps: Vec<String>,
    /// A file that ends in .html, for the page alone, or a folder, which gets the page
    /// (index.html), a Markdown version (report.md), the figures (SVG) and the numbers (CSV)
    #[arg(short, long, value_name = "PATH", default_value = "report")]
    pub output: PathBuf,
}

/// Reads a share, from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_string())
}
