//! Values that several commands take on the command line.

use clap::builder::{OsStringValueParser, TypedValueParser};
use igc_compiler::configuration::{
    CHOICES, ChoiceRow, Configuration, ConfigurationError, FLAGS, Flag, PassKind,
};
use igc_compiler::diagnostics::suggest::did_you_mean;
use igc_compiler::diagnostics::visible;
use igc_compiler::passes::scalar::SCALAR_PASSES;
use igc_runtime::graph::spec_text;

use crate::links;

/// The long help of an option that takes a graph.
pub const GRAPH_HELP: &str = "A file in any supported format (uncompressed, gzip or zstd), or a \
generator such as rmat:20, uniform:23 or road:264346. Keys follow as ,KEY=VALUE, such as \
,order=degree. `igc help graphs` describes all of them";

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
pub fn auto_opts(text: &str) -> Result<AutoOpts, String> {
    match text.trim() {
        "auto" => Ok(AutoOpts::Auto),
        _ => parsed(text, true).map(AutoOpts::These),
    }
}

/// Reads the value of an option that takes a configuration.
///
/// # Errors
///
/// Returns an error if it is not a configuration.
pub fn opts(text: &str) -> Result<Configuration, String> {
    parsed(text, false)
}

/// Words with which users ask for the best configuration.
const WISHES: &[&str] =
    &["best", "fast", "fastest", "max", "on", "default", "yes", "opt", "optimal"];

/// Reads a configuration. The error about an unknown flag names the nearest one instead of all.
fn parsed(text: &str, takes_auto: bool) -> Result<Configuration, String> {
    Configuration::parse(text).map_err(|error| {
        let ConfigurationError::Unknown(name) = &error else { return error.to_string() };
        let is_wish = WISHES.contains(&name.to_lowercase().as_str());
        let help = match did_you_mean(name, FLAGS.iter().map(|row| row.name)) {
            _ if is_wish && takes_auto => "with `auto`, igc chooses the optimisations".into(),
            _ if is_wish => "`all` means the flags of the paper that can be combined".into(),
            Some(near) => near.text,
            None => "write flags separated by commas, such as `fg8,sg`; `none`; or `all`".into(),
        };
        let name = visible::name(name);
        format!(
            "unknown optimisation `{name}`\nhelp: {help}\nhelp: `igc help opts` explains every optimisation"
        )
    })
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

/// Returns the text of `igc help opts`: each choice in words, with its flags.
pub fn opts_topic() -> String {
    let mut out = format!(
        "Optimisations, for --opts. Give flags of several choices, separated by commas, such as\n\
         `--opts fg8,sg,order=pull`. `none` means no flag, and `all` means\n\
         `{}`. Flags of one choice exclude each other.\n\
         With `auto`, the default of `igc run`, igc chooses. `igc explain FLAG` explains one flag, and\n\
         `igc explain PROGRAM` says what each flag does to a program.\n",
        Configuration::everything()
    );
    for row in CHOICES {
        out += &format!("\n{}\n", upper_first(row.summary));
        out += &choice_text(row, row.flags, "  ");
    }
    let width = SCALAR_PASSES.iter().map(|row| row.pass.name().len()).max().unwrap_or(0);
    out += "\nScalar passes, for --passes or as passes=A+B, in the order in which they run\n";
    for known in SCALAR_PASSES {
        out += &format!("  {:<width$}  {}\n", known.pass.name(), known.summary);
    }
    out += &format!("  More: {}\n", links::page("optimisations/scalar-passes"));
    out + &format!(
        "\nllvm=A+B compiles the kernels with the passes A and B of LLVM, where the driver accepts its\n\
         code.\n  More: {}\n",
        links::page("optimisations/llvm")
    )
}

/// Returns the explanation of a choice and of some of its flags.
pub fn choice_text(row: &ChoiceRow, flags: &[Flag], indent: &str) -> String {
    let width =
        flags.iter().map(|flag| flag.name().len()).max().unwrap_or(0).max("(default)".len());
    let mut out = wrapped(row.words, indent, indent);
    out += &wrapped(&format!("Helps: {}", row.helps), indent, indent);
    let flags = flags.iter().map(|flag| (flag.name(), flag.row().summary));
    for (name, summary) in flags.chain([("(default)", row.default)]) {
        let next = format!("{indent}  {}  ", " ".repeat(width));
        out += &wrapped(summary, &format!("{indent}  {name:<width$}  "), &next);
    }
    let page = links::page(&format!("optimisations/{}", row.page));
    out += &wrapped(&format!("Needs: {}.", row.needs), indent, indent);
    out += &wrapped(&format!("Source: {}.", row.source), indent, indent);
    out + &format!("{indent}More: {page}\n")
}

/// The longest line of a text that igc wraps.
const LINE: usize = 96;

/// Returns a text in lines, each with a line feed. `first` is the start of the first line, and `next`
/// that of the others.
pub fn wrapped(text: &str, first: &str, next: &str) -> String {
    let (mut out, mut line) = (String::new(), first.to_string());
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > LINE {
            out += &format!("{line}\n");
            (line, is_empty) = (next.to_string(), true);
        }
        let space = if is_empty { "" } else { " " };
        line += &format!("{space}{word}");
        is_empty = false;
    }
    out + &format!("{line}\n")
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
