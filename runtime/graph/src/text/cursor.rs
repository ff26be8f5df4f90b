//! Reads tokens from a line. Only this module knows how tokens are separated.
//!
//! Blanks are spaces, tabs and carriage returns (so that lines may end as on Windows). A line feed
//! ends a line, and the end of the bytes counts as a line feed.

use std::num::NonZeroU32;

use super::number::Number;
use crate::error::Problem;

/// A position in a text.
pub(crate) struct Cursor<'text> {
    bytes: &'text [u8],
    at: usize,
    /// The start of the token that was read last.
    token: usize,
    /// Whether numbers are rounded to `f32`.
    single: bool,
}

/// Maximum number of bytes of the text that a message quotes.
const QUOTED: usize = 40;

impl<'text> Cursor<'text> {
    /// Creates a cursor at the start of `bytes`.
    pub(crate) fn new(bytes: &'text [u8]) -> Self {
        Self { bytes, at: 0, token: 0, single: false }
    }

    /// Rounds numbers to `f32` if `single` is set, and to `f64` otherwise.
    pub(crate) fn rounding_to(self, single: bool) -> Self {
        Self { single, ..self }
    }

    /// Returns the current byte, or a line feed at the end of the text.
    #[inline]
    pub(crate) fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(b'\n')
    }

    /// Returns whether the text ends here.
    pub(crate) fn at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    #[inline]
    pub(crate) fn skip_blanks(&mut self) {
        while is_blank(self.peek()) {
            self.at += 1;
        }
    }

    /// Returns the next byte that is not a blank, without moving to it.
    #[inline]
    pub(crate) fn peek_after_blanks(&self) -> u8 {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        rest.iter().copied().find(|&byte| !is_blank(byte)).unwrap_or(b'\n')
    }

    /// Skips blanks and at most one comma among them.
    #[inline]
    pub(crate) fn skip_separator(&mut self) {
        self.skip_blanks();
        if self.peek() == b',' {
            self.at += 1;
            self.skip_blanks();
        }
    }

    /// Skips one byte, which [`Self::peek`] has returned.
    pub(crate) fn advance(&mut self) {
        self.at += 1;
    }

    /// Returns the place of the token that was read last within its line, in bytes from 1.
    pub(crate) fn column(&self) -> Option<NonZeroU32> {
        let before = &self.bytes[..self.token.min(self.bytes.len())];
        let start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        u32::try_from(before.len() - start + 1).ok().and_then(NonZeroU32::new)
    }

    /// The bytes from here to the end of the line.
    pub(crate) fn rest_of_line(&self) -> &'text [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())]
    }

    /// Moves past the end of the line.
    #[inline]
    pub(crate) fn next_line(&mut self) {
        if self.peek() == b'\n' {
            self.at += 1;
            return;
        }
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        self.at += memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
    }

    /// Reads the bytes up to the next separator.
    pub(crate) fn token(&mut self) -> &'text [u8] {
        self.skip_blanks();
        let start = self.at;
        self.token = start;
        while !ends_token(self.peek()) {
            self.at += 1;
        }
        &self.bytes[start..self.at]
    }

    /// Reads a number that consists only of digits and is at most `most`. Error messages call the
    /// number `what`.
    #[inline]
    pub(crate) fn whole(&mut self, what: &'static str, most: u64) -> Result<u64, Problem> {
        self.skip_blanks();
        let start = self.at;
        self.token = start;
        let mut value = 0u64;
        loop {
            let digit = self.peek().wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
            self.at += 1;
        }
        let digits = self.at - start;
        if digits == 0 || digits > 19 || value > most || !ends_token(self.peek()) {
            self.at = start;
            return self.odd_whole(what, most);
        }
        Ok(value)
    }

    /// Handles the cases that [`Self::whole`] does not: leading zeros, and errors.
    #[cold]
    fn odd_whole(&mut self, what: &'static str, most: u64) -> Result<u64, Problem> {
        let token = self.token();
        let significant = token.iter().skip_while(|&&byte| byte == b'0').count();
        if token.is_empty() || !token.iter().all(u8::is_ascii_digit) {
            let expected = format!("{what} (a whole number of at least 0)");
            return Err(Problem::Unexpected { expected, found: self.found(token) });
        }
        let text = str::from_utf8(token).expect("digits are UTF-8");
        match text.parse() {
            Ok(value) if significant <= 20 && value <= most => Ok(value),
            _ => Err(Problem::TooLarge { token: shorten(token), what, most }),
        }
    }

    /// Reads a finite number.
    #[inline]
    pub(crate) fn number(&mut self) -> Result<Number, Problem> {
        let double = self.double()?;
        match self.single {
            true => Ok(double.rounded_once(&self.bytes[self.token..self.at])),
            false => Ok(double),
        }
    }

    /// Reads a finite number, and rounds it to `f64`.
    #[inline]
    fn double(&mut self) -> Result<Number, Problem> {
        self.skip_blanks();
        let start = self.at;
        self.token = start;
        let negative = self.peek() == b'-';
        self.at += usize::from(negative);
        let first = self.at;
        let mut mantissa = self.digits(0);
        if ends_token(self.peek()) && (1..=18).contains(&(self.at - first)) {
            let value = mantissa as i64;
            return Ok(match (negative, value) {
                (true, 0) => Number::Real(-0.0),
                (true, value) => Number::Whole(-value),
                (false, value) => Number::Whole(value),
            });
        }
        if self.peek() == b'.' {
            self.at += 1;
            let point = self.at;
            mantissa = self.digits(mantissa);
            let (places, digits) = (self.at - point, self.at - first - 1);
            if ends_token(self.peek())
                && (1..=18).contains(&digits)
                && let Some(number) = Number::of_decimal(negative, mantissa, places)
            {
                return Ok(number);
            }
        }
        self.at = start;
        match self.token() {
            [] => Err(Problem::Unexpected { expected: WEIGHT.into(), found: self.found(b"") }),
            token => Number::of_token(token),
        }
    }

    /// Reads digits and appends them to `value`, which may wrap.
    #[inline]
    fn digits(&mut self, mut value: u64) -> u64 {
        loop {
            let digit = self.peek().wrapping_sub(b'0');
            if digit > 9 {
                return value;
            }
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
            self.at += 1;
        }
    }

    /// Reads a number without a fraction.
    pub(crate) fn integer(&mut self) -> Result<Number, Problem> {
        let start = self.at;
        match self.number() {
            Ok(Number::Real(0.0)) => Ok(Number::Whole(0)),
            Ok(Number::Real(_)) | Err(Problem::UnexpectedText { .. }) => {
                self.at = start;
                let expected = "a whole weight that fits 64 bits".into();
                Err(Problem::Unexpected { expected, found: quote(self.token()) })
            }
            other => other,
        }
    }

    /// Checks that only blanks follow on the line. The error message names `expected` as the last
    /// valid token.
    #[inline]
    pub(crate) fn end_of_line(&mut self, expected: &'static str) -> Result<(), Problem> {
        self.skip_blanks();
        match self.peek() {
            b'\n' => Ok(()),
            _ => {
                let expected = format!("the end of the line after {expected}");
                let token = self.token();
                Err(Problem::Unexpected { expected, found: self.found(token) })
            }
        }
    }

    /// Describes a token for a message. The cursor is at its end.
    pub(crate) fn found(&self, token: &[u8]) -> String {
        match (token, self.peek()) {
            ([], b',') => "a comma".into(),
            _ => quote(token),
        }
    }

    /// Skips the rest of a cell of a table, up to the byte `separator`. A separator between
    /// quotation marks is part of the cell.
    pub(crate) fn skip_cell(&mut self, separator: u8) {
        self.skip_spaces();
        let mut is_quoted = false;
        while self.peek() != b'\n' && (is_quoted || self.peek() != separator) {
            is_quoted ^= self.peek() == b'"';
            self.at += 1;
        }
    }

    /// Reads a cell of a table, up to the byte `separator`, without the spaces around it.
    pub(crate) fn cell(&mut self, separator: u8) -> &'text [u8] {
        self.skip_spaces();
        let start = self.at;
        self.token = start;
        self.skip_cell(separator);
        self.bytes[start..self.at].trim_ascii()
    }

    /// Skips spaces and carriage returns, but not tabs, which may separate cells.
    pub(crate) fn skip_spaces(&mut self) {
        while matches!(self.peek(), b' ' | b'\r') {
            self.at += 1;
        }
    }
}

/// What messages expect of a weight.
pub(super) const WEIGHT: &str = "a weight (a whole or real number)";

/// Returns whether a byte separates tokens within a line.
#[inline]
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

#[inline]
fn ends_token(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',')
}

/// Formats a token for a message.
pub(crate) fn quote(token: &[u8]) -> String {
    match token {
        [] => "the end of the line".into(),
        _ => format!("`{}`", shorten(token)),
    }
}

pub(super) fn shorten(token: &[u8]) -> String {
    let text = String::from_utf8_lossy(&token[..token.len().min(QUOTED)]);
    let dots = if token.len() > QUOTED { "…" } else { "" };
    format!("{}{dots}", igc_visible::name(&text))
}
