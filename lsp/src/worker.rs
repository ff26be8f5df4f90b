//! Computes effects in another thread, because a compilation takes longer than an answer may. Only the newest text of a
//! program counts.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::effects::{Effecting, Effects};
use crate::settings::Settings;

/// A program whose effects are wanted.
#[derive(Debug, Clone)]
pub struct Job {
    /// The URI of the program.
    pub uri: String,
    /// The name of the program.
    pub name: String,
    /// The text of the program and its files.
    pub bundle: String,
    /// The settings.
    pub settings: Settings,
}

/// The effects of a program. `None` if the program does not compile.
pub type Done = (String, Option<Effects>);

/// A thread that computes effects. It ends when this value is dropped.
pub struct Worker {
    /// Where jobs are sent to.
    pub jobs: Sender<Job>,
    /// Where results come from.
    pub done: Receiver<Done>,
}

impl Worker {
    /// Starts a thread.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot start a thread.
    pub fn start() -> std::io::Result<Worker> {
        let (jobs, wanted) = unbounded::<Job>();
        let (results, done) = unbounded();
        let name = "effects".to_owned();
        // The compiler recurses over programs; see the limits of nesting.
        let builder = std::thread::Builder::new().name(name).stack_size(16 << 20);
        builder.spawn(move || work(&wanted, &results))?;
        Ok(Worker { jobs, done })
    }
}

fn work(wanted: &Receiver<Job>, results: &Sender<Done>) {
    let mut effecting = Effecting::default();
    while let Ok(first) = wanted.recv() {
        let mut newest: BTreeMap<String, Job> = BTreeMap::new();
        for job in std::iter::once(first).chain(wanted.try_iter()) {
            newest.insert(job.uri.clone(), job);
        }
        for Job { uri, name, bundle, settings } in newest.into_values() {
            let run = || effecting.of(&name, &bundle, &settings);
            let effects = catch_unwind(AssertUnwindSafe(run)).unwrap_or(None);
            if results.send((uri, effects)).is_err() {
                return;
            }
        }
    }
}
