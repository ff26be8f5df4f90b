//! Why a study cannot be read, stored or measured.

use std::path::PathBuf;

use igc_measure::worker::Fault;

/// What is wrong with a study file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}:{column}: {reason}", path.display())]
pub struct StudyError {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// In words.
    pub reason: String,
}

/// Why a store does not do what is asked of it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite or the file system fails.
    #[error("{}: {error}", path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What was said.
        error: rusqlite::Error,
    },
    /// The file is something else.
    #[error("{} is no store of a study", .0.display())]
    NotAStore(PathBuf),
    /// The file does not exist.
    #[error("{}: there is no such store\nhelp: `igc study run STUDY.toml` makes one", .0.display())]
    Missing(PathBuf),
    /// Another igc has written it.
    #[error(
        "{} has version {has} of the form of stores, and this igc knows {knows}\n\
         help: use the igc that wrote it, or a newer one", path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        has: i64,
        /// The newest that is known here.
        knows: i64,
    },
    /// What is to be stored contradicts what is there.
    #[error("{}: {reason}", path.display())]
    Conflict {
        /// The file.
        path: PathBuf,
        /// In words.
        reason: String,
    },
}

/// Why measuring was broken off. What was measured before is in the store.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no worker to be had, or no device.
    #[error("{}", .0.failure.reason)]
    Worker(Fault),
}

impl From<Fault> for SweepError {
    fn from(fault: Fault) -> SweepError {
        SweepError::Worker(fault)
    }
}
