//! Supersteps: how long each round of a program's loop took, and what it worked on (chapters 3 and 4 of
//! Verstraaten's "Analysis and Prediction of GPU Graph Algorithm Performance"; adaptive switching
//! learns from them).

use std::collections::BTreeMap;

use igc_compiler::passes::Options;
use rusqlite::{OptionalExtension, params};

use super::{Session, Store, StoreError};

/// A superstep.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// How long each kernel ran in it, in seconds.
    pub seconds: Vec<(String, f64)>,
    /// What is known of it: `frontier`, `discovered`.
    pub properties: BTreeMap<String, f64>,
}

/// The supersteps of a configuration of a test, by name.
#[derive(Debug, Clone, PartialEq)]
pub struct Steps {
    /// The application.
    pub application: String,
    /// The graph.
    pub graph: String,
    /// The device.
    pub chip: String,
    /// The configuration.
    pub options: Options,
    /// Each repetition's steps.
    pub repetitions: Vec<Vec<Step>>,
}

impl Store {
    /// Notes the supersteps of a run that was made to time them, instead of those that the store has of the
    /// same repetition.
    ///
    /// # Errors
    ///
    /// The plan has no such test or configuration on the session's chip, or SQLite fails.
    pub fn note_steps(
        &mut self,
        session: Session,
        (application, graph): (&str, &str),
        options: &Options,
        repetition: u32,
        steps: &[Step],
    ) -> Result<(), StoreError> {
        let noted = self.write(|transaction| {
            let cell = transaction.query_row(
                "SELECT cell FROM planned
                 JOIN applications ON applications.id = application
                 JOIN configurations ON configurations.id = configuration
                 JOIN graphs ON graphs.id = graph
                 WHERE applications.name = ?1 AND graphs.name = ?2 AND options = ?3 AND chip = ?4",
                params![application, graph, options.to_string(), session.chip],
                |row| row.get::<_, i64>(0),
            );
            let Some(cell) = cell.optional()? else { return Ok(false) };
            transaction.execute(
                "DELETE FROM step_times WHERE cell = ?1 AND repetition = ?2",
                params![cell, repetition],
            )?;
            for (at, step) in steps.iter().enumerate() {
                for (kernel, seconds) in &step.seconds {
                    transaction.execute(
                        "INSERT OR REPLACE INTO step_times VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                        params![cell, repetition, at, kernel, session.id, seconds],
                    )?;
                }
                for (property, value) in &step.properties {
                    transaction.execute(
                        "INSERT OR REPLACE INTO step_properties VALUES (?1, ?2, ?3, ?4, ?5)",
                        params![cell, at, property, session.id, value],
                    )?;
                }
            }
            Ok(true)
        })?;
        match noted {
            true => Ok(()),
            false => Err(self.conflict(format!(
                "its study has no {application} --opts {options} on {graph} on that device"
            ))),
        }
    }

    /// All supersteps of the plan, for the first of the configurations that are the same.
    ///
    /// # Errors
    ///
    /// SQLite fails, or the store names an optimisation that this igc does not know.
    pub fn steps(&self) -> Result<Vec<Steps>, StoreError> {
        let read = || -> rusqlite::Result<Vec<(i64, [String; 4])>> {
            let mut statement = self.connection.prepare(
                "SELECT planned.cell, applications.name, graphs.name, chips.name, options,
                        min(configuration_position)
                 FROM planned
                 JOIN applications ON applications.id = application
                 JOIN configurations ON configurations.id = configuration
                 JOIN graphs ON graphs.id = graph
                 JOIN chips ON chips.id = chip
                 WHERE EXISTS (SELECT 1 FROM step_times WHERE step_times.cell = planned.cell)
                 GROUP BY planned.cell, application
                 ORDER BY chip_position, graph_position, application_position,
                          min(configuration_position)",
            )?;
            let rows = statement.query_map([], |row| {
                Ok((row.get(0)?, [row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?]))
            })?;
            rows.collect()
        };
        let cells = read().map_err(|error| self.failed(error))?;
        let mut all = vec![];
        for (cell, [application, graph, chip, options]) in cells {
            let options = self.options(&options)?;
            let repetitions = self.steps_of(cell).map_err(|error| self.failed(error))?;
            all.push(Steps { application, graph, chip, options, repetitions });
        }
        Ok(all)
    }

    /// The supersteps of each repetition of a cell.
    fn steps_of(&self, cell: i64) -> rusqlite::Result<Vec<Vec<Step>>> {
        let query = "SELECT step, property, value FROM step_properties WHERE cell = ?1";
        let mut statement = self.connection.prepare_cached(query)?;
        let mut rows = statement.query([cell])?;
        let mut properties: BTreeMap<u32, BTreeMap<String, f64>> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            properties.entry(row.get(0)?).or_default().insert(row.get(1)?, row.get(2)?);
        }
        let query = "SELECT repetition, step, kernel, seconds FROM step_times WHERE cell = ?1
                     ORDER BY repetition, step, kernel";
        let mut statement = self.connection.prepare_cached(query)?;
        let mut rows = statement.query([cell])?;
        let mut repetitions: BTreeMap<u32, BTreeMap<u32, Step>> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let step: u32 = row.get(1)?;
            let new = || Step {
                seconds: vec![],
                properties: properties.get(&step).cloned().unwrap_or_default(),
            };
            let steps = repetitions.entry(row.get(0)?).or_default();
            steps.entry(step).or_insert_with(new).seconds.push((row.get(2)?, row.get(3)?));
        }
        Ok(repetitions.into_values().map(|steps| steps.into_values().collect()).collect())
    }
}
