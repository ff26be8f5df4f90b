//! What a report consists of, before it is a page or a text.

use super::svg::Picture;
use super::table::Table;

/// A report.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// What the study is called.
    pub study: String,
    /// What it says in a few sentences.
    pub summary: Vec<String>,
    /// Its parts.
    pub sections: Vec<Section>,
}

/// A part of a report, which answers a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// What links to it are called.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it is about, in paragraphs.
    pub text: Vec<String>,
    /// What it shows.
    pub exhibits: Vec<Exhibit>,
}

/// A figure or a table, with its numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Exhibit {
    /// What links to it and its files are called.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Which figure or table of a paper it corresponds to.
    pub source: Option<&'static str>,
    /// How to read it.
    pub caption: String,
    /// The picture; a table alone has none.
    pub picture: Option<Picture>,
    /// The numbers that a reader sees.
    pub table: Table,
    /// The numbers to take further, where these are others.
    pub numbers: Option<Table>,
    /// Why there are none, where there are none.
    pub missing: Option<String>,
}

impl Exhibit {
    /// A table.
    pub fn table(
        id: impl Into<String>,
        title: impl Into<String>,
        caption: impl Into<String>,
        table: Table,
    ) -> Exhibit {
        Exhibit {
            id: id.into(),
            title: title.into(),
            source: None,
            caption: caption.into(),
            picture: None,
            table,
            numbers: None,
            missing: None,
        }
    }

    /// A place where a figure or a table would be, if the study had the numbers.
    pub fn missing(
        id: impl Into<String>,
        title: impl Into<String>,
        why: impl Into<String>,
    ) -> Exhibit {
        let table = Table::new::<String>([]);
        Exhibit { missing: Some(why.into()), ..Exhibit::table(id, title, "", table) }
    }

    /// The same after a figure or table of "One Size Doesn't Fit All", or of a paper that `source` names.
    pub fn after(self, source: &'static str) -> Exhibit {
        Exhibit { source: Some(source), ..self }
    }

    /// The same with other numbers to take further than those that a reader sees.
    pub fn with_numbers(self, numbers: Table) -> Exhibit {
        Exhibit { numbers: Some(numbers), ..self }
    }

    /// The numbers to take further, as comma-separated values.
    pub fn csv(&self) -> String {
        self.numbers.as_ref().unwrap_or(&self.table).csv()
    }

    /// The same with a picture.
    pub fn with(self, picture: Picture) -> Exhibit {
        Exhibit { picture: Some(picture), ..self }
    }
}
