//! What is missing: the query from which a study goes on.

use std::collections::{BTreeMap, HashSet};

use igc_compiler::passes::Options;

use super::{Session, Store, StoreError};

/// A test of which something is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Todo {
    /// The application's place in the study.
    pub application: usize,
    /// The graph's place in the study.
    pub graph: usize,
    /// What is missing of it.
    pub left: Vec<Left>,
}

/// A cell of which runs are missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// The cell.
    pub(crate) cell: i64,
    /// The first configuration that it stands for.
    pub options: Options,
    /// The rounds that it has.
    pub had: Vec<u32>,
}

impl Store {
    /// The tests of a session's chip of which runs are missing, graph by graph. What failed is not.
    ///
    /// # Errors
    ///
    /// SQLite fails, or the store names an optimisation that this igc does not know.
    pub fn todo(&self, session: Session) -> Result<Vec<Todo>, StoreError> {
        let mut tests: BTreeMap<(usize, usize), Vec<Left>> = BTreeMap::new();
        for (graph, application, left) in self.left(session)? {
            tests.entry((graph, application)).or_default().push(left);
        }
        let todo = |((graph, application), left)| Todo { application, graph, left };
        Ok(tests.into_iter().map(todo).collect())
    }

    /// What is missing of a test.
    ///
    /// # Errors
    ///
    /// As [`Store::todo`].
    pub fn left_of(
        &self,
        session: Session,
        graph: usize,
        application: usize,
    ) -> Result<Vec<Left>, StoreError> {
        let all = self.todo(session)?.into_iter();
        let mut of_test = all.filter(|todo| (todo.graph, todo.application) == (graph, application));
        Ok(of_test.next().map_or(vec![], |todo| todo.left))
    }

    fn left(&self, session: Session) -> Result<Vec<(usize, usize, Left)>, StoreError> {
        let repetitions = self.repetitions()?;
        let query = || -> rusqlite::Result<Vec<(usize, usize, String, i64, String)>> {
            let mut statement = self.connection.prepare_cached(
                "SELECT graph_position, application_position, options, planned.cell,
                        (SELECT coalesce(group_concat(round), '') FROM runs
                         WHERE runs.cell = planned.cell AND round < ?2)
                 FROM planned
                 JOIN configurations ON configurations.id = configuration
                 WHERE chip = ?1
                   AND NOT EXISTS (SELECT 1 FROM failures
                                   WHERE failures.cell = planned.cell AND retried = 0)
                   AND (SELECT count(*) FROM runs
                        WHERE runs.cell = planned.cell AND round < ?2) < ?2
                 ORDER BY graph_position, application_position, configuration_position",
            )?;
            let rows = statement.query_map([session.chip, i64::from(repetitions)], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
            })?;
            rows.collect()
        };
        let rows = query().map_err(|error| self.failed(error))?;
        let mut all: Vec<(usize, usize, Left)> = vec![];
        let mut seen = HashSet::new();
        for (graph, application, options, cell, had) in rows {
            // Applications may share a cell, too: it belongs to the first.
            if !seen.insert(cell) {
                continue;
            }
            let options = self.options(&options)?;
            let had = had.split(',').filter_map(|round| round.parse().ok()).collect();
            all.push((graph, application, Left { cell, options, had }));
        }
        Ok(all)
    }

    /// A configuration as the store has it.
    pub(super) fn options(&self, text: &str) -> Result<Options, StoreError> {
        Options::parse(text).map_err(|error| self.conflict(error.to_string()))
    }
}
