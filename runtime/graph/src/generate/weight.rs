//! Weights of generated edges. A weight is a hash of the two ends, so an edge and its reverse have
//! the same weight, and a weight does not depend on where the graph stores the edge.

use super::random::mix;

/// The rule that gives the edges of a generated graph their weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WeightRule {
    /// Edges do not have weights.
    None,
    /// The weight is a hash of the edge, reduced to the range: `low + mix(min << 32 | max) % (high
    /// - low + 1)`, where `min` and `max` are the smaller and the larger end.
    Range {
        /// The smallest weight.
        low: u32,
        /// The largest weight.
        high: u32,
    },
    /// The weight is a length on a lattice with `columns` nodes per row: 1000 along an axis and
    /// 1414 along a diagonal, times a factor from 0.5 to 1.499 for the bends of the road. The
    /// formula is `length * (500 + mix(min << 32 | max) % 1000) / 1000`, rounded down; `min` and
    /// `max` are the smaller and the larger end.
    Distance {
        /// Number of nodes in a row of the lattice.
        columns: u32,
    },
}

impl WeightRule {
    /// The rule that most generators use by default: weights from 1 to 100.
    pub const DEFAULT: WeightRule = WeightRule::Range { low: 1, high: 100 };

    /// Returns the weight of an edge between two nodes, in either direction. Returns `None` if
    /// edges do not have weights.
    pub fn weight(self, source: u32, target: u32) -> Option<u32> {
        let (min, max) = (source.min(target), source.max(target));
        let hash = mix(u64::from(min) << 32 | u64::from(max));
        match self {
            WeightRule::None => None,
            WeightRule::Range { low, high } => {
                let values = u64::from(high) - u64::from(low) + 1;
                Some(low + (hash % values) as u32)
            }
            WeightRule::Distance { columns } => {
                let along_axis = min / columns == max / columns || min % columns == max % columns;
                let length = if along_axis { 1000 } else { 1414 };
                Some((length * (500 + hash % 1000) / 1000) as u32)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions_weigh_the_same_and_stay_in_range() {
        let rule = WeightRule::Range { low: 5, high: 7 };
        let mut seen = [false; 3];
        for target in 0..1000 {
            let weight = rule.weight(3, target).unwrap();
            assert_eq!(rule.weight(target, 3), Some(weight));
            seen[(weight - 5) as usize] = true;
        }
        assert_eq!(seen, [true; 3]);
    }

    #[test]
    fn the_full_range_does_not_overflow() {
        let rule = WeightRule::Range { low: 0, high: u32::MAX };
        assert!((0..100).any(|target| rule.weight(0, target).unwrap() > 1 << 31));
    }

    #[test]
    fn diagonals_are_longer_on_average() {
        let rule = WeightRule::Distance { columns: 1000 };
        let mean = |step: u32| {
            (0..500).map(|u| u64::from(rule.weight(u, u + step).unwrap())).sum::<u64>() / 500
        };
        assert!((950..1050).contains(&mean(1)), "{}", mean(1));
        assert!((950..1050).contains(&mean(1000)), "{}", mean(1000));
        assert!((1350..1480).contains(&mean(1001)), "{}", mean(1001));
    }
}
