//! Loads the graph in another thread. Opening a device and building kernels takes some tenths of a
//! second with many drivers, and so does loading a graph. Together they take as long as the longer of
//! the two.

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use igc_compiler::schedule::Schedule;
use igc_runtime::Error;
use igc_runtime::input::Input;

use crate::failed::Failed;
use crate::output::{doing, fail_with};

/// Loads a graph that fulfils a program's requirements, with its nodes in the order for the device.
type Load = dyn Fn() -> Result<Input, Error> + Send + Sync;

/// A graph that is being loaded.
pub struct Loading {
    load: Arc<Load>,
    /// `None` if the system has no thread left. The graph is then loaded when it is needed.
    thread: Option<JoinHandle<Result<Input, Error>>>,
}

impl Loading {
    /// Starts to load a graph for a program.
    pub fn start(spec: &str, schedule: &Schedule) -> Loading {
        let (spec, schedule) = (spec.to_owned(), schedule.clone());
        let load: Arc<Load> = Arc::new(move || {
            let input = Input::load_for(&spec, &schedule)?;
            input.reordering()?;
            Ok(input)
        });
        let in_thread = Arc::clone(&load);
        Loading { load, thread: Builder::new().spawn(move || in_thread()).ok() }
    }

    /// Waits until the graph is loaded.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be loaded.
    pub fn finish(self) -> Result<Input, Failed> {
        let loaded = doing("loading the graph", || match self.thread {
            Some(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            None => (self.load)(),
        });
        loaded.or_else(fail_with)
    }
}
