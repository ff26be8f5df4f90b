//! Formats tables of measurements: signed times, intervals, and columns that are aligned to the
//! right.

#[cfg(feature = "opencl")]
use igc_measure::statistics::Interval;

#[cfg(feature = "opencl")]
use crate::output::time;

/// Formats a difference of times, which noise can make negative.
#[cfg(feature = "opencl")]
pub fn signed(seconds: f64) -> String {
    if seconds < 0.0 { format!("-{}", time(-seconds)) } else { time(seconds) }
}

/// Formats an interval. With too few runs, the interval is unknown.
#[cfg(feature = "opencl")]
pub fn between(interval: Option<Interval>, words: impl Fn(f64) -> String) -> String {
    interval.map_or("unknown".into(), |Interval { low, high }| {
        format!("{} – {}", words(low), words(high))
    })
}

/// Aligns columns to the right, each as wide as its widest cell.
pub fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |text: &String| text.chars().count();
    let widths: Vec<usize> = (0..N)
        .map(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0))
        .collect();
    let mut out = String::new();
    for row in rows {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        out += cells.join("  ").trim_end();
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_has_a_sign() {
        assert_eq!(signed(-0.000_001_5), "-1.50 µs");
        assert_eq!(signed(0.000_001_5), "1.50 µs");
        assert_eq!(between(Some(Interval { low: -1e-6, high: 1.0 }), signed), "-1.00 µs – 1.00 s");
        assert_eq!(between(None, signed), "unknown");
    }

    #[test]
    fn columns_are_as_wide_as_their_cells() {
        let rows = [["a", "bc", ""], ["def", "g", ""]].map(|row| row.map(String::from));
        assert_eq!(aligned(&rows), "  a  bc\ndef   g\n");
    }
}
