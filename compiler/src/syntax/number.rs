//! Number literals: `42`, `1_000u64`, `0xff`, `0b1010`, `0.85`, `1e-4f64`.
//!
//! The lexer takes all text that starts with a digit and looks like a number as one token. This
//! module parses the token, so a malformed number is one error and not several tokens.
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::types::Type;

/// A number literal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Number<'src> {
    /// A whole number: its value and its suffix.
    Int(u64, Option<&'src str>),
    /// A number with a fraction, an exponent or a float suffix: its digits without `_`, and its
    /// suffix.
    Float(String, Option<&'src str>),
}

/// The reason why a text that starts with a digit is not a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NumberError<'src> {
    /// The number does not fit 64 bits.
    TooLarge,
    /// No digit follows `0x` or `0b`.
    NoDigits(&'static str),
    /// The number has a digit that is not valid in its base, such as the 2 in `0b12`.
    BadDigit(char, &'static str),
    /// The suffix is not the name of a number type.
    BadSuffix(&'src str),
    /// The number has a fraction or an exponent, but its suffix names an integer type.
    FractionOfInteger(&'src str),
}

/// Parses a number token.
pub fn parse(text: &str) -> Result<Number<'_>, NumberError<'_>> {
    match text.get(..2) {
        Some("0x" | "0X") => based(&text[2..], 16, "hexadecimal"),
        Some("0b" | "0B") => based(&text[2..], 2, "binary"),
        _ => decimal(text),
    }
}

/// Parses digits of base 16 or 2, with the suffix of an integer type.
fn based<'src>(
    text: &'src str,
    base: u32,
    base_name: &'static str,
) -> Result<Number<'src>, NumberError<'src>> {
    let (digits, suffix) = split_integer_suffix(text);
    let digits = digits.replace('_', "");
    match digits.chars().find(|c| !c.is_digit(base)) {
        Some(bad) => return Err(NumberError::BadDigit(bad, base_name)),
        None if digits.is_empty() => return Err(NumberError::NoDigits(base_name)),
        None => (),
    }
    let value = u64::from_str_radix(&digits, base).map_err(|_| NumberError::TooLarge)?;
    Ok(Number::Int(value, suffix))
}

/// Parses decimal digits with an optional fraction, exponent and suffix.
fn decimal(text: &str) -> Result<Number<'_>, NumberError<'_>> {
    let end = mantissa_end(text);
    let (digits, suffix) = text.split_at(end);
    let suffix = (!suffix.is_empty()).then_some(suffix);
    if let Some(unknown) = suffix.filter(|s| !is_number_type(s)) {
        return Err(NumberError::BadSuffix(unknown));
    }
    let digits = digits.replace('_', "");
    let fraction = digits.contains(['.', 'e', 'E']);
    match suffix {
        Some(suffix) if fraction && !is_float(suffix) => {
            Err(NumberError::FractionOfInteger(suffix))
        }
        Some(suffix) if is_float(suffix) => Ok(Number::Float(digits, Some(suffix))),
        _ if fraction => Ok(Number::Float(digits, suffix)),
        _ => digits.parse().map(|n| Number::Int(n, suffix)).map_err(|_| NumberError::TooLarge),
    }
}

/// Returns the position after the digits, the fraction and the exponent, where the suffix starts.
fn mantissa_end(text: &str) -> usize {
    let digits = |from: usize| {
        let rest = &text[from..];
        from + rest.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(rest.len())
    };
    let mut end = digits(0);
    if text[end..].starts_with('.') {
        end = digits(end + 1);
    }
    if text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
        let exponent = end + 1 + sign;
        if text[exponent..].starts_with(|c: char| c.is_ascii_digit()) {
            end = digits(exponent);
        }
    }
    end
}

/// Splits off the name of an integer type at the end. It does not split off float types, because
/// the `f32` of `0xff32` is digits.
fn split_integer_suffix(text: &str) -> (&str, Option<&str>) {
    let integers = Type::ALL.into_iter().filter(|t| t.is_integer());
    let suffix = integers.map(Type::name).find(|name| text.ends_with(name));
    match suffix {
        Some(name) => (&text[..text.len() - name.len()], Some(&text[text.len() - name.len()..])),
        None => (text, None),
    }
}

fn is_number_type(name: &str) -> bool {
    Type::from_name(name).is_some_and(|t| t.is_integer() || t.is_float())
}

fn is_float(name: &str) -> bool {
    Type::from_name(name).is_some_and(Type::is_float)
}

impl NumberError<'_> {
    /// Returns the diagnostic for this error. `text` is the text of the number.
    pub fn diagnostic(&self, text: &str, span: Span) -> Diagnostic {
        let shown: String = text.chars().take(40).collect();
        match self {
            NumberError::TooLarge => {
                Diagnostic::error("E0003", span, "the number does not fit into 64 bits")
                    .note(format!("the largest whole number is {}", u64::MAX))
                    .help("write `MAX` for the largest value of a type")
            }
            NumberError::NoDigits(base) => {
                Diagnostic::error("E0002", span, format!("`{shown}` has no {base} digits"))
                    .help("add digits after the prefix")
            }
            NumberError::BadDigit(digit, base) => {
                let digits = if *base == "binary" { "0 and 1" } else { "0 to 9 and a to f" };
                Diagnostic::error("E0002", span, format!("`{digit}` is not a {base} digit"))
                    .note(format!("the {base} digits are {digits}"))
                    .help("correct the digit, or write the number in decimal")
            }
            NumberError::BadSuffix(suffix) => {
                Diagnostic::error("E0002", span, format!("`{suffix}` is not a number type"))
                    .note("the suffix of a number is `i32`, `u32`, `i64`, `u64`, `f32` or `f64`")
                    .help("remove the suffix; a name must start with a letter or `_`")
            }
            NumberError::FractionOfInteger(suffix) => {
                let message =
                    format!("`{shown}` has a fraction or an exponent, but `{suffix}` has neither");
                Diagnostic::error("E0002", span, message)
                    .note(format!("the values of `{suffix}` are whole numbers"))
                    .help("write the suffix `f32` or `f64`")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_kind() {
        assert_eq!(parse("1_000u64"), Ok(Number::Int(1000, Some("u64"))));
        assert_eq!(parse("0xff_ffi32"), Ok(Number::Int(0xffff, Some("i32"))));
        assert_eq!(parse("0xff32"), Ok(Number::Int(0xff32, None)));
        assert_eq!(parse("0b1010"), Ok(Number::Int(10, None)));
        assert_eq!(parse("18446744073709551615"), Ok(Number::Int(u64::MAX, None)));
        assert_eq!(parse("0.85"), Ok(Number::Float("0.85".into(), None)));
        assert_eq!(parse("1_0e-4f64"), Ok(Number::Float("10e-4".into(), Some("f64"))));
        assert_eq!(parse("2f32"), Ok(Number::Float("2".into(), Some("f32"))));
    }

    #[test]
    fn malformed_numbers_say_why() {
        assert_eq!(parse("18446744073709551616"), Err(NumberError::TooLarge));
        assert_eq!(parse("0x"), Err(NumberError::NoDigits("hexadecimal")));
        assert_eq!(parse("0b12"), Err(NumberError::BadDigit('2', "binary")));
        assert_eq!(parse("1kg"), Err(NumberError::BadSuffix("kg")));
        assert_eq!(parse("1e"), Err(NumberError::BadSuffix("e")));
        assert_eq!(parse("1.5u32"), Err(NumberError::FractionOfInteger("u32")));
    }
}
