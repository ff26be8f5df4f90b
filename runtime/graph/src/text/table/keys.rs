//! The keys of a table: which columns have the edges, what separates them, and what ids are.

use super::records::Separator;
use crate::error::Problem;

/// The keys of a table. If one of them is given, an edge list is read as a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableKeys {
    /// The column of the sources.
    pub source: Option<ColumnKey>,
    /// The column of the targets.
    pub target: Option<ColumnKey>,
    /// The column of the weights.
    pub weight: Option<ColumnKey>,
    /// Whether the first line has the names of the columns. By default, this depends on how the columns
    /// are named.
    pub header: Option<bool>,
    /// What separates columns. By default, the first line decides.
    pub separator: Option<Separator>,
    /// What the ids of nodes are. By default, they are names if a column is named.
    pub ids: Option<IdsKey>,
}

/// A column of a table, as the user names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnKey {
    /// The name in the first line.
    Name(String),
    /// The number of the column, from 1.
    Number(u32),
}

/// The meaning of the ids in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdsKey {
    /// Each different id is a node.
    Names,
    /// Ids are the numbers of nodes, from 0.
    Numbers,
}

impl TableKeys {
    /// The names of the keys.
    pub const NAMES: [&str; 6] = ["source", "target", "weight", "header", "separator", "ids"];

    /// Sets a key of [`Self::NAMES`].
    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        let bad = |allowed: &str| {
            let (key, value) = (key.to_owned(), value.to_owned());
            Problem::BadKey { key, value, allowed: allowed.into() }
        };
        let column = || match value.parse() {
            Ok(0) => Err(bad("the name of a column, or its number from 1")),
            Ok(number) => Ok(Some(ColumnKey::Number(number))),
            Err(_) if value.is_empty() => Err(bad("the name of a column, or its number from 1")),
            Err(_) => Ok(Some(ColumnKey::Name(value.into()))),
        };
        match key {
            "source" => self.source = column()?,
            "target" => self.target = column()?,
            "weight" => self.weight = column()?,
            "header" => match value {
                "" | "yes" => self.header = Some(true),
                "no" => self.header = Some(false),
                _ => return Err(bad("empty, `yes` or `no`")),
            },
            "separator" => {
                let found = Separator::ALL.iter().find(|(name, _)| *name == value);
                let found = found.ok_or_else(|| bad("`comma`, `semicolon`, `tab` or `blanks`"))?;
                self.separator = Some(found.1);
            }
            _ => match value {
                "names" => self.ids = Some(IdsKey::Names),
                "numbers" => self.ids = Some(IdsKey::Numbers),
                _ => return Err(bad("`names` or `numbers`")),
            },
        }
        Ok(())
    }

    /// Returns the names of the keys that are given.
    pub(crate) fn given(&self) -> impl Iterator<Item = &'static str> {
        let TableKeys { source, target, weight, header, separator, ids } = self;
        let given = [
            source.is_some(),
            target.is_some(),
            weight.is_some(),
            header.is_some(),
            separator.is_some(),
            ids.is_some(),
        ];
        Self::NAMES.into_iter().zip(given).filter(|(_, is_given)| *is_given).map(|(name, _)| name)
    }

    /// Returns whether a key is given.
    pub fn is_given(&self) -> bool {
        *self != TableKeys::default()
    }

    /// What the ids of nodes are.
    pub fn ids(&self) -> IdsKey {
        let has_column = self.source.is_some() || self.target.is_some();
        self.ids.unwrap_or(if has_column { IdsKey::Names } else { IdsKey::Numbers })
    }

    /// Returns the columns that the keys name.
    fn columns(&self) -> impl Iterator<Item = &ColumnKey> {
        [&self.source, &self.target, &self.weight].into_iter().flatten()
    }

    /// Returns whether a column is named by a name in the first line.
    pub(crate) fn has_names(&self) -> bool {
        self.columns().any(|column| matches!(column, ColumnKey::Name(_)))
    }

    /// Returns whether every column that is read has a number.
    pub(crate) fn has_numbers(&self) -> bool {
        self.columns().any(|column| matches!(column, ColumnKey::Number(_)))
    }
}
