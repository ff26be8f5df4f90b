//! Distributions of degrees: a family with one free parameter for each.
//!
//! The free parameter moves all degrees up. [`super::sequence`] chooses it such that the degrees
//! have the wanted sum. Let T(k) be the share of nodes that have at least degree k, and m the
//! largest degree:
//!
//! | distribution | T(k) for 1 ≤ k ≤ m | free |
//! | --- | --- | --- |
//! | `uniform:LOW..HIGH` | (a + w − k) / w, at least 0 and at most 1; w = HIGH − LOW + 1 | a |
//! | `normal:MEAN:DEVIATION` | (Q(k − ½) − Q(m + ½)) / (Q(−½) − Q(m + ½)) | μ |
//! | `exponential:MEAN` | (r^k − r^(m + 1)) / (1 − r^(m + 1)) | r |
//! | `power:EXPONENT:MEAN` | (t(k) − t(m + 1)) / (1 − t(m + 1)) | c |
//! | counted | share of the nodes of a graph that have at least degree k | rounding |
//!
//! Q(x) = erfc((x − μ) / (DEVIATION · √2)) / 2 is the upper tail of the normal distribution. t(k) =
//! (1 + k / c)^(1 − EXPONENT) is that of Lomax's distribution, a power law that starts at 0. The
//! functions `pow` and `erfc` are those of the crate libm, which computes the same bits on every
//! machine.

use std::ops::RangeInclusive;

/// The valid texts of a distribution, for messages.
pub(super) const EXPECTED: &str = "uniform:LOW..HIGH, normal:MEAN:DEVIATION, \
     exponential:MEAN[:MAXIMUM] or power:EXPONENT:MEAN[:MAXIMUM] (exponents from 1.01 to 100, \
     means and deviations above 0, deviations of at most the mean)";

/// The valid exponents of power laws.
const EXPONENTS: RangeInclusive<f64> = 1.01..=100.0;

/// A distribution of degrees.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Distribution {
    /// Every degree from `low` to `high` is equally frequent.
    Uniform { low: u32, high: u32 },
    /// A normal distribution, rounded to whole numbers, without the part below 0.
    Normal { mean: f64, deviation: f64 },
    /// A geometric distribution, which is the exponential distribution of whole numbers.
    Exponential { mean: f64, maximum: Option<u32> },
    /// A power law whose tail has this exponent.
    Power { exponent: f64, mean: f64, maximum: Option<u32> },
    /// The degrees of a graph: entry `k − 1` is the number of nodes with at least degree `k`.
    Counted { nodes: u32, at_least: Vec<u32> },
}

impl Distribution {
    /// Parses the text of a distribution. Returns `None` unless it is [`EXPECTED`].
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (name, rest) = text.split_once(':')?;
        let values: Vec<&str> = rest.split(':').collect();
        let positive = |text: &str| text.parse().ok().filter(|value| *value > 0.0);
        let mean = |text: &str| positive(text).filter(|mean: &f64| mean.is_finite());
        let maximum = |rest: &[&str]| match rest {
            [] => Some(None),
            [maximum] => Some(Some(maximum.parse().ok()?)),
            _ => None,
        };
        match (name, &values[..]) {
            ("uniform", [range]) => {
                let (low, high) = range.split_once("..")?;
                let (low, high) = (low.parse().ok()?, high.parse().ok()?);
                (low <= high).then_some(Self::Uniform { low, high })
            }
            ("normal", [first, deviation]) => {
                let (mean, deviation) = (mean(first)?, positive(deviation)?);
                (deviation <= mean).then_some(Self::Normal { mean, deviation })
            }
            ("exponential", [first, rest @ ..]) => {
                Some(Self::Exponential { mean: mean(first)?, maximum: maximum(rest)? })
            }
            ("power", [exponent, first, rest @ ..]) => {
                let exponent = exponent.parse().ok().filter(|value| EXPONENTS.contains(value))?;
                Some(Self::Power { exponent, mean: mean(first)?, maximum: maximum(rest)? })
            }
            _ => None,
        }
    }

    /// Returns the distribution of the degrees of a graph, which has at least one node.
    pub(super) fn counted(degrees: &[u32]) -> Self {
        let largest = degrees.iter().copied().max().unwrap_or(0) as usize;
        let mut at_least = vec![0; largest];
        for &degree in degrees.iter().filter(|&&degree| degree > 0) {
            at_least[degree as usize - 1] += 1;
        }
        for k in (1..largest).rev() {
            at_least[k - 1] += at_least[k];
        }
        Self::Counted { nodes: degrees.len() as u32, at_least }
    }

    pub(super) fn is_counted(&self) -> bool {
        matches!(self, Self::Counted { .. })
    }

    fn mean(&self) -> f64 {
        match self {
            Self::Uniform { low, high } => (f64::from(*low) + f64::from(*high)) / 2.0,
            Self::Normal { mean, .. }
            | Self::Exponential { mean, .. }
            | Self::Power { mean, .. } => *mean,
            Self::Counted { nodes, at_least } => {
                let sum: u64 = at_least.iter().map(|&count| u64::from(count)).sum();
                sum as f64 / f64::from(*nodes)
            }
        }
    }

    /// Returns the wanted sum of the degrees of `nodes` nodes, a whole number.
    pub(super) fn sum(&self, nodes: u32) -> f64 {
        (f64::from(nodes) * self.mean() + 0.5).floor()
    }

    /// Returns the largest degree that the user allows.
    pub(super) fn maximum(&self) -> Option<u32> {
        match self {
            Self::Uniform { high, .. } => Some(*high),
            Self::Exponential { maximum, .. } | Self::Power { maximum, .. } => *maximum,
            Self::Normal { .. } | Self::Counted { .. } => None,
        }
    }

    /// Returns the bounds between which the free parameter lies.
    pub(super) fn bounds(&self) -> (f64, f64) {
        match self {
            Self::Uniform { low, .. } => (f64::from(*low) - 1.0, f64::from(*low) + 1.0),
            // A mean between two whole numbers may need more than the deviation, if that is small.
            Self::Normal { mean, deviation } => {
                let reach = 2.0 * deviation + 1.0;
                (mean - reach, mean + reach)
            }
            Self::Exponential { .. } | Self::Counted { .. } => (0.0, 1.0 - f64::EPSILON),
            // Larger values would lose the differences between degrees to rounding.
            Self::Power { .. } => (2f64.powi(-200), 2f64.powi(30)),
        }
    }

    /// Returns the value between `low` and `high` that the search tries next. The parameter of a
    /// power law can have any magnitude, so its search halves the magnitude.
    pub(super) fn between(&self, low: f64, high: f64) -> f64 {
        match self {
            Self::Power { .. } => (low * high).sqrt(),
            _ => low + (high - low) / 2.0,
        }
    }

    /// Returns how many of `nodes` nodes have at least degree `k`, where `most` is the largest
    /// degree.
    pub(super) fn at_least(&self, k: u32, most: u32, nodes: u32, free: f64) -> u32 {
        let (nodes, all) = (f64::from(nodes), nodes);
        let (k, beyond) = (f64::from(k), f64::from(most) + 1.0);
        let count = match self {
            Self::Uniform { low, high } => {
                let width = f64::from(*high) - f64::from(*low) + 1.0;
                nodes * ((free + width - k) / width) + 0.5
            }
            Self::Normal { deviation, .. } => {
                let scale = deviation * std::f64::consts::SQRT_2;
                let tail = |x: f64| libm::erfc((x - 0.5 - free) / scale);
                nodes * share(tail(k), tail(0.0), tail(beyond)) + 0.5
            }
            Self::Exponential { .. } => {
                nodes * share(libm::pow(free, k), 1.0, libm::pow(free, beyond)) + 0.5
            }
            Self::Power { exponent, .. } => {
                let tail = |x: f64| libm::pow(1.0 + x / free, 1.0 - exponent);
                nodes * share(tail(k), 1.0, tail(beyond)) + 0.5
            }
            Self::Counted { nodes: others, at_least } => {
                let count = at_least.get(k as usize - 1).copied().unwrap_or(0);
                (f64::from(count) * nodes) / f64::from(*others) + free
            }
        };
        // A negative number becomes 0.
        (count as u32).min(all)
    }
}

/// Returns the share of a distribution that is at `tail` or above, after the distribution was cut
/// at `start` and `end`. All three are shares of the uncut distribution.
fn share(tail: f64, start: f64, end: f64) -> f64 {
    (tail - end) / (start - end)
}
