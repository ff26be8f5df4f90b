//! Writes a plan into a store. The plan determines which measurements are missing.

use rusqlite::{OptionalExtension, Transaction, params};

use super::{Store, StoreError};
use crate::plan::{Plan, Program};
use crate::study::{Application, Graph, Study};

impl Store {
    /// Sets the plan of the store. From then on, the missing measurements are those that the plan
    /// contains and the store lacks. Results that belong only to an earlier plan stay in the store,
    /// but are not reported.
    ///
    /// # Errors
    ///
    /// Returns an error if the store is of another study, or if it knows another graph or device
    /// under one of the names.
    pub fn set_plan(&mut self, plan: &Plan) -> Result<(), StoreError> {
        let path = self.path.clone();
        let conflict = self.write(|transaction| {
            let name = "SELECT value FROM meta WHERE key = 'study'";
            let name: Option<String> =
                transaction.query_row(name, [], |row| row.get(0)).optional()?;
            let study = &plan.study.name;
            if let Some(stored) = name.filter(|name| name != study) {
                let (path, study) = (path.clone(), study.clone());
                return Ok(Some(Err(StoreError::OtherStudy { path, stored, study })));
            }
            if let Some(reason) = conflict(transaction, &plan.study)? {
                return Ok(Some(Ok(reason)));
            }
            set_meta(transaction, "study", &plan.study.name)?;
            set_meta(transaction, "repetitions", &plan.study.repetitions.to_string())?;
            set_meta(transaction, "step_runs", &plan.study.step_runs.to_string())?;
            for table in ["applications", "configurations", "graphs", "chips"] {
                transaction.execute(&format!("UPDATE {table} SET position = NULL"), [])?;
            }
            write_inputs_and_chips(transaction, &plan.study)?;
            write_programs(transaction, plan)?;
            transaction.execute(
                "INSERT OR IGNORE INTO cells (artefact, graph, chip)
                 SELECT DISTINCT compiled.artefact, graphs.id, chips.id
                 FROM compiled
                 JOIN applications ON applications.id = application
                     AND applications.position IS NOT NULL
                 JOIN configurations ON configurations.id = configuration
                     AND configurations.position IS NOT NULL
                 JOIN graphs ON graphs.position IS NOT NULL
                 JOIN chips ON chips.position IS NOT NULL",
                [],
            )?;
            Ok(None)
        })?;
        match conflict {
            None => Ok(()),
            Some(Ok(reason)) => Err(self.conflict(reason)),
            Some(Err(error)) => Err(error),
        }
    }

    /// Returns the name of the study, or `None` if the store has no plan.
    ///
    /// # Errors
    ///
    /// Returns an error if SQLite fails.
    pub fn study(&self) -> Result<Option<String>, StoreError> {
        self.meta("study")
    }

    /// The number of timed runs of each cell.
    pub(super) fn repetitions(&self) -> Result<u32, StoreError> {
        Ok(self.meta("repetitions")?.and_then(|text| text.parse().ok()).unwrap_or(0))
    }

    /// The number of runs that time the steps of each cell. Stores of an older igc do not state it.
    pub(super) fn runs_of_steps(&self) -> Result<u32, StoreError> {
        Ok(self.meta("step_runs")?.and_then(|text| text.parse().ok()).unwrap_or(1))
    }

    fn meta(&self, key: &str) -> Result<Option<String>, StoreError> {
        let query = "SELECT value FROM meta WHERE key = ?1";
        let value = self.connection.query_row(query, [key], |row| row.get(0)).optional();
        value.map_err(|error| self.failed(error))
    }
}

fn set_meta(transaction: &Transaction<'_>, key: &str, value: &str) -> rusqlite::Result<()> {
    transaction.execute("INSERT OR REPLACE INTO meta VALUES (?1, ?2)", [key, value]).map(|_| ())
}

/// Returns the contradiction between a study and the store, or `None` if they agree.
fn conflict(transaction: &Transaction<'_>, study: &Study) -> rusqlite::Result<Option<String>> {
    for graph in &study.graphs {
        // A graph that was never loaded may be replaced by another.
        let spec = "SELECT spec FROM graphs WHERE name = ?1
                    AND EXISTS (SELECT 1 FROM graph_properties WHERE graph = graphs.id)";
        let spec: Option<String> =
            transaction.query_row(spec, [&graph.name], |row| row.get(0)).optional()?;
        if let Some(reason) = spec.and_then(|spec| graph_conflict(&spec, graph)) {
            return Ok(Some(reason));
        }
    }
    for device in &study.devices {
        let query = "SELECT dialect_request FROM chips WHERE name = ?1 AND device IS NOT NULL";
        let dialect: Option<Option<String>> =
            transaction.query_row(query, [&device.name], |row| row.get(0)).optional()?;
        if dialect.is_some_and(|dialect| dialect != device.dialect) {
            return Ok(Some(format!(
                "the device `{}` was measured in another dialect\n\
                 help: give the device another name for the new dialect",
                device.name
            )));
        }
    }
    Ok(None)
}

/// Returns the message that a graph of the study has another specification in the store, or `None`
/// if the specifications are equal.
pub(super) fn graph_conflict(spec: &str, graph: &Graph) -> Option<String> {
    let (name, new) = (&graph.name, &graph.spec);
    (spec != new).then(|| {
        format!(
            "the graph `{name}` is `{spec}` in the store, but `{new}` in the study\n\
             help: give the new graph another name"
        )
    })
}

fn write_inputs_and_chips(transaction: &Transaction<'_>, study: &Study) -> rusqlite::Result<()> {
    for (position, graph) in study.graphs.iter().enumerate() {
        transaction.execute(
            "INSERT INTO graphs (name, spec, class, position) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (name) DO UPDATE SET spec = ?2, class = ?3, position = ?4",
            params![graph.name, graph.spec, graph.class, position],
        )?;
    }
    for (position, device) in study.devices.iter().enumerate() {
        transaction.execute(
            "INSERT INTO chips (name, selector, dialect_request, position) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (name) DO UPDATE SET selector = ?2, dialect_request = ?3, position = ?4",
            params![device.name, device.request.selector, device.dialect, position],
        )?;
    }
    Ok(())
}

fn write_programs(transaction: &Transaction<'_>, plan: &Plan) -> rusqlite::Result<()> {
    for (position, options) in plan.configurations.iter().enumerate() {
        transaction.execute(
            "INSERT INTO configurations (options, position, steps) VALUES (?1, ?2, ?3)
             ON CONFLICT (options) DO UPDATE SET position = ?2, steps = ?3",
            params![options.to_string(), position, plan.study.steps.has(options)],
        )?;
    }
    let each = plan.study.applications.iter().zip(&plan.programs);
    for (position, (application, program)) in each.enumerate() {
        write_program(transaction, position, application, program)?;
    }
    Ok(())
}

fn write_program(
    transaction: &Transaction<'_>,
    position: usize,
    application: &Application,
    program: &Program,
) -> rusqlite::Result<()> {
    transaction.execute(
        "INSERT OR IGNORE INTO programs (hash, source) VALUES (?1, ?2)",
        params![program.hash, application.text],
    )?;
    let values: serde_json::Map<String, serde_json::Value> =
        program.params.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
    transaction.execute(
        "INSERT INTO applications (name, program, params, position)
         VALUES (?1, (SELECT id FROM programs WHERE hash = ?2), ?3, ?4)
         ON CONFLICT (name) DO UPDATE
         SET program = excluded.program, params = excluded.params, position = excluded.position",
        params![
            application.name,
            program.hash,
            serde_json::Value::Object(values).to_string(),
            position
        ],
    )?;
    transaction.execute(
        "DELETE FROM compiled WHERE application = (SELECT id FROM applications WHERE name = ?1)",
        [&application.name],
    )?;
    let mut artefact =
        transaction.prepare_cached("INSERT OR IGNORE INTO artefacts (hash) VALUES (?1)")?;
    let mut compiled = transaction.prepare_cached(
        "INSERT INTO compiled (application, configuration, artefact)
         VALUES ((SELECT id FROM applications WHERE name = ?1),
                 (SELECT id FROM configurations WHERE options = ?2),
                 (SELECT id FROM artefacts WHERE hash = ?3))",
    )?;
    for of in &program.configurations {
        artefact.execute([&of.artefact])?;
        compiled.execute(params![application.name, of.options.to_string(), of.artefact])?;
    }
    Ok(())
}
