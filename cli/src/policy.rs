//! `--policy`: optimisations by what a study found.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::Args;
use igc_compiler::options::Options;
use igc_runtime::backend::DeviceName;
use igc_study::analysis::Key;
use igc_study::policy::{ChipMatch, Policy};

use crate::failed::Failed;
use crate::output::fail;
use crate::source::DiagnosticsForm;

/// A policy, and what is known to ask it.
#[derive(Debug, Args)]
pub struct PolicyArguments {
    /// Choose the optimisations by a policy, which `igc study policy` writes: by the program's name, and
    /// by the chip and the class of graphs as far as they are known
    #[arg(long, value_name = "FILE")]
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
        let Some(chooser) = self.chooser(device)? else { return Ok(given.clone()) };
        let choice = chooser.choose(program);
        if form == DiagnosticsForm::Text {
            chooser.remark();
            eprintln!("policy: {choice}");
        }
        Ok(choice.options)
    }

    /// The policy, if there is one, that knows all but the program; and the device, if it is known.
    pub fn chooser(&self, device: Option<&DeviceName>) -> Result<Option<Chooser>, Failed> {
        let Some(path) = &self.policy else { return Ok(None) };
        let policy = read(path)?;
        let chips = policy.chips.iter().map(|chip| &chip.name);
        let (chip, remark) = match (named(self.chip.as_ref(), "chip", chips)?, device) {
            (None, Some(device)) => recognise(&policy, device),
            (chip, _) => (chip, None),
        };
        let input = named(self.input.as_ref(), "class of inputs", policy.inputs.iter())?;
        Ok(Some(Chooser { policy, input, chip, remark }))
    }
}

/// A policy that knows the chip and the class of graphs, as far as they are known.
pub struct Chooser {
    policy: Policy,
    input: Option<String>,
    chip: Option<String>,
    /// What there is to say of the chip.
    remark: Option<String>,
}

impl Chooser {
    /// Says on stderr what there is to say before any choice.
    pub fn remark(&self) {
        if let Some(remark) = &self.remark {
            eprintln!("policy: {remark}");
        }
    }

    /// What it chooses for a program.
    pub fn choose(&self, program: &str) -> Choice {
        let (input, chip) = (self.input.clone(), self.chip.clone());
        match self.policy.choose(&Key { application: Some(program.to_string()), input, chip }) {
            Some(rule) => {
                let reason = format!("by the rule `{rule}`");
                Choice { options: rule.options.clone(), reason }
            }
            None => Choice {
                options: Options::default(),
                reason: "since no rule is for this".to_string(),
            },
        }
    }
}

/// What a policy chooses, and why. In words it is both.
pub struct Choice {
    pub options: Options,
    reason: String,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--opts {}, {}", self.options, self.reason)
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
