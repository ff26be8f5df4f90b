//! Can the best configuration be predicted from what is known of a test before it runs? After Verstraaten,
//! "Analysis and Prediction of GPU Graph Algorithm Performance", chapters 7 and 8.
//!
//! ```text
//! Dataset ─► features ─┐
//!                      ├─► model: trees (cart) ─► validation: what its choices cost on tests it never saw
//! Measurements ────────┘
//! ```
//!
//! The tests of a study are few, and a tree can always be grown: what it says is a hypothesis until the
//! [`validation`] has held it against the study's other ways to choose. Models predict for a whole test from
//! its graph, application and chip. Verstraaten's predict for each step of a search, and switch on the way;
//! an artefact of ours is compiled for one configuration, so nothing here looks at steps.

pub mod cart;
pub mod features;
pub mod model;
pub mod validation;

pub use cart::{Limits, Node, Split, Tree};
pub use features::{Feature, Features};
pub use model::{Kind, Model, Part, Trainer};
pub use validation::{Chooser, Chosen, LeftOut, Validation, ported, remembered, validate};
