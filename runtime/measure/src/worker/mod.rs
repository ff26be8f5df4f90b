//! Comparisons in a process of their own, so that what ends a process ends no more than that.
//!
//! A kernel that does not end cannot be stopped, a driver may crash while it builds or runs one, and
//! the system kills processes when memory is short. All three are results of the one configuration
//! that was being dealt with. So whoever tries many configurations lets a *worker* do it, another
//! process of the same program, and watches it from outside:
//!
//! ```text
//! Workers::compare ── Request, a line of JSON ──► stdin │ serve
//!    ▲      │                                           │   a device, a graph that stays
//!    │      └─ kills it when nothing was heard          │   between requests, bench::compare_on
//!    └───────── Message, a line of JSON ◄────── stdout  │
//! ```
//!
//! The worker tells of every [`Step`] before it takes it, and of life while a long run goes on. When
//! it is [`Lost`], the last step names the configuration that is to blame; that one is given up with
//! the reason, and a fresh worker does the task again without it.
//!
//! The modules: [`protocol`] is what the two say to each other, [`serve`](mod@serve) the worker's side,
//! [`process`] the watching of one worker, [`workers`] the replacing of lost ones, [`ahead`] several of
//! them that build kernels.

pub mod ahead;
mod facts;
pub mod process;
pub mod protocol;
pub mod serve;
pub mod workers;

pub use ahead::{Kernels, build_ahead};
pub use process::{Lost, Worker};
pub use protocol::{DeviceFacts, Fault, Message, News, Request, Step, Task};
pub use serve::serve;
pub use workers::{Unanswered, Workers};
