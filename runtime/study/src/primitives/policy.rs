//! The policies of primitives: that of a device, which a search writes, and those that igc ships for
//! kinds of devices.
//!
//! ```toml
//! igc = "0.1.0"
//! device = "…"
//! driver = "…"
//!
//! [generated]
//! pushes = "active-lanes"
//!
//! [primitives.copy]
//! workgroup_size = 256
//! …
//! ```
//!
//! Runs read only the table `generated`.

use std::collections::BTreeMap;

use igc_compiler::line_ends::with_line_feeds;
use igc_measure::primitives::{Algorithm, Primitive, PrimitiveConfiguration};
use igc_runtime::backend::DeviceName;
use igc_runtime::primitives::{GeneratedPolicy, Pushes, Ranking, SHIPPED};
use serde::{Deserialize, Serialize};

use super::{Final, Search};

/// A choice for generated code must be faster than the default by this factor.
const WORTHWHILE: f64 = 0.97;

/// The policy of a device.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DevicePolicy {
    /// The version of igc that measured.
    pub igc: String,
    /// Name of the device.
    pub device: String,
    /// Name and version of the driver.
    pub driver: String,
    /// The policy for generated code.
    pub generated: GeneratedPolicy,
    /// The fastest configuration of each primitive that was tuned.
    #[serde(default)]
    pub primitives: BTreeMap<Primitive, PrimitiveConfiguration>,
}

/// The reason why a policy is not used.
#[derive(Debug, thiserror::Error)]
pub enum PolicyError {
    /// The text is not a policy.
    #[error("it is not a valid policy for primitives: {0}")]
    Malformed(String),
    /// The policy is for another device or driver.
    #[error("it belongs to {device} ({driver})")]
    Foreign {
        /// Name of that device.
        device: String,
        /// Name and version of that driver.
        driver: String,
    },
}

impl DevicePolicy {
    /// Returns the policy that a search found.
    pub fn of(search: &Search) -> DevicePolicy {
        let about = search.about();
        let best = |last: &Final| Some((last.primitive, last.best()?.configuration));
        DevicePolicy {
            igc: about.igc.clone(),
            device: about.device.name.clone(),
            driver: about.device.driver.clone(),
            generated: generated(search),
            primitives: search.finals.iter().filter_map(best).collect(),
        }
    }

    /// Reads the policy of a device from its text.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a policy, or if it is for another device or driver.
    pub fn parse(text: &str, device: &DeviceName) -> Result<DevicePolicy, PolicyError> {
        let policy: DevicePolicy = toml::from_str(&with_line_feeds(text))
            .map_err(|error| PolicyError::Malformed(error.to_string()))?;
        if (&policy.device, &policy.driver) != (&device.name, &device.driver) {
            let DevicePolicy { device, driver, .. } = policy;
            return Err(PolicyError::Foreign { device, driver });
        }
        Ok(policy)
    }

    /// Returns the text of the policy's file.
    pub fn text(&self) -> String {
        toml::to_string(self).expect("numbers and strings serialise")
    }
}

/// Returns the policy for generated code: choices that were clearly faster than the default, in
/// configurations that otherwise resemble generated code. One half of the runs chooses among several
/// rankings, and the other half judges the choice.
fn generated(search: &Search) -> GeneratedPolicy {
    let of = |primitive| {
        let last = search.finals.iter().find(move |last| last.primitive == primitive);
        last.map(|last| (last, search.about().reference(primitive)))
    };
    let choosing = |(last, reference): &(&Final, PrimitiveConfiguration), algorithm| {
        last.choosing_of(&PrimitiveConfiguration { algorithm, ..*reference })
    };
    let ratio = |(last, reference): &(&Final, PrimitiveConfiguration), algorithm| {
        last.ratio_of(&PrimitiveConfiguration { algorithm, ..*reference })
    };
    let mut policy = GeneratedPolicy::default();
    if let Some(scan) = of(Primitive::Scan) {
        let each = Ranking::ALL.into_iter();
        let each = each.filter_map(|r| Some((r, choosing(&scan, Algorithm::Ranked(r))?)));
        let best = each.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(ranking, _)| ranking);
        let judged = |ranking: &Ranking| ratio(&scan, Algorithm::Ranked(*ranking));
        policy.ranking = best.filter(|ranking| judged(ranking).is_some_and(|r| r < WORTHWHILE));
    }
    let lanes = of(Primitive::Push).and_then(|push| ratio(&push, Algorithm::ActiveLanes));
    if lanes.is_some_and(|ratio| ratio < WORTHWHILE) {
        policy.pushes = Pushes::ActiveLanes;
    }
    policy
}

/// The shipped policies, without the parts that only runs use.
#[derive(Deserialize)]
struct Shipped {
    cpu: Kind,
    gpu: Kind,
}

#[derive(Deserialize)]
struct Kind {
    #[serde(default)]
    primitives: BTreeMap<Primitive, PrimitiveConfiguration>,
}

/// Returns the configuration of a primitive that igc ships for GPUs, or for all other devices.
pub fn shipped(is_gpu: bool, primitive: Primitive) -> Option<PrimitiveConfiguration> {
    let shipped: Shipped = toml::from_str(SHIPPED).expect("a test reads the shipped policies");
    let kind = if is_gpu { shipped.gpu } else { shipped.cpu };
    kind.primitives.get(&primitive).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_policies_are_in_the_space() {
        for is_gpu in [false, true] {
            for (name, primitive) in Primitive::ALL {
                if let Some(configuration) = shipped(is_gpu, primitive) {
                    let space = PrimitiveConfiguration::space(primitive);
                    assert!(space.contains(&configuration), "{name}: {configuration}");
                }
            }
        }
    }

    #[test]
    fn a_policy_comes_back_from_its_text_for_its_device_only() {
        let device = |driver: &str| DeviceName {
            name: "GPU".into(),
            driver: driver.into(),
            dialect: "".into(),
        };
        let copy = PrimitiveConfiguration::usual(Primitive::Copy, true, true);
        let policy = DevicePolicy {
            igc: "0.1.0".into(),
            device: "GPU".into(),
            driver: "1".into(),
            generated: GeneratedPolicy { ranking: Some(Ranking::Serial), ..Default::default() },
            primitives: [(Primitive::Copy, copy)].into(),
        };
        let read = DevicePolicy::parse(&policy.text(), &device("1")).expect("it is read");
        assert_eq!(read, policy);
        let foreign = DevicePolicy::parse(&policy.text(), &device("2"));
        assert_eq!(foreign.expect_err("it is foreign").to_string(), "it belongs to GPU (1)");
        let broken = policy.text().replace("serial", "fast");
        let broken = DevicePolicy::parse(&broken, &device("1")).expect_err("it is broken");
        assert!(broken.to_string().contains("not a valid policy"), "{broken}");
    }
}
