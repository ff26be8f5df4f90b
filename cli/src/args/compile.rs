//! The arguments of `igc compile`. The doc comments of fields are the texts of `--help`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use igc_compiler::configuration::ScalarPass;

use super::ahead::AheadArguments;
use super::plan::PlanArguments;
use crate::model::ModelArguments;
use crate::passes::PassArguments;
use crate::policy::PolicyArguments;
use crate::values::{AutoOpts, auto_opts, compile_opts_help};

/// `igc compile`
#[derive(Debug, Args)]
pub struct CompileArguments {
    /// Programs: files, which end in .ig or contain a slash; or names of problems or of programs
    /// that are part of igc (`igc problems`). Several programs need --output
    #[arg(value_name = "PROGRAM", required_unless_present = "emit")]
    pub files: Vec<PathBuf>,
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
    /// What to print: tokens, ast, ir, ir-after=PASS, opencl (the default), cuda, schedule or
    /// library; ptx, which NVRTC compiles for the architecture of --for; or what igc writes into the
    /// folder of --output: cubin, likewise, or host-c, a host program in C11
    #[arg(long, value_name = "WHAT")]
    pub emit: Option<Emit>,
    /// What igc knows when it chooses the plan.
    #[command(flatten)]
    pub plan: PlanArguments,
    /// Write NAME.cl, NAME.json and the device library igc.cl into this folder; with --emit cuda,
    /// NAME.cu, NAME.json and igc.cuh; or the files of --emit host-c
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Leave out the comment at the top of the code, which names the version of igc and the
    /// configuration. Code that is checked in then changes only if the program does
    #[arg(long)]
    pub no_banner: bool,
    /// The device library: `shared` writes one file of it, which all programs include; `none` writes
    /// none. By default, `shared` with --output. Printed CUDA C++ contains it unless this is given
    #[arg(long, value_enum, value_name = "WHERE")]
    pub library: Option<LibraryFile>,
    /// The device of another machine.
    #[command(flatten)]
    pub ahead: AheadArguments,
}

impl CompileArguments {
    /// Whether the code goes into the cache, for a device of another machine.
    pub fn keeps_code(&self) -> bool {
        let is_shown = matches!(self.emit, Some(Emit::Ptx | Emit::Cubin));
        self.ahead.target.is_some() && !is_shown
    }
}

/// Whether `igc compile` writes the device library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LibraryFile {
    /// No
    None,
    /// One file for all programs
    Shared,
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
    /// The CUDA C++ with the device library.
    Cuda,
    /// NVRTC's PTX for an architecture.
    Ptx,
    /// NVRTC's machine code for an architecture.
    Cubin,
    /// The schedule.
    Schedule,
    /// The device library, which the generated OpenCL C includes.
    Library,
    /// A host program in C11.
    HostC,
}

impl Emit {
    /// The names of all outputs, except for `ir-after=PASS`.
    pub const NAMES: [&str; 10] =
        ["tokens", "ast", "ir", "opencl", "cuda", "ptx", "cubin", "schedule", "library", "host-c"];
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
            ("cuda", _) => Ok(Emit::Cuda),
            ("ptx", _) => Ok(Emit::Ptx),
            ("cubin", _) => Ok(Emit::Cubin),
            ("schedule", _) => Ok(Emit::Schedule),
            ("library", _) => Ok(Emit::Library),
            ("host-c", _) => Ok(Emit::HostC),
            _ => Err(format!("expected ir-after=PASS, {}", Emit::NAMES.join(", "))),
        }
    }
}
