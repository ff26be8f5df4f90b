//! `--plot`: writes charts as an SVG file or as a page, with the figures of study reports.

use std::path::{Path, PathBuf};

use igc_study::report::model::{Exhibit, Report, Section};
use igc_study::report::{html, svg};

use crate::failed::Failed;
use crate::message::shown;
use crate::output::{fail, not_written, write};

/// Accepts a file whose ending selects a form.
///
/// # Errors
///
/// Returns an error for other endings.
pub fn file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("svg" | "html") => Ok(path),
        _ => Err("expected a file that ends in .svg or .html".into()),
    }
}

/// Charts about one subject.
pub struct Charts {
    /// The title.
    pub title: String,
    /// Facts about the subject.
    pub facts: Vec<String>,
    /// The charts, with their tables.
    pub exhibits: Vec<Exhibit>,
}

/// Checks before the work that the file can be written.
///
/// # Errors
///
/// Returns an error if it cannot.
pub fn check(path: Option<&Path>) -> Result<(), Failed> {
    path.map_or(Ok(()), |path| not_written(path, igc_output::check(path)))
}

impl Charts {
    /// Writes the charts.
    ///
    /// # Errors
    ///
    /// Returns an error if there is nothing to draw, or if the file cannot be written.
    pub fn write(self, path: &Path) -> Result<(), Failed> {
        if self.exhibits.iter().all(|exhibit| exhibit.picture.is_none()) {
            let reasons = self.exhibits.iter().filter_map(|exhibit| exhibit.missing.as_deref());
            let reasons: Vec<&str> = reasons.collect();
            return fail(
                Failed::Input,
                format_args!("{}: there is nothing to draw: {}", shown(path), reasons.join("; ")),
            );
        }
        let is_page = path.extension().is_some_and(|ending| ending == "html");
        let text = if is_page { self.page() } else { self.picture() };
        write(path, text)
    }

    fn page(self) -> String {
        let section =
            Section { id: "charts", title: "Charts", text: vec![], exhibits: self.exhibits };
        html::charts(&Report { study: self.title, summary: self.facts, sections: vec![section] })
    }

    fn picture(&self) -> String {
        let pictures = self.exhibits.iter();
        let pictures: Vec<_> = pictures
            .filter_map(|exhibit| Some((exhibit.title.as_str(), exhibit.picture.as_ref()?)))
            .collect();
        svg::stack(&pictures, &self.title, &self.facts.join("; ")).standalone()
    }
}
