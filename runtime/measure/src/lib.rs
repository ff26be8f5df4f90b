//! Measures and tests programs and devices, by means of the runtime.
//!
//! This example times two configurations of a program on the interpreter:
//!
//! ```
//! use igc_compiler::configuration::Configuration;
//! use igc_measure::comparison::{Candidate, Settings, compare};
//! use igc_runtime::backend::{Device, interpreter::Interpreter};
//! use igc_runtime::input::Input;
//!
//! let text = "node in_edges: u32 = 0;
//!             kernel count() { forall e in edges { atomic_add(e.dst.in_edges, 1); } }
//!             main { count(); }
//!             output in_edges;";
//! let candidates = ["none", "wg"].map(|flags| {
//!     let options = Configuration::parse(flags).expect("these are flags");
//!     Candidate::compile("in_edges", text, &options, Interpreter.executed())
//! });
//! let (input, settings) = (Input::load("star:9")?, Settings { repeat: 6, ..Settings::default() });
//! let comparison = compare(&candidates, &input, &Interpreter, &settings, &mut |_| {})?;
//! for entry in &comparison.configurations {
//!     println!("{}: {:?}", entry.options, entry.outcome);
//! }
//! # assert_eq!(comparison.configurations.len(), 2);
//! # assert_eq!(comparison.failures().count(), 0);
//! # Ok::<(), igc_runtime::Error>(())
//! ```
//!
//! The modules:
//!
//! - [`comparison`] times configurations of a program side by side, and [`statistics`] computes
//!   their medians and confidence intervals.
//! - [`conformance`] tests whether a device runs compiled programs correctly.
//! - [`worker`] runs comparisons in another process, because a driver may hang or crash.
//!   [`shard`] distributes tests among processes.
//! - [`calibration`] holds the numbers of work-items with which launches were fastest on a device.
//! - [`primitives`] holds the configurations of the primitives that `igc search primitives` tunes.
//! - [`roofline`] computes the share of the hardware's limit that a program reaches.
//! - [`opencl`] measures OpenCL devices themselves. Only this module knows OpenCL; the others use
//!   devices through [`igc_runtime::backend`].

pub mod calibration;
pub mod comparison;
pub mod conformance;
pub mod error;
pub mod opencl;
pub mod primitives;
pub mod roofline;
pub mod shard;
pub mod statistics;
pub mod waiting;
pub mod worker;

pub use error::Error;
