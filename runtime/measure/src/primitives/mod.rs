//! The primitives that `igc search primitives` tunes, and their configurations.
//!
//! A primitive is an operation on sequences that many programs contain: four of "Policy-based Tuning
//! for Performance Portability and Library Co-optimization" (section 5.2), and three of igc's own.
//! The paper's templates have parameters that are bound by a *policy* for a device. Here, a
//! [`PrimitiveConfiguration`] binds the macros of an OpenCL C kernel (`opencl/primitives/`).
//!
//! This module holds the space and the results, and does not depend on a backend.

mod configuration;
mod job;

pub use configuration::{Algorithm, Load, Parameter, Primitive, PrimitiveConfiguration, WordOrder};
pub use job::{PrimitiveJob, PrimitiveOutcome, PrimitiveTime};
