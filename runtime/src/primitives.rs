//! The policy for the primitives in generated code: the ways in which the device library pushes to
//! worklists and scans a workgroup.
//!
//! No way is fastest on all devices ("Policy-based Tuning for Performance Portability and Library
//! Co-optimization"). An artefact contains no choice; the runtime makes it when it builds the
//! kernels. In this order, the choice comes from [`RunOptions`](crate::run_options::RunOptions),
//! which may hold the policy that `igc search primitives` found for the device, or from the policy
//! that igc ships for the kind of device ([`SHIPPED`]). All ways give the same results.

use serde::{Deserialize, Serialize};

/// The policies that igc ships for each kind of device, as TOML. Each has a table `generated`, which
/// is a [`GeneratedPolicy`], and the best configuration of each primitive (`igc-measure`).
pub const SHIPPED: &str = include_str!("primitives.toml");

/// The algorithm of scans and reductions of a workgroup (`stdlib/device/ranking.cl`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ranking {
    /// The first work-item combines all values.
    Serial,
    /// A scan with log₂ n rounds, in which each work-item adds one value.
    HillisSteele,
    /// A scan that is a tree.
    BrentKung,
    /// OpenCL C's scan of a workgroup.
    Workgroup,
    /// Each subgroup combines its own values first.
    Subgroup,
}

impl Ranking {
    /// Every algorithm.
    pub const ALL: [Ranking; 5] = [
        Ranking::Serial,
        Ranking::HillisSteele,
        Ranking::BrentKung,
        Ranking::Workgroup,
        Ranking::Subgroup,
    ];

    /// Returns the compiler option that chooses the algorithm.
    pub fn option(self) -> String {
        // These are the numbers of the device library.
        let number = match self {
            Ranking::Serial => 1,
            Ranking::HillisSteele => 2,
            Ranking::BrentKung => 3,
            Ranking::Workgroup => 4,
            Ranking::Subgroup => 5,
        };
        format!(" -DIGC_RANKING={number}")
    }
}

/// The way in which a work-item reserves a slot of a worklist (`stdlib/device/worklist.cl`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pushes {
    /// Each work-item executes an atomic addition.
    #[default]
    Item,
    /// The work-items of a warp that push at the same time execute one atomic addition. On devices
    /// without PTX's warps, this is the same as `Item`.
    ActiveLanes,
}

impl Pushes {
    /// Returns the compiler option that chooses the way; it is empty for the default.
    pub fn option(self) -> &'static str {
        match self {
            Pushes::Item => "",
            Pushes::ActiveLanes => " -DIGC_PUSHES=1",
        }
    }
}

/// The policy for the primitives in generated code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneratedPolicy {
    /// The algorithm of scans and reductions of a workgroup. By default, subgroups if the device has
    /// them, and otherwise the first work-item alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranking: Option<Ranking>,
    /// The way to push.
    #[serde(default)]
    pub pushes: Pushes,
}

/// The parts of [`SHIPPED`] that runs use.
#[derive(Deserialize)]
struct Shipped {
    cpu: Section,
    gpu: Section,
}

#[derive(Deserialize)]
struct Section {
    generated: GeneratedPolicy,
}

impl GeneratedPolicy {
    /// Returns the policy that igc ships for GPUs, or for all other devices.
    pub fn shipped(is_gpu: bool) -> GeneratedPolicy {
        let shipped: Shipped = toml::from_str(SHIPPED).expect("a test reads the shipped policies");
        if is_gpu { shipped.gpu.generated } else { shipped.cpu.generated }
    }

    /// Returns the compiler options, which follow those of the dialect.
    pub fn build_options(&self) -> String {
        self.ranking.map_or(String::new(), Ranking::option) + self.pushes.option()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_policies_can_be_read() {
        for is_gpu in [false, true] {
            GeneratedPolicy::shipped(is_gpu);
        }
    }

    #[test]
    fn a_policy_chooses_macros_and_the_default_chooses_none() {
        assert_eq!(GeneratedPolicy::default().build_options(), "");
        let policy =
            GeneratedPolicy { ranking: Some(Ranking::BrentKung), pushes: Pushes::ActiveLanes };
        assert_eq!(policy.build_options(), " -DIGC_RANKING=3 -DIGC_PUSHES=1");
        let text = toml::to_string(&policy).expect("it serialises");
        assert_eq!(text, "ranking = \"brent-kung\"\npushes = \"active-lanes\"\n");
        assert_eq!(toml::from_str(&text), Ok(policy));
        assert!(toml::from_str::<GeneratedPolicy>("pushes = \"warp\"").is_err());
    }
}
