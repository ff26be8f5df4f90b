//! Graphs in compressed sparse row form: loading, converting, generating.

pub mod assemble;
pub mod csr;
pub mod error;
pub mod generate;
mod pages;
mod relabel;

pub use assemble::{ArcChunk, Assembler, assemble};
pub use csr::{Graph, Weights};
pub use error::{GraphError, Problem};
