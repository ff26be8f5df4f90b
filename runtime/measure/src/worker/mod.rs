//! Runs comparisons in another process, so that a failure ends only that process.
//!
//! The host cannot stop a kernel that never ends, a driver may crash while it builds or runs a
//! kernel, and the system kills processes when memory runs out. Each of these is the result of one
//! configuration. A client that runs many configurations therefore starts a *worker*, which is
//! another process of the same program, and watches it:
//!
//! ```text
//! Workers::compare ── Request, a line of JSON ──► stdin │ serve
//!    ▲      │                                           │   keeps a device and a graph
//!    │      └─ kills it after too long a silence        │   between requests; calls compare_on
//!    └───────── Message, a line of JSON ◄────── stdout  │
//! ```
//!
//! The worker announces every [`Activity`] before it starts, and sends signs of life during a long run.
//! If the worker is [`Lost`], its last activity names the configuration that is to blame. The client
//! records the failure of this configuration, and starts a new worker that repeats the task without
//! it.
//!
//! The modules:
//!
//! - [`protocol`]: the messages.
//! - [`serve`](mod@serve): the worker.
//! - [`process`]: the client's view of one worker.
//! - [`workers`]: replaces workers that are lost.
//! - `launches`: measures streaming operations, of which a lost worker costs one.
//! - `tuning`: measures primitives, as [`workers`] compare configurations.
//! - [`ahead`]: several workers that build kernels in advance.

pub mod ahead;
mod facts;
mod launches;
pub mod process;
pub mod protocol;
pub mod serve;
mod tuning;
pub mod workers;

pub use ahead::{Kernels, build_ahead};
pub use process::{Lost, Worker};
pub use protocol::{
    Activity, DeviceFacts, Fault, Launches, Message, News, PlanFacts, Request, Task,
};
pub use serve::serve;
pub use workers::{Unanswered, Workers};
