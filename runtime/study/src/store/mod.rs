//! The store: everything a study has measured, in one SQLite file.
//!
//! It keeps raw times, since rank statistics need them, and writes each down as it arrives. What is
//! missing is a query, so a study that was killed goes on where it was. Its form is in
//! `store/migrations/`, which are run one after the other and never changed; a file says in `user_version`
//! how far it is.
//!
//! The journal is SQLite's rollback journal, which is gone after every transaction, not the write-ahead
//! log: whenever nothing is written there is one file, which can be copied, and which file systems of clusters
//! can hold, where the log's shared memory does not work. A process that is killed leaves a journal that
//! the next one to open the store rolls back.

mod begin;
mod dataset;
mod merge;
mod note;
mod plan;
mod rows;
mod status;
mod steps;
#[cfg(test)]
pub(crate) mod tests;
mod todo;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

pub use crate::error::StoreError;
pub use begin::Session;
pub use merge::Merged;
pub use rows::{RunRow, StepRun};
pub use status::{FailureCount, Status, StepStatus, TestStatus};
pub use todo::{Left, Todo};

/// What marks an SQLite file as one of ours (`PRAGMA application_id`): "igcS".
const APPLICATION_ID: i64 = 0x6967_6353;

/// The steps from nothing to the newest form. The version of a store is how many were run.
const MIGRATIONS: &[&str] = &[include_str!("migrations/1.sql"), include_str!("migrations/2.sql")];

/// The newest version.
const NEWEST: i64 = MIGRATIONS.len() as i64;

/// How long to wait for another process that writes: so many times [`PAUSE`], a minute and more.
const PATIENCE: i32 = 60_000;

/// How long to wait before trying again.
const PAUSE: Duration = Duration::from_millis(1);

/// A store that is open.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
}

impl Store {
    /// Opens a store, which is made where there is none.
    ///
    /// # Errors
    ///
    /// The file cannot be had, is something else, or was written by a newer igc.
    pub fn create(path: &Path) -> Result<Store, StoreError> {
        Store::open_with(path, OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a store that there is.
    ///
    /// # Errors
    ///
    /// There is none, or as [`Store::create`].
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        match path.exists() {
            true => Store::open_with(path, OpenFlags::empty()),
            false => Err(StoreError::Missing(path.to_path_buf())),
        }
    }

    /// Whether a file is an SQLite file, as stores are. One that cannot be read is none.
    pub fn is_store(path: &Path) -> bool {
        use std::io::Read;
        const MAGIC: &[u8; 16] = b"SQLite format 3\0";
        let mut start = [0; MAGIC.len()];
        let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
        read.is_ok() && start == *MAGIC
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn open_with(path: &Path, create: OpenFlags) -> Result<Store, StoreError> {
        let sqlite = |error| StoreError::Sqlite { path: path.to_path_buf(), error };
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | create;
        let mut connection = Connection::open_with_flags(path, flags).map_err(sqlite)?;
        connection.busy_handler(Some(wait)).map_err(sqlite)?;
        let mut store = Store { path: path.to_path_buf(), connection };
        store.migrate()?;
        let set = |name: &str, value: &str| store.connection.pragma_update(None, name, value);
        set("journal_mode", "DELETE").map_err(sqlite)?;
        set("foreign_keys", "ON").map_err(sqlite)?;
        Ok(store)
    }

    /// Brings the file to the newest form. One that has it is only read, so that it need not be writable.
    fn migrate(&mut self) -> Result<(), StoreError> {
        let form = Form::of(&self.connection).map_err(|error| self.failed(error))?;
        if form == (Form { application: APPLICATION_ID, version: NEWEST, is_empty: false }) {
            return Ok(());
        }
        let path = self.path.clone();
        self.write(|transaction| {
            // Another process may have been faster.
            let form = Form::of(transaction)?;
            if form.application != APPLICATION_ID && !form.is_new() {
                return Ok(Err(StoreError::NotAStore(path)));
            }
            if form.version > NEWEST {
                return Ok(Err(StoreError::Newer { path, has: form.version, knows: NEWEST }));
            }
            for step in MIGRATIONS.iter().skip(usize::try_from(form.version).unwrap_or(0)) {
                transaction.execute_batch(step)?;
            }
            transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
            transaction.pragma_update(None, "user_version", NEWEST)?;
            Ok(Ok(()))
        })?
    }

    /// Writes something, all of it or nothing.
    fn write<T>(
        &mut self,
        write: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        // Who begins by reading could not go on to writing where another process has written meanwhile.
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let written = transaction.and_then(|transaction| {
            let result = write(&transaction)?;
            transaction.commit()?;
            Ok(result)
        });
        written.map_err(|error| self.failed(error))
    }

    /// Says in which file SQLite failed.
    fn failed(&self, error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => StoreError::NotAStore(self.path.clone()),
            _ => StoreError::Sqlite { path: self.path.clone(), error },
        }
    }

    fn conflict(&self, reason: impl Into<String>) -> StoreError {
        StoreError::Conflict { path: self.path.clone(), reason: reason.into() }
    }
}

/// Waits a moment for another process that writes, for as long as there is patience. (SQLite's own
/// waiting, by `busy_timeout`, tries ten times a second in the end. Where a study of short runs commits one
/// after the other, each with its waits for the disk, it never comes upon a gap between two of them.)
fn wait(times: i32) -> bool {
    std::thread::sleep(PAUSE);
    times < PATIENCE
}

/// What an SQLite file says of its form.
#[derive(PartialEq, Eq)]
struct Form {
    application: i64,
    version: i64,
    is_empty: bool,
}

impl Form {
    fn of(connection: &Connection) -> rusqlite::Result<Form> {
        let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get(0));
        let tables = "SELECT count(*) = 0 FROM sqlite_schema";
        Ok(Form {
            application: pragma("application_id")?,
            version: pragma("user_version")?,
            is_empty: connection.query_row(tables, [], |row| row.get(0))?,
        })
    }

    /// Whether nobody has written anything.
    fn is_new(&self) -> bool {
        self.application == 0 && self.version == 0 && self.is_empty
    }
}
