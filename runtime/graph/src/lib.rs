//! Graphs in compressed sparse row form: loading, converting, generating.

pub mod assemble;
pub mod binary;
pub mod csr;
mod detect;
mod edit;
pub mod error;
pub mod format;
mod input;
pub mod load;
mod narrow;
pub mod options;
mod pages;
mod relabel;
pub mod spec;
pub mod text;

pub use assemble::{ArcChunk, Assembler, assemble};
pub use csr::{Graph, Weights};
pub use error::{GraphError, Problem};
pub use format::Format;
pub use load::{load_file, parse_bytes, parse_bytes_with, recognise};
pub use options::LoadOptions;
pub use spec::GraphSpec;
