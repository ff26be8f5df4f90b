//! Reads the texts of programs and of other files that users write, up to a limit. A device such as `/dev/zero`, or a
//! pipe without an end, would otherwise fill the memory. The compiler itself uses no files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use igc_compiler::syntax::lexer::MAX_TEXT;

/// The reason why a text cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The file cannot be opened or read.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// The bytes are not UTF-8.
    #[error("the file is not valid UTF-8 text")]
    NotText,
}

/// Reads a text from a file, as [`read`] does.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or if it is not UTF-8.
pub fn read_file(path: &Path) -> Result<String, SourceError> {
    read(File::open(path)?)
}

/// Reads a text to the end, or slightly more than a program may have. The compiler reports such a text as too long.
///
/// # Errors
///
/// Returns an error if reading fails, or if the text is not UTF-8.
pub fn read(file: impl Read) -> Result<String, SourceError> {
    let mut bytes = vec![];
    file.take(u64::from(MAX_TEXT) + 1).read_to_end(&mut bytes)?;
    // A text that is too long may be cut off within a character.
    match is_too_long(bytes.len()) {
        true => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        false => String::from_utf8(bytes).map_err(|_| SourceError::NotText),
    }
}

/// Returns whether a text of this many bytes is longer than a program may be.
pub fn is_too_long(bytes: usize) -> bool {
    bytes > MAX_TEXT as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_a_limit() {
        assert_eq!(read(&b"main {}"[..]).ok().as_deref(), Some("main {}"));
        assert!(matches!(read(&b"\xff"[..]), Err(SourceError::NotText)));
        // Each character has two bytes, so the limit is within one.
        let endless = "\u{e9}".repeat(MAX_TEXT as usize);
        let text = read(endless.as_bytes()).expect("a long text is cut off");
        assert!(is_too_long(text.len()) && text.len() < MAX_TEXT as usize + 8, "{}", text.len());
        let whole = "a".repeat(MAX_TEXT as usize);
        assert_eq!(read(whole.as_bytes()).map(|text| is_too_long(text.len())).ok(), Some(false));
    }
}
