//! The driver that this process uses, so that a report of a crash can name it.
//!
//! A crash of a driver cannot be caught, and a signal handler must neither allocate nor lock. The
//! names are therefore written once and never freed.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The driver during a listing of all devices, when it is unknown which driver works.
const LISTING: &str = "of one of this machine's devices";

/// The drivers that the process has used. A process rarely uses more than one.
static NAMES: [OnceLock<String>; 16] = [const { OnceLock::new() }; 16];

/// The position of the driver in use, counted from 1; 0 before a driver is used.
static CURRENT: AtomicUsize = AtomicUsize::new(0);

/// Notes that the process uses a driver from now on.
pub(crate) fn note(name: &str) {
    let is = |slot: &OnceLock<String>| slot.get_or_init(|| name.to_owned()) == name;
    // A process that uses more drivers than there is room for reports the last of them wrongly.
    let at = NAMES.iter().position(is).unwrap_or(NAMES.len() - 1);
    CURRENT.store(at + 1, Ordering::Release);
}

/// Notes that the process lists the devices of all drivers, as long as the value exists.
pub(crate) struct Listing(usize);

impl Listing {
    pub fn start() -> Listing {
        let before = CURRENT.load(Ordering::Acquire);
        note(LISTING);
        Listing(before)
    }
}

impl Drop for Listing {
    fn drop(&mut self) {
        CURRENT.store(self.0, Ordering::Release);
    }
}

/// Returns the driver that this process used last: the name of its platform and its version. Returns
/// `None` if the process has not used a driver. A signal handler may call this function.
pub fn driver_in_use() -> Option<&'static str> {
    let at = CURRENT.load(Ordering::Acquire).checked_sub(1)?;
    NAMES.get(at)?.get().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_ends_with_the_driver_that_was_used_before() {
        note("a 1.0");
        let listing = Listing::start();
        assert_eq!(driver_in_use(), Some(LISTING));
        drop(listing);
        assert_eq!(driver_in_use(), Some("a 1.0"));
        note("b 2.0");
        assert_eq!(driver_in_use(), Some("b 2.0"));
    }
}
