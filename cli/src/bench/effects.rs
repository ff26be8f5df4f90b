//! States which optimisations have no effect in a comparison.

use igc_compiler::configuration::Configuration;
use igc_compiler::effects::WithoutEffect;
use igc_measure::comparison::{Comparison, Outcome};

use super::auto::Auto;
use crate::message;
use crate::source;

/// The most reasons that are stated.
const REASONS: usize = 2;

/// Tells the user which optimisations have no effect in any configuration of a comparison. More than a
/// few reasons are left to `igc explain`. The user has not chosen those of igc's plan, so they need no reason.
pub fn say_without_effect(comparison: &Comparison, auto: Option<&Auto>) {
    let found = without_effect(comparison, auto.map(|auto| auto.options().to_string()));
    let mut reasons: Vec<&str> = found.iter().map(|one| &*one.reason).collect();
    reasons.sort_unstable();
    reasons.dedup();
    if reasons.len() <= REASONS {
        return source::say_without_effect(&found);
    }
    let (of_device, of_program): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|one| one.of_device);
    source::say_without_effect(&of_device);
    message::say(format_args!(
        "note: {}; `igc explain PROGRAM --opts FLAG` states the reasons",
        source::without_effect(&of_program.iter().collect::<Vec<_>>())
    ));
}

/// Returns the optimisations that have no effect in any configuration, each once. Those that only the configuration
/// `auto` has are left out.
fn without_effect(comparison: &Comparison, auto: Option<String>) -> Vec<WithoutEffect> {
    let mut effective: Vec<&str> = vec![];
    let mut found: Vec<WithoutEffect> = vec![];
    for entry in &comparison.configurations {
        let is_compiled = !matches!(&entry.outcome, Outcome::Failed(_));
        let Ok(options) = Configuration::parse(&entry.options) else { continue };
        let is_given = auto.as_ref() != Some(&entry.options);
        for flag in options.flags().map(|flag| flag.name()) {
            match entry.without_effect.iter().find(|one| one.flag == flag) {
                None if is_compiled => effective.push(flag),
                Some(one) if is_given && found.iter().all(|known| known.flag != flag) => {
                    found.push(one.clone());
                }
                _ => {}
            }
        }
    }
    found.retain(|one| !effective.contains(&&*one.flag));
    found
}
