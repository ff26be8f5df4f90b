//! Graphs in compressed sparse row form: loading, converting, generating.

pub mod csr;
pub mod generate;

pub use csr::{Graph, Weights};
