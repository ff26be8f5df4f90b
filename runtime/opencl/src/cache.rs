//! What is kept on disk between runs: built programs, and the outcome of trials.
//!
//! The folder is `$IGC_CACHE_DIR`, or `$XDG_CACHE_HOME/igc`, or `~/.cache/igc`; `IGC_CACHE_DIR=off`
//! keeps nothing. An entry is named by the blake3 hash of everything that it depends on (source,
//! options, device, driver, platform, version of this crate) and opens with the hash of its content,
//! because drivers may crash on a damaged binary: an entry that does not match is as good as absent.
//! Entries are written to a temporary file and renamed, so that processes can share the folder.
//! Nothing here fails: where the folder can't be used, programs are built anew.
//!
//! ```text
//! programs/<key>   binaries, as the driver gave them     (32 bytes of hash, then the content)
//! trials/<key>     outcomes of dialect trials, the build options that worked   (likewise)
//! failed/<key>.cl  sources that a driver refused, as plain text
//! calibrations/    of users of this crate (see [`cache_folder`])
//! ```

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use blake3::{Hash, Hasher};

use crate::device::DeviceInfo;

/// The environment variable that names the cache's folder, or switches it off.
pub const CACHE_VARIABLE: &str = "IGC_CACHE_DIR";

/// The value of [`CACHE_VARIABLE`] that keeps nothing.
const OFF: &str = "off";

/// The kinds of entries, each a folder.
#[derive(Clone, Copy)]
pub(crate) enum Entry {
    Program,
    Trial,
}

impl Entry {
    fn folder(self) -> &'static str {
        match self {
            Entry::Program => "programs",
            Entry::Trial => "trials",
        }
    }
}

/// Where a session keeps its programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CacheFolder {
    /// Where the environment says (see [`CACHE_VARIABLE`]), or in the user's folder for caches.
    #[default]
    Environment,
    /// In this folder.
    At(PathBuf),
    /// Nowhere.
    Off,
}

/// The cache; `None` where it is off or has no place.
#[derive(Clone, Debug)]
pub(crate) struct Cache(Option<PathBuf>);

impl Cache {
    /// The cache in the folder asked for.
    pub(crate) fn open(folder: &CacheFolder) -> Cache {
        match folder {
            CacheFolder::Environment => Cache::from_environment(),
            CacheFolder::At(folder) => Cache(Some(folder.clone())),
            CacheFolder::Off => Cache(None),
        }
    }

    fn from_environment() -> Cache {
        match env::var_os(CACHE_VARIABLE).filter(|value| !value.is_empty()) {
            Some(value) if value == OsStr::new(OFF) => Cache(None),
            Some(value) => Cache(Some(PathBuf::from(value))),
            None => Cache(user_cache().map(|folder| folder.join("igc"))),
        }
    }

    /// True where entries are kept, so that it is worth making them.
    pub(crate) fn is_on(&self) -> bool {
        self.0.is_some()
    }

    fn path(&self, entry: Entry, key: Hash) -> Option<PathBuf> {
        Some(self.0.as_ref()?.join(entry.folder()).join(key.to_hex().as_str()))
    }

    /// The entry's content, where there is one and it is undamaged.
    pub(crate) fn load(&self, entry: Entry, key: Hash) -> Option<Vec<u8>> {
        let mut content = fs::read(self.path(entry, key)?).ok()?;
        let (hash, body) = content.split_first_chunk::<32>()?;
        if blake3::hash(body) != Hash::from_bytes(*hash) {
            return None;
        }
        content.drain(..32);
        Some(content)
    }

    /// Keeps an entry, in place of any that was there.
    pub(crate) fn store(&self, entry: Entry, key: Hash, content: &[u8]) {
        let Some(path) = self.path(entry, key) else {
            return;
        };
        // A cache that can't be written is a slower start, not an error.
        let _ = write_atomically(&path, &[blake3::hash(content).as_bytes(), content]);
    }

    /// Keeps a source that a driver refused, and says where; with the cache off, in the system's
    /// folder of temporary files, because the driver's log means little without it.
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

/// The folder of the cache that the environment names (see [`CACHE_VARIABLE`]), where what belongs to a
/// device is kept; `None` where nothing is to be kept, or there is no place.
pub fn cache_folder() -> Option<PathBuf> {
    Cache::from_environment().0
}

/// The key of a program or trial: all that its outcome depends on.
pub(crate) fn key(device: &DeviceInfo, source: &str, options: &str) -> Hash {
    let mut hasher = Hasher::new();
    let parts = [
        env!("CARGO_PKG_VERSION"),
        &device.platform_name,
        &device.platform_version,
        &device.name,
        &device.driver_version,
        options,
        source,
    ];
    for part in parts {
        // The length keeps two different splits of one text apart.
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize()
}

/// The user's folder for caches, after the XDG base directory specification (which has relative
/// paths ignored).
fn user_cache() -> Option<PathBuf> {
    let named = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    named.or_else(|| env::home_dir().map(|home| home.join(".cache")))
}

fn write_atomically(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    for part in parts {
        file.write_all(part)?;
    }
    file.persist(path)?;
    Ok(())
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

    #[test]
    fn a_cache_without_a_place_keeps_nothing_and_does_not_fail() {
        let key = blake3::hash(b"key");
        // A file where the folder should be.
        let file = tempfile::NamedTempFile::new().unwrap();
        for folder in [CacheFolder::Off, CacheFolder::At(file.path().to_owned())] {
            let cache = Cache::open(&folder);
            cache.store(Entry::Program, key, b"binary");
            assert_eq!(cache.load(Entry::Program, key), None);
        }
    }
}
