//! Writes measurements, each in its own transaction.

use std::collections::BTreeMap;

use igc_measure::comparison::{Failure, FailureKind, Preparation, RunCounts, Sample};
use igc_runtime::report::Verdict;
use rusqlite::{Row, params};

use super::plan::graph_conflict;
use super::{Session, Store, StoreError};
use crate::study::Graph;

/// The SQL expression for the current time, as stores write it.
pub(super) const NOW: &str = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";

/// The graph property that was added last. If a store lacks it for a graph, an older igc has
/// measured the properties.
pub(super) const NEWEST_PROPERTY: &str = "in_degree_mean";

impl Store {
    /// Whether the store has all properties of a graph that this igc measures.
    ///
    /// # Errors
    ///
    /// Returns an error if SQLite fails, or if another process has written a study in which the
    /// name means another graph.
    pub fn knows_graph(&self, graph: &Graph) -> Result<bool, StoreError> {
        let query = "SELECT spec, EXISTS (
                         SELECT 1 FROM graph_properties WHERE graph = graphs.id AND property = ?2)
                     FROM graphs WHERE name = ?1";
        let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let result = self.connection.query_row(query, [graph.name.as_str(), NEWEST_PROPERTY], row);
        let (spec, known): (String, bool) = result.map_err(|error| self.failed(error))?;
        match graph_conflict(&spec, graph) {
            Some(reason) => Err(self.conflict(reason)),
            None => Ok(known),
        }
    }

    /// Writes the properties of a graph.
    ///
    /// # Errors
    ///
    /// Returns an error in the cases of [`Store::knows_graph`].
    pub fn note_graph(
        &mut self,
        graph: &Graph,
        properties: &BTreeMap<String, f64>,
    ) -> Result<(), StoreError> {
        let conflict = self.write(|transaction| {
            let query = "SELECT id, spec FROM graphs WHERE name = ?1";
            let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
            let (id, spec): (i64, String) = transaction.query_row(query, [&graph.name], row)?;
            let conflict = graph_conflict(&spec, graph);
            if conflict.is_none() {
                for (property, value) in properties {
                    transaction.execute(
                        "INSERT OR REPLACE INTO graph_properties (graph, property, value)
                         VALUES (?1, ?2, ?3)",
                        params![id, property, value],
                    )?;
                }
            }
            Ok(conflict)
        })?;
        conflict.map_or(Ok(()), |reason| Err(self.conflict(reason)))
    }

    /// Writes how a cell was compiled.
    pub(crate) fn note_preparation(
        &mut self,
        session: Session,
        cell: i64,
        preparation: &Preparation,
    ) -> Result<(), StoreError> {
        let (launch, workgroup) = preparation.geometry.unzip();
        self.write(|transaction| {
            transaction
                .execute(
                    "INSERT OR IGNORE INTO builds VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                    params![
                        cell,
                        session.id,
                        preparation.compile,
                        preparation.build,
                        preparation.build_cached,
                        launch,
                        workgroup
                    ],
                )
                .map(|_| ())
        })
    }

    /// Writes that oracles have accepted the result of a cell.
    pub(crate) fn note_verdicts(
        &mut self,
        session: Session,
        cell: i64,
        verdicts: &[Verdict],
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            for verdict in verdicts {
                transaction.execute(
                    "INSERT OR IGNORE INTO verdicts VALUES (?1, ?2, ?3, ?4)",
                    params![cell, session.id, verdict.oracle, verdict.independent],
                )?;
            }
            Ok(())
        })
    }

    /// Writes a timed run. An existing run of the same round stays unchanged.
    pub(crate) fn note_run(
        &mut self,
        session: Session,
        cell: i64,
        sample: &Sample,
        counts: &RunCounts,
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            let insert = format!(
                "INSERT OR IGNORE INTO runs (cell, round, session, position, seconds, initialise,
                                             launches, rounds, restarts, time, waited)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, {NOW}, ?10)"
            );
            let mut insert = transaction.prepare_cached(&insert)?;
            let values = params![
                cell,
                sample.round,
                session.id,
                sample.position,
                sample.compute,
                sample.initialise,
                counts.launches,
                counts.rounds,
                counts.restarts,
                sample.waited
            ];
            insert.execute(values).map(|_| ())
        })
    }

    /// Deletes runs that turned out to be invalid. They must be from this session.
    pub(crate) fn forget_runs(
        &mut self,
        session: Session,
        runs: &[(i64, u32)],
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            for (cell, round) in runs {
                transaction.execute(
                    "DELETE FROM runs WHERE session = ?1 AND cell = ?2 AND round = ?3",
                    params![session.id, cell, round],
                )?;
            }
            Ok(())
        })
    }

    /// Writes the reason why a cell has no times, or no further times.
    pub(crate) fn note_failure(
        &mut self,
        session: Session,
        cell: i64,
        failure: &Failure,
    ) -> Result<(), StoreError> {
        self.insert_failure("failures", session, cell, failure)
    }

    /// Writes a failure of a cell into one of the tables of failures, unless the cell already has
    /// one that was not retried.
    pub(super) fn insert_failure(
        &mut self,
        table: &str,
        session: Session,
        cell: i64,
        failure: &Failure,
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            let insert = format!(
                "INSERT OR IGNORE INTO {table} (cell, session, kind, reason, time)
                 VALUES (?1, ?2, ?3, ?4, {NOW})"
            );
            let values = params![cell, session.id, kind_name(failure.kind), failure.reason];
            transaction.execute(&insert, values).map(|_| ())
        })
    }

    /// Marks all failures on the chip of a session as retried, so that the cells are measured
    /// again. Returns their number.
    ///
    /// # Errors
    ///
    /// Returns an error if SQLite fails.
    pub fn retry_failures(&mut self, session: Session) -> Result<usize, StoreError> {
        self.write(|transaction| {
            let retry = |table| {
                let update = format!(
                    "UPDATE {table} SET retried = 1
                     WHERE retried = 0 AND cell IN (SELECT cell FROM planned WHERE chip = ?1)"
                );
                transaction.execute(&update, [session.chip])
            };
            Ok(retry("failures")? + retry("step_failures")?)
        })
    }
}

/// Returns the name that stores use for a kind of failure. The JSON output uses the same name.
fn kind_name(kind: FailureKind) -> String {
    match serde_json::to_value(kind) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

/// Returns the kind of failure with this name. An unknown name, which a newer igc has written,
/// becomes [`FailureKind::Device`].
pub(super) fn kind_of(name: &str) -> FailureKind {
    serde_json::from_value(name.into()).unwrap_or(FailureKind::Device)
}
