//! What a study recommends, in a small file: which optimisations to turn on by what is known of the
//! application, the input and the chip.
//!
//! A policy is a list of rules, from the most special to the global one; the first that agrees with what
//! is known answers. `igc study policy` writes one, `igc compile --policy` and `igc run --policy` ask
//! it. It holds nothing but what it needs, no date and no path, so the same study gives the same bytes.
//!
//! Inputs are known by their class: a graph that was in no study still is a road network, or a social one.

mod build;
mod text;

pub use text::{PolicyError, PolicyFault};

use std::collections::BTreeMap;
use std::fmt;

use igc_compiler::options::Options;

use crate::analysis::{Key, Strategy};

/// What to turn on where.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Policy {
    /// The study that it is from.
    pub study: String,
    /// The version of igc whose study this was.
    pub igc: String,
    /// The chips of the study.
    pub chips: Vec<PolicyChip>,
    /// The classes of the study's inputs.
    pub inputs: Vec<String>,
    /// The rules, in the order in which they are asked.
    pub rules: Vec<Rule>,
}

/// A chip, and by what it is recognised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyChip {
    /// What the study calls it.
    pub name: String,
    /// The device's own name.
    pub device: String,
    /// The driver's name and version.
    pub driver: String,
}

/// What to turn on, if these are the application, the class of the input and the chip.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// What has to be known, and how it has to be; `None` is whatever it is.
    pub key: Key,
    /// The flags.
    pub options: Options,
}

/// How a device is one of a policy's chips.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChipMatch<'a> {
    /// Device and driver are the chip's.
    Same(&'a PolicyChip),
    /// The device is the chip's and no other's, with another driver.
    OtherDriver(&'a PolicyChip),
    /// It is none of them, or several.
    Unknown,
}

impl Policy {
    /// The first rule that agrees with what is known. `None` where there is none: a policy need not
    /// have a global rule.
    pub fn choose(&self, known: &Key) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.agrees_with(known))
    }

    /// The chip that a device is.
    pub fn chip_of(&self, device: &str, driver: &str) -> ChipMatch<'_> {
        let same: Vec<&PolicyChip> =
            self.chips.iter().filter(|chip| chip.device == device).collect();
        match (same.iter().find(|chip| chip.driver == driver), &same[..]) {
            (Some(chip), _) => ChipMatch::Same(chip),
            (None, [chip]) => ChipMatch::OtherDriver(chip),
            (None, _) => ChipMatch::Unknown,
        }
    }

    /// Every rule that can never answer, since an earlier one answers whenever it could: the places of
    /// both, the later one first.
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
    /// The strategy of Table V that it is of, by what has to be known.
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

    /// Whether it answers for what is known.
    fn agrees_with(&self, known: &Key) -> bool {
        self.key
            .parts()
            .into_iter()
            .zip(known.parts())
            .all(|((_, wanted), (_, known))| wanted.is_none() || wanted == known)
    }
}

impl fmt::Display for Rule {
    /// As in `chip_app: application bfs_wl, chip H200`.
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
    /// What it is of, part by part.
    fn parts(&self) -> [(&'static str, &Option<String>); 3] {
        let Key { application, input, chip } = self;
        [("application", application), ("input", input), ("chip", chip)]
    }

    /// Itself and every key that asks for less.
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
