//! The command-line arguments of `igc`. The doc comments of fields are the texts of `--help`.
//!
//! The modules that execute the commands import this module. It does not import them.

pub mod ahead;
pub mod bench;
pub mod compile;
pub mod conformance;
pub mod devices;
pub mod explain;
pub mod full;
pub mod graph;
pub mod plan;
pub mod primitives;
pub mod problems;
mod read;
pub mod run;
pub mod search;
pub mod study;
pub mod tune;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::external;
use crate::failed::Failed;
use crate::message::DiagnosticsForm;
use bench::BenchArguments;
use compile::CompileArguments;
use devices::DevicesArguments;
use explain::ExplainArguments;
use graph::GraphCommand;
use problems::{NewArguments, ProblemsArguments, ShowArguments};
pub use read::read;
use run::RunArguments;
use search::SearchArguments;
use study::StudyCommand;
use tune::TuneArguments;

/// A compiler for graph algorithms on GPUs and CPUs.
#[derive(Debug, Parser)]
#[command(name = "igc", version = env!("IGC_VERSION"), arg_required_else_help = true, after_help = AFTER_HELP)]
pub struct Arguments {
    /// The command to run.
    #[command(subcommand)]
    pub command: Command,
    /// Form of errors and warnings, on standard error
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "FORM",
        default_value_t,
        help_heading = "Messages"
    )]
    pub diagnostics: DiagnosticsForm,
}

const AFTER_HELP: &str = "\
Topics:
  igc help opts    the optimisations, for --opts
  igc help graphs  the formats, generators and keys of graphs, for --graph

Exit codes:
  0  success
  1  the program, the graph, a parameter or a file is invalid, or an output cannot be written
  2  the command line is invalid
  3  the device does not exist, lacks what the program needs, or failed
  4  a result did not pass its check
  5  the device did not finish in time
  101  igc has a bug: an internal error
  128 + N  signal N ended igc, such as 130 for Ctrl-C and 137 for a kill
A result whose reader has closed the pipe, as `head` does, is not an error.";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compile a program to OpenCL C and a schedule.
    Compile(CompileArguments),
    /// Check programs: report their errors and warnings, and write nothing.
    Check(CheckArguments),
    /// Run a program on a graph, and check the result.
    Run(RunArguments),
    /// Compare the run times of programs in several configurations.
    Bench(Box<BenchArguments>),
    /// Measure plans for a problem on a graph and a device, and remember the fastest.
    Tune(TuneArguments),
    /// Search for the best order of scalar passes or of LLVM's passes, or for the best policies of
    /// primitives.
    Search(Box<SearchArguments>),
    /// List the devices and their capabilities; test or calibrate them.
    Devices(DevicesArguments),
    /// Describe, convert or generate a graph.
    #[command(subcommand)]
    Graph(GraphCommand),
    /// Measure every application on every graph and device, in every configuration, and analyse the
    /// results.
    #[command(subcommand)]
    Study(StudyCommand),
    /// List the problems that igc solves, with their programs, parameters, inputs and outputs.
    Problems(ProblemsArguments),
    /// Print the source of a program that is part of igc.
    Show(ShowArguments),
    /// Write a new program, or a copy of one that is part of igc.
    New(NewArguments),
    /// Format programs.
    Fmt(FmtArguments),
    /// Explain an error code, a pass, or what the optimisations do to a program.
    Explain(ExplainArguments),
    /// Print the script with which a shell completes commands, options and their values.
    Completions(CompletionsArguments),
    /// Write the manual pages: one for igc, and one for each command.
    Man(ManArguments),
    /// Serve an editor through the language server protocol, on standard input and output.
    Lsp(LspArguments),
    /// Execute the requests of another igc process, which arrive on standard input.
    #[command(hide = true)]
    Worker,
}

/// What a command does if a launcher has started it on several ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// All ranks run one program together.
    Together,
    /// Rank 0 executes the command, and the other ranks wait.
    First,
    /// The command of this name fails.
    Refused(&'static str),
    /// Each process executes the command, because it runs no programs.
    Each,
}

impl Command {
    /// Permits the commands that programs name in `check external`, if an option or the environment says so.
    pub fn permit_external_checks(&self) -> Result<(), Failed> {
        match self {
            Command::Run(arguments) => arguments.limits.external.permit(),
            Command::Bench(arguments) => arguments.limits.external.permit(),
            Command::Tune(arguments) => arguments.limits.external.permit(),
            Command::Study(StudyCommand::Run(arguments)) => arguments.external.permit(),
            _ => {}
        }
        external::permit_by_environment()
    }

    /// Returns what the command does on several ranks of MPI.
    pub fn role(&self) -> Role {
        match self {
            Command::Run(_) => Role::Together,
            Command::Check(_) => Role::First,
            Command::Bench(_) => Role::Refused("bench"),
            Command::Tune(_) => Role::Refused("tune"),
            Command::Search(_) => Role::Refused("search"),
            Command::Devices(_) => Role::Refused("devices"),
            Command::Study(StudyCommand::Run(_)) => Role::Refused("study run"),
            Command::Worker => Role::Refused("worker"),
            Command::Compile(_)
            | Command::Graph(_)
            | Command::Study(_)
            | Command::Problems(_)
            | Command::Show(_)
            | Command::New(_)
            | Command::Fmt(_)
            | Command::Explain(_)
            | Command::Completions(_)
            | Command::Man(_)
            | Command::Lsp(_) => Role::Each,
        }
    }

    /// Returns whether the command runs kernels, or makes other processes run them.
    #[cfg(feature = "opencl")]
    pub fn uses_devices(&self) -> bool {
        match self {
            Command::Run(_)
            | Command::Bench(_)
            | Command::Tune(_)
            | Command::Search(_)
            | Command::Devices(_) => true,
            Command::Study(command) => matches!(command, StudyCommand::Run(_)),
            Command::Compile(_)
            | Command::Check(_)
            | Command::Graph(_)
            | Command::Problems(_)
            | Command::Show(_)
            | Command::New(_)
            | Command::Fmt(_)
            | Command::Explain(_)
            | Command::Completions(_)
            | Command::Man(_)
            | Command::Lsp(_)
            | Command::Worker => false,
        }
    }
}

/// `igc check`
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// Programs: files; folders, in which igc checks every .ig file with a `main`; or names of
    /// problems or of programs that are part of igc (`igc problems`)
    #[arg(required = true, value_name = "PROGRAM")]
    pub programs: Vec<PathBuf>,
    /// Exit with code 1 if there are warnings
    #[arg(long)]
    pub deny_warnings: bool,
}

/// `igc completions`
#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// The shells for which igc has a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    /// bash
    Bash,
    /// Elvish
    Elvish,
    /// fish
    Fish,
    /// PowerShell
    Powershell,
    /// zsh
    Zsh,
}

/// `igc man`
#[derive(Debug, Args)]
pub struct ManArguments {
    /// The folder for the pages, which is created
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// `igc lsp`
#[derive(Debug, Args)]
pub struct LspArguments {
    /// Use standard input and output. Editors pass this option; there is no other transport
    #[arg(long, hide = true)]
    pub stdio: bool,
}

/// `igc fmt`
#[derive(Debug, Args)]
pub struct FmtArguments {
    /// Files, or folders whose .ig files are formatted recursively; `-` formats standard input to
    /// standard output
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Write nothing; print the differences as a diff, and exit with code 1 if there are any
    #[arg(long)]
    pub check: bool,
    /// With --check: print the files and their differences as JSON
    #[arg(long, requires = "check")]
    pub json: bool,
}
