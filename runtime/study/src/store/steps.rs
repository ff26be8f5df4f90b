//! Supersteps: the time of each round of a program's loops, and the amount of work in it.
//!
//! The tables follow Verstraaten, "Analysis and Prediction of GPU Graph Algorithm Performance",
//! chapter 3 and appendix A: each run has steps with named timers and named properties. Stores keep
//! every value; the thesis keeps only the least, the mean and the greatest.

use igc_measure::comparison::{Failure, Sample};
use igc_runtime::supersteps::{LoopKind, StepRecord};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Row, Transaction, params};

use super::note::NOW;
use super::{Session, Store, StoreError};
use crate::dataset::{Cell, Recorded, Test};

impl Store {
    /// Writes a run in which steps were timed. It replaces an existing run of the same repetition.
    pub(crate) fn note_steps(
        &mut self,
        session: Session,
        cell: i64,
        sample: &Sample,
        steps: &[StepRecord],
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "DELETE FROM step_runs WHERE cell = ?1 AND repetition = ?2",
                params![cell, sample.round],
            )?;
            transaction.execute(
                &format!(
                    "INSERT INTO step_runs (cell, repetition, session, seconds, initialise, time)
                     VALUES (?1, ?2, ?3, ?4, ?5, {NOW})"
                ),
                params![cell, sample.round, session.id, sample.compute, sample.initialise],
            )?;
            let run = transaction.last_insert_rowid();
            for (at, step) in steps.iter().enumerate() {
                insert_loop(transaction, cell, step)?;
                insert_step(transaction, run, at, step)?;
            }
            Ok(())
        })
    }

    /// Writes the reason why the steps of a cell are missing.
    pub(crate) fn note_step_failure(
        &mut self,
        session: Session,
        cell: i64,
        failure: &Failure,
    ) -> Result<(), StoreError> {
        self.insert_failure("step_failures", session, cell, failure)
    }

    /// Reads the steps of every run of the plan. A run is listed under the first configuration with
    /// its artefact.
    pub(super) fn recorded(&self) -> rusqlite::Result<Vec<Recorded>> {
        let mut statement = self.connection.prepare(
            "SELECT step_runs.id, step_runs.seconds, application_position, graph_position,
                    chip_position, min(configuration_position), repetition
             FROM step_runs JOIN planned ON planned.cell = step_runs.cell
             GROUP BY step_runs.id, application
             ORDER BY chip_position, graph_position, application_position,
                      min(configuration_position), repetition",
        )?;
        let rows = statement.query_map([], |row| {
            let test = Test { application: row.get(2)?, input: row.get(3)?, chip: row.get(4)? };
            let cell = Cell { test, configuration: row.get(5)? };
            let steps = self.steps_of(row.get(0)?)?;
            Ok(Recorded { cell, repetition: row.get(6)?, seconds: row.get(1)?, steps })
        })?;
        rows.collect()
    }

    /// Reads the steps of a run.
    pub(super) fn steps_of(&self, run: i64) -> rusqlite::Result<Vec<StepRecord>> {
        let query = "SELECT * FROM step_records WHERE run = ?1 ORDER BY step";
        let mut statement = self.connection.prepare_cached(query)?;
        let rows = statement.query_map([run], step_record)?;
        rows.collect()
    }
}

/// Writes the loop to which a step belongs.
fn insert_loop(
    transaction: &Transaction<'_>,
    cell: i64,
    step: &StepRecord,
) -> rusqlite::Result<()> {
    let mut insert = transaction.prepare_cached(
        "INSERT OR IGNORE INTO loops (artefact, loop, kind, worklist)
         VALUES ((SELECT artefact FROM cells WHERE id = ?1), ?2, ?3, ?4)",
    )?;
    insert.execute(params![cell, step.loop_number, step.kind.name(), step.worklist])?;
    Ok(())
}

/// Writes a step of a run, with its times and properties.
fn insert_step(
    transaction: &Transaction<'_>,
    run: i64,
    at: usize,
    step: &StepRecord,
) -> rusqlite::Result<()> {
    let mut insert =
        transaction.prepare_cached("INSERT INTO steps VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    insert.execute(params![run, at, step.loop_number, step.entry, step.step, step.rounds])?;
    let mut insert =
        transaction.prepare_cached("INSERT INTO step_times VALUES (?1, ?2, ?3, ?4)")?;
    for (timer, seconds) in [("start", step.start), ("time", step.time)] {
        insert.execute(params![run, at, timer, seconds])?;
    }
    let mut insert =
        transaction.prepare_cached("INSERT INTO step_properties VALUES (?1, ?2, ?3, ?4)")?;
    let properties = [
        ("launches", Some(step.launches as f64)),
        ("frontier", step.frontier.map(f64::from)),
        ("frontier_arcs", step.frontier_edges.map(|edges| edges as f64)),
        ("discovered", step.discovered.map(f64::from)),
    ];
    for (property, value) in properties {
        if let Some(value) = value {
            insert.execute(params![run, at, property, value])?;
        }
    }
    Ok(())
}

/// Converts a row of `step_records`. Properties are floats, so counts above 2⁵³ are rounded.
fn step_record(row: &Row<'_>) -> rusqlite::Result<StepRecord> {
    let count = |name: &str| -> rusqlite::Result<Option<u64>> {
        Ok(row.get::<_, Option<f64>>(name)?.map(|value| value as u64))
    };
    let items = |name: &str| -> rusqlite::Result<Option<u32>> {
        Ok(count(name)?.map(|count| u32::try_from(count).unwrap_or(u32::MAX)))
    };
    let seconds = |name: &str| -> rusqlite::Result<f64> {
        Ok(row.get::<_, Option<f64>>(name)?.unwrap_or(0.0))
    };
    let kind: Kind = row.get("kind")?;
    Ok(StepRecord {
        repetition: row.get("repetition")?,
        loop_number: row.get("loop")?,
        kind: kind.0,
        entry: row.get("entry")?,
        step: row.get("round")?,
        rounds: row.get("rounds")?,
        start: seconds("start")?,
        time: seconds("seconds")?,
        launches: count("launches")?.unwrap_or(0),
        worklist: row.get("worklist")?,
        frontier: items("frontier")?,
        frontier_edges: count("frontier_arcs")?,
        discovered: items("discovered")?,
        variants: None,
    })
}

/// The kind of a loop in the form in which stores write it.
struct Kind(LoopKind);

impl FromSql for Kind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Kind> {
        let name = value.as_str()?;
        let known = LoopKind::ALL.into_iter().find(|kind| kind.name() == name);
        known.map(Kind).ok_or(FromSqlError::InvalidType)
    }
}
