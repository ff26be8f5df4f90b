//! Whether other users could replace the files in a folder.
//!
//! igc executes code from its caches. A user who can replace a file of a cache could make igc
//! execute any code with the rights of the user who runs it.

use std::io;
use std::path::Path;

/// Checks that only this user, or the administrator, can replace the files in a folder:
///
/// - The folder belongs to this user or to the administrator.
/// - Other users cannot write to it, and no group can. An exception is a group whose number is that
///   of the user: on most systems, such a group has only this user.
/// - Other users cannot replace the folder: the folders above it either do not let everybody write,
///   or have the sticky bit, as `/tmp` does.
///
/// A folder that does not exist is checked above it, because this user will create it.
///
/// # Errors
///
/// Returns the reason why files in the folder cannot be trusted.
#[cfg(unix)]
pub fn check_trust(folder: &Path) -> Result<(), String> {
    let folder = std::path::absolute(folder).map_err(|error| error.to_string())?;
    for (place, path) in folder.ancestors().enumerate() {
        let above = place > 0;
        let facts = match std::fs::metadata(path) {
            Ok(facts) => facts,
            // What does not exist cannot be replaced. Reading from it fails without harm.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error.to_string()),
        };
        check(&facts, above).map_err(|reason| match above {
            true => format!("{} above it {reason}", path.display()),
            false => format!("it {reason}"),
        })?;
    }
    Ok(())
}

/// Creates a folder that only this user can read and write, with the folders above it that are
/// missing.
///
/// # Errors
///
/// Returns an error if the folder cannot be created.
pub fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Checks a folder, or with `is_above`, a folder that contains it.
#[cfg(unix)]
fn check(facts: &std::fs::Metadata, is_above: bool) -> Result<(), &'static str> {
    use std::os::unix::fs::MetadataExt;
    const STICKY: u32 = 0o1000;
    const GROUP: u32 = 0o020;
    const OTHERS: u32 = 0o002;
    // SAFETY: the function takes nothing and cannot fail.
    let user = unsafe { libc::geteuid() };
    let mode = facts.mode();
    if is_above {
        return match mode & OTHERS != 0 && mode & STICKY == 0 {
            true => Err("can be written by every user"),
            false => Ok(()),
        };
    }
    if facts.uid() != user && facts.uid() != 0 {
        return Err("belongs to another user");
    }
    if mode & OTHERS != 0 {
        return Err("can be written by every user");
    }
    if mode & GROUP != 0 && facts.gid() != user && facts.gid() != 0 {
        return Err("can be written by a group of users");
    }
    Ok(())
}

/// Accepts every folder: igc does not read the permissions of this platform.
#[cfg(not(unix))]
pub fn check_trust(_folder: &Path) -> Result<(), String> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::{Permissions, create_dir, set_permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_folder_that_others_can_write_is_not_trusted() {
        let root = tempfile::tempdir().unwrap();
        let (above, folder) = (root.path().join("above"), root.path().join("above/folder"));
        create_dir(&above).unwrap();
        assert_eq!(check_trust(&folder), Ok(()), "it will be created");
        create_private_folder(&folder).unwrap();
        assert_eq!(folder.metadata().unwrap().permissions().mode() & 0o777, 0o700);
        let check = |of_above: u32, of_folder: u32| {
            set_permissions(&above, Permissions::from_mode(of_above)).unwrap();
            set_permissions(&folder, Permissions::from_mode(of_folder)).unwrap();
            check_trust(&folder)
        };
        for (of_above, of_folder) in [(0o755, 0o700), (0o755, 0o755), (0o1777, 0o755)] {
            assert_eq!(check(of_above, of_folder), Ok(()), "{of_above:o} {of_folder:o}");
        }
        for (of_above, of_folder, reason) in [
            (0o755, 0o777, "it can be written by every user"),
            // With the sticky bit, nobody can replace files of others, but anybody can add files.
            (0o755, 0o1777, "it can be written by every user"),
            (0o777, 0o755, "above it can be written by every user"),
        ] {
            let found = check(of_above, of_folder).unwrap_err();
            assert!(found.ends_with(reason), "{of_above:o} {of_folder:o}: {found}");
        }
    }
}
