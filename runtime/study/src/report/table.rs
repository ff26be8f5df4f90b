//! Tables. Values are formatted for readers, and written with all digits for CSV.

use igc_output::csv_cell;

use super::numbers;

/// A table.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The names of the columns in the CSV.
    pub columns: Vec<String>,
    /// The headings that readers see instead of the names of some columns: pairs of name and
    /// heading.
    pub headings: Vec<(&'static str, &'static str)>,
    /// The rows, each with a cell for every column.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The cells.
    pub cells: Vec<Cell>,
    /// Whether the row is visible at first. Hidden rows appear when a reader unfolds the table.
    pub shown: bool,
    /// Whether the row is highlighted.
    pub marked: bool,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The content of the cell.
    pub value: Value,
    /// The tone, which says whether the content is good or bad.
    pub tone: Tone,
}

/// The content of a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Text.
    Text(String),
    /// A count.
    Count(u64),
    /// A ratio of two times.
    Ratio(f64),
    /// A share, from 0 to 1.
    Share(f64),
    /// A probability, from 0 to 1.
    Probability(f64),
    /// A p-value, from 0 to 1.
    PValue(f64),
    /// A time in seconds.
    Seconds(f64),
    /// A number without a unit.
    Number(f64),
    /// A missing value.
    Missing,
}

/// A mark that says whether a number is good or bad.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tone {
    /// The number is neither good nor bad.
    #[default]
    Plain,
    /// The number is good, such as a speedup.
    Good,
    /// The number is bad, such as a slowdown or a failure.
    Bad,
}

impl Value {
    /// Formats the value for a reader.
    pub fn shown(&self) -> String {
        match self {
            Value::Text(text) => text.clone(),
            Value::Count(count) => numbers::count(*count),
            Value::Ratio(ratio) => numbers::ratio(*ratio),
            Value::Share(share) => numbers::percent(*share),
            Value::Probability(probability) => numbers::probability(*probability),
            Value::PValue(p) => numbers::p_value(*p),
            Value::Seconds(seconds) => numbers::seconds(*seconds),
            Value::Number(number) => numbers::plain(*number),
            Value::Missing => numbers::NOTHING.to_string(),
        }
    }

    /// Formats the value for a program: with all digits, and empty if it is missing.
    pub fn raw(&self) -> String {
        match self {
            Value::Text(text) => text.clone(),
            Value::Count(count) => count.to_string(),
            Value::Ratio(value)
            | Value::Share(value)
            | Value::Probability(value)
            | Value::PValue(value)
            | Value::Seconds(value)
            | Value::Number(value) => {
                if value.is_finite() {
                    value.to_string()
                } else {
                    String::new()
                }
            }
            Value::Missing => String::new(),
        }
    }

    /// Whether the value is right-aligned, as numbers are.
    pub fn is_number(&self) -> bool {
        !matches!(self, Value::Text(_))
    }
}

impl<V: Into<Value>> From<V> for Cell {
    fn from(value: V) -> Cell {
        Cell { value: value.into(), tone: Tone::Plain }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_string())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<usize> for Value {
    fn from(count: usize) -> Value {
        Value::Count(count as u64)
    }
}

impl From<u64> for Value {
    fn from(count: u64) -> Value {
        Value::Count(count)
    }
}

impl Cell {
    /// Creates a cell for a speedup, which is good above one and bad below one.
    pub fn speedup(ratio: f64) -> Cell {
        let tone = match ratio {
            r if r >= 1.005 => Tone::Good,
            r if r < 0.995 => Tone::Bad,
            _ => Tone::Plain,
        };
        Cell { value: Value::Ratio(ratio), tone }
    }

    /// Creates a cell for a value that may be missing.
    pub fn known<T>(value: Option<T>, cell: impl FnOnce(T) -> Value) -> Cell {
        value.map_or(Value::Missing, cell).into()
    }
}

impl Row {
    /// Creates a visible row.
    pub fn new(cells: Vec<Cell>) -> Row {
        Row { cells, shown: true, marked: false }
    }
}

impl Table {
    /// Creates a table without rows.
    pub fn new<C: Into<String>>(columns: impl IntoIterator<Item = C>) -> Table {
        Table {
            columns: columns.into_iter().map(Into::into).collect(),
            headings: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Sets headings that readers see instead of the names of some columns, given as pairs of name
    /// and heading. The CSV keeps the names.
    pub fn with_headings<const N: usize>(
        self,
        headings: [(&'static str, &'static str); N],
    ) -> Table {
        Table { headings: headings.into(), ..self }
    }

    /// Returns the headings of the columns for readers.
    pub fn headings(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|name| {
            let heading = self.headings.iter().find(|(of, _)| of == name);
            heading.map_or(name.as_str(), |(_, heading)| heading)
        })
    }

    /// Adds a visible row.
    pub fn push(&mut self, cells: Vec<Cell>) {
        self.rows.push(Row::new(cells));
    }

    /// Hides the rows of a long table except for the first, the last and the highlighted ones.
    pub fn fold(&mut self, first: usize, last: usize) {
        let count = self.rows.len();
        // Hiding only a few rows would save no space.
        if count <= first + last + 3 {
            return;
        }
        for (at, row) in self.rows.iter_mut().enumerate() {
            row.shown = at < first || at + last >= count || row.marked;
        }
    }

    /// Number of hidden rows.
    pub fn folded(&self) -> usize {
        self.rows.iter().filter(|row| !row.shown).count()
    }

    /// Whether all cells of a column are right-aligned, as numbers are.
    pub fn is_number(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.cells.get(column)).peekable();
        cells.peek().is_some() && cells.all(|cell| cell.value.is_number())
    }

    /// Returns the table as text with aligned columns. A column with the same text in several rows,
    /// and in all, is left out if it is the first one.
    pub fn text(&self) -> String {
        let headings: Vec<String> = self.headings().map(String::from).collect();
        let rows = self.rows.iter().filter(|row| row.shown);
        let rows = rows.map(|row| row.cells.iter().map(|cell| cell.value.shown()).collect());
        let rows: Vec<Vec<String>> = [headings].into_iter().chain(rows).collect();
        let is_same =
            rows.len() > 2 && rows[1..].windows(2).all(|two| two[0].first() == two[1].first());
        let columns = usize::from(is_same && !self.is_number(0))..self.columns.len();
        let width = |at: usize| {
            let cells = rows.iter().filter_map(|row| row.get(at));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let mut out = String::new();
        for row in &rows {
            let cells = columns.clone().map(|at| {
                let (cell, width) = (row.get(at).map_or("", String::as_str), width(at));
                match self.is_number(at) {
                    true => format!("{cell:>width$}"),
                    false => format!("{cell:<width$}"),
                }
            });
            out += cells.collect::<Vec<_>>().join("  ").trim_end();
            out.push('\n');
        }
        out
    }

    /// Returns the table as comma-separated values (RFC 4180), with all digits. Texts are safe for
    /// spreadsheets ([`csv_cell`]).
    pub fn csv(&self) -> String {
        let cell_text = |cell: &Cell| csv_cell(&cell.value.raw()).into_owned();
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        let rows = self.rows.iter().map(|row| row.cells.iter().map(cell_text));
        let written = writer
            .write_record(&self.columns)
            .and_then(|()| rows.into_iter().try_for_each(|cells| writer.write_record(cells)));
        written.expect("memory takes it");
        let bytes = writer.into_inner().expect("memory takes it");
        String::from_utf8(bytes).expect("it was made of text")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_has_all_digits_and_quotes_what_needs_it() {
        let mut table = Table::new(["name", "ratio"]);
        table.push(vec!["a, \"b\"".into(), Value::Ratio(1.23456789).into()]);
        table.push(vec!["c".into(), Value::Ratio(f64::NAN).into()]);
        assert_eq!(table.csv(), "name,ratio\n\"a, \"\"b\"\"\",1.23456789\nc,\n");
    }

    #[test]
    fn headings_are_for_readers_and_names_for_programs() {
        let table = Table::new(["name", "arcs"]).with_headings([("arcs", "edges")]);
        assert_eq!(table.headings().collect::<Vec<_>>(), ["name", "edges"]);
        assert_eq!(table.csv(), "name,arcs\n");
    }

    #[test]
    fn text_has_aligned_columns_without_a_name_that_all_rows_share() {
        let mut table = Table::new(["device", "operation", "count"]);
        table.push(vec!["d".into(), "copy".into(), 7usize.into()]);
        table.push(vec!["d".into(), "dot".into(), 12usize.into()]);
        assert_eq!(table.text(), "operation  count\ncopy           7\ndot           12\n");
        table.push(vec!["other".into(), "dot".into(), Cell::from(Value::Missing)]);
        assert!(table.text().starts_with("device  operation  count\nd       copy"));
    }

    #[test]
    fn long_tables_fold_and_keep_what_is_marked() {
        let mut table = Table::new(["n"]);
        (0..20usize).for_each(|n| table.push(vec![n.into()]));
        table.rows[10].marked = true;
        table.fold(5, 5);
        assert_eq!(table.folded(), 9);
        assert!(table.rows[10].shown && !table.rows[9].shown);
        table.rows.truncate(8);
        table.rows.iter_mut().for_each(|row| row.shown = true);
        table.fold(5, 2);
        assert_eq!(table.folded(), 0);
    }
}
