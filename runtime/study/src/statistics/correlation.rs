//! Correlation of two quantities, from −1 to 1.

use super::mean;

/// Pearson's correlation coefficient: how close the pairs are to a line (NIST/SEMATECH e-Handbook
/// of Statistical Methods, section 1.3.3.26; SciPy's `pearsonr`).
///
/// Returns `None` if the samples have different sizes or fewer than two values, if one sample is
/// constant, or if a value is not finite.
pub fn pearson(a: &[f64], b: &[f64]) -> Option<f64> {
    let is_finite = a.iter().chain(b).all(|value| value.is_finite());
    if a.len() != b.len() || a.len() < 2 || !is_finite {
        return None;
    }
    let (a, b) = (directions(a)?, directions(b)?);
    let product: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    Some(product.clamp(-1.0, 1.0))
}

/// Spearman's rank correlation: how monotonic the relation is. It is [`pearson`] of the ranks,
/// where equal values share their mean rank (Spearman, "The Proof and Measurement of Association
/// between Two Things", American Journal of Psychology 15(1), 1904; SciPy's `spearmanr`).
///
/// Returns `None` in the same cases as [`pearson`].
pub fn spearman(a: &[f64], b: &[f64]) -> Option<f64> {
    if a.iter().chain(b).any(|value| !value.is_finite()) {
        return None;
    }
    pearson(&ranks(a), &ranks(b))
}

/// Returns the differences from the mean, scaled to a vector of length 1. Returns `None` if all
/// values are equal.
fn directions(values: &[f64]) -> Option<Vec<f64>> {
    let mean = mean(values)?;
    let largest = values.iter().map(|value| (value - mean).abs()).fold(0.0, f64::max);
    if largest == 0.0 || !largest.is_finite() {
        return None;
    }
    // Dividing by the largest difference prevents squares from overflowing or vanishing.
    let distances = values.iter().map(|value| (value - mean) / largest);
    let length = distances.clone().map(|distance| distance * distance).sum::<f64>().sqrt();
    Some(distances.map(|distance| distance / length).collect())
}

/// Returns the rank of each value, from 1. Equal values share their mean rank.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0.0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let count = equal.len() as f64;
        for &place in equal {
            ranks[place] = before + (count + 1.0) / 2.0;
        }
        before += count;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_sample_of_pairs_has_no_correlation() {
        for correlation in [pearson, spearman] {
            assert_eq!(correlation(&[], &[]), None);
            assert_eq!(correlation(&[1.0], &[2.0]), None);
            assert_eq!(correlation(&[1.0, 2.0], &[1.0, 2.0, 3.0]), None);
            assert_eq!(correlation(&[0.1; 3], &[1.0, 2.0, 3.0]), None);
            assert_eq!(correlation(&[1.0, f64::NAN], &[1.0, 2.0]), None);
            assert_eq!(correlation(&[1.0, f64::INFINITY], &[1.0, 2.0]), None);
        }
    }

    #[test]
    fn ranks_see_the_order_and_a_line_sees_distances() {
        let (a, b) = ([1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 1000.0]);
        assert_eq!(spearman(&a, &b), Some(1.0));
        assert!(pearson(&a, &b).expect("they differ") < 0.8);
        let falling = [0.0, -2.0, -4.0, -6.0];
        assert!((pearson(&a, &falling).expect("they differ") + 1.0).abs() < 1e-15);
        assert_eq!(ranks(&[5.0, 1.0, 5.0, 9.0, -0.0, 0.0]), [4.5, 3.0, 4.5, 6.0, 1.5, 1.5]);
    }
}
