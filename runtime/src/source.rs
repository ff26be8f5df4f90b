//! Reads the texts of programs and of other files that users write, up to a limit. A device such as
//! `/dev/zero`, or a pipe without an end, would otherwise fill the memory. The compiler itself uses
//! no files.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use igc_compiler::bundle::{self, Content};
use igc_compiler::syntax::lexer::MAX_TEXT;
use igc_compiler::syntax::with_imports;

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

/// Reads a program and the files that it imports, as one text (a [bundle]). If a file cannot be
/// read, the bundle contains the reason, which the compiler reports at the `use`.
///
/// # Errors
///
/// Returns an error if the program itself cannot be read.
pub fn read_program(path: &Path) -> Result<String, SourceError> {
    let program = read_file(path)?;
    if !std::fs::metadata(path).is_ok_and(|found| found.is_file()) {
        // The compiler reports imports that are not supplied.
        return Ok(bundle::join::<&str>(&program, &[]));
    }
    // The path of each file in the bundle, by the path without links.
    let mut known: HashMap<PathBuf, String> = HashMap::new();
    known.extend(std::fs::canonicalize(path).ok().map(|own| (own, String::new())));
    let folder = path.parent().unwrap_or(Path::new(""));
    Ok(with_imports(&program, |name| match read_import(&folder.join(name), name, &mut known) {
        Ok(content) => content,
        Err(error) => Content::Unreadable(error.to_string()),
    }))
}

fn read_import(
    path: &Path,
    name: &str,
    known: &mut HashMap<PathBuf, String>,
) -> Result<Content<String>, SourceError> {
    let found = std::fs::metadata(path)?;
    // Opening a pipe could wait forever.
    if !found.is_file() {
        let what = if found.is_dir() { "this is a folder" } else { "this is not a regular file" };
        return Ok(Content::Unreadable(what.to_owned()));
    }
    let place = std::fs::canonicalize(path)?;
    if let Some(same) = known.get(&place) {
        return Ok(Content::SameAs(same.clone()));
    }
    let text = read_file(path)?;
    known.insert(place, name.to_owned());
    Ok(Content::Text(text))
}

/// Reads a text to the end, or slightly more than a program may have. The compiler reports such a
/// text as too long.
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
