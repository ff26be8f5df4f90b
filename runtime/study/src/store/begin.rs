//! Begins a session: records which chip it measures, and on which machine.

use igc_measure::worker::DeviceFacts;
use igc_runtime::backend::DeviceName;
use rusqlite::{OptionalExtension, Transaction, params};

use super::{Store, StoreError};

/// A session: one call of `igc study run` on one chip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    pub(super) id: i64,
    pub(super) chip: i64,
}

impl Store {
    /// Begins a session on the device that the study calls `chip`.
    ///
    /// # Errors
    ///
    /// Returns an error if the plan has no such device, or if another device, driver or dialect was
    /// measured under this name.
    pub fn begin(
        &mut self,
        chip: &str,
        device: &DeviceName,
        facts: &DeviceFacts,
    ) -> Result<Session, StoreError> {
        let begun = self.write(|transaction| {
            let query = "SELECT id, device, driver, dialect FROM chips
                         WHERE name = ?1 AND position IS NOT NULL";
            let known = transaction.query_row(query, [chip], |row| {
                let text = |at| row.get::<_, Option<String>>(at);
                Ok((row.get::<_, i64>(0)?, text(1)?, text(2)?, text(3)?))
            });
            let Some((id, name, driver, dialect)) = known.optional()? else {
                return Ok(Err(format!("its study has no device `{chip}`")));
            };
            if let (Some(name), Some(driver), Some(dialect)) = (name, driver, dialect) {
                let known = DeviceName { name, driver, dialect };
                if known != *device {
                    return Ok(Err(device_conflict(chip, &known, device)));
                }
            }
            start(transaction, id, device, facts).map(Ok)
        })?;
        begun.map_err(|reason| self.conflict(reason))
    }
}

/// Returns the message that a device is not the one that was measured under this name.
pub(super) fn device_conflict(chip: &str, known: &DeviceName, device: &DeviceName) -> String {
    let words =
        |device: &DeviceName| format!("{}, {}, {}", device.name, device.driver, device.dialect);
    format!(
        "the store has measured `{chip}` as {}, which differs from {}\n\
         help: a device with another driver or dialect is another chip; give it another name in \
         the study",
        words(known),
        words(device)
    )
}

fn start(
    transaction: &Transaction<'_>,
    chip: i64,
    device: &DeviceName,
    facts: &DeviceFacts,
) -> rusqlite::Result<Session> {
    transaction.execute(
        "UPDATE chips SET device = ?2, driver = ?3, dialect = ?4, facts = ?5 WHERE id = ?1",
        params![chip, device.name, device.driver, device.dialect, facts.device.to_string()],
    )?;
    transaction.execute(
        "INSERT OR IGNORE INTO hosts (name, system, threads) VALUES (?1, ?2, ?3)",
        params![facts.host, facts.system, facts.threads],
    )?;
    // SQLite gives the time in milliseconds. The random key distinguishes sessions that start in
    // the same millisecond.
    transaction.execute(
        "INSERT INTO sessions (key, chip, host, igc, started)
         VALUES (lower(hex(randomblob(16))), ?1,
                 (SELECT id FROM hosts WHERE name = ?2 AND system = ?3 AND threads = ?4),
                 ?5, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))",
        params![chip, facts.host, facts.system, facts.threads, env!("CARGO_PKG_VERSION")],
    )?;
    Ok(Session { id: transaction.last_insert_rowid(), chip })
}
