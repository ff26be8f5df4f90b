//! Values that several commands take on the command line.

use clap::builder::{OsStringValueParser, TypedValueParser};
use igc_compiler::configuration::{CHOICES, Configuration, ConfigurationError, FLAGS, PassKind};
use igc_compiler::passes::scalar::SCALAR_PASSES;
use igc_runtime::graph::spec_text;

/// The long help of an option that takes a graph.
pub const GRAPH_HELP: &str = "A file in any supported format (uncompressed, gzip or zstd), or a \
generator such as rmat:20, uniform:23 or road:264346. Configuration follow as ,KEY=VALUE, \
such as ,order=degree";

/// Returns the help of an option that takes a configuration.
pub fn opts_help() -> String {
    let names: Vec<&str> = FLAGS.iter().map(|row| row.name).collect();
    format!(
        "Optimisations to apply, separated by commas: none, all, {}; passes=A+B, the scalar passes A \
         and B; or llvm=A+B, to compile the kernels with the passes A and B of LLVM. `igc help opts` \
         describes them",
        names.join(", ")
    )
}

/// The value of `--opts` where igc can choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AutoOpts {
    /// igc chooses.
    Auto,
    /// The user has chosen.
    These(Configuration),
}

impl AutoOpts {
    /// Returns what the user has chosen, or no optimisations.
    pub fn or_none(&self) -> Configuration {
        match self {
            AutoOpts::Auto => Configuration::default(),
            AutoOpts::These(options) => options.clone(),
        }
    }
}

/// Reads the value of an option that takes a configuration or `auto`.
///
/// # Errors
///
/// Returns an error if it is neither.
pub fn auto_opts(text: &str) -> Result<AutoOpts, ConfigurationError> {
    match text.trim() {
        "auto" => Ok(AutoOpts::Auto),
        _ => Configuration::parse(text).map(AutoOpts::These),
    }
}

/// Returns the help of an option that takes a configuration or `auto`.
pub fn auto_opts_help() -> String {
    format!(
        "{}. With `auto`, igc chooses them, and the program for a problem, by facts about the graph and the device, or \
         by what `igc tune` has measured; `igc explain --auto` explains the choice",
        opts_help()
    )
}

/// Returns the help of the configuration that `igc compile` takes.
pub fn compile_opts_help() -> String {
    format!(
        "{}. By default, `none`, or, with --device-kind, `auto`: igc chooses them, and the program for a problem",
        opts_help()
    )
}

/// Returns the text of `igc help opts`: each choice with its flags.
pub fn opts_topic() -> String {
    let mut out = format!(
        "Optimisations, for --opts. Give flags of several choices, separated by commas, such as\n\
         `--opts fg8,sg,order=pull`. `none` means no flag, and `all` means\n\
         `{}`. Flags of one choice exclude each other.\n",
        Configuration::everything()
    );
    let width = FLAGS.iter().map(|row| row.name.len()).max().unwrap_or(0);
    for row in CHOICES {
        out += &format!("\n{}\n", upper_first(row.summary));
        for flag in row.flags {
            out += &format!("  {:<width$}  {}\n", flag.name(), flag.row().summary);
        }
        out += &format!("  {:<width$}  {}\n", "(default)", row.default);
        out += &format!("  Needs: {}.\n  Source: {}.\n", row.needs, row.source);
    }
    out += "\nScalar passes, for --passes or as passes=A+B, in the order in which they run\n";
    for known in SCALAR_PASSES {
        out += &format!("  {:<width$}  {}\n", known.pass.name(), known.summary);
    }
    out + "\nllvm=A+B compiles the kernels with the passes A and B of LLVM, where the driver accepts its\n\
           code. `igc explain PROGRAM` says what each optimisation does to a program.\n"
}

/// Returns a text with its first letter in upper case.
fn upper_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Accepts a graph specification, also with the name of a file that is not UTF-8.
pub fn graph_spec() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().map(|text| spec_text(&text))
}

/// Splits `NAME=VALUE`.
///
/// # Errors
///
/// Returns an error if the text has no `=`, or no name before it.
pub fn name_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.into(), value.into())),
        _ => Err("expected NAME=VALUE".into()),
    }
}
