//! `--policy`: optimisations by what a study found.

use std::path::{Path, PathBuf};

use clap::Args;
use igc_compiler::passes::Options;
use igc_runtime::device::DeviceName;
use igc_study::analysis::Key;
use igc_study::policy::{ChipMatch, Policy};

use crate::Failed;
use crate::args::DiagnosticsForm;
use crate::output::fail;

/// A policy, and what is known to ask it.
#[derive(Debug, Args)]
pub struct PolicyArguments {
    /// Choose the optimisations by a policy, which `igc study policy` writes: by the program's name, and
    /// by the chip and the class of graphs as far as they are known
    #[arg(long, value_name = "FILE", conflicts_with = "opts")]
    pub policy: Option<PathBuf>,
    /// The chip, as the policy calls it; by default that of the device that the program runs on
    #[arg(long, value_name = "CHIP", requires = "policy")]
    pub chip: Option<String>,
    /// The class of graphs, as the policy calls it, such as road
    #[arg(long, value_name = "CLASS", requires = "policy")]
    pub input: Option<String>,
}

impl PolicyArguments {
    /// Whether the answer depends on the device.
    pub fn needs_device(&self) -> bool {
        self.policy.is_some() && self.chip.is_none()
    }

    /// What the policy chooses for a program, and by which rule on stderr, but where only JSON goes there;
    /// without a policy, `given`.
    pub fn choose(
        &self,
        given: &Options,
        program: &str,
        device: Option<&DeviceName>,
        form: DiagnosticsForm,
    ) -> Result<Options, Failed> {
        let Some(path) = &self.policy else { return Ok(given.clone()) };
        let policy = read(path)?;
        let chips = policy.chips.iter().map(|chip| &chip.name);
        let (chip, remark) = match (named(self.chip.as_ref(), "chip", chips)?, device) {
            (None, Some(device)) => recognise(&policy, device),
            (chip, _) => (chip, None),
        };
        let input = named(self.input.as_ref(), "class of inputs", policy.inputs.iter())?;
        let rule = policy.choose(&Key { application: Some(program.to_string()), input, chip });
        if form == DiagnosticsForm::Text {
            if let Some(remark) = remark {
                eprintln!("policy: {remark}");
            }
            match rule {
                Some(rule) => eprintln!("policy: --opts {}, by the rule `{rule}`", rule.options),
                None => eprintln!("policy: --opts none, since no rule is for this"),
            }
        }
        Ok(rule.map(|rule| rule.options.clone()).unwrap_or_default())
    }
}

fn read(path: &Path) -> Result<Policy, Failed> {
    let shown = path.display();
    match std::fs::read_to_string(path) {
        Ok(text) => {
            Policy::parse(&text).or_else(|e| fail(Failed::Input, format_args!("{shown}: {e}")))
        }
        Err(e) => fail(Failed::Input, format_args!("{shown}: {e}")),
    }
}

/// What a user calls something, if the policy knows it: a word that it does not know is a mistake, not
/// something new, which nobody could have a name for.
fn named<'a>(
    given: Option<&String>,
    what: &str,
    mut known: impl Iterator<Item = &'a String> + Clone,
) -> Result<Option<String>, Failed> {
    let Some(given) = given else { return Ok(None) };
    let names: Vec<&str> = known.clone().map(String::as_str).collect();
    match known.any(|name| name == given) {
        true => Ok(Some(given.clone())),
        false if names.is_empty() => {
            fail(Failed::Input, format_args!("the policy has no {what} `{given}`, and no other"))
        }
        false => fail(
            Failed::Input,
            format_args!("the policy has no {what} `{given}`; there are {}", names.join(", ")),
        ),
    }
}

/// The chip that a device is, as far as the policy knows it, and what there is to say of that.
fn recognise(policy: &Policy, device: &DeviceName) -> (Option<String>, Option<String>) {
    let DeviceName { name, driver, .. } = device;
    match policy.chip_of(name, driver) {
        ChipMatch::Same(chip) => (Some(chip.name.clone()), None),
        ChipMatch::OtherDriver(chip) => {
            let studied = format!("{name} was studied as {} with {}", chip.name, chip.driver);
            (Some(chip.name.clone()), Some(format!("{studied}, not with {driver}")))
        }
        ChipMatch::Unknown => (None, Some(format!("{name} was not studied"))),
    }
}
