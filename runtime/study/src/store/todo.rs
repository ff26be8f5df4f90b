//! Finds the missing measurements with the query from which a study continues.
//!
//! The query searches by content and name instead of by position in the store, because another
//! process may write a changed study into the same store at any time.

use std::collections::HashSet;

use igc_compiler::configuration::Configuration;
use rusqlite::{OptionalExtension, params};

use super::{Session, Store, StoreError};
use crate::plan::{Plan, PlannedConfiguration};

/// A test with missing measurements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Todo {
    /// The index of the application in the study.
    pub application: usize,
    /// The index of the graph in the study.
    pub graph: usize,
    /// The cells of the test that lack runs.
    pub left: Vec<Left>,
    /// The cells of the test that lack steps.
    pub steps: Vec<Left>,
}

/// A cell that lacks measurements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// The id of the cell in the store.
    pub(crate) cell: i64,
    /// The first configuration that the cell measures.
    pub options: Configuration,
    /// The rounds whose runs the store has. Empty in lists of missing steps.
    pub had: Vec<u32>,
}

impl Store {
    /// Returns the tests of a session's chip that lack runs or steps, graph by graph. Cells that
    /// failed are not missing.
    ///
    /// # Errors
    ///
    /// Returns an error if SQLite fails.
    pub fn todo(&self, session: Session, plan: &Plan) -> Result<Vec<Todo>, StoreError> {
        let mut todo = vec![];
        for graph in 0..plan.study.graphs.len() {
            for application in 0..plan.programs.len() {
                let left = self.left_of(session, plan, graph, application)?;
                let steps = self.steps_left_of(session, plan, graph, application)?;
                if !left.is_empty() || !steps.is_empty() {
                    todo.push(Todo { application, graph, left, steps });
                }
            }
        }
        Ok(todo)
    }

    /// Returns the cells of a test with missing runs, by the indices of its graph and
    /// its application in the study.
    ///
    /// # Errors
    ///
    /// Returns an error if SQLite fails.
    pub fn left_of(
        &self,
        session: Session,
        plan: &Plan,
        graph: usize,
        application: usize,
    ) -> Result<Vec<Left>, StoreError> {
        let graph = &plan.study.graphs[graph].name;
        let repetitions = plan.study.repetitions;
        let mut seen = HashSet::new();
        let mut all = vec![];
        for PlannedConfiguration { options, artefact, .. } in
            &plan.programs[application].configurations
        {
            let result = self.rounds_of(session, artefact, graph, repetitions);
            if let Some((cell, had)) = result.map_err(|error| self.failed(error))?
                && seen.insert(cell)
                && had.len() < repetitions as usize
            {
                all.push(Left { cell, options: options.clone(), had });
            }
        }
        Ok(all)
    }

    /// Returns the cells of a test that lack steps, if the study times their steps. Cells that
    /// failed are not missing.
    ///
    /// # Errors
    ///
    /// Returns an error if SQLite fails.
    pub fn steps_left_of(
        &self,
        session: Session,
        plan: &Plan,
        graph: usize,
        application: usize,
    ) -> Result<Vec<Left>, StoreError> {
        let graph = &plan.study.graphs[graph].name;
        let mut seen = HashSet::new();
        let mut all = vec![];
        for PlannedConfiguration { options, artefact, .. } in
            &plan.programs[application].configurations
        {
            if !plan.study.steps.has(options) {
                continue;
            }
            let result = self.cell_without_steps(session, artefact, graph, plan.study.step_runs);
            if let Some(cell) = result.map_err(|error| self.failed(error))?
                && seen.insert(cell)
            {
                all.push(Left { cell, options: options.clone(), had: vec![] });
            }
        }
        Ok(all)
    }

    /// Returns the cell if it has neither failed nor steps of enough runs, otherwise `None`.
    fn cell_without_steps(
        &self,
        session: Session,
        artefact: &str,
        graph: &str,
        runs: u32,
    ) -> rusqlite::Result<Option<i64>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT measured FROM measured_cells
             JOIN artefacts ON artefacts.id = artefact
             JOIN graphs ON graphs.id = graph
             WHERE hash = ?1 AND graphs.name = ?2 AND chip = ?3
               AND NOT EXISTS (SELECT 1 FROM failures WHERE cell = measured AND retried = 0)
               AND NOT EXISTS (SELECT 1 FROM step_failures WHERE cell = measured AND retried = 0)
               AND (SELECT COUNT(*) FROM step_runs WHERE cell = measured) < ?4",
        )?;
        let values = params![artefact, graph, session.chip, runs];
        statement.query_row(values, |row| row.get(0)).optional()
    }

    /// Returns the cell and the rounds that it has. Returns `None` if the cell failed.
    fn rounds_of(
        &self,
        session: Session,
        artefact: &str,
        graph: &str,
        repetitions: u32,
    ) -> rusqlite::Result<Option<(i64, Vec<u32>)>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT measured FROM measured_cells
             JOIN artefacts ON artefacts.id = artefact
             JOIN graphs ON graphs.id = graph
             WHERE hash = ?1 AND graphs.name = ?2 AND chip = ?3
               AND NOT EXISTS (SELECT 1 FROM failures WHERE cell = measured AND retried = 0)",
        )?;
        let cell = statement.query_row(params![artefact, graph, session.chip], |row| row.get(0));
        let Some(cell) = cell.optional()? else { return Ok(None) };
        let mut statement = self.connection.prepare_cached(
            "SELECT round FROM runs WHERE cell = ?1 AND round < ?2 ORDER BY round",
        )?;
        let rounds = statement.query_map(params![cell, repetitions], |row| row.get(0))?;
        Ok(Some((cell, rounds.collect::<rusqlite::Result<_>>()?)))
    }

    /// Parses a configuration from the store.
    pub(super) fn options(&self, text: &str) -> Result<Configuration, StoreError> {
        Configuration::parse(text).map_err(|error| self.conflict(error.to_string()))
    }
}
