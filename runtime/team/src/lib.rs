//! Threads that run a function together, and take chunks of its work.
//!
//! The native CPU target runs parallel loops on a [`Team`], whose threads take [`Chunks`] of the
//! loop until none is left.
//!
//! | file | task |
//! | --- | --- |
//! | `team.rs` | the threads: how they start, wait and end |
//! | `chunks.rs` | the distribution of chunks |
//! | `perturbation.rs` | delays and other orders, for tests |
//! | `sync.rs` | the primitives of synchronisation, which loom can replace |
//! | `model.rs` | the tests that loom runs |
//!
//! Loom runs a test in every order in which the threads may interleave, and with every value that a
//! load may read under the C11 memory model. This crate has no dependencies, because loom needs a
//! separate build of it:
//!
//! ```sh
//! RUSTFLAGS="--cfg loom" cargo test --release -p igc-team --lib --target-dir target/loom
//! ```

mod chunks;
#[cfg(all(test, loom))]
mod model;
mod perturbation;
mod sync;
mod team;

pub use chunks::Chunks;
pub use perturbation::Perturbation;
pub use team::{STACK_BYTES, Team};
