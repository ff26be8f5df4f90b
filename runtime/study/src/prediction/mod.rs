//! Prediction of the best configuration from facts that are known before a test runs, following
//! Verstraaten, "Analysis and Prediction of GPU Graph Algorithm Performance", chapters 7 and 8.
//!
//! ```text
//! Dataset ─► features ─┐
//!                      ├─► model: trees (tree) ─► validation: its cost on unseen tests
//! Measurements ────────┘
//! ```
//!
//! A tree can be grown from any data, and a study has few tests. A tree is therefore only a
//! hypothesis until [`validation`] has compared it with the other ways to choose.
//!
//! Limits: models predict for a whole test from its graph, application and chip. Verstraaten's
//! models predict for each step of a search and switch between steps. An artefact of igc is
//! compiled for one configuration, so the models ignore steps.

pub mod features;
pub mod model;
pub mod validation;

pub use features::{Feature, Features};
pub use model::{Kind, Model, Part, Trainer, classifier};
pub use validation::{Chooser, Chosen, LeftOut, Validation, ported, remembered, validate};
