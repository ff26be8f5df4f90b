//! What `igc study` takes. Its help texts are the reference.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use igc_measure::shard::Shard;

use super::policy::PolicyArguments;
use super::report::ReportArguments;

/// `igc study`
#[derive(Debug, Subcommand)]
pub enum StudyCommand {
    /// Write a study file with every key explained, to begin with.
    New(NewArguments),
    /// Measure what is missing of a study, and write it down at once.
    Run(RunArguments),
    /// Say how far a study is, and what failed.
    Status(StatusArguments),
    /// Write what a study has measured for other programs.
    Export(ExportArguments),
    /// Bring stores of one study together, as from several machines.
    Merge(MergeArguments),
    /// Write which optimisations to turn on where, for `--policy` of other commands.
    Policy(PolicyArguments),
    /// Write what a study says, as a page or a folder.
    Report(ReportArguments),
}

/// `igc study new`
#[derive(Debug, Args)]
pub struct NewArguments {
    /// The file to write; one that exists is left alone
    #[arg(short, long, value_name = "FILE", default_value = "study.toml")]
    pub output: PathBuf,
}

/// `igc study run`
#[derive(Debug, Args)]
pub struct RunArguments {
    /// The study file
    #[arg(value_name = "STUDY.toml")]
    pub study: PathBuf,
    /// Where results are kept, an SQLite file; by default beside the study file, as study.db
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Measure on this device of the study only, by its name there; may be repeated
    #[arg(long, value_name = "NAME")]
    pub device: Vec<String>,
    /// Measure the I-th of N parts of the tests only, such as 1/4: each may have a process, with the same
    /// store or one of its own
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    pub shard: Shard,
    /// Start the processes that measure by this command, such as 'srun --gres=gpu:1': it comes before
    /// their own command line
    #[arg(long, value_name = "COMMAND")]
    pub runner: Option<String>,
    /// Let so many processes build kernels ahead, before anything is measured: drivers build one at a
    /// time in a process
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1024))]
    pub builders: u32,
    /// Try again what has failed
    #[arg(long)]
    pub retry_failures: bool,
}

/// `igc study status`
#[derive(Debug, Args)]
pub struct StatusArguments {
    /// The store
    pub store: PathBuf,
    /// Also every test
    #[arg(long)]
    pub tests: bool,
    /// Print everything as JSON
    #[arg(long)]
    pub json: bool,
}

/// `igc study export`
#[derive(Debug, Args)]
pub struct ExportArguments {
    /// The store
    pub store: PathBuf,
    /// The form: json, the data that statistics are made from, or csv or parquet, a row for each run or
    /// step
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: ExportFormat,
    /// Instead of a row for each run, one for each step of the runs that were made to time steps; json
    /// has both anyway
    #[arg(long)]
    pub steps: bool,
    /// The file to write; by default standard output, except for parquet
    #[arg(short, long, value_name = "FILE", required_if_eq("format", "parquet"))]
    pub output: Option<PathBuf>,
}

/// In what form results are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// The data that statistics are made from.
    #[default]
    Json,
    /// A row for each run or step.
    Csv,
    /// The same, in columns.
    Parquet,
}

/// `igc study merge`
#[derive(Debug, Args)]
pub struct MergeArguments {
    /// The store to bring the others into; it is made where there is none
    #[arg(value_name = "OUT")]
    pub out: PathBuf,
    /// Stores of the same study
    #[arg(value_name = "IN", required = true)]
    pub stores: Vec<PathBuf>,
}
