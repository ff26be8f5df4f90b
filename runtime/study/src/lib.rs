//! The study: which optimisations pay for which applications, inputs and chips.
//!
//! The method is that of "One Size Doesn't Fit All: Quantifying Performance Portability of Graph
//! Applications on GPUs" (IISWC '19), sections II, III and VI to VIII. The data walks in one direction:
//!
//! ```text
//! study (TOML) ──► plan ──► sweep: workers, checks, interleaved runs ──► store (SQLite, raw samples)
//!                                                                  │
//!                                                                  ▼
//!                            report (HTML, Markdown) ◄── analysis ◄── Dataset
//!                            policy (TOML)           ◄──┘
//! ```
//!
//! [`dataset`] is what lies between measuring and judging: plain values, with no file and no device
//! behind them, so that what judges can be tested with a study that was made up.
//! [`analysis`] judges it, by [`statistics`]; [`report`] shows it. [`tuning`] judges calibrations of
//! devices, which a report shows beside the study.

pub mod analysis;
pub mod dataset;
pub mod error;
pub mod export;
pub mod plan;
pub mod policy;
pub mod prediction;
pub mod report;
pub mod statistics;
pub mod store;
pub mod study;
pub mod sweep;
pub mod tuning;

pub use dataset::{Cell, Chip, Dataset, Input, Outcome, Recorded, Test};
pub use error::{StoreError, StudyError, SweepError};
pub use plan::Plan;
pub use store::Store;
pub use study::Study;
pub use sweep::sweep;
