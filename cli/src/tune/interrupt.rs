//! Ctrl-C and other requests to end: the measurement ends, and its result is kept.

use std::sync::atomic::{AtomicI32, Ordering};

/// The signal that has arrived, or 0.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

/// Notes the signals of a user or a system that ends the process. The second signal ends it at once. A signal that the
/// process was started to ignore, as `nohup` does, is still ignored.
#[cfg(unix)]
pub fn catch() {
    extern "C" fn note(signal: i32) {
        SIGNAL.store(signal, Ordering::Relaxed);
    }
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        // SAFETY: the structures are plain data, and zero is valid for every field. The handler is a function of the
        // right type, and only stores a number.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = note as *const () as usize;
            action.sa_flags = libc::SA_RESTART | libc::SA_RESETHAND;
            let mut before: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, &action, &mut before);
            if before.sa_sigaction == libc::SIG_IGN {
                libc::signal(signal, libc::SIG_IGN);
            }
        }
    }
}

#[cfg(not(unix))]
pub fn catch() {}

/// Returns whether a signal has arrived.
pub fn has_come() -> bool {
    SIGNAL.load(Ordering::Relaxed) != 0
}

/// Ends the process by the signal that has arrived, so that a shell ends its script.
#[cfg(unix)]
pub fn end() {
    let signal = SIGNAL.load(Ordering::Relaxed);
    // SAFETY: the functions take numbers. The signal has its default effect, which ends the process.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}

#[cfg(not(unix))]
pub fn end() {}
