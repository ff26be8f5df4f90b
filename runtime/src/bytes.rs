//! Sizes in messages and reports.

use std::fmt;

/// A number of bytes, which is shown in the largest binary unit of which it has at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)];
        match units.into_iter().find(|(_, bits)| self.0 >> bits > 0) {
            Some((unit, bits)) => {
                let value = self.0 as f64 / (1u64 << bits) as f64;
                let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
                write!(out, "{value:.digits$} {unit}")
            }
            None => write!(out, "{} bytes", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_readable() {
        let shown = [0, 1023, 1024, 1536 << 10, 45 << 29, u64::MAX].map(|n| Bytes(n).to_string());
        let expected =
            ["0 bytes", "1023 bytes", "1.00 KiB", "1.50 MiB", "22.5 GiB", "16777216 TiB"];
        assert_eq!(shown, expected);
    }
}
