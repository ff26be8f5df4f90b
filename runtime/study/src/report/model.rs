//! The structure of a report, independent of its format.

use super::svg::Picture;
use super::table::Table;

/// A report.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The name of the study.
    pub study: String,
    /// The sentences of the summary, one or two per item.
    pub summary: Vec<String>,
    /// The sections.
    pub sections: Vec<Section>,
}

/// A section of a report, which answers one question.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// The id of the section, for links.
    pub id: &'static str,
    /// The title of the section.
    pub title: &'static str,
    /// The paragraphs of the introduction.
    pub text: Vec<String>,
    /// The figures and tables of the section.
    pub exhibits: Vec<Exhibit>,
}

/// A figure or a table, with its numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Exhibit {
    /// The id of the figure or table, for links and file names.
    pub id: String,
    /// The title of the figure or table.
    pub title: String,
    /// The figure or table of a paper to which it corresponds, if any.
    pub source: Option<&'static str>,
    /// The caption, which explains how to read the figure or table.
    pub caption: String,
    /// The picture; `None` if there is only a table.
    pub picture: Option<Picture>,
    /// The table for readers.
    pub table: Table,
    /// The table for the CSV, if it differs from the table for readers.
    pub numbers: Option<Table>,
    /// The reason why the figure or table is missing; `None` if it exists.
    pub missing: Option<String>,
}

impl Section {
    /// Returns the tables as text for a terminal, each with its title.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for exhibit in &self.exhibits {
            out += &exhibit.title;
            out.push('\n');
            match &exhibit.missing {
                Some(why) => out += &format!("{why}\n"),
                None => out += &exhibit.table.text(),
            }
            out.push('\n');
        }
        out
    }
}

impl Exhibit {
    /// Creates a table with a caption.
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

    /// Creates a placeholder for a figure or a table for which the study lacks data.
    pub fn missing(
        id: impl Into<String>,
        title: impl Into<String>,
        why: impl Into<String>,
    ) -> Exhibit {
        let table = Table::new::<String>([]);
        Exhibit { missing: Some(why.into()), ..Exhibit::table(id, title, "", table) }
    }

    /// Adds the name of the corresponding figure or table of "One Size Doesn't Fit All". If it is
    /// from another paper, `source` also names that paper.
    pub fn after(self, source: &'static str) -> Exhibit {
        Exhibit { source: Some(source), ..self }
    }

    /// Sets a separate table for the CSV.
    pub fn with_numbers(self, numbers: Table) -> Exhibit {
        Exhibit { numbers: Some(numbers), ..self }
    }

    /// The numbers as comma-separated values.
    pub fn csv(&self) -> String {
        self.numbers.as_ref().unwrap_or(&self.table).csv()
    }

    /// Adds a picture to the figure.
    pub fn with(self, picture: Picture) -> Exhibit {
        Exhibit { picture: Some(picture), ..self }
    }
}
