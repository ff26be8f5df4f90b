//! Finds the columns of a table that have the sources, the targets and the weights of edges.

use igc_visible as visible;

use super::keys::{ColumnKey, TableKeys};
use super::records::Fields;
use crate::columns::{Column, EdgeColumns};
use crate::error::Problem;

/// The columns of the edges, as indices from 0.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Columns {
    pub(crate) source: usize,
    pub(crate) target: usize,
    pub(crate) weight: Option<usize>,
    /// Number of columns of each line.
    pub(super) count: usize,
    /// Whether the first record has the names of the columns.
    pub(super) has_header: bool,
    /// The names of the other columns than those of the sources and targets.
    pub(crate) named: EdgeColumns,
}

/// The weights that the caller wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// No weights.
    Nothing,
    /// Weights if the table has them.
    Optional,
    /// Weights, which the table must have.
    Weights,
}

/// Number of names of columns that a message lists.
const LISTED: usize = 20;

impl Columns {
    /// Finds the columns by the keys and the first record.
    pub(super) fn find(
        keys: &TableKeys,
        first: &Fields<'_>,
        wanted: Wanted,
    ) -> Result<Columns, Problem> {
        let names = first.texts();
        let has_header = keys.header.unwrap_or_else(|| {
            let has = |column: Column| names.iter().any(|name| is_named(name, column));
            keys.has_names() || !keys.has_numbers() && has(Column::Source) && has(Column::Target)
        });
        if !has_header && keys.has_names() {
            let what = "with `header=no`, columns have no names".into();
            let help = "name the columns by their numbers from 1, for example `source=1,target=2`";
            return Err(Problem::Columns { what, help: help.into() });
        }
        Names { names: &names, has_header, is_text: true }.columns(keys, wanted)
    }

    /// Finds the columns of a file that is not a text and whose columns have names.
    #[cfg(feature = "parquet")]
    pub(crate) fn named(
        keys: &TableKeys,
        names: &[String],
        wanted: Wanted,
    ) -> Result<Columns, Problem> {
        Names { names, has_header: true, is_text: false }.columns(keys, wanted)
    }

    /// The index of the last column that is read.
    pub(super) fn last(&self) -> usize {
        self.source.max(self.target).max(self.weight.unwrap_or(0))
    }
}

fn is_named(name: &str, column: Column) -> bool {
    Column::named(name, &[column]).is_some()
}

/// The names of the columns.
struct Names<'n> {
    /// The fields of the first record of a text.
    names: &'n [String],
    has_header: bool,
    is_text: bool,
}

impl Names<'_> {
    /// Finds the columns by the keys.
    fn columns(&self, keys: &TableKeys, wanted: Wanted) -> Result<Columns, Problem> {
        let names = self;
        let source = names.place(keys.source.as_ref(), Column::Source, 0)?;
        let target = names.place(keys.target.as_ref(), Column::Target, 1)?;
        let weight = match wanted {
            Wanted::Nothing => None,
            _ => names.weight(keys)?,
        };
        if wanted == Wanted::Weights && weight.is_none() {
            let what = "the table has no column of weights".into();
            let help = "name the column with the key `weight`; without weights, use `format=el`";
            return Err(Problem::Columns { what, help: help.into() });
        }
        if source == target || weight.is_some_and(|weight| weight == source || weight == target) {
            let what =
                "two of the keys `source`, `target` and `weight` name the same column".into();
            return Err(Problem::Columns { what, help: names.list() });
        }
        let (count, has_header) = (names.names.len(), names.has_header);
        let named = self.without_ends([source, target], weight);
        Ok(Columns { source, target, weight, count, has_header, named })
    }

    /// Returns the names of the other columns than those of the sources and targets.
    fn without_ends(&self, ends: [usize; 2], weight: Option<usize>) -> EdgeColumns {
        if !self.has_header {
            let weight = weight.map(|weight| (weight + 1).to_string());
            return EdgeColumns { weight, unread: vec![] };
        }
        let name = |at: usize| match self.names[at].as_str() {
            "" => (at + 1).to_string(),
            name => name.to_owned(),
        };
        let is_unread = |at: &usize| !ends.contains(at) && Some(*at) != weight;
        let unread = (0..self.names.len()).filter(is_unread).map(name).collect();
        EdgeColumns { weight: weight.map(name), unread }
    }

    /// Returns the place of a column: the one that the key names, or one with a usual name, or the
    /// usual place of a table without names.
    fn place(
        &self,
        key: Option<&ColumnKey>,
        column: Column,
        usual: usize,
    ) -> Result<usize, Problem> {
        match key {
            Some(key) => self.keyed(key),
            None if !self.has_header => self.numbered(usual + 1),
            None => {
                let mut found =
                    (0..self.names.len()).filter(|at| is_named(&self.names[*at], column));
                match (found.next(), found.next()) {
                    (Some(place), None) => Ok(place),
                    (None, _) => {
                        let what = format!("no column has the name {}", column.list());
                        let key = column.names()[0];
                        let help = format!("name it with the key `{key}`; {}", self.list());
                        Err(Problem::Columns { what, help })
                    }
                    (Some(_), Some(_)) => {
                        let key = column.names()[0];
                        let what = format!("several columns may have the {key} of an edge");
                        let help = format!("choose one with the key `{key}`; {}", self.list());
                        Err(Problem::Columns { what, help })
                    }
                }
            }
        }
    }

    /// Returns the place of the column of weights, if there is one. A table without names has weights
    /// in its third and last column, unless keys name other columns.
    fn weight(&self, keys: &TableKeys) -> Result<Option<usize>, Problem> {
        match &keys.weight {
            Some(key) => self.keyed(key).map(Some),
            None if self.has_header => {
                let has_one = self.names.iter().any(|name| is_named(name, Column::Weight));
                has_one.then(|| self.place(None, Column::Weight, 2)).transpose()
            }
            None => Ok((!keys.has_numbers() && self.names.len() == 3).then_some(2)),
        }
    }

    fn keyed(&self, key: &ColumnKey) -> Result<usize, Problem> {
        match key {
            ColumnKey::Number(number) => self.numbered(*number as usize),
            ColumnKey::Name(wanted) => {
                let mut found = (0..self.names.len()).filter(|at| self.names[*at] == *wanted);
                match (found.next(), found.next()) {
                    (Some(place), None) => Ok(place),
                    (None, _) => Err(self.unknown(wanted)),
                    (Some(first), Some(second)) => {
                        let shown = visible::name(wanted);
                        let what = format!("several columns have the name `{shown}`");
                        let (first, second) = (first + 1, second + 1);
                        let header = if self.is_text { " and add `header=yes`" } else { "" };
                        let help = format!(
                            "name the column by its number{header}: it is column {first} or {second}"
                        );
                        Err(Problem::Columns { what, help })
                    }
                }
            }
        }
    }

    fn numbered(&self, number: usize) -> Result<usize, Problem> {
        if (1..=self.names.len()).contains(&number) {
            return Ok(number - 1);
        }
        let count = self.names.len();
        let (plural, found) = (if count == 1 { "" } else { "s" }, self.list());
        if !self.is_text {
            let what = format!("there is no column {number}: the file has {count} column{plural}");
            return Err(Problem::Columns { what, help: found });
        }
        let what =
            format!("there is no column {number}: the first line has {count} column{plural}");
        let help =
            format!("if igc splits lines at the wrong place, add the key `separator`; {found}");
        Err(Problem::Columns { what, help })
    }

    fn unknown(&self, wanted: &str) -> Problem {
        let what = format!("no column has the name `{}`", visible::name(wanted));
        let near = |name: &&String| {
            let distance =
                strsim::damerau_levenshtein(&name.to_lowercase(), &wanted.to_lowercase());
            distance <= wanted.chars().count().div_ceil(3)
        };
        let meant = self.names.iter().find(near);
        let meant = meant.map(|name| format!("did you mean `{}`? ", visible::name(name)));
        Problem::Columns { what, help: meant.unwrap_or_default() + &self.list() }
    }

    /// Lists the fields of the first line for a message.
    fn list(&self) -> String {
        let shown = |(at, name): (usize, &String)| match name.is_empty() {
            true => format!("column {} without a name", at + 1),
            false => format!("`{}`", visible::name(name)),
        };
        let names: Vec<String> = self.names.iter().enumerate().take(LISTED).map(shown).collect();
        let dots = if self.names.len() > LISTED { ", …" } else { "" };
        let what = if self.has_header { "the columns are" } else { "the first line has" };
        format!("{what} {}{dots}", names.join(", "))
    }
}
