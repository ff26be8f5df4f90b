//! The cache folder: where igc keeps files between runs.
//!
//! The cache is in the folder `$IGC_CACHE_DIR`, or else `$XDG_CACHE_HOME/igc`, or else
//! `~/.cache/igc`. `IGC_CACHE_DIR=off` disables the cache. A folder that other users can write is
//! not used, because they could make igc run other code.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use igc_visible as visible;

use crate::file::write;
use crate::trust::{check_trust, create_private_folder};

/// The environment variable that names the cache folder or disables the cache.
pub const CACHE_VARIABLE: &str = "IGC_CACHE_DIR";

/// The value of [`CACHE_VARIABLE`] that disables the cache.
const OFF: &str = "off";

/// Returns the cache folder that the environment names (see [`CACHE_VARIABLE`]), or `None` if the
/// cache is disabled, or has no folder, or if other users could replace its files.
pub fn cache_folder() -> Option<PathBuf> {
    environment().as_ref().ok().cloned().flatten()
}

/// Returns a warning if the cache folder that the environment names is not used because other users
/// could replace its files.
pub fn cache_warning() -> Option<&'static str> {
    environment().as_ref().err().map(String::as_str)
}

/// Returns the cache folder that the environment names, or a warning if other users could replace
/// its files. The folder is checked once.
fn environment() -> &'static Result<Option<PathBuf>, String> {
    static FOLDER: OnceLock<Result<Option<PathBuf>, String>> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = match env::var_os(CACHE_VARIABLE).filter(|value| !value.is_empty()) {
            Some(value) if value == OsStr::new(OFF) => None,
            Some(value) => Some(PathBuf::from(value)),
            None => user_cache().map(|folder| folder.join("igc")),
        };
        folder.map(trusted_folder).transpose()
    })
}

/// Returns a cache folder, which need not exist.
///
/// # Errors
///
/// Returns a warning if other users could replace the files in the folder or in the folders that it
/// contains.
pub fn trusted_folder(folder: PathBuf) -> Result<PathBuf, String> {
    let refused = |place: &Path, reason: String| {
        format!(
            "the cache `{}` is not used, because other users could replace kernels in it: {reason}\n\
             help: set its permissions with `chmod -R go-w`, or set {CACHE_VARIABLE} to a folder of \
             your own, or to {OFF}",
            visible::path(place)
        )
    };
    check_trust(&folder).map_err(|reason| refused(&folder, reason))?;
    // The folders of the kinds of entries; a folder that cannot be read has no entries for igc.
    for kind in fs::read_dir(&folder).into_iter().flatten().flatten() {
        let kind = kind.path();
        if kind.is_dir() {
            check_trust(&kind).map_err(|reason| refused(&kind, reason))?;
        }
    }
    Ok(folder)
}

/// Returns the user's cache folder according to the XDG base directory specification, which ignores
/// relative paths.
fn user_cache() -> Option<PathBuf> {
    let named = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    named.or_else(|| env::home_dir().map(|home| home.join(".cache")))
}

/// Writes a file of the cache as [`write()`] does. Missing folders are created so that only this user
/// can read and write them.
///
/// # Errors
///
/// Returns an error if a folder cannot be created, or if the file cannot be written.
pub fn write_private(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    create_private_folder(path.parent().ok_or(io::ErrorKind::InvalidInput)?)?;
    write(path, content)
}
