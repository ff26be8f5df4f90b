//! Reads the progress of a study.

use serde::Serialize;

use super::{Store, StoreError};

/// The progress of a study. The unit of measurement is a cell: all configurations of a test with
/// the same artefact.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Status {
    /// The name of the study.
    pub study: String,
    /// Number of timed runs of each cell.
    pub repetitions: u32,
    /// Number of configurations of tests.
    pub configurations: u64,
    /// Number of cells.
    pub cells: u64,
    /// Number of cells that have all their runs.
    pub done: u64,
    /// Number of cells that failed.
    pub failed: u64,
    /// Number of runs that are still missing, without the cells that failed.
    pub runs_left: u64,
    /// Number of runs in the store.
    pub runs: u64,
    /// The progress of timing steps; `None` if the study times none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<StepStatus>,
    /// The tests, in order.
    pub tests: Vec<TestStatus>,
    /// The number of cells with each kind of failure.
    pub failures: Vec<FailureCount>,
}

/// The progress of a test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TestStatus {
    /// The name of the device.
    pub chip: String,
    /// The name of the graph.
    pub graph: String,
    /// The name of the application.
    pub application: String,
    /// Number of cells of the test.
    pub cells: u64,
    /// Number of cells that have all their runs.
    pub done: u64,
    /// Number of cells that failed.
    pub failed: u64,
    /// Number of runs of the test that are still missing, without the cells that failed.
    pub runs_left: u64,
}

/// The progress of timing supersteps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepStatus {
    /// Number of cells whose steps the study times.
    pub cells: u64,
    /// Number of cells whose steps were timed in as many runs as the study asks for.
    pub done: u64,
    /// Number of cells that failed, either while steps were timed or before.
    pub failed: u64,
    /// The failures while steps were timed, by kind.
    pub failures: Vec<FailureCount>,
}

/// The number of cells with one kind of failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FailureCount {
    /// The kind of failure.
    pub kind: String,
    /// Number of cells with this kind of failure.
    pub cells: u64,
    /// One of the cells with this failure: application, configuration, graph and device.
    pub example: String,
    /// The message of the failure of the example.
    pub reason: String,
}

/// The cells of the plan, once for each application.
const CELLS: &str = "
    SELECT DISTINCT application, graph, chip, cell, application_position, graph_position,
           chip_position, runs, failed
    FROM planned
    JOIN (SELECT cells.id AS of_cell,
                 (SELECT count(*) FROM runs
                  WHERE runs.cell = cells.id AND round < ?1) AS runs,
                 EXISTS (SELECT 1 FROM failures
                         WHERE failures.cell = cells.id AND retried = 0) AS failed
          FROM cells) ON of_cell = cell";

impl Store {
    /// Reads the progress of the study.
    ///
    /// # Errors
    ///
    /// Returns an error if SQLite fails.
    pub fn status(&self) -> Result<Status, StoreError> {
        let (study, repetitions) = (self.study()?.unwrap_or_default(), self.repetitions()?);
        let step_runs = self.runs_of_steps()?;
        let read = || -> rusqlite::Result<Status> {
            let count = |query: &str| self.connection.query_row(query, [], |row| row.get(0));
            let tests = self.tests(repetitions)?;
            let sum = |of: fn(&TestStatus) -> u64| tests.iter().map(of).sum();
            Ok(Status {
                study,
                repetitions,
                configurations: count("SELECT count(*) FROM planned")?,
                cells: sum(|test| test.cells),
                done: sum(|test| test.done),
                failed: sum(|test| test.failed),
                runs_left: sum(|test| test.runs_left),
                runs: count("SELECT count(*) FROM runs WHERE cell IN (SELECT cell FROM planned)")?,
                failures: self.failure_counts("failures")?,
                steps: self.step_status(step_runs)?,
                tests,
            })
        };
        read().map_err(|error| self.failed(error))
    }

    fn tests(&self, repetitions: u32) -> rusqlite::Result<Vec<TestStatus>> {
        let mut statement = self.connection.prepare(&format!(
            "SELECT chips.name, graphs.name, applications.name, count(*),
                    sum(runs >= ?1 AND NOT failed), sum(failed),
                    sum(CASE WHEN failed THEN 0 ELSE max(0, ?1 - runs) END)
             FROM ({CELLS}) AS each
             JOIN applications ON applications.id = application
             JOIN graphs ON graphs.id = graph
             JOIN chips ON chips.id = chip
             GROUP BY chip, graph, application
             ORDER BY chip_position, graph_position, application_position"
        ))?;
        let rows = statement.query_map([repetitions], |row| {
            Ok(TestStatus {
                chip: row.get(0)?,
                graph: row.get(1)?,
                application: row.get(2)?,
                cells: row.get(3)?,
                done: row.get(4)?,
                failed: row.get(5)?,
                runs_left: row.get(6)?,
            })
        })?;
        rows.collect()
    }

    /// Reads the progress of timing steps in `runs` runs. Returns `None` if the study times none.
    fn step_status(&self, runs: u32) -> rusqlite::Result<Option<StepStatus>> {
        let query = "
            SELECT count(*), coalesce(sum(done AND NOT failed), 0), coalesce(sum(failed), 0) FROM (
                SELECT (SELECT count(*) FROM step_runs
                        WHERE step_runs.cell = each.cell) >= ?1 AS done,
                       EXISTS (SELECT 1 FROM failures
                               WHERE failures.cell = each.cell AND retried = 0)
                       OR EXISTS (SELECT 1 FROM step_failures
                                  WHERE step_failures.cell = each.cell AND retried = 0) AS failed
                FROM (SELECT DISTINCT cell FROM planned
                      JOIN configurations ON configurations.id = configuration AND steps) AS each)";
        let (cells, done, failed) = self
            .connection
            .query_row(query, [runs], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let failures = self.failure_counts("step_failures")?;
        Ok((cells > 0).then_some(StepStatus { cells, done, failed, failures }))
    }

    /// Reads the failures that were not retried from one of the tables of failures, by kind.
    fn failure_counts(&self, table: &str) -> rusqlite::Result<Vec<FailureCount>> {
        // For each kind, SQLite takes the other columns from the row with the minimum, which is the
        // first.
        let mut statement = self.connection.prepare(&format!(
            "SELECT kind, count(DISTINCT planned.cell), min(failures.id), reason,
                    applications.name, options, graphs.name, chips.name
             FROM {table} AS failures
             JOIN planned ON planned.cell = failures.cell
             JOIN applications ON applications.id = application
             JOIN configurations ON configurations.id = configuration
             JOIN graphs ON graphs.id = planned.graph
             JOIN chips ON chips.id = planned.chip
             WHERE retried = 0
             GROUP BY kind ORDER BY count(DISTINCT planned.cell) DESC, kind"
        ))?;
        let rows = statement.query_map([], |row| {
            let text = |at| row.get::<_, String>(at);
            let (application, options, graph, chip) = (text(4)?, text(5)?, text(6)?, text(7)?);
            Ok(FailureCount {
                kind: row.get(0)?,
                cells: row.get(1)?,
                example: format!("{application} --opts {options} on {graph} on {chip}"),
                reason: row.get(3)?,
            })
        })?;
        rows.collect()
    }
}
