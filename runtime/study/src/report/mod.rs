//! What a study says, for people: one HTML page, or a Markdown text with its pictures and numbers.
//!
//! ```text
//! Dataset ─ analyse ─► Analysis ─ sections ─► Report ─┬─ html ─────► one page, with everything inside
//!                                    │                └─ markdown ─► report.md, figures/, numbers/
//!                                 figures: numbers ─► SVG
//! ```
//!
//! The figures and tables are those of "One Size Doesn't Fit All" for the study at hand, and some of
//! Verstraaten's "Analysis and Prediction of GPU Graph Algorithm Performance", of "Policy-based Tuning for
//! Performance Portability and Library Co-optimization" and of "Performance Portability Study of Linear
//! Algebra Kernels in OpenCL". Nothing is computed here but what only a reader needs. The same data set
//! gives the same report, byte by byte: there is no date in it.
//!
//! Whatever a study lacks, it gets a report, which says what is missing. Names come from a file that
//! someone else may have written: they are escaped wherever they stand.

pub mod attachments;
pub mod figures;
pub mod html;
pub mod markdown;
pub mod model;
pub mod numbers;
pub mod scale;
pub mod svg;
pub mod table;

mod sections;

pub use attachments::Attachments;
pub use markdown::File;
pub use model::Report;

use crate::Dataset;

/// Judges a study and says what came of it, and what else is known of its chips. `steps` are the applications
/// and inputs, by name, whose rounds are drawn where the study has timed them; without any, those where
/// configurations differ most.
pub fn report(dataset: &Dataset, attachments: &Attachments, steps: &[(String, String)]) -> Report {
    sections::report(dataset, attachments, steps)
}

impl Report {
    /// The report as one page that needs nothing else.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// The report as a folder: the page as `index.html`, the text as `report.md`, and what that links to.
    pub fn files(&self) -> Vec<File> {
        let mut files = vec![File { path: "index.html".into(), text: self.html() }];
        files.extend(markdown::files(self));
        files
    }
}
