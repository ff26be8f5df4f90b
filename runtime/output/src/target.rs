//! Finds out what a path leads to, which determines how an output is written.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// What the path of an output leads to, after following symbolic links.
pub(crate) enum Target {
    /// Nothing, or a regular file that this process may write. The content is written aside, and
    /// then renamed to this path.
    Replaceable(PathBuf),
    /// A pipe, a device or an open file of this process. The content is written to it directly.
    Direct(File),
}

/// The largest number of symbolic links that lead from one to the next, as in Linux.
const MOST_LINKS: usize = 40;

impl Target {
    /// Finds out what a path leads to.
    ///
    /// # Errors
    ///
    /// Returns an error if the path leads to something that this process may not write, such as a
    /// folder.
    pub(crate) fn of(path: &Path) -> io::Result<Target> {
        if let Some(file) = own_file(path) {
            return file.map(Target::Direct);
        }
        match path.metadata() {
            Ok(found) => {
                let is_regular = found.is_file();
                // The content of a regular file stays for now. Opening it shows whether it may be
                // written.
                let file = OpenOptions::new().write(true).open(path)?;
                match is_regular && !is_kernel_file(path) {
                    true => Ok(Target::Replaceable(path.canonicalize()?)),
                    false => Ok(Target::Direct(file)),
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                end_of_links(path).map(Target::Replaceable)
            }
            Err(error) => Err(error),
        }
    }
}

/// Returns the path to which a chain of symbolic links leads. The last link may lead to a file that
/// does not exist yet.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match path.read_link() {
            Ok(next) => path = folder_of(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links lead to the file"))
}

/// Returns the folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Whether a path leads to a file that the operating system makes up, which nothing can replace.
fn is_kernel_file(path: &Path) -> bool {
    let real = path.canonicalize();
    real.is_ok_and(|real| real.starts_with("/proc") || real.starts_with("/sys"))
}

/// Returns another handle of an open file of this process, which `/dev/stdout`, `/dev/fd/3` or
/// `/proc/self/fd/3` names; `None` for other paths. Opening the path again would start at the first
/// byte and overwrite what is there.
#[cfg(unix)]
fn own_file(path: &Path) -> Option<io::Result<File>> {
    use std::os::fd::BorrowedFd;
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let folder = folder_of(&path).canonicalize().ok()?;
        let own = Path::new("/proc").join(std::process::id().to_string()).join("fd");
        if folder == own || folder == Path::new("/dev/fd") {
            let number = path.file_name()?.to_str()?.parse().ok()?;
            // SAFETY: the number is borrowed only for the call that duplicates it. If no file has
            // this number, the call returns an error.
            let file = unsafe { BorrowedFd::borrow_raw(number) };
            return Some(file.try_clone_to_owned().map(File::from));
        }
        path = folder.join(path.read_link().ok()?);
    }
    None
}

#[cfg(not(unix))]
fn own_file(_: &Path) -> Option<io::Result<File>> {
    None
}
