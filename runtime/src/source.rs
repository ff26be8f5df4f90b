//! Reads the texts of programs and of other files that users write, up to a limit. A device such as
//! `/dev/zero`, or a pipe without an end, would otherwise fill the memory. The compiler itself uses
//! no files.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use igc_compiler::bundle::{self, Content};
use igc_compiler::line_ends::with_line_feeds;
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
    /// The path leads to a folder or a device.
    #[error("this is not a regular file")]
    Special,
    /// The file is larger than such a file may be.
    #[error("the file has more than {} MiB", .0 >> 20)]
    TooLarge(u64),
}

impl SourceError {
    /// Returns whether the file does not exist.
    pub fn is_missing(&self) -> bool {
        matches!(self, SourceError::Unreadable(error) if error.kind() == io::ErrorKind::NotFound)
    }
}

/// The largest size of a file that igc writes or that a user writes by hand, such as a policy, a
/// model or a calibration, in bytes.
pub const SMALL: u64 = 16 << 20;

/// The largest size of a file with measurements, in bytes.
pub const LARGE: u64 = 1 << 30;

/// Reads a text from a regular file or a pipe, up to a limit in bytes.
///
/// # Errors
///
/// Returns an error if the file cannot be read, if it is larger, if it is not UTF-8, or if the path
/// leads to a folder or a device.
pub fn read_text(path: &Path, limit: u64) -> Result<String, SourceError> {
    let file = File::open(path)?;
    let found = file.metadata()?.file_type();
    if !found.is_file() && !is_pipe(found) {
        return Err(SourceError::Special);
    }
    let mut bytes = vec![];
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(SourceError::TooLarge(limit));
    }
    String::from_utf8(bytes).map_err(|_| SourceError::NotText)
}

fn is_pipe(found: std::fs::FileType) -> bool {
    #[cfg(unix)]
    {
        std::os::unix::fs::FileTypeExt::is_fifo(&found)
    }
    #[cfg(not(unix))]
    {
        let _ = found;
        false
    }
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
/// text as too long. Lone carriage returns become line feeds ([`with_line_feeds`]).
///
/// # Errors
///
/// Returns an error if reading fails, or if the text is not UTF-8.
pub fn read(file: impl Read) -> Result<String, SourceError> {
    let mut bytes = vec![];
    file.take(u64::from(MAX_TEXT) + 1).read_to_end(&mut bytes)?;
    // A text that is too long may be cut off within a character.
    let text = match is_too_long(bytes.len()) {
        true => String::from_utf8_lossy(&bytes).into_owned(),
        false => String::from_utf8(bytes).map_err(|_| SourceError::NotText)?,
    };
    Ok(with_line_feeds(&text).into_owned())
}

/// Returns whether a text of this many bytes is longer than a program may be.
pub fn is_too_long(bytes: usize) -> bool {
    bytes > MAX_TEXT as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn files_have_a_limit() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("text");
        std::fs::write(&path, "12345").expect("the folder is writable");
        assert_eq!(read_text(&path, 5).ok().as_deref(), Some("12345"));
        assert!(matches!(read_text(&path, 4), Err(SourceError::TooLarge(4))));
        for special in [Path::new("/dev/zero"), folder.path()] {
            assert!(matches!(read_text(special, 5), Err(SourceError::Special)), "{special:?}");
        }
        let missing = read_text(&folder.path().join("none"), 5).expect_err("it does not exist");
        assert!(missing.is_missing());
    }

    #[test]
    fn texts_have_a_limit() {
        assert_eq!(read(&b"main {}"[..]).ok().as_deref(), Some("main {}"));
        assert!(matches!(read(&b"\xff"[..]), Err(SourceError::NotText)));
        let of_old_mac = b"// a comment\rmain {}\r";
        assert_eq!(read(&of_old_mac[..]).ok().as_deref(), Some("// a comment\nmain {}\n"));
        // Each character has two bytes, so the limit is within one.
        let endless = "\u{e9}".repeat(MAX_TEXT as usize);
        let text = read(endless.as_bytes()).expect("a long text is cut off");
        assert!(is_too_long(text.len()) && text.len() < MAX_TEXT as usize + 8, "{}", text.len());
        let whole = "a".repeat(MAX_TEXT as usize);
        assert_eq!(read(whole.as_bytes()).map(|text| is_too_long(text.len())).ok(), Some(false));
    }
}
