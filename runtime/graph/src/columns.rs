//! Names of columns: which columns a table of edges or of values may have, and the usual names of
//! each of them.
//!
//! A table is read by the names of its columns, so a name that is not known is an error. The readers
//! of graphs and of the inputs of programs share these names.

/// The content of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// The source of an edge.
    Source,
    /// The destination of an edge.
    Target,
    /// The weight of an edge.
    Weight,
    /// The number of a node.
    Node,
    /// The number of an edge.
    Edge,
}

/// The columns of a file that has edges as a table, apart from those of the sources and targets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EdgeColumns {
    /// The column of the weights, as the key `weight` takes it: its name, or its number from 1 if the
    /// columns have no names. `None` if the edges have no weights.
    pub weight: Option<String>,
    /// The names of the columns that were not read.
    pub unread: Vec<String>,
}

impl Column {
    /// The names of the column. Letters may have any case.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Self::Source => &["source", "src", "from", "u"],
            Self::Target => &["target", "destination", "dst", "to", "v"],
            Self::Weight => &["weight", "w"],
            Self::Node => &["node", "id"],
            Self::Edge => &["edge"],
        }
    }

    /// Returns which of these columns has the name.
    pub fn named(name: &str, columns: &[Self]) -> Option<Self> {
        let has = |column: &&Self| column.names().iter().any(|of| of.eq_ignore_ascii_case(name));
        columns.iter().find(has).copied()
    }

    /// Returns the names of the column for a message.
    pub fn list(self) -> String {
        let (first, others) = self.names().split_first().expect("every column has a name");
        let others: Vec<String> = others.iter().map(|name| format!("`{name}`")).collect();
        match others.is_empty() {
            true => format!("`{first}`"),
            false => format!("`{first}` (or {})", others.join(", ")),
        }
    }
}

/// Removes the quotation marks around the name of a column, which spreadsheets and statistics
/// programs write.
pub fn unquoted(name: &str) -> &str {
    name.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Column; 5] =
        [Column::Source, Column::Target, Column::Weight, Column::Node, Column::Edge];

    #[test]
    fn each_name_means_one_column() {
        for column in ALL {
            for name in column.names() {
                assert_eq!(Column::named(&name.to_uppercase(), &ALL), Some(column));
            }
        }
        assert_eq!(Column::named("weight", &[Column::Source]), None);
        assert_eq!(Column::Weight.list(), "`weight` (or `w`)");
        assert_eq!((unquoted("\"to\""), unquoted("\"to"), unquoted("\"")), ("to", "\"to", "\""));
    }
}
