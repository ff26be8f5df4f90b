//! igc as a library: compiles graph programs, and runs them on any device.
//!
//! ```
//! use igc::{Arguments, ArrayData, Configuration, Device, Graph, Program, Session};
//!
//! let text = "param source: node = 0;
//!             node hops: u32 = MAX;
//!             kernel visit(round: u32) {
//!                 forall u in worklist {
//!                     forall e in u.out {
//!                         if e.dst.hops == MAX { e.dst.hops = round; push e.dst; }
//!                     }
//!                 }
//!             }
//!             main {
//!                 source.hops = 0;
//!                 let round = 1;
//!                 pipe [source] { visit(round); round += 1; }
//!             }
//!             output hops;";
//! let program = Program::compile("hops", text, &Configuration::default())?;
//! let graph = Graph::from_edges(4, [(0, 1), (1, 2), (0, 3)])?;
//! let mut session = Session::new(&Device::open("interpreter")?, &graph);
//! for (source, hops) in [(0, [0, 1, 2, 1]), (2, [u32::MAX, u32::MAX, 0, u32::MAX])] {
//!     let outcome = session.run(&program, &Arguments::new().param("source", source))?;
//!     assert_eq!(outcome.output("hops"), Some(&ArrayData::U32(hops.to_vec())));
//! }
//! # Ok::<(), igc::Error>(())
//! ```
//!
//! | type | content |
//! | --- | --- |
//! | [`Graph`] | a graph from memory, a file or a generator |
//! | [`Program`] | a compiled program, with what it needs and returns |
//! | [`Problem`] | a problem that programs of the library solve, such as `bfs` |
//! | [`Device`] | a device of this machine |
//! | [`Session`] | a graph on a device, where programs run |
//! | [`auto`] | chooses the program and the configuration for a problem |
//! | [`race`] | measures plans side by side |
//! | [`Arguments`] | the parameters and inputs of a run, and how it can be cancelled |
//! | [`Outcome`] | the outputs of a run, and its [`Report`] |
//!
//! All types can move to other threads. Nothing here prints, ends the process, or knows about the
//! command line. A panic inside igc is a bug, and an [`Error`] here; Rust's panic hook, which
//! belongs to the caller, still runs.

mod arguments;
pub mod auto;
mod device;
mod error;
mod graph;
mod manifest;
pub mod problems;
mod program;
pub mod race;
mod session;
mod solve;

pub use arguments::Arguments;
pub use device::Device;
pub use error::{Error, ErrorKind};
pub use graph::Graph;
pub use manifest::{Manifest, ManifestField, ManifestParameter};
pub use problems::{Problem, problems};
pub use program::{Field, Program, Source};
pub use session::Session;

pub use igc_compiler::configuration::Configuration;
pub use igc_compiler::data::ArrayData;
pub use igc_compiler::ir::{Extent, Type, Value};
pub use igc_compiler::{diagnostics, effects, interp::findings};
pub use igc_graph::{Graph as GraphArrays, Id, Ids, Offsets, Values, Weights, copied_from_devices};
#[cfg(feature = "cuda")]
pub use igc_runtime::backend::cuda::{CudaArray, CudaWeights, search_packages};
pub use igc_runtime::backend::{DeviceArray, DeviceName};
pub use igc_runtime::bytes::Bytes;
pub use igc_runtime::devices::DeviceRequest;
pub use igc_runtime::prints::Prints;
pub use igc_runtime::report::{Report, Verdict};
pub use igc_runtime::run::Outcome;
pub use igc_runtime::run_options::RunOptions;
pub use igc_runtime::watch::{Cancel, Watch};
pub use igc_runtime::{data_file, external, memory, report, supersteps, traffic};

#[cfg(all(doctest, feature = "native"))]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
