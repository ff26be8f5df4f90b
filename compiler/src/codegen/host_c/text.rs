//! Prints texts as arrays of C strings, one string for each line.
//!
//! A C11 compiler must accept strings of 4,095 characters only, so a text cannot be one string.

use std::fmt::Write;

/// Returns the definition of an array of the lines of a text, and the initialiser of an `igc_text`
/// that refers to the array. `name` is the name of the array.
pub(super) fn lines(name: &str, text: &str) -> (String, String) {
    if text.is_empty() {
        return (String::new(), "{NULL, 0}".into());
    }
    let lines: String =
        text.split_inclusive('\n').map(|line| format!("    {},\n", string(line))).collect();
    let array = format!("static const char *const {name}[] = {{\n{lines}}};\n\n");
    (array, format!("{{IGC_ROWS({name})}}"))
}

/// Returns a text as a C string. Bytes outside of ASCII are octal escapes. Question marks are
/// escaped, because two of them start a trigraph.
pub(super) fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'"' | b'\\' | b'?' => {
                out.push('\\');
                out.push(byte.into());
            }
            b' '..=b'~' => out.push(byte.into()),
            _ => write!(out, "\\{byte:03o}").expect("a string takes all that is written"),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(string("a \"b\" \\ ??=\té\n"), r#""a \"b\" \\ \?\?=\t\303\251\n""#);
    }

    #[test]
    fn texts_are_arrays_of_lines() {
        let (array, text) = lines("kernels", "one\ntwo\n");
        assert_eq!(
            array,
            "static const char *const kernels[] = {\n    \"one\\n\",\n    \"two\\n\",\n};\n\n"
        );
        assert_eq!(text, "{IGC_ROWS(kernels)}");
        assert_eq!(lines("nothing", ""), (String::new(), "{NULL, 0}".into()));
    }
}
