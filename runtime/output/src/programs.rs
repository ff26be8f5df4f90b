//! The cache of built programs on disk: [`Cache`].
//!
//! The cache is in igc's [cache folder](cache_folder). The name of an entry is the blake3 hash of
//! everything that the entry depends on ([`key`]): source, options, device, driver, and the version
//! of igc. An entry starts with the hash of its content, because drivers may crash on a damaged
//! binary; damaged entries are ignored. Entries are written to a temporary file and then renamed, so
//! that processes can share the folder. The cache never causes an error: if the folder cannot be
//! used, programs are built again.
//!
//! ```text
//! programs/<key>      binaries from an OpenCL driver         (32 bytes of hash, then the content)
//! trials/<key>        build options found by dialect trials  (in the same form)
//! compiled/<key>      code that LLVM's tools compiled, which other machines may have written
//! cuda/<key>          code that NVRTC compiled
//! failed/<key>.<ext>  sources that a compiler rejected, as plain text
//! ```

use std::env;
use std::fs;
use std::path::PathBuf;

use blake3::{Hash, Hasher};

use crate::cache::{cache_folder, trusted_folder, write_private};

/// A kind of entries. Each kind has its own folder.
#[derive(Clone, Copy, Debug)]
pub struct Entry(pub &'static str);

/// The folder in which a session caches programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CacheFolder {
    /// The [cache folder](cache_folder) of the user.
    #[default]
    Environment,
    /// A given folder.
    At(PathBuf),
    /// No folder: programs are not cached.
    Off,
}

/// The cache of built programs. It has no folder if it is disabled.
#[derive(Clone, Debug)]
pub struct Cache(Option<PathBuf>);

impl Cache {
    /// Opens the cache in `folder`.
    pub fn open(folder: &CacheFolder) -> Cache {
        match folder {
            CacheFolder::Environment => Cache(cache_folder()),
            CacheFolder::At(folder) => Cache(trusted_folder(folder.clone()).ok()),
            CacheFolder::Off => Cache(None),
        }
    }

    /// Returns whether the cache keeps entries, so that it is useful to produce them.
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    fn path(&self, entry: Entry, key: Hash) -> Option<PathBuf> {
        Some(self.0.as_ref()?.join(entry.0).join(key.to_hex().as_str()))
    }

    /// Returns the content of an entry, or `None` if the entry is missing or damaged.
    pub fn load(&self, entry: Entry, key: Hash) -> Option<Vec<u8>> {
        let mut content = fs::read(self.path(entry, key)?).ok()?;
        let (hash, body) = content.split_first_chunk::<32>()?;
        if blake3::hash(body) != Hash::from_bytes(*hash) {
            return None;
        }
        content.drain(..32);
        Some(content)
    }

    /// Stores an entry and replaces an existing one.
    pub fn store(&self, entry: Entry, key: Hash, content: &[u8]) {
        let Some(path) = self.path(entry, key) else {
            return;
        };
        // If the cache cannot be written, the next start is slower, which is not an error.
        let _ = write_private(&path, [blake3::hash(content).as_bytes(), content].concat());
    }

    /// Stores a source that a compiler rejected, and returns its path. `extension` is that of the
    /// source's language. If the cache is disabled, the source is stored in the system's folder for temporary files, because the
    /// driver's log is of little use without the source. Returns `None` if the source cannot be
    /// written.
    pub fn keep_failed(&self, key: Hash, source: &str, extension: &str) -> Option<PathBuf> {
        let folder = match &self.0 {
            Some(root) => root.join("failed"),
            None => env::temp_dir().join("igc-failed"),
        };
        let path = folder.join(format!("{}.{extension}", &key.to_hex()[..16]));
        write_private(&path, source).ok()?;
        Some(path)
    }
}

/// Returns a hash of texts and of the version of igc, as the key of an entry.
pub fn key(parts: &[&str]) -> Hash {
    let mut hasher = Hasher::new();
    for part in [&[env!("CARGO_PKG_VERSION")], parts].concat() {
        // The length makes different splits of the same text distinct.
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAMS: Entry = Entry("programs");
    const TRIALS: Entry = Entry("trials");

    #[test]
    fn an_entry_comes_back_and_a_damaged_one_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(&CacheFolder::At(folder.path().to_owned()));
        let key = blake3::hash(b"key");
        assert_eq!(cache.load(PROGRAMS, key), None);
        cache.store(PROGRAMS, key, b"binary");
        assert_eq!(cache.load(PROGRAMS, key).as_deref(), Some(&b"binary"[..]));
        assert_eq!(cache.load(TRIALS, key), None);
        let path = cache.path(PROGRAMS, key).unwrap();
        for damaged in [&b""[..], b"short", &[7; 100]] {
            fs::write(&path, damaged).unwrap();
            assert_eq!(cache.load(PROGRAMS, key), None);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_cache_that_others_can_write_is_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let open = || Cache::open(&CacheFolder::At(folder.path().to_owned()));
        let key = blake3::hash(b"key");
        open().store(PROGRAMS, key, b"binary");
        assert!(open().load(PROGRAMS, key).is_some());
        for writable in [folder.path().join("programs"), folder.path().to_owned()] {
            let change = |mode| fs::set_permissions(&writable, fs::Permissions::from_mode(mode));
            change(0o777).unwrap();
            assert!(!open().is_on() && open().load(PROGRAMS, key).is_none());
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
            cache.store(PROGRAMS, key, b"binary");
            assert_eq!(cache.load(PROGRAMS, key), None);
        }
    }
}
