//! Graphs in compressed sparse row form: loading, converting, generating.

pub mod assemble;
pub mod binary;
pub mod csr;
mod detect;
mod edit;
pub mod error;
pub mod format;
pub mod generate;
pub mod info;
mod input;
pub mod load;
mod narrow;
pub mod options;
mod pages;
mod relabel;
mod require;
pub mod spec;
pub mod text;
mod transpose;
pub mod write;

pub use assemble::{Assembler, EdgeChunk, assemble};
pub use csr::{Graph, Weights};
pub use error::{GraphError, Problem};
pub use format::Format;
pub use info::{DegreeInfo, GraphInfo};
pub use load::{load, load_file, parse_bytes, parse_bytes_with, recognise};
pub use options::LoadOptions;
pub use spec::GraphSpec;
pub use write::save;
