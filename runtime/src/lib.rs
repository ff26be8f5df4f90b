//! Runs compiled programs on graphs and devices, and checks and reports the results.
//!
//! This crate is the small half of igc's runtime: a tool that embeds igc needs this crate and
//! `igc-compiler`. Benchmarks, conformance runs and calibration are in `igc-measure`.
//!
//! [`run::run`] is the whole sequence, and its modules are the steps:
//!
//! 1. [`input`] loads or generates a graph.
//! 2. [`params`] binds the program's parameters, and [`data_file`] reads its inputs.
//! 3. [`devices::select`] selects a device. A device belongs to a [`backend`]: the reference
//!    interpreter, the native CPU target, CUDA, or OpenCL.
//! 4. [`execution`] prepares the program on the device and runs it, with its [options](run_options).
//! 5. [`verdict`] asks the program's oracles whether the result is right; [`reference`](mod@reference) compares it
//!    with the interpreter's.
//! 6. [`report`] holds the times and the verdicts.
//!
//! The crate links no driver, and needs none to start. The features `native`, `cuda` and `opencl`, which are
//! on by default, can be turned off; without them, the interpreter is the only device.
//!
//! ```
//! use igc_compiler::{driver::compile, configuration::Configuration, data::ArrayData};
//! use igc_runtime::{backend::interpreter::Interpreter, input::Input, run::{Request, run}};
//!
//! let text = "node in_edges: u32 = 0;
//!             kernel count() { forall e in edges { atomic_add(e.dst.in_edges, 1); } }
//!             main { count(); }
//!             output in_edges;";
//! let artefact = compile("in_edges", text, &Configuration::default()).expect("it compiles").artefact;
//! let input = Input::load("star:4")?;
//! let outcome = run(&artefact, &input, &Interpreter, &Request::default())?;
//! let (name, counts) = &outcome.outputs[0];
//! assert_eq!((name.as_str(), counts), ("in_edges", &ArrayData::U32(vec![3, 1, 1, 1])));
//! # Ok::<(), igc_runtime::Error>(())
//! ```

pub mod backend;
pub mod bytes;
pub mod crash_note;
pub mod data_file;
pub mod devices;
pub mod error;
pub mod execution;
pub mod external;
pub mod grid_options;
pub mod input;
pub mod judge;
mod main_machine;
pub mod memory;
pub mod params;
pub mod primitives;
pub mod prints;
mod quotient_graph;
pub mod reference;
pub mod report;
pub mod results;
pub mod run;
pub mod run_options;
pub mod source;
pub mod supersteps;
pub mod traffic;
pub mod verdict;
pub mod watch;

pub use error::Error;
pub use igc_graph as graph;
