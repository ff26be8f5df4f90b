//! Gives the names of the host library another prefix, so that an application can contain the files of several folders.
//!
//! All names of the library begin with `igc_` or `IGC_`. The names are replaced in code and in comments. Strings stay as they
//! are: they contain OpenCL C, options of its compiler, names of files, and environment variables.

use super::File;
use super::names::RESERVED;

/// The environment variable with a device, which comments name. It does not depend on the prefix.
const VARIABLE: &str = "IGC_DEVICE";

/// Checks that a text is a name of C that is not reserved.
///
/// # Errors
///
/// Returns the reason if it is not.
pub fn check_name(name: &str) -> Result<(), String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_part) {
        return Err("a name in C has letters, digits and `_`, and begins with a letter".into());
    }
    match RESERVED.contains(&name) {
        true => Err(format!("`{name}` is a reserved word of C or C++")),
        false => Ok(()),
    }
}

/// Gives the names of a file another prefix.
pub(super) fn replaced(file: File, prefix: &str) -> File {
    let text = match file.path.rsplit('.').next() {
        Some("c" | "h") => names(&file.text, prefix),
        // The names of targets.
        _ => file.text.replace(
            "set(IGC_PREFIX \"igc\")",
            &format!("set(IGC_PREFIX \"{}\")", prefix.trim_end_matches('_').replace('_', "-")),
        ),
    };
    File { text, ..file }
}

/// Replaces the prefix of names in a text in C.
fn names(text: &str, prefix: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    let upper = prefix.to_uppercase();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => string(rest),
            'a'..='z' | 'A'..='Z' | '_' | '0'..='9' => word(rest),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        let old = token.strip_prefix("igc_").map(|name| (prefix, name));
        let old = old.or_else(|| token.strip_prefix("IGC_").map(|name| (&*upper, name)));
        match old.filter(|_| token != VARIABLE) {
            Some((prefix, name)) => out.extend([prefix, name]),
            None => out.push_str(token),
        }
        rest = after;
    }
    out
}

/// Returns the length of the string at the start of a text. A string ends in its line, as in comments an apostrophe may
/// stand alone.
fn string(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            '"' if !is_escaped => return at + 1,
            _ => is_escaped = c == '\\' && !is_escaped,
        }
    }
    text.len()
}

/// Returns the length of the word at the start of a text.
fn word(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_change_and_strings_stay() {
        let text = "#include \"igc/igc_host.h\"\n// `igc_open` reads IGC_DEVICE.\n\
                    igc_status my_igc_status = IGC_OK; f(\"a \\\" igc_x\", igc_y);\n";
        let expected = "#include \"igc/igc_host.h\"\n// `fast_open` reads IGC_DEVICE.\n\
                        fast_status my_igc_status = FAST_OK; f(\"a \\\" igc_x\", fast_y);\n";
        assert_eq!(names(text, "fast_"), expected);
        assert_eq!(names(text, "igc_"), text);
    }

    #[test]
    fn names_of_c_are_recognised() {
        for name in ["fast_", "a1", "Bfs"] {
            assert_eq!(check_name(name), Ok(()));
        }
        for name in ["", "1a", "_a", "a-b", "ä", "int", "template"] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }
}
