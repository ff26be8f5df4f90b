//! Splits the text into words and punctuation.

/// A word (letters, digits, `_`, and `.` within numbers), a text in quotation marks, or a run of
/// punctuation, with its line.
pub(super) type Token<'t> = (&'t str, usize);

/// The punctuation of several characters. A text precedes its own prefixes.
const PUNCTUATION: [&str; 12] =
    ["<..=", "<..", "..=", "..", "<<", ">>", "&&", "||", "==", "!=", "<=", ">="];

pub(super) fn tokenise(text: &str) -> Vec<Token<'_>> {
    let mut tokens = vec![];
    for (number, line) in text.lines().enumerate() {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            if rest.starts_with("//") {
                break;
            }
            let length = if first == '"' {
                rest[1..].find('"').map_or(rest.len(), |end| end + 2)
            } else if first.is_ascii_alphanumeric() || first == '_' {
                word_length(rest)
            } else if let Some(text) = PUNCTUATION.iter().find(|p| rest.starts_with(**p)) {
                text.len()
            } else {
                first.len_utf8()
            };
            tokens.push((&rest[..length], number + 1));
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

pub(super) fn word_length(text: &str) -> usize {
    let number = text.starts_with(|c: char| c.is_ascii_digit());
    let mut length = 0;
    for (at, c) in text.char_indices() {
        // The `-` in `5node-1node` and in `0x1e-1` is not the sign of an exponent.
        let exponent_sign = c == '-'
            && number
            && !text.starts_with("0x")
            && text[..at]
                .strip_suffix('e')
                .is_some_and(|x| x.ends_with(|c: char| c.is_ascii_digit()));
        // The points in `0u32..5u32` are not part of the number.
        let point = c == '.' && number && !text[at..].starts_with("..");
        if !(c.is_ascii_alphanumeric() || c == '_' || point || exponent_sign) {
            break;
        }
        length = at + c.len_utf8();
    }
    length
}

pub(super) fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}
