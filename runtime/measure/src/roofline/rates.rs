//! The rates of a device: how fast it does the operations of graph programs at best.

use serde::{Deserialize, Serialize};

/// The rates of a device. A calibration stores them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rates {
    /// Bytes per second that a copy reads and writes, by the size of both arrays together, in
    /// ascending order.
    pub copies: Vec<Rate>,
    /// Reads of 4 bytes at random places per second, by the size of the array, in ascending order.
    pub gathers: Vec<Rate>,
    /// Atomic additions to 4 bytes at random places per second, by the size of the array, in
    /// ascending order.
    pub atomics: Vec<Rate>,
    /// Atomic additions to one word per second.
    pub word_atomics: f64,
    /// Seconds for each of many launches of an empty kernel.
    pub launch: f64,
    /// Seconds for a launch of an empty kernel, followed by a read of 4 bytes.
    pub read_back: f64,
    /// Seconds for a grid barrier; absent if the device does not support it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barrier: Option<f64>,
}

/// A rate of accesses to an array.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    /// Size of the array in bytes.
    pub bytes: u64,
    /// Operations or bytes per second.
    pub per_second: f64,
}

impl Rates {
    /// Returns the number of bytes per second that are read or written in order in an array of some
    /// bytes.
    pub fn bandwidth_of(&self, bytes: u64) -> f64 {
        at(&self.copies, bytes)
    }

    /// Returns the number of random reads per second of an array of some bytes.
    pub fn gathers_of(&self, bytes: u64) -> f64 {
        at(&self.gathers, bytes)
    }

    /// Returns the number of atomics per second at random places of an array of some bytes.
    pub fn atomics_of(&self, bytes: u64) -> f64 {
        at(&self.atomics, bytes)
    }

    /// Returns whether all rates are positive numbers. A file may contain anything.
    pub fn are_usable(&self) -> bool {
        let is_positive = |rate: f64| rate.is_finite() && rate > 0.0;
        let lists = [&self.copies, &self.gathers, &self.atomics];
        let single = [self.word_atomics, self.launch, self.read_back];
        single.into_iter().chain(self.barrier).all(is_positive)
            && lists.iter().all(|list| {
                !list.is_empty()
                    && list.is_sorted_by(|a, b| a.bytes < b.bytes)
                    && list.iter().all(|rate| rate.bytes > 0 && is_positive(rate.per_second))
            })
    }
}

/// Returns the rate for an array of some bytes. Between two measured sizes, the logarithm of the
/// rate is linear in the logarithm of the size.
fn at(rates: &[Rate], bytes: u64) -> f64 {
    let above = rates.partition_point(|rate| rate.bytes < bytes);
    match (above.checked_sub(1).and_then(|below| rates.get(below)), rates.get(above)) {
        (Some(low), Some(high)) => {
            let log = |number: u64| (number as f64).ln();
            let part = (log(bytes) - log(low.bytes)) / (log(high.bytes) - log(low.bytes));
            let [from, to] = [low.per_second.ln(), high.per_second.ln()];
            (from + part * (to - from)).exp()
        }
        (Some(only), None) | (None, Some(only)) => only.per_second,
        (None, None) => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn rates() -> Rates {
        let list = |rates: [f64; 2]| {
            let sizes = [1 << 20, 1 << 24].into_iter().zip(rates);
            sizes.map(|(bytes, per_second)| Rate { bytes, per_second }).collect()
        };
        Rates {
            copies: list([1e9, 1e9]),
            gathers: list([1e8, 1e6]),
            atomics: list([1e7, 1e7]),
            word_atomics: 1e7,
            launch: 1e-5,
            read_back: 2e-5,
            barrier: Some(1e-6),
        }
    }

    #[test]
    fn rates_between_two_sizes_are_interpolated() {
        let rates = rates();
        let of = |bytes| (rates.gathers_of(bytes).log10() * 1e6).round() / 1e6;
        assert_eq!([0, 1 << 20, 1 << 22, 1 << 24, 1 << 40].map(of), [8.0, 8.0, 7.0, 6.0, 6.0]);
        assert!(rates.are_usable());
        for launch in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(!Rates { launch, ..rates.clone() }.are_usable());
        }
        assert!(!Rates { gathers: vec![], ..rates.clone() }.are_usable());
        let unsorted = rates.gathers.iter().rev().copied().collect();
        assert!(!Rates { gathers: unsorted, ..rates.clone() }.are_usable());
    }
}
