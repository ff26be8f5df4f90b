//! The conformance matrix: counts of records, with a row per application and a column per group of
//! configurations.

use igc_compiler::configuration::{Configuration, Flag};
use serde::Serialize;

use super::record::{Finding, Record};
use crate::comparison::FailureKind;

/// Configurations that are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// The configuration without optimisations.
    Baseline,
    /// All configurations with this flag.
    With(Flag),
    /// All configurations.
    All,
}

impl Group {
    /// Returns every group, in the order of the columns.
    pub fn each() -> impl Iterator<Item = Group> {
        let flags = Flag::OF_96.into_iter().map(Group::With);
        [Group::Baseline].into_iter().chain(flags).chain([Group::All])
    }

    /// Returns the heading of the group's column.
    pub fn name(self) -> &'static str {
        match self {
            Group::Baseline => "none",
            Group::With(flag) => flag.name(),
            Group::All => "total",
        }
    }

    fn has(self, options: &Configuration) -> bool {
        match self {
            Group::Baseline => *options == Configuration::default(),
            Group::With(flag) => options.is_on(flag),
            Group::All => true,
        }
    }
}

/// Counts of configurations on graphs, by their result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The result is right.
    pub passed: u32,
    /// The result is wrong, or the program, the driver or igc failed.
    pub failed: u32,
    /// The process sent no sign of life in time.
    pub hung: u32,
    /// The process ended or was killed.
    pub crashed: u32,
    /// The device lacks what the program needs.
    pub refused: u32,
}

impl Count {
    /// Returns the sum of all counts.
    pub fn total(&self) -> u32 {
        self.passed + self.failed + self.hung + self.crashed + self.refused
    }

    fn add(&mut self, finding: &Finding) {
        let count = match finding {
            Finding::Passed => &mut self.passed,
            Finding::Failed(failure) => match failure.kind {
                FailureKind::Refused => &mut self.refused,
                FailureKind::Hung => &mut self.hung,
                FailureKind::Crashed | FailureKind::Killed => &mut self.crashed,
                FailureKind::Input | FailureKind::Device | FailureKind::Check => &mut self.failed,
            },
        };
        *count += 1;
    }
}

/// The counts of an application.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Name of the application.
    pub program: String,
    /// A count for each [`Group`], in their order.
    pub counts: Vec<Count>,
}

/// The counts of all applications.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Matrix {
    /// The headings of the columns.
    pub groups: Vec<&'static str>,
    /// A row for each application, in the order of the first records.
    pub rows: Vec<Row>,
}

impl Matrix {
    /// Counts records.
    pub fn new(records: &[Record]) -> Matrix {
        let mut matrix = Matrix { groups: Group::each().map(Group::name).collect(), rows: vec![] };
        for record in records {
            let row = matrix.row(&record.program);
            let configurations =
                record.options.iter().filter_map(|list| Configuration::parse(list).ok());
            for options in configurations {
                let groups = Group::each().zip(&mut row.counts);
                let of = groups.filter(|(group, _)| group.has(&options));
                of.for_each(|(_, count)| count.add(&record.finding));
            }
        }
        matrix
    }

    fn row(&mut self, program: &str) -> &mut Row {
        let at = self.rows.iter().position(|row| row.program == program);
        let at = at.unwrap_or_else(|| {
            let counts = vec![Count::default(); self.groups.len()];
            self.rows.push(Row { program: program.to_string(), counts });
            self.rows.len() - 1
        });
        &mut self.rows[at]
    }

    /// Returns the sum of all rows, by groups.
    pub fn totals(&self) -> Vec<Count> {
        let sum = |at: usize| {
            self.rows.iter().map(|row| row.counts[at]).fold(Count::default(), |a, b| Count {
                passed: a.passed + b.passed,
                failed: a.failed + b.failed,
                hung: a.hung + b.hung,
                crashed: a.crashed + b.crashed,
                refused: a.refused + b.refused,
            })
        };
        (0..self.groups.len()).map(sum).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::Failure;

    fn record(program: &str, options: &[&str], finding: Finding) -> Record {
        let options = options.iter().map(|list| list.to_string()).collect();
        let (program, graph, artefact) = (program.into(), "chain:1".into(), String::new());
        Record { program, graph, options, artefact, seconds: 1.0, finding }
    }

    fn failed(kind: FailureKind) -> Finding {
        Finding::Failed(Failure::new(kind, "because".into()))
    }

    #[test]
    fn configurations_count_and_not_what_they_share() {
        let matrix = Matrix::new(&[
            record("a", &["none", "wg", "wg,sg"], Finding::Passed),
            record("b", &["none"], failed(FailureKind::Killed)),
            record("a", &["wg,fg8"], failed(FailureKind::Hung)),
            record("a", &["sg"], failed(FailureKind::Refused)),
            record("b", &["sz256"], failed(FailureKind::Check)),
        ]);
        assert_eq!(matrix.rows.iter().map(|row| &row.program[..]).collect::<Vec<_>>(), ["a", "b"]);
        let count = |row: usize, name: &str| {
            let at = matrix.groups.iter().position(|group| *group == name);
            matrix.rows[row].counts[at.expect("there is one")]
        };
        assert_eq!(count(0, "none"), Count { passed: 1, ..Count::default() });
        assert_eq!(count(0, "wg"), Count { passed: 2, hung: 1, ..Count::default() });
        assert_eq!(count(0, "sg"), Count { passed: 1, refused: 1, ..Count::default() });
        assert_eq!(count(1, "total"), Count { crashed: 1, failed: 1, ..Count::default() });
        let all = Count { passed: 3, failed: 1, hung: 1, crashed: 1, refused: 1 };
        assert_eq!(matrix.totals().last(), Some(&all));
        assert_eq!(all.total(), 7);
    }

    #[test]
    fn records_are_read_as_they_were_written() {
        for finding in [Finding::Passed, failed(FailureKind::Crashed)] {
            let record = record("a", &["none"], finding);
            let text = serde_json::to_string(&record).expect("it serialises");
            assert_eq!(serde_json::from_str::<Record>(&text).expect("it is one"), record, "{text}");
        }
    }
}
