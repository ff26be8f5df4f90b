//! Files to which a long run appends one line for each finished piece of work, so that an
//! interruption loses no finished work.
//!
//! - Only one process at a time appends to a file: it has a lock on the file, which ends with the
//!   process. On a file system without locks, nothing prevents a second process.
//! - The first line of a file tells which command has written the file. A file with another first
//!   line is not changed, and neither is one that is not a regular file.
//! - If a process is killed, the last line may be incomplete. The next process removes it.
//! - If the file is deleted or replaced while a process appends to it, the next line is an error.
//!   The lines would be lost otherwise.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::claim::{Lock, is_at, lock};

/// A file to which this process appends lines.
#[derive(Debug)]
pub struct AppendFile {
    /// The path without links.
    path: PathBuf,
    file: File,
}

/// The reason why a file cannot be appended to.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The file cannot be opened, read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The path leads to a folder, a device or a pipe.
    #[error("this is not a regular file")]
    Special,
    /// The first line is not one that the command writes, or is incomplete.
    #[error("the file was not written by this command")]
    Foreign,
    /// Another process appends to the file.
    #[error(
        "another process is writing this file\n\
         help: wait until it ends, or name another file"
    )]
    Busy,
    /// The file was deleted or replaced after it was opened.
    #[error("the file was deleted or replaced while igc was writing it, so results are lost")]
    Gone,
}

/// The largest length of a line in bytes. A file with a longer first line is another file.
const MAX_LINE: u64 = 64 << 20;

/// What an opened file may be.
enum Opened {
    New,
    Existing,
    Either,
}

impl AppendFile {
    /// Creates a file, which must not exist.
    ///
    /// # Errors
    ///
    /// Returns an error if the file exists or cannot be created.
    pub fn create(path: &Path) -> Result<AppendFile, AppendError> {
        Ok(AppendFile::of(path, Opened::New, |_| true)?.0)
    }

    /// Opens an existing file to continue it. Returns its complete lines. `is_first` tells whether
    /// the command writes this first line.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not exist, is not one of this command, is in use, or cannot
    /// be read and written.
    pub fn resume(
        path: &Path,
        is_first: impl Fn(&str) -> bool,
    ) -> Result<(AppendFile, Vec<String>), AppendError> {
        AppendFile::of(path, Opened::Existing, is_first)
    }

    /// Opens a file as [`AppendFile::resume`] does, or creates it if it does not exist.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`AppendFile::resume`], except that the file need not exist.
    pub fn open(
        path: &Path,
        is_first: impl Fn(&str) -> bool,
    ) -> Result<(AppendFile, Vec<String>), AppendError> {
        AppendFile::of(path, Opened::Either, is_first)
    }

    fn of(
        path: &Path,
        opened: Opened,
        is_first: impl Fn(&str) -> bool,
    ) -> Result<(AppendFile, Vec<String>), AppendError> {
        // Opening a pipe could wait forever.
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            return Err(AppendError::Special);
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        let file = match opened {
            Opened::New => options.create_new(true),
            Opened::Existing => &mut options,
            Opened::Either => options.create(true).truncate(false),
        }
        .open(path)?;
        if lock(&file, false) == Lock::Elsewhere {
            return Err(AppendError::Busy);
        }
        let mut file = AppendFile { path: path.canonicalize()?, file };
        file.check_place()?;
        let lines = file.whole_lines(is_first)?;
        Ok((file, lines))
    }

    /// Returns the complete lines, removes an incomplete last line, and moves to the end.
    fn whole_lines(&mut self, is_first: impl Fn(&str) -> bool) -> Result<Vec<String>, AppendError> {
        let mut lines: Vec<String> = vec![];
        let mut whole = 0;
        let mut reader = BufReader::new(&self.file);
        loop {
            let mut line = String::new();
            let length = (&mut reader).take(MAX_LINE).read_line(&mut line);
            // Only the text of another program is not UTF-8.
            let length = length.map_err(|error| match error.kind() {
                io::ErrorKind::InvalidData => AppendError::Foreign,
                _ => error.into(),
            })?;
            let is_whole = line.ends_with('\n');
            let is_foreign = lines.is_empty() && length > 0 && !(is_whole && is_first(&line));
            if is_foreign || length as u64 == MAX_LINE {
                return Err(AppendError::Foreign);
            }
            if !is_whole {
                break;
            }
            whole += length as u64;
            lines.push(line);
        }
        self.file.set_len(whole)?;
        self.file.seek(SeekFrom::Start(whole))?;
        Ok(lines)
    }

    /// Appends a line, which must end with a line break.
    ///
    /// # Errors
    ///
    /// Returns an error if the line cannot be written, or if the file does not exist any more.
    pub fn add(&mut self, line: &str) -> Result<(), AppendError> {
        // Written with one call, so that after a crash only the last line can be incomplete.
        self.file.write_all(line.as_bytes())?;
        self.check_place()
    }

    fn check_place(&self) -> Result<(), AppendError> {
        if is_at(&self.file, &self.path) { Ok(()) } else { Err(AppendError::Gone) }
    }
}
