//! Studies: which optimisations help which applications, inputs and chips.
//!
//! The method is that of "One Size Doesn't Fit All: Quantifying Performance Portability of Graph
//! Applications on GPUs" (IISWC '19), sections II, III and VI to VIII. Data flows in one direction:
//!
//! ```text
//! study (TOML) ──► plan ──► sweep: workers, checks, interleaved runs ──► store (SQLite, raw times)
//!                                                                  │
//!                                                                  ▼
//!                            report (HTML, Markdown) ◄── analysis ◄── Dataset
//!                            policy (TOML)           ◄──┘
//! ```
//!
//! - [`dataset`] separates measurement from analysis. It holds plain values and needs no files or
//!   devices, so unit tests can analyse artificial studies.
//! - [`analysis`] evaluates a data set with the functions of [`statistics`]; [`prediction`]
//!   examines whether the best configuration can be predicted.
//! - [`report`] presents the results; [`policy`] turns them into rules for the compiler.
//! - [`search`] searches for the best order of the scalar passes.
//! - [`primitives`] searches for the best policy of each primitive on a device.
//! - [`adaptive`] learns models of adaptive runs from timed steps.
//! - [`tuning`] evaluates device calibrations, which a report can include.

pub mod adaptive;
pub mod analysis;
pub mod dataset;
pub mod error;
pub mod export;
pub mod plan;
pub mod policy;
pub mod prediction;
pub mod primitives;
pub mod report;
pub mod search;
pub mod statistics;
mod steps;
pub mod store;
pub mod study;
pub mod sweep;
pub mod tree;
pub mod tuning;

pub use dataset::{Cell, Chip, Dataset, Input, Outcome, Recorded, Test};
pub use error::{StoreError, StudyError, SweepError};
pub use plan::Plan;
pub use store::Store;
pub use study::Study;
pub use sweep::sweep;
