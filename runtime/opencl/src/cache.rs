//! The cache on disk, which keeps built programs and the results of dialect trials between runs.
//!
//! The cache is in the folder `$IGC_CACHE_DIR`, or else `$XDG_CACHE_HOME/igc`, or else
//! `~/.cache/igc`. `IGC_CACHE_DIR=off` disables the cache. The name of an entry is the blake3 hash
//! of everything that the entry depends on: source, options, device, driver, platform and the
//! version of this crate. An entry starts with the hash of its content, because drivers may crash
//! on a damaged binary; damaged entries are ignored. Entries are written to a temporary file and
//! then renamed, so that processes can share the folder. The cache never causes an error: if the
//! folder cannot be used, programs are built again. A folder that other users can write is not used
//! either, because they could make igc run other code.
//!
//! ```text
//! programs/<key>   binaries from the driver               (32 bytes of hash, then the content)
//! trials/<key>     build options found by dialect trials  (in the same form)
//! compiled/<key>   code that LLVM's tools compiled, which other machines may have written
//! failed/<key>.cl  sources that a driver failed to build, as plain text
//! calibrations/    written by users of this crate (see [`cache_folder`])
//! ```

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use blake3::{Hash, Hasher};
use igc_output::{check_trust, create_private_folder};
use igc_visible as visible;

use crate::device::DeviceInfo;

/// The environment variable that names the cache folder or disables the cache.
pub const CACHE_VARIABLE: &str = "IGC_CACHE_DIR";

/// The value of [`CACHE_VARIABLE`] that disables the cache.
const OFF: &str = "off";

/// The kinds of entries. Each kind has its own folder.
#[derive(Clone, Copy)]
pub(crate) enum Entry {
    Program,
    Trial,
    Compiled,
}

impl Entry {
    fn folder(self) -> &'static str {
        match self {
            Entry::Program => "programs",
            Entry::Trial => "trials",
            Entry::Compiled => "compiled",
        }
    }
}

/// The folder in which a session caches programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CacheFolder {
    /// The folder that [`CACHE_VARIABLE`] names. If the variable is not set, it is the user's cache
    /// folder.
    #[default]
    Environment,
    /// A given folder.
    At(PathBuf),
    /// No folder: programs are not cached.
    Off,
}

/// The cache of built programs and trials. It has no folder if it is disabled.
#[derive(Clone, Debug)]
pub(crate) struct Cache(Option<PathBuf>);

impl Cache {
    /// Opens the cache in `folder`.
    pub(crate) fn open(folder: &CacheFolder) -> Cache {
        match folder {
            CacheFolder::Environment => Cache::from_environment(),
            CacheFolder::At(folder) => Cache(trusted(folder.clone()).ok()),
            CacheFolder::Off => Cache(None),
        }
    }

    fn from_environment() -> Cache {
        Cache(environment().as_ref().ok().cloned().flatten())
    }

    /// Returns whether the cache keeps entries, so that it is useful to produce them.
    pub(crate) fn is_on(&self) -> bool {
        self.0.is_some()
    }

    fn path(&self, entry: Entry, key: Hash) -> Option<PathBuf> {
        Some(self.0.as_ref()?.join(entry.folder()).join(key.to_hex().as_str()))
    }

    /// Returns the content of an entry, or `None` if the entry is missing or damaged.
    pub(crate) fn load(&self, entry: Entry, key: Hash) -> Option<Vec<u8>> {
        let mut content = fs::read(self.path(entry, key)?).ok()?;
        let (hash, body) = content.split_first_chunk::<32>()?;
        if blake3::hash(body) != Hash::from_bytes(*hash) {
            return None;
        }
        content.drain(..32);
        Some(content)
    }

    /// Stores an entry and replaces an existing one.
    pub(crate) fn store(&self, entry: Entry, key: Hash, content: &[u8]) {
        let Some(path) = self.path(entry, key) else {
            return;
        };
        // If the cache cannot be written, the next start is slower, which is not an error.
        let _ = write_atomically(&path, &[blake3::hash(content).as_bytes(), content]);
    }

    /// Stores a source that the driver failed to build, and returns its path. If the cache is
    /// disabled, the source is stored in the system's folder for temporary files, because the
    /// driver's log is of little use without the source. Returns `None` if the source cannot be
    /// written.
    pub(crate) fn keep_failed(&self, key: Hash, source: &str) -> Option<PathBuf> {
        let folder = match &self.0 {
            Some(root) => root.join("failed"),
            None => env::temp_dir().join("igc-failed"),
        };
        let path = folder.join(format!("{}.cl", &key.to_hex()[..16]));
        write_atomically(&path, &[source.as_bytes()]).ok()?;
        Some(path)
    }
}

/// Returns the cache folder that the environment names (see [`CACHE_VARIABLE`]), or `None` if the
/// cache is disabled or has no folder. Other crates store data about devices there.
pub fn cache_folder() -> Option<PathBuf> {
    Cache::from_environment().0
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
        folder.map(trusted).transpose()
    })
}

/// Returns a cache folder, or a warning if other users could replace its files.
fn trusted(folder: PathBuf) -> Result<PathBuf, String> {
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

/// Returns the key of a program or trial, a hash of everything that its result depends on.
pub(crate) fn key(device: &DeviceInfo, source: &str, options: &str) -> Hash {
    hash(&[
        &device.platform_name,
        &device.platform_version,
        &device.name,
        &device.driver_version,
        options,
        source,
    ])
}

/// Returns a hash of texts and of the version of this crate.
pub(crate) fn hash(parts: &[&str]) -> Hash {
    let mut hasher = Hasher::new();
    for part in [&[env!("CARGO_PKG_VERSION")], parts].concat() {
        // The length makes different splits of the same text distinct.
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize()
}

/// Returns the user's cache folder according to the XDG base directory specification, which ignores
/// relative paths.
fn user_cache() -> Option<PathBuf> {
    let named = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    named.or_else(|| env::home_dir().map(|home| home.join(".cache")))
}

fn write_atomically(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    create_private_folder(folder)?;
    igc_output::write(path, parts.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_and_a_damaged_one_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(&CacheFolder::At(folder.path().to_owned()));
        let key = blake3::hash(b"key");
        assert_eq!(cache.load(Entry::Program, key), None);
        cache.store(Entry::Program, key, b"binary");
        assert_eq!(cache.load(Entry::Program, key).as_deref(), Some(&b"binary"[..]));
        assert_eq!(cache.load(Entry::Trial, key), None);
        let path = cache.path(Entry::Program, key).unwrap();
        for damaged in [&b""[..], b"short", &[7; 100]] {
            fs::write(&path, damaged).unwrap();
            assert_eq!(cache.load(Entry::Program, key), None);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_cache_that_others_can_write_is_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let open = || Cache::open(&CacheFolder::At(folder.path().to_owned()));
        let key = blake3::hash(b"key");
        open().store(Entry::Program, key, b"binary");
        assert!(open().load(Entry::Program, key).is_some());
        for writable in [folder.path().join("programs"), folder.path().to_owned()] {
            let change = |mode| fs::set_permissions(&writable, fs::Permissions::from_mode(mode));
            change(0o777).unwrap();
            assert!(!open().is_on() && open().load(Entry::Program, key).is_none());
            change(0o700).unwrap();
            assert!(open().is_on());
        }
    }

    #[test]
    fn a_cache_without_a_place_keeps_nothing_and_does_not_fail() {
        let key = blake3::hash(b"key");
        // A file is in the place of the cache folder.
        let file = tempfile::NamedTempFile::new().unwrap();
        for folder in [CacheFolder::Off, CacheFolder::At(file.path().to_owned())] {
            let cache = Cache::open(&folder);
            cache.store(Entry::Program, key, b"binary");
            assert_eq!(cache.load(Entry::Program, key), None);
        }
    }
}
