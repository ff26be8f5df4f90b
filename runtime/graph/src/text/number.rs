//! Numbers in graph texts. Whole numbers are read fast and real numbers exactly.

use super::cursor::{WEIGHT, quote};
use crate::error::Problem;

/// A number in a text. It is `Whole` if 64 bits can represent it as a whole number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    /// A whole number that fits 64 bits, even if it is written as a real number such as `3.0`.
    Whole(i64),
    /// A finite number that is not a 64-bit whole number, or −0.
    Real(f64),
}

/// Powers of ten that a double represents exactly.
const EXACT_TENS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// Returns whether a text without a point or an exponent is another whole number than `value`.
fn has_lost_digits(text: &str, value: f64) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    digits.bytes().all(|byte| byte.is_ascii_digit())
        && format!("{:.0}", value.abs()) != digits.trim_start_matches('0')
}

impl Number {
    /// Converts `value`, to a whole number if possible.
    pub(crate) fn of(value: f64) -> Self {
        const LIMIT: f64 = 9_223_372_036_854_775_808.0;
        let is_minus_zero = value == 0.0 && value.is_sign_negative();
        if value.trunc() == value && (-LIMIT..LIMIT).contains(&value) && !is_minus_zero {
            Self::Whole(value as i64)
        } else {
            Self::Real(value)
        }
    }

    /// Returns `mantissa / 10^places`, correctly rounded. Returns `None` if a double cannot
    /// represent both operands exactly. A division of exact operands rounds only once (Clinger
    /// 1990).
    pub(crate) fn of_decimal(negative: bool, mantissa: u64, places: usize) -> Option<Self> {
        if mantissa > 1 << 53 {
            return None;
        }
        let value = mantissa as f64 / EXACT_TENS.get(places)?;
        Some(Self::of(if negative { -value } else { value }))
    }

    /// Parses any finite number that Rust's standard library can parse.
    pub(crate) fn of_token(token: &[u8]) -> Result<Self, Problem> {
        let text = String::from_utf8_lossy(token);
        let not_a_number = || Problem::Unexpected { expected: WEIGHT.into(), found: quote(token) };
        match text.parse() {
            Ok(0) if text.starts_with('-') => return Ok(Self::Real(-0.0)),
            Ok(whole) => return Ok(Self::Whole(whole)),
            Err(_) => {}
        }
        let value: f64 = text.parse().map_err(|_| not_a_number())?;
        if !value.is_finite() {
            return Err(Problem::NotFinite(quote(token)));
        }
        if has_lost_digits(&text, value) {
            let expected = "a whole weight that fits 64 bits, or a real number".into();
            let found = quote(token);
            let help = "to round the number, write it with a point or an exponent".into();
            return Err(Problem::UnexpectedText { expected, found, help });
        }
        Ok(Self::of(value))
    }

    /// Returns the nearest `f32` to the number in `token`, whose nearest `f64` is `self`. The `f32`
    /// that is nearest to `self` may be another one. A whole number without a point stays exact, and so
    /// does a number that is too large for `f32`: the program refuses it.
    pub(crate) fn rounded_once(self, token: &[u8]) -> Self {
        let is_exact = matches!(self, Self::Whole(_))
            && token.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-'));
        if is_exact {
            return self;
        }
        match str::from_utf8(token).ok().and_then(|text| text.parse::<f32>().ok()) {
            Some(single) if single.is_finite() => Self::of(single.into()),
            _ => self,
        }
    }

    /// The number with the opposite sign.
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Whole(value) => {
                value.checked_neg().map_or(Self::Real(-(value as f64)), Self::Whole)
            }
            Self::Real(value) => Self::Real(-value),
        }
    }

    /// The nearest double to the number.
    pub(crate) fn as_real(self) -> f64 {
        match self {
            Self::Whole(value) => value as f64,
            Self::Real(value) => value,
        }
    }
}
