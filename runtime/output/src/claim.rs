//! Locks that end with their process, even if it is killed.
//!
//! A claim is an advisory lock of the operating system on a file. File systems without locks do not
//! protect anything; a claim on them always succeeds.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Number of further attempts to claim a file, and the time between two of them.
const ATTEMPTS: u32 = 10;
const PAUSE: Duration = Duration::from_millis(10);

/// The right to do something that other processes must not do at the same time. It ends when the
/// value is dropped or the process ends.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    file: File,
}

/// The result of claiming.
#[derive(Debug)]
pub enum Claimed {
    /// This process has the claim.
    Here(Claim),
    /// Another process has a claim that excludes it.
    Elsewhere,
}

impl Claim {
    /// Claims the file at `path`, which is created if necessary, and removed when nobody claims it
    /// any more. Several processes can have a shared claim on a file, but only one process an
    /// exclusive claim.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be created.
    pub fn on(path: &Path, is_shared: bool) -> io::Result<Claimed> {
        let mut attempts = 0;
        loop {
            let mut options = OpenOptions::new();
            let file = options.write(true).create(true).truncate(false).open(path)?;
            match lock(&file, is_shared) {
                // A process whose shared claim ends has an exclusive claim for a moment.
                Lock::Elsewhere if attempts < ATTEMPTS => {
                    attempts += 1;
                    std::thread::sleep(PAUSE);
                }
                Lock::Elsewhere => return Ok(Claimed::Elsewhere),
                // The process that had the claim may have removed the file in the meantime.
                Lock::Here if !is_at(&file, path) => {}
                _ => return Ok(Claimed::Here(Claim { path: path.to_path_buf(), file })),
            }
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // If others share the claim, the last of them removes the file.
        if lock(&self.file, false) == Lock::Here && is_at(&self.file, &self.path) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// The result of locking a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Lock {
    Here,
    Elsewhere,
    /// The file system has no locks.
    Unsupported,
}

/// Locks a file if no other process has locked it.
pub(crate) fn lock(file: &File, is_shared: bool) -> Lock {
    let locked = if is_shared { file.try_lock_shared() } else { file.try_lock() };
    match locked {
        Ok(()) => Lock::Here,
        Err(TryLockError::WouldBlock) => Lock::Elsewhere,
        Err(TryLockError::Error(_)) => Lock::Unsupported,
    }
}

/// Whether an open file still has this path.
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    let found = [file.metadata(), path.symlink_metadata()];
    let [open, named] = found.map(|found| found.map(|metadata| FileIdentity::new(&metadata)));
    matches!((open, named), (Ok(open), Ok(named)) if open == named)
}

/// The identity of a file, by which a process notices that a file was deleted or replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileIdentity([u64; 2]);

impl FileIdentity {
    /// Returns the identity of the file to which a path leads.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not exist.
    pub fn of(path: &Path) -> io::Result<FileIdentity> {
        Ok(FileIdentity::new(&path.metadata()?))
    }

    #[cfg(unix)]
    fn new(metadata: &Metadata) -> FileIdentity {
        use std::os::unix::fs::MetadataExt;
        FileIdentity([metadata.dev(), metadata.ino()])
    }

    /// On this platform, all files have the same identity.
    #[cfg(not(unix))]
    fn new(_: &Metadata) -> FileIdentity {
        FileIdentity([0; 2])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_exclude_each_other_unless_they_are_shared() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("claim");
        let on = |is_shared| Claim::on(&path, is_shared).expect("the folder is writable");
        let one = on(true);
        assert!(matches!(one, Claimed::Here(_)));
        let two = on(true);
        assert!(matches!(two, Claimed::Here(_)));
        assert!(matches!(on(false), Claimed::Elsewhere));
        drop(one);
        assert!(path.exists(), "somebody claims it");
        drop(two);
        assert!(!path.exists(), "nobody claims it");
        let alone = on(false);
        assert!(matches!(alone, Claimed::Here(_)));
        assert!(matches!(on(false), Claimed::Elsewhere));
        assert!(matches!(on(true), Claimed::Elsewhere));
    }
}
