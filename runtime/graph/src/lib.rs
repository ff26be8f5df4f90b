//! Graphs in compressed sparse row (CSR) form: loads, saves, converts and generates them.
//!
//! | module | content |
//! | --- | --- |
//! | [`csr`], [`offsets`], [`values`] | graphs in memory |
//! | [`format`](mod@format), [`load`], [`options`] | formats, and what the keys of a specification change |
//! | [`text`], [`binary`], `columnar` | a reader for each format |
//! | [`write`] | writers |
//! | [`generate`] | generators |
//! | [`assemble`] | edges to rows |
//! | [`order`], [`reverse`], [`incoming`], [`clustering`] | other numbers of nodes, and arrays that programs need |
//! | [`info`], [`GraphFacts`] | what is known of a graph |
//!
//! An undirected edge is stored as two edges, one per direction. This crate does not depend on
//! devices or on the compiler.
//!
//! ```
//! use igc_graph::generate;
//!
//! // A grid of 2 × 3 nodes. To read a file, use `igc_graph::load_file` instead.
//! let graph = generate::draw("grid", "2x3", &[])?.build()?;
//! assert_eq!((graph.nodes(), graph.edges()), (6, 14));
//! assert_eq!(graph.neighbours(0), [1, 3]);
//! for node in 0..graph.nodes() {
//!     println!("{node} -> {:?}", graph.neighbours(node));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod assemble;
pub mod binary;
pub mod clustering;
#[cfg(feature = "parquet")]
mod columnar;
pub mod columns;
pub mod csr;
mod detect;
mod edit;
pub mod error;
mod facts;
pub mod format;
pub mod generate;
pub mod ids;
pub mod incoming;
pub mod info;
mod input;
pub mod keys;
pub mod load;
pub mod memory;
mod narrow;
pub mod offsets;
pub mod options;
pub mod order;
mod pages;
mod require;
pub mod reverse;
mod rows;
pub mod spec;
pub mod text;
mod threads;
mod transpose;
pub mod values;
pub mod write;

#[cfg(feature = "parquet")]
pub use columnar::is_decoding;
/// Returns whether this thread runs a decoder whose panics become errors. This build has none.
#[cfg(not(feature = "parquet"))]
pub fn is_decoding() -> bool {
    false
}

pub use assemble::{Assembler, EdgeChunk, assemble};
pub use columns::EdgeColumns;
pub use csr::{Graph, WeightFacts, Weights};
pub use error::{GraphError, Problem};
pub use facts::GraphFacts;
pub use format::Format;
pub use ids::{Id, Ids};
pub use incoming::Incoming;
pub use info::{DegreeInfo, GraphInfo};
pub use load::{load_file, load_file_with_columns, parse_bytes, parse_bytes_with, recognise};
pub use offsets::{EdgeId, Offsets};
pub use options::LoadOptions;
pub use order::{NodeOrder, Numbering};
pub use spec::{GraphSpec, spec_text};
pub use text::table::keys::{ColumnKey, IdsKey, TableKeys};
pub use text::table::records::Separator;
pub use values::{RemoteMemory, Values, copied_from_devices};
pub use write::save;
