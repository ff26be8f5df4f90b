//! Slow, independent reference algorithms and readers that check the results of igc programs.
//!
//! | module | content |
//! | --- | --- |
//! | [`read`] | a reader of its own for each format of graphs |
//! | [`adjacency`] | graphs |
//! | [`check`] | the checks that programs name, with an algorithm of their own each |
//! | [`stream`] | graphs of billions of edges, which are read several times instead of stored |
//!
//! **An oracle shares no code with what it checks.** This crate does not depend on any other crate
//! of the project. It has its own graph type, readers for every graph format, and algorithms.
//! Otherwise, a reader that swaps rows and columns would make a wrong search agree with a wrong
//! reference. All code is as simple as possible; do not make it fast, parallel or clever. The only
//! exceptions are [`stream`] and its check, for graphs of billions of edges. Malformed input never
//! causes a panic, and the message for a rejected result says which node is wrong and why.
//!
//! To check a run, first [`read::read`] the graph again (or use [`Adjacency::from_edges`] for a
//! generated graph), then call [`check::Check::run`] with the outputs of the program.
//!
//! ```
//! use igc_oracle::Adjacency;
//! use igc_oracle::check::{self, Column, Scalar, Value};
//!
//! // The edges 0 -> 1 and 1 -> 2, and two possible results of a search from node 0.
//! let graph = Adjacency::from_edges(3, [(0, 1, None), (1, 2, None)])?;
//! let bfs = check::find("bfs")?;
//! let source = Value::Scalar(Scalar::U32(0));
//! assert!(bfs.run(&graph, &[Value::Column(Column::U32(&[0, 1, 2])), source]).is_ok());
//! let error = bfs.run(&graph, &[Value::Column(Column::U32(&[0, 1, 1])), source]).unwrap_err();
//! assert!(error.to_string().contains("node 2 has level 1, expected 2"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod adjacency;
pub mod check;
pub mod read;
pub mod stream;

pub use adjacency::{Adjacency, AdjacencyError, Weight};
