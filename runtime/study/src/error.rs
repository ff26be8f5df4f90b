//! The errors of reading a study file, of stores and of sweeps.

use std::path::PathBuf;

use igc_measure::shard::Shard;
use igc_measure::worker::Fault;
use igc_visible as visible;

/// An error in a study file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}:{column}: {reason}", visible::path(path))]
pub struct StudyError {
    /// The study file.
    pub path: PathBuf,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The reason for the error, for the user.
    pub reason: String,
}

/// An error of a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite or the file system failed.
    #[error("{}: {error}", visible::path(path))]
    Sqlite {
        /// The path of the store.
        path: PathBuf,
        /// The error of SQLite.
        error: rusqlite::Error,
    },
    /// The file is not a store.
    #[error("{} is not a study store", visible::path(.0))]
    NotAStore(PathBuf),
    /// The file does not exist.
    #[error("{}: there is no such store", visible::path(.0))]
    Missing(PathBuf),
    /// The store has the results of another study.
    #[error("{}: it is the store of the study `{stored}`, not of `{study}`", visible::path(path))]
    OtherStudy {
        /// The path of the store.
        path: PathBuf,
        /// The name of the study in the store.
        stored: String,
        /// The name of the study to measure.
        study: String,
    },
    /// The file was deleted or replaced while a study was writing it.
    #[error(
        "{} was deleted or replaced while igc was writing it, so results are lost", visible::path(.0)
    )]
    Gone(PathBuf),
    /// A newer igc has written the file.
    #[error(
        "{} has store format {has}, but this igc supports formats up to {knows}\n\
         help: use the igc that wrote the store, or a newer one",
        visible::path(path)
    )]
    Newer {
        /// The path of the store.
        path: PathBuf,
        /// The format version that the file has.
        has: i64,
        /// The newest format version that this igc supports.
        knows: i64,
    },
    /// The new data contradict the data in the store.
    #[error("{}: {reason}", visible::path(path))]
    Conflict {
        /// The path of the store.
        path: PathBuf,
        /// The contradiction, for the user.
        reason: String,
    },
}

/// The reason why a sweep stopped. The store keeps everything that was measured before.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A worker could not be started, or the device is not available.
    #[error("{}", .0.failure.reason)]
    Worker(Fault),
    /// Another process measures some of the same tests on the same device into the same store.
    #[error(
        "another process measures shard {other} of the study on `{device}` and writes to this store, \
         and some tests are the same"
    )]
    Busy {
        /// The name of the device in the study.
        device: String,
        /// The shard that the other process measures; 1/1 is the whole study.
        other: Shard,
    },
}

impl StoreError {
    /// Returns a name of the error, by which a caller can add what its users can do.
    pub fn code(&self) -> Option<&'static str> {
        match self {
            StoreError::Missing(_) => Some("no-store"),
            StoreError::OtherStudy { .. } => Some("other-study"),
            StoreError::Sqlite { .. }
            | StoreError::NotAStore(_)
            | StoreError::Gone(_)
            | StoreError::Newer { .. }
            | StoreError::Conflict { .. } => None,
        }
    }
}

impl SweepError {
    /// Returns a name of the error, by which a caller can add what its users can do.
    pub fn code(&self) -> Option<&str> {
        match self {
            SweepError::Store(error) => error.code(),
            SweepError::Worker(fault) => fault.failure.code.as_deref(),
            SweepError::Busy { .. } => Some("busy-store"),
        }
    }
}

impl From<Fault> for SweepError {
    fn from(fault: Fault) -> SweepError {
        SweepError::Worker(fault)
    }
}
