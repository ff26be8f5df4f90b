//! The store: all measurements of a study, in one SQLite file.
//!
//! The store keeps raw times, because rank statistics need them, and writes each measurement as it
//! arrives. A query finds the missing measurements, so a study that was killed continues where it
//! stopped. The files in `store/migrations/` define the format. They run one after the other, and
//! their statements never change. `user_version` counts the migrations that have run on a file.
//!
//! The store uses SQLite's rollback journal instead of the write-ahead log. The journal disappears
//! after every transaction, so the store is a single file that can be copied whenever no process
//! writes. The write-ahead log needs shared memory, which file systems of clusters do not support.
//! If a process is killed, its journal remains, and the next process that opens the store rolls it
//! back.

mod begin;
mod dataset;
mod merge;
mod note;
mod plan;
mod rows;
mod share;
mod status;
mod steps;
#[cfg(test)]
pub(crate) mod tests;
mod todo;

use std::path::{Path, PathBuf};
use std::time::Duration;

use igc_output::FileIdentity;
use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

pub use crate::error::StoreError;
pub use begin::Session;
pub use merge::Merged;
pub use rows::{RunRow, StepRun};
pub use status::{FailureCount, Status, StepStatus, TestStatus};
pub use todo::{Left, Todo};

/// The `PRAGMA application_id` of stores: "igcS".
const APPLICATION_ID: i64 = 0x6967_6353;

/// The migrations to the newest format. The version of a store is the number of migrations that
/// have run.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/1.sql"),
    include_str!("migrations/2.sql"),
    include_str!("migrations/3.sql"),
    include_str!("migrations/4.sql"),
    include_str!("migrations/5.sql"),
];

/// The newest version.
const NEWEST: i64 = MIGRATIONS.len() as i64;

/// The maximum number of waits for another process that writes. Each wait takes [`PAUSE`], so this
/// is at least a minute in total.
const MOST_WAITS: i32 = 60_000;

/// The time between two attempts to write.
const PAUSE: Duration = Duration::from_millis(1);

/// An open store of a study.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
    /// Whether the connection is to a copy in memory instead of the file.
    is_copy: bool,
    /// The identity of the file, if it may be written.
    identity: Option<FileIdentity>,
}

impl Store {
    /// Opens a store for reading and writing. The store is created if the file does not exist or is
    /// empty, and migrated to the newest format.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened, is not a store, or was written by a newer
    /// igc.
    pub fn create(path: &Path) -> Result<Store, StoreError> {
        let mut store = Store::connect(path, OpenFlags::SQLITE_OPEN_CREATE)?;
        store.migrate()?;
        store.set("journal_mode", "DELETE")?;
        store.set("foreign_keys", "ON")?;
        store.identity = FileIdentity::of(path).ok();
        Ok(store)
    }

    /// Opens an existing store for reading. The file does not change, with one exception: SQLite
    /// rolls back the journal of a process that was killed.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not exist or is empty, and in the cases of
    /// [`Store::create`].
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        match path.metadata() {
            Ok(found) if found.len() == 0 => Err(StoreError::NotAStore(path.to_path_buf())),
            Ok(_) => Store::open_to_read(path),
            Err(_) => Err(StoreError::Missing(path.to_path_buf())),
        }
    }

    fn open_to_read(path: &Path) -> Result<Store, StoreError> {
        let mut store = Store::connect(path, OpenFlags::empty())?;
        store.set("query_only", "ON")?;
        let format = Format::of(&store.connection).map_err(|error| store.failed(error))?;
        format.check(path)?;
        if format.version < NEWEST {
            // Migrating the file would change it.
            store.connection = store.copy().map_err(|error| store.failed(error))?;
            store.is_copy = true;
            store.migrate()?;
        }
        Ok(store)
    }

    /// Copies the store into memory.
    fn copy(&self) -> rusqlite::Result<Connection> {
        let mut copy = Connection::open_in_memory()?;
        Backup::new(&self.connection, &mut copy)?.run_to_completion(i32::MAX, PAUSE, None)?;
        Ok(copy)
    }

    /// Whether a file is an SQLite file, as stores are. Returns `false` if the file cannot be read.
    pub fn is_store(path: &Path) -> bool {
        use std::io::Read;
        const MAGIC: &[u8; 16] = b"SQLite format 3\0";
        let mut start = [0; MAGIC.len()];
        let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
        read.is_ok() && start == *MAGIC
    }

    /// The path of the store.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn connect(path: &Path, create: OpenFlags) -> Result<Store, StoreError> {
        let sqlite = |error| StoreError::Sqlite { path: path.to_path_buf(), error };
        // A device or a pipe could be read without end.
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            return Err(StoreError::NotAStore(path.to_path_buf()));
        }
        // A connection that can only read could not roll back the journal of a process that was
        // killed.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | create;
        let mut connection = Connection::open_with_flags(path, flags).map_err(sqlite)?;
        connection.busy_handler(Some(wait)).map_err(sqlite)?;
        Ok(Store { path: path.to_path_buf(), connection, is_copy: false, identity: None })
    }

    fn set(&self, pragma: &str, value: &str) -> Result<(), StoreError> {
        let set = self.connection.pragma_update(None, pragma, value);
        set.map_err(|error| self.failed(error))
    }

    /// Migrates the file to the newest format. A file in the newest format is only read, so it need
    /// not be writable.
    fn migrate(&mut self) -> Result<(), StoreError> {
        let format = Format::of(&self.connection).map_err(|error| self.failed(error))?;
        if format == (Format { application: APPLICATION_ID, version: NEWEST, is_empty: false }) {
            return Ok(());
        }
        let path = self.path.clone();
        self.write(|transaction| {
            // Another process may have migrated the file in the meantime.
            let format = Format::of(transaction)?;
            if !format.is_new()
                && let Err(error) = format.check(&path)
            {
                return Ok(Err(error));
            }
            for step in MIGRATIONS.iter().skip(usize::try_from(format.version).unwrap_or(0)) {
                transaction.execute_batch(step)?;
            }
            transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
            transaction.pragma_update(None, "user_version", NEWEST)?;
            Ok(Ok(()))
        })?
    }

    /// Runs a write transaction: either everything is written, or nothing.
    fn write<T>(
        &mut self,
        write: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        // A transaction that starts with a read could not write after another process has written.
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let written = transaction.and_then(|transaction| {
            let result = write(&transaction)?;
            transaction.commit()?;
            Ok(result)
        });
        // SQLite may write to a file that has no name any more, or calls it read-only.
        match self.identity {
            Some(ours) if FileIdentity::of(&self.path).ok() != Some(ours) => {
                Err(StoreError::Gone(self.path.clone()))
            }
            _ => written.map_err(|error| self.failed(error)),
        }
    }

    /// Adds the path of the store to an error of SQLite.
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

/// Waits a moment for another process that writes, up to [`MOST_WAITS`] times.
///
/// SQLite's own `busy_timeout` ends up trying ten times a second. If a study of short runs commits
/// one run after the other, each with its waits for the disk, `busy_timeout` never finds the gap
/// between two commits.
fn wait(times: i32) -> bool {
    std::thread::sleep(PAUSE);
    times < MOST_WAITS
}

/// The format of an SQLite file.
#[derive(PartialEq, Eq)]
struct Format {
    application: i64,
    version: i64,
    is_empty: bool,
}

impl Format {
    fn of(connection: &Connection) -> rusqlite::Result<Format> {
        let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get(0));
        let tables = "SELECT count(*) = 0 FROM sqlite_schema";
        Ok(Format {
            application: pragma("application_id")?,
            version: pragma("user_version")?,
            is_empty: connection.query_row(tables, [], |row| row.get(0))?,
        })
    }

    /// Returns an error if a file of this format is not a store, or was written by a newer igc.
    fn check(&self, path: &Path) -> Result<(), StoreError> {
        let path = || path.to_path_buf();
        match (self.application, self.version) {
            (APPLICATION_ID, ..=NEWEST) => Ok(()),
            (APPLICATION_ID, has) => Err(StoreError::Newer { path: path(), has, knows: NEWEST }),
            _ => Err(StoreError::NotAStore(path())),
        }
    }

    /// Whether the file is empty and has no format yet.
    fn is_new(&self) -> bool {
        self.application == 0 && self.version == 0 && self.is_empty
    }
}
