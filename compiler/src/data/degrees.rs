//! Statistics of the degrees of a graph, which models of adaptive runs ask for.

use super::GraphView;
use crate::model::{Property, Side, Statistic};

impl GraphView<'_> {
    /// Returns a statistic of the degrees of all nodes. The quartile `q` is the degree at rank
    /// `⌈q · nodes⌉`, as `igc graph info` prints it. Without nodes, the result is 0.
    pub fn statistic(&self, property: Property) -> f32 {
        let mut degrees = vec![0u32; self.offsets.len().saturating_sub(1)];
        if property.side != Side::In {
            for (degree, row) in degrees.iter_mut().zip(self.offsets.windows(2)) {
                *degree = row[1] - row[0];
            }
        }
        if property.side != Side::Out {
            self.targets.iter().for_each(|target| degrees[*target as usize] += 1);
        }
        statistic(degrees, property.statistic)
    }
}

fn statistic(mut degrees: Vec<u32>, statistic: Statistic) -> f32 {
    if degrees.is_empty() {
        return 0.0;
    }
    let mean = degrees.iter().map(|degree| f64::from(*degree)).sum::<f64>() / degrees.len() as f64;
    let quarter = match statistic {
        Statistic::Mean => return mean as f32,
        Statistic::StandardDeviation => {
            let squares = degrees.iter().map(|degree| (f64::from(*degree) - mean).powi(2));
            return (squares.sum::<f64>() / degrees.len() as f64).sqrt() as f32;
        }
        Statistic::Least => 0,
        Statistic::LowerQuartile => 1,
        Statistic::Median => 2,
        Statistic::UpperQuartile => 3,
        Statistic::Greatest => 4,
    };
    let rank = (degrees.len() * quarter).div_ceil(4).max(1);
    let (_, degree, _) = degrees.select_nth_unstable(rank - 1);
    *degree as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_of_a_star() {
        // Node 0 has an edge to each of the four others.
        let view = GraphView {
            offsets: &[0, 4, 4, 4, 4, 4],
            targets: &[1, 2, 3, 4],
            weights: None,
            single: None,
        };
        let of = |side| {
            let value = |(_, statistic)| view.statistic(Property { side, statistic });
            Statistic::ALL.map(value)
        };
        assert_eq!(of(Side::Out), [0.0, 0.0, 0.0, 0.0, 4.0, 0.8, 1.6]);
        assert_eq!(of(Side::In), [0.0, 1.0, 1.0, 1.0, 1.0, 0.8, 0.4]);
        assert_eq!(of(Side::Total), [1.0, 1.0, 1.0, 1.0, 4.0, 1.6, 1.2]);
        let empty = GraphView { offsets: &[0], targets: &[], weights: None, single: None };
        assert_eq!(
            empty.statistic(Property { side: Side::In, statistic: Statistic::Greatest }),
            0.0
        );
    }
}
