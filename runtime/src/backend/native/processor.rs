//! What is known about this machine's processor: its name, its cores and its caches.
//!
//! Linux describes the processor in files. On other systems, only the number of cores and the
//! architecture are known.

use std::num::NonZero;
use std::path::Path;

use serde::Serialize;

/// A cache of the first core that the process may use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cache {
    /// 1 for the cache that is closest to the core.
    pub level: u32,
    /// The size in bytes.
    pub bytes: u64,
    /// Number of hardware threads that share the cache.
    pub shared_by: usize,
}

/// Returns the number of cores that the process may use.
pub fn cores() -> NonZero<usize> {
    std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Returns the name of the processor, or the name of its architecture if it is not known.
pub fn name() -> String {
    let known = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = known.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model.and_then(|rest| rest.split_once(':')).map(|(_, name)| name.trim());
    model.unwrap_or(std::env::consts::ARCH).to_string()
}

/// Returns the caches that hold data, from the smallest to the largest; none if they are not known.
pub fn caches() -> Vec<Cache> {
    let folder = Path::new("/sys/devices/system/cpu/cpu0/cache");
    (0..).map_while(|index| cache(&folder.join(format!("index{index}")))).flatten().collect()
}

/// Reads the description of a cache. The result is `None` if there is no such folder, and
/// `Some(None)` if the cache holds only instructions or the description is incomplete.
fn cache(folder: &Path) -> Option<Option<Cache>> {
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).ok();
    let kind = read("type")?;
    let described = || {
        Some(Cache {
            level: read("level")?.trim().parse().ok()?,
            bytes: size(read("size")?.trim())?,
            shared_by: hardware_threads(read("shared_cpu_list")?.trim())?,
        })
    };
    Some(if kind.trim() == "Instruction" { None } else { described() })
}

/// Reads a size such as `512K`.
fn size(text: &str) -> Option<u64> {
    let (number, unit) = match text.as_bytes().last()? {
        b'K' => (&text[..text.len() - 1], 1 << 10),
        b'M' => (&text[..text.len() - 1], 1 << 20),
        _ => (text, 1),
    };
    number.parse::<u64>().ok()?.checked_mul(unit)
}

/// Counts the numbers in a list such as `0-3,8`.
fn hardware_threads(list: &str) -> Option<usize> {
    let count = |range: &str| match range.split_once('-') {
        None => range.parse::<usize>().ok().map(|_| 1),
        Some((first, last)) => {
            let (first, last) = (first.parse::<usize>().ok()?, last.parse::<usize>().ok()?);
            last.checked_sub(first)?.checked_add(1)
        }
    };
    list.split(',').map(count).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_of_caches_are_read() {
        assert_eq!(size("32768K"), Some(32 << 20));
        assert_eq!(size("4M"), Some(4 << 20));
        assert_eq!(size("?"), None);
        assert_eq!(size(""), None);
        assert_eq!(hardware_threads("0-3,8"), Some(5));
        assert_eq!(hardware_threads("3-0"), None);
    }

    #[test]
    fn caches_grow_with_their_distance_from_the_core() {
        let caches = caches();
        if caches.is_empty() {
            return println!("not tested, the caches of this machine are not known");
        }
        assert!(caches.is_sorted_by_key(|cache| (cache.level, cache.bytes)), "{caches:?}");
        assert!(caches.iter().all(|cache| cache.bytes > 0 && cache.shared_by > 0), "{caches:?}");
    }
}
