//! Runs programs on OpenCL devices.
//!
//! Buffers are allocated once and kernels are built once. A round then costs only its launches and,
//! for each round of a `pipe`, one read of four bytes: the number of items that were pushed. A
//! worklist swaps its front and back buffer by exchanging two arguments of kernels (`worklist.rs`).
//! The host copies no memory and enqueues no other commands.
//!
//! A worklist that has no room for a push loses an item, so the result of the run is wrong. The run
//! is then restarted with a larger worklist, and the report shows the number of restarts. The
//! kernels count lost items, so that the host knows the capacity that would have sufficed.
//!
//! The modules, from the bottom up:
//!
//! | module | content |
//! | --- | --- |
//! | [`geometry`], [`environment`] | how many work-items a launch has; how workgroups of an outlined loop synchronise |
//! | [`obstacles`] | what a device lacks for a program |
//! | [`build`] | compiles kernels for the device's dialect |
//! | `resident`, `state`, `worklist` | the graph, the arrays and the worklists on the device |
//! | `bound_kernel`, `outlined_loop` | the objects that are launched |
//! | `machine` | does what the [host machine](crate::host) asks for |
//! | `prepared`, `device` | implement the traits of [`backend`](super) |
//!
//! The public modules are for code that measures OpenCL devices, such as the self test and the
//! microbenchmarks in `igc-measure`.

mod bound_kernel;
pub mod build;
mod device;
pub mod environment;
pub mod geometry;
mod machine;
pub mod obstacles;
mod outlined_loop;
mod prepared;
mod resident;
mod state;
mod worklist;

pub use crate::host::Decisions;
pub use device::{OpenCl, OpenClDevice};
pub use prepared::{PreparedProgram, Recording};
pub use resident::ResidentGraph;
pub use state::locks;
