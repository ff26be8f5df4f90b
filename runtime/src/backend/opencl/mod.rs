//! Execution on OpenCL devices: the host's side of a schedule.
//!
//! Buffers are allocated once and kernels are built once. What repeats is launches and, for each round
//! of a `pipe`, one read of four bytes: the number of items that were pushed. A worklist swaps its
//! front and back buffer by binding the arguments of kernels anew (`worklist.rs`). The host copies no
//! memory and enqueues nothing else.
//!
//! A worklist that has no room for a push loses items, which makes the run worthless. The run is then
//! restarted with a larger worklist, and the report says so. The kernels count the items that they
//! would have needed room for.
//!
//! The modules, from the bottom up:
//!
//! | module | content |
//! | --- | --- |
//! | [`geometry`], [`environment`] | how many work-items a launch has; how workgroups of an outlined loop synchronise |
//! | `loops`, [`obstacles`] | the outlined loops of a schedule; what a device lacks for a program |
//! | [`build`] | compiles kernels for the device's dialect |
//! | `resident`, `state`, `worklist` | the graph, the arrays and the worklists on the device |
//! | `bound_kernel`, `outlined_loop`, `recorder` | what is launched; the record of rounds |
//! | `machine` | walks through the schedule and launches |
//! | `prepared`, `device` | the traits of [`backend`](super), implemented |
//!
//! What measures the device itself, such as the self test or a microbenchmark of the grid barrier,
//! uses the public modules.

mod bound_kernel;
pub mod build;
mod device;
pub mod environment;
mod expression;
pub mod geometry;
mod loops;
mod machine;
pub mod obstacles;
mod outlined_loop;
mod prepared;
mod recorder;
mod resident;
mod state;
mod worklist;

pub use device::{OpenCl, OpenClDevice};
pub use prepared::{PreparedProgram, Recording};
pub use resident::ResidentGraph;
pub use state::locks;
