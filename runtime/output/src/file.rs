//! Output files.
//!
//! A regular file is written aside, under a temporary name in the same folder, and then renamed to
//! its own name. If an error occurs, for example because the disk is full, the previous content
//! stays. The rules:
//!
//! - A symbolic link stays, and the file to which it leads is replaced.
//! - Anything else that exists, such as a pipe, a device or `/dev/stdout`, is written directly.
//! - An existing file keeps its permissions and, if the system allows it, its owner. A new file gets the permissions
//!   that the umask determines.
//! - A file that the process may not write is not replaced, although its folder would permit it.
//! - In a folder in which the process may write a file but not create one, the file is written directly.
//!
//! A process that is killed leaves its temporary file. The next output in the same folder removes
//! it: a process locks its temporary file, so a temporary file without a lock belongs to nobody.
//! The lock also works with processes of other containers, and with those of other machines if the
//! file system supports locks. On a file system without locks, the files of killed processes
//! remain.
//!
//! Limits: hard links, extended attributes and access control lists of a replaced file are lost.
//! Another name of the file keeps the previous content.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::claim::{Lock, is_at, lock};
use crate::target::{Target, folder_of};

/// The start and the end of the names of temporary files.
const PREFIX: &str = ".igc-";
const SUFFIX: &str = ".tmp";

/// A file that is being written. Unless it is [published](OutputFile::publish), its content is
/// lost, and the previous content stays.
pub struct OutputFile {
    state: State,
}

enum State {
    /// The content is written to a temporary file.
    Aside { file: NamedTempFile, target: PathBuf },
    /// The content is written to the file itself.
    Direct(File),
}

impl OutputFile {
    /// Begins to write a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, for example because it is a folder, or
    /// because its folder does not exist.
    pub fn create(path: &Path) -> io::Result<OutputFile> {
        let target = match Target::of(path)? {
            Target::Direct(file) => return Ok(OutputFile { state: State::Direct(file) }),
            Target::Replaceable(target) => target,
        };
        remove_abandoned(folder_of(&target));
        match aside(&target) {
            Ok(file) => Ok(OutputFile { state: State::Aside { file, target } }),
            Err(error) if is_forbidden(&error) && target.exists() => {
                let file = OpenOptions::new().write(true).truncate(true).open(&target)?;
                Ok(OutputFile { state: State::Direct(file) })
            }
            Err(error) => Err(error),
        }
    }

    /// Makes the content that was written so far the content of the file. Later writes append to
    /// it.
    ///
    /// # Errors
    ///
    /// Returns an error if the content does not fit on the disk, or if the file cannot be renamed.
    /// The previous content then stays.
    pub fn publish(&mut self) -> io::Result<()> {
        let State::Aside { file, target } = &mut self.state else { return Ok(()) };
        keep_owner_and_permissions(file.as_file(), target)?;
        // Some file systems report only here that the disk is full.
        file.as_file().sync_all()?;
        let handle = file.as_file().try_clone()?;
        fs::rename(file.path(), target)?;
        let State::Aside { file, .. } = std::mem::replace(&mut self.state, State::Direct(handle))
        else {
            return Ok(());
        };
        let _ = file.as_file().unlock();
        // The temporary name does not exist any more.
        let _ = file.keep();
        Ok(())
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.state {
            State::Aside { file, .. } => file.as_file_mut().write(bytes),
            State::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a file with the given content.
///
/// # Errors
///
/// Returns an error if the file cannot be written. A regular file then keeps its previous content.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = OutputFile::create(path)?;
    file.write_all(content.as_ref())?;
    file.publish()
}

/// Checks that a file can be written, without changing it. A command that takes long calls this
/// first.
///
/// # Errors
///
/// Returns an error in the cases of [`OutputFile::create`].
pub fn check(path: &Path) -> io::Result<()> {
    let is_special = path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir());
    // Opening a pipe waits for its reader, and closing it ends what the reader sees.
    if is_special { Ok(()) } else { probe(path) }
}

fn probe(path: &Path) -> io::Result<()> {
    let Target::Replaceable(target) = Target::of(path)? else { return Ok(()) };
    match aside(&target) {
        Err(error) if !(is_forbidden(&error) && target.exists()) => Err(error),
        _ => Ok(()),
    }
}

/// Creates a locked temporary file in the folder of the target.
fn aside(target: &Path) -> io::Result<NamedTempFile> {
    loop {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // The umask removes some of these permissions, as it does for every new file.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let folder = folder_of(target);
        let file = builder.tempfile_in(folder).map_err(|error| match folder.exists() {
            true => error,
            // The error of the system names the temporary file.
            false => missing_folder(),
        })?;
        // Before the file was locked, another process may have taken it for an abandoned one.
        match lock(file.as_file(), false) {
            Lock::Here if is_at(file.as_file(), file.path()) => return Ok(file),
            Lock::Unsupported => return Ok(file),
            _ => {}
        }
    }
}

/// Returns the error for an output in a folder that does not exist.
pub fn missing_folder() -> io::Error {
    io::Error::new(
        io::ErrorKind::NotFound,
        "its folder does not exist\nhelp: create the folder first",
    )
}

/// Creates a file that must not exist, and writes its content.
///
/// # Errors
///
/// Returns an error if the file exists, if its folder does not exist, or if it cannot be written.
pub fn create_new(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let created = OpenOptions::new().write(true).create_new(true).open(path);
    let mut file = created.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => missing_folder(),
        _ => error,
    })?;
    file.write_all(content.as_ref())
}

/// Removes the temporary files that killed processes have left in a folder.
fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_temporary = |name: &str| name.starts_with(PREFIX) && name.ends_with(SUFFIX);
        if !name.to_str().is_some_and(is_temporary) || !entry.file_type().is_ok_and(|t| t.is_file())
        {
            continue;
        }
        let path = entry.path();
        let Ok(file) = OpenOptions::new().write(true).open(&path) else { continue };
        if lock(&file, false) == Lock::Here && is_at(&file, &path) {
            let _ = fs::remove_file(&path);
        }
    }
}

fn is_forbidden(error: &io::Error) -> bool {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
    matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem)
}

/// Gives a new file the permissions and, if the system allows it, the owner of the file that it
/// replaces.
fn keep_owner_and_permissions(file: &File, target: &Path) -> io::Result<()> {
    let Ok(replaced) = target.metadata() else { return Ok(()) };
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let ours = file.metadata()?;
        if (ours.uid(), ours.gid()) != (replaced.uid(), replaced.gid()) {
            let _ = fchown(file, Some(replaced.uid()), Some(replaced.gid()));
        }
    }
    file.set_permissions(replaced.permissions())
}
