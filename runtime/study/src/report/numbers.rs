//! Formats numbers for readers. Values that are not finite become a dash.

/// The sign that replaces a missing number.
pub const NOTHING: &str = "–";

/// Formats a ratio: `1.24×`.
pub fn ratio(value: f64) -> String {
    match value {
        v if !v.is_finite() => NOTHING.to_string(),
        v if v >= 1e6 => format!("{v:.1e}×"),
        v if v >= 100.0 => format!("{v:.0}×"),
        v if v >= 0.01 || v == 0.0 => format!("{v:.2}×"),
        v => format!("{v:.1e}×"),
    }
}

/// Formats a share from 0 to 1 in per cent: `62 %`.
pub fn percent(share: f64) -> String {
    let value = share * 100.0;
    match value {
        v if !v.is_finite() => NOTHING.to_string(),
        v if v > 0.0 && v < 0.1 => format!("{v:.2} %"),
        v if v > 0.0 && v < 1.0 => format!("{v:.1} %"),
        v => format!("{v:.0} %"),
    }
}

/// Formats a small share from 0 to 1 with tenths of a per cent: `1.3 %`.
pub fn fine_percent(share: f64) -> String {
    match share * 100.0 {
        v if (1.0..10.0).contains(&v) => format!("{v:.1} %"),
        _ => percent(share),
    }
}

/// Formats a probability as the tables of "One Size Doesn't Fit All" do: `.74`.
pub fn probability(value: f64) -> String {
    match value {
        v if !v.is_finite() => NOTHING.to_string(),
        v if v >= 0.995 => "1.0".to_string(),
        v => format!("{v:.2}").trim_start_matches('0').to_string(),
    }
}

/// Formats a p-value: `.031`, or `< .001`.
pub fn p_value(value: f64) -> String {
    match value {
        v if !v.is_finite() => NOTHING.to_string(),
        v if v < 0.001 => "< .001".to_string(),
        v if v >= 0.9995 => "1.0".to_string(),
        v => format!("{v:.3}").trim_start_matches('0').to_string(),
    }
}

/// Formats a time in a suitable unit.
pub fn seconds(value: f64) -> String {
    let (value, unit) = match value {
        v if !v.is_finite() => return NOTHING.to_string(),
        v if v >= 1.0 => (v, "s"),
        v if v >= 1e-3 => (v * 1e3, "ms"),
        v => (v * 1e6, "µs"),
    };
    match value {
        v if v >= 1e6 => format!("{v:.1e} {unit}"),
        v if v >= 100.0 => format!("{v:.0} {unit}"),
        v if v >= 10.0 => format!("{v:.1} {unit}"),
        v => format!("{v:.2} {unit}"),
    }
}

/// Formats an integer with commas between groups of three digits.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Formats a count with its noun: `1 test`, `2 tests`.
pub fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", count(number as u64), if number == 1 { one } else { many })
}

/// Formats a number without a unit, with as many digits as it needs.
pub fn plain(value: f64) -> String {
    match value.abs() {
        _ if !value.is_finite() => NOTHING.to_string(),
        a if a >= 1e6 || (a < 1e-3 && a > 0.0) => format!("{value:.1e}"),
        a if a >= 100.0 => format!("{value:.0}"),
        _ => {
            let text = format!("{value:.3}");
            text.trim_end_matches('0').trim_end_matches('.').to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [1.2444, 16.0, 0.3, 123.4, 0.001].map(ratio).join(" "),
            "1.24× 16.00× 0.30× 123× 1.0e-3×"
        );
        assert_eq!([0.0, 0.004, 0.62, 1.0].map(percent).join(" "), "0 % 0.4 % 62 % 100 %");
        assert_eq!([0.0005, 0.013, 0.13].map(fine_percent).join(" "), "0.05 % 1.3 % 13 %");
        assert_eq!([0.0, 0.07, 0.744, 0.999].map(probability).join(" "), ".00 .07 .74 1.0");
        assert_eq!([1e-9, 0.0314, 1.0].map(p_value).join(" "), "< .001 .031 1.0");
        assert_eq!(
            [2.5, 0.0345, 6.1e-6, 123.4].map(seconds).join(" "),
            "2.50 s 34.5 ms 6.10 µs 123 s"
        );
        assert_eq!([0.1, 2.0, 1e-6, 1e7, 0.0].map(plain).join(" "), "0.1 2 1.0e-6 1.0e7 0");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(counted(1, "test", "tests"), "1 test");
    }

    #[test]
    fn what_is_no_number_is_a_dash() {
        for show in [ratio, percent, probability, p_value, seconds, plain] {
            assert_eq!([f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(show), [NOTHING; 3]);
        }
    }
}
