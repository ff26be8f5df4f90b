//! The command-line arguments of `igc`. The doc comments of fields are the texts of `--help`.
//!
//! The modules that execute the commands import this module. It does not import them.

pub mod bench;
pub mod conformance;
pub mod explain;
pub mod full;
pub mod host_program;
pub mod primitives;
pub mod problems;
pub mod search;
pub mod study;
pub mod tune;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, Parser, Subcommand};
use igc_compiler::configuration::{PassOrder, ScalarPass};
use igc_compiler::diagnostics::visible;

#[cfg(feature = "opencl")]
use crate::ahead::AheadArguments;
use crate::device::DeviceArguments;
use crate::failed::Failed;
use crate::limits::LimitArguments;
use crate::message;
use crate::model::ModelArguments;
use crate::output::{print, written};
use crate::passes::{PassArguments, passes_help};
use crate::policy::PolicyArguments;
use crate::source::DiagnosticsForm;
use crate::values::{
    AutoOpts, GRAPH_HELP, auto_opts, auto_opts_help, compile_opts_help, graph_spec, name_and_value,
    opts_topic,
};
use crate::watchdog::BUILD_TIMEOUT;
use bench::BenchCommand;
use conformance::ConformanceArguments;
use explain::ExplainArguments;
use full::FullArguments;
use host_program::PlanArguments;
use problems::{NewArguments, ProblemsArguments, ShowArguments};
use search::SearchArguments;
use study::StudyCommand;
use tune::TuneArguments;

/// A compiler for graph algorithms on any OpenCL device.
#[derive(Debug, Parser)]
#[command(name = "igc", version, arg_required_else_help = true, after_help = EXIT_CODES)]
pub struct Arguments {
    /// The command to run.
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "\
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

/// Reads the command line. Returns `None` if it asked for help or for the version, which this
/// function then prints.
///
/// # Errors
///
/// Returns an error if the command line is invalid.
pub fn read() -> Result<Option<Arguments>, Failed> {
    let given: Vec<OsString> = std::env::args_os().collect();
    if given.get(1..) == Some(&["help".into(), "opts".into()]) {
        return print(&opts_topic()).map(|()| None);
    }
    let error = match Arguments::try_parse_from(&given) {
        Ok(arguments) => return Ok(Some(arguments)),
        Err(error) => error,
    };
    if !error.use_stderr() {
        let printed = error.print().and_then(|()| std::io::stdout().flush());
        return written(printed).map(|()| None);
    }
    let is_safe = |argument: &OsString| !argument.to_string_lossy().contains(visible::is_unsafe);
    let wants_json = wants_json(&given);
    if given.iter().all(is_safe) && !wants_json {
        // This prints colours on a terminal.
        let _ = error.print();
    } else {
        if wants_json {
            message::use_json();
        }
        let text = error.render().to_string();
        message::error(text.strip_prefix("error: ").unwrap_or(&text));
    }
    Err(Failed::Usage)
}

/// Whether the command line contains `--diagnostics json`, even if another part of it is invalid.
fn wants_json(given: &[OsString]) -> bool {
    given.iter().any(|argument| argument == "--diagnostics=json")
        || given.windows(2).any(|pair| pair[0] == "--diagnostics" && pair[1] == "json")
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compile a program to OpenCL C and a schedule.
    Compile(CompileArguments),
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
    /// Execute the requests of another igc process, which arrive on standard input.
    #[command(hide = true)]
    Worker,
}

impl Command {
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
            | Command::Graph(_)
            | Command::Problems(_)
            | Command::Show(_)
            | Command::New(_)
            | Command::Fmt(_)
            | Command::Explain(_)
            | Command::Worker => false,
        }
    }
}

/// `igc compile`
#[derive(Debug, Args)]
pub struct CompileArguments {
    /// The program: a file, which ends in .ig or contains a slash; or the name of a problem or of a
    /// program that is part of igc (`igc problems`)
    #[arg(value_name = "PROGRAM")]
    pub file: PathBuf,
    /// Optimisations to apply.
    #[arg(long, value_name = "FLAGS", help = compile_opts_help(), value_parser = auto_opts, conflicts_with = "policy")]
    pub opts: Option<AutoOpts>,
    /// The scalar passes.
    #[command(flatten)]
    pub passes: PassArguments,
    /// The policy that chooses the optimisations instead.
    #[command(flatten)]
    pub policy: PolicyArguments,
    /// The model of adaptive runs.
    #[command(flatten)]
    pub model: ModelArguments,
    /// What to print: tokens, ast, ir, ir-after=PASS, opencl (the default), schedule or library; or
    /// host-c, which writes a host program in C11 into the folder of --output
    #[arg(long, value_name = "WHAT")]
    pub emit: Option<Emit>,
    /// What igc knows when it chooses the plan of a host program.
    #[command(flatten)]
    pub plan: PlanArguments,
    /// Write NAME.cl, NAME.json and the device library igc.cl into this folder, or the files of
    /// --emit host-c
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// The device of another machine.
    #[cfg(feature = "opencl")]
    #[command(flatten)]
    pub ahead: AheadArguments,
    /// Format of errors and warnings
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub diagnostics: DiagnosticsForm,
}

/// The output that `igc compile` prints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Emit {
    /// The tokens of the lexer.
    Tokens,
    /// The syntax tree.
    Ast,
    /// The IR before the first pass.
    Ir,
    /// The IR after a pass.
    IrAfter(String),
    /// The OpenCL C.
    OpenCl,
    /// The schedule.
    Schedule,
    /// The device library, which the generated OpenCL C includes.
    Library,
    /// A host program in C11.
    HostC,
}

impl RunArguments {
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

impl std::str::FromStr for Emit {
    type Err = String;

    fn from_str(text: &str) -> Result<Emit, String> {
        let passes = || {
            let scalar = ScalarPass::ALL.into_iter().map(|(name, _)| name);
            igc_compiler::passes::PASSES.iter().map(|pass| pass.name).chain(scalar)
        };
        match (text, text.strip_prefix("ir-after=")) {
            (_, Some(pass)) if passes().any(|name| name == pass) => Ok(Emit::IrAfter(pass.into())),
            (_, Some(pass)) => {
                let names: Vec<&str> = passes().collect();
                Err(format!("unknown pass `{pass}`; the passes are {}", names.join(", ")))
            }
            ("tokens", _) => Ok(Emit::Tokens),
            ("ast", _) => Ok(Emit::Ast),
            ("ir", _) => Ok(Emit::Ir),
            ("opencl", _) => Ok(Emit::OpenCl),
            ("schedule", _) => Ok(Emit::Schedule),
            ("library", _) => Ok(Emit::Library),
            ("host-c", _) => Ok(Emit::HostC),
            _ => Err("expected tokens, ast, ir, ir-after=PASS, opencl, schedule, library or \
                      host-c"
                .into()),
        }
    }
}

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
    /// The model of adaptive runs.
    #[command(flatten)]
    pub model: ModelArguments,
    /// Check the result with the oracles that the program names
    #[arg(long)]
    pub check: bool,
    /// Report mistakes that devices ignore silently: accesses past the end, reads of values that
    /// nothing has written, and updates that were lost. Only with --device host; optimisations have
    /// no effect
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
    /// Write the program's outputs to this file as tab-separated values; `-` writes them to stdout,
    /// and the report to stderr
    #[arg(short = 'O', long = "outputs", value_name = "FILE")]
    pub outputs: Option<PathBuf>,
    /// Write one output to a file, whose ending selects the format: .npy (NumPy), .mtx
    /// (MatrixMarket), or tab-separated values; may be repeated
    #[arg(short = 'o', long = "output", value_name = "NAME=FILE", value_parser = name_and_value)]
    pub output: Vec<(String, String)>,
}

/// `igc bench`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(disable_help_subcommand = true)]
pub struct BenchArguments {
    /// A benchmark that measures something other than programs.
    #[command(subcommand)]
    pub command: Option<BenchCommand>,
    /// Programs: files, which end in .ig or contain a slash; or names of problems or of programs
    /// that are part of igc (`igc problems`)
    #[arg(required = true, value_name = "PROGRAM")]
    pub files: Vec<PathBuf>,
    /// A graph: a file or a generator. Each program runs on each graph; may be repeated
    #[arg(long = "graph", value_name = "SPEC", required = true, long_help = GRAPH_HELP, value_parser = graph_spec())]
    pub graphs: Vec<String>,
    /// Set a parameter in all programs that declare it; may be repeated
    #[arg(short, long = "param", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub param: Vec<(String, String)>,
    /// The device.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// A configuration: optimisations separated by commas, as for `igc run`; may be repeated. The
    /// other configurations are compared with the first one. By default, `auto` and `none`. With
    /// `auto`, igc chooses a plan as `igc run` does, and compares configurations of the program of
    /// this plan, with its parameters
    #[arg(long, value_name = "FLAGS", value_parser = auto_opts)]
    pub opts: Vec<AutoOpts>,
    /// Scalar passes to run.
    #[arg(
        long,
        value_name = "LIST",
        help = passes_help("may be repeated. Each configuration is measured with each order"),
        value_parser = PassOrder::parse
    )]
    pub passes: Vec<PassOrder>,
    /// Add the baseline, each optimisation alone, and all optimisations together
    #[arg(long)]
    pub each: bool,
    /// Add all 96 configurations
    #[arg(long)]
    pub all_configurations: bool,
    /// A policy, which adds the configuration that it chooses.
    #[command(flatten)]
    pub policy: PolicyArguments,
    /// The model of adaptive runs.
    #[command(flatten)]
    pub model: ModelArguments,
    /// Number of timed runs of each configuration; 95 % confidence intervals need at least 6
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub repeat: u32,
    /// Number of runs of each configuration before the timed runs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub warmup: u32,
    /// Check the first result of each configuration with the program's oracles (the default)
    #[arg(long, overrides_with = "no_check")]
    pub check: bool,
    /// Do not check results
    #[arg(long)]
    pub no_check: bool,
    /// Also time configurations that compile to the same code as an earlier one
    #[arg(long)]
    pub repeat_identical: bool,
    /// The launch geometry and the limits of the runs.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Also state the limit of the hardware for each configuration, and the share of it that the
    /// configuration reaches. Needs an OpenCL device, whose rates are those of its calibration, or
    /// are measured first
    #[cfg(feature = "opencl")]
    #[arg(long)]
    pub roofline: bool,
    /// Print the comparisons as JSON
    #[arg(long)]
    pub json: bool,
    /// Write the time of every run to this CSV file
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
}

const CALIBRATION: &str = "Options of the calibration";

/// `igc devices`
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("measured").args(["calibrate", "conformance"]))]
pub struct DevicesArguments {
    /// Test the device library on each device, in each dialect that the device supports
    #[arg(long)]
    pub self_test: bool,
    /// Measure which launch width moves memory fastest on each device, and store it for later runs
    #[arg(long, conflicts_with_all = ["self_test", "conformance"])]
    pub calibrate: bool,
    /// Write the calibration to this file instead of the cache folder. Set IGC_CALIBRATION to its
    /// path to use it. With --full, the file keeps every measurement, and an existing file is
    /// continued. By default, a file in the current folder
    #[arg(short = 'o', long = "output", value_name = "FILE", requires = "calibrate", help_heading = CALIBRATION)]
    pub calibration_file: Option<PathBuf>,
    /// Number of timed runs of each configuration; 95 % confidence intervals need at least 6. With
    /// --full, slow configurations have fewer runs
    #[arg(long = "runs", value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=1_000), help_heading = CALIBRATION)]
    pub calibration_runs: u32,
    /// The only device to use, and its dialect.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// Maximum time without progress of a test or a case, in seconds. Builds of kernels do not
    /// count
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: u64,
    /// Maximum time for the driver to build the kernels of a test or a case, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = BUILD_TIMEOUT.as_secs(), value_parser = clap::value_parser!(u64).range(1..))]
    pub build_timeout: u64,
    /// Print the results as JSON
    #[arg(long)]
    pub json: bool,
    /// The options of a full calibration.
    #[command(flatten)]
    pub full: FullArguments,
    /// The options of a conformance run.
    #[command(flatten)]
    pub conformance: ConformanceArguments,
}

impl DevicesArguments {
    /// Returns the maximum time without progress.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }

    /// Returns the maximum time for the driver to build the kernels of a test or a case.
    pub fn build_timeout(&self) -> Duration {
        Duration::from_secs(self.build_timeout)
    }
}

/// `igc graph`
#[derive(Debug, Subcommand)]
pub enum GraphCommand {
    /// Describe a graph: its size, degrees, weights, diameter and memory.
    Info {
        /// The graph: a file or a generator
        #[arg(long_help = GRAPH_HELP, value_parser = graph_spec())]
        graph: String,
        /// Print the description as JSON
        #[arg(long)]
        json: bool,
    },
    /// Load a graph, and write it in another format.
    Convert {
        /// The graph: a file or a generator
        #[arg(long_help = GRAPH_HELP, value_parser = graph_spec())]
        graph: String,
        /// The file to write; the endings .gz and .zst compress it
        output: PathBuf,
        /// The format: dimacs, mtx, el, wel, konect, metis, galois, sg, wsg, egr or igc. By default,
        /// the ending of the file determines the format
        #[arg(long, value_name = "FORMAT")]
        to: Option<String>,
        /// Sort the edges of each node by target, as programs expect that search or merge the lists
        /// of neighbours. Edges with the same target keep their order
        #[arg(long)]
        sorted: bool,
    },
    /// Generate a graph, and write it to a file.
    Generate {
        /// The generator, such as rmat:20,seed=7
        #[arg(value_parser = graph_spec())]
        generator: String,
        /// The file to write; the endings .gz and .zst compress it
        output: PathBuf,
        /// The format: dimacs, mtx, el, wel, konect, metis, galois, sg, wsg, egr or igc. By default,
        /// the ending of the file determines the format
        #[arg(long, value_name = "FORMAT")]
        to: Option<String>,
    },
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
}
