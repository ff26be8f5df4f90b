//! A device that may be opened before its graph is known.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use igc_compiler::driver::Artefact;

use crate::run_options::RunOptions;

/// The session of a device that was opened [early](crate::backend::Device::start_early), if it was. A
/// session is an open device of an API.
pub struct Early<S>(Mutex<Opened<S>>);

struct Opened<S> {
    /// The session, until it gets its graph.
    session: Option<S>,
    /// A session of the same device, so that it stays open as long as this value exists.
    _kept: Option<S>,
}

impl<S> Default for Early<S> {
    fn default() -> Early<S> {
        Early(Mutex::new(Opened { session: None, _kept: None }))
    }
}

impl<S> Early<S> {
    fn opened(&self) -> MutexGuard<'_, Opened<S>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the session that was opened early, or opens one.
    ///
    /// # Errors
    ///
    /// Returns the error of `open`.
    pub fn take_or<E>(&self, open: impl FnOnce() -> Result<S, E>) -> Result<S, E> {
        let early = self.opened().session.take();
        early.map_or_else(open, Ok)
    }

    /// Opens the device, and builds the kernels of an artefact with `build`, if there is one. `shared` returns a
    /// session of the same open device. Returns the time that it took to open the device.
    pub fn start<E>(
        &self,
        artefact: Option<&Artefact>,
        options: &RunOptions,
        open: impl FnOnce() -> Result<S, E>,
        build: impl FnOnce(&S, &Artefact),
        shared: impl FnOnce(&S) -> S,
    ) -> Duration {
        let start = Instant::now();
        // If this fails, it fails again when the program is prepared, with an error.
        let Ok(session) = self.take_or(open) else { return start.elapsed() };
        let opened = start.elapsed();
        if let Some(artefact) = artefact {
            let _building = options.watch.start_build();
            build(&session, artefact);
        }
        *self.opened() = Opened { _kept: Some(shared(&session)), session: Some(session) };
        opened
    }
}
