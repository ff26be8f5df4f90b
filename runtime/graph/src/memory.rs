//! Allocations whose size comes from the input. If the machine has too little memory, they are
//! errors instead of aborts.
//!
//! A system that overcommits grants an allocation that it cannot back, and later kills the process.
//! Large allocations are therefore also compared with the memory that the system reports as
//! available. The comparison is a guess: other processes may take the memory afterwards.

use bytemuck::Zeroable;

use crate::error::Problem;

/// Smaller allocations are not compared with the available memory.
const LARGE: u64 = 64 << 20;

/// Returns `length` zeros. The system provides their memory only when they are written.
pub(crate) fn zeros<T: Zeroable>(length: usize) -> Result<Vec<T>, Problem> {
    let bytes = (length as u64).saturating_mul(size_of::<T>() as u64);
    if bytes >= LARGE && available().is_some_and(|available| bytes > available) {
        return Err(Problem::OutOfMemory { bytes });
    }
    bytemuck::allocation::try_zeroed_vec(length).map_err(|()| Problem::OutOfMemory { bytes })
}

/// Checks that the machine can provide `bytes` bytes more, for code that allocates without a check.
///
/// # Errors
///
/// Returns [`Problem::OutOfMemory`] if it cannot.
pub fn check(bytes: u64) -> Result<(), Problem> {
    let length = usize::try_from(bytes).map_err(|_| Problem::OutOfMemory { bytes })?;
    zeros::<u8>(length).map(drop)
}

/// Returns the number of bytes that the system can provide to this process, if it reports one: the
/// available memory of the machine or of the control group, whichever is less.
pub fn available() -> Option<u64> {
    let machine = meminfo_available(&std::fs::read_to_string("/proc/meminfo").ok()?)?;
    Some(group_available().map_or(machine, |group| group.min(machine)))
}

fn meminfo_available(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let free_swap = text.lines().find_map(|line| line.strip_prefix("SwapFree:"));
    Some(bytes(line)? + free_swap.and_then(bytes).unwrap_or(0))
}

/// Parses a size such as ` 5 kB`.
fn bytes(size: &str) -> Option<u64> {
    let kibibytes: u64 = size.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// Returns the memory that is left in the control group (version 2) of a container.
fn group_available() -> Option<u64> {
    let read = |name: &str| -> Option<u64> {
        let text = std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?;
        text.trim().parse().ok()
    };
    let (most, used) = (read("memory.max")?, read("memory.current")?);
    // The page cache counts as used, although the system drops it when necessary.
    let statistics = std::fs::read_to_string("/sys/fs/cgroup/memory.stat").ok()?;
    let cache = statistics.lines().find_map(|line| line.strip_prefix("file "))?;
    Some(most.saturating_sub(used.saturating_sub(cache.trim().parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allocation_beyond_any_memory_is_an_error() {
        let Err(Problem::OutOfMemory { bytes }) = zeros::<u64>(1 << 56) else {
            panic!("no machine has so much memory")
        };
        assert_eq!(bytes, 1 << 59);
        assert_eq!(zeros::<u32>(5).unwrap(), [0; 5]);
    }

    #[test]
    fn the_available_memory_is_read() {
        let text = "MemTotal:       24689764 kB\nMemAvailable:   23900000 kB\n";
        assert_eq!(meminfo_available(text), Some(23_900_000 * 1024));
        let swap = format!("{text}SwapFree: 24 kB\n");
        assert_eq!(meminfo_available(&swap), Some(23_900_024 * 1024));
        assert_eq!(meminfo_available("MemTotal: 1 kB\n"), None);
    }
}
