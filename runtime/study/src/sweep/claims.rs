//! Keeps two sweeps from measuring the same tests on the same device at the same time. They would disturb each other's
//! times, and measure everything twice.
//!
//! A sweep claims files next to the store. A sweep of all tests excludes every other sweep on the device. Sweeps of
//! shards exclude only sweeps of the same shard, because shards are disjoint if all sweeps have the same number of
//! shards. The claims end with the process.

use std::path::Path;

use igc_measure::shard::Shard;
use igc_output::{Claim, Claimed};

use crate::error::SweepError;

/// The claims of a sweep.
pub(super) struct Claims {
    /// The claims; empty if the folder of the store is not writable or does not support them.
    _claims: Vec<Claim>,
}

impl Claims {
    /// Claims the tests of a shard on a device.
    ///
    /// # Errors
    ///
    /// Returns an error if another process has a claim that excludes it.
    pub(super) fn on(store: &Path, device: &str, shard: Shard) -> Result<Claims, SweepError> {
        let hash = blake3::hash(device.as_bytes()).to_hex();
        let file = |suffix: &str| {
            let mut name = store.as_os_str().to_owned();
            name.push(format!("-{}{suffix}.lock", &hash[..8]));
            name
        };
        let mut wanted = vec![(file(""), !shard.is_whole())];
        if !shard.is_whole() {
            wanted.push((file(&format!("-{}", shard.to_string().replace('/', "-of-"))), false));
        }
        let mut claims = vec![];
        for (path, is_shared) in wanted {
            match Claim::on(Path::new(&path), is_shared) {
                Ok(Claimed::Here(claim)) => claims.push(claim),
                Ok(Claimed::Elsewhere) => {
                    return Err(SweepError::Busy { device: device.to_string() });
                }
                Err(_) => {}
            }
        }
        Ok(Claims { _claims: claims })
    }
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
}
