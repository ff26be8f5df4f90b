//! What the command line takes. Its help texts are the reference.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use igc_compiler::options::Options;

use crate::bench::arguments::BenchCommand;
use crate::conformance::arguments::ConformanceArguments;
use crate::device::DeviceArguments;
use crate::limits::LimitArguments;
use crate::policy::PolicyArguments;
use crate::source::DiagnosticsForm;
use crate::study::arguments::StudyCommand;
use crate::values::{GRAPH_HELP, name_and_value};

/// A compiler for graph algorithms on any OpenCL device.
#[derive(Debug, Parser)]
#[command(name = "igc", version, arg_required_else_help = true, after_help = EXIT_CODES)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 done; 1 the program, the graph or the parameters are wrong; \
2 usage; 3 no such device, or the device failed; 4 the result did not pass its check; \
5 the device did not answer in time.";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compile a program to OpenCL C and a schedule.
    Compile(CompileArguments),
    /// Run a program on a graph, and check the result.
    Run(RunArguments),
    /// Time configurations of programs side by side.
    Bench(Box<BenchArguments>),
    /// List the devices and what they can do.
    Devices(DevicesArguments),
    /// Describe, convert or generate graphs.
    #[command(subcommand)]
    Graph(GraphCommand),
    /// Measure which optimisations pay where: applications, graphs, devices and configurations, all
    /// with all.
    #[command(subcommand)]
    Study(StudyCommand),
    /// Format programs.
    Fmt(FmtArguments),
    /// Explain an error code or a pass.
    Explain(ExplainArguments),
    /// Do what another process of igc asks for on standard input.
    #[command(hide = true)]
    Worker,
}

/// `igc compile`
#[derive(Debug, Args)]
pub struct CompileArguments {
    /// The program, a file that ends in .ig
    pub file: PathBuf,
    /// Optimisations, separated by commas: none, all, wg, sg, fg1, fg8, coop-cv, oitergb, sz256
    #[arg(long, value_name = "FLAGS", default_value = "none", value_parser = Options::parse, conflicts_with = "policy")]
    pub opts: Options,
    /// Or the policy that chooses them.
    #[command(flatten)]
    pub policy: PolicyArguments,
    /// What to print: tokens, ast, ir, ir-after=PASS, opencl, schedule or library
    #[arg(long, value_name = "WHAT", conflicts_with = "output")]
    pub emit: Option<Emit>,
    /// Write NAME.cl, NAME.json and the device library igc.cl into this folder
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// How to report errors and warnings
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub diagnostics: DiagnosticsForm,
}

/// What `igc compile` prints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Emit {
    /// The lexer's tokens.
    Tokens,
    /// The syntax tree.
    Ast,
    /// The IR as lowered.
    Ir,
    /// The IR after a pass.
    IrAfter(String),
    /// The OpenCL C.
    OpenCl,
    /// The schedule.
    Schedule,
    /// The device library, which the OpenCL C includes.
    Library,
}

impl std::str::FromStr for Emit {
    type Err = String;

    fn from_str(text: &str) -> Result<Emit, String> {
        let passes = || igc_compiler::passes::PASSES.iter().map(|pass| pass.name);
        match (text, text.strip_prefix("ir-after=")) {
            (_, Some(pass)) if passes().any(|name| name == pass) => Ok(Emit::IrAfter(pass.into())),
            (_, Some(pass)) => {
                let names: Vec<&str> = passes().collect();
                Err(format!("no pass `{pass}`; there are {}", names.join(", ")))
            }
            ("tokens", _) => Ok(Emit::Tokens),
            ("ast", _) => Ok(Emit::Ast),
            ("ir", _) => Ok(Emit::Ir),
            ("opencl", _) => Ok(Emit::OpenCl),
            ("schedule", _) => Ok(Emit::Schedule),
            ("library", _) => Ok(Emit::Library),
            _ => Err("choose tokens, ast, ir, ir-after=PASS, opencl, schedule or library".into()),
        }
    }
}

/// `igc run`
#[derive(Debug, Args)]
pub struct RunArguments {
    /// The program, a file that ends in .ig
    pub file: PathBuf,
    /// The graph
    #[arg(long, value_name = "SPEC", long_help = GRAPH_HELP)]
    pub graph: String,
    /// A parameter of the program
    #[arg(short, long = "param", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub param: Vec<(String, String)>,
    /// Which device.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// Optimisations, separated by commas: none, all, wg, sg, fg1, fg8, coop-cv, oitergb, sz256
    #[arg(long, value_name = "FLAGS", default_value = "none", value_parser = Options::parse, conflicts_with = "policy")]
    pub opts: Options,
    /// Or the policy that chooses them.
    #[command(flatten)]
    pub policy: PolicyArguments,
    /// Check the result with the program's oracles
    #[arg(long)]
    pub check: bool,
    /// Run the program this many times and report medians
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
    /// How it is run, and when it is given up.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
    /// Time each round of the program's loops, and write them to this file, as comma-separated values;
    /// they are in the report of --json, too. The host waits for each round, so the run takes longer
    #[arg(long, value_name = "FILE")]
    pub steps: Option<PathBuf>,
    /// Write the program's outputs to this file, as tab-separated values; `-` prints them, and the
    /// report goes to stderr
    #[arg(short = 'O', long = "outputs", value_name = "FILE")]
    pub outputs: Option<PathBuf>,
}

/// `igc bench`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(disable_help_subcommand = true)]
pub struct BenchArguments {
    /// What to measure instead of programs.
    #[command(subcommand)]
    pub command: Option<BenchCommand>,
    /// Programs, files that end in .ig
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// A graph; each program runs on each
    #[arg(long = "graph", value_name = "SPEC", required = true, long_help = GRAPH_HELP)]
    pub graphs: Vec<String>,
    /// A parameter of the programs that have it
    #[arg(short, long = "param", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub param: Vec<(String, String)>,
    /// Which device.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// A configuration: optimisations, separated by commas, as `igc run` takes them; the first
    /// configuration is what others are compared with. Without any, `none` and `all`, or, with --policy,
    /// `none` and what the policy chooses
    #[arg(long, value_name = "FLAGS", value_parser = Options::parse)]
    pub opts: Vec<Options>,
    /// Also the baseline, each optimisation alone, and all together
    #[arg(long)]
    pub each: bool,
    /// Also every configuration there is
    #[arg(long)]
    pub all_configurations: bool,
    /// Also what a policy chooses.
    #[command(flatten)]
    pub policy: PolicyArguments,
    /// Time this many runs of each configuration; from six on, medians have 95 % intervals
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub repeat: u32,
    /// Run each configuration this many times before its runs are timed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub warmup: u32,
    /// Check the first result of each configuration with the program's oracles, which is the default
    #[arg(long, overrides_with = "no_check")]
    pub check: bool,
    /// Do not check results
    #[arg(long)]
    pub no_check: bool,
    /// Time also configurations that compile to the same code as an earlier one
    #[arg(long)]
    pub repeat_identical: bool,
    /// How programs are run, and when they are given up.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Print the comparisons as JSON
    #[arg(long)]
    pub json: bool,
    /// Write the time of every run to this file, as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
}

const CALIBRATION: &str = "Options of the calibration";

/// `igc devices`
#[derive(Debug, Args)]
pub struct DevicesArguments {
    /// Test what the device library does on each device, in each dialect that holds there
    #[arg(long)]
    pub self_test: bool,
    /// Measure with which configurations each device moves memory fastest, and keep how wide launches
    /// should be there for later runs
    #[arg(long, conflicts_with_all = ["self_test", "conformance"])]
    pub calibrate: bool,
    /// Write the calibration to this file instead, which IGC_CALIBRATION can name
    #[arg(short = 'o', long = "output", value_name = "FILE", requires = "calibrate", help_heading = CALIBRATION)]
    pub calibration_file: Option<PathBuf>,
    /// Time each configuration N times; from six on, medians have 95 % intervals
    #[arg(long = "runs", value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=1_000), help_heading = CALIBRATION)]
    pub calibration_runs: u32,
    /// This device only, in this dialect.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// Give up a test or a case of which nothing is heard for so long
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: u64,
    /// Print every fact as JSON
    #[arg(long)]
    pub json: bool,
    /// Whether to try the device, and how.
    #[command(flatten)]
    pub conformance: ConformanceArguments,
}

/// `igc graph`
#[derive(Debug, Subcommand)]
pub enum GraphCommand {
    /// Describe a graph.
    Info {
        /// The graph
        #[arg(long_help = GRAPH_HELP)]
        graph: String,
        /// Print the facts as JSON
        #[arg(long)]
        json: bool,
    },
    /// Load a graph and write it in another format.
    Convert {
        /// The graph
        #[arg(long_help = GRAPH_HELP)]
        graph: String,
        /// The file to write; .gz and .zst compress
        output: PathBuf,
        /// The format to write: dimacs, mtx, el, wel, konect, metis, galois, sg, wsg or igc; by
        /// default the one that the file's ending means
        #[arg(long, value_name = "FORMAT")]
        to: Option<String>,
    },
    /// Generate a graph and write it.
    Generate {
        /// The generator, such as rmat:20,seed=7
        generator: String,
        /// The file to write; .gz and .zst compress
        output: PathBuf,
        /// The format to write: dimacs, mtx, el, wel, konect, metis, galois, sg, wsg or igc; by
        /// default the one that the file's ending means
        #[arg(long, value_name = "FORMAT")]
        to: Option<String>,
    },
}

/// `igc fmt`
#[derive(Debug, Args)]
pub struct FmtArguments {
    /// Programs; folders, for every .ig file below them; - for standard input to standard output
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Write nothing; show what would change, and exit with 1 if anything would
    #[arg(long)]
    pub check: bool,
}

/// `igc explain`
#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// An error code such as E0101; a pass; or a program, for what each optimisation does to it, where,
    /// and why not elsewhere. Without one, codes and passes are listed
    pub subject: Option<String>,
    /// Optimisations of a program, separated by commas: none, all, wg, sg, fg1, fg8, coop-cv, oitergb,
    /// sz256
    #[arg(long, value_name = "FLAGS", default_value = "all", value_parser = Options::parse, conflicts_with = "policy")]
    pub opts: Options,
    /// Or the policy that chooses them.
    #[command(flatten)]
    pub policy: PolicyArguments,
    /// Print what is said of a program as JSON
    #[arg(long)]
    pub json: bool,
}
