//! `--policy`: lets a policy, which a study recommends, choose the optimisations of a program.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::Args;
use igc_compiler::configuration::Configuration;
use igc_compiler::diagnostics::visible;
use igc_runtime::backend::DeviceName;
use igc_runtime::source::{SMALL, read_text};
use igc_study::analysis::Key;
use igc_study::policy::{ChipMatch, Policy};

use crate::failed::Failed;
use crate::message::{self, shown};
use crate::output::fail;
use crate::values::name_and_value;

/// A policy, and the chip and class of graphs for which it chooses.
#[derive(Debug, Args)]
pub struct PolicyArguments {
    /// Let this policy choose the optimisations. `igc study policy` and `igc search` write policies.
    /// The choice depends on the name of the program, and on the chip and the class of graphs if they are
    /// known
    #[arg(long, value_name = "FILE")]
    pub policy: Option<PathBuf>,
    /// The chip, by its name in the policy; by default, the chip of the device on which the program
    /// runs
    #[arg(long, value_name = "CHIP", requires = "policy")]
    pub chip: Option<String>,
    /// The class of graphs, by its name in the policy, such as road
    #[arg(long, value_name = "CLASS", requires = "policy")]
    pub class: Option<String>,
}

/// The inputs of a program.
#[derive(Debug, Args)]
pub struct InputArguments {
    /// An input of the program and its file (NumPy .npy, text or MatrixMarket), or `random` for
    /// random values; may be repeated
    #[arg(long = "input", value_name = "NAME=FILE", value_parser = input)]
    pub inputs: Vec<(String, PathBuf)>,
}

fn input(text: &str) -> Result<(String, PathBuf), String> {
    match name_and_value(text) {
        Ok((name, file)) => Ok((name, file.into())),
        Err(_) => Err("expected NAME=FILE\n\
             help: `--class CLASS` names the class of graphs of a policy"
            .into()),
    }
}

impl PolicyArguments {
    /// Returns whether the choice depends on the device.
    pub fn needs_device(&self) -> bool {
        self.policy.is_some() && self.chip.is_none()
    }

    /// Returns the configuration that the policy chooses for a program, or `given` without a
    /// policy. Prints the choice and its rule.
    pub fn choose(
        &self,
        given: &Configuration,
        program: &str,
        device: Option<&DeviceName>,
    ) -> Result<Configuration, Failed> {
        let Some(chooser) = self.chooser(device)? else { return Ok(given.clone()) };
        let choice = chooser.choose(program);
        chooser.remark();
        message::say(format_args!("policy: {choice}"));
        Ok(choice.options)
    }

    /// Reads the policy, if one was given, and finds the chip and the class of graphs in it.
    /// `device` is the device of the run, if it is known.
    pub fn chooser(&self, device: Option<&DeviceName>) -> Result<Option<Chooser>, Failed> {
        let Some(path) = &self.policy else { return Ok(None) };
        let policy = read(path)?;
        let chips = policy.chips.iter().map(|chip| &chip.name);
        let (chip, remark) = match (named(self.chip.as_ref(), "chip", chips)?, device) {
            (None, Some(device)) => recognise(&policy, device),
            (chip, _) => (chip, None),
        };
        let input = named(self.class.as_ref(), "class of graphs", policy.inputs.iter())?;
        Ok(Some(Chooser { policy, input, chip, remark }))
    }
}

/// A policy together with the chip and the class of graphs, if they are known.
pub struct Chooser {
    policy: Policy,
    input: Option<String>,
    chip: Option<String>,
    /// A note about the chip for the user.
    remark: Option<String>,
}

impl Chooser {
    /// Prints the note about the chip, if there is one.
    pub fn remark(&self) {
        if let Some(remark) = &self.remark {
            message::say(format_args!("policy: {remark}"));
        }
    }

    /// Returns the configuration for a program.
    pub fn choose(&self, program: &str) -> Choice {
        let (input, chip) = (self.input.clone(), self.chip.clone());
        match self.policy.choose(&Key { application: Some(program.to_string()), input, chip }) {
            Some(rule) => {
                let reason = format!("by the rule `{rule}`");
                Choice { options: rule.options.clone(), reason }
            }
            None => Choice {
                options: Configuration::default(),
                reason: "because no rule of the policy applies".to_string(),
            },
        }
    }
}

/// The configuration that a policy chooses, and the reason. `Display` writes both.
pub struct Choice {
    pub options: Configuration,
    reason: String,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--opts {}, {}", self.options, self.reason)
    }
}

fn read(path: &Path) -> Result<Policy, Failed> {
    let shown = shown(path);
    match read_text(path, SMALL) {
        Ok(text) => {
            Policy::parse(&text).or_else(|e| fail(Failed::Input, format_args!("{shown}: {e}")))
        }
        Err(e) => fail(Failed::Input, format_args!("{shown}: {e}")),
    }
}

/// Returns the given name of a chip or a class if the policy knows it.
///
/// # Errors
///
/// Returns an error if the policy does not know the name, which is probably a misspelling.
fn named<'a>(
    given: Option<&String>,
    what: &str,
    mut known: impl Iterator<Item = &'a String> + Clone,
) -> Result<Option<String>, Failed> {
    let Some(given) = given else { return Ok(None) };
    let names: Vec<&str> = known.clone().map(String::as_str).collect();
    let is_known = known.any(|name| name == given);
    let shown = visible::name(given);
    match is_known {
        true => Ok(Some(given.clone())),
        false if names.is_empty() => fail(
            Failed::Input,
            format_args!("the policy does not know the {what} `{shown}`; it knows none"),
        ),
        false => fail(
            Failed::Input,
            format_args!(
                "the policy does not know the {what} `{shown}`; it knows {}",
                names.join(", ")
            ),
        ),
    }
}

/// Returns the policy's name for the chip of a device, if the policy knows it, and a note for the
/// user if the study did not measure this device with this driver.
fn recognise(policy: &Policy, device: &DeviceName) -> (Option<String>, Option<String>) {
    let DeviceName { name, driver, .. } = device;
    match policy.chip_of(name, driver) {
        ChipMatch::Same(chip) => (Some(chip.name.clone()), None),
        ChipMatch::OtherDriver(chip) => {
            let note = format!(
                "the study measured {name} as {} with the driver {}, but the driver is now {driver}",
                chip.name, chip.driver
            );
            (Some(chip.name.clone()), Some(note))
        }
        ChipMatch::Unknown => (None, Some(format!("the study did not measure {name}"))),
    }
}
