//! Keeps two sweeps from measuring the same tests on the same device at the same time. They would
//! disturb each other's times, and measure everything twice.
//!
//! A sweep claims a file next to the store, whose name contains its device and its shard. Then it
//! looks for the files of other sweeps on the device whose shards overlap its own. A sweep of all
//! tests is the shard 1/1, which overlaps every shard. The claims end with the process.
//!
//! Limits: two sweeps of different shards that overlap may end both if they start at the same
//! moment. The shards of two versions of a study file overlap in ways that this module does not
//! find, because a shard is a set of positions.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use igc_measure::shard::Shard;
use igc_output::{Claim, Claimed};

use crate::error::SweepError;

/// The end of the names of claims.
const SUFFIX: &str = ".lock";

/// The claim of a sweep; `None` if the folder of the store is not writable or does not support
/// claims.
pub(super) struct Claims(#[expect(dead_code, reason = "dropping it ends it")] Option<Claim>);

impl Claims {
    /// Claims the tests of a shard on a device.
    ///
    /// # Errors
    ///
    /// Returns an error if another process has claimed some of the same tests.
    pub(super) fn on(store: &Path, device: &str, shard: Shard) -> Result<Claims, SweepError> {
        let busy = |other| Err(SweepError::Busy { device: device.to_string(), other });
        let prefix = prefix(store, device);
        let mut name = prefix.clone();
        name.push(shard.to_string().replace('/', "-of-") + SUFFIX);
        let claim = match Claim::on(&store.with_file_name(name), false) {
            Ok(Claimed::Here(claim)) => claim,
            Ok(Claimed::Elsewhere) => return busy(shard),
            Err(_) => return Ok(Claims(None)),
        };
        for (path, other) in claimed(store, &prefix) {
            let overlaps = other != shard && other.overlaps(shard);
            if overlaps && matches!(Claim::on(&path, true), Ok(Claimed::Elsewhere)) {
                return busy(other);
            }
        }
        Ok(Claims(Some(claim)))
    }
}

/// Returns the start of the names of all claims of a store on a device.
fn prefix(store: &Path, device: &str) -> OsString {
    let hash = blake3::hash(device.as_bytes()).to_hex();
    let mut prefix = store.file_name().unwrap_or_default().to_owned();
    prefix.push(format!("-{}-", &hash[..8]));
    prefix
}

/// Returns the claims next to a store whose names have a prefix, with their shards. Processes that
/// were killed may have left some of them.
fn claimed(store: &Path, prefix: &OsString) -> Vec<(PathBuf, Shard)> {
    let folder = store.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten();
    let shard = |path: &Path| -> Option<Shard> {
        let name = path.file_name()?.as_encoded_bytes();
        let rest = name.strip_prefix(prefix.as_encoded_bytes())?;
        let text = std::str::from_utf8(rest).ok()?.strip_suffix(SUFFIX)?;
        text.replacen("-of-", "/", 1).parse().ok()
    };
    let paths = entries.flatten().map(|entry| entry.path());
    paths.filter_map(|path| shard(&path).map(|shard| (path, shard))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sweeps_of_the_same_tests_exclude_each_other() {
        let folder = tempfile::tempdir().expect("there is room");
        let store = folder.path().join("study.db");
        let on = |device, shard: &str| {
            Claims::on(&store, device, shard.parse().expect("it is a shard")).ok()
        };
        let all = on("gpu", "1/1");
        assert!(all.is_some() && on("gpu", "1/1").is_none() && on("gpu", "1/2").is_none());
        assert!(on("cpu", "1/1").is_some(), "another device");
        drop(all);
        let first = on("gpu", "1/2");
        let second = on("gpu", "2/2");
        assert!(first.is_some() && second.is_some());
        assert!(on("gpu", "1/2").is_none() && on("gpu", "1/1").is_none());
        drop((first, second));
        let left = std::fs::read_dir(folder.path()).expect("it can be listed").count();
        assert_eq!(left, 0, "claims leave no files");
    }

    #[test]
    fn shards_of_different_numbers_exclude_each_other_if_they_overlap() {
        let folder = tempfile::tempdir().expect("there is room");
        let store = folder.path().join("study.db");
        let on = |shard: &str| Claims::on(&store, "gpu", shard.parse().expect("it is a shard"));
        let half = on("1/2").expect("it is free");
        let error = on("2/3").err().expect("1/2 and 2/3 overlap").to_string();
        assert!(error.contains("another process measures shard 1/2 of the study"), "{error}");
        assert!(on("1/4").is_err(), "the tests of 1/4 are tests of 1/2");
        let quarter = on("2/4").expect("none of its tests is in 1/2");
        drop(half);
        drop(quarter);
        // A process that was killed leaves its file, which nobody claims.
        let left = on("1/2").expect("it is free");
        let file = std::fs::read_dir(folder.path()).expect("it can be listed").flatten().next();
        let path = file.expect("it is claimed").path();
        drop(left);
        std::fs::write(&path, "").expect("it is writable");
        assert!(on("1/1").is_ok() && !path.exists());
    }
}
