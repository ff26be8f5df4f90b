//! Merges stores of one study, for example from several machines.
//!
//! Applications, graphs and chips are equal if their names are equal. Programs and artefacts are
//! equal if their hashes are equal. Existing rows stay unchanged, so merging a store again changes
//! nothing.

use std::path::Path;

use igc_runtime::backend::DeviceName;
use igc_visible as visible;
use rusqlite::backup::Backup;
use rusqlite::{OptionalExtension, Transaction};

use super::begin::device_conflict;
use super::{PAUSE, Store, StoreError};

/// The result of a merge.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Merged {
    /// Number of runs that were added.
    pub runs: usize,
    /// Number of runs that were left out, because the store already has a run of the same cell and
    /// round.
    pub known: usize,
    /// Number of failures that were added.
    pub failures: usize,
    /// Number of runs with timed steps that were added.
    pub step_runs: usize,
}

/// The statements that copy tables matched by name or content. Tables that others refer to come
/// first. `other` is the attached store.
const STEPS: &[&str] = &[
    "INSERT OR IGNORE INTO main.meta SELECT * FROM other.meta",
    "INSERT OR IGNORE INTO main.programs (hash, source) SELECT hash, source FROM other.programs",
    "INSERT OR IGNORE INTO main.applications (name, program, params, position)
     SELECT o.name, p.id, o.params,
            o.position + (SELECT coalesce(max(position) + 1, 0) FROM main.applications)
     FROM other.applications o
     JOIN other.programs op ON op.id = o.program JOIN main.programs p ON p.hash = op.hash",
    "INSERT OR IGNORE INTO main.configurations (options, position, steps)
     SELECT options, position + (SELECT coalesce(max(position) + 1, 0) FROM main.configurations),
            steps FROM other.configurations",
    "INSERT OR IGNORE INTO main.artefacts (hash) SELECT hash FROM other.artefacts",
    "INSERT OR IGNORE INTO main.compiled
     SELECT a.id, c.id, r.id FROM other.compiled o
     JOIN other.applications oa ON oa.id = o.application
     JOIN other.configurations oc ON oc.id = o.configuration
     JOIN other.artefacts r_ ON r_.id = o.artefact
     JOIN main.applications a ON a.name = oa.name
     JOIN main.configurations c ON c.options = oc.options
     JOIN main.artefacts r ON r.hash = r_.hash",
    "INSERT OR IGNORE INTO main.graphs (name, spec, class, position)
     SELECT name, spec, class,
            position + (SELECT coalesce(max(position) + 1, 0) FROM main.graphs)
     FROM other.graphs",
    "INSERT OR IGNORE INTO main.graph_properties
     SELECT g.id, o.property, o.value FROM other.graph_properties o
     JOIN other.graphs og ON og.id = o.graph JOIN main.graphs g ON g.name = og.name",
    "INSERT INTO main.chips (name, selector, dialect_request, position, device, driver, dialect, facts)
     SELECT name, selector, dialect_request,
            position + (SELECT coalesce(max(position) + 1, 0) FROM main.chips),
            device, driver, dialect, facts
     FROM other.chips WHERE true
     ON CONFLICT (name) DO UPDATE SET
         device = coalesce(device, excluded.device), driver = coalesce(driver, excluded.driver),
         dialect = coalesce(dialect, excluded.dialect), facts = coalesce(facts, excluded.facts)",
    "INSERT OR IGNORE INTO main.hosts (name, system, threads)
     SELECT name, system, threads FROM other.hosts",
    "INSERT OR IGNORE INTO main.sessions (key, chip, host, igc, started)
     SELECT o.key, c.id, h.id, o.igc, o.started FROM other.sessions o
     JOIN other.chips oc ON oc.id = o.chip JOIN main.chips c ON c.name = oc.name
     JOIN other.hosts oh ON oh.id = o.host
     JOIN main.hosts h
         ON h.name = oh.name AND h.system = oh.system AND h.threads = oh.threads",
    "INSERT OR IGNORE INTO main.cells (artefact, graph, chip)
     SELECT a.id, g.id, c.id FROM other.cells o
     JOIN other.artefacts oa ON oa.id = o.artefact JOIN main.artefacts a ON a.hash = oa.hash
     JOIN other.graphs og ON og.id = o.graph JOIN main.graphs g ON g.name = og.name
     JOIN other.chips oc ON oc.id = o.chip JOIN main.chips c ON c.name = oc.name",
    "CREATE TEMP TABLE cell_of AS
     SELECT o.id AS theirs, m.id AS ours FROM other.cells o
     JOIN other.artefacts oa ON oa.id = o.artefact JOIN main.artefacts a ON a.hash = oa.hash
     JOIN other.graphs og ON og.id = o.graph JOIN main.graphs g ON g.name = og.name
     JOIN other.chips oc ON oc.id = o.chip JOIN main.chips c ON c.name = oc.name
     JOIN main.cells m ON m.artefact = a.id AND m.graph = g.id AND m.chip = c.id",
    "CREATE TEMP TABLE session_of AS
     SELECT o.id AS theirs, m.id AS ours FROM other.sessions o JOIN main.sessions m USING (key)",
    "INSERT OR IGNORE INTO main.shared
     SELECT c.ours, m.ours FROM other.shared o
     JOIN cell_of c ON c.theirs = o.cell JOIN cell_of m ON m.theirs = o.measured
     WHERE NOT EXISTS (SELECT 1 FROM main.runs r WHERE r.cell = c.ours)",
    "INSERT OR IGNORE INTO main.builds
     SELECT c.ours, s.ours, compile, build, build_cached, launch_size, workgroup_size
     FROM other.builds o JOIN cell_of c ON c.theirs = o.cell
     JOIN session_of s ON s.theirs = o.session",
    "INSERT OR IGNORE INTO main.verdicts
     SELECT c.ours, s.ours, oracle, independent FROM other.verdicts o
     JOIN cell_of c ON c.theirs = o.cell JOIN session_of s ON s.theirs = o.session",
];

/// The statement that copies the runs of the other store.
const RUNS: &str = "
    INSERT OR IGNORE INTO main.runs (cell, round, session, position, seconds, initialise, launches,
                                     rounds, restarts, time, waited)
    SELECT c.ours, round, s.ours, position, seconds, initialise, launches, rounds, restarts, time,
           waited
    FROM other.runs o JOIN cell_of c ON c.theirs = o.cell
    JOIN session_of s ON s.theirs = o.session ORDER BY o.id";

/// The statement that copies the failures of the other store. A failure that was not retried is
/// skipped if this store has such a failure of the same cell.
const FAILURES: &str = "
    INSERT INTO main.failures (cell, session, kind, reason, time, retried)
    SELECT c.ours, s.ours, kind, reason, time, retried FROM other.failures o
    JOIN cell_of c ON c.theirs = o.cell JOIN session_of s ON s.theirs = o.session
    WHERE NOT EXISTS (SELECT 1 FROM main.failures f
                      WHERE f.cell = c.ours AND f.session = s.ours AND f.time = o.time)
      AND (o.retried = 1 OR NOT EXISTS (SELECT 1 FROM main.failures f
                                        WHERE f.cell = c.ours AND f.retried = 0))
    ORDER BY o.id";

/// The statement that copies the runs of the other store whose steps were timed.
const STEP_RUNS: &str = "
    INSERT OR IGNORE INTO main.step_runs (cell, repetition, session, seconds, initialise, time)
    SELECT c.ours, repetition, s.ours, seconds, initialise, time
    FROM other.step_runs o JOIN cell_of c ON c.theirs = o.cell
    JOIN session_of s ON s.theirs = o.session ORDER BY o.id";

/// The statements that copy the steps of the other store's runs, and the reasons why the steps of
/// other cells are missing.
const SUPERSTEPS: &[&str] = &[
    "CREATE TEMP TABLE step_run_of AS
     SELECT o.id AS theirs, m.id AS ours FROM other.step_runs o
     JOIN cell_of c ON c.theirs = o.cell JOIN session_of s ON s.theirs = o.session
     JOIN main.step_runs m
         ON m.cell = c.ours AND m.repetition = o.repetition AND m.session = s.ours",
    "INSERT OR IGNORE INTO main.loops
     SELECT a.id, loop, kind, worklist FROM other.loops o
     JOIN other.artefacts oa ON oa.id = o.artefact JOIN main.artefacts a ON a.hash = oa.hash",
    "INSERT OR IGNORE INTO main.steps
     SELECT r.ours, step, loop, entry, round, rounds FROM other.steps o
     JOIN step_run_of r ON r.theirs = o.run",
    "INSERT OR IGNORE INTO main.step_times
     SELECT r.ours, step, timer, seconds FROM other.step_times o
     JOIN step_run_of r ON r.theirs = o.run",
    "INSERT OR IGNORE INTO main.step_properties
     SELECT r.ours, step, property, value FROM other.step_properties o
     JOIN step_run_of r ON r.theirs = o.run",
    "INSERT INTO main.step_failures (cell, session, kind, reason, time, retried)
     SELECT c.ours, s.ours, kind, reason, time, retried FROM other.step_failures o
     JOIN cell_of c ON c.theirs = o.cell JOIN session_of s ON s.theirs = o.session
     WHERE NOT EXISTS (SELECT 1 FROM main.step_failures f
                       WHERE f.cell = c.ours AND f.session = s.ours AND f.time = o.time)
       AND (o.retried = 1 OR NOT EXISTS (SELECT 1 FROM main.step_failures f
                                         WHERE f.cell = c.ours AND f.retried = 0)
                          AND NOT EXISTS (SELECT 1 FROM main.step_runs r WHERE r.cell = c.ours))
     ORDER BY o.id",
];

impl Store {
    /// Adds the results of another store of the same study.
    ///
    /// # Errors
    ///
    /// Returns an error if the stores contradict each other: different studies, different graphs or
    /// drivers under the same name, or programs that another igc compiled to something else. In
    /// this case, the store does not change.
    pub fn merge(&mut self, other: &Path) -> Result<Merged, StoreError> {
        let opened = Store::open(other)?;
        if self.is_at(other) {
            return self.merge_with_itself();
        }
        self.attach(opened).map_err(|error| self.failed(error))?;
        let merged = self.write(|transaction| match conflict(transaction)? {
            Some(reason) => Ok(Err(reason)),
            None => copy_rows(transaction).map(Ok),
        });
        let detached = self.connection.execute("DETACH other", []);
        let merged = merged?;
        detached.map_err(|error| self.failed(error))?;
        merged.map_err(|reason| {
            self.conflict(format!("{} cannot be merged: {reason}", visible::path(other)))
        })
    }

    /// Attaches another store as `other`. A store in an older format is attached as the migrated
    /// copy.
    fn attach(&mut self, other: Store) -> rusqlite::Result<()> {
        let file = if other.is_copy { b":memory:".to_vec() } else { file_name(&other.path) };
        self.connection.execute("ATTACH ?1 AS other", [file])?;
        if other.is_copy {
            let copy =
                Backup::new_with_names(&other.connection, "main", &mut self.connection, "other");
            copy?.run_to_completion(i32::MAX, PAUSE, None)?;
        }
        Ok(())
    }

    /// Whether a path leads to this store.
    fn is_at(&self, path: &Path) -> bool {
        let [ours, theirs] = [&self.path, path].map(std::fs::canonicalize);
        matches!((ours, theirs), (Ok(ours), Ok(theirs)) if ours == theirs)
    }

    /// Returns the result of merging the store with itself: all its runs exist already.
    fn merge_with_itself(&self) -> Result<Merged, StoreError> {
        let count = "SELECT count(*) FROM runs";
        let known = self.connection.query_row(count, [], |row| row.get(0));
        Ok(Merged { known: known.map_err(|error| self.failed(error))?, ..Merged::default() })
    }
}

/// Returns the name of a file for SQLite. On Unix, SQLite takes every name as it is, so the name
/// need not be UTF-8.
fn file_name(path: &Path) -> Vec<u8> {
    path.as_os_str().as_encoded_bytes().to_vec()
}

fn copy_rows(transaction: &Transaction<'_>) -> rusqlite::Result<Merged> {
    for step in STEPS {
        transaction.execute(step, [])?;
    }
    for table in ["applications", "configurations", "graphs", "chips"] {
        renumber(transaction, table)?;
    }
    let total: usize =
        transaction.query_row("SELECT count(*) FROM other.runs", [], |row| row.get(0))?;
    let runs = transaction.execute(RUNS, [])?;
    let failures = transaction.execute(FAILURES, [])?;
    let step_runs = transaction.execute(STEP_RUNS, [])?;
    for step in SUPERSTEPS {
        transaction.execute(step, [])?;
    }
    transaction.execute_batch(
        "DROP TABLE temp.cell_of; DROP TABLE temp.session_of; DROP TABLE temp.step_run_of;",
    )?;
    Ok(Merged { runs, known: total - runs, failures, step_runs })
}

/// Numbers the planned rows of a table from 0, in the order of their positions. Rows that only the
/// other store had come last.
fn renumber(transaction: &Transaction<'_>, table: &str) -> rusqlite::Result<()> {
    transaction.execute_batch(&format!(
        "CREATE TEMP TABLE numbered AS
         SELECT id, row_number() OVER (ORDER BY position, id) - 1 AS number
         FROM main.{table} WHERE position IS NOT NULL;
         UPDATE main.{table}
         SET position = (SELECT number FROM numbered WHERE numbered.id = {table}.id)
         WHERE position IS NOT NULL;
         DROP TABLE temp.numbered;"
    ))
}

/// Returns the contradiction between the two stores, or `None` if they agree.
fn conflict(transaction: &Transaction<'_>) -> rusqlite::Result<Option<String>> {
    let study = transaction
        .query_row(
            "SELECT m.value, o.value FROM main.meta m JOIN other.meta o USING (key)
             WHERE key = 'study' AND m.value <> o.value",
            [],
            |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)),
        )
        .optional()?;
    if let Some((ours, theirs)) = study {
        return Ok(Some(format!("it is a store of the study `{theirs}`, not of `{ours}`")));
    }
    let graph = transaction
        .query_row(
            "SELECT m.name FROM main.graphs m JOIN other.graphs o USING (name)
             WHERE m.spec <> o.spec OR EXISTS (
                 SELECT 1 FROM main.graph_properties mp JOIN other.graph_properties op
                 ON mp.property = op.property
                 WHERE mp.graph = m.id AND op.graph = o.id AND mp.value <> op.value)",
            [],
            |row| row.get::<_, String>(0),
        )
        .optional()?;
    if let Some(graph) = graph {
        return Ok(Some(format!("the graph `{graph}` is a different graph there")));
    }
    if let Some(reason) = chip_conflict(transaction)? {
        return Ok(Some(reason));
    }
    let program = transaction
        .query_row(
            "SELECT ma.name, mc.options FROM main.compiled m
             JOIN main.applications ma ON ma.id = m.application
             JOIN main.configurations mc ON mc.id = m.configuration
             JOIN main.artefacts mr ON mr.id = m.artefact
             JOIN other.applications oa ON oa.name = ma.name
             JOIN other.configurations oc ON oc.options = mc.options
             JOIN other.compiled o ON o.application = oa.id AND o.configuration = oc.id
             JOIN other.artefacts r ON r.id = o.artefact
             WHERE r.hash <> mr.hash",
            [],
            |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)),
        )
        .optional()?;
    Ok(program.map(|(application, options)| {
        format!(
            "`{application}` --opts {options} is a different program there: its text or its \
             parameters differ, or another igc compiled it"
        )
    }))
}

fn chip_conflict(transaction: &Transaction<'_>) -> rusqlite::Result<Option<String>> {
    let mut statement = transaction.prepare(
        "SELECT m.name, m.device, m.driver, m.dialect, o.device, o.driver, o.dialect
         FROM main.chips m JOIN other.chips o USING (name)
         WHERE m.device IS NOT NULL AND o.device IS NOT NULL",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let device = |at: usize| -> rusqlite::Result<DeviceName> {
            Ok(DeviceName {
                name: row.get(at)?,
                driver: row.get(at + 1)?,
                dialect: row.get(at + 2)?,
            })
        };
        let (ours, theirs) = (device(1)?, device(4)?);
        if ours != theirs {
            let name: String = row.get(0)?;
            return Ok(Some(device_conflict(&name, &ours, &theirs)));
        }
    }
    Ok(None)
}
