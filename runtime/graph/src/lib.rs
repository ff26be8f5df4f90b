//! Graphs in compressed sparse row form: loading, converting, generating.

pub mod csr;

pub use csr::{Graph, Weights};
