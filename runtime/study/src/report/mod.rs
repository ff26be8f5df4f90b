//! Reports: the results of a study for readers, as one HTML page or as Markdown with pictures and
//! numbers.
//!
//! ```text
//! Dataset ─ analyse ─► Analysis ─ sections ─► Report ─┬─ html ─────► one self-contained page
//!                                    │                └─ markdown ─► report.md, figures/, numbers/
//!                                 figures: numbers ─► SVG
//! ```
//!
//! The figures and tables are those of "One Size Doesn't Fit All", applied to this study. Some are
//! from Verstraaten's "Analysis and Prediction of GPU Graph Algorithm Performance", from
//! "Policy-based Tuning for Performance Portability and Library Co-optimization" and from
//! "Performance Portability Study of Linear Algebra Kernels in OpenCL". A report computes only what
//! readers need in addition to the analysis. It contains no date, so the same data set gives the
//! same report, byte by byte.
//!
//! Every study gets a report, even if it has no results; the report says what is missing. Names may
//! come from files of unknown origin, so they are escaped everywhere.

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

use igc_measure::calibration::full::Findings;

use crate::Dataset;

/// Analyses a study and writes its report, including the attachments. `steps` names the
/// applications and inputs whose rounds are drawn, if the study has timed their steps. If `steps`
/// is empty, the tests with the largest effects of configurations are drawn.
pub fn report(dataset: &Dataset, attachments: &Attachments, steps: &[(String, String)]) -> Report {
    sections::report(dataset, attachments, steps)
}

/// Returns the section about full calibrations, which the command that measures prints. Returns
/// `None` if there are none.
pub fn full(calibrations: &[Findings]) -> Option<model::Section> {
    sections::full(calibrations)
}

impl Report {
    /// Renders the report as one self-contained page.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// Returns the files of the report's folder: the page as `index.html`, the text as `report.md`,
    /// and the files to which the text links.
    pub fn files(&self) -> Vec<File> {
        let mut files = vec![File { path: "index.html".into(), text: self.html() }];
        files.extend(markdown::files(self));
        files
    }
}
