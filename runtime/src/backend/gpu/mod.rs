//! Runs programs on GPUs, over any API that implements [`Gpu`](api::Gpu).
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
//! | [`api`], [`facts`] | what an API must implement, and what it must say about a device |
//! | [`memory`] | an open device, and typed memory on it |
//! | [`geometry`], [`environment`] | how many work-items a launch has; how workgroups of an outlined loop synchronise |
//! | [`refusal`] | refuses programs that a device cannot run |
//! | [`build`] | the size of workgroups, and the options of a build |
//! | `early` | a device that is opened before its graph is known |
//! | `resident`, [`state`], `worklist` | the graph, the arrays and the worklists on the device |
//! | `bound_kernel`, `outlined_loop` | the objects that are launched |
//! | `machine` | does what the [main machine](crate::main_machine) asks for |
//! | `prepared` | implements [`Resident`](super::Resident) and [`Prepared`](super::Prepared) |
//!
//! A backend of a GPU API implements [`Gpu`](api::Gpu), [`Device`](super::Device) and
//! [`Backend`](super::Backend): its device opens the API, and returns a [`ResidentGraph`]. The
//! public modules are also for code that measures devices, such as the self test and the
//! microbenchmarks in `igc-measure`.

pub mod api;
mod bound_kernel;
pub mod build;
#[cfg(any(feature = "cuda", feature = "opencl"))]
pub(in crate::backend) mod early;
pub mod environment;
pub mod facts;
pub mod geometry;
mod machine;
pub mod memory;
mod outlined_loop;
mod prepared;
pub mod refusal;
mod resident;
pub mod state;
mod worklist;

#[cfg(any(feature = "native", feature = "opencl"))]
pub(in crate::backend) use machine::Stop;
#[cfg(feature = "native")]
pub(in crate::backend) use machine::{Machine, TakenItems};
#[cfg(feature = "native")]
pub(in crate::backend) use prepared::Given;
pub use prepared::PreparedProgram;
pub use resident::ResidentGraph;
