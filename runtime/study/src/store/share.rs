//! Cells that share measurements, because a device runs the same code for different artefacts.

use std::collections::HashMap;

use igc_compiler::driver::Executed;
use rusqlite::{Transaction, params};

use super::{Session, Store, StoreError};
use crate::plan::Plan;

impl Store {
    /// Lets the configurations of an application for which the chip of a session runs the same code
    /// share the measurements of the first of them. Cells with own runs keep them.
    ///
    /// # Errors
    ///
    /// Returns an error if SQLite fails.
    pub fn share_cells(
        &mut self,
        session: Session,
        plan: &Plan,
        executed: Executed,
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            for program in &plan.programs {
                let mut first = HashMap::new();
                for configuration in &program.configurations {
                    let artefact = configuration.artefact.as_str();
                    let first = *first.entry(configuration.code(executed)).or_insert(artefact);
                    share(transaction, session, artefact, first)?;
                }
            }
            Ok(())
        })
    }
}

/// Lets the cells of an artefact share the measurements of another artefact, or of none if it is
/// the same artefact.
fn share(
    transaction: &Transaction<'_>,
    session: Session,
    artefact: &str,
    measured: &str,
) -> rusqlite::Result<()> {
    let mut forget = transaction.prepare_cached(
        "DELETE FROM shared WHERE cell IN (
             SELECT cells.id FROM cells JOIN artefacts ON artefacts.id = artefact
             WHERE hash = ?1 AND chip = ?2)",
    )?;
    forget.execute(params![artefact, session.chip])?;
    if artefact == measured {
        return Ok(());
    }
    let mut share = transaction.prepare_cached(
        "INSERT INTO shared (cell, measured)
         SELECT own.id, other.id FROM cells AS own
         JOIN cells AS other ON other.graph = own.graph AND other.chip = own.chip
         WHERE own.chip = ?2
           AND own.artefact = (SELECT id FROM artefacts WHERE hash = ?1)
           AND other.artefact = (SELECT id FROM artefacts WHERE hash = ?3)
           AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.cell = own.id)",
    )?;
    share.execute(params![artefact, session.chip, measured]).map(|_| ())
}
