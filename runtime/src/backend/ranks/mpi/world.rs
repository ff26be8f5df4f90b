//! The ranks of MPI: starts MPI once in a process, carries messages, and ends all ranks together.
//!
//! Every exchange has a [`Kind`], which travels with the lengths of the messages. All ranks must
//! exchange the same kind. A rank that ends with an error exchanges [`Kind::Failed`] instead of the kind that
//! the others expect, together with its exit code and its error. All ranks thus learn in the same exchange
//! that one has failed, and end with the same code, without a message of MPI. Ranks that do different things,
//! because they have different command lines, are noticed in the same way.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::thread::ThreadId;
use std::time::Duration;

use super::environment::{Launch, launch};
use super::library::Library;
use crate::Error;
use crate::backend::native::processor;

/// Time that a rank with an error waits for the others, before it ends them.
const PATIENCE: Duration = Duration::from_secs(10);

/// The bits of the length in the number that also has the kind of an exchange.
const LENGTH_BITS: u32 = 56;

/// What ranks exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The values of a run.
    Data = 1,
    /// Facts that must be the same on all ranks.
    Facts = 2,
    /// The nodes that copies stand for.
    Copies = 3,
    /// The measurements of a run.
    Measurements = 4,
    /// The elements of an array, for rank 0.
    Array = 5,
    /// Nothing: the rank has come to its end.
    End = 6,
    /// An exit code and an error: the rank ends.
    Failed = 7,
    /// Nothing: a worklist of the rank had no room, so all ranks start the run again.
    Restart = 8,
}

/// The end of all ranks because of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Failure {
    /// The rank that has failed. The other ranks do not print the error.
    rank: usize,
    code: i32,
    /// The error, in words for the user.
    error: String,
}

/// The ranks of MPI.
pub struct World {
    library: Library,
    /// The thread that may call MPI.
    thread: ThreadId,
    /// The error that ends all ranks, once it is known to all.
    failure: Mutex<Option<Failure>>,
    /// The number of cores that this rank may use, and that of all ranks.
    cores: OnceLock<(usize, usize)>,
    /// The number of this rank among those of its host.
    on_host: OnceLock<usize>,
}

// The functions of MPI are called by one thread, which `thread` checks.
static WORLD: OnceLock<World> = OnceLock::new();
/// Lets one thread at a time start MPI.
static STARTING: Mutex<()> = Mutex::new(());

/// Returns the ranks of MPI, if MPI was started.
pub fn world() -> Option<&'static World> {
    WORLD.get()
}

/// Starts MPI, unless it was started. `version` is a text that must be the same on all ranks.
///
/// # Errors
///
/// Returns an error if the library is missing or does not fit, or if the ranks have different versions of igc.
pub fn start(version: &str) -> Result<&'static World, Error> {
    let _starting = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(world) = WORLD.get() {
        return Ok(world);
    }
    let launch = launch();
    let started = match &launch {
        Some(Launch { launcher, variable, ranks, .. }) => {
            format!("{launcher} has started {ranks} ranks ({variable})")
        }
        None => "the device `mpi` needs MPI".into(),
    };
    let library = Library::open(&started)?;
    if let Some(Launch { ranks, .. }) = &launch
        && *ranks != library.ranks
    {
        let (known, name) = (library.ranks, library.name.clone());
        library.finalize();
        return Err(Error::Mpi(format!(
            "{started}, but the library with which igc uses MPI knows {known}, because it was built for \
             another MPI: {name}\n\
             help: the script `scripts/try-mpi` builds the library for the MPI whose `mpicc` is first on \
             the PATH; IGC_MPI_LIBRARY names its file"
        )));
    }
    let thread = std::thread::current().id();
    let (cores, on_host) = (OnceLock::new(), OnceLock::new());
    let world = World { library, thread, failure: Mutex::default(), cores, on_host };
    let world = WORLD.get_or_init(|| world);
    world.agree(&[("versions of igc", version.to_owned())])?;
    world.share_cores()?;
    Ok(world)
}

impl World {
    /// Returns the number of this rank, from 0.
    pub fn rank(&self) -> usize {
        self.library.rank
    }

    /// Returns the number of ranks.
    pub fn ranks(&self) -> usize {
        self.library.ranks
    }

    /// Returns the name of the MPI implementation.
    pub fn mpi(&self) -> &str {
        &self.library.name
    }

    /// Returns the number of cores that this rank may use: those that it shares with other ranks are divided.
    pub fn cores(&self) -> usize {
        self.cores.get().map_or(1, |(own, _)| *own)
    }

    /// Returns the number of cores that all ranks may use.
    pub fn all_cores(&self) -> usize {
        self.cores.get().map_or(1, |(_, all)| *all)
    }

    /// Returns the number of this rank among those of its host, from 0.
    pub fn on_host(&self) -> usize {
        self.on_host.get().copied().unwrap_or(0)
    }

    /// Determines the number of cores. Ranks of one host share the cores that they may use, unless the launcher
    /// has given each rank cores of its own.
    fn share_cores(&self) -> Result<(), Error> {
        let read = |file: &str| std::fs::read_to_string(file).unwrap_or_default();
        let status = read("/proc/self/status");
        let allowed = status.lines().find(|line| line.starts_with("Cpus_allowed_list:"));
        let host = read("/proc/sys/kernel/hostname");
        let own = format!("{host} {}", allowed.unwrap_or_default());
        let received = self.exchange(Kind::Facts, vec![own.clone().into_bytes(); self.ranks()])?;
        let sharing = received.iter().filter(|other| **other == own.as_bytes()).count();
        let lower = received.iter().take(self.rank());
        let _ = self.on_host.set(lower.filter(|other| other.starts_with(host.as_bytes())).count());
        let cores = (processor::cores().get() / sharing.max(1)).max(1);
        let message = (cores as u64).to_le_bytes().to_vec();
        let received = self.exchange(Kind::Facts, vec![message; self.ranks()])?;
        let number = |message: &Vec<u8>| message[..].try_into().map_or(1, u64::from_le_bytes);
        let all = received.iter().map(number).sum::<u64>() as usize;
        let _ = self.cores.set((cores, all));
        Ok(())
    }

    /// Sends a message to each rank, and returns the messages that each rank sent to this one.
    ///
    /// # Errors
    ///
    /// Returns an error if a rank has failed, or if another rank exchanges something else, and [`Error::OtherRank`] if a
    /// rank [restarts](Kind::Restart) the run.
    pub(super) fn exchange(
        &self,
        kind: Kind,
        messages: Vec<Vec<u8>>,
    ) -> Result<Vec<Vec<u8>>, Error> {
        if std::thread::current().id() != self.thread {
            return Err(Error::Internal("MPI is used by a second thread".into()));
        }
        let mut failure = self.failure();
        if let Some(failure) = &*failure {
            return Err(failure.to_error());
        }
        let own_longest = messages.iter().map(Vec::len).max().unwrap_or_default() as u64;
        let word = (kind as u64) << LENGTH_BITS | own_longest;
        let announced: Vec<[u64; 2]> =
            messages.iter().map(|message| [message.len() as u64, word]).collect();
        let announced = self.library.announce(&announced);
        let kinds: Vec<u64> = announced.iter().map(|[_, word]| word >> LENGTH_BITS).collect();
        let has = |wanted: Kind| kinds.contains(&(wanted as u64));
        if has(Kind::Restart) && !has(Kind::Failed) {
            return Err(Error::OtherRank);
        }
        let length = |[_, word]: &[u64; 2]| word & ((1 << LENGTH_BITS) - 1);
        let longest = announced.iter().map(length).max().unwrap_or_default();
        let received = match longest {
            0 => vec![vec![]; self.ranks()],
            _ => {
                let lengths: Vec<u64> = announced.iter().map(|[length, _]| *length).collect();
                self.library.transfer(&messages, &lengths, longest)
            }
        };
        *failure = failure_in(&kinds, &received);
        match &*failure {
            Some(failure) => Err(failure.to_error()),
            None => Ok(received),
        }
    }

    fn failure(&self) -> MutexGuard<'_, Option<Failure>> {
        // The value is whole whenever a thread panics.
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks that facts are the same on all ranks. Each has a name in the plural and a value.
    ///
    /// # Errors
    ///
    /// Returns an error if a rank has another value, or if a rank has failed.
    pub(super) fn agree(&self, facts: &[(&str, String)]) -> Result<(), Error> {
        let values: Vec<&str> = facts.iter().map(|(_, value)| value.as_str()).collect();
        let message = serde_json::to_vec(&values).unwrap_or_default();
        let received = self.exchange(Kind::Facts, vec![message; self.ranks()])?;
        let of = |message: &Vec<u8>| serde_json::from_slice::<Vec<String>>(message);
        let of_ranks: Vec<Vec<String>> =
            received.iter().map(|message| of(message).unwrap_or_default()).collect();
        for (at, (what, _)) in facts.iter().enumerate() {
            let value = |rank: usize| of_ranks[rank].get(at).map_or("", String::as_str);
            if let Some(rank) = (1..self.ranks()).find(|rank| value(*rank) != value(0)) {
                let (what, first, other) = ((*what).into(), value(0).into(), value(rank).into());
                return Err(Error::RanksDiffer { what, first, rank, other });
            }
        }
        Ok(())
    }

    /// Ends this rank together with the others, without an error if all have come to their ends. `code` is the exit code
    /// of this rank, and `error` its error, which it has printed if it is rank 0. If the other ranks do not answer
    /// because they still compute, `alone` is called in another thread, and then all ranks end at once.
    ///
    /// Returns the exit code of all ranks, and an error that rank 0 has not printed yet. Afterwards, MPI cannot
    /// be used.
    pub fn end(
        &'static self,
        code: i32,
        error: &str,
        alone: impl FnOnce() + Send + 'static,
    ) -> (i32, Option<String>) {
        // A panic may come from an exchange, and other threads cannot use MPI.
        let is_free = !matches!(self.failure.try_lock(), Err(TryLockError::WouldBlock));
        if std::thread::current().id() != self.thread || !is_free {
            self.abort_alone(code, alone);
            return (code, None);
        }
        let was_known = self.failure().is_some();
        if !was_known {
            let (kind, message) = match code {
                0 => (Kind::End, vec![]),
                _ => (Kind::Failed, failed_message(code, error)),
            };
            let (ended, end) = channel::<()>();
            if code != 0 {
                let wait = move || {
                    if end.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                        self.abort_alone(code, alone);
                    }
                };
                // Without a thread, the launcher has to end ranks that do not answer.
                let _ = std::thread::Builder::new().spawn(wait);
            }
            let _ = self.exchange(kind, vec![message; self.ranks()]);
            drop(ended);
        }
        let failure = self.failure().clone();
        self.library.finalize();
        match failure {
            None => (code, None),
            Some(failure) => {
                let is_new = !was_known && self.rank() == 0 && failure.rank != 0 && code == 0;
                let error = is_new.then(|| failure.to_error().to_string());
                (failure.code, error)
            }
        }
    }
}

impl World {
    /// Prints the error of this rank with `alone`, and ends all ranks at once.
    fn abort_alone(&self, code: i32, alone: impl FnOnce()) {
        alone();
        // A launcher may drop what it has not forwarded yet.
        std::thread::sleep(Duration::from_millis(200));
        self.library.abort(code);
    }
}

impl Failure {
    fn to_error(&self) -> Error {
        Error::Rank { rank: self.rank, error: self.error.clone(), is_device: false }
    }
}

/// Returns the message of a rank that ends with an error.
fn failed_message(code: i32, error: &str) -> Vec<u8> {
    code.to_le_bytes().iter().copied().chain(error.bytes()).collect()
}

/// Returns the failure that an exchange has shown: that of the first rank that has failed, or that of the first
/// rank that exchanges something else than rank 0.
fn failure_in(kinds: &[u64], received: &[Vec<u8>]) -> Option<Failure> {
    let is_failed = |kind: &u64| *kind == Kind::Failed as u64;
    if let Some(rank) = kinds.iter().position(is_failed) {
        let (code, error) = received[rank].split_at_checked(4).unwrap_or_default();
        let code = code.try_into().map_or(1, i32::from_le_bytes);
        return Some(Failure { rank, code, error: String::from_utf8_lossy(error).into_owned() });
    }
    let rank = kinds.iter().position(|kind| *kind != kinds[0])?;
    let error = format!(
        "this rank does something else than rank 0 ({} instead of {})\n\
         help: start all ranks with the same command line",
        name_of(kinds[rank]),
        name_of(kinds[0])
    );
    Some(Failure { rank, code: 1, error })
}

/// Returns what a rank does, for messages.
fn name_of(kind: u64) -> &'static str {
    let known = [
        (Kind::Data, "a run"),
        (Kind::Facts, "the start of a run"),
        (Kind::Copies, "the division of the graph"),
        (Kind::Measurements, "the end of a run"),
        (Kind::Array, "the collection of a result"),
        (Kind::End, "the end of the command"),
        (Kind::Restart, "another start of a run"),
    ];
    let name = known.iter().find(|(known, _)| *known as u64 == kind).map(|(_, name)| *name);
    name.unwrap_or("an unknown exchange")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_is_that_of_all_ranks() {
        let [data, end, failed] = [Kind::Data, Kind::End, Kind::Failed].map(|kind| kind as u64);
        assert_eq!(failure_in(&[data, data], &[vec![1], vec![2]]), None);
        let message = failed_message(3, "no memory");
        let failure = failure_in(&[data, end, failed], &[vec![], vec![], message]);
        let error = "no memory".into();
        assert_eq!(failure, Some(Failure { rank: 2, code: 3, error }));
        let other = failure_in(&[data, data, end], &[vec![], vec![], vec![]]).unwrap();
        assert_eq!((other.rank, other.code), (2, 1));
        assert!(other.error.contains("the end of the command instead of a run"), "{other:?}");
    }

    #[test]
    fn a_malformed_failure_is_a_failure() {
        let failure = failure_in(&[Kind::Failed as u64], &[vec![7]]).unwrap();
        assert_eq!((failure.rank, failure.code, &*failure.error), (0, 1, ""));
    }
}
