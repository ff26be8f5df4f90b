//! Policies: small files that say which optimisations to enable for which application, input and
//! chip.
//!
//! A policy is a list of rules, from the most specialised to the global one. The first rule that
//! matches the known names of a test gives its configuration. `igc study policy` writes a policy;
//! `igc compile --policy` and `igc run --policy` use it. It contains no date and no path, so the
//! same study always gives the same file.
//!
//! Rules name inputs by class, so that a policy applies to graphs outside the study, such as
//! another road network.

mod build;
mod text;

pub use text::{PolicyError, PolicyFault};

use std::collections::BTreeMap;
use std::fmt;

use igc_compiler::configuration::Configuration;

use crate::analysis::{Key, Strategy};

/// A policy.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Policy {
    /// The name of the study from which it was derived.
    pub study: String,
    /// The version of igc that derived it.
    pub igc: String,
    /// The chips of the study.
    pub chips: Vec<PolicyChip>,
    /// The classes of the inputs of the study.
    pub inputs: Vec<String>,
    /// The rules, in the order in which they are tried.
    pub rules: Vec<Rule>,
}

/// A chip of the study, and the names by which a device is recognised as this chip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyChip {
    /// The name of the chip in the study.
    pub name: String,
    /// The device name that the driver reports.
    pub device: String,
    /// The name and version of the driver.
    pub driver: String,
}

/// A rule: the configuration for an application, a class of inputs and a chip.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// The names that a test must have for the rule to match. `None` matches any name, even an
    /// unknown one.
    pub key: Key,
    /// The configuration.
    pub options: Configuration,
}

/// The result of looking up a device among the chips of a policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChipMatch<'a> {
    /// The device and the driver are those of the chip.
    Same(&'a PolicyChip),
    /// Only this chip has the device, but with another driver.
    OtherDriver(&'a PolicyChip),
    /// No chip matches, or several do.
    Unknown,
}

impl Policy {
    /// Returns the first rule that matches the known names. Returns `None` if no rule matches,
    /// because a policy may lack a global rule.
    pub fn choose(&self, known: &Key) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.agrees_with(known))
    }

    /// Returns the chip that matches a device and its driver.
    pub fn chip_of(&self, device: &str, driver: &str) -> ChipMatch<'_> {
        let same: Vec<&PolicyChip> =
            self.chips.iter().filter(|chip| chip.device == device).collect();
        match (same.iter().find(|chip| chip.driver == driver), &same[..]) {
            (Some(chip), _) => ChipMatch::Same(chip),
            (None, [chip]) => ChipMatch::OtherDriver(chip),
            (None, _) => ChipMatch::Unknown,
        }
    }

    /// Returns the rules that are never used, because an earlier rule matches in all their cases.
    /// Each item has the index of such a rule and the index of the earlier rule.
    fn unreachable(&self) -> impl Iterator<Item = (usize, usize)> {
        let mut first: BTreeMap<Key, usize> = BTreeMap::new();
        self.rules.iter().enumerate().filter_map(move |(at, rule)| {
            let earlier =
                rule.key.generalisations().into_iter().find_map(|key| first.get(&key).copied());
            first.entry(rule.key.clone()).or_insert(at);
            Some((at, earlier?))
        })
    }
}

impl Rule {
    /// The strategy of Table V to which the rule belongs, derived from its key.
    pub fn strategy(&self) -> Strategy {
        let Key { application, input, chip } = &self.key;
        match (application.is_some(), input.is_some(), chip.is_some()) {
            (false, false, false) => Strategy::Global,
            (true, false, false) => Strategy::App,
            (false, true, false) => Strategy::Input,
            (false, false, true) => Strategy::Chip,
            (true, false, true) => Strategy::ChipApp,
            (true, true, false) => Strategy::InputApp,
            (false, true, true) => Strategy::ChipInput,
            (true, true, true) => Strategy::Oracle,
        }
    }

    /// Whether the rule matches the known names.
    fn agrees_with(&self, known: &Key) -> bool {
        self.key
            .parts()
            .into_iter()
            .zip(known.parts())
            .all(|((_, wanted), (_, known))| wanted.is_none() || wanted == known)
    }
}

impl fmt::Display for Rule {
    /// Writes the rule, for example as `chip_app: application bfs_wl, chip H200`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.strategy().name())?;
        let mut separator = ": ";
        for (part, name) in self.key.parts() {
            if let Some(name) = name {
                write!(f, "{separator}{part} {name}")?;
                separator = ", ";
            }
        }
        Ok(())
    }
}

impl Key {
    /// The parts of the key with the names of their dimensions.
    fn parts(&self) -> [(&'static str, &Option<String>); 3] {
        let Key { application, input, chip } = self;
        [("application", application), ("input", input), ("chip", chip)]
    }

    /// Returns the key and every key that requires fewer of its names.
    fn generalisations(&self) -> Vec<Key> {
        let mut keys = vec![self.clone()];
        let forget: [fn(&mut Key); 3] =
            [|key| key.application = None, |key| key.input = None, |key| key.chip = None];
        for part in forget {
            let mut less = keys.clone();
            less.iter_mut().for_each(part);
            keys.extend(less);
        }
        keys
    }
}
