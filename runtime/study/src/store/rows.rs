//! Reads runs and steps with all names, for statistics outside of igc.

use igc_runtime::supersteps::StepRecord;
use rusqlite::Row;
use serde::Serialize;

use super::{Store, StoreError};

/// A timed run of a configuration, with the names of everything that it refers to. If several
/// configurations have the same artefact, a run has one row for each of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunRow {
    /// The name of the study.
    pub study: String,
    /// The name of the application.
    pub application: String,
    /// The name of the graph.
    pub graph: String,
    /// The class of the graph.
    pub class: String,
    /// The name of the device in the study.
    pub chip: String,
    /// The device name that the driver reports.
    pub device: String,
    /// The name and version of the driver.
    pub driver: String,
    /// The dialect, as text.
    pub dialect: String,
    /// The configuration, as `--opts` takes it.
    pub options: String,
    /// The hash of the artefact.
    pub artefact: String,
    /// The round of the sweep in which the run was timed, from 0.
    pub round: i64,
    /// The position of the run within its round, from 0.
    pub position: i64,
    /// The time of the run, in seconds: from the initialisation of state until the device has
    /// finished `main`.
    pub seconds: f64,
    /// The time to initialise the state, in seconds, which is a part of `seconds`.
    pub initialise: f64,
    /// Number of kernel launches.
    pub launches: i64,
    /// Number of rounds of the loops of `main`.
    pub rounds: i64,
    /// Number of restarts because a worklist was too small.
    pub restarts: i64,
    /// The version of igc.
    pub igc: String,
    /// The name of the machine.
    pub host: String,
    /// The end of the run, in UTC.
    pub time: String,
    /// The time in seconds that threads waited for a processor during the run, if it is known.
    pub waited: Option<f64>,
}

impl Store {
    /// Reads every run of the plan, in the order of tests, configurations and rounds.
    ///
    /// # Errors
    ///
    /// Returns an error if SQLite fails.
    pub fn rows(&self) -> Result<Vec<RunRow>, StoreError> {
        let study = self.study()?.unwrap_or_default();
        let read = || -> rusqlite::Result<Vec<RunRow>> {
            let mut statement = self.connection.prepare(
                "SELECT applications.name AS application, graphs.name AS graph, class,
                        chips.name AS chip, coalesce(device, '') AS device,
                        coalesce(driver, '') AS driver, coalesce(dialect, '') AS dialect, options,
                        artefacts.hash AS artefact, round, runs.position AS position, seconds,
                        initialise, launches, rounds, restarts, igc, hosts.name AS host,
                        runs.time AS time, waited
                 FROM planned
                 JOIN runs ON runs.cell = planned.cell
                 JOIN cells ON cells.id = planned.cell
                 JOIN artefacts ON artefacts.id = cells.artefact
                 JOIN applications ON applications.id = planned.application
                 JOIN configurations ON configurations.id = planned.configuration
                 JOIN graphs ON graphs.id = planned.graph
                 JOIN chips ON chips.id = planned.chip
                 JOIN sessions ON sessions.id = runs.session
                 JOIN hosts ON hosts.id = sessions.host
                 ORDER BY chip_position, graph_position, application_position,
                          configuration_position, round",
            )?;
            let rows = statement.query_map([], |row| run_row(&study, row))?;
            rows.collect()
        };
        read().map_err(|error| self.failed(error))
    }
}

fn run_row(study: &str, row: &Row<'_>) -> rusqlite::Result<RunRow> {
    Ok(RunRow {
        study: study.to_string(),
        application: row.get("application")?,
        graph: row.get("graph")?,
        class: row.get("class")?,
        chip: row.get("chip")?,
        device: row.get("device")?,
        driver: row.get("driver")?,
        dialect: row.get("dialect")?,
        options: row.get("options")?,
        artefact: row.get("artefact")?,
        round: row.get("round")?,
        position: row.get("position")?,
        seconds: row.get("seconds")?,
        initialise: row.get("initialise")?,
        launches: row.get("launches")?,
        rounds: row.get("rounds")?,
        restarts: row.get("restarts")?,
        igc: row.get("igc")?,
        host: row.get("host")?,
        time: row.get("time")?,
        waited: row.get("waited")?,
    })
}

/// A run in which steps were timed, with the names of everything that it refers to. If several
/// configurations have the same artefact, the run is listed under the first of them.
#[derive(Debug, Clone, PartialEq)]
pub struct StepRun {
    /// The name of the study.
    pub study: String,
    /// The name of the application.
    pub application: String,
    /// The name of the graph.
    pub graph: String,
    /// The class of the graph.
    pub class: String,
    /// The name of the device in the study.
    pub chip: String,
    /// The device name that the driver reports.
    pub device: String,
    /// The name and version of the driver.
    pub driver: String,
    /// The dialect, as text.
    pub dialect: String,
    /// The configuration, as `--opts` takes it.
    pub options: String,
    /// The hash of the artefact.
    pub artefact: String,
    /// The version of igc.
    pub igc: String,
    /// The name of the machine.
    pub host: String,
    /// The end of the run, in UTC.
    pub date: String,
    /// The steps, in the order in which they ended.
    pub steps: Vec<StepRecord>,
}

impl Store {
    /// Reads every run of the plan in which steps were timed, in the order of tests and
    /// configurations.
    ///
    /// # Errors
    ///
    /// Returns an error if SQLite fails.
    pub fn step_runs(&self) -> Result<Vec<StepRun>, StoreError> {
        let study = self.study()?.unwrap_or_default();
        let read = || -> rusqlite::Result<Vec<StepRun>> {
            let mut statement = self.connection.prepare(
                "SELECT step_runs.id AS run, applications.name AS application,
                        graphs.name AS graph, class, chips.name AS chip,
                        coalesce(device, '') AS device, coalesce(driver, '') AS driver,
                        coalesce(dialect, '') AS dialect, options, artefacts.hash AS artefact,
                        igc, hosts.name AS host, step_runs.time AS date,
                        min(configuration_position)
                 FROM planned
                 JOIN step_runs ON step_runs.cell = planned.cell
                 JOIN cells ON cells.id = planned.cell
                 JOIN artefacts ON artefacts.id = cells.artefact
                 JOIN applications ON applications.id = planned.application
                 JOIN configurations ON configurations.id = planned.configuration
                 JOIN graphs ON graphs.id = planned.graph
                 JOIN chips ON chips.id = planned.chip
                 JOIN sessions ON sessions.id = step_runs.session
                 JOIN hosts ON hosts.id = sessions.host
                 GROUP BY step_runs.id, planned.application
                 ORDER BY chip_position, graph_position, application_position,
                          min(configuration_position), repetition",
            )?;
            let rows = statement.query_map([], |row| {
                Ok(StepRun {
                    study: study.clone(),
                    application: row.get("application")?,
                    graph: row.get("graph")?,
                    class: row.get("class")?,
                    chip: row.get("chip")?,
                    device: row.get("device")?,
                    driver: row.get("driver")?,
                    dialect: row.get("dialect")?,
                    options: row.get("options")?,
                    artefact: row.get("artefact")?,
                    igc: row.get("igc")?,
                    host: row.get("host")?,
                    date: row.get("date")?,
                    steps: self.steps_of(row.get("run")?)?,
                })
            })?;
            rows.collect()
        };
        read().map_err(|error| self.failed(error))
    }
}
