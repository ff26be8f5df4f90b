//! The text format of policies: TOML with one rule per line, so that users can read, edit and
//! compare policies.

use std::fmt::{self, Write as _};
use std::ops::Range;

use igc_compiler::configuration::{Configuration, ConfigurationError};
use igc_compiler::line_ends::with_line_feeds;
use serde::Deserialize;
use toml::Spanned;

use super::{Policy, PolicyChip, Rule};
use crate::analysis::Key;

const HEADER: &str = "\
# A policy of igc: which optimisations to enable. Written by `igc study policy` or `igc search`.
# The first rule that matches the application, the class of the input and the chip is used.
";

/// An error in the text of a policy, with its line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct PolicyError {
    /// The line, counted from 1.
    pub line: usize,
    /// The kind of error.
    pub fault: PolicyFault,
}

/// The kinds of errors in a policy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PolicyFault {
    /// The text is not TOML, or a key is missing, unknown, or of the wrong type.
    #[error("{0}")]
    Form(String),
    /// The options of a rule are not a valid configuration.
    #[error("{0}")]
    Configuration(#[from] ConfigurationError),
    /// A rule names a chip that is not in the list of chips.
    #[error("the list `chips` has no chip `{0}`")]
    UnknownChip(String),
    /// A rule names a class that is not in the list of inputs.
    #[error("the list `inputs` has no class `{0}`")]
    UnknownInput(String),
    /// Two chips have the same name.
    #[error("two chips are called `{0}`")]
    ChipTwice(String),
    /// A rule is never used, because an earlier rule matches in all its cases.
    #[error("this rule is never used: the rule in line {0} matches in all its cases")]
    Unreachable(usize),
}

/// The structure of the TOML file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    study: String,
    igc: String,
    chips: Vec<ChipEntry>,
    inputs: Vec<String>,
    rules: Vec<Spanned<RuleEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChipEntry {
    name: Spanned<String>,
    device: String,
    driver: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleEntry {
    application: Option<String>,
    input: Option<Spanned<String>>,
    chip: Option<Spanned<String>>,
    options: Spanned<String>,
}

impl Policy {
    /// Reads a policy.
    ///
    /// # Errors
    ///
    /// Returns the first error in the text, with its line.
    pub fn parse(text: &str) -> Result<Policy, PolicyError> {
        let text = &*with_line_feeds(text);
        let line = |span: Range<usize>| {
            let before = text.get(..span.start).unwrap_or(text);
            before.matches('\n').count() + 1
        };
        let wrong =
            |span: Range<usize>, fault: PolicyFault| PolicyError { line: line(span), fault };
        let file: File = toml::from_str(text).map_err(|error| {
            let message = error.message().replace('\n', " ");
            wrong(error.span().unwrap_or(0..0), PolicyFault::Form(message))
        })?;
        let mut policy =
            Policy { study: file.study, igc: file.igc, inputs: file.inputs, ..Policy::default() };
        for ChipEntry { name, device, driver } in file.chips {
            let (span, name) = (name.span(), name.into_inner());
            if policy.chips.iter().any(|chip| chip.name == name) {
                return Err(wrong(span, PolicyFault::ChipTwice(name)));
            }
            policy.chips.push(PolicyChip { name, device, driver });
        }
        let spans: Vec<Range<usize>> = file.rules.iter().map(Spanned::span).collect();
        for entry in file.rules {
            let rule = rule(&policy, entry.into_inner());
            policy.rules.push(rule.map_err(|(span, fault)| wrong(span, fault))?);
        }
        if let Some((later, earlier)) = policy.unreachable().next() {
            let fault = PolicyFault::Unreachable(line(spans[earlier].clone()));
            return Err(wrong(spans[later].clone(), fault));
        }
        Ok(policy)
    }
}

/// Converts a rule, given the chips and inputs of its policy.
fn rule(policy: &Policy, entry: RuleEntry) -> Result<Rule, (Range<usize>, PolicyFault)> {
    let RuleEntry { application, input, chip, options } = entry;
    if let Some(input) = &input
        && !policy.inputs.contains(input.get_ref())
    {
        return Err((input.span(), PolicyFault::UnknownInput(input.get_ref().clone())));
    }
    if let Some(chip) = &chip
        && !policy.chips.iter().any(|known| known.name == *chip.get_ref())
    {
        return Err((chip.span(), PolicyFault::UnknownChip(chip.get_ref().clone())));
    }
    let flags =
        Configuration::parse(options.get_ref()).map_err(|error| (options.span(), error.into()))?;
    let (input, chip) = (input.map(Spanned::into_inner), chip.map(Spanned::into_inner));
    Ok(Rule { key: Key { application, input, chip }, options: flags })
}

impl fmt::Display for Policy {
    /// Writes the text that [`Policy::parse`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Policy { study, igc, chips, inputs, rules } = self;
        f.write_str(HEADER)?;
        writeln!(f, "study = {}", quoted(study))?;
        writeln!(f, "igc = {}", quoted(igc))?;
        f.write_str("\n# Chips are recognised by device and driver.\nchips = [\n")?;
        for PolicyChip { name, device, driver } in chips {
            let (name, device, driver) = (quoted(name), quoted(device), quoted(driver));
            writeln!(f, "  {{ name = {name}, device = {device}, driver = {driver} }},")?;
        }
        f.write_str("]\n\n# The classes of graphs that rules may name.\ninputs = [")?;
        let inputs: Vec<String> = inputs.iter().map(|input| quoted(input)).collect();
        writeln!(f, "{}]", inputs.join(", "))?;
        f.write_str("\nrules = [\n")?;
        let mut before = None;
        for rule in rules {
            let strategy = rule.strategy();
            if before.replace(strategy) != Some(strategy) {
                writeln!(f, "  # {}", strategy.name())?;
            }
            writeln!(f, "  {{ {} }},", fields(rule)?)?;
        }
        f.write_str("]\n")
    }
}

fn fields(rule: &Rule) -> Result<String, fmt::Error> {
    let mut fields = String::new();
    for (part, name) in rule.key.parts() {
        if let Some(name) = name {
            write!(fields, "{part} = {}, ", quoted(name))?;
        }
    }
    write!(fields, "options = {}", quoted(&rule.options.to_string()))?;
    Ok(fields)
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_string()).to_string()
}
