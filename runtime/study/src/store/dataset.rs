//! Reads the data set for the analysis from a store.

use std::collections::BTreeMap;

use igc_compiler::bundle;
use igc_measure::comparison::Failure;

use super::note::kind_of;
use super::{Store, StoreError};
use crate::dataset::{Cell, Chip, Dataset, Input, Outcome, Test};
use crate::study::LEAST_REPETITIONS;

impl Store {
    /// Reads all results of the plan: cells with enough runs for the analysis, and cells that
    /// failed. Graphs and devices that were not measured yet are included, without properties or
    /// names.
    ///
    /// # Errors
    ///
    /// Returns an error if SQLite fails, or if the store names an optimisation that this igc does
    /// not know.
    pub fn dataset(&self) -> Result<Dataset, StoreError> {
        let read = || -> rusqlite::Result<(Dataset, Vec<String>)> {
            let names = |query: &str| -> rusqlite::Result<Vec<String>> {
                let mut statement = self.connection.prepare(query)?;
                let rows = statement.query_map([], |row| row.get(0))?;
                rows.collect()
            };
            let by_position = "WHERE position IS NOT NULL ORDER BY position";
            let dataset = Dataset {
                study: String::new(),
                applications: names(&format!("SELECT name FROM applications {by_position}"))?,
                models: self.models()?,
                inputs: self.inputs()?,
                chips: self.chips()?,
                configurations: vec![],
                results: self.outcomes()?,
                steps: self.recorded()?,
            };
            Ok((dataset, names(&format!("SELECT options FROM configurations {by_position}"))?))
        };
        let (dataset, configurations) = read().map_err(|error| self.failed(error))?;
        let configurations = configurations.iter().map(|text| self.options(text));
        let configurations = configurations.collect::<Result<_, _>>()?;
        Ok(Dataset { study: self.study()?.unwrap_or_default(), configurations, ..dataset })
    }

    /// Reads the models of the applications. A program and its model are one text.
    fn models(&self) -> rusqlite::Result<Vec<Option<String>>> {
        let mut statement = self.connection.prepare(
            "SELECT source FROM applications JOIN programs ON programs.id = program
             WHERE position IS NOT NULL ORDER BY position",
        )?;
        let rows = statement.query_map([], |row| {
            let source: String = row.get(0)?;
            Ok(bundle::model(&source).map(|(_, model)| model.to_owned()))
        })?;
        rows.collect()
    }

    fn inputs(&self) -> rusqlite::Result<Vec<Input>> {
        let mut statement = self.connection.prepare(
            "SELECT id, name, spec, class FROM graphs WHERE position IS NOT NULL ORDER BY position",
        )?;
        let rows = statement.query_map([], |row| {
            let properties = self.graph_properties(row.get(0)?)?;
            let count = |name| properties.get(name).map_or(0, |count: &f64| *count as u64);
            let (nodes, edges) = (count("nodes"), count("arcs"));
            let (name, spec, class) = (row.get(1)?, row.get(2)?, row.get(3)?);
            Ok(Input { name, spec, class, nodes, edges, properties })
        })?;
        rows.collect()
    }

    fn graph_properties(&self, graph: i64) -> rusqlite::Result<BTreeMap<String, f64>> {
        let query = "SELECT property, value FROM graph_properties WHERE graph = ?1";
        let mut statement = self.connection.prepare_cached(query)?;
        let rows = statement.query_map([graph], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.collect()
    }

    fn chips(&self) -> rusqlite::Result<Vec<Chip>> {
        let mut statement = self.connection.prepare(
            "SELECT name, coalesce(device, ''), coalesce(driver, ''), coalesce(dialect, '')
             FROM chips WHERE position IS NOT NULL ORDER BY position",
        )?;
        let rows = statement.query_map([], |row| {
            let (name, device, driver, dialect) =
                (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            Ok(Chip { name, device, driver, dialect })
        })?;
        rows.collect()
    }

    fn outcomes(&self) -> rusqlite::Result<BTreeMap<Cell, Outcome>> {
        let times = self.times()?;
        let failures = self.failures()?;
        let mut statement = self.connection.prepare(
            "SELECT cell, application_position, graph_position, chip_position,
                    configuration_position FROM planned",
        )?;
        let mut rows = statement.query([])?;
        let mut outcomes = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let id: i64 = row.get(0)?;
            let test = Test { application: row.get(1)?, input: row.get(2)?, chip: row.get(3)? };
            let outcome = match (failures.get(&id), times.get(&id)) {
                (Some(failure), _) => Outcome::Failed(failure.clone()),
                (None, Some(times)) if times.len() >= LEAST_REPETITIONS as usize => {
                    Outcome::Timed(times.clone())
                }
                _ => continue,
            };
            outcomes.insert(Cell { test, configuration: row.get(4)? }, outcome);
        }
        Ok(outcomes)
    }

    /// Reads the times of every cell, in the order of rounds.
    fn times(&self) -> rusqlite::Result<BTreeMap<i64, Vec<f64>>> {
        let query = "SELECT cell, seconds FROM runs ORDER BY cell, round";
        let mut statement = self.connection.prepare(query)?;
        let mut rows = statement.query([])?;
        let mut times: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            times.entry(row.get(0)?).or_default().push(row.get(1)?);
        }
        Ok(times)
    }

    /// Reads the current failures of cells: those that were not retried.
    fn failures(&self) -> rusqlite::Result<BTreeMap<i64, Failure>> {
        let query = "SELECT cell, kind, reason FROM failures WHERE retried = 0";
        let mut statement = self.connection.prepare(query)?;
        let rows = statement.query_map([], |row| {
            let kind = kind_of(&row.get::<_, String>(1)?);
            Ok((row.get(0)?, Failure::new(kind, row.get(2)?)))
        })?;
        rows.collect()
    }
}
