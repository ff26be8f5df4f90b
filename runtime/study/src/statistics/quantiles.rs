//! Quantiles of samples.

/// Returns quantiles of a sorted list, interpolated linearly (definition 7 of Hyndman and Fan,
/// "Sample Quantiles in Statistical Packages", 1996). Returns `None` for an empty list.
pub(crate) fn quantiles<const N: usize>(sorted: &[f64], shares: [f64; N]) -> Option<[f64; N]> {
    let last = sorted.len().checked_sub(1)?;
    Some(shares.map(|share| {
        let place = share.clamp(0.0, 1.0) * last as f64;
        let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
        below + (above - below) * place.fract()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_the_values() {
        assert_eq!(quantiles(&[], [0.5]), None);
        assert_eq!(quantiles(&[3.0], [0.0, 0.5, 1.0]), Some([3.0; 3]));
        assert_eq!(
            quantiles(&[1.0, 2.0, 4.0, 8.0], [0.0, 0.5, 0.75, 1.0]),
            Some([1.0, 3.0, 5.0, 8.0])
        );
    }
}
