//! Checks of data sets that come from files, which may have been edited or truncated.

use std::collections::BTreeSet;

use super::Dataset;

/// An error that [`Dataset::check`] finds in a data set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DatasetError {
    /// A result refers to something that the data set does not list.
    #[error(
        "there are results of {kind} number {place}, counted from 0, but the data set lists only \
         {count}"
    )]
    Missing {
        /// The kind of the missing item: `application`, `input`, `chip` or `configuration`.
        kind: &'static str,
        /// The index to which the result refers.
        place: usize,
        /// The number of items of this kind in the data set.
        count: usize,
    },
    /// Two items of one kind have the same name.
    #[error("the {kind} `{name}` is listed twice")]
    Twice {
        /// The kind of the items: `application`, `input`, `chip` or `configuration`.
        kind: &'static str,
        /// The name that occurs twice.
        name: String,
    },
}

impl Dataset {
    /// Checks that results refer only to things that the data set lists, and that names are unique.
    ///
    /// # Errors
    ///
    /// Returns the first violation.
    pub fn check(&self) -> Result<(), DatasetError> {
        for cell in self.results.keys().chain(self.steps.iter().map(|run| &run.cell)) {
            for (kind, place, count) in [
                ("application", cell.test.application, self.applications.len()),
                ("input", cell.test.input, self.inputs.len()),
                ("chip", cell.test.chip, self.chips.len()),
                ("configuration", cell.configuration, self.configurations.len()),
            ] {
                if place >= count {
                    return Err(DatasetError::Missing { kind, place, count });
                }
            }
        }
        unique("application", self.applications.iter().cloned())?;
        unique("input", self.inputs.iter().map(|input| input.name.clone()))?;
        unique("chip", self.chips.iter().map(|chip| chip.name.clone()))?;
        unique("configuration", self.configurations.iter().map(ToString::to_string))
    }
}

fn unique(kind: &'static str, names: impl Iterator<Item = String>) -> Result<(), DatasetError> {
    let mut seen = BTreeSet::new();
    for name in names {
        if let Some(name) = seen.replace(name) {
            return Err(DatasetError::Twice { kind, name });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::{Cell, Outcome, Test};

    #[test]
    fn results_of_unlisted_things_are_refused() {
        let mut dataset = Dataset { applications: vec!["bfs".into()], ..Dataset::default() };
        assert_eq!(dataset.check(), Ok(()));
        let test = Test { application: 0, input: 0, chip: 0 };
        dataset.results.insert(Cell { test, configuration: 0 }, Outcome::Timed(vec![1.0]));
        assert_eq!(
            dataset.check(),
            Err(DatasetError::Missing { kind: "input", place: 0, count: 0 })
        );
    }

    #[test]
    fn names_are_unique() {
        let twice = Dataset { applications: vec!["bfs".into(); 2], ..Dataset::default() };
        let error = twice.check().expect_err("there are two");
        assert_eq!(error.to_string(), "the application `bfs` is listed twice");
    }
}
