//! Handlers of signals, which drivers replace.
//!
//! igc installs no handlers of signals, but drivers do: with the first kernel that it compiles, PoCL's LLVM replaces the
//! handlers of `SIGINT`, `SIGTERM` and others. Runs therefore put back the handlers that drivers have replaced.

#[cfg(unix)]
pub use unix::Handlers;

/// Other systems have no such handlers.
#[cfg(not(unix))]
pub struct Handlers;

#[cfg(not(unix))]
impl Handlers {
    pub fn now() -> Handlers {
        Handlers
    }

    pub fn restore(&self) {}
}

#[cfg(unix)]
mod unix {
    use std::ffi::c_void;

    /// Signals whose handlers belong to the application. PoCL needs its handler of `SIGFPE`, because a kernel that divides by
    /// zero must not end the process.
    const SIGNALS: [i32; 17] = [
        libc::SIGHUP,
        libc::SIGINT,
        libc::SIGQUIT,
        libc::SIGILL,
        libc::SIGTRAP,
        libc::SIGABRT,
        libc::SIGBUS,
        libc::SIGSEGV,
        libc::SIGUSR1,
        libc::SIGUSR2,
        libc::SIGPIPE,
        libc::SIGALRM,
        libc::SIGTERM,
        libc::SIGCHLD,
        libc::SIGXCPU,
        libc::SIGXFSZ,
        libc::SIGSYS,
    ];

    /// The handlers of signals at some time.
    pub struct Handlers(Vec<(i32, libc::sigaction)>);

    impl Handlers {
        /// Returns the present handlers.
        pub fn now() -> Handlers {
            let found = SIGNALS.into_iter().filter_map(|signal| Some((signal, handler(signal)?)));
            Handlers(found.collect())
        }

        /// Puts back the handlers that a driver has replaced. Handlers that Python has installed meanwhile stay.
        pub fn restore(&self) {
            for (signal, before) in &self.0 {
                let Some(now) = handler(*signal) else { continue };
                let is_ours = now.sa_sigaction == before.sa_sigaction
                    || [libc::SIG_DFL, libc::SIG_IGN].contains(&now.sa_sigaction)
                    || library(now.sa_sigaction)
                        == library(pyo3::ffi::PyErr_CheckSignals as *const () as usize);
                if !is_ours {
                    // SAFETY: the action is one that the process had before.
                    unsafe { libc::sigaction(*signal, before, std::ptr::null_mut()) };
                }
            }
        }
    }

    /// Returns the handler of a signal.
    fn handler(signal: i32) -> Option<libc::sigaction> {
        // SAFETY: zeros are a valid value of the structure, which the call fills.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            (libc::sigaction(signal, std::ptr::null(), &mut action) == 0).then_some(action)
        }
    }

    /// Returns the start of the library or program that contains a function.
    fn library(function: usize) -> Option<usize> {
        // SAFETY: zeros are a valid value of the structure, which the call fills.
        unsafe {
            let mut info: libc::Dl_info = std::mem::zeroed();
            (libc::dladdr(function as *const c_void, &mut info) != 0)
                .then_some(info.dli_fbase as usize)
        }
    }
}
